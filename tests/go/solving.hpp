// Asks the engine as the command line does.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "games/go/game.hpp"
#include "games/go/report.hpp"

namespace tesuji::go::test {

inline engine::Report solve(const std::string& position, std::map<std::string, std::string> options = {},
                            std::optional<std::uint64_t> nodes = std::nullopt) {
  const auto engine = game().new_engine();
  engine->configure({.hash_bytes = 4 << 20});
  engine::Request request;
  request.game = "go";
  request.position = position;
  request.options = std::move(options);
  request.limits.nodes = nodes;
  engine::Listener listener;
  search::StopFlag stop;
  return engine->solve(request, listener, stop);
}

// What the engine refuses a problem with.
inline std::string message(const std::string& position) {
  try {
    solve(position);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

inline bool has_remark(const engine::Report& report, const std::string& part) {
  return std::any_of(report.remarks.begin(), report.remarks.end(),
                     [&](const std::string& remark) { return remark.find(part) != std::string::npos; });
}

}  // namespace tesuji::go::test
