// `tesuji book` for shogi: books of YaneuraOu, which are read and not made.
#pragma once

#include "engine/books.hpp"

namespace tesuji::shogi {

const engine::Books& books();

}  // namespace tesuji::shogi
