#include "engine/books.hpp"

#include <fmt/format.h>

#include "base/number.hpp"

namespace tesuji::engine {

const Books* books_of(const Game& game) {
  const auto* const owner = dynamic_cast<const BookGame*>(&game);
  return owner != nullptr ? &owner->books() : nullptr;
}

BookSummary summary_of_moves(const std::filesystem::path& file, std::string_view game,
                             std::string_view format, std::size_t positions, std::size_t moves) {
  return {{{"file", file.string()},
           {"game", game},
           {"format", format},
           {"positions", positions},
           {"moves", moves}},
          fmt::format("{}: a {} book for {}: {} moves in {} positions", file.string(), format, game,
                      format_count(moves), format_count(positions))};
}

}  // namespace tesuji::engine
