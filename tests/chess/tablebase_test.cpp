// Tablebases that are missing or broken: named, and the search does without. What the tables say is checked
// by scripts/check-syzygy, for they are not part of the repository.
#include "games/chess/tablebase.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.hpp"
#include "games/chess/game.hpp"
#include "games/chess/syzygy_file.hpp"

namespace tesuji::chess {
namespace {

class ChessTablebase : public testing::Test {
 protected:
  ChessTablebase() {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~ChessTablebase() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }
  [[nodiscard]] engine::Report analyze(const std::string& path) const {
    const std::unique_ptr<engine::Engine> engine = game().new_engine();
    engine::CommonOptions common;
    common.hash_bytes = 1 << 20;
    engine->configure(common);
    engine::Request request;
    request.game = "chess";
    request.position = "8/8/8/4k3/8/8/3Q4/4K3 w - - 0 1";
    request.limits.depth = 3;
    if (!path.empty()) request.options["syzygy-path"] = path;
    engine::Listener listener;
    const search::StopFlag stop;
    return engine->analyze(request, listener, stop);
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string("tesuji-syzygy-") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(ChessTablebase, AMissingFolderIsNamedAndTheSearchGoesOn) {
  const engine::Report without = analyze("");
  const engine::Report report = analyze((folder_ / "none").string());
  ASSERT_EQ(report.remarks.size(), 1U);
  EXPECT_NE(report.remarks[0].find("Syzygy tables: "), std::string::npos);
  EXPECT_EQ(report.nodes, without.nodes);
  EXPECT_EQ(report.best, without.best);
  EXPECT_FALSE(report.tablebase_hits);
}

#ifdef TESUJI_SYZYGY
TEST_F(ChessTablebase, AFolderWithoutTablesIsNamed) {
  const engine::Report report = analyze(folder_.string());
  ASSERT_EQ(report.remarks.size(), 1U);
  EXPECT_EQ(report.remarks[0], "Syzygy tables: there are none in '" + folder_.string() + "'");
}

// A header by hand: White's table has 100 blocks of 64 bytes, Black's one value for all.
std::string kqk_header() {
  std::string bytes = "\x71\xe8\x23\x5d\x01";   // magic; two sides
  bytes += std::string("\x00\x66\x55\xee", 4);  // order and pieces
  bytes += '\0';                                // even
  bytes +=
      std::string("\0\x06\x0a\0\x64\0\0\0\x05\x05", 10);  // 2^6 bytes a block, 2^10 positions an index entry
  bytes += std::string("\0\0\x01\0\0\0\0\0", 8);          // one code, one symbol
  return bytes + std::string("\x80\x04", 2);
}

TEST_F(ChessTablebase, TheSizeOfAFileFollowsFromItsHeader) {
  write("KQvK.rtbw", kqk_header());
  // 30 bytes of header, 31 index entries, 100 lengths; the blocks begin at 448.
  EXPECT_EQ(syzygy_file_size(folder_ / "KQvK.rtbw", true), 448u + 6400 + 16);
  write("KQvK.rtbw", kqk_header().substr(0, 20));
  EXPECT_EQ(syzygy_file_size(folder_ / "KQvK.rtbw", true), std::nullopt);
  write("KXvK.rtbw", kqk_header());
  EXPECT_EQ(syzygy_file_size(folder_ / "KXvK.rtbw", true), std::nullopt);
}

// Cut so that its length alone could be that of a table.
TEST_F(ChessTablebase, ATruncatedFileIsNamed) {
  std::string bytes = kqk_header();
  bytes.resize(448 + 64 * 50 + 16);
  write("KQvK.rtbw", bytes);
  const engine::Report report = analyze(folder_.string());
  ASSERT_EQ(report.remarks.size(), 1u);
  EXPECT_EQ(report.remarks[0], "Syzygy tables: there are none in '" + folder_.string() + "' (" +
                                   (folder_ / "KQvK.rtbw").string() +
                                   " is truncated (3664 of 6864 bytes); it is ignored)");
}

// Fathom itself ends the program on such files.
TEST_F(ChessTablebase, BrokenFilesAreNotOpened) {
  write("KQvK.rtbw", std::string("\x71\xe8\x23\x5d") + std::string(100, '\0'));
  write("KQvK.rtbz", "not a table at all");
  write("KRvK.rtbw", "");
  write("notes.txt", "not looked at");
  EXPECT_THROW((void)TablebaseFiles::open(folder_.string()), Error);  // nothing is left
  EXPECT_EQ(analyze(folder_.string()).best.size(), 1U);
}
#endif

}  // namespace
}  // namespace tesuji::chess
