// Exact answers on a board of any size: the face that hides which instantiation of the search works behind
// it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/report.hpp"
#include "games/connect4/notation.hpp"
#include "search/limits.hpp"
#include "search/proof_leaf.hpp"
#include "tt/level.hpp"
#include "tt/stats.hpp"

namespace tesuji::connect4 {

class Book;

struct Question {
  bool weak = false;       // only win, draw or loss: scores are 1, 0, -1
  bool all_moves = false;  // the score of every column
  bool line = true;        // best play to the end
  search::Limits limits;
};

// What was found; a score is in the view of the side to move.
struct Solution {
  int low = 0, high = 0;                   // equal = exact
  std::vector<std::optional<int>> signs;   // by column, where all are asked for: 1, 0 or -1, found first
  std::vector<std::optional<int>> scores;  // by column, where asked for; none = full, or stopped before
  std::vector<int> best;                   // columns: all of them where every column was asked for, else one
  std::vector<int> line;                   // columns, best play to the end
  std::uint64_t nodes = 0;
  bool from_book = false;  // the score; the line ends with the book
  [[nodiscard]] bool exact() const { return low == high; }
};

class Solver {
 public:
  // Called with what is known so far: narrower bounds, or another column.
  using OnProgress = std::function<void(const Solution&)>;

  Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  virtual ~Solver() = default;

  // The diagram has the solver's size.
  virtual Solution solve(const Diagram&, const Question&, const search::StopFlag&, const OnProgress&) = 0;
  // One job of a proof that many workers search (search/job_tree.hpp): does the attacker get more than
  // `alpha`?
  virtual search::ProofLeaf search_leaf(const Diagram& diagram, bool attacker_to_move, int alpha,
                                        Budget& budget) = 0;
  // Number of different positions that can be reached with exactly `plies` further stones.
  virtual std::uint64_t positions_after(const Diagram&, int plies, const search::StopFlag&) const = 0;

  // None = search everything. A book of another size is not used.
  virtual void use_book(std::shared_ptr<const Book> book) = 0;
  virtual void resize(std::uint64_t bytes) = 0;
  virtual void adapt_to_memory() = 0;  // before a search with `--hash auto`
  virtual void set_threads(int threads) = 0;
  virtual void clear() = 0;
  [[nodiscard]] virtual engine::TableReport table() const = 0;
  [[nodiscard]] virtual tt::Statistics statistics() const = 0;
  [[nodiscard]] virtual bool lost_memory() const = 0;  // the table's file has been truncated meanwhile
  // The table, on disk. Both throw Error naming the file and the reason.
  virtual void save(const std::filesystem::path& path) const = 0;
  virtual void load(const std::filesystem::path& path) = 0;
};

// With its table on a file that other processes share, if it is named. Throws Error if the size is not
// supported, allocation fails or the file cannot be used.
std::unique_ptr<Solver> make_solver(Size size, std::uint64_t table_bytes, int threads,
                                    const tt::Growth& growth = tt::kGrowing, const std::string& file = {});

}  // namespace tesuji::connect4
