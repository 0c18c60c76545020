#include "go/areas.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "games/go/area.hpp"
#include "games/go/question.hpp"
#include "games/go/solver.hpp"

namespace tesuji::go::bench {

namespace {

// How many steps from the group the largest area reaches.
constexpr int kLargestReach = 5;

Enclosure cut_out(const Problem& problem, const Reading& reading, int reach) {
  Problem cut = problem;
  cut.target = reading.target;
  cut.region = search_area(problem.grid, reading.target, reach).sorted(problem.grid);
  return enclose(std::move(cut));
}

}  // namespace

void ask_areas(const AreaQuestions& questions) {
  Memory memory(questions.hash);
  int asked = 0, solved = 0;
  std::uint64_t nodes = 0;
  const auto start = Budget::Clock::now();
  for (const std::string& file : questions.files) {
    std::ifstream in(file);
    std::ostringstream text;
    text << in.rdbuf();
    try {
      const Problem problem = problem_from(text.str());
      const Reading reading = readings(problem).front();
      std::vector<Point> last;
      for (int reach = 1; reach <= kLargestReach; ++reach) {
        Enclosure enclosure = cut_out(problem, reading, reach);
        if (enclosure.points == last) continue;
        last = enclosure.points;
        const Tsumego tsumego(std::move(enclosure));
        memory.table().clear();
        Solver solver(tsumego, memory);
        search::Limits limits;
        limits.nodes = questions.nodes;
        solver.limit(limits, nullptr);
        const Position first =
            tsumego.start(tsumego.side(problem.player.value_or(Colour::Black)), kNoThreats);
        const auto dead = solver.attacker_wins(first);
        ++asked;
        solved += dead ? 1 : 0;
        nodes += solver.nodes();
        fmt::print("{:<60} reach {} {:>3} points {:>3} empty {} first: {:<5} {:>9} nodes\n", file, reach,
                   tsumego.region().size(), count(tsumego.rules().empty(first)),
                   first.to_move == Side::Attacker ? "attacker" : "defender",
                   !dead   ? "open"
                   : *dead ? "dead"
                           : "alive",
                   solver.nodes());
        if (!dead) break;  // a larger area is harder
      }
    } catch (const Error& error) {
      fmt::print("{}: {}\n", file, error.what());
    }
  }
  fmt::print("{} of {} questions solved, {} nodes, {:.2f} s\n", solved, asked, nodes,
             std::chrono::duration<double>(Budget::Clock::now() - start).count());
}

}  // namespace tesuji::go::bench
