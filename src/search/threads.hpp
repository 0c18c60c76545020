// Runs the same work on several threads and waits for all of them.
#pragma once

#include <thread>
#include <vector>

namespace tesuji::search {

// Calls work(0) here and work(1) .. work(count - 1) each on a thread of its own; `after_first` is called when
// work(0) is done, to tell the others to stop. Returns when all have ended.
template <class Work, class AfterFirst>
void run_threads(int count, Work work, AfterFirst after_first) {
  std::vector<std::thread> helpers;
  helpers.reserve(static_cast<std::size_t>(count));
  const auto finish = [&] {
    after_first();
    for (std::thread& helper : helpers) helper.join();
  };
  try {
    for (int i = 1; i < count; ++i) helpers.emplace_back(work, i);
    work(0);
  } catch (...) {
    // A thread could not be started, or a callback threw: stop the others before leaving.
    finish();
    throw;
  }
  finish();
}

}  // namespace tesuji::search
