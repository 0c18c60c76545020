// The transposition table: an array of cache lines, shared by any number of threads without a lock.
//
// Concurrency. Any number of threads may call probe, store, prefetch, put, get, mismatch, fill and statistics
// at the same time; a table may grow meanwhile (tt/level.hpp). All table memory is read and written through
// relaxed atomics, so nothing is promised about order: a store may be seen late, or be lost to another
// thread's store into the same line. What is promised is that a hit is a whole entry that some thread stored:
// Bound and Exact entries are one word, and a Proof entry checks itself. (Bound keeps part of the key: see
// there how rarely a hit is for another position.) new_search may be called while others look at fill, ages
// and statistics. clear, resize, shrink, absorb, settle, touch, line, set_policy and reset_statistics are for
// one thread, while no other uses the table.
//
// The vector code (tt/lanes.hpp) reads a line with plain aligned 16- or 32-byte loads instead of atomics. To
// the language that is a data race with another thread's store. To the processor it is not one: x86-64
// processors read each aligned 8-byte word of such a load in one piece, and the result is only used to choose
// a slot, which is then read again as an atomic and checked again. ThreadSanitizer builds use the portable
// code, which has only atomics and gives the same results.
//
// Failure. The constructor and resize throw tt::Error if allocation fails; after a failed resize the table is
// unchanged. If a growing table cannot get memory for the next size, it stays as large as it is.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "tt/key_check.hpp"
#include "tt/layout.hpp"
#include "tt/level.hpp"
#include "tt/memory.hpp"
#include "tt/replacement.hpp"
#include "tt/stats.hpp"

namespace tt {

// Splits [0, count) into one run for each thread and calls work(first, last) on them at the same time. Where
// the system has no more threads to give, this one does what is left.
template <class Work>
void in_parallel(std::uint64_t count, unsigned threads, Work work) {
  threads = std::max(1U, threads);
  const auto first = [&](unsigned run) { return run == threads ? count : count / threads * run; };
  std::vector<std::thread> others;
  others.reserve(threads - 1);
  unsigned started = 1;
  try {
    for (; started < threads; ++started) others.emplace_back(work, first(started), first(started + 1));
  } catch (const std::system_error&) {
  }
  work(std::uint64_t{0}, first(1));
  if (started < threads) work(first(started), count);
  for (std::thread& other : others) other.join();
}

namespace detail {
template <class Layout>
struct KeyOf {
  using Type = std::uint64_t;
};
template <class Layout>
requires requires {
  typename Layout::Key;
}
struct KeyOf<Layout> {
  using Type = typename Layout::Key;
};
constexpr std::uint64_t hash_of(std::uint64_t key) {
  return key;
}
template <class Key>
constexpr std::uint64_t hash_of(const Key& key) {
  return key.hash();
}
}  // namespace detail

template <class Layout, class Replacement = DefaultReplacement, class CountersPolicy = DefaultCounters>
class Table {
 public:
  using LayoutType = Layout;
  using Policy = Replacement;
  using Entry = typename Layout::Entry;
  using Key = typename detail::KeyOf<Layout>::Type;

  explicit Table(std::uint64_t bytes, Replacement policy = {}, Pages pages = Pages::Huge, Growth growth = {})
      : policy_(policy), pages_(pages), growth_(growth), sizes_(sizes_for(bytes)) {
    start_at(0);
  }

  // On memory that other processes use as well (tt/table_file.hpp). It does not grow and keeps its size.
  explicit Table(std::shared_ptr<const SharedMemory> shared, Replacement policy = {})
      : policy_(policy),
        pages_(Pages::Small),
        sizes_(Sizes::from(shared->bytes() / kLineBytes, growth_, bucket_lines<Layout>())),
        shared_(shared) {
    adopt_level(std::make_unique<Level>(sizes_.max_lines(), std::move(shared)));
  }

  // A copy of the entry, if there is one: a std::optional<Entry>, or a Hit, which is used like one. (Or what
  // else the layout's find returns.)
  [[nodiscard]] auto probe(const Key& key) const {
    const Level& level = current();
    if (level.pending.load(std::memory_order_relaxed)) [[unlikely]]
      return probe_while_copying(key);
    const auto place = level.layout.locate(key);
    const auto entry = level.layout.find(level.line(place.line), place);
    counters_.probe(entry.has_value());
    return entry;
  }

