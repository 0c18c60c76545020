// Keeps a program alive when a file that it has mapped becomes shorter.
//
// Whoever truncates a mapped file takes pages away from the programs that use it: their next access is a
// SIGBUS, which ends them. For registered mappings a handler puts empty memory in the place of the pages that
// are gone, and notes it. A table goes on with that memory: it has lost entries, as it may at any time. A
// SIGBUS anywhere else goes to the handler that was there before.
#pragma once

#include <signal.h>
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

#include "tt/error.hpp"

namespace tt {

class LostPages {
 public:
  // Returns a ticket for lost() and remove(). Throws tt::Error if there are too many mappings.
  static std::size_t add(void* mapping, std::uint64_t bytes) {
    install();
    for (std::size_t i = 0; i < kMax; ++i) {
      Mapping& slot = mappings()[i];
      bool free = false;
      if (!slot.taken.compare_exchange_strong(free, true)) continue;
      slot.lost.store(false);
      const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(mapping) + bytes;
      slot.all_end.store(end);
      slot.file_end.store(end);
      slot.begin.store(reinterpret_cast<std::uintptr_t>(mapping));
      return i;
    }
    throw Error("this program has too many tables on files open at once; the maximum is " +
                std::to_string(kMax));
  }
  static void remove(std::size_t ticket) {
    mappings()[ticket].begin.store(0);
    mappings()[ticket].taken.store(false);
  }
  [[nodiscard]] static bool lost(std::size_t ticket) { return mappings()[ticket].lost.load(); }

 private:
  static constexpr std::size_t kMax = 64;
  static constexpr std::uintptr_t kPage = 4096;

  struct Mapping {
    std::atomic<bool> taken{false}, lost{false}, busy{false};
    std::atomic<std::uintptr_t> begin{0};                 // 0: none
    std::atomic<std::uintptr_t> all_end{0}, file_end{0};  // what lies between them was replaced
  };
  static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);  // a signal handler reads them

  static std::array<Mapping, kMax>& mappings() {
    static std::array<Mapping, kMax> all;
    return all;
  }
  static struct sigaction& before() {
    static struct sigaction action {};
    return action;
  }

  static void install() {
    static std::once_flag once;
    std::call_once(once, [] {
      mappings();
      struct sigaction action {};
      action.sa_sigaction = &handle;
      action.sa_flags = SA_SIGINFO | SA_ONSTACK;
      sigemptyset(&action.sa_mask);
      sigaction(SIGBUS, &action, &before());
    });
  }

  static void handle(int number, siginfo_t* info, void* context) {
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (Mapping& mapping : mappings()) {
      const std::uintptr_t begin = mapping.begin.load();
      if (begin == 0 || address < begin || address >= mapping.all_end.load()) continue;
      while (mapping.busy.exchange(true)) {  // another thread is here; it does not fault itself
      }
      const std::uintptr_t page = address / kPage * kPage;
      const std::uintptr_t end = mapping.file_end.load();
      void* const lost = reinterpret_cast<void*>(page);  // NOLINT(performance-no-int-to-ptr)
      const bool mapped = page >= end || mmap(lost, end - page, PROT_READ | PROT_WRITE,
                                              MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
      if (page < end && mapped) mapping.file_end.store(page);
      mapping.lost.store(true);
      mapping.busy.store(false);
      if (!mapped) break;
      return;
    }
    const struct sigaction& other = before();
    if ((other.sa_flags & SA_SIGINFO) != 0 && other.sa_sigaction != nullptr) {
      other.sa_sigaction(number, info, context);
    } else if (other.sa_handler != SIG_DFL && other.sa_handler != SIG_IGN) {
      other.sa_handler(number);
    } else {
      signal(number, SIG_DFL);  // the access is tried again, and ends the program as it would have
    }
  }
};

}  // namespace tt
