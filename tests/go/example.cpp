#include <iostream>

#include "games/go/solver.hpp"
#include "games/go/verdict.hpp"

int main() {
  using namespace tesuji::go;
  const Tsumego problem(enclose(problem_from("...OX..\n...OX..\n@OOOX..\nXXXXX..\n.......\n")));
  Memory memory(16 << 20);
  Solver solver(problem, memory);
  // In slices, as a program with other things to do would: what was found so far is in the memory.
  solver.progress = [](std::uint64_t nodes) { std::cout << nodes << " nodes\n"; };
  std::optional<bool> dead;
  while (!dead) {
    tesuji::search::Limits slice;
    slice.nodes = 1000;
    solver.limit(slice, nullptr);
    dead = solver.attacker_wins(problem.start(Side::Attacker, kNoThreats));
  }
  solver.limit({}, nullptr);
  Verdict verdict;
  verdict.attacker_first = solver.threshold(problem.start(Side::Attacker, kNoThreats));
  verdict.defender_first = solver.threshold(problem.start(Side::Defender, kNoThreats));
  std::cout << sentence(problem, verdict) << "\n";
  // Step through the proof: the winner's moves win, the loser's hold out.
  Position position = problem.start(Side::Attacker, kNoThreats);
  for (const Step& step : solver.line(position)) {
    position = problem.rules().after(position, step);
    std::cout << draw(problem.grid(position), problem.enclosure().problem.target, {}) << "\n";
  }
}
