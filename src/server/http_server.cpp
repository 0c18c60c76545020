// The event loop (Asio): listening, accepting and stopping. http_connection.hpp has what happens to one
// connection.

#include <tuple>

#include "base/error.hpp"
#include "base/platform.hpp"
#include "server/http.hpp"
#include "server/http_connection.hpp"

namespace tesuji::server::http {

namespace {

// One client is one IPv4 address, or one IPv6 network: a household or a machine has a whole /64.
std::string client_of(const asio::ip::address& address) {
  if (address.is_v4()) return address.to_string();
  asio::ip::address_v6 v6 = address.to_v6();
  if (v6.is_v4_mapped()) return asio::ip::make_address_v4(asio::ip::v4_mapped, v6).to_string();
  auto bytes = v6.to_bytes();
  if (!v6.is_loopback()) std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t{0});
  return asio::ip::address_v6(bytes).to_string();
}

}  // namespace

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
  [[nodiscard]] int connections() const { return shared_.usage.connections(); }

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
    const auto wanted = static_cast<std::uint64_t>(limits.connections) + Usage::kRefusedConnections + 64;
    const std::uint64_t allowed = platform::raise_open_files(wanted);
    if (allowed < wanted) limits.connections = static_cast<int>(std::max<std::uint64_t>(allowed / 2, 8));
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
    std::string client = client_of(remote.address());
    if (shared_.usage.full() && !shared_.usage.has_its_share(client)) make_room_for(client);
    const Usage::Place place = shared_.usage.place_for(client);
    if (place == Usage::Place::None) return;  // which closes the socket
    auto connection = std::make_shared<Connection>(shared_, std::move(socket), std::move(client), place);
    shared_.open.insert(connection);
    connection->start();
  }

  // When all places are taken, the client that holds the most connections loses one to a client that holds
  // fewer: one that is idle between two requests (the longest unused first), or else one whose request has
  // not arrived whole. So nobody with a few connections pays for those who take many.
  void make_room_for(const std::string& client) {
    const int own = shared_.usage.connections_of(client);
    std::shared_ptr<Connection> chosen;
    std::tuple<int, bool, std::uint64_t> best;
    for (const auto& connection : shared_.open) {
      if (!connection->waiting()) continue;
      const int held = shared_.usage.connections_of(connection->client());
      const bool idle = connection->idle();
      const bool fair = idle ? held > own || connection->client() == client : held > own + 1;
      const std::tuple<int, bool, std::uint64_t> rank(held, idle, ~connection->last_turn());
      if (!fair || (chosen && rank <= best)) continue;
      chosen = connection;
      best = rank;
    }
    if (chosen) chosen->close();
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
