// usage: rivals [--size MiB] [--rounds N] [--lossy] [--hit-rates]
//
// The same work in the same run: probe a key, and store it where it is not found. Rounds are interleaved,
// times are processor time, each figure is a median; "ahead" means prefetched 8 keys before. The limit is
// that of reading and writing one random line (limit.hpp) in this same run.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>

#include "harness.hpp"
#include "limit.hpp"
#include "rivals/contestant.hpp"
#include "rivals/lossless.hpp"
#include "rivals/lossy.hpp"
#include "tt/tt.hpp"

namespace {

constexpr std::size_t kAhead = 8;
constexpr std::size_t kOps = std::size_t{1} << 20;

template <class Counting>
class Ours {
 public:
  static constexpr const char* kName = Counting::kCounts ? "tt::Table<Bound>" : "tt::Table<Bound>, uncounted";
  static constexpr const char* kKind = "lossy";

  explicit Ours(std::uint64_t bytes) : table_(bytes) {}
  void prefetch(std::uint64_t key) const { table_.prefetch(key); }
  void new_search() { table_.new_search(); }
  template <class Make>
  int probe_or_store(std::uint64_t key, Make make) {
    if (const auto hit = table_.probe(key)) return hit->score;
    table_.store(key, make());
    return rivals::kAbsent;
  }

 private:
  tt::Table<tt::Bound, tt::DefaultReplacement, Counting> table_;
};

// Inlined always, so that each contestant pays for the fields it keeps, and none for a call that the others
// were spared.
[[gnu::always_inline]] inline tt::Bound::Entry entry_for(std::uint64_t key) {
  return {.move = static_cast<std::uint16_t>(key >> 8),
          .score = static_cast<std::int16_t>(key >> 24),
          .depth = bench::depth_of(key),
          .bound = tt::BoundKind::Lower};
}

struct Result {
  std::uint64_t hits = 0, wrong = 0;
};

template <bool Prefetch, class Table>
[[gnu::noinline]] Result work(Table& table, const std::vector<std::uint64_t>& keys) {
  std::uint64_t hits = 0, sum = 0;
  const std::size_t last = keys.size() - 1;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if constexpr (Prefetch) table.prefetch(keys[std::min(i + kAhead, last)]);
    const int score = table.probe_or_store(keys[i], [&] { return entry_for(keys[i]); });
    if (score != rivals::kAbsent) {
      ++hits;
      sum += static_cast<std::uint64_t>(score);
    }
  }
  bench::keep(sum);
  return {hits, 0};
}

// A contestant with its type forgotten; one indirect call for a million operations.
struct Contestant {
  std::string name, kind;
  std::function<Result(const std::vector<std::uint64_t>&, bool prefetch)> run;
  std::function<void()> new_search;
  std::vector<double> plain = {}, ahead = {}, two = {};
  std::uint64_t hits = 0, probes = 0;
};

template <class Table>
Contestant contestant(std::uint64_t bytes) {
  auto table = std::make_shared<Table>(bytes);
  return {Table::kName, Table::kKind,
          [table](const std::vector<std::uint64_t>& keys, bool prefetch) {
            return prefetch ? work<true>(*table, keys) : work<false>(*table, keys);
          },
          [table] { table->new_search(); }};
}

std::vector<Contestant> field(std::uint64_t bytes, bool lossless) {
  std::vector<Contestant> all;
  all.push_back(contestant<Ours<tt::Counters>>(bytes));
  all.push_back(contestant<Ours<tt::NoCounters>>(bytes));
  all.push_back(contestant<rivals::StockfishLayout>(bytes));
  all.push_back(contestant<rivals::PonsLayout>(bytes));
  all.push_back(contestant<rivals::DepthSingle>(bytes));
  if (lossless) {
    all.push_back(contestant<rivals::ShardedAbsl>(bytes));
    all.push_back(contestant<rivals::TbbMap>(bytes));
    all.push_back(contestant<rivals::Cuckoo>(bytes));
  }
  return all;
}

