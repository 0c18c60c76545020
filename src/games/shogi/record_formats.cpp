#include "games/shogi/record_formats.hpp"

#include <utility>

#include "games/shogi/notation.hpp"
#include "games/shogi/record.hpp"

namespace tesuji::shogi {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kCsaEndings = {
    {{"TORYO", "投了"},
     {"CHUDAN", "中断"},
     {"SENNICHITE", "千日手"},
     {"JISHOGI", "持将棋"},
     {"TSUMI", "詰み"},
     {"FUZUMI", "不詰"},
     {"TIME_UP", "切れ負け"},
     {"ILLEGAL_MOVE", "反則負け"},
     {"ILLEGAL_ACTION", "反則勝ち"},
     {"KACHI", "入玉勝ち"},
     {"HIKIWAKE", "引き分け"},
     {"ERROR", "エラー"}}};

}  // namespace

Position start_of(const engine::Record& record) {
  return parse_position(record.position);
}

std::vector<std::size_t> main_nodes(const engine::Record& record) {
  std::vector<std::size_t> nodes;
  for (std::size_t at = 0; !record.nodes[at].children.empty();) {
    at = record.nodes[at].children.front();
    nodes.push_back(at);
  }
  return nodes;
}

std::string ending_of(const engine::Record& record) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kWords = {
      {{"checkmate", "詰み"},
       {"no legal move", "詰み"},
       {"fourfold repetition", "千日手"},
       {"declaration", "入玉勝ち"},
       {"resignation", "投了"},
       {"time forfeit", "切れ負け"},
       {"illegal move", "反則負け"},
       {"adjudication", "中断"},
       {"abandoned", "中断"}}};
  if (record.reason == "perpetual check") {
    // The side that gave the checks has lost: the one to move, or the other.
    const bool black_began = start_of(record).side() == Color::Black;
    const bool black_to_move = black_began == (main_nodes(record).size() % 2 == 0);
    const bool black_won = record.result == engine::RecordResult::FirstWins;
    return black_to_move == black_won ? "反則勝ち" : "反則負け";
  }
  for (const auto& [word, kif] : kWords) {
    if (record.reason == word) return std::string(kif);
  }
  return record.reason;
}

std::string_view FormatWithHeaders::header_name(engine::RecordField field) const {
  switch (field) {
    case engine::RecordField::FirstPlayer:
      return "先手";
    case engine::RecordField::SecondPlayer:
      return "後手";
    case engine::RecordField::Event:
      return "棋戦";
    default:
      return {};
  }
}

std::string csa_ending(std::string_view kif_words) {
  for (const auto& [csa, kif] : kCsaEndings) {
    if (kif == kif_words) return std::string(csa);
  }
  return std::string(kif_words);
}
std::string kif_ending(std::string_view csa_words) {
  for (const auto& [csa, kif] : kCsaEndings) {
    if (csa == csa_words) return std::string(kif);
  }
  return std::string(csa_words);
}

std::vector<const engine::RecordFormat*> record_formats() {
  return {&kif_format(), &ki2_format(), &csa_format(), &jkf_format(), &usi_format()};
}

}  // namespace tesuji::shogi
