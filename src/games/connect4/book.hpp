// An opening book: the exact score of every position up to a number of stones, mirror images counted once.
//
// The file is sealed (base/sealed.hpp). Its description is the size of the board and the number of plies
// ("7x6 8"); its body is the scores of the last ply in the rising order of keys, one byte each: which
// positions there are, and the scores of the earlier plies, follow from them. While a book is being built,
// what has been solved of its last ply is in a file of another kind: keys in rising order (8 bytes each,
// little-endian) and then the scores. Finished books of version 2 had that form, too, and are still read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/connect4/notation.hpp"
#include "search/limits.hpp"

namespace tesuji::connect4 {

class Solver;

// 7x6: four million positions; further ones are better searched.
inline constexpr int kMaxPlies = 12;

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

  // The same as text, "7x6 8" and then a character for each score: what the program has built in.
  static Book from_text(std::string_view text);  // throws Error
  [[nodiscard]] std::string to_text() const;

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
  // If the file has the whole book already, it is written again in today's format. Throws Error if another
  // run builds the same file.
  static std::optional<Book> build(Solver& solver, Size size, int plies, const std::filesystem::path& path,
                                   const search::StopFlag& stop, const std::function<void(Progress)>& heard);
  // The same with another way to solve: `solve` calls its second argument for each of the keys that it has a
  // score for, in any order; if it leaves some out, it was stopped.
  using OnScore = std::function<void(std::size_t position, int score)>;
  using SolveAll = std::function<void(const std::vector<std::uint64_t>& canonical_keys, const OnScore&)>;
  static std::optional<Book> build(Size size, int plies, const std::filesystem::path& path,
                                   const SolveAll& solve, const std::function<void(Progress)>& heard);

 private:
  using Scores = std::vector<std::int8_t>;  // in the order of the keys of a ply
  // A book from the scores of its last ply; nothing if there are too many or too few.
  static std::optional<Book> from_last_ply(Size size, int plies, const Scores& scores);
  [[nodiscard]] Scores last_ply() const;
  static Book load(const std::filesystem::path& path, bool partial);
  void save_part(const std::filesystem::path& path) const;
  void add(std::vector<std::pair<std::uint64_t, int>> scores);

  Size size_;
  int plies_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::int8_t> scores_;
};

// The book that the program has built in, for 7x6, and its number of plies.
std::shared_ptr<const Book> default_book();
int default_book_plies();

}  // namespace tesuji::connect4
