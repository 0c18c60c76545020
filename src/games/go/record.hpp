// Game records: SGF, read and written with its comments and variations.
#pragma once

#include <vector>

#include "engine/record.hpp"

namespace tesuji::go {

// SGF is the only one. The stones of its first nodes, the side to move and the marks make the position.
std::vector<const engine::RecordFormat*> record_formats();

}  // namespace tesuji::go
