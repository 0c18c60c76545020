// Reading and writing a record takes memory in proportion to its length. Not under a sanitizer, which would
// hide it.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>
#include <string>

#include "engine/json.hpp"
#include "games/games.hpp"
#include "games/nested_variations.hpp"
#include "resident_memory.hpp"

namespace tesuji::games {
namespace {

// The most that this process ever took: what is freed before the end counts, too.
std::int64_t peak_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} << 10;
}

// A position has its whole history: one for each open variation would fill the memory.
TEST(RecordMemory, NestedVariationsTakeLittleMemory) {
  engine::Registry all;
  register_all(all);
  const engine::Game& chess = all.game("chess");
  const auto read = [&](const std::string& text) { return engine::read_records(chess, text).records.at(0); };
  const std::int64_t before = peak_bytes();
  std::string deep = "[Event \"x\"]\n\n";
  for (int i = 0; i < 5000; ++i) deep += "Nf3 Nf6 Ng1 Ng8 ";
  const engine::Record read_deep = read(deep + std::string(600, '(') + std::string(600, ')'));
  EXPECT_EQ(read_deep.main_line().size(), 20'000);
  const engine::Record record = test::nested_variations({"g1f3", "g8f6", "f3g1", "f6g8"}, 4000);
  const std::string text = engine::write_record(chess, "PGN", record);
  const std::int64_t after = peak_bytes();
  EXPECT_EQ(engine::to_json(read(text))["nodes"], engine::to_json(record)["nodes"]);
  if (test::kMemoryIsMeasured) {
    EXPECT_LT(after - before, std::int64_t{100} << 20);
  }
}

}  // namespace
}  // namespace tesuji::games
