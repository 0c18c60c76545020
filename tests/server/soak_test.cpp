// Many clients at once that behave badly: garbage, half requests, hanging up in the middle of a stream.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "resident_memory.hpp"
#include "server/running.hpp"

namespace tesuji::testing {
namespace {

std::string request(const std::string& path, const std::string& body) {
  return request_text("POST", path, {{"Content-Type", "application/json"}}, body);
}

void misbehave(int port, std::mt19937& random) {
  Connection client(port);
  const std::string analyze = request("/api/analyze", R"({"game":"subtraction","nodes":500})");
  switch (random() % 8) {
    case 0: {  // noise
      std::string noise(random() % 4000, '\0');
      for (char& byte : noise) byte = static_cast<char>(random());
      client.send(noise);
      break;
    }
    case 1:  // hangs up in the middle of a stream
      client.send(analyze);
      client.receive(1 + random() % 600);
      break;
    case 2:  // hangs up before the answer
      client.send(analyze);
      break;
    case 3:  // half a request
      client.send(analyze.substr(0, random() % analyze.size()));
      break;
    case 4: {  // JSON with a byte changed
      std::string body = R"({"game":"subtraction","position":"21","moves":["1","2"],"nodes":5})";
      body[random() % body.size()] = static_cast<char>(random());
      client.send(request("/api/solve", body));
      (void)client.reply();
      break;
    }
    case 5:  // brackets without end
      client.send(request("/api/board", std::string(50'000, '[')));
      (void)client.reply();
      break;
    case 6:  // a body that never comes
      client.send(
          "POST /api/solve HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{");
      break;
    default:  // well-behaved
      client.send(request("/api/solve", R"({"game":"subtraction","position":"7"})"));
      (void)client.reply();
  }
}

TEST(Soak, SurvivesHundredsOfBadClientsWithSteadyMemory) {
  server::Options options;
  options.searches = 4;
  options.searches_per_client = 12;
  options.http.connections_per_client = 200;
  options.http.body_time = options.http.head_time = std::chrono::milliseconds(500);
  const RunningServer server(options);
  const auto wave = [&](unsigned seed) {
    std::vector<std::thread> crowd;
    for (unsigned member = 0; member < 256; ++member) {
      crowd.emplace_back([&, member] {
        std::mt19937 random(seed * 1000 + member);
        for (int visit = 0; visit < 2; ++visit) misbehave(server.port(), random);
      });
    }
    for (std::thread& member : crowd) member.join();
    ASSERT_TRUE(eventually([] { return searches_running() == 0; }));
  };
  wave(1);
  wave(2);  // by now every thread has had memory of its own
  const std::int64_t before = test::resident_bytes();
  wave(3);
  wave(4);
  if (test::kMemoryIsMeasured) {
    EXPECT_LT(test::resident_bytes() - before, 16 << 20);
  }
  EXPECT_EQ(server.post("/api/solve", R"({"game":"subtraction","position":"7"})").status, 200);
}

}  // namespace
}  // namespace tesuji::testing
