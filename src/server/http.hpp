// HTTP as the rest of the server sees it: whole requests in, responses or streams out. Sockets, deadlines and
// limits live in http_server.cpp and http_connection.hpp (Asio), the syntax in http_reader.cpp (Beast);
// nothing else includes either.
//
// One thread runs the event loop. A Handler is called on it and must not block: work that takes longer goes
// to another thread, which answers through the Exchange.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::server::http {

using Headers = std::vector<std::pair<std::string, std::string>>;

// All limits count bytes that were received, not bytes that a header promises.
struct Limits {
  std::size_t head_bytes = std::size_t{16} << 10;           // request line and headers: 431
  std::size_t target_bytes = std::size_t{4} << 10;          // path and query: 414
  std::size_t head_fields = 64;                             // number of headers: 431
  std::size_t body_bytes = std::size_t{1} << 20;            // of one request: 413
  std::size_t client_bodies_bytes = std::size_t{16} << 20;  // of all bodies of one client, both ways: 429
  std::size_t bodies_bytes = std::size_t{128} << 20;        // of all bodies: 429

  int connections = 1024;           // beyond this number: 429
  int connections_per_client = 64;  // beyond this number: 429
  int backlog = 511;                // connections that the kernel holds until they are accepted

  // A connection that misses a deadline is closed.
  std::chrono::milliseconds head_time = std::chrono::seconds(10);
  std::chrono::milliseconds body_time = std::chrono::seconds(10);
  std::chrono::milliseconds idle_time = std::chrono::seconds(15);   // between two requests
  std::chrono::milliseconds write_time = std::chrono::seconds(20);  // plus one second for each 32 KiB
  std::chrono::milliseconds stop_time = std::chrono::seconds(1);    // after stop(), to finish responses
};

struct Request {
  std::string method;
  std::string path;    // without the query
  std::string client;  // the address of the client; an IPv6 client is its /64 network
  std::string local;   // the address of this machine that the client connected to
  Headers headers;     // names in lower case
  std::string body;
  std::shared_ptr<void> memory;  // counts the body as the client's for as long as the request exists
  bool keep_alive = true;
  bool chunked_allowed = true;  // HTTP/1.0 has no chunks

  // The first header of that name (lower case), or an empty string.
  [[nodiscard]] std::string_view header(std::string_view name) const;
  [[nodiscard]] std::size_t count(std::string_view name) const;
};

struct Response {
  int status = 200;
  Headers headers;  // without length, connection and the headers that every response has
  std::shared_ptr<const std::string> body;

  static Response text(int status, std::string type, std::string body);
};

// A response that takes a while. The methods are called on the event loop's thread.
class Source {
 public:
  struct Step {
    std::optional<Response> whole;  // the one response, instead of a stream; only as the first step
    std::string piece;              // the next piece of the stream; empty = nothing to send yet
    bool last = false;              // the stream ends after this piece
  };
  virtual ~Source() = default;
  // Status and headers of the stream, asked for before the first piece is sent.
  virtual Response head() = 0;
  // Called after Exchange::wake(), after each piece was sent, and after `silence()` without either.
  virtual Step step(bool silent) = 0;
  [[nodiscard]] virtual std::chrono::milliseconds silence() const = 0;
  // The client has gone; step() is not called again.
  virtual void on_gone() = 0;
};

// One request and its answer. Thread-safe. If it is destroyed without an answer, the client gets a 500.
class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual void send(Response response) = 0;
  virtual void follow(std::shared_ptr<Source> source) = 0;
  virtual void wake() = 0;  // the source has something new
};

class Handler {
 public:
  virtual ~Handler() = default;
  // Called when the headers have arrived, before the body is read. A response refuses the request: it is
  // sent, the body is not read, and the connection is closed.
  virtual std::optional<Response> check(const Request& request) = 0;
  virtual void handle(Request request, std::shared_ptr<Exchange> exchange) = 0;
  // The response to a request that HTTP itself refuses (syntax, limits, deadlines, overload).
  virtual Response refusal(int status, std::string_view message) = 0;
  // Headers of every response.
  [[nodiscard]] virtual const Headers& headers() const = 0;
};

class Server {
 public:
  // Binds and listens at once; throws Error if the address is not available.
  Server(Handler& handler, const std::string& host, int port, const Limits& limits);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] int port() const;
  void run();   // the event loop, until stop()
  void stop();  // from any thread: closes what is idle, gives responses `stop_time` to end
  [[nodiscard]] int connections() const;  // from any thread

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tesuji::server::http
