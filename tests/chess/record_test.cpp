#include "games/chess/record.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "games/chess/moves.hpp"

namespace tesuji::chess {
namespace {

TEST(ChessPgn, ReadsTheMainLineOfEveryGame) {
  const auto games = parse_pgn(
      "[Event \"A \\\"quoted\\\" name\"]\n[Result \"1-0\"]\n\n"
      "1. e4 {best by test} e5 2.Nf3 (2. f4 exf4 (2... d5)) Nc6 $1 3. Bb5 ; a comment\n% an escape\n a6 "
      "1-0\n\n"
      "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8=Q+ Kf7 1/2-1/2\n"
      "1. d4 d5 *");
  ASSERT_EQ(games.size(), 3u);
  EXPECT_EQ(games[0].tags.at("Event"), "A \"quoted\" name");
  EXPECT_EQ(games[0].moves.size(), 6u);
  EXPECT_EQ(games[0].result, "1-0");
  EXPECT_EQ(games[1].moves.size(), 2u);
  EXPECT_EQ(games[1].result, "1/2-1/2");
  EXPECT_EQ(games[2].moves.size(), 2u);
  EXPECT_EQ(games[2].result, "*");
}

TEST(ChessPgn, ErrorsNameGameAndMove) {
  try {
    parse_pgn("1. e4 e5 *\n1. e4 e5 2. Ke3 *");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "PGN line 2, game 2, move 2: 'Ke3' is not a legal move");
  }
  EXPECT_THROW(parse_pgn("1. e4 { no end"), Error);
  EXPECT_THROW(parse_pgn("1. e4 ( e5"), Error);
  EXPECT_THROW(parse_pgn("[Event"), Error);
}

// Text that says everything about a tree, whatever the numbering of its nodes.
std::string described(const engine::Record& record, std::size_t node = 0) {
  const engine::RecordNode& here = record.nodes[node];
  std::string text = here.move + "{" + here.comment + "}";
  for (const std::string& mark : here.marks) text += mark + ",";
  for (const std::size_t child : here.children) text += "(" + described(record, child) + ")";
  return text;
}

TEST(ChessPgn, KeepsVariationsCommentsAndGlyphs) {
  const engine::RecordFormat& pgn = *record_formats().at(0);
  const engine::Record record =
      pgn.read(
             "[White \"Ann\"]\n\n{before} 1. e4! {best by test} e5 (1... c5 $14 {Sicilian} (1... e6) 2. Nf3) "
             "2. Nf3 ({or} 2. f4) 2... Nc6 1/2-1/2")
          .at(0);
  EXPECT_EQ(described(record),
            "{before}(e2e4{best by test}!,(e7e5{}(g1f3{}(b8c6{}))(f2f4{or}))(c7c5{Sicilian}$14,(g1f3{}))"
            "(e7e6{}))");
  EXPECT_EQ(record.result, engine::RecordResult::Draw);
  EXPECT_EQ(record.header("White"), "Ann");
}

TEST(ChessPgn, RandomGamesComeBackAsTheyWereWritten) {
  const engine::RecordFormat& pgn = *record_formats().at(0);
  std::mt19937 random(2026);
  for (int game = 0; game < 30; ++game) {
    engine::Record record;
    record.headers = {{"White", "A \"b\" \\c"}, {"Annotator", "d"}};
    record.result = engine::RecordResult::SecondWins;
    if (game % 3 == 0) record.position = "4k3/P6p/8/8/8/8/p6P/4K3 b - - 3 17";
    record.nodes[0].comment = "begin";
    struct Line {
      std::size_t node;
      Position position;
      unsigned length;
    };
    std::vector<Line> lines{{0, parse_fen(record.position), 80}};
    while (!lines.empty()) {
      Line line = lines.back();
      lines.pop_back();
      for (; line.length > 0; --line.length) {
        MoveList list;
        generate_legal(line.position, list);
        if (list.empty()) break;
        const auto pick = [&] { return list[random() % list.size()]; };
        const Move move = pick();
        const Move other = pick();
        const std::size_t next = record.add(line.node, to_uci(line.position, move));
        if (random() % 4 == 0) record.nodes[next].comment = "a (comment) with 1. e4 $3";
        if (random() % 6 == 0) record.nodes[next].marks = {"!?", "$14"};
        if (other != move && random() % 8 == 0 && record.nodes.size() < 300) {
          const std::size_t side = record.add(line.node, to_uci(line.position, other));
          Position after = line.position;
          after.make(other);
          lines.push_back({side, after, static_cast<unsigned>(random() % 6)});
        }
        line.node = next;
        line.position.make(move);
      }
    }
    const std::string text = pgn.write(record);
    ASSERT_TRUE(pgn.detect(text));
    const std::vector<engine::Record> again = pgn.read(text + text);
    ASSERT_EQ(again.size(), 2u);
    for (const engine::Record& each : again) {
      ASSERT_EQ(described(each), described(record)) << text;
      ASSERT_EQ(each.position, record.position);
      ASSERT_EQ(each.header("White"), "A \"b\" \\c");
      ASSERT_EQ(each.header("Annotator"), "d");
      ASSERT_EQ(each.result, record.result);
    }
  }
}

TEST(ChessPgn, DeepNestingIsReadAndWrittenWithoutAStackOverflow) {
  std::string text = "1. e4 e5 2. Nf3 Nc6";
  for (int i = 0; i < 20'000; ++i) text += i % 2 == 0 ? " ( 2... d6" : " ( 2... Nc6";
  for (int i = 0; i < 20'000; ++i) text += " )";
  const engine::RecordFormat& pgn = *record_formats().at(0);
  const engine::Record record = pgn.read(text + " *").at(0);
  EXPECT_EQ(record.nodes.size(), 20'005u);
  EXPECT_EQ(pgn.read(pgn.write(record)).at(0).nodes.size(), 20'005u);
}

}  // namespace
}  // namespace tesuji::chess
