// tesuji generate GAME --count N --seed S --out FILE
#include <fmt/format.h>

#include <condition_variable>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "app/command.hpp"
#include "app/game_command.hpp"
#include "app/progress.hpp"
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
};

constexpr std::uint64_t kSaveEvery = 16;  // attempts
constexpr std::uint64_t kMaxAhead = 64;   // attempts that may wait for an earlier one to end

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

// Makes attempts in threads and hands them out in the order of their numbers, so that the result does not
// depend on the number of threads.
class Attempts {
 public:
  using Generators = std::vector<std::unique_ptr<engine::ProblemGenerator>>;
  using Result = std::optional<engine::NewProblem>;

  Attempts(const Generators& generators, std::uint64_t first, const StopFlag& stop)
      : stop_(StopFlag::below(stop)), start_(first), hand_out_(first), running_(generators.size()) {
    for (const auto& generator : generators) workers_.emplace_back([this, &generator] { work(*generator); });
  }
  Attempts(const Attempts&) = delete;
  Attempts& operator=(const Attempts&) = delete;
  ~Attempts() {
    {
      const std::scoped_lock lock(mutex_);
      stop_.request();
    }
    changed_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }

  // The next attempt's problem, if it has one; none at all if the work was stopped.
  std::optional<Result> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return failure_ || running_ == 0 || done_.count(hand_out_) != 0; });
    if (failure_) std::rethrow_exception(failure_);
    const auto at = done_.find(hand_out_);
    if (at == done_.end()) return std::nullopt;
    Result result = std::move(at->second);
    done_.erase(at);
    ++hand_out_;
    changed_.notify_all();
    return result;
  }

 private:
  void work(engine::ProblemGenerator& generator) {
    std::unique_lock lock(mutex_);
    try {
      for (;;) {
        changed_.wait(lock, [&] { return stop_.requested() || start_ < hand_out_ + kMaxAhead; });
        if (stop_.requested()) break;
        const std::uint64_t number = start_++;
        lock.unlock();
        Result result = generator.attempt(number, stop_);
        lock.lock();
        if (stop_.requested()) break;  // it may have given up: another run makes this attempt again
        done_.emplace(number, std::move(result));
        changed_.notify_all();
      }
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      failure_ = std::current_exception();
    }
    --running_;
    changed_.notify_all();
  }

  StopFlag stop_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t start_, hand_out_;
  std::map<std::uint64_t, Result> done_;
  std::size_t running_;
  std::exception_ptr failure_;
  std::vector<std::thread> workers_;
};

int generate(GameArguments& arguments, const GenerateOptions& options, Context& context) {
  const engine::Authoring* const authoring = arguments.game->authoring();
  if (authoring == nullptr)
    throw Error(fmt::format("{} has no generator of problems", arguments.game->title()));
  if (options.out.empty()) throw UsageError("generate: --out FILE says where the problems go");
  const std::uint64_t count = usage("--count", [&] { return parse_count(options.count); });
  engine::GenerateRequest request;
  request.seed = usage("--seed", [&] { return parse_number<std::uint64_t>(options.seed, "seed"); });
  for (const auto& [name, text] : options.texts) {
    if (!text.empty()) request.options[name] = text;
  }
  arguments.engine.reset();
  const auto threads = static_cast<std::size_t>(arguments.common.threads);
  std::vector<std::unique_ptr<engine::ProblemGenerator>> generators;
  for (std::size_t i = 0; i < threads; ++i)
    generators.push_back(
        with_table_errors([&] { return authoring->new_generator(request, arguments.common); }));

  Progress progress;
  progress.settings = {
      {"game", arguments.game->name()}, {"seed", request.seed}, {"options", request.options}};
  std::string problems = load(options.out, progress);
  ProgressBar bar(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < progress.identities.size(); ++i) bar.advance();
  if (progress.identities.size() < count) {
    Attempts attempts(generators, progress.next, context.stop);
    while (progress.identities.size() < count) {
      const auto attempt = attempts.next();
      if (!attempt) break;
      ++progress.next;
      if (*attempt && progress.identities.insert((*attempt)->identity).second) {
        problems += (*attempt)->text;
        bar.wipe();
        print(**attempt, progress.identities.size(), arguments.json);
        bar.advance();
      }
      bar.show_note(fmt::format("{} attempts", progress.next));
      if (progress.next % kSaveEvery == 0) save(options.out, problems, progress);
    }
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
