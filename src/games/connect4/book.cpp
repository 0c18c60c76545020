#include "games/connect4/book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/number.hpp"
#include "base/sealed.hpp"
#include "games/connect4/book_entries.hpp"

namespace tesuji::connect4 {
namespace {

constexpr const char* kKind = "connect4 book";
constexpr std::uint32_t kVersion = 4;
constexpr std::size_t kEntryBytes = 9;  // key 8, score 1

// Results are digits to the base 3: five to a byte of the file, three to a character of the text.
constexpr int kResultsPerByte = 5, kResultsPerCharacter = 3;

std::vector<std::uint8_t> pack(const std::vector<std::int8_t>& results, int together) {
  std::vector<std::uint8_t> out;
  for (std::size_t at = 0; at < results.size(); at += static_cast<std::size_t>(together)) {
    int value = 0;
    for (int i = together - 1; i >= 0; --i) {
      const std::size_t each = at + static_cast<std::size_t>(i);
      value = value * 3 + (each < results.size() ? results[each] + 1 : 0);
    }
    out.push_back(static_cast<std::uint8_t>(value));
  }
  return out;
}

// With what was filled up at the end; nothing if a value is too large.
std::optional<std::vector<std::int8_t>> unpack(std::span<const std::uint8_t> packed, int together) {
  std::vector<std::int8_t> results;
  for (int value : packed) {
    for (int i = 0; i < together; ++i, value /= 3) results.push_back(static_cast<std::int8_t>(value % 3 - 1));
    if (value != 0) return std::nullopt;
  }
  return results;
}

// Takes away what filled up the last byte or character. False = the number of results is wrong.
bool cut(std::vector<std::int8_t>& results, std::size_t wanted, int together) {
  if (results.size() < wanted || results.size() - wanted >= static_cast<std::size_t>(together)) return false;
  const bool filled = std::all_of(results.begin() + static_cast<std::ptrdiff_t>(wanted), results.end(),
                                  [](int each) { return each == -1; });
  results.resize(wanted);
  return filled;
}

// Printable, without a quotation mark.
constexpr int kTextZero = '0' + 32, kTextResults = 'A';
constexpr std::size_t kTextLine = 100;

void add_lines(std::string& text, const auto& values, int zero) {
  std::size_t written = 0;
  for (const auto value : values) {
    if (written++ % kTextLine == 0) text += '\n';
    text += static_cast<char>(zero + int{value});
  }
}

}  // namespace

std::string coverage_text(const Coverage& coverage) {
  return fmt::format("{}x{} {} {}", coverage.size.width, coverage.size.height, coverage.plies,
                     coverage.exact_plies);
}

Coverage parse_coverage(std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos) throw Error("a book begins with its size and plies: 7x6 8 4");
  Coverage coverage;
  coverage.size = parse_size(text.substr(0, space));
  const std::string_view numbers = text.substr(space + 1);
  const std::size_t second = numbers.find(' ');
  coverage.plies = parse_number<int>(numbers.substr(0, second), "number of plies", 0, kMaxPlies);
  coverage.exact_plies = coverage.plies;
  if (second != std::string_view::npos)
    coverage.exact_plies =
        parse_number<int>(numbers.substr(second + 1), "number of exact plies", -1, coverage.plies);
  return coverage;
}

std::optional<ScoreRange> Book::find(std::uint64_t key) const {
  const auto at = std::lower_bound(keys_.begin(), keys_.end(), key);
  if (at == keys_.end() || *at != key) return std::nullopt;
  return ranges_[static_cast<std::size_t>(at - keys_.begin())];
}

std::optional<ScoreRange> Book::find(const Diagram& diagram) const {
  if (!(diagram.size == size())) return std::nullopt;
  return find(canonical_key(diagram));
}

void Book::set(std::vector<std::pair<std::uint64_t, ScoreRange>> entries) {
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [key, range] : entries) {
    keys_.push_back(key);
    ranges_.push_back(range);
  }
}

Book Book::from_solved(const Coverage& coverage, Solved solved) {
  const std::vector<Keys> layers = layers_of(coverage.size, coverage.plies);
  const auto layer = [&](int ply) -> const Keys& { return layers[static_cast<std::size_t>(ply)]; };
  const auto check = [&](std::size_t count, std::size_t wanted, const char* what) {
    if (count != wanted)
      throw Error(fmt::format("{} {} instead of {}", format_count(count), what, format_count(wanted)));
  };
  check(solved.scores.size(), coverage.exact_plies < 0 ? 0 : layer(coverage.exact_plies).size(), "scores");
  check(solved.results.size(), coverage.all_exact() ? 0 : layer(coverage.plies).size(), "results");
  if (std::any_of(solved.results.begin(), solved.results.end(),
                  [](int each) { return each < -1 || each > 1; }))
    throw Error("a result is neither win nor draw nor loss");

  Book book(coverage);
  std::vector<std::pair<std::uint64_t, ScoreRange>> all;
  std::vector<ScoreRange> ranges;
  for (int ply = coverage.plies; ply >= 0; --ply) {
    const Keys& keys = layer(ply);
    if (ply < coverage.plies) {
      ranges = ranges_before(keys, layer(ply + 1), ranges, coverage.size);
    } else if (!coverage.all_exact()) {
      for (std::size_t i = 0; i < keys.size(); ++i)
        ranges.push_back(range_of_result(keys[i], coverage.size, solved.results[i]));
    }
    if (ply == coverage.exact_plies) {
      const bool derived = !ranges.empty();
      ranges.resize(keys.size());
      for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::int8_t score = solved.scores[i];
        if (derived && (score < ranges[i].low || score > ranges[i].high))
          throw Error(fmt::format("its scores and results contradict each other at key {}", keys[i]));
        ranges[i] = {score, score};
      }
    }
    for (std::size_t i = 0; i < keys.size(); ++i) all.emplace_back(keys[i], ranges[i]);
  }
  book.set(std::move(all));
  book.solved_ = std::move(solved);
  return book;
}

