#include "games/go/wording.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace tesuji::go {

namespace {

using Phrases = std::vector<std::string_view>;

bool letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// Where a phrase begins. One in Latin letters is a phrase of whole words: "skill" does not ask to kill.
std::size_t find_phrase(const std::string& text, std::string_view phrase) {
  for (std::size_t at = text.find(phrase); at != std::string::npos; at = text.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    const bool begins = !letter(phrase.front()) || at == 0 || !letter(text[at - 1]);
    const bool ends = !letter(phrase.back()) || end == text.size() || !letter(text[end]);
    if (begins && ends) return at;
  }
  return std::string::npos;
}

std::size_t first_of(const std::string& text, const Phrases& phrases) {
  std::size_t first = std::string::npos;
  for (const std::string_view phrase : phrases) first = std::min(first, find_phrase(text, phrase));
  return first;
}

bool has_any(const std::string& text, const Phrases& phrases) {
  return first_of(text, phrases) != std::string::npos;
}

void erase_all(std::string& text, std::string_view part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
    text.erase(at, part.size());
}

// In lower case, with one space between words, and without words that say nothing here: "life and death"
// names the kind of problem, and a 先生 is a teacher.
std::string plain_words(std::string_view text) {
  std::string words;
  for (const char c : text) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (space && (words.empty() || words.back() == ' ')) continue;
    words += space ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  // "黒先生き" is 黒先 生き.
  for (const std::string_view first : {"黒先", "黑先", "白先"}) {
    for (std::size_t at = words.find(first); at != std::string::npos; at = words.find(first, at + 1))
      words.insert(at + first.size(), " ");
  }
  for (const std::string_view part : {"life and death", "life & death", "死活", "先生"})
    erase_all(words, part);
  return words;
}

// The colour whose phrases come first.
std::optional<Colour> earlier(const std::string& words, const Phrases& black, const Phrases& white) {
  const std::size_t b = first_of(words, black), w = first_of(words, white);
  if (b == w) return std::nullopt;
  return b < w ? Colour::Black : Colour::White;
}

}  // namespace

Wording words_in(std::string_view text, std::optional<Colour> player) {
  const std::string words = plain_words(text);
  Wording found;
  found.player =
      earlier(words,
              {"black to", "b to play", "black first", "black plays", "black moves", "black's turn", "黒先",
               "黑先", "黒番", "黑番", "黑棋先", "黒の手番", "黒から", "轮到黑", "輪到黑"},
              {"white to", "w to play", "white first", "white plays", "white moves", "white's turn", "白先",
               "白番", "白棋先", "白の手番", "白から", "轮到白", "輪到白"});
  // Who lives or dies may be named: "黒先白死" is Black to play, White dies.
  found.defender =
      earlier(words, {"kill black",    "kills black", "kill the black", "capture black", "capture the black",
                      "black dies",    "black lives", "black is dead",  "save black",    "save the black",
                      "black to live", "黒死",        "黑死",           "黒を取",        "黒を殺",
                      "黒の死",        "殺黒",        "殺黑",           "杀黑",          "吃黑",
                      "黒活",          "黑活",        "黒生き"},
              {"kill white",    "kills white", "kill the white", "capture white", "capture the white",
               "white dies",    "white lives", "white is dead",  "save white",    "save the white",
               "white to live", "白死",        "白を取",         "白を殺",        "白の死",
               "白殺",          "殺白",        "杀白",           "吃白",          "白活",
               "白生き"});
  if (found.defender) return found;
  const std::optional<Colour> mover = found.player ? found.player : player;
  if (!mover) return found;
  const bool lives = has_any(
      words, {"live", "survive", "make two eyes", "make life", "save", "rescue", "escape", "活", "生", "逃"});
  const bool kills = has_any(words, {"kill", "capture", "殺", "杀", "死", "コロシ", "ころし", "吃"});
  if (lives != kills) found.defender = lives ? *mover : opposite(*mover);
  return found;
}

}  // namespace tesuji::go
