#include "server/static_files.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/number.hpp"

namespace tesuji::server {

namespace fs = std::filesystem;

namespace {

const char* content_type(const fs::path& path) {
  static constexpr std::pair<std::string_view, const char*> kTypes[] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".json", "application/json"},
      {".wasm", "application/wasm"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".woff2", "font/woff2"},
      {".txt", "text/plain; charset=utf-8"},
      {".webmanifest", "application/manifest+json"},
  };
  const std::string extension = path.extension().string();
  for (const auto& [name, type] : kTypes) {
    if (extension == name) return type;
  }
  return "application/octet-stream";
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Calls `use` for each part of a list; stops where it returns true, and says whether it did.
template <class Use>
bool any_part(std::string_view list, char separator, Use use) {
  while (!list.empty()) {
    const std::size_t end = list.find(separator);
    if (use(trimmed(list.substr(0, end)))) return true;
    list.remove_prefix(end == std::string_view::npos ? list.size() : end + 1);
  }
  return false;
}

// FNV-1a: tells one build of a file from the next.
std::string etag_of(std::string_view content) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : content) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return fmt::format("\"{:016x}-{:x}\"", hash, content.size());
}

bool matches(std::string_view if_none_match, std::string_view etag) {
  return any_part(if_none_match, ',', [&](std::string_view item) {
    if (item.starts_with("W/")) item.remove_prefix(2);
    return item == "*" || item == etag;
  });
}

}  // namespace

std::optional<std::string> relative_path(std::string_view url_path) {
  std::string path;
  for (std::size_t i = 0; i < url_path.size(); ++i) {
    char letter = url_path[i];
    if (letter == '%') {
      if (i + 2 >= url_path.size()) return std::nullopt;
      const auto value = to_number<unsigned>(url_path.substr(i + 1, 2), 16);
      if (!value) return std::nullopt;
      letter = static_cast<char>(*value);
      i += 2;
    }
    if (static_cast<unsigned char>(letter) < 0x20 || letter == '\\') return std::nullopt;
    path += letter;
  }
  if (!path.starts_with('/')) return std::nullopt;
  path.erase(0, 1);
  if (path.empty() || path.ends_with('/')) path += "index.html";
  const bool bad = any_part(
      path, '/', [](std::string_view segment) { return segment.empty() || segment.starts_with('.'); });
  if (bad) return std::nullopt;
  return path;
}

bool accepts_encoding(std::string_view header, std::string_view encoding) {
  return any_part(header, ',', [&](std::string_view item) {
    const std::size_t end = item.find(';');
    if (trimmed(item.substr(0, end)) != encoding) return false;
    if (end == std::string_view::npos) return true;
    // "q=0", "q=0.0", "q=0.000" forbid it.
    const std::string_view weight = trimmed(item.substr(end + 1));
    return !weight.starts_with("q=") || weight.find_first_of("123456789") != std::string_view::npos;
  });
}

StaticFiles::StaticFiles(const fs::path& folder) : folder_(folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    throw Error(fmt::format("cannot find the page: there is no folder '{}'", folder.string()));
  }
}

const StaticFiles::File* StaticFiles::load(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return nullptr;
  const auto time = fs::last_write_time(path, error);
  const auto size = error ? 0 : fs::file_size(path, error);
  if (error) return nullptr;
  File& file = files_[path];
  if (file.content && file.time == time && file.size == size) return &file;
  try {
    std::string content = read_file(path);
    file = {time, size, etag_of(content), std::make_shared<const std::string>(std::move(content))};
  } catch (const Error&) {
    return nullptr;
  }
  return &file;
}

std::optional<http::Response> StaticFiles::find(const http::Request& request) {
  const auto relative = relative_path(request.path);
  if (!relative) return std::nullopt;
  const fs::path path = folder_ / *relative;
  const File* file = load(path);
  if (file == nullptr) return std::nullopt;

  const char* encoding = nullptr;
  const auto original_time = file->time;
  for (const auto& [name, suffix] : {std::pair{"br", ".br"}, std::pair{"gzip", ".gz"}}) {
    if (!accepts_encoding(request.header("accept-encoding"), name)) continue;
    fs::path compressed = path;
    compressed += suffix;
    // An older one belongs to an earlier build.
    const File* found = load(compressed);
    if (found == nullptr || found->time < original_time) continue;
    file = found;
    encoding = name;
    break;
  }

  http::Response response;
  // The build puts a hash of the content into the names under assets/.
  const bool hashed = relative->starts_with("assets/");
  response.headers = {{"ETag", file->etag},
                      {"Vary", "Accept-Encoding"},
                      {"Cache-Control", hashed ? "max-age=31536000, immutable" : "no-cache"}};
  if (matches(request.header("if-none-match"), file->etag)) {
    response.status = 304;
    return response;
  }
  response.headers.emplace_back("Content-Type", content_type(path));
  if (encoding != nullptr) response.headers.emplace_back("Content-Encoding", encoding);
  response.body = file->content;
  return response;
}

}  // namespace tesuji::server
