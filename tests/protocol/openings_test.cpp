// Openings, EPD lines and records of matches, with the notations of the real games.
#include "match/openings.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.hpp"
#include "games/chess/game.hpp"
#include "games/othello/game.hpp"
#include "games/shogi/game.hpp"
#include "match/epd.hpp"
#include "match/record.hpp"
#include "protocol/takeaway.hpp"

namespace tesuji::match {
namespace {

using Moves = std::vector<std::string>;

std::string error_of(std::string_view text, const engine::Game& game) {
  try {
    parse_openings(text, game, 4);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Openings, PgnIsReadByTheGame) {
  const auto openings = parse_openings(
      "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n"
      "1. e4 {a comment} Kd7! 2. Kd2 $1 (2. Kf2 Ke6) 2... Ke6 3. Ke3 *\n\n"
      "[Event \"y\"]\n\n1.e4 e5 1-0\n\n[Event \"mate\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
      chess::game(), 4);
  ASSERT_EQ(openings.size(), 2U) << "the third game is over after four plies";
  EXPECT_EQ(openings[0].position, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  EXPECT_EQ(openings[0].moves, (Moves{"e2e4", "e8d7", "e1d2", "d7e6"}));
  EXPECT_EQ(openings[1].moves, (Moves{"e2e4", "e7e5"}));
}

TEST(Openings, KifAndCsaAreReadByTheGame) {
  for (const char* text :
       {"手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n",
        "V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n"}) {
    const auto openings = parse_openings(text, shogi::game(), 1);
    ASSERT_EQ(openings.size(), 1U) << text;
    EXPECT_EQ(openings[0].moves, Moves{"7g7f"});
  }
}

TEST(Openings, LinesAreTakenWhole) {
  const auto openings = parse_openings("startpos moves 7g7f 3c3d 2g2f\n", shogi::game(), 1);
  ASSERT_EQ(openings.size(), 1U);
  EXPECT_EQ(openings[0].moves, (Moves{"7g7f", "3c3d", "2g2f"}));
}

TEST(Openings, PositionsOfEveryGame) {
  const auto shogi = parse_openings("4k4/9/9/9/9/9/9/9/4K4 b 2P bm P*5e;\n", shogi::game(), 8);
  ASSERT_EQ(shogi.size(), 1U);
  EXPECT_EQ(shogi[0].position, "4k4/9/9/9/9/9/9/9/4K4 b 2P 1");
  const std::string line = othello::game().board("")->position();  // 64 squares without slashes, and a side
  const auto othello = parse_openings(line + "\n", othello::game(), 8);
  ASSERT_EQ(othello.size(), 1U);
  EXPECT_EQ(othello[0].position, line);
}

TEST(Openings, ErrorsNameTheLine) {
  EXPECT_TRUE(error_of("startpos moves 1\nstartpos moves 9\n", test::take_away())
                  .starts_with("line 2: '9' is not a legal move"));
  EXPECT_EQ(error_of("[Event \"x\"]\n\n1. e4\ne9 *\n", chess::game()),
            "PGN line 4, game 1, move 1...: 'e9' is not a legal move");
}

TEST(Epd, PositionsAndOperations) {
  const engine::EpdLayout chess = chess::game().epd_layout(), shogi = shogi::game().epd_layout();
  const Epd epd =
      parse_epd("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6 Qh3; id \"WAC; 1\";", chess);
  EXPECT_EQ(epd.position, "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1");
  EXPECT_EQ(epd.operands("bm"), (Moves{"Qg6", "Qh3"}));
  EXPECT_EQ(epd.operands("id"), Moves{"WAC; 1"});
  EXPECT_TRUE(epd.operands("am").empty());
  EXPECT_EQ(parse_epd("8/8/8/8/8/8/8/K1k5 b - - 12 40 dm 3", chess).position,
            "8/8/8/8/8/8/8/K1k5 b - - 12 40");
  EXPECT_EQ(parse_epd("9/9/9/9/9/9/9/9/K1k6 b 2P bm 9i8h", shogi).position, "9/9/9/9/9/9/9/9/K1k6 b 2P 1");
  EXPECT_THROW(parse_epd("8/8/8/8/8/8/8/8 w", chess), Error);
  EXPECT_THROW(parse_epd("8/8/8/8/8/8/8/8 w - - id \"open", chess), Error);
}

GameRecord played(std::string position, Moves moves) {
  GameRecord game;
  game.names = {"A \"the\" first", "B"};
  game.controls = {"5+0.05", "5+0.05"};
  game.opening.position = std::move(position);
  for (std::string& move : moves) {
    game.moves.emplace_back();
    game.moves.back().move = std::move(move);
  }
  return game;
}

TEST(Record, PgnHasPlayersScoresAndTheReason) {
  GameRecord game = played("8/8/8/8/8/3k4/8/K7 b - - 3 40", {"d3c2", "a1a2"});
  game.moves[1].score = -31;
  game.moves[1].depth = 12;
  game.moves[1].seconds = 0.1;
  game.result = Result::Draw;
  game.reason = game.ending = "insufficient material";
  const engine::RecordFormat& pgn = *chess::game().record_formats().at(0);
  const std::string text = pgn.write(to_record(game, pgn, 3, "2026.01.02"));
  EXPECT_NE(text.find("[White \"A \\\"the\\\" first\"]"), std::string::npos) << text;
  EXPECT_NE(text.find("[Date \"2026.01.02\"]\n[Round \"3\"]"), std::string::npos) << text;
  EXPECT_NE(text.find("[TimeControl \"5+0.05\"]"), std::string::npos) << text;
  EXPECT_NE(text.find("[Termination \"normal\"]"), std::string::npos) << text;
  EXPECT_NE(text.find("[FEN \"8/8/8/8/8/3k4/8/K7 b - - 3 40\"]"), std::string::npos) << text;
  EXPECT_NE(text.find("40... Kc2 41. Ka2 {-0.31/12 0.100s; insufficient material}"), std::string::npos)
      << text;
  EXPECT_NE(text.find("1/2-1/2\n"), std::string::npos) << text;
}

TEST(Record, KifSaysHowTheGameEnded) {
  const engine::RecordFormat& kif = *shogi::game().record_formats().at(0);
  GameRecord game = played("", {"7g7f", "3c3d", "8h2b+"});
  game.result = Result::FirstWins;
  for (const auto& [ending, word] :
       std::vector<std::pair<std::string, std::string>>{{"resignation", "投了"},
                                                        {"time forfeit", "切れ負け"},
                                                        {"declaration", "入玉勝ち"},
                                                        {"perpetual check", "反則負け"},
                                                        {"adjudication", "中断"}}) {
    game.ending = ending;
    const std::string text = kif.write(to_record(game, kif, 1, "2026.01.02"));
    EXPECT_NE(text.find("   4 " + word + "\n"), std::string::npos) << text;
    EXPECT_NE(text.find("先手：A \"the\" first\n"), std::string::npos) << text;
    EXPECT_EQ(kif.read(text).at(0).main_line(), (Moves{"7g7f", "3c3d", "8h2b+"}));
  }
}

TEST(Record, LinesForGamesWithoutAFormat) {
  GameRecord game = played("20 w 0", {"1", "2"});
  game.result = Result::Draw;
  game.reason = "two passes";
  EXPECT_EQ(to_lines(game, 3, "fen"),
            "# 3. A \"the\" first - B 1/2-1/2 (two passes)\nfen 20 w 0 moves 1 2\n");
}

// A player that says what the test tells it to.
class Scripted : public Player {
 public:
  explicit Scripted(std::vector<Answer> answers) : answers_(std::move(answers)) {}
  void new_game(const TimeControl&, const search::StopFlag&) override {}
  Answer think(const Turn&, const search::StopFlag&) override { return answers_.at(at_++); }
  [[nodiscard]] bool usable() const override { return true; }

 private:
  std::vector<Answer> answers_;
  std::size_t at_ = 0;
};

TEST(Referee, ADeclaredWinCounts) {
  // Black's king is in the camp with eleven pieces and 28 points.
  const std::string sfen = "1KGGGGSSS/9/RRBB5/9/9/9/9/9/4k4 b S4N4L18P 1";
  Answer win;
  win.kind = Answer::Kind::Win;
  Scripted black({win}), white({});
  const search::StopFlag stop;
  const GameRecord game =
      play_game(shogi::game(), {sfen, {}}, {Seat{black, "a", {}}, Seat{white, "b", {}}}, {}, stop);
  EXPECT_EQ(game.result, Result::FirstWins) << game.reason;
  EXPECT_EQ(game.ending, "declaration");
  EXPECT_TRUE(game.moves.empty());
}

}  // namespace
}  // namespace tesuji::match
