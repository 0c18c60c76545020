// What the fuzz targets share: the games, and what a target does when a promise is broken.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "engine/registry.hpp"

namespace tesuji::fuzz {

using Text = std::string_view;
using Target = void (*)(Text);
using Targets = std::map<std::string, Target>;

const engine::Game& game(const std::string& name);
const engine::Registry& registry();
engine::CommonOptions small();
// One engine for each game, without much of a table.
engine::Engine& engine_of(const std::string& name);
// Aborts unless the promise is kept.
void require(bool condition, const char* promise);

void add_text_targets(Targets& targets);  // positions and records
void add_file_targets(Targets& targets);  // tables, books, networks, certificates
void add_talk_targets(Targets& targets);  // HTTP, JSON, protocols

}  // namespace tesuji::fuzz
