// What Connect 4 offers to those who check answers: certificates of scores.
#pragma once

#include "engine/authoring.hpp"

namespace tesuji::connect4 {

const engine::Authoring& authoring();

}  // namespace tesuji::connect4
