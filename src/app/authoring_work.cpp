#include "app/authoring_work.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "engine/json.hpp"

namespace tesuji::app {

using engine::Finding;
using Json = nlohmann::json;
using nlohmann::ordered_json;

ordered_json AuthoringWorker::answer(const engine::Game& game, const engine::CommonOptions& common,
                                     const Json& header, const std::string& rest, const StopFlag& stop) {
  const engine::Authoring* const authoring = game.authoring();
  if (authoring == nullptr) throw Error(fmt::format("{} has no tools for authors", game.title()));
  const engine::Request request = engine::request_from_json(header);
  const bool checks = header.value("task", "") == "check";
  Json settings = header;
  settings.erase("first");
  const std::string made_for = settings.dump();
  if (made_for != made_for_) {
    forget();
    with_table_errors([&] {
      if (checks) {
        checker_ = authoring->new_checker(common);
      } else {
        engine::GenerateRequest generate;
        generate.seed = header.at("seed").get<std::uint64_t>();
        generate.options = request.options;
        generator_ = authoring->new_generator(generate, common);
      }
    });
    made_for_ = made_for;
  }
  if (checks) {
    engine::CheckRequest check;
    check.limits = request.limits;
    check.options = request.options;
    check.fix = header.value("fix", false);
    return to_json(checker_->check(rest, check, stop));
  }
  const auto first = header.at("first").get<std::uint64_t>(), count = header.at("count").get<std::uint64_t>();
  ordered_json problems = ordered_json::array();
  for (std::uint64_t i = 0; i < count && !stop.requested(); ++i) {
    const std::optional<engine::NewProblem> made = generator_->attempt(first + i, stop);
    ordered_json problem;
    if (made)
      problem = {{"text", made->text}, {"position", made->position}, {"solution", made->solution},
                 {"kind", made->kind}, {"grade", made->grade},       {"identity", made->identity}};
    problems.push_back(std::move(problem));
  }
  return {{"problems", std::move(problems)}};
}

void AuthoringWorker::forget() {
  made_for_.clear();
  checker_.reset();
  generator_.reset();
}

ordered_json to_json(const engine::ProblemCheck& check) {
  ordered_json findings = ordered_json::array();
  for (const Finding& finding : check.findings)
    findings.push_back({static_cast<int>(finding.severity), finding.kind, finding.text, finding.moves});
  return {{"title", check.title},     {"position", check.position}, {"verdict", check.verdict},
          {"decided", check.decided}, {"findings", findings},       {"identity", check.identity},
          {"fixed", check.fixed}};
}

engine::ProblemCheck check_from_json(const Json& json) {
  engine::ProblemCheck check;
  check.title = json.value("title", "");
  check.position = json.value("position", "");
  check.verdict = json.value("verdict", "");
  check.decided = json.value("decided", false);
  check.identity = json.value("identity", "");
  check.fixed = json.value("fixed", "");
  for (const auto& finding : json.at("findings"))
    check.findings.push_back({static_cast<Finding::Severity>(finding.at(0).get<int>()),
                              finding.at(1).get<std::string>(), finding.at(2).get<std::string>(),
                              finding.at(3).get<std::string>()});
  return check;
}

std::vector<std::optional<engine::NewProblem>> problems_from_json(const Json& json) {
  std::vector<std::optional<engine::NewProblem>> problems;
  for (const auto& each : json.at("problems")) {
    auto& problem = problems.emplace_back();
    if (each.is_null()) continue;
    problem =
        engine::NewProblem{each.value("text", ""), each.value("position", ""), each.value("solution", ""),
                           each.value("kind", ""), each.value("grade", 0),     each.value("identity", "")};
  }
  return problems;
}

}  // namespace tesuji::app
