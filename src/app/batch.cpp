// tesuji batch GAME FILE --out RESULTS: JSON lines. The first names the program, the game, the options and
// the input; then one for each position, in order. A run that was cut short goes on where it stopped: a line
// is appended whole as soon as there is an answer, and put in order at the end; what is already there is not
// searched again, unless a limit ended that search and the limit is higher now.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "app/command.hpp"
#include "app/game_command.hpp"
#include "app/input.hpp"
#include "app/progress.hpp"
#include "app/version.hpp"
#include "app/work.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "engine/json.hpp"
#include "tt/checksum.hpp"

namespace tesuji::app {
namespace {

using Json = nlohmann::json;
using nlohmann::ordered_json;

struct BatchOptions {
  std::string out;
  bool analyze = false;
  WorkOptions work;
};

// A position as a result quotes it: what was no UTF-8 has been replaced.
Json as_written(const std::string& position) {
  return Json::parse(engine::to_line(position));
}

ordered_json limits_json(const search::Limits& limits) {
  ordered_json out = ordered_json::object();
  if (limits.time) out["milliseconds"] = limits.time->count();
  if (limits.nodes) out["nodes"] = *limits.nodes;
  if (limits.depth) out["depth"] = *limits.depth;
  return out;
}

// Whether `now` allows more than `before` did.
bool raised(const Json& before, const Json& now) {
  for (const auto& [name, limit] : before.items()) {
    if (!now.contains(name) || now[name] > limit) return true;
  }
  return false;
}

ordered_json header_of(const GameArguments& arguments, const BatchOptions& options,
                       const std::vector<std::string>& positions) {
  std::uint64_t hash = positions.size();
  for (const std::string& position : positions) hash = tt::checksum(std::as_bytes(std::span(position)), hash);
  ordered_json batch = {{"program", "tesuji"},
                        {"version", kVersion},
                        {"game", arguments.request.game},
                        {"task", options.analyze ? "analyze" : "solve"},
                        {"options", arguments.request.options},
                        {"positions", positions.size()},
                        {"input", fmt::format("{:016x}", hash)},
                        {"limits", limits_json(arguments.request.limits)}};
  return {{"batch", std::move(batch)}};
}

// The file of results, locked against other runs.
class ResultFile {
 public:
  // Reads what the file has. Throws Error, and changes nothing, if it was not written by a batch of the same
  // kind over the same input, or if another run is writing it.
  ResultFile(std::string path, const ordered_json& header, const std::vector<std::string>& positions)
      : path_(std::move(path)), header_(header), lines_(positions.size()) {
    std::error_code ignored;
    if (std::filesystem::exists(path_, ignored) && !std::filesystem::is_regular_file(path_, ignored)) {
      open_file();  // a device: nothing to resume
      append(engine::to_line(header_));
      return;
    }
    lock_.emplace(path_);
    open_file();
    const std::string text = read_file(path_);
    if (text.empty()) {
      append(engine::to_line(header_));
      return;
    }
    read(text, positions);
  }
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;

  [[nodiscard]] bool has(std::size_t index) const { return !lines_[index].empty(); }
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(
        std::count_if(lines_.begin(), lines_.end(), [](const std::string& line) { return !line.empty(); }));
  }
  [[nodiscard]] std::size_t errors() const {
    return static_cast<std::size_t>(std::count_if(lines_.begin(), lines_.end(), [](const std::string& line) {
      return !line.empty() && Json::parse(line).contains("error");
    }));
  }
  void add(std::size_t index, const ordered_json& line) {
    lines_[index] = engine::to_line(line);
    append(lines_[index]);
    if (index < last_) sorted_ = false;
    last_ = std::max(last_, index);
  }
  // Puts the lines in the order of the input: searches that were done again, or at the same time, are not.
  void finish() {
    if (!sorted_) rewrite();
  }

