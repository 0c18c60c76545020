// Memory for tables: cache-line aligned, zeroed lazily by the system, in huge pages where there are any.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "tt/error.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fstream>
#elif defined(_WIN32)
#include "tt/windows.hpp"
#endif

namespace tt {

enum class Pages { Huge, Small };

// On a machine with several memory nodes (NUMA): whether the pages of a table are spread over all of them, or
// lie where the system puts them, which is the node of the thread that first touches them.
enum class MemoryNodes { Spread, System };
// Of the whole program, for memory that is acquired from now on.
inline std::atomic<MemoryNodes> memory_nodes{MemoryNodes::Spread};

// Memory that other processes use as well (tt/table_file.hpp).
class SharedMemory {
 public:
  virtual ~SharedMemory() = default;
  [[nodiscard]] virtual std::byte* data() const = 0;
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
  [[nodiscard]] virtual std::atomic<std::uint32_t>& generation() const = 0;
  // Pages were taken away meanwhile, and are empty now.
  [[nodiscard]] virtual bool lost() const = 0;
};

class Memory {
 public:
  Memory() = default;

  // Throws tt::Error with the size if allocation fails.
  explicit Memory(std::uint64_t bytes, Pages pages = Pages::Huge) : bytes_(bytes) { acquire(pages); }

  explicit Memory(std::shared_ptr<const SharedMemory> shared)
      : data_(shared->data()), bytes_(shared->bytes()), shared_(std::move(shared)) {}

