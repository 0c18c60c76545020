// usage: searches growth chess|shogi|connect4|go MiB SIZE [ROUNDS]   a table that grows against one of fixed
// size
//        searches prefetch chess|shogi MiB DEPTH [ROUNDS]            what asking for a line early is worth
//
// Real searches with one thread, compared in one run: rounds are interleaved, times are processor time, each
// figure is a median. SIZE is a depth for chess and shogi (the first eight positions of the bench), the
// number of empty points of a random region for Go (limited to a million nodes), and how many of the
// positions below are solved for Connect 4.
//
// growth: each search has a new table, and its time includes that table's pages.
// prefetch: one table of fixed size each, whose pages were made before, so that no search pays for them; four
// positions of a random game in each round, the same nodes each way, or the program says so.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "games/chess/hooks.hpp"
#include "games/connect4/notation.hpp"
#include "games/connect4/solver.hpp"
#include "games/go/solver.hpp"
#include "games/shogi/hooks.hpp"
#include "go/random.hpp"
#include "harness.hpp"
#include "search/driver.hpp"

namespace {

using tesuji::search::BoundTable;

struct Run {
  std::uint64_t nodes = 0;
  double seconds = 0;
};

template <class Work>
Run timed(Work work) {
  Run run;
  run.seconds = bench::seconds([&] { run.nodes = work(); });
  return run;
}

template <class Hooks>
auto positions() {
  std::vector<typename Hooks::Position> all;
  for (const std::string_view text : Hooks::bench_positions()) {
    if (all.size() < 8) all.push_back(Hooks::parse_position(text));
  }
  return all;
}

template <class Hooks, class Table>
std::uint64_t search_to(tesuji::search::Driver<Hooks, Table>& driver,
                        const typename Hooks::Position& position, int depth, Table& table) {
  const tesuji::search::StopFlag stop;
  tesuji::search::Plan plan;
  plan.limits.depth = depth;
  return driver.run(position, plan, table, stop).nodes;
}

// One search, or several, in a new table that is made as `growth` says.
using Search = std::function<std::uint64_t(std::uint64_t bytes, const tt::Growth& growth)>;

template <class Hooks>
std::vector<Search> alphabeta_searches(int depth) {
  std::vector<Search> searches;
  for (const auto& position : positions<Hooks>()) {
    searches.emplace_back([position, depth](std::uint64_t bytes, const tt::Growth& growth) {
      BoundTable table(bytes, {}, tt::Pages::Huge, growth);
      tesuji::search::Driver<Hooks> driver;
      return search_to(driver, position, depth, table);
    });
  }
  return searches;
}

std::vector<Search> connect4_searches(int count) {
  constexpr std::array kStarts = {"4453", "444", "3532", "4444", "1234567", "41", "2266"};
  std::vector<Search> searches;
  for (const char* const start : kStarts) {
    if (searches.size() == static_cast<std::size_t>(count)) break;
    searches.emplace_back([start](std::uint64_t bytes, const tt::Growth& growth) {
      const auto diagram = tesuji::connect4::parse(start);
      const auto solver = tesuji::connect4::make_solver(diagram.size, bytes, 1, growth);
      const tesuji::search::StopFlag stop;
      tesuji::connect4::Question question;
      question.line = false;
      return solver->solve(diagram, question, stop, {}).nodes;
    });
  }
  return searches;
}

std::vector<Search> go_searches(int points) {
  using namespace tesuji::go;
  std::vector<Search> searches;
  tt::SplitMix64 random(7);
  while (searches.size() < 4) {
    const auto enclosure = tesuji::go::bench::random_problem(random, points);
    if (!enclosure) continue;
    searches.emplace_back([enclosure](std::uint64_t bytes, const tt::Growth& growth) {
      const Tsumego tsumego(*enclosure);
      Memory memory(bytes, {}, growth);
      Solver solver(tsumego, memory);
      tesuji::search::Limits limits;
      limits.nodes = 1'000'000;
      solver.limit(limits, nullptr);
      (void)solver.threshold(tsumego.start(Side::Attacker, kNoThreats));
      return solver.nodes();
    });
  }
  return searches;
}

void compare_growth(const std::vector<Search>& searches, std::uint64_t bytes, int rounds) {
  std::vector<double> fixed, growing, ratios;
  Run nodes_fixed, nodes_growing;
  for (int round = 0; round < rounds; ++round) {
    Run all_fixed, all_growing;
    for (const Search& search : searches) {
      const auto add = [](Run& sum, const Run& run) {
        sum.nodes += run.nodes;
        sum.seconds += run.seconds;
      };
      // The one that comes second finds warmer caches, so they take turns.
      const bool fixed_first = round % 2 == 0;
      if (fixed_first) add(all_fixed, timed([&] { return search(bytes, {}); }));
      add(all_growing, timed([&] { return search(bytes, tt::kGrowing); }));
      if (!fixed_first) add(all_fixed, timed([&] { return search(bytes, {}); }));
    }
    fixed.push_back(all_fixed.seconds);
    growing.push_back(all_growing.seconds);
    ratios.push_back(all_growing.seconds / all_fixed.seconds);
    nodes_fixed = all_fixed;
    nodes_growing = all_growing;
  }
  const auto ns = [](double seconds, const Run& run) {
    return 1e9 * seconds / static_cast<double>(run.nodes);
  };
  std::printf(
      "%llu MiB: fixed %.3f s, %llu nodes, %.0f ns each; growing %.3f s, %llu nodes, %.0f ns each; ratio of "
      "seconds %.3f (median of %d, from %.3f to %.3f)\n",
      static_cast<unsigned long long>(bytes >> 20), bench::median(fixed),
      static_cast<unsigned long long>(nodes_fixed.nodes), ns(bench::median(fixed), nodes_fixed),
      bench::median(growing), static_cast<unsigned long long>(nodes_growing.nodes),
      ns(bench::median(growing), nodes_growing), bench::median(ratios), rounds,
      *std::min_element(ratios.begin(), ratios.end()), *std::max_element(ratios.begin(), ratios.end()));
}

// A table that ignores prefetches.
class NoPrefetch : public BoundTable {
 public:
  using BoundTable::BoundTable;
  void prefetch(std::uint64_t) const {}
};

// Hooks that do not know a key before the move is made: their line is asked for afterwards.
template <class Hooks>
struct Late : Hooks {
  static void key_after() = delete;
};

template <class Hooks, class Table>
class Way {
 public:
  Way(const char* name, std::uint64_t bytes) : name_(name), table_(bytes) { table_.touch(); }

