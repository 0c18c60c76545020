// An opening book: the exact score of every position up to a number of stones, mirror images counted once.
//
// The file is sealed (base/sealed.hpp). Its description is the size of the board and the number of plies
// ("7x6 8"); its body is the keys in rising order (8 bytes each, little-endian) and then the scores (1 byte
// each). While a book is being built, what has been solved of its last ply is in a file of the same form and
// another kind.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "games/connect4/notation.hpp"
#include "search/limits.hpp"

namespace tesuji::connect4 {

class Solver;

// The lesser of a position's key and its mirror image's.
std::uint64_t canonical_key(const Diagram& diagram);
// A position with this key. Throws Error if there is none on a board of this size.
Diagram diagram_of(std::uint64_t key, Size size);

class Book {
 public:
  Book(Size size, int plies) : size_(size), plies_(plies) {}

  // Both throw Error naming the file and the reason. Saving replaces an older file atomically.
  static Book load(const std::filesystem::path& path);
  void save(const std::filesystem::path& path) const;

  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] int plies() const { return plies_; }
  [[nodiscard]] std::size_t positions() const { return keys_.size(); }

  [[nodiscard]] std::optional<int> find(std::uint64_t canonical_key) const;
  [[nodiscard]] std::optional<int> find(const Diagram& diagram) const;

  struct Progress {
    std::size_t done, total;
  };
  // Solves every position with `plies` stones and draws the scores of the earlier ones from them. Goes on
  // from what an earlier call left in `path` + ".part"; stopped, it leaves its own there and returns nothing.
  // Throws Error if another run builds the same file.
  static std::optional<Book> build(Solver& solver, Size size, int plies, const std::filesystem::path& path,
                                   const search::StopFlag& stop, const std::function<void(Progress)>& heard);
  // The same with another way to solve: `solve` calls its second argument for each of the keys that it has a
  // score for, in any order; if it leaves some out, it was stopped.
  using OnScore = std::function<void(std::size_t position, int score)>;
  using SolveAll = std::function<void(const std::vector<std::uint64_t>& canonical_keys, const OnScore&)>;
  static std::optional<Book> build(Size size, int plies, const std::filesystem::path& path,
                                   const SolveAll& solve, const std::function<void(Progress)>& heard);

 private:
  static Book load(const std::filesystem::path& path, bool partial);
  void save(const std::filesystem::path& path, bool partial) const;
  void add(std::vector<std::pair<std::uint64_t, int>> scores);

  Size size_;
  int plies_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::int8_t> scores_;
};

}  // namespace tesuji::connect4
