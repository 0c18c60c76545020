#include "games/shogi/record.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "base/error.hpp"
#include "games/shogi/moves.hpp"
#include "games/shogi/notation.hpp"
#include "games/shogi/record.hpp"

namespace tesuji::shogi {
namespace {

const engine::RecordFormat& format(std::string_view name) {
  for (const engine::RecordFormat* each : record_formats()) {
    if (each->name() == name) return *each;
  }
  throw Error("there is no such format");
}

Move random_move(const Position& position, std::mt19937& random) {
  MoveList list;
  generate(position, list);
  return list.empty() ? Move() : list[static_cast<int>(random() % static_cast<unsigned>(list.size()))];
}

// A game with comments and times; with `branches`, variations of variations too.
engine::Record random_record(unsigned seed, bool branches) {
  std::mt19937 random(seed);
  engine::Record record;
  record.headers = {{"先手", "甲"}, {"後手", "乙 丙"}, {"棋戦", "テスト"}};
  if (seed % 3 == 0) record.position = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
  record.nodes[0].comment = "before the first move\nin two lines";
  struct Line {
    std::size_t node;
    Position position;
    int length;
  };
  std::vector<Line> lines{{0, parse_position(record.position), 60}};
  while (!lines.empty()) {
    Line line = lines.back();
    lines.pop_back();
    for (; line.length > 0; --line.length) {
      const Move move = random_move(line.position, random);
      if (!move) break;
      if (branches && random() % 8 == 0 && record.nodes.size() < 400) {
        // Another move from here, unless it is the same.
        const Move other = random_move(line.position, random);
        if (other != move) {
          // The main move first: it must be the first child.
          const std::size_t main = record.add(line.node, to_usi(move));
          const std::size_t side = record.add(line.node, to_usi(other));
          Position after = line.position;
          after.make(other);
          lines.push_back({side, after, static_cast<int>(random() % 6)});
          line.position.make(move);
          line.node = main;
          continue;
        }
      }
      line.node = record.add(line.node, to_usi(move));
      line.position.make(move);
      if (random() % 5 == 0) record.nodes[line.node].comment = "comment\n+1 -2 変化";
      if (random() % 2 == 0) record.nodes[line.node].seconds = static_cast<double>(random() % 200);
    }
  }
  record.reason = "投了";
  return record;
}

// Text that says everything about a tree, whatever the numbering of its nodes.
std::string described(const engine::Record& record, std::size_t node = 0) {
  const engine::RecordNode& here = record.nodes[node];
  std::string text = here.move + "{" + here.comment + "}";
  if (here.seconds) text += std::to_string(*here.seconds);
  for (const std::size_t child : here.children) text += "(" + described(record, child) + ")";
  return text;
}

TEST(ShogiRecords, VariationsCommentsTimesAndHeadersComeBack) {
  for (const char* const name : {"KIF", "KI2", "JKF"}) {
    for (unsigned seed = 1; seed <= 30; ++seed) {
      engine::Record record = random_record(seed, true);
      if (name == std::string_view("KI2")) {
        for (engine::RecordNode& node : record.nodes) node.seconds.reset();
      }
      const std::string text = format(name).write(record);
      ASSERT_TRUE(format(name).detect(text)) << name;
      const std::vector<engine::Record> again = format(name).read(text);
      ASSERT_EQ(again.size(), 1u);
      ASSERT_EQ(described(again[0]), described(record)) << text;
      ASSERT_EQ(again[0].position, record.position);
      ASSERT_EQ(again[0].header("先手"), "甲");
      ASSERT_EQ(again[0].header("後手"), "乙 丙");
      ASSERT_EQ(again[0].reason, "投了");
      ASSERT_NE(again[0].result, engine::RecordResult::Unknown);
    }
  }
}

TEST(ShogiRecords, MainLinesComeBackInEveryFormat) {
  for (const engine::RecordFormat* each : record_formats()) {
    for (unsigned seed = 1; seed <= 30; ++seed) {
      const engine::Record record = random_record(seed, false);
      const std::string text = each->write(record);
      ASSERT_TRUE(each->detect(text)) << each->name();
      for (const engine::RecordFormat* other : record_formats()) {
        ASSERT_EQ(other->detect(text), other == each) << other->name() << " takes " << each->name();
      }
      const engine::Record again = each->read(text).at(0);
      ASSERT_EQ(again.main_line(), record.main_line()) << text;
      ASSERT_EQ(again.position, record.position);
      if (each->name() == "USI") continue;
      ASSERT_EQ(again.nodes[0].comment, record.nodes[0].comment) << text;
      ASSERT_EQ(again.header("棋戦"), "テスト");
      ASSERT_EQ(again.reason, "投了");
    }
  }
}

TEST(ShogiRecords, KifVariationsBranchWhereTheyShould) {
  const engine::Record record = format("KIF")
                                    .read(
                                        "手合割：平手\n先手：甲\n手数----指手---------消費時間--\n"
                                        "   1 ７六歩(77)   ( 0:12/00:00:12)\n   2 ３四歩(33)\n   3 "
                                        "２二角成(88)\n   4 同　銀(31)\n   5 中断\n"
                                        "\n変化：4手\n   4 同　飛(82)\n*with the rook\n"
                                        "\n変化：2手\n   2 ８四歩(83)\n   3 ２六歩(27)\n")
                                    .at(0);
  EXPECT_EQ(record.main_line(), (std::vector<std::string>{"7g7f", "3c3d", "8h2b+", "3a2b"}));
  EXPECT_EQ(record.nodes[1].seconds, 12);
  ASSERT_EQ(record.nodes[1].children.size(), 2u);
  ASSERT_EQ(record.nodes[3].children.size(), 2u);
  EXPECT_EQ(record.nodes[record.nodes[3].children[1]].move, "8b2b");
  EXPECT_EQ(record.nodes[record.nodes[1].children[1]].move, "8c8d");
  EXPECT_EQ(record.reason, "中断");
}

TEST(ShogiRecords, ShiftJisGoesOutAndComesBack) {
  for (const char* const name : {"KIF", "KI2", "CSA"}) {
    for (unsigned seed = 1; seed <= 6; ++seed) {
      const std::string text = format(name).write(random_record(seed, true));
      const std::string bytes = to_shift_jis(text);
      ASSERT_NE(bytes, text);
      ASSERT_TRUE(format(name).detect(bytes)) << name;
      const engine::Record from_bytes = format(name).read(bytes).at(0),
                           from_text = format(name).read(text).at(0);
      ASSERT_EQ(described(from_bytes), described(from_text)) << text;
      ASSERT_EQ(from_bytes.headers, from_text.headers);
    }
  }
  EXPECT_THROW(to_shift_jis("\xf0\x9f\x98\x80"), Error);  // a face
}

TEST(ShogiRecords, ErrorsNameThePlaceAndTheReason) {
  const auto error_of = [](std::string_view name, std::string_view text) -> std::string {
    try {
      (void)format(name).read(text);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(error_of("KIF", "手合割：平手\n   1 ７六歩(77)\n変化：9手\n").find("line 3"), std::string::npos);
  EXPECT_NE(error_of("KIF", "手合割：平手\n   1 ７五歩(77)\n").find("line 2: move"), std::string::npos);
  EXPECT_NE(error_of("CSA", "PI\n+\n+7776FU\nTx\n").find("line 4: time"), std::string::npos);
  EXPECT_NE(error_of("JKF",
                     "{\"moves\":[{},{\"move\":{\"to\":{\"x\":7,\"y\":5},\"from\":{\"x\":7,\"y\":7},"
                     "\"piece\":\"FU\"}}]}")
                .find("move 1 7g7e"),
            std::string::npos);
  EXPECT_NE(error_of("JKF", "{\"moves\":3").find("bad JKF record"), std::string::npos);
  EXPECT_NE(error_of("JKF", "{\"moves\":[{},{\"move\":{}}]}").find("missing"), std::string::npos);
  EXPECT_NE(error_of("USI", "startpos moves 7g7f\nstartpos moves 7g7e\n").find("line 2"), std::string::npos);
}

}  // namespace
}  // namespace tesuji::shogi
