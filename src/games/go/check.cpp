#include "games/go/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "games/go/choice.hpp"
#include "games/go/grade.hpp"
#include "games/go/sgf.hpp"
#include "games/go/solver.hpp"
#include "games/go/symmetry.hpp"
#include "games/go/verdict.hpp"

namespace tesuji::go {

namespace {

using engine::Finding;
using Severity = engine::Finding::Severity;

// --- what the author says ---

enum class Mark { None, Right, Wrong };

bool contains(const std::string& text, std::string_view word) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}
bool contains_word(const std::string& text, std::string_view word) {
  std::string padded = " ";
  for (const char c : text) padded += std::isalpha(static_cast<unsigned char>(c)) != 0 ? c : ' ';
  return contains(padded + " ", fmt::format(" {} ", word));
}

// What a node says of its own move, for a problem in which `player` plays first.
Mark mark_of(const sgf::Node& node, Colour player) {
  const char* const good = player == Colour::Black ? "GB" : "GW";
  const char* const bad = player == Colour::Black ? "GW" : "GB";
  if (node.has("BM") || node.has(bad)) return Mark::Wrong;
  for (const std::string& comment : node.values("C")) {
    if (contains_word(comment, "wrong") || contains_word(comment, "incorrect") || contains(comment, "失敗") ||
        contains(comment, "失败"))
      return Mark::Wrong;
    if (contains_word(comment, "right") || contains_word(comment, "correct") || contains(comment, "正解"))
      return Mark::Right;
  }
  return node.has("TE") || node.has(good) ? Mark::Right : Mark::None;
}

bool says_ko(const std::string& words) {
  return contains_word(words, "ko") || contains(words, "劫") || contains(words, "コウ");
}

// Nodes move when a tree is split; a private property tells them apart until the tree is written.
constexpr const char* kLabel = "TESUJILABEL";
void set_labels(sgf::Tree& tree, int& next) {
  for (sgf::Node& node : tree.nodes) node.add(kLabel, std::to_string(next++));
  for (sgf::Tree& variation : tree.variations) set_labels(variation, next);
}
void remove_labels(sgf::Tree& tree) {
  for (sgf::Node& node : tree.nodes) {
    auto& properties = node.properties;
    properties.erase(std::remove_if(properties.begin(), properties.end(),
                                    [](const sgf::Property& each) { return each.name == kLabel; }),
                     properties.end());
  }
  for (sgf::Tree& variation : tree.variations) remove_labels(variation);
}
std::string label_of(const sgf::Node& node) {
  const std::vector<std::string> values = node.values(kLabel);
  return values.empty() ? std::string() : values.front();
}

// A solution tree as nodes with one move each. Setup nodes are left out.
struct Branch {
  sgf::Node* node = nullptr;  // null = the root
  std::vector<Branch> children;
  Mark mark = Mark::None;   // of the move itself
  Mark below = Mark::None;  // right: it or something below it is marked right; wrong: it or all below it is
};

void collect(sgf::Tree& tree, std::size_t from, Branch& at, Colour player) {
  Branch* last = &at;
  for (std::size_t i = from; i < tree.nodes.size(); ++i) {
    sgf::Node& node = tree.nodes[i];
    if (!node.has("B") && !node.has("W")) {
      if (last->node != nullptr && last->mark == Mark::None) last->mark = mark_of(node, player);
      continue;
    }
    last->children.push_back({&node, {}, mark_of(node, player)});
    last = &last->children.back();
  }
  for (sgf::Tree& variation : tree.variations) collect(variation, 0, *last, player);
}

void summarise(Branch& branch) {
  branch.below = branch.mark;
  for (Branch& child : branch.children) {
    summarise(child);
    if (child.below == Mark::Right && branch.mark != Mark::Wrong) branch.below = Mark::Right;
  }
  // One wrong continuation says nothing of the move before it; that all of them are wrong does.
  const bool all_wrong =
      !branch.children.empty() && std::all_of(branch.children.begin(), branch.children.end(),
                                              [](const Branch& child) { return child.below == Mark::Wrong; });
  if (all_wrong && branch.below == Mark::None) branch.below = Mark::Wrong;
}

// Where nothing is marked right, the main line is what is claimed: the first move that is not marked wrong.
const Branch* main_child(const Branch& branch) {
  const auto at = std::find_if(branch.children.begin(), branch.children.end(),
                               [](const Branch& child) { return child.below != Mark::Wrong; });
  return at == branch.children.end() ? nullptr : &*at;
}

// --- what the solver says ---

constexpr std::size_t kLongestLine = 60;  // that --fix adds, in plies

class Check {
 public:
  Check(const Tsumego& tsumego, Solver& solver, Side mover, engine::ProblemCheck& out, bool fix)
      : tsumego_(tsumego), solver_(solver), mover_(mover), out_(out), fix_(fix) {}

