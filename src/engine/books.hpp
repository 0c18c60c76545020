// What a game offers for opening books: `tesuji book` asks the game, and so knows none. Books of moves and
// books of scores look alike from here; engine/book.hpp has what books of moves share.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/stop.hpp"
#include "engine/book.hpp"
#include "engine/engine.hpp"
#include "engine/game.hpp"
#include "engine/options.hpp"

namespace tesuji::engine {

// What a book is to be made of, as far as the game wants to know.
struct BookRequest {
  std::filesystem::path file;  // to write
  std::string games_file;      // recorded games; empty = none were named
  std::optional<int> plies;    // none = the game's default
  int min_games = 3;           // leave out moves of fewer games
  // Solved books: exact scores up to so many plies, only results beyond; none = everything is exact.
  std::optional<int> exact_plies;
  std::filesystem::path known;  // a book whose positions need not be solved again; empty = none
  OptionTexts options;          // of the game
};

// What a book holds, for programs and for people.
struct BookSummary {
  nlohmann::ordered_json fields;
  std::string sentence;
};

// What a book says of a position: its score, only its result ("win"), or moves. Nothing = the book does not
// hold it.
struct BookEntry {
  std::optional<int> score;
  std::vector<BookMove> moves;
  std::string result;
};

// Answers the questions that a book is made of, one after the other; keeps a table between them.
class BookWorker {
 public:
  BookWorker() = default;
  BookWorker(const BookWorker&) = delete;
  BookWorker& operator=(const BookWorker&) = delete;
  virtual ~BookWorker() = default;
  // Nothing to be relied on if `stop` was requested. Throws Error if the question cannot be read.
  virtual nlohmann::ordered_json answer(std::string_view question, const StopFlag& stop) = 0;
};

class Books {
 public:
  Books() = default;
  Books(const Books&) = delete;
  Books& operator=(const Books&) = delete;
  virtual ~Books() = default;

  [[nodiscard]] virtual std::string_view format() const = 0;  // "Polyglot (.bin)"
  // Whether the file looks like a book of this game, by its name or its first bytes.
  [[nodiscard]] virtual bool recognizes(const std::filesystem::path& file) const = 0;
  // These throw Error naming the file and the reason.
  [[nodiscard]] virtual BookSummary info(const std::filesystem::path& file) const = 0;
  [[nodiscard]] virtual BookEntry query(const std::filesystem::path& file,
                                        std::string_view position) const = 0;
  // The book as text that can be built into the program.
  [[nodiscard]] virtual std::string text(const std::filesystem::path& file) const {
    throw Error("'" + file.string() + "' has no form as text");
  }

  // One line about building; empty = books of this game cannot be built.
  [[nodiscard]] virtual std::string_view build_help() const { return ""; }
  [[nodiscard]] virtual int default_plies() const { return 0; }
  [[nodiscard]] virtual int max_plies() const { return 0; }
  // Whether a book is made from recorded games, so that BookRequest has to name a file of them.
  [[nodiscard]] virtual bool needs_games() const { return false; }

  // Puts questions to workers of new_worker(), wherever they are; returns when all are answered or the run
  // was stopped.
  using OnAnswer = std::function<void(std::size_t question, const nlohmann::json& answer)>;
  using Ask = std::function<void(const std::vector<std::string>& questions, const OnAnswer& on_answer)>;
  using OnProgress = std::function<void(std::size_t done, std::size_t total)>;
  // Nothing if it was stopped; what was done is kept where the game can keep it.
  [[nodiscard]] virtual std::optional<BookSummary> build(const BookRequest&, const Ask&,
                                                         const OnProgress&) const {
    throw Error("books of this game cannot be built");
  }
  [[nodiscard]] virtual std::unique_ptr<BookWorker> new_worker(const OptionTexts&,
                                                               const CommonOptions&) const {
    throw Error("books of this game are not solved");
  }
};

// A game that has opening books is one of these, too.
class BookGame {
 public:
  BookGame() = default;
  BookGame(const BookGame&) = delete;
  BookGame& operator=(const BookGame&) = delete;
  virtual ~BookGame() = default;
  [[nodiscard]] virtual const Books& books() const = 0;
};
// Null = the game has none.
const Books* books_of(const Game& game);

// The summary of a book of moves.
BookSummary summary_of_moves(const std::filesystem::path& file, std::string_view game,
                             std::string_view format, std::size_t positions, std::size_t moves);

}  // namespace tesuji::engine
