// The engine as the command line and the protocols see it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/error.hpp"
#include "games/go/depth_first.hpp"
#include "games/go/game.hpp"
#include "games/go/report.hpp"
#include "games/go/tree.hpp"
#include "go/witness.hpp"

namespace {

using namespace tesuji;
using namespace tesuji::go;

engine::Report solve(const std::string& position, std::map<std::string, std::string> options = {},
                     int threads = 1) {
  const auto engine = game().new_engine();
  engine->configure({.hash_bytes = 1 << 20, .threads = threads});
  engine::Request request;
  request.game = "go";
  request.position = position;
  request.options = std::move(options);
  engine::Listener listener;
  search::StopFlag stop;
  return engine->solve(request, listener, stop);
}

const char* const kCorner = "...OX..\n...OX..\n@OOOX..\nXXXXX..\n.......\n";

TEST(GoEngine, GivesAVerdictAndAMove) {
  const engine::Report report = solve(kCorner);
  EXPECT_TRUE(report.proved);
  EXPECT_EQ(report.verdict, "The white group at A3: Black to play: dead. White to play: alive.");
  ASSERT_EQ(report.best.size(), 1U);
  EXPECT_FALSE(report.pv.empty());
  EXPECT_EQ(go_report(report).region.size(), 12U);
  const engine::Report white = solve(kCorner, {{"player", "W"}, {"all-moves", "true"}});
  EXPECT_EQ(white.side, "white");
  EXPECT_EQ(white.score, 1);
  EXPECT_EQ(white.moves.size(), 7U);  // six points and a pass
}

// For programs: what the sentence says.
TEST(GoEngine, TellsTheFateOfAGroup) {
  const char* const two_steps = "X.X.OX.\nOXX.OX.\n@OOOOX.\nXXXXXX.\n.......\n";
  const std::vector<Fate> fates = go_report(solve(two_steps)).fates;
  ASSERT_EQ(fates.size(), 2U);
  EXPECT_EQ(fates[0].first, "black");
  EXPECT_EQ(fates[0].status, "ko");
  EXPECT_EQ(fates[0].ko->threats, 1);
  EXPECT_EQ(fates[1].first, "white");
  EXPECT_EQ(fates[1].ko->takes_first, "white");
  EXPECT_EQ(fates[1].ko->needs_threats, "black");
  EXPECT_EQ(fates[1].ko->threats, 2);
  EXPECT_EQ(fates[1].ko->condition, "black:2");
  // What it says is what that condition does.
  EXPECT_EQ(go_report(solve(two_steps, {{"player", "W"}, {"ko", "black:2"}})).fates.at(0).status, "dead");
  EXPECT_EQ(go_report(solve(two_steps, {{"player", "W"}, {"ko", "black:1"}})).fates.at(0).status, "alive");

  const std::vector<Fate> corner = go_report(solve(kCorner)).fates;
  EXPECT_EQ(corner.at(0).status, "dead");
  EXPECT_EQ(corner.at(1).status, "alive");
  EXPECT_FALSE(corner.at(1).ko);
  // Only threats without end would turn a bent four in the corner: players call that dead.
  const engine::Report bent = solve("XXX.OX.\n.OOOOX.\n@OXXXX.\nXXXXX..\n.......\n");
  EXPECT_EQ(go_report(bent).fates.at(0).status, "dead");
  EXPECT_FALSE(go_report(bent).fates.at(0).ko);
  const auto said = [&](const char* part) {
    return std::any_of(bent.remarks.begin(), bent.remarks.end(),
                       [&](const std::string& remark) { return remark.find(part) != std::string::npos; });
  };
  EXPECT_TRUE(said("White lives only with ko threats without end"));
  EXPECT_TRUE(said("Japanese rules"));
  EXPECT_EQ(go_report(solve(".XXX.OX\n@OOOOOX\nXXXXXXX\n.......\n")).fates.at(0).status, "seki");
}

TEST(GoEngine, ListsThreats) {
  EXPECT_FALSE(go_report(solve(kCorner)).threats);
  const char* const dead = "..OX.\n@OOX.\nXXXX.\n.....\n";
  const engine::Report none = solve(dead, {{"threats", "true"}, {"player", "W"}});
  ASSERT_TRUE(go_report(none).threats);
  EXPECT_EQ(go_report(none).threats, (std::vector<std::string>{}));
  const engine::Report alive =
      solve("....OX.\n....OX.\n@OOOOX.\nXXXXXX.\n.......\n", {{"threats", "true"}, {"player", "B"}});
  ASSERT_TRUE(go_report(alive).threats);
  EXPECT_EQ(go_report(alive).threats, (std::vector<std::string>{"B4", "C4"}));
}

TEST(GoEngine, ThreadsAndTheBaselineAgree) {
  const std::string verdict = solve(kCorner).verdict;
  EXPECT_EQ(solve(kCorner, {}, 2).verdict, verdict);
  EXPECT_EQ(solve(kCorner, {{"search", "dfs"}}).verdict, verdict);
  EXPECT_EQ(solve(kCorner, {{"repetition", "superko"}}).verdict, verdict);
  // It tries a master's threats and none: how many it takes is not for it to say.
  const char* const corner_ko = "...OX..\n.OOOX..\n@OXXX..\nXXXXX..\n.......\n";
  const Fate by_master = go_report(solve(corner_ko, {{"search", "dfs"}, {"player", "B"}})).fates.at(0);
  EXPECT_EQ(by_master.status, "ko");
  EXPECT_EQ(by_master.ko->condition, "white");
  EXPECT_FALSE(by_master.ko->threats);
}

TEST(GoEngine, RefusesBadOptions) {
  EXPECT_THROW(solve(kCorner, {{"ko", "often"}}), Error);
  EXPECT_THROW(solve(kCorner, {{"player", "green"}}), Error);
  EXPECT_THROW(solve(kCorner, {{"search", "mcts"}}), Error);
  EXPECT_THROW(solve("(;SZ[9]AB[aa])"), Error);
}

// Without a proof in time, the most promising move and line are given, marked as unproved.
TEST(GoEngine, GivesAMoveIfItStopsAtALimit) {
  for (const std::uint64_t nodes : {1U, 5000U}) {
    const auto engine = game().new_engine();
    engine->configure({.hash_bytes = 1 << 20});
    engine::Request request;
    request.position = "....OX.\n....OX.\n....OX.\n....OX.\n@OOOOX.\nXXXXXX.\n.......\n";
    request.limits.nodes = nodes;
    engine::Listener listener;
    search::StopFlag stop;
    const engine::Report report = engine->solve(request, listener, stop);
    EXPECT_FALSE(report.proved);
    EXPECT_LT(report.nodes, nodes + 4000);
    ASSERT_EQ(report.best.size(), 1U) << nodes;
    EXPECT_EQ(report.pv.front(), report.best.front());
    EXPECT_FALSE(report.score.has_value());
    EXPECT_TRUE(std::any_of(report.remarks.begin(), report.remarks.end(), [&](const std::string& remark) {
      return remark.starts_with("not proved: " + report.best.front());
    })) << nodes;
  }
}

// What is proved has its moves even if no time is left to search on.
TEST(GoSolver, NamesTheMoveOfAProofWithoutTime) {
  const Tsumego tsumego(enclose(problem_from(kCorner)));
  const Position start = tsumego.start(Side::Attacker, kNoThreats);
  Memory memory(1 << 20);
  Solver whole(tsumego, memory);
  ASSERT_EQ(whole.attacker_wins(start), true);
  search::StopFlag stop;
  stop.request();
  Solver stopped(tsumego, memory);
  stopped.limit({}, &stop);
  EXPECT_EQ(stopped.attacker_wins(tsumego.start(Side::Defender, kAttackerMaster)), std::nullopt);
  EXPECT_TRUE(stopped.interrupted());
  EXPECT_EQ(stopped.attacker_wins(start), true);
  EXPECT_FALSE(stopped.winning_moves(start).empty());
  EXPECT_FALSE(stopped.line(start).empty());
}

TEST(GoSolver, GoesOnWhereASliceEnded) {
  const Tsumego tsumego(
      enclose(problem_from("....OX..\n....OX..\n....OX..\n@OOOOX..\nXXXXXX..\n........\n")));
  const Position start = tsumego.start(Side::Attacker, kNoThreats);
  Memory whole_memory(4 << 20), sliced_memory(4 << 20);
  Solver whole(tsumego, whole_memory), sliced(tsumego, sliced_memory);
  const auto expected = whole.attacker_wins(start);
  ASSERT_TRUE(expected);
  search::Limits slice;
  slice.nodes = 2 * ProofSearch<Mask64>::kPoll;
  int slices = 0;
  std::uint64_t told = 0;
  sliced.progress = [&](std::uint64_t nodes) { told = nodes; };
  std::optional<bool> answer;
  for (; !answer && slices < 1000; ++slices) {
    sliced.limit(slice, nullptr);
    answer = sliced.attacker_wins(start);
    EXPECT_EQ(sliced.interrupted(), !answer);
  }
  EXPECT_EQ(answer, expected);
  EXPECT_GT(slices, 3);
  EXPECT_GT(told, 0U);
  EXPECT_LT(sliced.nodes(), 2 * whole.nodes());
}

TEST(GoEngine, KeepsItsTableOnDisk) {
  const auto path = std::filesystem::temp_directory_path() / "tesuji-go-engine-test.tt";
  const auto engine = game().new_engine();
  engine->configure({.hash_bytes = 1 << 20});
  engine::Request request;
  request.position = kCorner;
  engine::Listener listener;
  search::StopFlag stop;
  const engine::Report cold = engine->solve(request, listener, stop);
  engine->save_table(path);
  const auto other = game().new_engine();
  other->configure({.hash_bytes = 1 << 20});
  other->load_table(path);
  const engine::Report warm = other->solve(request, listener, stop);
  std::filesystem::remove(path);
  EXPECT_EQ(warm.verdict, cold.verdict);
  EXPECT_LT(warm.nodes, cold.nodes / 4 + 1);
}

// Replays a solution with the plain rules of the board and asks the witness, not the solver, about every
// position in it.
class TreeChecker {
 public:
  TreeChecker(const Tsumego& tsumego, Colour player) : tsumego_(tsumego), player_(player) {}

