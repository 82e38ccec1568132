/* codec/attributes_ssse3.c - layer 1: the loops of the attribute stream for SSSE3. */
#include "attributes.h"

#include "../base/bytes.h"

#if GLTF_KERNELS >= 2 && (defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86))

#include <tmmintrin.h>

#if defined(__GNUC__)
#define TARGET __attribute__((target("ssse3")))
#else
#define TARGET
#endif

/* ---- Packed deltas ---- */

/* For each set of escapes among eight codes: how many there are, and from which of the bytes that follow each code takes
 * its value (0x80: from none, which the shuffle makes zero). */
#define BIT(m, k) (((m) >> (k)) & 1)
#define PLACE(m, k, below) (uint8_t)(BIT(m, k) ? (below) : 0x80)
#define COUNT_1(m) BIT(m, 0)
#define COUNT_2(m) (COUNT_1(m) + BIT(m, 1))
#define COUNT_3(m) (COUNT_2(m) + BIT(m, 2))
#define COUNT_4(m) (COUNT_3(m) + BIT(m, 3))
#define COUNT_5(m) (COUNT_4(m) + BIT(m, 4))
#define COUNT_6(m) (COUNT_5(m) + BIT(m, 5))
#define COUNT_7(m) (COUNT_6(m) + BIT(m, 6))
#define COUNT_8(m) (COUNT_7(m) + BIT(m, 7))
#define PLACES(m)                                                                                                      \
    {                                                                                                                  \
        PLACE(m, 0, 0), PLACE(m, 1, COUNT_1(m)), PLACE(m, 2, COUNT_2(m)), PLACE(m, 3, COUNT_3(m)),                     \
            PLACE(m, 4, COUNT_4(m)), PLACE(m, 5, COUNT_5(m)), PLACE(m, 6, COUNT_6(m)), PLACE(m, 7, COUNT_7(m)),        \
    }
#define FOUR(of, m) of((m)), of((m) + 1), of((m) + 2), of((m) + 3)
#define SIXTEEN(of, m) FOUR(of, (m)), FOUR(of, (m) + 4), FOUR(of, (m) + 8), FOUR(of, (m) + 12)
#define ALL(of)                                                                                                        \
    SIXTEEN(of, 0), SIXTEEN(of, 16), SIXTEEN(of, 32), SIXTEEN(of, 48), SIXTEEN(of, 64), SIXTEEN(of, 80),               \
        SIXTEEN(of, 96), SIXTEEN(of, 112), SIXTEEN(of, 128), SIXTEEN(of, 144), SIXTEEN(of, 160), SIXTEEN(of, 176),     \
        SIXTEEN(of, 192), SIXTEEN(of, 208), SIXTEEN(of, 224), SIXTEEN(of, 240)

static const uint8_t places[256][8] = {ALL(PLACES)};
static const uint8_t counts[256] = {ALL(COUNT_8)};

/* Sixteen codes, one a byte: escapes take the bytes from `extra` on, in order.  Gives the byte after the last one taken.
 * Reads 16 bytes of `extra`. */
TARGET static GLTF_I_INLINE const uint8_t *put_extra(__m128i codes, __m128i escapes, const uint8_t *extra,
                                                     uint8_t *column) {
    const unsigned set = (unsigned)_mm_movemask_epi8(escapes);
    const unsigned low = set & 255, high = set >> 8;
    const __m128i first = _mm_loadl_epi64((const __m128i *)(const void *)places[low]);
    const __m128i second = _mm_loadl_epi64((const __m128i *)(const void *)places[high]);
    const __m128i from = _mm_unpacklo_epi64(first, _mm_add_epi8(second, _mm_set1_epi8((char)counts[low])));
    const __m128i bytes = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)extra), from);
    _mm_storeu_si128((__m128i *)(void *)column, _mm_or_si128(_mm_andnot_si128(escapes, codes), bytes));
    return extra + counts[low] + counts[high];
}

TARGET static GLTF_I_INLINE const uint8_t *unpack_1(const uint8_t *at, uint8_t *column) {
    const __m128i spread = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
    const __m128i bit = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
    const __m128i packed = _mm_cvtsi32_si128(at[0] | at[1] << 8);
    const __m128i escapes = _mm_cmpeq_epi8(_mm_and_si128(_mm_shuffle_epi8(packed, spread), bit), bit);
    return put_extra(_mm_setzero_si128(), escapes, at + 2, column);
}

