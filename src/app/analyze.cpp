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
  explicit StreamingListener(bool json) : json_(json) {}
  void on_progress(const engine::Report& report) override {
    fmt::print("{}\n", json_ ? engine::to_line(engine::to_json(report)) : describe_progress(report));
    std::fflush(stdout);
  }

 private:
  bool json_;
};

}  // namespace

void add_analyze(CLI::App& app, Context& context) {
  GameVerb verb;
  verb.name = "analyze";
  verb.keeps_table = true;
  verb.help = "Best moves, streamed, until a limit (5 s if none is given) or Ctrl-C";
  verb.words_help = "A position, or a file with one";
  verb.run = [&context](GameArguments& arguments) {
    const Input input = read_input(*arguments.game, arguments.joined_words());
    if (input.positions.size() != 1)
      throw Error(fmt::format("analyze takes one position, not {}", input.positions.size()));
    arguments.request.position = input.positions.front();
    if (!arguments.request.limits.any()) arguments.request.limits.time = std::chrono::seconds(5);
    StreamingListener listener(arguments.json);
    const engine::Report report = arguments.engine->analyze(arguments.request, listener, context.stop);
    fmt::print("{}", arguments.json ? engine::to_line(engine::to_json(report)) + '\n' : describe(report));
    return 0;
  };
  add_game_verb(app, context, std::move(verb));
}

}  // namespace tesuji::app