  void check(const sgf::Tree& tree, Grid grid, Colour mover) {
    for (const sgf::Node& node : tree.nodes) {
      if (!node.has("B") && !node.has("W")) continue;
      const Colour colour = node.has("B") ? Colour::Black : Colour::White;
      ASSERT_EQ(colour, mover);
      bool legal = false;
      const Point at = sgf_points(node.values(node.has("B") ? "B" : "W").front(), grid).front();
      const std::vector<Point> taken = grid.play(at, colour, legal);
      ASSERT_TRUE(legal);
      ASSERT_FALSE(ko_ && *ko_ == at);
      const std::vector<Point> block = grid.block(at);
      const bool ko = taken.size() == 1 && block.size() == 1 && grid.liberties(block).size() == 1;
      ko_ = ko ? std::optional(taken.front()) : std::nullopt;
      mover = opposite(colour);
      ++moves;
      const bool last = &node == &tree.nodes.back() && tree.variations.empty();
      if (node.has("C")) {
        EXPECT_EQ(winner(grid, mover), player_);
        ++right;
      } else if (last) {
        EXPECT_NE(colour, player_);
        EXPECT_EQ(winner(grid, mover), opposite(player_));
        ++refuted;
      }
    }
    const auto ko = ko_;
    for (const sgf::Tree& variation : tree.variations) {
      ko_ = ko;
      check(variation, grid, mover);
    }
  }

