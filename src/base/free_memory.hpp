// How much memory this process may still take, as Linux tells it: the machine's, and the limits of the
// control groups (cgroups v1 and v2) that it runs in. For `--hash auto`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji {

// Where the system tells about itself; tests have files of their own.
class SystemFiles {
 public:
  virtual ~SystemFiles() = default;
  // The text of a file, or nothing if it cannot be read.
  [[nodiscard]] virtual std::optional<std::string> read(const std::string& path) const = 0;
};
const SystemFiles& system_files();
// For tests: what system_files() returns from now on; nullptr = the files of this system.
void replace_system_files(const SystemFiles* files);

// The least of what the machine has available and what each enclosing control group still allows. Page cache
// that can be given back counts as free. Nothing where the system does not say.
std::optional<std::uint64_t> free_memory(const SystemFiles& files = system_files());

// Pressure stall information: percent of the last ten seconds in which something waited for memory, of our
// control group or, if that has none, of the machine. Nothing where the kernel does not say.
std::optional<double> memory_pressure(const SystemFiles& files = system_files());

// The size of a table for `--hash auto`: half of the free memory in whole MiB, at most 64 GiB and at least 1
// MiB. Throws Error if the system does not tell.
std::uint64_t auto_table_bytes(const SystemFiles& files = system_files());

// Whether a table may take so many bytes more: there is twice as much, and no pressure.
bool memory_allows(std::uint64_t more_bytes, const SystemFiles& files = system_files());

// A size as parse_bytes() reads it, or "auto".
struct TableSize {
  std::uint64_t bytes = 0;
  bool automatic = false;
};
TableSize parse_table_size(std::string_view text);

}  // namespace tesuji
