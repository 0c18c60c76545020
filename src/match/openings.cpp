#include "match/openings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "match/epd.hpp"
#include "protocol/lines.hpp"

namespace tesuji::match {
namespace {

bool is_position_word(std::string_view word) {
  return word == "startpos" || word == "sfen" || word == "fen";
}

// "startpos moves 7g7f", "sfen … moves …", or an EPD line.
Opening parse_line(std::string_view line, const engine::Game& game) {
  Opening opening;
  std::vector<std::string_view> words = protocol::split_words(line);
  if (words[0] == "position") words.erase(words.begin());
  if (words.empty()) throw Error("there is nothing after 'position'");
  const auto moves_at = std::find(words.begin(), words.end(), "moves");
  if (is_position_word(words[0])) {
    for (auto word = words.begin() + 1; word != moves_at; ++word) {
      opening.position += (opening.position.empty() ? "" : " ") + std::string(*word);
    }
  } else {
    opening.position = parse_epd(line, game.epd_layout()).position;
  }
  const auto board = game.board(opening.position);
  for (auto word = moves_at; word != words.end(); ++word) {
    if (word == moves_at) continue;
    board->play(*word);
    opening.moves.emplace_back(*word);
  }
  if (board->outcome()) throw Error("the game is over before it begins");
  return opening;
}

// Records of games that are over within `max_plies` are skipped.
std::vector<Opening> from_records(const std::vector<engine::Record>& records, const engine::Game& game,
                                  int max_plies) {
  std::vector<Opening> openings;
  for (const engine::Record& record : records) {
    Opening opening{record.position, record.main_line()};
    const auto plies = static_cast<std::size_t>(std::max(max_plies, 0));
    if (opening.moves.size() > plies) opening.moves.resize(plies);
    if (opening.position.empty() && opening.moves.empty()) continue;
    const auto board = game.board(opening.position);
    for (const std::string& move : opening.moves) board->play(move);
    if (!board->outcome()) openings.push_back(std::move(opening));
  }
  return openings;
}

// A line that every game's protocol has: the whole of it is an opening, whatever its length.
bool begins_with_position_line(std::string_view text) {
  const auto words = protocol::split_words(text.substr(0, text.find('\n')));
  return !words.empty() && (words[0] == "position" || is_position_word(words[0]));
}

}  // namespace

std::vector<Opening> parse_openings(std::string_view text, const engine::Game& game, int max_plies) {
  if (!begins_with_position_line(text)) {
    if (const engine::RecordFormat* format = game.detect_record(text))
      return from_records(format->read(text), game, max_plies);
  }

  std::vector<Opening> openings;
  int number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    ++number;
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const auto words = protocol::split_words(line);
    if (words.empty() || words[0].starts_with('#')) continue;
    try {
      openings.push_back(parse_line(line, game));
    } catch (const Error& error) {
      throw Error(fmt::format("line {}: {}", number, error.what()));
    }
  }
  return openings;
}

std::vector<Opening> read_openings(const std::filesystem::path& file, const engine::Game& game,
                                   int max_plies) {
  const std::string text = read_file(file);
  try {
    std::vector<Opening> openings = parse_openings(text, game, max_plies);
    if (openings.empty()) throw Error("there are no openings in it");
    return openings;
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", file.string(), error.what()));
  }
}

}  // namespace tesuji::match
