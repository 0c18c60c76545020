#include "server/http_message.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tesuji::server::http {

namespace {

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

}  // namespace

std::string_view Request::header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (key == name) return value;
  }
  return {};
}

std::size_t Request::count(std::string_view name) const {
  return static_cast<std::size_t>(
      std::count_if(headers.begin(), headers.end(), [&](const auto& field) { return field.first == name; }));
}

Response Response::text(int status, std::string type, std::string body) {
  return {status, {{"Content-Type", std::move(type)}}, std::make_shared<const std::string>(std::move(body))};
}

std::string head_text(const Response& response, const Headers& common, bool close) {
  std::string text = fmt::format("HTTP/1.1 {} {}\r\n", response.status, reason(response.status));
  for (const Headers* headers : {&common, &response.headers}) {
    for (const auto& [name, value] : *headers) text += fmt::format("{}: {}\r\n", name, value);
  }
  text += close ? "Connection: close\r\n" : "Connection: keep-alive\r\n";
  return text;
}

}  // namespace tesuji::server::http
