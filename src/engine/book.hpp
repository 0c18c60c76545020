// Opening books: what is common to the formats of the games.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/options.hpp"
#include "engine/report.hpp"
#include "search/limits.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::engine {

struct BookMove {
  std::string move;
  std::uint64_t weight = 0;  // how often to play it, compared with the others; 0 = never
  std::string reply;         // what the book expects next; may be empty
  std::optional<int> score, depth;
};

struct BookOptions {
  bool own_book = false;
  std::string book_file;
  int book_moves = 1000;
};

template <class Values>
void add_book_options(OptionTable<Values>& table, const std::string& format) {
  table.flag("own-book", &Values::own_book, "Play the moves of --book-file")
      .file("book-file", &Values::book_file, "An opening book (" + format + ")")
      .number("book-moves", &Values::book_moves, 0, 10000, "Use the book for so many plies of a game");
}

// Whether a search with these limits is for a move to play.
inline bool book_allowed(const BookOptions& options, const search::Limits& limits, int multi_pv) {
  return options.own_book && !options.book_file.empty() && multi_pv == 1 && limits.root_moves.empty() &&
         !limits.infinite && !limits.ponder && !limits.mate;
}

// One of the moves, at random by weight; nullptr if all weigh nothing.
inline const BookMove* choose_by_weight(const std::vector<BookMove>& moves, std::uint64_t random) {
  std::uint64_t sum = 0;
  for (const BookMove& move : moves) sum += move.weight;
  if (sum == 0) return nullptr;
  std::uint64_t at = random % sum;
  for (const BookMove& move : moves) {
    if (at < move.weight) return &move;
    at -= move.weight;
  }
  return nullptr;
}

// The report of a move from the book; nothing if the book has none to play.
inline std::optional<Report> book_report(const std::vector<BookMove>& moves, std::string game,
                                         std::string position, std::string side) {
  tt::SplitMix64 random(
      static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()));
  const BookMove* const chosen = choose_by_weight(moves, random());
  if (chosen == nullptr) return std::nullopt;
  Report report;
  report.game = std::move(game);
  report.position = std::move(position);
  report.side = std::move(side);
  report.verdict = "book move";
  report.best = report.pv = {chosen->move};
  if (!chosen->reply.empty()) report.pv.push_back(chosen->reply);
  report.score = chosen->score;
  report.depth = chosen->depth;
  return report;
}

}  // namespace tesuji::engine
