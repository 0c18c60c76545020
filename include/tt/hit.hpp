// What a probe found: a packed entry, or nothing. To a caller it is a std::optional<Entry>; inside it is one
// register, taken apart only where a field is asked for. (An optional of a few small fields is written to the
// stack in pieces and read back as a whole by the compilers of today, and a processor stalls on that: it made
// a probe that is inlined into a loop half as slow again.)
#pragma once

#include <cstdint>
#include <optional>

namespace tt {

template <class Layout>
class Hit {
 public:
  using Entry = typename Layout::Entry;

  constexpr Hit() = default;
  constexpr explicit Hit(std::uint64_t word) : word_(word) {}  // not 0, which says that there is none

  [[nodiscard]] constexpr bool has_value() const { return word_ != 0; }
  constexpr explicit operator bool() const { return has_value(); }
  constexpr Entry operator*() const { return Layout::unpack(word_); }  // of nothing: all fields zero
  constexpr auto operator->() const { return Arrow{**this}; }
  constexpr operator std::optional<Entry>() const {
    return has_value() ? std::optional<Entry>(**this) : std::nullopt;
  }
  friend constexpr bool operator==(const Hit& hit, const Entry& entry) {
    return hit.has_value() && *hit == entry;
  }

 private:
  struct Arrow {
    Entry entry;
    constexpr const Entry* operator->() const { return &entry; }
  };

  std::uint64_t word_ = 0;
};

}  // namespace tt
