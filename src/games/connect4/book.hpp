// An opening book: what is known of every position up to a number of stones, mirror images counted once. Up
// to some number of stones that is the exact score, beyond it only who wins.
//
// The file is sealed (base/sealed.hpp). Its description is the size of the board, the number of plies and how
// many of them have exact scores ("7x6 8 4"; -1 = none). Its body has the scores of the last exact ply, one
// byte each, and then, if there are more plies, the results of the last one, five to a byte (loss, draw, win
// = 0, 1, 2, the first times 1, the next times 3, …), both in the rising order of keys. Which positions there
// are, and what is known of the other plies, follows from them. Books of version 3 ("7x6 8") have exact
// scores only. While a book is being built, what has been solved is in a file of another kind: keys in rising
// order (8 bytes each, little-endian), then scores and results. Finished books of version 2 had that form,
// too, and are still read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/connect4/book_layers.hpp"
#include "games/connect4/notation.hpp"
#include "search/limits.hpp"

namespace tesuji::connect4 {

class Solver;

// 7x6: four million positions; further ones are better searched.
inline constexpr int kMaxPlies = 12;

// What a book is to hold.
struct Coverage {
  Size size;
  int plies = 0;        // every position of up to so many stones
  int exact_plies = 0;  // exact scores up to so many, win, draw or loss beyond; -1 = no exact scores
  [[nodiscard]] bool all_exact() const { return exact_plies == plies; }
  friend bool operator==(const Coverage&, const Coverage&) = default;
};

class Book {
 public:
  explicit Book(const Coverage& coverage) : coverage_(coverage) {}

  // Both throw Error naming the file and the reason. Saving replaces an older file atomically.
  static Book load(const std::filesystem::path& path);
  void save(const std::filesystem::path& path) const;

  // The same as text, "7x6 8 4", a character for each score, and one for three results: what the program has
  // built in.
  static Book from_text(std::string_view text);  // throws Error
  [[nodiscard]] std::string to_text() const;

  // What has been solved: the scores of the last exact ply and the results of the last ply, each in the order
  // of the keys; empty where the book has none. Throws Error if there are too many or too few, or if they
  // contradict each other.
  struct Solved {
    std::vector<std::int8_t> scores, results;
  };
  static Book from_solved(const Coverage& coverage, Solved solved);

  [[nodiscard]] const Coverage& coverage() const { return coverage_; }
  [[nodiscard]] Size size() const { return coverage_.size; }
  [[nodiscard]] int plies() const { return coverage_.plies; }
  [[nodiscard]] int exact_plies() const { return coverage_.exact_plies; }
  [[nodiscard]] std::size_t positions() const { return keys_.size(); }

  // Bounds on the score that agree about who wins; exact where the book knows more.
  [[nodiscard]] std::optional<ScoreRange> find(std::uint64_t canonical_key) const;
  [[nodiscard]] std::optional<ScoreRange> find(const Diagram& diagram) const;

  struct Progress {
    std::size_t done, total;
  };
  // Solves the last exact ply and, if there are more, the last one; the others follow. Goes on from what an
  // earlier call left in `path` + ".part"; stopped, it leaves its own there and returns nothing. What `known`
  // has is not solved again. If the file has the whole book already, it is written again in today's format.
  // Throws Error if another run builds the same file.
  static std::optional<Book> build(Solver& solver, const Coverage& coverage,
                                   const std::filesystem::path& path, const search::StopFlag& stop,
                                   const std::function<void(Progress)>& on_progress,
                                   const Book* known = nullptr);
  // The same with another way to solve: `solve` calls its last argument for each of the keys that it has an
  // answer for, in any order; if it leaves some out, it was stopped.
  enum class Wanted { kScores, kResults };
  using OnScore = std::function<void(std::size_t position, int score)>;
  using SolveAll =
      std::function<void(Wanted wanted, const std::vector<std::uint64_t>& canonical_keys, const OnScore&)>;
  static std::optional<Book> build(const Coverage& coverage, const std::filesystem::path& path,
                                   const SolveAll& solve, const std::function<void(Progress)>& on_progress,
                                   const Book* known = nullptr);

 private:
  static Book from_entries(const Coverage& coverage, const Keys& keys,
                           const std::vector<std::int8_t>& scores);
  void set(std::vector<std::pair<std::uint64_t, ScoreRange>> entries);

  Coverage coverage_;
  Solved solved_;
  Keys keys_;
  std::vector<ScoreRange> ranges_;
};

// "7x6 8 4", as files and texts begin. Throws Error.
std::string coverage_text(const Coverage& coverage);
Coverage parse_coverage(std::string_view text);

// The book that the program has built in, for 7x6, and its number of plies.
std::shared_ptr<const Book> default_book();
int default_book_plies();

}  // namespace tesuji::connect4
