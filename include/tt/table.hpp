// The transposition table: an array of cache lines, shared by any number of threads without a lock.
//
// Concurrency. Any number of threads may call probe, store, prefetch, put, get, mismatch, fill and statistics
// at the same time. All table memory is read and written through relaxed atomics, so there is no data race in
// the language's sense, and nothing is promised about order: a store may be seen late, or be lost to another
// thread's store into the same line. What is promised is that a hit is a whole entry that some thread stored:
// Bound and Exact entries are one word, and a Proof entry checks itself. (Bound keeps part of the key: see
// there how rarely a hit is for another position.) new_search may come while others look at fill, ages and
// statistics. clear, resize, absorb, set_policy and reset_statistics are for one thread, while no other uses
// the table.
//
// Failure. The constructor and resize throw Error where the memory is not to be had; after a failed
// resize the table is as it was. Nothing else throws.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "tt/key_check.hpp"
#include "tt/layout.hpp"
#include "tt/memory.hpp"
#include "tt/replacement.hpp"
#include "tt/stats.hpp"

namespace tt {

inline constexpr std::uint64_t kMinTableBytes = std::uint64_t{1} << 20;

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

template <class Layout, class Replacement = DefaultReplacement, class CountersPolicy = DefaultCounters>
class Table {
 public:
  using Entry = typename Layout::Entry;

  explicit Table(std::uint64_t bytes, Replacement policy = {}, Pages pages = Pages::Huge)
      : pages_(pages),
        layout_(lines_in(bytes)),
        memory_(layout_.lines() * kLineBytes, pages),
        policy_(policy) {}

  // A copy of the entry, if there is one: a std::optional<Entry>, or a Hit, which is used like one.
  [[nodiscard]] auto probe(std::uint64_t key) const {
    const auto place = layout_.locate(key);
    const auto entry = layout_.find(line(place.line), place);
    counters_.probe(entry.has_value());
    return entry;
  }

  void store(std::uint64_t key, const Entry& entry) {
    key_check_.note(key);
    const auto place = layout_.locate(key);
    counters_.store(layout_.store(line(place.line), place, entry, generation(), policy_));
  }

  // Brings the line near; worth calling as soon as the key of a child is known.
  void prefetch(std::uint64_t key) const { prefetch_line(line(layout_.locate(key).line)); }

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

  void clear(unsigned threads = 1) {
    in_parallel(layout_.lines(), threads, [this](std::uint64_t first, std::uint64_t last) {
      memory_.zero(first * kLineBytes, (last - first) * kLineBytes);
    });
    set_generation(0);
  }

  // Has the system hand out all the memory now, so that no search has to wait for it: where huge pages must
  // be made first, a page can take tens of milliseconds. Keeps every entry; not while another thread stores.
  void touch(unsigned threads = 1) const {
    constexpr std::uint64_t kPageLines = 4096 / kLineBytes;
    in_parallel(layout_.lines(), threads, [this](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t number = first; number < last; number += kPageLines) {
        const Line<std::uint64_t> here(line(number));
        here.store(0, here.load(0));
      }
    });
  }

  // Keeps what fits. Needs room for the old and the new table at once.
  void resize(std::uint64_t bytes, unsigned threads = 1) {
    if (lines_in(bytes) == layout_.lines()) return;
    const Layout old_layout = layout_;
    Layout new_layout(lines_in(bytes));
    Memory new_memory(new_layout.lines() * kLineBytes, pages_);  // throws before anything has changed
    const Memory old_memory = std::exchange(memory_, std::move(new_memory));
    layout_ = new_layout;
    in_parallel(old_layout.lines(), threads, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t i = first; i < last; ++i)
        absorb(old_layout, i, old_memory.data() + i * kLineBytes, generation());
    });
  }

  // Takes over the entries of one line of another table of the same layout, of whatever size: what resizing,
  // loading and merging are made of. `generation` is the other table's; ages are kept. Where there is not
  // room for all, the better ones stay. Several threads may absorb at once.
  void absorb(const Layout& other, std::uint64_t number, std::byte* bytes, unsigned generation) {
    other.visit(bytes, number, generation, [&](const auto& where, const Entry& entry, int age) {
      if constexpr (Layout::kRecoversKey) {
        adopt(layout_.locate(where), entry, age);
      } else {
        const auto [first, last] = layout_.lines_for(other, number);
        for (std::uint64_t i = first; i <= last; ++i) {
          auto place = where;
          place.line = i;
          adopt(place, entry, age);
        }
      }
    });
  }

  [[nodiscard]] std::uint64_t bytes() const { return layout_.lines() * kLineBytes; }
  [[nodiscard]] unsigned generation() const { return generation_.load(std::memory_order_relaxed); }
  void set_generation(unsigned generation) {
    generation_.store(generation % Layout::kGenerations, std::memory_order_relaxed);
  }
  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] const Replacement& policy() const { return policy_; }
  void set_policy(Replacement policy) { policy_ = policy; }
  [[nodiscard]] std::byte* line(std::uint64_t number) const { return memory_.data() + number * kLineBytes; }

  // How full, per mille, from a sample of lines spread over the table; entries of this search only, if asked.
  [[nodiscard]] int fill(bool this_search_only = false) const {
    std::uint64_t used = 0, seen = 0;
    sample([&](int age) { used += this_search_only && age > 0 ? 0 : 1; }, seen);
    return seen == 0 ? 0 : static_cast<int>(used * 1000 / seen);
  }

  // Entries by age in the same sample: [0] = this search.
  [[nodiscard]] std::array<std::uint64_t, Layout::kGenerations> ages() const {
    std::array<std::uint64_t, Layout::kGenerations> histogram{};
    std::uint64_t seen = 0;
    sample([&](int age) { ++histogram[static_cast<std::size_t>(age)]; }, seen);
    return histogram;
  }

  [[nodiscard]] Statistics statistics() const { return counters_.total(); }
  void reset_statistics() { counters_.reset(); }
  // The caller found that a hit belonged to another position.
  void mismatch() const { counters_.mismatch(); }

 private:
  static constexpr std::uint64_t kSampleLines = 1024;

  static std::uint64_t lines_in(std::uint64_t bytes) {
    if (bytes < kMinTableBytes) {
      throw Error("a table of " + std::to_string(bytes) + " bytes is too small; the least is 1 MiB");
    }
    return bytes / kLineBytes;
  }

  template <class Place>
  void adopt(const Place& place, const Entry& entry, int age) {
    std::byte* const to = line(place.line);
    if constexpr (Layout::kGenerations > 1) {
      layout_.store(to, place, entry, generation(), KeepBest{}, age);
    } else {
      layout_.store(to, place, entry, generation(), KeepBest{});
    }
  }

  std::size_t slots_in_line() const {
    if constexpr (requires { Layout::kSlots; }) {
      return Layout::kSlots;
    } else {
      return layout_.slots();
    }
  }

  template <class Count>
  void sample(Count count, std::uint64_t& seen) const {
    const std::uint64_t lines = std::min(kSampleLines, layout_.lines());
    for (std::uint64_t i = 0; i < lines; ++i) {
      const std::uint64_t number = layout_.lines() / lines * i;
      layout_.visit(line(number), number, generation(),
                    [&](const auto&, const Entry&, int age) { count(age); });
      seen += slots_in_line();
    }
  }

  Pages pages_;
  Layout layout_;
  Memory memory_;
  std::atomic<unsigned> generation_{0};
  [[no_unique_address]] Replacement policy_;
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
