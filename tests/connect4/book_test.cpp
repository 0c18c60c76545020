#include "games/connect4/book.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "base/error.hpp"
#include "games/connect4/shape.hpp"
#include "games/connect4/solver.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::connect4 {
namespace {

constexpr Size kSize{5, 4};

// Books of exact scores only.
constexpr Coverage exact(int plies) {
  return {kSize, plies, plies};
}

ScoreRange only(int score) {
  return {static_cast<std::int8_t>(score), static_cast<std::int8_t>(score)};
}

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
  const auto book = Book::build(*solver, exact(3), file("a.book"), stop_, {});
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
    const std::optional<ScoreRange> found = loaded.find(diagram);
    ASSERT_EQ(found.has_value(), diagram.count() <= 3) << moves;
    EXPECT_EQ(found.value_or(only(score)), only(score)) << moves;
  }
  EXPECT_FALSE(loaded.find(parse("3333", kSize)));
  EXPECT_FALSE(loaded.find(parse("4")));  // another board
}

TEST_F(BookTest, IsTheSameAsText) {
  const auto solver = make_solver(kSize, 1 << 20, 1);
  const auto book = Book::build(*solver, exact(3), file("t.book"), stop_, {});
  ASSERT_TRUE(book);
  const Book again = Book::from_text(book->to_text());
  EXPECT_EQ(again.to_text(), book->to_text());
  EXPECT_EQ(again.positions(), book->positions());
  for (const char* moves : {"", "3", "21", "551"})
    EXPECT_EQ(again.find(parse(moves, kSize)), book->find(parse(moves, kSize))) << moves;
  for (const char* bad :
       {"", "7x6", "5x4 3", "5x4 x\nP", "5x4 1\nPPPP", "5x4 1 -1\n\nAA", "5x4 1 -1\n\n~", "5x4 1 2\n"})
    EXPECT_THROW(Book::from_text(bad), Error) << bad;
}

// Beyond the exact plies the book says who wins, and the solver finds the same scores with it, in fewer
// nodes.
TEST_F(BookTest, HoldsResultsBeyondTheExactScores) {
  const auto solver = make_solver(kSize, 1 << 20, 1);
  for (const int exact_plies : {-1, 0, 2}) {
    const Coverage coverage{kSize, 5, exact_plies};
    const auto path = file(("r" + std::to_string(exact_plies) + ".book").c_str());
    ASSERT_TRUE(Book::build(*solver, coverage, path, stop_, {}));
    const auto loaded = std::make_shared<const Book>(Book::load(path));
    EXPECT_EQ(loaded->coverage(), coverage);
    const Book as_text = Book::from_text(loaded->to_text());
    const auto helped = make_solver(kSize, 1 << 20, 1);
    helped->use_book(loaded);
    std::size_t positions = 0;
    std::uint64_t nodes = 0, helped_nodes = 0;
    for (const Keys& keys : layers_of(kSize, 5)) {
      for (const std::uint64_t key : keys) {
        ++positions;
        const Diagram diagram = diagram_of(key, kSize);
        const Solution without = solver->solve(diagram, {}, stop_, {});
        const int score = without.low;
        const auto range = loaded->find(key);
        ASSERT_TRUE(range) << key;
        EXPECT_LE(range->low, score) << key;
        EXPECT_GE(range->high, score) << key;
        EXPECT_EQ(range->result(), (score > 0) - (score < 0)) << key;
        EXPECT_EQ(as_text.find(key), range) << key;
        EXPECT_TRUE(range->exact() || diagram.count() > exact_plies) << key;
        if (positions % 7 != 0) continue;
        helped->clear();
        solver->clear();
        const Solution with = helped->solve(diagram, {}, stop_, {});
        EXPECT_EQ(with.low, score) << key;
        helped_nodes += with.nodes;
        nodes += solver->solve(diagram, {}, stop_, {}).nodes;
      }
    }
    EXPECT_EQ(loaded->positions(), positions);
    EXPECT_LT(helped_nodes, nodes);
  }
}

