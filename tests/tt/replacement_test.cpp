#include "tt/replacement.hpp"

#include <gtest/gtest.h>

namespace tt {
namespace {

using Four = std::array<Slot, 4>;
constexpr std::size_t kKeptOut = 4;

TEST(Always, TakesTheSlotThatTheKeySays) {
  const Four slots{Slot{90, 0, true}, Slot{1, 9, false}, Slot{1, 9, false}, Slot{1, 9, false}};
  for (std::uint64_t tag = 0; tag < 8; ++tag) EXPECT_EQ(Always{}.victim(slots, {0, 0, false}, tag), tag % 4);
}

TEST(DepthPreferred, ReplacesTheShallowestByWhatIsAtLeastAsDeep) {
  const Four slots{Slot{9, 0, false}, Slot{4, 0, false}, Slot{5, 7, false}, Slot{6, 0, false}};
  EXPECT_EQ(DepthPreferred{}.victim(slots, {4, 0, false}, 0), 1u);
  EXPECT_EQ(DepthPreferred{}.victim(slots, {3, 0, false}, 0), kKeptOut);
}

TEST(Aging, TheOldestGoesFirstHoweverDeep) {
  const Four slots{Slot{1, 0, false}, Slot{100, 3, false}, Slot{2, 2, false}, Slot{50, 3, false}};
  EXPECT_EQ(Aging{}.victim(slots, {0, 0, false}, 0), 3u);
}

TEST(Aging, AmongThoseOfOneSearchTheShallowestGoes) {
  const Four slots{Slot{5, 0, false}, Slot{3, 0, false}, Slot{4, 0, false}, Slot{3, 0, false}};
  EXPECT_EQ(Aging{}.victim(slots, {0, 0, false}, 0), 1u);
}

TEST(TwoTier, KeepsDeepOnesAndTakesEveryNewcomer) {
  const Four slots{Slot{9, 0, false}, Slot{7, 0, false}, Slot{8, 0, false}, Slot{30, 0, false}};
  EXPECT_EQ(TwoTier{}.victim(slots, {7, 0, false}, 0), 1u);
  EXPECT_EQ(TwoTier{}.victim(slots, {6, 0, false}, 0), 3u)
      << "the last quarter takes what the deep tier did not want";
  const Four old{Slot{9, 0, false}, Slot{7, 0, false}, Slot{80, 1, false}, Slot{30, 0, false}};
  EXPECT_EQ(TwoTier{}.victim(old, {1, 0, false}, 0), 2u) << "what is old gives way to anything";
}

TEST(Balanced, WeighsDepthAgainstAge) {
  EXPECT_EQ(Balanced{}.victim(
                Four{Slot{3, 0, false}, Slot{40, 1, false}, Slot{5, 0, false}, Slot{9, 0, false}}, {}, 0),
            0u)
      << "a deep entry of the last search outlives a shallow new one";
  EXPECT_EQ(Balanced{}.victim(
                Four{Slot{3, 0, false}, Slot{4, 1, false}, Slot{5, 0, false}, Slot{9, 0, false}}, {}, 0),
            1u)
      << "a shallow one does not";
}

TEST(KeepBest, KeepsTheNewcomerOutWhenItIsTheLeast) {
  const Four slots{Slot{9, 0, false}, Slot{7, 0, false}, Slot{8, 1, false}, Slot{30, 0, false}};
  EXPECT_EQ(KeepBest{}.victim(slots, {5, 2, false}, 0), kKeptOut);
  EXPECT_EQ(KeepBest{}.victim(slots, {5, 0, false}, 0), 2u);
}

TEST(RuntimeReplacement, IsThePolicyOfItsName) {
  const Four slots{Slot{9, 0, true}, Slot{7, 1, false}, Slot{8, 3, false}, Slot{3, 0, false}};
  const auto agrees = [&](auto policy) {
    const RuntimeReplacement named(decltype(policy)::kName);
    EXPECT_EQ(named.name(), decltype(policy)::kName);
    for (std::uint64_t tag = 0; tag < 4; ++tag) {
      for (const int depth : {0, 5, 50}) {
        EXPECT_EQ(named.victim(slots, {depth, 0, false}, tag), policy.victim(slots, {depth, 0, false}, tag));
      }
    }
  };
  agrees(Always{});
  agrees(DepthPreferred{});
  agrees(Aging{});
  agrees(TwoTier{});
  agrees(Balanced{});
}

TEST(RuntimeReplacement, AnUnknownNameIsAnErrorThatNamesTheKnown) {
  try {
    const RuntimeReplacement policy("newest");
    FAIL() << policy.name();
  } catch (const tt::Error& error) {
    const std::string said = error.what();
    EXPECT_NE(said.find("'newest'"), std::string::npos);
    for (const auto name : kReplacementNames) EXPECT_NE(said.find(name), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace tt
