#include "games/shogi/network.hpp"

#include <string_view>

#include "net/network.hpp"

namespace tesuji::shogi {

extern const std::string_view kNetworkFile;  // shogi.net

std::shared_ptr<const net::Network> NetworkInputs::embedded_network() {
  static const auto network = net::Network::embedded(kNetworkFile, "shogi", kInputs);
  return network;
}

}  // namespace tesuji::shogi
