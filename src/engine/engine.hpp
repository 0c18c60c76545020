// A search engine for one game: it keeps a table between calls. Made by Game::new_engine().
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "engine/report.hpp"
#include "engine/request.hpp"
#include "search/limits.hpp"

namespace tesuji::engine {

class Game;

// Callbacks while a search runs. Called from the searching thread; must be quick.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void on_progress(const Report&) {}
  virtual void on_root_move(std::string_view /*move*/, int /*number, from 1*/) {}
};

// The options that every engine understands.
struct CommonOptions {
  std::uint64_t hash_bytes = std::uint64_t{256} << 20;
  bool hash_auto = false;  // hash_bytes comes from the free memory: the table grows and shrinks with that
  int threads = 1;
  std::string replacement;  // empty = the engine's default
  std::string hash_file;    // a file to keep the table in, shared with other processes; empty = none
};

// What to measure: fixed positions with fixed limits.
struct BenchRequest {
  search::Limits limits;
  // Search deeper with a table of this size and policy, to compare tables.
  std::optional<CommonOptions> table;
};

class Engine {
 public:
  explicit Engine(const Game& game) : game_(game) {}
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  [[nodiscard]] const Game& game() const { return game_; }

  // Takes effect from the next call on; a change of size keeps what fits. If allocation fails, throws Error
  // and changes nothing.
  virtual void configure(const CommonOptions&) = 0;

  // A proved answer. Throws Error if the game has none, or if the position is bad.
  virtual Report solve(const Request&, Listener&, const search::StopFlag&) = 0;
  // Best moves until a limit; progress through the listener.
  virtual Report analyze(const Request&, Listener&, const search::StopFlag&) = 0;
  // The node count is the signature of the search. Throws Error on a request that this engine cannot measure.
  virtual Report bench(const BenchRequest&, Listener&, const search::StopFlag&) = 0;

  // Does what the first search would otherwise have to wait for. Not while a search runs.
  virtual void get_ready() {}
  // The next search belongs to another game: forget move-ordering history, but keep the table, which stays
  // true.
  virtual void new_game() {}
  virtual void clear_table() = 0;
  // May be called from another thread while a search runs.
  [[nodiscard]] virtual TableReport table() const = 0;
  virtual void save_table(const std::filesystem::path&) const = 0;
  virtual void load_table(const std::filesystem::path&) = 0;

 private:
  const Game& game_;
};

}  // namespace tesuji::engine
