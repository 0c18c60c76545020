#include "tt/snapshot.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "tt/tt.hpp"
#include "unprivileged.hpp"

namespace tt {
namespace {

namespace fs = std::filesystem;
using snapshot::Compression;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
const snapshot::Origin kOrigin{.game = "noughts", .keys = "noughts/1"};

Bound::Entry entry_for(std::uint64_t key) {
  return {.move = static_cast<std::uint16_t>(key >> 20),
          .score = static_cast<std::int16_t>(key >> 36),
          .depth = static_cast<std::uint8_t>(key >> 52 & 127),
          .bound = BoundKind::Lower};
}

class Snapshot : public testing::Test {
 protected:
  Snapshot()
      : folder_(fs::temp_directory_path() / ("tesuji-" + std::to_string(getpid()) + "-" +
                                             testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(folder_);
  }
  ~Snapshot() override {
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_);
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

  static std::string read(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void write(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

std::string complaint(const std::function<void()>& action) {
  try {
    action();
  } catch (const tt::Error& error) {
    return error.what();
  }
  return "no complaint";
}

struct Filled : Table<Bound> {
  Filled(std::uint64_t bytes, std::uint64_t seed, int count) : Table(bytes) {
    SplitMix64 random(seed);
    for (int i = 0; i < count; ++i) {
      if (i % 1000 == 0) new_search();
      const std::uint64_t key = random();
      store(key, entry_for(key));
    }
  }
};

bool same(const Table<Bound>& a, const Table<Bound>& b) {
  return a.bytes() == b.bytes() && a.generation() == b.generation() &&
         std::memcmp(a.line(0), b.line(0), a.bytes()) == 0;
}

int found(const Table<Bound>& table, std::uint64_t seed, int count) {
  SplitMix64 random(seed);
  int hits = 0;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t key = random();
    hits += table.probe(key) == entry_for(key) ? 1 : 0;
  }
  return hits;
}

TEST_F(Snapshot, LoadsWhatWasSaved) {
  const Filled table(3 * kMiB, 1, 20000);
  for (const auto compression : {Compression::None, Compression::Zstd}) {
    snapshot::save(table, path("a"), kOrigin, compression);
    Filled other(3 * kMiB, 2, 5000);
    snapshot::load(other, path("a"), kOrigin);
    EXPECT_TRUE(same(table, other));
    EXPECT_EQ(files(), 1u) << "a temporary file was left behind";
  }
}

TEST_F(Snapshot, SaysWhatItIs) {
  Table<Exact<49, 7>> table(kMiB + 640);
  snapshot::save(table, path("a"), kOrigin, Compression::Zstd);
  for (const auto& info : {snapshot::inspect(path("a")), snapshot::verify(path("a"))}) {
    EXPECT_EQ(info.layout, "exact/1 49,7,1");
    EXPECT_EQ(info.game, "noughts");
    EXPECT_EQ(info.keys, "noughts/1");
    EXPECT_EQ(info.table_bytes(), kMiB + 640);
    EXPECT_EQ(info.compression, Compression::Zstd);
    EXPECT_EQ(info.file_bytes, fs::file_size(path("a")));
  }
}

TEST_F(Snapshot, AnEmptyPartOfATableTakesNoRoom) {
  Table<Bound> table(64 * kMiB);
  table.store(5, entry_for(5));
  snapshot::save(table, path("a"), kOrigin);
  EXPECT_LT(fs::file_size(path("a")), 2 * kMiB);
}

TEST_F(Snapshot, LoadsIntoATableOfAnotherSize) {
  const Filled table(3 * kMiB, 1, 20000);
  const int kept = found(table, 1, 20000);
  ASSERT_GT(kept, 19900);
  snapshot::save(table, path("a"), kOrigin);
  for (const std::uint64_t bytes : {2 * kMiB, 3 * kMiB + 64, 11 * kMiB}) {
    Table<Bound> other(bytes);
    snapshot::load(other, path("a"), kOrigin);
    EXPECT_EQ(other.bytes(), bytes);
    EXPECT_EQ(other.generation(), table.generation());
    EXPECT_GE(found(other, 1, 20000), kept - 5) << bytes;
  }
}

TEST_F(Snapshot, ExactAndProofTablesChangeSizeWithoutAnyLoss) {
  Table<Exact<49, 7>> exact(16 * kMiB);
  Table<Proof> proof(16 * kMiB);
  for (std::uint64_t key = 1; key < 4000; ++key) {
    exact.put(key, key % 100);
    proof.store(key << 40,
                {.pn = static_cast<std::uint32_t>(key), .dn = 3, .move = 7, .flags = 1, .work = 2});
  }
  int kept = 0;
  for (std::uint64_t key = 1; key < 4000; ++key) kept += exact.get(key) == key % 100 ? 1 : 0;
  snapshot::save(exact, path("exact"), kOrigin);
  snapshot::save(proof, path("proof"), kOrigin, Compression::Zstd);

  Table<Exact<49, 7>> wide(64 * kMiB);  // from 64-bit words to 32-bit words
  ASSERT_NE(wide.layout().narrow(), exact.layout().narrow());
  Table<Proof> larger(33 * kMiB);
  snapshot::load(wide, path("exact"), kOrigin);
  snapshot::load(larger, path("proof"), kOrigin);
  for (std::uint64_t key = 1; key < 4000; ++key) {
    if (exact.get(key)) kept -= wide.get(key) == key % 100 ? 1 : 0;
    ASSERT_EQ(larger.probe(key << 40), proof.probe(key << 40));
  }
  EXPECT_LE(kept, 1);
}

TEST_F(Snapshot, MergingKeepsBoth) {
  Filled table(8 * kMiB, 1, 5000);
  snapshot::save(Filled(3 * kMiB, 2, 5000), path("b"), kOrigin);
  snapshot::merge(table, path("b"), kOrigin);
  EXPECT_EQ(found(table, 1, 5000), 5000);
  EXPECT_EQ(found(table, 2, 5000), 5000);
}

TEST_F(Snapshot, MergingKeepsTheDeeperOfTwoForOnePosition) {
  for (const std::uint8_t theirs : {4, 40}) {
    Table<Bound> mine(kMiB), other(kMiB);
    mine.store(9, {.move = 1, .score = 1, .depth = 20, .bound = BoundKind::Lower});
    other.store(9, {.move = 2, .score = 2, .depth = theirs, .bound = BoundKind::Lower});
    snapshot::save(other, path("b"), kOrigin);
    snapshot::merge(mine, path("b"), kOrigin);
    EXPECT_EQ(mine.probe(9)->depth, std::max<int>(20, theirs));
  }
  Table<Proof> mine(kMiB), other(kMiB);
  mine.store(9, {.pn = 0, .dn = Proof::kInfinite, .work = 10});
  other.store(9, {.pn = 5, .dn = 6, .work = 1000});
  snapshot::save(other, path("p"), kOrigin);
  snapshot::merge(mine, path("p"), kOrigin);
  EXPECT_EQ(mine.probe(9)->pn, 0u) << "a proof gave way to a guess";
}

// What is wrong with a file, and a part of the sentence that says so.
TEST_F(Snapshot, EveryBadFileHasItsOwnComplaintAndChangesNothing) {
  snapshot::save(Filled(2 * kMiB, 1, 9000), path("good"), kOrigin);
  const std::string good = read(path("good"));
  write(path("empty"), "");
  write(path("stub"), good.substr(0, 255));
  write(path("header"), good.substr(0, 256));
  write(path("short"), good.substr(0, good.size() - 1));
  write(path("long"), good + '\0');
  write(path("foreign"), std::string(5000, 'x'));
  std::string newer = good;
  newer[8] = 9;
  const std::uint64_t sum = checksum(std::as_bytes(std::span(newer.data(), 248)));
  std::memcpy(newer.data() + 248, &sum, 8);
  write(path("newer"), newer);
  std::string flipped = good;
  flipped[9] = static_cast<char>(flipped[9] ^ 1);
  write(path("bad-header"), flipped);
  flipped = good;
  flipped[good.size() / 2] = static_cast<char>(flipped[good.size() / 2] ^ 4);
  write(path("bad-chunk"), flipped);
  fs::create_directory(path("directory"));

  Filled table(2 * kMiB, 2, 9000);
  const Filled before(2 * kMiB, 2, 9000);
  const auto expect = [&](const std::string& name, const std::string& words) {
    const std::string said = complaint([&] { snapshot::load(table, path(name), kOrigin); });
    EXPECT_NE(said.find(words), std::string::npos) << name << ": " << said;
    EXPECT_NE(said.find(path(name)), std::string::npos) << said;
    EXPECT_NE(complaint([&] { snapshot::merge(table, path(name), kOrigin); }), "no complaint");
    EXPECT_NE(complaint([&] { (void)snapshot::verify(path(name)); }), "no complaint");
    EXPECT_TRUE(same(table, before)) << name;
  };
  expect("missing", "No such file");
  expect("directory", "is a directory");
  expect("empty", "is empty");
  expect("stub", "not even a header");
  expect("header", "cut off: 256 bytes of");
  expect("short", "cut off");
  expect("long", "1 bytes too many");
  expect("foreign", "is not a table");
  expect("newer", "newer program: format 9");
  expect("bad-header", "checksum of its header is wrong");
  expect("bad-chunk", "chunk 1 of 2 is wrong");

  EXPECT_NE(complaint([&] {
              snapshot::load(table, path("good"), {"go", "noughts/1"});
            }).find("game 'noughts', not 'go'"),
            std::string::npos);
  EXPECT_NE(complaint([&] {
              snapshot::load(table, path("good"), {"noughts", "noughts/2"});
            }).find("keys 'noughts/1'"),
            std::string::npos);
  EXPECT_TRUE(same(table, before));
  Table<Proof> proof(kMiB);
  EXPECT_NE(complaint([&] {
              snapshot::load(proof, path("good"), kOrigin);
            }).find("layout 'bound/1', not 'proof/1'"),
            std::string::npos);
}

TEST_F(Snapshot, TruncationAtEveryBoundaryIsNoticed) {
  snapshot::save(Filled(2 * kMiB, 1, 9000), path("good"), kOrigin, Compression::Zstd);
  const std::string good = read(path("good"));
  std::uint32_t first = 0;
  std::memcpy(&first, good.data() + 256 + 4, 4);
  for (const std::size_t at :
       {std::size_t{1}, std::size_t{8}, std::size_t{256}, std::size_t{264}, std::size_t{272},
        std::size_t{272} + first, std::size_t{272} + first + 16, good.size() - 1}) {
    write(path("cut"), good.substr(0, at));
    EXPECT_NE(complaint([&] { (void)snapshot::verify(path("cut")); }).find("is cut off"), std::string::npos)
        << at;
  }
}

TEST_F(Snapshot, AFlippedBitAnywhereIsNoticed) {
  Table<Bound> table(kMiB);
  table.store(5, entry_for(5));
  for (const auto compression : {Compression::None, Compression::Zstd}) {
    snapshot::save(table, path("a"), kOrigin, compression);
    const std::uint64_t bits = fs::file_size(path("a")) * 8;
    std::fstream file(path("a"), std::ios::in | std::ios::out | std::ios::binary);
    const auto flip = [&](std::uint64_t bit) {
      file.seekg(static_cast<std::streamoff>(bit / 8));
      const int byte = file.get();
      file.seekp(static_cast<std::streamoff>(bit / 8));
      file.put(static_cast<char>(byte ^ (1 << bit % 8))).flush();
    };
    // Both headers bit by bit, the data in some hundred places.
    constexpr std::uint64_t kHeaders = (256 + 16) * 8;
    for (std::uint64_t bit = 0; bit < bits; bit += bit < kHeaders ? 1 : 1 + (bits - kHeaders) / 200) {
      flip(bit);
      ASSERT_NE(complaint([&] { (void)snapshot::verify(path("a")); }), "no complaint") << bit;
      flip(bit);
    }
    EXPECT_EQ(complaint([&] { (void)snapshot::verify(path("a")); }), "no complaint");
  }
}

TEST_F(Snapshot, SavingWhereItCannotBeDoneLeavesWhatWasThere) {
  const Filled table(kMiB, 1, 100);
  EXPECT_NE(complaint([&] { snapshot::save(table, path("no/such/place"), kOrigin); }).find("No such file"),
            std::string::npos);
  fs::create_directory(path("directory"));
  EXPECT_NE(complaint([&] { snapshot::save(table, path("directory"), kOrigin); }).find("it is a directory"),
            std::string::npos);
  EXPECT_NE(complaint([&] {
              snapshot::save(table, path("a"), {.game = std::string(170, 'x'), .keys = ""});
            }).find("175 characters"),
            std::string::npos);
  EXPECT_EQ(files(), 1u);
}

// Two savers in one process share its number, as two containers can.
TEST_F(Snapshot, TwoSaversOfOneFileNeverMixTheirTables) {
  const Filled first(kMiB, 1, 3000), second(kMiB, 2, 3000);
  for (int round = 0; round < 60; ++round) {
    if (round % 2 == 0) fs::remove(path("a"));
    std::thread other([&] { snapshot::save(second, path("a"), kOrigin); });
    snapshot::save(first, path("a"), kOrigin);
    other.join();
    Table<Bound> loaded(kMiB);
    snapshot::load(loaded, path("a"), kOrigin);
    ASSERT_TRUE(same(loaded, first) || same(loaded, second)) << round;
    ASSERT_EQ(files(), 1u) << "a temporary file was left behind";
  }
}

TEST_F(Snapshot, LackOfPermissionIsSaid) {
  const tesuji::test::Unprivileged nobody(folder_);
  const Filled table(kMiB, 1, 100);
  snapshot::save(table, path("a"), kOrigin);
  fs::permissions(path("a"), fs::perms::none);
  EXPECT_NE(complaint([&] { (void)snapshot::inspect(path("a")); }).find("Permission denied"),
            std::string::npos);
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_NE(complaint([&] { snapshot::save(table, path("b"), kOrigin); }).find("Permission denied"),
            std::string::npos);
}

}  // namespace
}  // namespace tt