  void run(Branch& root, const Threshold& threshold, const std::string& words) {
    const bool attacks = mover_ == Side::Attacker;
    const bool wins = attacks ? threshold.dead_from < kLevels : threshold.alive_below > 0;
    const auto fight = ko_fight(threshold);
    const bool wins_for_players =
        wins && (fight || (attacks ? threshold.dead(kNoThreats) : threshold.alive(kNoThreats)));
    const std::string who(name(tsumego_.colour(mover_)));
    if (!wins_for_players) {
      add(Severity::Error, "no-solution",
          fmt::format("{} to play cannot {} the group", who, attacks ? "capture" : "save"));
      return;
    }
    if (fight && !says_ko(words))
      add(Severity::Error, "ko",
          fmt::format("the best result is a ko: {}", clause(tsumego_, mover_, threshold)));
    if (!fight && contains_word(words, "ko"))
      add(Severity::Warning, "not-ko", fmt::format("{} succeeds without a ko", who));
    level_ = attacks
                 ? std::max(threshold.dead_from, defender_threats(kMostThreats))
                 : std::min(static_cast<Level>(threshold.alive_below - 1), attacker_threats(kMostThreats));
    solvable_ = true;
    const Position start = tsumego_.start(mover_, level_);
    first_moves(root, start);
    walk(root, start, {}, root.below != Mark::Right);
  }

  [[nodiscard]] bool decided() const { return !solver_.interrupted(); }
  [[nodiscard]] bool solvable() const { return solvable_; }
  // The hardest ko condition under which the problem can be solved.
  [[nodiscard]] Level level() const { return level_; }

  // What the fix adds: moves below a branch's node, written into the tree afterwards.
  struct Addition {
    std::string after;  // the label of a node; empty = the root
    std::vector<sgf::Node> nodes;
  };
  std::vector<Addition> additions;

 private:
  void add(Severity severity, const char* kind, std::string text, const std::string& moves = {}) {
    out_.findings.push_back({severity, kind, std::move(text), moves});
  }
  [[nodiscard]] std::string text(const Step& step) const {
    return step.move.pass()
               ? "pass"
               : to_text(tsumego_.region().point(step.move.point), tsumego_.enclosure().problem.grid);
  }
  [[nodiscard]] sgf::Node node_of(const Position& p, const Step& step, const std::string& comment) const {
    sgf::Node node;
    node.add(std::string(1, initial(tsumego_.colour(p.to_move))),
             step.move.pass() ? std::string() : to_sgf(tsumego_.region().point(step.move.point)));
    if (!comment.empty()) node.add("C", comment);
    return node;
  }
  [[nodiscard]] std::optional<bool> mover_wins(const Position& p) {
    const auto wins = solver_.attacker_wins(p);
    if (!wins) return std::nullopt;
    return *wins == (mover_ == Side::Attacker);
  }
  // The author's move as a step; a move outside the region is a pass there. None = illegal.
  [[nodiscard]] std::optional<Step> step_of(const Position& p, const sgf::Node& node) const {
    const bool black = node.has("B");
    if (tsumego_.side(black ? Colour::Black : Colour::White) != p.to_move) return std::nullopt;
    const std::vector<std::string> values = node.values(black ? "B" : "W");
    const Grid& grid = tsumego_.enclosure().problem.grid;
    if (values.empty() || values.front().empty() || (values.front() == "tt" && grid.width() <= 19))
      return tsumego_.rules().pass(p);
    const Point at = sgf_points(values.front(), grid).front();
    const auto index = tsumego_.region().index(at);
    if (!index) return grid.at(at) == Colour::Empty ? std::optional(tsumego_.rules().pass(p)) : std::nullopt;
    for (const Step& step : tsumego_.rules().steps(p)) {
      if (step.move.point == *index && after(step.move.effect, p.level)) return step;
    }
    return std::nullopt;
  }

