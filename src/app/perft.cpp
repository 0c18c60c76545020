// tesuji perft GAME DEPTH [POSITION]
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/game_command.hpp"
#include "base/error.hpp"
#include "base/number.hpp"
#include "engine/json.hpp"

namespace tesuji::app {

void add_perft(CLI::App& app, Context& context) {
  auto divide = std::make_shared<bool>(false);
  GameVerb verb;
  verb.name = "perft";
  verb.help = "Count what the rules allow to a depth; the count stands alone on the last line";
  verb.words_help = "DEPTH, then a position if not the start";
  verb.takes_limits = false;
  verb.more_options = [divide](CLI::App& game_app) {
    game_app.add_flag("--divide", *divide, "Count by first move as well");
  };
  verb.run = [&context, divide](GameArguments& arguments) {
    const int depth = arguments.words.empty() ? -1 : to_number<int>(arguments.words.front()).value_or(-1);
    if (depth < 0 || depth > engine::kMaxPerftDepth) {
      throw UsageError(fmt::format("perft: give a depth from 0 to {}, then a position if not the start",
                                   engine::kMaxPerftDepth));
    }
    arguments.words.erase(arguments.words.begin());
    arguments.request.position = arguments.joined_words();
    const engine::Perft perft =
        arguments.game->perft(arguments.request, depth, arguments.common, context.stop);
    if (context.stop.requested()) throw Error("stopped before the count was done");
    if (arguments.json) {
      fmt::print("{}\n", engine::to_line(engine::to_json(perft, arguments.request, depth, *divide)));
      return 0;
    }
    if (*divide) {
      for (const auto& [move, count] : perft.divide) fmt::print("{}: {}\n", move, count);
    }
    fmt::print("{}\n", perft.count);
    return 0;
  };
  add_game_verb(app, context, std::move(verb));
}

}  // namespace tesuji::app
