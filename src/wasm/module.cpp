// The engines as a WebAssembly module: JSON in, JSON out, the same fields as over HTTP. One search at a time;
// the worker around the module sees to that.
#include <emscripten/emscripten.h>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.hpp"
#include "base/size.hpp"
#include "engine/json.hpp"
#include "engine/registry.hpp"
#include "engine/verify.hpp"
#include "games/games.hpp"

// Hands a report to the page; the worker puts a function of this name on the module.
EM_JS(void, tesuji_hear, (const char* json), { Module["hear"](UTF8ToString(json)); });

namespace tesuji::wasm {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

// The module may grow to 4 GiB (CMakeLists.txt), all that 32-bit addresses reach. While a table is resized,
// the old one and the new one stand side by side; 2 GiB in one piece would be more than a ptrdiff_t counts.
constexpr std::uint64_t kDefaultHash = std::uint64_t{64} << 20;
constexpr std::uint64_t kMaxHash = std::uint64_t{1} << 30;
constexpr std::uint64_t kMaxTables = std::uint64_t{2} << 30;  // of all games together

const engine::Registry& registry() {
  static const engine::Registry games = [] {
    engine::Registry all;
    games::register_all(all);
    return all;
  }();
  return games;
}

struct Slot {
  std::unique_ptr<engine::Engine> engine;
  std::uint64_t hash_bytes = 0;
};

// Kept from call to call, so that the tables are; if they would take too much together, the other games' go.
engine::Engine& engine_of(const std::string& game, const engine::CommonOptions& common) {
  static std::map<std::string, Slot> slots;
  Slot& slot = slots[game];
  if (!slot.engine) slot.engine = registry().game(game).new_engine();
  slot.hash_bytes = common.hash_bytes;
  std::uint64_t sum = 0;
  for (const auto& [name, other] : slots) sum += other.hash_bytes;
  if (sum > kMaxTables) std::erase_if(slots, [&](const auto& other) { return other.first != game; });
  slot.engine->configure(common);
  return *slot.engine;
}

search::StopFlag& stop_flag() {
  static search::StopFlag stop;
  return stop;
}

class Hearer final : public engine::Listener {
 public:
  void on_progress(const engine::Report& report) override {
    tesuji_hear(engine::to_line(engine::to_json(report)).c_str());
  }
};

// Runs what makes the answer; the text stays valid until the next call.
template <class Action>
const char* answer(Action action) {
  static std::string text;
  ordered_json out;
  try {
    out = action();
  } catch (const json::exception&) {
    out = engine::error_json("the request is no JSON");
  } catch (const std::exception& error) {
    out = engine::error_json(error.what());
  }
  text = engine::to_line(out);
  return text.c_str();
}

engine::Request request_of(const json& object) {
  engine::Request request = engine::request_from_json(object);
  for (const engine::OptionSpec& option : registry().game(request.game).options()) {
    if (option.kind == engine::OptionSpec::Kind::File) request.options.erase(option.name);
  }
  return request;
}

}  // namespace
}  // namespace tesuji::wasm

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* tesuji_games() {
  using namespace tesuji;
  return wasm::answer([] {
    auto games = nlohmann::ordered_json::array();
    for (const engine::Game* game : wasm::registry().games()) games.push_back(engine::to_json(*game));
    return games;
  });
}

EMSCRIPTEN_KEEPALIVE const char* tesuji_board(const char* text) {
  using namespace tesuji;
  return wasm::answer([&] {
    const engine::Request request = wasm::request_of(nlohmann::json::parse(text));
    return engine::to_json(*wasm::registry().game(request.game).board(request));
  });
}

EMSCRIPTEN_KEEPALIVE const char* tesuji_read(const char* text) {
  using namespace tesuji;
  return wasm::answer([&] {
    const engine::ReadRequest request = engine::read_request_from_json(nlohmann::json::parse(text));
    return engine::to_json(engine::read_records(wasm::registry().game(request.game), request.text));
  });
}

EMSCRIPTEN_KEEPALIVE const char* tesuji_write(const char* text) {
  using namespace tesuji;
  return wasm::answer([&] {
    const engine::WriteRequest request = engine::write_request_from_json(nlohmann::json::parse(text));
    const engine::Game& game = wasm::registry().game(request.game);
    return nlohmann::ordered_json{{"text", engine::write_record(game, request.format, request.record)}};
  });
}

// {"certificate"}: checked against the rules, without a search.
EMSCRIPTEN_KEEPALIVE const char* tesuji_verify(const char* text) {
  using namespace tesuji;
  return wasm::answer([&] {
    const std::string certificate = engine::certificate_from_json(nlohmann::json::parse(text));
    return engine::to_json(engine::verify_text(wasm::registry(), certificate, wasm::stop_flag()));
  });
}

// `task`: "analyze", "solve" or "bench".
EMSCRIPTEN_KEEPALIVE const char* tesuji_search(const char* task, const char* text) {
  using namespace tesuji;
  return wasm::answer([&] {
    const auto object = nlohmann::json::parse(text);
    const engine::Request request = wasm::request_of(object);
    engine::CommonOptions defaults;
    defaults.hash_bytes = wasm::kDefaultHash;
    const engine::CommonOptions common = engine::common_from_json(object, defaults);
    if (common.hash_bytes > wasm::kMaxHash) {
      throw Error("\"hash\" is " + format_bytes(common.hash_bytes) + "; in a browser a table has at most " +
                  format_bytes(wasm::kMaxHash));
    }
    engine::Engine& engine = wasm::engine_of(request.game, common);
    const search::StopFlag& stop = wasm::stop_flag();
    wasm::Hearer hearer;
    const std::string what = task;
    return engine::to_json(what == "solve" ? engine.solve(request, hearer, stop)
                           : what == "bench"
                               ? engine.bench({.limits = request.limits, .table = {}}, hearer, stop)
                               : engine.analyze(request, hearer, stop));
  });
}

// Where the flag is that stops a search: one byte. With shared memory, the page sets it from outside; the
// worker clears it before a search, for only the worker knows whether the search is still wanted.
EMSCRIPTEN_KEEPALIVE void* tesuji_stop_flag() {
  return &tesuji::wasm::stop_flag();
}

}  // extern "C"
