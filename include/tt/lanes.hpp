// Eight slots side by side: the same arithmetic on all of them in one register, and the place of the least.
//
// Written with the vector types that GCC and Clang have for every processor; on x86 with SSE 4.1 two steps
// have instructions of their own, each with its portable twin beside it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tt/bucket.hpp"

// A thread sanitizer knows atomics by their type, so it gets the portable twin.
#if defined(__SSE4_1__) && !defined(__SANITIZE_THREAD__)
#if defined(__has_feature)
#if !__has_feature(thread_sanitizer)
#define TESUJI_TT_SSE 1
#endif
#else
#define TESUJI_TT_SSE 1
#endif
#endif
#if defined(TESUJI_TT_SSE)
#include <smmintrin.h>
#endif

namespace tt {

using Lanes = std::int16_t __attribute__((vector_size(16)));

// The lowest 16 bits of each of the eight words of a line.
inline Lanes low_lanes(const Line<std::uint64_t>& line) {
#if defined(TESUJI_TT_SSE)
  // An aligned vector load reads each aligned 8-byte word in one piece on every x86-64; volatile keeps the
  // compiler from reading twice. So this is eight relaxed loads, in all but the name that the language gives
  // them.
  const auto* at = reinterpret_cast<const volatile __m128i*>(line.words());
  const __m128i low = _mm_set1_epi64x(0xffff);
  const __m128i a = _mm_and_si128(at[0], low), b = _mm_and_si128(at[1], low);
  const __m128i c = _mm_and_si128(at[2], low), d = _mm_and_si128(at[3], low);
  return reinterpret_cast<Lanes>(_mm_packus_epi32(_mm_packus_epi32(a, b), _mm_packus_epi32(c, d)));
#else
  Lanes lanes{};
  for (std::size_t i = 0; i < 8; ++i) {
    lanes[i] = static_cast<std::int16_t>(static_cast<std::uint16_t>(line.load(i)));
  }
  return lanes;
#endif
}

// The lane of the least value; the first of them on a tie.
inline std::size_t least_lane(const Lanes& lanes) {
#if defined(TESUJI_TT_SSE)
  const __m128i flipped = _mm_xor_si128(reinterpret_cast<__m128i>(lanes), _mm_set1_epi16(INT16_MIN));
  return static_cast<std::size_t>(_mm_extract_epi16(_mm_minpos_epu16(flipped), 1));
#else
  int best = lanes[0] * 8;
  for (int i = 1; i < 8; ++i) best = lanes[i] * 8 + i < best ? lanes[i] * 8 + i : best;
  return static_cast<std::size_t>(best & 7);
#endif
}

}  // namespace tt
