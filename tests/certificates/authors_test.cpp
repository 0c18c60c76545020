// The checks on the collections with planted mistakes that docs/guide/authors.md walks through, and new
// problems.
#include <gtest/gtest.h>

#include <set>

#include "base/file.hpp"
#include "engine/authoring.hpp"
#include "engine/game.hpp"
#include "engine/registry.hpp"
#include "games/games.hpp"

namespace tesuji {
namespace {

using Severity = engine::Finding::Severity;

const engine::Authoring& authoring(const char* game) {
  static const engine::Registry kRegistry = [] {
    engine::Registry made;
    games::register_all(made);
    return made;
  }();
  return *kRegistry.find(game)->authoring();
}

engine::CommonOptions small_table() {
  engine::CommonOptions common;
  common.hash_bytes = std::uint64_t{16} << 20;
  return common;
}

std::vector<engine::ProblemCheck> check(const char* game, const std::string& text, bool fix = false) {
  const auto checker = authoring(game).new_checker(small_table());
  engine::CheckRequest request;
  request.limits.nodes = 5'000'000;
  request.fix = fix;
  const StopFlag stop;
  std::vector<engine::ProblemCheck> found;
  for (const std::string& problem : authoring(game).split_collection(text))
    found.push_back(checker->check(problem, request, stop));
  return found;
}

std::multiset<std::string> errors(const engine::ProblemCheck& check) {
  std::multiset<std::string> kinds;
  for (const engine::Finding& finding : check.findings) {
    if (finding.severity == Severity::Error) kinds.insert(finding.kind);
  }
  return kinds;
}
bool has(const engine::ProblemCheck& check, const std::string& kind) {
  return std::any_of(check.findings.begin(), check.findings.end(),
                     [&](const engine::Finding& finding) { return finding.kind == kind; });
}
using Kinds = std::multiset<std::string>;

TEST(CheckGo, FindsThePlantedMistakes) {
  const auto found = check("go", read_file("examples/authors.sgf"));
  ASSERT_EQ(found.size(), 7U);
  EXPECT_TRUE(found[0].findings.empty());
  EXPECT_EQ(errors(found[1]), (Kinds{"right-fails", "wrong-works"}));
  EXPECT_EQ(errors(found[2]), (Kinds{"no-move-needed"}));
  EXPECT_EQ(errors(found[3]), (Kinds{"no-solution"}));
  EXPECT_EQ(errors(found[4]), (Kinds{"ko"}));
  EXPECT_EQ(errors(found[5]), Kinds{});
  EXPECT_EQ(found[5].identity, found[0].identity);  // mirrored, with the colours exchanged
  EXPECT_NE(found[1].identity, found[0].identity);
  EXPECT_TRUE(has(found[6], "unfinished"));
  EXPECT_TRUE(has(found[6], "no-refutation"));
}

TEST(CheckGo, FixAddsRefutationsAndKeepsTheTree) {
  const auto before = check("go", read_file("examples/authors.sgf"), true);
  const std::string& fixed = before[6].fixed;
  EXPECT_NE(fixed.find("GN[Stops too early]"), std::string::npos);
  EXPECT_NE(fixed.find("B[hb]C[RIGHT]"), std::string::npos);
  const auto after = check("go", fixed);
  ASSERT_EQ(after.size(), 1U);
  EXPECT_FALSE(has(after[0], "no-refutation"));
  EXPECT_EQ(errors(after[0]), Kinds{});
}

TEST(CheckShogi, FindsThePlantedMistakes) {
  const auto found = check("shogi", read_file("examples/authors.sfen"));
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(errors(found[0]), Kinds{});
  EXPECT_EQ(found[0].verdict, "mate in 1 ply");
  EXPECT_EQ(errors(found[1]), (Kinds{"pieces-left"}));
  EXPECT_EQ(errors(found[2]), (Kinds{"no-solution"}));
}

TEST(CheckChess, FindsThePlantedMistakes) {
  const auto found = check("chess", read_file("examples/authors.epd"));
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(errors(found[0]), Kinds{});
  EXPECT_EQ(errors(found[1]), (Kinds{"short-mate"}));
  EXPECT_EQ(errors(found[2]).count("cook"), 7U);
  EXPECT_EQ(errors(found[3]), (Kinds{"no-solution"}));
}

TEST(GenerateGo, GivesProblemsThatTheCheckFindsCleanAndTheSameForASeed) {
  engine::GenerateRequest request;
  request.seed = 5;
  request.options["points"] = "6-8";
  const StopFlag stop;
  const auto first = authoring("go").new_generator(request, small_table());
  const auto second = authoring("go").new_generator(request, small_table());
  int made = 0;
  for (std::uint64_t i = 0; i < 6; ++i) {
    const auto problem = first->attempt(i, stop);
    if (!problem) continue;
    ++made;
    const auto found = check("go", problem->text);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(errors(found[0]), Kinds{}) << problem->text;
    const auto again = second->attempt(i, stop);  // without the attempts before it
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(again->text, problem->text);
  }
  EXPECT_GT(made, 0);
}

TEST(Diagrams, AreDrawnForGoAndShogi) {
  const auto text = authoring("go").split_collection(read_file("examples/authors.sgf")).front();
  const engine::ProblemDiagrams go = authoring("go").diagrams(text);
  EXPECT_GT(go.solution.circles.size(), go.problem.circles.size());
  const engine::ProblemDiagrams shogi = authoring("shogi").diagrams("8k/9/7GP/9/9/9/9/9/9 b G 1 moves G*2b");
  EXPECT_EQ(shogi.problem.caption, "1手詰");
}

}  // namespace
}  // namespace tesuji
