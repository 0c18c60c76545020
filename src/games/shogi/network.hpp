// The inputs of a shogi network: a piece of either side on a square (2 x 14 x 81), and the first, second, ...
// piece of a kind in either hand (2 x 38), seen by either player: 2,344.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "games/shogi/position.hpp"

namespace tesuji::net {
class Network;
}

namespace tesuji::shogi {

struct NetworkInputs {
  using Position = shogi::Position;
  static constexpr int kOnBoard = 14 * kSquares;
  static constexpr int kInHand = 38;
  static constexpr std::uint32_t kInputs = 2 * (kOnBoard + kInHand);

  // The network of the program, one copy for all engines of a process.
  static std::shared_ptr<const net::Network> embedded_network();
  static bool corrects(const Position&, int /*handwritten*/) { return true; }

  // `view` is the player who looks: 0 Black, 1 White.
  static constexpr std::size_t input(std::size_t view, Piece piece, Square square) {
    const auto viewer = static_cast<Color>(view);
    return static_cast<std::size_t>((piece.color == viewer ? 0 : kOnBoard) + (piece.kind - 1) * kSquares +
                                    relative(viewer, square));
  }
  // The nth (from 0) piece of a kind in a hand.
  static constexpr std::size_t hand_input(std::size_t view, Color owner, Kind kind, int nth) {
    constexpr std::array<int, 8> kFirst = {0, 0, 18, 22, 26, 30, 32, 34};  // by kind, as kSetCount
    return static_cast<std::size_t>(2 * kOnBoard + (owner == static_cast<Color>(view) ? 0 : kInHand) +
                                    kFirst[static_cast<std::size_t>(kind)] + nth);
  }
  static constexpr std::size_t bucket_of(int in_hand, std::uint32_t buckets) {
    return static_cast<std::size_t>(in_hand) * buckets / (kInHand + 1);
  }

  // What net::Accumulators asks.
  static std::uint64_t key(const Position& p) { return p.key(); }
  static int plies(const Position& p) { return p.plies(); }
  static int plies_known(const Position& p) { return p.plies(); }
  static int side(const Position& p) { return index(p.side()); }
  static std::size_t bucket(const Position& p, std::uint32_t buckets) {
    return bucket_of(40 - p.occupied().count(), buckets);
  }
  static std::uint64_t key_before(const Position& p, int back) { return p.step(back).key_before; }
  template <class Add>
  static void inputs(const Position& p, std::size_t view, Add add) {
    p.occupied().each([&](Square square) { add(input(view, p.on(square), square)); });
    for (const Color color : {Color::Black, Color::White}) {
      for (int kind = kPawn; kind <= kGold; ++kind) {
        const int count = p.hand(color).count(static_cast<Kind>(kind));
        for (int nth = 0; nth < count; ++nth) add(hand_input(view, color, static_cast<Kind>(kind), nth));
      }
    }
  }
  template <class Add, class Remove>
  static void changes(const Position& p, int back, std::size_t view, Add add, Remove remove) {
    const Position::Step step = p.step(back);
    if (!step.move) return;  // a pass
    const Color mover = step.moved.color;
    const Square to = step.move.to();
    const Piece after{step.move.promotes() ? promoted(step.moved.kind) : step.moved.kind, mover};
    add(input(view, after, to));
    if (step.move.is_drop()) {
      remove(hand_input(view, mover, step.moved.kind, in_hand_after(p, back, mover, step.moved.kind)));
      return;
    }
    remove(input(view, step.moved, step.move.from()));
    if (step.captured.none()) return;
    remove(input(view, step.captured, to));
    const Kind taken = unpromoted(step.captured.kind);
    add(hand_input(view, mover, taken, in_hand_after(p, back, mover, taken) - 1));
  }

 private:
  // How many of a kind the player had in hand after the move `back` plies ago.
  static int in_hand_after(const Position& p, int back, Color owner, Kind kind) {
    int count = p.hand(owner).count(kind);
    for (int i = 0; i < back; ++i) {
      const Position::Step step = p.step(i);
      if (!step.move || step.moved.color != owner) continue;
      if (step.move.is_drop()) {
        count += step.moved.kind == kind ? 1 : 0;
      } else if (!step.captured.none() && unpromoted(step.captured.kind) == kind) {
        --count;
      }
    }
    return count;
  }
};

}  // namespace tesuji::shogi
