/* text/base64_wide.c - layer 1: base64 by vector registers: SSSE3, AVX2, NEON. */
#include "base64_wide.h"

#include "../base/bytes.h"

/* ---- Tables of 16 bytes ----
 *
 * A character has a high half h and a low half.  The low half says how far h is moved, so that what it becomes (of which the
 * low four bits count) tells characters apart whose values are made differently, or good ones from bad ones.  One such number
 * picks what is added to a good character to give its value.  The other picks a number that, added to the character with
 * saturation, leaves a negative one if the character is bad; so does 0, for those above 127. */
#define VALUE_MOVES 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 5, 6, 0, 5, 0, 0
#define VALUE_ADDS -71, -71, 16, 0, -65, -32, -71, 17, 19, -65, -65, -71, -71, 4, -65, -65
#define CHECK_MOVES 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 3, 5, 7, 5, 7, 5
#define CHECK_ADDS -128, -128, -128, -48, -65, -80, -97, -43, -72, -75, -95, -76, -128, -108, -128, -128

#if GLTF_KERNELS >= 2 && (defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86))

#include <immintrin.h>

#if defined(__GNUC__)
#define TARGET(name) __attribute__((target(name)))
#else
#define TARGET(name)
#endif

/* How far ahead both sides are asked for; those bytes need not exist.  (Measured on 50 MB: without it SSSE3 takes 1.5 times as
 * long, AVX2 1.3 times.  Stores around the caches are slower still into fresh memory, which is what a document decodes to.) */
#define AHEAD 4096

static GLTF_I_INLINE void ask_ahead(const uint8_t *in, const uint8_t *out) {
    _mm_prefetch((const char *)((uintptr_t)in + AHEAD), _MM_HINT_T0);
    _mm_prefetch((const char *)((uintptr_t)out + AHEAD), _MM_HINT_T0);
}

/* Of each 32 bits the three bytes that four values of 6 bits make, highest first. */
#define BYTES_OF_GROUPS 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1

/* ---- Four times 16 characters to 12 bytes ---- */

/* Sixteen values of 6 bits; *check has high bits for characters that are none. */
TARGET("ssse3") static GLTF_I_INLINE __m128i values_ssse3(const uint8_t *in, __m128i *check) {
    const __m128i value_moves = _mm_setr_epi8(VALUE_MOVES), value_adds = _mm_setr_epi8(VALUE_ADDS);
    const __m128i check_moves = _mm_setr_epi8(CHECK_MOVES), check_adds = _mm_setr_epi8(CHECK_ADDS);
    const __m128i c = _mm_loadu_si128((const __m128i *)(const void *)in);
    const __m128i high = _mm_and_si128(_mm_srli_epi32(c, 4), _mm_set1_epi8(15));
    /* a shuffle looks at the low four bits, and gives 0 for bytes above 127 */
    const __m128i value_at = _mm_add_epi8(_mm_shuffle_epi8(value_moves, c), high);
    const __m128i check_at = _mm_add_epi8(_mm_shuffle_epi8(check_moves, c), high);
    *check = _mm_adds_epi8(_mm_shuffle_epi8(check_adds, check_at), c);
    return _mm_add_epi8(_mm_shuffle_epi8(value_adds, value_at), c);
}

/* Writes 16 bytes, of which 12 count. */
TARGET("ssse3") static GLTF_I_INLINE void pack_ssse3(__m128i v, uint8_t *out) {
    const __m128i order = _mm_setr_epi8(BYTES_OF_GROUPS);
    v = _mm_madd_epi16(_mm_maddubs_epi16(v, _mm_set1_epi32(0x01400140)), _mm_set1_epi32(0x00011000));
    _mm_storeu_si128((__m128i *)(void *)out, _mm_shuffle_epi8(v, order));
}

TARGET("ssse3") static size_t wide_ssse3(const uint8_t *in, size_t groups, uint8_t *out) {
    size_t done = 0;
    /* 36 + 16 bytes are written: two groups more must follow */
    for (; groups - done >= 18; done += 16, in += 64, out += 48) {
        __m128i first, second, third, fourth;
        ask_ahead(in, out);
        const __m128i a = values_ssse3(in, &first), b = values_ssse3(in + 16, &second);
        const __m128i c = values_ssse3(in + 32, &third), d = values_ssse3(in + 48, &fourth);
        if (_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(first, second), _mm_or_si128(third, fourth)))) {
            break;
        }
        pack_ssse3(a, out);
        pack_ssse3(b, out + 12);
        pack_ssse3(c, out + 24);
        pack_ssse3(d, out + 36);
    }
    return done;
}

/* ---- Twice 32 characters to 24 bytes ---- */

#define TWICE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

TARGET("avx2") static GLTF_I_INLINE __m256i values_avx2(const uint8_t *in, __m256i *check) {
    const __m256i value_moves = TWICE(VALUE_MOVES), value_adds = TWICE(VALUE_ADDS);
    const __m256i check_moves = TWICE(CHECK_MOVES), check_adds = TWICE(CHECK_ADDS);
    const __m256i c = _mm256_loadu_si256((const __m256i *)(const void *)in);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi32(c, 4), _mm256_set1_epi8(15));
    const __m256i value_at = _mm256_add_epi8(_mm256_shuffle_epi8(value_moves, c), high);
    const __m256i check_at = _mm256_add_epi8(_mm256_shuffle_epi8(check_moves, c), high);
    *check = _mm256_adds_epi8(_mm256_shuffle_epi8(check_adds, check_at), c);
    return _mm256_add_epi8(_mm256_shuffle_epi8(value_adds, value_at), c);
}

