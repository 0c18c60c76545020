// GTP, with an engine that notes what it is asked.
#include "protocol/gtp.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <streambuf>

#include "base/error.hpp"
#include "protocol/takeaway.hpp"

namespace tesuji::protocol {
namespace {

// Reads SGF without looking into it; black begins, every move that names a column is legal.
class NotingBoard : public engine::Board {
 public:
  [[nodiscard]] std::string position() const override { return ""; }
  [[nodiscard]] std::string side() const override { return played_ % 2 == 0 ? "black" : "white"; }
  [[nodiscard]] std::vector<std::string> legal_moves() const override { return {"C1"}; }
  [[nodiscard]] std::optional<engine::Outcome> outcome() const override { return std::nullopt; }
  [[nodiscard]] std::string drawing() const override { return "a drawing\n\nof two parts\n"; }
  void play(std::string_view move) override {
    if (move == "Z9") throw Error("illegal move");
    ++played_;
  }
  void undo() override { --played_; }
  [[nodiscard]] std::uint64_t key() const override { return 0; }
  [[nodiscard]] std::uint64_t key_from_scratch() const override { return 0; }

 private:
  int played_ = 0;
};

class NotingGame : public test::TakeAwayGame {
 public:
  [[nodiscard]] const std::vector<engine::OptionSpec>& options() const override {
    static const std::vector<engine::OptionSpec> kSpecs = [] {
      std::vector<engine::OptionSpec> specs(3);
      specs[0].name = "player";
      specs[1].name = "all-moves";
      specs[2].name = "threats";
      return specs;
    }();
    return kSpecs;
  }
  [[nodiscard]] std::unique_ptr<engine::Board> board(std::string_view position,
                                                     const engine::OptionTexts&) const override {
    if (position.find("(;") == std::string_view::npos) throw Error("that is no SGF");
    return std::make_unique<NotingBoard>();
  }
};
const NotingGame kNotingGame;

struct Threats : engine::GameReport {
  void add_to(nlohmann::ordered_json& report) const override { report["threats"] = {"A1", "B1"}; }
};

class NotingEngine : public test::TakeAway {
 public:
  NotingEngine() : TakeAway(kNotingGame) {}

  engine::Report solve(const engine::Request& request, engine::Listener&, const search::StopFlag&) override {
    asked = request;
    engine::Report report;
    report.verdict = "Black kills";
    report.best = {"C1", "B2"};
    report.pv = {"C1", "pass"};
    report.proved = true;
    report.nodes = 12;
    if (request.options.contains("threats")) report.details = std::make_shared<Threats>();
    if (request.options.contains("all-moves")) {
      report.moves.resize(2);
      report.moves[0].move = "A1";
      report.moves[0].score = -1;
      report.moves[1].move = "C1";
      report.moves[1].score = 1;
    }
    return report;
  }

  engine::Request asked;
};

struct Conversation {
  NotingEngine engine;
  std::string output;

