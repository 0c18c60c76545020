// usage: growth [MiB]        the longest pause of a thread that stores while its table grows to this size
//                            (1024)
//        growth long [MiB]   what growing costs in a long run: eight lookups, and stores where nothing is
//                            found, for each entry that the table has room for (64)
//
// Times are processor time, so that other programs on the machine do not count. What the system does for the
// thread (making pages) does count.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "harness.hpp"
#include "tt/tt.hpp"

namespace {

double thread_ms() {
  return 1e3 * bench::thread_seconds();
}

void measure(const char* name, std::uint64_t bytes, const tt::Growth& growth) {
  tt::Table<tt::Bound> table(bytes, {}, tt::Pages::Huge, growth);
  double longest = 0;
  const double start = thread_ms();
  double last = start;
  const std::uint64_t stores = bytes / 8 / 2;  // it has its full size after 3/16
  for (std::uint64_t key = 0; key < stores; ++key) {
    const auto depth = static_cast<std::uint8_t>(key % 16);
    table.store(tt::mix(key), {.move = 1, .score = 2, .depth = depth, .bound = tt::BoundKind::Lower});
    const double now = thread_ms();
    longest = std::max(longest, now - last);
    last = now;
  }
  std::printf(
      "%-8s %llu stores, %.0f ns each with the clock, longest pause %.2f ms, size at the end %llu MiB\n",
      name, static_cast<unsigned long long>(stores), 1e6 * (last - start) / static_cast<double>(stores),
      longest, static_cast<unsigned long long>(table.bytes() >> 20));
  std::fflush(stdout);
}

// Nanoseconds of one lookup, with its store.
double long_run(std::uint64_t bytes, const tt::Growth& growth) {
  const std::uint64_t slots = bytes / 8, operations = 8 * slots;
  const double start = thread_ms();
  tt::Table<tt::Bound> table(bytes, {}, tt::Pages::Huge, growth);
  bench::Uniform stream(slots * 3 / 2, 1);
  for (std::uint64_t i = 0; i < operations; ++i) {
    const std::uint64_t key = stream();
    if (table.probe(key)) continue;
    table.store(key, {.move = 1, .score = 2, .depth = bench::depth_of(key), .bound = tt::BoundKind::Lower});
  }
  return 1e6 * (thread_ms() - start) / static_cast<double>(operations);
}

void compare_long_runs(std::uint64_t bytes) {
  std::vector<double> fixed, growing;
  for (int round = 0; round < 5; ++round) {
    fixed.push_back(long_run(bytes, {}));
    growing.push_back(long_run(bytes, tt::kGrowing));
    std::printf("fixed %.1f ns, growing %.1f ns, ratio %.3f\n", fixed.back(), growing.back(),
                growing.back() / fixed.back());
    std::fflush(stdout);
  }
  std::printf("%llu MiB, medians: fixed %.1f ns, growing %.1f ns, ratio %.3f\n",
              static_cast<unsigned long long>(bytes >> 20), bench::median(fixed), bench::median(growing),
              bench::median(growing) / bench::median(fixed));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "long") {
    const std::uint64_t bytes = static_cast<std::uint64_t>(argc > 2 ? std::atoi(argv[2]) : 64) << 20;
    if (bytes < tt::kMinTableBytes) return 2;
    compare_long_runs(bytes);
    return 0;
  }
  const std::uint64_t bytes = static_cast<std::uint64_t>(argc > 1 ? std::atoi(argv[1]) : 1024) << 20;
  if (bytes < tt::kMinTableBytes) return 2;
  measure("fixed", bytes, {});
  measure("growing", bytes, tt::kGrowing);
}
