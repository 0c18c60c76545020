// tesuji completion SHELL and tesuji manual FOLDER: both are made from the help of the commands, so that they
// cannot disagree with it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/command.hpp"
#include "app/version.hpp"
#include "base/error.hpp"
#include "base/file.hpp"

namespace tesuji::app {
namespace {

struct OptionHelp {
  std::string names;               // "--hash TEXT"
  std::vector<std::string> flags;  // "--hash": what completion offers
  std::string help;
  bool positional = false;
  friend bool operator==(const OptionHelp&, const OptionHelp&) = default;
};

struct CommandHelp {
  std::string name, help;
  std::vector<OptionHelp> options;
  std::vector<CommandHelp> commands;
};

OptionHelp help_of(const CLI::Option& option) {
  OptionHelp help;
  for (const std::string& name : option.get_snames()) help.flags.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) help.flags.push_back("--" + name);
  help.positional = help.flags.empty();
  help.names = help.positional ? option.get_name(true) : fmt::format("{}", fmt::join(help.flags, ", "));
  if (!help.positional && option.get_items_expected_max() > 0) help.names += " " + option.get_type_name();
  help.help = option.get_description();
  if (!option.get_default_str().empty()) help.help += fmt::format(" (default: {})", option.get_default_str());
  return help;
}

CommandHelp help_of(const CLI::App& app) {
  CommandHelp help{app.get_name(), app.get_description(), {}, {}};
  for (const CLI::Option* option : app.get_options()) help.options.push_back(help_of(*option));
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    help.commands.push_back(help_of(*command));
  return help;
}

// The whole program. The options of `VERB GAME` are declared only for the game that the command line names,
// so the commands are declared once for each game, and each gives its own part.
CommandHelp whole_help(const Context& context) {
  CommandHelp whole;
  for (const engine::Game* game : context.registry.games()) {
    Context named{context.registry, context.stop, std::string(game->name())};
    CLI::App app("", "tesuji");
    add_commands(app, named);
    CommandHelp help = help_of(app);
    if (whole.commands.empty()) whole = help;
    for (std::size_t verb = 0; verb < help.commands.size(); ++verb) {
      for (std::size_t at = 0; at < help.commands[verb].commands.size(); ++at) {
        if (help.commands[verb].commands[at].name == game->name())
          whole.commands[verb].commands[at] = help.commands[verb].commands[at];
      }
    }
  }
  return whole;
}

// Text for troff: a line must not begin with a control character, and hyphens are meant as written.
std::string troff(std::string_view text) {
  std::string out;
  if (text.starts_with('.') || text.starts_with('\'')) out += "\\&";
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '\n') {
      out += "\n.br\n";
    } else {
      out += c;
    }
  }
  return out;
}

std::string option_text(const OptionHelp& option) {
  return fmt::format(".TP\n.B {}\n{}\n", troff(option.names), troff(option.help));
}

