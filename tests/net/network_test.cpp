#include "net/network.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "games/chess/hooks.hpp"
#include "games/chess/network.hpp"
#include "games/shogi/hooks.hpp"
#include "games/shogi/network.hpp"
#include "net/accumulator.hpp"
#include "net/random_numbers.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::net {
namespace {

Network random_network(const std::string& game, std::uint32_t inputs, std::uint32_t width = 64,
                       std::uint32_t buckets = 4) {
  Weights weights;
  weights.first = random_numbers(std::size_t{inputs} * width, 60, 1);
  weights.first_bias = random_numbers(width, 100, 2);
  weights.last = random_numbers(std::size_t{buckets} * 2 * width, 127, 3);
  for (std::uint32_t i = 0; i < buckets; ++i)
    weights.last_bias.push_back(static_cast<std::int32_t>(i) * 500 - 700);
  return {{game, inputs, width, buckets, 400}, std::move(weights)};
}

TEST(Network, EvaluatesAsTheFormulaSays) {
  Weights weights;
  weights.first.assign(2 * 32, 0);
  weights.first_bias.assign(32, 0);
  weights.last.assign(2 * 32, 0);
  weights.last_bias = {163};
  weights.last[0] = 64;    // the mover's first neuron, times 1
  weights.last[32] = -32;  // the other's, times -1/2
  const Network network({"chess", 2, 32, 1, 400}, std::move(weights));
  std::vector<std::int16_t> mover(32), other(32);
  mover[0] = 1000;  // clamped to 255
  other[0] = 51;    // 1/5
  // 1 - 0.5 / 25 + 163 / (255 * 64) = 0.98999, times 400
  EXPECT_EQ(network.evaluate(mover.data(), other.data(), 0), 395);
  mover[0] = -5;
  EXPECT_EQ(network.evaluate(mover.data(), other.data(), 0),
            (-(51 * 51 * 32 / 255) + 163) * 400 / (255 * 64));
}

TEST(Network, RefusesWeightsThatCouldOverflow) {
  Weights weights;
  weights.first.assign(2 * 256, 0);
  weights.first_bias.assign(256, 0);
  weights.last.assign(2 * 256, 127);
  weights.last_bias = {0};
  EXPECT_THROW(Network({"chess", 2, 256, 1, 400}, weights), Error);
  weights.last.assign(2 * 256, 60);
  EXPECT_NO_THROW(Network({"chess", 2, 256, 1, 400}, weights));
  weights.last[5] = 128;
  EXPECT_THROW(Network({"chess", 2, 256, 1, 400}, weights), Error);
}

// A file with these bytes, for as long as a test lasts.
class NetworkFile : public ::testing::Test {
 protected:
  ~NetworkFile() override { std::filesystem::remove(path_); }

