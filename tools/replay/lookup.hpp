// A learned replacement policy without a formula: for each combination of an entry's features, what entries
// like it turned out to be worth.
//
// The worth of an entry in a full line is the work that its next probe saves, if that probe comes within the
// horizon, and 0 if it comes later or never: what Belady's choice knows, and a policy has to guess. Training
// replays traces, notes the worth of every entry at some of the replacements, and keeps the mean of each
// combination (a cell). The policy gives up the entry whose cell has the least mean. Cells that were
// seldom seen fall back on those of a coarser set of features. Entries that a policy keeps are other ones
// than those that another keeps, so training is repeated with the policy that came of it. There is no chance
// in it: the same traces give the same cells.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fit.hpp"
#include "lines.hpp"
#include "tt/trace.hpp"

namespace replay {

struct Feature {
  std::string name;
  unsigned size;
  unsigned (*of)(const Candidate& c, std::uint32_t now);  // less than size
};

namespace feature {
inline unsigned up_to(unsigned value, unsigned max) {
  return std::min(value, max);
}
inline const Feature kDepth{
    "depth", 24, [](const Candidate& c, std::uint32_t) { return up_to(static_cast<unsigned>(c.depth), 23); }};
inline const Feature kAge{
    "age", 5, [](const Candidate& c, std::uint32_t) { return up_to(static_cast<unsigned>(c.age), 4); }};
inline const Feature kBound{"bound", 4,
                            [](const Candidate& c, std::uint32_t) { return static_cast<unsigned>(c.bound); }};
inline const Feature kHits{
    "hits", 3, [](const Candidate& c, std::uint32_t) { return up_to(static_cast<unsigned>(c.hits), 2); }};
inline const Feature kSinceStored{"time since stored", 28, [](const Candidate& c, std::uint32_t now) {
                                    return up_to(std::bit_width(now - c.stored), 27);
                                  }};
inline const Feature kSinceAsked{"time since last asked for", 28, [](const Candidate& c, std::uint32_t now) {
                                   return up_to(std::bit_width(now - c.asked), 27);
                                 }};
inline const Feature kNodes{"log2 of nodes", 24, [](const Candidate& c, std::uint32_t) {
                              return up_to(static_cast<unsigned>(c.log_work), 23);
                            }};
}  // namespace feature

using Features = std::vector<Feature>;

class Lookup {
 public:
  explicit Lookup(Features features) : features_(std::move(features)) {
    std::size_t cells = 1;
    sizes_.push_back(cells);
    for (const Feature& f : features_) sizes_.push_back(cells *= f.size);
    for (const std::size_t size : sizes_) levels_.emplace_back(size);
  }

  void learn(const Candidate& c, std::uint32_t now, std::uint32_t horizon) {
    const bool again = c.next_probe != kNever && c.next_probe - now < horizon;
    const double worth = again ? static_cast<double>(work_of(c.depth)) : 0;
    std::size_t cell = 0;
    for (std::size_t i = 0;; ++i) {
      levels_[i][cell].sum += worth;
      levels_[i][cell].count += 1;
      if (i == features_.size()) break;
      cell += sizes_[i] * features_[i].of(c, now);
    }
  }

  // After learning: fills every cell of the finest level.
  void finish() {
    means_.assign(1, 0);
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      std::vector<float> finer(levels_[i].size());
      for (std::size_t cell = 0; cell < finer.size(); ++cell) {
        // As if as many entries with the coarser level's mean had been seen as well.
        constexpr double kPrior = 16;
        const Cell& seen = levels_[i][cell];
        const double coarse = means_[cell % means_.size()];
        finer[cell] = static_cast<float>((seen.sum + kPrior * coarse) / (seen.count + kPrior));
      }
      means_ = std::move(finer);
    }
  }

  float operator()(const Candidate& c, std::uint32_t now) const {
    std::size_t cell = 0;
    for (std::size_t i = 0; i < features_.size(); ++i) cell += sizes_[i] * features_[i].of(c, now);
    return means_[cell];
  }

  [[nodiscard]] std::string name() const {
    std::string names;
    for (const Feature& f : features_) names += (names.empty() ? "" : ", ") + f.name;
    return names;
  }
  [[nodiscard]] const std::vector<float>& means() const { return means_; }

 private:
  struct Cell {
    double sum = 0, count = 0;
  };
  Features features_;
  std::vector<std::size_t> sizes_;         // [i]: cells of the first i features
  std::vector<std::vector<Cell>> levels_;  // [i]: by the first i features
  std::vector<float> means_;
};

// Trained on these games for tables of this size; `horizon` in events for each entry of the table.
inline Lookup train(const Games& games, std::uint64_t bytes, const Features& features, std::uint32_t horizon,
                    int rounds = 3) {
  constexpr std::uint32_t kEach = 4;  // of so many replacements one is learnt from
  const auto events =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(std::uint64_t{horizon} * (bytes / 8), kNever / 2));
  Lookup before(features);
  for (int round = 0; round < rounds; ++round) {
    Lookup next(features);
    std::uint32_t turn = 0;
    const auto pass = [&](const auto& policy) {
      simulate_all(games, bytes, [&](const Line& line, const Candidate& incoming, std::uint32_t now) {
        if (++turn % kEach == 0) {
          for (const Candidate& c : line) next.learn(c, now, events);
        }
        return policy(line, incoming, now);
      });
    };
    if (round == 0) {
      pass(Least(Linear{kBalanced}));
    } else {
      pass(Least([&](const Candidate& c, std::uint32_t now) { return before(c, now); }));
    }
    next.finish();
    before = std::move(next);
  }
  return before;
}

}  // namespace replay
