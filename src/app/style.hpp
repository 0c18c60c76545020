// Colours in the terminal.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::app {

// Whether standard output takes colours: it is a terminal that is not "dumb", and NO_COLOR is not set
// (no-color.org). CLICOLOR_FORCE=1 asks for them anyway, NO_COLOR is stronger.
bool colours_wanted();

enum class Style { Bold, Good, Bad, Faint };
// The text in a style, or as it is if colours are not wanted.
std::string styled(std::string_view text, Style style);

}  // namespace tesuji::app
