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

}  // namespace

Input read_input(const engine::Game& game, const std::string& text) {
  const auto counted = [](std::vector<std::string> positions) {
    const bool many = positions.size() != 1;
    return Input{std::move(positions), many};
  };
  if (text == "-") return counted(game.split_positions(read_standard_input()));
  std::error_code ignored;  // a position may be no valid file name at all
  if (!text.empty() && std::filesystem::exists(text, ignored))
    return counted(game.split_positions(read_file(text)));
  if (looks_like_file(text)) throw Error(fmt::format("there is no file '{}'", text));
  return {{text}, false};
}

}  // namespace tesuji::app
