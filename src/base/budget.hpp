// The limits of a piece of work: nodes, time, and a request to stop.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include "base/stop.hpp"

namespace tesuji {

// All threads of one search share one Budget. Each counts its own nodes and charges them every few dozen
// nodes with spend(); when that returns false, it returns as soon as it can.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  // Without limits; only finish() ends it.
  Budget() = default;
  explicit Budget(std::uint64_t max_nodes) : max_nodes_(max_nodes) {}
  explicit Budget(const StopFlag& stop, std::optional<std::uint64_t> max_nodes = {},
                  std::optional<Clock::duration> max_time = {})
      : stop_(&stop) {
    limit_nodes(max_nodes);
    limit_time(max_time);
  }
  // A part of another budget: ends when that one does, or at limits of its own. Nodes are charged to both.
  explicit Budget(Budget& whole, std::optional<std::uint64_t> max_nodes = {},
                  std::optional<Clock::duration> max_time = {})
      : whole_(&whole) {
    limit_nodes(max_nodes);
    limit_time(max_time);
  }
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  // Charges `nodes`. False: stop now.
  bool spend(std::uint64_t nodes) noexcept {
    charge(nodes);
    return !exhausted();
  }
  [[nodiscard]] bool exhausted() const noexcept {
    if (finished_.load(std::memory_order_relaxed)) return true;
    if (nodes_.load(std::memory_order_relaxed) >= max_nodes_) return true;
    if (stop_ != nullptr && stop_->requested()) return true;
    const Clock::rep deadline = deadline_.load(std::memory_order_relaxed);
    if (deadline != kNever && Clock::now().time_since_epoch().count() >= deadline) return true;
    return whole_ != nullptr && whole_->exhausted();
  }
  // Ends the work of every thread that shares this budget: one of them has the answer.
  void finish() noexcept { finished_.store(true, std::memory_order_relaxed); }

  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_.load(std::memory_order_relaxed); }
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }
  [[nodiscard]] Clock::duration elapsed() const { return Clock::now() - start_; }

  // Time counts from now on. May be called while other threads search.
  void limit_time(std::optional<Clock::duration> max_time) noexcept {
    constexpr Clock::duration kCentury = std::chrono::hours(24 * 36500);  // more would overflow
    const bool limited = max_time && *max_time < kCentury;
    deadline_.store(limited ? (Clock::now() + *max_time).time_since_epoch().count() : kNever,
                    std::memory_order_relaxed);
  }

 private:
  static constexpr Clock::rep kNever = std::numeric_limits<Clock::rep>::max();

  void limit_nodes(std::optional<std::uint64_t> max_nodes) {
    if (max_nodes) max_nodes_ = *max_nodes;
  }
  void charge(std::uint64_t nodes) noexcept {
    nodes_.fetch_add(nodes, std::memory_order_relaxed);
    if (whole_ != nullptr) whole_->charge(nodes);
  }

  const StopFlag* stop_ = nullptr;
  Budget* whole_ = nullptr;
  std::uint64_t max_nodes_ = std::numeric_limits<std::uint64_t>::max();
  std::atomic<Clock::rep> deadline_{kNever};
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<bool> finished_{false};
  Clock::time_point start_ = Clock::now();
};

// Counts the nodes of one thread and charges them to a budget, `interval` at a time.
class NodeMeter {
 public:
  explicit NodeMeter(Budget& budget, std::uint64_t interval) : budget_(&budget), interval_(interval) {}
  NodeMeter(const NodeMeter&) = delete;
  NodeMeter& operator=(const NodeMeter&) = delete;
  ~NodeMeter() { budget_->spend(uncharged()); }

  // Counts one node. False: stop now.
  bool count() noexcept {
    ++nodes_;
    if (nodes_ - charged_ >= interval_) stopped_ = !budget_->spend(uncharged()) || stopped_;
    return !stopped_;
  }
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

 private:
  std::uint64_t uncharged() noexcept {
    const std::uint64_t nodes = nodes_ - charged_;
    charged_ = nodes_;
    return nodes;
  }

  Budget* budget_;
  std::uint64_t interval_;
  std::uint64_t nodes_ = 0, charged_ = 0;
  bool stopped_ = false;
};

}  // namespace tesuji
