#include "games/connect4/book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/error.hpp"
#include "games/connect4/solver.hpp"

namespace tesuji::connect4 {
namespace {

constexpr char kMagic[9] = "TSJ-C4BK";
constexpr char kPartMagic[9] = "TSJ-C4PT";
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kHeaderBytes = 8 + 4 * 4 + 8 + 8;
constexpr auto kSaveInterval = std::chrono::seconds(30);

void append(std::string& bytes, std::uint64_t value, int width) {
  for (int i = 0; i < width; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
}

std::uint64_t read(const std::string& bytes, std::size_t at, int width) {
  std::uint64_t value = 0;
  for (int i = 0; i < width; ++i)
    value |= std::uint64_t{static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)])} << (8 * i);
  return value;
}

std::uint64_t checksum(const char* data, std::size_t size) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (std::size_t i = 0; i < size; ++i)
    hash = (hash ^ static_cast<unsigned char>(data[i])) * 0x100000001b3ULL;
  return hash;
}

std::uint64_t mirrored(std::uint64_t bits, Size size) {
  const int stride = size.height + 1;
  const std::uint64_t whole = (std::uint64_t{1} << size.height << 1) - 1;
  std::uint64_t out = 0;
  for (int column = 0; column < size.width; ++column)
    out |= (bits >> (column * stride) & whole) << ((size.width - 1 - column) * stride);
  return out;
}

std::filesystem::path part_of(const std::filesystem::path& path) {
  std::filesystem::path part = path;
  part += ".part";
  return part;
}

using Layer = std::unordered_map<std::uint64_t, Diagram>;  // by canonical key

// The positions one stone on that are not over.
Layer next_layer(const Layer& layer) {
  Layer next;
  for (const auto& [key, diagram] : layer) {
    for (int column = 0; column < diagram.size.width; ++column) {
      if (diagram.landing(column) == 0) continue;
      Diagram child = diagram;
      child.play(column);
      if (!child.over()) next.emplace(canonical_key(child), child);
    }
  }
  return next;
}

// From the scores of the positions one stone on.
int score_from_children(const Diagram& diagram, const std::unordered_map<std::uint64_t, int>& later) {
  const int cells = diagram.size.width * diagram.size.height;
  int best = -cells;
  for (int column = 0; column < diagram.size.width; ++column) {
    if (diagram.landing(column) == 0) continue;
    Diagram child = diagram;
    child.play(column);
    if (child.has_four(diagram.first_to_move())) return (cells + 1 - diagram.count()) / 2;
    best = std::max(best, child.full() ? 0 : -later.at(canonical_key(child)));
  }
  return best;
}

}  // namespace

std::uint64_t canonical_key(const Diagram& diagram) {
  const std::uint64_t mover = diagram.first_to_move() ? diagram.first : diagram.second;
  const std::uint64_t key = mover + (diagram.first | diagram.second);
  return std::min(key, mirrored(key, diagram.size));
}

std::optional<int> Book::find(std::uint64_t key) const {
  const auto at = std::lower_bound(keys_.begin(), keys_.end(), key);
  if (at == keys_.end() || *at != key) return std::nullopt;
  return scores_[static_cast<std::size_t>(at - keys_.begin())];
}

std::optional<int> Book::find(const Diagram& diagram) const {
  if (!(diagram.size == size_)) return std::nullopt;
  return find(canonical_key(diagram));
}

void Book::add(std::vector<std::pair<std::uint64_t, int>> scores) {
  for (std::size_t i = 0; i < keys_.size(); ++i) scores.emplace_back(keys_[i], scores_[i]);
  std::sort(scores.begin(), scores.end());
  keys_.clear();
  scores_.clear();
  for (const auto& [key, score] : scores) {
    keys_.push_back(key);
    scores_.push_back(static_cast<std::int8_t>(score));
  }
}

void Book::save(const std::filesystem::path& path) const {
  save(path, false);
}

