#include "protocol/dialect.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>

#include "base/error.hpp"

namespace tesuji::protocol {
namespace {

constexpr std::array kUciNames{
    OptionName{"hash", "Hash"},
    OptionName{"hash-file", "HashFile"},
    OptionName{"snapshot-file", "SnapshotFile"},
    OptionName{"save-hash", "SaveHash"},
    OptionName{"load-hash", "LoadHash"},
    OptionName{"numa-policy", "NumaPolicy"},
    OptionName{"multipv", "MultiPV"},
    OptionName{"chess960", "UCI_Chess960"},
    OptionName{"limit-strength", "UCI_LimitStrength"},
    OptionName{"elo", "UCI_Elo"},
    OptionName{"skill", "Skill Level"},
    OptionName{"own-book", "OwnBook"},
    OptionName{"book-file", "BookFile"},
    OptionName{"book-moves", "BookMoves"},
    OptionName{"eval-file", "EvalFile"},
    OptionName{"syzygy-path", "SyzygyPath"},
    OptionName{"syzygy-probe-limit", "SyzygyProbeLimit"},
    OptionName{"syzygy-50-move-rule", "Syzygy50MoveRule"},
    OptionName{"show-odds", "UCI_ShowWDL"},
};

constexpr std::array kUsiNames{
    OptionName{"hash", "USI_Hash"},
    OptionName{"ponder", "USI_Ponder"},
    OptionName{"own-book", "USI_OwnBook"},
    OptionName{"multipv", "MultiPV"},
};

std::string folded(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c != ' ' && c != '_' && c != '-') {
      out.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    }
  }
  return out;
}

}  // namespace

const Dialect kUci{.hello = "uci",
                   .new_game = "ucinewgame",
                   .position_word = "fen",
                   .first = 'w',
                   .second = 'b',
                   .no_move = "(none)",
                   .mate_is_solved = false,
                   .mate_in_plies = false,
                   .resigns = false,
                   .word_join = " ",
                   .names = kUciNames};

const Dialect kUsi{.hello = "usi",
                   .new_game = "usinewgame",
                   .position_word = "sfen",
                   .first = 'b',
                   .second = 'w',
                   .no_move = "resign",
                   .mate_is_solved = true,
                   .mate_in_plies = true,
                   .resigns = true,
                   .word_join = "",
                   .names = kUsiNames};

const Dialect& dialect_named(std::string_view name) {
  for (const Dialect* dialect : {&kUci, &kUsi}) {
    if (dialect->hello == name) return *dialect;
  }
  throw Error(fmt::format("unknown protocol '{}' (uci or usi)", name));
}

std::string option_name(const Dialect& dialect, std::string_view ours) {
  for (const OptionName& name : dialect.names) {
    if (name.ours == ours) return std::string(name.theirs);
  }
  std::string theirs;
  bool word_begins = true;
  for (const char c : ours) {
    if (c == '-') {
      theirs += dialect.word_join;
      word_begins = true;
      continue;
    }
    theirs.push_back(word_begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c);
    word_begins = false;
  }
  return theirs;
}

bool same_name(std::string_view left, std::string_view right) {
  return folded(left) == folded(right);
}

}  // namespace tesuji::protocol
