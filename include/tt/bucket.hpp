// One bucket = one cache line: the only memory that a probe or a store touches.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

// Tests define TT_SCHEDULE to run code before each access to a word, so that they can try every interleaving.
#if !defined(TT_SCHEDULE)
#define TT_SCHEDULE() static_cast<void>(0)
#endif

namespace tt {

inline constexpr std::size_t kLineBytes = 64;
inline constexpr std::uint64_t kMinTableBytes = std::uint64_t{1} << 20;

// Lines that belong together in a layout.
template <class Layout>
constexpr std::uint64_t bucket_lines() {
  if constexpr (requires { Layout::kBucketLines; }) return Layout::kBucketLines;
  return 1;
}

// A line seen as atomic words. The memory comes zeroed from the system and is only ever accessed through
// these; a zeroed word is what the constructor would have made, which the assertions below are there to keep
// true.
template <class Word>
class Line {
  static_assert(std::atomic<Word>::is_always_lock_free);
  static_assert(sizeof(std::atomic<Word>) == sizeof(Word));

 public:
  static constexpr std::size_t kWords = kLineBytes / sizeof(Word);

  explicit Line(std::byte* bytes) : words_(reinterpret_cast<std::atomic<Word>*>(bytes)) {}

  [[nodiscard]] Word load(std::size_t i) const {
    TT_SCHEDULE();
    return words_[i].load(std::memory_order_relaxed);
  }
  void store(std::size_t i, Word word) const {
    TT_SCHEDULE();
    words_[i].store(word, std::memory_order_relaxed);
  }
  [[nodiscard]] const std::atomic<Word>* words() const { return words_; }

 private:
  std::atomic<Word>* words_;
};

inline void prefetch_line(const std::byte* line) {
  __builtin_prefetch(line);
}

}  // namespace tt
