#include <cmath>
#include <istream>
#include <string>

#include "base/error.hpp"
#include "descent.hpp"
#include "games/shogi/features.hpp"
#include "games/shogi/hooks.hpp"
#include "selfplay.hpp"

namespace tesuji::tune {
namespace {

namespace feature = shogi::feature;
using shogi::Color;

struct Table {
  using Hooks = shogi::Hooks;
  static constexpr int kRandomPlies = 6, kMorePlies = 8;
  static constexpr int kDecided = 3500, kHeld = 3, kBalanced = 500, kMostPlies = 320;

  static shogi::Position start() { return shogi::Position::start(); }
  // At random, but not simply losing a piece.
  static std::vector<std::uint16_t> opening_moves(const shogi::Position& position) {
    shogi::MoveList list;
    generate(position, list, shogi::Wanted::All, shogi::Promotion::Sensible);
    std::vector<std::uint16_t> moves;
    for (const shogi::Move move : list) {
      if (position.exchange_at_least(move, 0)) moves.push_back(move.raw());
    }
    return moves;
  }
  static std::optional<int> outcome(const shogi::Position& position) {
    const int mover_wins = position.side() == Color::Black ? 2 : 0;
    switch (position.repetition(3)) {
      case shogi::Repetition::Draw:
        return 1;
      case shogi::Repetition::MoverWins:
        return mover_wins;
      case shogi::Repetition::MoverLoses:
        return 2 - mover_wins;
      case shogi::Repetition::None:
        break;
    }
    if (position.may_declare()) return mover_wins;
    if (!has_legal_move(position)) return 2 - mover_wins;
    return std::nullopt;
  }
};

void play(const SelfPlay& settings, std::ostream& out) {
  Games<Table>(settings).play(out);
}

constexpr int kTooLopsided = 2500;  // what is decided teaches nothing

Data read(std::istream& in) {
  Data data;
  std::string line;
  std::vector<float> counts(feature::kCount);
  std::vector<int> seen;
  while (std::getline(in, line)) {
    const std::size_t first = line.find(';');
    const std::size_t second = line.find(';', first + 1);
    if (second == std::string::npos) throw Error("a line is not SFEN;score;result: " + line);
    const float score = std::stof(line.substr(first + 1));
    if (std::abs(score) > kTooLopsided) continue;
    data.samples.push_back({data.terms.size(), score, std::stof(line.substr(second + 1)) / 2});
    seen.clear();
    visit_features(shogi::parse_position(line.substr(0, first)), [&](int at, Color color, int sixteenths) {
      const float count = static_cast<float>(sixteenths) / feature::kWhole;
      counts[static_cast<std::size_t>(at)] += color == Color::Black ? count : -count;
      seen.push_back(at);
    });
    for (const int at : seen) {
      float& count = counts[static_cast<std::size_t>(at)];
      if (count != 0) data.terms.push_back({static_cast<std::uint32_t>(at), count});
      count = 0;
    }
  }
  return data;
}

// The finer a feature, the fewer positions show it, and the more it is held where it is.
std::vector<double> pulls() {
  std::vector<double> pulls(feature::kCount, 1e-6);
  const auto set = [&](int from, int to, double pull) {
    std::fill(pulls.begin() + from, pulls.begin() + to, pull);
  };
  set(feature::kPlace, feature::kCastle, 5e-5);
  set(feature::kCastle, feature::kShapes, 1e-4);
  set(feature::kCourt, feature::kFlight, 3e-5);
  return pulls;
}

// A row for each board, one for each nine cells of a court, and so on: whatever the features come in.
void write(const std::vector<double>& weights, std::ostream& out) {
  out << "// Written by tools/tune/run from games of the engine against itself; not by hand. In the order "
         "of\n"
         "// features.hpp, in hundredths of a pawn.\n"
         "#include \"games/shogi/features.hpp\"\n\nnamespace tesuji::shogi {\n\n// clang-format off\n"
         "const Weights kWeights = {\n";
  const auto rows = [&](int from, int to, int width) {
    for (int i = from; i < to; ++i) {
      out << std::lround(weights[static_cast<std::size_t>(i)])
          << ((i - from) % width == width - 1 || i + 1 == to ? ",\n" : ",");
    }
  };
  rows(feature::kMaterial, feature::kHand, shogi::kKinds);
  rows(feature::kHand, feature::kPlace, feature::kMaxInHand);
  rows(feature::kPlace, feature::kFromOwnKing, shogi::kSquares);
  rows(feature::kFromOwnKing, feature::kCastle, feature::kRelative);
  rows(feature::kCastle, feature::kShapes, shogi::kSquares);
  rows(feature::kCourt, feature::kFlight, feature::kCellStates);
  rows(feature::kFlight, feature::kCount, 36);
  out << "};\n// clang-format on\n\n}  // namespace tesuji::shogi\n";
}

void fit_weights(std::istream& in, std::ostream& out) {
  Settings settings;
  settings.epochs = 12;
  settings.batch = 8192;
  settings.results = 0.4;
  settings.pulls = pulls();
  std::vector<double> weights(shogi::kWeights.begin(), shogi::kWeights.end());
  fit(read(in), settings, weights);
  write(weights, out);
}

}  // namespace

const Subject kShogi{"shogi", play, fit_weights};

}  // namespace tesuji::tune
