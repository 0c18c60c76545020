// usage: limit [MiB ...]      nanoseconds for one random cache line, median of interleaved rounds
#include "limit.hpp"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

namespace {

struct Way {
  const char* name;
  std::function<std::uint64_t(bench::Lines&, std::span<const std::uint64_t>)> run;
  std::vector<double> ns = {};
};

void measure(std::uint64_t bytes, tt::Pages pages) {
  using bench::Lines;
  using Keys = std::span<const std::uint64_t>;
  Lines lines(bytes, pages);
  bench::Uniform stream(std::uint64_t{1} << 62, 1);
  std::vector<Way> ways = {
      {"chain", [](Lines& l, Keys keys) { return l.chain(keys.first(keys.size() / 8)); }},
      {"independent", [](Lines& l, Keys keys) { return l.independent(keys); }},
      {"ahead 4", [](Lines& l, Keys keys) { return l.prefetched(keys, 4); }},
      {"ahead 8", [](Lines& l, Keys keys) { return l.prefetched(keys, 8); }},
      {"ahead 16", [](Lines& l, Keys keys) { return l.prefetched(keys, 16); }},
      {"ahead 8, written", [](Lines& l, Keys keys) { return l.prefetched_write(keys, 8); }},
  };
  for (int round = 0; round < 9; ++round) {
    for (Way& way : ways) {
      const auto keys = bench::take(stream, std::size_t{1} << 20);
      const double ops = static_cast<double>(keys.size()) / (way.name == std::string("chain") ? 8 : 1);
      way.ns.push_back(bench::seconds([&] { bench::keep(way.run(lines, keys)); }) * 1e9 / ops);
    }
  }
  for (const Way& way : ways) {
    std::printf("%6llu MiB  %-5s  %-17s %7.1f ns\n", static_cast<unsigned long long>(bytes >> 20),
                pages == tt::Pages::Huge ? "huge" : "small", way.name, bench::median(way.ns));
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::uint64_t> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::strtoull(argv[i], nullptr, 10));
  if (sizes.empty()) sizes = {64, 1024};
  for (const std::uint64_t mib : sizes) {
    if (mib == 0) return std::fprintf(stderr, "usage: limit [MiB ...]\n"), 2;
    for (const tt::Pages pages : {tt::Pages::Huge, tt::Pages::Small}) measure(mib << 20, pages);
  }
}
