// tesuji book build|info|query|text: opening books, as the games have them (engine/books.hpp).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "app/command.hpp"
#include "app/progress.hpp"
#include "app/work.hpp"
#include "base/error.hpp"
#include "base/size.hpp"
#include "engine/books.hpp"
#include "engine/json.hpp"

namespace tesuji::app {
namespace {

using nlohmann::ordered_json;

struct BookArguments {
  std::string game, file, position, hash = "256M";
  engine::BookRequest request;
  int threads = 1;
  WorkOptions work;
  bool json = false;
};

void print(const engine::BookSummary& summary, bool json) {
  fmt::print("{}\n", json ? engine::to_line(summary.fields) : summary.sentence);
}

void print_entry(const engine::BookEntry& entry, const BookArguments& arguments) {
  if (entry.score || !entry.result.empty()) {
    ordered_json object = {{"position", arguments.position}};
    if (entry.score) object["score"] = *entry.score;
    if (!entry.result.empty()) object["result"] = entry.result;
    const std::string words = entry.score ? fmt::format("{:+}", *entry.score) : entry.result;
    fmt::print("{}\n", arguments.json ? engine::to_line(object) : words);
    return;
  }
  if (entry.moves.empty()) throw Error(fmt::format("the book does not hold '{}'", arguments.position));
  if (!arguments.json) {
    for (const engine::BookMove& move : entry.moves)
      fmt::print("{}  {}{}\n", move.move, move.weight, move.score ? fmt::format("  {:+}", *move.score) : "");
    return;
  }
  ordered_json list = ordered_json::array();
  for (const engine::BookMove& move : entry.moves) {
    ordered_json item = {{"move", move.move}, {"weight", move.weight}};
    if (!move.reply.empty()) item["reply"] = move.reply;
    if (move.score) item["score"] = *move.score;
    if (move.depth) item["depth"] = *move.depth;
    list.push_back(std::move(item));
  }
  fmt::print("{}\n", engine::to_line({{"position", arguments.position}, {"moves", std::move(list)}}));
}

// The games whose books can be built: "connect4, chess".
std::string builders(const engine::Registry& registry) {
  std::vector<std::string_view> names;
  for (const engine::Game* game : registry.games()) {
    if (engine::books_of(*game) != nullptr && !engine::books_of(*game)->build_help().empty())
      names.push_back(game->name());
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

const engine::Books& books_to_build(const BookArguments& arguments, const engine::Registry& registry) {
  const engine::Game* const game = registry.find(arguments.game);
  if (game == nullptr || engine::books_of(*game) == nullptr || engine::books_of(*game)->build_help().empty())
    throw UsageError(
        fmt::format("book: books can be built for {}, not for '{}'", builders(registry), arguments.game));
  return *engine::books_of(*game);
}

int build(const BookArguments& arguments, Context& context) {
  const engine::Books& books = books_to_build(arguments, context.registry);
  const engine::BookRequest& request = arguments.request;
  if (books.needs_games() && request.games_file.empty())
    throw UsageError(
        fmt::format("book: name a file of games: tesuji book build {} GAMES --out FILE", arguments.game));
  if (!books.needs_games() && !request.games_file.empty())
    throw UsageError(fmt::format("book: {} books are solved; no file of games is needed", arguments.game));
  if (request.plies && *request.plies > books.max_plies())
    throw UsageError(
        fmt::format("--plies: {} has books of at most {} plies", arguments.game, books.max_plies()));
  if (books.needs_games() && (request.exact_plies || !request.known.empty()))
    throw UsageError(
        fmt::format("book: --exact-plies and --known are for solved books, not for {}", arguments.game));
  const std::uint64_t bytes = usage("--hash", [&] { return parse_bytes(arguments.hash); });
  if (arguments.threads > 1 && arguments.work.jobs > 1)
    throw UsageError("book build: give --threads or --jobs, not both");

  const engine::Books::Ask ask = [&](const std::vector<std::string>& questions,
                                     const engine::Books::OnAnswer& on_answer) {
    engine::Request header_request;
    header_request.game = arguments.game;
    header_request.options = request.options;
    engine::CommonOptions common;
    common.threads = arguments.threads;
    ordered_json header = {{"task", "book"}};
    add_request(header, header_request, common);
    std::vector<std::string> texts;
    for (const std::string& question : questions) texts.push_back(question_text(header, question));
    make_queue(arguments.work, context, bytes)
        ->run(
            texts,
            [&](std::size_t question, const std::string& answer) {
              const auto found = nlohmann::json::parse(answer);
              if (found.contains("error")) throw Error(found["error"].get<std::string>());
              on_answer(question, found);
            },
            context.stop);
  };
  std::unique_ptr<ProgressBar> bar;
  const auto on_progress = [&](std::size_t done, std::size_t total) {
    if (!bar) bar = std::make_unique<ProgressBar>(total - done + 1);
    bar->advance();
  };
  const std::optional<engine::BookSummary> built = books.build(request, ask, on_progress);
  if (bar) bar->wipe();
  if (!built) throw Error("stopped; the same command goes on from here");
  print(*built, arguments.json);
  return 0;
}

// The books of the game that a file belongs to.
const engine::Books& books_for(const std::string& file, const engine::Registry& registry) {
  std::vector<std::string_view> formats;
  for (const engine::Game* game : registry.games()) {
    if (engine::books_of(*game) == nullptr) continue;
    if (engine::books_of(*game)->recognizes(file)) return *engine::books_of(*game);
    formats.push_back(engine::books_of(*game)->format());
  }
  throw Error(
      fmt::format("'{}' is not named like a book; known formats: {}", file, fmt::join(formats, ", ")));
}

}  // namespace

void add_book(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<BookArguments>();
  CLI::App* const book = app.add_subcommand("book", "Build opening books and look into them");
  book->require_subcommand(1);

  std::string games, plies, formats;
  for (const engine::Game* game : context.registry.games()) {
    const engine::Books* const books = engine::books_of(*game);
    if (books == nullptr) continue;
    formats += fmt::format("{}{}: {}", formats.empty() ? "" : ", ", game->name(), books->format());
    if (books->build_help().empty()) continue;
    games += fmt::format("{}{} {}", games.empty() ? "" : "; ", game->name(), books->build_help());
    plies += fmt::format("{}{} at most {} (default {})", plies.empty() ? "" : ", ", game->name(),
                         books->max_plies(), books->default_plies());
  }
  CLI::App* const build_app = book->add_subcommand("build", "Build a book: " + games);
  build_app->add_option("game", arguments->game, builders(context.registry))->required();
  build_app->add_option("games", arguments->request.games_file,
                        "A file of recorded games, if the game makes its books from them");
  build_app->add_option("--plies", arguments->request.plies, "Plies of the book: " + plies)
      ->check(CLI::Range(0, 1000));
  build_app
      ->add_option(
          "--exact-plies", arguments->request.exact_plies,
          "Solving: exact scores only up to so many plies (-1: none), beyond them win, draw or loss, "
          "which is much faster (default: all plies)")
      ->check(CLI::Range(-1, 1000));
  build_app->add_option("--known", arguments->request.known,
                        "Solving: another book, whose positions are not solved again");
  build_app
      ->add_option("--out", arguments->request.file,
                   "The file to write; while positions are solved, FILE.part holds what is done so far")
      ->required();
  build_app
      ->add_option("--min-games", arguments->request.min_games,
                   "From games: leave out moves that were played in fewer")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  for (const engine::Game* game : context.registry.games()) {
    if (engine::books_of(*game) == nullptr || engine::books_of(*game)->build_help().empty()) continue;
    for (const engine::OptionSpec& spec : game->options()) {
      // What a board looks like is part of what a book holds.
      if (spec.name != "size") continue;
      build_app
          ->add_option_function<std::string>(
              "--" + spec.name,
              [arguments, name = spec.name](const std::string& text) {
                arguments->request.options[name] = text;
              },
              spec.help)
          ->default_str(spec.default_value);
    }
  }
  build_app->add_option("--hash", arguments->hash, "Solving: size of the table")->capture_default_str();
  build_app->add_option("--threads", arguments->threads, "Solving: number of searching threads")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  add_work_options(*build_app, arguments->work);
  build_app->callback([arguments, &context] { context.exit_code = build(*arguments, context); });

  CLI::App* const info_app = book->add_subcommand("info", "What a book holds");
  info_app->callback([arguments, &context] {
    print(books_for(arguments->file, context.registry).info(arguments->file), arguments->json);
  });
  CLI::App* const query_app = book->add_subcommand("query", "What a book says of a position");
  query_app->callback([arguments, &context] {
    print_entry(books_for(arguments->file, context.registry).query(arguments->file, arguments->position),
                *arguments);
  });
  CLI::App* const text_app =
      book->add_subcommand("text", "A book as text that can be built into the program");
  text_app->callback([arguments, &context] {
    fmt::print("{}", books_for(arguments->file, context.registry).text(arguments->file));
  });
  for (CLI::App* const each : {info_app, query_app, text_app})
    each->add_option("file", arguments->file, "The book (" + formats + ")")->required();
  query_app->add_option("position", arguments->position, "A position of the game; none = the start");

  for (CLI::App* const each : {build_app, info_app, query_app})
    each->add_flag("--json", arguments->json, "Write one JSON object, for programs");
}

}  // namespace tesuji::app
