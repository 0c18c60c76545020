#include "server/http_reader.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cctype>

namespace tesuji::server::http {

namespace beast = boost::beast::http;

struct Reader::Parser {
  beast::request_parser<beast::string_body> parser;
};

Reader::Reader(const Limits& limits) : limits_(limits) {
  next();
}
Reader::~Reader() = default;

void Reader::next() {
  parser_ = std::make_unique<Parser>();
  parser_->parser.header_limit(static_cast<std::uint32_t>(limits_.head_bytes));
  parser_->parser.body_limit(limits_.body_bytes);
  request_ = {};
  begun_ = !buffer_.empty();
  head_done_ = false;
}

std::size_t Reader::buffered() const {
  return buffer_.size() + (head_done_ ? parser_->parser.get().body().size() : 0);
}

Reader::Result Reader::put(std::string_view bytes) {
  if (status_ != 0) return Result::Refused;
  buffer_ += bytes;
  begun_ = begun_ || !buffer_.empty();
  auto& parser = parser_->parser;
  // The parser stops behind the headers, and again where it wants more bytes than there are.
  while (!buffer_.empty() && !parser.is_done()) {
    boost::beast::error_code error;
    const std::size_t used = parser.put(boost::asio::buffer(buffer_), error);
    buffer_.erase(0, used);
    if (error == beast::error::need_more) break;
    if (error == beast::error::header_limit) return refuse(431, "the request's headers are too large");
    if (error == beast::error::body_limit) return refuse(413, "the body is too large");
    if (error) return refuse(400, "the request is not valid HTTP/1.1");
    if (parser.is_header_done() && !head_done_) {
      head_done_ = true;
      return check_head();
    }
    if (used == 0) break;
  }
  if (!parser.is_done()) return Result::NeedMore;
  request_.body = std::move(parser.get().body());
  return Result::Complete;
}

Reader::Result Reader::refuse(int status, std::string_view message) {
  status_ = status;
  message_ = message;
  return Result::Refused;
}

Reader::Result Reader::check_head() {
  const auto& message = parser_->parser.get();
  request_.method = std::string(message.method_string());
  const std::string_view target(message.target().data(), message.target().size());
  if (target.size() > limits_.target_bytes) return refuse(414, "the address is too long");
  if (target.empty() || target[0] != '/') return refuse(400, "the address must begin with '/'");
  request_.path = std::string(target.substr(0, target.find_first_of("?#")));
  request_.keep_alive = message.keep_alive() && message.version() == 11;
  request_.chunked_allowed = message.version() == 11;
  for (const auto& field : message) {
    if (request_.headers.size() == limits_.head_fields)
      return refuse(431, "the request has too many headers");
    std::string name(field.name_string());
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    request_.headers.emplace_back(std::move(name), std::string(field.value()));
  }
  if (request_.count("host") != 1) return refuse(400, "the request needs exactly one Host header");
  if (request_.count("transfer-encoding") != 0) {
    return refuse(411, "send the body with Content-Length, not with Transfer-Encoding");
  }
  if (request_.count("content-length") > 1) return refuse(400, "the request has two Content-Length headers");
  const std::string_view length = request_.header("content-length");
  // Others read "2, 2" in another way than Beast does.
  if (length.find_first_not_of("0123456789") != std::string_view::npos)
    return refuse(400, "the Content-Length is not a number");
  const bool body = !length.empty() && length != "0";
  if (body && (request_.method == "GET" || request_.method == "HEAD" || request_.method == "OPTIONS")) {
    return refuse(400, "a GET, HEAD or OPTIONS request cannot have a body");
  }
  if (request_.count("content-encoding") != 0) return refuse(415, "send the body uncompressed");
  return Result::Head;
}

}  // namespace tesuji::server::http
