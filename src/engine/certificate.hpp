// Certificates: proofs that can be checked without a solver. A certificate holds the winner's moves in the
// order in which a walk through the game asks for them; docs/internals/certificates.md defines the format and
// the two walks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::engine {

// One claim and the moves that prove it, separated by blanks.
struct CertificatePart {
  std::string claim;
  std::string moves;
  std::uint64_t count = 0;

  void add(std::string_view move) {
    if (!moves.empty()) moves += ' ';
    moves += move;
    ++count;
  }
};

struct Certificate {
  std::string game;
  std::vector<std::pair<std::string, std::string>> facts;  // what the claims are about, in order
  std::vector<CertificatePart> parts;

  // The value of a fact. Throws Error if it is missing.
  [[nodiscard]] const std::string& fact(std::string_view name) const;
  // Throws Error unless these are the facts, in this order.
  void expect_facts(std::initializer_list<std::string_view> names) const;
};

std::string write_certificate(const Certificate& certificate);
// Checks the form, the counts and the checksum. Throws Error with the line.
Certificate read_certificate(std::string_view text);

// The moves of a part, one after the other; an empty text when there are no more.
class CertificateMoves {
 public:
  explicit CertificateMoves(std::string_view moves) : rest_(moves) {}
  std::string_view next() {
    const std::size_t end = rest_.find(' ');
    const std::string_view move = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    return move;
  }
  [[nodiscard]] bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

// What a checker found.
struct Verification {
  bool holds = false;
  std::vector<std::string> claims;  // each as a sentence
  std::string flaw;                 // what is wrong, if it does not hold
  std::uint64_t states = 0;
};

}  // namespace tesuji::engine