  void search(const typename Hooks::Position& position, int depth) {
    driver_.new_game();
    const Run run = timed([&] { return search_to(driver_, position, depth, table_); });
    nodes_ += run.nodes;
    here_ += run.seconds;
  }
  void end_round() { seconds_.push_back(std::exchange(here_, 0)); }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  void show(int rounds) const {
    const double per_node = 1e9 * static_cast<double>(rounds) / static_cast<double>(nodes_);
    std::printf("%-24s median %.3f s, best %.3f s, %.0f ns a node\n", name_, bench::median(seconds_),
                *std::min_element(seconds_.begin(), seconds_.end()), per_node * bench::median(seconds_));
  }

 private:
  const char* name_;
  Table table_;
  tesuji::search::Driver<Hooks, Table> driver_;
  std::vector<double> seconds_;
  double here_ = 0;
  std::uint64_t nodes_ = 0;
};

// A position some random moves after the start.
template <class Hooks>
typename Hooks::Position random_position(tt::SplitMix64& random) {
  auto position = Hooks::parse_position("");
  for (int ply = 0; ply < 12; ++ply) {
    typename Hooks::Moves list;
    Hooks::noisy(position, list);
    Hooks::quiet(position, list);
    std::vector<std::uint16_t> moves;
    for (const std::uint16_t move : list) {
      if (Hooks::legal(position, move)) moves.push_back(move);
    }
    if (moves.empty()) break;
    Hooks::make(position, moves[random() % moves.size()]);
  }
  return position;
}

template <class Hooks>
void compare_prefetch(std::uint64_t bytes, int depth, int rounds) {
  Way<Hooks, NoPrefetch> never("no prefetch", bytes);
  Way<Late<Hooks>, BoundTable> late("after the move", bytes);
  Way<Hooks, BoundTable> early("as the search does", bytes);
  tt::SplitMix64 random(1);
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < 4; ++i) {
      const auto position = random_position<Hooks>(random);
      const std::array<std::function<void()>, 3> ways = {[&] { never.search(position, depth); },
                                                         [&] { late.search(position, depth); },
                                                         [&] { early.search(position, depth); }};
      for (int k = 0; k < 3; ++k) ways[static_cast<std::size_t>((round + i + k) % 3)]();
    }
    never.end_round();
    late.end_round();
    early.end_round();
  }
  std::printf("%llu MiB, depth %d, %llu nodes%s\n", static_cast<unsigned long long>(bytes >> 20), depth,
              static_cast<unsigned long long>(early.nodes()),
              never.nodes() == early.nodes() && late.nodes() == early.nodes() ? "" : ", BUT NOT THE SAME");
  never.show(rounds);
  late.show(rounds);
  early.show(rounds);
}

int usage() {
  std::fprintf(stderr,
               "usage: searches growth chess|shogi|connect4|go MiB SIZE [ROUNDS]\n"
               "       searches prefetch chess|shogi MiB DEPTH [ROUNDS]\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return usage();
  const std::string_view what = argv[1], game = argv[2];
  const std::uint64_t bytes = std::strtoull(argv[3], nullptr, 10) << 20;
  const int size = std::atoi(argv[4]), rounds = argc > 5 ? std::atoi(argv[5]) : 5;
  if (bytes < tt::kMinTableBytes || size < 1 || rounds < 1) return usage();
  if (what == "growth") {
    std::vector<Search> searches;
    if (game == "chess") searches = alphabeta_searches<tesuji::chess::Hooks>(size);
    if (game == "shogi") searches = alphabeta_searches<tesuji::shogi::Hooks>(size);
    if (game == "connect4") searches = connect4_searches(size);
    if (game == "go") searches = go_searches(size);
    if (searches.empty()) return usage();
    compare_growth(searches, bytes, rounds);
  } else if (what == "prefetch" && game == "chess") {
    compare_prefetch<tesuji::chess::Hooks>(bytes, size, rounds);
  } else if (what == "prefetch" && game == "shogi") {
    compare_prefetch<tesuji::shogi::Hooks>(bytes, size, rounds);
  } else {
    return usage();
  }
}
