// What the table of every engine does when memory runs short (`--hash auto`), and when its file is cut off.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/free_memory.hpp"
#include "games/games.hpp"

namespace tesuji::games {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

engine::Registry registry() {
  engine::Registry all;
  register_all(all);
  return all;
}

// A system with 8 GiB of free memory and as much pressure as the test says.
class MadeUpSystem : public SystemFiles {
 public:
  MadeUpSystem() { replace_system_files(this); }
  MadeUpSystem(const MadeUpSystem&) = delete;
  MadeUpSystem& operator=(const MadeUpSystem&) = delete;
  ~MadeUpSystem() override { replace_system_files(nullptr); }

  void set_pressure(int percent) {
    texts_["/proc/pressure/memory"] = "some avg10=" + std::to_string(percent) + ".00 avg60=0.00\n";
  }
  [[nodiscard]] std::optional<std::string> read(const std::string& path) const override {
    const auto found = texts_.find(path);
    return found == texts_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::map<std::string, std::string> texts_ = {{"/proc/meminfo", "MemAvailable: 8388608 kB\n"}};
};

class TableMemory : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { engine_ = registry().game(GetParam()).new_engine(); }

  // A search that fills more than the first size of a table.
  engine::Report search(std::uint64_t nodes = 150'000) {
    engine::Request request;
    request.limits.nodes = nodes;
    engine::Listener listener;
    const search::StopFlag stop;
    if (GetParam() == "go") {
      request.position =
          "XXXXXXXXX.\nXXXOXXXXX.\nXXO.@OXXX.\nXO....OXX.\nXXO..O.OX.\nXO....OXX.\nXXOO..OXX.\n"
          "XXXXOOXXX.\nXXXXXXXXX.\n..........\n";
      return engine_->solve(request, listener, stop);
    }
    if (GetParam() == "connect4") {
      request.options = {{"book", "none"}};
      return engine_->solve(request, listener, stop);
    }
    return engine_->analyze(request, listener, stop);
  }

  std::unique_ptr<engine::Engine> engine_;
};

TEST_P(TableMemory, AnAutomaticTableShrinksUnderPressureAndGrowsAgain) {
  if (GetParam() == "shogi")
    GTEST_SKIP() << "its report adds up two tables, of which the mate solver's stays";
  MadeUpSystem system;
  engine::CommonOptions options;
  options.hash_auto = true;
  options.hash_bytes = 64 * kMiB;
  engine_->configure(options);
  search(1'000);
  const std::uint64_t first = engine_->table().current_bytes, max = engine_->table().bytes;
  const auto grow_beyond = [&](std::uint64_t bytes) {
    for (std::uint64_t nodes = 150'000; nodes <= 600'000 && engine_->table().current_bytes <= bytes;
         nodes *= 2)
      search(nodes);
    return engine_->table().current_bytes;
  };
  const std::uint64_t grown = grow_beyond(first);
  ASSERT_GE(grown, 2 * first);
  system.set_pressure(40);
  search(1'000);
  const std::uint64_t small = engine_->table().current_bytes;
  EXPECT_LE(small, grown / 2);
  EXPECT_EQ(engine_->table().bytes, max) << "what it may take stays";
  search();
  EXPECT_LE(engine_->table().current_bytes, small) << "not while there is pressure";
  system.set_pressure(0);
  EXPECT_GT(grow_beyond(small), small);
}

TEST_P(TableMemory, ATableOfFixedMaximumIgnoresPressure) {
  MadeUpSystem system;
  engine::CommonOptions options;
  options.hash_bytes = 64 * kMiB;
  engine_->configure(options);
  search();
  const std::uint64_t grown = engine_->table().current_bytes;
  system.set_pressure(40);
  search(1'000);
  EXPECT_GE(engine_->table().current_bytes, grown);
}

#if defined(__linux__)
TEST_P(TableMemory, AReportSaysThatTheFileWasCutOff) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("tesuji-cut-" + GetParam() + std::to_string(getpid()));
  engine::CommonOptions options;
  options.hash_bytes = 4 * kMiB;
  options.hash_file = file.string();
  engine_->configure(options);
  const auto says_so = [](const engine::Report& report) {
    return std::any_of(report.remarks.begin(), report.remarks.end(), [](const std::string& remark) {
      return remark.find("truncated") != std::string::npos;
    });
  };
  EXPECT_FALSE(says_so(search(20'000)));
  std::filesystem::resize_file(file, 4096);
  EXPECT_TRUE(says_so(search(20'000)));
  std::filesystem::remove(file);
}
#endif

INSTANTIATE_TEST_SUITE_P(Games, TableMemory, testing::ValuesIn(registry().names()),
                         [](const testing::TestParamInfo<std::string>& game) { return game.param; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(TableMemory);

}  // namespace
}  // namespace tesuji::games
