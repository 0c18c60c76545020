#include "server/server.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/json.hpp"
#include "server/desk.hpp"
#include "server/intake.hpp"
#include "server/job.hpp"
#include "server/peer.hpp"

namespace tesuji::server {

using nlohmann::ordered_json;

bool is_loopback(const std::string& host) {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

namespace {

constexpr const char* kJson = "application/json";
constexpr const char* kEvents = "text/event-stream";
// How long a stream stays silent before it says how the table stands.
constexpr std::chrono::milliseconds kHeartbeat(200);
// How often it looks whether anybody still listens.
constexpr std::chrono::milliseconds kGlance(20);
// How long an answer may wait for a first event: an error in that time still gets its own status.
constexpr std::chrono::milliseconds kFirstWord(300);

// Scripts and styles are the page's own; WebAssembly is compiled; workers come from the page. The last two
// lines isolate the page from others, which is what lets it share memory between threads.
const httplib::Headers& security_headers() {
  static const httplib::Headers headers = {
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

void answer(httplib::Response& response, int status, const ordered_json& body) {
  response.status = status;
  response.set_content(engine::to_line(body) + "\n", kJson);
}

// "localhost:8080" -> "localhost", "[::1]:8080" -> "::1"
std::string host_name(const std::string& authority) {
  if (authority.starts_with('[')) return authority.substr(1, authority.find(']') - 1);
  return authority.substr(0, authority.rfind(':'));
}

// A page of another site must not reach a server on this machine, neither by a name of its own that resolves
// to loopback (DNS rebinding) nor by a plain cross-site request.
void check_origin(const httplib::Request& request, bool loopback) {
  const std::string host = request.get_header_value("Host");
  if (loopback && !host.empty() && !is_loopback(host_name(host))) {
    throw Refusal(403, "this server answers on its own machine only");
  }
  const std::string origin = request.get_header_value("Origin");
  if (!origin.empty() && origin != "http://" + host && origin != "https://" + host) {
    throw Refusal(403, "requests from other sites are not answered");
  }
}

std::string event_text(const Event& event) {
  const char* name = event.kind == Event::Kind::Queued   ? "queued"
                     : event.kind == Event::Kind::Report ? "report"
                     : event.kind == Event::Kind::Table  ? "table"
                     : event.kind == Event::Kind::Done   ? "done"
                                                         : "error";
  return fmt::format("event: {}\ndata: {}\n\n", name, event.data);
}

bool is_last(const Event& event) {
  return event.kind == Event::Kind::Done || event.kind == Event::Kind::Failed;
}

}  // namespace

class Server::Impl {
 public:
  Impl(const engine::Registry& registry, const Options& options)
      : options_(options),
        intake_(registry, options),
        desk_(registry, options.searches, options.queue,
              options.hash_bytes * static_cast<std::uint64_t>(options.searches)) {
    http_.new_task_queue = [connections = options.connections] {
      return new httplib::ThreadPool(static_cast<std::size_t>(connections));
    };
    http_.set_payload_max_length(options.body_bytes);
    http_.set_keep_alive_max_count(100);
    http_.set_keep_alive_timeout(2);
    http_.set_read_timeout(5);
    http_.set_write_timeout(5);
    http_.set_tcp_nodelay(true);
    // Not the library's standard, SO_REUSEPORT, which lets two servers share a port without a word.
    http_.set_socket_options([](socket_t socket) {
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    http_.set_default_headers(security_headers());
    install_routes();
    install_page();
    port_ = options.port;
    const bool bound = port_ == 0 ? (port_ = http_.bind_to_any_port(options.host)) > 0
                                  : http_.bind_to_port(options.host, port_);
    if (!bound) {
      throw Error(fmt::format(
          "cannot listen on {} port {}: is another server running there? Choose another with --port",
          options.host, options.port));
    }
  }

  [[nodiscard]] std::string address() const {
    const std::string& host = options_.host;
    return fmt::format("http://{}:{}/", host.find(':') == std::string::npos ? host : "[" + host + "]", port_);
  }
  [[nodiscard]] int port() const { return port_; }

  void run() {
    if (!stopping_) http_.listen_after_bind();
  }

  void stop() {
    stopping_ = true;
    desk_.close();
    http_.stop();
  }

 private:
  void install_routes() {
    http_.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      return guarded(response, [&] { check_origin(request, is_loopback(options_.host)); })
                 ? httplib::Server::HandlerResponse::Unhandled
                 : httplib::Server::HandlerResponse::Handled;
    });
    http_.Get("/api/health", [this](const auto&, auto& response) { answer(response, 200, health()); });
    http_.Get("/api/games", [this](const auto&, auto& response) { answer(response, 200, intake_.games()); });
    http_.Get("/api/table", [this](const auto&, auto& response) { answer(response, 200, tables()); });
    post("/api/board", [this](const auto& request, auto& response) {
      answer(response, 200, engine::to_json(*intake_.board(request.body)));
    });
    post("/api/analyze",
         [this](const auto& request, auto& response) { search(Task::Analyze, request, response); });
    post("/api/solve",
         [this](const auto& request, auto& response) { search(Task::Solve, request, response); });
    http_.set_error_handler([](const httplib::Request& request, httplib::Response& response) {
      if (!response.body.empty()) return;
      const char* message = response.status == 404   ? "there is nothing at this address"
                            : response.status == 413 ? "the body is too large"
                            : response.status == 414 ? "the address is too long"
                                                     : "the request could not be understood";
      // HTTP has no room for a body where only the headers were asked for.
      if (request.method != "HEAD") answer(response, response.status, engine::error_json(message));
    });
    http_.set_exception_handler([](const httplib::Request&, httplib::Response& response, std::exception_ptr) {
      answer(response, 500, engine::error_json("the server failed; this is a fault of ours"));
    });
  }

  void install_page() {
    if (options_.page.empty()) {
      http_.Get("/", [](const httplib::Request&, httplib::Response& response) {
        response.set_content(
            "The page is not built; the interface under /api/ works. See docs/guide/server.md.\n",
            "text/plain");
      });
      return;
    }
    http_.set_file_extension_and_mimetype_mapping("js", "text/javascript");
    http_.set_file_extension_and_mimetype_mapping("wasm", "application/wasm");
    http_.set_file_extension_and_mimetype_mapping("webmanifest", "application/manifest+json");
    if (!http_.set_mount_point("/", options_.page.string())) {
      throw Error(fmt::format("there is no folder '{}' with the page in it", options_.page.string()));
    }
    http_.set_file_request_handler([](const httplib::Request& request, httplib::Response& response) {
      // The build puts a hash of the content into the names under /assets/.
      const bool hashed = request.path.starts_with("/assets/");
      response.set_header("Cache-Control", hashed ? "max-age=31536000, immutable" : "no-cache");
    });
  }

  template <class Handler>
  void post(const char* path, Handler handler) {
    http_.Post(path, [this, handler](const httplib::Request& request, httplib::Response& response) {
      guarded(response, [&] {
        // A form on another site can send anything but this type.
        if (!request.get_header_value("Content-Type").starts_with(kJson)) {
          throw Refusal(415, "send JSON, with Content-Type: application/json");
        }
        handler(request, response);
      });
    });
  }

  // Errors as answers. Whatever an engine has to say against a request is the client's to mend: 400.
  template <class Action>
  bool guarded(httplib::Response& response, Action action) {
    try {
      action();
      return true;
    } catch (const Refusal& refusal) {
      answer(response, refusal.status, engine::error_json(refusal.what()));
    } catch (const Error& error) {
      answer(response, 400, engine::error_json(error.what()));
    }
    return false;
  }

  void search(Task task, const httplib::Request& request, httplib::Response& response) {
    Order order = intake_.order(request.body);
    auto ticket = desk_.enter();
    if (!ticket) {
      response.set_header("Retry-After", "5");
      throw Refusal(429, fmt::format("busy: {} searches run and {} wait; try again in a few seconds",
                                     options_.searches, options_.queue));
    }
    auto job =
        std::make_shared<Job>(std::move(*ticket), task, std::move(order.request), std::move(order.common));
    const bool streamed = task == Task::Analyze
                              ? request.get_header_value("Accept").find(kJson) == std::string::npos
                              : request.get_header_value("Accept").find(kEvents) != std::string::npos;
    const Peer peer(request.remote_addr, request.remote_port);
    if (streamed) {
      stream(std::move(job), peer, response);
    } else {
      wait(*job, peer, response);
    }
  }

  // What there is to say next: an event, or after `patience` how the table stands. A client that has gone
  // away stops the search at the next glance.
  std::optional<Event> listen(Job& job, const Peer& peer, std::chrono::milliseconds patience) {
    for (auto left = patience; left.count() > 0; left -= kGlance) {
      if (stopping_ || peer.gone()) job.stop();
      if (auto event = job.next(kGlance)) return event;
    }
    return job.table();
  }

  // Server-sent events: queued, then report and table as they come, then done or error.
  void stream(std::shared_ptr<Job> job, const Peer& peer, httplib::Response& response) {
    auto first = listen(*job, peer, kFirstWord);
    if (first && first->kind == Event::Kind::Failed) {
      response.status = 400;
      response.set_content(first->data + "\n", kJson);
      return;
    }
    response.set_header("Cache-Control", "no-store");
    response.set_chunked_content_provider(
        kEvents, [this, job, peer, event = std::move(first)](std::size_t, httplib::DataSink& sink) mutable {
          if (!event) event = listen(*job, peer, kHeartbeat);
          const std::string text = event ? event_text(*event) : ":\n\n";
          if (!sink.is_writable() || !sink.write(text.data(), text.size())) return false;
          if (event && is_last(*event)) sink.done();
          event.reset();
          return true;
        });
  }

  void wait(Job& job, const Peer& peer, httplib::Response& response) {
    for (;;) {
      const auto event = listen(job, peer, kHeartbeat);
      if (!event || !is_last(*event)) continue;
      response.status = event->kind == Event::Kind::Done ? 200 : 400;
      response.set_content(event->data + "\n", kJson);
      return;
    }
  }

  [[nodiscard]] ordered_json health() const {
    const Desk::Statistics desk = desk_.statistics();
    return {{"status", stopping_ ? "stopping" : "ok"},
            {"page", !options_.page.empty()},
            {"searching", desk.searching},
            {"waiting", desk.waiting},
            {"served", desk.served},
            {"turned_away", desk.turned_away},
            {"limits",
             {{"body", options_.body_bytes},
              {"position", options_.position_bytes},
              {"seconds", options_.time.count() / 1000},
              {"threads", options_.threads},
              {"hash", options_.hash_bytes},
              {"searches", options_.searches},
              {"queue", options_.queue}}}};
  }

  [[nodiscard]] ordered_json tables() const {
    ordered_json tables = ordered_json::array();
    for (const Desk::Table& table : desk_.tables()) {
      ordered_json item = {{"game", table.game}, {"searching", table.searching}};
      item.update(engine::to_json(table.report));
      tables.push_back(std::move(item));
    }
    return tables;
  }

  const Options options_;
  Intake intake_;
  Desk desk_;
  std::atomic<bool> stopping_ = false;
  int port_ = 0;
  httplib::Server http_;  // last: its threads use all of the above
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
