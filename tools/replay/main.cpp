// usage: replay game chess|shogi FILE [SEED [PLIES [DEPTH [MiB]]]]   the trace of a game of an engine with
// itself
//        replay made-up FILE [SEED [PLIES [DEPTH]]]                  the same of a made-up game
//        replay FILE [MiB ...]                                       hit rates of every policy on a trace, of
//        two
//                                                                    published layouts at the same bytes, and
//                                                                    optima
//        replay ideas MiB FILE ...                                   policies that are not (or not yet) in
//        the table
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "fit.hpp"
#include "games/chess/hooks.hpp"
#include "games/shogi/hooks.hpp"
#include "ideas.hpp"
#include "lookup.hpp"
#include "record.hpp"
#include "rivals/lossy.hpp"
#include "tree.hpp"

namespace {

void show(const std::string& name, const tt::trace::Score& score) {
  std::printf("  %-26s hits %6.2f %%   work saved %6.2f %%   wrong %6.1f in a million\n", name.c_str(),
              100 * score.hit_rate(), 100 * score.work_rate(),
              1e6 * static_cast<double>(score.wrong) / static_cast<double>(score.probes));
  std::fflush(stdout);
}

void compare(const tt::trace::Events& events, std::uint64_t mib) {
  const std::uint64_t bytes = mib << 20;
  std::printf("%llu MiB\n", static_cast<unsigned long long>(mib));
  for (const auto name : tt::kReplacementNames)
    show(std::string(name), tt::trace::replay(events, bytes, tt::RuntimeReplacement(name)));
  rivals::StockfishLayout three(bytes);
  show(rivals::StockfishLayout::kName, tt::trace::replay_on(three, events));
  rivals::DepthSingle single(bytes);
  show(rivals::DepthSingle::kName, tt::trace::replay_on(single, events));
  show("optimum in the line", replay::simulate(events, replay::facts_of(events), bytes, replay::Belady{}));
  const auto best = tt::trace::optimum(events, bytes / 8);
  std::printf("  %-26s hits %6.2f %%\n", "optimum", 100 * best.hit_rate());
}

void fit_and_test(std::uint64_t bytes, const replay::Games& training, const replay::Games& test) {
  using replay::Least;
  using replay::Linear;
  show("optimum in the line", replay::simulate_all(test, bytes, replay::Belady{}));
  show("balanced", replay::simulate_all(test, bytes, Least(Linear{replay::kBalanced})));
  for (const std::size_t features : {replay::kStoredFeatures, replay::kFeatures}) {
    const replay::Weights weights = replay::fit(training, bytes, features);
    for (std::size_t i = 0; i < features; ++i) std::printf("  %s %+d", replay::kFeatureNames[i], weights[i]);
    std::printf("  (depth %d)\n", replay::kDepthWeight);
    show("fitted, training", replay::simulate_all(training, bytes, Least(Linear{weights})));
    show("fitted, test", replay::simulate_all(test, bytes, Least(Linear{weights})));
  }
}

// Learned tables of different features and horizons.
void learn_and_test(std::uint64_t bytes, const replay::Games& training, const replay::Games& test) {
  using namespace replay;
  show("optimum in the line", simulate_all(test, bytes, Belady{}));
  for (const int plies : {1, 2, 4}) {
    show("depth, a search is " + std::to_string(plies) + " plies",
         simulate_all(test, bytes, Least(Linear{Weights{-plies * kDepthWeight}})));
  }
  const std::vector<Features> sets = {
      {feature::kDepth, feature::kAge, feature::kBound},
      {feature::kDepth, feature::kAge, feature::kSinceStored},
      {feature::kDepth, feature::kAge, feature::kBound, feature::kHits},
      {feature::kDepth, feature::kAge, feature::kSinceAsked, feature::kHits, feature::kBound},
      {feature::kDepth, feature::kAge, feature::kSinceAsked, feature::kHits, feature::kNodes}};
  for (const Features& features : sets) {
    for (const std::uint32_t horizon : {4U, 16U, 64U, 256U}) {
      const Lookup lookup = train(training, bytes, features, horizon);
      std::printf("%s; horizon %u\n", lookup.name().c_str(), horizon);
      const Least policy([&](const Candidate& c, std::uint32_t now) { return lookup(c, now); });
      show("learned, training", simulate_all(training, bytes, policy));
      show("learned, test", simulate_all(test, bytes, policy));
    }
  }
}

int usage() {
  std::fprintf(stderr,
               "usage: replay game chess|shogi FILE [SEED [PLIES [DEPTH [MiB]]]]\n"
               "       replay made-up FILE [SEED [PLIES [DEPTH]]]\n"
               "       replay FILE [MiB ...]\n"
               "       replay ideas KiB FILE ...\n"
               "       replay fit KiB TRAINING ... -- TEST ...\n"
               "       replay learn KiB TRAINING ... -- TEST ...\n");
  return 2;
}

int run(const std::vector<std::string>& words) {
  const auto number = [&](std::size_t i, int otherwise) {
    return words.size() > i ? std::atoi(words[i].c_str()) : otherwise;
  };
  const auto save = [](const tt::trace::Events& events, const std::string& path) {
    tt::trace::write(events, path);
    std::printf("%zu events\n", events.size());
    return 0;
  };
  if (words.empty()) return usage();
  if (words[0] == "game" && words.size() >= 3) {
    const replay::GameSettings settings{static_cast<std::uint64_t>(number(3, 1)), number(4, 10),
                                        number(5, 12), static_cast<std::uint64_t>(number(6, 4)) << 20};
    if (words[1] == "chess") return save(replay::record_game<tesuji::chess::Hooks>(settings), words[2]);
    if (words[1] == "shogi") return save(replay::record_game<tesuji::shogi::Hooks>(settings), words[2]);
    return usage();
  }
  if (words[0] == "made-up" && words.size() >= 2) {
    return save(replay::record(static_cast<std::uint64_t>(number(2, 1)), number(3, 6), number(4, 9),
                               std::uint64_t{1} << 20),
                words[1]);
  }
  const auto bytes = static_cast<std::uint64_t>(std::max(number(1, 0), 0)) << 10;
  if (words[0] == "ideas" && words.size() >= 3 && bytes > 0) {
    for (const auto& [name, score] : replay::try_ideas(bytes, {words.begin() + 2, words.end()}))
      show(name, score);
    return 0;
  }
  if ((words[0] == "fit" || words[0] == "learn") && bytes > 0) {
    const auto middle = std::find(words.begin(), words.end(), "--");
    if (middle == words.end() || middle - words.begin() < 3 || middle + 1 == words.end()) return usage();
    const replay::Games training = replay::load_games({words.begin() + 2, middle});
    const replay::Games test = replay::load_games({middle + 1, words.end()});
    if (words[0] == "fit") {
      fit_and_test(bytes, training, test);
    } else {
      learn_and_test(bytes, training, test);
    }
    return 0;
  }
  const tt::trace::Events events = tt::trace::read(words[0]);
  std::printf("%s: %zu events\n", words[0].c_str(), events.size());
  if (words.size() == 1) compare(events, 1);
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (number(i, 0) < 1) return usage();
    compare(events, static_cast<std::uint64_t>(number(i, 0)));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "replay: %s\n", error.what());
    return 1;
  }
}
