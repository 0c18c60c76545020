// Opening books in Polyglot's format: 16 bytes an entry (key, move, weight, learn), big-endian, sorted by
// key.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/book.hpp"
#include "games/chess/position.hpp"
#include "games/chess/record.hpp"

namespace tesuji::chess {

extern const std::array<std::uint64_t, 781> kPolyglotNumbers;

std::uint64_t polyglot_key(const Position& position);

class Book {
 public:
  // Throws Error that names the file and what is wrong with it.
  static Book load(const std::filesystem::path& path);
  explicit Book(std::string bytes);  // throws Error

  struct Rules {
    int plies = 40;     // of each game
    int min_games = 3;  // a move that was played less often is left out
  };
  // The moves of the games, weighed as Polyglot does: two for a win of the mover, one for a draw.
  static Book build(const std::vector<GameRecord>& games, const Rules& rules);

  [[nodiscard]] std::size_t entries() const { return bytes_.size() / kEntryBytes; }
  [[nodiscard]] std::size_t positions() const;
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

  // The moves of the book here, the heaviest first. A move that is illegal here belongs to another position
  // and is left out.
  [[nodiscard]] std::vector<engine::BookMove> moves(const Position& position) const;

 private:
  static constexpr std::size_t kEntryBytes = 16;
  struct Entry {
    std::uint64_t key;
    std::uint16_t move, weight;
  };
  [[nodiscard]] Entry entry(std::size_t number) const;

  std::string bytes_;
};

}  // namespace tesuji::chess
