// Positions, game records and everything else that people write as text.
#include <nlohmann/json.hpp>

#include "base/duration.hpp"
#include "base/error.hpp"
#include "base/number.hpp"
#include "base/size.hpp"
#include "engine/authoring.hpp"
#include "engine/json.hpp"
#include "engine/record_text.hpp"
#include "games/connect4/book.hpp"
#include "match/epd.hpp"
#include "match/openings.hpp"
#include "match/player.hpp"
#include "match/time_control.hpp"
#include "queue/redis.hpp"
#include "targets.hpp"

namespace tesuji::fuzz {
namespace {

// A position that was read can be shown, and is the same position when what is shown is read again.
void use_board(const std::string& name, Text position) {
  const auto board = game(name).board(position);
  const auto moves = board->legal_moves();
  (void)board->outcome();
  (void)board->drawing();
  const std::uint64_t key = board->key();
  require(key == board->key_from_scratch(), "the incremental key is the key from scratch");
  require(game(name).board(board->position())->key() == key, "a position written and read again is the same");
  if (moves.empty()) return;
  board->play(moves[position.size() % moves.size()]);
  require(board->key() == board->key_from_scratch(), "the key after a move is the key from scratch");
  board->undo();
  require(board->key() == key, "undo restores the key");
}

// Each position of a file is read by itself: one that is refused does not stop the others.
void use_records(const std::string& name, Text text) {
  std::size_t used = 0;
  for (const std::string& position : game(name).split_positions(text)) {
    try {
      use_board(name, position);
    } catch (const Error&) {
    }
    if (++used == 20) break;
  }
}

// What /api/read and /api/write do. A record that was read can be sent as JSON, and can be written; what is
// written has the same main line.
void records(const std::string& name, Text text) {
  const engine::RecordText read = engine::read_records(game(name), text);
  const engine::Record& record = read.records.front();
  const engine::Record again =
      engine::record_from_json(nlohmann::json::parse(engine::to_line(engine::to_json(record))));
  require(again.main_line() == record.main_line(), "a record sent as JSON is the same");
  const std::string written = engine::write_record(game(name), read.format, record);
  require(engine::read_records(game(name), written).records.front().main_line() == record.main_line(),
          "a record written and read again has the same moves");
}

// The first byte chooses the game; the rest is what a user pastes into the page.
void record(Text text) {
  static const std::vector<std::string> names = registry().names();
  if (text.empty()) return;
  records(names[static_cast<unsigned char>(text[0]) % names.size()], text.substr(1));
}

// A collection of problems: split, and each drawn for print.
void collection(const std::string& name, Text text) {
  const engine::Authoring& authoring = *game(name).authoring();
  std::size_t used = 0;
  for (const std::string& problem : authoring.split_collection(text)) {
    try {
      (void)authoring.diagrams(problem);
    } catch (const Error&) {
    }
    if (++used == 20) break;
  }
}

void openings(Text text) {
  (void)match::parse_openings(text, game("chess"), 20);
}

// Words of the command line and of questions to workers.
void words(Text text) {
  const auto attempt = [](auto parse) {
    try {
      parse();
    } catch (const Error&) {
    }
  };
  attempt([&] { (void)parse_bytes(text); });
  attempt([&] { (void)parse_duration(text); });
  attempt([&] { (void)parse_count(text); });
  attempt([&] { (void)match::parse_time_control(text); });
  attempt([&] { (void)match::parse_engine(text, "uci"); });
  attempt([&] { (void)queue::parse_redis_address(text); });
  const connect4::Size size{7, 6};
  attempt([&] {
    const auto key = parse_number<std::uint64_t>(text, "key");
    require(connect4::canonical_key(connect4::diagram_of(key, size)) <= key, "a key gives its own position");
  });
}

}  // namespace

void add_text_targets(Targets& targets) {
  targets.merge(Targets{
      {"fen", [](Text text) { use_board("chess", text); }},
      {"pgn", [](Text text) { use_records("chess", text); }},
      {"sfen", [](Text text) { use_board("shogi", text); }},
      {"kif-csa", [](Text text) { use_records("shogi", text); }},
      {"go", [](Text text) { use_board("go", text); }},
      {"sgf", [](Text text) { use_records("go", text); }},
      {"connect4", [](Text text) { use_board("connect4", text); }},
      {"othello", [](Text text) { use_board("othello", text); }},
      {"record", record},
      {"tsumego", [](Text text) { collection("go", text); }},
      {"tsume", [](Text text) { collection("shogi", text); }},
      {"epd", [](Text text) { (void)match::parse_epd(text, game("chess").epd_layout()); }},
      {"openings", openings},
      {"words", words},
  });
}

}  // namespace tesuji::fuzz
