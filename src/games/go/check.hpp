// Checks a problem with its solution tree against proofs.
#pragma once

#include <memory>

#include "engine/authoring.hpp"

namespace tesuji::go {

std::unique_ptr<engine::ProblemChecker> make_checker(const engine::CommonOptions& common);

}  // namespace tesuji::go
