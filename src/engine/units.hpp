// Sizes, durations and counts as people write them: 256M, 1.5G; 5s, 200ms, 2m; 10k.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::engine {

// Each throws Error, naming the text and what was expected.
std::uint64_t parse_bytes(std::string_view text);  // K, M, G, T are powers of 1024; MB and MiB mean M
std::chrono::milliseconds parse_duration(std::string_view text);  // ms, s, m, h; a bare number is seconds
std::uint64_t parse_count(std::string_view text);                 // k, M, G are powers of 1000

std::string format_bytes(std::uint64_t bytes);  // 256 MiB
std::string format_count(std::uint64_t count);  // 12,345,678
std::string format_seconds(double seconds);     // 1.23 s, 45 ms, 12 us

}  // namespace tesuji::engine
