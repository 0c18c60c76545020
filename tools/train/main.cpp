// tesuji-lab: generates training positions, trains networks and tests them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fstream>
#include <memory>
#include <span>
#include <string>

#include "base/error.hpp"
#include "base/number.hpp"
#include "lab/chess.hpp"
#include "lab/data_file.hpp"
#include "lab/gate.hpp"
#include "lab/generate.hpp"
#include "lab/play_worker.hpp"
#include "lab/shogi.hpp"
#include "lab/train.hpp"
#include "queue/redis_queue.hpp"
#include "queue/threads.hpp"
#include "tt/checksum.hpp"

namespace {

using namespace tesuji;

std::atomic<bool> quit{false};
StopFlag stop_flag;  // the same, for what takes one
constexpr int kNotPassed = 3;
int exit_code = 0;

// The first signal asks for a clean end, the second ends at once.
extern "C" void on_signal(int signal) {
  quit.store(true);
  stop_flag.request();
  std::signal(signal, SIG_DFL);
}

template <class Work>
void with_game(const std::string& game, Work work) {
  if (game == lab::Chess::kName) return work(lab::Chess{});
  if (game == lab::Shogi::kName) return work(lab::Shogi{});
  throw Error(fmt::format("there is no training for '{}' (examples: chess, shogi)", game));
}

void print_progress(const lab::GenerateProgress& progress) {
  const auto& counts = progress.counts;
  const double seconds = std::max(progress.seconds, 1e-9);
  fmt::print(
      "{} positions in the file; this run: {:.0f} s, {} games (+{} ={} -{}) from {} openings, {} moves, {} "
      "kept ({:.0f}/s), {} duplicates, {} not quiet, {} not packed, {:.0f} nodes per move, {:.0f} nodes/s\n",
      progress.positions, progress.seconds, counts.games, counts.won, counts.drawn, counts.lost,
      counts.openings, counts.moves, counts.kept, static_cast<double>(counts.kept) / seconds,
      progress.duplicates, counts.not_quiet, counts.unpackable,
      static_cast<double>(counts.nodes) / static_cast<double>(std::max<std::uint64_t>(counts.moves, 1)),
      static_cast<double>(counts.nodes) / seconds);
  std::fflush(stdout);
}

void print_notice(const std::string& notice) {
  fmt::print(stderr, "tesuji-lab: {}\n", notice);
}

void add_worker(CLI::App& app) {
  CLI::App* const verb =
      app.add_subcommand("worker", "Play games for `tesuji-lab play --queue` until stopped");
  auto url = std::make_shared<std::string>();
  auto settings = std::make_shared<queue::WorkerSettings>();
  verb->add_option("--queue", *url, "redis://[:password@]host:port/db of a Redis server")->required();
  verb->add_option("--jobs", settings->jobs, "Games played at the same time")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  verb->add_flag("--until-empty", settings->until_empty, "End when no game is left to play");
  verb->callback([url, settings] {
    settings->address = queue::parse_redis_address(*url);
    settings->signature = lab::play_signature();
    settings->on_notice = print_notice;
    print_notice(fmt::format("{}: playing for {}", settings->signature, settings->address.shown()));
    const std::uint64_t games = queue::work_for_redis(*settings, lab::new_play_worker, stop_flag);
    print_notice(fmt::format("{} games", games));
  });
}

void add_play(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand(
      "play", "Generate positions by self-play until stopped; goes on with what the folder has");
  auto game = std::make_shared<std::string>();
  auto settings = std::make_shared<lab::GenerateSettings>();
  auto nodes = std::make_shared<std::string>("2k");
  auto positions = std::make_shared<std::string>("0");
  auto threads = std::make_shared<int>(1);
  auto url = std::make_shared<std::string>();
  verb->add_option("game", *game, "chess or shogi")->required();
  verb->add_option("folder", settings->folder, "Where positions.data is or will be")->required();
  verb->add_option(
      "--queue", *url,
      "Let `tesuji-lab worker` play the games: redis://[:password@]host:port/db of a Redis server");
  verb->add_option("--nodes", *nodes, "Soft limit for each search; the hard limit is 8 times as many")
      ->capture_default_str();
  verb->add_option("--threads", *threads, "Games played at the same time")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  verb->add_option("--positions", *positions, "Stop when the file has so many; 0 = no limit")
      ->capture_default_str();
  verb->add_option("--seed", settings->play.seed, "Of the random openings")->capture_default_str();
  verb->callback([game, settings, nodes, positions, threads, url] {
    settings->play.soft_nodes = std::max<std::uint64_t>(parse_count(*nodes), 1);
    settings->positions = *positions == "0" ? 0 : parse_count(*positions);
    std::unique_ptr<queue::Queue> queue;
    if (url->empty()) {
      queue = std::make_unique<queue::Threads>(*threads, lab::new_play_worker);
    } else {
      queue = std::make_unique<queue::RedisQueue>(queue::parse_redis_address(*url), lab::play_signature(),
                                                  print_notice);
    }
    with_game(*game, [&](auto lab_game) {
      lab::generate_positions<decltype(lab_game)>(*settings, *queue, stop_flag, print_progress);
    });
  });
}

void add_show(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("show", "Count the positions of a folder and print the first");
  auto game = std::make_shared<std::string>();
  auto folder = std::make_shared<std::string>();
  auto count = std::make_shared<std::uint64_t>(0);
  verb->add_option("game", *game, "chess or shogi")->required();
  verb->add_option("folder", *folder, "The folder of positions.data")->required();
  verb->add_option("--print", *count, "How many to print: POSITION;score;result")->capture_default_str();
  verb->callback([game, folder, count] {
    with_game(*game, [&](auto lab_game) {
      using Game = decltype(lab_game);
      lab::DataReader reader(lab::positions_file(*folder), *game);
      lab::Block block;
      std::uint64_t blocks = 0, positions = 0, streams = 0;
      std::uint64_t results[3] = {0, 0, 0};
      while (reader.next(block)) {
        for (const lab::Record& record : block.records) {
          const lab::Label label = Game::label(record);
          if (label.result < 3) ++results[label.result];
          if (positions++ < *count) {
            fmt::print("{};{};{}\n", Game::Hooks::position_text(Game::unpack(record)), label.score,
                       label.result);
          }
        }
        ++blocks;
        streams = std::max(streams, block.stream);
      }
      fmt::print("{} positions in {} blocks from {} runs; the mover won {}, drew {}, lost {}\n", positions,
                 blocks, streams, results[2], results[1], results[0]);
    });
  });
}

std::string error_text(const lab::ValidationError& error) {
  return fmt::format("{:.6f} (score {:.6f}, result {:.6f})", error.target, error.score, error.result);
}

void add_train(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("train", "Train a network; goes on from its checkpoint");
  auto game = std::make_shared<std::string>();
  auto settings = std::make_shared<lab::TrainSettings>();
  verb->add_option("game", *game, "chess or shogi")->required();
  verb->add_option("output", settings->output, "The network file to write")->required();
  verb->add_option("folder", settings->folders, "Folders of positions.data")->required();
  verb->add_option("--width", settings->width, "Neurons for each view")->capture_default_str();
  verb->add_option("--buckets", settings->buckets, "Sets of output weights")->capture_default_str();
  verb->add_option("--scale", settings->scale, "Score of odds of e to 1; 0 = the game's own")
      ->capture_default_str();
  verb->add_option("--result-share", settings->result_share, "Of the game's result in the target")
      ->capture_default_str();
  verb->add_flag("--correction", settings->correction,
                 "Learn what to add to the hand-written evaluation: for little data");
  verb->add_option("--start", settings->start,
                   "Begin with the weights of this network file, which has the same shape")
      ->check(CLI::ExistingFile);
  verb->add_option("--epochs", settings->epochs, "Passes over the positions")->capture_default_str();
  verb->add_option("--patience", settings->patience,
                   "Stop after so many epochs without a smaller validation error; 0 = never")
      ->capture_default_str();
  verb->add_option("--batch", settings->batch, "Positions per step")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  verb->add_option("--rate", settings->rate, "Learning rate at the start")->capture_default_str();
  verb->add_option("--decay", settings->decay, "Weight decay")->capture_default_str();
  verb->add_option("--threads", settings->threads, "Threads")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  verb->add_option("--seed", settings->seed, "Of the first weights and the order")->capture_default_str();
  verb->add_option("--max-positions", settings->max_positions, "Use only so many; 0 = all")
      ->capture_default_str();
  verb->callback([game, settings] {
    with_game(*game, [&](auto lab_game) {
      lab::train<decltype(lab_game)>(
          *settings, quit,
          [](const lab::TrainReport& report) {
            fmt::print("{} positions, {} for validation; error of the hand-written evaluation {}\n",
                       report.training, report.validation, error_text(report.handwritten));
            if (report.start)
              fmt::print("the network to start from: validation {}\n", error_text(*report.start));
            std::fflush(stdout);
          },
          [](const lab::TrainProgress& progress) {
            fmt::print("epoch {}: error {:.6f}, validation {}, {:.0f} positions/s{}\n", progress.epoch,
                       progress.training_error, error_text(progress.validation),
                       progress.positions_per_second, progress.best ? ", saved" : "");
            std::fflush(stdout);
          });
    });
  });
}

std::string tally_line(const match::Tally& tally, const std::optional<match::Sprt>& sprt) {
  std::string out = fmt::format("+{} ={} -{}, pairs {}", tally.wins, tally.draws, tally.losses,
                                fmt::join(tally.pairs, " "));
  if (const auto elo = match::elo(tally))
    out += fmt::format(", Elo {:+.1f} ±{:.1f}", elo->value, elo->margin);
  if (sprt)
    out += fmt::format(", LLR {:.2f} in ({:.2f}, {:.2f})", sprt->ratio(tally), sprt->lower(), sprt->upper());
  return out;
}

// The first line of a match in a results file: the same line, the same match.
std::string match_line(const std::string& game, const lab::GateSettings& settings) {
  const auto name = [](const std::shared_ptr<const net::Network>& network, bool handwritten) {
    if (handwritten) return std::string("handwritten");
    if (!network) return std::string("program");
    const std::string bytes = network->description() + network->body();
    return fmt::format("{:016x}", tt::checksum(std::as_bytes(std::span(bytes))));
  };
  return fmt::format("{{\"game\":\"{}\",\"network\":\"{}\",\"against\":\"{}\",\"nodes\":{},\"seed\":{}}}",
                     game, name(settings.network, false),
                     name(settings.opponent, settings.against_handwritten), settings.nodes, settings.seed);
}

// The pairs of the last match with this first line.
std::vector<lab::PlayedPair> read_results(const std::string& path, const std::string& header) {
  std::vector<lab::PlayedPair> played;
  std::ifstream in(path);
  bool ours = false;
  for (std::string line; std::getline(in, line);) {
    lab::PlayedPair pair;
    if (line.starts_with("{\"game\"")) {
      ours = line == header;
      played.clear();
    } else if (ours &&
               std::sscanf(line.c_str(), "{\"pair\":%d,\"points\":[%d,%d]}", &pair.number, &pair.points[0],
                           &pair.points[1]) == 3 &&
               pair.points[0] >= 0 && pair.points[0] <= 2 && pair.points[1] >= 0 && pair.points[1] <= 2) {
      played.push_back(pair);
    }
  }
  return played;
}

void add_gate(CLI::App& app) {
  CLI::App* const verb =
      app.add_subcommand("gate", "Play a network against the program's own, or another network");
  auto game = std::make_shared<std::string>();
  auto network = std::make_shared<std::string>();
  auto opponent = std::make_shared<std::string>();
  auto nodes = std::make_shared<std::string>("10k");
  auto sprt = std::make_shared<std::vector<double>>();
  auto results = std::make_shared<std::string>();
  auto settings = std::make_shared<lab::GateSettings>();
  verb->add_option("game", *game, "chess or shogi")->required();
  verb->add_option("network", *network, "The candidate")->required();
  verb->add_option(
      "--against", *opponent,
      "Another network instead of the program's; `handwritten` = none, the hand-written evaluation");
  verb->add_option("--nodes", *nodes, "Nodes per move")->capture_default_str();
  verb->add_option("--games", settings->games, "At most so many")->capture_default_str();
  verb->add_option("--threads", settings->threads, "Games at a time")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  verb->add_option("--seed", settings->seed, "Of the random openings")->capture_default_str();
  verb->add_option("--sprt", *sprt,
                   "ELO0 ELO1: stop as soon as the test decides; exit status 3 if it does not pass")
      ->expected(2);
  verb->add_option("--results", *results, "Append each pair to this file; goes on with a match it has");
  verb->callback([game, network, opponent, nodes, sprt, results, settings] {
    settings->nodes = parse_count(*nodes);
    if (!sprt->empty()) settings->sprt = match::Sprt{.elo0 = (*sprt)[0], .elo1 = (*sprt)[1]};
    with_game(*game, [&](auto lab_game) {
      using Game = decltype(lab_game);
      const auto load = [&](const std::string& path) {
        return net::Network::load(path, std::string(Game::kName), Game::Inputs::kInputs);
      };
      settings->network = load(*network);
      settings->against_handwritten = *opponent == "handwritten";
      if (!opponent->empty() && !settings->against_handwritten) settings->opponent = load(*opponent);
      std::ofstream record;
      if (!results->empty()) {
        const std::string header = match_line(*game, *settings);
        settings->played = read_results(*results, header);
        record.open(*results, std::ios::app);
        if (settings->played.empty()) record << header << std::endl;
        if (!record) throw Error(fmt::format("cannot write '{}'", *results));
      }
      const match::Tally tally =
          lab::gate<Game>(*settings, quit, [&](const lab::PlayedPair& pair, const match::Tally& now) {
            if (record.is_open()) {
              record << fmt::format("{{\"pair\":{},\"points\":[{},{}]}}", pair.number, pair.points[0],
                                    pair.points[1])
                     << std::endl;
            }
            if (now.pair_count() % 10 != 0) return;
            fmt::print("{}\n", tally_line(now, settings->sprt));
            std::fflush(stdout);
          });
      fmt::print("result: {}\n", tally_line(tally, settings->sprt));
      if (settings->sprt && settings->sprt->decide(tally) != match::Sprt::Decision::Accept1)
        exit_code = kNotPassed;
    });
  });
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  CLI::App app("Self-play data and networks for Tesuji.", "tesuji-lab");
  app.require_subcommand(1);
  add_play(app);
  add_worker(app);
  add_show(app);
  add_train(app);
  add_gate(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  } catch (const std::exception& error) {
    fmt::print(stderr, "tesuji-lab: {}\n", error.what());
    return 1;
  }
  return exit_code;
}