  // Always inlined: an entry that is passed in memory was written in pieces and is read as a whole, on which
  // processors stall.
  [[gnu::always_inline]] void store(const Key& key, const Entry& entry) {
    key_check_.note(detail::hash_of(key));
    const Level& level = current();
    if (level.special.load(std::memory_order_relaxed)) [[unlikely]]
      return store_while_growing(key, entry);
    const auto place = level.layout.locate(key);
    const unsigned generation = generation_.load(std::memory_order_relaxed);
    counters_.store(level.layout.store(level.line(place.line), place, entry, generation, policy_));
  }

  // Brings the line near; worth calling as soon as the key of a child is known.
  void prefetch(const Key& key) const {
    const Level& level = current();
    const auto place = level.layout.locate(key);
    if constexpr (requires { place.first_line(); }) {
      prefetch_line(level.line(place.first_line()));
    } else {
      prefetch_line(level.line(place.line));
    }
  }

  // Looks up many keys at once and calls visit(i, entry) for each, in order: the line of a later key is on
  // its way while the earlier ones are looked up.
  template <class Visit>
  void probe_many(std::span<const Key> keys, Visit visit) const {
    constexpr std::size_t kAhead = 8;
    for (std::size_t i = 0; i < std::min(kAhead, keys.size()); ++i) prefetch(keys[i]);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (i + kAhead < keys.size()) prefetch(keys[i + kAhead]);
      visit(i, probe_unbranched(keys[i]));
    }
  }

  // The plain cache face, for tables whose entry is a bare value. A get tells "absent" from "zero".
  void put(std::uint64_t key, std::uint64_t value) requires requires(Entry e) { e.value; }
  { store(key, Entry{value}); }
  [[nodiscard]] std::optional<std::uint64_t> get(std::uint64_t key) const requires requires(Entry e) {
    e.value;
  }
  {
    const auto entry = probe(key);
    return entry ? std::optional<std::uint64_t>(entry->value) : std::nullopt;
  }
  void reset() { clear(); }

  // A new search has begun: what is in the table grows older by one. An entry that nobody has renewed for as
  // many searches as the layout has generations looks young again: rare, for it is the first to be replaced
  // until then.
  void new_search() { set_generation(generation() + 1); }

  // A table that grows starts again with its first size. One on a file is cleared for all processes.
  void clear(unsigned threads = 1) {
    levels_.resize(1);
    Level& first = *levels_.front();
    level_.store(&first, std::memory_order_relaxed);
    first.pending.store(false, std::memory_order_relaxed);
    first.special.store(!first.last || shared_, std::memory_order_relaxed);
    in_parallel(first.layout.lines(), threads, [&](std::uint64_t begin, std::uint64_t end) {
      first.memory.zero(begin * kLineBytes, (end - begin) * kLineBytes);
    });
    if (first.origins.bytes() > 0) first.origins.zero(0, first.origins.bytes());
    filled_.store(0, std::memory_order_relaxed);
    grow_at_.store(threshold(first), std::memory_order_relaxed);
    set_generation(0);
  }

