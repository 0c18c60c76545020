// How much memory the process takes, for tests that set a bound to it.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <fstream>

namespace tesuji::test {

// Sanitizers keep freed memory back and add their own: under them the number means nothing.
#if defined(__has_feature)
#define TESUJI_TEST_HAS(feature) __has_feature(feature)
#else
#define TESUJI_TEST_HAS(feature) 0
#endif
#if !defined(__linux__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    TESUJI_TEST_HAS(address_sanitizer) || TESUJI_TEST_HAS(thread_sanitizer)
inline constexpr bool kMemoryIsMeasured = false;
#else
inline constexpr bool kMemoryIsMeasured = true;
#endif
#undef TESUJI_TEST_HAS

inline std::int64_t resident_bytes() {
  std::int64_t size = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> size >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

}  // namespace tesuji::test
