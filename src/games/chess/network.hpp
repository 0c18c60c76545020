// The inputs of a chess network: a piece of either side on a square, seen by either player: 768.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "games/chess/position.hpp"

namespace tesuji::net {
class Network;
}

namespace tesuji::chess {

struct NetworkInputs {
  using Position = chess::Position;
  static constexpr std::uint32_t kInputs = 768;

  // The network of the program, one copy for all engines of a process.
  static std::shared_ptr<const net::Network> embedded_network();
  // Endings that the hand-written evaluation knows to be drawn stay drawn.
  static bool corrects(const Position& p, int handwritten) {
    constexpr int kMaxKnown = 10;  // pieces; a fortress with more is not known
    return handwritten != 0 || count(p.pieces()) > kMaxKnown;
  }

  // `view` is the player who looks: 0 White, 1 Black.
  static constexpr std::size_t input(std::size_t view, Piece piece, Square square) {
    const auto viewer = static_cast<Color>(view);
    return static_cast<std::size_t>((color_of(piece) == viewer ? 0 : 384) + type_of(piece) * 64 +
                                    relative(viewer, square));
  }
  static constexpr std::size_t bucket_of(int pieces, std::uint32_t buckets) {
    return static_cast<std::size_t>(pieces - 2) * buckets / 31;
  }

  // What net::Accumulators asks.
  static std::uint64_t key(const Position& p) { return p.key(); }
  static int plies(const Position& p) { return p.path_length(); }
  static int plies_known(const Position& p) { return p.path_length(); }
  static int side(const Position& p) { return p.side(); }
  static std::size_t bucket(const Position& p, std::uint32_t buckets) {
    return bucket_of(count(p.pieces()), buckets);
  }
  static std::uint64_t key_before(const Position& p, int back) { return p.state_before(back + 1).key; }
  template <class Add>
  static void inputs(const Position& p, std::size_t view, Add add) {
    for (Bitboard rest = p.pieces(); rest != 0;) {
      const Square square = pop(rest);
      add(input(view, p.piece_on(square), square));
    }
  }
  template <class Add, class Remove>
  static void changes(const Position& p, int back, std::size_t view, Add add, Remove remove) {
    const State& state = p.state_before(back);
    for (std::size_t i = 0; i < state.changed; ++i) {
      const Change& change = state.changes[i];
      if (change.from != kNoSquare) remove(input(view, change.piece, change.from));
      if (change.to != kNoSquare) add(input(view, change.piece, change.to));
    }
  }
};

}  // namespace tesuji::chess
