#include "engine/json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace tesuji::engine {
namespace {

using nlohmann::json;

TEST(ReportJson, LeavesOutWhatDoesNotApply) {
  Report report;
  report.game = "chess";
  report.position = "somewhere";
  const json out = to_json(report);
  EXPECT_EQ(out["game"], "chess");
  for (const char* absent : {"score", "verdict", "best", "pv", "moves", "table", "mate", "side", "depth"}) {
    EXPECT_FALSE(out.contains(absent)) << absent;
  }
  EXPECT_EQ(out["exact"], false);
}

TEST(ReportJson, HasTheFieldsOfTheDesign) {
  Report report;
  report.game = "connect4";
  report.side = "first";
  report.verdict = "win in 20";
  report.score = 1;
  report.best = {"4"};
  report.pv = {"4", "4"};
  report.moves = {{.move = "4", .score = 1, .verdict = "win"}};
  report.nodes = 12;
  report.proved = true;
  report.table = TableReport{.bytes = 64, .probes = 4, .hits = 1, .stores = 3, .fill = 10};
  const json out = to_json(report);
  EXPECT_EQ(out["score"], 1);
  EXPECT_EQ(out["moves"][0]["move"], "4");
  EXPECT_EQ(out["moves"][0]["score"], 1);
  EXPECT_EQ(out["table"]["hit_rate"], 0.25);
  EXPECT_EQ(out["table"]["fill"], 10);
  EXPECT_EQ(out["proved"], true);
  EXPECT_EQ(out["complete"], true);
  EXPECT_EQ(out["exact"], true);
  report.complete = false;
  EXPECT_EQ(to_json(report)["proved"], true);
  EXPECT_EQ(to_json(report)["complete"], false);
  EXPECT_EQ(to_json(report)["exact"], false);
  report.complete = true;
  report.proved = false;
  EXPECT_EQ(to_json(report)["complete"], false);
}

TEST(ReportJson, HasAVersionAndTheFieldsOfTheGame) {
  struct Details : GameReport {
    void add_to(nlohmann::ordered_json& report) const override { report["threats"] = {"A1"}; }
  };
  Report report;
  EXPECT_FALSE(to_json(report).contains("threats"));
  report.details = std::make_shared<Details>();
  const json out = to_json(report);
  EXPECT_EQ(out["version"], kReportVersion);
  EXPECT_EQ(out["threats"], json::parse(R"(["A1"])"));
}

TEST(RequestJson, ReadsLimitsAndOptions) {
  const Request request = request_from_json(json::parse(
      R"({"game":"go","position":"x","time":"200ms","nodes":5000,"depth":3,"options":{"ko":"black","all-moves":true,"n":4}})"));
  EXPECT_EQ(request.game, "go");
  EXPECT_EQ(request.limits.time, std::chrono::milliseconds(200));
  EXPECT_EQ(request.limits.nodes, 5000u);
  EXPECT_EQ(request.limits.depth, 3);
  EXPECT_EQ(request.options.at("ko"), "black");
  EXPECT_EQ(request.options.at("all-moves"), "true");
  EXPECT_EQ(request.options.at("n"), "4");
}

TEST(RequestJson, NamesTheFieldThatIsWrong) {
  const auto message = [](const char* text) -> std::string {
    try {
      request_from_json(json::parse(text));
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_NE(message("[]").find("object"), std::string::npos);
  EXPECT_NE(message("{}").find("game"), std::string::npos);
  EXPECT_NE(message(R"({"game":7})").find("game"), std::string::npos);
  EXPECT_NE(message(R"({"game":"go","nodes":-1})").find("nodes"), std::string::npos);
  EXPECT_NE(message(R"({"game":"go","depth":99999})").find("depth"), std::string::npos);
  EXPECT_NE(message(R"({"game":"go","time":"soon"})").find("soon"), std::string::npos);
  EXPECT_NE(message(R"({"game":"go","options":{"a":[1]}})").find("\"a\""), std::string::npos);
}

}  // namespace
}  // namespace tesuji::engine
