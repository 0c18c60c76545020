// What the mate solvers of the games share: they prove a mate with the proof-number search, on a table whose
// layout is the game's own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "search/proof.hpp"
#include "search/threads.hpp"

namespace tesuji::search {

template <class Move>
struct MateResult {
  enum class Verdict : std::uint8_t { Mate, NoMate, Unknown };
  Verdict verdict = Verdict::Unknown;
  std::vector<Move> line;  // the mate, with the defences that hold out longest
  // Every defence was replayed, by a checker that does not know the solver. A Mate always is.
  bool checked = false;
  bool shortest = false;  // it was shown that no mate is shorter
  std::uint64_t nodes = 0;
};

// Is the state of `start` won for the attacker? None = the budget is exhausted. With several threads, each
// searches the whole state on the one memory, and the first to finish has the answer. Adds to `nodes`.
template <class Game, class Memory>
std::optional<bool> prove_mate(const Game& start, Memory& memory, int threads, Budget& budget,
                               const std::function<void()>& on_poll, std::uint64_t& nodes) {
  Budget round(budget);
  BusyNodes busy(threads);
  std::atomic<int> answer{-1};
  const auto work = [&](int number) {
    Game game = start;
    ProofSearch<Game, Memory> search(game, memory);
    search.budget = &round;
    if (threads > 1) {
      search.diversity = static_cast<std::uint64_t>(number);
      search.busy = &busy;
    }
    if (number == 0) search.on_poll = on_poll;
    if (const std::optional<bool> proved = search.solve()) {
      int none = -1;
      answer.compare_exchange_strong(none, *proved ? 1 : 0);
    }
    round.finish();
  };
  if (threads > 1) {
    run_threads(threads, work, [&] { round.finish(); });
  } else {
    work(0);
  }
  nodes += round.nodes();
  if (answer < 0) return std::nullopt;
  return answer == 1;
}

}  // namespace tesuji::search
