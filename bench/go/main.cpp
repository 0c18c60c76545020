// bench-go: our solver on files of problems, a peer on the same files, and problems made at random.
//
//   bench-go [--hash 16M] [--limit 60s] [--threads N] [--peer COMMAND] FILE.sgf...
//   bench-go [--hash 256M] [--limit 10s] --random 14 --count 50 [--seed 1] [--verdicts]
//   bench-go [--hash 64M] --areas 100000 FILE.sgf...
//
// Files: the side that the file says moves first, nobody with threats, an empty table for each. A peer is
// called once with the names of the files and writes, for each that it solved, its name and the seconds it
// took. Areas: open problems (areas.hpp), with so many nodes for each question. Random: both sides move
// first, nobody with threats; or, with --verdicts, both sides and all ko conditions as one question. All
// times are of the clock, the peer's as well: pin it to a quiet core.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "base/duration.hpp"
#include "base/error.hpp"
#include "base/size.hpp"
#include "games/go/solver.hpp"
#include "go/areas.hpp"
#include "go/random.hpp"

namespace tesuji::go::bench {
namespace {

struct Options {
  std::uint64_t hash = 16 << 20;
  std::chrono::milliseconds limit{60'000};
  int threads = 1, random = 0, count = 50;
  bool verdicts = false;
  std::uint64_t seed = 1, areas = 0;
  std::string peer;
  std::vector<std::string> files;
};

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Run {
  std::optional<bool> dead;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// What `question` asks of a solver with an empty table.
template <class Question>
Run timed(const Tsumego& tsumego, Memory& memory, const Options& options, Question question) {
  memory.table().clear();
  Run run;
  const double start = seconds_now();
  Solver solver(tsumego, memory);
  search::Limits limits;
  limits.time = options.limit;
  solver.limit(limits, nullptr);
  solver.use_threads(options.threads);
  run.dead = question(solver);
  run.seconds = seconds_now() - start;
  run.nodes = solver.nodes();
  return run;
}

Run solve(const Tsumego& tsumego, Side first, Memory& memory, const Options& options) {
  return timed(tsumego, memory, options,
               [&](Solver& solver) { return solver.attacker_wins(tsumego.start(first, kNoThreats)); });
}

// Dead: even if the defender moves first, whatever the threats.
Run verdict(const Tsumego& tsumego, Memory& memory, const Options& options) {
  return timed(tsumego, memory, options, [&](Solver& solver) -> std::optional<bool> {
    const Threshold attacker = solver.threshold(tsumego.start(Side::Attacker, kNoThreats));
    const Threshold defender = solver.threshold(tsumego.start(Side::Defender, kNoThreats));
    if (!attacker.settled() || !defender.settled()) return std::nullopt;
    return defender.dead(kDefenderInfinite);
  });
}

std::string_view word(const Run& run) {
  return !run.dead ? "open" : *run.dead ? "dead" : "alive";
}

std::map<std::string, double> ask_peer(const Options& options) {
  std::map<std::string, double> found;
  if (options.peer.empty()) return found;
  std::string command = options.peer;
  for (const std::string& file : options.files) command += " '" + file + "'";
  const std::unique_ptr<FILE, int (*)(FILE*)> out(popen(command.c_str(), "r"), pclose);
  if (!out) throw Error("cannot start the peer: " + options.peer);
  std::string text;
  std::array<char, 4096> piece{};
  while (const std::size_t n = std::fread(piece.data(), 1, piece.size(), out.get()))
    text.append(piece.data(), n);
  std::istringstream lines(text);
  for (std::string name; lines >> name;) lines >> found[name];
  return found;
}

void race(const Options& options) {
  const std::map<std::string, double> peer = ask_peer(options);
  Memory memory(options.hash);
  Run total;
  double of_peer = 0, ours_there = 0;
  int solved = 0, asked = 0, compared = 0, slower = 0;
  for (const std::string& file : options.files) {
    std::ifstream in(file);
    std::ostringstream text;
    text << in.rdbuf();
    try {
      const Problem problem = problem_from(text.str());
      if (!problem.player) continue;
      const Tsumego tsumego(enclose(problem));
      const Run run = solve(tsumego, tsumego.side(*problem.player), memory, options);
      const auto theirs = peer.find(file);
      fmt::print("{:<40} {:>2} {:<5} {:>9} nodes {:>9.2f} ms{}\n", file,
                 count(tsumego.rules().empty(tsumego.start(Side::Attacker, kNoThreats))), word(run),
                 run.nodes, run.seconds * 1e3,
                 theirs == peer.end() ? std::string()
                                      : fmt::format(" {:>10.2f} ms, {:.0f}x", theirs->second * 1e3,
                                                    theirs->second / std::max(run.seconds, 1e-6)));
      ++asked;
      solved += run.dead ? 1 : 0;
      total.nodes += run.nodes;
      total.seconds += run.seconds;
      if (theirs == peer.end()) continue;
      ++compared;
      of_peer += theirs->second;
      ours_there += run.seconds;
      slower += theirs->second > 0.02 && run.seconds > theirs->second ? 1 : 0;
    } catch (const Error& error) {
      fmt::print("{}: {}\n", file, error.what());
    }
  }
  fmt::print("{} of {} solved, {} nodes, {:.2f} s\n", solved, asked, total.nodes, total.seconds);
  if (compared == 0) return;
  fmt::print(
      "on the {} that the peer solved: {:.2f} s, the peer {:.2f} s, {:.0f}x; slower on {} over 20 ms\n",
      compared, ours_there, of_peer, of_peer / ours_there, slower);
}

void random_problems(const Options& options) {
  Memory memory(options.hash);
  tt::SplitMix64 random(options.seed);
  std::vector<Run> runs;
  for (int made = 0; made < options.count;) {
    const auto enclosure = random_problem(random, options.random);
    if (!enclosure) continue;
    ++made;
    const Tsumego tsumego(*enclosure);
    if (options.verdicts) {
      runs.push_back(verdict(tsumego, memory, options));
    } else {
      for (const Side side : {Side::Attacker, Side::Defender})
        runs.push_back(solve(tsumego, side, memory, options));
    }
  }
  if (runs.empty()) return;
  int dead = 0, open = 0;
  std::uint64_t nodes = 0;
  for (const Run& run : runs) {
    dead += run.dead.value_or(false) ? 1 : 0;
    open += run.dead ? 0 : 1;
    nodes += run.nodes;
  }
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.seconds < b.seconds; });
  const auto slow = std::count_if(runs.begin(), runs.end(), [](const Run& run) { return run.seconds > 1; });
  const auto at = [&](std::size_t percent) { return runs[(runs.size() - 1) * percent / 100].seconds * 1e3; };
  fmt::print(
      "{} empty points: {} questions, {} dead, {} unsolved, {} over 1 s; median {:.2f} ms, 90% {:.2f} ms, "
      "99% {:.2f} ms, most {:.2f} ms; {} nodes\n",
      options.random, runs.size(), dead, open, slow, at(50), at(90), at(99), at(100), nodes);
}

}  // namespace
}  // namespace tesuji::go::bench

