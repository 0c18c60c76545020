#include "games/chess/authoring.hpp"

#include "engine/lines.hpp"

namespace tesuji::chess {

namespace {

class ChessAuthoring final : public engine::Authoring {
 public:
  [[nodiscard]] engine::Certificate certify(const engine::Request& request,
                                            const engine::CommonOptions& common, std::uint64_t max_states,
                                            const StopFlag& stop) const override {
    return chess::certify(request, common, max_states, stop);
  }
  [[nodiscard]] engine::Verification verify(const engine::Certificate& certificate,
                                            const StopFlag& stop) const override {
    return chess::verify(certificate, stop);
  }
  [[nodiscard]] std::vector<std::string> split_collection(std::string_view text) const override {
    return engine::split_lines(text);
  }
  [[nodiscard]] std::unique_ptr<engine::ProblemChecker> new_checker(
      const engine::CommonOptions& common) const override {
    return make_checker(common);
  }
};

}  // namespace

const engine::Authoring& authoring() {
  static const ChessAuthoring kAuthoring;
  return kAuthoring;
}

}  // namespace tesuji::chess
