// Tablebases that are missing or broken: named, and the search does without. What the tables say is checked
// by scripts/check-syzygy, for they are not part of the repository.
#include "games/chess/tablebase.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.hpp"
#include "games/chess/game.hpp"

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
