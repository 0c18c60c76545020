// Diagrams as Sensei's Library writes them: lines that begin with "$$", of a part of the board or all of it.
#pragma once

#include <string_view>

#include "games/go/notation.hpp"

namespace tesuji::go {

bool is_diagram(std::string_view text);
// "$$B Title" or "$$W" says who plays; a frame of | and - is the edge of the board; X B # Y Z are black
// stones and O W @ Q P white ones, all but X and O marked; everything else within the frame is an empty
// point. Sides without a frame are open: the board is 19x19, or what a number in the first line says
// ("$$Bc13"). Throws Error.
Problem problem_from_diagram(std::string_view text);

}  // namespace tesuji::go
