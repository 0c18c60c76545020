// What the record formats share. Each format is in a file of its own: format_kif (KIF and KI2), format_csa,
// format_jkf and format_usi.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record.hpp"
#include "games/shogi/position.hpp"

namespace tesuji::shogi {

const engine::RecordFormat& kif_format();
const engine::RecordFormat& ki2_format();
const engine::RecordFormat& csa_format();
const engine::RecordFormat& jkf_format();
const engine::RecordFormat& usi_format();

Position start_of(const engine::Record& record);

// The nodes of the main line, without the root.
std::vector<std::size_t> main_nodes(const engine::Record& record);

// Calls visit(line) for each line of a comment.
template <class Visit>
void each_line(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// How the game ended, in KIF's words. A game that we played ends in the words of engine::Record.
std::string ending_of(const engine::Record& record);

// All formats but USI have headers, under the same names.
class FormatWithHeaders : public engine::RecordFormat {
 public:
  [[nodiscard]] std::string_view header_name(engine::RecordField field) const override;
};

// CSA and JKF share the names of pieces and endings.
inline constexpr std::array<std::string_view, kKinds> kCsaNames = {
    "", "FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY"};
inline constexpr std::array<Kind, 7> kHandOrder = {kRook, kBishop, kGold, kSilver, kKnight, kLance, kPawn};
std::string csa_ending(std::string_view kif_words);
std::string kif_ending(std::string_view csa_words);

}  // namespace tesuji::shogi
