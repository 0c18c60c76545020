#include "engine/record_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "base/error.hpp"

namespace tesuji::engine {
namespace {

constexpr std::size_t kMaxMoves = 2000;
constexpr std::string_view kBlanks = " \t\r\n,";
constexpr std::string_view kMoves = " moves ";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// A move as people type it: without signs for check and praise behind it.
std::string_view bare(std::string_view written) {
  const std::size_t last = written.find_last_not_of("+#!?");
  return written.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

struct Found {
  std::string move;
  std::size_t length = 0;
};

// The legal move that the text begins with, in either spelling; the longest, if there are several.
Found leading_move(const Board& board, std::string_view text) {
  Found found;
  const auto consider = [&](const std::string& move, std::string_view spelling) {
    if (spelling.size() <= found.length || text.substr(0, spelling.size()) != spelling) return;
    found = {move, spelling.size()};
  };
  for (const std::string& move : board.legal_moves()) {
    consider(move, move);
    const std::string written = board.written(move);
    consider(move, written);
    consider(move, bare(written));
  }
  return found;
}

// The moves that the whole text is made of, or nothing. A forced pass may be left out.
std::optional<std::vector<std::string>> read_moves(Board& board, std::string_view text) {
  std::vector<std::string> moves;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    if (moves.size() == kMaxMoves) throw Error(fmt::format("there are more than {} moves", kMaxMoves));
    Found found = leading_move(board, text);
    if (found.length == 0) {
      const std::vector<std::string> legal = board.legal_moves();
      if (legal != std::vector<std::string>{"pass"}) return std::nullopt;
      found.move = "pass";
    }
    board.play(found.move);
    text.remove_prefix(found.length);
    if (found.length > 0) {
      const std::size_t end = text.find_first_not_of("+#!?");
      text.remove_prefix(end == std::string_view::npos ? text.size() : end);
    }
    moves.push_back(std::move(found.move));
  }
  return moves;
}

Record record_of(std::string position, std::vector<std::string> moves) {
  Record record;
  record.position = std::move(position);
  std::size_t node = 0;
  for (std::string& move : moves) node = record.add(node, std::move(move));
  return record;
}

// The start position is written as nothing.
std::string short_position(const Game& game, const std::string& position) {
  return position == game.board("")->position() ? std::string() : position;
}

std::vector<Record> read_positions(const Game& game, std::string_view text) {
  std::vector<Record> records;
  for (const std::string& each : game.split_positions(text)) {
    std::string_view position = each;
    std::string_view moves;
    if (const std::size_t at = position.find(kMoves); at != std::string_view::npos) {
      moves = position.substr(at + kMoves.size());
      position = position.substr(0, at);
    }
    const std::unique_ptr<Board> board = game.board(position);
    const std::string start = short_position(game, board->position());
    const auto played = read_moves(*board, moves);
    if (!played) throw Error(fmt::format("'{}' has a move that is impossible there", trimmed(moves)));
    records.push_back(record_of(start, *played));
  }
  if (records.empty()) throw Error("the text holds no position");
  return records;
}

std::string write_plain(const Record& record) {
  const std::vector<std::string> moves = record.main_line();
  // Short moves are written without blanks ("4453", "f5d6"), and a forced pass is left out.
  const bool compact = std::all_of(
      moves.begin(), moves.end(), [](const std::string& move) { return move.size() <= 2 || move == "pass"; });
  std::string text = record.position;
  if (!text.empty() && !moves.empty()) text += kMoves;
  for (const std::string& move : moves) {
    if (compact && move == "pass") continue;
    if (!compact && &move != &moves.front()) text += ' ';
    text += move;
  }
  return text + "\n";
}

}  // namespace

RecordText read_records(const Game& game, std::string_view text) {
  for (const RecordFormat* const format : game.record_formats()) {
    if (!format->detect(text)) continue;
    RecordText read{std::string(format->name()), format->read(text)};
    if (read.records.empty()) throw Error(fmt::format("the {} text holds no game", format->name()));
    for (Record& record : read.records) {
      if (!record.position.empty()) record.position = short_position(game, record.position);
    }
    return read;
  }
  RecordText read{std::string(kPlainText), {}};
  if (const auto moves = read_moves(*game.board(""), text)) {
    read.records.push_back(record_of("", *moves));
  } else {
    read.records = read_positions(game, text);
  }
  return read;
}

std::string write_record(const Game& game, std::string_view format, const Record& record) {
  for (const RecordFormat* const each : game.record_formats()) {
    if (each->name() == format) return each->write(record);
  }
  if (format != kPlainText) throw Error(fmt::format("{} has no record format '{}'", game.title(), format));
  return write_plain(record);
}

}  // namespace tesuji::engine
