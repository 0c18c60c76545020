// Requests and reports as JSON: the same fields on the command line, in a batch, over HTTP and in the
// browser.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "engine/game.hpp"
#include "engine/record_text.hpp"
#include "engine/report.hpp"
#include "engine/request.hpp"

namespace tesuji::engine {

// The version of a report's fields, in its "version". Reports before version 2 do not name one.
inline constexpr int kReportVersion = 2;

// A field that does not apply is left out.
nlohmann::ordered_json to_json(const Report& report);
nlohmann::ordered_json to_json(const TableReport& table);
// {"position","side","moves":[…],"outcome":{"winner","reason"},"drawing"}; no moves once there is an outcome.
nlohmann::ordered_json to_json(const Board& board);
// {"game","title","position_help","sides":[…],"options":[…],"examples":[…],"records":[…]}, without the
// options that name files. The sides are named as boards name them, the one that begins first.
nlohmann::ordered_json to_json(const Game& game);
// {"game","position","depth","count"}, and with `divide` "moves":[{"move","count"},…].
nlohmann::ordered_json to_json(const Perft& perft, const Request& request, int depth, bool divide);
// {"headers":[["White","Ann"],…],"position","nodes":[{"move","comment","marks","seconds","children":[…]},…],
// "moves":[…],"result","reason"}. Node 0 is the root; "moves" is the main line, "result" "first", "second",
// "draw" or absent.
nlohmann::ordered_json to_json(const Record& record);
// {"format","records":[…]}
nlohmann::ordered_json to_json(const RecordText& text);
nlohmann::ordered_json error_json(std::string_view message);
// The document on one line, whatever bytes the texts in it hold: bytes that are not UTF-8 are replaced.
std::string to_line(const nlohmann::ordered_json& document);

// {"game","position","moves":[…],"time":"5s","nodes":…,"depth":…,"mate":…,"options":{…}}. Throws Error naming
// the field.
Request request_from_json(const nlohmann::json& json);
// What to read or to write: {"game","text"} and {"game","format","record":{…}}.
struct ReadRequest {
  std::string game, text;
};
ReadRequest read_request_from_json(const nlohmann::json& json);
struct WriteRequest {
  std::string game, format;
  Record record;
};
WriteRequest write_request_from_json(const nlohmann::json& json);
// {"hash":"64M","threads":2,"replacement":"…"} of the same object; what is absent stays as in `defaults`.
CommonOptions common_from_json(const nlohmann::json& json, CommonOptions defaults);
// What to_json() wrote; "moves" stands for "nodes" where these are absent. Throws Error naming the field.
Record record_from_json(const nlohmann::json& json);

}  // namespace tesuji::engine
