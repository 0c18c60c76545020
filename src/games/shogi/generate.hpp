// Makes tsume problems in which the checker finds no fault.
#pragma once

#include <memory>
#include <vector>

#include "engine/authoring.hpp"

namespace tesuji::shogi {

std::vector<engine::OptionSpec> generator_options();
std::unique_ptr<engine::ProblemGenerator> make_generator(const engine::GenerateRequest& request);

}  // namespace tesuji::shogi
