#include "games/chess/game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "base/error.hpp"
#include "base/number.hpp"
#include "engine/alphabeta_engine.hpp"
#include "engine/proof_jobs.hpp"
#include "games/chess/authoring.hpp"
#include "games/chess/board.hpp"
#include "games/chess/book.hpp"
#include "games/chess/books.hpp"
#include "games/chess/hooks.hpp"
#include "games/chess/mate.hpp"
#include "games/chess/perft.hpp"
#include "games/chess/record.hpp"
#include "games/chess/tablebase.hpp"

namespace tesuji::chess {

namespace {

struct Options : engine::AlphaBetaOptions, engine::BookOptions {
  bool chess960 = false;
  int mate = 0;  // in at most so many moves; 0 = in any number
  bool shortest = false;
  bool perft_hash = false;
  std::string syzygy_path;
  std::string eval_file;
  int syzygy_probe_limit = 7;
  bool syzygy_fifty_moves = true;
};

const engine::OptionTable<Options>& option_table() {
  static const engine::OptionTable<Options> kTable = [] {
    auto table =
        engine::alphabeta_options<Options>(Hooks::levels(), "measured in games against other engines");
    table.flag("chess960", &Options::chess960, "Write castling as king takes rook")
        .number("mate", &Options::mate, 0, 50,
                "Solve: look for a mate in at most so many moves; 0 = in any number")
        .value_optional()
        .flag("shortest", &Options::shortest, "Solve: show the shortest mate, not just a mate")
        .flag("perft-hash", &Options::perft_hash, "Let perft look positions up in a table")
        .file("eval-file", &Options::eval_file,
              "A network that evaluates positions; empty = the built-in evaluation")
        .file("syzygy-path", &Options::syzygy_path, "Folders of Syzygy tablebases, separated by ':'")
        .number("syzygy-probe-limit", &Options::syzygy_probe_limit, 0, 7,
                "Look up positions of at most so many pieces")
        .flag("syzygy-50-move-rule", &Options::syzygy_fifty_moves,
              "Wins that take more than fifty moves are draws");
    engine::add_book_options(table, "Polyglot");
    return table;
  }();
  return kTable;
}

Position position_of(const engine::Request& request, const Options& options) {
  Position position = parse_position(request.position);
  if (options.chess960) position.set_chess960(true);
  for (const std::string& move : request.moves) position.make(parse_move(position, move));
  return position;
}

class ChessEngine final : public engine::AlphaBetaEngine<Hooks>, public engine::ProofEngine {
 public:
  using AlphaBetaEngine::AlphaBetaEngine;

  engine::Report analyze(const engine::Request& request, engine::Listener& listener,
                         const search::StopFlag& stop) override {
    const Options options = option_table().parse(request.options);
    search::Limits limits = request.limits;
    if (limits.mate && limits.root_moves.empty() && !limits.infinite && !limits.ponder) {
      // UCI's "go mate N": the mate solver finds it far sooner than alpha-beta would.
      engine::Report mate = solve(request, listener, stop);
      if (mate.mate) {
        listener.on_progress(mate);
        return mate;
      }
      // There is none, or the limits are used up: a quick search, for a move to play.
      limits.mate.reset();
      limits.nodes = kFallbackNodes;
    }
    const Position position = position_of(request, options);
    std::vector<std::string> remarks;
    if (network_.set(options.eval_file))
      change_evaluation([this](Hooks::Evaluator& evaluator) { evaluator.use(network_.network()); });
    if (!network_.remark().empty()) remarks.push_back(network_.remark());
    if (engine::book_allowed(options, limits, options.multi_pv)) {
      if (std::optional<engine::Report> report = book_answer(position, options, remarks)) {
        listener.on_progress(*report);
        return *report;
      }
    }
    const std::unique_ptr<Tablebase> tables = tablebase(options, remarks);
    if (!tables) {
      engine::Report report = search_position(position, options, limits, listener, stop);
      report.remarks.insert(report.remarks.begin(), remarks.begin(), remarks.end());
      return report;
    }
    const auto root = tables->probe_root(position, root_moves(position, limits));
    if (root) {
      limits.root_moves.clear();
      for (const Move move : root->moves) limits.root_moves.push_back(to_uci(position, move));
    }
    // With the distances known, the search looks for the quickest way among the best moves by itself.
    const bool search_probes = !root || (!root->exact_distance && root->result == search::KnownResult::Win);
    TablebaseListener known(listener, root.has_value(), root ? root->result : std::nullopt);
    engine::Report report =
        search_position(position, options, limits, known, stop, search_probes ? tables.get() : nullptr);
    known.complete(report);
    report.remarks.insert(report.remarks.begin(), remarks.begin(), remarks.end());
    return report;
  }

