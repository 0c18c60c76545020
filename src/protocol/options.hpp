// The options a GUI sees: those every engine has (table, threads), those of its game, and the few that belong
// to the protocol alone.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "protocol/dialect.hpp"

namespace tesuji::protocol {

class Options {
 public:
  Options(engine::Engine& engine, const Dialect& dialect, const engine::CommonOptions& common);

  // `option name … type … default …`, one line each.
  [[nodiscard]] std::vector<std::string> announced() const;

  // Throws Error, changing nothing, on a value that does not fit or an act that fails. False = no such
  // option.
  bool set(std::string_view name, std::string_view value);

  // For a Request: the game's own options that were set.
  [[nodiscard]] const engine::OptionTexts& of_game() const { return of_game_; }
  [[nodiscard]] const engine::CommonOptions& common() const { return common_; }
  [[nodiscard]] bool show_odds() const { return show_odds_; }
  // The score at and below which a move is worth less than resigning; none = play on.
  [[nodiscard]] int resign_value() const { return resign_value_; }

  static constexpr int kNeverResign = 99'999;

 private:
  struct Item {
    engine::OptionSpec spec;  // `name` as the dialect writes it
    std::function<void(const std::string&)> apply;
  };

  void add(engine::OptionSpec spec, std::function<void(const std::string&)> apply);

  engine::Engine& engine_;
  const Dialect& dialect_;
  engine::CommonOptions common_;
  std::string snapshot_file_;
  bool show_odds_ = false;
  int resign_value_ = kNeverResign;
  engine::OptionTexts of_game_;
  std::vector<Item> items_;
};

}  // namespace tesuji::protocol
