// libFuzzer targets for everything that reads text or files from outside. One program holds them all, so that
// the code under test is built and linked once; the environment variable FUZZ_TARGET chooses (scripts/fuzz
// sets it).
//
// A target may throw tesuji::Error, which is how readers refuse their input. Any other exception, a sanitizer
// report, a hang or a broken promise (abort) is a finding.
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/sealed.hpp"
#include "engine/json.hpp"
#include "games/connect4/book.hpp"
#include "games/games.hpp"
#include "match/epd.hpp"
#include "match/openings.hpp"
#include "net/network.hpp"
#include "protocol/gtp.hpp"
#include "protocol/session.hpp"
#include "protocol/takeaway.hpp"
#include "server/access.hpp"
#include "server/http_reader.hpp"
#include "server/request_parser.hpp"
#include "server/static_files.hpp"
#include "tt/checksum.hpp"

namespace tesuji::fuzz {
namespace {

using Text = std::string_view;

const engine::Registry& registry() {
  static const engine::Registry all = [] {
    engine::Registry games;
    games::register_all(games);
    return games;
  }();
  return all;
}

engine::CommonOptions small() {
  engine::CommonOptions common;
  common.hash_bytes = 1 << 16;
  return common;
}

const engine::Game& game(const std::string& name) {
  return registry().game(name);
}

// One engine for each game, without much of a table.
engine::Engine& engine_of(const std::string& name) {
  static std::map<std::string, std::unique_ptr<engine::Engine>> engines;
  auto& engine = engines[name];
  if (!engine) {
    engine = game(name).new_engine();
    engine->configure(small());
  }
  return *engine;
}

void require(bool condition, const char* promise) {
  if (condition) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

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

void http(Text bytes) {
  // The first byte says in which pieces the rest arrives.
  if (bytes.empty()) return;
  const std::size_t piece = 1 + static_cast<unsigned char>(bytes[0]);
  bytes.remove_prefix(1);
  server::http::Limits limits;
  limits.body_bytes = 1000;
  limits.head_bytes = 2000;
  server::http::Reader reader(limits);
  using Result = server::http::Reader::Result;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    Result result = reader.put(bytes.substr(at, piece));
    while (result == Result::Head || result == Result::Complete) {
      const server::http::Request& request = reader.request();
      require(request.count("host") == 1, "a request has one Host header");
      (void)server::refused_access(request, {"127.0.0.1", "board.example"});
      if (const auto path = server::relative_path(request.path)) {
        require(("/" + *path + "/").find("/../") == std::string::npos, "no path leads out of the folder");
      }
      (void)server::accepts_encoding(request.header("accept-encoding"), "br");
      require(request.body.size() <= limits.body_bytes, "no body is longer than the limit");
      if (result == Result::Complete) reader.next();
      result = reader.put({});
    }
    require(reader.buffered() <= limits.body_bytes + limits.head_bytes + 256, "memory is limited");
    if (result == Result::Refused) return;
  }
}

void json_request(Text body) {
  static const server::RequestParser parser(registry(), server::Options());
  try {
    (void)parser.search(std::string(body));
  } catch (const Error&) {
  }
  (void)engine::to_line(engine::to_json(*parser.board(std::string(body))));
}

// Its options name files, which this program must not write.
class NoFiles final : public test::TakeAway {
 public:
  void save_table(const std::filesystem::path&) const override {}
  void load_table(const std::filesystem::path&) override {}
};

void session(const protocol::Dialect& dialect, Text text) {
  // Counting leaves has no limit of its own.
  if (text.find("perft") != Text::npos) return;
  std::istringstream in{std::string(text) + "\nstop\nisready\n"};
  std::ostringstream out;
  NoFiles engine;
  protocol::Session(engine, dialect, small(), in, out).run();
  require(text.find("quit") != Text::npos || out.str().find("readyok\n") != std::string::npos,
          "isready is always answered");
}

void gtp(Text text) {
  // Without searches, which have no limit of their own here, and without files.
  for (const char* word : {"tsumego", "genmove", "loadsgf", "printsgf"}) {
    if (text.find(word) != Text::npos) return;
  }
  std::istringstream in{std::string(text)};
  std::ostringstream out;
  protocol::Gtp(engine_of("go"), small(), in, out).run();
}

// The bytes as a file.
class TemporaryFile {
 public:
  TemporaryFile() : path_("/dev/shm/tesuji-fuzz-" + std::to_string(::getpid())) {}
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  void write(Text bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  const std::string path_;
};

void snapshot(Text bytes) {
  TemporaryFile file;
  file.write(bytes);
  engine_of("chess").load_table(file.path());
}

// The first line is the description; the seal around it is right, so that what is inside gets read.
void book(Text bytes) {
  TemporaryFile file;
  const std::size_t line = bytes.find('\n');
  if (line == Text::npos || line > 150) {
    file.write(bytes);
  } else {
    const Text body = bytes.substr(line + 1);
    write_sealed(file.path(), "connect4 book", 2, std::string(bytes.substr(0, line)),
                 {reinterpret_cast<const std::byte*>(body.data()), body.size()});
  }
  const connect4::Book read = connect4::Book::load(file.path());
  for (std::uint64_t key = 0; key < 100; ++key) (void)read.find(key);
}

// Three numbers of a network's header (width, buckets, scale) and its weights. The rest of the header is put
// before them with the right checksum, so that what is inside gets read. A file as it is begins with 't'.
void network(Text bytes) {
  constexpr std::uint32_t kInputs = 2;
  constexpr std::size_t kNumbers = 12, kChecksumAt = 56;
  std::string file(bytes);
  if (bytes.size() >= kNumbers && bytes[0] != 't') {
    const auto number = [](std::uint32_t value) {
      return std::string(reinterpret_cast<const char*>(&value), sizeof value);
    };
    std::string header("tsj-net\0", 8);
    header += number(1) + number(kInputs) + std::string(bytes.substr(0, kNumbers)) + number(0);
    header += std::string("test") + std::string(20, '\0');
    require(header.size() == kChecksumAt, "the header has its length");
    bytes.remove_prefix(kNumbers);
    const std::uint64_t checksum =
        tt::checksum(std::as_bytes(std::span(bytes)), tt::checksum(std::as_bytes(std::span(header))));
    header.append(reinterpret_cast<const char*>(&checksum), sizeof checksum);
    file = header + std::string(bytes);
  }
  const auto read = net::Network::from_bytes(file, "fuzz.net", "test", kInputs);
  require(net::Network::from_bytes(read->to_bytes(), "again.net", "test", kInputs)->to_bytes() ==
              read->to_bytes(),
          "a network written and read again is the same");
  alignas(64) std::int16_t first[2048], second[2048];
  require(read->width() <= 2048, "no network is wider than the maximum");
  std::copy_n(read->row(0), read->width(), first);
  std::copy_n(read->row(1), read->width(), second);
  for (std::size_t bucket = 0; bucket < read->shape().buckets; ++bucket)
    (void)read->evaluate(first, second, bucket);
}

void openings(Text text) {
  (void)match::parse_openings(text, game("chess"), 20);
}

using Target = void (*)(Text);
const std::map<std::string, Target>& targets() {
  static const std::map<std::string, Target> all = {
      {"fen", [](Text text) { use_board("chess", text); }},
      {"pgn", [](Text text) { use_records("chess", text); }},
      {"sfen", [](Text text) { use_board("shogi", text); }},
      {"kif-csa", [](Text text) { use_records("shogi", text); }},
      {"go", [](Text text) { use_board("go", text); }},
      {"sgf", [](Text text) { use_records("go", text); }},
      {"connect4", [](Text text) { use_board("connect4", text); }},
      {"othello", [](Text text) { use_board("othello", text); }},
      {"epd", [](Text text) { (void)match::parse_epd(text, game("chess").epd_layout()); }},
      {"openings", openings},
      {"json", json_request},
      {"http", http},
      {"uci", [](Text text) { session(protocol::kUci, text); }},
      {"usi", [](Text text) { session(protocol::kUsi, text); }},
      {"gtp", gtp},
      {"snapshot", snapshot},
      {"book", book},
      {"network", network},
  };
  return all;
}

Target chosen = nullptr;

}  // namespace
}  // namespace tesuji::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* name = std::getenv("FUZZ_TARGET");
  const auto& all = tesuji::fuzz::targets();
  const auto found = name == nullptr ? all.end() : all.find(name);
  if (found == all.end()) {
    for (const auto& [target, function] : all) std::printf("%s\n", target.c_str());
    std::exit(name == nullptr ? 0 : 2);
  }
  tesuji::fuzz::chosen = found->second;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    tesuji::fuzz::chosen({reinterpret_cast<const char*>(data), size});
  } catch (const tesuji::Error&) {
  }
  return 0;
}
