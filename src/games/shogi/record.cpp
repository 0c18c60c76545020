#include "games/shogi/record.hpp"

#include <iconv.h>

#include <algorithm>
#include <cstdint>

#include "base/error.hpp"
#include "games/shogi/notation.hpp"

namespace tesuji::shogi {

namespace {

bool is_utf8(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const auto lead = static_cast<unsigned char>(bytes[at]);
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xc2 && lead < 0xe0 ? 2
                               : lead >> 4 == 14             ? 3
                               : lead >> 3 == 30             ? 4
                                                             : 0;
    if (length == 0 || at + length > bytes.size()) return false;
    for (std::size_t i = 1; i < length; ++i) {
      if ((static_cast<unsigned char>(bytes[at + i]) & 0xc0) != 0x80) return false;
    }
    at += length;
  }
  return true;
}

std::string from_shift_jis(std::string_view bytes) {
  // Windows writes CP932; a C library that lacks it may have plain Shift-JIS.
  iconv_t converter = iconv_open("UTF-8", "CP932");
  if (converter == reinterpret_cast<iconv_t>(-1)) converter = iconv_open("UTF-8", "SHIFT_JIS");
  if (converter == reinterpret_cast<iconv_t>(-1))
    throw Error("this system cannot convert Shift-JIS; convert the record to UTF-8");
  std::string input(bytes);
  std::string output(bytes.size() * 3 + 16, '\0');
  char* in = input.data();
  char* out = output.data();
  std::size_t in_left = input.size();
  std::size_t out_left = output.size();
  const std::size_t result = iconv(converter, &in, &in_left, &out, &out_left);
  iconv_close(converter);
  if (result == static_cast<std::size_t>(-1)) {
    throw Error("the record is neither UTF-8 nor Shift-JIS: byte " +
                std::to_string(input.size() - in_left + 1) + " is neither");
  }
  output.resize(output.size() - out_left);
  return output;
}

}  // namespace

std::string to_utf8(std::string_view bytes) {
  if (bytes.substr(0, 3) == "\xef\xbb\xbf") bytes.remove_prefix(3);
  return is_utf8(bytes) ? std::string(bytes) : from_shift_jis(bytes);
}

std::string Record::position() const {
  std::string text = to_sfen(start);
  if (!moves.empty()) text += " moves";
  for (const Move move : moves) text += ' ' + to_usi(move);
  return text;
}

namespace {

enum class Format : std::uint8_t { None, Kif, Csa };

// The first line that says something decides: CSA lines begin with a letter or sign of its own.
Format format_of(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.empty() || line[0] == '\r' || line[0] == '\'' || line[0] == '#') continue;
    const std::string_view two = line.substr(0, 2);
    if (two == "V2" || two == "V1" || two == "V3" || two == "N+" || two == "N-" || two == "PI" ||
        two == "P1" || two == "P+" || two == "P-" || line[0] == '$' ||
        ((line[0] == '+' || line[0] == '-') && line.size() >= 7)) {
      return Format::Csa;
    }
    if (line.find("：") != std::string_view::npos || line.find("手数") != std::string_view::npos ||
        line.find("|") != std::string_view::npos || line[0] == '*') {
      return Format::Kif;
    }
    return Format::None;
  }
  return Format::None;
}

}  // namespace

bool looks_like_record(std::string_view text) {
  // Cheap and wrong only on text that is no position either.
  if (text.find('\n') == std::string_view::npos) return false;
  try {
    return format_of(to_utf8(text)) != Format::None;
  } catch (const Error&) {
    return false;
  }
}

std::vector<std::string_view> split_records(std::string_view bytes) {
  std::vector<std::string_view> records;
  std::size_t begin = 0;
  for (std::size_t next = 0; (next = bytes.find("\n#KIF", next)) != std::string_view::npos;) {
    ++next;
    records.push_back(bytes.substr(begin, next - begin));
    begin = next;
  }
  records.push_back(bytes.substr(begin));
  return records;
}

Record read_record(std::string_view bytes) {
  const std::string text = to_utf8(bytes);
  switch (format_of(text)) {
    case Format::Kif:
      return read_kif(text);
    case Format::Csa:
      return read_csa(text);
    case Format::None:
      break;
  }
  throw Error("the record is neither KIF nor CSA: its first line says nothing that either begins with");
}

}  // namespace tesuji::shogi
