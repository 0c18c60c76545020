#include "server/request_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/size.hpp"
#include "engine/json.hpp"

namespace tesuji::server {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

// A walk meets at most as many states as the text has moves, times the legal moves of the other side. This
// keeps that below a few million.
constexpr std::size_t kMaxCertificate = std::size_t{16} << 10;

void check_length(const std::string& position, std::size_t limit) {
  if (position.size() > limit) {
    throw Refusal(400, fmt::format("the position has {} bytes; the maximum is {}", position.size(), limit));
  }
}

// A request nests four or five deep. Brackets without end would make the parser build a tree of a million
// levels before it says that the text is wrong.
constexpr int kMaxDepth = 100;

void check_depth(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      i += c == '\\' ? 1 : 0;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxDepth)
        throw Refusal(400, fmt::format("the body is nested more than {} levels deep", kMaxDepth));
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
}

}  // namespace

RequestParser::RequestParser(const engine::Registry& registry, const Options& options)
    : registry_(registry), options_(options) {}

ordered_json RequestParser::games() const {
  ordered_json games = ordered_json::array();
  for (const engine::Game* each : registry_.games()) games.push_back(engine::to_json(*each));
  return games;
}

json RequestParser::parse(const std::string& body) const {
  check_depth(body);
  try {
    return json::parse(body);
  } catch (const json::parse_error& error) {
    throw Refusal(400, fmt::format("the body is not valid JSON: error at byte {}", error.byte));
  } catch (const json::exception&) {
    throw Refusal(400, "the body is not valid JSON: a number is too large");
  }
}

const engine::Game& RequestParser::game(const std::string& name) const {
  if (const engine::Game* const found = registry_.find(name)) return *found;
  throw Refusal(
      400, fmt::format("unknown game '{}'; the games are: {}", name, fmt::join(registry_.names(), ", ")));
}

engine::Request RequestParser::request(const json& object) const {
  engine::Request request = engine::request_from_json(object);
  const auto& specs = game(request.game).options();
  check_length(request.position, options_.position_bytes);
  if (request.moves.size() > options_.moves) {
    throw Refusal(
        400, fmt::format("\"moves\" has {} moves; the maximum is {}", request.moves.size(), options_.moves));
  }
  for (const auto& [name, value] : request.options) {
    const auto spec =
        std::find_if(specs.begin(), specs.end(), [&name = name](const auto& s) { return s.name == name; });
    if (spec == specs.end()) throw Refusal(400, fmt::format("{} has no option '{}'", request.game, name));
    if (spec->kind == engine::OptionSpec::Kind::File) {
      throw Refusal(400, fmt::format("option '{}' names a file and cannot be set over the network", name));
    }
  }
  return request;
}

Search RequestParser::search(const std::string& body) const {
  const json object = parse(body);
  Search search{request(object), {}};
  search.common.hash_bytes = options_.hash_default;
  search.common = engine::common_from_json(object, search.common);

  if (search.common.hash_bytes > options_.hash_bytes) {
    throw Refusal(400,
                  fmt::format("\"hash\" is {}; the maximum is {}", format_bytes(search.common.hash_bytes),
                              format_bytes(options_.hash_bytes)));
  }
  if (search.common.threads > options_.threads) {
    throw Refusal(
        400, fmt::format("\"threads\" is {}; the maximum is {}", search.common.threads, options_.threads));
  }
  search::Limits& limits = search.request.limits;
  if (limits.time && *limits.time > options_.time) {
    throw Refusal(400, fmt::format("\"time\" is {} s; the maximum is {} s", limits.time->count() / 1000,
                                   options_.time.count() / 1000));
  }
  if (!limits.time) limits.time = options_.time;

  // Position and moves are read here as well, so that an error does not wait for the search's turn.
  (void)board(search.request);
  return search;
}

std::unique_ptr<engine::Board> RequestParser::board(const std::string& body) const {
  return board(request(parse(body)));
}

std::unique_ptr<engine::Board> RequestParser::board(const engine::Request& request) const {
  return game(request.game).board(request);
}

engine::RecordText RequestParser::read(const std::string& body) const {
  const engine::ReadRequest request = engine::read_request_from_json(parse(body));
  return engine::read_records(game(request.game), request.text);
}

std::string RequestParser::write(const std::string& body) const {
  const engine::WriteRequest request = engine::write_request_from_json(parse(body));
  return engine::write_record(game(request.game), request.format, request.record);
}

engine::CheckedCertificate RequestParser::verify(const std::string& body) const {
  const std::string certificate = engine::certificate_from_json(parse(body));
  if (certificate.size() > kMaxCertificate) {
    throw Refusal(
        413, fmt::format("the certificate has {} bytes; this server checks at most {}; use `tesuji verify`",
                         certificate.size(), kMaxCertificate));
  }
  return engine::verify_text(registry_, certificate, StopFlag());
}

}  // namespace tesuji::server
