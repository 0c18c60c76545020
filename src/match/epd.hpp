// EPD: a position followed by operations ("bm Nf3; id \"WAC.001\";"). Read the same way for SFEN positions.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::match {

struct Epd {
  std::string position;  // complete: an EPD position without counters has got "0 1"
  std::vector<std::pair<std::string, std::vector<std::string>>> operations;

  // The operands of an operation; none if it is not there.
  [[nodiscard]] std::vector<std::string> operands(std::string_view operation) const;
};

Epd parse_epd(std::string_view line);  // throws Error

}  // namespace tesuji::match