 private:
  void read(const std::string& text, const std::vector<std::string>& positions) {
    const auto refuse = [&](std::size_t line, const char* why) {
      return Error(fmt::format("{} line {} {}; give another --out", path_, line, why));
    };
    const std::size_t first_end = std::min(text.find('\n'), text.size());
    const Json found = Json::parse(text.substr(0, first_end), nullptr, false);
    if (found.is_discarded() || !found.is_object() || !found.contains("batch") || !found["batch"].is_object())
      throw refuse(1, "was not written by tesuji batch");
    Json wanted = Json::parse(engine::to_line(header_))["batch"];
    Json before = found["batch"];
    const Json old_limits = before.value("limits", Json::object());
    const bool retry = raised(old_limits, wanted["limits"]);
    for (const char* field : {"version", "limits"}) before.erase(field), wanted.erase(field);
    if (before != wanted) throw refuse(1, "belongs to another input, game or options");

    std::size_t end = std::min(first_end + 1, text.size()), number = 1;
    bool dropped = false;
    for (std::size_t newline; (newline = text.find('\n', end)) != std::string::npos; end = newline + 1) {
      ++number;
      const std::string line = text.substr(end, newline - end);
      const Json result = Json::parse(line, nullptr, false);
      if (result.is_discarded() || !result.is_object() || !result.contains("index") ||
          !result["index"].is_number_unsigned() || !result.contains("input"))
        throw refuse(number, "is not a result of tesuji batch");
      const auto index = result["index"].get<std::size_t>();
      if (index < 1 || index > positions.size() || result["input"] != as_written(positions[index - 1]))
        throw refuse(number, "answers another input");
      if (retry && !result.contains("error") && !result.value("complete", false)) {
        dropped = true;
        continue;
      }
      lines_[index - 1] = line;
      if (index - 1 < last_) sorted_ = false;
      last_ = std::max(last_, index - 1);
    }
    if (dropped) {
      rewrite();
    } else if (end != text.size()) {
      std::filesystem::resize_file(path_, end);  // a line that an interrupted run left unfinished
    }
  }

  void rewrite() {
    std::string text = engine::to_line(header_) + '\n';
    for (const std::string& line : lines_) {
      if (!line.empty()) text += line + '\n';
    }
    file_.reset();
    write_file(path_, text);
    open_file();
    sorted_ = true;
  }

  void open_file() { file_.emplace(path_); }

  void append(const std::string& line) { file_->append(line + '\n'); }

  const std::string path_;
  const ordered_json header_;
  std::optional<RunLock> lock_;     // not on the file itself, which is replaced when it is put in order
  std::vector<std::string> lines_;  // by position; empty = not answered yet
  std::optional<AppendFile> file_;
  std::size_t last_ = 0;  // the greatest index in the file
  bool sorted_ = true;
};

int run_batch(GameArguments& arguments, Context& context, const BatchOptions& options) {
  const std::string source = arguments.joined_words();
  if (source.empty()) throw UsageError("batch: name a file of positions, or - for standard input");
  check_remote_options(options.work, *arguments.game, arguments.request);
  Input input;
  if (source == "-") {
    input = read_input(*arguments.game, source);
  } else {
    const std::string text = read_file(source);
    try {
      input.positions = arguments.game->split_positions(text);
    } catch (const Error& error) {
      throw Error(fmt::format("{}: {}", source, error.what()));
    }
  }
  ResultFile results(options.out, header_of(arguments, options, input.positions), input.positions);
  const std::size_t done = results.count();
  if (done > 0) print_error("{} of {} are done already\n", done, input.positions.size());

  ProgressBar bar(input.positions.size() - done);
  ordered_json header = {{"task", options.analyze ? "analyze" : "solve"}};
  add_request(header, arguments.request, arguments.common);
  std::vector<std::size_t> asked;  // by question
  std::vector<std::string> questions;
  for (std::size_t i = 0; i < input.positions.size(); ++i) {
    if (results.has(i)) continue;
    asked.push_back(i);
    questions.push_back(question_text(header, input.positions[i]));
  }
  const auto on_answer = [&](std::size_t question, const std::string& answer) {
    const std::size_t i = asked[question];
    ordered_json line = {{"index", i + 1}, {"input", input.positions[i]}};
    line.update(ordered_json::parse(answer));
    results.add(i, line);
    bar.advance();
  };
  arguments.engine.reset();  // the workers have theirs
  make_queue(options.work, context, arguments.common.hash_bytes)->run(questions, on_answer, context.stop);
  bar.wipe();
  results.finish();
  const std::size_t answered = results.count(), bad = results.errors();
  print_error("{} of {} answered, {} of them with an error; results in {}\n", answered,
              input.positions.size(), bad, options.out);
  return answered == input.positions.size() && bad == 0 ? 0 : kFailure;
}

}  // namespace

void add_batch(CLI::App& app, Context& context) {
  auto options = std::make_shared<BatchOptions>();
  GameVerb verb;
  verb.name = "batch";
  verb.help = "Many positions from a file, resumable, one JSON object a line";
  verb.words_help = "A file of positions, or - for standard input";
  verb.more_options = [options](CLI::App& game_app) {
    game_app.add_option("--out", options->out, "Where the results go; a file begun earlier is gone on with")
        ->required();
    game_app.add_flag("--analyze", options->analyze, "Search within the limits instead of solving");
    add_work_options(game_app, options->work);
  };
  verb.run = [&context, options](GameArguments& arguments) {
    return run_batch(arguments, context, *options);
  };
  add_game_verb(app, context, std::move(verb));
}

}  // namespace tesuji::app
