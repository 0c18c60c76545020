// Generates training positions by self-play into a folder, until it is stopped.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/stop.hpp"
#include "lab/self_play.hpp"
#include "queue/queue.hpp"

namespace tesuji::lab {

struct GenerateSettings {
  std::string folder;
  SelfPlaySettings play;        // its seed is mixed with the number of the run and of the game
  std::uint64_t positions = 0;  // in the file, at least: then stop; 0 = no limit
};

struct GenerateProgress {
  SelfPlayCounts counts;         // of this run
  std::uint64_t duplicates = 0;  // left out in this run
  std::uint64_t positions = 0;   // in the file
  double seconds = 0;
};

// The file of a folder.
std::string positions_file(const std::string& folder);

// The games are played by the workers of `queue` (lab/play_worker.hpp): threads, or other machines. Calls
// on_progress about once a minute and at the end. Throws Error if the folder cannot be used.
template <class Game>
void generate_positions(const GenerateSettings& settings, queue::Queue& queue, StopFlag& stop,
                        const std::function<void(const GenerateProgress&)>& on_progress);

}  // namespace tesuji::lab
