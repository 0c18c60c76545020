#include "base/sealed.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "tt/sealed_file.hpp"

namespace tesuji {

void write_sealed(const std::filesystem::path& path, const std::string& kind, std::uint32_t version,
                  const std::string& description, std::span<const std::byte> body) {
  with_table_errors([&] {
    tt::SealedWriter writer(path.string(), {.kind = kind, .version = version, .description = description});
    writer.write(body);
    writer.finish();
  });
}

Sealed read_sealed(const std::filesystem::path& path, const std::string& kind, std::uint32_t max_version,
                   std::uint64_t max_bytes) {
  return with_table_errors([&] {
    tt::SealedReader reader(path.string(), kind, max_version);
    const tt::SealedInfo& info = reader.info();
    if (info.body_bytes > max_bytes)
      reader.fail(fmt::format("has {} bytes; at most {} are read", info.body_bytes, max_bytes));
    Sealed sealed{info.version, info.description, {}};
    // Not reserved at once: a body of zeros may be far longer than its file.
    for (auto bytes = reader.chunk(); !bytes.empty(); bytes = reader.chunk())
      sealed.body.insert(sealed.body.end(), bytes.begin(), bytes.end());
    return sealed;
  });
}

}  // namespace tesuji
