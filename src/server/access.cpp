#include "server/access.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace tesuji::server {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return out;
}

bool digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

bool is_loopback(std::string_view host) {
  if (host == "localhost" || host == "::1") return true;
  in_addr address{};
  return ::inet_pton(AF_INET, std::string(host).c_str(), &address) == 1 &&
         (ntohl(address.s_addr) >> 24) == 127;
}

std::optional<std::string> host_name(std::string_view authority) {
  std::string_view name, port;
  if (authority.starts_with('[')) {
    const std::size_t end = authority.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    name = authority.substr(1, end - 1);
    port = authority.substr(end + 1);
    if (name.find(':') == std::string_view::npos) return std::nullopt;  // not an IPv6 address
  } else {
    const std::size_t colon = authority.find(':');
    name = authority.substr(0, colon);
    port = colon == std::string_view::npos ? std::string_view() : authority.substr(colon);
  }
  const bool valid = !name.empty() && (port.empty() || (port[0] == ':' && digits(port.substr(1))));
  if (!valid) return std::nullopt;
  return lower(name);
}

std::optional<std::string> refused_access(const http::Request& request,
                                          const std::vector<std::string>& hosts) {
  const std::string_view authority = request.header("host");
  const auto host = host_name(authority);
  // The address that the client connected to is a number, so no name leads here against its owner's will.
  const bool known = host && (is_loopback(*host) || *host == request.local ||
                              std::any_of(hosts.begin(), hosts.end(),
                                          [&](const std::string& name) { return lower(name) == *host; }));
  if (!known) {
    return "this server does not answer under the name in the Host header; if the name is right, start the "
           "server with --host and that name";
  }
  // Every one of them counts: a header may stand there twice.
  const bool foreign = std::any_of(request.headers.begin(), request.headers.end(), [&](const auto& field) {
    const auto& [name, value] = field;
    if (name == "sec-fetch-site") return !value.empty() && value != "same-origin" && value != "none";
    return name == "origin" && !value.empty() && value != fmt::format("http://{}", authority) &&
           value != fmt::format("https://{}", authority);
  });
  if (foreign) return "requests from other sites are refused";
  return std::nullopt;
}

}  // namespace tesuji::server
