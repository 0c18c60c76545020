// YaneuraOu books: reading, errors with their line, and the engine's use of them.
#include "games/shogi/book.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.hpp"
#include "games/shogi/game.hpp"
#include "games/shogi/notation.hpp"

namespace tesuji::shogi {
namespace {

constexpr const char* kText =
    "#YANEURAOU-DB2016 1.00\r\n"
    "# a comment\n"
    "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\r\n"
    "7g7f 3c3d 40 20 3\r\n"
    "2g2f none 30 18 1\n"
    "5e5d none 0 0 9\n"
    "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 77\n"
    "3c3d\n";

std::string error_of(const std::string& text) {
  try {
    (void)Book(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(ShogiBook, ReadsPositionsAndMoves) {
  const Book book(kText);
  EXPECT_EQ(book.positions(), 2U);
  EXPECT_EQ(book.entries(), 4U);
  const auto moves = book.moves(parse_position("startpos"));
  ASSERT_EQ(moves.size(), 2U);  // 5e5d is illegal
  EXPECT_EQ(moves[0].move, "7g7f");
  EXPECT_EQ(moves[0].reply, "3c3d");
  EXPECT_EQ(moves[0].weight, 3U);
  EXPECT_EQ(moves[0].score, 40);
  EXPECT_EQ(moves[0].depth, 20);
  EXPECT_EQ(moves[1].reply, "");
  // The number of the move does not matter.
  const auto second = book.moves(parse_position("startpos moves 7g7f"));
  ASSERT_EQ(second.size(), 1U);
  EXPECT_EQ(second[0].weight, 1U);
  EXPECT_FALSE(second[0].score);
  EXPECT_TRUE(book.moves(parse_position("startpos moves 1g1f")).empty());
}

TEST(ShogiBook, ErrorsNameTheLine) {
  const std::string magic = "#YANEURAOU-DB2016 1.00\n";
  EXPECT_EQ(error_of("sfen x"), "is not a YaneuraOu book: its first line is not #YANEURAOU-DB2016");
  EXPECT_EQ(error_of(magic), "is an empty book");
  EXPECT_EQ(error_of(magic + "7g7f none 0 0 0\n"), "line 2: a move stands before the first position");
  EXPECT_EQ(error_of(magic + "sfen nonsense\n").rfind("line 2: ", 0), 0U);
  EXPECT_EQ(error_of(std::string(kText) + "3c3d none much 1 1\n"), "line 9: 'much' is not a score");
}

TEST(ShogiBook, TheEnginePlaysFromTheBook) {
  const std::string path = testing::TempDir() + "tesuji-book.db";
  std::ofstream(path) << kText;
  const auto engine = game().new_engine();
  engine::Request request;
  request.game = "shogi";
  request.position = "startpos moves 7g7f";
  request.limits.depth = 1;
  request.options = {{"own-book", "true"}, {"book-file", path}};
  engine::Listener listener;
  const search::StopFlag stop;
  const engine::Report report = engine->analyze(request, listener, stop);
  EXPECT_EQ(report.verdict, "book move");
  EXPECT_EQ(report.best, std::vector<std::string>{"3c3d"});
  request.options["book-moves"] = "1";
  EXPECT_GT(engine->analyze(request, listener, stop).nodes, 0U);

  request.options = {{"own-book", "true"}, {"book-file", path + ".none"}};
  const engine::Report without = engine->analyze(request, listener, stop);
  EXPECT_EQ(without.best.size(), 1U);
  ASSERT_EQ(without.remarks.size(), 1U);
  EXPECT_NE(without.remarks[0].find("tesuji-book.db.none"), std::string::npos);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace tesuji::shogi
