// tesuji generate GAME --count N --seed S --out FILE
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

#include "app/authoring_work.hpp"
#include "app/command.hpp"
#include "app/game_command.hpp"
#include "app/progress.hpp"
#include "app/work.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/number.hpp"
#include "engine/authoring.hpp"
#include "engine/json.hpp"

namespace tesuji::app {
namespace {

struct GenerateOptions {
  std::string count = "10", seed = "1", out;
  std::map<std::string, std::string> texts;  // the game's own
  WorkOptions work;
};

constexpr std::uint64_t kBatch = 1;       // attempts of one question: one may take seconds
constexpr std::uint64_t kSaveEvery = 16;  // attempts

// What a run that is continued has to know: everything that decides which problems come out, how far it got,
// and which problems it has. Kept beside the output.
struct Progress {
  nlohmann::ordered_json settings;
  std::uint64_t next = 0;
  std::set<std::string> identities;
};

std::string state_path(const std::string& out) {
  return out + ".state";
}

void save(const std::string& out, const std::string& problems, const Progress& progress) {
  write_file(out, problems);
  const nlohmann::ordered_json state = {{"settings", progress.settings},
                                        {"next", progress.next},
                                        {"bytes", problems.size()},
                                        {"identities", progress.identities}};
  write_file(state_path(out), engine::to_line(state) + "\n");
}

// Continues where an earlier run stopped. Returns the problems so far.
std::string load(const std::string& out, Progress& progress) {
  std::error_code ignored;
  if (!std::filesystem::exists(out, ignored)) return {};
  if (!std::filesystem::exists(state_path(out), ignored))
    throw Error(fmt::format("{} exists and was not written by an unfinished run; choose another name", out));
  const auto state = nlohmann::ordered_json::parse(read_file(state_path(out)), nullptr, false);
  if (state.is_discarded() || !state.contains("settings") || state["settings"] != progress.settings)
    throw Error(fmt::format(
        "{} belongs to a run with other options; use the same ones to continue it, or choose another name",
        out));
  std::string problems = read_file(out);
  const auto bytes = state.value("bytes", std::uint64_t{0});
  // The file of problems is written first; what came after the last saved state is made again.
  if (problems.size() < bytes)
    throw Error(fmt::format("{} is shorter than {} says; choose another name", out, state_path(out)));
  problems.resize(bytes);
  progress.next = state.value("next", std::uint64_t{0});
  for (const auto& identity : state["identities"]) progress.identities.insert(identity.get<std::string>());
  return problems;
}

void print(const engine::NewProblem& problem, std::size_t number, bool json) {
  if (json) {
    const nlohmann::ordered_json out = {{"number", number},
                                        {"position", problem.position},
                                        {"kind", problem.kind},
                                        {"solution", problem.solution},
                                        {"grade", problem.grade}};
    fmt::print("{}\n", engine::to_line(out));
  } else {
    fmt::print("{}  {}, grade {}, {}  {}\n", number, problem.kind, problem.grade, problem.solution,
               problem.position);
  }
  std::fflush(stdout);
}

// Questions for attempts, which are numbered and committed in order: the result does not depend on how many
// workers there are.
class Attempts final : public queue::Source {
 public:
  using Commit = std::function<void(const std::vector<std::optional<engine::NewProblem>>&)>;
  Attempts(nlohmann::ordered_json header, std::uint64_t first, Commit commit, std::function<bool()> enough)
      : header_(std::move(header)), first_(first), commit_(std::move(commit)), enough_(std::move(enough)) {}

  std::optional<std::string> next() override {
    header_["first"] = first_ + asked_++ * kBatch;
    header_["count"] = kBatch;
    return question_text(header_, "");
  }
  void on_answer(std::size_t number, const std::string& answer) override {
    waiting_.emplace(number, answer);
    for (auto at = waiting_.find(next_); at != waiting_.end() && !enough_(); at = waiting_.find(++next_)) {
      const auto found = nlohmann::json::parse(at->second);
      if (found.contains("error")) throw Error(found["error"].get<std::string>());
      commit_(problems_from_json(found));
      waiting_.erase(at);
    }
  }
  [[nodiscard]] bool finished() const override { return enough_(); }

