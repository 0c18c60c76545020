// The options of a game, beyond the common ones (hash, threads, replacement, limits). A game declares each
// option once, in an OptionTable: its name, its help and the field of a struct that holds its value. The
// command line, the protocols, the server and the page read the declarations; the engine gets the struct.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::engine {

// Values as they were written, by option name; an option that is absent has its default.
using OptionTexts = std::map<std::string, std::string>;

struct OptionSpec {
  enum class Kind {
    Flag,
    Number,
    Text,
    Choice,
    File,    // a path on this machine: never taken from the network
    Button,  // an action; only the protocols have some
  };
  std::string name;  // as on the command line: lower case, words joined by '-'
  Kind kind = Kind::Flag;
  std::string default_value;
  std::string help;
  std::vector<std::string> choices = {};  // for Choice
  long long min = 0, max = 0;             // for Number
  bool value_optional = false;            // for Number: `--name` alone means the default
};

// Each throws Error unless the text is a value that the option takes.
bool parse_flag(const OptionSpec& spec, std::string_view text);
long long parse_number(const OptionSpec& spec, std::string_view text);
std::size_t parse_choice(const OptionSpec& spec, std::string_view text);  // index into spec.choices

[[noreturn]] void throw_unknown_option(std::string_view name, const std::vector<OptionSpec>& specs);

// Declares the options that fill a Values struct; its member initialisers are the defaults.
template <class Values>
class OptionTable {
  using Kind = OptionSpec::Kind;

 public:
  OptionTable& flag(std::string name, bool Values::*field, std::string help) {
    return add({std::move(name), Kind::Flag, Values{}.*field ? "true" : "false", std::move(help)},
               [field](Values& values, const OptionSpec& spec, std::string_view text) {
                 values.*field = parse_flag(spec, text);
               });
  }

  OptionTable& number(std::string name, int Values::*field, int min, int max, std::string help) {
    return add(
        {std::move(name), Kind::Number, std::to_string(Values{}.*field), std::move(help), {}, min, max},
        [field](Values& values, const OptionSpec& spec, std::string_view text) {
          values.*field = static_cast<int>(parse_number(spec, text));
        });
  }

  OptionTable& text(std::string name, std::string Values::*field, std::string help) {
    return add({std::move(name), Kind::Text, Values{}.*field, std::move(help)}, store(field));
  }

  OptionTable& file(std::string name, std::string Values::*field, std::string help) {
    return add({std::move(name), Kind::File, Values{}.*field, std::move(help)}, store(field));
  }

  // `parse` turns the text into the field's value, or throws Error.
  template <class Value>
  OptionTable& parsed(std::string name, Value Values::*field, std::function<Value(std::string_view)> parse,
                      std::string default_value, std::string help) {
    return add({std::move(name), Kind::Text, std::move(default_value), std::move(help)},
               [field, parse = std::move(parse)](Values& values, const OptionSpec&, std::string_view text) {
                 values.*field = parse(text);
               });
  }

  template <class Value>
  OptionTable& choice(std::string name, Value Values::*field,
                      const std::vector<std::pair<std::string, Value>>& choices, std::string help) {
    OptionSpec spec{std::move(name), Kind::Choice, "", std::move(help)};
    for (const auto& [word, value] : choices) {
      spec.choices.push_back(word);
      if (value == Values{}.*field) spec.default_value = word;
    }
    return add(std::move(spec),
               [field, choices](Values& values, const OptionSpec& declared, std::string_view text) {
                 values.*field = choices[parse_choice(declared, text)].second;
               });
  }

  // For the number declared last: `--name` alone means the default.
  OptionTable& value_optional() {
    specs_.back().value_optional = true;
    return *this;
  }

  // A name of earlier versions, still accepted.
  OptionTable& old_name(std::string old, std::string name) {
    old_names_.emplace(std::move(old), std::move(name));
    return *this;
  }

  [[nodiscard]] const std::vector<OptionSpec>& specs() const { return specs_; }

  // Throws Error on an option that is not declared and on a value that does not fit.
  [[nodiscard]] Values parse(const OptionTexts& texts) const {
    Values values;
    for (const auto& [given, text] : texts) {
      const auto renamed = old_names_.find(given);
      const std::string& name = renamed == old_names_.end() ? given : renamed->second;
      std::size_t at = 0;
      while (at < specs_.size() && specs_[at].name != name) ++at;
      if (at == specs_.size()) throw_unknown_option(name, specs_);
      setters_[at](values, specs_[at], text);
    }
    return values;
  }

 private:
  using Setter = std::function<void(Values&, const OptionSpec&, std::string_view)>;

  static Setter store(std::string Values::*field) {
    return [field](Values& values, const OptionSpec&, std::string_view text) { values.*field = text; };
  }

  OptionTable& add(OptionSpec spec, Setter setter) {
    specs_.push_back(std::move(spec));
    setters_.push_back(std::move(setter));
    return *this;
  }

  std::vector<OptionSpec> specs_;
  std::vector<Setter> setters_;  // setters_[i] parses specs_[i]
  std::map<std::string, std::string> old_names_;
};

}  // namespace tesuji::engine
