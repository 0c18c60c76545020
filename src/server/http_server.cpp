// Connections, deadlines and limits on one event loop (Asio).
//
// A connection goes through these states:
//   Reading     a request arrives; deadlines for its head, its body, or (before its first byte) for being
//   idle Responding  the handler works, or the response is being written; the socket is still read, to see a
//   client
//               that goes away, and what it sends meanwhile is kept for the next request, up to a limit
//   Closing     the last response was written; what still arrives is thrown away, up to a limit, so that the
//               client can read the response before the connection ends
//   Closed
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <unordered_map>
#include <unordered_set>

#include <sys/resource.h>

#include "base/error.hpp"
#include "server/http.hpp"
#include "server/http_reader.hpp"

namespace tesuji::server::http {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;

namespace {

constexpr std::size_t kReadBytes = 4096;
constexpr std::size_t kAheadBytes = std::size_t{16} << 10;   // read while a response is under way
constexpr std::size_t kDiscardBytes = std::size_t{4} << 20;  // read after the last response was decided
constexpr milliseconds kDiscardTime(500);
constexpr std::size_t kWriteBytesPerSecond = std::size_t{32} << 10;
constexpr int kRefusedConnections = 256;  // beyond the limit, to tell them 429

std::string_view reason(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 411:
      return "Length Required";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    default:
      return "Status";
  }
}

// One client is one IPv4 address, or one IPv6 network: a household or a machine has a whole /64.
std::string client_of(const asio::ip::address& address) {
  if (address.is_v4()) return address.to_string();
  asio::ip::address_v6 v6 = address.to_v6();
  if (v6.is_v4_mapped()) return asio::ip::make_address_v4(asio::ip::v4_mapped, v6).to_string();
  auto bytes = v6.to_bytes();
  if (!v6.is_loopback()) std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t{0});
  return asio::ip::address_v6(bytes).to_string();
}

// What one client holds at the moment.
struct Usage {
  int connections = 0;
  int refused = 0;  // connections beyond the limit, answered with 429
  std::size_t body_bytes = 0;
};

}  // namespace

class Connection;

// What connections share; all of it belongs to the loop's thread but the atomic number.
struct Shared {
  Handler& handler;
  const Limits limits;
  std::unordered_set<std::shared_ptr<Connection>> open;
  std::unordered_map<std::string, Usage> clients;
  std::size_t body_bytes = 0;
  std::atomic<int> connections = 0;
  int refused = 0;
  bool stopping = false;
  asio::io_context loop{1};
  asio::steady_timer grace{loop};  // after stop(), until the loop ends

