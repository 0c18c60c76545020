// Legal moves. The generator works from checkers and pins, so that nothing it yields has to be tried out.
#pragma once

#include <cstdint>

#include "games/shogi/position.hpp"
#include "search/limits.hpp"

namespace tesuji::shogi {

enum class Wanted : std::uint8_t {
  All,
  Noisy,  // captures, and pawns that promote
  Quiet,  // all the others
};

// Pawns, bishops, rooks and lances next to the last rank lose nothing by promoting, except in the rare
// positions where a weaker piece avoids a pawn-drop mate. Sensible leaves such moves out, Complete is the
// rules.
enum class Promotion : std::uint8_t { Complete, Sensible };

void generate(const Position& position, MoveList& list, Wanted wanted = Wanted::All,
              Promotion promotion = Promotion::Complete);
// The legal moves that give check. Precondition: the other king is on the board.
void generate_checks(const Position& position, MoveList& list, Promotion promotion = Promotion::Complete);
// Whether it would yield any.
bool has_check(const Position& position);

// Whether any sixteen bits are a legal move here: for moves out of a table or from a protocol.
bool is_legal(const Position& position, Move move);
bool has_legal_move(const Position& position);

// Whether the mover's pawn, dropped on `to`, would give mate, which the rules forbid. Precondition: it gives
// check.
bool is_pawn_drop_mate(const Position& position, Square to);

// Counts the leaves of the tree of legal moves. A count that was stopped means nothing.
std::uint64_t perft(Position& position, int depth, const search::StopFlag& stop = {});

}  // namespace tesuji::shogi
