// Garbage on the input of the protocols: nothing of it may end, hang or break the program. Run under asan.
#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "protocol/lines.hpp"
#include "protocol/session.hpp"
#include "protocol/takeaway.hpp"

namespace tesuji::protocol {
namespace {

std::string random_bytes(std::mt19937& random, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    // Line ends and spaces more often than chance would have them.
    text.push_back(random() % 8 == 0 ? "\n \r\t"[random() % 4] : static_cast<char>(random() % 256));
  }
  return text;
}

std::string random_words(std::mt19937& random, std::size_t count) {
  static const std::vector<std::string> kWords{"uci",         "usi",
                                               "isready",     "debug",
                                               "on",          "setoption",
                                               "name",        "value",
                                               "Hash",        "MultiPV",
                                               "Threads",     "SaveHash",
                                               "position",    "startpos",
                                               "fen",         "sfen",
                                               "moves",       "21 w 0",
                                               "1",           "2",
                                               "3",           "pass",
                                               "go",          "depth",
                                               "nodes",       "movetime",
                                               "wtime",       "btime",
                                               "winc",        "binc",
                                               "byoyomi",     "mate",
                                               "infinite",    "ponder",
                                               "searchmoves", "movestogo",
                                               "perft",       "stop",
                                               "ponderhit",   "ucinewgame",
                                               "usinewgame",  "register",
                                               "gameover",    "d",
                                               "-1",          "99999999999999999999",
                                               "0",           "\n",
                                               "\n",          "\n",
                                               "\x01",        "\xff\xfe",
                                               "é",           "<empty>",
                                               "true",        "clear hash",
                                               "LoadHash"};
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    // Perft grows without bound, and unbounded searches are cut short by what follows them.
    std::string word = kWords[random() % kWords.size()];
    if (word == "perft") word = "perft 2\n";
    text += word + (random() % 6 == 0 ? "\n" : " ");
  }
  return text;
}

// Every conversation ends with an `isready` that must be answered.
void converse(const Dialect& dialect, const std::string& text, unsigned seed) {
  SCOPED_TRACE(seed);
  test::TakeAway engine;
  std::istringstream in(text + "\nstop\nisready\n");
  std::ostringstream out;
  Session(engine, dialect, {}, in, out).run();
  EXPECT_NE(out.str().find("readyok\n"), std::string::npos);
  EXPECT_EQ(out.str().find('\0'), std::string::npos);
}

TEST(Fuzz, RandomBytes) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    converse(seed % 2 == 0 ? kUci : kUsi, random_bytes(random, 2000), seed);
  }
}

TEST(Fuzz, RandomCommands) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    converse(seed % 2 == 0 ? kUci : kUsi, random_words(random, 200), seed);
  }
}

TEST(Fuzz, HugeLines) {
  converse(kUci, std::string(3 * kLongestLine, 'x'), 0);
  std::string words;
  while (words.size() < kLongestLine) words += "zz ";
  converse(kUci, words, 1);
  converse(kUci, "go searchmoves " + words, 2);
  converse(kUsi, "position startpos moves " + words, 3);
  converse(kUci, "setoption name " + words + " value " + words, 4);
}

TEST(Lines, AnyEndWillDo) {
  std::istringstream in("a b\r\n\nlast");
  std::string line;
  ASSERT_TRUE(read_line(in, line));
  EXPECT_EQ(line, "a b");
  ASSERT_TRUE(read_line(in, line));
  EXPECT_EQ(line, "");
  ASSERT_TRUE(read_line(in, line));
  EXPECT_EQ(line, "last");
  EXPECT_FALSE(read_line(in, line));
}

}  // namespace
}  // namespace tesuji::protocol