  [[nodiscard]] engine::ProofJobs& proof_jobs() override { return jobs_; }

  // Mate or no mate within so many moves.
  engine::Report solve(const engine::Request& request, engine::Listener& listener,
                       const search::StopFlag& stop) override {
    const Options options = option_table().parse(request.options);
    const Position position = position_of(request, options);
    {
      const std::lock_guard lock(tables_mutex_);
      prepare(solver_, take_room());
    }
    const search::Limits& limits = request.limits;
    Budget budget(stop, limits.nodes, limits.time);
    const auto on_poll = mate_progress<Move>(position, budget, listener);
    const int asked = limits.mate.value_or(options.mate);
    const int most = MateSolver::most_moves(position);
    const int within = asked > 0 ? std::min(asked, most) : most;
    MateResult result = solver_->solve(position, within, budget, on_poll);
    const bool mates = result.verdict == MateResult::Verdict::Mate;
    bool shortest = false;
    if (mates && (options.shortest || asked == 0)) {
      listener.on_progress(mate_report(position, result, budget));
      // If nobody said how long it may take: about as long as the first mate took.
      const bool limited = options.shortest || limits.nodes || limits.time;
      Budget part(budget, limited ? std::nullopt : std::optional(budget.nodes() + kShortenNodes));
      shortest = shorten(position, result, part, on_poll);
    }
    engine::Report report = mate_report(position, result, budget, fmt::format("no mate in {}", within));
    if (shortest) {
      report.remarks.emplace_back("this is the shortest mate");
    } else if (mates && options.shortest) {
      report.remarks.emplace_back("whether there is a shorter mate was not decided");
      report.complete = false;
    }
    return report;
  }

 private:
  // The mate solver's search, cut into jobs. A goal is a number of moves, shorter ones first.
  class Jobs final : public engine::ProofJobs {
   public:
    explicit Jobs(ChessEngine& engine) : engine_(engine) {}

    std::optional<std::string> next_goal(const engine::Request& request,
                                         std::span<const engine::GoalAnswer> answers) override {
      const int length = static_cast<int>(answers.size()) + 1;
      if (length > within(request) || (!answers.empty() && answers.back().proved)) return std::nullopt;
      return std::to_string(length);
    }
    engine::Report conclude(const engine::Request& request,
                            std::span<const engine::GoalAnswer> answers) override {
      const Position position = position_of(request, option_table().parse(request.options));
      engine::Report report;
      report.game = engine_.game().name();
      report.position = to_fen(position);
      report.side = side_name(position.side());
      report.board = drawing(position);
      if (!answers.empty() && answers.back().proved) {
        report.proved = true;
        report.mate = static_cast<int>(answers.size());
        report.score = search::mate_in(2 * *report.mate - 1);
        report.verdict = fmt::format("mate in {}", *report.mate);
        report.remarks.emplace_back("this is the shortest mate");
        report.pv = answers.back().line;
        if (!report.pv.empty()) report.best = {report.pv.front()};
      } else {
        report.proved = static_cast<int>(answers.size()) == within(request);
        report.verdict = report.proved ? fmt::format("no mate in {}", within(request)) : "not decided";
      }
      return report;
    }
    search::ProofLeaf search_leaf(const engine::Request& request, const std::string& goal,
                                  const search::LeafQuestion& question, Budget& budget) override {
      const Position position = position_of(request, option_table().parse(request.options));
      {
        const std::lock_guard lock(engine_.tables_mutex_);
        if (!engine_.solver_) engine_.prepare(engine_.solver_, engine_.take_room());
      }
      const int length = parse_number<int>(goal, "number of moves", 1, 50);
      return engine_.solver_->search_leaf(position, length, question, budget);
    }

