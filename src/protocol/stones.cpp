#include "protocol/stones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/error.hpp"
#include "base/number.hpp"

namespace tesuji::protocol {
namespace {

constexpr std::string_view kColumns = "ABCDEFGHJKLMNOPQRST";

}  // namespace

Stones::Stones(int size)
    : size_(size), points_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size), Stone::None) {}

std::optional<int> Stones::point(std::string_view text) const {
  std::string upper;
  for (const unsigned char c : text) upper.push_back(static_cast<char>(std::toupper(c)));
  if (upper == "PASS") return std::nullopt;
  const std::size_t column = upper.empty() ? std::string_view::npos : kColumns.find(upper[0]);
  const int row = upper.empty() ? 0 : to_number<int>(std::string_view(upper).substr(1)).value_or(0);
  if (column >= static_cast<std::size_t>(size_) || row < 1 || row > size_) {
    throw Error(fmt::format("invalid point '{}' on a {}x{} board", text, size_, size_));
  }
  return (size_ - row) * size_ + static_cast<int>(column);
}

std::vector<int> Stones::neighbours(int point) const {
  const int column = point % size_, row = point / size_;
  std::vector<int> found;
  if (column > 0) found.push_back(point - 1);
  if (column + 1 < size_) found.push_back(point + 1);
  if (row > 0) found.push_back(point - size_);
  if (row + 1 < size_) found.push_back(point + size_);
  return found;
}

std::vector<int> Stones::dead_block(int point) const {
  const auto at = [&](int p) { return points_[static_cast<std::size_t>(p)]; };
  std::vector<int> block{point};
  for (std::size_t i = 0; i < block.size(); ++i) {
    for (const int next : neighbours(block[i])) {
      if (at(next) == Stone::None) return {};
      if (at(next) == at(point) && std::find(block.begin(), block.end(), next) == block.end())
        block.push_back(next);
    }
  }
  return block;
}

void Stones::play(Stone colour, std::optional<int> point) {
  std::vector<Stone> before = points_;
  if (point) {
    Stone& here = points_[static_cast<std::size_t>(*point)];
    if (here != Stone::None) throw Error("there is a stone already");
    here = colour;
    for (const int next : neighbours(*point)) {
      const Stone stone = points_[static_cast<std::size_t>(next)];
      if (stone == Stone::None || stone == colour) continue;
      for (const int dead : dead_block(next)) points_[static_cast<std::size_t>(dead)] = Stone::None;
    }
    if (!dead_block(*point).empty()) {
      points_ = std::move(before);
      throw Error("that would be suicide");
    }
  }
  past_.push_back(std::move(before));
}

bool Stones::undo() {
  if (past_.empty()) return false;
  points_ = std::move(past_.back());
  past_.pop_back();
  return true;
}

bool Stones::empty() const {
  return std::all_of(points_.begin(), points_.end(), [](Stone stone) { return stone == Stone::None; });
}

std::string Stones::sgf(Stone to_play, std::optional<int> target) const {
  const auto name = [&](int point) {
    return fmt::format("[{}{}]", static_cast<char>('a' + point % size_),
                       static_cast<char>('a' + point / size_));
  };
  std::string black, white;
  for (int point = 0; point < size_ * size_; ++point) {
    const Stone stone = points_[static_cast<std::size_t>(point)];
    if (stone == Stone::Black) black += name(point);
    if (stone == Stone::White) white += name(point);
  }
  std::string out = fmt::format("(;GM[1]FF[4]SZ[{}]", size_);
  if (!black.empty()) out += "AB" + black;
  if (!white.empty()) out += "AW" + white;
  if (to_play != Stone::None) out += to_play == Stone::Black ? "PL[B]" : "PL[W]";
  if (target) out += "MA" + name(*target);
  return out + ")";
}

std::string Stones::drawing() const {
  std::string letters = "  ";
  for (int column = 0; column < size_; ++column)
    letters += fmt::format(" {}", kColumns[static_cast<std::size_t>(column)]);
  std::string out = letters + '\n';
  for (int row = 0; row < size_; ++row) {
    out += fmt::format("{:>2}", size_ - row);
    for (int column = 0; column < size_; ++column) {
      out += fmt::format(" {}", static_cast<char>(points_[static_cast<std::size_t>(row * size_ + column)]));
    }
    out += fmt::format(" {}\n", size_ - row);
  }
  return out + letters + '\n';
}

}  // namespace tesuji::protocol
