#include "base/file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "base/error.hpp"

namespace tesuji {
namespace {

class FileTest : public ::testing::Test {
 protected:
  FileTest()
      : folder_(std::filesystem::temp_directory_path() / ("base-file-test-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~FileTest() override { std::filesystem::remove_all(folder_); }

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
