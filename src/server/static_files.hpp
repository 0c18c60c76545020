// The built page: files of one folder, with their precompressed versions (NAME.br, NAME.gz) where the client
// takes them. Files are kept in memory and read again when they change on disk.
#pragma once

#include <ctime>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "server/http.hpp"

namespace tesuji::server {

class StaticFiles {
 public:
  // Throws Error if there is no such folder.
  explicit StaticFiles(const std::filesystem::path& folder);

  // The response to a GET or HEAD; none if there is no such file. Ranges are not supported: a request for
  // one gets the whole file.
  [[nodiscard]] std::optional<http::Response> find(const http::Request& request);

 private:
  struct File {
    std::filesystem::file_time_type time;
    std::uintmax_t size = 0;
    std::string etag;
    std::shared_ptr<const std::string> content;
  };
  const File* load(const std::filesystem::path& path);

  const std::filesystem::path folder_;
  std::map<std::filesystem::path, File> files_;
};

// "/a%20b/c.js" -> "a b/c.js", "/" -> "index.html"; none if a segment could lead out of a folder or names a
// hidden file.
[[nodiscard]] std::optional<std::string> relative_path(std::string_view url_path);

// Whether an Accept-Encoding header allows this encoding.
[[nodiscard]] bool accepts_encoding(std::string_view header, std::string_view encoding);

}  // namespace tesuji::server
