// A table on a file: shared by processes, kept over their ends, and refused where it is not what was asked
// for.
#include "tt/table_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tt/tt.hpp"
#include "unprivileged.hpp"

namespace tt {
namespace {

constexpr std::uint64_t kBytes = std::uint64_t{1} << 20;
constexpr std::size_t kHeader = 4096;

class TableFileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "tt-file-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    path_ = pattern + "/chess.table";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  using File = std::shared_ptr<const SharedMemory>;
  File open(std::uint64_t bytes = kBytes, const Origin& origin = {"chess", "chess/1"}) const {
    return open_table_file<Bound>(path_, bytes, origin);
  }
  template <class Action>
  static std::string error_of(Action action) {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
  void overwrite(std::size_t offset, const std::string& bytes) const {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(offset));
    file << bytes;
  }

  std::filesystem::path folder_;
  std::string path_;
};

constexpr Bound::Entry kEntry{.move = 7, .score = 35, .depth = 9, .bound = BoundKind::Lower};
std::uint64_t key(std::uint64_t i) {
  return mix(i);
}

// Runs `action` in a child process; returns its status.
template <class Action>
int in_child(Action action) {
  const pid_t child = fork();
  if (child == 0) {
    action();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

TEST_F(TableFileTest, WhatAKilledProcessStoredIsThere) {
  const int status = in_child([&] {
    Table<Bound> table(open());
    table.new_search();
    for (std::uint64_t i = 0; i < 1000; ++i) table.store(key(i), kEntry);
    kill(getpid(), SIGKILL);
  });
  ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  Table<Bound> table(open());
  EXPECT_EQ(table.generation(), 1U) << "ages go on where they were";
  for (std::uint64_t i = 0; i < 1000; ++i) EXPECT_EQ(table.probe(key(i)), kEntry) << i;
}

TEST_F(TableFileTest, ProcessesShareEntriesAndGenerationAtOnce) {
  Table<Bound> table(open());
  ASSERT_FALSE(table.probe(key(1)).has_value());
  ASSERT_EQ(in_child([&] {
              Table<Bound> theirs(open());
              theirs.new_search();
              theirs.new_search();
              theirs.store(key(1), kEntry);
            }),
            0);
  EXPECT_EQ(table.probe(key(1)), kEntry);
  EXPECT_EQ(table.generation(), 2U);
  table.store(key(2), kEntry);
  EXPECT_EQ(table.ages()[0], Table<Bound>(open()).ages()[0]) << "one age for all";
}

TEST_F(TableFileTest, ClearsForEverybodyAndKeepsItsSize) {
  Table<Bound> one(open()), other(open());
  one.store(key(1), kEntry);
  ASSERT_TRUE(other.probe(key(1)).has_value());
  one.clear();
  EXPECT_FALSE(other.probe(key(1)).has_value());
  EXPECT_THROW(one.resize(2 * kBytes), Error);
  EXPECT_EQ(one.bytes(), kBytes);
}

TEST_F(TableFileTest, EveryLayoutCanBeOnAFile) {
  Table<Proof> proof(open_table_file<Proof>(folder_ / "go.table", kBytes, {"go", "go/1"}));
  proof.store(key(5), {.pn = 3, .dn = 4});
  Table<Proof> again(open_table_file<Proof>(folder_ / "go.table", kBytes, {"go", "go/1"}));
  ASSERT_TRUE(again.probe(key(5)).has_value());
  EXPECT_EQ(again.probe(key(5))->dn, 4U);
  using Small = Exact<49, 7>;
  Table<Small> exact(open_table_file<Small>(folder_ / "connect4.table", kBytes, {"connect4", "7x6/1"}));
  exact.put(12345, 67);
  EXPECT_EQ(Table<Small>(open_table_file<Small>(folder_ / "connect4.table", kBytes, {"connect4", "7x6/1"}))
                .get(12345),
            67U);
}

TEST_F(TableFileTest, EachMismatchHasItsOwnError) {
  open();
  const auto says = [&](const std::string& what, auto action) {
    const std::string error = error_of(action);
    EXPECT_NE(error.find(what), std::string::npos) << error;
    EXPECT_NE(error.find(path_), std::string::npos) << error;
    EXPECT_NE(error.find("; "), std::string::npos) << "no advice: " << error;
  };
  says("made for a table of 1 MiB, not 2 MiB", [&] { open(2 * kBytes); });
  says("the game 'chess', not 'shogi'", [&] { open(kBytes, {"shogi", "shogi/1"}); });
  says("the keys 'chess/1', not 'chess/2'", [&] { open(kBytes, {"chess", "chess/2"}); });
  says("the layout 'bound/1', not 'proof/1'", [&] {
    open_table_file<Proof>(path_, kBytes, {"chess", "chess/1"});
  });
  overwrite(100, "x");
  says("has a damaged header", [&] { open(); });
  overwrite(8, "\x07");
  says("has version 7, this program reads version 1", [&] { open(); });
  overwrite(0, "x");
  says("is not a table file", [&] { open(); });
}

TEST_F(TableFileTest, RefusesATruncatedFileAndLeavesItAsItIs) {
  open();
  const std::uint64_t short_size = kHeader + kBytes - 64;
  std::filesystem::resize_file(path_, short_size);
  const std::string error = error_of([&] { open(); });
  EXPECT_NE(error.find("is truncated"), std::string::npos) << error;
  EXPECT_EQ(std::filesystem::file_size(path_), short_size);
}

TEST_F(TableFileTest, LeavesAFileOfSomebodyElseAsItIs) {
  const std::string text(100'000, 'a');
  std::ofstream(path_) << text;
  EXPECT_NE(error_of([&] { open(); }).find("is not a table file"), std::string::npos);
  std::ofstream(path_) << std::string(100'000, '\0') << "data";
  EXPECT_NE(error_of([&] { open(); }).find("is not a table file"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(path_), 100'004U);
}

TEST_F(TableFileTest, BeginsAgainWhereAProcessWasKilledWhileMakingTheFile) {
  std::ofstream(path_) << std::string(kHeader + kBytes, '\0');
  Table<Bound> table(open());
  table.store(key(1), kEntry);
  EXPECT_EQ(Table<Bound>(open()).probe(key(1)), kEntry);
}

TEST_F(TableFileTest, SaysWhyTheFileCannotBeOpened) {
  path_ = folder_ / "missing" / "chess.table";
  EXPECT_NE(error_of([&] { open(); }).find("make its folder first"), std::string::npos);
  path_ = folder_;
  EXPECT_NE(error_of([&] { open(); }).find("use another file"), std::string::npos);
  path_ = folder_ / "chess.table";
  std::ofstream(path_) << "";
  const tesuji::test::Unprivileged nobody(folder_);
  std::filesystem::permissions(path_, std::filesystem::perms::owner_read);
  EXPECT_NE(error_of([&] { open(); }).find("change its permissions"), std::string::npos);
}

// A limit on the size of files stands for a disk without room.
TEST_F(TableFileTest, WithoutRoomOnDiskIsAnErrorAtTheStart) {
  const int status = in_child([&] {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{kBytes / 2, kBytes / 2};
    setrlimit(RLIMIT_FSIZE, &limit);
    const std::string error = error_of([&] { open(); });
    _exit(error.find("cannot have 1 MiB on disk") != std::string::npos && !std::filesystem::exists(path_)
              ? 0
              : 1);
  });
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST_F(TableFileTest, GoesOnWhenTheFileBecomesShorter) {
  Table<Bound> table(open());
  for (std::uint64_t i = 0; i < 1000; ++i) table.store(key(i), kEntry);
  EXPECT_FALSE(table.lost_memory());
  std::filesystem::resize_file(path_, kHeader + kBytes / 2);
  for (std::uint64_t i = 0; i < 1000; ++i) table.store(key(1000 + i), kEntry);
  EXPECT_TRUE(table.lost_memory());
  int found = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(table.probe(key(1000 + i)), kEntry) << i;
    found += table.probe(key(i)).has_value() ? 1 : 0;
  }
  EXPECT_GT(found, 400) << "the half that is left";
  EXPECT_LT(found, 600);
}

TEST_F(TableFileTest, GoesOnWhenTheFileIsRemoved) {
  Table<Bound> table(open());
  std::filesystem::remove(path_);
  table.store(key(1), kEntry);
  EXPECT_EQ(table.probe(key(1)), kEntry);
  EXPECT_FALSE(table.lost_memory());
}

}  // namespace
}  // namespace tt
