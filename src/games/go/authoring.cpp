#include "games/go/authoring.hpp"

#include "games/go/check.hpp"
#include "games/go/generate.hpp"
#include "games/go/notation.hpp"

namespace tesuji::go {

namespace {

class GoAuthoring final : public engine::Authoring {
 public:
  [[nodiscard]] engine::Certificate certify(const engine::Request& request,
                                            const engine::CommonOptions& common, std::uint64_t max_states,
                                            const StopFlag& stop) const override {
    return go::certify(request, common, max_states, stop);
  }
  [[nodiscard]] engine::Verification verify(const engine::Certificate& certificate,
                                            const StopFlag& stop) const override {
    return go::verify(certificate, stop);
  }
  [[nodiscard]] std::vector<std::string> split_collection(std::string_view text) const override {
    return split_problems(text);
  }
  [[nodiscard]] std::unique_ptr<engine::ProblemChecker> new_checker(
      const engine::CommonOptions& common) const override {
    return make_checker(common);
  }
  [[nodiscard]] bool can_fix() const override { return true; }
  [[nodiscard]] std::vector<engine::OptionSpec> generator_options() const override {
    return go::generator_options();
  }
  [[nodiscard]] std::unique_ptr<engine::ProblemGenerator> new_generator(
      const engine::GenerateRequest& request, const engine::CommonOptions& /*common*/) const override {
    return make_generator(request);
  }
  [[nodiscard]] engine::ProblemDiagrams diagrams(std::string_view problem) const override {
    return go::diagrams(problem);
  }
};

}  // namespace

const engine::Authoring& authoring() {
  static const GoAuthoring kAuthoring;
  return kAuthoring;
}

}  // namespace tesuji::go
