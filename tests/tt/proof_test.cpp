#include <gtest/gtest.h>

#include "tt/tt.hpp"

namespace tt {
namespace {

TEST(Proof, PackingKeepsEveryFieldAtItsLimits) {
  for (const std::uint32_t pn : {0U, 1U, Proof::kInfinite - 1, Proof::kInfinite}) {
    for (const std::uint32_t dn : {0U, 1U, Proof::kInfinite - 1, Proof::kInfinite}) {
      for (const std::uint16_t move : {std::uint16_t{0}, std::uint16_t{1}, Proof::kMaxMove}) {
        for (std::uint8_t flags = 0; flags <= Proof::kMaxFlags; ++flags) {
          for (std::uint32_t code = 0; code < 64; ++code) {
            const Proof::Entry entry{pn, dn, move, flags, Proof::restore_work(code)};
            ASSERT_EQ(Proof::unpack(Proof::pack(entry)), entry);
          }
        }
      }
    }
  }
}

TEST(Proof, WorkIsKeptToWithinAFactorOfTheRootOfTwoAndNeverUpwards) {
  std::uint32_t before = 0;
  for (std::uint64_t work = 0; work <= 0xffffffff; work += 1 + work / 1000) {
    const std::uint32_t kept = Proof::restore_work(Proof::shorten_work(static_cast<std::uint32_t>(work)));
    ASSERT_LE(kept, work);
    ASSERT_GE(kept * 1.5, static_cast<double>(work) * 0.999) << work;
    ASSERT_GE(kept, before);
    before = kept;
  }
}

TEST(Proof, TheEntryOfLeastWorkGivesWay) {
  Table<Proof> table(std::uint64_t{1} << 20);
  for (std::uint32_t i = 1; i <= 5; ++i) {
    table.store(i, {.pn = i, .dn = 2, .move = 0, .flags = 0, .work = i == 3 ? 1 : 100 * i});
  }
  for (std::uint32_t i = 1; i <= 5; ++i) EXPECT_EQ(table.probe(i).has_value(), i != 3) << i;
}

}  // namespace
}  // namespace tt
