// The text of a response's status line and headers.
#pragma once

#include <string>

#include "server/http.hpp"

namespace tesuji::server::http {

// `common`: the headers of every response. Without length, coding and the empty line at the end.
[[nodiscard]] std::string head_text(const Response& response, const Headers& common, bool close);

}  // namespace tesuji::server::http
