#include "base/file.hpp"

#include "base/error.hpp"
#include "tt/atomic_file.hpp"

namespace tesuji {

void write_file(const std::filesystem::path& path, std::string_view bytes) {
  with_table_errors([&] {
    tt::AtomicFile file(path.string());
    file.write(0, bytes.data(), bytes.size());
    file.commit();
  });
}

}  // namespace tesuji
