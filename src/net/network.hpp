// An evaluation network: (inputs -> width) x 2 -> 1. Each player sees the position from its own side through
// the same first layer; the mover's half comes first. Activation: clamp to [0, 1], then square. The last
// layer has one set of weights for each bucket of positions. Knows no game: a game turns its positions into
// numbers of active inputs.
//
// Integers: the first layer and its sums are in units of 1/kQa, the last layer's weights in units of 1/kQb.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::net {

inline constexpr int kQa = 255;
inline constexpr int kQb = 64;
inline constexpr int kMaxOutputWeight = 127;  // c(x) * w must fit into 16 bits

struct Shape {
  std::string game;
  std::uint32_t inputs = 0;
  std::uint32_t width = 0;
  std::uint32_t buckets = 1;
  std::uint32_t scale = 400;  // the score of an output of 1
  bool correction = false;    // the score is added to that of the game's own evaluation
};

struct Weights {
  std::vector<std::int16_t> first;       // [inputs][width]
  std::vector<std::int16_t> first_bias;  // [width]
  std::vector<std::int16_t> last;        // [buckets][2 * width]
  std::vector<std::int32_t> last_bias;   // [buckets], in units of 1 / (kQa * kQb)
};

class Network {
 public:
  // Throws Error if the weights do not have the shape or could overflow a sum.
  Network(Shape shape, Weights weights);

  [[nodiscard]] const Shape& shape() const { return shape_; }
  [[nodiscard]] std::size_t width() const { return shape_.width; }
  [[nodiscard]] const std::int16_t* bias() const { return weights_.first_bias.data(); }
  [[nodiscard]] const std::int16_t* row(std::size_t input) const {
    return weights_.first.data() + input * shape_.width;
  }
  [[nodiscard]] bool same_as(const Network& other) const;
  // The score for the mover, from the sums of the first layer.
  [[nodiscard]] int evaluate(const std::int16_t* mover, const std::int16_t* other, std::size_t bucket) const;

  // A file is sealed (base/sealed.hpp). Its description is the shape ("chess 768 256 8 400": game, inputs,
  // width, buckets, scale; then "correction" if it is one); its body is the four arrays of Weights,
  // little-endian.
  [[nodiscard]] std::string description() const;
  [[nodiscard]] std::string body() const;
  // All throw Error with a line that says what is wrong: truncated, damaged, another version, game or shape.
  static std::shared_ptr<const Network> from_body(std::string_view description, std::string_view body,
                                                  const std::string& source, const std::string& game,
                                                  std::uint32_t inputs);
  // Engines of a process that load the same network share one copy. The file is read each time, so that one
  // that was replaced is noticed.
  static std::shared_ptr<const Network> load(const std::string& path, const std::string& game,
                                             std::uint32_t inputs);
  // A file that is part of the program.
  static std::shared_ptr<const Network> embedded(std::string_view file, const std::string& game,
                                                 std::uint32_t inputs);
  void save(const std::string& path) const;

 private:
  Shape shape_;
  Weights weights_;
};

}  // namespace tesuji::net
