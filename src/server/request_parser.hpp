// Turns the JSON of a request into what an engine takes, and refuses what this server does not allow. Every
// refusal has a status and a message.
#pragma once

#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "base/error.hpp"
#include "engine/record_text.hpp"
#include "engine/registry.hpp"
#include "engine/verify.hpp"
#include "server/options.hpp"

namespace tesuji::server {

class Refusal : public Error {
 public:
  Refusal(int http_status, const std::string& message) : Error(message), status(http_status) {}
  int status;
};

struct Search {
  engine::Request request;
  engine::CommonOptions common;
};

// Thread-safe.
class RequestParser {
 public:
  RequestParser(const engine::Registry& registry, const Options& options);

  // {"game","position","moves":[…],"time","nodes",…,"hash":"64M","threads":2,"options":{…}} for a search.
  [[nodiscard]] Search search(const std::string& body) const;
  // The same fields for a board: the moves are played from the position.
  [[nodiscard]] std::unique_ptr<engine::Board> board(const std::string& body) const;
  // {"game","text"}: what a pasted text or a file holds.
  [[nodiscard]] engine::RecordText read(const std::string& body) const;
  // {"game","format","record":{…}}: the text of a file.
  [[nodiscard]] std::string write(const std::string& body) const;
  // {"certificate"}: checked against the rules, without a search.
  [[nodiscard]] engine::CheckedCertificate verify(const std::string& body) const;
  [[nodiscard]] nlohmann::ordered_json games() const;

 private:
  [[nodiscard]] nlohmann::json parse(const std::string& body) const;
  [[nodiscard]] engine::Request request(const nlohmann::json& json) const;
  [[nodiscard]] std::unique_ptr<engine::Board> board(const engine::Request& request) const;
  [[nodiscard]] const engine::Game& game(const std::string& name) const;

  const engine::Registry& registry_;
  const Options options_;
};

}  // namespace tesuji::server
