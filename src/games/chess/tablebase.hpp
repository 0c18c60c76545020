// Syzygy endgame tablebases, read with Fathom: who wins (WDL) in the search, and which moves keep the result
// within the fifty-move rule (DTZ) at the root.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "games/chess/moves.hpp"
#include "games/chess/position.hpp"
#include "search/known.hpp"

namespace tesuji::chess {

// The files of a search path. Fathom knows one search path a process, so all engines share it.
class TablebaseFiles {
 public:
  // The tables in the folders of `path`, separated by ':'. Throws Error if there are none, or if tables of
  // another path are in use.
  static std::shared_ptr<const TablebaseFiles> open(const std::string& path);
  TablebaseFiles(const TablebaseFiles&) = delete;
  TablebaseFiles& operator=(const TablebaseFiles&) = delete;
  ~TablebaseFiles();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int max_pieces() const { return max_pieces_; }  // of the largest table
  // Files that are truncated or not tables, with the reason; they are ignored.
  [[nodiscard]] const std::vector<std::string>& ignored() const { return ignored_; }

 private:
  explicit TablebaseFiles(std::string path);

  const std::string path_;
  [[maybe_unused]] std::string links_;  // a folder of links to the good files, if there are bad ones
  int max_pieces_ = 0;
  std::vector<std::string> ignored_;
};

// How one search uses them.
class Tablebase final : public search::KnownPositions<Position> {
 public:
  Tablebase(std::shared_ptr<const TablebaseFiles> files, int max_pieces, bool fifty_move_rule);

  // The result by WDL tables. As in play: nothing unless a capture or a pawn's move has just been made.
  [[nodiscard]] std::optional<search::KnownResult> probe(const Position& position) const override;

  struct Root {
    // Nothing if the fifty-move rule decides and the distance, which may be a ply off, does not tell.
    std::optional<search::KnownResult> result;
    std::vector<Move> moves;  // those that are best by distance to zeroing; of wins, all that are certain
    bool exact_distance;      // by DTZ tables; otherwise only the result was known
  };
  // What the tables say of the root, among `candidates`. Nothing if they do not know every move.
  [[nodiscard]] std::optional<Root> probe_root(const Position& position,
                                               const std::vector<Move>& candidates) const;

 private:
  [[nodiscard]] bool covers(const Position& position) const;

  const std::shared_ptr<const TablebaseFiles> files_;
  const int max_pieces_;
  [[maybe_unused]] const bool fifty_move_rule_;
};

}  // namespace tesuji::chess
