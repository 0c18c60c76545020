// Runs small threads in every order, one access to the table's words at a time.
//
// Include this before any header of the table. The threads are coroutines of one real thread. Before each
// access (TT_SCHEDULE) a thread hands over to the scheduler, which tries every choice of who goes next, depth
// first. Accesses happen one after the other: reorderings that weak memory adds are not covered.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace interleave {
void point();
}
#define TT_SCHEDULE() ::interleave::point()
#define TT_PORTABLE  // a vector load reads eight words in one step

namespace interleave {

class Scheduler {
 public:
  // Calls setup, runs the bodies in one order, calls check; again for every order with at most `preemptions`
  // switches away from a thread that could have gone on. Returns the number of orders.
  static std::size_t explore(const std::function<void()>& setup,
                             const std::vector<std::function<void()>>& bodies,
                             const std::function<void()>& check, int preemptions = 1000) {
    std::vector<Choice> path;
    std::size_t orders = 0;
    for (;;) {
      setup();
      Scheduler(bodies, path, preemptions).run();
      check();
      ++orders;
      while (!path.empty() && path.back().taken + 1 == path.back().count) path.pop_back();
      if (path.empty()) return orders;
      ++path.back().taken;
    }
  }

  void yield() { swapcontext(&threads_[current_]->context, &main_); }
  static inline Scheduler* active = nullptr;

 private:
  struct Choice {
    std::size_t taken, count;
  };
  struct Thread {
    ucontext_t context{};
    std::unique_ptr<char[]> stack = std::make_unique<char[]>(kStack);
    const std::function<void()>* body = nullptr;
    bool done = false;
  };
  static constexpr std::size_t kStack = 32 * 1024;

  Scheduler(const std::vector<std::function<void()>>& bodies, std::vector<Choice>& path, int preemptions)
      : path_(path), preemptions_(preemptions) {
    for (const auto& body : bodies) {
      threads_.push_back(std::make_unique<Thread>());
      Thread& thread = *threads_.back();
      thread.body = &body;
      getcontext(&thread.context);
      thread.context.uc_stack.ss_sp = thread.stack.get();
      thread.context.uc_stack.ss_size = kStack;
      thread.context.uc_link = &main_;
      makecontext(&thread.context, &start, 0);
    }
  }

  static void start() {
    Thread& self = *active->threads_[active->current_];
    (*self.body)();
    self.done = true;
  }

  void run() {
    active = this;
    std::size_t step = 0;
    bool begun = false;
    for (;;) {
      std::vector<std::size_t> ready;  // the current thread first
      if (begun && !threads_[current_]->done) ready.push_back(current_);
      const bool can_go_on = !ready.empty();
      if (!can_go_on || preemptions_ > 0) {
        for (std::size_t i = 0; i < threads_.size(); ++i) {
          if (!threads_[i]->done && !(can_go_on && i == current_)) ready.push_back(i);
        }
      }
      if (ready.empty()) break;
      if (step == path_.size()) path_.push_back({0, ready.size()});
      const std::size_t next = ready[path_[step++].taken];
      if (can_go_on && next != current_) --preemptions_;
      current_ = next;
      begun = true;
      swapcontext(&main_, &threads_[current_]->context);
    }
    active = nullptr;
  }

  ucontext_t main_{};
  std::vector<std::unique_ptr<Thread>> threads_;
  std::size_t current_ = 0;
  std::vector<Choice>& path_;
  int preemptions_;
};

inline void point() {
  if (Scheduler::active != nullptr) Scheduler::active->yield();
}

}  // namespace interleave