 private:
  nlohmann::ordered_json header_;
  const std::uint64_t first_;
  const Commit commit_;
  const std::function<bool()> enough_;
  std::uint64_t asked_ = 0;
  std::size_t next_ = 0;                        // to be committed
  std::map<std::size_t, std::string> waiting_;  // for those before them
};

int generate(GameArguments& arguments, const GenerateOptions& options, Context& context) {
  const engine::Authoring* const authoring = arguments.game->authoring();
  if (authoring == nullptr)
    throw Error(fmt::format("{} has no generator of problems", arguments.game->title()));
  if (options.out.empty()) throw UsageError("generate: --out FILE says where the problems go");
  const std::uint64_t count = usage("--count", [&] { return parse_count(options.count); });
  if (count == 0) throw UsageError("--count: at least 1 problem");
  engine::Request request;
  request.game = arguments.request.game;
  const auto seed = usage("--seed", [&] { return parse_number<std::uint64_t>(options.seed, "seed"); });
  for (const auto& [name, text] : options.texts) {
    if (!text.empty()) request.options[name] = text;
  }
  arguments.engine.reset();
  WorkOptions work = options.work;
  work.jobs = std::max(work.jobs, arguments.common.threads);
  engine::CommonOptions common = arguments.common;
  common.threads = 1;
  nlohmann::ordered_json header = {{"task", "generate"}, {"seed", seed}};
  add_request(header, request, common);

  Progress progress;
  progress.settings = {{"game", arguments.game->name()}, {"seed", seed}, {"options", request.options}};
  std::string problems = load(options.out, progress);
  ProgressBar bar(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < std::min<std::size_t>(progress.identities.size(), count); ++i) bar.advance();
  const auto enough = [&] { return progress.identities.size() >= count; };
  std::uint64_t saved = progress.next;
  const auto commit = [&](const std::vector<std::optional<engine::NewProblem>>& made) {
    for (const auto& problem : made) {
      if (enough()) break;
      ++progress.next;
      if (!problem || !progress.identities.insert(problem->identity).second) continue;
      problems += problem->text;
      bar.wipe();
      print(*problem, progress.identities.size(), arguments.json);
      bar.advance();
    }
    bar.show_note(fmt::format("{} attempts", progress.next));
    if (progress.next - saved < kSaveEvery) return;
    save(options.out, problems, progress);
    saved = progress.next;
  };
  if (!enough()) {
    save(options.out, problems,
         progress);  // fails now, not after the first problems, if it cannot be written
    Attempts attempts(header, progress.next, commit, enough);
    make_queue(work, context, arguments.common.hash_bytes)->serve(attempts, context.stop);
    save(options.out, problems, progress);
  }
  bar.wipe();
  print_error("{} problems in {}, {} attempts\n", progress.identities.size(), options.out, progress.next);
  return progress.identities.size() >= count ? 0 : kFailure;
}

}  // namespace

void add_generate(CLI::App& app, Context& context) {
  GameVerb verb;
  verb.name = "generate";
  verb.help = "Make new problems, each proved; a run that was stopped goes on where it was";
  verb.takes_game_options = false;
  verb.takes_limits = false;
  const auto options = std::make_shared<GenerateOptions>();
  verb.more_options = [options, &context](CLI::App& game_app) {
    game_app.add_option("--count", options->count, "How many problems")->capture_default_str();
    game_app.add_option("--seed", options->seed, "The same seed gives the same problems")
        ->capture_default_str();
    game_app.add_option("--out", options->out, "The file for the problems");
    add_work_options(game_app, options->work);
    const engine::Game* const game = context.registry.find(context.game);
    if (game == nullptr || game->authoring() == nullptr) return;
    for (const engine::OptionSpec& spec : game->authoring()->generator_options())
      game_app.add_option("--" + spec.name, options->texts[spec.name], spec.help)
          ->default_str(spec.default_value);
  };
  verb.run = [&context, options](GameArguments& arguments) { return generate(arguments, *options, context); };
  add_game_verb(app, context, std::move(verb));
}

}  // namespace tesuji::app
