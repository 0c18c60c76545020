// usage: growth [MiB]      the longest pause of a thread that stores while its table grows to this size
// (1024)
//
// Pauses are processor time of the thread, so that other programs on the machine do not count. What the
// system does for the thread (making pages) does count.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "tt/tt.hpp"

namespace {

double thread_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

void measure(const char* name, std::uint64_t bytes, const tt::Growth& growth) {
  tt::Table<tt::Bound> table(bytes, {}, tt::Pages::Huge, growth);
  constexpr int kBatch = 64;
  double longest = 0;
  const double start = thread_ms();
  double last = start;
  std::uint64_t key = 0;
  // Until the table has its full size, and half as many stores again.
  const std::uint64_t stores = bytes / 8 / 2;
  for (std::uint64_t i = 0; i < stores; i += kBatch) {
    double slowest = 0;
    for (int j = 0; j < kBatch; ++j) {
      const auto before = std::chrono::steady_clock::now();
      const auto depth = static_cast<std::uint8_t>(++key % 16);
      table.store(tt::mix(key), {.move = 1, .score = 2, .depth = depth, .bound = tt::BoundKind::Lower});
      const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - before;
      slowest = std::max(slowest, taken.count());
    }
    const double now = thread_ms();
    longest = std::max(longest, std::min(slowest, now - last));
    last = now;
  }
  std::printf("%-8s %llu stores, %.0f ns each, longest pause %.2f ms, size at the end %llu MiB\n", name,
              static_cast<unsigned long long>(stores), 1e6 * (last - start) / static_cast<double>(stores),
              longest, static_cast<unsigned long long>(table.bytes() >> 20));
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t bytes = static_cast<std::uint64_t>(argc > 1 ? std::atoi(argv[1]) : 1024) << 20;
  if (bytes < tt::kMinTableBytes) return 2;
  measure("fixed", bytes, {});
  measure("growing", bytes, tt::kGrowing);
}
