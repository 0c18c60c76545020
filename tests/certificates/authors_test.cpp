// The checks on the collections with planted mistakes that docs/guide/authors.md walks through, and new
// problems.
#include <gtest/gtest.h>

#include <algorithm>
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

// The first problem of the collection, with other trees. H2 is the only solution; J4 and F4 are tries.
constexpr const char* kOneSolution =
    "(;SZ[9]AB[ec][fc][gc][hc][ic][ed][ee][ef][eg][fg][hg][fh][fi][gi][hi][ii]"
    "AW[fd][gd][hd][id][fe][he][gf][gg][gh][ih]PL[B]MA[id]C[Black to kill]";
// Without the stone at G6 there are three.
constexpr const char* kThreeSolutions =
    "(;SZ[9]AB[ec][fc][gc][hc][ic][ed][ee][ef][eg][fg][hg][fh][fi][gi][hi][ii]"
    "AW[fd][hd][id][fe][he][gf][gg][gh][ih]PL[B]MA[id]C[Black to kill]";

engine::ProblemCheck check_tree(const std::string& root, const std::string& tree, bool fix = false) {
  return check("go", root + tree + ")", fix).front();
}

TEST(CheckGo, ReadsEveryKindOfMark) {
  for (const char* mark : {"C[RIGHT]", "C[Correct!]", "C[正解]", "TE[1]", "GB[1]", ""}) {
    const auto found =
        check_tree(kOneSolution, std::string("(;B[hh];W[if];B[hf]") + mark + ")(;B[ie];W[hf])");
    EXPECT_EQ(errors(found), Kinds{}) << mark;
  }
  for (const char* mark : {"C[Wrong]", "C[失敗]", "BM[1]", "GW[1]"}) {
    // With the solution marked wrong, the other line is the one that is claimed.
    const auto found = check_tree(kOneSolution, std::string("(;B[hh]") + mark + ")(;B[ie];W[hf])");
    EXPECT_EQ(errors(found), (Kinds{"right-fails", "wrong-works"})) << mark;
  }
}

TEST(CheckGo, AWrongContinuationDoesNotMakeTheFirstMoveWrong) {
  const auto found =
      check_tree(kOneSolution, "(;B[hh];W[if](;B[hf])(;B[ff];W[hf]C[WRONG]))(;B[ie];W[hf]C[WRONG])");
  EXPECT_EQ(errors(found), Kinds{});
}

TEST(CheckGo, FindsOtherSolutionsInsideTheTreeAndOutside) {
  const auto found = check_tree(kThreeSolutions, "(;B[hh]C[RIGHT])(;B[gd];W[hf])");
  EXPECT_EQ(errors(found), (Kinds{"cook", "cook"}));
  EXPECT_EQ(errors(check_tree(kThreeSolutions, "")), (Kinds{"cook", "cook", "cook"}));
  const auto no_tree = check_tree(kOneSolution, "");
  EXPECT_EQ(errors(no_tree), Kinds{});
  EXPECT_TRUE(has(no_tree, "no-tree"));
}

TEST(CheckGo, ATryWithoutAnAnswerIsNotRefuted) {
  const auto found = check_tree(kOneSolution, "(;B[hh];W[if];B[hf]C[RIGHT])(;B[ie]C[What now?])", true);
  const auto names_j5 = [](const engine::Finding& finding) {
    return finding.kind == "no-refutation" && finding.moves == "J5";
  };
  EXPECT_TRUE(std::any_of(found.findings.begin(), found.findings.end(), names_j5));
  EXPECT_NE(found.fixed.find("B[ie]C[What now?](;W["), std::string::npos) << found.fixed;
  const auto again = check("go", found.fixed).front();
  EXPECT_FALSE(has(again, "no-refutation"));
}

TEST(CheckGo, GradesWhatCanBeSolved) {
  EXPECT_NE(check_tree(kOneSolution, "").verdict.find("grade "), std::string::npos);
}

