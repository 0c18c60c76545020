// Sessions of the C interface: searches, stop, tables in files; and what needs no session.
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/error.hpp"
#include "base/stop.hpp"
#include "capi/answer.hpp"
#include "capi/tesuji.h"
#include "engine/json.hpp"
#include "engine/registry.hpp"
#include "games/games.hpp"

using nlohmann::json;
using nlohmann::ordered_json;
using tesuji::Error;
using tesuji::capi::answer;
using tesuji::capi::given;
namespace engine = tesuji::engine;

struct tesuji_session {
  std::mutex running;  // held by the one call that uses the engines
  tesuji::StopFlag stop;
  std::map<std::string, std::unique_ptr<engine::Engine>, std::less<>> engines;  // by game
};

namespace {

const engine::Registry& registry() {
  static const engine::Registry games = [] {
    engine::Registry all;
    tesuji::games::register_all(all);
    return all;
  }();
  return games;
}

// The session for the length of one call.
class Hold {
 public:
  explicit Hold(tesuji_session* session)
      : session_(*given(session, "session")), lock_(session_.running, std::try_to_lock) {
    if (!lock_.owns_lock()) throw tesuji::capi::Busy();
  }
  [[nodiscard]] engine::Engine& engine(const std::string& game) {
    auto& engine = session_.engines[game];
    if (!engine) engine = registry().game(game).new_engine();
    return *engine;
  }
  tesuji_session& session_;

 private:
  std::unique_lock<std::mutex> lock_;
};

// The same for a search: a stop is used up by the search that it ended.
class HoldSearch : public Hold {
 public:
  using Hold::Hold;
  HoldSearch(const HoldSearch&) = delete;
  HoldSearch& operator=(const HoldSearch&) = delete;
  ~HoldSearch() { session_.stop.clear(); }
};

class CallbackListener final : public engine::Listener {
 public:
  CallbackListener(tesuji_session& session, tesuji_progress progress, void* data)
      : session_(session), progress_(progress), data_(data) {}
  void on_progress(const engine::Report& report) override {
    if (progress_ == nullptr || threw_) return;
    const std::string text = engine::to_line(engine::to_json(report));
    try {
      progress_(text.c_str(), data_);
    } catch (...) {  // a caller in C++: its exception must not pass through the threads of a search
      threw_ = true;
      session_.stop.request();
    }
  }
  void check() const {
    if (threw_) throw Error("the progress callback threw an exception; the search was stopped");
  }

 private:
  tesuji_session& session_;
  const tesuji_progress progress_;
  void* const data_;
  std::atomic<bool> threw_ = false;
};

engine::Request request_of(const json& object) {
  engine::Request request = engine::request_from_json(object);
  (void)registry().game(request.game);  // throws if there is none
  return request;
}

enum class Task { Solve, Analyze, Bench };

int search(Task task, tesuji_session* session, const char* text, tesuji_progress progress, void* data,
           char** out) {
  return answer(out, [&] {
    HoldSearch hold(session);
    const json object = json::parse(given(text, "request"));
    engine::Request request = request_of(object);
    engine::Engine& engine = hold.engine(request.game);
    engine.configure(engine::common_from_json(object, {}));
    CallbackListener listener(*session, progress, data);
    engine::Report report;
    switch (task) {
      case Task::Solve:
        report = engine.solve(request, listener, session->stop);
        break;
      case Task::Analyze:
        if (!request.limits.any()) request.limits.time = std::chrono::seconds(5);
        report = engine.analyze(request, listener, session->stop);
        break;
      case Task::Bench:
        report = engine.bench({.limits = request.limits, .table = {}}, listener, session->stop);
        break;
    }
    listener.check();
    return engine::to_line(engine::to_json(report));
  });
}

const engine::RecordFormat& format_named(const engine::Game& game, std::string_view name) {
  std::string names;
  for (const engine::RecordFormat* format : game.record_formats()) {
    if (format->name() == name) return *format;
    names += (names.empty() ? "" : ", ") + std::string(format->name());
  }
  throw Error(fmt::format("{} has no record format '{}'{}", game.name(), name,
                          names.empty() ? "" : "; its formats are: " + names));
}

const engine::RecordFormat& format_of(const engine::Game& game, std::string_view bytes) {
  for (const engine::RecordFormat* format : game.record_formats()) {
    if (format->detect(bytes)) return *format;
  }
  throw Error(fmt::format("this is not a record of {} in a known format", game.name()));
}

std::string table_answer(const engine::Engine& engine, const char* path) {
  return engine::to_line({{"game", engine.game().name()}, {"file", path}, {"bytes", engine.table().bytes}});
}

}  // namespace

