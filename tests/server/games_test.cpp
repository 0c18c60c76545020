// The real engines behind the server: while each searches, its table's counters are read by the connection's
// thread. What this test is for is that the thread sanitizer sees it.
#include <gtest/gtest.h>

#include <string>

#include "games/games.hpp"
#include "server/running.hpp"

namespace tesuji::testing {
namespace {

using nlohmann::json;

engine::Registry all_games() {
  engine::Registry registry;
  games::register_all(registry);
  return registry;
}

struct Told {
  int tables = 0, reports = 0;
  json done;
};

Told stream(const RunningServer& server, const std::string& path, const json& body) {
  const Reply reply = server.post(path, body.dump(), {{"Accept", "text/event-stream"}});
  Told told;
  const std::string& text = reply.body;
  for (const auto& [name, data] : events(text)) {
    told.tables += name == "table";
    told.reports += name == "report";
    if (name == "done") told.done = data;
  }
  EXPECT_FALSE(told.done.is_null()) << body << " gave " << text;
  return told;
}

class Games : public ::testing::Test {
 protected:
  static server::Options two_threads() {
    server::Options options;
    options.threads = 2;
    options.heartbeat = options.first_event = std::chrono::milliseconds(2);
    return options;
  }
  RunningServer server_{two_threads(), all_games()};
};

TEST_F(Games, ChessTellsItsTableWhileItSearches) {
  const Told told =
      stream(server_, "/api/analyze", {{"game", "chess"}, {"nodes", 60000}, {"hash", "1M"}, {"threads", 2}});
  EXPECT_GT(told.tables + told.reports, 2);
  EXPECT_GT(told.done["table"]["probes"], 0);
}

TEST_F(Games, ShogiTellsItsTableWhileItSearches) {
  const Told told =
      stream(server_, "/api/analyze", {{"game", "shogi"}, {"nodes", 60000}, {"hash", "1M"}, {"threads", 2}});
  EXPECT_GT(told.tables + told.reports, 2);
  EXPECT_GT(told.done["table"]["probes"], 0);
}

TEST_F(Games, ShogiTellsItsTablesWhileItLooksForMate) {
  const char* wild = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
  const Told told = stream(server_, "/api/solve",
                           {{"game", "shogi"}, {"position", wild}, {"nodes", 60000}, {"hash", "1M"}});
  EXPECT_FALSE(told.done["verdict"].empty());
  EXPECT_GT(told.tables + told.reports, 0);
}

// Boards of another size take another table: it changes while it is watched.
TEST_F(Games, ConnectFourTellsItsTableWhileItChangesTheBoard) {
  for (const char* size : {"7x6", "6x7", "7x6"}) {
    const Told told = stream(server_, "/api/solve",
                             {{"game", "connect4"},
                              {"position", "44444"},  // beyond the opening book
                              {"nodes", 50000},
                              {"hash", "1M"},
                              {"threads", 2},
                              {"options", {{"size", size}}}});
    EXPECT_GT(told.tables + told.reports, 0) << size;
  }
}

TEST_F(Games, GoTellsItsTableWhileItSolves) {
  const char* corner =
      "(;GM[1]FF[4]SZ[9]AB[ag][bg][cg][dg][dh][di]AW[af][bf][cf][df][ef][eg][eh][ei]PL[W]MA[ag])";
  const Told told = stream(server_, "/api/solve",
                           {{"game", "go"},
                            {"position", corner},
                            {"hash", "1M"},
                            {"options", {{"ko", "all"}, {"all-moves", true}}}});
  EXPECT_GT(told.done["table"]["probes"], 0);
}

}  // namespace
}  // namespace tesuji::testing
