// One connection on the event loop (Asio): its states, deadlines and limits. Included by http_server.cpp
// alone, because Asio takes long to compile.
//
// A connection goes through these states:
//   Reading     a request arrives; deadlines for its head, its body, or (before its first byte) for being
//               idle
//   Responding  the handler works, or the response is being written; the socket is still read, to see a
//               client that goes away, and what it sends meanwhile is kept for the next request, up to a
//               limit
//   Closing     the last response was written; what still arrives is thrown away, up to a limit, so that the
//               client can read the response before the connection ends
//   Closed
#pragma once

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <unordered_set>

#include "server/http.hpp"
#include "server/http_message.hpp"
#include "server/http_reader.hpp"
#include "server/http_usage.hpp"

namespace tesuji::server::http {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;

inline constexpr std::size_t kReadBytes = 4096;
inline constexpr std::size_t kAheadBytes = std::size_t{16} << 10;  // read while a response is under way
// Read after the last response was decided, in pieces: few large ones, because each costs the event loop a
// turn.
inline constexpr std::size_t kDiscardBytes = std::size_t{4} << 20;
inline constexpr std::size_t kDiscardPiece = std::size_t{64} << 10;
inline constexpr milliseconds kDiscardTime(500);
#if defined(__linux__)
inline constexpr int kDiscard = MSG_TRUNC;  // drops the bytes of a TCP connection without copying them
#else
inline constexpr int kDiscard = 0;
#endif
// What the kernel keeps of a stream for a client that does not read it (Linux doubles it). Without a limit,
// loopback takes 3.9 MB, which are minutes of a search for nobody.
inline constexpr int kStreamBufferBytes = 32 << 10;
inline constexpr std::size_t kWriteBytesPerSecond = std::size_t{32} << 10;

class Connection;

// What connections share; all of it belongs to the loop's thread.
struct Shared {
  Handler& handler;
  const Limits limits;
  Usage usage;
  std::unordered_set<std::shared_ptr<Connection>> open;
  std::uint64_t turns = 0;  // counts the beginnings of requests, to tell which connection was used last
  std::array<char, kDiscardPiece> discarded;  // never looked at
  bool stopping = false;
  asio::io_context loop{1};
  asio::steady_timer grace{loop};  // after stop(), until the loop ends

  Shared(Handler& the_handler, const Limits& the_limits)
      : handler(the_handler), limits(the_limits), usage(the_limits) {}
  void end_if_done() {
    if (stopping && open.empty()) grace.cancel();
  }
};

// Counts the body of a request as long as the request exists, which may be longer than its connection: a
// request whose client has gone still waits for its turn.
class BodyBytes {
 public:
  BodyBytes(Shared& shared, std::string client, std::size_t bytes)
      : shared_(shared), client_(std::move(client)), bytes_(bytes) {
    shared_.usage.change_bytes(client_, 0, bytes_);
  }
  BodyBytes(const BodyBytes&) = delete;
  BodyBytes& operator=(const BodyBytes&) = delete;
  ~BodyBytes() {
    asio::dispatch(shared_.loop, [&shared = shared_, client = std::move(client_), bytes = bytes_] {
      shared.usage.change_bytes(client, bytes, 0);
    });
  }

