// Checks and attempts at new problems as questions and answers for the work queue.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/authoring.hpp"
#include "engine/game.hpp"

namespace tesuji::app {

// Answers them; keeps the checker or generator of the last question, with its table, for the next one.
class AuthoringWorker {
 public:
  // Task "check": {"fix"} and limits and options of a request; the rest is the problem. Task "generate":
  // {"seed","first","count"} and options. Throws Error.
  nlohmann::ordered_json answer(const engine::Game& game, const engine::CommonOptions& common,
                                const nlohmann::json& header, const std::string& rest, const StopFlag& stop);
  void forget();

 private:
  std::string made_for_;
  std::unique_ptr<engine::ProblemChecker> checker_;
  std::unique_ptr<engine::ProblemGenerator> generator_;
};

nlohmann::ordered_json to_json(const engine::ProblemCheck& check);
engine::ProblemCheck check_from_json(const nlohmann::json& json);

// Of the attempts that a question is about, in order; none = the attempt made no problem.
std::vector<std::optional<engine::NewProblem>> problems_from_json(const nlohmann::json& json);

}  // namespace tesuji::app