  // Other solutions, moves that need no answer, and tries that the author leaves out.
  void first_moves(const Branch& root, const Position& start) {
    std::map<std::uint16_t, const Branch*> in_tree;
    std::set<std::uint16_t> right;
    for (const Branch& child : root.children) {
      if (const auto step = step_of(start, *child.node)) {
        in_tree.emplace(step->move.point, &child);
        const bool main = root.below != Mark::Right && &child == main_child(root);
        if (child.below == Mark::Right || main) right.insert(step->move.point);
      }
    }
    const std::vector<Step> winning = solver_.winning_moves(start);
    if (!decided()) return;
    if (!winning.empty() && winning.back().move.pass()) {  // moves() has the pass last
      add(Severity::Error, "no-move-needed",
          "the first move is not needed: the result is the same after a pass");
      return;
    }
    for (const Step& step : winning) {
      if (right.count(step.move.point) != 0) continue;
      if (root.children.empty() && winning.size() == 1) break;  // nothing is claimed, and it is the only one
      // A move that the tree calls wrong is reported where it stands.
      const auto at = in_tree.find(step.move.point);
      if (at != in_tree.end() && at->second->below == Mark::Wrong) continue;
      add(Severity::Error, "cook", fmt::format("{} also works", text(step)), text(step));
      if (at != in_tree.end()) {
        note(*at->second, "tesuji check: this move also works.");
      } else if (fix_) {
        additions.push_back({{}, {node_of(start, step, "Also works (RIGHT). Added by tesuji check.")}});
      }
    }
    for (const Step& step : solver_.threats(start)) {
      const auto at = in_tree.find(step.move.point);
      const Branch* const branch = at == in_tree.end() ? nullptr : at->second;
      // A move of the tree that is claimed to be right is reported where it stands.
      if (branch != nullptr && (!branch->children.empty() || right.count(step.move.point) != 0)) continue;
      const Position next = tsumego_.rules().after(start, step);
      const std::optional<Step> answer = answer_in(next);
      add(Severity::Warning, "no-refutation",
          fmt::format("the try {} has no refutation in the tree{}", text(step),
                      answer ? fmt::format(" ({} refutes it)", text(*answer)) : ""),
          text(step));
      if (!fix_ || !answer) continue;
      if (branch != nullptr) {
        additions.push_back({label_of(*branch->node), {node_of(next, *answer, "")}});
      } else {
        additions.push_back(
            {{}, {node_of(start, step, "WRONG. Added by tesuji check."), node_of(next, *answer, "")}});
      }
    }
  }

