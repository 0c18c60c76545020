// ns per operation of one table by itself (Google Benchmark): probes that hit, probes that miss, stores; 64
// MiB to 4 GiB, one and two threads, huge pages and small ones. A figure is best read next to `limit`'s of
// the same size.
//   build/bench/bench/table --benchmark_filter='hit/1024'
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "harness.hpp"
#include "tt/tt.hpp"

namespace {

using Table = tt::Table<tt::Bound>;

constexpr std::size_t kKeys = std::size_t{1} << 20;

// One table at a time: the largest would not fit twice. Google Benchmark calls a benchmark's set-up on one
// thread.
std::unique_ptr<Table> table;
std::vector<std::uint64_t> present, absent;

tt::Bound::Entry entry_for(std::uint64_t key) {
  return {.move = static_cast<std::uint16_t>(key >> 8),
          .score = static_cast<std::int16_t>(key >> 24),
          .depth = bench::depth_of(key),
          .bound = tt::BoundKind::Lower};
}

void set_up(const benchmark::State& state) {
  const auto bytes = static_cast<std::uint64_t>(state.range(0)) << 20;
  table = std::make_unique<Table>(bytes, tt::DefaultReplacement{},
                                  state.range(1) != 0 ? tt::Pages::Huge : tt::Pages::Small);
  // Three quarters full, so that most of what was stored last is still there.
  bench::Uniform filling(~std::uint64_t{0}, 1);
  for (std::uint64_t i = 0; i < bytes / 8 * 3 / 4; ++i) {
    const std::uint64_t key = filling();
    table->store(key, entry_for(key));
  }
  bench::Uniform stored(~std::uint64_t{0}, 2), other(~std::uint64_t{0}, 3);
  present = bench::take(stored, kKeys);
  absent = bench::take(other, kKeys);
  for (const std::uint64_t key : present) table->store(key, entry_for(key));
}

void tear_down(const benchmark::State&) {
  table.reset();
}

void probe_hit(benchmark::State& state) {
  std::size_t i = static_cast<std::size_t>(state.thread_index()) * kKeys / 2;
  for (auto _ : state) benchmark::DoNotOptimize(table->probe(present[i++ % kKeys]));
}

void probe_miss(benchmark::State& state) {
  std::size_t i = static_cast<std::size_t>(state.thread_index()) * kKeys / 2;
  for (auto _ : state) benchmark::DoNotOptimize(table->probe(absent[i++ % kKeys]));
}

void store(benchmark::State& state) {
  std::size_t i = static_cast<std::size_t>(state.thread_index()) * kKeys / 2;
  for (auto _ : state) {
    const std::uint64_t key = absent[i++ % kKeys];
    table->store(key, entry_for(key));
  }
}

void arguments(benchmark::internal::Benchmark* b) {
  b->ArgNames({"MiB", "huge"})->Setup(set_up)->Teardown(tear_down)->UseRealTime();
  for (const int mib : {64, 256, 1024, 4096}) {
    for (const int huge : {1, 0}) b->Args({mib, huge});
  }
  b->Threads(1)->Threads(2);
}

BENCHMARK(probe_hit)->Apply(arguments);
BENCHMARK(probe_miss)->Apply(arguments);
BENCHMARK(store)->Apply(arguments);

}  // namespace

BENCHMARK_MAIN();
