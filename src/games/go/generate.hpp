// Makes life-and-death problems: a random shape, proved, with one right first move.
#pragma once

#include <memory>

#include "engine/authoring.hpp"

namespace tesuji::go {

std::vector<engine::OptionSpec> generator_options();
std::unique_ptr<engine::ProblemGenerator> make_generator(const engine::GenerateRequest& request);

}  // namespace tesuji::go
