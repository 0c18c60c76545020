// What each client holds at the moment, and how much it may: connections, and bytes of requests and
// responses. Belongs to the event loop's thread, but for the number of connections.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <unordered_map>

#include "server/http.hpp"

namespace tesuji::server::http {

class Usage {
 public:
  explicit Usage(const Limits& limits) : limits_(limits) {}

  enum class Place { Proper, ToBeRefused, None };
  // What a new connection of this client gets.
  [[nodiscard]] Place place_for(const std::string& client) const {
    const Client held = of(client);
    if (connections_ < limits_.connections && held.connections < limits_.connections_per_client)
      return Place::Proper;
    // A client that keeps connecting after refusals is disconnected without one.
    const bool refusal_sent = refused_ < kRefusedConnections && held.refused < limits_.connections_per_client;
    return refusal_sent ? Place::ToBeRefused : Place::None;
  }
  [[nodiscard]] int connections_of(const std::string& client) const { return of(client).connections; }
  [[nodiscard]] bool has_its_share(const std::string& client) const {
    return connections_of(client) >= limits_.connections_per_client;
  }
  [[nodiscard]] bool full() const { return connections_ >= limits_.connections; }
  [[nodiscard]] int connections() const { return connections_; }  // from any thread

  void add_connection(const std::string& client, Place place) { change_connections(client, place, 1); }
  void remove_connection(const std::string& client, Place place) {
    change_connections(client, place, -1);
    forget_if_idle(client);
  }

  // `before` bytes of this client become `after`. False if it, or all clients together, now hold too many.
  bool change_bytes(const std::string& client, std::size_t before, std::size_t after) {
    Client& held = clients_[client];
    bytes_ += after - before;
    held.bytes += after - before;
    const bool allowed =
        after == 0 || (bytes_ <= limits_.bodies_bytes && held.bytes <= limits_.client_bodies_bytes);
    forget_if_idle(client);
    return allowed;
  }

  static constexpr int kRefusedConnections = 256;  // beyond the limit, to tell them 429

 private:
  struct Client {
    int connections = 0;
    int refused = 0;  // connections beyond the limit, answered with 429
    std::size_t bytes = 0;
  };

  [[nodiscard]] Client of(const std::string& client) const {
    const auto found = clients_.find(client);
    return found == clients_.end() ? Client() : found->second;
  }
  void change_connections(const std::string& client, Place place, int change) {
    Client& held = clients_[client];
    if (place == Place::Proper) {
      connections_ += change;
      held.connections += change;
    } else {
      refused_ += change;
      held.refused += change;
    }
  }
  void forget_if_idle(const std::string& client) {
    const auto found = clients_.find(client);
    if (found == clients_.end()) return;
    const Client& held = found->second;
    if (held.connections == 0 && held.refused == 0 && held.bytes == 0) clients_.erase(found);
  }

  const Limits limits_;
  std::unordered_map<std::string, Client> clients_;
  std::size_t bytes_ = 0;
  std::atomic<int> connections_ = 0;
  int refused_ = 0;
};

}  // namespace tesuji::server::http
