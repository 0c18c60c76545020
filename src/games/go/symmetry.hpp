// Problems that are the same but for rotation, reflection and colour.
#pragma once

#include <string>

#include "games/go/notation.hpp"

namespace tesuji::go {

// Equal for problems that are the same but for that: the smallest text among all turned, mirrored and
// recoloured versions of the board, the targets and the side to move.
std::string identity_of(const Problem& problem);

}  // namespace tesuji::go
