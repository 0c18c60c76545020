// Problems as book diagrams: the board with its pieces, the attacker's hand, and the solution in Japanese
// notation.
#include <fmt/format.h>

#include <array>

#include "games/shogi/authoring.hpp"
#include "games/shogi/check.hpp"
#include "games/shogi/notation.hpp"
#include "games/shogi/record.hpp"

namespace tesuji::shogi {

namespace {

constexpr std::array<const char*, kKinds> kNames = {"",   "歩", "香", "桂", "銀", "角", "飛", "金",
                                                    "玉", "と", "杏", "圭", "全", "馬", "龍"};
constexpr std::array<const char*, 9> kRanks = {"一", "二", "三", "四", "五", "六", "七", "八", "九"};

engine::Diagram board(const Position& position) {
  engine::Diagram diagram;
  constexpr double kTop = 0.7, kSide = 0.7;
  diagram.width = 9 + 2 * kSide + 0.6;
  diagram.height = 9 + kTop + 0.2;
  for (int i = 0; i <= 9; ++i) {
    const double width = i == 0 || i == 9 ? 0.06 : 0.025;
    diagram.lines.push_back({kSide + i, kTop, kSide + i, kTop + 9, width});
    diagram.lines.push_back({kSide, kTop + i, kSide + 9, kTop + i, width});
  }
  for (int i = 0; i < 9; ++i) {
    diagram.texts.push_back({kSide + 8.5 - i, kTop - 0.3, 0.4, std::to_string(i + 1)});
    diagram.texts.push_back({kSide + 9.3, kTop + 0.5 + i, 0.4, kRanks[static_cast<std::size_t>(i)]});
  }
  for (Square square = 0; square < kSquares; ++square) {
    const Piece piece = position.on(square);
    if (piece.none()) continue;
    diagram.texts.push_back({kSide + 8.5 - file_of(square), kTop + 0.5 + rank_of(square), 0.8,
                             kNames[piece.kind], false, piece.color == Color::White});
  }
  // The attacker's hand, from the top down at the right.
  double y = kTop + 2.5;
  const auto word = [&](const std::string& text) {
    diagram.texts.push_back({diagram.width - 0.35, y, 0.55, text});
    y += 0.62;
  };
  word(position.side() == Color::Black ? "☗" : "☖");
  const Hand hand = position.hand(position.side());
  for (const Kind kind : {kRook, kBishop, kGold, kSilver, kKnight, kLance, kPawn}) {
    if (!hand.has(kind)) continue;
    word(kNames[kind]);
    if (hand.count(kind) > 1) word(std::to_string(hand.count(kind)));
  }
  if (hand.empty()) {
    word("な");
    word("し");
  }
  return diagram;
}

}  // namespace

engine::ProblemDiagrams diagrams(std::string_view text) {
  Position position = problem_from(text);
  std::vector<Move> solution;
  for (; position.plies() > 0; position.undo()) solution.insert(solution.begin(), position.last_move());
  engine::ProblemDiagrams out;
  out.problem = board(position);
  out.problem.caption = solution.empty() ? "" : fmt::format("{}手詰", solution.size());
  out.solution = out.problem;
  out.solution.caption.clear();
  Square last = kNoSquare;
  for (const Move move : solution) {
    out.solution.caption += japanese_move(position, move, last) + " ";
    last = move.to();
    position.make(move);
  }
  if (solution.empty()) out.solution.caption = "no solution in the file";
  return out;
}

}  // namespace tesuji::shogi