void Book::save(const std::filesystem::path& path, bool partial) const {
  std::string body;
  for (const std::uint64_t key : keys_) append(body, key, 8);
  for (const std::int8_t score : scores_) body += static_cast<char>(score);
  std::string bytes(partial ? kPartMagic : kMagic, 8);
  append(bytes, kVersion, 4);
  append(bytes, static_cast<std::uint64_t>(size_.width), 4);
  append(bytes, static_cast<std::uint64_t>(size_.height), 4);
  append(bytes, static_cast<std::uint64_t>(plies_), 4);
  append(bytes, keys_.size(), 8);
  append(bytes, checksum(body.data(), body.size()), 8);
  bytes += body;

  std::filesystem::path temporary = path;
  temporary += ".tmp";
  {
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) throw Error(fmt::format("cannot write the book {}", temporary.string()));
  }
  std::error_code error;
  std::filesystem::rename(temporary, path, error);
  if (error)
    throw Error(fmt::format("cannot put the book in its place, {}: {}", path.string(), error.message()));
}

Book Book::load(const std::filesystem::path& path) {
  return load(path, false);
}

Book Book::load(const std::filesystem::path& path, bool partial) {
  const auto fail = [&](const char* reason) {
    return Error(fmt::format("the book {} {}", path.string(), reason));
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw fail("is a directory");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw fail("cannot be opened");
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (bytes.size() < kHeaderBytes || std::memcmp(bytes.data(), partial ? kPartMagic : kMagic, 8) != 0)
    throw fail("is no Connect 4 opening book");
  if (read(bytes, 8, 4) != kVersion) throw fail("is of another version; build it anew");
  const Size size = parse_size(fmt::format("{}x{}", read(bytes, 12, 4), read(bytes, 16, 4)));
  Book book(size, static_cast<int>(read(bytes, 20, 4)));
  const std::uint64_t count = read(bytes, 24, 8);
  if (count > bytes.size() || bytes.size() != kHeaderBytes + count * 9)
    throw fail("is cut short or too long");
  if (read(bytes, 32, 8) != checksum(bytes.data() + kHeaderBytes, bytes.size() - kHeaderBytes))
    throw fail("is damaged: its checksum is wrong");
  for (std::uint64_t i = 0; i < count; ++i) {
    book.keys_.push_back(read(bytes, kHeaderBytes + 8 * i, 8));
    book.scores_.push_back(static_cast<std::int8_t>(bytes[kHeaderBytes + 8 * count + i]));
  }
  return book;
}

std::optional<Book> Book::build(Solver& solver, Size size, int plies, const std::filesystem::path& path,
                                const search::StopFlag& stop, const std::function<void(Progress)>& heard) {
  std::vector<Layer> layers(1);
  Diagram start;
  start.size = size;
  layers[0].emplace(canonical_key(start), start);
  while (static_cast<int>(layers.size()) <= plies) layers.push_back(next_layer(layers.back()));

  Book part(size, plies);
  if (std::filesystem::exists(part_of(path))) {
    part = load(part_of(path), true);
    if (!(part.size() == size) || part.plies() != plies) {
      throw Error(fmt::format("{} was begun for {}x{} and {} plies; finish that book or delete the file",
                              part_of(path).string(), part.size().width, part.size().height, part.plies()));
    }
  }

  Question question;
  question.line = false;
  std::unordered_map<std::uint64_t, int> scores;
  std::vector<std::pair<std::uint64_t, int>> fresh;
  auto saved = std::chrono::steady_clock::now();
  const Layer& last = layers.back();
  for (const auto& [key, diagram] : last) {
    std::optional<int> score = part.find(key);
    if (!score) {
      const Solution solution = solver.solve(diagram, question, stop, {});
      if (!solution.exact()) {
        part.add(std::move(fresh));
        part.save(part_of(path), true);
        return std::nullopt;
      }
      score = solution.low;
      fresh.emplace_back(key, *score);
    }
    scores.emplace(key, *score);
    if (heard) heard({scores.size(), last.size()});
    if (std::chrono::steady_clock::now() - saved > kSaveInterval) {
      part.add(std::exchange(fresh, {}));
      part.save(part_of(path), true);
      saved = std::chrono::steady_clock::now();
    }
  }

  Book book(size, plies);
  book.add({scores.begin(), scores.end()});
  for (int ply = plies - 1; ply >= 0; --ply) {
    std::unordered_map<std::uint64_t, int> earlier;
    for (const auto& [key, diagram] : layers[static_cast<std::size_t>(ply)])
      earlier.emplace(key, score_from_children(diagram, scores));
    scores = std::move(earlier);
    book.add({scores.begin(), scores.end()});
  }
  book.save(path, false);
  std::filesystem::remove(part_of(path));
  return book;
}

}  // namespace tesuji::connect4
