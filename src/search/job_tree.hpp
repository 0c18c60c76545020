// Job-level proof-number search (Wu et al. 2010): the upper part of a proof whose leaves are searched by
// workers. The tree hands out the most-proving leaf that nobody works on; leaves that are being worked on
// look a little worse than they are (virtual numbers), so that workers keep apart. A job comes with limits,
// as df-pn gives them to a child: numbers at which another leaf would be the one to search. A leaf that was
// not decided has new numbers; when it has taken enough work, it gets its children.
//
// Repetition: a state that comes back to one above it counts as defended and *leans on* that one, as in
// proof.hpp. A result that leans on a state above is kept for its place in the tree only; what leans on
// nothing above is a fact, and facts hold for every leaf with the same state. Knows no game.
//
// Subtrees that were not looked at for long are written to a file when the tree has more nodes than it may
// keep, and read again when the search comes back to them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/error.hpp"
#include "search/proof_leaf.hpp"

namespace tesuji::search {

class JobTree {
 public:
  struct Job {
    std::uint64_t id = 0;
    std::vector<std::string> moves;  // from the root
    ProofNumbers limits{kProofInfinite, kProofInfinite};
  };
  struct Counts {
    std::uint64_t jobs = 0, nodes = 0;           // finished, and what they searched
    std::uint64_t tree = 0, spilled = 0;         // nodes of the tree in memory, and on disk
    std::uint64_t spills = 0, facts_reused = 0;  // subtrees written, and jobs saved by a fact of another leaf
  };

  static constexpr std::uint64_t kMaxNodes = 1'000'000;  // of about 120 bytes each
  // A leaf that has taken `expand_after` nodes without a result gets its children.
  explicit JobTree(std::uint64_t max_nodes = kMaxNodes, std::uint64_t expand_after = 0)
      : max_nodes_(std::max<std::uint64_t>(max_nodes, 2)), expand_after_(expand_after) {}
  JobTree(const JobTree&) = delete;
  JobTree& operator=(const JobTree&) = delete;

  // The leaf to search next; none = it is decided, or every leaf is being worked on.
  std::optional<Job> next() {
    ++time_;
    while (!result()) {
      const auto [leaf, limits] = select(root_, {kProofInfinite, kProofInfinite});
      if (leaf == nullptr) return std::nullopt;
      // Another leaf with the same state may have been decided since.
      if (const auto fact = facts_.find(leaf->state); fact != facts_.end() && leaf != &root_) {
        ++counts_.facts_reused;
        leaf->numbers = fact->second ? kProvedNumbers : kDisprovedNumbers;
        update(leaf->parent);
        continue;
      }
      Job job{++last_id_, {}, limits};
      for (Node* at = leaf; at != nullptr; at = at->parent) {
        ++at->busy;
        if (at->parent != nullptr) job.moves.push_back(at->move);
      }
      std::reverse(job.moves.begin(), job.moves.end());
      running_[job.id] = leaf;
      busy_states_.insert(leaf->state);
      return job;
    }
    return std::nullopt;
  }

  // What a job found. Ignored if the job is not (or no longer) out.
  void finish(std::uint64_t id, const ProofLeaf& found) {
    if (Node* const leaf = take(id)) apply(*leaf, found);
  }
  // The same for a job of an earlier run, in the order in which its jobs were finished: afterwards the tree
  // is as it was then. Throws Error if there is no such leaf.
  void repeat(const std::vector<std::string>& moves, const ProofLeaf& found) {
    ++time_;
    Node* at = &root_;
    for (const std::string& move : moves) {
      load(*at);
      const auto child = std::find_if(at->children.begin(), at->children.end(),
                                      [&](const Node& each) { return each.move == move; });
      if (child == at->children.end()) throw Error("there is no such leaf in the proof tree");
      at = &*child;
      at->touched = time_;
    }
    if (at->leaf()) apply(*at, found);
  }
  // The job will not be done: somebody else may do it.
  void abandon(std::uint64_t id) { take(id); }

