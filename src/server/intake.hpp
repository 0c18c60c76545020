// What comes from outside, checked before an engine sees it: every refusal has a status and a sentence.
#pragma once

#include <map>
#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "base/error.hpp"
#include "engine/registry.hpp"
#include "server/options.hpp"

namespace tesuji::server {

class Refusal : public Error {
 public:
  Refusal(int http_status, const std::string& message) : Error(message), status(http_status) {}
  int status;
};

struct Order {
  engine::Request request;
  engine::CommonOptions common;
};

class Intake {
 public:
  Intake(const engine::Registry& registry, const Options& options);

  // {"game","position","moves":[…],"time","nodes",…,"hash":"64M","threads":2,"options":{…}} for a search.
  [[nodiscard]] Order order(const std::string& body) const;
  // The same fields for a board: the moves are played from the position.
  [[nodiscard]] std::unique_ptr<engine::Board> board(const std::string& body) const;
  [[nodiscard]] nlohmann::ordered_json games() const;

 private:
  [[nodiscard]] nlohmann::json parse(const std::string& body) const;
  [[nodiscard]] engine::Request request(const nlohmann::json& json) const;
  [[nodiscard]] std::unique_ptr<engine::Board> board(const engine::Request& request) const;
  [[nodiscard]] const engine::Engine& rules(const std::string& game) const;

  const Options options_;
  // One engine a game, never searched with: asked for options and boards by any connection.
  std::map<std::string, std::unique_ptr<const engine::Engine>> rules_;
  std::vector<std::string> names_;
};

}  // namespace tesuji::server
