// Positions whose result is known without a search: endgame tablebases.
#pragma once

#include <cstdint>
#include <optional>

namespace tesuji::search {

enum class KnownResult : std::uint8_t { Loss, Draw, Win };  // for the side to move

template <class Position>
class KnownPositions {
 public:
  KnownPositions() = default;
  KnownPositions(const KnownPositions&) = delete;
  KnownPositions& operator=(const KnownPositions&) = delete;
  virtual ~KnownPositions() = default;

  // Nothing if the position is not known. Several threads may ask at once.
  [[nodiscard]] virtual std::optional<KnownResult> probe(const Position&) const = 0;
};

}  // namespace tesuji::search
