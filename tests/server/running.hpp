// A server on a free port of loopback, for as long as a test lasts.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>

#include "server/client.hpp"
#include "server/server.hpp"
#include "server/subtraction.hpp"

namespace tesuji::testing {

class RunningServer {
 public:
  explicit RunningServer(server::Options options = {}, engine::Registry games = subtraction_only())
      : registry_(std::move(games)), server_(registry_, on_any_port(std::move(options))) {
    // It listens from now on; a client that is early waits until the loop runs.
    thread_ = std::thread([this] { server_.run(); });
  }
  ~RunningServer() { stop(); }

  void stop() {
    if (!thread_.joinable()) return;
    server_.stop();
    thread_.join();
  }
  [[nodiscard]] int port() const { return server_.port(); }

  [[nodiscard]] Reply get(const std::string& path, const Fields& fields = {}) const {
    Connection connection(port());
    connection.send(request_text("GET", path, fields));
    return connection.reply();
  }
  [[nodiscard]] Reply post(const std::string& path, const std::string& body, Fields fields = {}) const {
    fields.emplace_back("Content-Type", "application/json");
    Connection connection(port());
    connection.send(request_text("POST", path, fields, body));
    return connection.reply();
  }
  [[nodiscard]] nlohmann::json get_json(const std::string& path) const {
    return nlohmann::json::parse(get(path).body);
  }

 private:
  static server::Options on_any_port(server::Options options) {
    options.port = 0;
    return options;
  }
  engine::Registry registry_;
  server::Server server_;
  std::thread thread_;
};

// Waits for something that another thread is about to make true; gives up only after minutes.
template <class Condition>
bool eventually(Condition condition) {
  for (int tries = 0; tries < 24'000; ++tries) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

// The names and data of a stream's events.
inline std::vector<std::pair<std::string, nlohmann::json>> events(const std::string& stream) {
  std::vector<std::pair<std::string, nlohmann::json>> events;
  for (std::size_t at = 0; (at = stream.find("event: ", at)) != std::string::npos;) {
    const std::size_t end = stream.find('\n', at);
    const std::size_t data_end = stream.find('\n', end + 1);
    const std::string data = stream.substr(end + 7, data_end - end - 7);
    events.emplace_back(stream.substr(at + 7, end - at - 7), nlohmann::json::parse(data));
    at = data_end;
  }
  return events;
}

}  // namespace tesuji::testing
