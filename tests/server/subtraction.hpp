// A small game for testing what knows no game: from a heap of N, each side takes 1 to 3; who takes the last
// wins. Its analysis does nothing but report until it is stopped, as a long search does.
#pragma once

#include <atomic>
#include <charconv>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "engine/registry.hpp"

namespace tesuji::testing {

class Heap final : public engine::Board {
 public:
  explicit Heap(std::string_view text, const std::vector<std::string>& moves = {}) {
    if (text.empty()) text = "21";
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), left_);
    if (error != std::errc() || end != text.data() + text.size() || left_ < 0 || left_ > 1000) {
      throw Error("'" + std::string(text) + "' is no heap; write a number from 0 to 1000");
    }
    for (const std::string& move : moves) play(move);
  }
  std::string position() const override { return std::to_string(left_); }
  std::string side() const override { return taken_.size() % 2 == 0 ? "first" : "second"; }
  std::vector<std::string> legal_moves() const override {
    std::vector<std::string> moves;
    for (int take = 1; take <= 3 && take <= left_; ++take) moves.push_back(std::to_string(take));
    return moves;
  }
  std::optional<engine::Outcome> outcome() const override {
    if (left_ > 0) return std::nullopt;
    return engine::Outcome{taken_.size() % 2 == 0 ? "second" : "first", "took the last"};
  }
  std::string drawing() const override { return std::string(static_cast<std::size_t>(left_), 'o') + "\n"; }
  void play(std::string_view move) override {
    if (move.size() != 1 || move[0] < '1' || move[0] > '3' || move[0] - '0' > left_) {
      throw Error("'" + std::string(move) + "' cannot be taken from " + position());
    }
    taken_.push_back(move[0] - '0');
    left_ -= taken_.back();
  }
  void undo() override {
    left_ += taken_.back();
    taken_.pop_back();
  }
  std::uint64_t key() const override { return static_cast<std::uint64_t>(left_); }
  std::uint64_t key_from_scratch() const override { return key(); }

 private:
  int left_ = 0;
  std::vector<int> taken_;
};

// Counts the searches under way, so that a test can see them end.
inline std::atomic<int>& searches_running() {
  static std::atomic<int> running = 0;
  return running;
}

// A board of a heap above 900 is drawn only when this number has reached its size: a request that takes long.
inline std::atomic<int>& boards_allowed() {
  static std::atomic<int> allowed = 1000;
  return allowed;
}

class SubtractionEngine final : public engine::Engine {
 public:
  using Engine::Engine;

  void configure(const engine::CommonOptions& common) override {
    if (common.hash_bytes == 13) throw Error("13 bytes cannot be had");
    table_.bytes = common.hash_bytes;
  }
  engine::Report solve(const engine::Request& request, engine::Listener&, const search::StopFlag&) override {
    const Heap heap(request.position, request.moves);
    if (request.position == "13") throw Error("13 is never solved");
    engine::Report report = blank(heap);
    const auto left = heap.key();
    report.proved = true;
    report.score = left % 4 == 0 ? -1 : 1;
    if (left % 4 != 0) report.best = {std::to_string(left % 4)};
    return report;
  }
  engine::Report analyze(const engine::Request& request, engine::Listener& listener,
                         const search::StopFlag& stop) override {
    const Heap heap(request.position, request.moves);
    ++searches_running();
    const auto end = std::chrono::steady_clock::now() + request.limits.time.value_or(std::chrono::hours(1));
    engine::Report report = blank(heap);
    while (!stop.requested() && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      report.nodes += 1;
      report.table->probes = ++probes_;
      // Silent from time to time, as a deep iteration is.
      if (report.nodes % 5 == 1 && report.nodes % 1000 < 100) listener.on_progress(report);
      if (request.limits.nodes && report.nodes >= *request.limits.nodes) break;
    }
    --searches_running();
    return report;
  }
  engine::Report bench(const engine::BenchRequest&, engine::Listener&, const search::StopFlag&) override {
    return {};
  }
  void clear_table() override { table_ = {}; }
  engine::TableReport table() const override {
    engine::TableReport table = table_;
    table.probes = probes_;
    return table;
  }
  void save_table(const std::filesystem::path&) const override {}
  void load_table(const std::filesystem::path&) override {}

 private:
  engine::Report blank(const Heap& heap) const {
    engine::Report report;
    report.game = "subtraction";
    report.position = heap.position();
    report.side = heap.side();
    report.table = table();
    return report;
  }
  engine::TableReport table_;
  std::atomic<std::uint64_t> probes_ = 0;
};

class Subtraction final : public engine::Game {
 public:
  std::string_view name() const override { return "subtraction"; }
  std::string_view title() const override { return "Subtraction"; }
  std::string_view position_help() const override { return "the size of the heap, 0 to 1000"; }
  const std::vector<engine::OptionSpec>& options() const override {
    using Kind = engine::OptionSpec::Kind;
    static const std::vector<engine::OptionSpec> kSpecs = {
        {"misere", Kind::Flag, "false", "who takes the last loses"},
        {"log", Kind::File, "", "a file to write to"}};
    return kSpecs;
  }
  std::unique_ptr<engine::Engine> new_engine() const override {
    return std::make_unique<SubtractionEngine>(*this);
  }
  std::unique_ptr<engine::Board> board(std::string_view position, const engine::OptionTexts&) const override {
    auto heap = std::make_unique<Heap>(position);
    if (heap->key() > 900) {
      for (int now = boards_allowed(); now < static_cast<int>(heap->key()); now = boards_allowed())
        boards_allowed().wait(now);
    }
    return heap;
  }
  engine::Perft perft(const engine::Request&, int, const engine::CommonOptions&,
                      const search::StopFlag&) const override {
    return {};
  }
};

inline engine::Registry subtraction_only() {
  static const Subtraction kGame;
  engine::Registry registry;
  registry.add(kGame);
  return registry;
}

}  // namespace tesuji::testing