  explicit Conversation(const std::string& said) {
    std::istringstream in(said);
    std::ostringstream out;
    Gtp(engine, {}, in, out).run();
    output = out.str();
  }
};

TEST(Gtp, AnswersTheRequiredCommands) {
  EXPECT_EQ(Conversation("protocol_version\n").output, "= 2\n\n");
  EXPECT_EQ(Conversation("17 name # who\n").output, "=17 Tesuji\n\n");
  EXPECT_EQ(Conversation("known_command play\nknown_command fly\n").output, "= true\n\n= false\n\n");
  EXPECT_EQ(Conversation("\n  \n# nothing\nkomi 6.5\nquit\nname\n").output, "= \n\n= \n\n");
  EXPECT_NE(Conversation("list_commands\n").output.find("\ntsumego-solve\n"), std::string::npos);
  EXPECT_EQ(Conversation("3 fly away\n").output, "?3 unknown command\n\n");
}

TEST(Gtp, StonesArePutDownAndTaken) {
  const std::string shown =
      Conversation("boardsize 3\nplay white A1\nplay b B1\nplay black a2\nshowboard\n").output;
  EXPECT_NE(shown.find(" 2 X . . 2\n 1 . X . 1\n"), std::string::npos)
      << shown;  // the white stone is captured
  EXPECT_NE(Conversation("boardsize 3\nplay b A1\nplay w A1\n").output.find("? there is a stone already"),
            std::string::npos);
  EXPECT_NE(
      Conversation("boardsize 3\nplay b A2\nplay b B1\nplay w A1\n").output.find("? that would be suicide"),
      std::string::npos);
  EXPECT_NE(Conversation("boardsize 3\nplay b D4\n").output.find("? invalid point 'D4' on a 3x3 board"),
            std::string::npos);
  EXPECT_NE(Conversation("boardsize 25\n").output.find("? unacceptable size"), std::string::npos);
  EXPECT_NE(Conversation("undo\n").output.find("? cannot undo"), std::string::npos);
  EXPECT_NE(Conversation("play red A1\nplay b\n").output.find("? the point is missing"), std::string::npos);
}

TEST(Gtp, AsksAboutStonesPutDown) {
  const Conversation talk("boardsize 5\nplay w A5\nplay b E1\nplay b A4\nundo\ntsumego-solve white A5\n");
  EXPECT_EQ(talk.engine.asked.position, "(;GM[1]FF[4]SZ[5]AB[ee]AW[aa]PL[W]MA[aa])");
  EXPECT_EQ(talk.engine.asked.options.at("player"), "W");
  EXPECT_NE(talk.output.find("= Black kills\nC1 pass\n12 nodes"), std::string::npos) << talk.output;
}

TEST(Gtp, LoadsAndPlaysAProblem) {
  const auto file = std::filesystem::temp_directory_path() / "tesuji-gtp-test.sgf";
  std::ofstream(file) << "(;SZ[9]AB[aa])";
  const std::string load = "loadsgf " + file.string() + "\n";
  Conversation talk(load + "play white C1\nplay black C1\ngenmove white\nshowboard\ntsumego-moves\n");
  EXPECT_EQ(talk.output,
            "= \n\n? it is black's turn\n\n= \n\n= C1\n\n= \na drawing\nof two parts\n\n= C1 B2\n\n");
  EXPECT_EQ(talk.engine.asked.moves, (std::vector<std::string>{"C1", "C1"}));
  EXPECT_EQ(talk.engine.asked.options.at("all-moves"), "true");
  EXPECT_EQ(Conversation("loadsgf " + file.string() + " 1\n").output, "= \n\n");
  EXPECT_NE(
      Conversation("loadsgf " + file.string() + " 2\n").output.find("? only the position before move 1"),
      std::string::npos);
  EXPECT_NE(Conversation(load + "tsumego-threats\n").output.find("= A1 B1\n\n"), std::string::npos);
  EXPECT_NE(Conversation(load + "play black Z9\nundo\n").output.find("? illegal move\n\n? cannot undo"),
            std::string::npos);
  // A cleared board has nothing to do with the problem, nor with what was played in it.
  const Conversation cleared(load + "play black C1\nclear_board\nplay black A1\ntsumego-solve black A1\n");
  EXPECT_EQ(cleared.engine.asked.position, "(;GM[1]FF[4]SZ[19]AB[as]PL[B]MA[as])");
  EXPECT_TRUE(cleared.engine.asked.moves.empty());
  std::ofstream(file) << "\n";
  EXPECT_NE(Conversation(load).output.find("it is empty"), std::string::npos);
  EXPECT_NE(Conversation("loadsgf /\n").output.find("it is a directory"), std::string::npos);
  std::ofstream(file) << "nothing of the kind";
  EXPECT_NE(Conversation(load).output.find("? that is no SGF"), std::string::npos);
  std::filesystem::remove(file);
  EXPECT_NE(Conversation(load).output.find("? cannot load file"), std::string::npos);
}

// What Sabaki reads: the moves that work first, each with its line.
TEST(Gtp, ReportsEveryFirstMove) {
  const Conversation talk("boardsize 5\nlz-analyze black interval 50\n");
  EXPECT_EQ(talk.output,
            "= \n\n= \ninfo move C1 visits 1000 winrate 10000 prior 10000 order 0 pv C1 pass "
            "info move A1 visits 1 winrate 0 prior 0 order 1 pv A1\n\n");
  EXPECT_EQ(talk.engine.asked.options.at("player"), "B");
}

// A client that sends its next line when the search has begun.
class WaitingClient : public std::streambuf {
 public:
  WaitingClient(std::string first, std::string second)
      : first_(std::move(first)), second_(std::move(second)) {}

  void search_begins() {
    const std::lock_guard lock(mutex_);
    begun_ = true;
    changed_.notify_all();
  }

 protected:
  int_type underflow() override {
    if (sent_ == 2) return traits_type::eof();
    if (sent_ == 1) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return begun_; });
    }
    std::string& text = sent_++ == 0 ? first_ : second_;
    setg(text.data(), text.data(), text.data() + text.size());
    return traits_type::to_int_type(text.front());
  }

 private:
  std::string first_, second_;
  int sent_ = 0;
  bool begun_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
};

// Searches until it is stopped.
class EndlessEngine : public NotingEngine {
 public:
  explicit EndlessEngine(WaitingClient& client) : client_(client) {}

  engine::Report solve(const engine::Request& request, engine::Listener& listener,
                       const search::StopFlag& stop) override {
    client_.search_begins();
    stop.wait();
    return NotingEngine::solve(request, listener, stop);
  }

 private:
  WaitingClient& client_;
};

// Sabaki sends its next command while the analysis runs, and expects that to end it.
TEST(Gtp, ANewLineEndsAnAnalysis) {
  WaitingClient client("boardsize 5\nlz-analyze black interval 50\n", "8 name\n9 quit\n");
  EndlessEngine engine(client);
  std::istream in(&client);
  std::ostringstream out;
  Gtp(engine, {}, in, out).run();
  EXPECT_TRUE(out.str().starts_with("= \n\n= \ninfo move C1 ")) << out.str();
  EXPECT_TRUE(out.str().ends_with("\n\n=8 Tesuji\n\n=9 \n\n")) << out.str();
}

TEST(Gtp, SurvivesGarbage) {
  const std::vector<std::string> words{
      "play",          "b",         "w",           "A1",         "B2",      "pass",          "undo",
      "boardsize",     "3",         "-7",          "19",         "genmove", "tsumego-solve", "tsumego-moves",
      "loadsgf",       "/",         "\n",          "\n",         "#",       "\x01",          "\xff",
      "known_command", "showboard", "99999999999", "clear_board"};
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    std::string text;
    for (int i = 0; i < 100; ++i) text += words[random() % words.size()] + (random() % 4 == 0 ? "\n" : " ");
    for (int i = 0; i < 500; ++i) text.push_back(static_cast<char>(random() % 256));
    const std::string output = Conversation(text + "\n7 protocol_version\n").output;
    EXPECT_NE(output.find("=7 2\n\n"), std::string::npos) << seed;
  }
}

}  // namespace
}  // namespace tesuji::protocol
