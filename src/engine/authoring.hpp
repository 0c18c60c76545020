// What a game offers to people who make and check problems: certificates, checks of collections, new problems
// and diagrams. A game that offers it returns one from Game::authoring(); each member has a default that says
// what the game lacks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "engine/certificate.hpp"
#include "engine/engine.hpp"
#include "engine/options.hpp"
#include "engine/request.hpp"

namespace tesuji::engine {

// One thing to say about a problem.
struct Finding {
  enum class Severity : std::uint8_t { Error, Warning, Note };
  Severity severity = Severity::Error;
  std::string kind;   // for programs: "no-solution", "cook", "dual", …
  std::string text;   // for people
  std::string moves;  // where: the moves from the problem's position, separated by blanks; may be empty
};

struct ProblemCheck {
  std::string title;     // what the file calls it; may be empty
  std::string position;  // as the game's notation reads it
  std::string verdict;   // what was proved, one sentence
  bool decided = true;   // false: a limit ended the check
  std::vector<Finding> findings;
  std::string identity;  // equal for problems that are the same but for symmetry and colour; empty = unknown
  std::string fixed;     // with what was missing added, where that was asked for
};

struct CheckRequest {
  search::Limits limits;  // for each problem
  bool fix = false;
  OptionTexts options;
};

// Checks problems one after the other; keeps a table between them.
class ProblemChecker {
 public:
  ProblemChecker() = default;
  ProblemChecker(const ProblemChecker&) = delete;
  ProblemChecker& operator=(const ProblemChecker&) = delete;
  virtual ~ProblemChecker() = default;
  // Throws Error if the problem cannot be read.
  virtual ProblemCheck check(std::string_view problem, const CheckRequest& request, const StopFlag& stop) = 0;
};

// A new problem, proved.
struct NewProblem {
  std::string text;      // as a file has it, with its solution; ends with a line end
  std::string position;  // for the summary
  std::string solution;  // the first move
  std::string kind;      // "kill", "live", "ko", …
  int grade = 0;
  std::string identity;  // as in ProblemCheck
};

// Tries to make problems. Attempt n of a seed always gives the same problem or none.
class ProblemGenerator {
 public:
  ProblemGenerator() = default;
  ProblemGenerator(const ProblemGenerator&) = delete;
  ProblemGenerator& operator=(const ProblemGenerator&) = delete;
  virtual ~ProblemGenerator() = default;
  virtual std::optional<NewProblem> attempt(std::uint64_t number, const StopFlag& stop) = 0;
};

struct GenerateRequest {
  std::uint64_t seed = 1;
  OptionTexts options;
};

// A drawing in units of one board square, the origin at the top left.
struct Diagram {
  struct Line {
    double x1, y1, x2, y2, width;
  };
  struct Circle {
    double x, y, radius;
    bool filled;
  };
  struct Text {
    double x, y, size;  // the centre of the text, and its height
    std::string text;
    bool white = false;   // on black
    bool turned = false;  // upside down
  };
  double width = 0, height = 0;
  std::vector<Line> lines;
  std::vector<Circle> circles;
  std::vector<Text> texts;
  std::string caption;
};

struct ProblemDiagrams {
  Diagram problem, solution;
};

class Authoring {
 public:
  Authoring() = default;
  Authoring(const Authoring&) = delete;
  Authoring& operator=(const Authoring&) = delete;
  virtual ~Authoring() = default;

  // Proves the answer to the request and writes the proof down. Throws Error if there is no proof within the
  // limits, or if it has more than `max_states` states.
  [[nodiscard]] virtual Certificate certify(const Request&, const CommonOptions&,
                                            std::uint64_t /*max_states*/, const StopFlag&) const {
    throw Error("this game has no certificates");
  }
  // Throws Error if the certificate does not say what it has to; a wrong proof does not hold.
  [[nodiscard]] virtual Verification verify(const Certificate&, const StopFlag&) const {
    throw Error("this game has no certificates");
  }

  // The problems in a file, one text each.
  [[nodiscard]] virtual std::vector<std::string> split_collection(std::string_view) const {
    throw Error("this game has no checks for collections");
  }
  [[nodiscard]] virtual std::unique_ptr<ProblemChecker> new_checker(const CommonOptions&) const {
    throw Error("this game has no checks for collections");
  }

  // Whether its checker can add to the author's solution (CheckRequest::fix).
  [[nodiscard]] virtual bool can_fix() const { return false; }

  [[nodiscard]] virtual std::vector<OptionSpec> generator_options() const { return {}; }
  [[nodiscard]] virtual std::unique_ptr<ProblemGenerator> new_generator(const GenerateRequest&,
                                                                        const CommonOptions&) const {
    throw Error("this game has no generator of problems");
  }

  // Throws Error if there is nothing to draw in it.
  [[nodiscard]] virtual ProblemDiagrams diagrams(std::string_view) const {
    throw Error("this game has no diagrams");
  }
};

}  // namespace tesuji::engine
