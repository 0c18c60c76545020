#include "server/intake.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/size.hpp"
#include "engine/json.hpp"

namespace tesuji::server {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

// A position comes as the client has it: where it goes on is the engine's business, how long it is, is ours.
void check_length(const std::string& position, std::size_t limit) {
  if (position.size() > limit) {
    throw Refusal(
        400, fmt::format("the position has {} bytes; this server takes at most {}", position.size(), limit));
  }
}

}  // namespace

Intake::Intake(const engine::Registry& registry, const Options& options)
    : options_(options), names_(registry.names()) {
  for (const std::string& name : names_) rules_[name] = registry.create(name);
}

ordered_json Intake::games() const {
  ordered_json games = ordered_json::array();
  for (const std::string& name : names_) games.push_back(engine::to_json(rules(name)));
  return games;
}

json Intake::parse(const std::string& body) const {
  try {
    return json::parse(body);
  } catch (const json::parse_error& error) {
    throw Refusal(400, fmt::format("the body is no JSON: it goes wrong at byte {}", error.byte));
  }
}

const engine::Engine& Intake::rules(const std::string& game) const {
  if (const auto at = rules_.find(game); at != rules_.end()) return *at->second;
  throw Refusal(400, fmt::format("there is no game '{}'; the games are: {}", game, fmt::join(names_, ", ")));
}

engine::Request Intake::request(const json& object) const {
  engine::Request request = engine::request_from_json(object);
  const auto specs = rules(request.game).options();
  check_length(request.position, options_.position_bytes);
  if (request.moves.size() > options_.moves) {
    throw Refusal(400, fmt::format("\"moves\" has {} moves; this server takes at most {}",
                                   request.moves.size(), options_.moves));
  }
  for (const auto& [name, value] : request.options) {
    const auto spec = std::find_if(specs.begin(), specs.end(), [&](const auto& s) { return s.name == name; });
    if (spec == specs.end()) throw Refusal(400, fmt::format("{} has no option '{}'", request.game, name));
    if (spec->names_file) {
      throw Refusal(400, fmt::format("option '{}' names a file: not over the network", name));
    }
  }
  return request;
}

Order Intake::order(const std::string& body) const {
  const json object = parse(body);
  Order order{request(object), {}};
  order.common.hash_bytes = options_.hash_standard;
  order.common = engine::common_from_json(object, order.common);

  if (order.common.hash_bytes > options_.hash_bytes) {
    throw Refusal(400, fmt::format("\"hash\" is {}; this server gives at most {}",
                                   format_bytes(order.common.hash_bytes), format_bytes(options_.hash_bytes)));
  }
  if (order.common.threads > options_.threads) {
    throw Refusal(400, fmt::format("\"threads\" is {}; this server gives at most {}", order.common.threads,
                                   options_.threads));
  }
  search::Limits& limits = order.request.limits;
  if (limits.time && *limits.time > options_.time) {
    throw Refusal(400, fmt::format("\"time\" is {} s; this server gives at most {} s",
                                   limits.time->count() / 1000, options_.time.count() / 1000));
  }
  if (!limits.time) limits.time = options_.time;

  // Position and moves are read once here, so that a bad one is told before a search is waited for.
  (void)board(order.request);
  return order;
}

std::unique_ptr<engine::Board> Intake::board(const std::string& body) const {
  return board(request(parse(body)));
}

std::unique_ptr<engine::Board> Intake::board(const engine::Request& request) const {
  return rules(request.game).board_of(request);
}

}  // namespace tesuji::server
