// How large a Syzygy table has to be, from its name and its header. Fathom maps tables into memory and reads
// wherever the header sends it: a truncated file would end the program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace tesuji::chess {

// In bytes, with the checksum at the end; none = the name or the header is not that of a table, or the header
// itself is cut off.
std::optional<std::uint64_t> syzygy_file_size(const std::filesystem::path& path, bool wdl);

}  // namespace tesuji::chess
