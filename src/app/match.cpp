// tesuji match ENGINE ENGINE
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>

#include "app/command.hpp"
#include "base/duration.hpp"
#include "base/error.hpp"
#include "base/platform.hpp"
#include "engine/json.hpp"
#include "match/record.hpp"
#include "match/results.hpp"
#include "match/tournament.hpp"
#include "protocol/dialect.hpp"

namespace tesuji::app {
namespace {

using nlohmann::ordered_json;

struct MatchArguments {
  std::vector<std::string> engines;
  std::vector<std::string> options;
  std::string game = "chess", control = "5+0.05", openings, record, margin = "10ms", patience = "60s";
  std::string resign, draw, sprt, results;
  int plies = 16;
  bool shuffle = false;
  unsigned long long seed = 1;
  bool json = false;
  match::MatchPlan plan;
};

// "1000,3": as many numbers as `names` has, the last ones optional.
std::vector<double> numbers(const char* option, const std::string& text, std::size_t min, std::size_t max) {
  std::vector<double> values;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string part = text.substr(at, comma - at);
    char* end = nullptr;
    values.push_back(std::strtod(part.c_str(), &end));
    if (part.empty() || *end != '\0') throw UsageError(fmt::format("{}: invalid number '{}'", option, part));
    at = comma + 1;
  }
  if (values.size() < min || values.size() > max) {
    throw UsageError(fmt::format("{}: expected {} to {} numbers, separated by commas", option, min, max));
  }
  return values;
}

void fill_plan(MatchArguments& arguments, const engine::Game& game) {
  match::MatchPlan& plan = arguments.plan;
  for (std::size_t i = 0; i < 2; ++i) {
    plan.engines[i] = match::parse_engine(arguments.engines[i], game.protocol());
    for (const std::string& option : arguments.options) {
      const std::size_t equals = option.find('=');
      if (equals == std::string::npos)
        throw UsageError(fmt::format("--option: '{}' is not NAME=VALUE", option));
      auto& options = plan.engines[i].options;
      options.emplace(options.begin(), option.substr(0, equals), option.substr(equals + 1));
    }
  }
  if (plan.engines[0].name == plan.engines[1].name) {
    plan.engines[0].name += " (1)";
    plan.engines[1].name += " (2)";
  }
  plan.control = usage("--tc", [&] { return match::parse_time_control(arguments.control); });
  plan.players.margin = usage("--margin", [&] { return parse_duration(arguments.margin); });
  plan.players.patience = usage("--patience", [&] { return parse_duration(arguments.patience); });
  if (!arguments.resign.empty()) {
    const auto values = numbers("--resign", arguments.resign, 2, 2);
    plan.adjudication.resign_score = static_cast<int>(values[0]);
    plan.adjudication.resign_moves = static_cast<int>(values[1]);
  }
  if (!arguments.draw.empty()) {
    const auto values = numbers("--draw", arguments.draw, 2, 3);
    plan.adjudication.draw_score = static_cast<int>(values[0]);
    plan.adjudication.draw_moves = static_cast<int>(values[1]);
    if (values.size() > 2) plan.adjudication.draw_from = static_cast<int>(values[2]);
  }
  if (!arguments.sprt.empty()) {
    const auto values = numbers("--sprt", arguments.sprt, 2, 4);
    match::Sprt sprt{.elo0 = values[0], .elo1 = values[1]};
    if (values.size() > 2) sprt.alpha = values[2];
    if (values.size() > 3) sprt.beta = values[3];
    if (!(sprt.elo0 < sprt.elo1)) throw UsageError("--sprt: the first number must be less than the second");
    plan.sprt = sprt;
  }
  if (!arguments.openings.empty()) {
    plan.openings = match::read_openings(arguments.openings, game, arguments.plies);
  }
  if (arguments.shuffle) {
    std::mt19937_64 random(arguments.seed);
    std::shuffle(plan.openings.begin(), plan.openings.end(), random);
  }
}

std::string tally_text(const match::Tally& tally) {
  return fmt::format("+{} ={} -{}", tally.wins, tally.draws, tally.losses);
}

std::string elo_text(const match::Tally& tally) {
  const auto elo = match::elo(tally);
  return elo ? fmt::format("Elo {:+.1f} ±{:.1f}", elo->value, elo->margin) : std::string("Elo ?");
}

ordered_json to_json(const match::MatchPlan& plan, const match::MatchState& state) {
  ordered_json out = {{"engines", {plan.engines[0].name, plan.engines[1].name}},
                      {"games", state.tally.games()},
                      {"wins", state.tally.wins},
                      {"draws", state.tally.draws},
                      {"losses", state.tally.losses},
                      {"pairs", state.tally.pairs},
                      {"score", state.tally.score()}};
  if (const auto elo = match::elo(state.tally)) {
    out["elo"] = elo->value;
    out["elo_margin"] = elo->margin;
    out["superiority"] = elo->superiority;
  }
  if (plan.sprt) out["llr"] = plan.sprt->ratio(state.tally);
  ordered_json& forfeits = out["forfeits"] = ordered_json::array();
  for (const match::ForfeitCount& each : state.forfeits) {
    forfeits.push_back({{"time", each.time}, {"illegal", each.illegal}, {"crash", each.crash}});
  }
  out["first_side_wins"] = state.first_side_wins;
  out["unfinished"] = state.unfinished;
  return out;
}

std::string summary(const match::MatchPlan& plan, const match::MatchState& state) {
  const match::Tally& tally = state.tally;
  std::string out = fmt::format("\n{} against {}: {} of {} games, {:.1f}%\n", plan.engines[0].name,
                                plan.engines[1].name, tally_text(tally), tally.games(), 100 * tally.score());
  if (const auto elo = match::elo(tally)) {
    out += fmt::format("{} (95%), stronger with {:.1f}%\n", elo_text(tally), 100 * elo->superiority);
  }
  if (tally.pair_count() > 0) {
    out += fmt::format("pairs 0-½-1-1½-2: {}\n", fmt::join(tally.pairs, " "));
  }
  out += fmt::format("the side that moves first won {} of {} decided games\n", state.first_side_wins,
                     tally.wins + tally.losses);
  for (std::size_t i = 0; i < 2; ++i) {
    const match::ForfeitCount& count = state.forfeits[i];
    if (count.all() == 0) continue;
    out += fmt::format("{} forfeited {}: {} on time, {} by illegal moves, {} by crash or silence\n",
                       plan.engines[i].name, count.all(), count.time, count.illegal, count.crash);
  }
  if (plan.sprt) {
    const auto decision = plan.sprt->decide(tally);
    const char* const word = decision == match::Sprt::Decision::Accept1   ? "passed"
                             : decision == match::Sprt::Decision::Accept0 ? "failed"
                                                                          : "not decided";
    out +=
        fmt::format("SPRT [{}, {}]: {}, LLR {:.2f} in ({:.2f}, {:.2f})\n", plan.sprt->elo0, plan.sprt->elo1,
                    word, plan.sprt->ratio(tally), plan.sprt->lower(), plan.sprt->upper());
  }
  if (state.unfinished > 0) out += fmt::format("{} broken off and not counted\n", state.unfinished);
  return out;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  const std::tm parts = platform::local_time(now);
  return fmt::format("{:04}.{:02}.{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

// The format that the name of the file asks for, or else the game's first one; null = lines of the protocol.
const engine::RecordFormat* record_format(const std::string& file, const engine::Game& game,
                                          const engine::Registry& registry) {
  const auto formats = game.record_formats();
  if (formats.empty()) return nullptr;
  if (const engine::RecordFormat* format = game.record_format_of(file)) return format;
  for (const engine::Game* other : registry.games()) {
    if (const engine::RecordFormat* format = other->record_format_of(file))
      throw UsageError(fmt::format("--record: {} has no {} records (write {} to '*{}')", game.name(),
                                   format->name(), formats[0]->name(), formats[0]->extensions()[0]));
  }
  return formats[0];
}

// A format without headers could not name the players: lines of the protocol do, in a comment.
std::string record_text(const engine::Game& game, const engine::RecordFormat* format,
                        const match::GameRecord& played, int round, const std::string& date) {
  if (format == nullptr || format->header_name(engine::RecordField::FirstPlayer).empty())
    return match::to_lines(played, round, protocol::dialect_named(game.protocol()).position_word);
  return format->write(match::to_record(played, *format, round, date));
}

int run_match(MatchArguments& arguments, Context& context) {
  const engine::Game& played = context.registry.game(arguments.game);
  fill_plan(arguments, played);
  const engine::RecordFormat* const format = record_format(arguments.record, played, context.registry);
  std::optional<match::ResultsFile> results;
  if (!arguments.results.empty()) {
    results.emplace(arguments.results, ordered_json{{"game", arguments.game},
                                                    {"engines", arguments.engines},
                                                    {"options", arguments.options},
                                                    {"tc", arguments.control},
                                                    {"openings", arguments.openings},
                                                    {"plies", arguments.plies},
                                                    {"shuffle", arguments.shuffle},
                                                    {"seed", arguments.seed},
                                                    {"resign", arguments.resign},
                                                    {"draw", arguments.draw}});
    arguments.plan.played = results->played();
  }
  const match::MatchPlan& plan = arguments.plan;

  std::ofstream record;
  if (!arguments.record.empty()) {
    record.open(arguments.record, std::ios::app);
    if (!record) throw Error(fmt::format("cannot write '{}'", arguments.record));
  }
  const std::string date = today();
  match::MatchState last;
  const auto listener = [&](const match::GameRecord& game, int number, const match::MatchState& state) {
    last = state;
    if (record.is_open() && !game.moves.empty()) {
      record << record_text(played, format, game, number + 1, date) << std::flush;
      if (!record) throw Error(fmt::format("cannot write '{}': is the disk full?", arguments.record));
    }
    if (game.result == match::Result::Unfinished) return;
    if (results) results->add(number, game);
    if (arguments.json) {
      fmt::print("{}\n", engine::to_line({{"game", number + 1},
                                          {"players", game.names},
                                          {"result", match::result_text(game.result)},
                                          {"reason", game.reason},
                                          {"plies", game.moves.size()}}));
    } else {
      fmt::print("{:>4}  {} - {}  {}  {} ({} plies)   {}  {}\n", number + 1, game.names[0], game.names[1],
                 match::result_text(game.result), game.reason, game.moves.size(), tally_text(state.tally),
                 elo_text(state.tally));
    }
    // Nobody listens any more: no reason to go on for hours.
    if (std::fflush(stdout) != 0) throw Error("the output could not be written");
  };
  const auto print_summary = [&](const match::MatchState& state) {
    fmt::print("{}", arguments.json ? engine::to_line(to_json(plan, state)) + '\n' : summary(plan, state));
  };
  try {
    print_summary(match::play_match(plan, played, listener, context.stop));
  } catch (const Error&) {
    if (last.tally.games() > 0) print_summary(last);  // what was played counts
    throw;
  }
  return 0;
}

}  // namespace

void add_match(CLI::App& app, Context& context) {
  CLI::App* const verb = app.add_subcommand("match", "Games between two engines, with Elo and SPRT");
  auto arguments = std::make_shared<MatchArguments>();
  match::MatchPlan& plan = arguments->plan;
  verb->add_option("engine", arguments->engines,
                   "Two engines, each as 'COMMAND;KEY=VALUE;…': name=, protocol=uci|usi|xboard, dir=, tc=, "
                   "clock=increment|byoyomi or an option of the engine")
      ->required()
      ->expected(2);
  verb->add_option("--game", arguments->game, "The game they play")->capture_default_str();
  verb->add_option(
          "--tc", arguments->control,
          "Time control: 5+0.05 (seconds), 40/60, 0+0b1 (byoyomi), nodes=20k, movetime=100ms, depth=8")
      ->capture_default_str();
  verb->add_option("--games", plan.games, "How many; each opening is played with both sides")
      ->capture_default_str()
      ->check(CLI::Range(1, 10'000'000));
  verb->add_option("--openings", arguments->openings,
                   "File of positions (FEN, EPD, SFEN), lines of moves, or game records (PGN, KIF, CSA, …)");
  verb->add_option("--plies", arguments->plies, "How many moves of a game record are the opening")
      ->capture_default_str();
  verb->add_flag("--shuffle", arguments->shuffle, "Take the openings in random order");
  verb->add_option("--seed", arguments->seed, "Of that order")->capture_default_str();
  verb->add_option("--concurrency", plan.concurrency, "Games at a time")
      ->capture_default_str()
      ->check(CLI::Range(1, 1024));
  verb->add_option("--option", arguments->options, "NAME=VALUE for both engines; repeatable")
      ->allow_extra_args(false);
  verb->add_option("--record", arguments->record,
                   "Append the games to this file, in the format of its name (*.pgn, *.kif, *.csa, …)");
  verb->add_option("--results", arguments->results,
                   "Append each result to this file, and continue the match that the file has");
  verb->add_option("--resign", arguments->resign,
                   "SCORE,MOVES: a side that says it is so far behind has lost");
  verb->add_option("--draw", arguments->draw,
                   "SCORE,MOVES[,FROM]: a draw if both are level for MOVES moves, from move FROM on");
  verb->add_option("--longest", plan.adjudication.longest, "Games of this many plies are draws");
  verb->add_option("--sprt", arguments->sprt, "ELO0,ELO1[,ALPHA,BETA]: stop as soon as the test decides");
  verb->add_option("--margin", arguments->margin, "Overstepping the time by this much is forgiven")
      ->capture_default_str();
  verb->add_option("--patience", arguments->patience, "Without a clock, silence this long loses")
      ->capture_default_str();
  verb->add_flag("--json", arguments->json, "One JSON object a line");
  verb->callback([&context, arguments] { context.exit_code = run_match(*arguments, context); });
}

}  // namespace tesuji::app
