#include "games/chess/syzygy_file.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::chess {
namespace {

constexpr std::uint64_t kChecksumBytes = 16;
constexpr std::size_t kMaxPieces = 7;

struct CutOff {};

// Reads bytes at any place. Throws CutOff at the end of the file.
class Bytes {
 public:
  explicit Bytes(const std::filesystem::path& path) : in_(path, std::ios::binary) {}

  unsigned byte(std::uint64_t at) {
    if (at < begin_ || at >= begin_ + size_) {
      begin_ = at;
      in_.clear();
      in_.seekg(static_cast<std::streamoff>(at));
      in_.read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
      size_ = static_cast<std::uint64_t>(std::max<std::streamsize>(in_.gcount(), 0));
      if (size_ == 0) throw CutOff();
    }
    return static_cast<unsigned char>(buffer_[at - begin_]);
  }
  unsigned word(std::uint64_t at) { return byte(at) + (byte(at + 1) << 8); }
  std::uint64_t long_word(std::uint64_t at) { return word(at) + (std::uint64_t{word(at + 2)} << 16); }

 private:
  std::ifstream in_;
  std::array<char, 4096> buffer_{};
  std::uint64_t begin_ = 0, size_ = 0;
};

std::uint64_t choose(std::uint64_t n, std::uint64_t k) {
  std::uint64_t result = 1;
  for (std::uint64_t i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

struct Material {
  std::size_t pieces = 0;
  bool only_kings_are_single = true;
  std::array<std::size_t, 2> pawns{};  // of the side whose pawns are numbered first, and of the other

  [[nodiscard]] bool has_pawns() const { return pawns[0] > 0; }
};

// KRPvKP. None = not a table's name.
std::optional<Material> material_of(std::string_view name) {
  const std::size_t middle = name.find('v');
  if (middle == std::string_view::npos) return std::nullopt;
  const std::array<std::string_view, 2> sides = {name.substr(0, middle), name.substr(middle + 1)};
  Material material;
  for (std::size_t side = 0; side < 2; ++side) {
    if (sides[side].empty() || sides[side][0] != 'K') return std::nullopt;
    for (const char piece : std::string_view("KQRBNP")) {
      const auto count = static_cast<std::size_t>(std::count(sides[side].begin(), sides[side].end(), piece));
      material.pieces += count;
      if (piece == 'P') material.pawns[side] = count;
      if (piece != 'K' && count == 1) material.only_kings_are_single = false;
    }
  }
  if (material.pieces + 1 != name.size() || material.pieces > kMaxPieces) return std::nullopt;
  // The side with fewer pawns, but some, leads.
  auto& [first, second] = material.pawns;
  if (second > 0 && (first == 0 || first > second)) std::swap(first, second);
  return material;
}

// The placements of `count` leading pawns whose foremost is on this file (a to d).
std::uint64_t leading_pawns(std::size_t count, std::size_t file) {
  std::uint64_t sum = 0;
  for (std::uint64_t rank = 0; rank < 6; ++rank) sum += choose(47 - 12 * file - 2 * rank, count - 1);
  return sum;
}

// How many positions one table has; `shift` is 4 for Black's to move.
std::uint64_t positions_of(const Material& material, Bytes& bytes, std::uint64_t at, unsigned shift,
                           std::size_t file) {
  const bool pawns_of_both = material.pawns[1] > 0;
  const auto half = [&](std::uint64_t place) { return (bytes.byte(place) >> shift) & 15U; };
  std::vector<unsigned> kinds;
  for (std::size_t i = 0; i < material.pieces; ++i)
    kinds.push_back(half(at + 1 + (pawns_of_both ? 1 : 0) + i));
  const unsigned order = half(at), second_order = pawns_of_both ? half(at + 1) : 15;

  std::size_t placed = material.has_pawns() ? material.pawns[0] : material.only_kings_are_single ? 2 : 3;
  const std::size_t leading = placed;
  placed += material.pawns[1];
  std::uint64_t squares = 64 - placed, size = 1;
  for (unsigned step = 0; placed < material.pieces || step == order || step == second_order; ++step) {
    if (step == order) {
      size *= material.has_pawns()             ? leading_pawns(leading, file)
              : material.only_kings_are_single ? 462
                                               : 31332;
    } else if (step == second_order) {
      size *= choose(48 - leading, material.pawns[1]);
    } else {
      std::size_t alike = 1;
      while (placed + alike < kinds.size() && kinds[placed + alike] == kinds[placed]) ++alike;
      size *= choose(squares, alike);
      squares -= alike;
      placed += alike;
    }
  }
  return size;
}

struct Parts {
  unsigned flags = 0;
  std::uint64_t index = 0, lengths = 0, blocks = 0;  // bytes
};

// The description of one compressed table; moves `at` behind it.
Parts parts_at(Bytes& bytes, std::uint64_t& at, std::uint64_t positions) {
  Parts parts;
  parts.flags = bytes.byte(at);
  if ((parts.flags & 0x80) != 0) {  // one value for all positions
    at += 2;
    return parts;
  }
  const unsigned block_bits = bytes.byte(at + 1), index_bits = bytes.byte(at + 2);
  const std::uint64_t blocks = bytes.long_word(at + 4), lengths = blocks + bytes.byte(at + 3);
  const unsigned longest = bytes.byte(at + 8), shortest = bytes.byte(at + 9);
  if (block_bits > 32 || index_bits > 40 || longest < shortest) throw CutOff();
  const std::uint64_t codes = longest - shortest + 1;
  const std::uint64_t symbols = bytes.word(at + 10 + 2 * codes);
  at += 12 + 2 * codes + 3 * symbols + (symbols & 1);
  parts.index = 6 * ((positions + (std::uint64_t{1} << index_bits) - 1) >> index_bits);
  parts.lengths = 2 * lengths;
  parts.blocks = blocks << block_bits;
  return parts;
}

// What a DTZ table's values mean; moves `at` behind it.
void skip_value_maps(Bytes& bytes, std::uint64_t& at, const std::vector<Parts>& tables) {
  for (const Parts& table : tables) {
    if ((table.flags & 2) == 0) continue;
    const bool wide = (table.flags & 16) != 0;
    if (wide) at += at & 1;
    for (int map = 0; map < 4; ++map) at += wide ? 2 + 2 * std::uint64_t{bytes.word(at)} : 1 + bytes.byte(at);
  }
  at += at & 1;
}

std::uint64_t aligned(std::uint64_t at) {
  return (at + 63) / 64 * 64;
}

std::uint64_t size_of(const Material& material, Bytes& bytes, bool wdl) {
  const bool both_sides = wdl && (bytes.byte(4) & 1) != 0;
  const std::size_t files = material.has_pawns() ? 4 : 1;
  std::uint64_t at = 5;
  std::vector<std::uint64_t> positions;
  for (std::size_t file = 0; file < files; ++file) {
    for (unsigned side = 0; side < (both_sides ? 2U : 1U); ++side)
      positions.push_back(positions_of(material, bytes, at, 4 * side, file));
    at += material.pieces + 1 + (material.pawns[1] > 0 ? 1 : 0);
  }
  at += at & 1;
  std::vector<Parts> tables;
  for (const std::uint64_t count : positions) tables.push_back(parts_at(bytes, at, count));
  if (!wdl) skip_value_maps(bytes, at, tables);
  for (const Parts& table : tables) at += table.index;
  for (const Parts& table : tables) at += table.lengths;
  for (const Parts& table : tables) at = aligned(at) + table.blocks;
  return aligned(at) + kChecksumBytes;
}

}  // namespace

std::optional<std::uint64_t> syzygy_file_size(const std::filesystem::path& path, bool wdl) {
  const std::optional<Material> material = material_of(path.stem().string());
  if (!material) return std::nullopt;
  try {
    Bytes bytes(path);
    return size_of(*material, bytes, wdl);
  } catch (const CutOff&) {
    return std::nullopt;
  }
}

}  // namespace tesuji::chess
