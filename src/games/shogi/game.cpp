#include "games/shogi/game.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "engine/alphabeta_engine.hpp"
#include "engine/proof_jobs.hpp"
#include "games/shogi/authoring.hpp"
#include "games/shogi/book.hpp"
#include "games/shogi/books.hpp"
#include "games/shogi/mate.hpp"
#include "games/shogi/record.hpp"
#include "games/shogi/record_formats.hpp"

namespace tesuji::shogi {

namespace {

struct Options : engine::AlphaBetaOptions, engine::BookOptions {
  EnteringKing entering_king = EnteringKing::Points27;
  int max_moves = 0;  // the game is then drawn; 0 = never
  int draw_value_black = 0, draw_value_white = 0;
  int mate = 0;  // in at most so many plies; 0 = of any length
  bool shortest = false;
  std::string eval_file;
};

const engine::OptionTable<Options>& option_table() {
  static const engine::OptionTable<Options> kTable = [] {
    auto table = engine::alphabeta_options<Options>(
        Hooks::levels(), "the weakest level is 1000, measured in games of the levels against each other");
    table
        .choice<EnteringKing>("entering-king-rule", &Options::entering_king,
                              {{"none", EnteringKing::None},
                               {"points24", EnteringKing::Points24},
                               {"points27", EnteringKing::Points27}},
                              "What an entered king needs to declare a win")
        .number("max-moves-to-draw", &Options::max_moves, 0, 100000,
                "The game is drawn after so many moves; 0 = never")
        .number("draw-value-black", &Options::draw_value_black, -30000, 30000,
                "What a draw is worth to the engine as black, in hundredths of a pawn")
        .number("draw-value-white", &Options::draw_value_white, -30000, 30000,
                "What a draw is worth to the engine as white, in hundredths of a pawn")
        .number("mate", &Options::mate, 0, 9999,
                "Solve: look for a mate of at most so many plies; 0 = of any length")
        .value_optional()
        .flag("shortest", &Options::shortest, "Solve: show the shortest mate, not just a mate")
        .file("eval-file", &Options::eval_file,
              "A network that evaluates positions; empty = the built-in evaluation");
    engine::add_book_options(table, "YaneuraOu, .db");
    return table;
  }();
  return kTable;
}

Position position_of(const engine::Request& request, const Options& options) {
  Position position = parse_position(request.position);
  GameRules rules;
  rules.max_moves = options.max_moves;
  // Who is to move after the moves is who asks.
  const bool black = (position.side() == Color::Black) == (request.moves.size() % 2 == 0);
  rules.draw_value = black ? options.draw_value_black : -options.draw_value_white;
  rules.entering_king = options.entering_king;
  position.set_rules(rules);
  for (const std::string& move : request.moves) position.make(parse_move(position, move));
  return position;
}

class ShogiEngine final : public engine::AlphaBetaEngine<Hooks>, public engine::ProofEngine {
 public:
  using AlphaBetaEngine::AlphaBetaEngine;

  engine::Report analyze(const engine::Request& request, engine::Listener& listener,
                         const search::StopFlag& stop) override {
    const Options options = option_table().parse(request.options);
    const Position position = position_of(request, options);
    for (const Color color : {Color::Black, Color::White}) {
      if (position.king(color) == kNoSquare) {
        throw Error(std::string(color_name(color)) +
                    " has no king: such a position can only be solved for mate");
      }
    }
    if (position.may_declare()) return declaration(position);
    search::Limits limits = request.limits;
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
    if (options.multi_pv == 1) {
      if (const std::optional<engine::Report> mate = look_for_mate(position, limits, stop)) {
        listener.on_progress(*mate);
        return *mate;
      }
    }
    engine::Report report = search_position(position, options, limits, listener, stop);
    report.remarks.insert(report.remarks.begin(), remarks.begin(), remarks.end());
    return report;
  }

  [[nodiscard]] engine::ProofJobs& proof_jobs() override { return jobs_; }

  // Mate or no mate, with checks all the way.
  engine::Report solve(const engine::Request& request, engine::Listener& listener,
                       const search::StopFlag& stop) override {
    const Options options = option_table().parse(request.options);
    const Position position = position_of(request, options);
    if (position.king(~position.side()) == kNoSquare) throw Error("there is no king to mate");
    {
      const std::lock_guard lock(tables_mutex_);
      prepare(solver_, take_room());
    }
    const search::Limits& limits = request.limits;
    Budget budget(stop, limits.nodes, limits.time);
    const auto on_poll = mate_progress<Move>(position, budget, listener);
    MateResult result = solver_->solve(position, budget, on_poll);
    const int most = limits.mate ? 2 * *limits.mate - 1 : options.mate;
    const auto first_length = static_cast<int>(result.line.size());
    const bool too_long = most > 0 && first_length > most;
    if (too_long) result = solver_->solve_within(position, most, budget, on_poll);
    const bool mates = result.verdict == MateResult::Verdict::Mate;
    if (mates) {
      listener.on_progress(mate_report(position, result, budget));
      // If nobody said how long it may take: about as long as the first mate took.
      const bool limited = options.shortest || limits.nodes || limits.time;
      Budget part(budget, limited ? std::nullopt : std::optional(budget.nodes() + kShortenNodes));
      solver_->shorten(position, result, part, on_poll);
    }
    engine::Report report = mate_report(position, result, budget);
    if (mates && result.shortest) {
      report.remarks.emplace_back("this is the shortest mate");
    } else if (mates && options.shortest) {
      report.remarks.emplace_back("whether there is a shorter mate was not decided");
      report.complete = false;
    } else if (too_long && !mates) {
      report.remarks.push_back(fmt::format("there is a {}", mate_verdict(true, first_length)));
      if (report.proved) report.verdict = fmt::format("no mate in {} {}", most, most == 1 ? "ply" : "plies");
    }
    return report;
  }

