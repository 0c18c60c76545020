#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "lab/chess.hpp"
#include "lab/data_file.hpp"
#include "lab/generate.hpp"
#include "lab/play_worker.hpp"
#include "lab/seen_filter.hpp"
#include "lab/shogi.hpp"
#include "queue/threads.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::lab {
namespace {

class Folder {
 public:
  explicit Folder(const std::string& name) : path_(::testing::TempDir() + "/tesuji-lab-" + name) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file() const { return positions_file(path_); }

 private:
  std::string path_;
};

// Random games: what is packed comes back.
template <class Game>
void round_trips(int least) {
  tt::SplitMix64 random(3);
  int packed = 0;
  for (int round = 0; round < 40; ++round) {
    auto position = Game::start();
    for (int ply = 0; ply < 120 && !Game::outcome(position); ++ply) {
      const auto moves = Game::opening_moves(position);
      if (moves.empty()) break;
      Game::Hooks::make(position, moves[random() % moves.size()]);
      const Label label{static_cast<int>(random() % 7001) - 3500, static_cast<int>(random() % 3)};
      auto record = Game::pack(position, label);
      if (!record) continue;
      ++packed;
      const auto again = Game::unpack(*record);
      ASSERT_EQ(again.key(), position.key()) << Game::Hooks::position_text(position);
      ASSERT_EQ(Game::label(*record).score, label.score);
      ASSERT_EQ(Game::label(*record).result, label.result);
      const Record before = *record;
      Game::set_result(*record, 2 - label.result);
      ASSERT_EQ(Game::label(*record).result, 2 - label.result);
      ASSERT_EQ(Game::label(*record).score, label.score);
      ASSERT_TRUE(std::equal(before.begin(), before.begin() + Game::kPositionBytes, record->begin()));
    }
  }
  EXPECT_GT(packed, least);
}

TEST(Packing, ChessPositionsComeBack) {
  round_trips<Chess>(3000);
}
TEST(Packing, ShogiPositionsComeBack) {
  round_trips<Shogi>(3000);
}

// The inputs of a record are those of its position, and of the mirrored position if asked.
template <class Game>
void inputs_agree() {
  tt::SplitMix64 random(4);
  auto position = Game::start();
  for (int ply = 0; ply < 60 && !Game::outcome(position); ++ply) {
    const auto moves = Game::opening_moves(position);
    Game::Hooks::make(position, moves[random() % moves.size()]);
    const auto record = Game::pack(position, {});
    ASSERT_TRUE(record);
    Sample sample{};
    Game::fill(*record, false, 4, sample);
    EXPECT_EQ(sample.bucket, Game::Inputs::bucket(position, 4));
    const auto side = static_cast<std::size_t>(Game::Hooks::side(position));
    for (std::size_t i = 0; i < 2; ++i) {
      std::vector<std::size_t> expected,
          found(sample.inputs[i].begin(), sample.inputs[i].begin() + sample.count);
      Game::Inputs::inputs(position, i == 0 ? side : 1 - side,
                           [&](std::size_t input) { expected.push_back(input); });
      std::sort(expected.begin(), expected.end());
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, expected) << Game::Hooks::position_text(position);
    }
  }
}

TEST(Packing, InputsOfChessRecords) {
  inputs_agree<Chess>();
}
TEST(Packing, InputsOfShogiRecords) {
  inputs_agree<Shogi>();
}

Block block_of(std::size_t records, std::uint8_t value, std::uint64_t stream = 1) {
  Block block;
  block.stream = stream;
  block.records.assign(records, Record{});
  for (Record& record : block.records) record.fill(value);
  return block;
}

std::vector<std::size_t> sizes(const std::string& path, const std::string& game = "chess") {
  DataReader reader(path, game);
  Block block;
  std::vector<std::size_t> out;
  while (reader.next(block)) out.push_back(block.records.size());
  return out;
}

void write_blocks(const std::string& path) {
  DataWriter writer(path, "chess", [](const Block&) {});
  writer.append(block_of(5, 1));
  writer.append(block_of(7, 2));
  writer.append(block_of(9, 3));
}

TEST(DataFile, CutsOffAnIncompleteBlockAndGoesOn) {
  const Folder folder("torn");
  write_blocks(folder.file());
  ASSERT_EQ(sizes(folder.file()), (std::vector<std::size_t>{5, 7, 9}));
  const auto whole = std::filesystem::file_size(folder.file());
  for (const std::uintmax_t lost : {1, 100, 9 * 32, 9 * 32 + 10}) {
    std::filesystem::resize_file(folder.file(), whole - lost);
    EXPECT_EQ(sizes(folder.file()), (std::vector<std::size_t>{5, 7}));
    std::vector<std::size_t> seen;
    DataWriter writer(folder.file(), "chess",
                      [&](const Block& block) { seen.push_back(block.records.size()); });
    EXPECT_EQ(seen, (std::vector<std::size_t>{5, 7}));
    EXPECT_EQ(writer.cut_off(), 9 * 32 + 64 - lost);
    writer.append(block_of(9, 3));
    EXPECT_EQ(sizes(folder.file()), (std::vector<std::size_t>{5, 7, 9}));
  }
}

