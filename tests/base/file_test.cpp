#include "base/file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "unprivileged.hpp"

namespace tesuji {
namespace {

class FileTest : public ::testing::Test {
 protected:
  FileTest()
      : folder_(std::filesystem::temp_directory_path() / ("base-file-test-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~FileTest() override {
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all);
    std::filesystem::remove_all(folder_);
  }

  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] long files() const {
    return std::distance(std::filesystem::directory_iterator(folder_), std::filesystem::directory_iterator());
  }
  static std::string error_of(const auto& action) {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  std::filesystem::path folder_;
};

TEST_F(FileTest, ReadsBackWhatWasWritten) {
  const std::string bytes("a\0b\r\n\xff", 6);
  write_file(path("a"), bytes);
  EXPECT_EQ(read_file(path("a")), bytes);
  write_file(path("a"), "");
  EXPECT_EQ(read_file(path("a")), "");
  EXPECT_EQ(files(), 1);  // no temporary file is left
}

TEST_F(FileTest, AFifoADeviceAndAFolderAreRefusedAtOnce) {
  ASSERT_EQ(mkfifo(path("fifo").c_str(), 0600), 0);
  EXPECT_NE(error_of([&] { read_file(path("fifo")); }).find("it is a pipe"), std::string::npos);
  EXPECT_NE(error_of([&] { read_file("/dev/zero"); }).find("it is a device"), std::string::npos);
  EXPECT_NE(error_of([&] { read_file(folder_); }).find("it is a directory"), std::string::npos);
  EXPECT_NE(error_of([&] { write_file(path("fifo"), "x"); }).find("it is not a regular file"),
            std::string::npos);
  EXPECT_NE(error_of([&] { write_file(folder_, "x"); }).find("it is a directory"), std::string::npos);
  EXPECT_NE(error_of([&] { AppendFile(path("fifo")); }).find("a pipe that nobody reads"), std::string::npos);
}

TEST_F(FileTest, APipeWithAReaderIsAppendedTo) {
  ASSERT_EQ(mkfifo(path("fifo").c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { std::getline(std::ifstream(path("fifo")), got); });
  // Until the reader has opened it, there is none.
  std::unique_ptr<AppendFile> file;
  while (!file) {
    try {
      file = std::make_unique<AppendFile>(path("fifo"));
    } catch (const Error&) {
      std::this_thread::yield();
    }
  }
  file->append("answer\n");
  file.reset();
  reader.join();
  EXPECT_EQ(got, "answer");
}

TEST_F(FileTest, APipeInThePlaceOfALockIsAnError) {
  ASSERT_EQ(mkfifo(path("results.lock").c_str(), 0600), 0);
  EXPECT_NE(error_of([&] { RunLock lock(path("results")); }).find("results.lock"), std::string::npos);
}

TEST_F(FileTest, LackOfPermissionIsSaid) {
  write_file(path("fixed"), "x");
  const test::Unprivileged nobody(folder_);
  std::filesystem::permissions(folder_,
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  for (const auto& action : std::vector<std::function<void()>>{
           [&] { write_file(path("new"), "x"); }, [&] { write_file(path("fixed"), "y"); },
           [&] { AppendFile(path("new")); }, [&] { RunLock lock(path("new")); }}) {
    EXPECT_NE(error_of(action).find("Permission denied"), std::string::npos);
  }
  EXPECT_EQ(read_file(path("fixed")), "x");
}

TEST_F(FileTest, ErrorsNameTheFileAndTheReason) {
  const std::string error = error_of([&] { read_file(path("absent")); });
  EXPECT_NE(error.find("absent"), std::string::npos);
  EXPECT_NE(error.find("No such file"), std::string::npos);
  EXPECT_NE(error_of([&] { write_file(path("no/folder"), "x"); }).find("No such file"), std::string::npos);
}

TEST_F(FileTest, AFileThatIsTooLongIsRefused) {
  write_file(path("long"), std::string(1000, 'x'));
  EXPECT_EQ(read_file(path("long"), 1000).size(), 1000u);
  EXPECT_NE(error_of([&] { read_file(path("long"), 999); }).find("at most 999"), std::string::npos);
}

TEST_F(FileTest, AFileThatSaysItIsEmptyIsReadToItsEnd) {
  EXPECT_NE(read_file("/proc/self/status").find("Name:"), std::string::npos);
}

}  // namespace
}  // namespace tesuji