TEST(CheckShogi, FindsThePlantedMistakes) {
  const auto found = check("shogi", read_file("examples/authors.sfen"));
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(errors(found[0]), Kinds{});
  EXPECT_EQ(found[0].verdict, "mate in 1 ply");
  EXPECT_EQ(errors(found[1]), (Kinds{"pieces-left"}));
  EXPECT_EQ(errors(found[2]), (Kinds{"no-solution"}));
}

// Sound: made by `tesuji generate shogi`.
constexpr const char* kSound = "8k/8n/9/6+P2/9/9/9/9/9 b G2S2r2b3g2s3n4l17p 1";
constexpr const char* kSolution = "S*2b 1a2b S*2c 2b1a G*2b";

TEST(CheckShogi, FindsNothingInASoundProblem) {
  const auto found = check("shogi", std::string(kSound) + " moves " + kSolution).front();
  EXPECT_EQ(found.verdict, "mate in 5 plies");
  for (const engine::Finding& finding : found.findings)
    EXPECT_EQ(finding.severity, Severity::Note) << finding.kind << ": " << finding.text;
}

TEST(CheckShogi, FindsEachFault) {
  const auto with = [](const std::string& text) { return check("shogi", text).front(); };
  const std::string sound = kSound, moves = " moves ";
  EXPECT_TRUE(has(with(sound + moves + "S*2b 1a2b S*2c"), "wrong-length"));
  EXPECT_TRUE(has(with(sound + moves + "G*2b 1a2b S*2c 2b1a S*2b"), "solution-fails"));
  // A pawn in the far corner does nothing; a gold more leaves one over.
  const auto pawn = with("8k/8n/9/6+P2/9/9/9/P8/9 b G2S2r2b3g2s3n4l16p 1");
  EXPECT_EQ(errors(pawn), Kinds{});
  EXPECT_TRUE(has(pawn, "superfluous"));
  const auto gold = with("8k/8n/9/6+P2/9/9/9/9/9 b 2G2S2r2b2g2s3n4l17p 1");
  EXPECT_TRUE(has(gold, "cook") || has(gold, "pieces-left"));
  // A mate in one, stated as three.
  EXPECT_TRUE(has(with("8k/9/7GP/9/9/9/9/9/9 b G 1 moves 2c2b 1a2b G*2c"), "shorter-mate"));
}

// The sound problem as a record, as Kifu for Windows writes it; `moves` is the rest.
std::string kif(const std::string& moves) {
  std::string text =
      "# ---- Kifu for Windows V7 ----\n"
      "後手の持駒：飛二　角二　金三　銀二　桂三　香四　歩十七　\n"
      "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・v桂|二\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ と ・ ・|四\n";
  for (const char* rank : {"五", "六", "七", "八", "九"})
    text += std::string("| ・ ・ ・ ・ ・ ・ ・ ・ ・|") + rank + "\n";
  return text + "+---------------------------+\n先手の持駒：金　銀二　\n手数----指手---------消費時間--\n" +
         moves;
}

TEST(CheckShogi, ReadsRecordsWithASolution) {
  const std::string line = "   1 ２二銀打\n   2 同　玉(11)\n   3 ２三銀打\n   4 １一玉(22)\n   5 ２二金打\n";
  const auto found = check("shogi", kif(line + "   6 詰み\n"));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].verdict, "mate in 5 plies");
  EXPECT_EQ(errors(found[0]), Kinds{});
  EXPECT_EQ(found[0].identity, check("shogi", kSound).front().identity);
  // Several in a file: the second has another first move, the third stops early.
  const auto three = check(
      "shogi", kif(line) +
                   kif("   1 ２二金打\n   2 同　玉(11)\n   3 ２三銀打\n   4 １一玉(22)\n   5 ２二銀打\n") +
                   kif("   1 ２二銀打\n"));
  ASSERT_EQ(three.size(), 3U);
  EXPECT_EQ(errors(three[0]), Kinds{});
  EXPECT_TRUE(has(three[1], "solution-fails"));
  EXPECT_TRUE(has(three[2], "wrong-length"));
}