std::string page_head(const std::string& name, const std::string& help) {
  std::string title = name;
  std::transform(title.begin(), title.end(), title.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return fmt::format(".TH {} 1 \"\" \"tesuji {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n", title, kVersion,
                     troff(name), troff(help.substr(0, help.find('\n'))));
}

// `tesuji-solve.1`: the options that all games share, then those of each game.
std::string page_of(const CommandHelp& command) {
  std::string page = page_head("tesuji-" + command.name, command.help);
  page += fmt::format(".SH SYNOPSIS\n.B tesuji {}\n{}[\\fIoptions\\fR]\n", troff(command.name),
                      command.commands.empty() ? "" : "\\fIsubcommand\\fR ");
  page += fmt::format(".SH DESCRIPTION\n{}\n", troff(command.help));
  if (!command.options.empty()) page += ".SH OPTIONS\n";
  for (const OptionHelp& option : command.options) page += option_text(option);
  std::vector<OptionHelp> shared;  // by every subcommand, if there are several
  if (command.commands.size() > 1) {
    for (const OptionHelp& option : command.commands.front().options) {
      if (std::all_of(command.commands.begin(), command.commands.end(), [&](const CommandHelp& each) {
            return std::find(each.options.begin(), each.options.end(), option) != each.options.end();
          }))
        shared.push_back(option);
    }
    page += ".SH OPTIONS OF EVERY SUBCOMMAND\n";
    for (const OptionHelp& option : shared) page += option_text(option);
  }
  for (const CommandHelp& each : command.commands) {
    page += fmt::format(".SH tesuji {} {}\n{}\n", troff(command.name), troff(each.name), troff(each.help));
    for (const OptionHelp& option : each.options) {
      if (std::find(shared.begin(), shared.end(), option) == shared.end()) page += option_text(option);
    }
  }
  return page + ".SH SEE ALSO\n.BR tesuji (1)\n";
}

std::string first_page(const CommandHelp& whole) {
  std::string page =
      page_head("tesuji", "the best move in chess, shogi, Connect 4, Othello and Go's life and death");
  page += ".SH SYNOPSIS\n.B tesuji\n\\fIsubcommand\\fR [\\fIoptions\\fR]\n.SH SUBCOMMANDS\n";
  for (const CommandHelp& command : whole.commands)
    page += fmt::format(".TP\n.BR tesuji\\-{} (1)\n{}\n", troff(command.name), troff(command.help));
  page += ".SH OPTIONS\n";
  for (const OptionHelp& option : whole.options) page += option_text(option);
  return page;
}

void write_manual(const std::string& folder, const Context& context) {
  const CommandHelp whole = whole_help(context);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw Error(fmt::format("cannot make the folder '{}': {}", folder, error.message()));
  const std::filesystem::path path = folder;
  write_file(path / "tesuji.1", first_page(whole));
  for (const CommandHelp& command : whole.commands)
    write_file(path / fmt::format("tesuji-{}.1", command.name), page_of(command));
}

// What can follow "tesuji", "tesuji solve", "tesuji solve chess": commands and options.
void collect(const CommandHelp& command, const std::string& path, std::map<std::string, std::string>& words) {
  std::string& here = words[path];
  for (const CommandHelp& each : command.commands) here += each.name + " ";
  for (const OptionHelp& option : command.options) {
    for (const std::string& flag : option.flags) here += flag + " ";
  }
  if (!here.empty()) here.pop_back();
  for (const CommandHelp& each : command.commands) collect(each, path + "/" + each.name, words);
}

// Every shell gets the same two pieces: how to find out where on the command line we are, and what can follow
// there.
std::string completion(const std::string& shell, const Context& context) {
  std::map<std::string, std::string> words;
  collect(whole_help(context), "", words);
  std::string known, cases;
  for (const auto& [path, list] : words) {
    if (!path.empty()) known += (known.empty() ? "" : "|") + path;
    if (shell == "fish") {
      cases += fmt::format("complete -c tesuji -n \"test (__tesuji_path) = '{}'\" -a '{}'\n", path, list);
    } else {
      cases += fmt::format("    '{}') list='{}' ;;\n", path, list);
    }
  }
  if (shell == "bash") {
    return "# bash completion for tesuji\n_tesuji() {\n  local current=${COMP_WORDS[COMP_CWORD]} path= list= "
           "i\n"
           "  for ((i = 1; i < COMP_CWORD; ++i)); do\n    case $path/${COMP_WORDS[i]} in\n      " +
           known + ") path=$path/${COMP_WORDS[i]} ;;\n    esac\n  done\n  case $path in\n" + cases +
           "  esac\n  COMPREPLY=($(compgen -W \"$list\" -- \"$current\"))\n}\n"
           "complete -o default -F _tesuji tesuji\n";
  }
  if (shell == "zsh") {
    return "#compdef tesuji\n_tesuji() {\n  local where= list= i\n"
           "  for ((i = 2; i < CURRENT; ++i)); do\n    case $where/${words[i]} in\n      " +
           known + ") where=$where/${words[i]} ;;\n    esac\n  done\n  case $where in\n" + cases +
           "  esac\n  compadd -- ${=list}\n  _files\n}\n"
           "if [ \"$funcstack[1]\" = _tesuji ]; then _tesuji \"$@\"; else compdef _tesuji tesuji; fi\n";
  }
  if (shell == "fish") {
    std::replace(known.begin(), known.end(), '|', ' ');
    return "# fish completion for tesuji\nfunction __tesuji_path\n  set -l path ''\n"
           "  for word in (commandline -opc)[2..-1]\n    if contains -- \"$path/$word\" " +
           known + "\n      set path \"$path/$word\"\n    end\n  end\n  echo \"$path\"\nend\n" + cases;
  }
  throw UsageError(fmt::format("completion: '{}' is not bash, zsh or fish", shell));
}

}  // namespace

void add_manual(CLI::App& app, Context& context) {
  const auto shell = std::make_shared<std::string>();
  CLI::App* const completion_app =
      app.add_subcommand("completion", "Print a completion script for bash, zsh or fish");
  completion_app->add_option("shell", *shell, "bash, zsh or fish")->required();
  completion_app->callback([shell, &context] { fmt::print("{}", completion(*shell, context)); });

  const auto folder = std::make_shared<std::string>();
  CLI::App* const manual_app =
      app.add_subcommand("manual", "Write the manual pages, one for each subcommand");
  manual_app->add_option("folder", *folder, "Where to write tesuji.1, tesuji-solve.1, …")->required();
  manual_app->callback([folder, &context] { write_manual(*folder, context); });
}

}  // namespace tesuji::app
