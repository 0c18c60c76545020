// Tables of the C interface: a layout chosen at run time, arrays of keys at once.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/error.hpp"
#include "capi/answer.hpp"
#include "capi/tesuji.h"
#include "engine/table_report.hpp"
#include "tt/snapshot.hpp"
#include "tt/table.hpp"

using tesuji::Error;
using tesuji::capi::answer;
using tesuji::capi::given;

namespace {

// The widest values for keys of 63 bits in sets of four that also fit the smallest table (1 MiB).
using ExactTable = tt::Table<tt::Exact<63, 16, 4>, tt::DefaultReplacement, tt::Counters>;
using BoundTable = tt::Table<tt::Bound, tt::DefaultReplacement, tt::Counters>;
constexpr std::uint64_t kMaxKey = (std::uint64_t{1} << 63) - 1;

}  // namespace

struct tesuji_table {
  std::variant<std::unique_ptr<ExactTable>, std::unique_ptr<BoundTable>> table;
};

namespace {

std::string_view layout_of(const tesuji_table& table) {
  return table.table.index() == 0 ? "exact" : "bound";
}

template <class Wanted>
Wanted& as(const tesuji_table* table, const char* call) {
  const auto* const held = std::get_if<std::unique_ptr<Wanted>>(&given(table, "table")->table);
  if (held == nullptr)
    throw Error(fmt::format("a table of layout \"{}\" has no {}", layout_of(*table), call));
  return **held;
}

// Calls action(table) with the typed table.
template <class Action>
decltype(auto) with(const tesuji_table* table, Action action) {
  return tesuji::with_table_errors([&]() -> decltype(auto) {
    return std::visit([&](const auto& held) -> decltype(auto) { return action(*held); },
                      given(table, "table")->table);
  });
}

// Arrays of length 0 may be NULL.
void check_arrays(std::size_t count, std::initializer_list<std::pair<const void*, const char*>> arrays) {
  if (count == 0) return;
  for (const auto& [array, name] : arrays) given(array, name);
}

void check_key(std::uint64_t key, std::size_t i) {
  if (key > kMaxKey) throw Error(fmt::format("key {} is {}; the maximum is 2^63 - 1", i, key));
}

constexpr const char* kDone = "{}";
constexpr const char* kGame = "table";  // the "game" of a snapshot that belongs to no game

}  // namespace