 private:
  // The mate solver's search, cut into jobs.
  class Jobs final : public engine::ProofJobs {
   public:
    explicit Jobs(ShogiEngine& engine) : engine_(engine) {}

    std::optional<std::string> next_goal(const engine::Request& request,
                                         std::span<const engine::GoalAnswer> answers) override {
      const Options options = option_table().parse(request.options);
      if (options.mate > 0 || options.shortest)
        throw Error("--mate and --shortest are not for a search that is cut into jobs");
      return answers.empty() ? std::optional<std::string>("mate") : std::nullopt;
    }
    engine::Report conclude(const engine::Request& request,
                            std::span<const engine::GoalAnswer> answers) override {
      const Position position = position_of(request, option_table().parse(request.options));
      engine::Report report;
      report.game = engine_.game().name();
      report.position = to_sfen(position);
      report.side = color_name(position.side());
      report.board = draw(position);
      report.proved = !answers.empty();
      report.verdict = answers.empty() ? "not decided" : answers.back().proved ? "mate" : "no mate";
      if (report.proved && answers.back().proved) report.pv = answers.back().line;
      if (!report.pv.empty()) report.best = {report.pv.front()};
      return report;
    }
    search::ProofLeaf search_leaf(const engine::Request& request, const std::string& /*goal*/,
                                  const search::LeafQuestion& question, Budget& budget) override {
      const Position position = position_of(request, option_table().parse(request.options));
      if (position.king(~position.side()) == kNoSquare) throw Error("there is no king to mate");
      {
        const std::lock_guard lock(engine_.tables_mutex_);
        if (!engine_.solver_) engine_.prepare(engine_.solver_, engine_.take_room());
      }
      return engine_.solver_->search_leaf(position, question, budget);
    }

   private:
    ShogiEngine& engine_;
  };

  // A book that cannot be used is named in `remarks`, and the search does without it.
  std::optional<engine::Report> book_answer(const Position& position, const Options& options,
                                            std::vector<std::string>& remarks) {
    if (position.number() > options.book_moves) return std::nullopt;
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
    return engine::book_report(book_->moves(position), std::string(game().name()), to_sfen(position),
                               Hooks::side_name(position));
  }
  net::NetworkOption network_{"shogi", NetworkInputs::kInputs};
  std::optional<Book> book_;
  std::string book_path_, book_remark_;

  static constexpr std::uint64_t kShortenNodes = 50'000;
  static constexpr std::uint64_t kMaxLookBytes = std::uint64_t{8} << 20;
  static constexpr std::uint64_t kProbeNodes = 4000;
  static constexpr std::chrono::milliseconds kProbeTime{20};

  // For the look before each search: an eighth of --hash, at most 8 MiB. (Below 2 MiB there is no room for
  // two tables, and no look.)
  [[nodiscard]] std::uint64_t reserved_bytes(std::uint64_t hash_bytes) const override {
    if (hash_bytes < 2 * tt::kMinTableBytes) return 0;
    return std::clamp(hash_bytes / 8, tt::kMinTableBytes, kMaxLookBytes);
  }
  void give_back_room(std::uint64_t reserved) override {
    if (!solver_ || solver_->table().max_bytes() <= reserved) return;
    if (reserved == 0) {
      solver_.reset();
    } else {
      solver_->table().resize(reserved, threads());
    }
  }
  void clear_other_table() override {
    if (solver_) solver_->table().clear(threads());
  }
  [[nodiscard]] engine::TableReport other_table() const override {
    return solver_ ? engine::table_report(solver_->table()) : engine::TableReport{};
  }