 private:
  Shared& shared_;
  std::string client_;
  const std::size_t bytes_;
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Shared& shared, tcp::socket socket, std::string client, Usage::Place place)
      : shared_(shared),
        socket_(std::move(socket)),
        deadline_(shared.loop),
        silence_(shared.loop),
        reader_(shared.limits),
        client_(std::move(client)),
        place_(place),
        turn_(++shared.turns) {
    shared_.usage.add_connection(client_, place_);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void start() {
    error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    set_deadline(shared_.limits.head_time);
    read();
  }

  [[nodiscard]] const std::string& client() const { return client_; }
  // No request has arrived whole: closing it interrupts no answer.
  [[nodiscard]] bool waiting() const { return state_ == State::Reading && place_ == Usage::Place::Proper; }
  // A client that has been served and may come back.
  [[nodiscard]] bool idle() const { return waiting() && !reader_.begun() && served_ > 0; }
  [[nodiscard]] std::uint64_t last_turn() const { return turn_; }

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
    count_bytes(0);
    shared_.usage.remove_connection(client_, place_);
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
  // Nothing that arrives from now on is looked at; this never ends before the connection does.
  [[nodiscard]] bool discarding() const { return close_after_ || state_ == State::Closing; }

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
    const auto then = [self = shared_from_this()](error_code error, std::size_t size) {
      self->reading_ = false;
      self->on_read(error, size);
    };
    if (discarding()) {
      socket_.async_receive(asio::buffer(shared_.discarded), kDiscard, then);
    } else {
      socket_.async_read_some(asio::buffer(input_), then);
    }
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
        if (discarding()) {
          discarded_ += size;
        } else {
          ahead_ += bytes;
          if (ahead_.size() + reader_.unparsed() > kAheadBytes) {
            close();
            return;
          }
        }
        break;
      case State::Closing:
        discarded_ += size;
        break;
      case State::Closed:
        return;
    }
    if (discarded_ > kDiscardBytes) {
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
      if (place_ != Usage::Place::Proper) {
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
    if (reader_.reading_body() && !count_bytes(reader_.buffered() + reader_.request().body.size())) {
      refuse(429, "the server has too many requests; try again in a few seconds");
      return;
    }
    if (result == Reader::Result::Complete) handle();
  }

  // Notes how many bytes of requests and responses this connection holds; false if they are too many.
  bool count_bytes(std::size_t bytes) {
    return shared_.usage.change_bytes(client_, std::exchange(bytes_, bytes), bytes);
  }

  void handle();

  void refuse(int status, std::string_view message) { refuse(shared_.handler.refusal(status, message)); }
  // The rest of the request is not read, so nothing after it could be understood.
  void refuse(Response response) {
    if (state_ == State::Reading) head_only_ = reader_.request().method == "HEAD";
    state_ = State::Responding;
    answered_ = true;
    close_after_ = true;
    reader_.drop();
    count_bytes(0);
    write_response(std::move(response));
  }

  [[nodiscard]] std::string head_of(const Response& response) const {
    return head_text(response, shared_.handler.headers(), close_after_);
  }

  void respond(Response response) {
    // A body that somebody else holds, too, is a file of the page: it takes no memory of its own.
    const bool own = response.body.use_count() == 1;
    if (count_bytes(own ? response.body->size() : 0)) {
      write_response(std::move(response));
    } else {
      response = {};
      refuse(429, "your responses take too much memory; read those that you asked for first");
    }
  }

  void write_response(Response response) {
    output_ = head_of(response);
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
    count_bytes(0);
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
      error_code ignored;
      socket_.set_option(tcp::socket::send_buffer_size(kStreamBufferBytes), ignored);
      output_ = head_of(source_->head());
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
  const Usage::Place place_;  // not a proper one: this connection gets a 429 and is closed
  std::uint64_t turn_;        // when it connected, or its last request arrived
  State state_ = State::Reading;
  std::uint64_t served_ = 0;  // requests handed to the handler
  bool reading_ = false, writing_ = false, close_after_ = false, answered_ = false;
  bool head_only_ = false, chunked_ = true, streaming_ = false, silence_armed_ = false;
  std::size_t bytes_ = 0, discarded_ = 0;
  std::array<char, kReadBytes> input_;
  std::string ahead_, output_;
  std::shared_ptr<const std::string> body_;
  std::shared_ptr<Source> source_;
};

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

inline void Connection::handle() {
  state_ = State::Responding;
  turn_ = ++shared_.turns;
  ++served_;
  answered_ = false;
  streaming_ = false;
  silence_armed_ = false;
  clear_deadline();
  Request request = std::move(reader_.request());
  if (!request.body.empty())
    request.memory = std::make_shared<BodyBytes>(shared_, client_, request.body.size());
  count_bytes(0);
  head_only_ = request.method == "HEAD";
  chunked_ = request.chunked_allowed;
  close_after_ = close_after_ || !request.keep_alive;
  auto exchange = std::make_shared<ConnectionExchange>(shared_, weak_from_this(), served_);
  shared_.handler.handle(std::move(request), std::move(exchange));
}

}  // namespace tesuji::server::http