  Shared(Handler& the_handler, const Limits& the_limits) : handler(the_handler), limits(the_limits) {}
  void end_if_done() {
    if (stopping && open.empty()) grace.cancel();
  }
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Shared& shared, tcp::socket socket, std::string client, bool overloaded)
      : shared_(shared),
        socket_(std::move(socket)),
        deadline_(shared.loop),
        silence_(shared.loop),
        reader_(shared.limits),
        client_(std::move(client)),
        overloaded_(overloaded) {
    count_connection(1);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void start() {
    error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    set_deadline(shared_.limits.head_time);
    read();
  }

  [[nodiscard]] bool idle() const { return state_ == State::Reading && !reader_.begun() && served_ > 0; }
  [[nodiscard]] std::uint64_t served() const { return served_; }

  // The server stops: only a response that is under way may end.
  void stop() {
    close_after_ = true;
    if (state_ != State::Responding) close();
  }

  void close() {
    if (state_ == State::Closed) return;
    state_ = State::Closed;
    const auto keep = shared_from_this();
    shared_.open.erase(keep);
    count_body_bytes(0);
    count_connection(-1);
    const auto usage = shared_.clients.find(client_);
    if (usage->second.connections + usage->second.refused == 0) shared_.clients.erase(usage);
    error_code ignored;
    deadline_.cancel();
    silence_.cancel();
    socket_.shutdown(tcp::socket::shutdown_both, ignored);
    socket_.close(ignored);
    if (auto source = std::exchange(source_, nullptr)) source->on_gone();
    shared_.end_if_done();
  }

  // The three things an exchange can ask for, here on the loop's thread. `number` is the request they answer.
  void send(std::uint64_t number, Response response) {
    if (!waiting_for(number)) return;
    answered_ = true;
    respond(std::move(response));
  }
  void follow(std::uint64_t number, std::shared_ptr<Source> source) {
    if (!waiting_for(number)) {
      source->on_gone();
      return;
    }
    answered_ = true;
    source_ = std::move(source);
    take_step(false);
  }
  void wake(std::uint64_t number) {
    if (state_ == State::Responding && number == served_ && source_) take_step(false);
  }

 private:
  enum class State { Reading, Responding, Closing, Closed };

  [[nodiscard]] bool waiting_for(std::uint64_t number) const {
    return state_ == State::Responding && number == served_ && !answered_;
  }

  void set_deadline(milliseconds time) {
    deadline_.expires_after(time);
    deadline_.async_wait([self = shared_from_this()](error_code error) {
      // A wait that was already over when the deadline moved reports success, too.
      if (!error && self->deadline_.expiry() <= std::chrono::steady_clock::now()) self->on_deadline();
    });
  }
  void clear_deadline() { deadline_.expires_at(asio::steady_timer::time_point::max()); }

  void on_deadline() {
    if (state_ == State::Reading && reader_.begun()) {
      refuse(408, "the request took too long to arrive");
    } else {
      close();
    }
  }

  void read() {
    if (reading_ || state_ == State::Closed) return;
    reading_ = true;
    socket_.async_read_some(asio::buffer(input_),
                            [self = shared_from_this()](error_code error, std::size_t size) {
                              self->reading_ = false;
                              self->on_read(error, size);
                            });
  }

  void on_read(error_code error, std::size_t size) {
    if (state_ == State::Closed) return;
    if (error) {
      close();
      return;
    }
    const std::string_view bytes(input_.data(), size);
    switch (state_) {
      case State::Reading:
        on_bytes(bytes);
        break;
      case State::Responding:
        if (close_after_) {
          discarded_ += size;
        } else {
          ahead_ += bytes;
        }
        break;
      case State::Closing:
        discarded_ += size;
        break;
      case State::Closed:
        return;
    }
    if (ahead_.size() > kAheadBytes || discarded_ > kDiscardBytes) {
      close();
      return;
    }
    read();
  }

  void on_bytes(std::string_view bytes) {
    const bool had_begun = reader_.begun();
    Reader::Result result = reader_.put(bytes);
    if (!had_begun && reader_.begun()) set_deadline(shared_.limits.head_time);
    if (result == Reader::Result::Head) {
      Request& request = reader_.request();
      request.client = client_;
      error_code ignored;
      const auto local = socket_.local_endpoint(ignored).address();
      request.local = local.is_v6() && local.to_v6().is_v4_mapped()
                          ? asio::ip::make_address_v4(asio::ip::v4_mapped, local.to_v6()).to_string()
                          : local.to_string();
      if (overloaded_) {
        refuse(429, "the server has too many connections; try again in a few seconds");
        return;
      }
      if (auto refusal = shared_.handler.check(request)) {
        refuse(std::move(*refusal));
        return;
      }
      set_deadline(shared_.limits.body_time);
      result = reader_.put({});
    }
    if (result == Reader::Result::Refused) {
      refuse(reader_.status(), reader_.message());
      return;
    }
    if (reader_.reading_body() && !count_body_bytes(reader_.buffered() + reader_.request().body.size())) {
      refuse(429, "the server has too many requests; try again in a few seconds");
      return;
    }
    if (result == Reader::Result::Complete) handle();
  }

  void count_connection(int change) {
    Usage& usage = shared_.clients[client_];
    if (overloaded_) {
      shared_.refused += change;
      usage.refused += change;
    } else {
      shared_.connections += change;
      usage.connections += change;
    }
  }

  // Notes how many bytes of body this connection holds; false if it or all together hold too many.
  bool count_body_bytes(std::size_t bytes) {
    Usage& usage = shared_.clients[client_];
    shared_.body_bytes += bytes - body_bytes_;
    usage.body_bytes += bytes - body_bytes_;
    body_bytes_ = bytes;
    return bytes == 0 || (shared_.body_bytes <= shared_.limits.bodies_bytes &&
                          usage.body_bytes <= shared_.limits.client_bodies_bytes);
  }

  void handle();

  void refuse(int status, std::string_view message) { refuse(shared_.handler.refusal(status, message)); }
  // The rest of the request is not read, so nothing after it could be understood.
  void refuse(Response response) {
    state_ = State::Responding;
    answered_ = true;
    close_after_ = true;
    head_only_ = reader_.request().method == "HEAD";
    respond(std::move(response));
  }

  [[nodiscard]] std::string head_text(const Response& response) const {
    std::string text = fmt::format("HTTP/1.1 {} {}\r\n", response.status, reason(response.status));
    for (const Headers* headers : {&shared_.handler.headers(), &response.headers}) {
      for (const auto& [name, value] : *headers) text += fmt::format("{}: {}\r\n", name, value);
    }
    text += close_after_ ? "Connection: close\r\n" : "Connection: keep-alive\r\n";
    return text;
  }

  void respond(Response response) {
    output_ = head_text(response);
    const std::size_t size = response.body ? response.body->size() : 0;
    if (response.status != 304) output_ += fmt::format("Content-Length: {}\r\n", size);
    output_ += "\r\n";
    body_ = head_only_ || response.status == 304 ? nullptr : std::move(response.body);
    write([self = shared_from_this()] { self->on_response_written(); });
  }

  template <class Continuation>
  void write(Continuation then) {
    const std::size_t size = output_.size() + (body_ ? body_->size() : 0);
    set_deadline(shared_.limits.write_time + std::chrono::seconds(size / kWriteBytesPerSecond));
    const std::array<asio::const_buffer, 2> buffers = {asio::buffer(output_),
                                                       body_ ? asio::buffer(*body_) : asio::const_buffer()};
    writing_ = true;
    asio::async_write(socket_, buffers,
                      [self = shared_from_this(), then = std::move(then)](error_code error, std::size_t) {
                        self->writing_ = false;
                        if (self->state_ == State::Closed) return;
                        if (error) {
                          self->close();
                        } else {
                          then();
                        }
                      });
  }

  void on_response_written() {
    body_ = nullptr;
    source_ = nullptr;
    silence_.cancel();
    if (close_after_ || shared_.stopping) {
      error_code ignored;
      state_ = State::Closing;
      socket_.shutdown(tcp::socket::shutdown_send, ignored);
      set_deadline(kDiscardTime);
      read();
      return;
    }
    reader_.next();
    count_body_bytes(0);
    state_ = State::Reading;
    set_deadline(reader_.begun() || !ahead_.empty() ? shared_.limits.head_time : shared_.limits.idle_time);
    on_bytes(std::exchange(ahead_, {}));
    read();
  }

  // Asks the source for more, unless the last piece is still being written.
  void take_step(bool silent) {
    if (writing_) return;
    Source::Step step = source_->step(silent);
    if (step.whole && !streaming_) {
      respond(std::move(*step.whole));
      return;
    }
    if (step.piece.empty() && !step.last) {
      if (!silent && silence_armed_) return;
      clear_deadline();
      wait_in_silence();
      return;
    }
    silence_.cancel();
    silence_armed_ = false;
    output_.clear();
    if (!streaming_) {
      streaming_ = true;
      output_ = head_text(source_->head());
      output_ += chunked_ ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n";
    }
    if (!head_only_ && !step.piece.empty()) {
      output_ += chunked_ ? fmt::format("{:x}\r\n{}\r\n", step.piece.size(), step.piece) : step.piece;
    }
    const bool last = step.last || head_only_;
    if (last && chunked_) output_ += "0\r\n\r\n";
    write([self = shared_from_this(), last] {
      if (last) {
        self->on_response_written();
      } else {
        self->clear_deadline();
        self->take_step(false);
      }
    });
  }

  void wait_in_silence() {
    silence_armed_ = true;
    silence_.expires_after(source_->silence());
    silence_.async_wait([self = shared_from_this()](error_code error) {
      if (error || self->state_ != State::Responding || !self->source_ || !self->silence_armed_) return;
      if (self->silence_.expiry() <= std::chrono::steady_clock::now()) self->take_step(true);
    });
  }

  Shared& shared_;
  tcp::socket socket_;
  asio::steady_timer deadline_, silence_;
  Reader reader_;
  const std::string client_;
  const bool overloaded_;  // too many connections: this one gets a 429 and is closed
  State state_ = State::Reading;
  std::uint64_t served_ = 0;  // requests handed to the handler
  bool reading_ = false, writing_ = false, close_after_ = false, answered_ = false;
  bool head_only_ = false, chunked_ = true, streaming_ = false, silence_armed_ = false;
  std::size_t body_bytes_ = 0, discarded_ = 0;
  std::array<char, kReadBytes> input_;
  std::string ahead_, output_;
  std::shared_ptr<const std::string> body_;
  std::shared_ptr<Source> source_;
};

