#include "games/go/options.hpp"

namespace tesuji::go {

namespace {

std::optional<KoCondition> ko_from(std::string_view text) {
  if (text == "all") return std::nullopt;
  return KoCondition{level_from(text, Colour::Black)};
}

}  // namespace

const engine::OptionTable<Options>& option_table() {
  static const engine::OptionTable<Options> kTable = [] {
    engine::OptionTable<Options> table;
    table
        .choice<std::optional<Colour>>("player", &Options::player,
                                       {{"both", std::nullopt}, {"B", Colour::Black}, {"W", Colour::White}},
                                       "who plays first")
        .parsed<std::optional<KoCondition>>(
            "ko", &Options::ko, ko_from, "all",
            "ko threats: all, none, black, white, black-infinite, white-infinite, black:N, white:N")
        .choice<bool>("repetition", &Options::superko, {{"ko", false}, {"superko", true}},
                      "the rule on repeated positions")
        .choice<bool>("search", &Options::depth_first, {{"proof", false}, {"dfs", true}},
                      "proof numbers, or plain depth-first")
        .flag("all-moves", &Options::all_moves, "say of every first move whether it works")
        .flag("threats", &Options::threats, "list the moves that work if they are ignored")
        .file("tree", &Options::tree,
              "write the solution with its variations to this SGF file; - = standard output")
        .flag("show-tree", &Options::show_tree, "put the solution with its variations into the report")
        .choice<bool>("target", &Options::save_all, {{"any", false}, {"all", true}},
                      "with several marked blocks: is any of them to be saved, or all")
        .choice<Outside>(
            "outside", &Options::outside,
            {{"auto", Outside::Auto},
             {"attacker", Outside::Attacker},
             {"defender", Outside::Defender},
             {"both", Outside::Both}},
            "whose the board beyond the search area is; auto = the attacker's, or what makes the first move "
            "matter; both = does it matter")
        .text("region", &Options::region, "the points to play on, as SGF writes them: \"aa:cc dd\"")
        .text("group", &Options::group,
              "a stone of the group to solve, or a point near the problem if there are several: C17");
    return table;
  }();
  return kTable;
}

}  // namespace tesuji::go
