// Durations as people write them: 5s, 200ms, 2m.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace tesuji {

// ms, s, m, h; a number without a unit is seconds. Throws Error.
std::chrono::milliseconds parse_duration(std::string_view text);
std::string format_seconds(double seconds);  // 1.23 s, 45 ms, 12 us

}  // namespace tesuji
