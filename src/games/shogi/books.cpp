#include "games/shogi/books.hpp"

#include "games/shogi/book.hpp"
#include "games/shogi/notation.hpp"

namespace tesuji::shogi {
namespace {

class YaneuraOuBooks final : public engine::Books {
 public:
  [[nodiscard]] std::string_view format() const override { return "YaneuraOu (.db)"; }
  [[nodiscard]] bool recognizes(const std::filesystem::path& file) const override {
    return file.extension() == ".db";
  }
  [[nodiscard]] engine::BookSummary info(const std::filesystem::path& file) const override {
    const Book book = Book::load(file);
    return engine::summary_of_moves(file, "shogi", "YaneuraOu", book.positions(), book.entries());
  }
  [[nodiscard]] engine::BookEntry query(const std::filesystem::path& file,
                                        std::string_view position) const override {
    return {{}, Book::load(file).moves(parse_position(position))};
  }
};

}  // namespace

const engine::Books& books() {
  static const YaneuraOuBooks kBooks;
  return kBooks;
}

}  // namespace tesuji::shogi
