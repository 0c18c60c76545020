// A server on a free port of loopback, for as long as a test lasts.
#pragma once

#include <httplib.h>

#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>

#include "server/server.hpp"
#include "server/subtraction.hpp"

namespace tesuji::testing {

class RunningServer {
 public:
  explicit RunningServer(server::Options options = {}, engine::Registry games = subtraction_only())
      : registry_(std::move(games)), server_(registry_, on_any_port(options)) {
    thread_ = std::thread([this] { server_.run(); });
    while (!client().Get("/api/health")) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ~RunningServer() { stop(); }

  void stop() {
    if (!thread_.joinable()) return;
    server_.stop();
    thread_.join();
  }
  [[nodiscard]] int port() const { return server_.port(); }
  [[nodiscard]] httplib::Client client() const {
    httplib::Client client("127.0.0.1", port());
    client.set_read_timeout(20);
    return client;
  }
  [[nodiscard]] nlohmann::json get(const std::string& path) const {
    return nlohmann::json::parse(client().Get(path)->body);
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

// Waits for something that another thread is about to make true.
template <class Condition>
bool eventually(Condition condition) {
  for (int tries = 0; tries < 2000; ++tries) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

}  // namespace tesuji::testing
