#include "games/shogi/authoring.hpp"

#include "games/shogi/check.hpp"
#include "games/shogi/generate.hpp"

namespace tesuji::shogi {

namespace {

class ShogiAuthoring final : public engine::Authoring {
 public:
  [[nodiscard]] engine::Certificate certify(const engine::Request& request,
                                            const engine::CommonOptions& common, std::uint64_t max_states,
                                            const StopFlag& stop) const override {
    return shogi::certify(request, common, max_states, stop);
  }
  [[nodiscard]] engine::Verification verify(const engine::Certificate& certificate,
                                            const StopFlag& stop) const override {
    return shogi::verify(certificate, stop);
  }
  [[nodiscard]] std::vector<std::string> split_collection(std::string_view text) const override {
    return shogi::split_collection(text);
  }
  [[nodiscard]] std::unique_ptr<engine::ProblemChecker> new_checker(
      const engine::CommonOptions& common) const override {
    return make_checker(common);
  }
  [[nodiscard]] std::vector<engine::OptionSpec> generator_options() const override {
    return shogi::generator_options();
  }
  [[nodiscard]] std::unique_ptr<engine::ProblemGenerator> new_generator(
      const engine::GenerateRequest& request, const engine::CommonOptions& /*common*/) const override {
    return make_generator(request);
  }
  [[nodiscard]] engine::ProblemDiagrams diagrams(std::string_view problem) const override {
    return shogi::diagrams(problem);
  }
};

}  // namespace

const engine::Authoring& authoring() {
  static const ShogiAuthoring kAuthoring;
  return kAuthoring;
}

}  // namespace tesuji::shogi
