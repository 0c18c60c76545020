#include <fmt/format.h>

#include "base/number.hpp"
#include "queue/redis.hpp"

namespace tesuji::queue {

std::string RedisAddress::shown() const {
  return fmt::format("{}:{}/{}", host, port, database);
}

RedisAddress parse_redis_address(std::string_view url) {
  const std::string whole(url);
  const auto invalid = [&](const char* why) {
    return Error(fmt::format("invalid queue address: {} (example: redis://:password@host:6379/0)", why));
  };
  constexpr std::string_view kScheme = "redis://";
  if (url.starts_with("rediss://"))
    throw invalid("TLS is not supported; use a tunnel, see docs/guide/scale.md");
  if (!url.starts_with(kScheme)) throw invalid("it does not begin with redis://");
  url.remove_prefix(kScheme.size());
  RedisAddress address;
  if (const std::size_t at = url.rfind('@'); at != std::string_view::npos) {
    if (!url.starts_with(':')) throw invalid("a password is written :password@");
    address.password = url.substr(1, at - 1);
    url.remove_prefix(at + 1);
  }
  if (const std::size_t slash = url.find('/'); slash != std::string_view::npos) {
    if (slash + 1 < url.size())
      address.database = parse_number<int>(url.substr(slash + 1), "database", 0, 1'000'000);
    url = url.substr(0, slash);
  }
  // An IPv6 address stands in brackets.
  const std::size_t bracket = url.find(']');
  const std::size_t colon = url.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon != std::string_view::npos) {
    address.port = parse_number<int>(url.substr(colon + 1), "port", 1, 65535);
    url = url.substr(0, colon);
  }
  if (url.starts_with('[') && url.ends_with(']')) url = url.substr(1, url.size() - 2);
  if (url.empty()) throw invalid("it names no host");
  address.host = url;
  return address;
}

}  // namespace tesuji::queue
