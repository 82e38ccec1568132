/* text/scan_wide.c - layer 1: blocks of plain characters, by vector registers that every processor of its kind has. */
#include "scan_wide.h"

#if defined(__SSE2__) || defined(_M_X64)

#include <emmintrin.h>

/* How far ahead characters are asked for; they need not exist.  (Measured on 50 MB: 1.8 times as fast.) */
#define AHEAD 2048

static GLTF_I_INLINE __m128i special(const uint8_t *p) {
    const __m128i c = _mm_loadu_si128((const __m128i *)(const void *)p);
    const __m128i string = _mm_or_si128(_mm_cmpeq_epi8(c, _mm_set1_epi8('"')), _mm_cmpeq_epi8(c, _mm_set1_epi8('\\')));
    return _mm_or_si128(string, _mm_cmplt_epi8(c, _mm_set1_epi8(0x20))); /* bytes of sequences are negative */
}

static GLTF_I_INLINE int block_is_plain(const uint8_t *p) {
    __m128i found = _mm_setzero_si128();
    for (size_t i = 0; i < SCAN_BLOCK; i += 64) {
        _mm_prefetch((const char *)((uintptr_t)p + i + AHEAD), _MM_HINT_T0);
        const __m128i first = _mm_or_si128(special(p + i), special(p + i + 16));
        const __m128i second = _mm_or_si128(special(p + i + 32), special(p + i + 48));
        found = _mm_or_si128(found, _mm_or_si128(first, second));
    }
    return _mm_movemask_epi8(found) == 0;
}

#elif defined(__aarch64__) || defined(_M_ARM64)

#include <arm_neon.h>

static GLTF_I_INLINE uint8x16_t special(const uint8_t *p) {
    const uint8x16_t c = vld1q_u8(p);
    const uint8x16_t string = vorrq_u8(vceqq_u8(c, vdupq_n_u8('"')), vceqq_u8(c, vdupq_n_u8('\\')));
    return vorrq_u8(string, vcltq_s8(vreinterpretq_s8_u8(c), vdupq_n_s8(0x20))); /* bytes of sequences are negative */
}

static GLTF_I_INLINE int block_is_plain(const uint8_t *p) {
    uint8x16_t found = vdupq_n_u8(0);
    for (size_t i = 0; i < SCAN_BLOCK; i += 64) {
        const uint8x16_t first = vorrq_u8(special(p + i), special(p + i + 16));
        const uint8x16_t second = vorrq_u8(special(p + i + 32), special(p + i + 48));
        found = vorrq_u8(found, vorrq_u8(first, second));
    }
    return vmaxvq_u8(found) == 0;
}

#else

/* Reading eight places of a block at once keeps eight cache lines on their way: measured 13 GB/s against 1.9 for word after
 * word, when 50 MB come from memory. */
static inline int block_is_plain(const uint8_t *p) {
    uint64_t found = 0;
    for (size_t i = 0; i < SCAN_BLOCK / 8; i += 8) {
        for (size_t place = 0; place < 8; place++) {
            found |= scan_special(p + i + place * (SCAN_BLOCK / 8));
        }
    }
    return found == 0;
}

#endif

const uint8_t *gltf_i_scan_wide(const uint8_t *p, const uint8_t *end) {
    while (end - p >= SCAN_BLOCK && block_is_plain(p)) {
        p += SCAN_BLOCK;
    }
    return p;
}
