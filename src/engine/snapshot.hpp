// Tables to disk and back, for engines. A browser has no disk: there it throws.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "base/error.hpp"

#if !defined(__EMSCRIPTEN__)
#include "tt/snapshot.hpp"
#endif

namespace tesuji::engine {

// `keys` names what a key and an entry mean; a snapshot of other keys is refused.
template <class Table>
void save_snapshot([[maybe_unused]] const Table& table, [[maybe_unused]] const std::filesystem::path& path,
                   [[maybe_unused]] std::string game, [[maybe_unused]] std::string keys) {
#if !defined(__EMSCRIPTEN__)
  with_table_errors([&] { tt::snapshot::save(table, path.string(), {std::move(game), std::move(keys)}); });
#else
  throw Error("this build keeps no tables in files");
#endif
}

template <class Table>
void load_snapshot([[maybe_unused]] Table& table, [[maybe_unused]] const std::filesystem::path& path,
                   [[maybe_unused]] std::string game, [[maybe_unused]] std::string keys) {
#if !defined(__EMSCRIPTEN__)
  with_table_errors([&] { tt::snapshot::load(table, path.string(), {std::move(game), std::move(keys)}); });
#else
  throw Error("this build keeps no tables in files");
#endif
}

}  // namespace tesuji::engine
