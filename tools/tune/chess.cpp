#include <cmath>
#include <istream>
#include <string>

#include "base/error.hpp"
#include "descent.hpp"
#include "games/chess/evaluator.hpp"
#include "games/chess/hooks.hpp"
#include "games/chess/notation.hpp"
#include "selfplay.hpp"

namespace tesuji::tune {
namespace {

using chess::kFeatures;

struct Table {
  using Hooks = chess::Hooks;
  static constexpr int kRandomPlies = 8, kMorePlies = 2;
  static constexpr int kDecided = 900, kHeld = 4, kBalanced = 250, kMostPlies = 300;

  static chess::Position start() { return {}; }
  static std::vector<std::uint16_t> opening_moves(const chess::Position& position) {
    chess::MoveList list;
    generate_legal(position, list);
    return {list.begin(), list.end()};
  }
  static std::optional<int> outcome(const chess::Position& position) {
    if (opening_moves(position).empty()) {
      return position.in_check() ? (position.side() == chess::kWhite ? 0 : 2) : 1;
    }
    if (position.rule50() >= 100 || position.threefold() || position.insufficient_material()) return 1;
    return std::nullopt;
  }
};

void play(const SelfPlay& settings, std::ostream& out) {
  Games<Table>(settings).play(out);
}

// A feature's two weights (middle game, end game) are two terms, each by its share of the phase.
Data read(std::istream& in) {
  Data data;
  std::string line;
  while (std::getline(in, line)) {
    const std::size_t first = line.find(';');
    const std::size_t second = line.find(';', first + 1);
    if (second == std::string::npos) throw Error("a line is not FEN;score;result: " + line);
    const chess::Trace seen = trace(chess::parse_fen(line.substr(0, first)));
    const float middle = static_cast<float>(seen.phase) / chess::kFullPhase;
    const float end = (1 - middle) * static_cast<float>(seen.scale) / chess::kFullScale;
    data.samples.push_back(
        {data.terms.size(), std::stof(line.substr(first + 1)), std::stof(line.substr(second + 1)) / 2});
    for (std::uint32_t i = 0; i < kFeatures; ++i) {
      if (seen.counts[i] == 0) continue;
      data.terms.push_back({2 * i, seen.counts[i] * middle});
      data.terms.push_back({2 * i + 1, seen.counts[i] * end});
    }
  }
  return data;
}

void write(const std::vector<double>& weights, std::ostream& out) {
  out << "// Written by tools/tune/run from games of the engine against itself; not by hand.\n"
         "#include \"games/chess/features.hpp\"\n\nnamespace tesuji::chess {\n\n// clang-format off\n"
         "const Weight kWeights[kFeatures] = {\n";
  for (std::size_t i = 0; i < kFeatures; ++i) {
    out << (i % 8 == 0 ? "    {" : " {") << std::lround(weights[2 * i]) << ", "
        << std::lround(weights[2 * i + 1]) << (i % 8 == 7 || i + 1 == kFeatures ? "},\n" : "},");
  }
  out << "};\n// clang-format on\n\n}  // namespace tesuji::chess\n";
}

// Cautious on purpose: with a few thousand games, results that count 0.6 and a pull of 2e-8 fitted the noise
// (42.5% in 100 games against the weights it had started from).
void fit_weights(std::istream& in, std::ostream& out) {
  std::vector<double> weights(2 * kFeatures);
  for (std::size_t i = 0; i < kFeatures; ++i) {
    weights[2 * i] = chess::kWeights[i].middle;
    weights[2 * i + 1] = chess::kWeights[i].end;
  }
  Settings settings;
  settings.pulls.assign(weights.size(), 1.5e-7);
  fit(read(in), settings, weights);
  write(weights, out);
}

}  // namespace

const Subject kChess{"chess", play, fit_weights};

}  // namespace tesuji::tune
