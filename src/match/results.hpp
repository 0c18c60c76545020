// The results of a match in a file, game by game, so that a match can be stopped and continued.
//
//   {"match": {...}}                                     how the match was set up
//   {"game": 1, "result": "1-0", "forfeit": "none"}      one line for each game, in the order they ended
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "match/tournament.hpp"

namespace tesuji::match {

class ResultsFile {
 public:
  // Creates the file, or continues it if it is of the same set-up. Throws Error if it is of another match, or
  // cannot be read or written.
  ResultsFile(const std::string& path, const nlohmann::ordered_json& setup);

  [[nodiscard]] const std::vector<PlayedGame>& played() const { return played_; }
  void add(int number, const GameRecord& game);

 private:
  std::string path_;
  std::vector<PlayedGame> played_;
  std::ofstream out_;
};

}  // namespace tesuji::match