TEST(DataFile, DamageInTheMiddleIsAnError) {
  const Folder folder("damaged");
  write_blocks(folder.file());
  {
    std::fstream file(folder.file(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(64 + 40);
    file.put('x');
  }
  EXPECT_THROW(sizes(folder.file()), Error);
  EXPECT_THROW(DataWriter(folder.file(), "chess", [](const Block&) {}), Error);
  EXPECT_THROW(sizes(folder.file(), "shogi"), Error);
}

TEST(DataFile, LeavesAFileAloneThatHasNoPositions) {
  const Folder folder("notes");
  std::ofstream(folder.file()) << "my notes";
  EXPECT_THROW(DataWriter(folder.file(), "chess", [](const Block&) {}), Error);
  EXPECT_EQ(std::filesystem::file_size(folder.file()), 8);
}

TEST(DataFile, OneWriterAtATime) {
  const Folder folder("locked");
  DataWriter writer(folder.file(), "chess", [](const Block&) {});
  EXPECT_THROW(DataWriter(folder.file(), "chess", [](const Block&) {}), Error);
}

TEST(SeenFilter, KnowsWhatItHasSeen) {
  SeenFilter filter(20);
  tt::SplitMix64 random(1);
  int taken_for_old = 0;
  for (int i = 0; i < 65536; ++i) taken_for_old += filter.add(random()) ? 0 : 1;
  EXPECT_LT(taken_for_old, 65536 / 100);
  tt::SplitMix64 again(1);
  for (int i = 0; i < 65536; ++i) EXPECT_FALSE(filter.add(again()));
}

std::vector<Record> all_records(const std::string& path, const std::string& game) {
  DataReader reader(path, game);
  Block block;
  std::vector<Record> out;
  while (reader.next(block)) out.insert(out.end(), block.records.begin(), block.records.end());
  return out;
}

template <class Game>
void generates(const std::string& name) {
  const Folder first(name + "-1"), second(name + "-2");
  GenerateSettings settings;
  settings.folder = first.path();
  settings.play.soft_nodes = 60;
  settings.play.table_bytes = 1 << 20;
  settings.positions = 200;
  StopFlag stop;
  queue::Threads one(1, new_play_worker), three(3, new_play_worker);
  GenerateProgress last;
  const auto note = [&](const GenerateProgress& progress) { last = progress; };
  generate_positions<Game>(settings, one, stop, note);
  const auto records = all_records(first.file(), name);
  ASSERT_GE(records.size(), 200U);
  EXPECT_EQ(records.size(), last.positions);

  // The same settings give the same positions.
  settings.folder = second.path();
  generate_positions<Game>(settings, one, stop, note);
  EXPECT_EQ(all_records(second.file(), name), records);

  // A second run adds others, and none twice.
  settings.positions = records.size() + 100;
  generate_positions<Game>(settings, three, stop, note);
  auto more = all_records(second.file(), name);
  EXPECT_GE(more.size(), records.size() + 100);
  EXPECT_TRUE(std::equal(records.begin(), records.end(), more.begin()));
  for (Record& record : more) std::fill(record.begin() + Game::kPositionBytes, record.end(), 0);
  std::sort(more.begin(), more.end());
  EXPECT_EQ(std::adjacent_find(more.begin(), more.end()), more.end());

  for (const Record& record : records) {
    const auto position = Game::unpack(record);
    EXPECT_FALSE(Game::Hooks::in_check(position));
    EXPECT_FALSE(search::is_mate(Game::label(record).score));
  }
}

TEST(Generate, Chess) {
  generates<Chess>("chess");
}
TEST(Generate, Shogi) {
  generates<Shogi>("shogi");
}

TEST(PlayWorker, AGameDependsOnItsQuestionAlone) {
  SelfPlaySettings settings;
  settings.soft_nodes = 40;
  settings.table_bytes = 1 << 20;
  const StopFlag never;
  const auto first = new_play_worker(), second = new_play_worker();
  const auto ask = [&](queue::Worker& worker, std::uint64_t seed) {
    settings.seed = seed;
    return worker.answer(play_question(Chess::kName, settings), never).value();
  };
  const std::string one = ask(*first, 1), two = ask(*first, 2);
  EXPECT_NE(one, two);
  EXPECT_EQ(ask(*second, 2), two) << "without the game before it";
  const PlayedGame played = read_played_game(one);
  EXPECT_EQ(played.counts.games, 1U);
  EXPECT_EQ(played.counts.kept, played.records.size());
  EXPECT_THROW(read_played_game(one.substr(0, one.size() - 1)), Error);
  EXPECT_THROW(read_played_game(one.substr(0, one.size() - 1) + "x"), Error);
  EXPECT_THROW(read_played_game(first->answer("self-play go 1 1 1 1", never).value()), Error);
  EXPECT_THROW(read_played_game(first->answer("solve chess", never).value()), Error);
  StopFlag stopped;
  stopped.request();
  EXPECT_EQ(first->answer(play_question(Chess::kName, settings), stopped), std::nullopt);
  EXPECT_EQ(play_signature(), play_signature());
}

}  // namespace
}  // namespace tesuji::lab
