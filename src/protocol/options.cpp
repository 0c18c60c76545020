#include "protocol/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/number.hpp"
#include "tt/memory.hpp"
#include "tt/replacement.hpp"

namespace tesuji::protocol {
namespace {

using engine::OptionSpec;
using Kind = OptionSpec::Kind;

constexpr long long kMaxMegabytes = 1LL << 25;  // 32 TiB: configure() says what the machine really has
constexpr long long kMaxThreads = 1024;
constexpr const char* kEnginesChoice = "engine";  // the replacement policy, where the user names none

const char* type_word(Kind kind) {
  switch (kind) {
    case Kind::Flag:
      return "check";
    case Kind::Number:
      return "spin";
    case Kind::Text:
    case Kind::File:
      return "string";
    case Kind::Choice:
      return "combo";
    case Kind::Button:
      return "button";
  }
  return "string";
}

std::string checked_flag(const OptionSpec& spec, std::string_view value) {
  if (same_name(value, "true")) return "true";
  if (same_name(value, "false")) return "false";
  throw Error(fmt::format("{} is true or false, not '{}'", spec.name, value));
}

std::string checked_number(const OptionSpec& spec, std::string_view value) {
  const auto number = to_number<long long>(value);
  if (!number || *number < spec.min || *number > spec.max) {
    throw Error(fmt::format("{} is a number from {} to {}, not '{}'", spec.name, spec.min, spec.max, value));
  }
  return std::to_string(*number);
}

std::string checked_choice(const OptionSpec& spec, std::string_view value) {
  const auto found = std::find_if(spec.choices.begin(), spec.choices.end(),
                                  [&](const std::string& choice) { return same_name(choice, value); });
  if (found != spec.choices.end()) return *found;
  throw Error(fmt::format("{} is one of {}, not '{}'", spec.name, fmt::join(spec.choices, ", "), value));
}

std::string checked(const OptionSpec& spec, std::string_view value) {
  switch (spec.kind) {
    case Kind::Flag:
      return checked_flag(spec, value);
    case Kind::Number:
      return checked_number(spec, value);
    case Kind::Choice:
      return checked_choice(spec, value);
    // How GUIs write the empty string.
    case Kind::Text:
    case Kind::File:
      return value == "<empty>" ? std::string() : std::string(value);
    case Kind::Button:
      return "true";
  }
  return std::string(value);
}

OptionSpec named(std::string name, Kind kind, std::string default_value) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.kind = kind;
  spec.default_value = std::move(default_value);
  return spec;
}

OptionSpec number(std::string name, long long default_value, long long min, long long max) {
  OptionSpec spec = named(std::move(name), Kind::Number, std::to_string(default_value));
  spec.min = min;
  spec.max = max;
  return spec;
}

OptionSpec text(std::string name, std::string default_value) {
  return named(std::move(name), Kind::Text, std::move(default_value));
}

OptionSpec choice(std::string name, std::string default_value, std::vector<std::string> choices) {
  OptionSpec spec = named(std::move(name), Kind::Choice, std::move(default_value));
  spec.choices = std::move(choices);
  return spec;
}

OptionSpec flag(std::string name) {
  return named(std::move(name), Kind::Flag, "false");
}

OptionSpec button(std::string name) {
  return named(std::move(name), Kind::Button, "");
}

}  // namespace