  Colour winner(const Grid& grid, Colour mover) const {
    const Enclosure& e = tsumego_.enclosure();
    if (grid.at(e.problem.target.front()) == Colour::Empty) return e.attacker;
    witness::Retrograde slow(grid, e.points, e.attacker, e.problem.target.front());
    if (ko_) slow.ban(*ko_);
    bool finished = false;
    const bool attacker = slow.attacker_wins(mover == e.attacker, {}, 200'000, finished);
    EXPECT_TRUE(finished);
    return attacker ? e.attacker : opposite(e.attacker);
  }

  int moves = 0, right = 0, refuted = 0;

 private:
  const Tsumego& tsumego_;
  Colour player_;
  std::optional<Point> ko_;
};

TEST(GoTree, IsRightByTheWitness) {
  const Tsumego tsumego(enclose(problem_from(kCorner)));
  Memory memory(1 << 20);
  Solver solver(tsumego, memory);
  for (const Side side : {Side::Attacker, Side::Defender}) {
    const sgf::Tree tree = solution_tree(tsumego, solver, tsumego.start(side, kNoThreats), 500);
    const std::string text = sgf::write(tree);
    const sgf::Tree again = sgf::parse(text).front();
    TreeChecker checker(tsumego, tsumego.colour(side));
    checker.check(again, problem_from(again).grid, tsumego.colour(side));
    EXPECT_GT(checker.right, 0) << text;
    EXPECT_GT(checker.refuted, 0) << text;
    EXPECT_LE(checker.moves, 500);
  }
}

// Counts what a tree answers: the wrong first moves with how long their refutations are, and the defences.
TEST(GoTree, RefutesToTheEndAndAnswersEveryDefence) {
  const Tsumego tsumego(enclose(problem_from("....OX.\n....OX.\n@OOOOX.\nXXXXXX.\n.......\n")));
  Memory memory(1 << 20);
  Solver solver(tsumego, memory);
  const Position start = tsumego.start(Side::Defender, kNoThreats);
  ASSERT_EQ(solver.attacker_wins(start), false);
  const sgf::Tree tree = solution_tree(tsumego, solver, start, 4000);
  // A right first move has to be defended against each of the attacker's threats that follow it.
  for (const sgf::Tree& branch : tree.variations) {
    const Point at =
        sgf_points(branch.nodes.front().values("W").front(), tsumego.enclosure().problem.grid).front();
    Position next;
    for (const MoveResult& move : solver.moves(start)) {
      if (move.step.move.pass() || !(tsumego.region().point(move.step.move.point) == at)) continue;
      next = tsumego.rules().after(start, move.step);
      if (*move.attacker_wins) {
        // Wrong: the line goes on until nothing is left to play for.
        Position p = next;
        for (std::size_t i = 1; i < branch.nodes.size(); ++i) {
          const std::string name = i % 2 == 1 ? "B" : "W";
          const Point q =
              sgf_points(branch.nodes[i].values(name).front(), tsumego.enclosure().problem.grid).front();
          for (const Step& step : tsumego.rules().steps(p)) {
            if (tsumego.region().point(step.move.point) == q) {
              p = tsumego.rules().after(p, step);
              break;
            }
          }
        }
        EXPECT_TRUE(solver.over(p) || tsumego.evaluator().capturable_at_once(p)) << sgf::write(branch);
      } else {
        const std::size_t threats = solver.threats(next).size();
        const std::size_t answered =
            branch.variations.empty() ? (branch.nodes.size() > 1 ? 1 : 0) : branch.variations.size();
        EXPECT_EQ(answered, branch.nodes.size() > 1 ? 1 : threats) << sgf::write(branch);
      }
    }
  }
}

// Every move that would work if it were ignored is in the tree: right ones with every such threat of the
// opponent's answered, wrong ones refuted until nothing is left to play for.
class TreeThreats {
 public:
  explicit TreeThreats(const Tsumego& tsumego) : tsumego_(tsumego), solver_(tsumego, memory_) {}

