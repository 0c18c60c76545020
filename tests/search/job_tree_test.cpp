// The upper tree of a proof that many workers search, on graphs made at random, against the least fixed
// point.
#include "search/job_tree.hpp"

#include <gtest/gtest.h>

#include "search/graph_game.hpp"

namespace {

using namespace tesuji::search;
using namespace tesuji::search::test;

int state_of(const Graph& graph, const JobTree::Job& job, int start) {
  int at = start;
  for (const std::string& move : job.moves) {
    const auto& next = graph[static_cast<std::size_t>(at)].next;
    at = std::stoi(move);
    EXPECT_NE(std::find(next.begin(), next.end(), at), next.end()) << "a job has a move that is none";
  }
  return at;
}

// What a worker could answer: the truth, or, `open`, that its budget ran out.
ProofLeaf leaf_of(const Graph& graph, const std::vector<bool>& won, int at, bool open) {
  const State& state = graph[static_cast<std::size_t>(at)];
  ProofLeaf leaf;
  leaf.attacker_to_move = state.attacker;
  leaf.state = static_cast<std::uint64_t>(at);
  leaf.nodes = 1;
  if (!open || state.goal) {
    leaf.proved = won[static_cast<std::size_t>(at)];
    return leaf;
  }
  // Moves may lead to the same state, and differ in name as in every game.
  for (std::size_t i = 0; i < state.next.size(); ++i) {
    const int to = state.next[i];
    const State& child = graph[static_cast<std::size_t>(to)];
    leaf.children.push_back({std::to_string(to) + '/' + std::to_string(i), static_cast<std::uint64_t>(to),
                             child.goal ? kProvedNumbers : child.first});
  }
  return leaf;
}

// The defender at the root chooses between A and X. X leads to A, and A to X or, with a number that looks
// bad, to the goal. Below A, X comes back to A and is given up: that is no fact about X.
TEST(JobTree, AResultThatLeansOnAStateAboveIsNoFact) {
  enum { Root, A, X, ToX, ToGoal, ToA, Last, Goal, Far, Farther };
  Graph graph(10);
  graph[Root] = {false, false, {1, 1}, {A, Far}};
  graph[Far] = {true, false, {1, 100000}, {Farther}};
  graph[Farther] = {false, false, {1, 100000}, {X}};
  graph[A] = {true, false, {1, 1}, {ToX, ToGoal}};
  graph[X] = {true, false, {100, 100}, {ToA}};
  graph[ToX] = {false, false, {1, 1}, {X}};
  graph[ToGoal] = {false, false, {1000, 1}, {Last}};
  graph[ToA] = {false, false, {1, 1}, {A}};
  graph[Last] = {true, false, {1, 1}, {Goal}};
  graph[Goal] = {false, true, {1, 1}, {}};
  const std::vector<bool> won = least_fixed_point(graph);
  ASSERT_TRUE(won[Root]);
  JobTree tree;
  while (const auto job = tree.next())
    tree.finish(job->id, leaf_of(graph, won, state_of(graph, *job, Root), true));
  EXPECT_EQ(tree.result(), true);
}

// A job comes back when another leaf has become the better one; the leaf is searched again with what it came
// to, and gets its children when that has cost enough.
TEST(JobTree, LimitsAndWorkDecideWhenALeafIsExpanded) {
  JobTree tree(JobTree::kMaxNodes, 100);
  ProofLeaf root;
  root.numbers = ProofNumbers{5, 5};
  root.state = 1;
  root.nodes = 100;
  root.children = {{"a", 2, {4, 10}}, {"b", 3, {8, 10}}};
  const auto first = tree.next();
  EXPECT_EQ(first->limits.pn, kProofInfinite);
  EXPECT_EQ(first->limits.dn, kProofInfinite);
  tree.finish(first->id, root);
  EXPECT_EQ(tree.numbers().pn, 4u);
  EXPECT_EQ(tree.numbers().dn, 11u);
  const auto second = tree.next();
  EXPECT_EQ(second->moves, std::vector<std::string>{"a"});
  EXPECT_EQ(second->limits.pn, 8u + 2 + 1);  // a little more than b has
  ProofLeaf leaf;
  leaf.attacker_to_move = false;
  leaf.numbers = ProofNumbers{12, 3};
  leaf.state = 2;
  leaf.nodes = 60;
  leaf.children = {{"c", 4, {6, 3}}, {"d", 5, {6, 4}}};
  tree.finish(second->id, leaf);
  EXPECT_EQ(tree.numbers().pn, 8u);
  EXPECT_EQ(tree.counts().tree, 2u);  // not expanded
  const auto third = tree.next();
  EXPECT_EQ(third->moves, std::vector<std::string>{"b"});
  EXPECT_EQ(third->limits.pn, 12u + 3 + 1);
  const auto fourth = tree.next();  // b is taken
  EXPECT_EQ(fourth->moves, std::vector<std::string>{"a"});
  tree.finish(fourth->id, leaf);  // 120 nodes by now
  EXPECT_EQ(tree.counts().tree, 4u);
}

struct Trial {
  std::size_t states, workers;
  unsigned open_of_8;       // how often a job ends without a result
  std::uint64_t max_nodes;  // that the tree keeps in memory
};

class JobTrees : public testing::TestWithParam<Trial> {};

TEST_P(JobTrees, DecideAsTheFixedPointDoes) {
  const Trial trial = GetParam();
  tt::SplitMix64 random(trial.states * 100 + trial.workers);
  std::size_t decided_by_tree = 0;
  std::uint64_t spills = 0;
  for (int round = 0; round < 2000; ++round) {
    const Graph graph = random_graph(random, trial.states, round % 2 == 1);
    const std::vector<bool> won = least_fixed_point(graph);
    JobTree tree(trial.max_nodes);
    std::vector<JobTree::Job> out;
    std::vector<std::pair<std::vector<std::string>, ProofLeaf>> finished;
    while (!tree.result()) {
      while (out.size() < trial.workers) {
        auto job = tree.next();
        if (!job) break;
        for (const JobTree::Job& other : out) EXPECT_NE(job->moves, other.moves) << "handed out twice";
        out.push_back(std::move(*job));
      }
      if (tree.result()) break;  // by a fact that another leaf had
      ASSERT_FALSE(out.empty()) << "not decided, and nothing to do";
      const std::size_t first = random() % out.size();
      const JobTree::Job job = out[first];
      out.erase(out.begin() + static_cast<std::ptrdiff_t>(first));
      if (random() % 16 == 0) {
        tree.abandon(job.id);  // its worker is gone
        continue;
      }
      const bool open = random() % 8 < trial.open_of_8;
      finished.emplace_back(job.moves, leaf_of(graph, won, state_of(graph, job, 0), open));
      tree.finish(job.id, finished.back().second);
      tree.finish(job.id, leaf_of(graph, won, 0, false));  // late: changes nothing
    }
    ASSERT_EQ(*tree.result(), won[0]) << "round " << round;
    // The same jobs once more, as from a record: the same tree, or a leaf away from it.
    JobTree second(trial.max_nodes);
    for (const auto& [moves, leaf] : finished) second.repeat(moves, leaf);
    EXPECT_EQ(second.counts().jobs, tree.counts().jobs);
    while (const auto job = second.next())
      second.finish(job->id, leaf_of(graph, won, state_of(graph, *job, 0), false));
    EXPECT_EQ(second.result(), tree.result());
    if (tree.counts().tree + tree.counts().spilled > 0) ++decided_by_tree;
    spills += tree.counts().spills;
    int at = 0;
    for (const std::string& move : tree.line()) {
      at = std::stoi(move);
      EXPECT_EQ(won[static_cast<std::size_t>(at)], won[0]) << "the line leaves the proof";
    }
  }
  EXPECT_GT(decided_by_tree, 100u);
  if (trial.max_nodes < 10) {
    EXPECT_GT(spills, 100u);
  }
}

INSTANTIATE_TEST_SUITE_P(Search, JobTrees,
                         testing::Values(Trial{8, 1, 8, 1000000}, Trial{8, 4, 8, 4}, Trial{12, 2, 8, 1000000},
                                         Trial{14, 1, 8, 1000000}, Trial{16, 2, 6, 1000000},
                                         Trial{16, 8, 6, 4}, Trial{60, 3, 6, 8}, Trial{400, 32, 6, 1000000}));

}  // namespace
