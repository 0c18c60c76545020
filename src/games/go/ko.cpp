#include "games/go/ko.hpp"

#include <charconv>

#include "base/error.hpp"

namespace tesuji::go {

namespace {

[[noreturn]] void refuse(std::string_view text) {
  throw Error(
      "ko condition '" + std::string(text) +
      "': write none, black, white, black-infinite, white-infinite, or black:N, white:N with N from 0 to " +
      std::to_string(kMostThreats));
}

}  // namespace

Level level_from(std::string_view text, Colour attacker) {
  if (text == "none") return kNoThreats;
  const bool black = text.substr(0, 5) == "black";
  if (!black && text.substr(0, 5) != "white") refuse(text);
  const bool attacks = (attacker == Colour::Black) == black;
  const std::string_view rest = text.substr(5);
  if (rest.empty()) return attacks ? kAttackerMaster : kDefenderMaster;
  if (rest == "-infinite") return attacks ? kAttackerInfinite : kDefenderInfinite;
  int count = 0;
  if (rest[0] != ':') refuse(text);
  const auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), count);
  if (error != std::errc{} || end != rest.data() + rest.size() || count < 0 || count > kMostThreats)
    refuse(text);
  return attacks ? attacker_threats(count) : defender_threats(count);
}

std::string to_text(Level level, Colour attacker) {
  if (level == kNoThreats) return "none";
  std::string holder(name(attacker_holds(level) ? attacker : opposite(attacker)));
  if (level == kAttackerMaster || level == kDefenderMaster) return holder;
  if (level == kAttackerInfinite || level == kDefenderInfinite) return holder + "-infinite";
  const int count = attacker_holds(level) ? level - kNoThreats : kNoThreats - level;
  return holder + ":" + std::to_string(count);
}

}  // namespace tesuji::go
