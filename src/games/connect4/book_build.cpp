// Building a book: which positions to solve, and what an interrupted build leaves behind.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <unordered_map>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/sealed.hpp"
#include "games/connect4/book.hpp"
#include "games/connect4/book_entries.hpp"
#include "games/connect4/solver.hpp"

namespace tesuji::connect4 {
namespace {

constexpr const char* kPartKind = "unfinished connect4 book";
constexpr auto kSaveInterval = std::chrono::seconds(30);

// What has been solved so far, in memory and in a file.
class Part {
 public:
  Part(const std::filesystem::path& book, const Coverage& coverage) : path_(book), coverage_(coverage) {
    path_ += ".part";
    if (!std::filesystem::exists(path_)) return;
    const Sealed sealed = read_sealed(path_, kPartKind, kEntriesVersion);
    const Coverage begun = parse_coverage(sealed.description);
    if (!(begun == coverage)) {
      throw Error(
          fmt::format("{} was begun for {} (size, plies, exact plies), not for {}; finish that book or "
                      "delete the file",
                      path_.string(), coverage_text(begun), coverage_text(coverage)));
    }
    const BookEntries entries = entries_from_bytes(sealed.body, path_);
    for (std::size_t i = 0; i < entries.keys.size(); ++i) scores_.emplace(entries.keys[i], entries.scores[i]);
  }

  [[nodiscard]] std::optional<int> find(std::uint64_t key) const {
    const auto found = scores_.find(key);
    return found == scores_.end() ? std::nullopt : std::optional(found->second);
  }
  // False = it was known.
  bool add(std::uint64_t key, int score) { return scores_.emplace(key, score).second; }

  void save() {
    BookEntries entries;
    std::vector<std::pair<std::uint64_t, int>> sorted(scores_.begin(), scores_.end());
    std::sort(sorted.begin(), sorted.end());
    for (const auto& [key, score] : sorted) {
      entries.keys.push_back(key);
      entries.scores.push_back(static_cast<std::int8_t>(score));
    }
    write_sealed(path_, kPartKind, kEntriesVersion, coverage_text(coverage_), entries_to_bytes(entries));
    saved_ = std::chrono::steady_clock::now();
  }
  void save_sometimes() {
    if (std::chrono::steady_clock::now() - saved_ > kSaveInterval) save();
  }
  void remove() const { std::filesystem::remove(path_); }

 private:
  std::filesystem::path path_;
  Coverage coverage_;
  std::unordered_map<std::uint64_t, int> scores_;
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

// What another book knows of a position, if that is enough.
std::optional<int> answer_of(const Book* known, std::uint64_t key, Book::Wanted wanted) {
  const std::optional<ScoreRange> range = known != nullptr ? known->find(key) : std::nullopt;
  if (!range) return std::nullopt;
  if (wanted == Book::Wanted::kResults) return range->result();
  return range->exact() ? std::optional<int>(range->low) : std::nullopt;
}

}  // namespace

std::optional<Book> Book::build(Solver& solver, const Coverage& coverage, const std::filesystem::path& path,
                                const search::StopFlag& stop,
                                const std::function<void(Progress)>& on_progress, const Book* known) {
  const SolveAll solve = [&](Wanted wanted, const Keys& keys, const OnScore& on_score) {
    Question question;
    question.line = false;
    question.weak = wanted == Wanted::kResults;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const Solution solution = solver.solve(diagram_of(keys[i], coverage.size), question, stop, {});
      if (!solution.exact()) return;
      on_score(i, solution.low);
    }
  };
  return build(coverage, path, solve, on_progress, known);
}

std::optional<Book> Book::build(const Coverage& coverage, const std::filesystem::path& path,
                                const SolveAll& solve, const std::function<void(Progress)>& on_progress,
                                const Book* known) {
  const RunLock lock(path);
  if (std::filesystem::exists(path)) {
    Book whole = load(path);
    if (whole.coverage() == coverage) {
      whole.save(path);
      return whole;
    }
  }
  if (known != nullptr && !(known->size() == coverage.size)) known = nullptr;
  const std::vector<Keys> layers = layers_of(coverage.size, coverage.plies);
  std::vector<std::pair<Wanted, const Keys*>> tasks;
  if (coverage.exact_plies >= 0)
    tasks.emplace_back(Wanted::kScores, &layers[static_cast<std::size_t>(coverage.exact_plies)]);
  if (!coverage.all_exact()) tasks.emplace_back(Wanted::kResults, &layers.back());

  Part part(path, coverage);
  Progress progress{0, 0};
  std::vector<Keys> unsolved;
  for (const auto& [wanted, keys] : tasks) {
    Keys& open = unsolved.emplace_back();
    for (const std::uint64_t key : *keys) {
      if (part.find(key)) continue;
      if (const auto answer = answer_of(known, key, wanted)) {
        part.add(key, *answer);
      } else {
        open.push_back(key);
      }
    }
    progress.total += keys->size();
    progress.done += keys->size() - open.size();
  }
  try {
    std::size_t expected = progress.done;
    for (std::size_t task = 0; task < tasks.size() && progress.done == expected; ++task) {
      expected += unsolved[task].size();
      solve(tasks[task].first, unsolved[task], [&](std::size_t position, int score) {
        if (!part.add(unsolved[task].at(position), score)) return;
        ++progress.done;
        if (on_progress) on_progress(progress);
        part.save_sometimes();
      });
    }
  } catch (...) {
    part.save();
    throw;
  }
  if (progress.done < progress.total) {
    part.save();
    return std::nullopt;
  }

  Solved solved;
  for (const auto& [wanted, keys] : tasks) {
    std::vector<std::int8_t>& answers = wanted == Wanted::kScores ? solved.scores : solved.results;
    for (const std::uint64_t key : *keys) answers.push_back(static_cast<std::int8_t>(*part.find(key)));
  }
  Book book = from_solved(coverage, std::move(solved));
  book.save(path);
  part.remove();
  return book;
}

}  // namespace tesuji::connect4
