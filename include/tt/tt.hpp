// A transposition table: lock-free, header-only, C++20, no dependencies.
//
//   tt::Table<tt::Bound> table(std::uint64_t{64} << 20);              // 64 MiB, any size from 1 MiB up
//   table.new_search();
//   table.store(key, {.move = 1234, .score = 35, .depth = 7, .bound = tt::BoundKind::Lower});
//   if (const auto hit = table.probe(key); hit && hit->depth >= 7) use(hit->score);
//
// Three layouts (tt/layout.hpp): Bound for alpha-beta, Exact for games whose position fits the key, Proof for
// proof-number search. Snapshots (tt/snapshot.hpp) and tables on files that processes share
// (tt/table_file.hpp) are apart, because they need files.
#pragma once

#include "tt/error.hpp"
#include "tt/layout.hpp"
#include "tt/memory.hpp"
#include "tt/replacement.hpp"
#include "tt/stats.hpp"
#include "tt/table.hpp"
#include "tt/zobrist.hpp"
