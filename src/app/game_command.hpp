// Subcommands of the form `tesuji VERB GAME …`: the options they share, and those that the game declares.
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/command.hpp"
#include "app/readable.hpp"

namespace tesuji::app {

// What was said on the command line.
struct GameArguments {
  const engine::Game* game = nullptr;
  std::unique_ptr<engine::Engine> engine;  // configured with --hash, --threads and --replacement before `run`
  std::vector<std::string> words;  // the positional rest: a position (its words joined by blanks) or a file
  engine::Request request;         // game, limits and options; the position is left to the subcommand
  engine::CommonOptions common;
  Notation notation = Notation::Auto;  // of moves in what people read
  bool json = false;
  bool all_policies = false;  // --replacement all: each in turn

  [[nodiscard]] std::string joined_words() const;
  // The report with its moves in the notation asked for.
  [[nodiscard]] engine::Report for_people(engine::Report report) const;
};

struct GameVerb {
  std::string name;
  std::string help;
  std::string words_help;           // empty = no positional words
  bool takes_all_policies = false;  // --replacement all
  bool takes_limits = true;         // --time, --nodes and --depth
  bool writes_json = true;          // --json
  bool prints_moves = false;        // --notation
  bool takes_game_options = true;   // those that the game declares
  bool keeps_table = false;         // --hash-file
  std::function<void(CLI::App&)> more_options = [](CLI::App&) {};
  std::function<int(GameArguments&)> run;  // returns the exit status
};

// Adds the verb with one nested subcommand for each game.
CLI::App& add_game_verb(CLI::App& app, Context& context, GameVerb verb);

}  // namespace tesuji::app
