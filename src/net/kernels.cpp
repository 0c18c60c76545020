#include "net/kernels.hpp"

#include <algorithm>

#include "net/network.hpp"

#if defined(__x86_64__) || defined(_M_X64)
#define TESUJI_NET_X86
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define TESUJI_NET_NEON
#include <arm_neon.h>
#endif

namespace tesuji::net {
namespace {

bool always() {
  return true;
}

// Written so that a compiler turns it into the vectors of its target, as those of WebAssembly where they are
// on.
namespace portable {
void update(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* added,
            std::size_t added_count, const std::int16_t* const* removed, std::size_t removed_count,
            std::size_t width) {
  for (std::size_t at = 0; at < width; at += kWidthUnit) {
    std::uint16_t sums[kWidthUnit];
    for (std::size_t i = 0; i < kWidthUnit; ++i) sums[i] = static_cast<std::uint16_t>(from[at + i]);
    for (std::size_t row = 0; row < added_count; ++row) {
      for (std::size_t i = 0; i < kWidthUnit; ++i)
        sums[i] = static_cast<std::uint16_t>(sums[i] + static_cast<std::uint16_t>(added[row][at + i]));
    }
    for (std::size_t row = 0; row < removed_count; ++row) {
      for (std::size_t i = 0; i < kWidthUnit; ++i)
        sums[i] = static_cast<std::uint16_t>(sums[i] - static_cast<std::uint16_t>(removed[row][at + i]));
    }
    for (std::size_t i = 0; i < kWidthUnit; ++i) to[at + i] = static_cast<std::int16_t>(sums[i]);
  }
}
std::int32_t output(const std::int16_t* mover, const std::int16_t* other, const std::int16_t* weights,
                    std::size_t width) {
  std::int32_t sum = 0;
  for (const std::int16_t* half : {mover, other}) {
    for (std::size_t i = 0; i < width; ++i) {
      const std::int32_t clamped = std::clamp<std::int32_t>(half[i], 0, kQa);
      sum += clamped * (clamped * weights[i]);
    }
    weights += width;
  }
  return sum;
}
}  // namespace portable

#ifdef TESUJI_NET_X86
// One body for the three register sizes. A macro, because a function for one instruction set cannot be a
// template instance for another.
#define TESUJI_NET_PATH(SPACE, TARGET, FEATURE, VECTOR, LANES, LOAD, STORE, ADD16, SUB16, ADD32, MIN, MAX,   \
                        MUL, MADD, SET, ZERO, REDUCE)                                                        \
  namespace SPACE {                                                                                          \
  bool supported() {                                                                                         \
    return __builtin_cpu_supports(FEATURE) != 0;                                                             \
  }                                                                                                          \
  __attribute__((target(TARGET))) void update(std::int16_t* to, const std::int16_t* from,                    \
                                              const std::int16_t* const* added, std::size_t added_count,     \
                                              const std::int16_t* const* removed, std::size_t removed_count, \
                                              std::size_t width) {                                           \
    for (std::size_t at = 0; at < width; at += LANES) {                                                      \
      VECTOR sum = LOAD(reinterpret_cast<const VECTOR*>(from + at));                                         \
      for (std::size_t row = 0; row < added_count; ++row)                                                    \
        sum = ADD16(sum, LOAD(reinterpret_cast<const VECTOR*>(added[row] + at)));                            \
      for (std::size_t row = 0; row < removed_count; ++row)                                                  \
        sum = SUB16(sum, LOAD(reinterpret_cast<const VECTOR*>(removed[row] + at)));                          \
      STORE(reinterpret_cast<VECTOR*>(to + at), sum);                                                        \
    }                                                                                                        \
  }                                                                                                          \
  __attribute__((target(TARGET))) std::int32_t output(const std::int16_t* mover, const std::int16_t* other,  \
                                                      const std::int16_t* weights, std::size_t width) {      \
    const VECTOR max = SET(kQa);                                                                             \
    VECTOR sum = ZERO();                                                                                     \
    for (const std::int16_t* half : {mover, other}) {                                                        \
      for (std::size_t i = 0; i < width; i += LANES) {                                                       \
        const VECTOR value = MIN(MAX(LOAD(reinterpret_cast<const VECTOR*>(half + i)), ZERO()), max);         \
        const VECTOR weight = LOAD(reinterpret_cast<const VECTOR*>(weights + i));                            \
        sum = ADD32(sum, MADD(value, MUL(value, weight)));                                                   \
      }                                                                                                      \
      weights += width;                                                                                      \
    }                                                                                                        \
    return REDUCE(sum);                                                                                      \
  }                                                                                                          \
  }

__attribute__((target("sse4.1"))) inline std::int32_t reduce_128(__m128i sum) {
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1));
  return _mm_cvtsi128_si32(sum);
}
__attribute__((target("avx2"))) inline std::int32_t reduce_256(__m256i sum) {
  const __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
  return reduce_128(half);
}
// Through memory: GCC 12 takes its own intrinsics for halves of a register for uninitialised (bug 105593).
__attribute__((target("avx512f,avx512bw"))) inline std::int32_t reduce_512(__m512i sum) {
  std::int32_t lanes[16];
  _mm512_storeu_si512(lanes, sum);
  const auto* const halves = reinterpret_cast<const __m256i*>(lanes);
  return reduce_256(_mm256_add_epi32(_mm256_loadu_si256(halves), _mm256_loadu_si256(halves + 1)));
}