  // Every move of the side that solves, down the tree. `unmarked`: the author marks nothing, so the main line
  // is what is claimed.
  void walk(Branch& branch, const Position& p, const std::string& moves, bool unmarked) {
    for (Branch& child : branch.children) {
      if (!decided()) return;
      const auto step = step_of(p, *child.node);
      if (!step) {
        add(Severity::Error, "illegal", "a move of the tree is not possible: " + written(*child.node), moves);
        continue;
      }
      const std::string path = moves + (moves.empty() ? "" : " ") + text(*step);
      const Position next = tsumego_.rules().after(p, *step);
      const bool main = unmarked && &child == main_child(branch);
      const bool claimed = unmarked ? main : child.below == Mark::Right;
      const auto wins = mover_wins(next);
      if (!wins) return;
      bool sound = true;
      if (p.to_move == mover_) {
        if (claimed && !*wins) {
          add(Severity::Error, "right-fails",
              fmt::format("{} is marked right, but it fails{}", text(*step), refutation(next)), path);
          note(child, "tesuji check: this move fails" + refutation(next) + ".");
          sound = false;
        } else if (!claimed && child.below == Mark::Wrong && *wins && mover_wins(p).value_or(false)) {
          add(Severity::Error, "wrong-works", fmt::format("{} is marked wrong, but it works", text(*step)),
              path);
          note(child, "tesuji check: this move works.");
          sound = false;
        }
      } else if (child.mark == Mark::Right && !*wins) {
        add(Severity::Error, "right-fails",
            fmt::format("the line is marked right, but {} refutes it", text(*step)), path);
        sound = false;
      }
      if (sound && claimed && *wins && child.children.empty()) line_end(child, next, path);
      if (sound) walk(child, next, path, main);
    }
  }

  // A line that is claimed to be right and ends here.
  void line_end(Branch& branch, const Position& p, const std::string& path) {
    if (solver_.over(p)) return;
    if (p.to_move == mover_) {
      add(Severity::Warning, "unfinished", "the line ends with the opponent's move", path);
      return;
    }
    const std::vector<Step> replies = solver_.replies(p);
    if (replies.empty()) return;
    const Step* const reply = &replies.front();
    const Position next = tsumego_.rules().after(p, *reply);
    const std::optional<Step> answer = answer_in(next);
    add(Severity::Warning, "unfinished",
        fmt::format("the line stops before the question is decided: {} has to be answered{}", text(*reply),
                    answer ? fmt::format(" ({})", text(*answer)) : ""),
        path);
    if (fix_ && answer) additions.push_back({label_of(*branch.node), rest_of_line(p)});
  }

  // From a position where the opponent has a move that must be answered, to where it has none. The last move
  // is marked right.
  [[nodiscard]] std::vector<sgf::Node> rest_of_line(Position p) {
    std::vector<sgf::Node> nodes;
    while (nodes.size() < kLongestLine && !solver_.over(p)) {
      const std::vector<Step> replies = solver_.replies(p);
      if (replies.empty()) break;
      const Position next = tsumego_.rules().after(p, replies.front());
      const std::optional<Step> answer = answer_in(next);
      if (!answer) break;
      nodes.push_back(node_of(p, replies.front(), ""));
      nodes.push_back(node_of(next, *answer, ""));
      p = tsumego_.rules().after(next, *answer);
    }
    nodes.back().add("C", "RIGHT. Added by tesuji check.");
    return nodes;
  }
  // A move that wins, one on the board if there is one.
  [[nodiscard]] std::optional<Step> answer_in(const Position& p) {
    std::optional<Step> answer;
    for (const Step& each : solver_.winning_moves(p)) {
      if (!answer || answer->move.pass()) answer = each;
    }
    return answer;
  }

  [[nodiscard]] std::string refutation(const Position& p) {
    for (const Step& step : solver_.winning_moves(p)) {
      if (!step.move.pass()) return fmt::format(" ({} refutes it)", text(step));
    }
    return {};
  }
  void note(const Branch& branch, const std::string& comment) const {
    if (!fix_) return;
    for (sgf::Property& property : branch.node->properties) {
      if (property.name != "C" || property.values.empty()) continue;
      property.values.front() += "\n" + comment;
      return;
    }
    branch.node->add("C", comment);
  }
  [[nodiscard]] static std::string written(const sgf::Node& node) {
    const bool black = node.has("B");
    const std::vector<std::string> values = node.values(black ? "B" : "W");
    return fmt::format("{}[{}]", black ? "B" : "W", values.empty() ? "" : values.front());
  }

