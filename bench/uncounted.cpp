// usage: valgrind --tool=callgrind --toggle-collect='*run*' uncounted table | bare
//
// What statistics cost where they are compiled out: the same probes and stores through a table without
// counters, and through a table that never had that code. To be compared by instructions.
#include <cstdio>
#include <string_view>

#include "harness.hpp"
#include "tt/tt.hpp"

namespace {

constexpr std::uint64_t kBytes = std::uint64_t{1} << 20;
constexpr std::size_t kKeys = std::size_t{1} << 20;

tt::Bound::Entry entry_for(std::uint64_t key) {
  return {1, 2, static_cast<std::uint8_t>(key >> 40 & 15), tt::BoundKind::Lower};
}

// What is left of a table's probe and store without the line that counts.
class Bare {
 public:
  explicit Bare(std::uint64_t bytes) : layout_(bytes / tt::kLineBytes), memory_(bytes, tt::Pages::Huge) {}
  [[nodiscard]] auto probe(std::uint64_t key) const {
    const auto place = layout_.locate(key);
    return layout_.find(line(place.line), place);
  }
  void store(std::uint64_t key, const tt::Bound::Entry& entry) {
    const auto place = layout_.locate(key);
    layout_.store(line(place.line), place, entry, generation_, policy_);
  }

 private:
  [[nodiscard]] std::byte* line(std::uint64_t number) const {
    return memory_.data() + number * tt::kLineBytes;
  }

  tt::Bound layout_;
  tt::Memory memory_;
  unsigned generation_ = 0;
  [[no_unique_address]] tt::DefaultReplacement policy_;
};

template <class Table>
[[gnu::noinline]] std::uint64_t run(Table& table, const std::vector<std::uint64_t>& keys) {
  std::uint64_t sum = 0;
  for (const std::uint64_t key : keys) {
    if (const auto hit = table.probe(key)) {
      sum += hit->depth;
    } else {
      table.store(key, entry_for(key));
    }
  }
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view which = argc == 2 ? argv[1] : "";
  if (which != "table" && which != "bare") {
    std::fprintf(stderr, "usage: uncounted table | bare\n");
    return 2;
  }
  bench::Uniform stream(kBytes / 4, 1);
  const auto keys = bench::take(stream, kKeys);
  tt::Table<tt::Bound, tt::DefaultReplacement, tt::NoCounters> table(kBytes);
  Bare bare(kBytes);
  const std::uint64_t sum = which == "table" ? run(table, keys) : run(bare, keys);
  std::printf("%llu\n", static_cast<unsigned long long>(sum));
}
