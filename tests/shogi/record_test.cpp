#include "games/shogi/record.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/error.hpp"
#include "games/shogi/board.hpp"
#include "games/shogi/game.hpp"
#include "games/shogi/notation.hpp"
#include "shogi/random_game.hpp"

namespace tesuji::shogi {
namespace {

std::string after_start(std::string_view moves) {
  std::string text(kStartSfen);
  text += moves;
  return text;
}

std::string error_of(std::string_view text) {
  try {
    read_record(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// The game that led to `position`, with how it ended in KIF's words.
engine::Record game_of(const Position& position, std::string ending) {
  Position start = position;
  std::vector<std::string> moves;
  for (; start.plies() > 0; start.undo()) moves.push_back(to_usi(start.last_move()));
  engine::Record record;
  if (to_sfen(start) != kStartSfen) record.position = to_sfen(start);
  std::size_t node = 0;
  for (auto move = moves.rbegin(); move != moves.rend(); ++move) node = record.add(node, *move);
  record.reason = std::move(ending);
  return record;
}

std::string position_of(const engine::Record& record) {
  std::string text = record.position.empty() ? std::string(kStartSfen) : record.position;
  const std::vector<std::string> moves = record.main_line();
  if (!moves.empty()) text += " moves";
  for (const std::string& move : moves) text += ' ' + move;
  return text;
}

const engine::RecordFormat& kif() {
  return *record_formats().at(0);
}
const engine::RecordFormat& ki2() {
  return *record_formats().at(1);
}

constexpr auto kKif =
    "# comment\n開始日時：2026/11/15\n手合割：平手　　\n先手：甲\n後手：乙\n"
    "手数----指手---------消費時間--\n"
    "   1 ７六歩(77)   ( 0:01/00:00:01)\n*an opening\n   2 ３四歩(33)   ( 0:01/00:00:01)\n"
    "   3 ２二角成(88)\n   4 同　銀(31)\n   5 ４五角打\n   6 投了\n"
    "\n変化：3手\n   3 ２六歩(27)\n";

TEST(ShogiRecord, KifIsReadWithCommentsTimesAndVariations) {
  const Record record = read_record(kKif);
  EXPECT_EQ(record.position(), after_start(" moves 7g7f 3c3d 8h2b+ 3a2b B*4e"));
  EXPECT_EQ(record.black, "甲");
  EXPECT_EQ(record.white, "乙");
  EXPECT_EQ(record.ending, "投了");
}

TEST(ShogiRecord, ShiftJisAndByteOrderMarksAreUnderstood) {
  // 手合割：平手, 7六歩(77), 投了 in Shift-JIS.
  const std::string bytes =
      "\x8e\xe8\x8d\x87\x8a\x84\x81\x46\x95\xbd\x8e\xe8\r\n"
      "1 \x82\x56\x98\x5a\x95\xe0(77)\r\n"
      "2 \x93\x8a\x97\xb9\r\n";
  const Record record = read_record(bytes);
  EXPECT_EQ(record.position(), after_start(" moves 7g7f"));
  EXPECT_EQ(record.ending, "投了");
  EXPECT_EQ(read_record("\xef\xbb\xbf" + std::string(kKif)).moves.size(), 5u);
  EXPECT_NE(error_of("\xff\xff\xff\n").find("neither"), std::string::npos);
}

TEST(ShogiRecord, KifDiagramsAndHandsAreRead) {
  Position position = parse_position("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
  position.make(parse_move(position, "G*5b"));
  const engine::Record record = game_of(position, "詰み");
  const std::string text = kif().write(record);
  EXPECT_NE(text.find("歩十七"), std::string::npos) << text;
  const Record again = read_record(text);
  EXPECT_EQ(again.position(), position_of(record));
  EXPECT_EQ(again.ending, "詰み");
}

TEST(ShogiRecord, WrittenKifIsReadBackMoveByMove) {
  random_games(20, 150, [](const Position& position) {
    if (position.plies() != 149) return;
    const engine::Record record = game_of(position, "");
    const std::string text = kif().write(record);
    ASSERT_EQ(read_record(text).position(), position_of(record));
    ASSERT_EQ(text.find("不成"), std::string::npos) << "other readers pass over a line with it";
  });
}

TEST(ShogiRecord, HandicapsBeginWithWhite) {
  const Record record = read_record("手合割：二枚落ち\n上手：甲\n下手：乙\n   1 ６二銀(71)\n");
  EXPECT_EQ(record.start.side(), Color::White);
  EXPECT_EQ(record.white, "甲");
  EXPECT_EQ(record.moves.size(), 1u);
}

TEST(ShogiRecord, CsaIsReadWithNamesTimesAndEnding) {
  const Record record = read_record(
      "'comment\nV2.2\nN+NAKAHARA\nN-YONENAGA\n$EVENT:13th World Computer Shogi Championship\nPI\n+\n"
      "+2726FU\nT12\n-3334FU,T6\n+7776FU\n%CHUDAN\n");
  EXPECT_EQ(record.position(), after_start(" moves 2g2f 3c3d 7g7f"));
  EXPECT_EQ(record.black, "NAKAHARA");
  EXPECT_EQ(record.event, "13th World Computer Shogi Championship");
  EXPECT_EQ(record.ending, "中断");
}

TEST(ShogiRecord, CsaPositionsAreReadInAllThreeWays) {
  EXPECT_EQ(to_sfen(read_record("V2.2\nPI82HI22KA\n-\n").start),
            "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
  const std::string ranks =
      "V2.2\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA * \nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\n"
      "P4 *  *  *  *  *  *  *  *  * \nP5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n"
      "P7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  * +HI * \nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n+\n";
  EXPECT_EQ(to_sfen(read_record(ranks).start), kStartSfen);
  EXPECT_EQ(to_sfen(read_record("P+00KI53FU\nP-51OU\nP-00AL\n+\n+0052KI\n").start),
            "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
}

TEST(ShogiRecord, PromotionInCsaIsSeenFromThePiece) {
  const Record record = read_record("PI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n");
  EXPECT_EQ(record.position(), after_start(" moves 7g7f 3c3d 8h2b+ 3a2b"));
}

TEST(ShogiRecord, EveryBadFieldIsNamedWithItsLine) {
  const auto names = [](const std::string& text, std::string_view word) {
    const std::string error = error_of(text);
    EXPECT_NE(error.find(word), std::string::npos) << text << " -> " << error;
  };
  names("手合割：平手\n   1 ７五歩(77)\n", "line 2");
  names("手合割：平手\n   1 ７五歩(77)\n", "does not move");
  names("手合割：平手\n   1 ７六銀(77)\n", "no such piece");
  names("手合割：平手\n   1 ５五と打\n", "in hand");
  names("手合割：平手\n   1 ５五王打\n", "in hand");
  names("手合割：平手\n   1 ７六歩\n", "in brackets");
  names("手合割：平手\n   1 ７六(77)\n", "no piece is named");
  names("手合割：平手\n   1 同　歩(77)\n", "同");
  names("手合割：百枚落ち\n", "手合割");
  names("後手の持駒：王\n|\n", "持駒");
  names("手合割：その他\n| ・ ・ ・|\n", "board");
  names("V2.2\nPI\n+\n+7775FU\n", "line 4");
  names("V2.2\nPI\n+\n+7776XX\n", "XX");
  names("V2.2\nPI\n+\n+0055RY\n", "in hand");
  names("V2.2\nPI\n+\n+7076FU\n", "70");
  names("V2.2\nPI\n+\n-3334FU\n", "turn");
  names("V2.2\nPI55KA\n+\n", "55");
  names("V2.2\nP+59OU55FU\nP-51OU55KI\n+\n", "two pieces on 5e");
  names("V2.2\nP+59OU00KA00KA00KA\nP-51OU\n+\n", "more pieces");
  names("V2.2\nP1*FU\n+\n", "field");
  names("V2.2\nQ\n", "statement");
  names("hello\nworld\n", "not KIF, KI2 or CSA");
}

TEST(ShogiRecord, AFileOfPositionsMayBeARecord) {
  const auto engine = game().new_engine();
  const auto positions = engine->game().split_positions(kKif);
  ASSERT_EQ(positions.size(), 1u);
  EXPECT_EQ(engine->game().board(positions[0])->position(),
            "lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6");
}

TEST(ShogiRecord, AFileOfSeveralGamesHasAPositionForEach) {
  std::string file;
  for (const char* first : {"7g7f", "2g2f"}) {
    Position position = Position::start();
    position.make(parse_move(position, first));
    file += kif().write(game_of(position, "投了"));
  }
  const auto positions = game().split_positions(file);
  ASSERT_EQ(positions.size(), 2u);
  EXPECT_EQ(positions[0], after_start(" moves 7g7f"));
  EXPECT_EQ(positions[1], after_start(" moves 2g2f"));
}

TEST(ShogiRecord, Ki2IsReadWithItsWordsForAmbiguousMoves) {
  const Record record = read_record(
      "開始日時：2026/11/16\n先手：甲\n後手：乙\n\n"
      "▲７六歩　△３四歩　▲２二角成　△同　銀　▲５八金右 △５二金左\n▲４五角打　△６二銀\nまで8手で中断\n");
  EXPECT_EQ(record.position(), after_start(" moves 7g7f 3c3d 8h2b+ 3a2b 4i5h 4a5b B*4e 7a6b"));
  EXPECT_EQ(record.black, "甲");
  EXPECT_EQ(record.ending, "中断");
  EXPECT_EQ(read_record("▲７六歩\n△３四歩\n").moves.size(), 2u);  // without headers
  EXPECT_NE(error_of("▲７六歩 △３四歩\n▲５八金\n").find("line 2: move"), std::string::npos);
  EXPECT_NE(error_of("▲７六歩 △３四歩\n▲５八金\n").find("ambiguous"), std::string::npos);
  EXPECT_NE(error_of("▲７六歩 ▲２六歩\n").find("other side"), std::string::npos);
}

TEST(ShogiRecord, WrittenKi2IsReadBackMoveByMove) {
  random_games(20, 150, [](const Position& position) {
    if (position.plies() != 149) return;
    const engine::Record record = game_of(position, "投了");
    const std::string text = ki2().write(record);
    const Record again = read_record(text);
    ASSERT_EQ(again.position(), position_of(record)) << text;
    ASSERT_EQ(again.ending, "投了");
  });
}

TEST(ShogiRecord, JapaneseMovesSayNoMoreThanIsNeeded) {
  const auto name = [](std::string_view sfen, std::string_view move) {
    const Position position = parse_position(sfen);
    return japanese_move(position, parse_move(position, move), kNoSquare);
  };
  EXPECT_EQ(name(kStartSfen, "7g7f"), "▲７六歩");
  EXPECT_EQ(name(kStartSfen, "4i5h"), "▲５八金右");
  EXPECT_EQ(name("4k4/9/9/9/9/9/9/3GGG3/4K4 b - 1", "5h5g"), "▲５七金直");
  EXPECT_EQ(name("4k4/9/9/9/9/9/9/3GGG3/4K4 b - 1", "6h5g"), "▲５七金左");
  EXPECT_EQ(name("4k4/9/9/9/9/4S4/9/4S4/4K4 b - 1", "5h4g"), "▲４七銀上");
  EXPECT_EQ(name("4k4/9/9/9/9/9/9/4S4/4K4 b S 1", "S*4g"), "▲４七銀打");
  EXPECT_EQ(name("4k4/9/9/9/9/9/9/9/4K4 b S 1", "S*4g"), "▲４七銀");
  EXPECT_EQ(name("4k4/8S/9/9/9/9/9/9/4K4 b - 1", "1b2a"), "▲２一銀不成");
  EXPECT_EQ(name("4k4/8S/9/9/9/9/9/9/4K4 b - 1", "1b2a+"), "▲２一銀成");
}

}  // namespace
}  // namespace tesuji::shogi
