// tesuji convert GAME IN OUT: game records from one format to another
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "app/command.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "engine/game.hpp"
#include "engine/record_text.hpp"

namespace tesuji::app {
namespace {

struct ConvertArguments {
  std::string game, in, out, to;
  bool shift_jis = false;
};

std::string list_of(const std::vector<const engine::RecordFormat*>& formats) {
  std::string text;
  for (const engine::RecordFormat* const format : formats)
    text += fmt::format("{}{} (*{})", text.empty() ? "" : ", ", format->name(), format->extensions()[0]);
  return text;
}

// By --to, or else by the name of the file.
const engine::RecordFormat& format_of(const ConvertArguments& arguments, const engine::Game& game) {
  const auto formats = game.record_formats();
  if (formats.empty()) throw UsageError(fmt::format("convert: {} has no record formats", game.name()));
  if (arguments.to.empty()) {
    if (const engine::RecordFormat* const format = game.record_format_of(arguments.out)) return *format;
    throw UsageError(fmt::format("convert: '{}' does not end like a record of {}: {}; or say --to FORMAT",
                                 arguments.out, game.name(), list_of(formats)));
  }
  for (const engine::RecordFormat* const format : formats) {
    if (CLI::detail::to_lower(std::string(format->name())) == CLI::detail::to_lower(arguments.to))
      return *format;
  }
  throw UsageError(
      fmt::format("--to: {} has no format '{}'; it has {}", game.name(), arguments.to, list_of(formats)));
}

void convert(const ConvertArguments& arguments, const Context& context) {
  const engine::Game& game = context.registry.game(arguments.game);
  const engine::RecordFormat& format = format_of(arguments, game);
  const bool from_stream = arguments.in == "-";
  const std::string bytes = from_stream ? read_standard_input() : read_file(arguments.in);
  engine::RecordText read;
  try {
    read = engine::read_records(game, bytes);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", from_stream ? "standard input" : arguments.in, error.what()));
  }
  if (read.records.size() > 1 && !format.holds_many())
    throw Error(fmt::format("{}: it has {} games, and a {} file holds one", arguments.in, read.records.size(),
                            format.name()));
  std::string text;
  for (const engine::Record& record : read.records) text += format.write(record);
  if (arguments.shift_jis) text = format.in_shift_jis(text);
  if (arguments.out == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
  } else {
    write_file(arguments.out, text);
  }
}

}  // namespace

void add_convert(CLI::App& app, Context& context) {
  CLI::App* const verb = app.add_subcommand("convert", "Game records from one format to another");
  const auto arguments = std::make_shared<ConvertArguments>();
  verb->add_option("game", arguments->game, "The game")->required();
  verb->add_option("in", arguments->in, "A record (its format is recognised), or - for standard input")
      ->required();
  verb->add_option("out", arguments->out,
                   "The file to write, in the format of its name, or - for standard output")
      ->required();
  verb->add_option("--to", arguments->to,
                   "The format to write, whatever the file's name: PGN, KIF, KI2, CSA, JKF, USI, SGF");
  verb->add_flag("--shift-jis", arguments->shift_jis, "Write Shift-JIS instead of UTF-8 (KIF, KI2 and CSA)");
  verb->callback([arguments, &context] { convert(*arguments, context); });
}

}  // namespace tesuji::app
