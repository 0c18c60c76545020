// `tesuji book` for chess: Polyglot books, made from recorded games.
#pragma once

#include "engine/books.hpp"

namespace tesuji::chess {

const engine::Books& books();

}  // namespace tesuji::chess
