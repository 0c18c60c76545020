// The sums of a network's first layer along a line of play. Nothing is computed until a position is
// evaluated; then the sums come from the nearest position before it that has them.
//
// A Game supplies, for its Position:
//   key(p), plies(p), bucket(p, buckets), side(p)      the last: whose view is the mover's
//   plies_known(p)                                     how many moves back key_before and changes know
//   key_before(p, back)                                the key of the position `back` + 1 plies ago
//   inputs(p, view, add)                               add(input) for each active input
//   changes(p, back, view, add, remove)                what the move `back` plies ago changed
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "net/kernels.hpp"
#include "net/network.hpp"

namespace tesuji::net {

template <class Game>
class Accumulators {
 public:
  using Position = typename Game::Position;

  explicit Accumulators(std::shared_ptr<const Network> network)
      : network_(std::move(network)), sums_(kSlots * 2 * network_->width()), keys_(kSlots) {}

  int evaluate(const Position& position) {
    const std::size_t slot = bring_up(position);
    const auto side = static_cast<std::size_t>(Game::side(position));
    return network_->evaluate(sums(slot, side), sums(slot, 1 - side),
                              Game::bucket(position, network_->shape().buckets));
  }

 private:
  static constexpr std::size_t kSlots = 256;  // more than the plies of any line
  static constexpr int kFurthest = 6;         // further back, a new sum is as cheap
  static constexpr std::size_t kMaxRows = 64;

  struct Rows {
    std::array<const std::int16_t*, kMaxRows> at;
    std::size_t count = 0;
    void add(const std::int16_t* row) { at[count++] = row; }
  };

  std::int16_t* sums(std::size_t slot, std::size_t view) {
    return sums_.data() + (slot * 2 + view) * network_->width();
  }
  static std::size_t slot_of(int plies) { return static_cast<std::size_t>(plies) % kSlots; }

  std::size_t bring_up(const Position& position) {
    const int plies = Game::plies(position);
    const std::size_t slot = slot_of(plies);
    const std::uint64_t key = Game::key(position);
    if (keys_[slot] == key && key != 0) return slot;
    const int known = std::min(Game::plies_known(position), kFurthest);
    int back = 0;
    while (back < known && keys_[slot_of(plies - back - 1)] != Game::key_before(position, back)) ++back;
    const Kernels& kernels = best_kernels();
    for (std::size_t view = 0; view < 2; ++view) {
      Rows added, removed;
      const auto add = [&](std::size_t input) { added.add(network_->row(input)); };
      const auto remove = [&](std::size_t input) { removed.add(network_->row(input)); };
      const std::int16_t* from = network_->bias();
      if (back < known) {
        for (int i = 0; i <= back; ++i) Game::changes(position, i, view, add, remove);
        from = sums(slot_of(plies - back - 1), view);
      } else {
        Game::inputs(position, view, add);
      }
      kernels.update(sums(slot, view), from, added.at.data(), added.count, removed.at.data(), removed.count,
                     network_->width());
    }
    keys_[slot] = key;
    return slot;
  }

  std::shared_ptr<const Network> network_;
  std::vector<std::int16_t> sums_;
  std::vector<std::uint64_t> keys_;
};

}  // namespace tesuji::net
