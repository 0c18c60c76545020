// Reads HTTP/1 requests from bytes as they arrive, and enforces the limits on them. Knows no sockets.
//
// Only requests with a plain body of a stated length are read: a chunked body (411) or a compressed one (415)
// is refused, and so is any body of a GET, HEAD or OPTIONS (400).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "server/http.hpp"

namespace tesuji::server::http {

class Reader {
 public:
  enum class Result {
    NeedMore,
    Head,      // request() has method, path and headers; call put("") to go on
    Complete,  // request() has the body, too; call next() to go on
    Refused,   // status() and message() say why; the rest of the connection cannot be understood
  };

  explicit Reader(const Limits& limits);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  Result put(std::string_view bytes);
  [[nodiscard]] Request& request() { return request_; }
  [[nodiscard]] int status() const { return status_; }
  [[nodiscard]] std::string_view message() const { return message_; }
  [[nodiscard]] bool begun() const { return begun_; }  // a byte of this request has arrived
  [[nodiscard]] bool reading_body() const { return head_done_; }
  [[nodiscard]] std::size_t buffered() const;  // bytes of memory this request holds
  [[nodiscard]] std::size_t unparsed() const { return buffer_.size(); }
  // Starts the next request with the bytes that followed this one.
  void next();
  // Gives the memory of this request back; nothing is read after it.
  void drop() {
    buffer_ = {};
    next();
  }

 private:
  struct Parser;
  Result refuse(int status, std::string_view message);
  Result check_head();

  const Limits limits_;
  std::unique_ptr<Parser> parser_;
  std::string buffer_;  // received and not yet parsed
  Request request_;
  int status_ = 0;
  std::string_view message_;
  bool begun_ = false, head_done_ = false;
};

}  // namespace tesuji::server::http