namespace {

class ConnectionExchange final : public Exchange, public std::enable_shared_from_this<ConnectionExchange> {
 public:
  ConnectionExchange(Shared& shared, std::weak_ptr<Connection> connection, std::uint64_t number)
      : shared_(shared), connection_(std::move(connection)), number_(number) {}
  ~ConnectionExchange() override {
    if (!answered_) {
      later([](Connection& connection, std::uint64_t number, Shared& shared) {
        connection.send(number, shared.handler.refusal(500, "the server failed to answer; this is a bug"));
      });
    }
  }
  void send(Response response) override {
    if (answered_.exchange(true)) return;
    later([response = std::move(response)](Connection& connection, std::uint64_t number, Shared&) mutable {
      connection.send(number, std::move(response));
    });
  }
  void follow(std::shared_ptr<Source> source) override {
    if (answered_.exchange(true)) return;
    asio::dispatch(shared_.loop, [connection = connection_, number = number_, source = std::move(source)] {
      if (const auto to = connection.lock()) {
        to->follow(number, source);
      } else {
        source->on_gone();
      }
    });
  }
  void wake() override {
    if (waking_.exchange(true)) return;
    asio::post(shared_.loop, [self = shared_from_this()] {
      self->waking_ = false;
      if (const auto to = self->connection_.lock()) to->wake(self->number_);
    });
  }

