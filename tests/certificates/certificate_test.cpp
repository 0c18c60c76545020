// Certificates of every game that has them: written, checked by us and by the Python checkers, and edited at
// random, in which case nothing false may pass.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "app/process.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/number.hpp"
#include "engine/authoring.hpp"
#include "engine/game.hpp"
#include "engine/registry.hpp"
#include "games/games.hpp"

namespace tesuji {
namespace {

struct Case {
  const char* game;
  const char* position;
  engine::OptionTexts options;
  std::vector<std::string> claims;  // as the certificate has to state them
};

const std::vector<Case>& cases() {
  static const std::vector<Case> kCases = {
      {"chess", "6k1/5ppp/8/8/8/8/8/K6R w - - 0 1", {{"mate", "2"}}, {"no-mate 2"}},
      {"chess", "k7/8/1K6/8/8/8/8/7R w - - 0 1", {}, {"mate 1"}},
      {"chess", "8/8/8/8/8/1k6/7r/K7 b - - 0 1", {}, {"mate 1"}},
      {"chess", "k7/8/2K5/8/8/8/8/7R w - - 0 1", {{"mate", "3"}}, {"mate 2"}},
      {"chess", "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1", {{"mate", "1"}}, {"no-mate 1"}},
      {"shogi", "8k/9/7GP/9/9/9/9/9/9 b G 1", {}, {"mate 1"}},
      {"shogi", "7nk/9/7SP/9/9/9/9/9/9 b G 1", {}, {}},
      {"shogi", "4k4/9/9/9/9/9/9/9/4K4 b 2G 1", {}, {"no-mate"}},
      {"shogi", "7kl/9/6G1p/9/9/9/9/9/9 b GS 1", {}, {}},
      {"connect4", "4x4:1212", {}, {}},
      {"connect4", "1233722555341451114725", {{"weak", "true"}}, {}},
      {"connect4", "5x4:12341234", {}, {}},
      {"go", "(;SZ[9]AB[ad][bd][cd][dc][db][da][dd]AW[ac][bc][cc][cb][ca]MA[cc])", {}, {}},
      {"go",
       "(;SZ[9]AB[ad][bd][cd][dd][ed][fd][fc][fb][fa][ga]AW[ac][bc][cc][dc][ec][eb][ea]MA[cc])",
       {},
       {}},
      {"go", "(;SZ[9]AB[ba][bb][ab][ca]AW[bc][cb][ac][cc][da][db]MA[ab])", {}, {}},
      // Kos: claims with counted threats for the attacker, and for the defender.
      {"go",
       "(;SZ[9]AB[ad][bd][cd][ce][de][df][dg][dh][di]"
       "AW[ae][be][bf][cf][cg][ch][ci]MA[ci])",
       {},
       {"black-first black:1 captured", "black-first none safe", "white-first black-infinite safe"}},
      {"go",
       "(;SZ[9]AB[ef][ff][gf][hf][if][eg][eh][ei]"
       "AW[fg][gg][hg][fh][hh][fi]MA[hh])",
       {},
       {"black-first none captured", "black-first white:1 safe", "white-first black-infinite safe"}},
  };
  return kCases;
}

const engine::Registry& registry() {
  static const engine::Registry kRegistry = [] {
    engine::Registry made;
    games::register_all(made);
    return made;
  }();
  return kRegistry;
}

engine::CommonOptions small_table() {
  engine::CommonOptions common;
  common.hash_bytes = std::uint64_t{16} << 20;
  return common;
}

engine::Request request_of(const Case& each) {
  engine::Request request;
  request.game = each.game;
  request.position = each.position;
  request.options = each.options;
  return request;
}

const engine::Certificate& certificate_of(std::size_t number) {
  static std::map<std::size_t, engine::Certificate> made;
  const auto at = made.find(number);
  if (at != made.end()) return at->second;
  const Case& each = cases()[number];
  const StopFlag stop;
  return made[number] =
             registry().find(each.game)->authoring()->certify(request_of(each), small_table(), 200'000, stop);
}

engine::Verification verify(const std::string& text) {
  const engine::Certificate certificate = engine::read_certificate(text);
  const engine::Game* const game = registry().find(certificate.game);
  if (game == nullptr || game->authoring() == nullptr) throw Error("no such game");
  const StopFlag stop;
  return game->authoring()->verify(certificate, stop);
}

bool python_says_yes(const std::string& game, const std::string& path) {
  return test::run("python3", "tools/verify/" + game + ".py " + path).status == 0;
}

// Two positions with four marked blocks of which another program says that White, to play, is dead without
// threats (docs/internals/tsumego.md). White saves one of the blocks.
TEST(Certificates, SettleTheMeaningOfSeveralMarkedBlocks) {
  for (const std::string number : {"1", "2"}) {
    const std::string path = "tests/certificates/marked-blocks-" + number + ".certificate";
    const std::string text = read_file(path);
    const engine::Certificate certificate = engine::read_certificate(text);
    ASSERT_EQ(certificate.parts.size(), 1U);
    EXPECT_EQ(certificate.parts[0].claim, "white-first none safe");
    EXPECT_EQ(certificate.fact("save"), "any");
    EXPECT_EQ(certificate.fact("target").size(), 11U);  // four points
    const engine::Verification found = verify(text);
    EXPECT_TRUE(found.holds) << found.flaw;
    EXPECT_TRUE(python_says_yes("go", path));
  }
}

TEST(Certificates, HoldForUsAndForPython) {
  const test::TemporaryFolder folder;
  for (std::size_t i = 0; i < cases().size(); ++i) {
    const Case& each = cases()[i];
    SCOPED_TRACE(std::string(each.game) + " " + each.position);
    const engine::Certificate& certificate = certificate_of(i);
    std::vector<std::string> claims;
    for (const engine::CertificatePart& part : certificate.parts) claims.push_back(part.claim);
    if (!each.claims.empty()) {
      EXPECT_EQ(claims, each.claims);
    }
    const std::string text = engine::write_certificate(certificate);
    const engine::Verification found = verify(text);
    EXPECT_TRUE(found.holds) << found.flaw;
    EXPECT_EQ(found.claims.size(), certificate.parts.size());
    const std::string path = folder.file("certificate");
    test::spit(path, text);
    const test::Finished python =
        test::run("python3", std::string("tools/verify/") + each.game + ".py " + path);
    EXPECT_EQ(python.status, 0) << python.out << python.err;
    // It walks through the same states.
    std::uint64_t states = 0;
    for (std::size_t at = python.out.find('('); at != std::string::npos; at = python.out.find('(', at + 1))
      states += std::strtoull(python.out.c_str() + at + 1, nullptr, 10);
    EXPECT_EQ(states, found.states) << python.out;
  }
}

TEST(Certificates, GoDecidesBothSidesOnTheWholeScale) {
  // White lives if it moves first and dies if Black does: in both cases whatever the threats.
  std::set<std::string> claims;
  for (const engine::CertificatePart& part : certificate_of(12).parts) claims.insert(part.claim);
  EXPECT_TRUE(claims.count("black-first white-infinite captured") == 1) << *claims.begin();
}

TEST(Certificates, StopAtTheLimitOfStates) {
  const Case& each = cases()[10];
  const StopFlag stop;
  EXPECT_THROW(
      (void)registry().find("connect4")->authoring()->certify(request_of(each), small_table(), 10, stop),
      Error);
}

TEST(Certificates, StopOnRequest) {
  StopFlag stop;
  stop.request();
  for (const Case& each : cases()) {
    EXPECT_THROW(
        (void)registry().find(each.game)->authoring()->certify(request_of(each), small_table(), 1000, stop),
        Error)
        << each.game;
  }
}

// --- edits ---

// Makes the counts and the checksum of an edited text right again, so that only the proof itself can be
// wrong.
std::optional<std::string> resealed(const std::string& text) {
  engine::Certificate certificate;
  std::size_t at = 0;
  const auto next_line = [&]() -> std::optional<std::string> {
    if (at >= text.size()) return std::nullopt;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    at = end + 1;
    return line;
  };
  next_line();
  const auto game = next_line();
  if (!game || game->size() < 5) return std::nullopt;
  certificate.game = game->substr(5);
  bool in_part = false;
  while (const auto line = next_line()) {
    const std::size_t blank = std::min(line->find(' '), line->size());
    const std::string word = line->substr(0, blank), rest = line->substr(std::min(blank + 1, line->size()));
    if (word == "sum") break;
    if (word == "claim") {
      certificate.parts.push_back({rest, {}, 0});
      in_part = true;
    } else if (word == "end") {
      in_part = false;
    } else if (in_part) {
      engine::CertificateMoves moves(*line);
      while (!moves.done()) certificate.parts.back().add(moves.next());
    } else {
      certificate.facts.emplace_back(word, rest);
    }
  }
  if (certificate.parts.empty()) return std::nullopt;
  return engine::write_certificate(certificate);
}

// Whether a claim about the facts of a case is true, by the engine.
bool is_true(const Case& each, const std::string& claim) {
  engine::Request request = request_of(each);
  const std::unique_ptr<engine::Engine> engine = registry().find(each.game)->new_engine();
  engine->configure(small_table());
  engine::Listener silent;
  const StopFlag stop;
  const std::string game = each.game;
  const std::size_t blank = claim.find(' ');
  const std::string word = claim.substr(0, blank),
                    number = blank == std::string::npos ? "" : claim.substr(blank + 1);
  if (game == "go") {
    const std::size_t second = number.find(' ');
    request.options["player"] = word[0] == 'b' ? "B" : "W";
    request.options["ko"] = number.substr(0, second);
    const engine::Report report = engine->solve(request, silent, stop);
    const bool mover_attacks =
        (word[0] == 'b') ==
        (certificate_of(static_cast<std::size_t>(&each - cases().data())).fact("attacker") == "black");
    const bool captured = (report.score == 1) == mover_attacks;
    return report.proved && captured == (number.substr(second + 1) == "captured");
  }
  if (game == "connect4") {
    request.options.erase("weak");
    const engine::Report report = engine->solve(request, silent, stop);
    const int bound = parse_number<int>(number, "score");
    return report.proved && (word == "at-least" ? *report.score >= bound : *report.score <= bound);
  }
  if (word == "no-mate" && game == "shogi") return !engine->solve(request, silent, stop).mate;
  if (parse_number<int>(number, "length") == 0) return word == "no-mate";
  request.options["mate"] = number;
  const engine::Report report = engine->solve(request, silent, stop);
  return report.proved && report.mate.has_value() == (word == "mate");
}

struct Edits {
  int tried = 0, passed = 0, changed_claims = 0, changed_facts = 0;
};

void edit(std::size_t number, int times, std::mt19937_64& random, Edits& edits) {
  const test::TemporaryFolder folder;
  const Case& each = cases()[number];
  const engine::Certificate& original = certificate_of(number);
  const std::string text = engine::write_certificate(original);
  const std::size_t facts_end = text.find("claim ");
  const auto pick = [&](std::size_t from, std::size_t to) { return from + random() % (to - from); };
  for (int i = 0; i < times;) {
    // A third of the edits each: anywhere, in the claims, in the facts.
    std::string edited = text;
    std::size_t from = 0, to = text.size();
    if (i % 3 == 1) from = facts_end, to = text.find('\n', facts_end);
    if (i % 3 == 2) to = facts_end;
    const std::size_t at = pick(from, to);
    switch (random() % 4) {
      case 0:
        edited[at] = text[pick(0, text.size())];
        break;
      case 1:
        edited.erase(at, 1 + random() % 4);
        break;
      case 2:
        edited.insert(at, text.substr(pick(0, text.size()), 1 + random() % 4));
        break;
      default:
        edited[at] = "0123456789abcwhitesafe"[random() % 22];
    }
    if (edited == text) continue;
    ++i;
    ++edits.tried;
    // As it is, the checksum finds it.
    EXPECT_THROW(EXPECT_FALSE(verify(edited).holds) << edited, Error);
    const auto sealed = resealed(edited);
    if (!sealed || *sealed == text) continue;
    bool holds = false;
    engine::Certificate read;
    try {
      read = engine::read_certificate(*sealed);
      holds = verify(*sealed).holds;
    } catch (const Error&) {
    }
    if (!holds) continue;
    ++edits.passed;
    if (read.facts != original.facts || read.game != original.game) {
      // Another problem: the other checker has to agree that this is a proof for it.
      ++edits.changed_facts;
      const std::string path = folder.file("edited");
      test::spit(path, *sealed);
      EXPECT_TRUE(python_says_yes(read.game, path)) << *sealed;
      continue;
    }
    for (const engine::CertificatePart& part : read.parts) {
      const bool known = std::any_of(original.parts.begin(), original.parts.end(),
                                     [&](const auto& old) { return old.claim == part.claim; });
      if (known) continue;
      ++edits.changed_claims;
      EXPECT_TRUE(is_true(each, part.claim)) << each.game << " " << each.position << ": " << part.claim;
    }
  }
}

TEST(Certificates, NothingFalsePassesAfterAThousandEdits) {
  std::mt19937_64 random(22);
  Edits edits;
  for (std::size_t i = 0; i < cases().size(); ++i) edit(i, 67, random, edits);
  EXPECT_GE(edits.tried, 1000);
  RecordProperty("passed", edits.passed);
  RecordProperty("changed_claims", edits.changed_claims);
  RecordProperty("changed_facts", edits.changed_facts);
}

TEST(CertificateFile, SaysWhatIsWrong) {
  const auto error_of = [](const std::string& text) {
    try {
      (void)engine::read_certificate(text);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(error_of("").find("ends here"), std::string::npos);
  EXPECT_NE(error_of("tesuji-certificate 2\n").find("version 1"), std::string::npos);
  const std::string text = engine::write_certificate(certificate_of(0));
  EXPECT_EQ(error_of(text), "");
  EXPECT_NE(error_of(text.substr(0, text.size() - 13)).find("ends here"), std::string::npos);
  EXPECT_NE(error_of(text + "x\n").find("more after"), std::string::npos);
}

}  // namespace
}  // namespace tesuji