TARGET static GLTF_I_INLINE const uint8_t *unpack_2(const uint8_t *at, uint8_t *column) {
    const __m128i escape = _mm_set1_epi8(3);
    const __m128i packed = _mm_cvtsi32_si128((int)bytes_load_u32(at));
    const __m128i nibbles = _mm_unpacklo_epi8(_mm_srli_epi16(packed, 4), packed);
    const __m128i codes = _mm_and_si128(_mm_unpacklo_epi8(_mm_srli_epi16(nibbles, 2), nibbles), escape);
    return put_extra(codes, _mm_cmpeq_epi8(codes, escape), at + 4, column);
}

TARGET static GLTF_I_INLINE const uint8_t *unpack_4(const uint8_t *at, uint8_t *column) {
    const __m128i escape = _mm_set1_epi8(15);
    const __m128i packed = _mm_loadl_epi64((const __m128i *)(const void *)at);
    const __m128i codes = _mm_and_si128(_mm_unpacklo_epi8(_mm_srli_epi16(packed, 4), packed), escape);
    return put_extra(codes, _mm_cmpeq_epi8(codes, escape), at + 8, column);
}

TARGET static const uint8_t *ssse3_unpack(const uint8_t *at, const uint8_t *tail, uint32_t codes, size_t groups,
                                          const uint8_t packing[4], uint8_t *column) {
    for (size_t i = 0; i < groups; i++, codes >>= 2, column += GLTF_I_ATTRIBUTES_GROUP) {
        if (at > tail) {
            return NULL;
        }
        switch (packing[codes & 3]) {
        case GLTF_I_ATTRIBUTES_ZERO:
            _mm_storeu_si128((__m128i *)(void *)column, _mm_setzero_si128());
            break;
        case GLTF_I_ATTRIBUTES_BIT1:
            at = unpack_1(at, column);
            break;
        case GLTF_I_ATTRIBUTES_BIT2:
            at = unpack_2(at, column);
            break;
        case GLTF_I_ATTRIBUTES_BIT4:
            at = unpack_4(at, column);
            break;
        default:
            _mm_storeu_si128((__m128i *)(void *)column, _mm_loadu_si128((const __m128i *)(const void *)at));
            at += GLTF_I_ATTRIBUTES_GROUP;
            break;
        }
    }
    return at;
}

/* ---- Deltas to values: four elements in a register ---- */

TARGET static GLTF_I_INLINE __m128i zigzag_8(__m128i v) {
    const __m128i half = _mm_and_si128(_mm_srli_epi16(v, 1), _mm_set1_epi8(0x7f));
    return _mm_xor_si128(half, _mm_sub_epi8(_mm_setzero_si128(), _mm_and_si128(v, _mm_set1_epi8(1))));
}

TARGET static GLTF_I_INLINE __m128i zigzag_16(__m128i v) {
    const __m128i odd = _mm_and_si128(v, _mm_set1_epi16(1));
    return _mm_xor_si128(_mm_srli_epi16(v, 1), _mm_sub_epi16(_mm_setzero_si128(), odd));
}

TARGET static GLTF_I_INLINE __m128i combine(__m128i a, __m128i b, unsigned mode) {
    return mode == 0 ? _mm_add_epi8(a, b) : mode == 1 ? _mm_add_epi16(a, b) : _mm_xor_si128(a, b);
}

/* Four deltas to four values; *last holds the value before them in every lane, and then the last of them. */
TARGET static GLTF_I_INLINE __m128i sum_four(__m128i v, unsigned mode, __m128i rotation, __m128i *last) {
    if (mode == 0) {
        v = zigzag_8(v);
    } else if (mode == 1) {
        v = zigzag_16(v);
    } else {
        const __m128i left = _mm_sll_epi32(v, _mm_sub_epi64(_mm_cvtsi32_si128(32), rotation)); /* by 32 gives 0 */
        v = _mm_or_si128(_mm_srl_epi32(v, rotation), left);
    }
    v = combine(v, _mm_slli_si128(v, 4), mode);
    v = combine(v, _mm_slli_si128(v, 8), mode);
    v = combine(v, *last, mode);
    *last = _mm_shuffle_epi32(v, 0xff);
    return v;
}

TARGET static GLTF_I_INLINE void store_four(__m128i v, uint8_t *out, size_t stride) {
    bytes_store_u32(out, (uint32_t)_mm_cvtsi128_si32(v));
    bytes_store_u32(out + stride, (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(v, 0x55)));
    bytes_store_u32(out + stride * 2, (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(v, 0xaa)));
    bytes_store_u32(out + stride * 3, (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(v, 0xff)));
}