  void check(Side side) {
    const Position start = tsumego_.start(side, kNoThreats);
    const auto attacker = solver_.attacker_wins(start);
    ASSERT_EQ(attacker, side == Side::Attacker);
    const sgf::Tree tree = solution_tree(tsumego_, solver_, start, 4000);
    const std::string text = sgf::write(tree);
    for (const Step& step : solver_.threats(start)) {
      const sgf::Tree* const branch = branch_with(tree, start, step);
      ASSERT_NE(branch, nullptr) << text;
      ++refuted;
      Position p = tsumego_.rules().after(start, step);
      for (std::size_t i = 1; i < branch->nodes.size(); ++i) p = played(p, branch->nodes[i]);
      // The loser has nothing left that would have to be answered.
      EXPECT_TRUE(solver_.over(p) || tsumego_.evaluator().capturable_at_once(p) || solver_.threats(p).empty())
          << sgf::write(*branch);
    }
    for (const Step& step : solver_.winning_moves(start)) {
      if (step.move.pass()) continue;
      const sgf::Tree* const branch = branch_with(tree, start, step);
      ASSERT_NE(branch, nullptr) << text;
      const Position next = tsumego_.rules().after(start, step);
      if (solver_.over(next)) continue;
      for (const Step& reply : solver_.threats(next)) {
        ++answered;
        const bool alone = branch->nodes.size() > 1 && is_move(branch->nodes[1], next, reply);
        EXPECT_TRUE(alone || branch_with(*branch, next, reply) != nullptr) << sgf::write(*branch);
      }
    }
  }

  int refuted = 0, answered = 0;

