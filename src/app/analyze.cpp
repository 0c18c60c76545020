// tesuji analyze GAME POSITION
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/game_command.hpp"
#include "app/input.hpp"
#include "app/print.hpp"
#include "base/error.hpp"
#include "engine/json.hpp"

namespace tesuji::app {
namespace {

// Every report as it comes, for people or for programs.
class StreamingListener : public engine::Listener {
 public:
  explicit StreamingListener(const GameArguments& arguments) : arguments_(arguments) {}
  void on_progress(const engine::Report& report) override {
    fmt::print("{}\n", arguments_.json ? engine::to_line(engine::to_json(report))
                                       : describe_progress(arguments_.for_people(report)));
    std::fflush(stdout);
  }

 private:
  const GameArguments& arguments_;
};

void analyze_one(GameArguments& arguments, Context& context) {
  StreamingListener listener(arguments);
  const engine::Report report = arguments.engine->analyze(arguments.request, listener, context.stop);
  fmt::print("{}", arguments.json ? engine::to_line(engine::to_json(report)) + '\n'
                                  : describe(arguments.for_people(report)));
}

}  // namespace

void add_analyze(CLI::App& app, Context& context) {
  GameVerb verb;
  verb.name = "analyze";
  verb.keeps_table = true;
  verb.help = "Best moves, streamed, until a limit (5 s if none is given) or Ctrl-C";
  verb.words_help = "A position, or a file of positions or games";
  verb.prints_moves = true;
  verb.run = [&context](GameArguments& arguments) {
    const Input input = read_input(*arguments.game, arguments.joined_words());
    if (input.positions.empty()) throw Error("there is no position in the input");
    if (!arguments.request.limits.any()) arguments.request.limits.time = std::chrono::seconds(5);
    const std::size_t count = input.positions.size();
    // Stopped before the first one: its report still says what is known.
    for (std::size_t i = 0; i < count && (i == 0 || !context.stop.requested()); ++i) {
      arguments.request.position = input.positions[i];
      if (count > 1 && !arguments.json) fmt::print("{}{} of {}:\n", i == 0 ? "" : "\n", i + 1, count);
      try {
        analyze_one(arguments, context);
      } catch (const Error& error) {
        throw Error(input.place(i) + error.what());
      }
    }
    return 0;
  };
  add_game_verb(app, context, std::move(verb));
}

}  // namespace tesuji::app
