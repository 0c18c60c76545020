// A problem bound to the proof search: the game it plays, the memory it keeps, the questions one can ask.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/table_file.hpp"
#include "games/go/evaluator.hpp"
#include "games/go/position.hpp"
#include "games/go/region.hpp"
#include "search/proof.hpp"
#include "tt/tt.hpp"

namespace tesuji::go {

// Rules and evaluation over one width of masks.
template <class Mask>
struct Field {
  // Without a base key: one is made from the region and the targets.
  Field(const Enclosure& enclosure, const Numbering& numbering, bool save_all,
        std::optional<std::uint64_t> base_key = std::nullopt);
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;

  BasicRegion<Mask> region;
  Mask targets;
  std::uint64_t base_key;
  BasicRules<Mask> rules;
  BasicEvaluator<Mask> evaluator;
};

// A problem that can be played and solved. Not copied: positions point into it. Callers see wide masks,
// whatever the region; the searches take the field of the narrowest masks that are enough. A position has the
// same key in both.
class Tsumego {
 public:
  explicit Tsumego(Enclosure enclosure, bool save_all = false);
  Tsumego(const Tsumego&) = delete;
  Tsumego& operator=(const Tsumego&) = delete;

  [[nodiscard]] const Enclosure& enclosure() const { return enclosure_; }
  [[nodiscard]] const Region& region() const { return wide_->region; }
  [[nodiscard]] const Rules& rules() const { return wide_->rules; }
  [[nodiscard]] const Evaluator& evaluator() const { return wide_->evaluator; }
  [[nodiscard]] const WideMask& targets() const { return wide_->targets; }
  [[nodiscard]] Colour attacker() const { return enclosure_.attacker; }
  [[nodiscard]] Colour colour(Side side) const {
    return side == Side::Attacker ? attacker() : opposite(attacker());
  }
  [[nodiscard]] Side side(Colour colour) const {
    return colour == attacker() ? Side::Attacker : Side::Defender;
  }

  [[nodiscard]] Position start(Side to_move, Level level) const;
  // The whole board with the region as it is in `p`.
  [[nodiscard]] Grid grid(const Position& p) const;

  // Calls `use` with the narrowest field that is enough, and with `p` as that field has it.
  template <class Use>
  auto narrowed(const Position& p, Use use) const {
    if (narrow_) return use(*narrow_, resized_position<Mask64>(p));
    if (middle_) return use(*middle_, resized_position<Mask128>(p));
    return use(*wide_, p);
  }

 private:
  Enclosure enclosure_;
  std::optional<Field<Mask64>> narrow_;
  std::optional<Field<Mask128>> middle_;
  std::optional<Field<WideMask>> wide_;
};

// The table, keyed by everything but the ko condition; an entry has the marks of all conditions.
class Memory;

// One player of the proof search's game. The state at hand is the top of a stack of positions.
template <class Mask>
class BasicProofPlayer {
 public:
  using Position = BasicPosition<Mask>;
  using Step = BasicStep<Mask>;
  using Move = Step;
  using Rank = Level;
  using Known = Marks;
  using Child = search::ProofChild<BasicProofPlayer>;
  // First numbers are large here, and sums say more than counts: the share alone took the public problems
  // from 8.3M nodes to 6.2M. A half of the sum is 5% better than three quarters by now. Proofs tried on
  // siblings took these problems from 1.35M to 1.25M (1.50 s to 1.35 s), and random regions of 14 and 15
  // points from 14.8M to 12.0M (21.6 s to 16.3 s).
  static constexpr search::ProofTuning kTuning{.each = 0, .share = 8, .slack = 6, .step = 0, .guided = 1000};
  using Guide = Position;

  BasicProofPlayer(const Field<Mask>& field, const Position& start)
      : field_(field), stack_(1), looks_(std::size_t{1} << kLookBits) {
    stack_[0].position = start;
  }

  [[nodiscard]] const Position& here() const { return stack_[depth_].position; }
  [[nodiscard]] bool attacker_to_move() const { return here().to_move == Side::Attacker; }
  [[nodiscard]] std::uint64_t key() const { return here().key; }
  [[nodiscard]] Level rank() const { return here().level; }
  void play(const Step& step) {
    if (++depth_ == stack_.size()) stack_.resize(2 * stack_.size());
    stack_[depth_].position = field_.rules.after(stack_[depth_ - 1].position, step);
  }
  void undo() { --depth_; }

  [[nodiscard]] const Position& guide() const { return here(); }
  [[nodiscard]] static std::uint64_t guide_key(const Position& guide) { return guide.key; }
  [[nodiscard]] std::optional<Position> follow(const Position& guide, std::uint32_t number) const;
  [[nodiscard]] static std::uint32_t number_of(const Step& step) { return step.move.point + 1U; }

  void expand(std::vector<Child>& children);
  // A child of the state at hand, which has been expanded.
  void look_at(Child& child);

  [[nodiscard]] bool no_better(Level now, Level then) const { return now <= then; }
  [[nodiscard]] search::ProofStatus status(const Marks& marks, Level level) const;
  [[nodiscard]] Marks conclude(std::span<const Child> children) const;
  [[nodiscard]] Marks assumed(Marks marks, Level level) const;
  [[nodiscard]] Marks confirmed(Marks marks, Level level) const;
  [[nodiscard]] Marks merge(Marks marks, const Marks& earlier) const;

 private:
  [[nodiscard]] Mask idle(const Position& p) const;
  [[nodiscard]] static bool pass_gains(const Position& p);
  [[nodiscard]] static bool is_retaken_at_once(const Position& p, const Step& step);
  void refute(Child& child) const;
  [[nodiscard]] static bool pass_does_as_well(const Position& p);
  [[nodiscard]] static bool cut_off_is_idle(const Position& p);
  void add(std::vector<Child>& children, std::uint64_t turn, const Step& step) const;

  struct Frame {
    Position position;
    // Once it was expanded:
    BasicBlocks<Mask> blocks;
    typename BasicEvaluator<Mask>::Hold hold;
  };

  // What look_at() found last, by key: a state that is searched again and again looks at the same children
  // each time. Saves an eighth of all instructions (237M to 207M on two problems); so small that it stays
  // near.
  struct Look {
    std::uint64_t key = 0;
    search::ProofNumbers numbers;  // none to prove: dead; none to disprove: alive
  };
  static constexpr int kLookBits = 13;

  const Field<Mask>& field_;
  std::vector<Frame> stack_;
  std::vector<Look> looks_;
  std::size_t depth_ = 0;
};

class Memory {
 public:
  using Entry = search::Remembered<Marks>;

  using Table = tt::Table<tt::Proof, tt::RuntimeReplacement>;

  static constexpr const char* kKeys = "go/1";  // the marks in an entry are part of what a key means

  // On a file that other processes share, if it is named.
  explicit Memory(std::uint64_t bytes, const std::string& file = {}, const tt::Growth& growth = tt::kGrowing)
      : table_(engine::make_table<Table>(bytes, {}, file, "go", kKeys, growth)) {}

  [[nodiscard]] std::optional<Entry> recall(std::uint64_t key, Level) const;
  void remember(std::uint64_t key, Level, const Entry& entry);
  void prefetch(std::uint64_t key) const { table_.prefetch(key); }

  [[nodiscard]] Table& table() { return table_; }
  [[nodiscard]] const Table& table() const { return table_; }

 private:
  Table table_;
};

template <class Mask>
using ProofSearch = search::ProofSearch<BasicProofPlayer<Mask>, Memory>;

}  // namespace tesuji::go