  Memory(Memory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)),
        mapping_(std::exchange(other.mapping_, nullptr)),
        mapped_(std::exchange(other.mapped_, 0)),
        shared_(std::move(other.shared_)) {}
  Memory& operator=(Memory&& other) noexcept {
    if (this != &other) {
      release();
      data_ = std::exchange(other.data_, nullptr);
      bytes_ = std::exchange(other.bytes_, 0);
      mapping_ = std::exchange(other.mapping_, nullptr);
      mapped_ = std::exchange(other.mapped_, 0);
      shared_ = std::move(other.shared_);
    }
    return *this;
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { release(); }

  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

  // Gives whole pages in [offset, offset + length) back to the system; they read as zero afterwards. Other
  // threads may access the memory at the same time. Does nothing where the system cannot do that.
  void release_pages([[maybe_unused]] std::uint64_t offset, [[maybe_unused]] std::uint64_t length) const {
#if defined(__linux__)
    const std::uint64_t first = (offset + kSmallPage - 1) / kSmallPage * kSmallPage;
    const std::uint64_t last = (offset + length) / kSmallPage * kSmallPage;
    if (last > first) madvise(data_ + first, last - first, MADV_DONTNEED);
#endif
  }

  // Makes a part read as zero again. Whole pages go back to the system, which hands them out zeroed when they
  // are next touched: this is what makes clearing a table of many gigabytes take milliseconds.
  // Memory that is shared is overwritten, word by word, for others are using it.
  void zero(std::uint64_t offset, std::uint64_t length) const {
    if (shared_) {
      auto* const words = reinterpret_cast<std::atomic<std::uint64_t>*>(data_ + offset);
      for (std::uint64_t i = 0; i < length / sizeof *words; ++i) words[i].store(0, std::memory_order_relaxed);
      return;
    }
#if defined(__linux__)
    const std::uint64_t first = (offset + kSmallPage - 1) / kSmallPage * kSmallPage;
    const std::uint64_t last = (offset + length) / kSmallPage * kSmallPage;
    if (last > first && madvise(data_ + first, last - first, MADV_DONTNEED) == 0) {
      std::memset(data_ + offset, 0, first - offset);
      std::memset(data_ + last, 0, offset + length - last);
      return;
    }
#endif
    std::memset(data_ + offset, 0, length);
  }

 private:
  static constexpr std::uint64_t kSmallPage = 4096;
  static constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20;
  static constexpr std::uint64_t kLine = 64;

  [[noreturn]] void refuse(const std::string& why) const {
    throw Error("cannot get " + std::to_string(bytes_ >> 20) + " MiB for a table: " + why);
  }

#if defined(__linux__)
  void acquire(Pages pages) {
    const auto physical = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                          static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    // The system would promise more than there is (overcommit) and end the program later, in the middle of a
    // search.
    if (bytes_ > physical) refuse("this machine has " + std::to_string(physical >> 20) + " MiB");
    mapped_ = bytes_ + kHugePage;  // room to align to a huge page
    mapping_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping_ == MAP_FAILED) {
      mapping_ = nullptr;
      refuse("the system has too little free memory");
    }
    const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
    data_ = static_cast<std::byte*>(mapping_) + ((kHugePage - address % kHugePage) % kHugePage);
    // A request only: where it is refused, or where there are no huge pages, the table is slower and works
    // the same.
    madvise(data_, bytes_, pages == Pages::Huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    if (memory_nodes.load() == MemoryNodes::Spread) interleave_over_nodes();
  }

  // Every thread probes every line, so no node is the right one. Best effort, like the huge pages.
  void interleave_over_nodes() const {
    std::ifstream online("/sys/devices/system/node/online");
    std::string text;
    if (!(online >> text)) return;
    const auto dash = text.find_last_of("-,");
    if (dash == std::string::npos) return;  // one node
    const unsigned long last = std::strtoul(text.c_str() + dash + 1, nullptr, 10);
    if (last == 0 || last >= 63) return;
    constexpr int kInterleave = 3;  // MPOL_INTERLEAVE
    const unsigned long nodes = (1UL << (last + 1)) - 1;
    syscall(SYS_mbind, data_, bytes_, kInterleave, &nodes, last + 2, 0);
  }

  void release() {
    if (mapping_ != nullptr) munmap(mapping_, mapped_);
  }
#elif defined(_WIN32)
  // Large pages need a right that an administrator gives ("Lock pages in memory"); without it, or if no large
  // pages are free, the table is slower and works the same. VirtualAlloc hands out pages zeroed when they are
  // first touched.
  void acquire(Pages pages) {
    mapped_ = bytes_ == 0 ? 1 : bytes_;
    const std::uint64_t large = pages == Pages::Huge && may_lock_pages() ? GetLargePageMinimum() : 0;
    if (large > 0 && bytes_ >= large) {
      mapping_ = VirtualAlloc(nullptr, (mapped_ + large - 1) / large * large,
                              MEM_RESERVE | MEM_COMMIT | MEM_LARGE_PAGES, PAGE_READWRITE);
    }
    if (mapping_ == nullptr)
      mapping_ = VirtualAlloc(nullptr, mapped_, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    if (mapping_ == nullptr) refuse("the system has too little free memory");
    data_ = static_cast<std::byte*>(mapping_);
  }

  // Takes up the right to use large pages, if this user has it.
  static bool may_lock_pages() {
    static const bool allowed = [] {
      HANDLE token = nullptr;
      if (OpenProcessToken(GetCurrentProcess(), TOKEN_ADJUST_PRIVILEGES | TOKEN_QUERY, &token) == 0)
        return false;
      TOKEN_PRIVILEGES rights{};
      rights.PrivilegeCount = 1;
      rights.Privileges[0].Attributes = SE_PRIVILEGE_ENABLED;
      const bool asked =
          LookupPrivilegeValueA(nullptr, "SeLockMemoryPrivilege", &rights.Privileges[0].Luid) != 0 &&
          AdjustTokenPrivileges(token, 0, &rights, 0, nullptr, nullptr) != 0;
      const bool given = asked && GetLastError() == ERROR_SUCCESS;
      CloseHandle(token);
      return given;
    }();
    return allowed;
  }

  void release() {
    if (mapping_ != nullptr) VirtualFree(mapping_, 0, MEM_RELEASE);
  }
#else
  // WebAssembly and the rest: plain memory, zeroed at once.
  void acquire(Pages) {
    mapped_ = (bytes_ + kLine - 1) / kLine * kLine;
    if (mapped_ > SIZE_MAX / 2) refuse("it is more than this machine can address");
    mapping_ = std::aligned_alloc(kLine, static_cast<std::size_t>(mapped_));
    if (mapping_ == nullptr) refuse("the system has too little free memory");
    data_ = static_cast<std::byte*>(mapping_);
    std::memset(data_, 0, static_cast<std::size_t>(mapped_));
  }

  void release() {
    std::free(mapping_);
  }
#endif

  std::byte* data_ = nullptr;
  std::uint64_t bytes_ = 0;
  void* mapping_ = nullptr;  // what the system gave; data_ is inside
  std::uint64_t mapped_ = 0;
  std::shared_ptr<const SharedMemory> shared_;  // its data, if not null
};

}  // namespace tt