  [[nodiscard]] std::string saved(const Network& network) const {
    network.save(path_);
    return read_file(path_);
  }
  // What loading these bytes says; "" if it succeeds.
  [[nodiscard]] std::string complaint(const std::string& bytes, const std::string& game = "chess",
                                      std::uint32_t inputs = 768) const {
    std::ofstream(path_, std::ios::binary) << bytes;
    try {
      Network::load(path_, game, inputs);
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  }

  const std::string path_ = ::testing::TempDir() + "/tesuji-network-" + std::to_string(::getpid()) + ".net";
};

TEST_F(NetworkFile, RoundTripAndClearErrors) {
  const Network network = random_network("chess", 768);
  const std::string bytes = saved(network);
  const auto again = Network::load(path_, "chess", 768);
  EXPECT_EQ(again->description(), network.description());
  EXPECT_EQ(again->body(), network.body());

  const std::string file = "file '" + path_ + "' ", name = "'" + path_ + "' ";
  EXPECT_EQ(complaint(""), file + "is empty");
  EXPECT_EQ(complaint("hello" + bytes), file + "is not a network of this program");
  EXPECT_NE(complaint(bytes.substr(0, bytes.size() - 1)).find("is cut off"), std::string::npos);
  EXPECT_NE(complaint(bytes.substr(0, 64)).find("is cut off"), std::string::npos);
  EXPECT_EQ(complaint(bytes + "x"), file + "is damaged: 1 bytes too many");
  EXPECT_EQ(complaint(bytes, "shogi", 768), name + "is a network for chess, not for shogi");
  EXPECT_EQ(complaint(bytes, "chess", 640),
            name + "has 768 inputs; this program's networks for chess have 640");
  // The format of before: its own header.
  EXPECT_EQ(complaint(std::string("tsj-net") + std::string(1000, '\0')),
            file + "is not a network of this program");
}

TEST_F(NetworkFile, EnginesThatLoadTheSameNetworkShareOneCopy) {
  random_network("chess", 768, 32).save(path_);
  const auto first = Network::load(path_, "chess", 768);
  EXPECT_EQ(Network::load(path_, "chess", 768), first);
  NetworkOption one("chess", 768), two("chess", 768);
  one.set(path_);
  two.set(path_);
  EXPECT_EQ(one.network(), first);
  EXPECT_EQ(two.network(), first);
  random_network("chess", 768, 64).save(path_);
  EXPECT_NE(Network::load(path_, "chess", 768), first);
  EXPECT_EQ(chess::NetworkInputs::embedded_network(), chess::NetworkInputs::embedded_network());
}

// The score of a correction is added to the hand-written one, but for endings that are known draws.
TEST(Network, ACorrectionIsAddedToTheHandwrittenEvaluation) {
  Weights weights;
  weights.first.assign(768 * 32, 0);
  weights.first_bias.assign(32, 0);
  weights.last.assign(2 * 32, 0);
  weights.last_bias = {kQa * kQb / 4};
  const auto network =
      std::make_shared<const Network>(Shape{"chess", 768, 32, 1, 400, true}, std::move(weights));
  EXPECT_EQ(network->description(), "chess 768 32 1 400 correction");
  chess::Hooks::Evaluator handwritten, corrected;
  handwritten.use_handwritten();
  corrected.use(network);
  const auto start = chess::parse_position("startpos");
  EXPECT_EQ(corrected(start), handwritten(start) + 100);
  const auto wrong_bishop = chess::parse_position("7k/8/8/8/6K1/7P/8/5B2 w - - 0 1");
  EXPECT_EQ(corrected(wrong_bishop), 0);
}

TEST_F(NetworkFile, ABodyThatDoesNotFitItsShapeIsRefused) {
  const Network network = random_network("chess", 2, 32, 1);
  const std::string body = network.body();
  EXPECT_NO_THROW(Network::from_body("chess 2 32 1 400", body, "x.net", "chess", 2));
  EXPECT_TRUE(
      Network::from_body("chess 2 32 1 400 correction", body, "x.net", "chess", 2)->shape().correction);
  for (const char* shape :
       {"chess 2 32 2 400", "chess 2 48 1 400", "chess 2 4294967264 1 400", "chess 2 32 1 0", "chess 2 32 1",
        "chess 2 32 1 400 5x", "chess", "", "chess 2 32 1 -1"}) {
    EXPECT_THROW(Network::from_body(shape, body, "x.net", "chess", 2), Error) << shape;
  }
}

TEST_F(NetworkFile, AFlippedBitIsRefused) {
  const std::string bytes = saved(random_network("chess", 2, 32, 1));
  std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
  const auto put = [&](std::size_t at, int byte) {
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(byte)).flush();
  };
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    put(bit / 8, bytes[bit / 8] ^ 1 << bit % 8);
    ASSERT_THROW(Network::load(path_, "chess", 2), Error) << bit;
    put(bit / 8, bytes[bit / 8]);
  }
  EXPECT_NO_THROW(Network::load(path_, "chess", 2));
}