TEST_F(BookTest, TakesFromAnotherBookWhatThatKnows) {
  const auto solver = make_solver(kSize, 1 << 20, 1);
  const auto scores = Book::build(*solver, exact(2), file("k.book"), stop_, {});
  ASSERT_TRUE(scores);
  std::size_t solved = 0;
  const auto count = [&](Book::Progress) { ++solved; };
  const auto book = Book::build(*solver, {kSize, 4, 2}, file("l.book"), stop_, count, &*scores);
  ASSERT_TRUE(book);
  EXPECT_EQ(solved, layers_of(kSize, 4).back().size());
  const auto whole = Book::build(*solver, {kSize, 4, 2}, file("m.book"), stop_, {});
  EXPECT_EQ(book->to_text(), whole->to_text());
}

TEST_F(BookTest, ContradictionsAreRefused) {
  const auto solver = make_solver(kSize, 1 << 20, 1);
  const auto book = Book::build(*solver, {kSize, 2, 0}, file("n.book"), stop_, {});
  ASSERT_TRUE(book);
  std::string text = book->to_text();
  text[text.find('\n') + 1] = '0' + 32 + 5;  // the score of the empty board, which is a draw
  EXPECT_THROW(Book::from_text(text), Error);
}

// The scores of the first moves on 7x6 are well known: -2, -1, 0, 1, 0, -1, -2 for who makes them.
TEST(DefaultBook, HasTheKnownScores) {
  const auto book = default_book();
  EXPECT_EQ(book->plies(), default_book_plies());
  EXPECT_EQ(book->size(), Size{});
  EXPECT_EQ(book->find(parse("")), only(1));
  const int known[] = {2, 1, 0, -1, 0, 1, 2};
  for (int column = 0; column < 7; ++column)
    EXPECT_EQ(book->find(parse(std::string(1, column_name(column)))), only(known[column])) << column;
}

