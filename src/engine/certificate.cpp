#include "engine/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/error.hpp"
#include "base/number.hpp"

namespace tesuji::engine {

namespace {

constexpr std::string_view kFirstLine = "tesuji-certificate 1";
constexpr std::size_t kLineWidth = 100;

// The CRC-32 of zlib, which other languages have in their libraries.
std::uint32_t crc32(std::string_view bytes) {
  static const std::array<std::uint32_t, 256> kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ ((value & 1) != 0 ? 0xedb88320U : 0);
      table[i] = value;
    }
    return table;
  }();
  std::uint32_t sum = 0xffffffffU;
  for (const char c : bytes) sum = sum >> 8 ^ kTable[(sum ^ static_cast<unsigned char>(c)) & 255];
  return ~sum;
}

class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  [[nodiscard]] std::size_t offset() const { return at_; }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  std::string_view next() {
    if (done()) fail("the file ends here, but a certificate ends with 'sum'");
    ++number_;
    const std::size_t end = text_.find('\n', at_);
    if (end == std::string_view::npos) fail("the last line has no end");
    const std::string_view line = text_.substr(at_, end - at_);
    at_ = end + 1;
    return line;
  }
  [[noreturn]] void fail(std::string_view what) const {
    throw Error(fmt::format("certificate, line {}: {}", number_, what));
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int number_ = 0;
};

std::pair<std::string_view, std::string_view> cut(std::string_view line) {
  const std::size_t blank = line.find(' ');
  if (blank == std::string_view::npos) return {line, {}};
  return {line.substr(0, blank), line.substr(blank + 1)};
}

}  // namespace

const std::string& Certificate::fact(std::string_view name) const {
  for (const auto& [key, value] : facts) {
    if (key == name) return value;
  }
  throw Error(fmt::format("certificate: there is no line '{}'", name));
}

void Certificate::expect_facts(std::initializer_list<std::string_view> names) const {
  const bool same = std::equal(facts.begin(), facts.end(), names.begin(), names.end(),
                               [](const auto& fact, std::string_view name) { return fact.first == name; });
  if (!same)
    throw Error(
        fmt::format("certificate: the facts of a {} certificate are: {}", game, fmt::join(names, ", ")));
}

std::string write_certificate(const Certificate& certificate) {
  std::string text = fmt::format("{}\ngame {}\n", kFirstLine, certificate.game);
  for (const auto& [name, value] : certificate.facts) text += fmt::format("{} {}\n", name, value);
  for (const CertificatePart& part : certificate.parts) {
    text += fmt::format("claim {}\n", part.claim);
    std::string_view rest = part.moves;
    while (rest.size() > kLineWidth) {
      const std::size_t end = rest.find(' ', kLineWidth);
      if (end == std::string_view::npos) break;
      text += rest.substr(0, end);
      text += '\n';
      rest.remove_prefix(end + 1);
    }
    if (!rest.empty()) (text += rest) += '\n';
    text += fmt::format("end {}\n", part.count);
  }
  text += fmt::format("sum {:08x}\n", crc32(text));
  return text;
}

Certificate read_certificate(std::string_view text) {
  Lines lines(text);
  if (lines.next() != kFirstLine)
    lines.fail(fmt::format("this is not a certificate of version 1 (its first line is '{}')", kFirstLine));
  Certificate certificate;
  if (const auto [word, game] = cut(lines.next()); word == "game")
    certificate.game = game;
  else
    lines.fail("expected 'game NAME'");
  for (;;) {
    const std::size_t start = lines.offset();
    const std::string_view line = lines.next();
    if (line.empty() || line.front() == ' ' || line.back() == ' ' ||
        line.find("  ") != std::string_view::npos)
      lines.fail("words are separated by one blank");
    const auto [word, rest] = cut(line);
    if (word == "sum") {
      if (rest != fmt::format("{:08x}", crc32(text.substr(0, start)))) lines.fail("the checksum is wrong");
      if (!lines.done()) lines.fail("there is more after the checksum");
      break;
    }
    if (word != "claim") {
      if (!certificate.parts.empty()) lines.fail("expected 'claim' or 'sum'");
      certificate.facts.emplace_back(word, rest);
      continue;
    }
    CertificatePart& part = certificate.parts.emplace_back();
    part.claim = rest;
    for (;;) {
      const std::string_view row = lines.next();
      if (row.starts_with("end ")) {
        if (to_number<std::uint64_t>(row.substr(4)) != part.count)
          lines.fail(fmt::format("the part has {} moves", part.count));
        break;
      }
      CertificateMoves moves(row);
      while (!moves.done()) part.add(moves.next());
    }
  }
  if (certificate.parts.empty()) throw Error("certificate: there is no claim in it");
  return certificate;
}

}  // namespace tesuji::engine
