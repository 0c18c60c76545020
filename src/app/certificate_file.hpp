// Certificates on disk: compressed with zstd if the name ends in .zst, plain text otherwise.
#pragma once

#include <cstdint>
#include <string>

#include "engine/game.hpp"

namespace tesuji::app {

// The text of a certificate, compressed or not. Throws Error.
std::string read_certificate_file(const std::string& path);

// Proves the answer to the request, checks the proof as `tesuji verify` does and writes it; returns a
// sentence about it. Throws Error; an older file is then unchanged.
std::string write_certificate_file(const engine::Game& game, const engine::Request& request,
                                   const engine::CommonOptions& common, std::uint64_t max_states,
                                   const search::StopFlag& stop, const std::string& path);

}  // namespace tesuji::app
