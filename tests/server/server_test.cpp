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
  const auto result = server.client().Post(path, body, type);
  return {result->status, json::parse(result->body)};
}

// The names and data of a stream's events.
std::vector<std::pair<std::string, json>> events(const std::string& stream) {
  std::vector<std::pair<std::string, json>> events;
  for (std::size_t at = 0; (at = stream.find("event: ", at)) != std::string::npos;) {
    const std::size_t end = stream.find('\n', at);
    const std::size_t data_end = stream.find('\n', end + 1);
    const std::string data = stream.substr(end + 7, data_end - end - 7);
    events.emplace_back(stream.substr(at + 7, end - at - 7), json::parse(data));
    at = data_end;
  }
  return events;
}

TEST(Server, NamesItsGamesWithoutOptionsThatNameFiles) {
  const RunningServer server;
  const json games = server.get("/api/games");
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

TEST(Server, StreamsReportsAndEndsWithDone) {
  const RunningServer server;
  const auto result =
      server.client().Post("/api/analyze", R"({"game":"subtraction","time":"800ms"})", "application/json");
  EXPECT_EQ(result->status, 200);
  EXPECT_EQ(result->get_header_value("Content-Type"), "text/event-stream");
  const auto stream = events(result->body);
  ASSERT_GT(stream.size(), 3);
  EXPECT_EQ(stream.front().first, "report");
  EXPECT_EQ(stream.back().first, "done");
  EXPECT_GT(stream.back().second["nodes"], stream.front().second["nodes"]);
  // Where the search has nothing to report, its table has.
  EXPECT_TRUE(
      std::any_of(stream.begin(), stream.end(), [](const auto& event) { return event.first == "table"; }));
}

TEST(Server, SolvesAsAStreamAndAnalysesAsOneAnswerWhereAsked) {
  const RunningServer server;
  const auto solved = server.client().Post("/api/solve", {{"Accept", "text/event-stream"}},
                                           R"({"game":"subtraction","position":"7"})", "application/json");
  EXPECT_EQ(events(solved->body).back().first, "done");
  const auto analysed = server.client().Post("/api/analyze", {{"Accept", "application/json"}},
                                             R"({"game":"subtraction","nodes":3})", "application/json");
  EXPECT_EQ(json::parse(analysed->body)["nodes"], 3);
}

TEST(Server, SaysWhatIsWrongWithARequest) {
  const RunningServer server;
  const struct {
    const char *path, *body;
    const char* message;
  } cases[] = {
      {"/api/solve", "{\"game\":", "no JSON"},
      {"/api/solve", "[1,2]", "must be a JSON object"},
      {"/api/solve", "{}", "names no \"game\""},
      {"/api/solve", R"({"game":"halma"})", "no game 'halma'; the games are: subtraction"},
      {"/api/solve", R"({"game":"subtraction","position":"x"})", "'x' is no heap"},
      {"/api/solve", R"({"game":"subtraction","position":"13"})", "13 is never solved"},
      {"/api/analyze", R"({"game":"subtraction","position":"x"})", "'x' is no heap"},
      {"/api/analyze", R"({"game":"subtraction","hash":13})", "13 bytes cannot be had"},
      {"/api/analyze", R"({"game":"subtraction","hash":"9T"})", "at most"},
      {"/api/analyze", R"({"game":"subtraction","threads":999})", "at most 1"},
      {"/api/analyze", R"({"game":"subtraction","threads":0})", "at least 1"},
      {"/api/analyze", R"({"game":"subtraction","time":"9h"})", "at most 600 s"},
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
  options.body_bytes = 1000;
  options.position_bytes = 100;
  const RunningServer server(options);
  EXPECT_EQ(post(server, "/api/solve", std::string(2000, ' ')).status, 413);
  const std::string long_position = R"({"game":"subtraction","position":")" + std::string(200, '1') + "\"}";
  EXPECT_EQ(post(server, "/api/solve", long_position).status, 400);
  EXPECT_EQ(post(server, "/api/solve", "{}", "text/plain").status, 415);
}

TEST(Server, TurnsAwayWhomItCannotServe) {
  server::Options options;
  options.searches = 1;
  options.queue = 1;
  const RunningServer server(options);
  const auto endless = [&] {
    (void)server.client().Post("/api/analyze", R"({"game":"subtraction","time":"2s"})", "application/json");
  };
  std::thread first(endless);
  ASSERT_TRUE(eventually([&] { return server.get("/api/health")["searching"] == 1; }));
  std::thread second(endless);
  ASSERT_TRUE(eventually([&] { return server.get("/api/health")["waiting"] == 1; }));
  const Answer third = post(server, "/api/analyze", R"({"game":"subtraction"})");
  EXPECT_EQ(third.status, 429);
  EXPECT_NE(third.body["error"].get<std::string>().find("busy"), std::string::npos);
  EXPECT_EQ(server.get("/api/health")["turned_away"], 1);
  first.join();
  second.join();
  EXPECT_EQ(post(server, "/api/solve", R"({"game":"subtraction"})").status, 200);
}

TEST(Server, StopsTheSearchOfAClientThatGoesAway) {
  const RunningServer server;
  auto client = server.client();
  httplib::Request request;
  request.method = "POST";
  request.path = "/api/analyze";
  request.headers = {{"Content-Type", "application/json"}};
  request.body = R"({"game":"subtraction"})";
  std::size_t received = 0;
  request.content_receiver = [&](const char*, std::size_t size, std::uint64_t, std::uint64_t) {
    received += size;
    return received < 500;  // then hangs up
  };
  EXPECT_FALSE(client.send(request));
  EXPECT_TRUE(eventually([] { return searches_running() == 0; }));
  EXPECT_TRUE(eventually([&] { return server.get("/api/health")["searching"] == 0; }));
}

TEST(Server, StopsTheSearchOfAClientThatGoesAwayWithoutItsOneAnswer) {
  const RunningServer server;
  auto client = server.client();
  client.set_read_timeout(0, 300'000);  // then hangs up
  EXPECT_FALSE(client.Post("/api/analyze", {{"Accept", "application/json"}}, R"({"game":"subtraction"})",
                           "application/json"));
  EXPECT_TRUE(eventually([] { return searches_running() == 0; }));
  EXPECT_TRUE(eventually([&] { return server.get("/api/health")["searching"] == 0; }));
}

TEST(Server, StopsEverythingWhenItIsStopped) {
  RunningServer server;
  std::thread listener(
      [&] { (void)server.client().Post("/api/analyze", R"({"game":"subtraction"})", "application/json"); });
  ASSERT_TRUE(eventually([] { return searches_running() == 1; }));
  server.stop();
  listener.join();
  EXPECT_EQ(searches_running(), 0);
}

TEST(Server, KeepsTheTableOfAGameWarm) {
  const RunningServer server;
  const std::string body = R"({"game":"subtraction","nodes":10,"hash":"1M"})";
  (void)post(server, "/api/solve", body);
  (void)server.client().Post("/api/analyze", body, "application/json");
  (void)server.client().Post("/api/analyze", body, "application/json");
  const json tables = server.get("/api/table");
  ASSERT_EQ(tables.size(), 1);
  EXPECT_EQ(tables[0]["game"], "subtraction");
  EXPECT_EQ(tables[0]["probes"], 20);
  EXPECT_EQ(tables[0]["searching"], false);
}

TEST(Server, AnswersItsOwnMachineAndItsOwnPageOnly) {
  const RunningServer server;
  auto client = server.client();
  EXPECT_EQ(client.Get("/api/health", {{"Host", "evil.example:80"}})->status, 403);
  EXPECT_EQ(client.Get("/api/health", {{"Host", "localhost:1"}})->status, 200);
  EXPECT_EQ(client.Get("/api/health", {{"Origin", "https://evil.example"}})->status, 403);
  const std::string own = "127.0.0.1:" + std::to_string(server.port());
  EXPECT_EQ(client.Get("/api/health", {{"Host", own}, {"Origin", "http://" + own}})->status, 200);
}

TEST(Server, SendsSecurityHeadersWithEveryAnswer) {
  const RunningServer server;
  for (const char* path : {"/", "/api/health", "/nothing"}) {
    const auto result = server.client().Get(path);
    EXPECT_NE(result->get_header_value("Content-Security-Policy").find("default-src 'none'"),
              std::string::npos);
    EXPECT_EQ(result->get_header_value("X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(result->get_header_value("Cross-Origin-Embedder-Policy"), "require-corp");
    EXPECT_EQ(result->get_header_value("Content-Type").find("text/html"), std::string::npos);
  }
}

TEST(Server, ServesThePageAndNothingBesideIt) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "tesuji-page-test";
  std::filesystem::create_directories(folder / "page/assets");
  std::ofstream(folder / "page/index.html") << "<title>Tesuji</title>";
  std::ofstream(folder / "page/assets/engine.wasm") << "wasm";
  std::ofstream(folder / "secret.txt") << "secret";
  server::Options options;
  options.page = folder / "page";
  const RunningServer server(options);
  auto client = server.client();
  EXPECT_EQ(client.Get("/")->body, "<title>Tesuji</title>");
  EXPECT_EQ(client.Get("/assets/engine.wasm")->get_header_value("Content-Type"), "application/wasm");
  for (const char* path : {"/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt",
                           "/..%2fsecret.txt", "//../secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt"}) {
    const auto result = client.Get(path);
    EXPECT_TRUE(!result || result->status >= 400) << path;
  }
  std::filesystem::remove_all(folder);
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
