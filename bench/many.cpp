// usage: many [MiB [ROUNDS]]      lookups with the line on its way, as multiples of what the memory allows
//
// Random keys, of which the table holds about six in ten. "One by one": prefetch(key + 8), probe(key).
// "probe_many": the batch interface. The limit is that of reading one random line, prefetched as far ahead
// (limit.hpp), in the same run; rounds are interleaved, times are processor time, each figure is a median.
#include <cstdio>
#include <cstdlib>

#include "harness.hpp"
#include "limit.hpp"
#include "tt/tt.hpp"

namespace {

constexpr std::size_t kAhead = 8;
constexpr std::size_t kOps = std::size_t{1} << 20;
using Keys = std::vector<std::uint64_t>;

template <class Table>
[[gnu::noinline]] std::uint64_t one_by_one(const Table& table, const Keys& keys) {
  std::uint64_t sum = 0;
  const std::size_t last = keys.size() - 1;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    table.prefetch(keys[std::min(i + kAhead, last)]);
    const auto hit = table.probe(keys[i]);
    sum += static_cast<std::uint64_t>(hit.has_value()) + hit->move;
  }
  return sum;
}

template <class Table>
[[gnu::noinline]] std::uint64_t many(const Table& table, const Keys& keys) {
  std::uint64_t sum = 0;
  table.probe_many(keys, [&](std::size_t, const auto& hit) {
    sum += static_cast<std::uint64_t>(hit.has_value()) + hit->move;
  });
  return sum;
}

template <class Counting>
struct Figures {
  explicit Figures(std::uint64_t bytes) : table(bytes) {}
  tt::Table<tt::Bound, tt::DefaultReplacement, Counting> table;
  std::vector<double> single = {}, batch = {};

  void fill(std::uint64_t universe) {
    bench::Uniform stream(universe, 7);
    for (std::uint64_t i = 0; i < universe; ++i) {
      const std::uint64_t key = stream();
      table.store(key, {.move = static_cast<std::uint16_t>(key >> 8),
                        .score = 1,
                        .depth = bench::depth_of(key),
                        .bound = tt::BoundKind::Lower});
    }
  }
  void round(const Keys& keys) {
    const auto ns = [&](auto work) { return bench::seconds(work) * 1e9 / static_cast<double>(kOps); };
    single.push_back(ns([&] { bench::keep(one_by_one(table, keys)); }));
    batch.push_back(ns([&] { bench::keep(many(table, keys)); }));
  }
  void show(const char* name, double limit) {
    const double one = bench::median(single), all = bench::median(batch);
    std::printf("%-10s one by one %5.1f ns (%.2f x limit), probe_many %5.1f ns (%.2f x limit)\n", name, one,
                one / limit, all, all / limit);
  }
};

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t bytes = static_cast<std::uint64_t>(argc > 1 ? std::atoi(argv[1]) : 1024) << 20;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 15;
  if (bytes < tt::kMinTableBytes || rounds < 1) return 2;
  const std::uint64_t universe = bytes / 8 * 3 / 2;
  Figures<tt::Counters> counted(bytes);
  Figures<tt::NoCounters> uncounted(bytes);
  counted.fill(universe);
  uncounted.fill(universe);
  const bench::Lines lines(bytes);
  std::vector<double> limits;
  bench::Uniform stream(universe, 1);
  for (int round = 0; round < rounds; ++round) {
    const Keys keys = bench::take(stream, kOps);
    limits.push_back(bench::seconds([&] { bench::keep(lines.prefetched(keys, kAhead)); }) * 1e9 /
                     static_cast<double>(kOps));
    counted.round(keys);
    uncounted.round(keys);
  }
  const double limit = bench::median(limits);
  const tt::Statistics seen = counted.table.statistics();
  std::printf("%llu MiB, %.1f%% hits; limit %.1f ns\n", static_cast<unsigned long long>(bytes >> 20),
              100 * seen.hit_rate(), limit);
  counted.show("counted", limit);
  uncounted.show("uncounted", limit);
}
