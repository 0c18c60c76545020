// A table for an engine: in memory, or on a file that other processes share (--hash-file).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/free_memory.hpp"
#include "tt/tt.hpp"
#if defined(__linux__) || defined(_WIN32)
#include "tt/table_file.hpp"
#endif

namespace tesuji::engine {

// How a table of `--hash SIZE` or `--hash auto` grows.
inline tt::Growth growth_of(bool automatic) {
  tt::Growth growth = tt::kGrowing;
  if (automatic) growth.allowed = [](std::uint64_t more_bytes) { return memory_allows(more_bytes); };
  return growth;
}

// `keys` names what a key and an entry mean; a file of other keys is refused. In memory the table grows as
// `growth` says. Throws tt::Error.
template <class Table>
Table make_table(std::uint64_t bytes, typename Table::Policy policy, [[maybe_unused]] const std::string& file,
                 [[maybe_unused]] std::string_view game, [[maybe_unused]] std::string_view keys,
                 const tt::Growth& growth = tt::kGrowing) {
  if (file.empty()) return Table(bytes, policy, tt::Pages::Huge, growth);
#if defined(__linux__) || defined(_WIN32)
  using Layout = typename Table::LayoutType;
  return Table(tt::open_table_file<Layout>(file, bytes, {std::string(game), std::string(keys)}), policy);
#else
  throw Error("this build keeps no table in a file; leave --hash-file out");
#endif
}

// Before a search with `--hash auto`: under memory pressure the table gives back half of what it has,
// otherwise it makes up for the growth that was not allowed.
template <class Table>
void adapt_to_memory(Table& table, unsigned threads) {
  if (memory_allows(0)) {
    table.grow_if_full();
  } else {
    table.shrink(table.bytes() / 2, threads);
  }
}

// What to tell a user whose table file has been cut off during a search.
inline std::string lost_memory_remark(const std::string& file) {
  return "table file '" + file +
         "' was truncated by another program during the search; the search went on without the lost entries";
}

}  // namespace tesuji::engine
