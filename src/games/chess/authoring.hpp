// What chess offers to authors of problems: certificates of mates, and checks of mate problems.
#pragma once

#include <memory>
#include <string_view>

#include "engine/authoring.hpp"

namespace tesuji::chess {

const engine::Authoring& authoring();

// The parts of it.
engine::Certificate certify(const engine::Request& request, const engine::CommonOptions& common,
                            std::uint64_t max_states, const StopFlag& stop);
engine::Verification verify(const engine::Certificate& certificate, const StopFlag& stop);
std::unique_ptr<engine::ProblemChecker> make_checker(const engine::CommonOptions& common);

}  // namespace tesuji::chess
