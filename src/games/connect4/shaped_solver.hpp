// The solver for one size of board, compiled for it.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "games/connect4/book.hpp"
#include "games/connect4/node.hpp"
#include "games/connect4/solver.hpp"
#include "search/exact.hpp"

namespace tesuji::connect4 {

template <class S>
class ShapedSolver : public Solver {
 public:
  using Tree = connect4::Tree<S>;
  using At = Position<S>;

  ShapedSolver(std::uint64_t table_bytes, int threads) : table_(table_bytes), search_(table_, threads) {}

  Solution solve(const Diagram& diagram, const Question& question, const search::StopFlag& stop,
                 const Heard& heard) override {
    const At root = from(diagram);
    Task task{question, stop, question.limits, std::chrono::steady_clock::now(), 0};
    Solution out;
    if (root.lost()) {
      out.low = out.high = question.weak ? -1 : -At::win_after(root.count - 1);
      return out;
    }
    const search::ExactAnswer answer =
        score(root, task, lowest(root, question.weak), highest(root, question.weak), heard);
    out.low = answer.low;
    out.high = answer.high;
    if (out.exact() && !root.full()) {
      if (question.all_moves) score_columns(root, task, out);
      if (question.line) out.line = line(root, task, out.low);
      if (out.best.empty() && !out.line.empty()) out.best = {out.line.front()};
    }
    out.nodes = task.nodes;
    return out;
  }

  std::uint64_t positions_after(const Diagram& diagram, int plies,
                                const search::StopFlag& stop) const override {
    std::vector<At> now = {from(diagram)}, next;
    for (int ply = 0; ply < plies && !stop.requested(); ++ply) {
      next.clear();
      for (const At& at : now) {
        if (at.lost()) continue;
        for (int column = 0; column < S::kWidth; ++column) {
          if (!at.can_play(column)) continue;
          next.push_back(at);
          next.back().play(column);
        }
      }
      std::sort(next.begin(), next.end(), [](const At& a, const At& b) { return a.key() < b.key(); });
      next.erase(std::unique(next.begin(), next.end()), next.end());
      now.swap(next);
    }
    return now.size();
  }

  void use_book(std::shared_ptr<const Book> book) override {
    const bool fits = book && book->size() == Size{S::kWidth, S::kHeight};
    oracle_.book = fits ? std::move(book) : nullptr;
    search_.set_oracle(fits ? &oracle_ : nullptr);
  }
  void resize(std::uint64_t bytes) override { table_.resize(bytes); }
  void set_threads(int threads) override { search_.set_threads(threads); }
  void clear() override { table_.clear(); }
  [[nodiscard]] std::uint64_t bytes() const override { return table_.bytes(); }
  [[nodiscard]] int fill() const override { return table_.fill(); }

 private:
  // The book's last ply, where the search comes upon it.
  struct BookOracle : search::Oracle<typename Tree::Node> {
    std::shared_ptr<const Book> book;
    [[nodiscard]] std::optional<int> score(const typename Tree::Node& node) const override {
      return node.at.count == book->plies() ? find(node.at) : std::nullopt;
    }
    [[nodiscard]] std::optional<int> find(const At& at) const {
      return book->find(std::min(at.key(), S::mirror(at.key())));
    }
  };

  // One call of solve(): its limits hold for all the searches that it takes.
  struct Task {
    const Question& question;
    const search::StopFlag& stop;
    search::Limits limits;
    std::chrono::steady_clock::time_point start;
    std::uint64_t nodes;

    [[nodiscard]] search::Limits left() const {
      search::Limits rest;
      if (limits.nodes) rest.nodes = *limits.nodes - std::min(nodes, *limits.nodes);
      if (limits.time) {
        const auto spent =
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
        rest.time = std::max(*limits.time - spent, std::chrono::milliseconds(0));
      }
      return rest;
    }
  };

  static At from(const Diagram& diagram) {
    At at;
    at.stones = diagram.first | diagram.second;
    at.mover = diagram.first_to_move() ? diagram.first : diagram.second;
    at.count = diagram.count();
    return at;
  }

  static int lowest(const At& at, bool weak) { return weak ? -1 : -At::win_after(at.count + 1); }
  static int highest(const At& at, bool weak) { return weak ? 1 : At::win_after(at.count); }

  // Within [low, high]; a score outside counts as the nearer end.
  search::ExactAnswer score(const At& at, Task& task, int low, int high, const Heard& heard = {}) {
    const auto known = [&](int value) {
      const int within = std::clamp(value, low, high);
      return search::ExactAnswer{within, within, 0};
    };
    if (at.lost()) return known(-At::win_after(at.count - 1));
    if (at.full()) return known(0);
    if (oracle_.book && at.count <= oracle_.book->plies()) {
      if (const auto found = oracle_.find(at)) return known(*found);
    }
    const typename Tree::Node node = Tree::node(at);
    if ((node.own & at.landings()) != 0) return known(at.win_now());
    const search::ExactAnswer answer =
        search_.solve(node, low, high, task.left(), task.stop, [&](const search::ExactAnswer& so_far) {
          if (heard) heard(so_far.low, so_far.high, task.nodes + so_far.nodes);
        });
    task.nodes += answer.nodes;
    return answer;
  }

  void score_columns(const At& root, Task& task, Solution& out) {
    out.scores.assign(S::kWidth, std::nullopt);
    for (int column = 0; column < S::kWidth; ++column) {
      if (!root.can_play(column)) continue;
      At child = root;
      child.play(column);
      const search::ExactAnswer answer = score(child, task, -out.high, highest(child, task.question.weak));
      if (!answer.exact()) return;
      out.scores[column] = -answer.low;
      if (-answer.low == out.low) out.best.push_back(column);
    }
  }

  // Does the side to move in `at` get at most `score`? No answer = stopped.
  std::optional<bool> at_most(const At& at, Task& task, int bound) {
    const search::ExactAnswer answer = score(at, task, bound, bound + 1);
    if (!answer.exact()) return std::nullopt;
    return answer.low == bound;
  }

  // Best play to the end, the middle columns first among equals. Shorter where the search was stopped.
  std::vector<int> line(At at, Task& task, int value) {
    std::vector<int> columns;
    while (!at.lost() && !at.full()) {
      std::optional<int> chosen;
      for (const int column : Tree::kOrder) {
        if (!at.can_play(column)) continue;
        At child = at;
        child.play(column);
        // A weak loss is a loss whatever is played.
        const bool any = task.question.weak && value < 0;
        const std::optional<bool> keeps = any ? true : at_most(child, task, -value);
        if (!keeps) return columns;
        if (*keeps) {
          chosen = column;
          break;
        }
      }
      if (!chosen) return columns;
      at.play(*chosen);
      value = -value;
      columns.push_back(*chosen);
    }
    return columns;
  }

  search::ExactTable<Tree> table_;
  search::ExactSearch<Tree> search_;
  BookOracle oracle_;
};

}  // namespace tesuji::connect4
