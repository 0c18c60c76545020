// Data files of the program: books, partial books, networks. One format (tt/sealed_file.hpp), checked to the
// last bit, replaced atomically.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji {

struct Sealed {
  std::uint32_t version = 0;
  std::string description;
  std::vector<std::byte> body;
};

// `kind` says what the file is ("connect4 book", "network"), at most 31 characters; `description` is free
// text for the reader to check (sizes, names), at most 175 characters. A reader sees the old file or the new
// one, also after a power failure. Throws Error; an older file is then unchanged.
void write_sealed(const std::filesystem::path& path, const std::string& kind, std::uint32_t version,
                  const std::string& description, std::span<const std::byte> body);

// Throws Error if the file is damaged, of another kind, newer than `max_version`, longer than `max_bytes`, or
// not a regular file. Every bit of header and body has been checked when this returns.
inline constexpr std::uint64_t kMaxSealedBytes = std::uint64_t{4} << 30;
Sealed read_sealed(const std::filesystem::path& path, const std::string& kind, std::uint32_t max_version,
                   std::uint64_t max_bytes = kMaxSealedBytes);

// The same for a file that is part of the program (cmake/embed.cmake): not compressed, at most one chunk
// long.
Sealed read_embedded(std::string_view file);

}  // namespace tesuji