  // Whether the attacker wins; none = not decided yet.
  [[nodiscard]] std::optional<bool> result() const {
    if (root_.numbers.pn == 0) return true;
    if (root_.numbers.dn == 0) return false;
    return std::nullopt;
  }
  // The winner's moves and the answers that were searched, as far as the tree goes.
  [[nodiscard]] std::vector<std::string> line() {
    std::vector<std::string> moves;
    for (Node* at = &root_; result();) {
      load(*at);
      const Node* next = nullptr;
      for (const Node& child : at->children) {
        const bool same = *result() ? child.numbers.pn == 0 : child.numbers.dn == 0;
        if (same && (next == nullptr || child.children.size() > next->children.size())) next = &child;
      }
      if (next == nullptr) break;
      moves.push_back(next->move);
      at = const_cast<Node*>(next);
    }
    return moves;
  }
  [[nodiscard]] ProofNumbers numbers() const { return root_.numbers; }
  [[nodiscard]] const Counts& counts() const { return counts_; }
  [[nodiscard]] std::size_t running() const { return running_.size(); }

 private:
  struct Node {
    std::string move;
    std::uint64_t state = 0;
    ProofNumbers numbers;
    Node* parent = nullptr;
    std::vector<Node> children;  // never changed but as a whole: nodes are pointed to
    std::uint64_t touched = 0;
    std::uint64_t work = 0;            // nodes that its jobs took, as long as it is a leaf
    std::int64_t spilled_at = -1;      // place of the children in the file
    std::int32_t leans_on = kNothing;  // the depth of the state that a defence leans on
    std::uint32_t busy = 0;            // jobs at or below this node
    bool attacker = true;
    [[nodiscard]] bool leaf() const { return children.empty() && spilled_at < 0; }
    [[nodiscard]] bool solved() const { return numbers.pn == 0 || numbers.dn == 0; }
  };
  // As in proof.hpp: what a job below adds to a number, and by how much a child may exceed the second best.
  static constexpr std::uint64_t kBusyStep = 8, kBusyPart = 4, kSlackPart = 4;

  static ProofNumber cap(std::uint64_t number) {
    return static_cast<ProofNumber>(std::min<std::uint64_t>(number, kProofInfinite - 1));
  }

  struct Selected {
    Node* leaf = nullptr;
    ProofNumbers limits;
  };

  // The most-proving leaf below `node` that nobody works on, by virtual numbers; a sibling if all below the
  // best child are taken.
  Selected select(Node& node, const ProofNumbers& limits) {
    node.touched = time_;
    if (node.leaf()) {
      const bool free = node.busy == 0 && !busy_states_.contains(node.state);
      return {free ? &node : nullptr, limits};
    }
    load(node);
    std::vector<std::pair<std::uint64_t, Node*>> order;
    ProofNumber best = kProofInfinite, second = kProofInfinite;
    for (Node& child : node.children) {
      if (child.solved()) continue;
      const ProofNumber number = minimised(node, child);
      const ProofNumber other = node.attacker ? child.numbers.dn : child.numbers.pn;
      second = std::min(second, std::max(best, number));
      best = std::min(best, number);
      const std::uint64_t virtual_number = number + child.busy * (number / kBusyPart + kBusyStep);
      order.emplace_back(virtual_number << 24 | std::min<ProofNumber>(other, (1U << 24) - 1), &child);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [cost, child] : order) {
      const ProofNumber rival = minimised(node, *child) == best ? second : best;
      const Selected found = select(*child, limits_of(node, *child, limits, rival, order.size() - 1));
      if (found.leaf != nullptr) return found;
    }
    return {};
  }
  static ProofNumber minimised(const Node& node, const Node& child) {
    return node.attacker ? child.numbers.pn : child.numbers.dn;
  }
  // As df-pn does it: up to a little more than the next best child has, and what the other open children
  // leave of the number that is summed.
  static ProofNumbers limits_of(const Node& node, const Node& child, const ProofNumbers& limits,
                                ProofNumber rival, std::size_t others) {
    const ProofNumber own = node.attacker ? limits.pn : limits.dn;
    const ProofNumber summed = node.attacker ? limits.dn : limits.pn;
    const ProofNumber next =
        rival >= kProofInfinite - 1 ? kProofInfinite : cap(std::uint64_t{rival} + rival / kSlackPart + 1);
    const ProofNumber own_limit = std::min(own, next);
    const ProofNumber summed_limit = summed >= kProofInfinite ? kProofInfinite
                                     : summed > others        ? static_cast<ProofNumber>(summed - others)
                                                              : 1;
    const ProofNumbers raw =
        node.attacker ? ProofNumbers{own_limit, summed_limit} : ProofNumbers{summed_limit, own_limit};
    return {std::max(raw.pn, child.numbers.pn + 1), std::max(raw.dn, child.numbers.dn + 1)};
  }

