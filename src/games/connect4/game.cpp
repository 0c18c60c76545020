#include "games/connect4/game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/number.hpp"
#include "engine/proof_jobs.hpp"
#include "engine/table_file.hpp"
#include "games/connect4/authoring.hpp"
#include "games/connect4/board.hpp"
#include "games/connect4/book.hpp"
#include "games/connect4/books.hpp"
#include "games/connect4/notation.hpp"
#include "games/connect4/solver.hpp"
#include "search/exact.hpp"
#include "tt/replacement.hpp"

namespace tesuji::connect4 {
namespace {

using engine::CommonOptions;
using engine::Listener;
using engine::OptionSpec;
using engine::Report;
using engine::Request;

// Fixed positions for `bench`, of 8 to 20 stones, each some hundred thousand nodes at most.
constexpr const char* kBenchPositions[] = {
    "44455554221",
    "32164625",
    "4427711435",
    "235612213375",
    "7142563354",
    "1233722555341451114725",
    "65214673556155",
    "274552224131661",
    "3642756176227637211",
    "71255763773133525731",
    "4455",
};

struct Options {
  bool all_moves = false;
  bool weak = false;
  Size size;
  std::string book;  // empty = the built-in one
};

constexpr std::string_view kNoBook = "none";

// What only Connect 4 reports.
class Connect4Report final : public engine::GameReport {
 public:
  void add_to(nlohmann::ordered_json& report) const override { report["book"] = true; }
  [[nodiscard]] std::vector<std::string> sentences() const override { return {"from the opening book"}; }
};

const engine::OptionTable<Options>& option_table() {
  static const engine::OptionTable<Options> kTable = [] {
    engine::OptionTable<Options> table;
    table.flag("all-moves", &Options::all_moves, "Score every column, and name all the best")
        .flag("weak", &Options::weak, "Only win, draw or loss: faster")
        .parsed<Size>("size", &Options::size, parse_size, "7x6", "Size of the board, width x height")
        .file("book", &Options::book,
              "An opening book, made by `tesuji book build`; none = search everything (default: the built-in "
              "book)");
    return table;
  }();
  return kTable;
}

Diagram diagram_of(const Request& request, const Options& options) {
  Diagram diagram = parse(request.position, options.size);
  if (request.moves.empty()) return diagram;
  const auto board = make_board(std::move(diagram));
  for (const std::string& move : request.moves) board->play(move);
  return parse(board->position());
}

// "win in 5": the winner's own stones, counted with the winning one.
std::string verdict(int score, const Diagram& diagram, bool weak) {
  if (score == 0) return "draw";
  const char* const word = score > 0 ? "win" : "loss";
  if (weak) return word;
  const int left = diagram.size.width * diagram.size.height - diagram.count();
  const int own_stones = score > 0 ? (left + 1) / 2 : left / 2;
  return fmt::format("{} in {}", word, own_stones - std::abs(score) + 1);
}

std::vector<std::string> names(const std::vector<int>& columns) {
  std::vector<std::string> out;
  for (const int column : columns) out.emplace_back(1, column_name(column));
  return out;
}

// Without a search: win at once, else stop the other side's win, else play where the answer above does not
// win, near the middle. Precondition: the game is not over.
int plausible_column(const Diagram& diagram) {
  const auto wins = [](Diagram board, int column) {
    const bool first = board.first_to_move();
    board.play(column);
    return board.has_four(first);
  };
  const auto worth = [&](int column) {
    if (wins(diagram, column)) return 1000;
    Diagram after = diagram;
    after.play(column);
    int losses = 0;
    for (int answer = 0; answer < after.size.width; ++answer) {
      if (after.landing(answer) != 0 && wins(after, answer)) ++losses;
    }
    return -100 * losses - std::abs(2 * column + 1 - diagram.size.width);
  };
  int best = -1;
  for (int column = 0; column < diagram.size.width; ++column) {
    if (diagram.landing(column) != 0 && (best < 0 || worth(column) > worth(best))) best = column;
  }
  return best;
}

class Connect4Engine final : public engine::Engine, public engine::ProofEngine {
 public:
  using Engine::Engine;

  void configure(const CommonOptions& common) override {
    // An entry of four bytes has no room for the age or the work that other policies need.
    if (!common.replacement.empty() && common.replacement != tt::Always::kName) {
      throw Error(fmt::format("Connect 4 supports only --replacement {}", tt::Always::kName));
    }
    if (solver_ && (common.hash_file != common_.hash_file ||
                    (!common.hash_file.empty() && common.hash_bytes != common_.hash_bytes))) {
      const std::lock_guard lock(changing_);
      solver_.reset();  // the next search opens the other file, or none
    }
    if (solver_) {
      solver_->resize(common.hash_bytes);
      solver_->set_threads(common.threads);
    }
    common_ = common;
  }

