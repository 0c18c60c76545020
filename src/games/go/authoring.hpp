// What Go offers to authors of problems: certificates, checks of collections, new problems and diagrams.
#pragma once

#include <memory>
#include <string_view>

#include "engine/authoring.hpp"

namespace tesuji::go {

const engine::Authoring& authoring();

// The parts of it.
engine::Certificate certify(const engine::Request& request, const engine::CommonOptions& common,
                            std::uint64_t max_states, const StopFlag& stop);
engine::Verification verify(const engine::Certificate& certificate, const StopFlag& stop);
engine::ProblemDiagrams diagrams(std::string_view problem);

}  // namespace tesuji::go
