#include "engine/options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/number.hpp"

namespace tesuji::engine {

bool parse_flag(const OptionSpec& spec, std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  throw Error(fmt::format("option {} must be true or false, not '{}'", spec.name, text));
}

long long parse_number(const OptionSpec& spec, std::string_view text) {
  const auto value = to_number<long long>(text);
  if (!value || *value < spec.min || *value > spec.max) {
    throw Error(fmt::format("option {} must be a number from {} to {}, not '{}'", spec.name, spec.min,
                            spec.max, text));
  }
  return *value;
}

std::size_t parse_choice(const OptionSpec& spec, std::string_view text) {
  const auto found = std::find(spec.choices.begin(), spec.choices.end(), text);
  if (found == spec.choices.end()) {
    throw Error(
        fmt::format("option {} must be one of {}, not '{}'", spec.name, fmt::join(spec.choices, ", "), text));
  }
  return static_cast<std::size_t>(found - spec.choices.begin());
}

void throw_unknown_option(std::string_view name, const std::vector<OptionSpec>& specs) {
  std::vector<std::string_view> names;
  names.reserve(specs.size());
  for (const OptionSpec& spec : specs) names.push_back(spec.name);
  throw Error(fmt::format("there is no option '{}'; the options are: {}", name, fmt::join(names, ", ")));
}

}  // namespace tesuji::engine
