// Checks the text of a certificate with the rules of the game that it names. No search takes part in it.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "base/stop.hpp"
#include "engine/certificate.hpp"
#include "engine/registry.hpp"

namespace tesuji::engine {

struct CheckedCertificate {
  std::string game;           // empty if the text does not say
  Verification verification;  // a text that is no certificate has a flaw, too
};

CheckedCertificate verify_text(const Registry& registry, std::string_view text, const StopFlag& stop);

// The text in {"certificate"}. Throws Error.
std::string certificate_from_json(const nlohmann::json& object);
// {"game","holds","claims","states","flaw"}
nlohmann::ordered_json to_json(const CheckedCertificate& checked);

}  // namespace tesuji::engine