TEST_F(NetworkFile, SaysThatThereIsNone) {
  EXPECT_THROW(Network::load(path_ + ".none", "shogi", 2344), Error);
}

// Plays at random, going back now and then and skipping evaluations, as a search does.
template <class Hooks, class Inputs>
void compare_along_games(typename Hooks::Position start, const std::string& game) {
  const auto network = std::make_shared<const Network>(random_network(game, Inputs::kInputs));
  Accumulators<Inputs> kept(network);
  tt::SplitMix64 random(5);
  int evaluated = 0;
  for (int round = 0; round < 20; ++round) {
    typename Hooks::Position position = start;
    std::vector<std::uint16_t> line;
    for (int ply = 0; ply < 160; ++ply) {
      if (!line.empty() && random() % 4 == 0) {
        Hooks::undo(position, line.back());
        line.pop_back();
      }
      typename Hooks::Moves moves;
      Hooks::noisy(position, moves);
      Hooks::quiet(position, moves);
      std::vector<std::uint16_t> legal;
      for (const std::uint16_t move : moves) {
        if (Hooks::legal(position, move)) legal.push_back(move);
      }
      if (legal.empty()) break;
      line.push_back(legal[random() % legal.size()]);
      Hooks::make(position, line.back());
      if (random() % 3 != 0) continue;
      Accumulators<Inputs> fresh(network);
      ASSERT_EQ(kept.evaluate(position), fresh.evaluate(position)) << Hooks::position_text(position);
      ++evaluated;
      if (!Hooks::in_check(position)) {
        Hooks::make_null(position);
        Accumulators<Inputs> after_pass(network);
        EXPECT_EQ(kept.evaluate(position), after_pass.evaluate(position));
        Hooks::undo_null(position);
      }
    }
  }
  EXPECT_GT(evaluated, 300);
}

TEST(Accumulators, ChessKeepsUpWithTheMoves) {
  compare_along_games<chess::Hooks, chess::NetworkInputs>(chess::Position(), "chess");
  // Promotions, castling and en passant on the next moves.
  compare_along_games<chess::Hooks, chess::NetworkInputs>(
      chess::parse_position("r3k2r/PP4PP/8/2pP4/2Pp4/8/pp4pp/R3K2R w KQkq c6 0 1"), "chess");
}

TEST(Accumulators, ShogiKeepsUpWithTheMoves) {
  compare_along_games<shogi::Hooks, shogi::NetworkInputs>(shogi::Position::start(), "shogi");
  compare_along_games<shogi::Hooks, shogi::NetworkInputs>(
      shogi::parse_position(
          "4k2nl/4g1g2/p1+Ppp1p1p/5p3/1n1P1P1P1/P1p1P1P1P/1PS1S4/1KG2G3/LN5NL b RBSrbsl2p 1"),
      "shogi");
}

TEST(Inputs, AreDistinctAndInRange) {
  std::vector<bool> seen(shogi::NetworkInputs::kInputs);
  const auto add = [&](std::size_t input) {
    ASSERT_LT(input, seen.size());
    EXPECT_FALSE(seen[input]);
    seen[input] = true;
  };
  for (const shogi::Color color : {shogi::Color::Black, shogi::Color::White}) {
    for (int kind = shogi::kPawn; kind < shogi::kKinds; ++kind) {
      for (shogi::Square square = 0; square < shogi::kSquares; ++square) {
        add(shogi::NetworkInputs::input(1, {static_cast<shogi::Kind>(kind), color}, square));
      }
    }
    for (int kind = shogi::kPawn; kind <= shogi::kGold; ++kind) {
      for (int nth = 0; nth < shogi::kSetCount[static_cast<std::size_t>(kind)]; ++nth) {
        add(shogi::NetworkInputs::hand_input(1, color, static_cast<shogi::Kind>(kind), nth));
      }
    }
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 2344);
}

}  // namespace
}  // namespace tesuji::net