 private:
  [[nodiscard]] bool is_move(const sgf::Node& node, const Position& p, const Step& step) const {
    const std::string colour(1, initial(tsumego_.colour(p.to_move)));
    return node.has(colour) &&
           node.values(colour).front() == to_sgf(tsumego_.region().point(step.move.point));
  }
  [[nodiscard]] const sgf::Tree* branch_with(const sgf::Tree& tree, const Position& p,
                                             const Step& step) const {
    for (const sgf::Tree& branch : tree.variations) {
      if (is_move(branch.nodes.front(), p, step)) return &branch;
    }
    return nullptr;
  }
  [[nodiscard]] Position played(const Position& p, const sgf::Node& node) const {
    for (const Step& step : tsumego_.rules().steps(p)) {
      if (is_move(node, p, step)) return tsumego_.rules().after(p, step);
    }
    ADD_FAILURE() << "illegal move in the tree";
    return p;
  }

  const Tsumego& tsumego_;
  Memory memory_{1 << 20};
  Solver solver_;
};

TEST(GoTree, AnswersEveryThreat) {
  int refuted = 0, answered = 0;
  for (const auto& [drawing, side] : std::vector<std::pair<const char*, Side>>{
           {kCorner, Side::Attacker},
           {kCorner, Side::Defender},
           {"....OX.\n....OX.\n@OOOOX.\nXXXXXX.\n.......\n", Side::Defender},
           {".....OX\n@OOOOOX\nXXXXXXX\n.......\n", Side::Defender},
           {"..X..OX\n@OOOOOX\nXXXXXXX\n.......\n", Side::Defender},
           {"...OX..\n..OOX..\n@OOXX..\nXXXXX..\n.......\n", Side::Attacker}}) {
    SCOPED_TRACE(drawing);
    const Tsumego tsumego(enclose(problem_from(drawing)));
    TreeThreats checker(tsumego);
    checker.check(side);
    refuted += checker.refuted;
    answered += checker.answered;
  }
  EXPECT_GT(refuted, 5);
  EXPECT_GT(answered, 5);
}

// After a capture in a ko the engine does not answer with a move that the board refuses.
TEST(GoEngine, PlaysNoBannedKo) {
  // White takes a ko at B5, and Black, to play, could only go on by retaking at A5.
  const char* const corner = "X.X.OX.\nOXX.OX.\n@OOOOX.\nXXXXXX.\n.......\nwhite to play\n";
  const auto board = game().board(corner, {});
  board->play("B5");
  const std::vector<std::string> legal = board->legal_moves();
  ASSERT_EQ(std::count(legal.begin(), legal.end(), "A5"), 0);
  const auto engine = game().new_engine();
  engine->configure({.hash_bytes = 1 << 20});
  engine::Request request;
  request.position = corner;
  request.moves = {"B5"};
  engine::Listener listener;
  search::StopFlag stop;
  const engine::Report report = engine->analyze(request, listener, stop);
  ASSERT_FALSE(report.best.empty());
  EXPECT_NE(report.remarks.back().find("A5 retakes the ko"), std::string::npos);
  for (const std::string& move : report.best)
    EXPECT_NE(std::find(legal.begin(), legal.end(), move), legal.end()) << move;
  board->play(report.best.front());
}

TEST(GoSolver, ASliceLeavesTheRestOfTheBudget) {
  const Tsumego tsumego(
      enclose(problem_from("....OX..\n....OX..\n....OX..\n@OOOOX..\nXXXXXX..\n........\n")));
  const Position start = tsumego.start(Side::Attacker, kNoThreats);
  Memory memory(4 << 20);
  Solver solver(tsumego, memory);
  search::Limits few;
  few.nodes = 1;
  {
    const Solver::Slice slice(solver, few);
    EXPECT_FALSE(solver.attacker_wins(start));
    EXPECT_TRUE(solver.interrupted());
  }
  EXPECT_FALSE(solver.interrupted());
  EXPECT_TRUE(solver.attacker_wins(start));
}

TEST(GoBoard, PlaysCapturesKoAndUndo) {
  const auto engine = game().new_engine();
  const auto board = engine->game().board("(;SZ[5]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B])");
  board->play("cb");
  const std::uint64_t key = board->key();
  EXPECT_EQ(key, board->key_from_scratch());
  EXPECT_THROW(board->play("bb"), Error);
  EXPECT_EQ(engine->game().board(board->position())->key(), key);
  board->play("pass");
  board->undo();
  EXPECT_EQ(board->key(), key);
}

}  // namespace
