#include "games/go/report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tesuji::go {

using nlohmann::ordered_json;

namespace {

ordered_json to_json(const Fate& fate) {
  ordered_json out = {{"first", fate.first}, {"status", fate.status}};
  if (fate.threats_open) out["threats_open"] = true;
  if (!fate.ko) return out;
  ordered_json& ko = out["ko"] = {{"takes_first", fate.ko->takes_first},
                                  {"needs_threats", fate.ko->needs_threats},
                                  {"condition", fate.ko->condition}};
  if (fate.ko->threats) ko["threats"] = *fate.ko->threats;
  return out;
}

}  // namespace

void GoReport::add_to(ordered_json& report) const {
  for (const Fate& fate : fates) report["fates"].push_back(to_json(fate));
  if (threats) report["threats"] = *threats;
  for (const Assumption& assumption : assumptions)
    report["assumptions"].push_back({{"name", assumption.name},
                                     {"value", assumption.value},
                                     {"sentence", assumption.sentence},
                                     {"override", assumption.override_with}});
  if (!holds_outside.empty()) report["holds_outside"] = holds_outside;
  if (!target.empty()) report["target"] = target;
  if (open) report["open"] = true;
  if (!region.empty()) report["region"] = region;
  if (!tree.empty()) report["tree"] = tree;
}

std::vector<std::string> GoReport::sentences() const {
  if (!threats) return {};
  if (threats->empty()) return {"no move is a threat"};
  return {fmt::format("threats: {}", fmt::join(*threats, " "))};
}

std::vector<engine::OutputFile> GoReport::files() const {
  if (tree_file.empty()) return {};
  return {{tree_file, tree + "\n"}};
}

}  // namespace tesuji::go
