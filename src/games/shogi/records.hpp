// The record formats of shogi: KIF, KI2, CSA, JKF (JSON) and USI, read and written through one interface.
#pragma once

#include <vector>

#include "engine/record.hpp"

namespace tesuji::shogi {

// KIF and JKF keep variations; KI2, CSA and USI have a main line only, and USI neither comments nor headers.
// Headers have KIF's names (先手, 後手, 棋戦, 開始日時, …) in every format.
std::vector<const engine::RecordFormat*> record_formats();

}  // namespace tesuji::shogi
