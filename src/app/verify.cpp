// tesuji verify FILE...
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/certificate_file.hpp"
#include "app/command.hpp"
#include "engine/json.hpp"
#include "engine/verify.hpp"

namespace tesuji::app {
namespace {

engine::CheckedCertificate check(const std::string& path, const Context& context) {
  try {
    return engine::verify_text(context.registry, read_certificate_file(path), context.stop);
  } catch (const Error& error) {  // the file cannot be read
    engine::CheckedCertificate checked;
    checked.verification.flaw = error.what();
    return checked;
  }
}

bool verify_file(const std::string& path, bool json, const Context& context) {
  const engine::CheckedCertificate checked = check(path, context);
  const engine::Verification& found = checked.verification;
  if (json) {
    nlohmann::ordered_json out = {{"file", path}};
    out.update(engine::to_json(checked));
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
