#include "games/go/record.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "games/go/board.hpp"
#include "games/go/notation.hpp"
#include "games/go/sgf.hpp"

namespace tesuji::go {
namespace {

using engine::Record;
using engine::RecordResult;

// What SGF says of a move with a property, as others write it behind the move.
constexpr std::array<std::pair<const char*, const char*>, 4> kMarks = {
    {{"TE", "!"}, {"BM", "?"}, {"DO", "?!"}, {"IT", "!?"}}};
// The properties of the first node that make the position, or a move of its own with its marks; all others
// but the comment are headers.
constexpr std::array kNoHeaders = {"FF", "GM", "SZ", "AB", "AW", "AE", "PL", "MA", "SQ", "TR",
                                   "CR", "KP", "C",  "B",  "W",  "TE", "BM", "DO", "IT"};

bool is_move(const sgf::Node& node) {
  return node.has("B") || node.has("W");
}

std::string joined(const std::vector<std::string>& values) {
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "" : "\n") + value;
  return text;
}

// With the marks and the words that help to find out what is asked.
std::string position_text(const Problem& problem) {
  sgf::Node node = to_node(problem);
  for (const Point p : problem.marks) node.add("CR", to_sgf(p));
  if (!problem.words.empty()) node.add("C", problem.words);
  return sgf::write({{std::move(node)}, {}});
}

RecordResult result_of(const sgf::Node& root) {
  const std::string text = joined(root.values("RE"));
  if (text.rfind("B+", 0) == 0) return RecordResult::FirstWins;
  if (text.rfind("W+", 0) == 0) return RecordResult::SecondWins;
  return text == "0" || text == "Draw" ? RecordResult::Draw : RecordResult::Unknown;
}

class Reader {
 public:
  explicit Reader(const sgf::Tree& tree) : tree_(tree) {}

  Record run() {
    const Problem problem = problem_from(tree_);
    record_.position = position_text(problem);
    record_.result = result_of(tree_.nodes.front());
    for (const sgf::Property& property : tree_.nodes.front().properties) {
      if (std::find(kNoHeaders.begin(), kNoHeaders.end(), property.name) == kNoHeaders.end())
        record_.headers.emplace_back(property.name, joined(property.values));
    }
    board_ = make_board(record_.position);
    std::size_t first = 0;
    for (; first < tree_.nodes.size() && !is_move(tree_.nodes[first]); ++first) {
      const std::string comment = joined(tree_.nodes[first].values("C"));
      if (!comment.empty())
        record_.nodes[0].comment += (record_.nodes[0].comment.empty() ? "" : "\n") + comment;
    }
    add(tree_, first, 0);
    return std::move(record_);
  }

 private:
  // Depth is limited by sgf::parse. A branch ends where its next move is illegal.
  void add(const sgf::Tree& tree, std::size_t from, std::size_t node) {
    int played = 0;
    bool legal = true;
    for (std::size_t i = from; i < tree.nodes.size() && legal; ++i) {
      if (is_move(tree.nodes[i])) legal = add_move(tree.nodes[i], node, played);
    }
    for (const sgf::Tree& variation : tree.variations) {
      if (legal) add(variation, 0, node);
    }
    for (; played > 0; --played) board_->undo();
  }

  bool add_move(const sgf::Node& sgf_node, std::size_t& node, int& played) {
    const bool black = sgf_node.has("B");
    const std::vector<std::string> values = sgf_node.values(black ? "B" : "W");
    const std::string text = values.empty() || values.front() == "tt" ? "" : values.front();
    try {
      // Sides take turns: whoever moves twice in a row had a pass in between.
      if ((board_->side() == "black") != black) {
        board_->play("pass");
        ++played;
        node = record_.add(node, "pass");
      }
      const Grid grid = problem_from(board_->position()).grid;
      const auto point = point_from(text, grid);
      const std::string move = point ? to_text(*point, grid) : "pass";
      board_->play(move);
      ++played;
      node = record_.add(node, move);
    } catch (const Error& error) {
      std::string& comment = record_.nodes[node].comment;
      comment += (comment.empty() ? "" : "\n") +
                 ("The file goes on with a move that is illegal: " + std::string(error.what()));
      return false;
    }
    record_.nodes[node].comment = joined(sgf_node.values("C"));
    for (const auto& [property, mark] : kMarks) {
      if (sgf_node.has(property)) record_.nodes[node].marks.emplace_back(mark);
    }
    return true;
  }

