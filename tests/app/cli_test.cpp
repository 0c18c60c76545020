// The program as a user calls it: what it prints, where, and with which exit status.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "app/program.hpp"

namespace tesuji {
namespace {

using nlohmann::json;
using test::Finished;
using test::kLate;
using test::kLater;
using test::lines;
using test::TemporaryFolder;
using test::tesuji;

TEST(Cli, HelpAndVersionSucceed) {
  EXPECT_EQ(tesuji("--help").status, 0);
  EXPECT_NE(tesuji("--help").out.find("solve"), std::string::npos);
  EXPECT_EQ(tesuji("--version").out.find("tesuji "), 0u);
  const Finished help = tesuji("solve connect4 --help");
  EXPECT_EQ(help.status, 0);
  EXPECT_NE(help.out.find("--hash"), std::string::npos);
  EXPECT_NE(help.out.find("--weak"), std::string::npos) << "the game's own options are listed";
}

TEST(Cli, UsageErrorsAreOneLineAndExitWith2) {
  for (const char* arguments :
       {"nonsense", "solve", "solve tiddlywinks", "solve connect4 --hash lots 44",
        "solve connect4 --threads 0 44", "solve connect4 --nonsense", "perft connect4", "perft connect4 x",
        "solve connect4 --replacement worst 4", "perft chess 2 --time 1s", "epd --time soon /nowhere",
        "gtp --hash lots", "openings chess --nodes few", "serve --max-time soon", "match a b --tc soon",
        "book build connect4 --out /nowhere --hash lots"}) {
    const Finished run = tesuji(arguments);
    EXPECT_EQ(run.status, 2) << arguments;
    EXPECT_EQ(lines(run.err), 1) << arguments << ": " << run.err;
    EXPECT_TRUE(run.out.empty()) << arguments;
  }
}

TEST(Cli, SuggestsWhatWasMeant) {
  const auto error = [](const char* arguments) { return tesuji(arguments).err; };
  EXPECT_NE(error("slove connect4").find("did you mean 'solve'?"), std::string::npos);
  EXPECT_NE(error("solve ches").find("did you mean 'chess'?"), std::string::npos);
  EXPECT_NE(error("solve chess --hsah 64M").find("did you mean '--hash'?"), std::string::npos);
  EXPECT_EQ(error("solve chess --xyzzy").find("did you mean"), std::string::npos);
}

TEST(Cli, ManualHasAPageForEachSubcommand) {
  const TemporaryFolder folder;
  ASSERT_EQ(tesuji("manual " + folder.file("man")).status, 0);
  const std::string help = tesuji("--help").out;
  std::size_t pages = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.file("man"))) {
    const std::string name = entry.path().stem().string();
    ++pages;
    if (name == "tesuji") continue;
    EXPECT_NE(help.find("\n  " + name.substr(7) + " "), std::string::npos) << name;
  }
  std::size_t commands = 0;  // a line each, two blanks in
  for (std::size_t at = help.find("Subcommands:"); (at = help.find("\n  ", at)) != std::string::npos; ++at)
    commands += help[at + 3] != ' ' ? 1 : 0;
  EXPECT_EQ(pages, 1 + commands);
  const Finished page = test::run("/bin/cat", folder.file("man/tesuji-solve.1"));
  EXPECT_NE(page.out.find("\\-\\-hash"), std::string::npos);
  EXPECT_NE(page.out.find("\\-\\-shortest"), std::string::npos) << "the options of the games are there";
}

TEST(Cli, BashCompletesCommandsGamesAndOptions) {
  const TemporaryFolder folder;
  const std::string script = folder.file("tesuji.bash");
  const Finished made = tesuji("completion bash");
  ASSERT_EQ(made.status, 0);
  std::ofstream(script)
      << made.out
      << "try() { COMP_WORDS=(tesuji \"$@\"); COMP_CWORD=$#; _tesuji; echo \"${COMPREPLY[*]}\"; }\n"
         "try so; try solve ch; try solve chess --ha; try book ''\n";
  const Finished tried = test::run("/bin/bash", script);
  EXPECT_EQ(tried.out, "solve\nchess\n--hash --hash-file\nbuild info query text -h --help\n") << tried.err;
  EXPECT_EQ(tesuji("completion zsh").status, 0);
  EXPECT_EQ(tesuji("completion fish").status, 0);
  EXPECT_EQ(tesuji("completion tcsh").status, 2);
}

