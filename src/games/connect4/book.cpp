#include "games/connect4/book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/number.hpp"
#include "base/sealed.hpp"
#include "games/connect4/solver.hpp"

namespace tesuji::connect4 {
namespace {

constexpr const char* kKind = "connect4 book";
constexpr const char* kPartKind = "unfinished connect4 book";
constexpr std::uint32_t kVersion = 2;
constexpr std::size_t kEntryBytes = 9;  // key 8, score 1
constexpr auto kSaveInterval = std::chrono::seconds(30);

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

// Of each column the key has the mover's stones plus one for each stone: with one more added, the highest bit
// is just above the stones, and the bits below it are the mover's.
Diagram diagram_of(std::uint64_t key, Size size) {
  const int stride = size.height + 1;
  const std::uint64_t whole = (std::uint64_t{1} << stride) - 1;
  Diagram diagram;
  diagram.size = size;
  diagram.drawn = true;
  std::uint64_t mover = 0, all = 0;
  for (int column = 0; column < size.width; ++column) {
    const std::uint64_t bits = (key >> (column * stride) & whole) + 1;
    const int stones = static_cast<int>(std::bit_width(bits)) - 1;
    const std::uint64_t below = (std::uint64_t{1} << stones) - 1;
    all |= below << (column * stride);
    mover |= (bits & below) << (column * stride);
  }
  diagram.first = mover;
  diagram.second = all & ~mover;
  if (!diagram.first_to_move()) std::swap(diagram.first, diagram.second);
  const std::uint64_t ours = diagram.first_to_move() ? diagram.first : diagram.second;
  if (ours + (diagram.first | diagram.second) != key || diagram.over())
    throw Error(
        fmt::format("there is no Connect 4 position with the key {} on {}x{}", key, size.width, size.height));
  return diagram;
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
  std::vector<std::byte> body(keys_.size() * kEntryBytes);
  if (!keys_.empty()) {  // memcpy takes no null pointer, not even for no bytes
    std::memcpy(body.data(), keys_.data(), keys_.size() * 8);
    std::memcpy(body.data() + keys_.size() * 8, scores_.data(), scores_.size());
  }
  write_sealed(path, partial ? kPartKind : kKind, kVersion,
               fmt::format("{}x{} {}", size_.width, size_.height, plies_), body);
}

Book Book::load(const std::filesystem::path& path) {
  return load(path, false);
}

Book Book::load(const std::filesystem::path& path, bool partial) {
  const Sealed sealed = read_sealed(path, partial ? kPartKind : kKind, kVersion);
  const auto fail = [&](const char* reason) {
    return Error(fmt::format("the book '{}' is invalid: {}; build it again", path.string(), reason));
  };
  const std::size_t space = sealed.description.find(' ');
  if (sealed.version != kVersion || space == std::string::npos) throw fail("wrong version or description");
  const std::string_view description = sealed.description;
  Book book(parse_size(description.substr(0, space)),
            parse_number<int>(description.substr(space + 1), "number of plies", 0, 63));
  if (sealed.body.size() % kEntryBytes != 0) throw fail("its length is not a whole number of positions");
  const std::size_t count = sealed.body.size() / kEntryBytes;
  book.keys_.resize(count);
  book.scores_.resize(count);
  if (count > 0) {
    std::memcpy(book.keys_.data(), sealed.body.data(), count * 8);
    std::memcpy(book.scores_.data(), sealed.body.data() + count * 8, count);
  }
  if (!std::is_sorted(book.keys_.begin(), book.keys_.end())) throw fail("its positions are not in order");
  return book;
}

std::optional<Book> Book::build(Solver& solver, Size size, int plies, const std::filesystem::path& path,
                                const search::StopFlag& stop, const std::function<void(Progress)>& heard) {
  const SolveAll solve = [&](const std::vector<std::uint64_t>& keys, const OnScore& on_score) {
    Question question;
    question.line = false;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const Solution solution = solver.solve(diagram_of(keys[i], size), question, stop, {});
      if (!solution.exact()) return;
      on_score(i, solution.low);
    }
  };
  return build(size, plies, path, solve, heard);
}

std::optional<Book> Book::build(Size size, int plies, const std::filesystem::path& path,
                                const SolveAll& solve, const std::function<void(Progress)>& heard) {
  const RunLock lock(path);
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

  std::unordered_map<std::uint64_t, int> scores;
  std::vector<std::uint64_t> unsolved;
  for (const auto& [key, diagram] : layers.back()) {
    if (const std::optional<int> score = part.find(key)) {
      scores.emplace(key, *score);
    } else {
      unsolved.push_back(key);
    }
  }
  std::sort(unsolved.begin(), unsolved.end());  // the same order everywhere
  const std::size_t total = layers.back().size();
  std::vector<std::pair<std::uint64_t, int>> fresh;
  const auto save_part = [&] {
    part.add(std::exchange(fresh, {}));
    part.save(part_of(path), true);
  };
  auto saved = std::chrono::steady_clock::now();
  try {
    solve(unsolved, [&](std::size_t position, int score) {
      const std::uint64_t key = unsolved.at(position);
      if (!scores.emplace(key, score).second) return;
      fresh.emplace_back(key, score);
      if (heard) heard({scores.size(), total});
      if (std::chrono::steady_clock::now() - saved > kSaveInterval) {
        save_part();
        saved = std::chrono::steady_clock::now();
      }
    });
  } catch (...) {
    if (!fresh.empty()) save_part();
    throw;
  }
  if (scores.size() < total) {
    save_part();
    return std::nullopt;
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
