#include "games/connect4/book_layers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/error.hpp"
#include "games/connect4/shape.hpp"

namespace tesuji::connect4 {
namespace {

constexpr int kMaxKeyBits = 64;

std::uint64_t least_of_mirrors(const AnySize& shape, std::uint64_t key) {
  return std::min(key, shape.mirror(key));
}

// Of each column the key has the mover's stones plus one for each stone: with one more added, the highest bit
// is just above the stones, and the bits below it are the mover's.
Position position_of(std::uint64_t key, const AnySize& shape) {
  const int stride = shape.stride();
  const std::uint64_t whole = (std::uint64_t{1} << stride) - 1;
  Position at;
  for (int column = 0; column < shape.width(); ++column) {
    const std::uint64_t bits = (key >> (column * stride) & whole) + 1;
    const int stones = static_cast<int>(std::bit_width(bits)) - 1;
    const std::uint64_t below = (std::uint64_t{1} << stones) - 1;
    at.stones |= below << (column * stride);
    at.mover |= (bits & below) << (column * stride);
  }
  at.count = count_bits(at.stones);
  return at;
}

// Calls `visit` with the position after each move.
template <class Visit>
void for_each_move(const AnySize& shape, const Position& at, const Visit& visit) {
  for (Bits rest = shape.landings(at); rest != 0; rest &= rest - 1) {
    Position next = at;
    next.play(rest & (~rest + 1));
    visit(next);
  }
}

bool wins_now(const AnySize& shape, const Position& at) {
  return (shape.fours(at.mover) & shape.landings(at)) != 0;
}

// The positions one stone on that are not over.
Keys next_layer(const Keys& layer, const AnySize& shape) {
  Keys next;
  for (const std::uint64_t key : layer) {
    for_each_move(shape, position_of(key, shape), [&](const Position& child) {
      if (!shape.lost(child) && !shape.full(child)) next.push_back(least_of_mirrors(shape, child.key()));
    });
  }
  std::sort(next.begin(), next.end());
  next.erase(std::unique(next.begin(), next.end()), next.end());
  return next;
}

AnySize shape_of(Size size) {
  if (size.width * (size.height + 1) > kMaxKeyBits)
    throw Error(
        fmt::format("there are no books for boards as large as {}x{}: width x (height + 1) at most {}",
                    size.width, size.height, kMaxKeyBits));
  return {size.width, size.height};
}

}  // namespace

std::uint64_t canonical_key(const Diagram& diagram) {
  const WideBits mover = diagram.first_to_move() ? diagram.first : diagram.second;
  const auto key = static_cast<std::uint64_t>(mover + (diagram.first | diagram.second));
  return least_of_mirrors(shape_of(diagram.size), key);
}

Diagram diagram_of(std::uint64_t key, Size size) {
  const Position at = position_of(key, shape_of(size));
  Diagram diagram;
  diagram.size = size;
  diagram.drawn = true;
  diagram.first = at.mover;
  diagram.second = at.other();
  if (!diagram.first_to_move()) std::swap(diagram.first, diagram.second);
  if (at.key() != key || diagram.over())
    throw Error(
        fmt::format("there is no Connect 4 position with the key {} on {}x{}", key, size.width, size.height));
  return diagram;
}

std::vector<Keys> layers_of(Size size, int plies) {
  const AnySize shape = shape_of(size);
  std::vector<Keys> layers = {{0}};
  while (static_cast<int>(layers.size()) <= plies) layers.push_back(next_layer(layers.back(), shape));
  return layers;
}

ScoreRange range_of_result(std::uint64_t key, Size size, int result) {
  const AnySize shape = shape_of(size);
  const Position at = position_of(key, shape);
  if (result > 0) {
    const auto now = static_cast<std::int8_t>(shape.win_now(at));
    return {wins_now(shape, at) ? now : std::int8_t{1}, now};
  }
  if (result < 0) return {static_cast<std::int8_t>(shape.loss_next(at)), -1};
  return {0, 0};
}

std::vector<ScoreRange> ranges_before(const Keys& keys, const Keys& later,
                                      const std::vector<ScoreRange>& later_ranges, Size size) {
  const AnySize shape = shape_of(size);
  std::vector<ScoreRange> ranges;
  ranges.reserve(keys.size());
  for (const std::uint64_t key : keys) {
    const Position at = position_of(key, shape);
    const auto now = static_cast<std::int8_t>(shape.win_now(at));
    if (wins_now(shape, at)) {
      ranges.push_back({now, now});
      continue;
    }
    const auto worst = static_cast<std::int8_t>(-shape.cells());
    ScoreRange best{worst, worst};
    for_each_move(shape, at, [&](const Position& child) {
      ScoreRange range{0, 0};
      if (!shape.full(child)) {
        const auto found = std::lower_bound(later.begin(), later.end(), least_of_mirrors(shape, child.key()));
        range = later_ranges[static_cast<std::size_t>(found - later.begin())];
      }
      best.low = std::max(best.low, static_cast<std::int8_t>(-range.high));
      best.high = std::max(best.high, static_cast<std::int8_t>(-range.low));
    });
    ranges.push_back(best);
  }
  return ranges;
}

}  // namespace tesuji::connect4