   private:
    static int within(const engine::Request& request) {
      const Options options = option_table().parse(request.options);
      const int most = MateSolver::most_moves(position_of(request, options));
      return options.mate > 0 ? std::min(options.mate, most) : most;
    }

    ChessEngine& engine_;
  };

  static constexpr std::uint64_t kFallbackNodes = 20'000;
  static constexpr std::uint64_t kShortenNodes = 50'000;

  // Looks for shorter mates until there is none (true) or the budget is used up.
  bool shorten(const Position& position, MateResult& mate, Budget& budget,
               const std::function<void()>& on_poll) {
    for (;;) {
      MateResult shorter = solver_->solve(position, moves_of(mate) - 1, budget, on_poll);
      shorter.nodes += mate.nodes;
      if (shorter.verdict == MateResult::Verdict::NoMate) return true;
      if (shorter.verdict != MateResult::Verdict::Mate) return false;
      mate = std::move(shorter);
    }
  }

  // Reports what the tables know of the root, which the search was not told.
  class TablebaseListener final : public engine::Listener {
   public:
    TablebaseListener(engine::Listener& next, bool root_hit, std::optional<search::KnownResult> root)
        : next_(next), root_hit_(root_hit), root_(root) {}
    void on_progress(const engine::Report& report) override {
      engine::Report changed = report;
      complete(changed);
      next_.on_progress(changed);
    }
    void on_root_move(std::string_view move, int number) override { next_.on_root_move(move, number); }

    void complete(engine::Report& report) const {
      report.tablebase_hits = report.tablebase_hits.value_or(0) + (root_hit_ ? 1 : 0);
      if (!root_ || report.mate || !report.score) return;
      using Result = search::KnownResult;
      report.score = *root_ == Result::Win    ? search::kKnownWin
                     : *root_ == Result::Loss ? -search::kKnownWin
                                              : 0;
      report.bound = engine::ScoreBound::Exact;
      report.odds = *root_ == Result::Win    ? engine::Odds{1000, 0, 0}
                    : *root_ == Result::Loss ? engine::Odds{0, 0, 1000}
                                             : engine::Odds{0, 1000, 0};
      report.verdict = *root_ == Result::Win    ? "win by tablebase"
                       : *root_ == Result::Loss ? "loss by tablebase"
                                                : "draw by tablebase";
      for (engine::MoveReport& move : report.moves) {
        if (!move.mate) move.score = report.score;
      }
    }

   private:
    engine::Listener& next_;
    const bool root_hit_;
    const std::optional<search::KnownResult> root_;
  };

  // A book that cannot be used is named in `remarks`, and the search does without it.
  std::optional<engine::Report> book_answer(const Position& position, const Options& options,
                                            std::vector<std::string>& remarks) {
    const int plies = 2 * (position.move_number() - 1) + (position.side() == kBlack ? 1 : 0);
    if (plies >= options.book_moves) return std::nullopt;
    if (book_path_ != options.book_file) {
      book_.reset();
      book_path_ = options.book_file;
      try {
        book_ = Book::load(book_path_);
      } catch (const Error& error) {
        book_remark_ = std::string("book: ") + error.what();
      }
    }
    if (!book_) {
      remarks.push_back(book_remark_);
      return std::nullopt;
    }
    return engine::book_report(book_->moves(position), std::string(game().name()), to_fen(position),
                               side_name(position.side()));
  }

  // Tables that cannot be used are named in `remarks`, and the search does without them.
  std::unique_ptr<Tablebase> tablebase(const Options& options, std::vector<std::string>& remarks) {
    if (!syzygy_ || syzygy_->path() != options.syzygy_path) {
      syzygy_.reset();
      if (options.syzygy_path.empty()) return nullptr;
      try {
        syzygy_ = TablebaseFiles::open(options.syzygy_path);
      } catch (const Error& error) {
        remarks.emplace_back(error.what());
        return nullptr;
      }
    }
    remarks.insert(remarks.end(), syzygy_->ignored().begin(), syzygy_->ignored().end());
    return std::make_unique<Tablebase>(syzygy_, options.syzygy_probe_limit, options.syzygy_fifty_moves);
  }

  static std::vector<Move> root_moves(const Position& position, const search::Limits& limits) {
    std::vector<Move> moves;
    for (const std::string& move : limits.root_moves) moves.push_back(parse_move(position, move));
    if (!moves.empty()) return moves;
    MoveList list;
    generate_legal(position, list);
    moves.assign(list.begin(), list.end());
    return moves;
  }

