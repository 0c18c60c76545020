// An evaluator that uses a network, the program's own or another one, alone or as a correction of the game's
// hand-written evaluation.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "net/accumulator.hpp"
#include "net/network.hpp"

namespace tesuji::net {

// Inputs is what Accumulators asks of a game; besides, embedded_network() is the program's network, and
// corrects(p, handwritten) says whether the hand-written score of a position is to be corrected.
template <class Handwritten, class Inputs>
class SwitchedEvaluator {
 public:
  SwitchedEvaluator() { use(nullptr); }

  // No network: the program's.
  void use(const std::shared_ptr<const Network>& network) {
    const auto next = network ? network : Inputs::embedded_network();
    if (next == network_) return;
    network_ = next;
    accumulators_ = std::make_unique<Accumulators<Inputs>>(network_);
  }
  // The hand-written evaluation alone, which the lab trains corrections of and compares with.
  void use_handwritten() {
    network_ = nullptr;
    accumulators_ = nullptr;
  }
  int operator()(const typename Inputs::Position& position) {
    if (!network_) return handwritten_(position);
    const bool correction = network_->shape().correction;
    const int base = correction ? handwritten_(position) : 0;
    if (correction && !Inputs::corrects(position, base)) return base;
    return std::clamp(base + accumulators_->evaluate(position), -kMax, kMax);
  }

 private:
  static constexpr int kMax = 15000;  // well below what stands for a mate
  Handwritten handwritten_;
  std::shared_ptr<const Network> network_;
  std::unique_ptr<Accumulators<Inputs>> accumulators_;
};

// The network of an engine's option: read when the path changes.
class NetworkOption {
 public:
  NetworkOption(std::string game, std::uint32_t inputs) : game_(std::move(game)), inputs_(inputs) {}

  // None, and a remark, if the file cannot be used. True: it is another network than before.
  bool set(const std::string& path) {
    if (path == path_) return false;
    path_ = path;
    remark_.clear();
    const auto before = std::exchange(network_, nullptr);
    if (path.empty()) return before != nullptr;
    try {
      network_ = Network::load(path, game_, inputs_);
    } catch (const Error& error) {
      remark_ = std::string(error.what()) + "; the built-in evaluation is used";
    }
    return network_ != before;
  }
  [[nodiscard]] const std::shared_ptr<const Network>& network() const { return network_; }
  [[nodiscard]] const std::string& remark() const { return remark_; }

 private:
  std::string game_, path_, remark_;
  std::uint32_t inputs_;
  std::shared_ptr<const Network> network_;
};

}  // namespace tesuji::net
