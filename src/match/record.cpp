#include "match/record.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace tesuji::match {
namespace {

// +0.31/12 0.105s: score in pawns from the mover's side, depth, time.
std::string comment(const PlayedMove& move) {
  std::string score;
  if (move.mate) {
    score = fmt::format("{}M{}", *move.mate > 0 ? '+' : '-', std::abs(*move.mate));
  } else if (move.score) {
    score = fmt::format("{:+.2f}", *move.score / 100.0);
  } else {
    return "";
  }
  if (move.depth) score += fmt::format("/{}", *move.depth);
  return fmt::format("{} {:.3f}s", score, move.seconds);
}

engine::RecordResult record_result(Result result) {
  switch (result) {
    case Result::FirstWins:
      return engine::RecordResult::FirstWins;
    case Result::SecondWins:
      return engine::RecordResult::SecondWins;
    case Result::Draw:
      return engine::RecordResult::Draw;
    case Result::Unfinished:
      break;
  }
  return engine::RecordResult::Unknown;
}

// In the words of the PGN standard.
const char* termination(const GameRecord& game) {
  switch (game.forfeit) {
    case Forfeit::Time:
      return "time forfeit";
    case Forfeit::IllegalMove:
      return "rules infraction";
    case Forfeit::Crash:
      return "abandoned";
    case Forfeit::None:
      break;
  }
  return game.result == Result::Unfinished ? "unterminated"
         : game.ending == "adjudication"   ? "adjudication"
                                           : "normal";
}

}  // namespace

std::string result_text(Result result) {
  switch (result) {
    case Result::FirstWins:
      return "1-0";
    case Result::SecondWins:
      return "0-1";
    case Result::Draw:
      return "1/2-1/2";
    case Result::Unfinished:
      break;
  }
  return "*";
}

engine::Record to_record(const GameRecord& game, const engine::RecordFormat& format, int round,
                         const std::string& date) {
  using engine::RecordField;
  engine::Record record;
  const auto header = [&](RecordField field, const std::string& value) {
    if (const std::string_view name = format.header_name(field); !name.empty())
      record.headers.emplace_back(name, value);
  };
  header(RecordField::Event, "tesuji match");
  header(RecordField::Date, date);
  header(RecordField::Round, std::to_string(round));
  header(RecordField::FirstPlayer, game.names[0]);
  header(RecordField::SecondPlayer, game.names[1]);
  if (game.controls[0] == game.controls[1]) {
    header(RecordField::TimeControl, game.controls[0]);
  } else {
    header(RecordField::FirstTimeControl, game.controls[0]);
    header(RecordField::SecondTimeControl, game.controls[1]);
  }
  header(RecordField::Termination, termination(game));

  record.position = game.opening.position;
  std::size_t node = 0;
  for (const PlayedMove& move : game.moves) {
    node = record.add(node, move.move);
    record.nodes[node].comment = comment(move);
    if (move.seconds > 0) record.nodes[node].seconds = move.seconds;
  }
  std::string& last = record.nodes[node].comment;
  if (!game.reason.empty()) last += (last.empty() ? "" : "; ") + game.reason;
  record.result = record_result(game.result);
  record.reason = game.ending;
  return record;
}

std::string to_lines(const GameRecord& game, int round, std::string_view position_word) {
  std::string out = fmt::format("# {}. {} - {} {} ({})\n", round, game.names[0], game.names[1],
                                result_text(game.result), game.reason);
  out +=
      game.opening.position.empty() ? "startpos" : fmt::format("{} {}", position_word, game.opening.position);
  if (!game.moves.empty()) out += " moves";
  for (const PlayedMove& move : game.moves) out += ' ' + move.move;
  return out + '\n';
}

}  // namespace tesuji::match
