#include "app/input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"

namespace tesuji::app {

namespace {

// Whether a text that names no file was meant to: a word that ends like a file name, and not as a drawn
// board could.
bool looks_like_file(const std::string& text) {
  const std::size_t dot = text.rfind('.');
  if (dot == std::string::npos || dot + 1 == text.size() || text.size() - dot > 5) return false;
  const std::string ending = text.substr(dot + 1);
  return text.find_first_of(" \t\r\n") == std::string::npos &&
         std::all_of(ending.begin(), ending.end(), [](unsigned char c) { return std::isalnum(c) != 0; }) &&
         ending.find_first_not_of("XxOo") != std::string::npos;
}

// Positions that are parts of the text, in its order, are found again in it; others (a game's last
// position) are not.
std::vector<std::size_t> lines_of(const std::vector<std::string>& positions, const std::string& text) {
  std::vector<std::size_t> lines;
  std::size_t from = 0, line = 1;
  for (const std::string& position : positions) {
    const std::size_t at = position.empty() ? std::string::npos : text.find(position, from);
    if (at == std::string::npos) {
      lines.push_back(0);
      continue;
    }
    line += static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(from),
                                                text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    from = at;
    lines.push_back(line);
    line += static_cast<std::size_t>(std::count(position.begin(), position.end(), '\n'));
    from += position.size();
  }
  return lines;
}

}  // namespace

std::string Input::place(std::size_t index) const {
  const std::size_t line = index < lines.size() ? lines[index] : 0;
  const std::string where = line != 0 ? fmt::format("line {}", line)
                            : many    ? fmt::format("position {}", index + 1)
                                      : "";
  if (file.empty()) return where.empty() ? "" : where + ": ";
  return where.empty() ? file + ": " : fmt::format("{}, {}: ", file, where);
}

Input read_input(const engine::Game& game, const std::string& text) {
  const auto counted = [&](const std::string& bytes, const std::string& file) {
    Input input;
    input.file = file;
    try {
      input.positions = game.split_positions(bytes);
    } catch (const Error& error) {
      throw Error(fmt::format("{}: {}", file.empty() ? "standard input" : file, error.what()));
    }
    input.many = input.positions.size() != 1;
    input.lines = lines_of(input.positions, bytes);
    return input;
  };
  if (text == "-") return counted(read_standard_input(), "");
  std::error_code ignored;  // a position may be no valid file name at all
  if (!text.empty() && std::filesystem::exists(text, ignored)) return counted(read_file(text), text);
  if (looks_like_file(text)) throw Error(fmt::format("there is no file '{}'", text));
  Input input;
  input.positions = {text};
  return input;
}

}  // namespace tesuji::app
