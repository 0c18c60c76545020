#include "app/readable.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace tesuji::app {
namespace {

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 128; });
}

// A line of moves from where the board is; the board is left as it was.
void rewrite_line(engine::Board& board, std::vector<std::string>& line, Notation notation) {
  int played = 0;
  try {
    for (std::string& move : line) {
      std::string text = readable_move(board, move, notation);
      board.play(move);
      ++played;
      move = std::move(text);
    }
  } catch (const Error&) {
    // A mark such as "(repeats)" ends the moves of some lines.
  }
  while (played-- > 0) board.undo();
}

}  // namespace

std::string readable_move(const engine::Board& board, const std::string& move, Notation notation) {
  if (notation == Notation::Engine) return move;
  std::string text = board.readable(move);
  return notation == Notation::Auto && !is_ascii(text) ? move : text;
}

engine::Report with_readable_moves(engine::Report report, const engine::Game& game,
                                   const engine::Request& request, Notation notation) {
  if (notation == Notation::Engine) return report;
  std::unique_ptr<engine::Board> board;
  try {
    board = game.board(request);
  } catch (const Error&) {
    return report;  // a question that is no board, such as a Go problem with a region
  }
  for (std::string& move : report.best) {
    std::vector<std::string> alone{move};
    rewrite_line(*board, alone, notation);
    move = alone.front();
  }
  rewrite_line(*board, report.pv, notation);
  for (engine::MoveReport& each : report.moves) {
    std::vector<std::string> alone{each.move};
    rewrite_line(*board, alone, notation);
    each.move = alone.front();
    rewrite_line(*board, each.pv, notation);
  }
  return report;
}

}  // namespace tesuji::app