// The data set "Connect-4" (J. Tromp, UCI repository) has the positions of 8 stones, mirror images once, in
// which nobody can win with the next stone: 44,473 won for the side that began, 6,449 drawn, 16,635 lost.
TEST(DefaultBook, HasThePublishedCounts) {
  const Standard shape;
  std::map<int, int> counts;
  ASSERT_EQ(default_book()->plies(), 8);
  const std::vector<Keys> layers = layers_of(Size{}, 8);
  for (const std::uint64_t key : layers.back()) {
    const Diagram diagram = diagram_of(key, Size{});
    const auto first = static_cast<Bits>(diagram.first), second = static_cast<Bits>(diagram.second);
    const Bits landings = ((first | second) + shape.bottom()) & shape.board();
    if (((shape.fours(first) | shape.fours(second)) & landings) != 0) continue;
    ++counts[default_book()->find(key)->result()];
  }
  EXPECT_EQ(counts[1], 44'473);
  EXPECT_EQ(counts[0], 6'449);
  EXPECT_EQ(counts[-1], 16'635);
}

// A game of `stones` random stones in which nobody has won.
Diagram random_game(tt::SplitMix64& random, int stones) {
  for (Diagram diagram;; diagram = {}) {
    while (diagram.count() < stones && !diagram.over()) {
      const int column = static_cast<int>(random() % 7);
      if (diagram.landing(column) != 0) diagram.play(column);
    }
    if (!diagram.over()) return diagram;
  }
}

TEST(DefaultBook, AnswersEveryColumnOfUpToSevenStonesWithoutASearch) {
  tt::SplitMix64 random(21);
  const auto solver = make_solver(Size{}, 1 << 20, 1);
  solver->use_book(default_book());
  const search::StopFlag stop;
  for (int i = 0; i < 400; ++i) {
    const Diagram diagram = random_game(random, i % 8);
    Question question;
    question.weak = question.all_moves = true;
    const Solution solution = solver->solve(diagram, question, stop, {});
    EXPECT_TRUE(solution.exact() && solution.from_book) << to_text(diagram);
    EXPECT_EQ(solution.nodes, 0u) << to_text(diagram);
    ASSERT_EQ(solution.scores.size(), 7u);
    for (int column = 0; column < 7; ++column)
      EXPECT_EQ(solution.scores[static_cast<std::size_t>(column)].has_value(), diagram.landing(column) != 0);
  }
}

TEST(DefaultBook, AgreesWithTheSearch) {
  tt::SplitMix64 random(8);
  const auto solver = make_solver(Size{}, 16 << 20, 1);
  const search::StopFlag stop;
  int compared = 0;
  for (int i = 0; i < 24; ++i) {
    const Diagram diagram = random_game(random, 8);
    Question question;
    question.weak = true;
    question.line = false;
    question.limits.nodes = 100'000;
    const Solution solution = solver->solve(diagram, question, stop, {});
    if (!solution.exact()) continue;
    ++compared;
    EXPECT_EQ(default_book()->find(diagram)->result(), solution.low) << to_text(diagram);
  }
  EXPECT_GE(compared, 8);
}

TEST_F(BookTest, ABuildThatWasStoppedGoesOn) {
  const auto solver = make_solver(kSize, 1 << 20, 1);
  search::StopFlag stop;
  std::size_t before = 0;
  const auto stop_soon = [&](Book::Progress progress) {
    before = progress.done;
    if (progress.done == 5) stop.request();
  };
  EXPECT_FALSE(Book::build(*solver, exact(3), file("b.book"), stop, stop_soon));
  EXPECT_GE(before, 5u);
  EXPECT_TRUE(std::filesystem::exists(file("b.book.part")));
  EXPECT_FALSE(std::filesystem::exists(file("b.book")));
  EXPECT_THROW(Book::build(*solver, exact(4), file("b.book"), stop_, {}), Error);
  const auto resumed = Book::build(*solver, exact(3), file("b.book"), stop_, {});
  ASSERT_TRUE(resumed);
  const auto whole = Book::build(*solver, exact(3), file("c.book"), stop_, {});
  EXPECT_EQ(resumed->positions(), whole->positions());
}

TEST_F(BookTest, ADamagedPartIsRefused) {
  const auto solver = make_solver(kSize, 1 << 20, 1);
  search::StopFlag stop;
  const auto stop_soon = [&](Book::Progress progress) {
    if (progress.done == 5) stop.request();
  };
  ASSERT_FALSE(Book::build(*solver, exact(2), file("p.book"), stop, stop_soon));
  for_each_flipped_bit(file("p.book.part"), [&](auto bit) {
    ASSERT_THROW(Book::build(*solver, exact(2), file("p.book"), stop_, {}), Error) << bit;
  });
  EXPECT_TRUE(Book::build(*solver, exact(2), file("p.book"), stop_, {}));
}

TEST_F(BookTest, TwoBuildersOfOneBookDoNotWorkAtTheSameTime) {
  const auto solver = make_solver(kSize, 1 << 20, 1), other = make_solver(kSize, 1 << 20, 1);
  int refused = 0;
  const auto build_again = [&](Book::Progress) {
    try {
      (void)Book::build(*other, exact(2), file("q.book"), stop_, {});
    } catch (const Error& error) {
      refused += std::string(error.what()).find("another run") != std::string::npos ? 1 : 0;
    }
  };
  const auto book = Book::build(*solver, exact(2), file("q.book"), stop_, build_again);
  ASSERT_TRUE(book);
  EXPECT_GT(refused, 5);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1) << "files are left behind";
  EXPECT_TRUE(Book::build(*solver, exact(2), file("q.book"), stop_, {}));
}

TEST_F(BookTest, ADamagedFileIsRefusedWithTheReason) {
  const auto solver = make_solver(kSize, 1 << 20, 1);
  ASSERT_TRUE(Book::build(*solver, exact(2), file("d.book"), stop_, {}));
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
  EXPECT_THROW(Book::build(*solver, exact(2), file("f.book"), stop_, {}), Error);  // a book is not a part
}

}  // namespace
}  // namespace tesuji::connect4
