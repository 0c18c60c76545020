#include "tt/sealed_file.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace tt {
namespace {

namespace fs = std::filesystem;

class Sealed : public testing::Test {
 protected:
  Sealed()
      : folder_(fs::temp_directory_path() / ("tt-sealed-" + std::to_string(getpid()) + "-" +
                                             testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(folder_);
  }
  ~Sealed() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] long files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  void save(const std::string& name, const std::vector<std::byte>& body, const std::string& kind = "thing",
            std::uint32_t version = 1) const {
    SealedWriter writer(path(name), {.kind = kind, .version = version, .description = "3 of them"});
    writer.write(body);
    writer.finish();
  }
  [[nodiscard]] std::vector<std::byte> load(const std::string& name, const std::string& kind = "thing",
                                            std::uint32_t max_version = 1) const {
    SealedReader reader(path(name), kind, max_version);
    std::vector<std::byte> body;
    for (auto part = reader.chunk(); !part.empty(); part = reader.chunk())
      body.insert(body.end(), part.begin(), part.end());
    return body;
  }
  static std::string error_of(const std::function<void()>& action) {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
  static std::vector<std::byte> bytes(std::size_t count, unsigned seed) {
    std::vector<std::byte> all(count);
    for (std::size_t i = 0; i < count; ++i) all[i] = static_cast<std::byte>((i * 31 + seed) >> 3 ^ i);
    return all;
  }

  fs::path folder_;
};

TEST_F(Sealed, BodiesOfAnyLengthComeBack) {
  for (const std::size_t count :
       {0UL, 1UL, 7UL, 33UL, (1UL << 20) - 1, 1UL << 20, (1UL << 20) + 1, 3000000UL}) {
    save("a", bytes(count, 1));
    EXPECT_EQ(load("a"), bytes(count, 1)) << count;
  }
}

TEST_F(Sealed, PiecesMakeTheSameFileAsTheWhole) {
  const auto body = bytes(2500000, 5);
  save("whole", body);
  SealedWriter writer(path("pieces"), {.kind = "thing", .version = 1, .description = "3 of them"});
  for (std::size_t at = 0; at < body.size(); at += 999)
    writer.write(std::span(body).subspan(at, std::min<std::size_t>(999, body.size() - at)));
  writer.finish();
  EXPECT_EQ(load("pieces"), body);
  EXPECT_EQ(fs::file_size(path("pieces")), fs::file_size(path("whole")));
}

TEST_F(Sealed, AnotherKindAndANewerVersionAreRefused) {
  save("a", bytes(10, 1), "thing", 3);
  EXPECT_NE(error_of([&] { (void)load("a", "book", 3); }).find("is a thing, not a book"), std::string::npos);
  EXPECT_NE(error_of([&] { (void)load("a", "thing", 2); }).find("newer program: version 3"),
            std::string::npos);
  EXPECT_EQ(load("a", "thing", 3), bytes(10, 1));
}

// The checksum's promise: damage within eight aligned bytes is always noticed.
TEST_F(Sealed, EveryFlippedBitIsNoticed) {
  save("a", bytes(300, 1));
  const auto size = fs::file_size(path("a"));
  std::fstream file(path("a"), std::ios::in | std::ios::out | std::ios::binary);
  for (std::uintmax_t bit = 0; bit < size * 8; ++bit) {
    const auto flip = [&] {
      file.seekg(static_cast<std::streamoff>(bit / 8));
      const int byte = file.get();
      file.seekp(static_cast<std::streamoff>(bit / 8));
      file.put(static_cast<char>(byte ^ (1 << bit % 8))).flush();
    };
    flip();
    ASSERT_NE(error_of([&] { (void)load("a"); }), "no error") << bit;
    flip();
  }
  EXPECT_EQ(load("a"), bytes(300, 1));
}

// A writer that is killed, wherever it is, leaves at most its temporary file; the next writer removes it.
TEST_F(Sealed, FiftyKilledWritersLeaveNothingBehindTheNext) {
  constexpr std::size_t kPieces = 5;
  save("a", bytes(100, 1));
  int left_over = 0;
  for (unsigned i = 0; i < 50; ++i) {
    int steps[2];
    ASSERT_EQ(pipe(steps), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      for (;;) {
        SealedWriter writer(path("a"), {.kind = "thing", .version = 1, .description = {}});
        for (std::size_t piece = 0; piece < kPieces; ++piece) {
          (void)!write(steps[1], "x", 1);
          writer.write(bytes(300000, 2));
        }
        writer.finish();
      }
    }
    char byte = 0;
    for (unsigned step = 0; step <= i % (2 * kPieces); ++step) ASSERT_EQ(read(steps[0], &byte, 1), 1);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    close(steps[0]);
    close(steps[1]);
    if (files() > 1) ++left_over;
    ASSERT_LE(files(), 2) << "temporary files of earlier writers are left";
    const std::vector<std::byte> now = load("a");
    ASSERT_TRUE(now == bytes(100, 1) || now.size() == kPieces * 300000) << "an unfinished file is visible";
  }
  EXPECT_GT(left_over, 0);
  save("a", bytes(100, 3));
  EXPECT_EQ(files(), 1) << "temporary files of dead writers are left";
  EXPECT_EQ(load("a"), bytes(100, 3));
}

// Whether a thread of this process waits for a lock on the file.
bool somebody_waits_for(const std::string& file) {
  const std::string inode = ':' + std::to_string([&] {
                              struct stat status {};
                              stat(file.c_str(), &status);
                              return status.st_ino;
                            }()) +
                            ' ';
  std::ifstream locks("/proc/locks");
  if (!locks) return true;  // not told here
  for (std::string line; std::getline(locks, line);) {
    if (line.find("-> FLOCK") != std::string::npos && line.find(inode) != std::string::npos) return true;
  }
  return false;
}

TEST_F(Sealed, AWriterWaitsForTheOneBeforeIt) {
  save("a", bytes(10, 1));
  auto first = std::make_unique<SealedWriter>(path("a"), SealedInfo{.kind = "thing", .description = {}});
  std::atomic<bool> second_began{false};
  std::thread second([&] {
    SealedWriter writer(path("a"), {.kind = "thing", .description = {}});
    second_began = true;
    writer.write(bytes(10, 3));
    writer.finish();
  });
  while (!second_began && !somebody_waits_for(path("a"))) std::this_thread::yield();
  EXPECT_FALSE(second_began) << "two writers of one file at the same time";
  first->write(bytes(10, 2));
  first->finish();
  first.reset();
  second.join();
  EXPECT_EQ(load("a"), bytes(10, 3));
  EXPECT_EQ(files(), 1);
}

// In one process two writers have the same process number: each needs a temporary file of its own, and the
// second must not take the first one's file for stale.
TEST_F(Sealed, TwoWritersOfOneProcessDoNotMix) {
  const auto first = bytes(3000000, 1), second = bytes(3000000, 9);
  {
    SealedWriter a(path("a"), {.kind = "thing", .version = 1, .description = {}});
    a.write(std::span(first).first(1500000));
    SealedWriter b(path("a"), {.kind = "thing", .version = 1, .description = {}});
    b.write(std::span(second).first(1500000));
    a.write(std::span(first).subspan(1500000));
    b.write(std::span(second).subspan(1500000));
    a.finish();
    EXPECT_EQ(load("a"), first);
    b.finish();
  }
  EXPECT_EQ(load("a"), second);
  EXPECT_EQ(files(), 1);
}

TEST_F(Sealed, OnlyItsOwnTemporariesAreRemoved) {
  for (const char* name : {"a.tmp", "a.0123456789abcdef", "a.0123456789ABCDEF.tmp", "b.0123456789abcdef.tmp"})
    std::ofstream(path(name)) << "somebody else's";
  std::ofstream(path("a.0123456789abcdef.tmp")) << "a dead writer's";
  save("a", bytes(10, 1));
  EXPECT_EQ(files(), 5);
  EXPECT_FALSE(fs::exists(path("a.0123456789abcdef.tmp")));
}

}  // namespace
}  // namespace tt
