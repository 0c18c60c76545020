// Game records at the command line: conversion, and errors that say where.
#include <gtest/gtest.h>

#include <string>

#include "app/program.hpp"

namespace tesuji {
namespace {

using test::Finished;
using test::TemporaryFolder;
using test::tesuji;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* kKif =
    "手合割：平手\n先手：Ann\n後手：Bob\n手数----指手---------消費時間--\n   1 ７六歩(77)\n*a comment\n   2 "
    "３四歩(33)\n   3 ２六歩(27)\n\n変化：2手\n   2 ８四歩(83)\n";

TEST(RecordsCli, ShogiRecordsGoFromFormatToFormat) {
  const TemporaryFolder folder;
  test::spit(folder.file("a.kif"), kKif);
  // Through formats that keep everything, and back.
  std::string last = "a.kif";
  for (const char* const next : {"b.jkf", "c.ki2", "d.kif"}) {
    const Finished done = tesuji("convert shogi " + folder.file(last) + " " + folder.file(next));
    ASSERT_EQ(done.status, 0) << next << done.err;
    last = next;
  }
  const std::string back = test::slurp(folder.file("d.kif"));
  for (const char* const part : {"Ann", "Bob", "*a comment", "３四歩(33)", "変化：2手", "８四歩(83)"})
    EXPECT_TRUE(has(back, part)) << part << '\n' << back;
  const Finished usi = tesuji("convert shogi " + folder.file("b.jkf") + " - --to usi");
  EXPECT_TRUE(has(usi.out, "7g7f 3c3d 2g2f")) << usi.out << usi.err;
}

TEST(RecordsCli, ShiftJisIsWrittenAndReadAgain) {
  const TemporaryFolder folder;
  test::spit(folder.file("a.kif"), kKif);
  for (const char* const name : {"b.kif", "b.ki2", "b.csa"}) {
    const Finished written =
        tesuji("convert shogi " + folder.file("a.kif") + " " + folder.file(name) + " --shift-jis");
    ASSERT_EQ(written.status, 0) << written.err;
    const Finished read = tesuji("convert shogi " + folder.file(name) + " - --to usi");
    EXPECT_TRUE(has(read.out, "7g7f 3c3d 2g2f")) << name << read.out << read.err;
  }
  EXPECT_TRUE(has(test::slurp(folder.file("b.kif")), "\x95\xe0")) << "歩 in Shift-JIS";
  const Finished refused = tesuji("convert shogi " + folder.file("a.kif") + " - --to jkf --shift-jis");
  EXPECT_EQ(refused.status, 1);
  EXPECT_TRUE(has(refused.err, "JKF is not written in Shift-JIS")) << refused.err;
}

TEST(RecordsCli, EveryFormatIsAPositionToAnalyze) {
  const TemporaryFolder folder;
  test::spit(folder.file("a.kif"), kKif);
  for (const char* const name : {"b.kif", "b.ki2", "b.csa", "b.jkf", "b.usi"}) {
    ASSERT_EQ(tesuji("convert shogi " + folder.file("a.kif") + " " + folder.file(name)).status, 0) << name;
    const Finished analyzed = tesuji("analyze shogi " + folder.file(name) + " --nodes 100 --hash 1M --json");
    EXPECT_EQ(analyzed.status, 0) << name << analyzed.err;
    EXPECT_TRUE(has(analyzed.out, "\"side\":\"white\"")) << name << analyzed.out;
  }
}

TEST(RecordsCli, SeveralGamesNeedAFormatThatHoldsThem) {
  const TemporaryFolder folder;
  test::spit(folder.file("games.pgn"),
             "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 {good} (1. c4) *\n");
  ASSERT_EQ(tesuji("convert chess " + folder.file("games.pgn") + " " + folder.file("same.pgn")).status, 0);
  const std::string same = test::slurp(folder.file("same.pgn"));
  for (const char* const part : {"\"A\"", "\"B\"", "{good}", "(1. c4"})
    EXPECT_TRUE(has(same, part)) << part << same;
  test::spit(folder.file("two.kif"), std::string("#KIF\n") + kKif + "\n#KIF\n" + kKif);
  const Finished many = tesuji("convert shogi " + folder.file("two.kif") + " " + folder.file("two.jkf"));
  EXPECT_EQ(many.status, 1);
  EXPECT_TRUE(has(many.err, "it has 2 games, and a JKF file holds one")) << many.err;
  const Finished unknown = tesuji("convert chess " + folder.file("games.pgn") + " " + folder.file("x.kif"));
  EXPECT_EQ(unknown.status, 2);
  EXPECT_TRUE(has(unknown.err, "PGN (*.pgn)")) << unknown.err;
}

TEST(RecordsCli, ErrorsNameTheFileTheLineAndTheMove) {
  const TemporaryFolder folder;
  const struct {
    const char *name, *text, *command, *said;
  } cases[] = {
      {"bad.pgn", "[White \"A\"]\n\n1. e4 e5 2. Bb9 *\n", "analyze chess",
       "bad.pgn: PGN line 3, game 1, move 2: 'Bb9'"},
      {"bad.kif", "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(11)\n", "analyze shogi",
       "bad.kif: bad KIF record, line 3: move"},
      {"bad.csa", "V2.2\nPI\n+\n+7776FU\n-3334KI\n", "analyze shogi",
       "bad.csa: bad CSA record, line 5: move"},
      {"bad.jkf",
       R"({"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":2},"piece":"FU"}}]})",
       "analyze shogi", "bad.jkf: bad JKF record, move 1 7g7b: "},
      {"bad.sgf", "(;GM[1]SZ[9]AB[aa)", "solve go", "bad.sgf"},
      {"bad.txt", "# two\n\n4453\n449\n", "solve connect4", "bad.txt, line 4: move 3: invalid column '9'"},
      {"bad.fen", "8/8/8/8/8/8/8/8 w - - 0 1\n", "analyze chess", "bad.fen, line 1: "},
      {"bad.epd", "4k3/8/8/8/8/8/8/4K3 w - - bm Ke4;\n", "epd", "bad.epd: line 1: 'Ke4'"},
  };
  for (const auto& each : cases) {
    test::spit(folder.file(each.name), each.text);
    const Finished failed =
        tesuji(std::string(each.command) + " " + folder.file(each.name) + " --nodes 1000 --hash 1M");
    EXPECT_EQ(failed.status, 1) << each.name << failed.out;
    EXPECT_TRUE(has(failed.err, each.said)) << each.name << ": " << failed.err;
  }
}

}  // namespace
}  // namespace tesuji
