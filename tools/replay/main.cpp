// usage: replay record FILE [SEED [PLIES [DEPTH]]]   the trace of a search of a made-up game
//        replay FILE [MiB ...]                       hit rates of every policy on a trace, of two published
//                                                    layouts at the same bytes, and the optimum
// `tesuji bench GAME --trace FILE` records the trace of an engine.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "rivals/lossy.hpp"
#include "tree.hpp"

namespace {

void compare(const tt::trace::Events& events, std::uint64_t mib) {
  const std::uint64_t bytes = mib << 20;
  std::printf("%llu MiB\n", static_cast<unsigned long long>(mib));
  const auto show = [](const char* name, const tt::trace::Score& score) {
    std::printf("  %-26s hits %6.2f %%   work saved %6.2f %%   wrong %6.1f in a million\n", name,
                100 * score.hit_rate(), 100 * score.work_rate(),
                1e6 * static_cast<double>(score.wrong) / static_cast<double>(score.probes));
    std::fflush(stdout);
  };
  for (const auto name : tt::kReplacementNames) {
    show(std::string(name).c_str(), tt::trace::replay(events, bytes, tt::RuntimeReplacement(name)));
  }
  rivals::StockfishLayout three(bytes);
  show(rivals::StockfishLayout::kName, tt::trace::replay_on(three, events));
  rivals::DepthSingle single(bytes);
  show(rivals::DepthSingle::kName, tt::trace::replay_on(single, events));
  const auto best = tt::trace::optimum(events, bytes / 8);
  std::printf("  %-26s hits %6.2f %%\n", "optimum", 100 * best.hit_rate());
}

int usage() {
  std::fprintf(stderr, "usage: replay record FILE [SEED [PLIES [DEPTH]]] | replay FILE [MiB ...]\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return usage();
  try {
    if (std::string(argv[1]) == "record") {
      if (argc < 3) return usage();
      const auto number = [&](int i, int otherwise) { return argc > i ? std::atoi(argv[i]) : otherwise; };
      const auto events = replay::record(static_cast<std::uint64_t>(number(3, 1)), number(4, 6), number(5, 9),
                                         std::uint64_t{1} << 20);
      tt::trace::write(events, argv[2]);
      std::printf("%zu events\n", events.size());
      return 0;
    }
    const tt::trace::Events events = tt::trace::read(argv[1]);
    std::printf("%s: %zu events\n", argv[1], events.size());
    if (argc == 2) compare(events, 1);
    for (int i = 2; i < argc; ++i) {
      const int mib = std::atoi(argv[i]);
      if (mib < 1) return usage();
      compare(events, static_cast<std::uint64_t>(mib));
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "replay: %s\n", error.what());
    return 1;
  }
}
