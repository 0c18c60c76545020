#include "base/sealed.hpp"

#include <fmt/format.h>

#include <cstring>

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

Sealed read_embedded(std::string_view file) {
  tt::detail::SealedHeader header;
  tt::detail::ChunkHeader chunk;
  if (file.size() <= sizeof header + sizeof chunk) throw Error("an embedded file is cut off");
  std::memcpy(&header, file.data(), sizeof header);
  std::memcpy(&chunk, file.data() + sizeof header, sizeof chunk);
  const auto body = std::as_bytes(std::span(file.substr(sizeof header + sizeof chunk)));
  if (header.checksum != tt::detail::checksum_of(header) || header.body_bytes != body.size() ||
      chunk.checksum != tt::detail::checksum_of(chunk, body)) {
    throw Error("an embedded file is damaged");
  }
  return {header.version, tt::detail::get_text(header.description), {body.begin(), body.end()}};
}

}  // namespace tesuji
