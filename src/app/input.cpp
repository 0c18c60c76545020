#include "app/input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <utility>

#include "base/error.hpp"

namespace tesuji::app {

std::string read_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw Error(fmt::format("{} is a directory, not a file", path));
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) throw Error(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  return text;
}

namespace {

// Whether a text that is no file was meant to be one: a word that ends as file names do, and not as a drawn
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
  if (text == "-") {
    const std::string all{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
    return counted(game.split_positions(all));
  }
  std::error_code ignored;  // a position may be no valid file name at all
  if (!text.empty() && std::filesystem::exists(text, ignored))
    return counted(game.split_positions(read_file(text)));
  if (looks_like_file(text)) throw Error(fmt::format("there is no file '{}'", text));
  return {{text}, false};
}

}  // namespace tesuji::app
