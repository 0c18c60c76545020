// Eight slots side by side: the same arithmetic on all of them in a register or two.
//
// Written with the vector types that GCC and Clang have for every processor; on x86 with SSE 4.2 or AVX 2,
// and on aarch64, some steps have instructions of their own, each with its portable twin beside it.
//
// An aligned vector load reads each aligned 8-byte word in one piece on every x86-64 and on aarch64; volatile
// keeps the compiler from reading twice. So it is as many relaxed loads, in all but the name that the
// language gives them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "tt/bucket.hpp"

// A thread sanitizer knows atomics by their type, so it gets the portable twin; so does TT_PORTABLE.
#if defined(TT_PORTABLE) || defined(__SANITIZE_THREAD__)
#define TT_NO_VECTORS 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TT_NO_VECTORS 1
#endif
#endif
#if !defined(TT_NO_VECTORS) && defined(__SSE4_2__)
#define TT_SSE 1
#include <immintrin.h>
#elif !defined(TT_NO_VECTORS) && defined(__aarch64__) && defined(__ARM_NEON) && \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define TT_NEON 1
#include <arm_neon.h>
#endif

namespace tt {

using Lanes = std::int16_t __attribute__((vector_size(16)));

// The lowest 16 bits of each of the eight words of a line.
inline Lanes low_lanes(const Line<std::uint64_t>& line) {
#if defined(TT_SSE)
  const auto* at = reinterpret_cast<const volatile __m128i*>(line.words());
  const __m128i low = _mm_set1_epi64x(0xffff);
  const __m128i a = _mm_and_si128(at[0], low), b = _mm_and_si128(at[1], low);
  const __m128i c = _mm_and_si128(at[2], low), d = _mm_and_si128(at[3], low);
  return reinterpret_cast<Lanes>(_mm_packus_epi32(_mm_packus_epi32(a, b), _mm_packus_epi32(c, d)));
#elif defined(TT_NEON)
  // Of two registers, the even one of each pair of lanes is the lower half.
  const auto* at = reinterpret_cast<const volatile uint64x2_t*>(line.words());
  const uint64x2_t a = at[0], b = at[1], c = at[2], d = at[3];
  const uint32x4_t first = vuzp1q_u32(vreinterpretq_u32_u64(a), vreinterpretq_u32_u64(b));
  const uint32x4_t second = vuzp1q_u32(vreinterpretq_u32_u64(c), vreinterpretq_u32_u64(d));
  return reinterpret_cast<Lanes>(vuzp1q_u16(vreinterpretq_u16_u32(first), vreinterpretq_u16_u32(second)));
#else
  Lanes lanes{};
  for (std::size_t i = 0; i < 8; ++i) {
    lanes[i] = static_cast<std::int16_t>(static_cast<std::uint16_t>(line.load(i)));
  }
  return lanes;
#endif
}

// Which words of a line, each XORed with `with`, are below `limit`: bit i for word i.
inline unsigned words_below(const Line<std::uint64_t>& line, std::uint64_t with, std::uint64_t limit) {
#if defined(TT_SSE)
  // Vectors compare with a sign, so the highest bit is turned over on both sides.
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  const auto mask = std::bit_cast<std::int64_t>(with ^ kSign);
  const auto below = std::bit_cast<std::int64_t>(limit ^ kSign);
#if defined(__AVX2__)
  const auto* at = reinterpret_cast<const volatile __m256i*>(line.words());
  const auto half = [&](std::size_t i) {
    const __m256i word = _mm256_xor_si256(at[i], _mm256_set1_epi64x(mask));
    return static_cast<unsigned>(
        _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(_mm256_set1_epi64x(below), word))));
  };
  return half(0) | half(1) << 4;
#else
  const auto* at = reinterpret_cast<const volatile __m128i*>(line.words());
  const auto pair = [&](std::size_t i) {
    return _mm_cmpgt_epi64(_mm_set1_epi64x(below), _mm_xor_si128(at[i], _mm_set1_epi64x(mask)));
  };
  const __m128i first = _mm_packs_epi32(pair(0), pair(1)), second = _mm_packs_epi32(pair(2), pair(3));
  const __m128i all = _mm_packs_epi32(first, second);
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(all, all))) & 0xff;
#endif
#elif defined(TT_NEON)
  const auto* at = reinterpret_cast<const volatile uint64x2_t*>(line.words());
  const auto pair = [&](std::size_t i) {
    return vreinterpretq_u32_u64(vcltq_u64(veorq_u64(at[i], vdupq_n_u64(with)), vdupq_n_u64(limit)));
  };
  const uint16x8_t all = vuzp1q_u16(vreinterpretq_u16_u32(vuzp1q_u32(pair(0), pair(1))),
                                    vreinterpretq_u16_u32(vuzp1q_u32(pair(2), pair(3))));
  constexpr uint16x8_t kBits = {1, 2, 4, 8, 16, 32, 64, 128};
  return vaddvq_u16(vandq_u16(all, kBits));
#else
  unsigned found = 0;
  for (std::size_t i = 0; i < 8; ++i) found |= ((line.load(i) ^ with) < limit ? 1U : 0U) << i;
  return found;
#endif
}

// The lane of the least value; the first of them on a tie.
inline std::size_t least_lane(const Lanes& lanes) {
#if defined(TT_SSE)
  const __m128i flipped = _mm_xor_si128(reinterpret_cast<__m128i>(lanes), _mm_set1_epi16(INT16_MIN));
  return static_cast<std::size_t>(_mm_extract_epi16(_mm_minpos_epu16(flipped), 1));
#elif defined(TT_NEON)
  const auto values = reinterpret_cast<int16x8_t>(lanes);
  constexpr uint16x8_t kNumbers = {0, 1, 2, 3, 4, 5, 6, 7};
  const uint16x8_t least = vceqq_s16(values, vdupq_n_s16(vminvq_s16(values)));
  return vminvq_u16(vornq_u16(kNumbers, least));  // a lane that is not the least has all its bits set
#else
  int best = lanes[0] * 8;
  for (int i = 1; i < 8; ++i) best = lanes[i] * 8 + i < best ? lanes[i] * 8 + i : best;
  return static_cast<std::size_t>(best & 7);
#endif
}

}  // namespace tt
