// tesuji-lab: generates training positions.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>

#include "engine/units.hpp"
#include "lab/chess.hpp"
#include "lab/data_file.hpp"
#include "lab/generate.hpp"
#include "lab/shogi.hpp"
#include "tt/error.hpp"

namespace {

using namespace tesuji;

std::atomic<bool> quit{false};

// The first signal asks for a clean end, the second ends at once.
extern "C" void on_signal(int signal) {
  quit.store(true);
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

void add_play(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand(
      "play", "Generate positions by self-play until stopped; goes on with what the folder has");
  auto game = std::make_shared<std::string>();
  auto settings = std::make_shared<lab::GenerateSettings>();
  auto nodes = std::make_shared<std::string>("2k");
  auto positions = std::make_shared<std::string>("0");
  verb->add_option("game", *game, "chess or shogi")->required();
  verb->add_option("folder", settings->folder, "Where positions.data is or will be")->required();
  verb->add_option("--nodes", *nodes, "Soft limit for each search; the hard limit is 8 times as many")
      ->capture_default_str();
  verb->add_option("--threads", settings->threads, "Games played at the same time")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  verb->add_option("--positions", *positions, "Stop when the file has so many; 0 = no limit")
      ->capture_default_str();
  verb->add_option("--seed", settings->play.seed, "Of the random openings")->capture_default_str();
  verb->callback([game, settings, nodes, positions] {
    settings->play.soft_nodes = std::max<std::uint64_t>(engine::parse_count(*nodes), 1);
    settings->positions = *positions == "0" ? 0 : engine::parse_count(*positions);
    with_game(*game, [&](auto lab_game) {
      lab::generate_positions<decltype(lab_game)>(*settings, quit, print_progress);
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

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  CLI::App app("Self-play data and networks for Tesuji.", "tesuji-lab");
  app.require_subcommand(1);
  add_play(app);
  add_show(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  } catch (const std::exception& error) {
    fmt::print(stderr, "tesuji-lab: {}\n", error.what());
    return 1;
  }
  return 0;
}