/* The deltas of 16 elements from position `first` on, to values. */
TARGET static GLTF_I_INLINE void sum_group(const gltf_i_attributes_columns *columns, size_t first, unsigned mode,
                                           __m128i rotation, __m128i *last, __m128i four[4]) {
    const __m128i a = _mm_loadu_si128((const __m128i *)(const void *)(columns->byte[0] + first));
    const __m128i b = _mm_loadu_si128((const __m128i *)(const void *)(columns->byte[1] + first));
    const __m128i c = _mm_loadu_si128((const __m128i *)(const void *)(columns->byte[2] + first));
    const __m128i d = _mm_loadu_si128((const __m128i *)(const void *)(columns->byte[3] + first));
    const __m128i ab_low = _mm_unpacklo_epi8(a, b), ab_high = _mm_unpackhi_epi8(a, b);
    const __m128i cd_low = _mm_unpacklo_epi8(c, d), cd_high = _mm_unpackhi_epi8(c, d);
    four[0] = sum_four(_mm_unpacklo_epi16(ab_low, cd_low), mode, rotation, last);
    four[1] = sum_four(_mm_unpackhi_epi16(ab_low, cd_low), mode, rotation, last);
    four[2] = sum_four(_mm_unpacklo_epi16(ab_high, cd_high), mode, rotation, last);
    four[3] = sum_four(_mm_unpackhi_epi16(ab_high, cd_high), mode, rotation, last);
}

TARGET static GLTF_I_INLINE void sum_mode(const gltf_i_attributes_columns *columns, size_t count, unsigned mode,
                                          unsigned rotation, uint32_t *previous, uint8_t *out, size_t stride) {
    const __m128i turn = _mm_cvtsi32_si128((int)rotation);
    __m128i last = _mm_set1_epi32((int)*previous);
    __m128i four[4];
    size_t i = 0;
    for (; count - i >= GLTF_I_ATTRIBUTES_GROUP; i += GLTF_I_ATTRIBUTES_GROUP) {
        sum_group(columns, i, mode, turn, &last, four);
        for (size_t k = 0; k < 4; k++) {
            if (stride == 4) {
                _mm_storeu_si128((__m128i *)(void *)(out + (i + 4 * k) * 4), four[k]);
            } else {
                store_four(four[k], out + (i + 4 * k) * stride, stride);
            }
        }
    }
    *previous = (uint32_t)_mm_cvtsi128_si32(last);
    if (i < count) {
        uint8_t rest[GLTF_I_ATTRIBUTES_GROUP * 4];
        sum_group(columns, i, mode, turn, &last, four);
        for (size_t k = 0; k < 4; k++) {
            _mm_storeu_si128((__m128i *)(void *)(rest + 16 * k), four[k]);
        }
        for (size_t k = 0; i + k < count; k++) {
            memory_copy(out + (i + k) * stride, rest + 4 * k, 4);
        }
        *previous = bytes_load_u32(rest + 4 * (count - i - 1));
    }
}

TARGET static void ssse3_sum(const gltf_i_attributes_columns *columns, size_t count, unsigned mode, unsigned rotation,
                             uint32_t *previous, uint8_t *out, size_t stride) {
    if (mode == 0) {
        sum_mode(columns, count, 0, 0, previous, out, stride);
    } else if (mode == 1) {
        sum_mode(columns, count, 1, 0, previous, out, stride);
    } else {
        sum_mode(columns, count, 2, rotation, previous, out, stride);
    }
}

/* What a caller gets that names no bits: what the whole build may use. */
#if defined(__SSSE3__)
#define ASSUMED GLTF_CPU_SSSE3
#else
#define ASSUMED 0u
#endif

static const gltf_i_attributes_kernels ssse3 = {ssse3_unpack, ssse3_sum};

const gltf_i_attributes_kernels *gltf_i_attributes_ssse3(uint32_t cpu) {
    const uint32_t asked = cpu == 0 ? ASSUMED : cpu;
    return !(asked & GLTF_CPU_PLAIN) && (asked & GLTF_CPU_SSSE3) ? &ssse3 : NULL;
}

#else

const gltf_i_attributes_kernels *gltf_i_attributes_ssse3(uint32_t cpu) {
    (void)cpu;
    return NULL;
}

#endif