 private:
  template <class Action>
  void later(Action action) {
    asio::dispatch(shared_.loop, [connection = connection_, number = number_, &shared = shared_,
                                  action = std::move(action)]() mutable {
      if (const auto to = connection.lock()) action(*to, number, shared);
    });
  }

  Shared& shared_;
  const std::weak_ptr<Connection> connection_;
  const std::uint64_t number_;
  std::atomic<bool> answered_ = false, waking_ = false;
};

}  // namespace

void Connection::handle() {
  state_ = State::Responding;
  ++served_;
  answered_ = false;
  streaming_ = false;
  silence_armed_ = false;
  clear_deadline();
  Request request = std::move(reader_.request());
  head_only_ = request.method == "HEAD";
  chunked_ = request.chunked_allowed;
  close_after_ = close_after_ || !request.keep_alive;
  auto exchange = std::make_shared<ConnectionExchange>(shared_, weak_from_this(), served_);
  shared_.handler.handle(std::move(request), std::move(exchange));
}

class Server::Impl {
 public:
  Impl(Handler& handler, const std::string& host, int port, const Limits& limits)
      : shared_(handler, within_open_files(limits)), acceptor_(shared_.loop), retry_(shared_.loop) {
    listen(host, port);
  }
  ~Impl() {
    // Handlers may hold exchanges of connections that still exist; both must go before the loop does.
    for (const auto& connection : std::vector(shared_.open.begin(), shared_.open.end())) connection->close();
    shared_.loop.restart();
    shared_.loop.poll();
  }

  [[nodiscard]] int port() const { return acceptor_.local_endpoint().port(); }
  [[nodiscard]] int connections() const { return shared_.connections; }

  void run() {
    accept();
    for (;;) {
      try {
        shared_.loop.run();
        return;
      } catch (const std::exception&) {
        // Out of memory, most likely. The connection that it met keeps its deadline; the others go on.
      }
    }
  }

