// tesuji book build|info|query: opening books. Connect 4 has a format of its own, chess has Polyglot's
// (.bin), shogi YaneuraOu's (.db).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "app/command.hpp"
#include "app/progress.hpp"
#include "app/work.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/number.hpp"
#include "base/size.hpp"
#include "engine/json.hpp"
#include "games/chess/book.hpp"
#include "games/connect4/book.hpp"
#include "games/shogi/book.hpp"
#include "games/shogi/notation.hpp"

namespace tesuji::app {
namespace {

using nlohmann::ordered_json;

constexpr int kMaxSolvedPlies = 12;  // 7x6: four million positions; further ones are better searched
constexpr int kMaxPlayedPlies = 1000;

struct BookArguments {
  std::string game, games_file, file, position, size = "7x6", hash = "256M";
  std::optional<int> plies;
  int threads = 1, min_games = 3;
  WorkOptions work;
  bool json = false;

  [[nodiscard]] int plies_or(int default_value, int max) const {
    const int value = plies.value_or(default_value);
    if (value > max) throw UsageError(fmt::format("--plies: {} has books of at most {} plies", game, max));
    return value;
  }
};

void print(const ordered_json& object, const std::string& sentence, bool json) {
  fmt::print("{}\n", json ? engine::to_line(object) : sentence);
}

// The books of positions and moves: chess and shogi.
void print_played(const std::string& file, const char* game, const char* format, std::size_t positions,
                  std::size_t entries, bool json) {
  print({{"file", file}, {"game", game}, {"format", format}, {"positions", positions}, {"moves", entries}},
        fmt::format("{}: a {} book for {}: {} moves in {} positions", file, format, game,
                    format_count(entries), format_count(positions)),
        json);
}

void print_solved(const connect4::Book& book, const BookArguments& arguments) {
  const std::string size = fmt::format("{}x{}", book.size().width, book.size().height);
  print({{"file", arguments.file},
         {"game", "connect4"},
         {"size", size},
         {"plies", book.plies()},
         {"positions", book.positions()}},
        fmt::format("{}: Connect 4 on {}, every position of up to {} stones: {}", arguments.file, size,
                    book.plies(), format_count(book.positions())),
        arguments.json);
}

void print_moves(const std::vector<engine::BookMove>& moves, const BookArguments& arguments) {
  if (moves.empty()) throw Error(fmt::format("the book does not hold '{}'", arguments.position));
  if (!arguments.json) {
    for (const engine::BookMove& move : moves)
      fmt::print("{}  {}{}\n", move.move, move.weight, move.score ? fmt::format("  {:+}", *move.score) : "");
    return;
  }
  ordered_json list = ordered_json::array();
  for (const engine::BookMove& move : moves) {
    ordered_json item = {{"move", move.move}, {"weight", move.weight}};
    if (!move.reply.empty()) item["reply"] = move.reply;
    if (move.score) item["score"] = *move.score;
    if (move.depth) item["depth"] = *move.depth;
    list.push_back(std::move(item));
  }
  fmt::print("{}\n", engine::to_line({{"position", arguments.position}, {"moves", std::move(list)}}));
}

bool has_extension(const std::string& file, const char* extension) {
  return std::filesystem::path(file).extension() == extension;
}

int build_connect4(const BookArguments& arguments, Context& context) {
  using connect4::Book;
  if (!arguments.games_file.empty())
    throw UsageError("book: connect4 books are solved; no file of games is needed");
  const connect4::Size size = usage("--size", [&] { return connect4::parse_size(arguments.size); });
  const std::uint64_t bytes = usage("--hash", [&] { return parse_bytes(arguments.hash); });
  if (arguments.threads > 1 && arguments.work.jobs > 1)
    throw UsageError("book build: give --threads or --jobs, not both");
  const auto queue = make_queue(arguments.work, context, bytes);
  // Some positions to a question, so that asking takes no time beside solving.
  constexpr std::size_t kTogether = 8;
  const Book::SolveAll solve = [&](const std::vector<std::uint64_t>& keys, const Book::OnScore& on_score) {
    nlohmann::ordered_json header = {{"task", "connect4 scores"}, {"size", arguments.size}};
    if (arguments.threads > 1) header["threads"] = arguments.threads;
    std::vector<std::string> questions;
    for (std::size_t at = 0; at < keys.size(); at += kTogether) {
      const auto first = keys.begin() + static_cast<std::ptrdiff_t>(at);
      const auto last = keys.begin() + static_cast<std::ptrdiff_t>(std::min(at + kTogether, keys.size()));
      questions.push_back(question_text(header, fmt::format("{}", fmt::join(first, last, " "))));
    }
    const auto on_answer = [&](std::size_t question, const std::string& answer) {
      const auto found = nlohmann::json::parse(answer);
      if (found.contains("error")) throw Error(found["error"].get<std::string>());
      std::size_t position = question * kTogether;
      for (const int score : found.at("scores").get<std::vector<int>>()) on_score(position++, score);
    };
    queue->run(questions, on_answer, context.stop);
  };
  std::unique_ptr<ProgressBar> bar;
  const auto book = Book::build(size, arguments.plies_or(4, kMaxSolvedPlies), arguments.file, solve,
                                [&](const Book::Progress& progress) {
                                  if (!bar)
                                    bar = std::make_unique<ProgressBar>(progress.total - progress.done + 1);
                                  bar->advance();
                                });
  if (bar) bar->wipe();
  if (!book) throw Error("stopped; the same command goes on from here");
  print_solved(*book, arguments);
  return 0;
}

int build_chess(const BookArguments& arguments) {
  if (arguments.games_file.empty())
    throw UsageError("book: name a PGN file: tesuji book build chess games.pgn --out FILE");
  std::vector<chess::GameRecord> games;
  try {
    games = chess::parse_pgn(read_file(arguments.games_file));
  } catch (const Error& error) {
    const std::string what = error.what();
    throw Error(what.find(arguments.games_file) != std::string::npos ? what
                                                                     : arguments.games_file + ": " + what);
  }
  const chess::Book book = chess::Book::build(
      games, {.plies = arguments.plies_or(40, kMaxPlayedPlies), .min_games = arguments.min_games});
  write_file(arguments.file, book.bytes());
  print_played(arguments.file, "chess", "Polyglot", book.positions(), book.entries(), arguments.json);
  return 0;
}

int build(const BookArguments& arguments, Context& context) {
  if (arguments.game == "connect4") return build_connect4(arguments, context);
  if (arguments.game == "chess") return build_chess(arguments);
  throw UsageError(
      fmt::format("book: books can be built for connect4 and chess, not for '{}'", arguments.game));
}

void info(const BookArguments& arguments) {
  if (has_extension(arguments.file, ".bin")) {
    const chess::Book book = chess::Book::load(arguments.file);
    print_played(arguments.file, "chess", "Polyglot", book.positions(), book.entries(), arguments.json);
  } else if (has_extension(arguments.file, ".db")) {
    const shogi::Book book = shogi::Book::load(arguments.file);
    print_played(arguments.file, "shogi", "YaneuraOu", book.positions(), book.entries(), arguments.json);
  } else {
    print_solved(connect4::Book::load(arguments.file), arguments);
  }
}

void query(const BookArguments& arguments) {
  if (has_extension(arguments.file, ".bin")) {
    return print_moves(chess::Book::load(arguments.file).moves(chess::parse_position(arguments.position)),
                       arguments);
  }
  if (has_extension(arguments.file, ".db")) {
    return print_moves(shogi::Book::load(arguments.file).moves(shogi::parse_position(arguments.position)),
                       arguments);
  }
  const connect4::Book book = connect4::Book::load(arguments.file);
  const auto score = book.find(connect4::parse(arguments.position, book.size()));
  if (!score) throw Error(fmt::format("the book does not hold '{}'", arguments.position));
  print({{"position", arguments.position}, {"score", *score}}, fmt::format("{:+}", *score), arguments.json);
}

}  // namespace

void add_book(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<BookArguments>();
  CLI::App* const book = app.add_subcommand("book", "Build opening books and look into them");
  book->require_subcommand(1);

  CLI::App* const build_app = book->add_subcommand(
      "build", "Connect 4: solve every position up to a number of stones. Chess: a Polyglot book of games");
  build_app->add_option("game", arguments->game, "connect4 or chess")->required();
  build_app->add_option("games", arguments->games_file, "Chess: a PGN file of games");
  build_app
      ->add_option(
          "--plies", arguments->plies,
          fmt::format("Connect 4: number of stones, at most {} (default 4). Chess: plies of each game "
                      "(default 40)",
                      kMaxSolvedPlies))
      ->check(CLI::Range(0, kMaxPlayedPlies));
  build_app
      ->add_option("--out", arguments->file,
                   "The file to write; for Connect 4, FILE.part holds what is done so far")
      ->required();
  build_app
      ->add_option("--min-games", arguments->min_games,
                   "Chess: leave out moves that were played in fewer games")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  build_app->add_option("--size", arguments->size, "Connect 4: size of the board, width x height")
      ->capture_default_str();
  build_app->add_option("--hash", arguments->hash, "Connect 4: size of the table")->capture_default_str();
  build_app->add_option("--threads", arguments->threads, "Connect 4: number of searching threads")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  add_work_options(*build_app, arguments->work);
  build_app->callback([arguments, &context] { context.exit_code = build(*arguments, context); });

  const char* const kFileHelp = "The book: .bin (Polyglot), .db (YaneuraOu), otherwise Connect 4's";
  CLI::App* const info_app = book->add_subcommand("info", "What a book holds");
  info_app->add_option("file", arguments->file, kFileHelp)->required();
  info_app->callback([arguments] { info(*arguments); });

  CLI::App* const query_app = book->add_subcommand("query", "What a book says of a position");
  query_app->add_option("file", arguments->file, kFileHelp)->required();
  query_app->add_option("position", arguments->position, "A position of the game; none = the start");
  query_app->callback([arguments] { query(*arguments); });

  for (CLI::App* const each : {build_app, info_app, query_app})
    each->add_flag("--json", arguments->json, "Write one JSON object, for programs");
}

}  // namespace tesuji::app
