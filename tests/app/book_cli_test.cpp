// `book`, and the book that is built in.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.hpp"

namespace tesuji {
namespace {

using nlohmann::json;
using test::Finished;
using test::kLate;
using test::TemporaryFolder;
using test::tesuji;

TEST(BookCli, BuildsAndReadsAChessBook) {
  const TemporaryFolder folder;
  const std::string book = folder.file("games.bin");
  const Finished built =
      tesuji("book build chess examples/game.pgn --min-games 1 --plies 6 --json --out " + book);
  ASSERT_EQ(built.status, 0) << built.err;
  EXPECT_GT(json::parse(built.out)["moves"], 0);
  EXPECT_EQ(json::parse(tesuji("book info --json " + book).out)["format"], "Polyglot");
  EXPECT_EQ(tesuji("book query " + book + " 'startpos moves h2h4'").status, 1);
  EXPECT_EQ(tesuji("book build chess --out " + book).status, 2);
  EXPECT_EQ(tesuji("book build shogi games.kif --out " + book).status, 2);
}

TEST(BookCli, ABookBuiltByManyJobsIsTheSame) {
  const TemporaryFolder folder;
  const std::string build = "book build connect4 --size 5x5 --plies 4 --hash 4M --out ";
  EXPECT_EQ(tesuji(build + folder.file("one")).status, 0);
  EXPECT_EQ(tesuji(build + folder.file("many") + " --jobs 3").status, 0);
  EXPECT_EQ(test::slurp(folder.file("one")), test::slurp(folder.file("many")));
  EXPECT_EQ(tesuji(build + folder.file("x") + " --jobs 2 --threads 2").status, 2);

  // Only who wins, from the fourth stone on.
  const std::string results = build + folder.file("r.book") + " --exact-plies 3 --jobs 2 --known ";
  test::spit(folder.file("one.book"), test::slurp(folder.file("one")));
  EXPECT_EQ(tesuji(results + folder.file("one.book")).status, 0);
  EXPECT_EQ(json::parse(tesuji("book info --json " + folder.file("r.book")).out)["exact_plies"], 3);
  const json exact = json::parse(tesuji("book query --json " + folder.file("one.book") + " 3333").out);
  const json result = json::parse(tesuji("book query --json " + folder.file("r.book") + " 3333").out);
  EXPECT_EQ(result["result"], exact["result"]);
  EXPECT_FALSE(result.contains("score") && result["result"] != "draw") << result;
}

TEST(BookCli, TheOpeningBookIsUsedAndSaysSo) {
  const json with = json::parse(tesuji("solve connect4 '' --hash 1M --json").out);
  EXPECT_EQ(with["score"], 1);
  EXPECT_EQ(with["best"], json::array({"4"}));
  EXPECT_EQ(with["book"], true);
  EXPECT_EQ(with["proved"], true);
  // With up to seven stones it knows who wins by each column, with up to eight who wins.
  const json columns = json::parse(tesuji("solve connect4 4444423 --all-moves --weak --hash 1M --json").out);
  EXPECT_EQ(columns["moves"].size(), 7u);
  EXPECT_EQ(columns["nodes"], 0);
  EXPECT_EQ(columns["book"], true);
  // Without it, a thousand nodes are not enough.
  EXPECT_EQ(tesuji("solve connect4 '' --hash 1M --nodes 1000 --book none --json").status, 1);
  EXPECT_FALSE(
      json::parse(tesuji("solve connect4 " + std::string(kLate) + " --hash 1M --json").out).contains("book"));
}

}  // namespace
}  // namespace tesuji
