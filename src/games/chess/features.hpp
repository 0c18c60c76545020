// The features that the evaluation counts: for each, how many White has more than Black. Every feature has a
// weight for the middlegame and one for the endgame (weights.cpp), and the sum is linear in the weights, so
// that tools/tune can fit them by gradient descent.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tesuji::chess {

struct Weight {
  std::int16_t middle, end;  // in centipawns
};

// Offsets into the array of weights. A name with kSomething[n] in its comment has n weights.
enum Feature : std::size_t {
  kMaterial = 0,                            // [5] pawn .. queen
  kPieceSquare = kMaterial + 5,             // [6 * 32] by type and square; files e-h mirror d-a
  kKnightMobility = kPieceSquare + 6 * 32,  // [9] by squares it can safely go to
  kBishopMobility = kKnightMobility + 9,    // [14]
  kRookMobility = kBishopMobility + 14,     // [15]
  kQueenMobility = kRookMobility + 15,      // [28]
  kBishopPair = kQueenMobility + 28,        //
  kIsolatedPawn = kBishopPair + 1,          // [2] on a closed, a half-open file
  kDoubledPawn = kIsolatedPawn + 2,         //
  kBackwardPawn = kDoubledPawn + 1,         // [2] on a closed, a half-open file
  kDefendedPawn = kBackwardPawn + 2,        // [8] by rank: guarded by a pawn
  kPhalanxPawn = kDefendedPawn + 8,         // [8] by rank: a pawn beside it
  kPassedPawn = kPhalanxPawn + 8,           // [8] by rank
  kPassedFree = kPassedPawn + 8,            // [8] by rank: nothing stands before it
  kPassedSafe = kPassedFree + 8,            // [8] by rank: the square before it is not attacked
  kPassedOwnKing = kPassedSafe + 8,         // [8] by distance of the own king, from the fourth rank on
  kPassedOtherKing = kPassedOwnKing + 8,    // [8] and of the other's
  kRookOpenFile = kPassedOtherKing + 8,     //
  kRookHalfOpenFile = kRookOpenFile + 1,    //
  kRookSeventh = kRookHalfOpenFile + 1,     // and the other king, or pawns, on the last two ranks
  kKnightOutpost = kRookSeventh + 1,        // guarded by a pawn, and no pawn can drive it away
  kBishopOutpost = kKnightOutpost + 1,      //
  kBadBishop = kBishopOutpost + 1,          // for each own pawn on the bishop's colour
  kPawnThreat = kBadBishop + 1,             // [5] a pawn attacks a pawn (unused) .. queen
  kMinorThreat = kPawnThreat + 5,           // [5] a knight or bishop attacks a pawn .. queen
  kRookThreat = kMinorThreat + 5,           // [5]
  kHanging = kRookThreat + 5,               // attacked and not defended
  kPushThreat = kHanging + 1,               // a safe pawn push would attack a piece
  kShelter = kPushThreat + 1,               // [4 * 8] by file from the edge and rank of the nearest own pawn
  kStorm = kShelter + 4 * 8,                // [4 * 8] and of the nearest other pawn
  kKingDanger = kStorm + 4 * 8,             // [32] by weight of the attack on the king's zone
  kKingOpenFile = kKingDanger + 32,         // no own pawn on the king's file
  kTempo = kKingOpenFile + 1,               // to move
  kFeatures = kTempo + 1
};

extern const Weight kWeights[kFeatures];

}  // namespace tesuji::chess
