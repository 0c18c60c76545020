#include "engine/verify.hpp"

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "engine/authoring.hpp"
#include "engine/game.hpp"

namespace tesuji::engine {

CheckedCertificate verify_text(const Registry& registry, std::string_view text, const StopFlag& stop) {
  CheckedCertificate checked;
  try {
    const Certificate certificate = read_certificate(text);
    checked.game = certificate.game;
    const Game* const game = registry.find(certificate.game);
    if (game == nullptr || game->authoring() == nullptr)
      throw Error("'" + certificate.game + "' is not a game with certificates");
    checked.verification = game->authoring()->verify(certificate, stop);
  } catch (const Error& error) {
    checked.verification.flaw = error.what();
  }
  return checked;
}

std::string certificate_from_json(const nlohmann::json& object) {
  const auto at = object.is_object() ? object.find("certificate") : object.end();
  if (at == object.end() || !at->is_string()) throw Error("the request has no text \"certificate\"");
  return at->get<std::string>();
}

nlohmann::ordered_json to_json(const CheckedCertificate& checked) {
  const Verification& found = checked.verification;
  return {{"game", checked.game},
          {"holds", found.holds},
          {"claims", found.claims},
          {"states", found.states},
          {"flaw", found.flaw}};
}

}  // namespace tesuji::engine
