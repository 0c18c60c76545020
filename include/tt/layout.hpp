// The layouts: how an entry is packed into words, how it is found in its line, and how it is replaced there.
//
// A layout is a small class, constructed with the number of lines, that has
//   Entry                                          what callers store and get back
//   Place locate(key) const                        which line, and what to look for in it
//   find(line, place) const                        a copy: a std::optional<Entry> or a Hit
//   Stored store(line, place, entry, generation, policy) const
//                                                  with an age as last argument where kGenerations > 1
//   visit(line, number, generation, f) const       f(key or place, entry, age) for every entry of a line
//   kName, kGenerations, kRecoversKey              and kSlots or slots(): entries in a line
//   kGrowAt                                        eighths of the slots that are filled when a table grows
//   Key                                            what callers look up, if not a std::uint64_t: a struct
//   with
//                                                  hash(), which is uniform
//   kBucketLines                                   if a place is more than one line; `line` is then the first
//                                                  of them, and first_line() of a place the one read first
//   slot_of, copy_slot                             if it does not recover keys: see Bound
//   std::string parameters()                       static, where there are any: kName and these name the
//                                                  packing in a snapshot, and change when it does
// A game that needs another packing gives Words a codec, or writes one more.
#pragma once

#include "tt/layout_bound.hpp"
#include "tt/layout_exact.hpp"
#include "tt/layout_proof.hpp"
#include "tt/layout_words.hpp"
