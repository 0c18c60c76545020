// Game records: headers, a start position, and a tree of moves with comments and variations. A game lists the
// formats that it reads and writes (PGN, KIF, SGF, …); each format has one reader and one writer, used by the
// command line, the match runner, the server and the page.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace tesuji::engine {

// Sides are named by who moves first in the game: White in chess, Black in shogi and Go.
enum class RecordResult { Unknown, FirstWins, SecondWins, Draw };

// Nodes lie flat in one vector, so that neither a long game nor deep variations can overflow the stack.
struct RecordNode {
  std::string move;                   // as the game's Board reads it ("e2e4"); empty in the root
  std::string comment;                // after the move; in the root: before the first move
  std::vector<std::string> marks;     // annotations such as "!" or "$14"
  std::optional<double> seconds;      // time spent on the move
  std::vector<std::size_t> children;  // indices into Record::nodes; the first continues the main line
};

struct Record {
  std::vector<std::pair<std::string, std::string>>
      headers;                                  // in the order of the file, e.g. {"White", "Ann"}
  std::string position;                         // where the game starts; empty = as usual
  std::vector<RecordNode> nodes{RecordNode{}};  // nodes[0] is the root
  RecordResult result = RecordResult::Unknown;
  // How the game ended; may be empty. A reason of engine::Outcome, or "resignation", "time forfeit", "illegal
  // move", "adjudication", "abandoned", or what the record that was read says.
  std::string reason;

  // The value of a header, or an empty string.
  [[nodiscard]] std::string header(std::string_view name) const {
    for (const auto& [key, value] : headers) {
      if (key == name) return value;
    }
    return {};
  }
  // Adds a move after `node`, as its last variation; returns the index of the new node.
  std::size_t add(std::size_t node, std::string move) {
    const std::size_t index = nodes.size();
    nodes.emplace_back();
    nodes.back().move = std::move(move);
    nodes[node].children.push_back(index);
    return index;
  }
  // The moves of the main line.
  [[nodiscard]] std::vector<std::string> main_line() const {
    std::vector<std::string> moves;
    for (std::size_t at = 0; !nodes[at].children.empty();) {
      at = nodes[at].children.front();
      moves.push_back(nodes[at].move);
    }
    return moves;
  }
};

// What a format may have a header for.
enum class RecordField {
  FirstPlayer,
  SecondPlayer,
  Event,
  Date,  // 2026.11.16
  Round,
  TimeControl,
  FirstTimeControl,  // if the sides have different ones
  SecondTimeControl,
  Termination,  // how the game ended
};

class RecordFormat {
 public:
  RecordFormat() = default;
  RecordFormat(const RecordFormat&) = delete;
  RecordFormat& operator=(const RecordFormat&) = delete;
  virtual ~RecordFormat() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;                     // "PGN"
  [[nodiscard]] virtual std::vector<std::string_view> extensions() const = 0;  // {".pgn"}; the first is usual
  // Whether the text looks like this format. Must be quick and must not throw.
  [[nodiscard]] virtual bool detect(std::string_view bytes) const = 0;
  // Every game in the text. Throws Error with the line, the move and the reason.
  [[nodiscard]] virtual std::vector<Record> read(std::string_view bytes) const = 0;
  // Ends with a line end; several records may be written one after the other. Throws Error if the record's
  // moves are illegal.
  [[nodiscard]] virtual std::string write(const Record& record) const = 0;
  // Whether a file may have several games, one after the other.
  [[nodiscard]] virtual bool holds_many() const { return true; }
  // What write() returned, in Shift-JIS. Throws Error if the format has no such encoding, or the text a
  // character that Shift-JIS has not.
  [[nodiscard]] virtual std::string in_shift_jis(std::string_view /*utf8*/) const {
    throw Error(std::string(name()) + " is not written in Shift-JIS");
  }
  // The format's name of a header ("White"); empty = it has none.
  [[nodiscard]] virtual std::string_view header_name(RecordField) const { return {}; }
};

}  // namespace tesuji::engine
