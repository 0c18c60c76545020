#include "server/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "engine/json.hpp"
#include "server/access.hpp"
#include "server/admission.hpp"
#include "server/engine_pool.hpp"
#include "server/http.hpp"
#include "server/request_parser.hpp"
#include "server/search_job.hpp"
#include "server/static_files.hpp"
#include "server/work_queue.hpp"

namespace tesuji::server {

using nlohmann::ordered_json;

namespace {

constexpr const char* kJson = "application/json";
constexpr const char* kEvents = "text/event-stream";

// Scripts and styles are the page's own; WebAssembly is compiled; workers come from the page. The
// cross-origin headers isolate the page from others, which is what lets it share memory between threads.
const http::Headers& security_headers() {
  static const http::Headers headers = {
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self' "
       "'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; manifest-src "
       "'self'; "
       "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Permissions-Policy", "camera=(), microphone=(), geolocation=()"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Embedder-Policy", "require-corp"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
  };
  return headers;
}

http::Response json_response(int status, const ordered_json& body) {
  return http::Response::text(status, kJson, engine::to_line(body) + "\n");
}

http::Response error_response(int status, std::string_view message) {
  // A message may quote what the client sent.
  constexpr std::size_t kMaxMessage = 1000;
  std::string text(message.substr(0, kMaxMessage));
  if (text.size() < message.size()) text += " …";
  http::Response response = json_response(status, engine::error_json(text));
  if (status == 429) response.headers.emplace_back("Retry-After", "5");
  return response;
}

std::string event_text(const Event& event) {
  const char* name = event.kind == Event::Kind::Queued   ? "queued"
                     : event.kind == Event::Kind::Report ? "report"
                     : event.kind == Event::Kind::Table  ? "table"
                     : event.kind == Event::Kind::Done   ? "done"
                                                         : "error";
  return fmt::format("event: {}\ndata: {}\n\n", name, event.data);
}

http::Response last_response(const Event& event) {
  return http::Response::text(event.kind == Event::Kind::Done ? 200 : 400, kJson, event.data + "\n");
}

// A search as the response to its request: server-sent events (queued, then report and table as they come,
// then done or error), or the last event alone.
class SearchResponse final : public http::Source {
 public:
  SearchResponse(Admission& admission, std::shared_ptr<SearchJob> job, bool streamed, const Options& options)
      : admission_(admission), job_(std::move(job)), streamed_(streamed), options_(options) {}

  http::Response head() override {
    return {200, {{"Content-Type", kEvents}, {"Cache-Control", "no-store"}}, nullptr};
  }

  Step step(bool silent) override {
    std::optional<Event> event = job_->next();
    if (!streamed_) {
      // Only the last event is of interest; the others are skipped.
      while (event && !event->last()) event = job_->next();
      if (silent) (void)job_->table();  // for /api/table
      return event ? Step{last_response(*event), {}, true} : Step{};
    }
    if (event && !begun_ && event->kind == Event::Kind::Failed) return {last_response(*event), {}, true};
    if (!event && !silent) return {};
    if (!event) event = job_->table();
    begun_ = true;
    if (!event) return {{}, ":\n\n", false};
    return {{}, event_text(*event), event->last()};
  }

  [[nodiscard]] std::chrono::milliseconds silence() const override {
    return begun_ ? options_.heartbeat : options_.first_event;
  }

  void on_gone() override { admission_.cancel(job_); }

 private:
  Admission& admission_;
  const std::shared_ptr<SearchJob> job_;
  const bool streamed_;
  const Options& options_;
  bool begun_ = false;
};

}  // namespace

class Server::Impl final : private http::Handler {
 public:
  Impl(const engine::Registry& registry, const Options& options)
      : options_(options),
        parser_(registry, options),
        games_(engine::to_line(parser_.games()) + "\n"),
        engines_(registry, options.hash_bytes * static_cast<std::uint64_t>(options.searches)),
        admission_(engines_, {options.searches, options.queue, options.searches_per_client}),
        http_(*this, options.hosts.at(0), options.port, options.http),
        work_(2, static_cast<std::size_t>(options.requests)) {
    if (!options.page.empty()) files_.emplace(options.page);
  }
  ~Impl() override {
    // Threads that could still answer a request end before the connections do.
    work_.stop();
    admission_.stop();
    admission_.join();
  }

  [[nodiscard]] std::string address() const {
    const std::string& host = options_.hosts[0];
    return fmt::format("http://{}:{}/", host.find(':') == std::string::npos ? host : "[" + host + "]",
                       http_.port());
  }
  [[nodiscard]] int port() const { return http_.port(); }

  void run() { http_.run(); }

  void stop() {
    stopping_ = true;
    admission_.stop();
    http_.stop();
  }

 private:
  std::optional<http::Response> check(const http::Request& request) override {
    if (const auto why = refused_access(request, options_.hosts)) return error_response(403, *why);
    const bool get = request.method == "GET" || request.method == "HEAD";
    const bool post = request.method == "POST";
    constexpr std::array<std::string_view, 6> kPosted = {"/api/board",  "/api/read",    "/api/write",
                                                         "/api/verify", "/api/analyze", "/api/solve"};
    const bool posted_path = std::find(kPosted.begin(), kPosted.end(), request.path) != kPosted.end();
    if (posted_path ? !post : !get) {
      http::Response response = error_response(405, posted_path ? "use POST here" : "use GET here");
      response.headers.emplace_back("Allow", posted_path ? "POST" : "GET, HEAD");
      return response;
    }
    // A form on another site can send any type but this one.
    if (post && !request.header("content-type").starts_with(kJson)) {
      return error_response(415, "send JSON, with Content-Type: application/json");
    }
    return std::nullopt;
  }

