// Open problems as single questions: the most plausible reading in areas that grow, the side to move first,
// nobody with threats. Node counts show what a change of the search is worth, without the choice of a
// reading.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::go::bench {

struct AreaQuestions {
  std::vector<std::string> files;
  std::uint64_t hash = 0;
  std::uint64_t nodes = 0;  // for each question; the areas of a problem end with the first that is not solved
};
void ask_areas(const AreaQuestions& questions);

}  // namespace tesuji::go::bench
