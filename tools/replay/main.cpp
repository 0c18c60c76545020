// usage: replay record FILE [SEED [PLIES [DEPTH]]]   the trace of a search of a made-up game
//        replay FILE [MiB ...]                       hit rates of every policy on a trace, and the optimum
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tree.hpp"

namespace {

void compare(const std::string& path, std::uint64_t mib) {
  const tt::trace::Events events = tt::trace::read(path);
  const std::uint64_t bytes = mib << 20;
  std::printf("%s, %llu MiB\n", path.c_str(), static_cast<unsigned long long>(mib));
  const auto show = [](const char* name, const tt::trace::Score& score) {
    std::printf("  %-10s hits %6.2f %%   work saved %6.2f %%\n", name, 100 * score.hit_rate(),
                100 * score.work_rate());
  };
  for (const auto name : tt::kReplacementNames) {
    show(std::string(name).c_str(), tt::trace::replay(events, bytes, tt::RuntimeReplacement(name)));
  }
  const auto best = tt::trace::optimum(events, bytes / 8);
  std::printf("  %-10s hits %6.2f %%\n", "optimum", 100 * best.hit_rate());
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
    if (argc == 2) compare(argv[1], 1);
    for (int i = 2; i < argc; ++i) {
      const int mib = std::atoi(argv[i]);
      if (mib < 1) return usage();
      compare(argv[1], static_cast<std::uint64_t>(mib));
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "replay: %s\n", error.what());
    return 1;
  }
}