TEST(Cli, OpeningsEndWhereThereAreNoMore) {
  const Finished run = tesuji("openings chess --plies 1 --count 21 --nodes 1 --within 1000");
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(lines(run.out), 21) << "a comment, and the twenty first moves";
  EXPECT_NE(run.err.find("only 20 openings"), std::string::npos) << run.err;
}

std::uint64_t nodes_of(const Finished& run) {
  EXPECT_EQ(run.status, 0) << run.err;
  const std::size_t last = run.out.rfind('\n', run.out.size() - 2);
  return json::parse(run.out.substr(last == std::string::npos ? 0 : last + 1))["nodes"].get<std::uint64_t>();
}

// Starts a program, reads its output until a line contains `text`, and kills it.
void kill_after(const std::vector<std::string>& words, const std::string& text) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  close(ends[1]);
  FILE* const lines = fdopen(ends[0], "r");
  std::array<char, 4096> line{};
  bool seen = false;
  while (!seen && std::fgets(line.data(), line.size(), lines) != nullptr)
    seen = std::string_view(line.data()).find(text) != std::string_view::npos;
  EXPECT_TRUE(seen) << text;
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  std::fclose(lines);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

TEST(Cli, ProcessesShareATableFileThatOutlivesThem) {
  const TemporaryFolder folder;
  const std::string file = folder.file("chess.table");
  const std::string common = "analyze chess --json --hash 4M --depth ";
  const std::uint64_t alone = nodes_of(tesuji(common + "9"));
  kill_after(
      {TESUJI_PROGRAM, "analyze", "chess", "--json", "--hash", "4M", "--depth", "60", "--hash-file", file},
      "\"depth\":8");
  const std::uint64_t after_kill = nodes_of(tesuji(common + "9 --hash-file " + file));
  EXPECT_LT(after_kill, alone) << "what the killed process found is there";
  EXPECT_LT(nodes_of(tesuji(common + "9 --hash-file " + file)), std::max<std::uint64_t>(after_kill, 1));
  const Finished other = tesuji("analyze shogi --depth 1 --hash 4M --hash-file " + file);
  EXPECT_EQ(other.status, 1);
  EXPECT_NE(other.err.find("the game 'chess', not 'shogi'"), std::string::npos) << other.err;
  EXPECT_EQ(tesuji("solve chess --hash 4M --hash-file " + file).status, 2) << "mates are not kept in a file";
}

TEST(Cli, FailuresAreOneLineAndExitWith1) {
  for (const char* arguments :
       {"solve connect4 44 --hash-file /nowhere/at/all", "solve connect4 4444444", "solve connect4 48",
        "solve connect4 --hash 900T 44", "batch connect4 /nowhere/at/all --out /dev/null"}) {
    const Finished run = tesuji(arguments);
    EXPECT_EQ(run.status, 1) << arguments;
    EXPECT_EQ(lines(run.err), 1) << arguments << ": " << run.err;
    EXPECT_TRUE(run.out.empty()) << arguments << run.out;
  }
}

TEST(Cli, AFileThatIsNotThereIsNamed) {
  for (const char* arguments : {"analyze chess nowhere.pgn", "solve connect4 nowhere.txt"}) {
    const Finished run = tesuji(arguments);
    EXPECT_EQ(run.status, 1) << arguments;
    EXPECT_NE(run.err.find("no file 'nowhere."), std::string::npos) << run.err;
  }
}

