// A small HTTP client for tests, which can also misbehave: it sends any bytes and reads what comes back.
#pragma once

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::testing {

struct Reply {
  int status = 0;                              // 0 = the connection ended without a response
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
  bool whole = false;  // the body ended as its framing says

  [[nodiscard]] std::string header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? std::string() : found->second;
  }
};

using Fields = std::vector<std::pair<std::string, std::string>>;

// The text of a request; Host and Content-Length are added unless given.
inline std::string request_text(const std::string& method, const std::string& path, const Fields& fields = {},
                                const std::string& body = {}) {
  std::string text = method + " " + path + " HTTP/1.1\r\n";
  bool host = false, length = body.empty();
  for (const auto& [name, value] : fields) {
    text.append(name).append(": ").append(value).append("\r\n");
    host = host || name == "Host";
    length = length || name == "Content-Length";
  }
  if (!host) text += "Host: localhost\r\n";
  if (!length) text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  return text + "\r\n" + body;
}

// One connection. Its timeout only ends a test that has failed.
class Connection {
 public:
  // `receive_buffer`: how much the kernel takes for a client that does not read; 0 = as it likes.
  explicit Connection(int port, const char* from = "127.0.0.1", int timeout_seconds = 60,
                      int receive_buffer = 0)
      : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    if (receive_buffer > 0)
      ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    const timeval timeout{timeout_seconds, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
    const sockaddr_in source = address(from, 0);
    (void)::bind(socket_, reinterpret_cast<const sockaddr*>(&source), sizeof source);
    const sockaddr_in to = address("127.0.0.1", port);
    connected_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
  }
  ~Connection() { ::close(socket_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  [[nodiscard]] bool connected() const { return connected_; }

  bool send(std::string_view bytes) {
    while (connected_ && !bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return connected_;
  }

  // At least `size` bytes, unless the connection ends before.
  bool receive(std::size_t size) {
    while (input_.size() < size) {
      if (!receive_some()) return false;
    }
    return true;
  }
  // Everything until the server ends the connection; false if the timeout came first.
  bool receive_all() {
    while (receive_some()) {
    }
    return ended_;
  }
  [[nodiscard]] const std::string& input() const { return input_; }

  // The next response.
  Reply reply(bool head = false) {
    Reply reply;
    std::size_t end = 0;
    while ((end = input_.find("\r\n\r\n")) == std::string::npos) {
      if (!receive_some()) return reply;
    }
    reply.status = std::atoi(input_.c_str() + std::string_view("HTTP/1.1 ").size());
    for (std::size_t at = input_.find("\r\n") + 2; at < end;) {
      const std::size_t stop = input_.find("\r\n", at);
      const std::size_t colon = input_.find(": ", at);
      std::string name = input_.substr(at, colon - at);
      for (char& letter : name) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
      reply.headers[name] = input_.substr(colon + 2, stop - colon - 2);
      at = stop + 2;
    }
    input_.erase(0, end + 4);
    if (head || reply.status == 304) {
      reply.whole = true;
    } else if (reply.header("transfer-encoding") == "chunked") {
      reply.whole = read_chunks(reply.body);
    } else {
      const auto length = static_cast<std::size_t>(std::atoll(reply.header("content-length").c_str()));
      reply.whole = receive(length);
      reply.body = input_.substr(0, length);
      input_.erase(0, length);
    }
    return reply;
  }

 private:
  static sockaddr_in address(const char* host, int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    ::inet_pton(AF_INET, host, &address.sin_addr);
    return address;
  }

  bool receive_some() {
    char buffer[16384];
    const ssize_t got = connected_ ? ::recv(socket_, buffer, sizeof buffer, 0) : -1;
    if (got <= 0) {
      ended_ = got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
      return false;
    }
    input_.append(buffer, static_cast<std::size_t>(got));
    return true;
  }

  bool read_chunks(std::string& body) {
    for (;;) {
      std::size_t line = 0;
      while ((line = input_.find("\r\n")) == std::string::npos) {
        if (!receive_some()) return false;
      }
      const std::size_t size = std::strtoull(input_.c_str(), nullptr, 16);
      if (!receive(line + 2 + size + 2)) {
        body += input_.substr(std::min(line + 2, input_.size()));
        return false;
      }
      body += input_.substr(line + 2, size);
      input_.erase(0, line + 2 + size + 2);
      if (size == 0) return true;
    }
  }

  int socket_;
  bool connected_ = false, ended_ = false;
  std::string input_;
};

}  // namespace tesuji::testing
