// File names are UTF-8 in this program, but libstdc++ makes a path of a narrow text by mbrtowc(), which obeys
// the C locale, and the C library of mingw-w64 (msvcrt) has no locale with UTF-8. The linker puts this
// function in its place (--wrap=mbrtowc in cmake/windows.cmake).
#include <cerrno>
#include <cstddef>
#include <cwchar>

extern "C" std::size_t __wrap_mbrtowc(wchar_t* to, const char* from, std::size_t size, std::mbstate_t*) {
  constexpr auto kInvalid = static_cast<std::size_t>(-1), kIncomplete = static_cast<std::size_t>(-2);
  if (from == nullptr) return 0;
  if (size == 0) return kIncomplete;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(from[i]); };
  const unsigned first = byte(0);
  // A character beyond 16 bits would need two wchar_t, for which mbrtowc() has no room.
  const std::size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 0;
  unsigned code = length == 1 ? first : length == 2 ? first & 0x1f : first & 0x0f;
  for (std::size_t i = 1; i < length; ++i) {
    if (i == size) return kIncomplete;
    if ((byte(i) & 0xc0) != 0x80) {
      errno = EILSEQ;
      return kInvalid;
    }
    code = code << 6 | (byte(i) & 0x3f);
  }
  if (length == 0 || (length == 3 && code < 0x800) || (code >= 0xd800 && code < 0xe000)) {
    errno = EILSEQ;
    return kInvalid;
  }
  if (to != nullptr) *to = static_cast<wchar_t>(code);
  return code == 0 ? 0 : length;
}
