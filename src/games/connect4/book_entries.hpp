// Positions with their scores one by one, as unfinished books and books of version 2 have them: the keys in
// rising order, 8 bytes each, and then a byte for each score.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "games/connect4/book_layers.hpp"

namespace tesuji::connect4 {

inline constexpr std::uint32_t kEntriesVersion = 2;

struct BookEntries {
  Keys keys;
  std::vector<std::int8_t> scores;
};
std::vector<std::byte> entries_to_bytes(const BookEntries& entries);
// Throws Error naming the file.
BookEntries entries_from_bytes(std::span<const std::byte> bytes, const std::filesystem::path& path);

}  // namespace tesuji::connect4
