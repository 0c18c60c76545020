// tesuji verify FILE...
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/certificate_file.hpp"
#include "app/command.hpp"
#include "engine/authoring.hpp"
#include "engine/game.hpp"
#include "engine/json.hpp"

namespace tesuji::app {
namespace {

engine::Verification verify(const engine::Certificate& certificate, const Context& context) {
  const engine::Game* const game = context.registry.find(certificate.game);
  if (game == nullptr || game->authoring() == nullptr)
    throw Error(fmt::format("'{}' is not a game with certificates", certificate.game));
  return game->authoring()->verify(certificate, context.stop);
}

bool verify_file(const std::string& path, bool json, const Context& context) {
  engine::Verification found;
  std::string game;
  try {
    const engine::Certificate certificate = engine::read_certificate(read_certificate_file(path));
    game = certificate.game;
    found = verify(certificate, context);
  } catch (const Error& error) {
    found.flaw = error.what();
  }
  if (json) {
    const nlohmann::ordered_json out = {{"file", path},           {"game", game},
                                        {"holds", found.holds},   {"claims", found.claims},
                                        {"states", found.states}, {"flaw", found.flaw}};
    fmt::print("{}\n", engine::to_line(out));
  } else if (found.holds) {
    for (const std::string& claim : found.claims) fmt::print("{}: proved: {}\n", path, claim);
    fmt::print("{}: the certificate holds ({} states)\n", path, found.states);
  } else {
    print_error("{}: not proved: {}\n", path, found.flaw);
  }
  return found.holds;
}

}  // namespace

void add_verify(CLI::App& app, Context& context) {
  CLI::App* const verb = app.add_subcommand("verify", "Check certificates without a solver");
  const auto paths = std::make_shared<std::vector<std::string>>();
  const auto json = std::make_shared<bool>(false);
  verb->add_option("files", *paths, "Certificates, as `tesuji solve --certificate` writes them")->required();
  verb->add_flag("--json", *json, "Write one JSON object a line, for programs");
  verb->callback([=, &context] {
    for (const std::string& path : *paths) {
      if (!verify_file(path, *json, context)) context.exit_code = kFailure;
    }
  });
}

}  // namespace tesuji::app
