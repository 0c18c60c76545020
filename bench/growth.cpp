// usage: growth [MiB]      the longest pause of a thread that stores while its table grows to this size
// (1024)
//
// A pause is the processor time of one store, so that other programs on the machine do not count. What the
// system does for the thread (making pages) does count.
#include <algorithm>
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

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t bytes = static_cast<std::uint64_t>(argc > 1 ? std::atoi(argv[1]) : 1024) << 20;
  if (bytes < tt::kMinTableBytes) return 2;
  measure("fixed", bytes, {});
  measure("growing", bytes, tt::kGrowing);
}