  Report solve(const Request& request, Listener& listener, const search::StopFlag& stop) override {
    const Options options = option_table().parse(request.options);
    return solve(diagram_of(request, options), options, request.limits, listener, stop);
  }

  // Scores every move. If a limit ends the search before the answer is known, names a plausible move.
  Report analyze(const Request& request, Listener& listener, const search::StopFlag& stop) override {
    Options options = option_table().parse(request.options);
    options.all_moves = true;
    const Diagram diagram = diagram_of(request, options);
    Report report = solve(diagram, options, request.limits, listener, stop);
    if (report.best.empty() && !diagram.over()) {
      report.best = {std::string(1, column_name(plausible_column(diagram)))};
      report.remarks.emplace_back(
          "the best move is a guess: the search was stopped before it had the answer");
    }
    return report;
  }

  Report bench(const engine::BenchRequest& request, Listener& listener,
               const search::StopFlag& stop) override {
    if (request.table) throw Error("the Connect 4 bench has only one kind of table");
    // The full size at once: what a table loses while it is small depends on the platform.
    new_solver({}, tt::Growth{}, {});
    Report sum;
    sum.game = game().name();
    sum.proved = true;
    for (const char* position : kBenchPositions) {
      Options options;
      options.book = kNoBook;
      const Report report = solve(parse(position), options, request.limits, listener, stop);
      sum.nodes += report.nodes;
      sum.seconds += report.seconds;
      sum.proved &= report.proved;
      sum.table = report.table;
    }
    const std::lock_guard lock(changing_);
    solver_.reset();
    return sum;
  }

  [[nodiscard]] engine::ProofJobs& proof_jobs() override { return jobs_; }

  void clear_table() override {
    if (solver_) solver_->clear();
  }
  [[nodiscard]] engine::TableReport table() const override {
    const std::lock_guard lock(changing_);
    return solver_ ? solver_->table() : engine::TableReport{};
  }
  void save_table(const std::filesystem::path& path) const override {
    if (!solver_) throw Error("there is no table to save yet");
    solver_->save(path);
  }
  // Into the table of the board that was solved last.
  void load_table(const std::filesystem::path& path) override { solver(size_).load(path); }

 private:
  // The exact search, cut into jobs. A goal is "the mover gets more than this".
  class Jobs final : public engine::ProofJobs {
   public:
    explicit Jobs(Connect4Engine& engine) : engine_(engine) {}

    std::optional<std::string> next_goal(const Request& request,
                                         std::span<const engine::GoalAnswer> answers) override {
      const Options options = option_table().parse(request.options);
      if (options.all_moves) throw Error("--all-moves is not for a search that is cut into jobs");
      const auto [low, high] = bounds(diagram_of(request, options), options.weak, answers);
      if (low == high) return std::nullopt;
      return std::to_string(search::next_question(low, high));
    }
    Report conclude(const Request& request, std::span<const engine::GoalAnswer> answers) override {
      const Options options = option_table().parse(request.options);
      const Diagram diagram = diagram_of(request, options);
      const auto [low, high] = bounds(diagram, options.weak, answers);
      Report report = engine_.blank_report(diagram);
      Solution solution;
      solution.low = low;
      solution.high = high;
      // The last goal that was reached is reached by a best move.
      for (const engine::GoalAnswer& answer : answers) {
        if (!answer.proved) continue;
        solution.line.clear();
        for (const std::string& move : answer.line) solution.line.push_back(column_index(move.front()));
      }
      if (!solution.line.empty()) solution.best = {solution.line.front()};
      engine_.describe(solution, diagram, {options.weak, false, true, {}}, report);
      return report;
    }
    search::ProofLeaf search_leaf(const Request& request, const std::string& goal,
                                  const search::LeafQuestion& question, Budget& budget) override {
      const std::vector<std::string>& moves = question.moves;
      Request reached = request;
      reached.moves.insert(reached.moves.end(), moves.begin(), moves.end());
      const Diagram diagram = diagram_of(reached, option_table().parse(request.options));
      Solver& solver = job_solver(diagram.size);
      const int alpha = parse_number<int>(goal, "score", -100, 100);
      return solver.search_leaf(diagram, moves.size() % 2 == 0, alpha, budget);
    }

