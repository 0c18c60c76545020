// Checks tsume-shogi problems: SFEN lines, optionally with their solution ("… moves G*2b"), and KIF records.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/authoring.hpp"
#include "games/shogi/position.hpp"

namespace tesuji::shogi {

std::unique_ptr<engine::ProblemChecker> make_checker(const engine::CommonOptions& common);
// Each as one line: an SFEN, and its solution after "moves". A record that cannot be read stays as it is.
std::vector<std::string> split_collection(std::string_view text);
// One of these. The moves of the solution have been played. Throws Error.
Position problem_from(std::string_view text);
// Equal for problems that are the same but for reflection and colour.
std::string identity_of(const Position& position);

}  // namespace tesuji::shogi
