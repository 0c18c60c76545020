// What an attacker tries. Each test states one promise of SECURITY.md. Deadlines come from the options: those
// of an hour prove that nothing waits for them, those of a few milliseconds that they are kept.
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "server/access.hpp"
#include "server/http_reader.hpp"
#include "server/running.hpp"

namespace tesuji::testing {
namespace {

using nlohmann::json;
using std::chrono::hours;
using std::chrono::milliseconds;

server::Options patient() {
  server::Options options;
  options.http.head_time = options.http.body_time = options.http.idle_time = options.http.write_time =
      hours(1);
  return options;
}

// A refusal, and after it the end of the connection: what follows is never read as a request.
void expect_refused(const RunningServer& server, const std::string& text, int status) {
  Connection client(server.port());
  client.send(text);
  const Reply reply = client.reply();
  EXPECT_EQ(reply.status, status) << text.substr(0, 300);
  EXPECT_EQ(reply.header("connection"), "close") << text.substr(0, 300);
  EXPECT_TRUE(client.receive_all());
  EXPECT_EQ(client.input(), "") << text.substr(0, 300);
}

const std::string kSearch = R"({"game":"subtraction","nodes":1})";
const Fields kJson = {{"Content-Type", "application/json"}};

TEST(Access, TellsLoopbackFromNamesThatBeginLikeIt) {
  for (const char* host : {"localhost", "127.0.0.1", "127.1.2.3", "::1"}) {
    EXPECT_TRUE(server::is_loopback(host)) << host;
  }
  for (const char* host : {"127.evil.example", "127.0.0.1.evil.example", "127.1", "localhost.evil.example",
                           "", "::2", "0.0.0.0", "128.0.0.1", "127.0.0.1x", "0127.0.0.1"}) {
    EXPECT_FALSE(server::is_loopback(host)) << host;
  }
}

TEST(Access, ReadsTheNameInAnAuthority) {
  EXPECT_EQ(server::host_name("LocalHost:8080"), "localhost");
  EXPECT_EQ(server::host_name("[::1]:8080"), "::1");
  EXPECT_EQ(server::host_name("[::1]"), "::1");
  for (const char* bad :
       {"", ":80", "[::1", "[]", "::1", "localhost:80:80", "localhost:x", "[::1]x", "[localhost]"}) {
    EXPECT_EQ(server::host_name(bad), std::nullopt) << bad;
  }
}

TEST(Hostile, RefusesForeignNames) {
  const RunningServer server;
  for (const char* host :
       {"evil.example:80", "127.evil.example", "127.0.0.1.evil.example:8080", "localhost.evil.example",
        "evil.example#127.0.0.1", "localhost.", "127.0.0.1.", "user@localhost", "localhost@evil.example",
        "127.1", "2130706433", "0x7f.0.0.1", "[::ffff:127.0.0.1]", "[::1%25lo]", ""}) {
    expect_refused(server, request_text("GET", "/api/health", {{"Host", host}}), 403);
  }
  EXPECT_EQ(server.get("/api/health", {{"Host", "localhost:1"}}).status, 200);
  EXPECT_EQ(server.get("/api/health", {{"Host", "[::1]:1"}}).status, 200);
  EXPECT_EQ(server.get("/api/health", {{"Host", "127.3.2.1"}}).status, 200);
  EXPECT_EQ(server.get("/api/health", {{"Host", "LOCALHOST"}}).status, 200);
}

TEST(Hostile, AnswersUnderTheNamesItWasGiven) {
  server::Options options;
  options.hosts = {"127.0.0.1", "Board.Example"};
  const RunningServer server(options);
  EXPECT_EQ(server.get("/api/health", {{"Host", "board.example:8080"}}).status, 200);
  EXPECT_EQ(server.get("/api/health", {{"Host", "other.example"}}).status, 403);
}

TEST(Hostile, RefusesRequestsFromOtherSites) {
  const RunningServer server;
  const std::string own = "127.0.0.1:" + std::to_string(server.port());
  const Fields mine = {{"Host", own}, {"Origin", "http://" + own}, {"Sec-Fetch-Site", "same-origin"}};
  EXPECT_EQ(server.get("/api/health", mine).status, 200);
  EXPECT_EQ(server.get("/", {{"Sec-Fetch-Site", "none"}}).status, 200);
  for (const Fields& foreign :
       {Fields{{"Origin", "https://evil.example"}}, Fields{{"Origin", "null"}},
        Fields{{"Sec-Fetch-Site", "cross-site"}}, Fields{{"Sec-Fetch-Site", "same-site"}},
        Fields{{"Sec-Fetch-Site", "same-origin"}, {"Sec-Fetch-Site", "cross-site"}},
        Fields{{"Origin", "http://localhost"}, {"Origin", "https://evil.example"}}}) {
    expect_refused(server, request_text("GET", "/api/health", foreign), 403);
  }
}

// The body of a refused request must not be read as the next request.
TEST(Hostile, ClosesTheConnectionAfterEveryEarlyRefusal) {
  const RunningServer server;
  const std::string hidden = request_text("POST", "/api/solve", kJson, kSearch);
  const auto post = [&](const Fields& fields) { return request_text("POST", "/api/solve", fields, hidden); };
  expect_refused(server, post({{"Origin", "https://evil.example"}, {"Content-Type", "text/plain"}}), 403);
  expect_refused(server, post({{"Host", "evil.example"}, {"Content-Type", "application/json"}}), 403);
  expect_refused(server, post({{"Content-Type", "text/plain"}}), 415);
  expect_refused(server, request_text("POST", "/nothing", kJson, hidden), 405);
  expect_refused(server, request_text("PUT", "/api/solve", kJson, hidden), 405);
  EXPECT_EQ(server.get_json("/api/health")["served"], 0);
}

TEST(Hostile, RefusesBodiesOfRequestsThatHaveNone) {
  const RunningServer server;
  const std::string hidden = request_text("POST", "/api/solve", kJson, kSearch);
  for (const char* method : {"GET", "HEAD", "OPTIONS"}) {
    Connection client(server.port());
    client.send(request_text(method, "/api/health", {}, hidden));
    const Reply reply = client.reply(std::string(method) == "HEAD");
    EXPECT_EQ(reply.status, 400) << method;
    EXPECT_TRUE(client.receive_all());
    EXPECT_EQ(client.input(), "") << method;
  }
  EXPECT_EQ(server.get_json("/api/health")["served"], 0);
}

TEST(Hostile, RefusesAmbiguousRequests) {
  const RunningServer server;
  expect_refused(server, "GET /api/health HTTP/1.1\r\n\r\n", 400);  // without Host
  expect_refused(server, request_text("GET", "/api/health", {{"Host", "localhost"}, {"Host", "localhost"}}),
                 400);
  expect_refused(
      server,
      request_text("POST", "/api/solve",
                   {{"Content-Type", "application/json"}, {"Content-Length", "2"}, {"Content-Length", "3"}},
                   "{} "),
      400);
  // Both lengths in one header, which not everybody reads as 2; and two ways to say where the body ends.
  for (const char* length : {"2, 2", "2, 3", "+2", "0x2", "-1", "18446744073709551618"}) {
    expect_refused(server,
                   request_text("POST", "/api/solve",
                                {{"Content-Type", "application/json"}, {"Content-Length", length}}, "{} "),
                   400);
  }
  expect_refused(
      server,
      request_text(
          "POST", "/api/solve",
          {{"Content-Type", "application/json"}, {"Transfer-Encoding", "chunked"}, {"Content-Length", "5"}},
          "0\r\n\r\n"),
      400);
  expect_refused(server, request_text("GET", "http://evil.example/", {}), 400);
  expect_refused(server, "garbage\r\n\r\n", 400);
}

TEST(Hostile, LimitsTheBytesOfABody) {
  const RunningServer server;
  const std::string mebibytes(std::size_t{2} << 20, ' ');
  expect_refused(server, request_text("POST", "/api/solve", kJson, mebibytes), 413);
  // Neither a chunked nor a compressed body is read at all, so that neither can be larger than it looks.
  Fields chunked = kJson;
  chunked.emplace_back("Transfer-Encoding", "chunked");
  expect_refused(server, request_text("POST", "/api/solve", chunked) + "20\r\n" + kSearch + "\r\n0\r\n\r\n",
                 411);
  Fields gzip = kJson;
  gzip.emplace_back("Content-Encoding", "gzip");
  expect_refused(server, request_text("POST", "/api/solve", gzip, "\x1f\x8b"), 415);
}

TEST(Hostile, LimitsTheHead) {
  const RunningServer server;
  expect_refused(server, request_text("GET", "/" + std::string(5000, 'a')), 414);
  expect_refused(server, request_text("GET", "/api/health", {{"X", std::string(20'000, 'a')}}), 431);
  expect_refused(server, request_text("GET", "/api/health", Fields(100, {"X", "y"})), 431);
  expect_refused(server, std::string(20'000, 'a'), 431);  // no end of the line
  EXPECT_EQ(server.get("/api/health", Fields(40, {"X", "y"})).status, 200);
}

TEST(Hostile, LimitsTheBodiesOfOneClientTogether) {
  server::Options options = patient();
  options.http.client_bodies_bytes = 3000;
  const RunningServer server(options);
  const auto unfinished = [](std::size_t bytes) {
    return request_text("POST", "/api/solve",
                        {{"Content-Type", "application/json"}, {"Content-Length", "2000"}},
                        std::string(bytes, ' '));
  };
  Connection first(server.port()), second(server.port());
  first.send(unfinished(1999));
  // The first one's bytes may arrive after the second one's: whichever is last is refused.
  second.send(unfinished(1999));
  EXPECT_TRUE(eventually([&] { return server.get_json("/api/health")["connections"] == 2; }));
  Connection third(server.port(), "127.0.0.2");
  third.send(request_text("POST", "/api/solve", kJson, kSearch));
  EXPECT_EQ(third.reply().status, 200);
}

// Boards that take long, until the end of the scope.
class SlowBoards {
 public:
  SlowBoards() { boards_allowed() = 900; }
  ~SlowBoards() { allow(1000); }
  SlowBoards(const SlowBoards&) = delete;
  SlowBoards& operator=(const SlowBoards&) = delete;
  static void allow(int heap) {
    boards_allowed() = heap;
    boards_allowed().notify_all();
  }
};

std::string board_request(int heap, std::size_t bytes = 0) {
  std::string body = R"({"game":"subtraction","position":")" + std::to_string(heap) + "\"}";
  body.resize(std::max(body.size(), bytes), ' ');
  return request_text("POST", "/api/board", kJson, body);
}

TEST(Hostile, LongRequestsOfOneClientDelayNobodyElse) {
  const RunningServer server;
  const SlowBoards slow;
  std::vector<std::unique_ptr<Connection>> greedy;
  for (int i = 0; i < 5; ++i) {
    greedy.push_back(std::make_unique<Connection>(server.port(), "127.0.0.2"));
    greedy.back()->send(board_request(901));
  }
  ASSERT_TRUE(eventually([&] { return server.get_json("/api/health")["connections"] == 6; }));
  Connection other(server.port(), "127.0.0.3");
  other.send(board_request(7));
  EXPECT_EQ(other.reply().status, 200);
  SlowBoards::allow(1000);
  for (const auto& client : greedy) EXPECT_EQ(client->reply().status, 200);
}

// A request waits for its turn although its client has gone; its bytes count until it has had it.
TEST(Hostile, CountsTheRequestsOfClientsThatHaveGone) {
  server::Options options = patient();
  options.http.client_bodies_bytes = 5000;
  const RunningServer server(options);
  const SlowBoards slow;
  Connection first(server.port(), "127.0.0.2");
  first.send(board_request(901));
  {
    Connection gone(server.port(), "127.0.0.2");
    gone.send(board_request(902, 3000));
  }
  ASSERT_TRUE(eventually([&] { return server.get_json("/api/health")["connections"] == 2; }));
  Connection next(server.port(), "127.0.0.2");
  next.send(board_request(7, 3000));
  EXPECT_EQ(next.reply().status, 429);
  SlowBoards::allow(1000);
  EXPECT_EQ(first.reply().status, 200);
  // The request of the client that has gone comes after the first one's.
  EXPECT_TRUE(eventually([&] {
    Connection again(server.port(), "127.0.0.2");
    again.send(board_request(7, 3000));
    return again.reply().status == 200;
  }));
}

TEST(Hostile, LimitsTheResponsesOfOneClientTogether) {
  server::Options options;
  options.http.client_bodies_bytes = 500;
  const RunningServer server(options);
  EXPECT_EQ(server.post("/api/board", R"({"game":"subtraction","position":"7"})").status, 200);
  EXPECT_EQ(server.post("/api/board", R"({"game":"subtraction","position":"800"})").status, 429);
  EXPECT_EQ(server.get("/").status, 200);
}

TEST(Hostile, LimitsWhatIsSentAhead) {
  const RunningServer server(patient());
  const SlowBoards slow;
  Connection client(server.port());
  std::string ahead = board_request(902);
  while (ahead.size() < 12'000) ahead += request_text("GET", "/api/health");
  client.send(board_request(901) + ahead);
  SlowBoards::allow(901);
  EXPECT_EQ(client.reply().status, 200);
  // What was sent ahead of the first response still waits behind the second: both parts count.
  client.send(ahead);
  EXPECT_TRUE(client.receive_all());
  EXPECT_EQ(client.input(), "");
}

TEST(Hostile, LimitsHowDeepABodyIsNested) {
  const RunningServer server;
  const std::string brackets(100'000, '[');
  for (const std::string& body :
       {brackets, "{\"game\":" + brackets, std::string(50'000, '[') + std::string(50'000, ']')}) {
    const Reply reply = server.post("/api/solve", body);
    EXPECT_EQ(reply.status, 400);
    EXPECT_NE(reply.body.find("nested"), std::string::npos) << reply.body;
  }
  // Brackets in a text are not levels.
  const Reply text =
      server.post("/api/board", R"({"game":"subtraction","position":"\")" + std::string(200, '{') + "\"}");
  EXPECT_EQ(text.status, 400);
  EXPECT_EQ(text.body.find("nested"), std::string::npos) << text.body;
}

TEST(Hostile, QuotesOnlyTheBeginningOfWhatWasSent) {
  const RunningServer server;
  const Reply reply = server.post("/api/board", R"({"game":")" + std::string(100'000, 'x') + "\"}");
  EXPECT_EQ(reply.status, 400);
  EXPECT_LT(reply.body.size(), 2000);
}

// Numbers and texts that JSON allows, and that no field takes.
TEST(Hostile, RefusesNumbersThatAreNone) {
  const RunningServer server;
  for (const char* value : {"1e400", "-1e400", "NaN", "Infinity", "-1", "1e3", "0.5", "18446744073709551616",
                            "\"\\ud800\"", "\"\xff\"", "[]", "{}", "null"}) {
    const Reply reply =
        server.post("/api/solve", std::string(R"({"game":"subtraction","nodes":)") + value + "}");
    EXPECT_EQ(reply.status, 400) << value;
    EXPECT_TRUE(json::parse(reply.body).contains("error")) << value;
  }
  // Of a key that stands there twice, the last counts.
  EXPECT_EQ(server.post("/api/board", R"({"game":"none","game":"subtraction"})").status, 200);
}

// The number of connections that send nothing, or one byte, is larger than any number of threads.
TEST(Hostile, SlowClientsDelayNobody) {
  server::Options options = patient();
  options.http.connections_per_client = 1000;
  RunningServer server(options);
  std::vector<std::unique_ptr<Connection>> slow;
  for (int i = 0; i < 200; ++i) {
    slow.push_back(std::make_unique<Connection>(server.port()));
    if (i % 3 == 0) slow.back()->send("G");
    if (i % 3 == 1)
      slow.back()->send(
          "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
          "9\r\n\r\n{");
  }
  ASSERT_TRUE(eventually([&] { return server.get_json("/api/health")["connections"] == 201; }));
  EXPECT_EQ(server.post("/api/solve", kSearch).status, 200);
  server.stop();  // and it ends without waiting for any of them
}

// The response is larger than what the kernel takes, and nobody reads it.
TEST(Hostile, StopsAlthoughAClientDoesNotRead) {
  server::Options options = patient();
  options.http.stop_time = milliseconds(50);
  RunningServer server(options);
  Connection client(server.port());
  client.send(request_text("POST", "/api/analyze", kJson, R"({"game":"subtraction"})"));
  ASSERT_TRUE(client.receive(1));
  Connection second(server.port());
  second.send("POST /api/solve HTTP/1.1\r\n");
  server.stop();
  EXPECT_EQ(searches_running(), 0);
}

TEST(Hostile, KeepsItsDeadlines) {
  server::Options options = patient();
  options.http.head_time = milliseconds(30);
  const RunningServer heads(options);
  Connection silent(heads.port()), half(heads.port());
  half.send("GET /api/health HTTP/1.1\r\nHos");
  EXPECT_TRUE(silent.receive_all());
  EXPECT_EQ(silent.input(), "");
  EXPECT_EQ(half.reply().status, 408);
  EXPECT_TRUE(half.receive_all());

  options = patient();
  options.http.body_time = milliseconds(30);
  const RunningServer bodies(options);
  Connection unfinished(bodies.port());
  Fields fields = kJson;
  fields.emplace_back("Content-Length", "100");
  unfinished.send(request_text("POST", "/api/solve", fields, "{"));
  EXPECT_EQ(unfinished.reply().status, 408);
  EXPECT_TRUE(unfinished.receive_all());

  options = patient();
  options.http.idle_time = milliseconds(30);
  const RunningServer idle(options);
  Connection kept(idle.port());
  kept.send(request_text("GET", "/api/health"));
  EXPECT_EQ(kept.reply().header("connection"), "keep-alive");
  EXPECT_TRUE(kept.receive_all());
}

TEST(Hostile, KeepsTheDeadlineForWriting) {
  server::Options options = patient();
  options.http.write_time = milliseconds(30);
  const RunningServer server(options);
  Connection client(server.port());
  // Asks for more than the buffers of both sides hold and reads none of it.
  const std::string games =
      request_text("POST", "/api/board", kJson, R"({"game":"subtraction","position":"1000"})");
  bool sent = true;
  for (int i = 0; i < 100'000 && sent; ++i) sent = client.send(games);
  EXPECT_FALSE(sent);
}

// What the kernel keeps of the stream is little, so that the deadline for writing comes soon.
TEST(Hostile, EndsTheSearchOfAStreamThatNobodyReads) {
  server::Options options = patient();
  options.http.write_time = milliseconds(30);
  options.heartbeat = milliseconds(1);
  const RunningServer server(options);
  Connection client(server.port(), "127.0.0.1", 60, 4096);
  client.send(request_text("POST", "/api/analyze", kJson, R"({"game":"subtraction"})"));
  EXPECT_TRUE(eventually([&] {
    const json health = server.get_json("/api/health");
    return health["served"] == 1 && health["waiting"] == 0 && health["searching"] == 0;
  }));
  EXPECT_TRUE(client.receive_all());
  EXPECT_LT(client.input().size(), 512 << 10);
}

// Connecting needs no running loop: the kernel holds as many as the backlog says.
TEST(Hostile, HoldsABurstUntilItIsServed) {
  server::Options options;
  options.port = 0;
  options.http.connections_per_client = 1000;
  const engine::Registry registry = subtraction_only();
  server::Server server(registry, options);
  std::vector<std::unique_ptr<Connection>> burst;
  for (int i = 0; i < 120; ++i) {
    burst.push_back(std::make_unique<Connection>(server.port(), "127.0.0.1", 5));
    ASSERT_TRUE(burst.back()->connected()) << i;
    burst.back()->send(request_text("GET", "/api/health"));
  }
  std::thread loop([&] { server.run(); });
  for (const auto& client : burst) EXPECT_EQ(client->reply().status, 200);
  server.stop();
  loop.join();
}

int ask_health(Connection& client) {
  client.send(request_text("GET", "/api/health"));
  return client.reply().status;
}

TEST(Hostile, TellsConnectionsBeyondTheLimitToComeBack) {
  server::Options options = patient();
  options.http.connections = 3;
  options.http.connections_per_client = 2;
  const RunningServer server(options);
  Connection first(server.port(), "127.0.0.2"), second(server.port(), "127.0.0.2");
  Connection third(server.port(), "127.0.0.2");
  EXPECT_EQ(ask_health(third), 429);  // two of this client
  Connection other(server.port(), "127.0.0.3");
  Connection another(server.port(), "127.0.0.4");
  EXPECT_EQ(ask_health(another), 200);  // in the place of one of the first client
  another.send("G");
  Connection last(server.port(), "127.0.0.5");
  EXPECT_EQ(ask_health(last), 429);  // each of three clients has one, and none is idle
}

TEST(Hostile, TheClientWithTheMostConnectionsMakesRoom) {
  server::Options options = patient();
  options.http.connections = 5;
  options.http.connections_per_client = 4;
  const RunningServer server(options);
  Connection modest(server.port(), "127.0.0.2");
  EXPECT_EQ(ask_health(modest), 200);
  std::vector<std::unique_ptr<Connection>> greedy;
  for (int i = 0; i < 4; ++i) {
    greedy.push_back(std::make_unique<Connection>(server.port(), "127.0.0.3"));
    greedy.back()->send("G");
  }
  Connection fourth(server.port(), "127.0.0.4"), fifth(server.port(), "127.0.0.5"),
      sixth(server.port(), "127.0.0.6");
  for (Connection* client : {&fourth, &fifth, &sixth, &modest}) EXPECT_EQ(ask_health(*client), 200);
  // Now everybody has one, so it is the one that was idle for longest.
  Connection seventh(server.port(), "127.0.0.7");
  EXPECT_EQ(ask_health(seventh), 200);
  EXPECT_TRUE(fourth.receive_all());
  EXPECT_EQ(fourth.input(), "");
  for (Connection* client : {&fifth, &sixth, &modest}) EXPECT_EQ(ask_health(*client), 200);
}

TEST(Hostile, AnswersPipelinedRequestsInOrder) {
  const RunningServer server;
  Connection client(server.port());
  client.send(request_text("GET", "/api/health") + request_text("GET", "/nothing") +
              request_text("POST", "/api/solve", kJson, R"({"game":"subtraction","position":"7"})") +
              request_text("GET", "/api/games"));
  EXPECT_EQ(json::parse(client.reply().body)["status"], "ok");
  EXPECT_EQ(client.reply().status, 404);
  EXPECT_EQ(json::parse(client.reply().body)["best"], json({"3"}));
  EXPECT_EQ(json::parse(client.reply().body)[0]["game"], "subtraction");
}

TEST(Hostile, RefusesRequestsWhenTooManyWait) {
  server::Options options;
  options.requests = 0;
  const RunningServer server(options);
  EXPECT_EQ(server.post("/api/solve", kSearch).status, 429);
  EXPECT_EQ(server.get("/api/health").status, 200);
}

// The same request in pieces of any size is the same request.
TEST(Reader, ReadsARequestInAnyPieces) {
  const std::string text =
      request_text("POST", "/api/solve?x=1", kJson, kSearch) + request_text("GET", "/next");
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    server::http::Reader reader{server::http::Limits{}};
    std::vector<std::string> seen;
    for (std::size_t at = 0; at < text.size(); at += piece) {
      auto result = reader.put(std::string_view(text).substr(at, piece));
      while (result != server::http::Reader::Result::NeedMore) {
        ASSERT_NE(result, server::http::Reader::Result::Refused) << reader.message();
        if (result == server::http::Reader::Result::Complete) {
          seen.push_back(reader.request().method + " " + reader.request().path + " " + reader.request().body);
          reader.next();
        }
        result = reader.put({});
      }
    }
    ASSERT_EQ(seen, (std::vector<std::string>{"POST /api/solve " + kSearch, "GET /next "})) << piece;
  }
}

}  // namespace
}  // namespace tesuji::testing
