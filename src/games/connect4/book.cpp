#include "games/connect4/book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <span>
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
constexpr std::uint32_t kVersion = 3, kKeyedVersion = 2;
constexpr std::size_t kEntryBytes = 9;  // key 8, score 1
constexpr int kMaxKeyBits = 64;
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

using Keys = std::vector<std::uint64_t>;  // canonical, in rising order

// The positions one stone on that are not over.
Keys next_layer(const Keys& layer, Size size) {
  Keys next;
  for (const std::uint64_t key : layer) {
    Diagram diagram = diagram_of(key, size);
    for (int column = 0; column < size.width; ++column) {
      if (diagram.landing(column) == 0) continue;
      diagram.play(column);
      if (!diagram.over()) next.push_back(canonical_key(diagram));
      diagram.undo(column);
    }
  }
  std::sort(next.begin(), next.end());
  next.erase(std::unique(next.begin(), next.end()), next.end());
  return next;
}

// The positions of 0, 1, … `plies` stones.
std::vector<Keys> layers_of(Size size, int plies) {
  if (size.width * (size.height + 1) > kMaxKeyBits)
    throw Error(
        fmt::format("there are no books for boards as large as {}x{}: width x (height + 1) at most {}",
                    size.width, size.height, kMaxKeyBits));
  Diagram start;
  start.size = size;
  std::vector<Keys> layers = {{canonical_key(start)}};
  while (static_cast<int>(layers.size()) <= plies) layers.push_back(next_layer(layers.back(), size));
  return layers;
}

// From the scores of the positions one stone on.
int score_from_children(Diagram diagram, const Keys& later, const std::vector<std::int8_t>& scores) {
  const int cells = diagram.size.width * diagram.size.height;
  const bool first = diagram.first_to_move();
  int best = -cells;
  for (int column = 0; column < diagram.size.width; ++column) {
    if (diagram.landing(column) == 0) continue;
    diagram.play(column);
    if (diagram.has_four(first)) return (cells + 2 - diagram.count()) / 2;
    int score = 0;
    if (!diagram.full()) {
      const auto at = std::lower_bound(later.begin(), later.end(), canonical_key(diagram));
      score = -scores[static_cast<std::size_t>(at - later.begin())];
    }
    best = std::max(best, score);
    diagram.undo(column);
  }
  return best;
}

// Printable, without a quotation mark.
constexpr int kTextZero = '0' + 32;
constexpr std::size_t kTextLine = 100;

}  // namespace

std::uint64_t canonical_key(const Diagram& diagram) {
  const WideBits mover = diagram.first_to_move() ? diagram.first : diagram.second;
  const auto key = static_cast<std::uint64_t>(mover + (diagram.first | diagram.second));
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
  const WideBits ours = diagram.first_to_move() ? diagram.first : diagram.second;
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

std::optional<Book> Book::from_last_ply(Size size, int plies, const Scores& scores) {
  const std::vector<Keys> layers = layers_of(size, plies);
  if (scores.size() != layers.back().size()) return std::nullopt;
  Book book(size, plies);
  std::vector<std::pair<std::uint64_t, int>> all;
  Scores later = scores;
  for (std::size_t i = 0; i < later.size(); ++i) all.emplace_back(layers.back()[i], later[i]);
  for (int ply = plies - 1; ply >= 0; --ply) {
    const Keys& keys = layers[static_cast<std::size_t>(ply)];
    Scores earlier;
    for (const std::uint64_t key : keys) {
      const int score =
          score_from_children(diagram_of(key, size), layers[static_cast<std::size_t>(ply) + 1], later);
      earlier.push_back(static_cast<std::int8_t>(score));
      all.emplace_back(key, score);
    }
    later = std::move(earlier);
  }
  book.add(std::move(all));
  return book;
}

Book::Scores Book::last_ply() const {
  Scores scores;
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    if (diagram_of(keys_[i], size_).count() == plies_) scores.push_back(scores_[i]);
  }
  return scores;
}

