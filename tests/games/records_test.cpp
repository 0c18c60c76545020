// Texts of every kind become records, and records become texts that say the same.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "engine/json.hpp"
#include "games/games.hpp"
#include "games/nested_variations.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::games {
namespace {

using Moves = std::vector<std::string>;

const engine::Registry& registry() {
  static const engine::Registry games = [] {
    engine::Registry all;
    register_all(all);
    return all;
  }();
  return games;
}

engine::RecordText read(const std::string& game, const std::string& text) {
  return engine::read_records(registry().game(game), text);
}

// Text that says everything about a tree, whatever the numbering of its nodes.
std::string described(const engine::Record& record, std::size_t node = 0) {
  const engine::RecordNode& here = record.nodes[node];
  std::string text = here.move + "{" + here.comment + "}";
  for (const std::size_t child : here.children) text += "(" + described(record, child) + ")";
  return text;
}

TEST(RecordText, ReadsMovesInEitherSpelling) {
  EXPECT_EQ(read("chess", "e4 e5 Nf3").records.at(0).main_line(), (Moves{"e2e4", "e7e5", "g1f3"}));
  EXPECT_EQ(read("chess", "e2e4e7e5").records.at(0).main_line(), (Moves{"e2e4", "e7e5"}));
  EXPECT_EQ(read("chess", "1. e4 e5 2. Nf3").records.at(0).main_line(), (Moves{"e2e4", "e7e5", "g1f3"}));
  EXPECT_EQ(read("chess", "f3 e5 g4 Qh4").records.at(0).main_line(), (Moves{"f2f3", "e7e5", "g2g4", "d8h4"}));
  EXPECT_EQ(read("shogi", "7g7f 3c3d").records.at(0).main_line(), (Moves{"7g7f", "3c3d"}));
  EXPECT_EQ(read("connect4", "4453").records.at(0).main_line(), (Moves{"4", "4", "5", "3"}));
  EXPECT_EQ(read("othello", "f5 d6c3").records.at(0).main_line(), (Moves{"f5", "d6", "c3"}));
}

TEST(RecordText, ReadsAPositionWithMoves) {
  const engine::Record game = read("chess", "startpos moves e2e4 e7e5").records.at(0);
  EXPECT_EQ(game.position, "");
  EXPECT_EQ(game.main_line(), (Moves{"e2e4", "e7e5"}));
  const engine::Record from = read("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4").records.at(0);
  EXPECT_EQ(from.position, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  EXPECT_EQ(from.main_line(), Moves{"e2e4"});
  EXPECT_THROW(read("chess", "startpos moves e2e5"), Error);
}

TEST(RecordText, ReadsNothingAsTheStart) {
  for (const std::string& game : registry().names()) {
    const engine::Record record = read(game, " \n").records.at(0);
    EXPECT_EQ(record.position, "") << game;
    EXPECT_TRUE(record.main_line().empty()) << game;
  }
}

TEST(RecordText, RefusesNonsenseInASentence) {
  for (const std::string& game : registry().names()) {
    try {
      read(game, "nonsense!");
      FAIL() << game;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(' '), std::string::npos) << game;
    }
  }
}

TEST(RecordText, ReadsEveryExample) {
  for (const engine::Game* const game : registry().games()) {
    for (const engine::Example& example : game->examples())
      EXPECT_EQ(engine::read_records(*game, example.position).records.size(), 1) << example.title;
  }
}

// A main line, a variation and a comment come back from every format that keeps them.
TEST(RecordText, WritesWhatItReadsBack) {
  const std::pair<std::string, std::string> games[] = {
      {"chess", "[White \"Ann\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 *\n"},
      {"shogi", "手合割：平手\n1 ７六歩(77)\n*best\n2 ３四歩(33)\n3 ２六歩(27)\n\n変化：2手\n2 ８四歩(83)\n"},
      {"go", "(;GM[1]FF[4]SZ[9]PB[Ann]AB[cc]AW[cd]PL[B];B[dd]C[best](;W[de];B[ee])(;W[ed]TE[1]))"},
  };
  for (const auto& [name, text] : games) {
    const engine::Game& game = registry().game(name);
    const engine::RecordText first = engine::read_records(game, text);
    EXPECT_EQ(first.records.at(0).main_line().size(), 3) << name;
    const std::string written = engine::write_record(game, first.format, first.records.at(0));
    const engine::RecordText again = engine::read_records(game, written);
    EXPECT_EQ(again.format, first.format);
    const auto one = engine::to_json(first.records.at(0)), other = engine::to_json(again.records.at(0));
    EXPECT_EQ(other["nodes"], one["nodes"]) << written;  // PGN adds headers
    EXPECT_EQ(other.value("position", ""), one.value("position", "")) << written;
    EXPECT_NE(other.dump().find("best"), std::string::npos) << written;
  }
}

TEST(RecordText, WritesPlainTextWhereThereIsNoOtherFormat) {
  const engine::Game& connect4 = registry().game("connect4");
  const std::string text =
      engine::write_record(connect4, engine::kPlainText, read("connect4", "4453").records.at(0));
  EXPECT_EQ(text, "4453\n");
  engine::Record drawn = read("connect4", "......./......./......./......./......./...X...").records.at(0);
  drawn.add(0, "4");
  const std::string board = engine::write_record(connect4, engine::kPlainText, drawn);
  EXPECT_EQ(engine::to_json(read("connect4", board).records.at(0)), engine::to_json(drawn));
  EXPECT_THROW(engine::write_record(connect4, "PGN", drawn), Error);
}

TEST(RecordText, KeepsWhatAGoProblemAsks) {
  const engine::Record record =
      read("go", "(;SZ[9]AB[aa][ab]AW[ba]CR[aa]C[Black to live];PL[B];B[bb]C[RIGHT])").records.at(0);
  EXPECT_EQ(record.nodes[0].comment, "Black to live");
  EXPECT_NE(record.position.find("CR[aa]"), std::string::npos);
  EXPECT_EQ(record.main_line(), Moves{"B8"});
  EXPECT_EQ(record.nodes[1].comment, "RIGHT");
}

TEST(RecordText, EndsAGoBranchAtAnIllegalMove) {
  const engine::Record record = read("go", "(;SZ[9]AB[aa];W[bb];B[bb];W[cc])").records.at(0);
  EXPECT_EQ(record.main_line(), Moves{"B8"});
  EXPECT_NE(record.nodes[1].comment.find("illegal"), std::string::npos);
  // Two moves of one side in a row have a pass between them.
  EXPECT_EQ(read("go", "(;SZ[9];B[bb];B[cc])").records.at(0).main_line(), (Moves{"B8", "pass", "C7"}));
}

// Found by fuzzing: the move was a header as well, and was written twice.
TEST(RecordText, ReadsAMoveInTheFirstNodeOfSgfOnce) {
  const engine::Record record = read("go", "(;SZ[9]PB[Ann]B[cc]TE[1];W[dd])").records.at(0);
  EXPECT_EQ(record.headers.size(), 1);
  EXPECT_EQ(record.main_line(), (Moves{"C7", "D6"}));
  const std::string written = engine::write_record(registry().game("go"), "SGF", record);
  EXPECT_EQ(read("go", written).records.at(0).main_line(), record.main_line()) << written;
}

TEST(RecordText, LeavesOutTreesThatCannotBeRead) {
  EXPECT_EQ(read("go", "(;SZ[9]AB[aa])\n(;SZ[9]AB[zz])\n(;SZ[9]AB[bb])").records.size(), 2);
  EXPECT_THROW(read("go", "(;SZ[9]AB[zz])"), Error);
}

const Moves kKnights = {"g1f3", "g8f6", "f3g1", "f6g8"};
const Moves kKings = {"5i5h", "5a5b", "5h5i", "5b5a"};

TEST(RecordText, NestedVariationsComeBackFromEveryFormatThatKeepsThem) {
  const engine::Record chess = test::nested_variations(kKnights, 21),
                       shogi = test::nested_variations(kKings, 21),
                       go = test::nested_variations({"A1", "B2", "C3", "D4", "E5", "F6"}, 6);
  for (const auto& [game, format, record] :
       {std::tuple("chess", "PGN", &chess), std::tuple("shogi", "KIF", &shogi),
        std::tuple("go", "SGF", &go)}) {
    const std::string text = engine::write_record(registry().game(game), format, *record);
    EXPECT_EQ(engine::to_json(read(game, text).records.at(0))["nodes"], engine::to_json(*record)["nodes"])
        << text;
  }
}

// PGN and the formats of shogi have such tests of their own (tests/chess, tests/shogi).
TEST(RecordText, RandomGoGamesComeBackFromSgf) {
  const engine::Game& go = registry().game("go");
  tt::SplitMix64 random(2026);
  for (int game = 0; game < 20; ++game) {
    engine::Record record;
    record.headers = {{"PB", "A ] \\ b"}, {"PW", "本因坊"}, {"EV", "test"}};
    record.position = "(;GM[1]FF[4]SZ[9]PL[B])";
    record.nodes[0].comment = "before: the first move]";
    struct Line {
      std::size_t node;
      std::vector<std::string> moves;
      std::uint64_t length;
    };
    std::vector<Line> lines{{0, {}, 40}};
    while (!lines.empty()) {
      Line line = lines.back();
      lines.pop_back();
      const auto board = go.board(record.position);
      for (const std::string& move : line.moves) board->play(move);
      for (; line.length > 0; --line.length) {
        const std::vector<std::string> legal = board->legal_moves();
        if (legal.empty()) break;
        const std::string& move = legal[random() % legal.size()];
        const std::string& other = legal[random() % legal.size()];
        const std::size_t next = record.add(line.node, move);
        if (random() % 4 == 0) record.nodes[next].comment = "a \\ (comment); [with] B[aa]";
        if (other != move && random() % 6 == 0) {
          Line branch{record.add(line.node, other), line.moves, random() % 6};
          branch.moves.push_back(other);
          lines.push_back(std::move(branch));
        }
        board->play(move);
        line.moves.push_back(move);
        line.node = next;
      }
    }
    const std::string text = engine::write_record(go, "SGF", record);
    const engine::RecordText again = engine::read_records(go, text + text);
    ASSERT_EQ(again.format, "SGF");
    ASSERT_EQ(again.records.size(), 2);
    for (const engine::Record& each : again.records) {
      ASSERT_EQ(described(each), described(record)) << text;
      for (const auto& [name, value] : record.headers) ASSERT_EQ(each.header(name), value);
    }
  }
}

TEST(RecordText, RefusesToWriteSgfThatNobodyCouldRead) {
  const engine::Game& go = registry().game("go");
  EXPECT_THROW((void)engine::write_record(go, "SGF", test::nested_variations({"A1", "B2"}, 5000)), Error);
}

// The whole board in every value: each point counts once.
TEST(RecordText, ReadsEachPointOfASetupOnce) {
  std::string text = "(;SZ[9]";
  for (const char* property : {"AB", "TR", "SQ", "CR", "MA"}) {
    text += property;
    for (int i = 0; i < 100; ++i) text += "[aa:dd]";
  }
  text += ";TR[aa:dd];SQ[aa:dd])";
  const std::string position = read("go", text).records.at(0).position;
  EXPECT_LT(position.size(), 2000) << position;
  EXPECT_THROW(read("go", "(;SZ[9]AB[aa:cc]AW[ii][bb])"), Error);
}

TEST(RecordText, GivesUpOnATextFullOfBrokenTrees) {
  std::string text = "(;SZ[9]AB[aa])\n";
  for (int i = 0; i < 50; ++i) text += "(;SZ[9\n";
  EXPECT_EQ(read("go", text).records.size(), 1);
  for (int i = 0; i < 100; ++i) text += "(;SZ[9\n";
  EXPECT_THROW(read("go", text), Error);
}

}  // namespace
}  // namespace tesuji::games
