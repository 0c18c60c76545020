// Stones that a GTP client puts down one by one, before anybody has said what the problem is: a board with
// captures and nothing else. The engine of the game reads it as SGF.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::protocol {

enum class Stone : char { None = '.', Black = 'X', White = 'O' };

class Stones {
 public:
  static constexpr int kSmallest = 2, kLargest = 19;

  explicit Stones(int size = kLargest);

  [[nodiscard]] int size() const { return size_; }
  // "D4" (letters without I, rows from below) to an index; throws Error. "pass" is none.
  [[nodiscard]] std::optional<int> point(std::string_view text) const;

  // With captures. Throws Error on an occupied point or on suicide; none passes.
  void play(Stone colour, std::optional<int> point);
  bool undo();  // false = nothing to undo
  [[nodiscard]] bool empty() const;

  // One line of SGF; `target` is marked as the stones to be captured or saved.
  [[nodiscard]] std::string sgf(Stone to_play, std::optional<int> target) const;
  [[nodiscard]] std::string drawing() const;

 private:
  [[nodiscard]] std::vector<int> neighbours(int point) const;
  // The block at `point`, or nothing if it has a liberty.
  [[nodiscard]] std::vector<int> dead_block(int point) const;

  int size_;
  std::vector<Stone> points_;
  std::vector<std::vector<Stone>> past_;
};

}  // namespace tesuji::protocol
