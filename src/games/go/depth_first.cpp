#include "games/go/depth_first.hpp"

#include <algorithm>

namespace tesuji::go {

namespace {

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  return tt::SplitMix64(a * 0x9e3779b97f4a7c15ULL ^ b)();
}

constexpr std::uint64_t kRule[] = {tt::seed_from_name("go/depth-first ko"),
                                   tt::seed_from_name("go/depth-first superko")};

}  // namespace

void DepthFirst::limit(const search::Limits& limits, const search::StopFlag* stop) {
  static const search::StopFlag never;
  budget_.emplace(stop != nullptr ? *stop : never, limits.nodes, limits.time);
}

bool DepthFirst::must_stop() {
  constexpr std::uint64_t kPoll = 64;
  if (stopped_ || nodes_ % kPoll != 0) return stopped_;
  if (progress) progress(nodes_);
  stopped_ = !budget_->spend(nodes_ - std::exchange(charged_, nodes_));
  return stopped_;
}

std::uint64_t DepthFirst::board_key(const Position& p) {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < kWords<WideMask>; ++i)
    key = mixed(key ^ p.stones[0].word(i), p.stones[1].word(i));
  return key;
}
std::uint64_t DepthFirst::state_key(const Position& p) {
  return mixed(p.key, p.level);
}

// The table also has results of the proof search, and of both rules: their keys must differ.
std::optional<bool> DepthFirst::recall(std::uint64_t state) const {
  if (memory_ == nullptr) return std::nullopt;
  const auto entry = memory_->table().probe(state ^ kRule[superko_ ? 1 : 0]);
  return entry ? std::optional(entry->pn == 0) : std::nullopt;
}
void DepthFirst::remember(std::uint64_t state, bool attacker_wins, std::uint64_t nodes) {
  if (memory_ == nullptr) return;
  tt::Proof::Entry entry;
  entry.pn = attacker_wins ? 0 : tt::Proof::kInfinite;
  entry.dn = attacker_wins ? tt::Proof::kInfinite : 0;
  entry.work = static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes, tt::Proof::kInfinite));
  memory_->table().store(state ^ kRule[superko_ ? 1 : 0], entry);
}

std::optional<bool> DepthFirst::attacker_wins(const Position& start) {
  if (tsumego_.rules().captured(start, tsumego_.targets())) return true;
  path_.clear();
  passes_.clear();
  best_.reset();
  const Result result = search(start);
  if (stopped_) return std::nullopt;
  return result.attacker_wins;
}

// The depth of the state (or, under superko, of the position since the last pass) that `next` brings back.
int DepthFirst::on_path(const Position& next) const {
  const std::uint64_t board = board_key(next), state = state_key(next);
  for (int d = static_cast<int>(path_.size()) - 1; d >= 0; --d) {
    const Visit& visit = path_[static_cast<std::size_t>(d)];
    if (superko_ ? visit.board == board : visit.state == state) return d;
    if (superko_ && visit.after_pass) break;
  }
  return kFree;
}

// Moves that may be played, those that recreate a position last; `earliest` is the depth of the first
// position for whose sake a move may not.
std::vector<DepthFirst::Reply> DepthFirst::replies(const Position& p, int& earliest) const {
  const Rules& rules = tsumego_.rules();
  const bool attacker = p.to_move == Side::Attacker;
  const bool master = attacker ? attacker_holds(p.level) : defender_holds(p.level);
  std::vector<Reply> found;
  for (Step step : rules.steps(p)) {
    if (superko_) step.ko = Position::kNoKo;
    if (!after(step.move.effect, p.level)) continue;
    Reply reply{step, rules.after(p, step)};
    if (superko_ && (reply.repeats = on_path(reply.next)) != kFree) {
      earliest = std::min(earliest, reply.repeats);
      if (!master) continue;
    }
    const int captured = count(step.captured),
              near = (rules.region().spread(p.target) & bit<WideMask>(step.move.point)) != 0 ? 1 : 0;
    reply.order = captured * 4 + near * 2 - (reply.repeats != kFree ? 1000 : 0);
    found.push_back(reply);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Reply& a, const Reply& b) { return a.order > b.order; });
  // There is no point in passing out of atari.
  const WideMask air = rules.liberties_of(p, p.target);
  if (attacker || !single(air) || rules.goal().several) {
    const Step step = rules.pass(p);
    found.push_back({step, rules.after(p, step)});
  }
  return found;
}

DepthFirst::Result DepthFirst::follow(const Position& p, const Reply& reply) {
  const int depth = static_cast<int>(path_.size()) - 1;
  if (!reply.step.move.pass()) {
    if (tsumego_.rules().captured(reply.next, tsumego_.targets())) return {true, kFree};
    if (p.to_move == Side::Defender &&
        tsumego_.evaluator().unconditionally_alive(reply.next, tsumego_.targets()))
      return {false, kFree};
  }
  if (!superko_) {
    // The state came back: endless play, and the target stands.
    if (const int d = on_path(reply.next); d != kFree) return {false, d};
    return search(reply.next);
  }
  if (!reply.step.move.pass()) return search(reply.next);
  const std::uint64_t record = state_key(reply.next);
  for (const auto& [recorded, at] : passes_) {
    if (recorded == record) return {false, at};
  }
  passes_.emplace_back(record, depth);
  path_.back().after_pass = true;
  const Result result = search(reply.next);
  path_.back().after_pass = false;
  passes_.pop_back();
  return result;
}

DepthFirst::Result DepthFirst::search(const Position& p) {
  const std::uint64_t nodes_before = nodes_++;
  if (must_stop()) return {};
  const std::uint64_t state = state_key(p);
  if (!path_.empty()) {
    if (const std::optional<bool> known = recall(state)) return {*known, kFree};
  }
  const int depth = static_cast<int>(path_.size());
  path_.push_back({state, board_key(p), false});
  const bool attacker = p.to_move == Side::Attacker;
  int earliest = kFree;
  Result result{!attacker, kFree};
  for (const Reply& reply : replies(p, earliest)) {
    const Result below = follow(p, reply);
    if (stopped_) break;
    if (below.attacker_wins == attacker) {
      result = {attacker, std::min(below.depends, reply.repeats)};
      if (depth == 0) best_ = reply.step;
      break;
    }
    earliest = std::min({earliest, below.depends, reply.repeats});
  }
  if (result.attacker_wins != attacker) result.depends = earliest;
  path_.pop_back();
  // What owes nothing to a state above holds wherever the state is met.
  if (result.depends >= depth) {
    result.depends = kFree;
    if (!stopped_) remember(state, result.attacker_wins, nodes_ - nodes_before);
  }
  return result;
}

}  // namespace tesuji::go
