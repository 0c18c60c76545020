// The solver for one shape of board, compiled for it.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "engine/table_file.hpp"
#include "engine/table_report.hpp"
#include "games/connect4/book.hpp"
#include "games/connect4/node.hpp"
#include "games/connect4/solver.hpp"
#include "search/exact.hpp"
#if !defined(__EMSCRIPTEN__)
#include "tt/snapshot.hpp"
#endif

namespace tesuji::connect4 {

template <class S>
class ShapedSolver : public Solver {
 public:
  using Tree = connect4::Tree<S>;
  using Bits = typename S::Bits;
  using Position = typename S::Position;
  using Node = typename Tree::Node;

  ShapedSolver(const S& shape, std::uint64_t table_bytes, int threads, const tt::Growth& growth,
               const std::string& file)
      : tree_(shape),
        table_(
            engine::make_table<search::ExactTable<Tree>>(table_bytes, {}, file, kGame, keys(shape), growth)),
        search_(tree_, table_, threads),
        oracle_(shape) {}

  Solution solve(const Diagram& diagram, const Question& question, const search::StopFlag& stop,
                 const OnProgress& on_progress) override {
    const Position root = from(diagram);
    Task task{question, search::budget_for(question.limits, stop), on_progress};
    Solution out;
    if (shape().lost(root)) {
      out.low = out.high = question.weak ? -1 : -shape().win_after(root.count - 1);
      return out;
    }
    out.low = lowest(root, question.weak);
    out.high = highest(root, question.weak);
    narrow_by_book(root, out.low, out.high);
    out.from_book = in_book(root).has_value() && out.exact();
    const bool columns = question.all_moves && !shape().full(root);
    // Who wins by each column is known long before how soon.
    if (columns && !question.weak) sign_columns(root, task, out);
    const search::ExactAnswer answer =
        score(root, task.budget, out.low, out.high, [&](const search::ExactAnswer& so_far) {
          out.low = so_far.low;
          out.high = so_far.high;
          tell(task, out);
        });
    out.low = answer.low;
    out.high = answer.high;
    if (out.exact() && !shape().full(root)) {
      if (columns) score_columns(root, task, out);
      if (question.line) out.line = line(root, task, out.low, out.from_book);
      if (out.best.empty() && !out.line.empty()) out.best = {out.line.front()};
      if (out.best.empty()) out.best = keeping_result(out);
    }
    out.nodes = task.budget.nodes();
    return out;
  }

  search::ProofLeaf search_leaf(const Diagram& diagram, bool attacker_to_move, int alpha,
                                Budget& budget) override {
    const Position root = from(diagram);
    const auto state = [&](const Position& at) {
      const Bits key = std::min(at.key(), shape().mirror(at.key()));
      return static_cast<std::uint64_t>(key) ^ high_word(key) * 0x9e3779b97f4a7c15ULL;
    };
    // Is the score above this, for the side to move?
    const int bound = attacker_to_move ? alpha : -alpha - 1;
    Budget own(budget);
    const search::ExactAnswer answer = score(root, own, bound, bound + 1);
    search::ProofLeaf leaf;
    leaf.attacker_to_move = attacker_to_move;
    leaf.state = state(root);
    leaf.nodes = own.nodes();
    if (answer.exact()) {
      leaf.proved = (answer.low > bound) == attacker_to_move;
      return leaf;
    }
    for (int i = 0; i < shape().width(); ++i) {
      const int column = shape().from_middle(i);
      if (const std::optional<Position> child = after(root, column))
        leaf.children.push_back({std::string(1, column_name(column)), state(*child), {}});
    }
    return leaf;
  }

  std::uint64_t positions_after(const Diagram& diagram, int plies,
                                const search::StopFlag& stop) const override {
    std::vector<Position> now = {from(diagram)}, next;
    for (int ply = 0; ply < plies && !stop.requested(); ++ply) {
      next.clear();
      for (const Position& at : now) {
        if (stop.requested()) break;  // later layers take minutes
        if (shape().lost(at)) continue;
        for (Bits rest = shape().landings(at); rest != 0; rest &= rest - 1) {
          next.push_back(at);
          next.back().play(rest & (~rest + 1));
        }
      }
      std::sort(next.begin(), next.end(),
                [](const Position& a, const Position& b) { return a.key() < b.key(); });
      next.erase(std::unique(next.begin(), next.end()), next.end());
      now.swap(next);
    }
    return now.size();
  }

