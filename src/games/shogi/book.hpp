// Opening books in YaneuraOu's format (.db): a text file with "sfen POSITION" lines, each followed by its
// moves "MOVE REPLY SCORE DEPTH COUNT", of which the last three may be absent.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/book.hpp"
#include "games/shogi/position.hpp"

namespace tesuji::shogi {

class Book {
 public:
  // Throws Error that names the file, the line and what is wrong.
  static Book load(const std::filesystem::path& path);
  explicit Book(std::string_view text);  // throws Error

  [[nodiscard]] std::size_t positions() const { return positions_.size(); }
  [[nodiscard]] std::size_t entries() const;

  // The moves of the book here, as the file orders them; illegal ones are left out. A move weighs as often as
  // it was played, or 1 if the file does not say.
  [[nodiscard]] std::vector<engine::BookMove> moves(const Position& position) const;

 private:
  std::unordered_map<std::string, std::vector<engine::BookMove>> positions_;  // by SFEN without move number
};

}  // namespace tesuji::shogi