TESUJI_NET_PATH(sse41, "sse4.1", "sse4.1", __m128i, 8, _mm_loadu_si128, _mm_storeu_si128, _mm_add_epi16,
                _mm_sub_epi16, _mm_add_epi32, _mm_min_epi16, _mm_max_epi16, _mm_mullo_epi16, _mm_madd_epi16,
                _mm_set1_epi16, _mm_setzero_si128, reduce_128)
TESUJI_NET_PATH(avx2, "avx2", "avx2", __m256i, 16, _mm256_loadu_si256, _mm256_storeu_si256, _mm256_add_epi16,
                _mm256_sub_epi16, _mm256_add_epi32, _mm256_min_epi16, _mm256_max_epi16, _mm256_mullo_epi16,
                _mm256_madd_epi16, _mm256_set1_epi16, _mm256_setzero_si256, reduce_256)
TESUJI_NET_PATH(avx512, "avx512f,avx512bw", "avx512bw", __m512i, 32, _mm512_loadu_si512, _mm512_storeu_si512,
                _mm512_add_epi16, _mm512_sub_epi16, _mm512_add_epi32, _mm512_min_epi16, _mm512_max_epi16,
                _mm512_mullo_epi16, _mm512_madd_epi16, _mm512_set1_epi16, _mm512_setzero_si512, reduce_512)
#undef TESUJI_NET_PATH
#endif

#ifdef TESUJI_NET_NEON
// Every aarch64 processor has NEON.
namespace neon {
void update(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* added,
            std::size_t added_count, const std::int16_t* const* removed, std::size_t removed_count,
            std::size_t width) {
  for (std::size_t at = 0; at < width; at += 8) {
    int16x8_t sum = vld1q_s16(from + at);
    for (std::size_t row = 0; row < added_count; ++row) sum = vaddq_s16(sum, vld1q_s16(added[row] + at));
    for (std::size_t row = 0; row < removed_count; ++row) sum = vsubq_s16(sum, vld1q_s16(removed[row] + at));
    vst1q_s16(to + at, sum);
  }
}
std::int32_t output(const std::int16_t* mover, const std::int16_t* other, const std::int16_t* weights,
                    std::size_t width) {
  const int16x8_t zero = vdupq_n_s16(0), max = vdupq_n_s16(kQa);
  int32x4_t low = vdupq_n_s32(0), high = vdupq_n_s32(0);  // two sums, so that neither waits for the other
  for (const std::int16_t* half : {mover, other}) {
    for (std::size_t i = 0; i < width; i += 8) {
      const int16x8_t value = vminq_s16(vmaxq_s16(vld1q_s16(half + i), zero), max);
      const int16x8_t product = vmulq_s16(value, vld1q_s16(weights + i));
      low = vmlal_s16(low, vget_low_s16(value), vget_low_s16(product));
      high = vmlal_high_s16(high, value, product);
    }
    weights += width;
  }
  return vaddvq_s32(vaddq_s32(low, high));
}
}  // namespace neon
#endif

constexpr Kernels kAll[] = {
    {"portable", always, portable::update, portable::output},
#ifdef TESUJI_NET_X86
    {"sse4.1", sse41::supported, sse41::update, sse41::output},
    {"avx2", avx2::supported, avx2::update, avx2::output},
    {"avx512", avx512::supported, avx512::update, avx512::output},
#endif
#ifdef TESUJI_NET_NEON
    {"neon", always, neon::update, neon::output},
#endif
};

}  // namespace

std::span<const Kernels> all_kernels() {
  return kAll;
}

const Kernels& best_kernels() {
  static const Kernels& best = [&]() -> const Kernels& {
    std::size_t at = std::size(kAll) - 1;
    while (!kAll[at].supported()) --at;
    return kAll[at];
  }();
  return best;
}

}  // namespace tesuji::net
