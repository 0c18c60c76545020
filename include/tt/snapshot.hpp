// Snapshots: a table on disk, to go on from tomorrow, on another machine, in a table of another size.
//
//   tt::snapshot::save(table, "openings.tt", {.game = "chess", .keys = "chess/1"});
//   tt::snapshot::load(table, "openings.tt", {.game = "chess", .keys = "chess/1"});
//
// A file is verified to the last byte before a table is touched. Every function here throws tt::Error, which
// names the file and what is wrong with it; the table, and a file that was there before, are then unchanged.
// They are for one thread, while no other uses the table.
//
// Not part of tt.hpp: it needs files, and zstd if they are to be compressed (CMake target tt-snapshot).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "tt/bucket.hpp"
#include "tt/origin.hpp"
#include "tt/sealed_file.hpp"
#include "tt/table.hpp"

namespace tt::snapshot {

using tt::Compression;

inline constexpr const char* kKind = "table";
inline constexpr std::uint32_t kVersion = 2;

using tt::layout_id;
using tt::Origin;

// What a snapshot says of itself.
struct Info {
  std::uint32_t version = kVersion;
  std::string layout;  // name and parameters
  std::string game;
  std::string keys;
  std::uint64_t lines = 0;
  std::uint32_t generation = 0;
  Compression compression = Compression::None;
  std::uint64_t file_bytes = 0;

  [[nodiscard]] std::uint64_t table_bytes() const { return lines * kLineBytes; }
};

template <class Layout, class Replacement, class Counting>
void save(const Table<Layout, Replacement, Counting>& table, const std::string& path, const Origin& origin,
          Compression compression = Compression::None) {
  for (const std::string& text : {origin.game, origin.keys}) {
    if (text.find('\n') != std::string::npos) throw Error("the name of a game or of keys has one line");
  }
  SealedWriter writer(path, {.kind = kKind,
                             .version = kVersion,
                             .description = layout_id<Layout>() + '\n' + origin.game + '\n' + origin.keys +
                                            '\n' + std::to_string(table.generation()),
                             .compression = compression});
  table.settle();
  writer.write({table.line(0), static_cast<std::size_t>(table.bytes())});
  writer.finish();
}

namespace detail {

inline Info info_of(const SealedReader& reader) {
  const SealedInfo& sealed = reader.info();
  std::array<std::string, 4> lines;
  std::string_view rest = sealed.description;
  for (std::string& line : lines) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const auto& [layout, game, keys, generation] = lines;
  if (generation.empty() || generation.size() > 3 ||
      generation.find_first_not_of("0123456789") != std::string::npos || sealed.body_bytes == 0 ||
      sealed.body_bytes % kLineBytes != 0) {
    reader.fail("is not a valid snapshot: its description makes no sense");
  }
  return {sealed.version,
          layout,
          game,
          keys,
          sealed.body_bytes / kLineBytes,
          static_cast<std::uint32_t>(std::stoul(generation)),
          sealed.compression,
          sealed.file_bytes};
}

template <class Layout>
Info verify_for(SealedReader& reader, const Origin& origin) {
  Info info = info_of(reader);
  const auto expect = [&](const char* what, const std::string& found, const std::string& wanted) {
    if (found != wanted)
      reader.fail(std::string("has the ") + what + " '" + found + "', not '" + wanted + "'");
  };
  expect("game", info.game, origin.game);
  expect("keys", info.keys, origin.keys);
  expect("layout", info.layout, layout_id<Layout>());
  reader.verify();
  return info;
}

template <class Table, class Layout>
void absorb_all(Table& table, SealedReader& reader, const Layout& layout, unsigned generation) {
  std::uint64_t number = 0;
  for (auto lines = reader.chunk(); !lines.empty(); lines = reader.chunk()) {
    for (std::size_t at = 0; at < lines.size(); at += kLineBytes, ++number)
      table.absorb(layout, number, lines.data() + at, generation);
  }
  table.recount();
}

}  // namespace detail

// Adds what a snapshot holds to what the table holds; where both know a position, or there is not room for
// all, the better entry stays. Ages count from each one's own last search.
template <class Layout, class Replacement, class Counting>
void merge(Table<Layout, Replacement, Counting>& table, const std::string& path, const Origin& origin) {
  SealedReader reader(path, kKind, kVersion);
  const Info info = detail::verify_for<Layout>(reader, origin);
  detail::absorb_all(table, reader, Layout(info.lines), info.generation);
}

// Makes the table hold what the snapshot holds. The table keeps its size: into one of another size goes what
// fits (Table::absorb).
template <class Layout, class Replacement, class Counting>
void load(Table<Layout, Replacement, Counting>& table, const std::string& path, const Origin& origin) {
  SealedReader reader(path, kKind, kVersion);
  const Info info = detail::verify_for<Layout>(reader, origin);
  table.clear_to(info.lines * kLineBytes);
  table.set_generation(info.generation);
  if (info.lines != table.layout().lines() || table.bytes() != table.max_bytes()) {
    detail::absorb_all(table, reader, Layout(info.lines), info.generation);
    return;
  }
  std::byte* to = table.line(0);
  for (auto lines = reader.chunk(); !lines.empty(); lines = reader.chunk()) {
    std::memcpy(to, lines.data(), lines.size());
    to += lines.size();
  }
}

// What the header says.
inline Info inspect(const std::string& path) {
  return detail::info_of(SealedReader(path, kKind, kVersion));
}

// The same, after every byte has been checked.
inline Info verify(const std::string& path) {
  SealedReader reader(path, kKind, kVersion);
  reader.verify();
  return detail::info_of(reader);
}

}  // namespace tt::snapshot
