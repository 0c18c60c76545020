// tesuji book build|info|query: the Connect 4 opening book
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "app/command.hpp"
#include "app/progress.hpp"
#include "base/error.hpp"
#include "base/number.hpp"
#include "base/size.hpp"
#include "engine/json.hpp"
#include "games/connect4/book.hpp"
#include "games/connect4/solver.hpp"

namespace tesuji::app {
namespace {

using connect4::Book;

constexpr int kMostPlies = 12;  // 7x6: four million positions; further ones are better searched

struct BookArguments {
  std::string game, file, position, size = "7x6", hash = "256M";
  int plies = 4, threads = 1;
  bool json = false;
};

void print_info(const Book& book, const BookArguments& arguments) {
  if (arguments.json) {
    const nlohmann::ordered_json info = {
        {"file", arguments.file},
        {"game", "connect4"},
        {"size", fmt::format("{}x{}", book.size().width, book.size().height)},
        {"plies", book.plies()},
        {"positions", book.positions()}};
    fmt::print("{}\n", engine::to_line(info));
  } else {
    fmt::print("{}: Connect 4 on {}x{}, every position of up to {} stones: {}\n", arguments.file,
               book.size().width, book.size().height, book.plies(), format_count(book.positions()));
  }
}

int build(const BookArguments& arguments, Context& context) {
  if (arguments.game != "connect4") throw UsageError("book: only connect4 has an opening book");
  const connect4::Size size = usage("--size", [&] { return connect4::parse_size(arguments.size); });
  const std::uint64_t bytes = usage("--hash", [&] { return parse_bytes(arguments.hash); });
  const auto solver = connect4::make_solver(size, bytes, arguments.threads);
  std::unique_ptr<ProgressBar> bar;
  const auto book = Book::build(*solver, size, arguments.plies, arguments.file, context.stop,
                                [&](const Book::Progress& progress) {
                                  if (!bar) bar = std::make_unique<ProgressBar>(progress.total);
                                  bar->advance();
                                });
  if (bar) bar->wipe();
  if (!book) throw Error("stopped; the same command goes on from here");
  print_info(*book, arguments);
  return 0;
}

int query(const BookArguments& arguments) {
  const Book book = Book::load(arguments.file);
  const auto score = book.find(connect4::parse(arguments.position, book.size()));
  if (!score) throw Error(fmt::format("the book does not hold '{}'", arguments.position));
  if (arguments.json) {
    fmt::print("{}\n", engine::to_line({{"position", arguments.position}, {"score", *score}}));
  } else {
    fmt::print("{:+}\n", *score);
  }
  return 0;
}

}  // namespace

void add_book(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<BookArguments>();
  CLI::App* const book = app.add_subcommand("book", "Build and look into a Connect 4 opening book");
  book->require_subcommand(1);

  CLI::App* const build_app = book->add_subcommand("build", "Solve every position up to a number of stones");
  build_app->add_option("game", arguments->game, "connect4")->required();
  build_app->add_option("--plies", arguments->plies, "Number of stones")
      ->check(CLI::Range(0, kMostPlies))
      ->capture_default_str();
  build_app->add_option("--out", arguments->file, "The file to write; FILE.part holds what is done so far")
      ->required();
  build_app->add_option("--size", arguments->size, "Size of the board, width x height")
      ->capture_default_str();
  build_app->add_option("--hash", arguments->hash, "Size of the table")->capture_default_str();
  build_app->add_option("--threads", arguments->threads, "Number of searching threads")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  build_app->callback([arguments, &context] { context.exit_code = build(*arguments, context); });

  CLI::App* const info_app = book->add_subcommand("info", "What a book holds");
  info_app->add_option("file", arguments->file, "The book")->required();
  info_app->callback([arguments] { print_info(Book::load(arguments->file), *arguments); });

  CLI::App* const query_app = book->add_subcommand("query", "The score of a position in a book");
  query_app->add_option("file", arguments->file, "The book")->required();
  query_app->add_option("position", arguments->position, "The columns played; none = the start");
  query_app->callback([arguments, &context] { context.exit_code = query(*arguments); });

  for (CLI::App* const each : {build_app, info_app, query_app})
    each->add_flag("--json", arguments->json, "Write one JSON object, for programs");
}

}  // namespace tesuji::app
