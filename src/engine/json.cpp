#include "engine/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/duration.hpp"
#include "base/error.hpp"
#include "base/number.hpp"
#include "base/size.hpp"

namespace tesuji::engine {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json to_json(const TableReport& table) {
  return {{"bytes", table.bytes},
          {"current_bytes", table.current_bytes},
          {"probes", table.probes},
          {"hits", table.hits},
          {"hit_rate", std::round(table.hit_rate() * 1e6) / 1e6},
          {"stores", table.stores},
          {"replacements", table.replacements},
          {"fill", table.fill},
          {"old", table.old},
          {"mismatches", table.mismatches}};
}

ordered_json to_json(const Report& report) {
  ordered_json out = {{"version", kReportVersion}, {"game", report.game}, {"position", report.position}};
  if (!report.side.empty()) out["side"] = report.side;
  if (!report.verdict.empty()) out["verdict"] = report.verdict;
  if (report.score) out["score"] = *report.score;
  if (report.mate) out["mate"] = *report.mate;
  if (report.bound != ScoreBound::Exact) out["bound"] = report.bound == ScoreBound::Lower ? "lower" : "upper";
  if (report.odds) out["odds"] = {report.odds->win, report.odds->draw, report.odds->loss};
  if (!report.best.empty()) out["best"] = report.best;
  if (!report.pv.empty()) out["pv"] = report.pv;
  if (!report.moves.empty()) {
    ordered_json moves = ordered_json::array();
    for (const MoveReport& move : report.moves) {
      ordered_json item = {{"move", move.move}};
      if (move.score) item["score"] = *move.score;
      if (move.mate) item["mate"] = *move.mate;
      if (!move.verdict.empty()) item["verdict"] = move.verdict;
      if (!move.pv.empty()) item["pv"] = move.pv;
      moves.push_back(std::move(item));
    }
    out["moves"] = std::move(moves);
  }
  if (report.depth) out["depth"] = *report.depth;
  if (report.selective_depth) out["selective_depth"] = *report.selective_depth;
  out["nodes"] = report.nodes;
  out["seconds"] = std::round(report.seconds * 1e6) / 1e6;
  if (report.tablebase_hits) out["tbhits"] = *report.tablebase_hits;
  out["proved"] = report.proved;
  out["complete"] = report.proved && report.complete;
  out["exact"] = out["complete"];  // its name before version 2
  if (!report.remarks.empty()) out["remarks"] = report.remarks;
  if (report.details) report.details->add_to(out);
  if (report.table) out["table"] = to_json(*report.table);
  return out;
}

ordered_json to_json(const Board& board) {
  ordered_json out = {{"position", board.position()}, {"side", board.side()}};
  const auto outcome = board.outcome();
  out["moves"] = outcome ? std::vector<std::string>{} : board.legal_moves();
  if (outcome) {
    ordered_json& end = out["outcome"] = {{"reason", outcome->reason}};
    if (outcome->winner) end["winner"] = *outcome->winner;
  }
  out["drawing"] = board.drawing();
  return out;
}

namespace {

const char* kind_name(OptionSpec::Kind kind) {
  switch (kind) {
    case OptionSpec::Kind::Flag:
      return "flag";
    case OptionSpec::Kind::Number:
      return "number";
    case OptionSpec::Kind::Text:
      return "text";
    case OptionSpec::Kind::File:
      return "file";
    case OptionSpec::Kind::Choice:
      return "choice";
    case OptionSpec::Kind::Button:
      return "button";
  }
  return "";
}

ordered_json to_json(const OptionSpec& option) {
  ordered_json out = {{"name", option.name},
                      {"kind", kind_name(option.kind)},
                      {"default", option.default_value},
                      {"standard", option.default_value},  // its name before version 2
                      {"help", option.help}};
  if (option.kind == OptionSpec::Kind::Choice) out["choices"] = option.choices;
  if (option.kind == OptionSpec::Kind::Number) {
    out["min"] = out["low"] = option.min;  // "low" and "high": their names before version 2
    out["max"] = out["high"] = option.max;
  }
  return out;
}

}  // namespace

ordered_json to_json(const Game& game) {
  ordered_json options = ordered_json::array(), examples = ordered_json::array();
  for (const OptionSpec& option : game.options()) {
    if (option.kind != OptionSpec::Kind::File) options.push_back(to_json(option));
  }
  for (const Example& example : game.examples())
    examples.push_back({{"title", example.title}, {"position", example.position}});
  ordered_json records = ordered_json::array();
  for (const RecordFormat* format : game.record_formats())
    records.push_back({{"name", format->name()}, {"extensions", format->extensions()}});
  if (records.empty()) records.push_back({{"name", kPlainText}, {"extensions", {".txt"}}});
  const std::unique_ptr<Board> board = game.board("");
  ordered_json sides = ordered_json::array({board->side()});
  board->play(board->legal_moves().front());
  sides.push_back(board->side());
  return {{"game", game.name()},
          {"title", game.title()},
          {"position_help", game.position_help()},
          {"sides", std::move(sides)},
          {"options", std::move(options)},
          {"examples", std::move(examples)},
          {"records", std::move(records)}};
}

ordered_json to_json(const Perft& perft, const Request& request, int depth, bool divide) {
  ordered_json out = {
      {"game", request.game}, {"position", request.position}, {"depth", depth}, {"count", perft.count}};
  if (divide) {
    ordered_json& moves = out["moves"] = ordered_json::array();
    for (const auto& [move, count] : perft.divide) moves.push_back({{"move", move}, {"count", count}});
  }
  return out;
}

namespace {

constexpr const char* kFirst = "first";
constexpr const char* kSecond = "second";
constexpr const char* kDraw = "draw";

}  // namespace

ordered_json to_json(const Record& record) {
  ordered_json headers = ordered_json::array(), nodes = ordered_json::array();
  for (const auto& [name, value] : record.headers)
    headers.push_back(ordered_json::array({name, value}));  // a name may stand in a record twice
  for (const RecordNode& node : record.nodes) {
    ordered_json item = ordered_json::object();
    if (!node.move.empty()) item["move"] = node.move;
    if (!node.comment.empty()) item["comment"] = node.comment;
    if (!node.marks.empty()) item["marks"] = node.marks;
    if (node.seconds) item["seconds"] = *node.seconds;
    if (!node.children.empty()) item["children"] = node.children;
    nodes.push_back(std::move(item));
  }
  ordered_json out = {{"headers", std::move(headers)},
                      {"position", record.position},
                      {"moves", record.main_line()},
                      {"nodes", std::move(nodes)}};
  if (record.result != RecordResult::Unknown) {
    out["result"] = record.result == RecordResult::FirstWins    ? kFirst
                    : record.result == RecordResult::SecondWins ? kSecond
                                                                : kDraw;
  }
  if (!record.reason.empty()) out["reason"] = record.reason;
  return out;
}

ordered_json to_json(const RecordText& text) {
  ordered_json records = ordered_json::array();
  for (const Record& record : text.records) records.push_back(to_json(record));
  return {{"format", text.format}, {"records", std::move(records)}};
}

ordered_json error_json(std::string_view message) {
  return {{"error", message}};
}

std::string to_line(const ordered_json& document) {
  return document.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

namespace {

std::string text_field(const json& object, const char* name) {
  const auto at = object.find(name);
  if (at == object.end()) return {};
  if (!at->is_string()) throw Error(fmt::format("\"{}\" must be a string", name));
  return at->get<std::string>();
}

std::string game_field(const json& object) {
  if (!object.is_object()) throw Error("the request must be a JSON object");
  std::string game = text_field(object, "game");
  if (game.empty()) throw Error("the request names no \"game\"");
  return game;
}

// A count limit, written as a number or as people write it ("5M").
std::optional<std::uint64_t> count_field(const json& object, const char* name) {
  const auto at = object.find(name);
  if (at == object.end()) return std::nullopt;
  if (at->is_string()) return parse_count(at->get<std::string>());
  if (!at->is_number_unsigned())
    throw Error(fmt::format("\"{}\" must be a whole number that is not negative", name));
  return at->get<std::uint64_t>();
}

std::optional<int> small_field(const json& object, const char* name) {
  const auto count = count_field(object, name);
  if (!count) return std::nullopt;
  if (*count > 10'000) throw Error(fmt::format("\"{}\" must be at most 10000", name));
  return static_cast<int>(*count);
}

std::string option_text(const std::string& name, const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  if (value.is_number()) return value.dump();
  throw Error(fmt::format("option \"{}\" must be a string, a number or true/false", name));
}

}  // namespace

Request request_from_json(const json& object) {
  Request request;
  request.game = game_field(object);
  request.position = text_field(object, "position");
  if (const auto at = object.find("moves"); at != object.end()) {
    if (!at->is_array()) throw Error("\"moves\" must be an array");
    for (const json& move : *at) {
      if (!move.is_string()) throw Error("\"moves\" must hold strings");
      request.moves.push_back(move.get<std::string>());
    }
  }
  if (const auto at = object.find("time"); at != object.end()) {
    request.limits.time = parse_duration(at->is_number() ? at->dump() : text_field(object, "time"));
  }
  request.limits.nodes = count_field(object, "nodes");
  request.limits.depth = small_field(object, "depth");
  request.limits.mate = small_field(object, "mate");
  if (const auto at = object.find("options"); at != object.end()) {
    if (!at->is_object()) throw Error("\"options\" must be an object");
    for (const auto& [name, value] : at->items()) request.options[name] = option_text(name, value);
  }
  return request;
}

CommonOptions common_from_json(const json& object, CommonOptions defaults) {
  if (!object.is_object()) throw Error("the request must be a JSON object");
  if (const auto at = object.find("hash"); at != object.end()) {
    defaults.hash_bytes = parse_bytes(at->is_number() ? at->dump() : text_field(object, "hash"));
  }
  if (const auto threads = small_field(object, "threads")) {
    if (*threads == 0) throw Error("\"threads\" must be at least 1");
    defaults.threads = *threads;
  }
  if (object.contains("replacement")) defaults.replacement = text_field(object, "replacement");
  return defaults;
}

namespace {

std::vector<std::string> texts_field(const json& object, const char* name) {
  const auto at = object.find(name);
  if (at == object.end()) return {};
  const auto is_text = [](const json& item) { return item.is_string(); };
  if (!at->is_array() || !std::all_of(at->begin(), at->end(), is_text))
    throw Error(fmt::format("\"{}\" must be an array of strings", name));
  return at->get<std::vector<std::string>>();
}

// Every node but the root has one parent, which comes before it: so the nodes are a tree.
void read_nodes(const json& nodes, Record& record) {
  if (!nodes.is_array() || nodes.empty()) throw Error("\"nodes\" must be an array that begins with the root");
  record.nodes.assign(nodes.size(), {});
  std::vector<bool> has_parent(nodes.size(), false);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const json& item = nodes[i];
    if (!item.is_object()) throw Error(fmt::format("node {} must be an object", i));
    RecordNode& node = record.nodes[i];
    node.move = text_field(item, "move");
    if (node.move.empty() == (i != 0))
      throw Error(fmt::format("node {} must have {} \"move\"", i, i == 0 ? "no" : "a"));
    node.comment = text_field(item, "comment");
    node.marks = texts_field(item, "marks");
    if (const auto at = item.find("seconds"); at != item.end()) {
      if (!at->is_number() || at->get<double>() < 0)
        throw Error(fmt::format("\"seconds\" of node {} must be a number that is not negative", i));
      node.seconds = at->get<double>();
    }
    const auto children = item.find("children");
    if (children == item.end()) continue;
    if (!children->is_array()) throw Error(fmt::format("\"children\" of node {} must be an array", i));
    for (const json& child : *children) {
      const std::uint64_t index = child.is_number_unsigned() ? child.get<std::uint64_t>() : 0;
      if (index <= i || index >= nodes.size() || has_parent[index])
        throw Error(fmt::format("\"children\" of node {}: {} is not a later node without a parent", i,
                                to_line(ordered_json(child))));
      has_parent[index] = true;
      node.children.push_back(index);
    }
  }
  for (std::size_t i = 1; i < has_parent.size(); ++i) {
    if (!has_parent[i]) throw Error(fmt::format("node {} has no parent", i));
  }
}

}  // namespace

Record record_from_json(const json& object) {
  if (!object.is_object()) throw Error("the record must be a JSON object");
  Record record;
  if (const auto at = object.find("headers"); at != object.end()) {
    if (!at->is_array()) throw Error("\"headers\" must be an array of pairs");
    for (const json& pair : *at) {
      if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !pair[1].is_string())
        throw Error("\"headers\" must be an array of pairs of strings");
      record.headers.emplace_back(pair[0].get<std::string>(), pair[1].get<std::string>());
    }
  }
  record.position = text_field(object, "position");
  if (const auto at = object.find("nodes"); at != object.end()) {
    read_nodes(*at, record);
  } else {
    std::size_t node = 0;
    for (std::string& move : texts_field(object, "moves")) node = record.add(node, std::move(move));
  }
  const std::string result = text_field(object, "result");
  if (result == kFirst) {
    record.result = RecordResult::FirstWins;
  } else if (result == kSecond) {
    record.result = RecordResult::SecondWins;
  } else if (result == kDraw) {
    record.result = RecordResult::Draw;
  } else if (!result.empty()) {
    throw Error(fmt::format("\"result\" is '{}'; it is first, second or draw", result));
  }
  record.reason = text_field(object, "reason");
  return record;
}

ReadRequest read_request_from_json(const json& object) {
  return {game_field(object), text_field(object, "text")};
}

WriteRequest write_request_from_json(const json& object) {
  WriteRequest request{game_field(object), text_field(object, "format"), {}};
  const auto record = object.find("record");
  if (record == object.end()) throw Error("the request has no \"record\"");
  request.record = record_from_json(*record);
  return request;
}

}  // namespace tesuji::engine
