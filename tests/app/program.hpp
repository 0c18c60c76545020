// The program that the tests of this folder call.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "app/process.hpp"

namespace tesuji::test {

inline Finished tesuji(const std::string& arguments, const std::string& input = "") {
  return run(TESUJI_PROGRAM, arguments, input);
}

// Connect 4 positions near the end of a game, which take no time to solve.
constexpr const char* kLate = "536376766157261213526717212532";
constexpr const char* kLater = "774277125542211223345374373541";
constexpr const char* kLatest = "342231337551566313547762752151";

inline std::ptrdiff_t lines(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

}  // namespace tesuji::test