   private:
    static std::pair<int, int> bounds(const Diagram& diagram, bool weak,
                                      std::span<const engine::GoalAnswer> answers) {
      if (diagram.over()) throw Error("the game is over: there is nothing to search");
      const int left = diagram.size.width * diagram.size.height - diagram.count();
      int low = weak ? -1 : -left / 2, high = weak ? 1 : (left + 1) / 2;
      for (const engine::GoalAnswer& answer : answers) {
        const int alpha = parse_number<int>(answer.goal, "score", -100, 100);
        if (answer.proved) {
          low = std::max(low, alpha + 1);
        } else {
          high = std::min(high, alpha);
        }
      }
      return {low, high};
    }

    // Threads may ask for jobs at the same time.
    Solver& job_solver(Size size) {
      const std::lock_guard lock(preparing_);
      Solver& solver = engine_.solver(size);
      if (!without_book_) solver.use_book(nullptr);
      without_book_ = true;
      return solver;
    }

    Connect4Engine& engine_;
    std::mutex preparing_;
    bool without_book_ = false;
  };

  static double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  Report solve(const Diagram& diagram, const Options& options, const search::Limits& limits,
               Listener& listener, const search::StopFlag& stop) {
    const auto start = std::chrono::steady_clock::now();
    const Question question{options.weak, options.all_moves, true, limits};
    Report report = blank_report(diagram);
    const auto on_progress = [&](const Solution& so_far) {
      report.nodes = so_far.nodes;
      report.seconds = seconds_since(start);
      report.verdict = fmt::format("score from {:+} to {:+}", so_far.low, so_far.high);
      report.moves = columns_of(so_far, diagram, question.weak);
      report.table = table();
      listener.on_progress(report);
    };
    open_book(options.book, diagram);
    solver(diagram.size).use_book(book_);
    if (common_.hash_auto && common_.hash_file.empty()) {
      const std::lock_guard lock(changing_);
      solver_->adapt_to_memory();
    }
    const Solution solution = solver(diagram.size).solve(diagram, question, stop, on_progress);
    report.nodes = solution.nodes;
    report.seconds = seconds_since(start);
    describe(solution, diagram, question, report);
    if (solver_->lost_memory()) report.remarks.push_back(engine::lost_memory_remark(common_.hash_file));
    return report;
  }

  [[nodiscard]] Report blank_report(const Diagram& diagram) const {
    Report report;
    report.game = game().name();
    report.position = to_text(diagram);
    report.side = diagram.first_to_move() ? "X" : "O";
    report.board = draw(diagram);
    return report;
  }

  Solver& solver(Size size) {
    if (!solver_ || !(size == size_))
      new_solver(size, engine::growth_of(common_.hash_auto), common_.hash_file);
    return *solver_;
  }

  void new_solver(Size size, const tt::Growth& growth, const std::string& file) {
    const std::lock_guard lock(changing_);
    solver_.reset();  // one table at a time
    solver_ = make_solver(size, common_.hash_bytes, common_.threads, growth, file);
    size_ = size;
  }

  void open_book(const std::string& path, const Diagram& diagram) {
    if (path.empty()) {
      // Unpacked when it is of use for the first time.
      const bool useful = diagram.size == Size{} && diagram.count() <= default_book_plies();
      book_ = useful ? default_book() : nullptr;
    } else if (path == kNoBook) {
      book_ = nullptr;
    } else if (path != book_path_ || !book_) {
      book_ = std::make_shared<const Book>(Book::load(path));
    }
    book_path_ = path;
  }

  void describe(const Solution& solution, const Diagram& diagram, const Question& question,
                Report& report) const {
    report.proved = solution.exact();
    report.table = table();
    if (diagram.over()) {
      report.verdict =
          diagram.has_four(!diagram.first_to_move()) ? "lost: four in a row" : "draw: the board is full";
      report.score = solution.low;
      return;
    }
    report.moves = columns_of(solution, diagram, question.weak);
    if (!solution.exact()) {
      describe_result(solution, report);
      return;
    }
    report.score = solution.low;
    report.verdict = verdict(solution.low, diagram, question.weak);
    if (solution.from_book) report.details = std::make_shared<Connect4Report>();
    report.best = names(solution.best);
    report.pv = names(solution.line);
    if (solution.scores.empty()) return;
    report.complete = every_column(solution.scores, diagram);
    if (!report.complete) report.remarks.emplace_back("stopped before every column was scored");
  }

