#include "games/shogi/game.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "engine/alphabeta_engine.hpp"
#include "games/shogi/mate.hpp"
#include "games/shogi/mate_shortest.hpp"
#include "games/shogi/record.hpp"

namespace tesuji::shogi {

namespace {

class ShogiEngine final : public engine::AlphaBetaEngine<Rules> {
 public:
  [[nodiscard]] std::vector<engine::OptionSpec> options() const override {
    using Kind = engine::OptionSpec::Kind;
    auto specs = AlphaBetaEngine::options();
    specs.push_back({"entering-king-rule",
                     Kind::Choice,
                     "points27",
                     "What an entered king needs to declare a win",
                     {"none", "points24", "points27"},
                     0,
                     0});
    specs.push_back({"max-moves-to-draw",
                     Kind::Number,
                     "0",
                     "The game is drawn after so many moves; 0 = never",
                     {},
                     0,
                     100000});
    for (const char* side : {"black", "white"}) {
      specs.push_back(
          {std::string("draw-value-") + side,
           Kind::Number,
           "0",
           std::string("What a draw is worth to the engine as ") + side + ", in hundredths of a pawn",
           {},
           -30000,
           30000});
    }
    specs.push_back({"mate",
                     Kind::Number,
                     "0",
                     "Solve: look for a mate of at most so many plies; 0 = of any length",
                     {},
                     0,
                     9999,
                     false,
                     true});
    specs.push_back(
        {"shortest", Kind::Flag, "false", "Solve: show the shortest mate, not just a mate", {}, 0, 0});
    return specs;
  }

  // A game of a KIF or CSA record is one position: the one its main line ends in, with the game before it.
  [[nodiscard]] std::vector<std::string> split_positions(std::string_view text) const override {
    if (!looks_like_record(text)) return Engine::split_positions(text);
    std::vector<std::string> positions;
    for (const std::string_view record : split_records(text)) {
      positions.push_back(read_record(record).position());
    }
    return positions;
  }

  engine::Report analyze(const engine::Request& request, engine::Listener& listener,
                         const search::StopFlag& stop) override {
    const Position position = position_of(request);
    for (const Color color : {Color::Black, Color::White}) {
      if (position.king(color) == kNoSquare) {
        throw Error(std::string(color_name(color)) +
                    " has no king: such a position can only be solved for mate");
      }
    }
    if (position.may_declare()) return declaration(position);
    engine::Request rest = request;
    if (const std::optional<engine::Report> mate = look_for_mate(position, rest, stop)) {
      listener.progress(*mate);
      return *mate;
    }
    return AlphaBetaEngine::analyze(rest, listener, stop);
  }

  // Mate or no mate, with checks all the way.
  engine::Report solve(const engine::Request& request, engine::Listener& listener,
                       const search::StopFlag& stop) override {
    const Position position = position_of(request);
    if (position.king(~position.side()) == kNoSquare) throw Error("there is no king to mate");
    if (!solver_ || solver_bytes_ != common().hash_bytes) {
      solver_bytes_ = common().hash_bytes;
      solver_ = with_table_errors([&] { return std::make_unique<MateSolver>(solver_bytes_); });
    }
    const auto start = Clock::now();
    const search::Limits& limits = request.limits;
    MateResult result;
    engine::TableReport table;
    auto last_told = start;
    // Asked every thousand nodes or so; tells of the search now and then.
    const auto give_up = [&](std::uint64_t nodes) {
      const auto now = Clock::now();
      if (now - last_told >= kTellEvery) {
        last_told = now;
        MateResult so_far;
        so_far.nodes = result.nodes + nodes;
        engine::Report report = mate_report(position, so_far, start);
        report.verdict = "looking for a mate";
        report.table = solver_ ? table_report(solver_->memory()) : table;
        listener.progress(report);
      }
      return stop.requested() || (limits.nodes && nodes >= *limits.nodes) ||
             (limits.time && now - start >= *limits.time);
    };
    result = solver_->solve(position, give_up);
    table = table_report(solver_->memory());
    const auto most = static_cast<int>(limits.mate ? 2 * *limits.mate - 1 : number(request, "mate"));
    std::vector<std::string> remarks;
    bool only_longer = false;
    if (result.verdict == MateResult::Verdict::Mate) {
      const auto length = static_cast<int>(result.line.size());
      if (flag(request, "shortest") || (most > 0 && length > most)) {
        const int ceiling = most > 0 ? std::min(most, length) : length;
        solver_.reset();  // one table at a time: --hash is for both
        const ShortestMate shortest = find_shortest_mate(position, ceiling, solver_bytes_, give_up);
        result.nodes += shortest.nodes;
        if (!shortest.line.empty()) {
          result.line = shortest.line;
          remarks.push_back("this is the shortest mate");
        } else if (shortest.given_up) {
          remarks.push_back("whether there is a shorter mate was not decided");
          if (most > 0 && length > most) result.verdict = MateResult::Verdict::Unknown;
        } else if (most > 0 && length > most) {
          remarks.push_back(fmt::format("there is a {}", mate_verdict(true, length)));
          result.verdict = MateResult::Verdict::NoMate;
          only_longer = true;
        }
      }
    }
    engine::Report report = mate_report(position, result, start);
    if (only_longer) report.verdict = fmt::format("no mate in {} {}", most, most == 1 ? "ply" : "plies");
    report.remarks.insert(report.remarks.end(), remarks.begin(), remarks.end());
    report.table = table;
    return report;
  }

