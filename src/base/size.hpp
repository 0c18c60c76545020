// Sizes in bytes as people write them: 256M, 1.5G.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji {

// K, M, G and T are powers of 1024; MB and MiB mean M. Throws Error.
std::uint64_t parse_bytes(std::string_view text);
std::string format_bytes(std::uint64_t bytes);  // 256 MiB

}  // namespace tesuji
