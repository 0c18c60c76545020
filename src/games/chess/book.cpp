#include "games/chess/book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "games/chess/moves.hpp"
#include "games/chess/notation.hpp"

namespace tesuji::chess {
namespace {

constexpr std::uint64_t kMaxBookBytes = std::uint64_t{4} << 30;

// A pawn of the side to move stands beside the one that has just gone two squares; whether it may take does
// not matter to Polyglot. `en_passant()` knows only captures that are legal, so the last move is asked first.
Square polyglot_en_passant(const Position& position) {
  const Move move = position.state().move;
  if (move == kNoMove) return position.en_passant();
  const Square from = from_of(move), to = to_of(move);
  if (type_of(position.piece_on(to)) != kPawn || (from ^ to) != 16) return kNoSquare;
  const Bitboard beside = east(bit(to)) | ((bit(to) & ~kFileA) >> 1);
  return (beside & position.pieces(position.side(), kPawn)) != 0 ? static_cast<Square>((from + to) / 2)
                                                                 : kNoSquare;
}

std::uint16_t polyglot_move(Move move) {
  const auto place = [](Square square) { return rank_of(square) << 3 | file_of(square); };
  const int promotion = is_promotion(move) ? promoted_type(move) : 0;  // knight 1 … queen 4
  return static_cast<std::uint16_t>(place(to_of(move)) | place(from_of(move)) << 6 | promotion << 12);
}

void append(std::string& bytes, std::uint64_t value, int size) {
  for (int i = size - 1; i >= 0; --i) bytes.push_back(static_cast<char>(value >> (8 * i) & 255));
}

std::uint64_t read(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char c : bytes) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

}  // namespace

std::uint64_t polyglot_key(const Position& position) {
  std::uint64_t key = 0;
  for (Bitboard left = position.pieces(); left != 0;) {
    const Square square = pop(left);
    const Piece piece = position.piece_on(square);
    const std::size_t kind = type_of(piece) * std::size_t{2} + (color_of(piece) == kWhite ? 1 : 0);
    key ^= kPolyglotNumbers[kind * 64 + square];
  }
  for (std::size_t right = 0; right < 4; ++right) {  // white short, white long, black short, black long
    if (position.castling() >> right & 1) key ^= kPolyglotNumbers[768 + right];
  }
  if (const Square square = polyglot_en_passant(position); square != kNoSquare)
    key ^= kPolyglotNumbers[772 + static_cast<std::size_t>(file_of(square))];
  if (position.side() == kWhite) key ^= kPolyglotNumbers[780];
  return key;
}

Book Book::load(const std::filesystem::path& path) {
  try {
    return Book(read_file(path, kMaxBookBytes));
  } catch (const Error& error) {
    const std::string what = error.what();
    throw Error(what.find(path.string()) != std::string::npos ? what : path.string() + ": " + what);
  }
}

Book::Book(std::string bytes) : bytes_(std::move(bytes)) {
  if (bytes_.empty() || bytes_.size() % kEntryBytes != 0)
    throw Error(
        fmt::format("is not a whole Polyglot book: {} bytes are not a multiple of 16", bytes_.size()));
  for (std::size_t i = 1; i < entries(); ++i) {
    if (entry(i).key < entry(i - 1).key)
      throw Error(fmt::format("is not a Polyglot book: entry {} is not in the order of the keys", i + 1));
  }
}

Book::Entry Book::entry(std::size_t number) const {
  const std::string_view bytes = std::string_view(bytes_).substr(number * kEntryBytes, kEntryBytes);
  return {read(bytes.substr(0, 8)), static_cast<std::uint16_t>(read(bytes.substr(8, 2))),
          static_cast<std::uint16_t>(read(bytes.substr(10, 2)))};
}

std::size_t Book::positions() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < entries(); ++i) count += i == 0 || entry(i).key != entry(i - 1).key ? 1 : 0;
  return count;
}

std::vector<engine::BookMove> Book::moves(const Position& position) const {
  const std::uint64_t key = polyglot_key(position);
  std::size_t low = 0, high = entries();  // the first entry with the key is in [low, high]
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (entry(middle).key < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  MoveList legal;
  generate_legal(position, legal);
  std::vector<engine::BookMove> moves;
  for (; low < entries() && entry(low).key == key; ++low) {
    const Entry found = entry(low);
    const auto move = std::find_if(legal.begin(), legal.end(),
                                   [&](Move each) { return polyglot_move(each) == found.move; });
    if (move == legal.end()) continue;
    engine::BookMove item;
    item.move = to_uci(position, *move);
    item.weight = found.weight;
    moves.push_back(std::move(item));
  }
  std::stable_sort(moves.begin(), moves.end(),
                   [](const auto& a, const auto& b) { return a.weight > b.weight; });
  return moves;
}

Book Book::build(const std::vector<GameRecord>& games, const Rules& rules) {
  struct Count {
    std::uint64_t games = 0, points = 0;
  };
  std::map<std::pair<std::uint64_t, std::uint16_t>, Count> counts;
  for (const GameRecord& game : games) {
    if (game.result != "1-0" && game.result != "0-1" && game.result != "1/2-1/2") continue;
    Position position = game.start;
    int ply = 0;
    for (const Move move : game.moves) {
      if (++ply > rules.plies) break;
      Count& count = counts[{polyglot_key(position), polyglot_move(move)}];
      ++count.games;
      const bool won = game.result == (position.side() == kWhite ? "1-0" : "0-1");
      count.points += won ? 2 : game.result == "1/2-1/2" ? 1 : 0;
      position.make(move);
    }
  }
  struct Item {
    std::uint64_t key, weight;
    std::uint16_t move;
  };
  std::vector<Item> items;
  std::map<std::uint64_t, std::uint64_t> heaviest;  // of a position: weights have 16 bits
  for (const auto& [place, count] : counts) {
    if (count.games < static_cast<std::uint64_t>(rules.min_games) || count.points == 0) continue;
    items.push_back({place.first, count.points, place.second});
    std::uint64_t& most = heaviest[place.first];
    most = std::max(most, count.points);
  }
  if (items.empty())
    throw Error(fmt::format("no move was played in {} games with a result; there is nothing to write",
                            rules.min_games));
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
    return a.key != b.key ? a.key < b.key : a.weight > b.weight;
  });
  std::string bytes;
  for (const Item& item : items) {
    const std::uint64_t most = heaviest[item.key];
    append(bytes, item.key, 8);
    append(bytes, item.move, 2);
    append(bytes, most > 65535 ? std::max<std::uint64_t>(item.weight * 65535 / most, 1) : item.weight, 2);
    append(bytes, 0, 4);
  }
  return Book(std::move(bytes));
}

}  // namespace tesuji::chess
