#include "app/input.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <utility>

#include "tt/error.hpp"

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

Input read_input(const engine::Engine& engine, const std::string& text) {
  const auto counted = [](std::vector<std::string> positions) {
    const bool many = positions.size() != 1;
    return Input{std::move(positions), many};
  };
  if (text == "-") {
    const std::string all{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
    return counted(engine.split_positions(all));
  }
  std::error_code ignored;  // a position may be no valid file name at all
  if (!text.empty() && std::filesystem::exists(text, ignored))
    return counted(engine.split_positions(read_file(text)));
  return {{text}, false};
}

}  // namespace tesuji::app