  static int moves_of(const MateResult& mate) { return static_cast<int>(mate.line.size() + 1) / 2; }

  void give_back_room(std::uint64_t /*reserved*/) override { solver_.reset(); }
  void clear_other_table() override {
    if (solver_) solver_->table().clear(threads());
  }
  [[nodiscard]] engine::TableReport other_table() const override {
    return solver_ ? engine::table_report(solver_->table()) : engine::TableReport{};
  }

  Jobs jobs_{*this};
  net::NetworkOption network_{"chess", NetworkInputs::kInputs};
  std::unique_ptr<MateSolver> solver_;
  std::shared_ptr<const TablebaseFiles> syzygy_;
  std::optional<Book> book_;
  std::string book_path_, book_remark_;
};

class Chess final : public engine::Game, public engine::BookGame {
 public:
  [[nodiscard]] std::string_view name() const override { return "chess"; }
  [[nodiscard]] std::string_view title() const override { return "Chess"; }
  [[nodiscard]] std::string_view position_help() const override {
    return "a FEN, or startpos, then optionally: moves e2e4 e7e5 … (empty = the start position)";
  }
  [[nodiscard]] const std::vector<engine::OptionSpec>& options() const override {
    return option_table().specs();
  }
  // Side, castling and en passant; then two counters.
  [[nodiscard]] engine::EpdLayout epd_layout() const override { return {3, {"0", "1"}}; }
  [[nodiscard]] const engine::Books& books() const override { return chess::books(); }
  [[nodiscard]] const engine::Authoring* authoring() const override { return &chess::authoring(); }
  [[nodiscard]] std::unique_ptr<engine::Engine> new_engine() const override {
    return std::make_unique<ChessEngine>(*this);
  }
  [[nodiscard]] std::unique_ptr<engine::Board> board(std::string_view position,
                                                     const engine::OptionTexts& options) const override {
    engine::Request request;
    request.position = position;
    return make_board(position_of(request, option_table().parse(options)));
  }

  // A PGN file gives a position for each of its games: the last one, with the moves that led to it.
  [[nodiscard]] std::vector<engine::Example> examples() const override {
    return {{"Start", ""},
            {"Sharp middlegame", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
            {"Mate in three", "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1"},
            {"A whole game",
             "startpos moves e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 "
             "c1g5 b7b5 c3b5 c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8"}};
  }
  [[nodiscard]] std::vector<const engine::RecordFormat*> record_formats() const override {
    return chess::record_formats();
  }

  [[nodiscard]] std::vector<std::string> split_positions(std::string_view text) const override {
    if (const std::size_t first = text.find_first_not_of(" \t\r\n");
        first == std::string_view::npos || text[first] != '[') {
      return Game::split_positions(text);
    }
    std::vector<std::string> positions;
    for (const GameRecord& game : parse_pgn(text)) {
      Position position = game.start;
      std::string& played = positions.emplace_back(to_fen(position) + " moves");
      for (const Move move : game.moves) {
        played += ' ' + to_uci(position, move);
        position.make(move);
      }
    }
    return positions;
  }

  [[nodiscard]] engine::Perft perft(const engine::Request& request, int depth,
                                    const engine::CommonOptions& common,
                                    const search::StopFlag& stop) const override {
    const Options options = option_table().parse(request.options);
    Position position = position_of(request, options);
    engine::Perft result;
    if (depth <= 0) {
      result.count = 1;
      return result;
    }
    std::optional<HashedPerft> hashed;
    if (options.perft_hash) hashed.emplace(common.hash_bytes);
    MoveList list;
    generate_legal(position, list);
    for (const Move move : list) {
      const std::string name = to_uci(position, move);
      position.make(move);
      const std::uint64_t leaves =
          hashed ? (*hashed)(position, depth - 1, stop) : chess::perft(position, depth - 1, stop);
      position.undo();
      if (stop.requested()) throw Error("stopped before the count was done");
      result.count += leaves;
      result.divide.emplace_back(name, leaves);
    }
    return result;
  }
};

}  // namespace

const engine::Game& game() {
  static const Chess kGame;
  return kGame;
}

}  // namespace tesuji::chess