TEST(Cli, AnErrorIsShortWhateverItQuotes) {
  const Finished run = tesuji("solve connect4 -", std::string(100'000, 'x') + ":44\n");
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(lines(run.err), 1);
  EXPECT_LT(run.err.size(), 1000u);
}

TEST(Cli, OutputThatCannotBeWrittenIsAFailure) {
  for (const std::string arguments : {"perft chess 2", "--help", "solve connect4 --json 48"}) {
    const Finished run =
        test::run("sh", "-c '" + std::string(TESUJI_PROGRAM " ") + arguments + " >/dev/full'");
    EXPECT_EQ(run.status, 1) << arguments;
    EXPECT_NE(run.err.find("could not be written"), std::string::npos) << arguments << run.err;
  }
}

// A thread's stack takes eight megabytes of what a process may have.
TEST(Cli, MoreThreadsThanTheSystemGivesAreAFailure) {
  for (const std::string arguments : {"solve connect4 4453445344", "analyze chess --depth 1"}) {
    const Finished run = test::run(
        "sh", "-c 'ulimit -v 3000000; " TESUJI_PROGRAM " " + arguments + " --threads 1000 --hash 1M'");
    EXPECT_EQ(run.status, 1) << arguments;
    EXPECT_EQ(lines(run.err), 1) << arguments << run.err;
  }
}

TEST(Cli, AnErrorIsJsonWhereJsonIsAskedFor) {
  const Finished run = tesuji("solve connect4 --json 48");
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(json::parse(run.out)["error"], "move 2: invalid column '8' (1 to 7)");
  EXPECT_EQ(lines(run.err), 1);
}

TEST(Cli, JsonIsOneObjectALine) {
  const Finished run =
      tesuji("solve connect4 --json -", std::string(kLate) + "\n" + kLater + "\n# a comment\n");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(lines(run.out), 2);
  const json first = json::parse(run.out.substr(0, run.out.find('\n')));
  EXPECT_EQ(first["game"], "connect4");
  EXPECT_EQ(first["exact"], true);
  EXPECT_TRUE(first.contains("score"));
}

TEST(Cli, ErrorsThatNobodyReadsDoNotAbort) {
  for (const char* closed : {"2>/dev/full", "2>&-"}) {
    EXPECT_EQ(std::system((std::string(TESUJI_PROGRAM) + " nonsense " + closed).c_str()), 2 << 8) << closed;
    EXPECT_EQ(std::system((std::string(TESUJI_PROGRAM) + " solve connect4 48 " + closed).c_str()), 1 << 8)
        << closed;
    const TemporaryFolder folder;
    test::spit(folder.file("in"), std::string(kLate) + '\n' + kLater + '\n');
    EXPECT_EQ(std::system((std::string(TESUJI_PROGRAM) + " batch connect4 " + folder.file("in") +
                           " --hash 1M --out " + folder.file("out") + ' ' + closed)
                              .c_str()),
              0)
        << closed;
    EXPECT_EQ(lines(test::slurp(folder.file("out"))), 3) << closed;
  }
}

TEST(Cli, RefusesADeviceOrAPipeAsAFile) {
  const TemporaryFolder folder;
  ASSERT_EQ(std::system(("mkfifo " + folder.file("pipe")).c_str()), 0);
  for (const std::string& file : {std::string("/dev/zero"), folder.file("pipe")}) {
    for (const char* const verb :
         {"solve connect4", "analyze chess", "batch connect4 --out /dev/null", "epd", "check go",
          "print go --out /dev/null", "book info", "hash info", "solve connect4 44 --book", "play chess"}) {
      const Finished run = tesuji(std::string(verb).append(" ").append(file));
      EXPECT_EQ(run.status, 1) << verb << ' ' << file;
      EXPECT_EQ(lines(run.err), 1) << run.err;
    }
    EXPECT_EQ(tesuji("verify " + file).status, 1) << file;
  }
  const Finished unread = tesuji("batch connect4 - --out " + folder.file("pipe"), "44\n");
  EXPECT_NE(unread.err.find("start its reader first"), std::string::npos) << unread.err;
}

TEST(Cli, AMateWithoutANumberLeavesThePositionAlone) {
  const Finished run = tesuji("solve chess --json --hash 1M --mate '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1'");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(json::parse(run.out)["mate"], 1);
  EXPECT_EQ(
      json::parse(
          tesuji("solve chess --json --hash 1M --mate 1 '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1'").out)["mate"],
      1);
}

TEST(Cli, WritesATreeToStandardOutput) {
  const Finished run = tesuji(
      "solve go --hash 1M --tree - --player B "
      "'(;SZ[9]AB[ad][bd][cd][dc][db][da][dd]AW[ac][bc][cc][cb][ca]MA[cc])'");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out.rfind("(;", 0), 0U) << run.out;
  EXPECT_FALSE(std::filesystem::exists("-"));
}

// Black is a rook behind, and draws by the third repetition: only whoever knows the game so far can see it.
TEST(Cli, PlaySendsTheWholeGameToTheEngine) {
  const Finished run = tesuji(
      "play chess --hash 1M --depth 4 '7k/8/8/8/8/8/8/KR6 w - - 0 1 moves b1b2 h8g8 b2b1 g8h8 b1b2 h8g8 "
      "b2b1'",
      "hint\nquit\n");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("best Kh8"), std::string::npos) << run.out;
}

// SAN and Japanese notation are for people; programs get the engine's moves.
TEST(Cli, MovesAreWrittenForPeople) {
  const std::string mate = "'6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1' --hash 1M";
  EXPECT_NE(tesuji("solve chess --mate 1 " + mate).out.find("best: Rb8#"), std::string::npos);
  EXPECT_NE(tesuji("solve chess --mate 1 --notation engine " + mate).out.find("best: b1b8"),
            std::string::npos);
  EXPECT_EQ(json::parse(tesuji("solve chess --mate 1 --json " + mate).out)["best"], json({"b1b8"}));
  const std::string drop = "'4k4/9/4P4/9/9/9/9/9/4K4 b G 1' --hash 1M --mate 1";
  EXPECT_NE(tesuji("solve shogi " + drop).out.find("best: G*5b"), std::string::npos);
  EXPECT_NE(tesuji("solve shogi --notation readable " + drop).out.find("best: ▲５二金"), std::string::npos);
}