Book Book::from_entries(const Coverage& coverage, const Keys& keys, const std::vector<std::int8_t>& scores) {
  Book book(coverage);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (diagram_of(keys[i], coverage.size).count() == coverage.plies)
      book.solved_.scores.push_back(scores[i]);
    book.ranges_.push_back({scores[i], scores[i]});
  }
  book.keys_ = keys;
  return book;
}

std::string Book::to_text() const {
  std::string text = coverage_text(coverage_);
  add_lines(text, solved_.scores, kTextZero);
  if (!coverage_.all_exact()) {
    text += '\n';
    add_lines(text, pack(solved_.results, kResultsPerCharacter), kTextResults);
  }
  return text + '\n';
}

Book Book::from_text(std::string_view text) {
  const std::size_t line = std::min(text.find('\n'), text.size());
  const std::string_view title = text.substr(0, line);
  const Coverage coverage = parse_coverage(title);
  const auto fail = [&](std::string_view reason) {
    return Error(fmt::format("the book '{}' as text is invalid: {}", title, reason));
  };
  // An empty line parts the scores from the results.
  const std::size_t parting =
      coverage.all_exact() ? text.size() : std::min(text.find("\n\n", line), text.size());
  Solved solved;
  for (const char each : text.substr(line, parting - line)) {
    if (each != '\n') solved.scores.push_back(static_cast<std::int8_t>(each - kTextZero));
  }
  std::vector<std::uint8_t> packed;
  for (const char each : text.substr(parting)) {
    if (each != '\n') packed.push_back(static_cast<std::uint8_t>(each - kTextResults));
  }
  auto results = unpack(packed, kResultsPerCharacter);
  if (!results) throw fail("it has an unknown character");
  solved.results = *std::move(results);
  if (!coverage.all_exact() &&
      !cut(solved.results, layers_of(coverage.size, coverage.plies).back().size(), kResultsPerCharacter))
    throw fail("it has a wrong number of results");
  try {
    return from_solved(coverage, std::move(solved));
  } catch (const Error& error) {
    throw fail(error.what());
  }
}

void Book::save(const std::filesystem::path& path) const {
  std::vector<std::uint8_t> body(solved_.scores.begin(), solved_.scores.end());
  const std::vector<std::uint8_t> packed = pack(solved_.results, kResultsPerByte);
  body.insert(body.end(), packed.begin(), packed.end());
  write_sealed(path, kKind, kVersion, coverage_text(coverage_), std::as_bytes(std::span(body)));
}

Book Book::load(const std::filesystem::path& path) {
  const Sealed sealed = read_sealed(path, kKind, kVersion);
  const auto fail = [&](std::string_view reason) {
    return Error(fmt::format("the book '{}' is invalid: {}; build it again", path.string(), reason));
  };
  if (sealed.version < kEntriesVersion) throw fail("its version is too old");
  const Coverage coverage = parse_coverage(sealed.description);
  if (sealed.version == kEntriesVersion) {
    const BookEntries entries = entries_from_bytes(sealed.body, path);
    return from_entries(coverage, entries.keys, entries.scores);
  }
  try {
    const std::vector<Keys> layers = layers_of(coverage.size, coverage.plies);
    const std::size_t exact =
        coverage.exact_plies < 0 ? 0 : layers[static_cast<std::size_t>(coverage.exact_plies)].size();
    if (sealed.body.size() < exact) throw Error("it has too few scores");
    std::vector<std::uint8_t> bytes(sealed.body.size());
    if (!bytes.empty()) std::memcpy(bytes.data(), sealed.body.data(), bytes.size());
    Solved solved;
    solved.scores.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(exact));
    auto results = unpack(std::span(bytes).subspan(exact), kResultsPerByte);
    if (!results || !cut(*results, coverage.all_exact() ? 0 : layers.back().size(), kResultsPerByte))
      throw Error("it has a wrong number of positions");
    solved.results = *std::move(results);
    return from_solved(coverage, std::move(solved));
  } catch (const Error& error) {
    throw fail(error.what());
  }
}

std::vector<std::byte> entries_to_bytes(const BookEntries& entries) {
  std::vector<std::byte> bytes(entries.keys.size() * kEntryBytes);
  if (!bytes.empty()) {  // memcpy takes no null pointer, not even for no bytes
    std::memcpy(bytes.data(), entries.keys.data(), entries.keys.size() * 8);
    std::memcpy(bytes.data() + entries.keys.size() * 8, entries.scores.data(), entries.scores.size());
  }
  return bytes;
}

BookEntries entries_from_bytes(std::span<const std::byte> bytes, const std::filesystem::path& path) {
  const auto fail = [&](const char* reason) {
    return Error(fmt::format("the book '{}' is invalid: {}; build it again", path.string(), reason));
  };
  if (bytes.size() % kEntryBytes != 0) throw fail("its length is not a whole number of positions");
  BookEntries entries;
  const std::size_t count = bytes.size() / kEntryBytes;
  entries.keys.resize(count);
  entries.scores.resize(count);
  if (count > 0) {
    std::memcpy(entries.keys.data(), bytes.data(), count * 8);
    std::memcpy(entries.scores.data(), bytes.data() + count * 8, count);
  }
  if (!std::is_sorted(entries.keys.begin(), entries.keys.end())) throw fail("its positions are not in order");
  return entries;
}

}  // namespace tesuji::connect4