  void use_book(std::shared_ptr<const Book> book) override {
    const bool fits = book && book->size() == Size{shape().width(), shape().height()};
    oracle_.book = fits ? std::move(book) : nullptr;
    search_.set_oracle(fits ? &oracle_ : nullptr);
  }
  void adapt_to_memory() override { engine::adapt_to_memory(table_, 1); }
  void resize(std::uint64_t bytes) override {
    with_table_errors([&] { table_.resize(bytes); });
  }
  void set_threads(int threads) override { search_.set_threads(threads); }
  void clear() override {
    table_.clear();
    table_.reset_statistics();
  }
  [[nodiscard]] engine::TableReport table() const override { return engine::table_report(table_); }
  [[nodiscard]] tt::Statistics statistics() const override { return table_.statistics(); }
  [[nodiscard]] bool lost_memory() const override { return table_.lost_memory(); }

#if !defined(__EMSCRIPTEN__)
  void save(const std::filesystem::path& path) const override {
    with_table_errors([&] { tt::snapshot::save(table_, path.string(), origin()); });
  }
  void load(const std::filesystem::path& path) override {
    with_table_errors([&] { tt::snapshot::load(table_, path.string(), origin()); });
  }
#else
  void save(const std::filesystem::path&) const override {
    throw Error("built without snapshots");
  }
  void load(const std::filesystem::path&) override {
    throw Error("built without snapshots");
  }
#endif

 private:
  // The book, where the search comes upon its positions.
  struct BookOracle : search::Oracle<Node> {
    explicit BookOracle(const S& the_shape) : shape(the_shape) {}
    S shape;
    std::shared_ptr<const Book> book;
    bool narrow(const Node& node, int& low, int& high) const override {
      if (node.at.count > book->plies()) return false;
      const std::optional<ScoreRange> known = find(node.at);
      if (!known) return false;
      low = std::max<int>(low, known->low);
      high = std::min<int>(high, known->high);
      return true;
    }
    [[nodiscard]] std::optional<ScoreRange> find(const Position& at) const {
      if constexpr (Tree::kWide) return std::nullopt;  // there are no books of such boards
      return book->find(static_cast<std::uint64_t>(std::min(at.key(), shape.mirror(at.key()))));
    }
  };

  // One call of solve(): one budget for all the searches that it takes.
  struct Task {
    const Question& question;
    Budget budget;
    const OnProgress& on_progress;
  };

  static void tell(const Task& task, Solution& so_far) {
    so_far.nodes = task.budget.nodes();
    if (task.on_progress) task.on_progress(so_far);
  }

  static constexpr const char* kGame = "connect4";
  // The size of the board is part of what a key means.
  [[nodiscard]] static std::string keys(const S& shape) {
    return std::to_string(shape.width()) + "x" + std::to_string(shape.height()) + "/1";
  }
#if !defined(__EMSCRIPTEN__)
  [[nodiscard]] tt::snapshot::Origin origin() const {
    return {kGame, keys(shape())};
  }
#endif

  [[nodiscard]] const S& shape() const {
    return tree_.shape();
  }

  static Position from(const Diagram& diagram) {
    Position at;
    at.stones = static_cast<Bits>(diagram.first | diagram.second);
    at.mover = static_cast<Bits>(diagram.first_to_move() ? diagram.first : diagram.second);
    at.count = diagram.count();
    return at;
  }

  [[nodiscard]] int lowest(const Position& at, bool weak) const {
    return weak ? -1 : -shape().win_after(at.count + 1);
  }
  [[nodiscard]] int highest(const Position& at, bool weak) const {
    return weak ? 1 : shape().win_after(at.count);
  }

  [[nodiscard]] std::optional<ScoreRange> in_book(const Position& at) const {
    if (!oracle_.book || at.count > oracle_.book->plies()) return std::nullopt;
    return oracle_.find(at);
  }

  // A score outside [low, high] counts as the nearer end.
  void narrow_by_book(const Position& at, int& low, int& high) const {
    const std::optional<ScoreRange> known = in_book(at);
    if (!known) return;
    const int floor = std::clamp<int>(known->low, low, high),
              ceiling = std::clamp<int>(known->high, low, high);
    low = floor;
    high = ceiling;
  }

  // Within [low, high]; a score outside counts as the nearer end.
  search::ExactAnswer score(const Position& at, Budget& budget, int low, int high,
                            const std::function<void(const search::ExactAnswer&)>& on_bounds = {}) {
    const auto known = [&](int value) {
      const int within = std::clamp(value, low, high);
      return search::ExactAnswer{within, within, 0};
    };
    if (shape().lost(at)) return known(-shape().win_after(at.count - 1));
    if (shape().full(at)) return known(0);
    narrow_by_book(at, low, high);
    if (low == high) return {low, high, 0};
    const Node node = tree_.node(at);
    if ((node.own & shape().landings(at)) != 0) return known(shape().win_now(at));
    return search_.solve(node, low, high, budget, on_bounds);
  }

