#include "match/record.hpp"

#include <fmt/format.h>

namespace tesuji::match {
namespace {

constexpr std::size_t kLineWidth = 80;

std::string tag(const char* name, const std::string& value) {
  std::string escaped;
  for (const char c : value) {
    if (c == '"' || c == '\\') escaped.push_back('\\');
    escaped.push_back(static_cast<unsigned char>(c) < ' ' ? ' ' : c);
  }
  return fmt::format("[{} \"{}\"]\n", name, escaped);
}

// {+0.31/12 0.105s}: score in pawns from the mover's side, depth, time.
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
  return fmt::format("{{{} {:.3f}s}}", score, move.seconds);
}

// The FEN says who moves first, and with which number.
bool second_begins(const std::string& position) {
  return position.find(" b ") != std::string::npos;
}

int first_number(const std::string& position) {
  const std::size_t blank = position.rfind(' ');
  if (blank == std::string::npos) return 1;
  const int number = std::atoi(position.c_str() + blank + 1);
  return number > 0 ? number : 1;
}

const char* termination(Forfeit forfeit, const std::string& reason) {
  switch (forfeit) {
    case Forfeit::Time:
      return "time forfeit";
    case Forfeit::IllegalMove:
      return "rules infraction";
    case Forfeit::Crash:
      return "abandoned";
    case Forfeit::None:
      break;
  }
  return reason.starts_with("adjudication") ? "adjudication" : "normal";
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

std::string to_pgn(const GameRecord& game, int round, const std::string& date) {
  const std::string& position = game.opening.position;
  std::string out = tag("Event", "tesuji match") + tag("Site", "?") + tag("Date", date) +
                    tag("Round", std::to_string(round)) + tag("White", game.names[0]) +
                    tag("Black", game.names[1]) + tag("Result", result_text(game.result));
  if (!position.empty()) out += tag("SetUp", "1") + tag("FEN", position);
  if (game.controls[0] == game.controls[1]) {
    out += tag("TimeControl", game.controls[0]);
  } else {
    out += tag("WhiteTimeControl", game.controls[0]) + tag("BlackTimeControl", game.controls[1]);
  }
  out += tag("PlyCount", std::to_string(game.moves.size())) +
         tag("Termination", termination(game.forfeit, game.reason)) + '\n';

  std::size_t column = 0;
  const auto put = [&](const std::string& word) {
    if (word.empty()) return;
    if (column > 0 && column + 1 + word.size() > kLineWidth) {
      out += '\n';
      column = 0;
    }
    if (column > 0) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  };
  std::size_t ply = second_begins(position) ? 1 : 0;
  const int number = first_number(position);
  bool number_due = true;
  for (const PlayedMove& move : game.moves) {
    const int shown = number + static_cast<int>(ply / 2);
    if (ply % 2 == 0) {
      put(fmt::format("{}.", shown));
    } else if (number_due) {
      put(fmt::format("{}...", shown));
    }
    put(move.written);
    const std::string said = comment(move);
    put(said);
    number_due = !said.empty();
    ++ply;
  }
  put(game.reason.empty() ? "" : fmt::format("{{{}}}", game.reason));
  put(result_text(game.result));
  return out + "\n\n";
}

std::string to_lines(const GameRecord& game, int round, const std::string& position_word) {
  std::string out = fmt::format("# {}. {} - {} {} ({})\n", round, game.names[0], game.names[1],
                                result_text(game.result), game.reason);
  out +=
      game.opening.position.empty() ? "startpos" : fmt::format("{} {}", position_word, game.opening.position);
  if (!game.moves.empty()) out += " moves";
  for (const PlayedMove& move : game.moves) out += ' ' + move.move;
  return out + '\n';
}

}  // namespace tesuji::match