extern "C" {

const char* tesuji_version(void) {
  return TESUJI_VERSION;
}

void tesuji_free(char* text) {
  std::free(text);
}

int tesuji_games(char** out) {
  return answer(out, [] {
    ordered_json games = ordered_json::array();
    for (const engine::Game* game : registry().games()) games.push_back(engine::to_json(*game));
    return engine::to_line(games);
  });
}

int tesuji_board(const char* text, char** out) {
  return answer(out, [&] {
    const engine::Request request = request_of(json::parse(given(text, "request")));
    return engine::to_line(engine::to_json(*registry().game(request.game).board(request)));
  });
}

int tesuji_read_records(const char* name, const char* format, const char* bytes, size_t size, char** out) {
  return answer(out, [&] {
    const engine::Game& game = registry().game(given(name, "game"));
    const std::string_view text(given(bytes, "bytes"), size);
    const engine::RecordFormat& reader =
        format == nullptr ? format_of(game, text) : format_named(game, format);
    ordered_json records = ordered_json::array();
    for (const engine::Record& record : reader.read(text)) {
      records.push_back(engine::to_json(record));
      records.back()["format"] = reader.name();
    }
    return engine::to_line(records);
  });
}

int tesuji_write_record(const char* game, const char* format, const char* record, char** out) {
  return answer(out, [&] {
    const engine::RecordFormat& writer =
        format_named(registry().game(given(game, "game")), given(format, "format"));
    return writer.write(engine::record_from_json(json::parse(given(record, "record"))));
  });
}

tesuji_session* tesuji_open(void) {
  return new (std::nothrow) tesuji_session;
}

void tesuji_close(tesuji_session* session) {
  delete session;
}

int tesuji_solve(tesuji_session* session, const char* request, tesuji_progress progress, void* data,
                 char** out) {
  return search(Task::Solve, session, request, progress, data, out);
}

int tesuji_analyze(tesuji_session* session, const char* request, tesuji_progress progress, void* data,
                   char** out) {
  return search(Task::Analyze, session, request, progress, data, out);
}

int tesuji_bench(tesuji_session* session, const char* request, char** out) {
  return search(Task::Bench, session, request, nullptr, nullptr, out);
}

int tesuji_perft(tesuji_session* session, const char* text, char** out) {
  return answer(out, [&] {
    const HoldSearch hold(session);
    const json object = json::parse(given(text, "request"));
    const engine::Request request = request_of(object);
    const int depth = request.limits.depth.value_or(-1);
    if (depth < 0 || depth > engine::kMaxPerftDepth)
      throw Error(fmt::format("\"depth\" must be given, from 0 to {}", engine::kMaxPerftDepth));
    const auto divide = object.find("divide");
    if (divide != object.end() && !divide->is_boolean()) throw Error("\"divide\" must be true or false");
    const engine::Perft perft =
        registry()
            .game(request.game)
            .perft(request, depth, engine::common_from_json(object, {}), session->stop);
    if (session->stop.requested()) throw Error("stopped before the count was done");
    return engine::to_line(
        engine::to_json(perft, request, depth, divide != object.end() && divide->get<bool>()));
  });
}

void tesuji_stop(tesuji_session* session) {
  if (session != nullptr) session->stop.request();
}

void tesuji_clear_stop(tesuji_session* session) {
  if (session != nullptr) session->stop.clear();
}

int tesuji_clear(tesuji_session* session, char** out) {
  return answer(out, [&] {
    const Hold hold(session);
    session->engines.clear();
    return std::string("{}");
  });
}

int tesuji_save(tesuji_session* session, const char* game, const char* path, char** out) {
  return answer(out, [&] {
    Hold hold(session);
    const engine::Engine& engine = hold.engine(given(game, "game"));
    engine.save_table(given(path, "path"));
    return table_answer(engine, path);
  });
}

int tesuji_load(tesuji_session* session, const char* game, const char* path, char** out) {
  return answer(out, [&] {
    Hold hold(session);
    engine::Engine& engine = hold.engine(given(game, "game"));
    engine.load_table(given(path, "path"));
    return table_answer(engine, path);
  });
}

}  // extern "C"
