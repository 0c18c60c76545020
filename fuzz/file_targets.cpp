// Files that somebody else may have made: tables, books, networks, certificates.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <span>

#include "base/error.hpp"
#include "base/sealed.hpp"
#include "engine/authoring.hpp"
#include "engine/certificate.hpp"
#include "games/chess/book.hpp"
#include "games/chess/position.hpp"
#include "games/connect4/book.hpp"
#include "games/shogi/book.hpp"
#include "net/network.hpp"
#include "targets.hpp"

namespace tesuji::fuzz {
namespace {

// The bytes as a file.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& ending = {})
      : path_("/dev/shm/tesuji-fuzz-" + std::to_string(::getpid()) + ending) {}
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  void write(Text bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  const std::string path_;
};

// The seal around a description (the first line) and a body is right, so that what is inside gets read.
bool seal(const std::string& path, Text bytes, const char* kind, std::uint32_t version) {
  const std::size_t line = bytes.find('\n');
  if (line == Text::npos || line > 150) return false;
  const std::string description(bytes.substr(0, line));
  if (description.find('\0') != std::string::npos) return false;
  write_sealed(path, kind, version, description, std::as_bytes(std::span(bytes.substr(line + 1))));
  return true;
}

void snapshot(Text bytes) {
  const TemporaryFile file;
  file.write(bytes);
  engine_of("chess").load_table(file.path());
}

void book(Text bytes) {
  const TemporaryFile file;
  // Small boards only: which positions a book of today's format holds has to be found out first.
  const std::uint32_t version = bytes.starts_with("4x4 ") ? 4 : 2;
  if (!seal(file.path(), bytes, "connect4 book", version)) file.write(bytes);
  const connect4::Book read = connect4::Book::load(file.path());
  for (std::uint64_t key = 0; key < 100; ++key) (void)read.find(key);
}

// What an interrupted build left behind; the next one goes on from it.
void book_part(Text bytes) {
  const TemporaryFile file, part(".part");
  if (!seal(part.path(), bytes, "unfinished connect4 book", 2)) part.write(bytes);
  const auto stopped = [](connect4::Book::Wanted, const connect4::Keys&, const connect4::Book::OnScore&) {};
  (void)connect4::Book::build({{4, 4}, 1, 1}, file.path(), stopped, {});
}

// Moves for the start position, two bytes each; a file as it is begins with a zero.
void polyglot(Text bytes) {
  static const chess::Position start;
  std::string file(bytes);
  if (!bytes.empty() && bytes[0] != 0) {
    file.clear();
    const std::uint64_t key = chess::polyglot_key(start);
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
      for (int shift = 56; shift >= 0; shift -= 8) file += static_cast<char>(key >> shift);
      file += std::string(bytes.substr(i, 2)) + std::string("\0\1\0\0\0\0", 6);
    }
  }
  const chess::Book read(file);
  require(read.moves(start).size() <= read.entries(), "a book has no more moves than entries");
  require(read.positions() <= read.entries(), "a book has no more positions than entries");
}

void yaneuraou(Text text) {
  static const shogi::Position start = shogi::Position::start();
  (void)shogi::Book(text).moves(start);
}

// The first line is the shape, the rest the weights.
void network(Text bytes) {
  constexpr std::uint32_t kInputs = 2;
  const std::size_t line = std::min(bytes.find('\n'), bytes.size());
  const Text body = bytes.substr(std::min(line + 1, bytes.size()));
  const auto read = net::Network::from_body(bytes.substr(0, line), body, "fuzz.net", "test", kInputs);
  require(read->body() == body, "a network written again is the same");
  alignas(64) std::array<std::int16_t, 2048> first{}, second{};
  require(read->width() <= first.size(), "no network is wider than the maximum");
  std::copy_n(read->row(0), read->width(), first.data());
  std::copy_n(read->row(1), read->width(), second.data());
  for (std::size_t bucket = 0; bucket < read->shape().buckets; ++bucket)
    (void)read->evaluate(first.data(), second.data(), bucket);
}

// The facts and claims of a certificate without first line, counts and checksum, which are put around them;
// or a whole certificate, which begins with 't'.
void certificate(Text text) {
  engine::Certificate read;
  if (!text.empty() && text[0] == 't') {
    read = engine::read_certificate(text);
  } else {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const Text line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      const std::size_t blank = std::min(line.find(' '), line.size());
      const std::string word(line.substr(0, blank)), rest(line.substr(std::min(blank + 1, line.size())));
      if (read.game.empty()) {
        read.game = line;
      } else if (word == "claim") {
        read.parts.push_back({rest, {}, 0});
      } else if (read.parts.empty()) {
        read.facts.emplace_back(word, rest);
      } else {
        engine::CertificateMoves moves(line);
        while (!moves.done()) read.parts.back().add(moves.next());
      }
    }
    try {
      require(engine::write_certificate(engine::read_certificate(engine::write_certificate(read))) ==
                  engine::write_certificate(read),
              "a certificate written and read again is the same");
    } catch (const Error&) {
    }
  }
  const engine::Game* const about = registry().find(read.game);
  if (about == nullptr || about->authoring() == nullptr) return;
  const StopFlag never;
  (void)about->authoring()->verify(read, never);
}

}  // namespace

void add_file_targets(Targets& targets) {
  targets.merge(Targets{
      {"snapshot", snapshot},
      {"book", book},
      {"book-part", book_part},
      {"polyglot", polyglot},
      {"yaneuraou", yaneuraou},
      {"network", network},
      {"certificate", certificate},
  });
}

}  // namespace tesuji::fuzz