  void handle(http::Request request, std::shared_ptr<http::Exchange> exchange) override {
    if (request.method != "POST") {
      exchange->send(get(request));
      return;
    }
    const auto shared = std::make_shared<const http::Request>(std::move(request));
    const bool accepted = work_.add(shared->client, [this, shared, exchange] { post(*shared, exchange); });
    if (!accepted)
      exchange->send(error_response(429, "busy: too many requests wait; try again in a few seconds"));
  }

  http::Response refusal(int status, std::string_view message) override {
    return error_response(status, message);
  }

  [[nodiscard]] const http::Headers& headers() const override { return security_headers(); }

  http::Response get(const http::Request& request) {
    if (request.path == "/api/health") return json_response(200, health());
    if (request.path == "/api/games") return http::Response::text(200, kJson, games_);
    if (request.path == "/api/table") return json_response(200, tables());
    if (!files_ && request.path == "/") {
      return http::Response::text(200, "text/plain; charset=utf-8",
                                  "The page is not built. The interface under /api/ works.\n");
    }
    if (files_) {
      if (auto file = files_->find(request)) return std::move(*file);
    }
    return error_response(404, "there is nothing at this address");
  }

  // On a thread of the work queue. Whatever an engine has to say against a request is the client's to
  // correct.
  void post(const http::Request& request, const std::shared_ptr<http::Exchange>& exchange) {
    try {
      if (request.path == "/api/board") {
        exchange->send(json_response(200, engine::to_json(*parser_.board(request.body))));
      } else if (request.path == "/api/read") {
        exchange->send(json_response(200, engine::to_json(parser_.read(request.body))));
      } else if (request.path == "/api/write") {
        exchange->send(json_response(200, {{"text", parser_.write(request.body)}}));
      } else if (request.path == "/api/verify") {
        exchange->send(json_response(200, engine::to_json(parser_.verify(request.body))));
      } else {
        search(request.path == "/api/solve" ? Task::Solve : Task::Analyze, request, exchange);
      }
    } catch (const Refusal& refusal) {
      exchange->send(error_response(refusal.status, refusal.what()));
    } catch (const Error& error) {
      exchange->send(error_response(400, error.what()));
    } catch (const std::exception&) {
      exchange->send(error_response(500, "the server failed; this is a bug"));
    }
  }

  void search(Task task, const http::Request& request, const std::shared_ptr<http::Exchange>& exchange) {
    Search search = parser_.search(request.body);
    const auto job = std::make_shared<SearchJob>(request.client, task, std::move(search.request),
                                                 std::move(search.common), [exchange] { exchange->wake(); });
    switch (admission_.submit(job)) {
      case Admission::Verdict::Accepted:
        break;
      case Admission::Verdict::Full:
        throw Refusal(429, fmt::format("busy: {} searches run and {} wait; try again in a few seconds",
                                       options_.searches, options_.queue));
      case Admission::Verdict::ClientHasItsShare:
        throw Refusal(429, fmt::format("busy: you have {} searches already; end one or try again later",
                                       options_.searches_per_client));
    }
    const std::string_view accept = request.header("accept");
    const bool streamed = task == Task::Analyze ? accept.find(kJson) == std::string_view::npos
                                                : accept.find(kEvents) != std::string_view::npos;
    exchange->follow(std::make_shared<SearchResponse>(admission_, job, streamed, options_));
  }

  [[nodiscard]] ordered_json health() const {
    const Admission::Statistics searches = admission_.statistics();
    return {{"status", stopping_ ? "stopping" : "ok"},
            {"page", files_.has_value()},
            {"searching", searches.running},
            {"waiting", searches.waiting},
            {"served", searches.served},
            {"turned_away", searches.turned_away},
            {"connections", http_.connections()},
            {"table_bytes", engines_.bytes()},
            {"limits",
             {{"body", options_.http.body_bytes},
              {"position", options_.position_bytes},
              {"seconds", options_.time.count() / 1000},
              {"threads", options_.threads},
              {"hash", options_.hash_bytes},
              {"searches", options_.searches},
              {"queue", options_.queue},
              {"searches_per_client", options_.searches_per_client},
              {"connections", options_.http.connections},
              {"connections_per_client", options_.http.connections_per_client}}}};
  }

  [[nodiscard]] ordered_json tables() const {
    ordered_json tables = ordered_json::array();
    for (const EnginePool::Table& table : engines_.tables()) {
      ordered_json item = {{"game", table.game}, {"searching", table.searching}};
      item.update(engine::to_json(table.report));
      tables.push_back(std::move(item));
    }
    return tables;
  }

  const Options options_;
  const RequestParser parser_;
  const std::string games_;
  std::optional<StaticFiles> files_;
  std::atomic<bool> stopping_ = false;
  EnginePool engines_;
  Admission admission_;
  http::Server http_;
  WorkQueue work_;  // last: it uses all of the above
};

Server::Server(const engine::Registry& registry, const Options& options)
    : impl_(std::make_unique<Impl>(registry, options)) {}
Server::~Server() = default;
std::string Server::address() const {
  return impl_->address();
}
int Server::port() const {
  return impl_->port();
}
void Server::run() {
  impl_->run();
}
void Server::stop() {
  impl_->stop();
}

}  // namespace tesuji::server
