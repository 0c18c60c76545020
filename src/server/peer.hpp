// The other end of a connection: whether it is still there while its answer is worked on. The HTTP library
// tells only whoever writes, and an answer in one piece is written when it is too late.
#pragma once

#include <string>

namespace tesuji::server {

class Peer {
 public:
  // The connection of this process that has the client's address and port at its other end.
  Peer(const std::string& address, int port);

  // Has it closed the connection? A client that closes only its sending half is taken for gone, too. False
  // where the connection was not found.
  [[nodiscard]] bool gone() const;

 private:
  int socket_ = -1;  // the library's, which keeps it open as long as the request is handled
};

}  // namespace tesuji::server
