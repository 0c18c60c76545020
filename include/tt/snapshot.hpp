// Snapshots: a table on disk, to go on from tomorrow, on another machine, in a table of another size.
//
//   tt::snapshot::save(table, "openings.tt", {.game = "chess", .keys = "chess/1"});
//   tt::snapshot::load(table, "openings.tt", {.game = "chess", .keys = "chess/1"});
//
// A file is verified to the last byte before a table is touched. Every function here throws tt::Error,
// which names the file and what is wrong with it; the table, and a file that was there before, are then as
// they were. They are for one thread, while no other uses the table.
//
// Not part of tt.hpp: it needs xxhash, and zstd where files are to be compressed (CMake target tt-snapshot).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "tt/snapshot_file.hpp"
#include "tt/table.hpp"

namespace tt::snapshot {

// Whose keys these are. A snapshot is only for the same game with the same keys.
struct Origin {
  std::string game;
  std::string keys;  // the name the keys' seeds are made from
};

// A layout's name, with its parameters where it has any: "exact/1 49,7,1".
template <class Layout>
std::string layout_id() {
  std::string id(Layout::kName);
  if constexpr (requires { Layout::parameters(); }) id += " " + std::string(Layout::parameters());
  return id;
}

template <class Layout, class Replacement, class Counting>
void save(const Table<Layout, Replacement, Counting>& table, const std::string& path, const Origin& origin,
          Compression compression = Compression::None) {
  const std::uint64_t lines = table.layout().lines();
  Writer writer(path, {.version = kVersion,
                       .layout = layout_id<Layout>(),
                       .game = origin.game,
                       .keys = origin.keys,
                       .lines = lines,
                       .generation = table.generation(),
                       .compression = compression,
                       .file_bytes = 0});
  for (std::uint64_t first = 0; first < lines; first += kChunkLines) {
    const std::uint64_t count = std::min(kChunkLines, lines - first);
    writer.chunk({table.line(first), static_cast<std::size_t>(count * kLineBytes)});
  }
  writer.finish();
}

namespace detail {

template <class Layout>
void verify_for(Reader& reader, const Origin& origin) {
  const Info& info = reader.info();
  const auto expect = [&](const char* what, const std::string& found, const std::string& wanted) {
    if (found != wanted)
      reader.fail(std::string("has the ") + what + " '" + found + "', not '" + wanted + "'");
  };
  expect("game", info.game, origin.game);
  expect("keys", info.keys, origin.keys);
  expect("layout", info.layout, layout_id<Layout>());
  reader.verify();
}

template <class Table, class Layout>
void absorb_all(Table& table, Reader& reader, const Layout& layout) {
  std::uint64_t number = 0;
  for (auto lines = reader.chunk(); !lines.empty(); lines = reader.chunk()) {
    for (std::size_t at = 0; at < lines.size(); at += kLineBytes, ++number) {
      table.absorb(layout, number, lines.data() + at, reader.info().generation);
    }
  }
}

}  // namespace detail

// Adds what a snapshot holds to what the table holds; where both know a position, or there is not room for
// all, the better entry stays. Ages count from each one's own last search.
template <class Layout, class Replacement, class Counting>
void merge(Table<Layout, Replacement, Counting>& table, const std::string& path, const Origin& origin) {
  Reader reader(path);
  detail::verify_for<Layout>(reader, origin);
  detail::absorb_all(table, reader, Layout(reader.info().lines));
}

// Makes the table hold what the snapshot holds. The table keeps its size: into one of another size goes what
// fits (Table::absorb).
template <class Layout, class Replacement, class Counting>
void load(Table<Layout, Replacement, Counting>& table, const std::string& path, const Origin& origin) {
  Reader reader(path);
  detail::verify_for<Layout>(reader, origin);
  const Info& info = reader.info();
  table.clear();
  table.set_generation(info.generation);
  if (info.lines != table.layout().lines()) {
    detail::absorb_all(table, reader, Layout(info.lines));
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
  return Reader(path).info();
}

// The same, after a look at every byte.
inline Info verify(const std::string& path) {
  Reader reader(path);
  reader.verify();
  return reader.info();
}

}  // namespace tt::snapshot
