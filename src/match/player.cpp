#include "match/player.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "match/uci_player.hpp"
#include "match/xboard_player.hpp"

namespace tesuji::match {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// "/usr/games/gnuchess --uci" -> "gnuchess"
std::string name_of(std::string_view command) {
  std::string_view program = command.substr(0, command.find(' '));
  program.remove_prefix(program.rfind('/') + 1);
  return std::string(program);
}

}  // namespace

EngineSpec parse_engine(std::string_view text, std::string_view default_protocol) {
  EngineSpec spec;
  spec.protocol = default_protocol;
  const std::size_t end = text.find(';');
  spec.command = trimmed(text.substr(0, end));
  if (spec.command.empty()) throw Error(fmt::format("'{}' names no engine command", text));
  spec.name = name_of(spec.command);
  for (std::size_t at = end; at != std::string_view::npos;) {
    const std::size_t next = text.find(';', at + 1);
    const std::string_view part =
        trimmed(text.substr(at + 1, next == std::string_view::npos ? std::string_view::npos : next - at - 1));
    at = next;
    if (part.empty()) continue;
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
      throw Error(fmt::format("'{}' in '{}' must be KEY=VALUE", part, text));
    }
    const std::string key(trimmed(part.substr(0, equals))), value(trimmed(part.substr(equals + 1)));
    if (key == "name") {
      spec.name = value;
    } else if (key == "protocol") {
      spec.protocol = value;
    } else if (key == "dir") {
      spec.directory = value;
    } else if (key == "tc") {
      spec.control = parse_time_control(value);
    } else if (key == "clock") {
      if (value != "increment" && value != "byoyomi") {
        throw Error(fmt::format("clock= is increment or byoyomi, not '{}'", value));
      }
      spec.knows_increments = value == "increment";
    } else {
      spec.options.emplace_back(key, value);
    }
  }
  if (spec.protocol != "uci" && spec.protocol != "usi" && spec.protocol != "xboard") {
    throw Error(fmt::format("the protocol is uci, usi or xboard, not '{}'", spec.protocol));
  }
  return spec;
}

std::unique_ptr<Player> start_player(const EngineSpec& spec, const PlayerOptions& options,
                                     const search::StopFlag& stop) {
  if (spec.protocol == "xboard") return std::make_unique<XboardPlayer>(spec, options);
  return std::make_unique<UciPlayer>(spec, protocol::dialect_named(spec.protocol), options, stop);
}

}  // namespace tesuji::match
