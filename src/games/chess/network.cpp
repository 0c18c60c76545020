#include "games/chess/network.hpp"

#include <string_view>

#include "net/network.hpp"

namespace tesuji::chess {

extern const std::string_view kNetworkFile;  // chess.net

std::shared_ptr<const net::Network> NetworkInputs::embedded_network() {
  static const auto network = net::Network::embedded(kNetworkFile, "chess", kInputs);
  return network;
}

}  // namespace tesuji::chess
