#include "protocol/go.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>

#include "base/number.hpp"
#include "engine/game.hpp"

namespace tesuji::protocol {
namespace {

using std::chrono::milliseconds;

constexpr std::array<std::string_view, 14> kWords{"searchmoves", "ponder",    "wtime", "btime",  "winc",
                                                  "binc",        "movestogo", "depth", "nodes",  "mate",
                                                  "movetime",    "infinite",  "perft", "byoyomi"};

bool is_word(std::string_view word) {
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

// A number that stands after words[at]; moves `at` onto it.
std::optional<std::int64_t> number_after(std::span<const std::string_view> words, std::size_t& at) {
  if (at + 1 >= words.size()) return std::nullopt;
  const auto value = to_number<std::int64_t>(words[at + 1]);
  if (value) ++at;
  return value;
}

// A year is more than any clock shows, and sums of a few such numbers still fit.
milliseconds as_time(std::int64_t value) {
  return milliseconds(std::clamp<std::int64_t>(value, 0, std::int64_t{365} * 24 * 3600 * 1000));
}

int as_count(std::int64_t value) {
  return static_cast<int>(std::clamp<std::int64_t>(value, 1, 10'000));
}

}  // namespace

Go parse_go(std::span<const std::string_view> words, const Dialect& dialect, bool first_to_move) {
  Go go;
  search::Limits& limits = go.limits;
  const char own = first_to_move ? dialect.first : dialect.second;
  search::Clock other_clock;  // parsed and not used
  // The clock that `wtime` or `binc` speaks of.
  const auto clock = [&](char side) -> search::Clock& {
    if (side != own) return other_clock;
    if (!limits.own_clock) limits.own_clock.emplace();
    return *limits.own_clock;
  };

  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string_view word = words[at];
    if (word == "infinite") {
      limits.infinite = true;
    } else if (word == "ponder") {
      limits.ponder = true;
    } else if (word == "searchmoves") {
      while (at + 1 < words.size() && !is_word(words[at + 1])) limits.root_moves.emplace_back(words[++at]);
    } else if (word == "mate" && dialect.mate_is_solved) {
      go.solve = true;
      if (at + 1 < words.size() && words[at + 1] == "infinite") {
        ++at;
      } else if (const auto time = number_after(words, at)) {
        limits.time = as_time(*time);
      }
    } else if (const auto value = is_word(word) ? number_after(words, at) : std::nullopt; !value) {
      go.ignored.emplace_back(word);
    } else if (word == "wtime" || word == "btime") {
      clock(word[0]).left = as_time(*value);
    } else if (word == "winc" || word == "binc") {
      clock(word[0]).increment = as_time(*value);
    } else if (word == "byoyomi") {
      limits.byoyomi = as_time(*value);
    } else if (word == "movestogo") {
      limits.moves_to_go = as_count(*value);
    } else if (word == "movetime") {
      limits.time = as_time(*value);
    } else if (word == "depth") {
      limits.depth = as_count(*value);
    } else if (word == "nodes") {
      if (*value > 0) {
        limits.nodes = static_cast<std::uint64_t>(*value);
      } else {
        go.invalid.push_back("nodes " + std::string(words[at]));
      }
    } else if (word == "mate") {
      limits.mate = as_count(*value);
    } else if (word == "perft") {
      go.perft = std::min(as_count(*value), engine::kMaxPerftDepth);
    }
  }
  if (!go.solve && !limits.any()) limits.infinite = true;
  return go;
}

}  // namespace tesuji::protocol