std::string Book::to_text() const {
  std::string text = fmt::format("{}x{} {}", size_.width, size_.height, plies_);
  std::size_t written = 0;
  for (const std::int8_t score : last_ply()) {
    if (written++ % kTextLine == 0) text += '\n';
    text += static_cast<char>(kTextZero + score);
  }
  return text + '\n';
}

Book Book::from_text(std::string_view text) {
  const std::size_t line = std::min(text.find('\n'), text.size());
  const std::string_view title = text.substr(0, line);
  const std::size_t space = title.find(' ');
  if (space == std::string_view::npos) throw Error("a book as text begins with its size and plies: 7x6 8");
  const Size size = parse_size(title.substr(0, space));
  const int plies = parse_number<int>(title.substr(space + 1), "number of plies", 0, 63);
  Scores scores;
  for (const char each : text.substr(line)) {
    if (each != '\n') scores.push_back(static_cast<std::int8_t>(each - kTextZero));
  }
  std::optional<Book> book = from_last_ply(size, plies, scores);
  if (!book)
    throw Error(fmt::format("a book as text for {} has {} scores, which is wrong", title, scores.size()));
  return *std::move(book);
}

void Book::save(const std::filesystem::path& path) const {
  const Scores scores = last_ply();
  write_sealed(path, kKind, kVersion, fmt::format("{}x{} {}", size_.width, size_.height, plies_),
               std::as_bytes(std::span(scores)));
}

void Book::save_part(const std::filesystem::path& path) const {
  std::vector<std::byte> body(keys_.size() * kEntryBytes);
  if (!keys_.empty()) {  // memcpy takes no null pointer, not even for no bytes
    std::memcpy(body.data(), keys_.data(), keys_.size() * 8);
    std::memcpy(body.data() + keys_.size() * 8, scores_.data(), scores_.size());
  }
  write_sealed(path, kPartKind, kKeyedVersion, fmt::format("{}x{} {}", size_.width, size_.height, plies_),
               body);
}

Book Book::load(const std::filesystem::path& path) {
  return load(path, false);
}

Book Book::load(const std::filesystem::path& path, bool partial) {
  const Sealed sealed = read_sealed(path, partial ? kPartKind : kKind, partial ? kKeyedVersion : kVersion);
  const auto fail = [&](const char* reason) {
    return Error(fmt::format("the book '{}' is invalid: {}; build it again", path.string(), reason));
  };
  const std::size_t space = sealed.description.find(' ');
  if (sealed.version < kKeyedVersion || space == std::string::npos)
    throw fail("wrong version or description");
  const std::string_view description = sealed.description;
  const Size size = parse_size(description.substr(0, space));
  const int plies = parse_number<int>(description.substr(space + 1), "number of plies", 0, 63);
  if (sealed.version > kKeyedVersion) {
    if (plies > kMaxPlies) throw fail("it has too many plies");
    Scores scores(sealed.body.size());
    if (!scores.empty()) std::memcpy(scores.data(), sealed.body.data(), scores.size());
    std::optional<Book> book = from_last_ply(size, plies, scores);
    if (!book) throw fail("it has a wrong number of positions");
    return *std::move(book);
  }
  Book book(size, plies);
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
  if (std::filesystem::exists(path)) {
    Book whole = load(path);
    if (whole.size() == size && whole.plies() == plies) {
      whole.save(path);
      return whole;
    }
  }
  const std::vector<Keys> layers = layers_of(size, plies);
  const Keys& last = layers.back();

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
  for (const std::uint64_t key : last) {
    if (const std::optional<int> score = part.find(key)) {
      scores.emplace(key, *score);
    } else {
      unsolved.push_back(key);
    }
  }
  const std::size_t total = last.size();
  std::vector<std::pair<std::uint64_t, int>> fresh;
  const auto save_part = [&] {
    part.add(std::exchange(fresh, {}));
    part.save_part(part_of(path));
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

  Scores solved;
  for (const std::uint64_t key : last) solved.push_back(static_cast<std::int8_t>(scores.at(key)));
  std::optional<Book> book = from_last_ply(size, plies, solved);
  book->save(path);
  std::filesystem::remove(part_of(path));
  return book;
}

}  // namespace tesuji::connect4
