// Who may talk to the server: only its own page and programs, never a page of another site.
//
// A page of another site can make a browser send requests to this machine, under a name of its own that
// resolves to this machine (DNS rebinding) or as a plain cross-site request. The first kind has a foreign
// Host header, the second a foreign Origin or Sec-Fetch-Site header.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/http.hpp"

namespace tesuji::server {

// "localhost", "::1" or a numeric address in 127.0.0.0/8, and nothing that merely begins like one.
[[nodiscard]] bool is_loopback(std::string_view host);

// "localhost:8080" -> "localhost", "[::1]:8080" -> "::1"; in lower case; none if it is not a valid authority.
[[nodiscard]] std::optional<std::string> host_name(std::string_view authority);

// Why this request is refused, if it is. `hosts`: the names given with --host.
[[nodiscard]] std::optional<std::string> refused_access(const http::Request& request,
                                                        const std::vector<std::string>& hosts);

}  // namespace tesuji::server