extern "C" {

int tesuji_table_open(const char* layout, uint64_t bytes, tesuji_table** out_table, char** out) {
  if (out_table != nullptr) *out_table = nullptr;
  return answer(out, [&]() -> std::string {
    given(out_table, "table");
    const std::string_view name = given(layout, "layout");
    tesuji::with_table_errors([&] {
      if (name == "exact") {
        *out_table = new tesuji_table{std::make_unique<ExactTable>(bytes)};
      } else if (name == "bound") {
        *out_table = new tesuji_table{std::make_unique<BoundTable>(bytes)};
      } else {
        throw Error(fmt::format("unknown layout '{}'; the layouts are: exact, bound", name));
      }
    });
    return kDone;
  });
}

void tesuji_table_close(tesuji_table* table) {
  delete table;
}

int tesuji_table_put(tesuji_table* table, const uint64_t* keys, const uint64_t* values, size_t count,
                     char** out) {
  return answer(out, [&]() -> std::string {
    ExactTable& exact = as<ExactTable>(table, "put");
    check_arrays(count, {{keys, "keys"}, {values, "values"}});
    constexpr std::uint64_t kMaxValue = tt::Exact<63, 16, 4>::kMaxValue;
    for (std::size_t i = 0; i < count; ++i) {
      check_key(keys[i], i);
      if (values[i] > kMaxValue)
        throw Error(fmt::format("value {} is {}; the maximum is {}", i, values[i], kMaxValue));
    }
    for (std::size_t i = 0; i < count; ++i) exact.put(keys[i], values[i]);
    return kDone;
  });
}

int tesuji_table_get(const tesuji_table* table, const uint64_t* keys, uint64_t* values, uint8_t* found,
                     size_t count, char** out) {
  return answer(out, [&]() -> std::string {
    const ExactTable& exact = as<ExactTable>(table, "get");
    check_arrays(count, {{keys, "keys"}, {values, "values"}, {found, "found"}});
    for (std::size_t i = 0; i < count; ++i) check_key(keys[i], i);
    for (std::size_t i = 0; i < count; ++i) {
      const auto value = exact.get(keys[i]);
      found[i] = value.has_value() ? 1 : 0;
      values[i] = value.value_or(0);
    }
    return kDone;
  });
}

int tesuji_table_store(tesuji_table* table, const uint64_t* keys, const tesuji_entry* entries, size_t count,
                       char** out) {
  return answer(out, [&]() -> std::string {
    BoundTable& bound = as<BoundTable>(table, "store");
    check_arrays(count, {{keys, "keys"}, {entries, "entries"}});
    for (std::size_t i = 0; i < count; ++i) {
      if (entries[i].bound < TESUJI_UPPER || entries[i].bound > TESUJI_EXACT)
        throw Error(fmt::format("entry {}: bound is {}; it is 1 (upper), 2 (lower) or 3 (exact)", i,
                                entries[i].bound));
      if (entries[i].depth > tt::Bound::kMaxDepth)
        throw Error(fmt::format("entry {}: depth is {}; the maximum is {}", i, entries[i].depth,
                                tt::Bound::kMaxDepth));
    }
    for (std::size_t i = 0; i < count; ++i) {
      const tesuji_entry& entry = entries[i];
      bound.store(keys[i], {entry.move, entry.score, entry.depth, static_cast<tt::BoundKind>(entry.bound)});
    }
    return kDone;
  });
}

int tesuji_table_probe(const tesuji_table* table, const uint64_t* keys, tesuji_entry* entries, uint8_t* found,
                       size_t count, char** out) {
  return answer(out, [&]() -> std::string {
    const BoundTable& bound = as<BoundTable>(table, "probe");
    check_arrays(count, {{keys, "keys"}, {entries, "entries"}, {found, "found"}});
    for (std::size_t i = 0; i < count; ++i) {
      const auto hit = bound.probe(keys[i]);
      found[i] = hit.has_value() ? 1 : 0;
      entries[i] = {};
      if (!hit.has_value()) continue;
      const tt::Bound::Entry entry = *hit;
      entries[i] = {entry.move, entry.score, entry.depth, static_cast<std::uint8_t>(entry.bound)};
    }
    return kDone;
  });
}

int tesuji_table_new_search(tesuji_table* table, char** out) {
  return answer(out, [&]() -> std::string {
    as<BoundTable>(table, "new_search").new_search();
    return kDone;
  });
}

int tesuji_table_clear(tesuji_table* table, char** out) {
  return answer(out, [&]() -> std::string {
    with(table, [](auto& typed) { typed.clear(); });
    return kDone;
  });
}

int tesuji_table_save(const tesuji_table* table, const char* path, const char* keys, char** out) {
  return answer(out, [&]() -> std::string {
    with(table, [&](const auto& typed) {
      tt::snapshot::save(typed, given(path, "path"), {kGame, given(keys, "keys")});
    });
    return kDone;
  });
}

int tesuji_table_load(tesuji_table* table, const char* path, const char* keys, char** out) {
  return answer(out, [&]() -> std::string {
    with(table, [&](auto& typed) {
      tt::snapshot::load(typed, given(path, "path"), {kGame, given(keys, "keys")});
    });
    return kDone;
  });
}

int tesuji_table_statistics(const tesuji_table* table, char** out) {
  return answer(out, [&] {
    return with(table, [&](const auto& typed) {
      nlohmann::ordered_json json = {{"layout", layout_of(*table)}};
      json.update(tesuji::engine::to_json(tesuji::engine::table_report(typed)));
      return tesuji::engine::to_line(json);
    });
  });
}

}  // extern "C"
