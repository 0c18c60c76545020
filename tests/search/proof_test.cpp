// The proof search on graphs made at random, with cycles in them, against the least fixed point; with
// memories that forget, and with first numbers that mislead it.
#include "search/proof.hpp"

#include <gtest/gtest.h>

#include <unordered_map>

#include "search/graph_game.hpp"

namespace {

using namespace tesuji::search;
using namespace tesuji::search::test;

// Forgets one entry in `one_in` whenever it is asked; 0 = none.
class ForgetfulMemory {
 public:
  ForgetfulMemory(std::uint64_t seed, std::uint64_t one_in) : random_(seed), one_in_(one_in) {}

  std::optional<Remembered<GraphGame::Known>> recall(std::uint64_t key, int) {
    const auto at = entries_.find(key);
    if (at == entries_.end()) return std::nullopt;
    if (one_in_ != 0 && random_() % one_in_ == 0) {
      entries_.erase(at);
      return std::nullopt;
    }
    return at->second;
  }
  void remember(std::uint64_t key, int, const Remembered<GraphGame::Known>& entry) { entries_[key] = entry; }
  void prefetch(std::uint64_t) const {}

 private:
  std::unordered_map<std::uint64_t, Remembered<GraphGame::Known>> entries_;
  tt::SplitMix64 random_;
  std::uint64_t one_in_;
};

struct Trial {
  const char* name;
  std::uint64_t forgets;
  bool misleading;
};
class RandomGraphs : public testing::TestWithParam<Trial> {};

TEST_P(RandomGraphs, AreDecidedAsTheFixedPointDoes) {
  tt::SplitMix64 random(17);
  int won = 0, asked = 0;
  for (int round = 0; round < 400; ++round) {
    const Graph graph =
        random_graph(random, 10 + 2 * static_cast<std::size_t>(random() % 20), GetParam().misleading);
    const std::vector<bool> expected = least_fixed_point(graph);
    ForgetfulMemory memory(random(), GetParam().forgets);
    for (std::size_t i = 0; i < graph.size(); ++i) {
      if (graph[i].goal) continue;
      GraphGame game(graph, static_cast<int>(i));
      ProofSearch<GraphGame, ForgetfulMemory> search(game, memory);
      const auto answer = search.solve();
      ASSERT_TRUE(answer);
      ASSERT_EQ(*answer, expected[i]) << "round " << round << ", state " << i;
      won += *answer ? 1 : 0;
      ++asked;
    }
  }
  EXPECT_GT(won, asked / 10);
  EXPECT_LT(won, asked * 9 / 10);
}

INSTANTIATE_TEST_SUITE_P(Search, RandomGraphs,
                         testing::Values(Trial{"remembers", 0, false}, Trial{"forgets", 5, false},
                                         Trial{"misled", 0, true}, Trial{"misled and forgets", 5, true}),
                         [](const auto& trial) {
                           std::string name = trial.param.name;
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

}  // namespace
