// bench-connect4: our solver, and others given as commands, on the same random positions.
//
//   bench-connect4 [--hash 64M] [--bucket late]... [--peer NAME=COMMAND]... [--ablation]
//
// A peer reads one position a line on standard input and writes a line for each whose second word is the
// score. Times are CPU seconds of the process; a peer's start on empty input is taken off.
#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "connect4/positions.hpp"
#include "engine/units.hpp"
#include "games/connect4/node.hpp"
#include "games/connect4/solver.hpp"
#include "search/exact.hpp"
#include "tt/error.hpp"

namespace tesuji::connect4::bench {
namespace {

double cpu_seconds(int who) {
  rusage usage{};
  getrusage(who, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

struct Run {
  std::vector<int> scores;
  double seconds = 0;
  std::uint64_t nodes = 0;
};

using S = Shape<7, 6>;

// A search with some technique left out, without the face around it.
template <class T>
Run run_search(const std::vector<std::string>& positions, std::uint64_t hash) {
  using Tree = connect4::Tree<S, T>;
  search::ExactTable<Tree> table(hash);
  search::ExactSearch<Tree> search(table);
  const search::StopFlag stop;
  Run run;
  for (std::uint64_t i = 0; i < hash; i += 4096) *reinterpret_cast<volatile char*>(table.line(0) + i) = 0;
  const double start = cpu_seconds(RUSAGE_SELF);
  for (const std::string& moves : positions) {
    Position<S> at;
    for (const char name : moves) at.play(column_index(name));
    const auto answer =
        search.solve(Tree::node(at), at.loss_next(), Position<S>::win_after(at.count + 2), {}, stop);
    run.scores.push_back(answer.low);
    run.nodes += answer.nodes;
  }
  run.seconds = cpu_seconds(RUSAGE_SELF) - start;
  return run;
}

std::vector<std::string> positions_of(const Bucket& bucket, int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::string> positions;
  const auto solver = bucket.shallow ? make_solver({}, std::uint64_t{64} << 20, 1) : nullptr;
  const search::StopFlag stop;
  while (static_cast<int>(positions.size()) < count) {
    const int stones = bucket.fewest + random.below(bucket.most - bucket.fewest);
    const std::string moves = random_position(random, stones);
    if (solver) {
      Question question;
      question.line = false;
      const int score = solver->solve(parse(moves), question, stop, {}).low;
      if (score == 0 || S::kCells - 2 * std::abs(score) + 2 - stones > 13) continue;
    }
    positions.push_back(moves);
  }
  return positions;
}

Run run_peer(const std::string& command, const std::vector<std::string>& positions) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const std::string in = folder / "bench-connect4.in", out = folder / "bench-connect4.out";
  const auto timed = [&](const std::vector<std::string>& lines) {
    {
      std::ofstream file(in);
      for (const std::string& line : lines) file << line << '\n';
    }
    const double start = cpu_seconds(RUSAGE_CHILDREN);
    if (std::system(fmt::format("{} < {} > {}", command, in, out).c_str()) != 0)
      throw Error(fmt::format("the command failed: {}", command));
    return cpu_seconds(RUSAGE_CHILDREN) - start;
  };
  const double idle = timed({});
  Run run;
  run.seconds = timed(positions) - idle;
  std::ifstream file(out);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string moves;
    int score = 0;
    if (words >> moves >> score) run.scores.push_back(score);
  }
  return run;
}

void print(const std::string& who, const Run& run, const Run& ours) {
  const double count = static_cast<double>(ours.scores.size());
  fmt::print("  {:<24} {:>12.2f} us  {:>12.1f} nodes  {:>6.2f}x  {}\n", who, run.seconds * 1e6 / count,
             static_cast<double>(run.nodes) / count, run.seconds / ours.seconds,
             run.scores == ours.scores ? "same scores" : "OTHER SCORES");
}

struct NoFollowUp : AllTechniques {
  static constexpr bool kFollowUp = false;
};
struct NoForced : AllTechniques {
  static constexpr bool kForced = false;
};
struct NoThreatOrder : AllTechniques {
  static constexpr bool kThreatOrder = false;
};
struct NoMirror : AllTechniques {
  static constexpr bool kMirror = false;
};
struct NoAskEarly : AllTechniques {
  static constexpr bool kAskEarly = false;
};
struct NoExtremes : AllTechniques {
  static constexpr bool kExtremesFirst = false;
};
struct TableToTheEnd : AllTechniques {
  static constexpr int kSmall = 0;
};

void ablate(const std::vector<std::string>& positions, std::uint64_t hash, const Run& ours) {
  print("no follow-up bound", run_search<NoFollowUp>(positions, hash), ours);
  print("forced moves searched", run_search<NoForced>(positions, hash), ours);
  print("no threat ordering", run_search<NoThreatOrder>(positions, hash), ours);
  print("no mirror images", run_search<NoMirror>(positions, hash), ours);
  print("no early table cutoffs", run_search<NoAskEarly>(positions, hash), ours);
  print("plain bisection", run_search<NoExtremes>(positions, hash), ours);
  print("table to the last cell", run_search<TableToTheEnd>(positions, hash), ours);
}

int run(int argc, char** argv) {
  std::string hash = "64M";
  std::vector<std::string> wanted, peers;
  std::uint64_t seed = 20261115;
  int count = 0;
  bool ablation = false, list = false;
  CLI::App app("Connect 4 solvers on the same random positions");
  app.add_option("--hash", hash, "Size of our table")->capture_default_str();
  app.add_option("--bucket", wanted, "late, middle, early, opening, shallow; all if none");
  app.add_option("--peer", peers, "NAME=COMMAND");
  app.add_option("--seed", seed, "Seed of the positions")->capture_default_str();
  app.add_option("--count", count, "Positions in a bucket; 0 = its own number");
  app.add_flag("--ablation", ablation, "Leave out one technique after the other");
  app.add_flag("--list", list, "Only write the positions");
  CLI11_PARSE(app, argc, argv);

  for (const Bucket& bucket : kBuckets) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), bucket.name) == wanted.end()) continue;
    const auto positions = positions_of(bucket, count > 0 ? count : bucket.count, seed);
    if (list) {
      for (const std::string& moves : positions) fmt::print("{}\n", moves);
      continue;
    }
    fmt::print("{} ({} positions, {})\n", bucket.name, positions.size(), hash);
    const Run ours = run_search<AllTechniques>(positions, engine::parse_bytes(hash));
    print("tesuji", ours, ours);
    for (const std::string& peer : peers) {
      const std::size_t equals = peer.find('=');
      if (equals == std::string::npos) throw Error(fmt::format("--peer {}: write NAME=COMMAND", peer));
      print(peer.substr(0, equals), run_peer(peer.substr(equals + 1), positions), ours);
    }
    if (ablation) ablate(positions, engine::parse_bytes(hash), ours);
  }
  return 0;
}

}  // namespace
}  // namespace tesuji::connect4::bench

int main(int argc, char** argv) {
  try {
    return tesuji::connect4::bench::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench-connect4: {}\n", error.what());
    return 1;
  }
}