  const Tsumego& tsumego_;
  Solver& solver_;
  Side mover_;
  engine::ProblemCheck& out_;
  bool fix_;
  Level level_ = kNoThreats;
  bool solvable_ = false;
};

// Hangs nodes below the node with a label, in a variation of their own.
bool insert(sgf::Tree& tree, const Check::Addition& addition, std::size_t first_move) {
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const bool here =
        addition.after.empty() ? i + 1 == first_move : label_of(tree.nodes[i]) == addition.after;
    if (!here) continue;
    if (i + 1 < tree.nodes.size()) {
      sgf::Tree rest;
      rest.nodes.assign(std::make_move_iterator(tree.nodes.begin() + static_cast<std::ptrdiff_t>(i) + 1),
                        std::make_move_iterator(tree.nodes.end()));
      rest.variations = std::move(tree.variations);
      tree.nodes.resize(i + 1);
      tree.variations.clear();
      tree.variations.push_back(std::move(rest));
    }
    tree.variations.push_back({addition.nodes, {}});
    return true;
  }
  return std::any_of(tree.variations.begin(), tree.variations.end(),
                     [&](sgf::Tree& variation) { return insert(variation, addition, 0); });
}

class GoChecker final : public engine::ProblemChecker {
 public:
  explicit GoChecker(const engine::CommonOptions& common)
      : memory_(common.hash_bytes), threads_(common.threads) {}

  engine::ProblemCheck check(std::string_view problem_text, const engine::CheckRequest& request,
                             const StopFlag& stop) override {
    engine::ProblemCheck out;
    sgf::Tree tree;
    if (sgf::has_tree(problem_text)) {
      tree = sgf::parse(problem_text).front();
    } else {
      tree.nodes.push_back(to_node(problem_from(problem_text)));
    }
    Problem problem = problem_from(tree);
    for (const char* property : {"GN", "N"}) {
      for (const std::string& value : tree.nodes.front().values(property)) {
        if (out.title.empty()) out.title = value;
      }
    }
    out.position = to_sgf(problem);
    const std::string words = problem.words;
    std::uint64_t nodes = 0;
    ResolvedProblem settled = resolve(std::move(problem), std::nullopt, Side::Attacker, memory_,
                                      {request.limits, &stop, threads_, {}}, nodes);
    const Colour player = settled.enclosure.problem.player.value_or(Colour::Black);
    settled.enclosure.problem.player = player;
    out.identity = identity_of(settled.enclosure.problem);
    const Tsumego tsumego(std::move(settled.enclosure));
    const Side mover = tsumego.side(player);
    Solver solver(tsumego, memory_);
    solver.limit(request.limits, &stop);
    solver.use_threads(threads_);

    const Threshold threshold = solver.threshold(tsumego.start(mover, kNoThreats));
    if (!threshold.settled()) {
      out.decided = false;
      out.verdict = "not decided within the limits";
      return out;
    }
    out.verdict = clause(tsumego, mover, threshold);

    std::size_t first_move = 0;
    while (first_move < tree.nodes.size() && !tree.nodes[first_move].has("B") &&
           !tree.nodes[first_move].has("W"))
      ++first_move;
    int labels = 0;
    set_labels(tree, labels);
    Branch root;
    collect(tree, first_move, root, player);
    for (Branch& child : root.children) summarise(child);
    for (const Branch& child : root.children) {
      if (child.below == Mark::Right) root.below = Mark::Right;
    }
    if (root.children.empty())
      out.findings.push_back({Severity::Warning, "no-tree", "there is no solution tree", {}});
    Check run(tsumego, solver, mover, out, request.fix);
    run.run(root, threshold, words);
    out.decided = run.decided();
    if (out.decided && run.solvable()) {
      if (const auto grade =
              grade_of(tsumego, memory_, tsumego.start(mover, run.level()), request.limits, stop))
        out.verdict += fmt::format("; grade {}", grade->value);
    }
    if (request.fix) {
      for (const Check::Addition& addition : run.additions) insert(tree, addition, first_move);
      remove_labels(tree);
      out.fixed = sgf::write(tree);
    }
    return out;
  }

 private:
  Memory memory_;
  int threads_;
};

}  // namespace

std::unique_ptr<engine::ProblemChecker> make_checker(const engine::CommonOptions& common) {
  return std::make_unique<GoChecker>(common);
}

}  // namespace tesuji::go
