// check and generate as an author calls them: watching a file, exit statuses, runs that are continued.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <filesystem>

#include "app/program.hpp"

namespace tesuji {
namespace {

using test::Finished;
using test::TemporaryFolder;
using test::tesuji;

constexpr const char* kMate = "8k/9/7GP/9/9/9/9/9/9 b G 1 moves G*2b\n";
constexpr const char* kNoMate = "8k/9/9/9/9/9/9/9/9 b G 1\n";

// A program whose output is read line by line while it runs.
class Running {
 public:
  explicit Running(std::vector<std::string> words) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    child_ = fork();
    if (child_ == 0) {
      dup2(ends[1], STDOUT_FILENO);
      dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
      close(ends[0]);
      execv(pointers[0], pointers.data());
      _exit(127);
    }
    close(ends[1]);
    out_ = fdopen(ends[0], "r");
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() {
    if (child_ > 0) kill(child_, SIGKILL), waitpid(child_, nullptr, 0);
    std::fclose(out_);
  }

  // Reads on until a line with `part` in it; empty = the program ended first.
  std::string read_until(const std::string& part) {
    char line[4096];
    while (std::fgets(line, sizeof line, out_) != nullptr) {
      if (std::string(line).find(part) != std::string::npos) return line;
    }
    return {};
  }
  int interrupt() {
    int status = 0;
    kill(child_, SIGINT);
    waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t child_ = -1;
  std::FILE* out_ = nullptr;
};

TEST(AuthorsCli, CheckExitsWithOneIfThereAreErrors) {
  const TemporaryFolder folder;
  test::spit(folder.file("good.sfen"), kMate);
  test::spit(folder.file("bad.sfen"), std::string(kMate) + kNoMate);
  EXPECT_EQ(tesuji("check shogi --hash 4M " + folder.file("good.sfen")).status, 0);
  const Finished bad = tesuji("check shogi --hash 4M " + folder.file("bad.sfen"));
  EXPECT_EQ(bad.status, 1);
  EXPECT_NE(bad.out.find("no-solution"), std::string::npos) << bad.out;
}

TEST(AuthorsCli, CheckReadsStandardInput) {
  const Finished done = test::run(TESUJI_PROGRAM, "check shogi --hash 4M -", kMate);
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_NE(done.out.find("1 problem: 1 clean"), std::string::npos) << done.out;
  EXPECT_EQ(tesuji("check shogi --watch -").status, 2);
}

// A problem as KIF has it, with its solution.
std::string kif(const std::string& move) {
  std::string text =
      "# ---- Tsume ----\n後手の持駒：飛二　角二　金二　銀四　桂四　香四　歩十七\n"
      "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
      "| ・ ・ ・ ・ ・ ・ ・ 金 歩|三\n";
  for (const char* rank : {"四", "五", "六", "七", "八", "九"})
    text += std::string("| ・ ・ ・ ・ ・ ・ ・ ・ ・|") + rank + "\n";
  return text + "+---------------------------+\n先手の持駒：金\n手数----指手---------消費時間--\n   1 " +
         move + "\n   2 詰み\n";
}

TEST(AuthorsCli, CheckReadsKifAndGoesOnAfterABadRecord) {
  const Finished good = test::run(TESUJI_PROGRAM, "check shogi --hash 4M -", kif("２二金打"));
  EXPECT_EQ(good.status, 0) << good.err;
  EXPECT_NE(good.out.find("mate in 1 ply"), std::string::npos) << good.out;
  const Finished bad = test::run(TESUJI_PROGRAM, "check shogi --hash 4M -",
                                 kif("２二金直") + kif("５五金打") + kif("２二金打"));
  EXPECT_EQ(bad.status, 1);
  EXPECT_NE(bad.out.find("-:1: not readable"), std::string::npos) << bad.out;
  EXPECT_NE(bad.out.find("２二金直"), std::string::npos) << bad.out;
  EXPECT_NE(bad.out.find("no-check"), std::string::npos) << bad.out;
  EXPECT_NE(bad.out.find("-:3: mate in 1 ply"), std::string::npos) << bad.out;
}

TEST(AuthorsCli, CertificatesAreRefusedWithAReason) {
  const TemporaryFolder folder;
  const std::string file = folder.file("proof");
  const Finished none = tesuji("solve othello --nodes 1000 '' --certificate " + file);
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find("Othello has no certificates"), std::string::npos) << none.err;
  const Finished open = tesuji("solve connect4 --nodes 10 1 --weak --certificate " + file);
  EXPECT_EQ(open.status, 1);
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(AuthorsCli, FixAddsEverythingThatWarningsAskFor) {
  const TemporaryFolder folder;
  EXPECT_EQ(tesuji("check go --hash 4M examples/authors.sgf --fix " + folder.file("fixed.sgf")).status, 1);
  const Finished again = tesuji("check go --hash 4M " + folder.file("fixed.sgf"));
  EXPECT_EQ(again.status, 1);  // errors are the author's to mend
  EXPECT_NE(again.out.find("6 errors, 0 warnings"), std::string::npos) << again.out;
  const Finished chess = tesuji("check chess examples/authors.epd --fix " + folder.file("fixed.epd"));
  EXPECT_EQ(chess.status, 2);
  EXPECT_TRUE(chess.out.empty()) << chess.out;
}

TEST(AuthorsCli, WatchChecksAgainWhenTheFileIsWrittenOrReplaced) {
  const TemporaryFolder folder;
  const std::string file = folder.file("watched.sfen");
  test::spit(file, kMate);
  Running watch({TESUJI_PROGRAM, "check", "shogi", "--hash", "4M", "--watch", file});
  EXPECT_NE(watch.read_until(" clean, ").find(" 0 errors"), std::string::npos);
  test::spit(file, kNoMate);  // written in place
  // Opening the file empties it, and closing it is the event: a check of the empty file says nothing here.
  EXPECT_NE(watch.read_until(" clean, ").find(" 1 error,"), std::string::npos);
  test::spit(folder.file("other"), kNoMate);  // of no interest
  test::spit(folder.file("new"), std::string(kMate) + kNoMate);
  std::filesystem::rename(folder.file("new"), file);  // as most editors do it
  EXPECT_NE(watch.read_until(" clean, ").find("2 problems"), std::string::npos);
  EXPECT_EQ(watch.interrupt(), 0);
}

TEST(AuthorsCli, ARunThatWasStoppedGoesOnWhereItWas) {
  const TemporaryFolder folder;
  const std::string command = "generate go --points 6-7 --seed 4 --out ";
  ASSERT_EQ(tesuji(command + folder.file("whole") + " --count 4").status, 0);
  ASSERT_EQ(tesuji(command + folder.file("parts") + " --count 1").status, 0);
  ASSERT_EQ(tesuji(command + folder.file("parts") + " --count 4 --threads 2").status, 0);
  EXPECT_EQ(test::slurp(folder.file("parts")), test::slurp(folder.file("whole")));

  const Finished stopped =
      test::interrupt(TESUJI_PROGRAM, command + folder.file("stopped") + " --count 100000");
  EXPECT_EQ(stopped.status, 1) << stopped.err;
  const std::string so_far = test::slurp(folder.file("stopped")), whole = test::slurp(folder.file("whole"));
  const std::size_t shorter = std::min(so_far.size(), whole.size());
  EXPECT_EQ(so_far.substr(0, shorter), whole.substr(0, shorter));
  ASSERT_LE(tesuji(command + folder.file("stopped") + " --count 4").status, 0);
  EXPECT_EQ(test::slurp(folder.file("stopped")).substr(0, whole.size()), whole);

  // It has more than that already.
  const Finished fewer = tesuji(command + folder.file("whole") + " --count 2");
  EXPECT_EQ(fewer.status, 0) << fewer.err;
  EXPECT_NE(fewer.err.find("4 problems"), std::string::npos) << fewer.err;
  EXPECT_EQ(test::slurp(folder.file("whole")), whole);
  EXPECT_EQ(tesuji(command + folder.file("none") + " --count 0").status, 2);
  const Finished nowhere = tesuji(command + folder.file("no-folder/problems") + " --count 1");
  EXPECT_EQ(nowhere.status, 1);
  EXPECT_TRUE(nowhere.out.empty()) << nowhere.out;

  const Finished other = tesuji("generate go --points 6-7 --seed 5 --out " + folder.file("whole"));
  EXPECT_EQ(other.status, 1);
  EXPECT_NE(other.err.find("other options"), std::string::npos) << other.err;
}

TEST(AuthorsCli, PrintWritesAPageForEverySixProblemsAndTheirSolutions) {
  const TemporaryFolder folder;
  const Finished done = tesuji("print go examples/authors.sgf --json --out " + folder.file("sheet.svg"));
  if (done.err.find("built without cairo") != std::string::npos) GTEST_SKIP() << "no cairo";
  ASSERT_EQ(done.status, 0) << done.err;
  EXPECT_NE(done.out.find("\"problems\":7,\"pages\":4"), std::string::npos) << done.out;
  for (const char* page : {"sheet.svg", "sheet-2.svg", "sheet-3.svg", "sheet-4.svg"})
    EXPECT_NE(test::slurp(folder.file(page)).find("<svg"), std::string::npos) << page;
  const Finished pdf = tesuji("print go examples/authors.sgf --out " + folder.file("sheet.pdf"));
  EXPECT_EQ(pdf.status, 0) << pdf.err;
  EXPECT_TRUE(test::slurp(folder.file("sheet.pdf")).starts_with("%PDF"));
}

}  // namespace
}  // namespace tesuji
