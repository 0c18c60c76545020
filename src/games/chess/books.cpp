#include "games/chess/books.hpp"

#include "base/file.hpp"
#include "games/chess/book.hpp"
#include "games/chess/notation.hpp"

namespace tesuji::chess {
namespace {

class PolyglotBooks final : public engine::Books {
 public:
  [[nodiscard]] std::string_view format() const override { return "Polyglot (.bin)"; }
  [[nodiscard]] bool recognizes(const std::filesystem::path& file) const override {
    return file.extension() == ".bin";
  }
  [[nodiscard]] engine::BookSummary info(const std::filesystem::path& file) const override {
    return summary(file, Book::load(file));
  }
  [[nodiscard]] engine::BookEntry query(const std::filesystem::path& file,
                                        std::string_view position) const override {
    return {{}, Book::load(file).moves(parse_position(position))};
  }

  [[nodiscard]] std::string_view build_help() const override { return "from the games of a PGN file"; }
  [[nodiscard]] int default_plies() const override { return 40; }
  [[nodiscard]] int max_plies() const override { return 1000; }
  [[nodiscard]] bool needs_games() const override { return true; }
  [[nodiscard]] std::optional<engine::BookSummary> build(const engine::BookRequest& request, const Ask&,
                                                         const OnProgress&) const override {
    std::vector<GameRecord> games;
    try {
      games = parse_pgn(read_file(request.games_file));
    } catch (const Error& error) {
      const std::string what = error.what();
      const bool named = what.find(request.games_file) != std::string::npos;
      throw Error(named ? what : request.games_file + ": " + what);
    }
    const Book book = Book::build(
        games, {.plies = request.plies.value_or(default_plies()), .min_games = request.min_games});
    write_file(request.file, book.bytes());
    return summary(request.file, book);
  }

 private:
  static engine::BookSummary summary(const std::filesystem::path& file, const Book& book) {
    return engine::summary_of_moves(file, "chess", "Polyglot", book.positions(), book.entries());
  }
};

}  // namespace

const engine::Books& books() {
  static const PolyglotBooks kBooks;
  return kBooks;
}

}  // namespace tesuji::chess
