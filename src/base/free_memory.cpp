#include "base/free_memory.hpp"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include "base/error.hpp"
#include "base/size.hpp"

namespace tesuji {
namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;
constexpr std::uint64_t kMaxAutomatic = std::uint64_t{64} << 30;
constexpr double kPressed = 10;  // percent

class RealFiles final : public SystemFiles {
 public:
  [[nodiscard]] std::optional<std::string> read(const std::string& path) const override {
    std::ifstream file(path);
    if (!file) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
  }
};

// The first number in a file; nothing for "max", which means no limit.
std::optional<std::uint64_t> number_in(const SystemFiles& files, const std::string& path) {
  const std::optional<std::string> text = files.read(path);
  std::uint64_t number = 0;
  if (!text || !(std::istringstream(*text) >> number)) return std::nullopt;
  return number;
}

// The number after a name, as in "MemAvailable:  123 kB" and "inactive_file 456".
std::optional<std::uint64_t> field_in(const SystemFiles& files, const std::string& path,
                                      std::string_view name) {
  const std::optional<std::string> text = files.read(path);
  if (!text) return std::nullopt;
  std::istringstream words(*text);
  for (std::string word; words >> word;) {
    std::uint64_t number = 0;
    if (word == name && words >> number) return number;
  }
  return std::nullopt;
}

// How the two versions name the same things.
struct Names {
  const char *limit, *usage, *reclaimable;
};
constexpr Names kVersion1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
constexpr Names kVersion2{"memory.max", "memory.current", "inactive_file"};

// A control group of this process: where its files are, and below which folder.
struct Group {
  std::string root;  // "/sys/fs/cgroup"
  std::string path;  // "/a/b" or "/"
  Names names;
};

std::vector<Group> groups_of_this_process(const SystemFiles& files) {
  std::vector<Group> groups;
  std::istringstream lines(files.read("/proc/self/cgroup").value_or(""));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string path = line.substr(second + 1);
    if (controllers == ",,") {
      groups.push_back({"/sys/fs/cgroup", path, kVersion2});
      groups.push_back({"/sys/fs/cgroup/unified", path, kVersion2});  // beside version 1
    } else if (controllers.find(",memory,") != std::string::npos) {
      groups.push_back({"/sys/fs/cgroup/memory", path, kVersion1});
    }
  }
  return groups;
}

// Calls visit with the folder of the group and of every group around it. (In a container only the last may
// exist: the path is the one outside.)
template <class Visit>
void visit_upwards(const Group& group, Visit visit) {
  std::string path = group.path == "/" ? "" : group.path;
  while (true) {
    visit(group.root + path + "/");
    if (path.empty()) return;
    path.erase(path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
  }
}

// "some avg10=1.23 avg60=…"
std::optional<double> pressure_in(const SystemFiles& files, const std::string& path) {
  const std::optional<std::string> text = files.read(path);
  constexpr std::string_view kName = "some avg10=";
  const std::size_t at = text ? text->find(kName) : std::string::npos;
  double percent = 0;
  if (at == std::string::npos || !(std::istringstream(text->substr(at + kName.size())) >> percent))
    return std::nullopt;
  return percent;
}

std::atomic<const SystemFiles*> replaced_files{nullptr};

}  // namespace

const SystemFiles& system_files() {
  static const RealFiles kFiles;
  const SystemFiles* const other = replaced_files.load();
  return other != nullptr ? *other : kFiles;
}

void replace_system_files(const SystemFiles* files) {
  replaced_files.store(files);
}

std::optional<std::uint64_t> free_memory(const SystemFiles& files) {
  std::optional<std::uint64_t> least;
  const auto limit_to = [&](std::uint64_t bytes) { least = std::min(least.value_or(bytes), bytes); };
  if (const auto available = field_in(files, "/proc/meminfo", "MemAvailable:")) limit_to(*available * 1024);
  for (const Group& group : groups_of_this_process(files)) {
    visit_upwards(group, [&](const std::string& folder) {
      const auto limit = number_in(files, folder + group.names.limit);
      const auto usage = number_in(files, folder + group.names.usage);
      if (!limit || !usage) return;
      const std::uint64_t cache =
          field_in(files, folder + "memory.stat", group.names.reclaimable).value_or(0);
      const std::uint64_t taken = *usage - std::min(*usage, cache);
      limit_to(*limit - std::min(*limit, taken));
    });
  }
  return least;
}

std::optional<double> memory_pressure(const SystemFiles& files) {
  for (const Group& group : groups_of_this_process(files)) {
    if (group.path == "/") continue;
    if (const auto percent = pressure_in(files, group.root + group.path + "/memory.pressure")) return percent;
  }
  return pressure_in(files, "/proc/pressure/memory");
}

std::uint64_t auto_table_bytes(const SystemFiles& files) {
  const std::optional<std::uint64_t> free = free_memory(files);
  if (!free)
    throw Error("this system does not tell how much memory is free; give --hash a size, such as 256M");
  return std::clamp(*free / 2 / kMebibyte * kMebibyte, kMebibyte, kMaxAutomatic);
}

bool memory_allows(std::uint64_t more_bytes, const SystemFiles& files) {
  const std::optional<std::uint64_t> free = free_memory(files);
  return (!free || *free / 2 >= more_bytes) && memory_pressure(files).value_or(0) < kPressed;
}

TableSize parse_table_size(std::string_view text) {
  if (text == "auto") return {auto_table_bytes(), true};
  return {parse_bytes(text), false};
}

}  // namespace tesuji
