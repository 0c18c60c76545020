// How much memory may be taken, told from sample files of the kernel's.
#include "base/free_memory.hpp"

#include <gtest/gtest.h>

#include <map>

#include "base/error.hpp"

namespace tesuji {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

class SampleFiles final : public SystemFiles {
 public:
  explicit SampleFiles(std::map<std::string, std::string> texts) : texts_(std::move(texts)) {}
  [[nodiscard]] std::optional<std::string> read(const std::string& path) const override {
    const auto found = texts_.find(path);
    if (found == texts_.end()) return std::nullopt;
    return found->second;
  }

 private:
  std::map<std::string, std::string> texts_;
};

std::string mib(std::uint64_t n) {
  return std::to_string(n * kMiB) + "\n";
}
const std::string kMeminfo = "MemTotal: 24731712 kB\nMemFree: 1048576 kB\nMemAvailable: 8388608 kB\n";

TEST(FreeMemory, IsWhatTheMachineHasAvailable) {
  const SampleFiles files({{"/proc/meminfo", kMeminfo}, {"/proc/self/cgroup", "0::/\n"}});
  EXPECT_EQ(free_memory(files), 8192 * kMiB);
  EXPECT_EQ(auto_table_bytes(files), 4096 * kMiB);
}

TEST(FreeMemory, IsLimitedByEveryGroupAround) {
  std::map<std::string, std::string> texts{
      {"/proc/meminfo", kMeminfo},
      {"/proc/self/cgroup", "0::/system.slice/engine.service\n"},
      {"/sys/fs/cgroup/system.slice/engine.service/memory.max", "max\n"},
      {"/sys/fs/cgroup/system.slice/engine.service/memory.current", mib(10)},
      {"/sys/fs/cgroup/system.slice/memory.max", mib(1000)},
      {"/sys/fs/cgroup/system.slice/memory.current", mib(600)},
      {"/sys/fs/cgroup/system.slice/memory.stat", "anon 1\ninactive_file " + mib(200)}};
  EXPECT_EQ(free_memory(SampleFiles(texts)), 600 * kMiB) << "1000 - 600, and 200 of cache";
  texts["/sys/fs/cgroup/system.slice/engine.service/memory.max"] = mib(50);
  EXPECT_EQ(free_memory(SampleFiles(texts)), 40 * kMiB);
}

TEST(FreeMemory, KnowsTheFirstVersionOfGroups) {
  const SampleFiles files({{"/proc/meminfo", kMeminfo},
                           {"/proc/self/cgroup", "5:cpu,cpuacct:/a\n4:memory:/docker/abc\n0::/\n"},
                           {"/sys/fs/cgroup/memory/memory.limit_in_bytes", mib(512)},
                           {"/sys/fs/cgroup/memory/memory.usage_in_bytes", mib(100)},
                           {"/sys/fs/cgroup/memory/memory.stat", "total_inactive_file " + mib(20)}});
  EXPECT_EQ(free_memory(files), 432 * kMiB) << "in a container the path of the group is that outside";
}

TEST(FreeMemory, AGroupThatIsFullLeavesTheSmallestTable) {
  const SampleFiles files({{"/proc/meminfo", kMeminfo},
                           {"/proc/self/cgroup", "0::/full\n"},
                           {"/sys/fs/cgroup/full/memory.max", mib(10)},
                           {"/sys/fs/cgroup/full/memory.current", mib(11)}});
  EXPECT_EQ(free_memory(files), 0U);
  EXPECT_EQ(auto_table_bytes(files), kMiB);
  EXPECT_FALSE(memory_allows(kMiB, files));
}

TEST(FreeMemory, PressureForbidsMore) {
  std::map<std::string, std::string> texts{
      {"/proc/meminfo", kMeminfo},
      {"/proc/self/cgroup", "0::/a\n"},
      {"/proc/pressure/memory", "some avg10=2.50 avg60=0.00 avg300=0.00 total=1\nfull avg10=0.00\n"}};
  EXPECT_DOUBLE_EQ(memory_pressure(SampleFiles(texts)).value(), 2.5);
  EXPECT_TRUE(memory_allows(kMiB, SampleFiles(texts)));
  EXPECT_FALSE(memory_allows(5000 * kMiB, SampleFiles(texts))) << "more than half of what is free";
  texts["/sys/fs/cgroup/a/memory.pressure"] = "some avg10=33.10 avg60=1.00 avg300=0.00 total=1\n";
  EXPECT_DOUBLE_EQ(memory_pressure(SampleFiles(texts)).value(), 33.1) << "our group's, if it has one";
  EXPECT_FALSE(memory_allows(kMiB, SampleFiles(texts)));
}

TEST(FreeMemory, ASystemThatSaysNothingNeedsASize) {
  const SampleFiles files({});
  EXPECT_FALSE(free_memory(files).has_value());
  EXPECT_FALSE(memory_pressure(files).has_value());
  EXPECT_THROW((void)auto_table_bytes(files), Error);
  EXPECT_TRUE(memory_allows(kMiB, files)) << "nothing speaks against it";
  EXPECT_EQ(parse_table_size("64M").bytes, 64 * kMiB);
  EXPECT_THROW((void)parse_table_size("automatic"), Error);
}

}  // namespace
}  // namespace tesuji
