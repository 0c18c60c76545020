// The page's server: the built page, and the engines behind POST /api/analyze (streamed), /api/solve and
// /api/board, GET /api/games, /api/table and /api/health. docs/guide/server.md has the fields.
//
// It is built for one machine and the people at it: loopback by default, no accounts, no state but the
// engines' tables.
//
// A request passes http_connection (deadlines), http_reader (syntax, limits), access (same site),
// request_parser (JSON), admission (queue) and engine_pool (warm engines), in that order.
#pragma once

#include <memory>
#include <string>

#include "engine/registry.hpp"
#include "server/options.hpp"

namespace tesuji::server {

class Server {
 public:
  // Listens at once; throws Error if the address is not available.
  Server(const engine::Registry& registry, const Options& options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] std::string address() const;  // http://127.0.0.1:8080/
  [[nodiscard]] int port() const;

  void run();   // until stop()
  void stop();  // from any thread: every search stops, every connection ends, and run() returns within 2 s

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tesuji::server