Options::Options(engine::Engine& engine, const Dialect& dialect, const engine::CommonOptions& common)
    : engine_(engine), dialect_(dialect), common_(common) {
  // Tries a change of the common options on the engine, and keeps it if the engine takes it.
  const auto changing = [this](void (*change)(engine::CommonOptions&, const std::string&)) {
    return [this, change](const std::string& value) {
      engine::CommonOptions changed = common_;
      change(changed, value);
      engine_.configure(changed);
      common_ = changed;
    };
  };
  const auto with_file = [this](auto act) {
    return [this, act](const std::string&) {
      if (snapshot_file_.empty()) throw Error(option_name(dialect_, "snapshot-file") + " is not set");
      act(engine_, snapshot_file_);
    };
  };

  const auto megabytes = static_cast<long long>(std::max<std::uint64_t>(common.hash_bytes >> 20, 1));
  add(number("hash", megabytes, 1, kMaxMegabytes),
      changing([](engine::CommonOptions& options, const std::string& value) {
        options.hash_bytes = std::stoull(value) << 20;
        options.hash_auto = false;
      }));
  add(number("threads", common.threads, 1, kMaxThreads),
      changing([](engine::CommonOptions& options, const std::string& value) {
        options.threads = std::stoi(value);
      }));
  std::vector<std::string> policies{kEnginesChoice};
  policies.insert(policies.end(), tt::kReplacementNames.begin(), tt::kReplacementNames.end());
  add(choice("replacement", common.replacement.empty() ? kEnginesChoice : common.replacement,
             std::move(policies)),
      changing([](engine::CommonOptions& options, const std::string& value) {
        options.replacement = value == kEnginesChoice ? "" : value;
      }));
  // The table is made anew where the policy says; what it held is lost.
  add(choice("numa-policy", "auto", {"auto", "none"}), [this](const std::string& value) {
    tt::memory_nodes = value == "auto" ? tt::MemoryNodes::Spread : tt::MemoryNodes::System;
    engine_.configure(common_);
  });
  add(button("clear-hash"), [this](const std::string&) { engine_.clear_table(); });
  // Kept even if the engine refuses it: a file that is there has a size, and the GUI may set that later.
  add(text("hash-file", common.hash_file), [this](const std::string& value) {
    common_.hash_file = value;
    engine_.configure(common_);
  });
  add(text("snapshot-file", ""), [this](const std::string& value) { snapshot_file_ = value; });
  add(button("save-hash"),
      with_file([](engine::Engine& with, const std::string& file) { with.save_table(file); }));
  add(button("load-hash"),
      with_file([](engine::Engine& with, const std::string& file) { with.load_table(file); }));
  // Whether to ponder is the GUI's decision; engines announce the option to say that they can.
  add(flag("ponder"), [](const std::string&) {});
  if (dialect.resigns) {
    add(number("resign-value", kNeverResign, 0, kNeverResign),
        [this](const std::string& value) { resign_value_ = std::stoi(value); });
  } else {
    add(flag("show-odds"), [this](const std::string& value) { show_odds_ = value == "true"; });
  }
  for (const OptionSpec& spec : engine.game().options()) {
    if (spec.kind == Kind::Button) continue;  // the acts there are stand above
    add(spec, [this, name = spec.name](const std::string& value) { of_game_[name] = value; });
  }
}

void Options::add(OptionSpec spec, std::function<void(const std::string&)> apply) {
  spec.name = option_name(dialect_, spec.name);
  items_.push_back({std::move(spec), std::move(apply)});
}

std::vector<std::string> Options::announced() const {
  std::vector<std::string> lines;
  for (const Item& item : items_) {
    const OptionSpec& spec = item.spec;
    std::string line = fmt::format("option name {} type {}", spec.name, type_word(spec.kind));
    if (spec.kind != Kind::Button)
      line += " default " + (spec.default_value.empty() ? "<empty>" : spec.default_value);
    if (spec.kind == Kind::Number) line += fmt::format(" min {} max {}", spec.min, spec.max);
    for (const std::string& choice : spec.choices) line += " var " + choice;
    lines.push_back(std::move(line));
  }
  return lines;
}

bool Options::set(std::string_view name, std::string_view value) {
  const auto item = std::find_if(items_.begin(), items_.end(),
                                 [&](const Item& each) { return same_name(each.spec.name, name); });
  if (item == items_.end()) return false;
  item->apply(checked(item->spec, value));
  return true;
}

}  // namespace tesuji::protocol
