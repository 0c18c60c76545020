#include "games/connect4/book.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "games/connect4/solver.hpp"

namespace tesuji::connect4 {
namespace {

constexpr Size kSize{5, 4};

class BookTest : public testing::Test {
 protected:
  BookTest()
      : folder_(std::filesystem::temp_directory_path() / ("connect4-book-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~BookTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path file(const char* name) const { return folder_ / name; }

  // Every bit of the header and of the first chunk's header, and some of the body; the file is left as it
  // was.
  static void for_each_flipped_bit(const std::filesystem::path& path, const auto& check) {
    const auto bytes = std::filesystem::file_size(path);
    for (std::uintmax_t bit = 0; bit < bytes * 8; bit += bit < 272 * 8 ? 1 : 97) {
      const auto flip = [&] {
        std::fstream change(path, std::ios::binary | std::ios::in | std::ios::out);
        change.seekg(static_cast<std::streamoff>(bit / 8));
        const int byte = change.get();
        change.seekp(static_cast<std::streamoff>(bit / 8));
        change.put(static_cast<char>(byte ^ (1 << bit % 8)));
      };
      flip();
      check(bit);
      flip();
    }
  }

  std::filesystem::path folder_;
  search::StopFlag stop_;
};

TEST_F(BookTest, HoldsTheSolversScoresAndTheSolverUsesThem) {
  const auto solver = make_solver(kSize, 1 << 20, 1);
  const auto book = Book::build(*solver, kSize, 3, file("a.book"), stop_, {});
  ASSERT_TRUE(book);
  EXPECT_FALSE(std::filesystem::exists(file("a.book.part")));
  const Book loaded = Book::load(file("a.book"));
  EXPECT_EQ(loaded.plies(), 3);
  EXPECT_EQ(loaded.positions(), book->positions());

  const auto helped = make_solver(kSize, 1 << 20, 1);
  helped->use_book(std::make_shared<const Book>(loaded));
  for (const char* moves : {"", "3", "1", "33", "21", "323", "551", "3323"}) {
    const Diagram diagram = parse(moves, kSize);
    const int score = solver->solve(diagram, {}, stop_, {}).low;
    EXPECT_EQ(helped->solve(diagram, {}, stop_, {}).low, score) << moves;
    EXPECT_EQ(loaded.find(diagram), diagram.count() <= 3 ? std::optional<int>(score) : std::nullopt) << moves;
  }
  EXPECT_FALSE(loaded.find(parse("3333", kSize)));
  EXPECT_FALSE(loaded.find(parse("4")));  // another board
}

TEST_F(BookTest, IsTheSameAsText) {
  const auto solver = make_solver(kSize, 1 << 20, 1);
  const auto book = Book::build(*solver, kSize, 3, file("t.book"), stop_, {});
  ASSERT_TRUE(book);
  const Book again = Book::from_text(book->to_text());
  EXPECT_EQ(again.to_text(), book->to_text());
  EXPECT_EQ(again.positions(), book->positions());
  for (const char* moves : {"", "3", "21", "551"})
    EXPECT_EQ(again.find(parse(moves, kSize)), book->find(parse(moves, kSize))) << moves;
  for (const char* bad : {"", "7x6", "5x4 3", "5x4 x\nP", "5x4 1\nPPPP"})
    EXPECT_THROW(Book::from_text(bad), Error) << bad;
}

// The scores of the first moves on 7x6 are well known: -2, -1, 0, 1, 0, -1, -2 for who makes them.
TEST(DefaultBook, HasTheKnownScores) {
  const auto book = default_book();
  EXPECT_EQ(book->plies(), default_book_plies());
  EXPECT_EQ(book->size(), Size{});
  EXPECT_EQ(book->find(parse("")), 1);
  const int known[] = {2, 1, 0, -1, 0, 1, 2};
  for (int column = 0; column < 7; ++column)
    EXPECT_EQ(book->find(parse(std::string(1, column_name(column)))), known[column]) << column;
}

TEST_F(BookTest, ABuildThatWasStoppedGoesOn) {
  const auto solver = make_solver(kSize, 1 << 20, 1);
  search::StopFlag stop;
  std::size_t before = 0;
  const auto stop_soon = [&](Book::Progress progress) {
    before = progress.done;
    if (progress.done == 5) stop.request();
  };
  EXPECT_FALSE(Book::build(*solver, kSize, 3, file("b.book"), stop, stop_soon));
  EXPECT_GE(before, 5u);
  EXPECT_TRUE(std::filesystem::exists(file("b.book.part")));
  EXPECT_FALSE(std::filesystem::exists(file("b.book")));
  EXPECT_THROW(Book::build(*solver, kSize, 4, file("b.book"), stop_, {}), Error);
  const auto resumed = Book::build(*solver, kSize, 3, file("b.book"), stop_, {});
  ASSERT_TRUE(resumed);
  const auto whole = Book::build(*solver, kSize, 3, file("c.book"), stop_, {});
  EXPECT_EQ(resumed->positions(), whole->positions());
}

TEST_F(BookTest, ADamagedPartIsRefused) {
  const auto solver = make_solver(kSize, 1 << 20, 1);
  search::StopFlag stop;
  const auto stop_soon = [&](Book::Progress progress) {
    if (progress.done == 5) stop.request();
  };
  ASSERT_FALSE(Book::build(*solver, kSize, 2, file("p.book"), stop, stop_soon));
  for_each_flipped_bit(file("p.book.part"), [&](auto bit) {
    ASSERT_THROW(Book::build(*solver, kSize, 2, file("p.book"), stop_, {}), Error) << bit;
  });
  EXPECT_TRUE(Book::build(*solver, kSize, 2, file("p.book"), stop_, {}));
}

TEST_F(BookTest, TwoBuildersOfOneBookDoNotWorkAtTheSameTime) {
  const auto solver = make_solver(kSize, 1 << 20, 1), other = make_solver(kSize, 1 << 20, 1);
  int refused = 0;
  const auto build_again = [&](Book::Progress) {
    try {
      (void)Book::build(*other, kSize, 2, file("q.book"), stop_, {});
    } catch (const Error& error) {
      refused += std::string(error.what()).find("another run") != std::string::npos ? 1 : 0;
    }
  };
  const auto book = Book::build(*solver, kSize, 2, file("q.book"), stop_, build_again);
  ASSERT_TRUE(book);
  EXPECT_GT(refused, 5);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1) << "files are left behind";
  EXPECT_TRUE(Book::build(*solver, kSize, 2, file("q.book"), stop_, {}));
}

TEST_F(BookTest, ADamagedFileIsRefusedWithTheReason) {
  const auto solver = make_solver(kSize, 1 << 20, 1);
  ASSERT_TRUE(Book::build(*solver, kSize, 2, file("d.book"), stop_, {}));
  EXPECT_THROW(Book::load(file(".")), Error);
  const auto reason = [&] {
    try {
      Book::load(file("d.book"));
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  for_each_flipped_bit(file("d.book"), [&](auto bit) { ASSERT_NE(reason(), "no error") << bit; });
  EXPECT_EQ(reason(), "no error");
  std::filesystem::copy(file("d.book"), file("e.book"));
  std::filesystem::resize_file(file("d.book"), 260);
  EXPECT_NE(reason().find("cut off"), std::string::npos);
  std::filesystem::resize_file(file("d.book"), 10);
  EXPECT_NE(reason().find("not even a header"), std::string::npos);
  std::filesystem::remove(file("d.book"));
  EXPECT_NE(reason().find("No such file"), std::string::npos);
  std::filesystem::rename(file("e.book"), file("f.book.part"));
  EXPECT_THROW(Book::build(*solver, kSize, 2, file("f.book"), stop_, {}), Error);  // a book is not a part
}

}  // namespace
}  // namespace tesuji::connect4
