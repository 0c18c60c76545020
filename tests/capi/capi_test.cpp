// The C interface: answers, errors as values, stop from another thread, tables.
#include "capi/tesuji.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using nlohmann::json;

struct Answer {
  int status = TESUJI_OK;
  std::string text;
  [[nodiscard]] json parsed() const { return json::parse(text); }
  [[nodiscard]] std::string error() const { return parsed().value("error", ""); }
};

// Calls a function whose last parameter is the answer.
template <class Function, class... Arguments>
Answer call(Function function, Arguments... arguments) {
  char* text = nullptr;
  const int status = function(arguments..., &text);
  EXPECT_NE(text, nullptr);
  Answer answer{status, text == nullptr ? "" : text};
  tesuji_free(text);
  return answer;
}

struct Session {
  tesuji_session* handle = tesuji_open();
  Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() { tesuji_close(handle); }
};

struct Table {
  tesuji_table* handle = nullptr;
  explicit Table(const char* layout, std::uint64_t bytes = std::uint64_t{1} << 20) {
    const Answer answer = call([&](char** text) { return tesuji_table_open(layout, bytes, &handle, text); });
    EXPECT_EQ(answer.status, TESUJI_OK) << answer.text;
  }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  ~Table() { tesuji_table_close(handle); }
};

constexpr const char* kWin = R"({"game":"connect4","position":"44444432213233151567","hash":"4M"})";
constexpr const char* kLong = R"({"game":"chess","time":"10h","hash":"4M"})";

TEST(Capi, GamesListsEveryGame) {
  const json games = call(tesuji_games).parsed();
  ASSERT_GE(games.size(), 5U);
  EXPECT_EQ(games[0]["game"], "chess");
  EXPECT_FALSE(games[0]["options"].empty());
}

TEST(Capi, BoardPlaysMoves) {
  const Answer answer = call(tesuji_board, R"({"game":"chess","moves":["e2e4","e7e5"]})");
  ASSERT_EQ(answer.status, TESUJI_OK);
  EXPECT_EQ(answer.parsed()["side"], "white");
  EXPECT_EQ(answer.parsed()["moves"].size(), 29U);
}

TEST(Capi, SolvesAndReportsProgress) {
  const Session session;
  const json report = call(tesuji_solve, session.handle, kWin, nullptr, nullptr).parsed();
  EXPECT_EQ(report["game"], "connect4");
  EXPECT_TRUE(report["proved"].get<bool>());

  std::vector<int> depths;
  const auto on_progress = [](const char* text, void* data) {
    static_cast<std::vector<int>*>(data)->push_back(json::parse(text)["depth"].get<int>());
  };
  const Answer answer = call(tesuji_analyze, session.handle, R"({"game":"chess","depth":4,"hash":"1M"})",
                             +on_progress, static_cast<void*>(&depths));
  ASSERT_EQ(answer.status, TESUJI_OK) << answer.text;
  EXPECT_EQ(answer.parsed()["depth"], 4);
  EXPECT_GE(depths.size(), 4U);
  EXPECT_EQ(depths.back(), 4);
}

TEST(Capi, CountsPerft) {
  const Session session;
  const json count =
      call(tesuji_perft, session.handle, R"({"game":"chess","depth":3,"divide":true})").parsed();
  EXPECT_EQ(count["count"], 8902);
  EXPECT_EQ(count["moves"].size(), 20U);
  EXPECT_EQ(call(tesuji_perft, session.handle, R"({"game":"chess"})").error(),
            "\"depth\" must be given, from 0 to 100");
}

