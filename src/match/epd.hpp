// EPD: a position followed by operations ("bm Nf3; id \"WAC.001\";"). The game says how many words its
// positions have.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/game.hpp"

namespace tesuji::match {

struct Epd {
  std::string position;  // complete: counters that the line leaves out are added
  std::vector<std::pair<std::string, std::vector<std::string>>> operations;

  // The operands of an operation; none if it is not there.
  [[nodiscard]] std::vector<std::string> operands(std::string_view operation) const;
};

Epd parse_epd(std::string_view line, const engine::EpdLayout& layout);  // throws Error

}  // namespace tesuji::match
