// tesuji play GAME [POSITION]
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <optional>
#include <sstream>

#include "app/command.hpp"
#include "app/game_command.hpp"
#include "app/input.hpp"
#include "app/print.hpp"
#include "app/progress.hpp"
#include "app/readable.hpp"
#include "app/style.hpp"
#include "base/error.hpp"

namespace tesuji::app {
namespace {

constexpr const char* kHelp =
    "  a move      plays it        moves   lists the legal moves\n"
    "  hint        asks the engine undo    takes back your last move and the answer\n"
    "  go          lets the engine move for you, and change sides\n"
    "  position    prints the position as text\n"
    "  record      prints the game as a record (PGN, KIF, …)\n"
    "  quit        ends\n";

class Game {
 public:
  Game(GameArguments& arguments, const search::StopFlag& stop, std::string position, bool engine_first)
      : arguments_(arguments), stop_(stop), engine_to_move_(engine_first) {
    arguments_.request.position = std::move(position);
    board_ = arguments_.game->board(arguments_.request);
  }

  int run() {
    fmt::print("Type a move, or 'help'.\n{}", board_->drawing());
    while (!stop_.requested() && !over()) {
      if (engine_to_move_) {
        answer();
      } else if (!turn_of_human()) {
        break;
      }
    }
    return 0;
  }

 private:
  bool over() {
    const auto outcome = board_->outcome();
    if (!outcome) return false;
    fmt::print("{}: {}\n", outcome->winner ? fmt::format("{} wins", *outcome->winner) : "draw",
               outcome->reason);
    return true;
  }

  engine::Report think() {
    StatusListener listener;
    return arguments_.engine->analyze(arguments_.request, listener, stop_);
  }

  void answer() {
    const std::string side = board_->side();
    const engine::Report report = think();
    if (report.best.empty() && stop_.requested()) return;
    if (report.best.empty())
      throw Error("the engine found no move within the limit; give it more with --time");
    const std::string shown = readable_move(*board_, report.best.front(), arguments_.notation);
    const std::string line = describe_line(arguments_.for_people(report));
    play(report.best.front());
    fmt::print("{} plays {}   ({})\n{}", side, styled(shown, Style::Good), line, board_->drawing());
    engine_to_move_ = false;
  }

  void play(const std::string& move) {
    board_->play(move);
    arguments_.request.moves.push_back(move);
  }

  // False = the human has left.
  bool turn_of_human() {
    fmt::print("{}> ", board_->side());
    std::fflush(stdout);
    std::string line;
    if (!std::getline(std::cin, line)) return false;
    std::istringstream words(line);
    std::string word;
    if (!(words >> word)) return true;
    if (word == "quit" || word == "exit") return false;
    obey(word);
    return true;
  }

  void obey(const std::string& word) {
    if (word == "help") {
      fmt::print("{}", kHelp);
    } else if (word == "moves") {
      std::vector<std::string> moves = board_->legal_moves();
      for (std::string& move : moves) move = readable_move(*board_, move, arguments_.notation);
      fmt::print("{}\n", fmt::join(moves, " "));
    } else if (word == "position") {
      fmt::print("{}\n", board_->position());
    } else if (word == "record") {
      print_record();
    } else if (word == "hint") {
      fmt::print("{}\n", describe_line(arguments_.for_people(think())));
    } else if (word == "go") {
      engine_to_move_ = true;
    } else if (word == "undo") {
      take_back();
    } else {
      try {
        play(word);
        fmt::print("{}", board_->drawing());
        engine_to_move_ = true;
      } catch (const Error& error) {
        fmt::print("{}\n", error.what());
      }
    }
  }

  // In the game's first record format.
  void print_record() {
    const auto formats = arguments_.game->record_formats();
    if (formats.empty()) {
      fmt::print("{} has no record format\n", arguments_.game->title());
      return;
    }
    const std::string usual_start = arguments_.game->board("")->position();
    const auto start = arguments_.game->board(arguments_.request.position, arguments_.request.options);
    engine::Record record;
    if (start->position() != usual_start) record.position = start->position();
    std::size_t node = 0;
    for (const std::string& move : arguments_.request.moves) node = record.add(node, move);
    fmt::print("{}", formats[0]->write(record));
  }

  void take_back() {
    if (arguments_.request.moves.empty()) {
      fmt::print("there is nothing to take back\n");
      return;
    }
    for (int i = 0; i < 2 && !arguments_.request.moves.empty(); ++i) {
      board_->undo();
      arguments_.request.moves.pop_back();
    }
    fmt::print("{}", board_->drawing());
  }

  GameArguments& arguments_;  // its request is the game so far: the start position and the moves
  const search::StopFlag& stop_;
  std::unique_ptr<engine::Board> board_;
  bool engine_to_move_;
};

}  // namespace

void add_play(CLI::App& app, Context& context) {
  auto engine_first = std::make_shared<bool>(false);
  GameVerb verb;
  verb.name = "play";
  verb.keeps_table = true;
  verb.help = "A game in the terminal against the engine";
  verb.words_help = "Where to start: a position, or a file with one";
  verb.writes_json = false;
  verb.more_options = [engine_first](CLI::App& game_app) {
    game_app.add_flag("--engine-first", *engine_first, "The engine makes the first move");
  };
  verb.prints_moves = true;
  verb.run = [&context, engine_first](GameArguments& arguments) {
    const Input input = read_input(*arguments.game, arguments.joined_words());
    if (input.positions.size() != 1)
      throw Error(fmt::format("play takes one position, not {}", input.positions.size()));
    if (!arguments.request.limits.any()) arguments.request.limits.time = std::chrono::seconds(2);
    std::optional<Game> game;
    try {
      game.emplace(arguments, context.stop, input.positions.front(), *engine_first);
    } catch (const Error& error) {
      throw Error(input.place(0) + error.what());
    }
    return game->run();
  };
  add_game_verb(app, context, std::move(verb));
}

}  // namespace tesuji::app