TEST(Cli, AnalyzeTakesSeveralGames) {
  const TemporaryFolder folder;
  test::spit(folder.file("two.pgn"), "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 d5 2. c4 *\n");
  std::istringstream out(tesuji("analyze chess --json --depth 1 --hash 1M " + folder.file("two.pgn")).out);
  std::vector<std::string> sides;
  for (std::string line; std::getline(out, line);) sides.push_back(json::parse(line)["side"]);
  sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
  EXPECT_EQ(sides, (std::vector<std::string>{"white", "black"}));
}

TEST(Cli, ColoursAreForTerminalsThatWantThem) {
  const auto coloured = [](const std::string& environment) {
    const Finished run = test::run("env -u NO_COLOR -u CLICOLOR_FORCE " + environment + " " + TESUJI_PROGRAM,
                                   std::string("solve connect4 --hash 1M ") + kLate);
    EXPECT_NE(run.out.find("best"), std::string::npos) << run.err;
    return run.out.find("\x1b[") != std::string::npos;
  };
  EXPECT_FALSE(coloured(""));  // standard output is a file
  EXPECT_TRUE(coloured("CLICOLOR_FORCE=1"));
  EXPECT_FALSE(coloured("CLICOLOR_FORCE=1 NO_COLOR=1"));
}

TEST(Cli, PlaysAGameInTheTerminal) {
  const Finished run = tesuji("play connect4 --time 100ms 112233", "moves\n9\n4\n");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("wins"), std::string::npos) << run.out;
}

TEST(Cli, PlaysOnTheBoardThatWasAskedFor) {
  const Finished run = tesuji("play connect4 --size 4x4 --hash 1M", "5\n4\nquit\n");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("(1 to 4)"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("O plays "), std::string::npos) << run.out;
}

// The score is known, the columns are not.
TEST(Cli, ASolverSaysWhatItHadNoTimeFor) {
  const auto report = [](const std::string& nodes) {
    return json::parse(tesuji("solve connect4 --all-moves --hash 16M --json 44534453 --nodes " + nodes).out);
  };
  const json won = report("113k");
  EXPECT_EQ(won["verdict"], "win");
  EXPECT_FALSE(won.contains("score"));
  EXPECT_EQ(won["remarks"], json({"stopped before it was known how soon"}));
  const json scored = report("200k");
  EXPECT_EQ(scored["score"], 4);
  EXPECT_EQ(scored["remarks"], json({"stopped before every column was scored"}));
}

// A solver that a limit ends plays a plausible move: here it stops four in a row.
TEST(Cli, ASolverPlaysWithinItsLimit) {
  const Finished run = tesuji("play connect4 --nodes 1 --hash 1M 1122", "3\nquit\n");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("O plays 4"), std::string::npos) << run.out;
}

TEST(Cli, PerftPrintsTheCountAloneOnTheLastLine) {
  EXPECT_EQ(tesuji("perft connect4 3").out, "238\n");
  const json divided = json::parse(tesuji("perft chess 2 --divide --json").out);
  EXPECT_EQ(divided["count"], 400);
  EXPECT_EQ(divided["moves"].size(), 20u);
}

TEST(Cli, AnInterruptStopsACount) {
  for (const std::string game : {"chess", "shogi"}) {
    const Finished run = test::interrupt(TESUJI_PROGRAM, "perft " + game + " 20");
    EXPECT_EQ(run.status, 1);
    EXPECT_NE(run.err.find("stopped"), std::string::npos) << run.err;
  }
}

TEST(Cli, ABenchThatWasStoppedIsNoSignature) {
  const Finished run = test::interrupt(TESUJI_PROGRAM, "bench chess --depth 60");
  EXPECT_EQ(run.status, 1) << run.out;
  EXPECT_TRUE(run.out.empty()) << run.out;
  EXPECT_NE(run.err.find("stopped"), std::string::npos) << run.err;
}

TEST(Cli, AnInterruptStopsCleanly) {
  const Finished run = test::interrupt(TESUJI_PROGRAM, "analyze connect4 --hash 16M --time 1000s");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("nodes"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace tesuji