  // The position after a stone in a column; none where the column is full.
  [[nodiscard]] std::optional<Position> after(const Position& at, int column) const {
    const Bits landing = shape().landing(at, column);
    if (landing == 0) return std::nullopt;
    Position next = at;
    next.play(landing);
    return next;
  }

  // Who wins by each column. Easy columns do not wait for hard ones: each gets a few nodes, and in the next
  // round, as the table remembers what was found, many times as many.
  void sign_columns(const Position& root, Task& task, Solution& out) {
    constexpr std::uint64_t kFirstRound = 50'000, kFactor = 8;
    out.signs.assign(static_cast<std::size_t>(shape().width()), std::nullopt);
    // No column is better than what the book says of the root.
    const int most = std::clamp(out.high, -1, 1);
    int best = -1;
    bool every = false;
    for (std::uint64_t nodes = kFirstRound; !every && !task.budget.exhausted(); nodes *= kFactor) {
      every = true;
      for (int i = 0; i < shape().width(); ++i) {
        const int column = shape().from_middle(i);
        std::optional<int>& sign = out.signs[static_cast<std::size_t>(column)];
        const std::optional<Position> child = after(root, column);
        if (!child || sign) continue;
        Budget round(task.budget, nodes);
        const search::ExactAnswer answer = score(*child, round, -most, 1);
        every &= answer.exact();
        if (!answer.exact()) continue;
        sign = -answer.low;
        best = std::max(best, *sign);
        if (*sign > 0) out.low = std::max(out.low, 1);
        tell(task, out);
      }
    }
    if (!every) return;
    if (best <= 0) out.high = std::min(out.high, best);
    if (best == 0) out.low = std::max(out.low, best);
  }

  void score_columns(const Position& root, Task& task, Solution& out) {
    out.scores.assign(static_cast<std::size_t>(shape().width()), std::nullopt);
    for (int column = 0; column < shape().width(); ++column) {
      const std::optional<Position> child = after(root, column);
      if (!child) continue;
      // What its sign says of the score, in the view of the side that moves next.
      int low = -out.high, high = highest(*child, task.question.weak);
      const std::optional<int> sign =
          out.signs.empty() ? std::nullopt : out.signs[static_cast<std::size_t>(column)];
      if (sign && *sign >= 0) high = *sign == 0 ? 0 : -1;
      if (sign && *sign <= 0) low = std::max(low, *sign == 0 ? 0 : 1);
      const search::ExactAnswer answer = score(*child, task.budget, low, high);
      if (!answer.exact()) continue;  // stopped: the others may be known without a search
      out.scores[static_cast<std::size_t>(column)] = -answer.low;
      if (-answer.low == out.low) out.best.push_back(column);
      tell(task, out);
    }
  }

  // Stopped before a best column was found: one that keeps the result, if the results are known.
  [[nodiscard]] std::vector<int> keeping_result(const Solution& so_far) const {
    if (so_far.signs.empty()) return {};
    for (int i = 0; i < shape().width(); ++i) {
      const int column = shape().from_middle(i);
      const std::optional<int> sign = so_far.signs[static_cast<std::size_t>(column)];
      if (sign && *sign == std::clamp(so_far.low, -1, 1)) return {column};
    }
    return {};
  }

  // Does the side to move in `at` get at most `score`? No answer = stopped.
  std::optional<bool> at_most(const Position& at, Task& task, int bound) {
    const search::ExactAnswer answer = score(at, task.budget, bound, bound + 1);
    if (!answer.exact()) return std::nullopt;
    return answer.low == bound;
  }

  // Best play to the end, the middle columns first among equals. Shorter where the search was stopped. Of a
  // position in the book, only as far as the book goes, but a move at least: the rest could take minutes.
  std::vector<int> line(Position at, Task& task, int value, bool from_book) {
    std::vector<int> columns;
    const int book_end = !from_book           ? 0
                         : task.question.weak ? oracle_.book->plies()
                                              : oracle_.book->exact_plies();
    while (!shape().lost(at) && !shape().full(at)) {
      if (from_book && !columns.empty() && at.count >= book_end) return columns;
      std::optional<Position> best;
      for (int i = 0; i < shape().width() && !best; ++i) {
        const int column = shape().from_middle(i);
        const std::optional<Position> child = after(at, column);
        if (!child) continue;
        // A weak loss is a loss whatever is played.
        const bool any = task.question.weak && value < 0;
        const std::optional<bool> keeps = any ? true : at_most(*child, task, -value);
        if (!keeps) return columns;
        if (!*keeps) continue;
        best = child;
        columns.push_back(column);
      }
      if (!best) return columns;
      at = *best;
      value = -value;
    }
    return columns;
  }

  Tree tree_;
  search::ExactTable<Tree> table_;
  search::ExactSearch<Tree> search_;
  BookOracle oracle_;
};

}  // namespace tesuji::connect4
