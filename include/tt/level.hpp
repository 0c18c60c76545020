// A table that grows is a row of levels, each twice as large as the one before; the last has the full size.
//
// One level is current, and only its memory is written to. When it has filled up to Layout::kGrowAt / 8, the
// thread whose store noticed it makes the next level current. That level is empty at first, and is divided
// into blocks of lines. Line i of a level becomes the lines 2i and 2i + 1 of the next. Whoever first probes
// or stores in a block copies its entries from the level before; and every store also copies the next block
// in order, so that all are copied soon. Nobody waits for anybody.
//
// Why this is right:
// - A level's lines, layout and address never change after it was made current (release), and every access
//   begins by loading the current level (acquire). So an access never mixes two sizes. A thread that still
//   uses an older level finds entries that are valid there, or nothing; what it stores there may be lost,
//   as any store may.
// - A block is copied by the one thread that took its flag from 0 to 1. Entries that others store into it
//   meanwhile are valid entries of the new level. A probe in that time may miss, as it may during any store.
// - A level is followed by the next only after all its blocks were copied. So the entries come from one
//   level, the one before. Its pages are given back in groups of blocks, each only after all blocks of the
//   group were copied, so that old and new together take little more than the new level alone.
// - Levels are freed only by clear, resize and the destructor, which are for one thread.
//
// A Bound entry keeps too few bits of its key to tell which of the two lines it belongs to. So a growing
// table notes for each of its slots the lower bits of the line that the key has in the full-size table (its
// origin, two bytes). Entry and origin are written one after the other: two threads that write the same slot
// can leave an entry with the other's origin. It is then copied to the wrong one of two lines, which is like
// a lost store. An entry whose origin is not known (from a snapshot) is copied to both.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "tt/bits.hpp"
#include "tt/bucket.hpp"
#include "tt/memory.hpp"

namespace tt {

// How a table gets its memory: all at once, or as it fills.
struct Growth {
  std::uint64_t initial_bytes = 0;  // 0: the full size at once
  std::uint64_t block_lines = 128;
  // Asked before a table takes so many bytes more; null = it may. If not, the table asks again later.
  bool (*allowed)(std::uint64_t more_bytes) = nullptr;
};
inline constexpr Growth kGrowing{.initial_bytes = std::uint64_t{1} << 20};

// The sizes that a table goes through.
struct Sizes {
  static constexpr int kMaxDoublings = 15;

  std::uint64_t first_lines = 0;
  int doublings = 0;

  // `lines` is rounded down to a multiple of bucket_lines * 2^doublings: by at most one bucket in 16,384.
  static Sizes from(std::uint64_t lines, [[maybe_unused]] const Growth& growth,
                    std::uint64_t bucket_lines = 1) {
    Sizes sizes{lines / bucket_lines * bucket_lines, 0};
#if defined(__linux__)  // elsewhere memory is not given back page by page, so growing would not save any
    if (growth.initial_bytes == 0) return sizes;
    const std::uint64_t min_lines = growth.initial_bytes / kLineBytes;
    while (sizes.doublings < kMaxDoublings && lines >> (sizes.doublings + 1) >= min_lines) ++sizes.doublings;
    sizes.first_lines = (lines / bucket_lines >> sizes.doublings) * bucket_lines;
#endif
    return sizes;
  }
  [[nodiscard]] std::uint64_t lines(int level) const {
    return first_lines << level;
  }
  [[nodiscard]] std::uint64_t max_lines() const {
    return lines(doublings);
  }
};

template <class Layout>
struct Level {
  static constexpr bool kHasOrigins = !Layout::kRecoversKey;

  Level(const Sizes& sizes, int level, Pages pages, const Level* before, std::uint64_t lines_in_block)
      : layout(sizes.lines(level)),
        memory(layout.lines() * kLineBytes, layout.lines() * kLineBytes < kHugeFrom ? Pages::Small : pages),
        data(memory.data()),
        number(level),
        last(level == sizes.doublings),
        special(!last || before != nullptr),
        previous(before),
        block_lines(lines_in_block) {
    if constexpr (kHasOrigins) {
      if (!last) origins = Memory(layout.lines() * Layout::kSlots * sizeof(std::uint16_t), Pages::Small);
    }
    if (before == nullptr) return;
    const std::uint64_t count = divide_up(before->layout.lines(), block_lines);
    blocks = std::make_unique<std::atomic<std::uint8_t>[]>(count);
    block_count = count;
    blocks_left.store(count, std::memory_order_relaxed);
    pending.store(true, std::memory_order_relaxed);
  }

  // A table on a file has one level, which is always special: its stores must know the generation of all
  // processes.
  Level(std::uint64_t lines, std::shared_ptr<const SharedMemory> shared)
      : layout(lines),
        memory(std::move(shared)),
        data(memory.data()),
        number(0),
        last(true),
        special(true),
        previous(nullptr),
        block_lines(1) {}

  [[nodiscard]] std::byte* line(std::uint64_t i) const { return data + i * kLineBytes; }
  [[nodiscard]] std::atomic<std::uint16_t>& origin(std::uint64_t i, std::size_t slot) const {
    return reinterpret_cast<std::atomic<std::uint16_t>*>(origins.data())[i * Layout::kSlots + slot];
  }

  // Blocks that are given back together: 2 MiB of them with 128 lines each.
  static constexpr std::uint64_t kGroup = 256;
  static constexpr std::uint64_t kHugeFrom = std::uint64_t{4} << 20;  // a search of a second needs no more

  Layout layout;
  Memory memory;
  std::byte* data;
  int number;
  bool last;
  mutable std::atomic<bool> pending{false};  // blocks of the level before have not been copied yet
  mutable std::atomic<bool> special;         // pending, or not the last: a store has more to do
  const Level* previous;
  std::uint64_t block_lines;
  Memory origins;  // one for each slot: 0 = unknown, else the origin plus one
  std::unique_ptr<std::atomic<std::uint8_t>[]> blocks;  // 0 = not copied, 1 = being copied, 2 = copied
  std::uint64_t block_count = 0;
  mutable std::atomic<std::uint64_t> blocks_left{0}, next_block{0};
};

}  // namespace tt
