// Games of self-play as questions for the work queue (src/queue): a question is a game to play, its answer
// the positions that were kept.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lab/self_play.hpp"
#include "queue/queue.hpp"

namespace tesuji::lab {

std::string play_question(std::string_view game, const SelfPlaySettings& settings);

struct PlayedGame {
  SelfPlayCounts counts;
  std::vector<Record> records;
};
PlayedGame read_played_game(const std::string& answer);  // throws Error

// Plays any game that the lab knows, with a table that it keeps.
std::unique_ptr<queue::Worker> new_play_worker();

// The program and a number made of a short game of each kind: programs with the same one play the same games.
std::string play_signature();

}  // namespace tesuji::lab