  void apply(Node& leaf, const ProofLeaf& found) {
    ++counts_.jobs;
    counts_.nodes += found.nodes;
    leaf.attacker = found.attacker_to_move;
    leaf.state = found.state;
    leaf.work += found.nodes;
    if (found.proved) {
      leaf.numbers = *found.proved ? kProvedNumbers : kDisprovedNumbers;
      facts_[leaf.state] = *found.proved;
    } else if (!found.numbers || leaf.work >= expand_after_) {
      expand(leaf, found);
    } else {
      leaf.numbers = {std::max(found.numbers->pn, 1U), std::max(found.numbers->dn, 1U)};
    }
    update(&leaf);
    spill();
  }

  Node* take(std::uint64_t id) {
    const auto found = running_.find(id);
    if (found == running_.end()) return nullptr;
    Node* const leaf = found->second;
    running_.erase(found);
    busy_states_.erase(leaf->state);
    for (Node* at = leaf; at != nullptr; at = at->parent) --at->busy;
    return leaf;
  }

  void expand(Node& leaf, const ProofLeaf& found) {
    for (const ProofLeaf::Child& child : found.children) {
      Node node;
      node.move = child.move;
      node.state = child.state;
      node.numbers = child.numbers;
      node.attacker = !found.attacker_to_move;
      node.touched = time_;
      leaf.children.push_back(std::move(node));
    }
    counts_.tree += leaf.children.size();
    // A side without a move has lost what it wanted.
    if (leaf.children.empty()) leaf.numbers = leaf.attacker ? kDisprovedNumbers : kProvedNumbers;
    adopt(leaf);
    for (Node& child : leaf.children) {
      if (const auto fact = facts_.find(child.state); fact != facts_.end())
        child.numbers = fact->second ? kProvedNumbers : kDisprovedNumbers;
      std::int32_t depth = depth_of(leaf);
      for (const Node* above = &leaf; above != nullptr && !child.solved(); above = above->parent, --depth) {
        if (above->state != child.state) continue;
        child.numbers = kDisprovedNumbers;
        child.leans_on = depth;
      }
    }
  }

  static void adopt(Node& node) {
    for (Node& child : node.children) child.parent = &node;
  }
  static std::int32_t depth_of(const Node& node) {
    std::int32_t depth = 0;
    for (const Node* at = node.parent; at != nullptr; at = at->parent) ++depth;
    return depth;
  }

  // Draws the numbers from the children, up to the root.
  void update(Node* node) {
    for (; node != nullptr; node = node->parent) {
      if (node->children.empty() || node->solved()) continue;
      ProofNumber min = kProofInfinite, largest = 0;
      std::uint64_t open = 0;
      for (const Node& child : node->children) {
        const ProofNumber minimised = node->attacker ? child.numbers.pn : child.numbers.dn;
        const ProofNumber summed = node->attacker ? child.numbers.dn : child.numbers.pn;
        min = std::min(min, minimised);
        largest = std::max(largest, summed);
        if (!child.solved()) ++open;
      }
      if (min == 0) {
        node->numbers = node->attacker ? kProvedNumbers : kDisprovedNumbers;
      } else if (open == 0) {
        node->numbers = node->attacker ? kDisprovedNumbers : kProvedNumbers;
      } else {
        const ProofNumber total = cap(std::uint64_t{std::min(largest, kProofInfinite - 1)} + open - 1);
        min = std::min(min, kProofInfinite - 1);
        node->numbers = node->attacker ? ProofNumbers{min, total} : ProofNumbers{total, min};
      }
      if (node->solved()) settle(*node);
    }
  }

