// usage: hammer [OPERATIONS [THREADS]]
//
// Threads hammer a table of 1 MiB, far too small for the keys, with values that are a function of the key.
// Every hit must satisfy the function; for Bound, but for the share of wrong hits that its comment allows.
// 10^8 operations unless told otherwise; the exit status is 1 if anything was torn.
#include <cstdio>
#include <cstdlib>

#include "harness.hpp"
#include "tt/tt.hpp"

namespace {

struct Found {
  std::uint64_t hits = 0, wrong = 0;
};

template <class Table, class Entry>
Found hammer(Table& table, std::uint64_t operations, unsigned threads, Entry entry_for, std::uint64_t mask) {
  std::vector<Found> found(threads);
  bench::together(threads, [&](unsigned thread) {
    bench::Uniform keys(std::uint64_t{1} << 18, thread + 1);
    Found mine;
    for (std::uint64_t i = 0; i < operations / threads; ++i) {
      const std::uint64_t key = keys() & mask;
      if (const auto hit = table.probe(key)) {
        ++mine.hits;
        if (!(*hit == entry_for(key))) ++mine.wrong;
      } else {
        table.store(key, entry_for(key));
      }
    }
    found[thread] = mine;
  });
  Found sum;
  for (const Found& one : found) {
    sum.hits += one.hits;
    sum.wrong += one.wrong;
  }
  return sum;
}

bool report(const char* name, std::uint64_t operations, const Found& found, double allowed) {
  std::printf("%-8s %llu operations, %llu hits, %llu wrong (%.0f may be)\n", name,
              static_cast<unsigned long long>(operations), static_cast<unsigned long long>(found.hits),
              static_cast<unsigned long long>(found.wrong), allowed);
  std::fflush(stdout);
  return static_cast<double>(found.wrong) <= allowed && found.hits > operations / 100;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t operations = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100'000'000;
  const auto threads = static_cast<unsigned>(argc > 2 ? std::atoi(argv[2]) : 2);
  if (operations < 1000 || threads < 1 || threads > 256) {
    std::fprintf(stderr, "usage: hammer [OPERATIONS, from 1000 [THREADS, 1 to 256]]\n");
    return 2;
  }
  constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
  bool good = true;
  {
    tt::Table<tt::Bound> table(kMiB);
    const auto entry = [](std::uint64_t key) {
      return tt::Bound::Entry{static_cast<std::uint16_t>(key >> 20), static_cast<std::int16_t>(key >> 36),
                              static_cast<std::uint8_t>(key >> 52 & 127), tt::BoundKind::Lower};
    };
    const double chance = 8.0 / (1 << tt::Bound::kCheckBits) * static_cast<double>(operations);
    good &= report("Bound", operations, hammer(table, operations, threads, entry, ~std::uint64_t{0}),
                   chance + 100);
  }
  {
    using Layout = tt::Exact<49, 8>;
    tt::Table<Layout> table(kMiB);
    const auto entry = [](std::uint64_t key) { return Layout::Entry{key % 251}; };
    good &= report("Exact", operations, hammer(table, operations, threads, entry, tt::low_mask(49)), 0);
  }
  {
    tt::Table<tt::Proof> table(kMiB);
    const auto entry = [](std::uint64_t key) {
      tt::Proof::Entry made;
      made.pn = static_cast<std::uint32_t>(key & 0xffff);
      made.dn = static_cast<std::uint32_t>(key >> 16 & 0xffff);
      made.move = static_cast<std::uint16_t>(key >> 32 & 0xfff);
      made.work = 1;
      return made;
    };
    good &= report("Proof", operations, hammer(table, operations, threads, entry, ~std::uint64_t{0}), 0);
  }
  return good ? 0 : 1;
}
