// EPD suites, put to the take-away engine.
#include "match/suite.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "base/error.hpp"
#include "protocol/takeaway.hpp"

namespace tesuji::match {
namespace {

// Reads "N/////// w …" as a heap of N: EPD wants eight rows.
std::string heap(std::string_view position) {
  if (position.empty()) return "";
  return std::string(position.substr(0, position.find('/'))) + " w 0";
}

class EightRows : public test::TakeAwayGame {
 public:
  [[nodiscard]] engine::EpdLayout epd_layout() const override { return {3, {"0", "1"}}; }
  [[nodiscard]] std::unique_ptr<engine::Board> board(std::string_view position,
                                                     const engine::OptionTexts& options) const override {
    return TakeAwayGame::board(heap(position), options);
  }
};
const EightRows kEightRows;

class Eight : public test::TakeAway {
 public:
  Eight() : TakeAway(kEightRows) {}
  engine::Report analyze(const engine::Request& request, engine::Listener& listener,
                         const search::StopFlag& stop) override {
    engine::Request plain = request;
    plain.position = heap(request.position);
    return TakeAway::analyze(plain, listener, stop);
  }
};

std::vector<Puzzle> suite(const std::string& text) {
  std::istringstream in(text);
  return read_suite(in, kEightRows);
}

TEST(Suite, ReadsWhatIsAsked) {
  const auto puzzles = suite(
      "# heaps\n18/////// w - - bm T2; id \"two\";\n\n17/////// w - - am T2 P;\n8/////// w - - 0 1 dm 3; bm "
      "1;\n");
  ASSERT_EQ(puzzles.size(), 3U);
  EXPECT_EQ(puzzles[0].id, "two");
  EXPECT_EQ(puzzles[0].best, (std::vector<std::string>{"2"}));
  EXPECT_EQ(puzzles[1].id, "4");
  EXPECT_EQ(puzzles[1].avoid, (std::vector<std::string>{"2", "pass"}));
  EXPECT_EQ(puzzles[2].mate, 3);
  EXPECT_EQ(puzzles[2].position, "8/////// w - - 0 1");
}

TEST(Suite, ErrorsNameTheLine) {
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"\n18/////// w - - bm T9;", "line 2: 'T9' is not a legal move there"},
           {"18/////// w - - id \"nothing\";", "line 1: there is no bm, am or dm"},
           {"18/////// w - - dm x;", "line 1: invalid dm 'x' (expected a number from 1 to 10000)"}}) {
    try {
      suite(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), message);
    }
  }
}

TEST(Suite, JudgesAnswers) {
  const auto puzzles = suite(
      "18/////// w - - bm T2;\n18/////// w - - bm T3;\n18/////// w - - am T2;\n18/////// w - - am T3;\n"
      "18/////// w - - dm 5;\n");
  Eight engine;
  engine::Request limits;
  limits.limits.depth = 3;
  const search::StopFlag stop;
  std::vector<bool> solved;
  for (const Puzzle& puzzle : puzzles) solved.push_back(attempt(engine, puzzle, limits, stop).solved);
  EXPECT_EQ(solved, (std::vector<bool>{true, false, false, true, false}));
  EXPECT_EQ(engine.clears, 5);  // none profits from the one before
  const Attempt found = attempt(engine, puzzles[0], limits, stop);
  EXPECT_EQ(found.found_depth, 1);
  EXPECT_TRUE(found.found_at);
}

TEST(Suite, MateMustBeShortEnough) {
  Puzzle puzzle;
  puzzle.mate = 3;
  engine::Report report;
  report.best = {"a"};
  EXPECT_FALSE(solves(puzzle, report));
  report.mate = 4;
  EXPECT_FALSE(solves(puzzle, report));
  report.mate = 3;
  EXPECT_TRUE(solves(puzzle, report));
  report.mate = -3;
  EXPECT_FALSE(solves(puzzle, report));
}

}  // namespace
}  // namespace tesuji::match