TEST(Capi, ErrorsAreValues) {
  const Session session;
  const auto solve = [&](const char* request) {
    const Answer answer = call(tesuji_solve, session.handle, request, nullptr, nullptr);
    EXPECT_EQ(answer.status, TESUJI_ERROR);
    return answer.error();
  };
  EXPECT_EQ(solve("{"), "the request is not valid JSON: error at byte 2");
  EXPECT_EQ(solve("[]"), "the request must be a JSON object");
  EXPECT_EQ(solve(nullptr), "'request' is NULL");
  EXPECT_EQ(solve(R"({"game":"checkers"})"),
            "unknown game 'checkers'; the games are: chess, connect4, go, othello, shogi");
  EXPECT_NE(solve(R"({"game":"connect4","position":"44444444"})").find("column"), std::string::npos);
  EXPECT_NE(solve(R"({"game":"connect4","hash":"much"})"), "");
  EXPECT_EQ(call(tesuji_solve, static_cast<tesuji_session*>(nullptr), kWin, nullptr, nullptr).error(),
            "'session' is NULL");
  EXPECT_EQ(tesuji_board("{", nullptr), TESUJI_ERROR);  // the caller does not want the text
  tesuji_close(nullptr);
  tesuji_free(nullptr);
  tesuji_stop(nullptr);
}

TEST(Capi, StopsFromAnotherThread) {
  const Session session;
  std::atomic<bool> searching = false;
  const auto on_progress = [](const char*, void* data) {
    auto& flag = *static_cast<std::atomic<bool>*>(data);
    flag = true;
    flag.notify_one();
  };
  std::thread stopper([&] {
    searching.wait(false);
    // A second call on a session that searches changes nothing.
    const Answer second = call(tesuji_solve, session.handle, kWin, nullptr, nullptr);
    EXPECT_EQ(second.status, TESUJI_BUSY);
    tesuji_stop(session.handle);
  });
  const Answer answer =
      call(tesuji_analyze, session.handle, kLong, +on_progress, static_cast<void*>(&searching));
  stopper.join();
  ASSERT_EQ(answer.status, TESUJI_OK) << answer.text;
  EXPECT_FALSE(answer.parsed()["best"].empty());

  // The stop was used up: the next search runs to its end.
  EXPECT_TRUE(call(tesuji_solve, session.handle, kWin, nullptr, nullptr).parsed()["proved"].get<bool>());
}

TEST(Capi, StopBeforeASearchEndsIt) {
  const Session session;
  tesuji_stop(session.handle);
  EXPECT_EQ(call(tesuji_analyze, session.handle, kLong, nullptr, nullptr).status, TESUJI_OK);
  tesuji_stop(session.handle);
  tesuji_clear_stop(session.handle);
  EXPECT_TRUE(call(tesuji_solve, session.handle, kWin, nullptr, nullptr).parsed()["proved"].get<bool>());
}

TEST(Capi, AnExceptionOfTheCallbackDoesNotPass) {
  const Session session;
  const auto on_progress = [](const char*, void*) { throw std::runtime_error("mine"); };
  const Answer answer = call(tesuji_analyze, session.handle, kLong, +on_progress, nullptr);
  EXPECT_EQ(answer.status, TESUJI_ERROR);
  EXPECT_EQ(answer.error(), "the progress callback threw an exception; the search was stopped");
}

