// A small game with an engine, to test protocols and the match runner with: from a heap, each side takes one,
// two or three in turn, or passes; who takes the last wins; two passes in a row are a draw. A position is "N
// SIDE PASSES", "21 w 0". The engine can be told to misbehave.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/game.hpp"

namespace tesuji::test {

class TakeAwayBoard : public engine::Board {
 public:
  explicit TakeAwayBoard(std::string_view position);

  [[nodiscard]] std::string position() const override;
  [[nodiscard]] std::string side() const override { return white_ ? "white" : "black"; }
  [[nodiscard]] std::vector<std::string> legal_moves() const override;
  [[nodiscard]] std::optional<engine::Outcome> outcome() const override;
  [[nodiscard]] std::string drawing() const override { return std::string(heap_ % 80, 'o') + '\n'; }
  [[nodiscard]] std::string written(std::string_view move) const override;
  void play(std::string_view move) override;
  void undo() override;
  [[nodiscard]] std::uint64_t key() const override { return heap_ * 4 + (white_ ? 2 : 0); }
  [[nodiscard]] std::uint64_t key_from_scratch() const override { return key(); }

  [[nodiscard]] std::uint64_t heap() const { return heap_; }

 private:
  struct Past {
    std::uint64_t heap;
    int passes;
  };
  std::uint64_t heap_ = 21;
  bool white_ = true;
  int passes_ = 0;
  std::vector<Past> past_;
};

class TakeAwayGame : public engine::Game {
 public:
  [[nodiscard]] std::string_view name() const override { return "takeaway"; }
  [[nodiscard]] std::string_view title() const override { return "Take-away"; }
  [[nodiscard]] std::string_view position_help() const override { return "heap, side, passes: 21 w 0"; }
  [[nodiscard]] const std::vector<engine::OptionSpec>& options() const override;
  [[nodiscard]] std::unique_ptr<engine::Engine> new_engine() const override;
  using Game::board;
  [[nodiscard]] std::unique_ptr<engine::Board> board(std::string_view position,
                                                     const engine::OptionTexts& options) const override;
  [[nodiscard]] engine::Perft perft(const engine::Request& request, int depth,
                                    const engine::CommonOptions& common,
                                    const search::StopFlag& stop) const override;
};

const engine::Game& take_away();

class TakeAway : public engine::Engine {
 public:
  explicit TakeAway(const engine::Game& game = take_away()) : Engine(game) {}

  void configure(const engine::CommonOptions& options) override;
  engine::Report solve(const engine::Request&, engine::Listener&, const search::StopFlag&) override;
  engine::Report analyze(const engine::Request&, engine::Listener&, const search::StopFlag&) override;
  engine::Report bench(const engine::BenchRequest&, engine::Listener&, const search::StopFlag&) override;
  void clear_table() override { ++clears; }
  [[nodiscard]] engine::TableReport table() const override { return {}; }
  void save_table(const std::filesystem::path& file) const override;
  void load_table(const std::filesystem::path& file) override;

  int clears = 0;
};

}  // namespace tesuji::test
