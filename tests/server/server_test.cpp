#include "server/server.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "server/running.hpp"

namespace tesuji::testing {
namespace {

using nlohmann::json;

struct Answer {
  int status;
  json body;
};

Answer post(const RunningServer& server, const std::string& path, const std::string& body,
            const std::string& type = "application/json") {
  Connection connection(server.port());
  connection.send(request_text("POST", path, {{"Content-Type", type}}, body));
  const Reply reply = connection.reply();
  return {reply.status, json::parse(reply.body)};
}

TEST(Server, NamesItsGamesWithoutOptionsThatNameFiles) {
  const RunningServer server;
  const json games = server.get_json("/api/games");
  ASSERT_EQ(games.size(), 1);
  EXPECT_EQ(games[0]["game"], "subtraction");
  ASSERT_EQ(games[0]["options"].size(), 1);
  EXPECT_EQ(games[0]["options"][0]["name"], "misere");
}

TEST(Server, SolvesAndGivesTheReport) {
  const RunningServer server;
  const Answer answer = post(server, "/api/solve", R"({"game":"subtraction","position":"22"})");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body["best"], json({"2"}));
  EXPECT_EQ(answer.body["exact"], true);
}

TEST(Server, PlaysMovesBeforeItSolves) {
  const RunningServer server;
  const Answer answer =
      post(server, "/api/solve", R"({"game":"subtraction","position":"22","moves":["2","3"]})");
  EXPECT_EQ(answer.body["position"], "17");
  EXPECT_EQ(answer.body["best"], json({"1"}));
}

TEST(Server, ShowsABoardWithItsMoves) {
  const RunningServer server;
  const Answer answer = post(server, "/api/board", R"({"game":"subtraction","position":"5","moves":["3"]})");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body["position"], "2");
  EXPECT_EQ(answer.body["side"], "second");
  EXPECT_EQ(answer.body["moves"], json({"1", "2"}));
  EXPECT_EQ(answer.body["drawing"], "oo\n");
  const Answer over = post(server, "/api/board", R"({"game":"subtraction","position":"3","moves":["3"]})");
  EXPECT_EQ(over.body["outcome"]["winner"], "first");
}

TEST(Server, ReadsAndWritesRecords) {
  const RunningServer server;
  const Answer read = post(server, "/api/read", R"({"game":"subtraction","text":"5 moves 3 1"})");
  EXPECT_EQ(read.status, 200);
  EXPECT_EQ(read.body["format"], "text");
  EXPECT_EQ(read.body["records"][0]["position"], "5");
  EXPECT_EQ(read.body["records"][0]["nodes"][2]["move"], "1");
  json request = {{"game", "subtraction"}, {"format", "text"}, {"record", read.body["records"][0]}};
  EXPECT_EQ(post(server, "/api/write", request.dump()).body["text"], "5 moves 31\n");
  request["format"] = "PGN";
  EXPECT_EQ(post(server, "/api/write", request.dump()).status, 400);
  EXPECT_EQ(post(server, "/api/read", R"({"game":"subtraction","text":"x"})").status, 400);
  EXPECT_EQ(post(server, "/api/read", R"({"text":"x"})").status, 400);
}