  [[nodiscard]] std::unique_ptr<engine::Board> board(std::string_view position) const override {
    return make_board(shogi::parse_position(position));
  }

  engine::Perft perft(std::string_view text, int depth, const engine::Request& /*request*/,
                      const search::StopFlag& stop) override {
    Position position = shogi::parse_position(text);
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

 protected:
  [[nodiscard]] Position parse(const engine::Request& request) const override {
    Position position = shogi::parse_position(request.position);
    GameRules rules;
    rules.most_moves = static_cast<int>(number(request, "max-moves-to-draw"));
    // Who is to move after the moves is who asks.
    const bool black = (position.side() == Color::Black) == (request.moves.size() % 2 == 0);
    rules.draw_value =
        static_cast<int>(black ? number(request, "draw-value-black") : -number(request, "draw-value-white"));
    if (const auto given = request.options.find("entering-king-rule"); given != request.options.end()) {
      const std::string& name = given->second;
      if (name == "none") {
        rules.entering_king = EnteringKing::None;
      } else if (name == "points24") {
        rules.entering_king = EnteringKing::Points24;
      } else if (name != "points27") {
        throw Error("entering-king-rule must be none, points24 or points27, not '" + name + "'");
      }
    }
    position.set_rules(rules);
    return position;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kProbeBytes = std::uint64_t{8} << 20;
  static constexpr std::uint64_t kProbeNodes = 4000;
  static constexpr std::chrono::milliseconds kProbeTime{20};
  static constexpr std::chrono::milliseconds kTellEvery{200};

  static engine::TableReport table_report(const MateMemory& memory) {
    return {memory.bytes(), memory.probes, memory.hits, memory.stores, memory.replacements, memory.fill()};
  }

  // A short look for a mate before the search: where there is one, alpha-beta would take far longer to be
  // sure. Takes at most a sixteenth of what the request allows for the move, and takes it off the request.
  std::optional<engine::Report> look_for_mate(const Position& position, engine::Request& request,
                                              const search::StopFlag& stop) {
    search::Limits& limits = request.limits;
    if (limits.infinite || limits.ponder || !limits.root_moves.empty() || number(request, "multipv") != 1) {
      return std::nullopt;
    }
    const auto start = Clock::now();
    auto time = kProbeTime;
    if (limits.time) time = std::min(time, *limits.time / 16);
    if (limits.own_clock || limits.byoyomi) {
      const auto left = limits.own_clock.value_or(search::Clock{});
      const auto byoyomi = limits.byoyomi.value_or(std::chrono::milliseconds(0));
      time = std::min(time, (left.left / 32 + left.increment + byoyomi) / 16);
    }
    const std::uint64_t budget = std::min(kProbeNodes, limits.nodes.value_or(~std::uint64_t{0}) / 16);
    if (!probe_) probe_ = std::make_unique<MateSolver>(kProbeBytes);
    const MateResult found = probe_->solve(position, [&](std::uint64_t nodes) {
      return nodes >= budget || stop.requested() || Clock::now() - start >= time;
    });
    if (found.verdict == MateResult::Verdict::Mate) return mate_report(position, found, start);
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
    if (limits.time) *limits.time = std::max(*limits.time - spent, std::chrono::milliseconds(1));
    if (limits.own_clock) {
      limits.own_clock->left = std::max(limits.own_clock->left - spent, std::chrono::milliseconds(1));
    } else if (limits.byoyomi) {
      *limits.byoyomi = std::max(*limits.byoyomi - spent, std::chrono::milliseconds(1));
    }
    return std::nullopt;
  }

  [[nodiscard]] Position position_of(const engine::Request& request) const {
    Position position = parse(request);
    for (const std::string& move : request.moves) position.make(shogi::parse_move(position, move));
    return position;
  }

  static engine::Report mate_report(const Position& position, const MateResult& result,
                                    Clock::time_point start) {
    engine::Report report;
    report.game = Rules::kName;
    report.position = to_sfen(position);
    report.side = color_name(position.side());
    report.nodes = result.nodes;
    report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    report.board = draw(position);
    report.exact = result.verdict != MateResult::Verdict::Unknown;
    switch (result.verdict) {
      case MateResult::Verdict::Mate: {
        const auto plies = static_cast<int>(result.line.size());
        report.verdict = mate_verdict(true, plies);
        report.mate = (plies + 1) / 2;
        report.score = search::mate_in(plies);
        for (const Move move : result.line) report.pv.push_back(to_usi(move));
        report.best = {report.pv.front()};
        break;
      }
      case MateResult::Verdict::NoMate:
        report.verdict = "no mate";
        break;
      case MateResult::Verdict::Unknown:
        report.verdict = "not decided";
        break;
    }
    return report;
  }

  std::unique_ptr<MateSolver> solver_, probe_;
  std::uint64_t solver_bytes_ = 0;

  static engine::Report declaration(const Position& position) {
    engine::Report report;
    report.game = Rules::kName;
    report.position = to_sfen(position);
    report.side = color_name(position.side());
    report.verdict = "win by declaration";
    report.score = search::kMate;
    report.mate = 0;
    report.best = report.pv = {"win"};
    report.exact = true;
    report.board = draw(position);
    return report;
  }
};

}  // namespace

std::unique_ptr<engine::Engine> make_engine() {
  return std::make_unique<ShogiEngine>();
}

}  // namespace tesuji::shogi