  void stop() {
    asio::post(shared_.loop, [this] {
      if (shared_.stopping) return;
      shared_.stopping = true;
      error_code ignored;
      acceptor_.cancel(ignored);
      retry_.cancel();
      for (const auto& connection : std::vector(shared_.open.begin(), shared_.open.end())) connection->stop();
      // The loop ends by itself as soon as there is nothing left to do.
      shared_.grace.expires_after(shared_.limits.stop_time);
      shared_.grace.async_wait([this](error_code error) {
        if (!error) shared_.loop.stop();
      });
      shared_.end_if_done();
    });
  }

 private:
  // Each connection is an open file; some more are needed for everything else.
  static Limits within_open_files(Limits limits) {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return limits;
    const rlim_t wanted = static_cast<rlim_t>(limits.connections) + kRefusedConnections + 64;
    if (files.rlim_cur < wanted) {
      files.rlim_cur = std::min(files.rlim_max, wanted);
      ::setrlimit(RLIMIT_NOFILE, &files);
    }
    if (files.rlim_cur < wanted) {
      limits.connections = static_cast<int>(std::max<rlim_t>(files.rlim_cur / 2, 8));
    }
    return limits;
  }

  void listen(const std::string& host, int port) {
    const auto fail = [&](const std::string& why) {
      throw Error(fmt::format("cannot listen on {} port {}: {}", host, port, why));
    };
    error_code error;
    tcp::resolver resolver(shared_.loop);
    const auto found = resolver.resolve(host, std::to_string(port),
                                        tcp::resolver::passive | tcp::resolver::numeric_service, error);
    if (error || found.empty()) fail("no address of that name is known");
    // "localhost" may be both ::1 and 127.0.0.1: the older one is what address() shows and programs expect.
    tcp::endpoint endpoint = found.begin()->endpoint();
    for (const auto& candidate : found) {
      if (candidate.endpoint().address().is_v4()) endpoint = candidate.endpoint();
    }
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(shared_.limits.backlog, error);
    if (error == asio::error::address_in_use) fail("another program uses it; choose another with --port");
    if (error) fail(error.message());
  }

  void accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket socket) {
      if (shared_.stopping) {
        return;
      }
      if (error) {
        // Out of files or memory: what is there gets the chance to end.
        retry_.expires_after(milliseconds(100));
        retry_.async_wait([this](error_code cancelled) {
          if (!cancelled) accept();
        });
        return;
      }
      add(std::move(socket));
      accept();
    });
  }

  void add(tcp::socket socket) {
    error_code error;
    const auto remote = socket.remote_endpoint(error);
    if (error) return;  // gone already
    const int limit = shared_.limits.connections;
    if (shared_.connections >= limit) close_longest_idle();
    std::string client = client_of(remote.address());
    const auto found = shared_.clients.find(client);
    const Usage usage = found == shared_.clients.end() ? Usage() : found->second;
    const int client_limit = shared_.limits.connections_per_client;
    const bool overloaded = shared_.connections >= limit || usage.connections >= client_limit;
    // Not even a refusal for those who do not listen to refusals: returning closes the socket.
    if (overloaded && (shared_.refused >= kRefusedConnections || usage.refused >= client_limit)) return;
    auto connection = std::make_shared<Connection>(shared_, std::move(socket), std::move(client), overloaded);
    shared_.open.insert(connection);
    connection->start();
  }

  // A client that waits for its next request loses its place to one that has a request.
  void close_longest_idle() {
    for (const auto& connection : shared_.open) {
      if (connection->idle()) {
        std::shared_ptr<Connection>(connection)->close();  // closing takes it out of the set
        return;
      }
    }
  }

  Shared shared_;
  tcp::acceptor acceptor_;
  asio::steady_timer retry_;
};

Server::Server(Handler& handler, const std::string& host, int port, const Limits& limits)
    : impl_(std::make_unique<Impl>(handler, host, port, limits)) {}
Server::~Server() = default;
int Server::port() const {
  return impl_->port();
}
int Server::connections() const {
  return impl_->connections();
}
void Server::run() {
  impl_->run();
}
void Server::stop() {
  impl_->stop();
}

}  // namespace tesuji::server::http
