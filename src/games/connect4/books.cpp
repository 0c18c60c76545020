#include "games/connect4/books.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/number.hpp"
#include "games/connect4/book.hpp"
#include "games/connect4/solver.hpp"

namespace tesuji::connect4 {
namespace {

// A question is a list of canonical keys, after "weak " if only results are wanted, its answer
// {"scores":[…]}. Some positions to a question, so that asking takes no time beside solving.
constexpr std::size_t kTogether = 8;
constexpr std::string_view kWeak = "weak ";

class ScoreWorker final : public engine::BookWorker {
 public:
  ScoreWorker(Size size, const engine::CommonOptions& common)
      : size_(size), solver_(make_solver(size, common.hash_bytes, common.threads)) {}

  nlohmann::ordered_json answer(std::string_view question, const StopFlag& stop) override {
    Question each;
    each.line = false;
    each.weak = question.starts_with(kWeak);
    if (each.weak) question.remove_prefix(kWeak.size());
    nlohmann::ordered_json scores = nlohmann::ordered_json::array();
    for (std::size_t at = 0; at < question.size();) {
      const std::size_t end = std::min(question.find(' ', at), question.size());
      const auto key = parse_number<std::uint64_t>(question.substr(at, end - at), "key", 0, ~0ULL);
      at = end + 1;
      const Solution solution = solver_->solve(diagram_of(key, size_), each, stop, {});
      if (!solution.exact()) return {};  // stopped
      scores.push_back(solution.low);
    }
    return {{"scores", std::move(scores)}};
  }

 private:
  const Size size_;
  const std::unique_ptr<Solver> solver_;
};

class SolvedBooks final : public engine::Books {
 public:
  [[nodiscard]] std::string_view format() const override { return "solved positions (.book)"; }
  [[nodiscard]] bool recognizes(const std::filesystem::path& file) const override {
    return file.extension() == ".book";
  }
  [[nodiscard]] engine::BookSummary info(const std::filesystem::path& file) const override {
    return summary(file, Book::load(file));
  }
  [[nodiscard]] engine::BookEntry query(const std::filesystem::path& file,
                                        std::string_view position) const override {
    const Book book = Book::load(file);
    engine::BookEntry entry;
    const std::optional<ScoreRange> range = book.find(parse(position, book.size()));
    if (range && range->exact()) entry.score = range->low;
    if (range) entry.result = range->result() > 0 ? "win" : range->result() < 0 ? "loss" : "draw";
    return entry;
  }
  [[nodiscard]] std::string text(const std::filesystem::path& file) const override {
    return Book::load(file).to_text();
  }

  [[nodiscard]] std::string_view build_help() const override {
    return "by solving every position up to a number of stones";
  }
  [[nodiscard]] int default_plies() const override { return 4; }
  [[nodiscard]] int max_plies() const override { return kMaxPlies; }
  [[nodiscard]] std::optional<engine::BookSummary> build(const engine::BookRequest& request, const Ask& ask,
                                                         const OnProgress& on_progress) const override {
    const Book::SolveAll solve = [&](Book::Wanted wanted, const Keys& keys, const Book::OnScore& on_score) {
      std::vector<std::string> questions;
      for (std::size_t at = 0; at < keys.size(); at += kTogether) {
        const auto first = keys.begin() + static_cast<std::ptrdiff_t>(at);
        const auto last = keys.begin() + static_cast<std::ptrdiff_t>(std::min(at + kTogether, keys.size()));
        questions.push_back(
            fmt::format("{}{}", wanted == Book::Wanted::kResults ? kWeak : "", fmt::join(first, last, " ")));
      }
      ask(questions, [&](std::size_t question, const nlohmann::json& answer) {
        std::size_t position = question * kTogether;
        for (const int score : answer.at("scores").get<std::vector<int>>()) on_score(position++, score);
      });
    };
    Coverage coverage;
    coverage.size = size_of(request.options);
    coverage.plies = request.plies.value_or(default_plies());
    coverage.exact_plies = std::min(request.exact_plies.value_or(coverage.plies), coverage.plies);
    std::optional<Book> known;
    if (!request.known.empty()) known = Book::load(request.known);
    const auto book = Book::build(
        coverage, request.file, solve,
        [&](const Book::Progress& progress) { on_progress(progress.done, progress.total); },
        known ? &*known : nullptr);
    if (!book) return std::nullopt;
    return summary(request.file, *book);
  }
  [[nodiscard]] std::unique_ptr<engine::BookWorker> new_worker(
      const engine::OptionTexts& options, const engine::CommonOptions& common) const override {
    return std::make_unique<ScoreWorker>(size_of(options), common);
  }

 private:
  static Size size_of(const engine::OptionTexts& options) {
    const auto found = options.find("size");
    return found == options.end() ? Size{} : parse_size(found->second);
  }
  static engine::BookSummary summary(const std::filesystem::path& file, const Book& book) {
    const std::string size = fmt::format("{}x{}", book.size().width, book.size().height);
    return {{{"file", file.string()},
             {"game", "connect4"},
             {"size", size},
             {"plies", book.plies()},
             {"exact_plies", book.exact_plies()},
             {"positions", book.positions()}},
            fmt::format("{}: Connect 4 on {}, every position of up to {} stones: {}{}", file.string(), size,
                        book.plies(), format_count(book.positions()), reservation(book))};
  }
  static std::string reservation(const Book& book) {
    if (book.coverage().all_exact()) return "";
    if (book.exact_plies() < 0) return "; win, draw or loss";
    return fmt::format("; scores of up to {} stones, win, draw or loss of the others", book.exact_plies());
  }
};

}  // namespace

const engine::Books& books() {
  static const SolvedBooks kBooks;
  return kBooks;
}

}  // namespace tesuji::connect4
