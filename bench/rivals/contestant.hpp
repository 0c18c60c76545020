// What every table in the race offers:
//   int probe_or_store(key, make)   the score of the entry that is there; or kAbsent, and make() is stored
//   prefetch(key), new_search()
// The answer is one register, so that no contestant pays for how another type is handed back.
#pragma once

#include <climits>

namespace rivals {

inline constexpr int kAbsent = INT_MIN;

}  // namespace rivals