int main(int argc, char** argv) {
  using namespace tesuji;
  go::bench::Options options;
  std::string hash = "16M", limit = "60s";
  CLI::App app("the tsumego solver against others and on random problems");
  app.add_option("--hash", hash, "table size");
  app.add_option("--limit", limit, "for each problem");
  app.add_option("--threads", options.threads);
  app.add_option("--peer", options.peer, "a command that solves the files given to it");
  app.add_option("--random", options.random, "problems with this many empty points instead of files");
  app.add_option("--count", options.count, "how many random problems");
  app.add_option("--seed", options.seed);
  app.add_flag("--verdicts", options.verdicts, "whole verdicts of random problems, all ko conditions");
  app.add_option("--areas", options.areas, "nodes for each question about an open problem");
  app.add_option("files", options.files);
  CLI11_PARSE(app, argc, argv);
  try {
    options.hash = parse_bytes(hash);
    options.limit = parse_duration(limit);
    if (options.random > 0) {
      go::bench::random_problems(options);
    } else if (options.areas > 0) {
      go::bench::ask_areas({options.files, options.hash, options.areas});
    } else {
      go::bench::race(options);
    }
  } catch (const Error& error) {
    fmt::print(stderr, "bench-go: {}\n", error.what());
    return 1;
  }
  return 0;
}
