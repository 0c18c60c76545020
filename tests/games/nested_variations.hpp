// A record in which variations are nested as deeply as they can be.
#pragma once

#include <string>
#include <vector>

#include "engine/record.hpp"

namespace tesuji::test {

// A record of `plies` moves there and back in which each move has a variation that goes on, so that every
// second move is the beginning of a variation inside another.
inline engine::Record nested_variations(const std::vector<std::string>& there_and_back, std::size_t plies) {
  engine::Record record;
  std::size_t node = 0;
  for (std::size_t i = 0; i < plies; ++i) {
    const std::string& move = there_and_back[i % there_and_back.size()];
    record.add(node, move);
    node = record.add(node, move);
  }
  return record;
}

}  // namespace tesuji::test
