// What clients send: HTTP, JSON, and the protocols of engines.
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.hpp"
#include "engine/json.hpp"
#include "protocol/gtp.hpp"
#include "protocol/session.hpp"
#include "protocol/takeaway.hpp"
#include "server/access.hpp"
#include "server/http_reader.hpp"
#include "server/request_parser.hpp"
#include "server/static_files.hpp"
#include "targets.hpp"

namespace tesuji::fuzz {
namespace {

void http(Text bytes) {
  // The first byte says in which pieces the rest arrives.
  if (bytes.empty()) return;
  const std::size_t piece = 1 + static_cast<unsigned char>(bytes[0]);
  bytes.remove_prefix(1);
  server::http::Limits limits;
  limits.body_bytes = 1000;
  limits.head_bytes = 2000;
  server::http::Reader reader(limits);
  using Result = server::http::Reader::Result;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    Result result = reader.put(bytes.substr(at, piece));
    while (result == Result::Head || result == Result::Complete) {
      const server::http::Request& request = reader.request();
      require(request.count("host") == 1, "a request has one Host header");
      (void)server::refused_access(request, {"127.0.0.1", "board.example"});
      if (const auto path = server::relative_path(request.path)) {
        require(("/" + *path + "/").find("/../") == std::string::npos, "no path leads out of the folder");
      }
      (void)server::accepts_encoding(request.header("accept-encoding"), "br");
      require(request.body.size() <= limits.body_bytes, "no body is longer than the limit");
      if (result == Result::Complete) reader.next();
      result = reader.put({});
    }
    require(reader.buffered() <= limits.body_bytes + limits.head_bytes + 256, "memory is limited");
    if (result == Result::Refused) return;
  }
}

void json_request(Text body) {
  static const server::RequestParser parser(registry(), server::Options());
  try {
    (void)parser.search(std::string(body));
  } catch (const Error&) {
  }
  (void)engine::to_line(engine::to_json(*parser.board(std::string(body))));
}

// Its options name files, which this program must not write.
class NoFiles final : public test::TakeAway {
 public:
  void save_table(const std::filesystem::path&) const override {}
  void load_table(const std::filesystem::path&) override {}
};

void session(const protocol::Dialect& dialect, Text text) {
  // Counting leaves has no limit of its own.
  if (text.find("perft") != Text::npos) return;
  std::istringstream in{std::string(text) + "\nstop\nisready\n"};
  std::ostringstream out;
  NoFiles engine;
  protocol::Session(engine, dialect, small(), in, out).run();
  require(text.find("quit") != Text::npos || out.str().find("readyok\n") != std::string::npos,
          "isready is always answered");
}

void gtp(Text text) {
  // Without searches, which have no limit of their own here, and without files.
  for (const char* word : {"tsumego", "genmove", "loadsgf", "printsgf"}) {
    if (text.find(word) != Text::npos) return;
  }
  std::istringstream in{std::string(text)};
  std::ostringstream out;
  protocol::Gtp(engine_of("go"), small(), in, out).run();
}

}  // namespace

void add_talk_targets(Targets& targets) {
  targets.merge(Targets{
      {"json", json_request},
      {"http", http},
      {"uci", [](Text text) { session(protocol::kUci, text); }},
      {"usi", [](Text text) { session(protocol::kUsi, text); }},
      {"gtp", gtp},
  });
}

}  // namespace tesuji::fuzz