  // Of a search that was stopped: who wins may be proved, if not how soon.
  static void describe_result(const Solution& solution, Report& report) {
    const bool known = solution.low > 0 || solution.high < 0;
    if (solution.signs.empty() || !known) {
      report.verdict = fmt::format("stopped: the score is from {:+} to {:+}", solution.low, solution.high);
      return;
    }
    report.proved = true;
    report.complete = false;
    report.verdict = solution.low > 0 ? "win" : "loss";
    for (std::size_t column = 0; column < solution.signs.size(); ++column) {
      if (solution.signs[column] == (solution.low > 0 ? 1 : -1))
        report.best.emplace_back(1, column_name(static_cast<int>(column)));
    }
    report.remarks.emplace_back("stopped before it was known how soon");
  }

  static bool every_column(const std::vector<std::optional<int>>& known, const Diagram& diagram) {
    for (int column = 0; column < diagram.size.width; ++column) {
      if (diagram.landing(column) != 0 && !known[static_cast<std::size_t>(column)]) return false;
    }
    return true;
  }

  // What is known of each column, the best first: its score, or only who wins.
  static std::vector<engine::MoveReport> columns_of(const Solution& solution, const Diagram& diagram,
                                                    bool weak) {
    std::vector<engine::MoveReport> moves;
    std::vector<std::pair<int, engine::MoveReport>> ranked;
    for (int column = 0; column < diagram.size.width; ++column) {
      const auto at = static_cast<std::size_t>(column);
      const std::optional<int> score = solution.scores.empty() ? std::nullopt : solution.scores[at];
      const std::optional<int> sign = solution.signs.empty() ? std::nullopt : solution.signs[at];
      if (!score && !sign) continue;
      engine::MoveReport move;
      move.move = std::string(1, column_name(column));
      move.score = score;
      move.verdict = score ? verdict(*score, diagram, weak) : verdict(*sign, diagram, true);
      ranked.emplace_back(score.value_or(sign.value_or(0)), std::move(move));
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (auto& [rank, move] : ranked) moves.push_back(std::move(move));
    return moves;
  }

  Jobs jobs_{*this};
  CommonOptions common_;
  Size size_;
  std::unique_ptr<Solver> solver_;
  // A search may change the board, and with it the solver, while table() is asked.
  mutable std::mutex changing_;
  std::string book_path_;
  std::shared_ptr<const Book> book_;
};

class Connect4 final : public engine::Game, public engine::BookGame {
 public:
  [[nodiscard]] std::string_view name() const override { return "connect4"; }
  [[nodiscard]] std::string_view title() const override { return "Connect 4"; }
  [[nodiscard]] std::string_view position_help() const override {
    return "the columns played, as in 4453, or a drawn board, rows from the top: ......./…/..XO...";
  }
  [[nodiscard]] const std::vector<engine::OptionSpec>& options() const override {
    return option_table().specs();
  }
  [[nodiscard]] std::vector<engine::Example> examples() const override {
    return {{"One column wins", "323441146172552"},
            {"A long way", "452317713367121"},
            {"Nearly full", "2252576253462244111563365343671351441"},
            {"Seven discs: millions of nodes", "4444423"},
            {"Empty board", ""}};
  }
  [[nodiscard]] const engine::Books& books() const override { return connect4::books(); }
  [[nodiscard]] const engine::Authoring* authoring() const override { return &connect4::authoring(); }
  [[nodiscard]] bool solves_in_table_file() const override { return true; }
  [[nodiscard]] std::unique_ptr<engine::Engine> new_engine() const override {
    return std::make_unique<Connect4Engine>(*this);
  }
  [[nodiscard]] std::unique_ptr<engine::Board> board(std::string_view position,
                                                     const engine::OptionTexts& options) const override {
    return make_board(parse(position, option_table().parse(options).size));
  }

  // Counts different positions, by number of stones.
  [[nodiscard]] engine::Perft perft(const Request& request, int depth, const CommonOptions&,
                                    const search::StopFlag& stop) const override {
    const Diagram diagram = diagram_of(request, option_table().parse(request.options));
    const std::unique_ptr<Solver> counter = make_solver(diagram.size, kCounterBytes, 1);
    engine::Perft out;
    out.count = counter->positions_after(diagram, depth, stop);
    if (depth == 0 || diagram.over()) return out;
    for (int column = 0; column < diagram.size.width; ++column) {
      if (diagram.landing(column) == 0) continue;
      Diagram next = diagram;
      next.play(column);
      out.divide.emplace_back(std::string(1, column_name(column)),
                              counter->positions_after(next, depth - 1, stop));
    }
    return out;
  }

 private:
  static constexpr std::uint64_t kCounterBytes = std::uint64_t{1} << 20;  // it counts without its table
};

}  // namespace

const engine::Game& game() {
  static const Connect4 kGame;
  return kGame;
}

}  // namespace tesuji::connect4
