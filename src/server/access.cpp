#include "server/access.hpp"

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

// Four numbers up to 255, as in 127.0.0.1; without leading zeros, which some programs take for octal.
bool is_ipv4(std::string_view text) {
  for (int part = 0; part < 4; ++part) {
    const std::string_view number = text.substr(0, text.find('.'));
    if (number.empty() || number.size() > 3 || !digits(number) || (number.size() > 1 && number[0] == '0') ||
        (number.size() == 3 && number > "255"))
      return false;
    text.remove_prefix(number.size());
    if (part == 3) return text.empty();
    if (!text.starts_with('.')) return false;
    text.remove_prefix(1);
  }
  return false;
}

}  // namespace

bool is_loopback(std::string_view host) {
  if (host == "localhost" || host == "::1") return true;
  return is_ipv4(host) && host.starts_with("127.");
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