  // A node that was just decided: a fact, unless its defence leans on a state above.
  void settle(Node& node) {
    if (node.numbers.dn == 0) {
      std::int32_t highest = kNothing, best = kElsewhere;
      for (const Node& child : node.children) {
        if (child.numbers.dn != 0) continue;
        highest = std::min(highest, child.leans_on);
        best = std::max(best, child.leans_on);
      }
      node.leans_on = node.attacker ? highest : best;
      if (node.leans_on >= depth_of(node)) node.leans_on = kNothing;
    }
    if (node.leans_on == kNothing && &node != &root_) facts_[node.state] = node.numbers.pn == 0;
  }

  // --- the file ---

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  // Writes subtrees away, the longest untouched first, until half of the nodes that may be kept are left.
  void spill() {
    if (counts_.tree <= max_nodes_) return;
    for (std::vector<Node*> old; counts_.tree > max_nodes_ / 2; old.clear()) {
      collect(root_, old);
      if (old.empty()) return;
      std::sort(old.begin(), old.end(), [](const Node* a, const Node* b) { return a->touched < b->touched; });
      for (Node* const node : old) {
        if (counts_.tree > max_nodes_ / 2) write(*node);
      }
    }
  }
  // Nodes whose children have none of their own in memory: the tree is taken down from below.
  void collect(Node& node, std::vector<Node*>& out) {
    bool lowest = !node.children.empty() && node.busy == 0;
    for (Node& child : node.children) {
      collect(child, out);
      lowest = lowest && child.children.empty();
    }
    if (lowest && &node != &root_) out.push_back(&node);
  }

  void write(Node& node) {
    if (!file_) file_.reset(std::tmpfile());
    if (!file_)
      throw Error("the proof tree needs a file in the folder for temporary files, which cannot be made");
    std::string text;
    for (const Node& child : node.children) {
      text += child.move + ' ' + std::to_string(child.state) + ' ' + std::to_string(child.numbers.pn) + ' ' +
              std::to_string(child.numbers.dn) + ' ' + std::to_string(child.spilled_at) + ' ' +
              std::to_string(child.leans_on) + ' ' + std::to_string(child.work) + '\n';
    }
    std::fseek(file_.get(), 0, SEEK_END);
    const long place = std::ftell(file_.get());
    const std::string head = std::to_string(node.children.size()) + '\n';
    if (place < 0 || std::fputs((head + text).c_str(), file_.get()) < 0 || std::fflush(file_.get()) != 0)
      throw Error("the proof tree cannot be written to the folder for temporary files: is its disk full?");
    node.spilled_at = place;
    counts_.tree -= node.children.size();
    counts_.spilled += node.children.size();
    ++counts_.spills;
    node.children = {};
  }

  void load(Node& node) {
    if (!node.children.empty() || node.spilled_at < 0) return;
    std::size_t count = 0;
    bool read = std::fseek(file_.get(), static_cast<long>(node.spilled_at), SEEK_SET) == 0 &&
                std::fscanf(file_.get(), "%zu", &count) == 1;
    for (std::size_t i = 0; read && i < count; ++i) {
      Node child;
      char move[64] = "";
      unsigned long long state = 0, work = 0;
      long long place = -1;
      read = std::fscanf(file_.get(), "%63s %llu %u %u %lld %d %llu", move, &state, &child.numbers.pn,
                         &child.numbers.dn, &place, &child.leans_on, &work) == 7;
      child.move = move;
      child.state = state;
      child.work = work;
      child.spilled_at = place;
      child.attacker = !node.attacker;
      child.touched = time_;
      node.children.push_back(std::move(child));
    }
    if (!read) throw Error("the file of the proof tree cannot be read back");
    counts_.tree += count;
    counts_.spilled -= count;
    node.spilled_at = -1;
    adopt(node);
  }

  const std::uint64_t max_nodes_, expand_after_;
  Node root_;
  std::unordered_map<std::uint64_t, Node*> running_;
  std::unordered_set<std::uint64_t> busy_states_;  // of the leaves that are being worked on
  std::unordered_map<std::uint64_t, bool> facts_;  // by state: does the attacker win?
  Counts counts_;
  std::unique_ptr<std::FILE, Close> file_;
  std::uint64_t last_id_ = 0, time_ = 0;
};

}  // namespace tesuji::search
