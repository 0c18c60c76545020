// An evaluator that uses a network if it was given one, and the game's own evaluation otherwise.
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

// Inputs is what Accumulators asks of a game.
template <class Handwritten, class Inputs>
class SwitchedEvaluator {
 public:
  // No network: the game's own evaluation.
  void use(const std::shared_ptr<const Network>& network) {
    if (network == network_) return;
    network_ = network;
    accumulators_ = network_ ? std::make_unique<Accumulators<Inputs>>(network_) : nullptr;
  }
  int operator()(const typename Inputs::Position& position) {
    if (!accumulators_) return handwritten_(position);
    return std::clamp(accumulators_->evaluate(position), -kMax, kMax);
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
