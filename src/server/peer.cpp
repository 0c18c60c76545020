#include "server/peer.hpp"

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace tesuji::server {
namespace {

bool leads_to(int socket, const std::string& address, const std::string& port) {
  sockaddr_storage other{};
  socklen_t length = sizeof other;
  if (::getpeername(socket, reinterpret_cast<sockaddr*>(&other), &length) != 0) return false;
  char host[NI_MAXHOST];
  char service[NI_MAXSERV];
  return ::getnameinfo(reinterpret_cast<const sockaddr*>(&other), length, host, sizeof host, service,
                       sizeof service, NI_NUMERICHOST | NI_NUMERICSERV) == 0 &&
         address == host && port == service;
}

}  // namespace

// The library hands out the client's name, not its socket: it is looked for among the open files, of which a
// server has some dozens.
Peer::Peer(const std::string& address, int port) {
  const int most = static_cast<int>(::sysconf(_SC_OPEN_MAX));
  constexpr int kLook = 4096;
  for (int socket = 0; socket < most && socket < kLook; ++socket) {
    if (leads_to(socket, address, std::to_string(port))) {
      socket_ = socket;
      return;
    }
  }
}

bool Peer::gone() const {
  if (socket_ < 0) return false;
  char byte;
  const ssize_t got = ::recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

}  // namespace tesuji::server