  // Has the system hand out the memory of the present size now, so that no search has to wait for it: where
  // huge pages must be made first, a page can take tens of milliseconds. Keeps every entry.
  void touch(unsigned threads = 1) const {
    constexpr std::uint64_t kPageLines = 4096 / kLineBytes;
    const Level& level = current();
    in_parallel(level.layout.lines(), threads, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t number = first; number < last; number += kPageLines) {
        const Line<std::uint64_t> here(level.line(number));
        const std::uint64_t word = here.load(0);
        if (!shared_) here.store(0, word);  // another process may have stored there meanwhile
      }
    });
  }

  // Changes the maximum size; keeps what fits. A growing table becomes at least as large as it was, if the
  // new maximum allows that.
  void resize(std::uint64_t bytes, unsigned threads = 1) {
    const Sizes sizes = sizes_for(bytes);
    if (sizes.max_lines() == sizes_.max_lines()) return;
    if (shared_) throw Error("a table on a file keeps its size; use another file");
    settle();
    int number = 0;
    while (number < sizes.doublings && sizes.lines(number) < layout().lines()) ++number;
    move_to(sizes, number, threads);
  }

  // Makes a growing table as small as this at once, or as small as its first size. It keeps what fits, and
  // its maximum: as it fills, it grows again.
  void shrink(std::uint64_t bytes, unsigned threads = 1) {
    settle();
    int number = current().number;
    while (number > 0 && sizes_.lines(number) * kLineBytes > bytes) --number;
    if (number < current().number) move_to(sizes_, number, threads);
  }

  // Grows now, if the table may grow but was not allowed to when it had filled up.
  void grow_if_full() {
    const Level& level = current();
    if (!level.last && filled_.load(std::memory_order_relaxed) >= threshold(level)) grow(level);
  }

  // Gives a growing table at least this size (or its maximum) at once: before a large snapshot is loaded.
  // What the table holds is lost.
  void clear_to(std::uint64_t bytes) {
    int number = 0;
    while (number < sizes_.doublings && sizes_.lines(number) * kLineBytes < bytes) ++number;
    std::unique_ptr<Level> level;
    if (number > levels_.front()->number)
      level = std::make_unique<Level>(sizes_, number, pages_, nullptr, growth_.block_lines);  // may throw
    clear();
    if (level) adopt_level(std::move(level));
  }

  // Counts again how full the table is, after entries were absorbed: a growing table goes by that.
  void recount() { filled_.store(estimate_filled(), std::memory_order_relaxed); }

  // Makes a growing table twice as large now, if it is not at its maximum and not just growing.
  void grow() { grow(current()); }

  // Finishes the copying that growing has begun.
  void settle() const {
    const Level& level = current();
    for (std::uint64_t block = 0; block < level.block_count; ++block) copy_block(level, block);
  }

  // Takes over the entries of one line of another table of the same layout, of whatever size: what resizing,
  // loading and merging are made of. `generation` is the other table's; ages are kept. Where there is not
  // room for all, the better ones stay. Several threads may absorb at once.
  void absorb(const Layout& other, std::uint64_t number, std::byte* bytes, unsigned generation) {
    other.visit(bytes, number, generation, [&](const auto& where, const Entry& entry, int age) {
      if constexpr (Layout::kRecoversKey) {
        adopt(layout().locate(where), entry, age);
      } else {
        const auto [first, last] = layout().lines_for(other, number);
        for (std::uint64_t i = first; i <= last; ++i) {
          auto place = where;
          place.line = i;
          adopt(place, entry, age);
        }
      }
    });
  }

  [[nodiscard]] std::uint64_t bytes() const { return layout().lines() * kLineBytes; }  // now
  [[nodiscard]] std::uint64_t max_bytes() const { return sizes_.max_lines() * kLineBytes; }
  [[nodiscard]] bool grows() const { return sizes_.doublings > 0; }
  [[nodiscard]] unsigned generation() const {
    return shared_ ? shared_->generation().load(std::memory_order_relaxed) % Layout::kGenerations
                   : generation_.load(std::memory_order_relaxed);
  }
  void set_generation(unsigned generation) {
    generation_.store(generation % Layout::kGenerations, std::memory_order_relaxed);
    if (shared_) shared_->generation().store(generation % Layout::kGenerations, std::memory_order_relaxed);
  }
  // The memory shared with other processes has become smaller meanwhile: what was in the rest is lost.
  [[nodiscard]] bool lost_memory() const { return shared_ && shared_->lost(); }
  [[nodiscard]] const Layout& layout() const { return current().layout; }
  [[nodiscard]] const Replacement& policy() const { return policy_; }
  void set_policy(Replacement policy) { policy_ = policy; }
  [[nodiscard]] std::byte* line(std::uint64_t number) const { return current().line(number); }

  // How full, per mille of the maximum size, from a sample of lines spread over the table; entries of this
  // search only, if asked.
  [[nodiscard]] int fill(bool this_search_only = false) const {
    std::uint64_t used = 0, seen = 0;
    const Level& level = current();
    sample(
        level, [&](int age) { used += this_search_only && age > 0 ? 0 : 1; }, seen);
    seen <<= sizes_.doublings - level.number;
    return seen == 0 ? 0 : static_cast<int>(used * 1000 / seen);
  }

  // Entries by age in the same sample: [0] = this search.
  [[nodiscard]] std::array<std::uint64_t, Layout::kGenerations> ages() const {
    std::array<std::uint64_t, Layout::kGenerations> histogram{};
    std::uint64_t seen = 0;
    sample(
        current(), [&](int age) { ++histogram[static_cast<std::size_t>(age)]; }, seen);
    return histogram;
  }

  [[nodiscard]] Statistics statistics() const { return counters_.total(); }
  void reset_statistics() { counters_.reset(); }
  // The caller found that a hit belonged to another position.
  void mismatch() const { counters_.mismatch(); }

 private:
  using Level = tt::Level<Layout>;
  static constexpr std::uint64_t kSampleLines = 1024;
  static constexpr std::uint64_t kFillSample = 16;  // one in so many fills is counted
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  [[nodiscard]] Sizes sizes_for(std::uint64_t bytes) const {
    if (bytes < kMinTableBytes)
      throw Error("a table of " + std::to_string(bytes) + " bytes is too small; the minimum is 1 MiB");
    return Sizes::from(bytes / kLineBytes, growth_, bucket_lines<Layout>());
  }

  [[nodiscard]] const Level& current() const {
    TT_SCHEDULE();
    return *level_.load(std::memory_order_acquire);
  }

  // Entries at which a level is full enough for the next. A direct-mapped layout loses entries to collisions
  // long before it is full.
  std::uint64_t threshold(const Level& level) const {
    if (level.last) return kNever;
    return level.layout.lines() * slots_in_line(level) * Layout::kGrowAt / 8;
  }

  void start_at(int number) {
    adopt_level(std::make_unique<Level>(sizes_, number, pages_, nullptr, growth_.block_lines));
  }
  void adopt_level(std::unique_ptr<Level> level) {
    levels_.push_back(std::move(level));
    grow_at_.store(threshold(*levels_.back()), std::memory_order_relaxed);
    level_.store(levels_.back().get(), std::memory_order_release);
  }

  // Another size, now. Old pages are given back as their entries are taken over, so that both sizes together
  // take little more than the larger one.
  void move_to(const Sizes& sizes, int number, unsigned threads) {
    auto level = std::make_unique<Level>(sizes, number, pages_, nullptr, growth_.block_lines);  // may throw
    const auto old_levels = std::exchange(levels_, {});
    const Level& old = *old_levels.back();
    sizes_ = sizes;
    adopt_level(std::move(level));
    in_parallel(old.layout.lines(), threads, [&](std::uint64_t first, std::uint64_t last) {
      constexpr std::uint64_t kPiece = (std::uint64_t{2} << 20) / kLineBytes;
      std::uint64_t begin = first;  // of what has not been given back
      for (std::uint64_t i = first; i < last; ++i) {
        absorb(old.layout, i, old.line(i), generation());
        if ((i + 1) % kPiece != 0) continue;
        old.memory.release_pages(begin * kLineBytes, (i + 1 - begin) * kLineBytes);
        begin = i + 1;
      }
    });
    recount();
  }

  // The parts of probe and store that only a table that still grows needs. They repeat the whole operation:
  // a call in the middle of the other path would make it keep everything in registers that survive calls.
  [[gnu::noinline]] auto probe_while_copying(const Key key) const {
    const Level& level = current();
    const auto place = level.layout.locate(key);
    copy_block_of(level, place.line);
    const auto entry = level.layout.find(level.line(place.line), place);
    counters_.probe(entry.has_value());
    return entry;
  }

  [[nodiscard]] auto probe_unbranched(const Key& key) const {
    if constexpr (requires(const Layout& layout, std::byte* line, const decltype(layout.locate(key))& place) {
                    layout.find_unbranched(line, place);
                  }) {
      const Level& level = current();
      if (level.pending.load(std::memory_order_relaxed)) [[unlikely]]
        return probe_while_copying(key);
      const auto place = level.layout.locate(key);
      const auto entry = level.layout.find_unbranched(level.line(place.line), place);
      counters_.probe(entry.has_value());
      return entry;
    } else {
      return probe(key);
    }
  }

  [[gnu::noinline]] void store_while_growing(const Key key, const Entry entry) {
    const Level& level = current();
    const auto place = level.layout.locate(key);
    const bool pending = level.pending.load(std::memory_order_relaxed);
    if (pending) {
      copy_block_of(level, place.line);
      copy_next_block(level);
    }
    const Stored stored = level.layout.store(level.line(place.line), place, entry, generation(), policy_);
    counters_.store(stored);
    if (level.last) return;
    if constexpr (Level::kHasOrigins) {
      if (stored != Stored::Refused) note_origin(level, key, place);
    }
    const std::uint64_t limit = grow_at_.load(std::memory_order_relaxed);
    if (stored == Stored::Filled) {
      if ((detail::hash_of(key) * 0x9e3779b97f4a7c15ULL) >> 60 == 0 &&
          filled_.fetch_add(kFillSample, std::memory_order_relaxed) + kFillSample >= limit)
        grow(level);
    } else if constexpr (requires { Layout::kGrowsWhenFull; }) {
      // A full bucket in a table that is not.
      if (is_replacement(stored) && filled_.load(std::memory_order_relaxed) >= limit / 2) grow(level);
    }
  }

  template <class Place>
  void note_origin(const Level& level, std::uint64_t key, const Place& place) {
    const std::size_t slot = level.layout.slot_of(level.line(place.line), place);
    const std::uint64_t origin = multiply_high(key, sizes_.max_lines()) & low_mask(sizes_.doublings);
    if (slot == Layout::kSlots) return;
    TT_SCHEDULE();
    level.origin(place.line, slot).store(static_cast<std::uint16_t>(origin + 1), std::memory_order_relaxed);
  }

  void grow(const Level& level) {
    if (growing_.exchange(true, std::memory_order_acquire)) return;  // another thread is doing it
    if (&current() == &level && !level.last && !level.pending.load(std::memory_order_relaxed)) {
      if (growth_.allowed != nullptr && !growth_.allowed(sizes_.lines(level.number + 1) * kLineBytes)) {
        grow_at_.fetch_add(std::max<std::uint64_t>(threshold(level) / 8, 1), std::memory_order_relaxed);
        growing_.store(false, std::memory_order_release);
        return;
      }
      try {
        adopt_level(std::make_unique<Level>(sizes_, level.number + 1, pages_, &level, growth_.block_lines));
      } catch (const std::exception&) {
        grow_at_.store(kNever, std::memory_order_relaxed);
      }
    }
    growing_.store(false, std::memory_order_release);
  }

  [[gnu::noinline]] void copy_block_of(const Level& level, std::uint64_t line) const {
    copy_block(level, line / 2 / level.block_lines);
  }
  [[gnu::noinline]] void copy_next_block(const Level& level) const {
    const std::uint64_t block = level.next_block.fetch_add(1, std::memory_order_relaxed);
    if (block >= level.block_count) return;
    copy_block(level, block);
    if (block % Level::kGroup == Level::kGroup - 1) release_group(level, block + 1 - Level::kGroup);
  }

  // Gives the old memory of a group of blocks back, if all of them were copied.
  void release_group(const Level& level, std::uint64_t first) const {
    for (std::uint64_t block = first; block < first + Level::kGroup; ++block) {
      if (level.blocks[block].load(std::memory_order_acquire) != 2) return;
    }
    const std::uint64_t bytes = level.block_lines * kLineBytes;
    const Level& from = *level.previous;
    from.memory.release_pages(first * bytes, Level::kGroup * bytes);
    if constexpr (Level::kHasOrigins) {
      const std::uint64_t origins = level.block_lines * Layout::kSlots * sizeof(std::uint16_t);
      from.origins.release_pages(first * origins, Level::kGroup * origins);
    }
  }

  void copy_block(const Level& level, std::uint64_t block) const {
    auto& flag = level.blocks[block];
    std::uint8_t untouched = 0;
    TT_SCHEDULE();
    if (flag.load(std::memory_order_relaxed) != 0 ||
        !flag.compare_exchange_strong(untouched, 1, std::memory_order_relaxed))
      return;
    const Level& from = *level.previous;
    const std::uint64_t first = block * level.block_lines;
    const std::uint64_t last = std::min(first + level.block_lines, from.layout.lines());
    for (std::uint64_t number = first; number < last; ++number) split(from, number, level);
    flag.store(2, std::memory_order_release);
    TT_SCHEDULE();
    if (level.blocks_left.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    from.memory.release_pages(0, from.memory.bytes());
    if (from.origins.bytes() > 0) from.origins.release_pages(0, from.origins.bytes());
    level.special.store(!level.last, std::memory_order_relaxed);
    level.pending.store(false, std::memory_order_release);
  }

  // Copies the entries of one line to the two lines that take its place in a table twice as large.
  void split(const Level& from, std::uint64_t number, const Level& to) const {
    if constexpr (Level::kHasOrigins) {
      for (std::size_t slot = 0; slot < Layout::kSlots; ++slot) {
        const std::uint16_t origin = from.origin(number, slot).load(std::memory_order_relaxed);
        const unsigned bit = origin == 0 ? 0 : (origin - 1U) >> (sizes_.doublings - to.number) & 1;
        for (unsigned child = 0; child < 2; ++child) {
          if (origin != 0 && child != bit) continue;
          const std::uint64_t line = 2 * number + child;
          const std::size_t there = Layout::copy_slot(from.line(number), slot, to.line(line));
          if (there < Layout::kSlots && !to.last)
            to.origin(line, there).store(origin, std::memory_order_relaxed);
        }
      }
    } else {
      from.layout.visit(from.line(number), number, generation(),
                        [&](const Key& key, const Entry& entry, int) {
                          const auto place = to.layout.locate(key);
                          to.layout.store(to.line(place.line), place, entry, generation(), KeepBest{});
                        });
    }
  }

  template <class Place>
  void adopt(const Place& place, const Entry& entry, int age) {
    const Level& level = current();
    std::byte* const to = level.line(place.line);
    if constexpr (Layout::kGenerations > 1) {
      level.layout.store(to, place, entry, generation(), KeepBest{}, age);
    } else {
      level.layout.store(to, place, entry, generation(), KeepBest{});
    }
    if constexpr (Level::kHasOrigins) {
      if (level.last) return;
      const std::size_t slot = level.layout.slot_of(to, place);
      if (slot < Layout::kSlots) level.origin(place.line, slot).store(0, std::memory_order_relaxed);
    }
  }

  static std::size_t slots_in_line(const Level& level) {
    if constexpr (requires { Layout::kSlots; }) {
      return Layout::kSlots;
    } else {
      return level.layout.slots();
    }
  }

  std::uint64_t estimate_filled() const {
    const Level& level = current();
    std::uint64_t used = 0, seen = 0;
    sample(
        level, [&](int) { ++used; }, seen);
    return level.layout.lines() * slots_in_line(level) * used / std::max<std::uint64_t>(seen, 1);
  }

  template <class Count>
  void sample(const Level& level, Count count, std::uint64_t& seen) const {
    const std::uint64_t lines = std::min(kSampleLines, level.layout.lines());
    for (std::uint64_t i = 0; i < lines; ++i) {
      const std::uint64_t number = level.layout.lines() / lines * i;
      level.layout.visit(level.line(number), number, generation(),
                         [&](const auto&, const Entry&, int age) { count(age); });
      seen += slots_in_line(level);
    }
  }

  std::atomic<Level*> level_{nullptr};
  std::atomic<unsigned> generation_{0};
  [[no_unique_address]] Replacement policy_;
  Pages pages_;
  Growth growth_;
  Sizes sizes_;
  std::vector<std::unique_ptr<Level>> levels_;  // the current one is the last
  std::shared_ptr<const SharedMemory> shared_;  // null, unless other processes use the memory as well
  std::atomic<std::uint64_t> filled_{0}, grow_at_{0};
  std::atomic<bool> growing_{false};
  [[no_unique_address]] CountersPolicy counters_;
#if defined(NDEBUG)
  [[no_unique_address]] NoKeyCheck key_check_;
#else
  // A layout that mixes keys itself takes any.
  [[no_unique_address]] std::conditional_t < requires {
    Layout::kKeyBits;
  }
  , NoKeyCheck, KeyCheck > key_check_;
#endif
};

}  // namespace tt
