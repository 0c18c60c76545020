// bench-connect4: our solver, and others given as commands, on the same random positions.
//
//   bench-connect4 [--hash 64M] [--weak] [--bucket late]... [--peer NAME=COMMAND]... [--ablation]
//
// A peer reads one position a line on standard input and writes a line for each whose second word is the
// score. Times are CPU seconds. A peer that writes a last line "seconds 1.25" has timed itself, as we do,
// without reading, writing and clearing its table; of any other, the time of the process is taken, less that
// of its start on empty input.
#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "base/error.hpp"
#include "base/size.hpp"
#include "connect4/positions.hpp"
#include "games/connect4/node.hpp"
#include "games/connect4/solver.hpp"
#include "search/exact.hpp"

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

constexpr Standard kShape;

// A search, perhaps with some technique left out, without the face around it.
template <class T>
Run run_search(const std::vector<std::string>& positions, std::uint64_t hash, bool weak) {
  using Tree = connect4::Tree<Standard, T>;
  const Tree tree(kShape);
  search::ExactTable<Tree> table(hash);
  search::ExactSearch<Tree> search(tree, table);
  Budget unlimited;
  Run run;
  for (std::uint64_t i = 0; i < hash; i += 4096) *reinterpret_cast<volatile char*>(table.line(0) + i) = 0;
  const double start = cpu_seconds(RUSAGE_SELF);
  for (const std::string& moves : positions) {
    Position at;
    for (const char name : moves) at.play(kShape.landing(at, column_index(name)));
    const int low = weak ? -1 : kShape.loss_next(at), high = weak ? 1 : kShape.win_after(at.count + 2);
    const auto answer = search.solve(tree.node(at), low, high, unlimited);
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
      if (score == 0 || kShape.cells() - 2 * std::abs(score) + 2 - stones > 13) continue;
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
    double score = 0;
    if (!(words >> moves >> score)) continue;
    if (moves == "seconds") {
      run.seconds = score;
    } else {
      run.scores.push_back(static_cast<int>(score));
    }
  }
  return run;
}

// Win, draw or loss.
void keep_signs(Run& run) {
  for (int& score : run.scores) score = (score > 0 ? 1 : 0) - (score < 0 ? 1 : 0);
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
struct NoHopeless : AllTechniques {
  static constexpr int kHopeless = 0;
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

void ablate(const std::vector<std::string>& positions, std::uint64_t hash, bool weak, const Run& ours) {
  print("no follow-up bound", run_search<NoFollowUp>(positions, hash, weak), ours);
  print("no look for lines left", run_search<NoHopeless>(positions, hash, weak), ours);
  print("forced moves searched", run_search<NoForced>(positions, hash, weak), ours);
  print("no threat ordering", run_search<NoThreatOrder>(positions, hash, weak), ours);
  print("no mirror images", run_search<NoMirror>(positions, hash, weak), ours);
  print("no early table cutoffs", run_search<NoAskEarly>(positions, hash, weak), ours);
  print("plain bisection", run_search<NoExtremes>(positions, hash, weak), ours);
  print("table to the last cell", run_search<TableToTheEnd>(positions, hash, weak), ours);
}

int run(int argc, char** argv) {
  std::string hash = "64M";
  std::vector<std::string> wanted, peers;
  std::uint64_t seed = 20261115;
  int count = 0;
  bool ablation = false, list = false, weak = false;
  CLI::App app("Connect 4 solvers on the same random positions");
  app.add_option("--hash", hash, "Size of our table")->capture_default_str();
  app.add_option("--bucket", wanted, "late, middle, early, opening, shallow; all if none");
  app.add_option("--peer", peers, "NAME=COMMAND");
  app.add_option("--seed", seed, "Seed of the positions")->capture_default_str();
  app.add_option("--count", count, "Positions in a bucket; 0 = its own number");
  app.add_flag("--ablation", ablation, "Leave out one technique after the other");
  app.add_flag("--weak", weak, "Only win, draw or loss, for peers that find no more");
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
    const Run ours = run_search<AllTechniques>(positions, parse_bytes(hash), weak);
    print("tesuji", ours, ours);
    for (const std::string& peer : peers) {
      const std::size_t equals = peer.find('=');
      if (equals == std::string::npos) throw Error(fmt::format("--peer {}: write NAME=COMMAND", peer));
      Run theirs = run_peer(peer.substr(equals + 1), positions);
      if (weak) keep_signs(theirs);
      print(peer.substr(0, equals), theirs, ours);
    }
    if (ablation) ablate(positions, parse_bytes(hash), weak, ours);
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