  // A short look for a mate before the search: where there is one, alpha-beta would take far longer to be
  // sure. Takes at most a sixteenth of what the limits allow for the move, and subtracts it from them.
  std::optional<engine::Report> look_for_mate(const Position& position, search::Limits& limits,
                                              const search::StopFlag& stop) {
    if (limits.infinite || limits.ponder || !limits.root_moves.empty()) return std::nullopt;
    const std::uint64_t bytes = reserved_bytes(common().hash_bytes);
    if (bytes == 0) return std::nullopt;
    // Without a clock the nodes alone limit it, so that the answer does not depend on the machine's speed.
    const bool timed = limits.time || limits.own_clock || limits.byoyomi;
    std::chrono::milliseconds time = timed ? kProbeTime : std::chrono::hours(1);
    if (limits.time) time = std::min(time, *limits.time / 16);
    if (limits.own_clock || limits.byoyomi) {
      const auto left = limits.own_clock.value_or(search::Clock{});
      const auto byoyomi = limits.byoyomi.value_or(std::chrono::milliseconds(0));
      time = std::min(time, (left.left / 32 + left.increment + byoyomi) / 16);
    }
    Budget budget(stop, std::min(kProbeNodes, limits.nodes.value_or(~std::uint64_t{0}) / 16), time);
    {
      const std::lock_guard lock(tables_mutex_);
      prepare(solver_, bytes);
    }
    solver_->use_threads(1);  // it is over before others would have begun
    const MateResult found = solver_->solve(position, budget);
    if (found.verdict == MateResult::Verdict::Mate) return mate_report(position, found, budget);
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(budget.elapsed());
    if (limits.time) *limits.time = std::max(*limits.time - spent, std::chrono::milliseconds(1));
    if (limits.own_clock) {
      limits.own_clock->left = std::max(limits.own_clock->left - spent, std::chrono::milliseconds(1));
    } else if (limits.byoyomi) {
      *limits.byoyomi = std::max(*limits.byoyomi - spent, std::chrono::milliseconds(1));
    }
    return std::nullopt;
  }

  Jobs jobs_{*this};
  std::unique_ptr<MateSolver> solver_;

  [[nodiscard]] engine::Report declaration(const Position& position) const {
    engine::Report report;
    report.game = game().name();
    report.position = to_sfen(position);
    report.side = color_name(position.side());
    report.verdict = "win by declaration";
    report.score = search::kMate;
    report.mate = 0;
    report.best = report.pv = {"win"};
    report.proved = true;
    report.board = draw(position);
    return report;
  }
};

// Where the main line of a record ends, with the game before it.
std::string last_position(const engine::Record& record) {
  std::string text = record.position.empty() ? "startpos" : record.position;
  const std::vector<std::string> moves = record.main_line();
  if (!moves.empty()) text += " moves";
  for (const std::string& move : moves) text += ' ' + move;
  return text;
}

class Shogi final : public engine::Game, public engine::BookGame {
 public:
  [[nodiscard]] std::string_view name() const override { return "shogi"; }
  [[nodiscard]] std::string_view title() const override { return "Shogi"; }
  [[nodiscard]] std::string_view position_help() const override {
    return "startpos, or an SFEN: BOARD SIDE HANDS [NUMBER], then optionally: moves 7g7f 3c3d …";
  }
  [[nodiscard]] const std::vector<engine::OptionSpec>& options() const override {
    return option_table().specs();
  }
  [[nodiscard]] std::string_view protocol() const override { return "usi"; }
  // Side and hands; then the number of the move.
  [[nodiscard]] engine::EpdLayout epd_layout() const override { return {2, {"1"}}; }
  [[nodiscard]] const engine::Books& books() const override { return shogi::books(); }
  [[nodiscard]] const engine::Authoring* authoring() const override { return &shogi::authoring(); }
  [[nodiscard]] std::unique_ptr<engine::Engine> new_engine() const override {
    return std::make_unique<ShogiEngine>(*this);
  }
  [[nodiscard]] std::unique_ptr<engine::Board> board(std::string_view position,
                                                     const engine::OptionTexts& options) const override {
    return make_board(parse_position(position), option_table().parse(options).entering_king);
  }

  [[nodiscard]] std::vector<engine::Example> examples() const override {
    return {{"Start", ""},
            {"Mate in five", "7kl/7p1/6S2/9/9/9/9/9/9 b R2Gr2b2g3s4n3l17p 1"},
            {"Wild middlegame", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"}};
  }
  [[nodiscard]] std::vector<const engine::RecordFormat*> record_formats() const override {
    return shogi::record_formats();
  }

  // A game of a KIF, KI2, CSA or JKF record is one position: the one its main line ends in, with the game
  // before it.
  [[nodiscard]] std::vector<std::string> split_positions(std::string_view text) const override {
    std::vector<std::string> positions;
    if (jkf_format().detect(text)) {
      for (const engine::Record& record : jkf_format().read(text)) positions.push_back(last_position(record));
      return positions;
    }
    if (!looks_like_record(text)) return Game::split_positions(text);
    for (const std::string_view record : split_records(text)) {
      positions.push_back(read_record(record).position());
    }
    return positions;
  }

  [[nodiscard]] engine::Perft perft(const engine::Request& request, int depth, const engine::CommonOptions&,
                                    const search::StopFlag& stop) const override {
    Position position = position_of(request, option_table().parse(request.options));
    engine::Perft result;
    if (depth <= 0) {
      result.count = 1;
      return result;
    }
    MoveList list;
    generate(position, list);
    for (const Move move : list) {
      position.make(move);
      const std::uint64_t count = shogi::perft(position, depth - 1, stop);
      position.undo();
      if (stop.requested()) throw Error("stopped before the count was done");
      result.count += count;
      result.divide.emplace_back(to_usi(move), count);
    }
    return result;
  }
};

}  // namespace

const engine::Game& game() {
  static const Shogi kGame;
  return kGame;
}

}  // namespace tesuji::shogi