TEST(CheckShogi, UselessInterpositionsDoNotCount) {
  // After R*9a anything dropped on the rank is taken, and it is mate; by the rules alone the game goes on.
  const auto far = check("shogi", "8k/6S2/7G1/9/9/9/9/9/9 b Rr2b3g3s4n4l18p 1 moves R*9a").front();
  EXPECT_EQ(errors(far), Kinds{});
  EXPECT_EQ(far.verdict, "mate in 1 ply");
  // Without the silver that guards 2a, a piece dropped there saves the king.
  const auto near = check("shogi", "8k/9/7G1/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1 moves R*9a").front();
  EXPECT_NE(errors(near), Kinds{});
}

TEST(GenerateShogi, GivesProblemsWithoutFaultsAndTheSameForASeed) {
  engine::GenerateRequest request;
  request.seed = 3;
  request.options["plies"] = "3";
  const StopFlag stop;
  const auto first = authoring("shogi").new_generator(request, small_table());
  const auto second = authoring("shogi").new_generator(request, small_table());
  std::optional<engine::NewProblem> problem;
  std::uint64_t number = 0;
  for (; number < 10 && !problem; ++number) problem = first->attempt(number, stop);
  ASSERT_TRUE(problem.has_value());
  const auto found = check("shogi", problem->text).front();
  EXPECT_EQ(found.verdict, "mate in 3 plies");
  for (const engine::Finding& finding : found.findings)
    EXPECT_EQ(finding.severity, Severity::Note) << finding.kind << ": " << finding.text;
  const auto again = second->attempt(number - 1, stop);  // without the attempts before it
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->text, problem->text);
}

TEST(CheckChess, FindsThePlantedMistakes) {
  const auto found = check("chess", read_file("examples/authors.epd"));
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(errors(found[0]), Kinds{});
  EXPECT_EQ(errors(found[1]), (Kinds{"short-mate"}));
  EXPECT_EQ(errors(found[2]).count("cook"), 7U);
  EXPECT_EQ(errors(found[3]), (Kinds{"no-solution"}));
}

TEST(CheckChess, FindsEachFault) {
  const auto with = [](const std::string& text) { return check("chess", text).front(); };
  const std::string clean = "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - ";
  EXPECT_EQ(errors(with(clean + "dm 2; bm hxg6;")), (Kinds{"wrong-key"}));
  EXPECT_EQ(errors(with(clean + "dm 1;")), (Kinds{"no-solution"}));
  EXPECT_EQ(errors(with(clean + "dm 3;")), (Kinds{"short-mate"}));
  // One key; after it a choice of three on the way to the mate.
  const auto dual = with("4K3/2R5/8/8/8/1k3p2/8/4R3 w - - dm 3;");
  EXPECT_EQ(dual.verdict, "mate in 3: Rb1+");
  EXPECT_EQ(errors(dual), Kinds{});
  EXPECT_TRUE(has(dual, "dual"));
  // A choice at the mating move is only a note.
  const auto minor = with("6k1/2K5/3R2p1/8/1Q6/8/8/8 w - - dm 2;");
  EXPECT_FALSE(has(minor, "dual"));
  EXPECT_TRUE(has(minor, "minor-dual"));
  // Two keys: the other one is the cook, and the line goes on from the author's.
  const auto cooked = with("8/8/5p2/7k/8/8/8/1RK2Q2 w - - dm 3; bm Qg2;");
  EXPECT_EQ(errors(cooked), (Kinds{"cook"}));
  EXPECT_EQ(cooked.verdict, "mate in 3: Qg2");
  for (const engine::Finding& finding : cooked.findings) {
    if (finding.kind == "dual") {
      EXPECT_TRUE(finding.moves.starts_with("Qg2")) << finding.moves;
    }
  }
  // Left and right exchanged, the problem is the same.
  EXPECT_EQ(with("4K3/2R5/8/8/8/1k3p2/8/4R3 w - - dm 3;").identity,
            with("3K4/5R2/8/8/8/2p3k1/8/3R4 w - - dm 3;").identity);
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
  EXPECT_EQ(go.problem.caption, "Clean (Black to play)");
  const engine::ProblemDiagrams shogi = authoring("shogi").diagrams("8k/9/7GP/9/9/9/9/9/9 b G 1 moves G*2b");
  EXPECT_EQ(shogi.problem.caption, "1手詰");
}

}  // namespace
}  // namespace tesuji