TEST(Server, VerifiesCertificates) {
  const RunningServer server;
  // What a certificate really proves is tested with the games that have them (tests/certificates).
  const Answer checked = post(server, "/api/verify", R"({"certificate":"no certificate"})");
  EXPECT_EQ(checked.status, 200);
  EXPECT_EQ(checked.body["holds"], false);
  EXPECT_NE(checked.body["flaw"], "");
  EXPECT_EQ(post(server, "/api/verify", R"({"certificate":1})").status, 400);
  EXPECT_EQ(post(server, "/api/verify", R"(["certificate"])").status, 400);
  const json large = {{"certificate", std::string(20'000, 'x')}};
  EXPECT_EQ(post(server, "/api/verify", large.dump()).status, 413);
}

TEST(Server, StreamsReportsAndEndsWithDone) {
  server::Options options;
  options.heartbeat = std::chrono::milliseconds(20);  // the search sleeps longer than that between reports
  const RunningServer server(options);
  const Reply reply = server.post("/api/analyze", R"({"game":"subtraction","nodes":300})");
  EXPECT_EQ(reply.status, 200);
  EXPECT_TRUE(reply.whole);
  EXPECT_EQ(reply.header("content-type"), "text/event-stream");
  const auto stream = events(reply.body);
  ASSERT_GT(stream.size(), 3);
  EXPECT_EQ(stream.front().first, "report");
  EXPECT_EQ(stream.back().first, "done");
  EXPECT_GT(stream.back().second["nodes"], stream.front().second["nodes"]);
  // When the search has nothing to report, its table has.
  EXPECT_TRUE(
      std::any_of(stream.begin(), stream.end(), [](const auto& event) { return event.first == "table"; }));
}

TEST(Server, SolvesAsAStreamAndAnalysesAsOneResponseIfAsked) {
  const RunningServer server;
  const Reply solved = server.post("/api/solve", R"({"game":"subtraction","position":"7"})",
                                   {{"Accept", "text/event-stream"}});
  EXPECT_EQ(events(solved.body).back().first, "done");
  const Reply analysed =
      server.post("/api/analyze", R"({"game":"subtraction","nodes":3})", {{"Accept", "application/json"}});
  EXPECT_EQ(json::parse(analysed.body)["nodes"], 3);
}

TEST(Server, SaysWhatIsWrongWithARequest) {
  const RunningServer server;
  const struct {
    const char *path, *body;
    const char* message;
  } cases[] = {
      {"/api/solve", "{\"game\":", "not valid JSON"},
      {"/api/solve", R"({"game":"subtraction","nodes":1e400})", "a number is too large"},
      {"/api/solve", "[1,2]", "must be a JSON object"},
      {"/api/solve", "{}", "names no \"game\""},
      {"/api/solve", R"({"game":"halma"})", "unknown game 'halma'; the games are: subtraction"},
      {"/api/solve", R"({"game":"subtraction","position":"x"})", "'x' is no heap"},
      {"/api/solve", R"({"game":"subtraction","position":"13"})", "13 is never solved"},
      {"/api/analyze", R"({"game":"subtraction","position":"x"})", "'x' is no heap"},
      {"/api/analyze", R"({"game":"subtraction","hash":13})", "13 bytes cannot be had"},
      {"/api/analyze", R"({"game":"subtraction","hash":"9T"})", "the maximum is"},
      {"/api/analyze", R"({"game":"subtraction","threads":999})", "the maximum is 1"},
      {"/api/analyze", R"({"game":"subtraction","threads":0})", "at least 1"},
      {"/api/analyze", R"({"game":"subtraction","time":"9h"})", "the maximum is 600 s"},
      {"/api/analyze", R"({"game":"subtraction","time":{}})", "\"time\" must be a string"},
      {"/api/board", R"({"game":"subtraction","moves":["9"]})", "'9' cannot be taken from 21"},
      {"/api/board", R"({"game":"subtraction","moves":"9"})", "must be an array"},
      {"/api/solve", R"({"game":"subtraction","options":{"speed":1}})", "no option 'speed'"},
      {"/api/solve", R"({"game":"subtraction","options":{"log":"/etc/passwd"}})", "names a file"},
  };
  for (const auto& [path, body, message] : cases) {
    const Answer answer = post(server, path, body);
    EXPECT_EQ(answer.status, 400) << body;
    EXPECT_NE(answer.body["error"].get<std::string>().find(message), std::string::npos)
        << body << " gave " << answer.body;
  }
}

TEST(Server, RefusesWhatIsTooLargeOrOfAnotherType) {
  server::Options options;
  options.http.body_bytes = 1000;
  options.position_bytes = 100;
  const RunningServer server(options);
  EXPECT_EQ(post(server, "/api/solve", std::string(2000, ' ')).status, 413);
  const std::string long_position = R"({"game":"subtraction","position":")" + std::string(200, '1') + "\"}";
  EXPECT_EQ(post(server, "/api/solve", long_position).status, 400);
  EXPECT_EQ(post(server, "/api/solve", "{}", "text/plain").status, 415);
}

TEST(Server, TurnsAwaySearchesBeyondTheQueue) {
  server::Options options;
  options.searches = 1;
  options.queue = 1;
  const RunningServer server(options);
  const std::string endless = request_text("POST", "/api/analyze", {{"Content-Type", "application/json"}},
                                           R"({"game":"subtraction"})");
  {
    Connection first(server.port()), second(server.port());
    first.send(endless);
    ASSERT_TRUE(eventually([&] { return server.get_json("/api/health")["searching"] == 1; }));
    second.send(endless);
    ASSERT_TRUE(eventually([&] { return server.get_json("/api/health")["waiting"] == 1; }));
    const Reply third = server.post("/api/analyze", R"({"game":"subtraction"})");
    EXPECT_EQ(third.status, 429);
    EXPECT_EQ(third.header("retry-after"), "5");
    EXPECT_NE(third.body.find("busy"), std::string::npos);
    EXPECT_EQ(server.get_json("/api/health")["turned_away"], 1);
  }
  // Both clients have gone, and with them the search that ran and the one that waited.
  ASSERT_TRUE(eventually([&] { return server.get_json("/api/health")["searching"] == 0; }));
  EXPECT_EQ(server.get_json("/api/health")["waiting"], 0);
  EXPECT_EQ(post(server, "/api/solve", R"({"game":"subtraction"})").status, 200);
}

TEST(Server, LeavesPlacesToOtherClients) {
  server::Options options;
  options.searches = 1;
  options.queue = 3;
  options.searches_per_client = 3;
  const RunningServer server(options);
  const std::string endless = request_text("POST", "/api/analyze", {{"Content-Type", "application/json"}},
                                           R"({"game":"subtraction"})");
  Connection first(server.port()), second(server.port()), third(server.port()), fourth(server.port());
  first.send(endless);
  second.send(endless);
  third.send(endless);
  ASSERT_TRUE(eventually([&] {
    const json health = server.get_json("/api/health");
    return health["searching"] == 1 && health["waiting"] == 2;
  }));
  fourth.send(endless);
  EXPECT_EQ(fourth.reply().status, 429);
  Connection other(server.port(), "127.0.0.2");
  other.send(endless);
  EXPECT_TRUE(eventually([&] { return server.get_json("/api/health")["waiting"] == 3; }));
}

// The search that runs next is that of the client with the fewest running, not the one that came first.
TEST(Server, ServesAnotherClientBeforeTheSecondSearchOfTheSame) {
  server::Options options;
  options.searches = 2;
  options.searches_per_client = 10;
  const RunningServer server(options);
  const auto search = [](const char* position) {
    return request_text("POST", "/api/analyze", {{"Content-Type", "application/json"}},
                        std::string(R"({"game":"subtraction","position":")") + position + "\"}");
  };
  const auto state = [&](int running, int waiting) {
    return eventually([&] {
      const json health = server.get_json("/api/health");
      return health["searching"] == running && health["waiting"] == waiting;
    });
  };
  auto first = std::make_unique<Connection>(server.port());
  Connection second(server.port()), third(server.port()), other(server.port(), "127.0.0.2");
  first->send(search("1"));
  second.send(search("2"));
  ASSERT_TRUE(state(2, 0));
  third.send(search("3"));
  ASSERT_TRUE(state(2, 1));
  other.send(search("4"));
  ASSERT_TRUE(state(2, 2));
  first.reset();
  ASSERT_TRUE(state(2, 1));
  while (other.input().find("event: report") == std::string::npos) {
    ASSERT_TRUE(other.receive(other.input().size() + 1));
  }
}

TEST(Server, StopsTheSearchOfAClientThatGoesAway) {
  const RunningServer server;
  {
    Connection client(server.port());
    client.send(request_text("POST", "/api/analyze", {{"Content-Type", "application/json"}},
                             R"({"game":"subtraction"})"));
    ASSERT_TRUE(client.receive(500));
  }
  EXPECT_TRUE(eventually([] { return searches_running() == 0; }));
  EXPECT_TRUE(eventually([&] { return server.get_json("/api/health")["searching"] == 0; }));
}

TEST(Server, StopsTheSearchOfAClientThatGoesAwayWithoutItsOneResponse) {
  const RunningServer server;
  {
    Connection client(server.port());
    client.send(request_text("POST", "/api/analyze",
                             {{"Content-Type", "application/json"}, {"Accept", "application/json"}},
                             R"({"game":"subtraction"})"));
    ASSERT_TRUE(eventually([] { return searches_running() == 1; }));
  }
  EXPECT_TRUE(eventually([] { return searches_running() == 0; }));
  EXPECT_TRUE(eventually([&] { return server.get_json("/api/health")["searching"] == 0; }));
}

TEST(Server, StopsEverythingWhenItIsStopped) {
  RunningServer server;
  Connection listener(server.port());
  listener.send(request_text("POST", "/api/analyze", {{"Content-Type", "application/json"}},
                             R"({"game":"subtraction"})"));
  ASSERT_TRUE(eventually([] { return searches_running() == 1; }));
  server.stop();
  EXPECT_EQ(searches_running(), 0);
  const Reply reply = listener.reply();
  EXPECT_TRUE(reply.whole);
  EXPECT_EQ(events(reply.body).back().first, "done");
}

TEST(Server, KeepsTheTableOfAGameWarm) {
  const RunningServer server;
  const std::string body = R"({"game":"subtraction","nodes":10,"hash":"1M"})";
  (void)post(server, "/api/solve", body);
  (void)server.post("/api/analyze", body);
  (void)server.post("/api/analyze", body);
  const json tables = server.get_json("/api/table");
  ASSERT_EQ(tables.size(), 1);
  EXPECT_EQ(tables[0]["game"], "subtraction");
  EXPECT_EQ(tables[0]["probes"], 20);
  EXPECT_EQ(tables[0]["searching"], false);
}

TEST(Server, SendsSecurityHeadersWithEveryResponse) {
  const RunningServer server;
  for (const char* path : {"/", "/api/health", "/nothing"}) {
    const Reply reply = server.get(path);
    EXPECT_NE(reply.header("content-security-policy").find("default-src 'none'"), std::string::npos);
    EXPECT_EQ(reply.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(reply.header("cross-origin-embedder-policy"), "require-corp");
    EXPECT_EQ(reply.header("content-type").find("text/html"), std::string::npos);
  }
}

TEST(Server, SaysWhenItsPortIsTaken) {
  const RunningServer server;
  server::Options options;
  options.port = server.port();
  const engine::Registry registry = subtraction_only();
  EXPECT_THROW(server::Server(registry, options), Error);
}

}  // namespace
}  // namespace tesuji::testing