TEST(Capi, SessionsSearchAtTheSameTime) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([] {
      const Session session;
      const json report = call(tesuji_analyze, session.handle, R"({"game":"othello","depth":3,"hash":"1M"})",
                               nullptr, nullptr)
                              .parsed();
      EXPECT_EQ(report["depth"], 3);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

class CapiFiles : public testing::Test {
 protected:
  CapiFiles() { std::filesystem::create_directories(folder_); }
  ~CapiFiles() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

 private:
  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string("tesuji-capi-") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(CapiFiles, SavesAndLoadsTheTableOfAGame) {
  const Session first, second;
  const json cold = call(tesuji_solve, first.handle, kWin, nullptr, nullptr).parsed();
  EXPECT_EQ(call(tesuji_save, first.handle, "connect4", path("c4.tt").c_str()).status, TESUJI_OK);
  EXPECT_EQ(call(tesuji_load, second.handle, "connect4", path("c4.tt").c_str()).status, TESUJI_OK);
  const json warm = call(tesuji_solve, second.handle, kWin, nullptr, nullptr).parsed();
  EXPECT_LT(warm["nodes"], cold["nodes"]);
  EXPECT_EQ(warm["score"], cold["score"]);
  EXPECT_EQ(call(tesuji_load, second.handle, "chess", path("c4.tt").c_str()).status, TESUJI_ERROR);
  EXPECT_EQ(call(tesuji_clear, second.handle).status, TESUJI_OK);
  const json again = call(tesuji_solve, second.handle, kWin, nullptr, nullptr).parsed();
  EXPECT_EQ(again["nodes"], cold["nodes"]);
}

TEST(Capi, ReadsAndWritesRecords) {
  const std::string pgn = "[White \"Ann\"]\n[Result \"1-0\"]\n\n1. e4 {best} e5 (1... c5) 2. Qh5 1-0\n";
  const Answer read = call(tesuji_read_records, "chess", nullptr, pgn.data(), pgn.size());
  ASSERT_EQ(read.status, TESUJI_OK) << read.text;
  const json record = read.parsed().at(0);
  EXPECT_EQ(record["moves"], json({"e2e4", "e7e5", "d1h5"}));
  EXPECT_EQ(record["result"], "first");
  EXPECT_EQ(record["nodes"].size(), 5U);
  const Answer written = call(tesuji_write_record, "chess", "PGN", record.dump().c_str());
  ASSERT_EQ(written.status, TESUJI_OK) << written.text;
  const json again =
      call(tesuji_read_records, "chess", "PGN", written.text.data(), written.text.size()).parsed();
  EXPECT_EQ(again.at(0)["nodes"], record["nodes"]);

  const auto write_error = [](const char* text) {
    return call(tesuji_write_record, "chess", "PGN", text).error();
  };
  EXPECT_EQ(write_error(R"({"nodes":[{"children":[1]},{"move":"e2e4","children":[1]}]})"),
            "\"children\" of node 1: 1 is not a later node without a parent");
  EXPECT_EQ(write_error(R"({"nodes":[{},{"move":"e2e4"}]})"), "node 1 has no parent");
  EXPECT_NE(write_error(R"({"moves":["e2e5"]})").find("e2e5"), std::string::npos);
  EXPECT_EQ(call(tesuji_write_record, "chess", "KIF", "{}").error(),
            "chess has no record format 'KIF'; its formats are: PGN");
}

TEST_F(CapiFiles, ExactTablesKeepValues) {
  const Table table("exact");
  const std::vector<std::uint64_t> keys = {0, 1, 77, (std::uint64_t{1} << 63) - 1};
  const std::vector<std::uint64_t> values = {5, 0, 65534, 9};
  EXPECT_EQ(call(tesuji_table_put, table.handle, keys.data(), values.data(), keys.size()).status, TESUJI_OK);
  const std::vector<std::uint64_t> asked = {77, 2, 1, keys[3]};
  std::vector<std::uint64_t> got(4);
  std::vector<std::uint8_t> found(4);
  const auto get = [&](tesuji_table* from) {
    return call(tesuji_table_get, static_cast<const tesuji_table*>(from), asked.data(), got.data(),
                found.data(), asked.size());
  };
  EXPECT_EQ(get(table.handle).status, TESUJI_OK);
  EXPECT_EQ(got, (std::vector<std::uint64_t>{65534, 0, 0, 9}));
  EXPECT_EQ(found, (std::vector<std::uint8_t>{1, 0, 1, 1}));

  const tesuji_table* const constant = table.handle;
  EXPECT_EQ(call(tesuji_table_save, constant, path("own.tt").c_str(), "mine/1").status, TESUJI_OK);
  const Table other("exact", std::uint64_t{2} << 20);
  EXPECT_NE(
      call(tesuji_table_load, other.handle, path("own.tt").c_str(), "theirs/1").error().find("theirs/1"),
      std::string::npos);
  EXPECT_EQ(call(tesuji_table_load, other.handle, path("own.tt").c_str(), "mine/1").status, TESUJI_OK);
  EXPECT_EQ(get(other.handle).status, TESUJI_OK);
  EXPECT_EQ(found, (std::vector<std::uint8_t>{1, 0, 1, 1}));
  const json statistics = call(tesuji_table_statistics, constant).parsed();
  EXPECT_EQ(statistics["probes"], 4);
  EXPECT_EQ(statistics["hits"], 3);
  EXPECT_EQ(statistics["stores"], 4);
  EXPECT_EQ(call(tesuji_table_clear, other.handle).status, TESUJI_OK);
  EXPECT_EQ(get(other.handle).status, TESUJI_OK);
  EXPECT_EQ(found, (std::vector<std::uint8_t>{0, 0, 0, 0}));
}

TEST(Capi, BoundTablesKeepEntries) {
  const Table table("bound");
  const std::vector<std::uint64_t> keys = {0x123456789abcdef0ULL, 0xfedcba9876543210ULL};
  const std::vector<tesuji_entry> entries = {{12, -34, 7, TESUJI_LOWER}, {65535, 32767, 127, TESUJI_EXACT}};
  EXPECT_EQ(call(tesuji_table_store, table.handle, keys.data(), entries.data(), keys.size()).status,
            TESUJI_OK);
  std::vector<tesuji_entry> got(2);
  std::vector<std::uint8_t> found(2);
  EXPECT_EQ(call(tesuji_table_probe, static_cast<const tesuji_table*>(table.handle), keys.data(), got.data(),
                 found.data(), keys.size())
                .status,
            TESUJI_OK);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    EXPECT_EQ(found[i], 1);
    EXPECT_EQ(got[i].move, entries[i].move);
    EXPECT_EQ(got[i].score, entries[i].score);
    EXPECT_EQ(got[i].depth, entries[i].depth);
    EXPECT_EQ(got[i].bound, entries[i].bound);
  }
  EXPECT_EQ(call(tesuji_table_new_search, table.handle).status, TESUJI_OK);
}

TEST(Capi, TablesRefuseWhatTheyCannotKeep) {
  const Table exact("exact"), bound("bound");
  const std::uint64_t high = std::uint64_t{1} << 63, low = 1, large = 65535;
  const auto put = [&](tesuji_table* table, const std::uint64_t* key, const std::uint64_t* value) {
    return call(tesuji_table_put, table, key, value, std::size_t{1}).error();
  };
  EXPECT_EQ(put(exact.handle, &high, &low), "key 0 is 9223372036854775808; the maximum is 2^63 - 1");
  EXPECT_EQ(put(exact.handle, &low, &large), "value 0 is 65535; the maximum is 65534");
  EXPECT_EQ(put(exact.handle, nullptr, &low), "'keys' is NULL");
  EXPECT_EQ(put(bound.handle, &low, &low), "a table of layout \"bound\" has no put");
  const tesuji_entry bad = {1, 1, 1, 0};
  EXPECT_EQ(call(tesuji_table_store, bound.handle, &low, &bad, std::size_t{1}).error(),
            "entry 0: bound is 0; it is 1 (upper), 2 (lower) or 3 (exact)");
  tesuji_table* none = nullptr;
  EXPECT_EQ(call(tesuji_table_open, "proof", std::uint64_t{1} << 20, &none).error(),
            "unknown layout 'proof'; the layouts are: exact, bound");
  EXPECT_EQ(none, nullptr);
  EXPECT_NE(call(tesuji_table_open, "exact", std::uint64_t{1}, &none).error(), "");
  EXPECT_NE(call(tesuji_table_open, "exact", ~std::uint64_t{0}, &none).error(), "");
}

}  // namespace
