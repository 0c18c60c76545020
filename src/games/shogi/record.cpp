#include "games/shogi/record.hpp"

#include <algorithm>
#include <cstdint>

#include "base/error.hpp"
#include "base/platform.hpp"
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

}  // namespace

std::string to_utf8(std::string_view bytes) {
  if (bytes.substr(0, 3) == "\xef\xbb\xbf") bytes.remove_prefix(3);
  if (is_utf8(bytes)) return std::string(bytes);
  return platform::converted(bytes, platform::Encoding::ShiftJis,
                             "the record is neither UTF-8 nor Shift-JIS: see byte ");
}

std::string to_shift_jis(std::string_view utf8) {
  return platform::converted(utf8, platform::Encoding::Utf8, "Shift-JIS has no such character: see byte ");
}

engine::RecordResult result_of(std::string_view ending, Color to_move) {
  using engine::RecordResult;
  const auto wins = [](Color color) {
    return color == Color::Black ? RecordResult::FirstWins : RecordResult::SecondWins;
  };
  for (const std::string_view lost : {"投了", "詰み", "切れ負け", "反則負け"}) {
    if (ending == lost) return wins(~to_move);
  }
  for (const std::string_view won : {"反則勝ち", "入玉勝ち"}) {
    if (ending == won) return wins(to_move);
  }
  for (const std::string_view drawn : {"千日手", "持将棋", "引き分け"}) {
    if (ending == drawn) return RecordResult::Draw;
  }
  return RecordResult::Unknown;
}

std::string Record::position() const {
  std::string text = to_sfen(start);
  if (!moves.empty()) text += " moves";
  for (const Move move : moves) text += ' ' + to_usi(move);
  return text;
}

namespace {

bool has_side_mark(std::string_view line) {
  for (const std::string_view mark : {"▲", "△", "▼", "▽", "☗", "☖"}) {
    if (line.substr(0, mark.size()) == mark) return true;
  }
  return false;
}

// The first line that belongs to one format only decides. CSA lines begin with a letter or sign of its own;
// KIF and KI2 share their headers.
RecordKind kind_of_utf8(std::string_view text) {
  RecordKind kind = RecordKind::None;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.empty() || line[0] == '\r' || line[0] == '\'' || line[0] == '#') continue;
    const std::string_view two = line.substr(0, 2);
    if (kind == RecordKind::None &&
        (two == "V2" || two == "V1" || two == "V3" || two == "N+" || two == "N-" || two == "PI" ||
         two == "P1" || two == "P+" || two == "P-" || line[0] == '$' ||
         ((line[0] == '+' || line[0] == '-') && line.size() >= 7))) {
      return RecordKind::Csa;
    }
    if (has_side_mark(line)) return RecordKind::Ki2;
    if (line.find("手数") == 0) return RecordKind::Kif;
    if (line.find("：") != std::string_view::npos || line.find('|') != std::string_view::npos ||
        line[0] == '*') {
      kind = RecordKind::Kif;
    } else if (kind == RecordKind::None) {
      return RecordKind::None;
    }
  }
  return kind;
}

}  // namespace

bool looks_like_record(std::string_view text) {
  // A position has no line end.
  return text.find('\n') != std::string_view::npos && record_format(text) != RecordKind::None;
}

RecordKind record_format(std::string_view bytes) {
  try {
    return kind_of_utf8(to_utf8(bytes));
  } catch (const Error&) {
    return RecordKind::None;
  }
}

std::vector<std::string_view> split_records(std::string_view bytes) {
  std::vector<std::string_view> records;
  std::size_t begin = 0;
  bool started = false;  // there was a line that is no comment
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    const std::string_view line = bytes.substr(at, end - at);
    if (started && (line.starts_with("#KIF") || line.starts_with("# ----"))) {
      records.push_back(bytes.substr(begin, at - begin));
      begin = at;
      started = false;
    }
    started =
        started || (!line.starts_with('#') && line.find_first_not_of(" \t\r") != std::string_view::npos);
    at = end + 1;
  }
  records.push_back(bytes.substr(begin));
  return records;
}

Record read_record(std::string_view bytes) {
  const std::string text = to_utf8(bytes);
  switch (kind_of_utf8(text)) {
    case RecordKind::Kif:
    case RecordKind::Ki2:
      return read_kif(text);
    case RecordKind::Csa:
      return read_csa(text);
    case RecordKind::None:
      break;
  }
  throw Error("the record is not KIF, KI2 or CSA: none of them begins with such a line");
}

}  // namespace tesuji::shogi