void race(std::uint64_t bytes, int rounds, bool lossless) {
  // Half as many positions again as the table of 8-byte entries could hold.
  const std::uint64_t universe = bytes / 8 * 3 / 2;
  auto all = field(bytes, lossless);
  for (Contestant& c : all) {
    bench::together(2, [&](unsigned thread) {
      bench::Uniform stream(universe, 100 + thread);
      for (std::uint64_t done = 0; done < universe * 3 / 4; done += kOps)
        c.run(bench::take(stream, kOps), true);
    });
    std::fprintf(stderr, "filled %s\n", c.name.c_str());
  }
  bench::Lines lines(bytes);
  std::vector<double> limit_read, limit_write;
  bench::Uniform stream(universe, 1);
  for (int round = 0; round < rounds; ++round) {
    const auto keys = bench::take(stream, kOps), more = bench::take(stream, kOps);
    const auto ns = [&](auto body) { return bench::seconds(body) * 1e9 / static_cast<double>(kOps); };
    limit_read.push_back(ns([&] { bench::keep(lines.prefetched(keys, kAhead)); }));
    limit_write.push_back(ns([&] { bench::keep(lines.prefetched_write(keys, kAhead)); }));
    for (Contestant& c : all) {
      c.plain.push_back(ns([&] {
        c.hits += c.run(keys, false).hits;
        c.probes += kOps;
      }));
      c.ahead.push_back(ns([&] { c.run(more, true); }));
      // Two threads: how many operations in a second of both, against one.
      std::array<double, 2> each{};
      const std::array streams = {bench::take(stream, kOps), bench::take(stream, kOps)};
      bench::together(2, [&](unsigned i) {
        each[i] = bench::seconds([&] { c.run(streams[i], false); }) * 1e9 / static_cast<double>(kOps);
      });
      c.two.push_back(1 / (1 / each[0] + 1 / each[1]));
    }
  }
  const double limit = bench::median(limit_write);
  std::printf("%llu MiB, uniform keys, 1.5 times as many as 8-byte entries\n",
              static_cast<unsigned long long>(bytes >> 20));
  std::printf("limit, prefetched %zu ahead: read %.1f ns, read and written %.1f ns\n\n", kAhead,
              bench::median(limit_read), limit);
  std::printf("%-34s %-9s %9s %8s %9s %8s %9s %9s %8s\n", "table", "kind", "ns/op", "x first", "ahead",
              "x limit", "2 threads", "speed-up", "hits");
  for (const Contestant& c : all) {
    std::printf("%-34s %-9s %9.1f %8.2f %9.1f %8.2f %9.1f %9.2f %7.1f%%\n", c.name.c_str(), c.kind.c_str(),
                bench::median(c.plain), bench::median(c.plain) / bench::median(all[0].plain),
                bench::median(c.ahead), bench::median(c.ahead) / limit, bench::median(c.two),
                bench::median(c.plain) / bench::median(c.two),
                100 * static_cast<double>(c.hits) / static_cast<double>(c.probes));
  }
}

// Hit rates at equal bytes for streams of different skew, after the table has seen the stream for a while.
void hit_rates(std::uint64_t bytes, bool lossless) {
  const std::uint64_t universe = bytes / 8 * 4;
  const auto show = [&](const char* name, auto make) {
    auto all = field(bytes, lossless);
    for (Contestant& c : all) {
      auto stream = make();
      for (std::uint64_t done = 0; done < universe; done += kOps) c.run(bench::take(stream, kOps), true);
      for (int i = 0; i < 8; ++i) {
        c.hits += c.run(bench::take(stream, kOps), true).hits;
        c.probes += kOps;
      }
      std::printf("%-10s %-34s %-9s %6.2f%%\n", name, c.name.c_str(), c.kind.c_str(),
                  100 * static_cast<double>(c.hits) / static_cast<double>(c.probes));
    }
  };
  std::printf("hit rates in %llu MiB, 4 times as many keys as 8-byte entries\n",
              static_cast<unsigned long long>(bytes >> 20));
  show("uniform", [&] { return bench::Uniform(universe, 5); });
  show("zipf 0.99", [&] { return bench::Zipf(universe, 0.99, 5); });
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t bytes = std::uint64_t{1} << 30;
  int rounds = 15;
  bool lossless = true, rates = false;
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    if (arg == "--size" && i + 1 < argc) {
      bytes = std::strtoull(argv[++i], nullptr, 10) << 20;
    } else if (arg == "--rounds" && i + 1 < argc) {
      rounds = std::atoi(argv[++i]);
    } else if (arg == "--lossy") {
      lossless = false;
    } else if (arg == "--hit-rates") {
      rates = true;
    } else {
      bytes = 0;
    }
  }
  if (bytes < tt::kMinTableBytes || rounds < 1) {
    std::fprintf(stderr, "usage: rivals [--size MiB] [--rounds N] [--lossy] [--hit-rates]\n");
    return 2;
  }
  if (rates) {
    hit_rates(bytes, lossless);
  } else {
    race(bytes, rounds, lossless);
  }
}
