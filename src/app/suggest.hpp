// "Did you mean …?": the known word that is nearest to an unknown one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::app {

// Insertions, deletions, replacements and exchanges of neighbours that make one word of the other.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  std::iota(cost[0].begin(), cost[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      cost[i][j] = std::min(
          {cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

// "; did you mean 'solve'?", or nothing if no word is near.
inline std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  constexpr std::size_t kMaxLength = 64;
  if (word.size() > kMaxLength) return {};
  std::size_t best = word.size() / 3 + 1;
  const std::string* found = nullptr;
  for (const std::string& each : known) {
    const std::size_t distance = edit_distance(word, each);
    if (distance > best || (found != nullptr && distance == best) || distance >= each.size()) continue;
    best = distance;
    found = &each;
  }
  return found == nullptr ? "" : "; did you mean '" + *found + "'?";
}

}  // namespace tesuji::app