  const sgf::Tree& tree_;
  Record record_;
  std::unique_ptr<engine::Board> board_;
};

class Writer {
 public:
  explicit Writer(const Record& record)
      : record_(record), start_(make_board(record.position)), grid_(problem_from(start_->position()).grid) {}

  std::string run() {
    sgf::Node root = record_.position.empty() ? to_node(problem_from(start_->position()))
                                              : sgf::parse(record_.position).front().nodes.front();
    const auto replace = [&](const std::string& name, const std::string& value) {
      root.properties.erase(std::remove_if(root.properties.begin(), root.properties.end(),
                                           [&](const sgf::Property& p) { return p.name == name; }),
                            root.properties.end());
      root.add(name, value);
    };
    for (const auto& [name, value] : record_.headers) replace(name, value);
    if (!record_.nodes[0].comment.empty()) replace("C", record_.nodes[0].comment);
    sgf::Tree tree{{std::move(root)}, {}};
    add(tree, 0, start_->side() == "black", 0);
    return sgf::write(tree) + "\n";
  }

 private:
  void add(sgf::Tree& tree, std::size_t node, bool black, int depth) {
    if (depth > sgf::kMaxDepth)
      throw Error("the record cannot be written as SGF: variations are nested too deeply");
    // A line without branches goes into the same sequence, so that only variations nest.
    while (record_.nodes[node].children.size() == 1) {
      node = record_.nodes[node].children.front();
      tree.nodes.push_back(move_node(record_.nodes[node], black));
      black = !black;
    }
    for (const std::size_t child : record_.nodes[node].children) {
      sgf::Tree branch{{move_node(record_.nodes[child], black)}, {}};
      add(branch, child, !black, depth + 1);
      tree.variations.push_back(std::move(branch));
    }
  }

  [[nodiscard]] sgf::Node move_node(const engine::RecordNode& node, bool black) const {
    sgf::Node made;
    const auto point = point_from(node.move, grid_);
    made.add(black ? "B" : "W", point ? to_sgf(*point) : "");
    if (!node.comment.empty()) made.add("C", node.comment);
    for (const auto& [property, mark] : kMarks) {
      if (std::find(node.marks.begin(), node.marks.end(), mark) != node.marks.end()) made.add(property, "1");
    }
    return made;
  }

  const Record& record_;
  const std::unique_ptr<engine::Board> start_;
  const Grid grid_;
};

class Sgf final : public engine::RecordFormat {
 public:
  [[nodiscard]] std::string_view name() const override { return "SGF"; }
  [[nodiscard]] std::vector<std::string_view> extensions() const override { return {".sgf"}; }
  [[nodiscard]] bool detect(std::string_view bytes) const override { return sgf::has_tree(bytes); }
  // Trees of a collection that cannot be read are left out, unless it is all of them.
  [[nodiscard]] std::vector<Record> read(std::string_view bytes) const override {
    std::vector<Record> records;
    std::string problem;
    for (const std::string& part : sgf::split(bytes)) {
      try {
        records.push_back(Reader(sgf::parse(part).front()).run());
      } catch (const Error& error) {
        if (problem.empty()) problem = error.what();
      }
    }
    if (records.empty()) throw Error(problem.empty() ? "SGF: there is no game tree" : problem);
    return records;
  }
  [[nodiscard]] std::string write(const Record& record) const override { return Writer(record).run(); }
};

}  // namespace

std::vector<const engine::RecordFormat*> record_formats() {
  static const Sgf kSgf;
  return {&kSgf};
}

}  // namespace tesuji::go
