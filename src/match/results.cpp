#include "match/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "base/error.hpp"
#include "base/file.hpp"
#include "match/record.hpp"

namespace tesuji::match {
namespace {

using nlohmann::ordered_json;

constexpr std::array<std::string_view, 4> kForfeits = {"none", "time", "illegal",
                                                       "crash"};  // as enum Forfeit

PlayedGame parse_game(const std::string& line) {
  const ordered_json json = ordered_json::parse(line);
  PlayedGame game;
  game.number = json.at("game").get<int>() - 1;
  const std::string result = json.at("result"), forfeit = json.at("forfeit");
  bool known = false;
  for (const Result each : {Result::FirstWins, Result::SecondWins, Result::Draw}) {
    if (result != result_text(each)) continue;
    game.result = each;
    known = true;
  }
  const auto* const at = std::find(kForfeits.begin(), kForfeits.end(), forfeit);
  if (!known || at == kForfeits.end() || game.number < 0) throw Error("");
  game.forfeit = static_cast<Forfeit>(at - kForfeits.begin());
  return game;
}

}  // namespace

ResultsFile::ResultsFile(const std::string& path, const ordered_json& setup) : path_(path) {
  const std::string first = ordered_json{{"match", setup}}.dump();
  const std::string text = std::filesystem::exists(path) ? read_file(path) : std::string();
  std::size_t complete = 0;  // bytes of whole lines
  int number = 0;
  // A last line without its end was cut short: that game is played again.
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', complete)) {
    const std::string line = text.substr(complete, end - complete);
    ++number;
    if (number == 1 && line != first) {
      throw Error(fmt::format("'{}' has the results of another match: {}", path, line));
    }
    if (number > 1) {
      try {
        played_.push_back(parse_game(line));
      } catch (const std::exception&) {
        throw Error(fmt::format("'{}', line {}: not the result of a game", path, number));
      }
    }
    complete = end + 1;
  }
  // Only a first line that was cut short is ours to remove, not a file of another kind.
  if (number == 0 && !first.starts_with(text)) {
    throw Error(fmt::format("'{}' has no results of a match; give another file", path));
  }
  if (text.size() > complete) {
    std::error_code error;
    std::filesystem::resize_file(path, complete, error);
    if (error) throw Error(fmt::format("cannot write '{}': {}", path, error.message()));
  }
  out_.open(path, std::ios::app);
  if (number == 0) out_ << first << '\n' << std::flush;
  if (!out_) throw Error(fmt::format("cannot write '{}'", path));
}

void ResultsFile::add(int number, const GameRecord& game) {
  out_ << ordered_json{{"game", number + 1},
                       {"result", result_text(game.result)},
                       {"forfeit", kForfeits[static_cast<std::size_t>(game.forfeit)]}}
              .dump()
       << '\n'
       << std::flush;
  if (!out_) throw Error(fmt::format("cannot write '{}': is the disk full?", path_));
}

}  // namespace tesuji::match