/* Writes 32 bytes, of which 24 count. */
TARGET("avx2") static GLTF_I_INLINE void pack_avx2(__m256i v, uint8_t *out) {
    const __m256i order = TWICE(BYTES_OF_GROUPS);
    v = _mm256_madd_epi16(_mm256_maddubs_epi16(v, _mm256_set1_epi32(0x01400140)), _mm256_set1_epi32(0x00011000));
    v = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(v, order), _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
    _mm256_storeu_si256((__m256i *)(void *)out, v);
}

TARGET("avx2") static size_t wide_avx2(const uint8_t *in, size_t groups, uint8_t *out) {
    size_t done = 0;
    /* 24 + 32 bytes are written: three groups more must follow */
    for (; groups - done >= 19; done += 16, in += 64, out += 48) {
        __m256i first, second;
        ask_ahead(in, out);
        const __m256i a = values_avx2(in, &first), b = values_avx2(in + 32, &second);
        if (_mm256_movemask_epi8(_mm256_or_si256(first, second))) {
            break;
        }
        pack_avx2(a, out);
        pack_avx2(b, out + 24);
    }
    return done;
}

size_t gltf_i_base64_wide(const uint8_t *in, size_t groups, uint8_t *out, uint32_t cpu) {
    size_t done = 0;
    if (cpu & GLTF_CPU_PLAIN) {
        return 0;
    }
    if (cpu & GLTF_CPU_AVX2) {
        done = wide_avx2(in, groups, out);
    }
    if (cpu & GLTF_CPU_SSSE3) {
        done += wide_ssse3(in + done * 4, groups - done, out + done * 3);
    }
    return done;
}

#elif GLTF_KERNELS >= 1 && (defined(__aarch64__) || defined(_M_ARM64)) && !GLTF_I_BIG_ENDIAN

#include <arm_neon.h>

/* ---- 64 characters to 48 bytes; a load parts them by their place in a group, and a store joins them ---- */

typedef struct tables {
    uint8x16_t value_moves, value_adds, check_moves, check_adds;
} tables;

static GLTF_I_INLINE uint8x16_t values_neon(const tables *t, uint8x16_t c, uint8x16_t *check) {
    const uint8x16_t high = vshrq_n_u8(c, 4), low = vandq_u8(c, vdupq_n_u8(15));
    const uint8x16_t value_at = vandq_u8(vaddq_u8(vqtbl1q_u8(t->value_moves, low), high), vdupq_n_u8(15));
    const uint8x16_t check_at = vaddq_u8(vqtbl1q_u8(t->check_moves, low), high); /* past 15 only for bytes above 127 */
    const int8x16_t add = vreinterpretq_s8_u8(vqtbl1q_u8(t->check_adds, check_at));
    *check = vreinterpretq_u8_s8(vqaddq_s8(add, vreinterpretq_s8_u8(c)));
    return vaddq_u8(vqtbl1q_u8(t->value_adds, value_at), c);
}

size_t gltf_i_base64_wide(const uint8_t *in, size_t groups, uint8_t *out, uint32_t cpu) {
    static const uint8_t value_moves[16] = {VALUE_MOVES}, check_moves[16] = {CHECK_MOVES};
    static const int8_t value_adds[16] = {VALUE_ADDS}, check_adds[16] = {CHECK_ADDS};
    const tables t = {vld1q_u8(value_moves), vreinterpretq_u8_s8(vld1q_s8(value_adds)), vld1q_u8(check_moves),
                      vreinterpretq_u8_s8(vld1q_s8(check_adds))};
    size_t done = 0;
    if ((cpu & GLTF_CPU_PLAIN) || !(cpu & GLTF_CPU_NEON)) {
        return 0;
    }
    for (; groups - done >= 16; done += 16, in += 64, out += 48) {
        const uint8x16x4_t c = vld4q_u8(in);
        uint8x16_t check[4];
        const uint8x16_t v0 = values_neon(&t, c.val[0], &check[0]), v1 = values_neon(&t, c.val[1], &check[1]);
        const uint8x16_t v2 = values_neon(&t, c.val[2], &check[2]), v3 = values_neon(&t, c.val[3], &check[3]);
        const uint8x16_t any = vorrq_u8(vorrq_u8(check[0], check[1]), vorrq_u8(check[2], check[3]));
        if (vmaxvq_u8(any) > 127) {
            break;
        }
        uint8x16x3_t bytes;
        bytes.val[0] = vorrq_u8(vshlq_n_u8(v0, 2), vshrq_n_u8(v1, 4));
        bytes.val[1] = vorrq_u8(vshlq_n_u8(v1, 4), vshrq_n_u8(v2, 2));
        bytes.val[2] = vorrq_u8(vshlq_n_u8(v2, 6), v3);
        vst3q_u8(out, bytes);
    }
    return done;
}

#else

size_t gltf_i_base64_wide(const uint8_t *in, size_t groups, uint8_t *out, uint32_t cpu) {
    (void)in;
    (void)groups;
    (void)out;
    (void)cpu;
    return 0;
}

#endif
