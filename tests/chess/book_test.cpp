// Polyglot books: the published keys, weights, broken files, and the engine's use of them.
#include "games/chess/book.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "base/error.hpp"
#include "games/chess/game.hpp"
#include "games/chess/notation.hpp"

namespace tesuji::chess {
namespace {

// The test vectors that come with the format's description.
TEST(ChessBook, KeysAreThePublishedOnes) {
  const std::pair<const char*, std::uint64_t> kVectors[] = {
      {"startpos", 0x463b96181691fc9cULL},
      {"startpos moves e2e4", 0x823c9b50fd114196ULL},
      {"startpos moves e2e4 d7d5", 0x0756b94461c50fb0ULL},
      {"startpos moves e2e4 d7d5 e4e5", 0x662fafb965db29d4ULL},
      {"startpos moves e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78ULL},
      {"startpos moves e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1ULL},
      {"startpos moves e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9ULL},
      {"startpos moves a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637ULL},
      {"startpos moves a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560ULL},
      {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78ULL},
  };
  for (const auto& [position, key] : kVectors)
    EXPECT_EQ(polyglot_key(parse_position(position)), key) << position;
}

std::vector<GameRecord> games() {
  std::string pgn;
  const auto add = [&](const char* result, const char* moves) {
    pgn += std::string("[Event \"x\"]\n[Result \"") + result + "\"]\n\n" + moves + " " + result + "\n\n";
  };
  add("1-0", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O");
  add("1-0", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O");
  add("1/2-1/2", "1. e4 c5 2. Nf3");
  add("0-1", "1. d4 d5");
  add("0-1", "1. d4 d5");
  add("*", "1. a3");
  return parse_pgn(pgn);
}

TEST(ChessBook, BuildsFromGames) {
  const Book book = Book::build(games(), {.plies = 40, .min_games = 1});
  const std::vector<engine::BookMove> first = book.moves(parse_position("startpos"));
  ASSERT_EQ(first.size(), 1U);  // 1. d4 scored nothing, and the unfinished game does not count
  EXPECT_EQ(first[0].move, "e2e4");
  EXPECT_EQ(first[0].weight, 5U);
  const std::vector<engine::BookMove> castling =
      book.moves(parse_position("startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6"));
  ASSERT_EQ(castling.size(), 1U);
  EXPECT_EQ(castling[0].move, "e1g1");
  EXPECT_TRUE(book.moves(parse_position("startpos moves h2h4")).empty());

  const Book again(book.bytes());
  EXPECT_EQ(again.entries(), book.entries());
  EXPECT_EQ(again.positions(), book.positions());
  EXPECT_LT(Book::build(games(), {.plies = 2, .min_games = 1}).entries(), book.entries());
  EXPECT_LT(Book::build(games(), {.plies = 40, .min_games = 2}).entries(), book.entries());
  EXPECT_THROW((void)Book::build(games(), {.plies = 40, .min_games = 100}), Error);
}

TEST(ChessBook, PromotionsComeBack) {
  const auto record = parse_pgn("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n[Result \"1-0\"]\n\n1. a8=N 1-0\n");
  const Book book = Book::build(record, {.plies = 10, .min_games = 1});
  const auto moves = book.moves(record[0].start);
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_EQ(moves[0].move, "a7a8n");
}

TEST(ChessBook, RefusesBrokenFiles) {
  const std::string bytes = Book::build(games(), {.plies = 40, .min_games = 1}).bytes();
  EXPECT_THROW(Book(""), Error);
  EXPECT_THROW(Book(bytes.substr(0, bytes.size() - 1)), Error);
  std::string shuffled = bytes;
  std::swap_ranges(shuffled.begin(), shuffled.begin() + 16, shuffled.end() - 16);
  EXPECT_THROW(Book{shuffled}, Error);
}

TEST(ChessBook, MovesAreChosenByWeight) {
  const std::vector<engine::BookMove> moves = {
      {"a", 3, "", {}, {}}, {"b", 0, "", {}, {}}, {"c", 1, "", {}, {}}};
  std::map<std::string, int> chosen;
  for (std::uint64_t random = 0; random < 400; ++random)
    ++chosen[engine::choose_by_weight(moves, random)->move];
  EXPECT_EQ(chosen, (std::map<std::string, int>{{"a", 300}, {"c", 100}}));
  EXPECT_EQ(engine::choose_by_weight({{"b", 0, "", {}, {}}}, 7), nullptr);
}

class ChessBookEngine : public testing::Test {
 protected:
  ChessBookEngine() {
    std::ofstream(path_, std::ios::binary) << Book::build(games(), {.plies = 40, .min_games = 1}).bytes();
  }
  ~ChessBookEngine() override { std::filesystem::remove(path_); }
  engine::Report analyze(const std::string& position, engine::OptionTexts options) {
    engine::Request request;
    request.game = "chess";
    request.position = position;
    request.limits.depth = 1;
    options["book-file"] = path_;
    request.options = std::move(options);
    engine::Listener listener;
    const search::StopFlag stop;
    return engine_->analyze(request, listener, stop);
  }
  const std::string path_ = testing::TempDir() + "tesuji-book-" +
                            testing::UnitTest::GetInstance()->current_test_info()->name() + ".bin";
  std::unique_ptr<engine::Engine> engine_ = game().new_engine();
};

TEST_F(ChessBookEngine, PlaysFromTheBookWhenAsked) {
  const engine::Report report = analyze("startpos", {{"own-book", "true"}});
  EXPECT_EQ(report.verdict, "book move");
  EXPECT_EQ(report.best, std::vector<std::string>{"e2e4"});
  EXPECT_EQ(report.nodes, 0U);
  EXPECT_GT(analyze("startpos", {{"own-book", "false"}}).nodes, 0U);
  EXPECT_GT(analyze("startpos moves a2a3", {{"own-book", "true"}}).nodes, 0U);  // not in the book
  EXPECT_EQ(analyze("startpos moves e2e4", {{"own-book", "true"}, {"book-moves", "2"}}).verdict, "book move");
  EXPECT_GT(analyze("startpos moves e2e4", {{"own-book", "true"}, {"book-moves", "1"}}).nodes, 0U);
  EXPECT_GT(analyze("startpos", {{"own-book", "true"}, {"multipv", "2"}}).nodes, 0U);
}

TEST_F(ChessBookEngine, ABrokenBookIsNamedAndTheSearchGoesOn) {
  std::filesystem::resize_file(path_, 17);
  const engine::Report report = analyze("startpos", {{"own-book", "true"}});
  EXPECT_EQ(report.best.size(), 1U);
  EXPECT_GT(report.nodes, 0U);
  ASSERT_EQ(report.remarks.size(), 1U);
  EXPECT_NE(report.remarks[0].find(path_), std::string::npos);
}

}  // namespace
}  // namespace tesuji::chess
