/* core/convert_avx2.c - floor 1: conversion loops for AVX2, with FMA and F16C, which no processor with AVX2 lacks. */
#include "convert_vector.h"
#include "cpu.h"

#if GLTF_I_X86

#include <immintrin.h>

#if defined(__GNUC__)
#define TARGET __attribute__((target("avx2,fma,f16c")))
#else
#define TARGET
#endif

/* ---- Registers.  `wide` is eight lanes of 32 bits; floats travel as their bits.  Elements go two at a time. ---- */

typedef __m256i wide;
typedef __m128i narrow;
typedef struct wides {
    wide a, b, c, d;
} wides;
enum { WIDE_SIZE = 32, WIDE_STEP = 32, WIDE_ELEMENTS = 2, TRIPLES_ELEMENTS = 16, WIDE_AROUND = 1 };

#include "convert_x86.h"

TARGET static GLTF_I_INLINE wide load_32(const uint8_t *p) {
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

TARGET static GLTF_I_INLINE void store_16(uint8_t *p, narrow v) {
    _mm_storeu_si128((__m128i *)(void *)p, v);
}

/* `around` the caches wants an address that is a multiple of the register. */
TARGET static GLTF_I_INLINE void wide_store(uint8_t *p, wide v, int around) {
    if (around) {
        _mm256_stream_si256((__m256i *)(void *)p, v);
    } else {
        _mm256_storeu_si256((__m256i *)(void *)p, v);
    }
}

TARGET static GLTF_I_INLINE wide wide_zero(void) {
    return _mm256_setzero_si256();
}

TARGET static GLTF_I_INLINE wide wide_or(wide a, wide b) {
    return _mm256_or_si256(a, b);
}

TARGET static GLTF_I_INLINE wide wide_and(wide a, wide b) {
    return _mm256_and_si256(a, b);
}

TARGET static GLTF_I_INLINE narrow low_half(wide v) {
    return _mm256_castsi256_si128(v);
}

TARGET static GLTF_I_INLINE narrow high_half(wide v) {
    return _mm256_extracti128_si256(v, 1);
}

TARGET static GLTF_I_INLINE wide both_halves(narrow low, narrow high) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

TARGET static GLTF_I_INLINE wide wide_mask(size_t numbers) {
    return _mm256_broadcastsi128_si256(load_16((const uint8_t *)(vector_masks + 4 - numbers)));
}

TARGET static GLTF_I_INLINE wide wide_fill(const uint8_t *fill, size_t numbers) {
    uint8_t lanes[16];
    vector_fill(lanes, fill, numbers);
    return _mm256_broadcastsi128_si256(load_16(lanes));
}

/* Whether one of the first `numbers` lanes of either half has its highest bit set. */
TARGET static GLTF_I_INLINE int wide_negative(wide v, size_t numbers) {
    const int half = (1 << numbers) - 1;
    return _mm256_movemask_ps(_mm256_castsi256_ps(v)) & (half | half << 4);
}

TARGET static GLTF_I_INLINE void put_narrow(uint8_t *out, narrow v, size_t numbers) {
    switch (numbers) {
    case 1:
        store_4(out, v);
        break;
    case 2:
        store_8(out, v);
        break;
    case 3:
        store_8(out, v);
        store_4(out + 8, _mm_unpackhi_epi64(v, v));
        break;
    default:
        store_16(out, v);
        break;
    }
}

TARGET static GLTF_I_INLINE void wide_put_one(uint8_t *out, wide v, size_t numbers) {
    put_narrow(out, low_half(v), numbers);
}

TARGET static GLTF_I_INLINE void wide_put(uint8_t *out, size_t stride, wide v, size_t numbers, int overlap) {
    put_narrow(out, low_half(v), overlap ? 4 : numbers);
    put_narrow(out + stride, high_half(v), overlap ? 4 : numbers);
}

/* ---- Stored numbers to lanes ---- */

TARGET static GLTF_I_INLINE wides spread_u8(const uint8_t *p) {
    const wides w = {_mm256_cvtepu8_epi32(load_8(p)), _mm256_cvtepu8_epi32(load_8(p + 8)),
                     _mm256_cvtepu8_epi32(load_8(p + 16)), _mm256_cvtepu8_epi32(load_8(p + 24))};
    return w;
}

TARGET static GLTF_I_INLINE wides spread_i8(const uint8_t *p) {
    const wides w = {_mm256_cvtepi8_epi32(load_8(p)), _mm256_cvtepi8_epi32(load_8(p + 8)),
                     _mm256_cvtepi8_epi32(load_8(p + 16)), _mm256_cvtepi8_epi32(load_8(p + 24))};
    return w;
}

TARGET static GLTF_I_INLINE wides spread_u16(const uint8_t *p) {
    const wides w = {_mm256_cvtepu16_epi32(load_16(p)), _mm256_cvtepu16_epi32(load_16(p + 16)),
                     _mm256_cvtepu16_epi32(load_16(p + 32)), _mm256_cvtepu16_epi32(load_16(p + 48))};
    return w;
}

TARGET static GLTF_I_INLINE wides spread_i16(const uint8_t *p) {
    const wides w = {_mm256_cvtepi16_epi32(load_16(p)), _mm256_cvtepi16_epi32(load_16(p + 16)),
                     _mm256_cvtepi16_epi32(load_16(p + 32)), _mm256_cvtepi16_epi32(load_16(p + 48))};
    return w;
}

TARGET static GLTF_I_INLINE wides spread_u32(const uint8_t *p) {
    const wides w = {load_32(p), load_32(p + 32), load_32(p + 64), load_32(p + 96)};
    return w;
}

/* -128 / 127 would be clamped at -1, which is -127 / 127: so -127 in its place. */
TARGET static GLTF_I_INLINE wides at_least(wides w, int low) {
    const wide l = _mm256_set1_epi32(low);
    const wides r = {_mm256_max_epi32(w.a, l), _mm256_max_epi32(w.b, l), _mm256_max_epi32(w.c, l),
                     _mm256_max_epi32(w.d, l)};
    return r;
}

TARGET static GLTF_I_INLINE wides spread_i8n(const uint8_t *p) {
    return at_least(spread_i8(p), -127);
}

TARGET static GLTF_I_INLINE wides spread_i16n(const uint8_t *p) {
    return at_least(spread_i16(p), -32767);
}

/* Two elements: four numbers are read of each. */
TARGET static GLTF_I_INLINE narrow pair_8(const uint8_t *p, size_t stride) {
    return _mm_unpacklo_epi32(load_4(p), load_4(p + stride));
}

TARGET static GLTF_I_INLINE narrow pair_16(const uint8_t *p, size_t stride) {
    return _mm_unpacklo_epi64(load_8(p), load_8(p + stride));
}

TARGET static GLTF_I_INLINE wide gather_u8(const uint8_t *p, size_t stride) {
    return _mm256_cvtepu8_epi32(pair_8(p, stride));
}

TARGET static GLTF_I_INLINE wide gather_i8(const uint8_t *p, size_t stride) {
    return _mm256_cvtepi8_epi32(pair_8(p, stride));
}

TARGET static GLTF_I_INLINE wide gather_i8n(const uint8_t *p, size_t stride) {
    return _mm256_cvtepi8_epi32(_mm_max_epi8(pair_8(p, stride), _mm_set1_epi8(-127)));
}

TARGET static GLTF_I_INLINE wide gather_u16(const uint8_t *p, size_t stride) {
    return _mm256_cvtepu16_epi32(pair_16(p, stride));
}

TARGET static GLTF_I_INLINE wide gather_i16(const uint8_t *p, size_t stride) {
    return _mm256_cvtepi16_epi32(pair_16(p, stride));
}

TARGET static GLTF_I_INLINE wide gather_i16n(const uint8_t *p, size_t stride) {
    return _mm256_cvtepi16_epi32(_mm_max_epi16(pair_16(p, stride), _mm_set1_epi16(-32767)));
}

TARGET static GLTF_I_INLINE wide gather_u32(const uint8_t *p, size_t stride) {
    return both_halves(load_16(p), load_16(p + stride));
}

/* The number at the low end of each lane. */
TARGET static GLTF_I_INLINE wide wide_load(const uint8_t *p) {
    return load_32(p);
}

TARGET static GLTF_I_INLINE wide cut_u8(wide v) {
    return _mm256_and_si256(v, _mm256_set1_epi32(0xff));
}

TARGET static GLTF_I_INLINE wide cut_u16(wide v) {
    return _mm256_and_si256(v, _mm256_set1_epi32(0xffff));
}

TARGET static GLTF_I_INLINE wide cut_i8(wide v) {
    return _mm256_srai_epi32(_mm256_slli_epi32(v, 24), 24);
}

TARGET static GLTF_I_INLINE wide cut_i16(wide v) {
    return _mm256_srai_epi32(_mm256_slli_epi32(v, 16), 16);
}

TARGET static GLTF_I_INLINE wide cut_i8n(wide v) {
    return cut_i8(_mm256_max_epi8(v, _mm256_set1_epi8(-127)));
}

TARGET static GLTF_I_INLINE wide cut_i16n(wide v) {
    return cut_i16(_mm256_max_epi16(v, _mm256_set1_epi16(-32767)));
}

/* ---- Lanes to wanted lanes ---- */

TARGET static GLTF_I_INLINE wide value_same(wide v) {
    return v;
}

TARGET static GLTF_I_INLINE wide value_f32_int(wide v) {
    return _mm256_castps_si256(_mm256_cvtepi32_ps(v));
}

/* Both halves are exact, so the sum is rounded once. */
TARGET static GLTF_I_INLINE wide value_f32_u32(wide v) {
    const __m256 high = _mm256_cvtepi32_ps(_mm256_srli_epi32(v, 16));
    const __m256 low = _mm256_cvtepi32_ps(_mm256_and_si256(v, _mm256_set1_epi32(0xffff)));
    return _mm256_castps_si256(_mm256_fmadd_ps(high, _mm256_set1_ps(65536.0f), low));
}

TARGET static GLTF_I_INLINE wide quotient(wide v, float head, float tail) {
    const __m256 x = _mm256_cvtepi32_ps(v);
    return _mm256_castps_si256(_mm256_fmadd_ps(x, _mm256_set1_ps(tail), _mm256_mul_ps(x, _mm256_set1_ps(head))));
}

TARGET static GLTF_I_INLINE wide value_f32_u8n(wide v) {
    return quotient(v, NORM_HEAD_U8, NORM_TAIL_U8);
}

TARGET static GLTF_I_INLINE wide value_f32_i8n(wide v) {
    return quotient(v, NORM_HEAD_I8, NORM_TAIL_I8);
}

TARGET static GLTF_I_INLINE wide value_f32_u16n(wide v) {
    return quotient(v, NORM_HEAD_U16, NORM_TAIL_U16);
}

TARGET static GLTF_I_INLINE wide value_f32_i16n(wide v) {
    return quotient(v, NORM_HEAD_I16, NORM_TAIL_I16);
}

/* ---- Three-component elements: one shuffle for each register of lanes.  Signed numbers go to the top of their lane,
 * which saves to extend the sign; the factors make up for it. ---- */

#define LOW_8(a, b, c, d) a, -1, -1, -1, b, -1, -1, -1, c, -1, -1, -1, d, -1, -1, -1
#define TOP_8(a, b, c, d) -1, -1, -1, a, -1, -1, -1, b, -1, -1, -1, c, -1, -1, -1, d
#define LOW_16(a, b, c, d) a, a + 1, -1, -1, b, b + 1, -1, -1, c, c + 1, -1, -1, d, d + 1, -1, -1
#define TOP_16(a, b, c, d) -1, -1, a, a + 1, -1, -1, b, b + 1, -1, -1, c, c + 1, -1, -1, d, d + 1

/* Bytes of the numbers in each lane.  Of elements that fill 4 bytes, 16 bytes stand in both halves, which start 8 bytes apart
 * from register to register; of those that fill 8, the halves have loads of their own. */
typedef int8_t places[32];
static const places low_8[3] = {{LOW_8(0, 1, 2, 4), LOW_8(5, 6, 8, 9)},
                                {LOW_8(2, 4, 5, 6), LOW_8(8, 9, 10, 12)},
                                {LOW_8(5, 6, 8, 9), LOW_8(10, 12, 13, 14)}};
static const places top_8[3] = {{TOP_8(0, 1, 2, 4), TOP_8(5, 6, 8, 9)},
                                {TOP_8(2, 4, 5, 6), TOP_8(8, 9, 10, 12)},
                                {TOP_8(5, 6, 8, 9), TOP_8(10, 12, 13, 14)}};
static const places low_16[3] = {{LOW_16(0, 2, 4, 8), LOW_16(2, 4, 8, 10)},
                                 {LOW_16(4, 8, 10, 12), LOW_16(0, 2, 4, 8)},
                                 {LOW_16(2, 4, 8, 10), LOW_16(4, 8, 10, 12)}};
static const places top_16[3] = {{TOP_16(0, 2, 4, 8), TOP_16(2, 4, 8, 10)},
                                 {TOP_16(4, 8, 10, 12), TOP_16(0, 2, 4, 8)},
                                 {TOP_16(2, 4, 8, 10), TOP_16(4, 8, 10, 12)}};

typedef struct three {
    wide a, b, c;
} three;

TARGET static GLTF_I_INLINE wide place(wide v, const int8_t *from) {
    return _mm256_shuffle_epi8(v, load_32((const uint8_t *)from));
}

TARGET static GLTF_I_INLINE three load_three_8(const uint8_t *in) {
    const three t = {_mm256_broadcastsi128_si256(load_16(in)), _mm256_broadcastsi128_si256(load_16(in + 8)),
                     _mm256_broadcastsi128_si256(load_16(in + 16))};
    return t;
}

/* Eight elements a to h as ab|bc, cd|ef, fg|gh. */
TARGET static GLTF_I_INLINE three spread_three_16(wide low, wide high) {
    const three t = {_mm256_permute4x64_epi64(low, 0x94), _mm256_permute2x128_si256(low, high, 0x21),
                     _mm256_permute4x64_epi64(high, 0xe9)};
    return t;
}

TARGET static GLTF_I_INLINE three load_three_16(const uint8_t *in) {
    return spread_three_16(load_32(in), load_32(in + 32));
}

TARGET static GLTF_I_INLINE three place_three(three t, const places *from) {
    const three r = {place(t.a, from[0]), place(t.b, from[1]), place(t.c, from[2])};
    return r;
}

/* Sixteen elements: all loads before the stores, which may have to wait for their lines.  (Measured in the second cache: 1.1
 * times as fast from 16 bits.) */
typedef struct six {
    three first, second;
} six;

TARGET static GLTF_I_INLINE void store_six(uint8_t *out, six s, int around) {
    wide_store(out, s.first.a, around);
    wide_store(out + 32, s.first.b, around);
    wide_store(out + 64, s.first.c, around);
    wide_store(out + 96, s.second.a, around);
    wide_store(out + 128, s.second.b, around);
    wide_store(out + 160, s.second.c, around);
}

TARGET static GLTF_I_INLINE three three_quotients(three t, float head, float tail) {
    const three r = {quotient(t.a, head, tail), quotient(t.b, head, tail), quotient(t.c, head, tail)};
    return r;
}

TARGET static GLTF_I_INLINE three three_ints(three t) {
    const three r = {value_f32_int(t.a), value_f32_int(t.b), value_f32_int(t.c)};
    return r;
}

TARGET static GLTF_I_INLINE void store_six_quotients(uint8_t *out, six s, float head, float tail, int around) {
    const six q = {three_quotients(s.first, head, tail), three_quotients(s.second, head, tail)};
    store_six(out, q, around);
}

TARGET static GLTF_I_INLINE void store_six_ints(uint8_t *out, six s, int around) {
    const six f = {three_ints(s.first), three_ints(s.second)};
    store_six(out, f, around);
}

TARGET static GLTF_I_INLINE six place_six_8(const uint8_t *in, const places *from) {
    const six s = {place_three(load_three_8(in), from), place_three(load_three_8(in + 32), from)};
    return s;
}

TARGET static GLTF_I_INLINE six place_six_16(const uint8_t *in, const places *from) {
    const six s = {place_three(load_three_16(in), from), place_three(load_three_16(in + 64), from)};
    return s;
}

TARGET static GLTF_I_INLINE three shift_three(three t, int bits) {
    const three r = {_mm256_srai_epi32(t.a, bits), _mm256_srai_epi32(t.b, bits), _mm256_srai_epi32(t.c, bits)};
    return r;
}

TARGET static GLTF_I_INLINE six shift_six(six s, int bits) {
    const six r = {shift_three(s.first, bits), shift_three(s.second, bits)};
    return r;
}

/* The least number of the type counts as the one above it. */
TARGET static GLTF_I_INLINE three load_three_8n(const uint8_t *in) {
    const wide low = _mm256_set1_epi8(-127);
    const three t = load_three_8(in);
    const three r = {_mm256_max_epi8(t.a, low), _mm256_max_epi8(t.b, low), _mm256_max_epi8(t.c, low)};
    return r;
}

TARGET static GLTF_I_INLINE three load_three_16n(const uint8_t *in) {
    const wide low = _mm256_set1_epi16(-32767);
    return spread_three_16(_mm256_max_epi16(load_32(in), low), _mm256_max_epi16(load_32(in + 32), low));
}

TARGET static GLTF_I_INLINE void triples_u8_f32(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    store_six_ints(out, place_six_8(in, low_8), around);
}

TARGET static GLTF_I_INLINE void triples_i8_f32(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    store_six_ints(out, shift_six(place_six_8(in, top_8), 24), around);
}

TARGET static GLTF_I_INLINE void triples_u16_f32(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    store_six_ints(out, place_six_16(in, low_16), around);
}

TARGET static GLTF_I_INLINE void triples_i16_f32(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    store_six_ints(out, shift_six(place_six_16(in, top_16), 16), around);
}

TARGET static GLTF_I_INLINE void triples_u8n_f32(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    store_six_quotients(out, place_six_8(in, low_8), NORM_HEAD_U8, NORM_TAIL_U8, around);
}

TARGET static GLTF_I_INLINE void triples_i8n_f32(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    const six s = {place_three(load_three_8n(in), top_8), place_three(load_three_8n(in + 32), top_8)};
    store_six_quotients(out, s, NORM_HEAD_I8 * 0x1p-24f, NORM_TAIL_I8 * 0x1p-24f, around);
}

TARGET static GLTF_I_INLINE void triples_u16n_f32(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    store_six_quotients(out, place_six_16(in, low_16), NORM_HEAD_U16, NORM_TAIL_U16, around);
}

TARGET static GLTF_I_INLINE void triples_i16n_f32(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    const six s = {place_three(load_three_16n(in), top_16), place_three(load_three_16n(in + 64), top_16)};
    store_six_quotients(out, s, NORM_HEAD_I16 * 0x1p-16f, NORM_TAIL_I16 * 0x1p-16f, around);
}

TARGET static GLTF_I_INLINE void store_16_around(uint8_t *p, __m128 v, int around) {
    if (around) {
        _mm_stream_ps((float *)(void *)p, v);
    } else {
        store_16(p, _mm_castps_si128(v));
    }
}

/* Four elements of three words: a0 a1 a2 b0, b1 b2 c0 c1, c2 d0 d1 d2. */
TARGET static GLTF_I_INLINE void four_triples(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    const __m128 a = _mm_castsi128_ps(load_16(in)), b = _mm_castsi128_ps(load_16(in + stride));
    const __m128 c = _mm_castsi128_ps(load_16(in + 2 * stride)), d = _mm_castsi128_ps(load_16(in + 3 * stride));
    const __m128 cc = _mm_permute_ps(c, _MM_SHUFFLE(2, 2, 2, 2)), dd = _mm_permute_ps(d, _MM_SHUFFLE(2, 1, 0, 0));
    store_16_around(out, _mm_insert_ps(a, b, 0x30), around);
    store_16_around(out + 16, _mm_shuffle_ps(b, c, _MM_SHUFFLE(1, 0, 2, 1)), around);
    store_16_around(out + 32, _mm_blend_ps(dd, cc, 1), around);
}

TARGET static GLTF_I_INLINE void triples_copy(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    for (size_t k = 0; k < TRIPLES_ELEMENTS; k += 4) {
        four_triples(in + k * stride, stride, out + k * 12, around);
    }
}

/* ---- Blocks of 32 for the other outputs ---- */

enum { BLOCK_STEP = 32 };

TARGET static GLTF_I_INLINE void store_doubles(uint8_t *out, __m256d low, __m256d high) {
    wide_store(out, _mm256_castpd_si256(low), 0);
    wide_store(out + 32, _mm256_castpd_si256(high), 0);
}

TARGET static GLTF_I_INLINE void store_f64(uint8_t *out, wide v) {
    store_doubles(out, _mm256_cvtepi32_pd(low_half(v)), _mm256_cvtepi32_pd(high_half(v)));
}

TARGET static GLTF_I_INLINE int block_f64(uint8_t *out, wides w) {
    store_f64(out, w.a);
    store_f64(out + 64, w.b);
    store_f64(out + 128, w.c);
    store_f64(out + 192, w.d);
    return 0;
}

TARGET static GLTF_I_INLINE __m256d quotient_double(narrow v, double head, double tail) {
    const __m256d x = _mm256_cvtepi32_pd(v);
    return _mm256_fmadd_pd(x, _mm256_set1_pd(tail), _mm256_mul_pd(x, _mm256_set1_pd(head)));
}

TARGET static GLTF_I_INLINE void store_quotients(uint8_t *out, wide v, double head, double tail) {
    store_doubles(out, quotient_double(low_half(v), head, tail), quotient_double(high_half(v), head, tail));
}

TARGET static GLTF_I_INLINE int block_quotients(uint8_t *out, wides w, double head, double tail) {
    store_quotients(out, w.a, head, tail);
    store_quotients(out + 64, w.b, head, tail);
    store_quotients(out + 128, w.c, head, tail);
    store_quotients(out + 192, w.d, head, tail);
    return 0;
}

TARGET static GLTF_I_INLINE int block_u8_f64(const uint8_t *in, uint8_t *out) {
    return block_f64(out, spread_u8(in));
}

TARGET static GLTF_I_INLINE int block_i8_f64(const uint8_t *in, uint8_t *out) {
    return block_f64(out, spread_i8(in));
}

TARGET static GLTF_I_INLINE int block_u16_f64(const uint8_t *in, uint8_t *out) {
    return block_f64(out, spread_u16(in));
}

TARGET static GLTF_I_INLINE int block_i16_f64(const uint8_t *in, uint8_t *out) {
    return block_f64(out, spread_i16(in));
}

TARGET static GLTF_I_INLINE int block_u8n_f64(const uint8_t *in, uint8_t *out) {
    return block_quotients(out, spread_u8(in), NORM_DOUBLE_HEAD_U8, NORM_DOUBLE_TAIL_U8);
}

TARGET static GLTF_I_INLINE int block_i8n_f64(const uint8_t *in, uint8_t *out) {
    return block_quotients(out, spread_i8n(in), NORM_DOUBLE_HEAD_I8, NORM_DOUBLE_TAIL_I8);
}

TARGET static GLTF_I_INLINE int block_u16n_f64(const uint8_t *in, uint8_t *out) {
    return block_quotients(out, spread_u16(in), NORM_DOUBLE_HEAD_U16, NORM_DOUBLE_TAIL_U16);
}

TARGET static GLTF_I_INLINE int block_i16n_f64(const uint8_t *in, uint8_t *out) {
    return block_quotients(out, spread_i16n(in), NORM_DOUBLE_HEAD_I16, NORM_DOUBLE_TAIL_I16);
}

/* As a signed number that is 2^31 less. */
TARGET static GLTF_I_INLINE void store_f64_u32(uint8_t *out, wide v) {
    const wide less = _mm256_xor_si256(v, _mm256_set1_epi32(INT32_MIN));
    const __m256d back = _mm256_set1_pd(0x1p31);
    store_doubles(out, _mm256_add_pd(_mm256_cvtepi32_pd(low_half(less)), back),
                  _mm256_add_pd(_mm256_cvtepi32_pd(high_half(less)), back));
}

TARGET static GLTF_I_INLINE int block_u32_f64(const uint8_t *in, uint8_t *out) {
    const wides w = spread_u32(in);
    store_f64_u32(out, w.a);
    store_f64_u32(out + 64, w.b);
    store_f64_u32(out + 128, w.c);
    store_f64_u32(out + 192, w.d);
    return 0;
}

TARGET static GLTF_I_INLINE void store_f64_f32(uint8_t *out, wide v) {
    store_doubles(out, _mm256_cvtps_pd(_mm_castsi128_ps(low_half(v))), _mm256_cvtps_pd(_mm_castsi128_ps(high_half(v))));
}

TARGET static GLTF_I_INLINE int block_f32_f64(const uint8_t *in, uint8_t *out) {
    const wides w = spread_u32(in);
    store_f64_f32(out, w.a);
    store_f64_f32(out + 64, w.b);
    store_f64_f32(out + 128, w.c);
    store_f64_f32(out + 192, w.d);
    return 0;
}

/* Nearest even; NaN as in half_of of convert_value.h. */
TARGET static GLTF_I_INLINE narrow halves(wide v) {
    return _mm256_cvtps_ph(_mm256_castsi256_ps(v), _MM_FROUND_TO_NEAREST_INT);
}

TARGET static GLTF_I_INLINE int block_halves(uint8_t *out, wides w) {
    store_16(out, halves(w.a));
    store_16(out + 16, halves(w.b));
    store_16(out + 32, halves(w.c));
    store_16(out + 48, halves(w.d));
    return 0;
}

TARGET static GLTF_I_INLINE int block_f32_f16(const uint8_t *in, uint8_t *out) {
    return block_halves(out, spread_u32(in));
}

TARGET static GLTF_I_INLINE int block_half_ints(uint8_t *out, wides w) {
    const wides f = {value_f32_int(w.a), value_f32_int(w.b), value_f32_int(w.c), value_f32_int(w.d)};
    return block_halves(out, f);
}

TARGET static GLTF_I_INLINE int block_u8_f16(const uint8_t *in, uint8_t *out) {
    return block_half_ints(out, spread_u8(in));
}

TARGET static GLTF_I_INLINE int block_i8_f16(const uint8_t *in, uint8_t *out) {
    return block_half_ints(out, spread_i8(in));
}

TARGET static GLTF_I_INLINE int block_u16_f16(const uint8_t *in, uint8_t *out) {
    return block_half_ints(out, spread_u16(in));
}

TARGET static GLTF_I_INLINE int block_i16_f16(const uint8_t *in, uint8_t *out) {
    return block_half_ints(out, spread_i16(in));
}

/* c / max on the way to a half.  For 16 bits the tail is three quarters of what it should be: the binary digits of c / 65535
 * are those of c over and over again (of c / 32767 its 15 digits), so that what a half has no room for is decided by the first
 * digits of the repetition, which say that there is something, and not too much.  Three quarters do that too, and are never
 * rounded to a tie.  (As all others tried on every input.) */
TARGET static GLTF_I_INLINE int block_half_quotients(uint8_t *out, wides w, float head, float tail) {
    const wides q = {quotient(w.a, head, tail), quotient(w.b, head, tail), quotient(w.c, head, tail),
                     quotient(w.d, head, tail)};
    return block_halves(out, q);
}

TARGET static GLTF_I_INLINE int block_u8n_f16(const uint8_t *in, uint8_t *out) {
    return block_half_quotients(out, spread_u8(in), NORM_HEAD_U8, NORM_TAIL_U8);
}

TARGET static GLTF_I_INLINE int block_i8n_f16(const uint8_t *in, uint8_t *out) {
    return block_half_quotients(out, spread_i8n(in), NORM_HEAD_I8, NORM_TAIL_I8);
}

TARGET static GLTF_I_INLINE int block_u16n_f16(const uint8_t *in, uint8_t *out) {
    return block_half_quotients(out, spread_u16(in), NORM_HEAD_U16, NORM_TAIL_U16 * 0.75f);
}

TARGET static GLTF_I_INLINE int block_i16n_f16(const uint8_t *in, uint8_t *out) {
    return block_half_quotients(out, spread_i16n(in), NORM_HEAD_I16, NORM_TAIL_I16 * 0.75f);
}

/* f * max for f from -1 to 1, rounded half away from zero, and 0 for what is not a number.  The last bit of a float from 2^23
 * on is worth 1, so that the sum with 1.5 * 2^23, which is rounded once, has the wanted number in its low bits.  It is
 * rounded half to even, but max is odd: there is a tie only where f is 0.5 or -0.5, and for all four types the even number
 * is that away from zero.  Denormal inputs are slow: what rounds to 0 becomes 0 first, or as large as it may be. */
TARGET static GLTF_I_INLINE wide encode(wide v, float low, float max) {
    const __m256 large = _mm256_set1_ps(0x1.8p23f);
    __m256 f = _mm256_castsi256_ps(v);
    if (low == 0) {
        f = _mm256_max_ps(f, _mm256_set1_ps(0x1p-18f)); /* the second where the first is no number */
    } else {
        const __m256 magnitude = _mm256_andnot_ps(_mm256_set1_ps(-0.0f), f);
        const __m256 counts = _mm256_cmp_ps(magnitude, _mm256_set1_ps(0x1p-18f), _CMP_GE_OQ);
        f = _mm256_max_ps(_mm256_and_ps(f, counts), _mm256_set1_ps(-1.0f));
    }
    f = _mm256_min_ps(f, _mm256_set1_ps(1.0f));
    return _mm256_sub_epi32(_mm256_castps_si256(_mm256_fmadd_ps(f, _mm256_set1_ps(max), large)),
                            _mm256_castps_si256(large));
}

TARGET static GLTF_I_INLINE wides encode_all(const uint8_t *in, float low, float max) {
    const wides w = spread_u32(in);
    const wides r = {encode(w.a, low, max), encode(w.b, low, max), encode(w.c, low, max), encode(w.d, low, max)};
    return r;
}

/* Packing works in each half by itself: bring the parts into order again. */
TARGET static GLTF_I_INLINE wide order_16(wide v) {
    return _mm256_permute4x64_epi64(v, 0xd8);
}

TARGET static GLTF_I_INLINE wide order_8(wide v) {
    return _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

TARGET static GLTF_I_INLINE int block_f32_i8n(const uint8_t *in, uint8_t *out) {
    const wides w = encode_all(in, -1.0f, 127.0f);
    wide_store(out, order_8(_mm256_packs_epi16(_mm256_packs_epi32(w.a, w.b), _mm256_packs_epi32(w.c, w.d))), 0);
    return 0;
}

TARGET static GLTF_I_INLINE int block_f32_u8n(const uint8_t *in, uint8_t *out) {
    const wides w = encode_all(in, 0.0f, 255.0f);
    wide_store(out, order_8(_mm256_packus_epi16(_mm256_packs_epi32(w.a, w.b), _mm256_packs_epi32(w.c, w.d))), 0);
    return 0;
}

TARGET static GLTF_I_INLINE int block_f32_i16n(const uint8_t *in, uint8_t *out) {
    const wides w = encode_all(in, -1.0f, 32767.0f);
    wide_store(out, order_16(_mm256_packs_epi32(w.a, w.b)), 0);
    wide_store(out + 32, order_16(_mm256_packs_epi32(w.c, w.d)), 0);
    return 0;
}

TARGET static GLTF_I_INLINE int block_f32_u16n(const uint8_t *in, uint8_t *out) {
    const wides w = encode_all(in, 0.0f, 65535.0f);
    wide_store(out, order_16(_mm256_packus_epi32(w.a, w.b)), 0);
    wide_store(out + 32, order_16(_mm256_packus_epi32(w.c, w.d)), 0);
    return 0;
}

/* ---- Integers of other sizes; those that do not fit have bits where none may be ---- */

TARGET static GLTF_I_INLINE int some_bits(wide v, int mask) {
    return !_mm256_testz_si256(v, _mm256_set1_epi32(mask));
}

TARGET static GLTF_I_INLINE int block_u8_u16(const uint8_t *in, uint8_t *out) {
    wide_store(out, _mm256_cvtepu8_epi16(load_16(in)), 0);
    wide_store(out + 32, _mm256_cvtepu8_epi16(load_16(in + 16)), 0);
    return 0;
}

TARGET static GLTF_I_INLINE int block_i8_i16(const uint8_t *in, uint8_t *out) {
    wide_store(out, _mm256_cvtepi8_epi16(load_16(in)), 0);
    wide_store(out + 32, _mm256_cvtepi8_epi16(load_16(in + 16)), 0);
    return 0;
}

TARGET static GLTF_I_INLINE int block_i8_u16(const uint8_t *in, uint8_t *out) {
    block_i8_i16(in, out);
    return _mm256_movemask_epi8(load_32(in)) != 0;
}

TARGET static GLTF_I_INLINE int block_u8_i8(const uint8_t *in, uint8_t *out) {
    const wide v = load_32(in);
    wide_store(out, v, 0);
    return _mm256_movemask_epi8(v) != 0;
}

TARGET static GLTF_I_INLINE int block_i8_u8(const uint8_t *in, uint8_t *out) {
    return block_u8_i8(in, out);
}

TARGET static GLTF_I_INLINE int block_u16_i16(const uint8_t *in, uint8_t *out) {
    const wide a = load_32(in), b = load_32(in + 32);
    wide_store(out, a, 0);
    wide_store(out + 32, b, 0);
    return some_bits(wide_or(a, b), (int)0x80008000);
}

TARGET static GLTF_I_INLINE int block_i16_u16(const uint8_t *in, uint8_t *out) {
    return block_u16_i16(in, out);
}

/* Words whose bits in `mask` are 0 fit; `add` brings those of i16 to i8 there. */
TARGET static GLTF_I_INLINE int block_16_8(const uint8_t *in, uint8_t *out, int add, int mask) {
    const wide a = load_32(in), b = load_32(in + 32);
    const wide low = _mm256_set1_epi16(0xff), more = _mm256_set1_epi16((short)add);
    wide_store(out, order_16(_mm256_packus_epi16(wide_and(a, low), wide_and(b, low))), 0);
    return some_bits(wide_or(_mm256_add_epi16(a, more), _mm256_add_epi16(b, more)), mask);
}

TARGET static GLTF_I_INLINE int block_u16_u8(const uint8_t *in, uint8_t *out) {
    return block_16_8(in, out, 0, (int)0xff00ff00);
}

TARGET static GLTF_I_INLINE int block_u16_i8(const uint8_t *in, uint8_t *out) {
    return block_16_8(in, out, 0, (int)0xff80ff80);
}

TARGET static GLTF_I_INLINE int block_i16_u8(const uint8_t *in, uint8_t *out) {
    return block_16_8(in, out, 0, (int)0xff00ff00);
}

TARGET static GLTF_I_INLINE int block_i16_i8(const uint8_t *in, uint8_t *out) {
    return block_16_8(in, out, 128, (int)0xff00ff00);
}

TARGET static GLTF_I_INLINE int fits_wides(wides w, int mask) {
    return some_bits(wide_or(wide_or(w.a, w.b), wide_or(w.c, w.d)), mask);
}

TARGET static GLTF_I_INLINE int block_32_16(const uint8_t *in, uint8_t *out, int mask) {
    const wides w = spread_u32(in);
    const wide low = _mm256_set1_epi32(0xffff);
    wide_store(out, order_16(_mm256_packus_epi32(wide_and(w.a, low), wide_and(w.b, low))), 0);
    wide_store(out + 32, order_16(_mm256_packus_epi32(wide_and(w.c, low), wide_and(w.d, low))), 0);
    return fits_wides(w, mask);
}

TARGET static GLTF_I_INLINE int block_u32_u16(const uint8_t *in, uint8_t *out) {
    return block_32_16(in, out, (int)0xffff0000);
}

TARGET static GLTF_I_INLINE int block_u32_i16(const uint8_t *in, uint8_t *out) {
    return block_32_16(in, out, (int)0xffff8000);
}

TARGET static GLTF_I_INLINE int block_32_8(const uint8_t *in, uint8_t *out, int mask) {
    const wides w = spread_u32(in);
    const wide low = _mm256_set1_epi32(0xff);
    const wide ab = _mm256_packus_epi32(wide_and(w.a, low), wide_and(w.b, low));
    const wide cd = _mm256_packus_epi32(wide_and(w.c, low), wide_and(w.d, low));
    wide_store(out, order_8(_mm256_packus_epi16(ab, cd)), 0);
    return fits_wides(w, mask);
}

TARGET static GLTF_I_INLINE int block_u32_u8(const uint8_t *in, uint8_t *out) {
    return block_32_8(in, out, (int)0xffffff00);
}

TARGET static GLTF_I_INLINE int block_u32_i8(const uint8_t *in, uint8_t *out) {
    return block_32_8(in, out, (int)0xffffff80);
}

/* ---- Normalized integers from integers, without a detour over floats: the nearest c * max / max' is worked out in whole
 * numbers.  (As all others tried on every input.  Measured: 2.5 to 7 times as fast.) ---- */

/* Bytes and words in order again. */
TARGET static GLTF_I_INLINE void store_bytes(uint8_t *out, wide low, wide high) {
    wide_store(out, order_16(_mm256_packus_epi16(low, high)), 0);
}

TARGET static GLTF_I_INLINE wide flip(wide v) {
    return _mm256_xor_si256(v, _mm256_set1_epi32(-1));
}

/* Plain integers: 0, or at least 1, which is the largest; and -1 at most, which is the least. */
TARGET static GLTF_I_INLINE int block_i8_u8n(const uint8_t *in, uint8_t *out) {
    wide_store(out, _mm256_cmpgt_epi8(load_32(in), wide_zero()), 0);
    return 0;
}

TARGET static GLTF_I_INLINE int block_u8_u8n(const uint8_t *in, uint8_t *out) {
    wide_store(out, flip(_mm256_cmpeq_epi8(load_32(in), wide_zero())), 0);
    return 0;
}

TARGET static GLTF_I_INLINE int block_i16_u8n(const uint8_t *in, uint8_t *out) {
    const wide a = _mm256_cmpgt_epi16(load_32(in), wide_zero()), b = _mm256_cmpgt_epi16(load_32(in + 32), wide_zero());
    wide_store(out, order_16(_mm256_packs_epi16(a, b)), 0);
    return 0;
}

TARGET static GLTF_I_INLINE int block_u16_u8n(const uint8_t *in, uint8_t *out) {
    const wide a = _mm256_cmpeq_epi16(load_32(in), wide_zero()), b = _mm256_cmpeq_epi16(load_32(in + 32), wide_zero());
    wide_store(out, flip(order_16(_mm256_packs_epi16(a, b))), 0);
    return 0;
}

/* Two registers of words: which are 0. */
TARGET static GLTF_I_INLINE wide zeros_32(const uint8_t *in) {
    return _mm256_packs_epi32(_mm256_cmpeq_epi32(load_32(in), wide_zero()),
                              _mm256_cmpeq_epi32(load_32(in + 32), wide_zero()));
}

TARGET static GLTF_I_INLINE int block_u32_u8n(const uint8_t *in, uint8_t *out) {
    wide_store(out, flip(order_8(_mm256_packs_epi16(zeros_32(in), zeros_32(in + 64)))), 0);
    return 0;
}

TARGET static GLTF_I_INLINE wide most_i16(wide v) {
    return _mm256_sign_epi16(_mm256_set1_epi16(32767), v);
}

TARGET static GLTF_I_INLINE int block_i8_i16n(const uint8_t *in, uint8_t *out) {
    wide_store(out, most_i16(_mm256_cvtepi8_epi16(load_16(in))), 0);
    wide_store(out + 32, most_i16(_mm256_cvtepi8_epi16(load_16(in + 16))), 0);
    return 0;
}

TARGET static GLTF_I_INLINE int block_u8_i16n(const uint8_t *in, uint8_t *out) {
    wide_store(out, most_i16(_mm256_cvtepu8_epi16(load_16(in))), 0);
    wide_store(out + 32, most_i16(_mm256_cvtepu8_epi16(load_16(in + 16))), 0);
    return 0;
}

TARGET static GLTF_I_INLINE int block_i16_i16n(const uint8_t *in, uint8_t *out) {
    wide_store(out, most_i16(load_32(in)), 0);
    wide_store(out + 32, most_i16(load_32(in + 32)), 0);
    return 0;
}

TARGET static GLTF_I_INLINE wide most_but(wide zeros) {
    return _mm256_andnot_si256(zeros, _mm256_set1_epi16(32767));
}

TARGET static GLTF_I_INLINE int block_u16_i16n(const uint8_t *in, uint8_t *out) {
    wide_store(out, most_but(_mm256_cmpeq_epi16(load_32(in), wide_zero())), 0);
    wide_store(out + 32, most_but(_mm256_cmpeq_epi16(load_32(in + 32), wide_zero())), 0);
    return 0;
}

TARGET static GLTF_I_INLINE int block_u32_i16n(const uint8_t *in, uint8_t *out) {
    wide_store(out, most_but(order_16(zeros_32(in))), 0);
    wide_store(out + 32, most_but(order_16(zeros_32(in + 64))), 0);
    return 0;
}

/* c * 255 / 127 = 2 c + c / 127 */
TARGET static GLTF_I_INLINE int block_i8n_u8n(const uint8_t *in, uint8_t *out) {
    const wide c = _mm256_max_epi8(load_32(in), wide_zero());
    wide_store(out, _mm256_sub_epi8(_mm256_add_epi8(c, c), _mm256_cmpgt_epi8(c, _mm256_set1_epi8(63))), 0);
    return 0;
}

/* c / 257 to the nearest: (c + 128) * 255 / 65536, about.  Saturated, since all that are near the end become 255. */
TARGET static GLTF_I_INLINE wide byte_of_16(wide c) {
    const wide more = _mm256_adds_epu16(c, _mm256_set1_epi16(128));
    return _mm256_srli_epi16(_mm256_sub_epi16(more, _mm256_srli_epi16(more, 8)), 8);
}

TARGET static GLTF_I_INLINE int block_u16n_u8n(const uint8_t *in, uint8_t *out) {
    store_bytes(out, byte_of_16(load_32(in)), byte_of_16(load_32(in + 32)));
    return 0;
}

/* Fifteen digits and the first of them again are those of the same fraction of 65535, near enough. */
TARGET static GLTF_I_INLINE wide byte_of_15(wide v) {
    const wide c = _mm256_max_epi16(v, wide_zero());
    return byte_of_16(_mm256_add_epi16(_mm256_add_epi16(c, c), _mm256_srli_epi16(c, 14)));
}

TARGET static GLTF_I_INLINE int block_i16n_u8n(const uint8_t *in, uint8_t *out) {
    store_bytes(out, byte_of_15(load_32(in)), byte_of_15(load_32(in + 32)));
    return 0;
}

/* c * 32767 / 127 = 258 c + c / 127 */
TARGET static GLTF_I_INLINE wide word_of_i8n(narrow v) {
    const wide c = _mm256_cvtepi8_epi16(_mm_max_epi8(v, _mm_set1_epi8(-127)));
    const wide up = _mm256_cmpgt_epi16(c, _mm256_set1_epi16(63)), down = _mm256_cmpgt_epi16(_mm256_set1_epi16(-63), c);
    return _mm256_add_epi16(_mm256_sub_epi16(_mm256_mullo_epi16(c, _mm256_set1_epi16(258)), up), down);
}

TARGET static GLTF_I_INLINE int block_i8n_i16n(const uint8_t *in, uint8_t *out) {
    wide_store(out, word_of_i8n(load_16(in)), 0);
    wide_store(out + 32, word_of_i8n(load_16(in + 16)), 0);
    return 0;
}

/* c * 32767 / 255 = 128 c + c * 127 / 255, where t / 255 is the nearest of (t + t / 256) / 256 */
TARGET static GLTF_I_INLINE wide word_of_u8n(narrow v) {
    const wide c = _mm256_cvtepu8_epi16(v);
    const wide t = _mm256_add_epi16(_mm256_mullo_epi16(c, _mm256_set1_epi16(127)), _mm256_set1_epi16(128));
    return _mm256_add_epi16(_mm256_slli_epi16(c, 7),
                            _mm256_srli_epi16(_mm256_add_epi16(t, _mm256_srli_epi16(t, 8)), 8));
}

TARGET static GLTF_I_INLINE int block_u8n_i16n(const uint8_t *in, uint8_t *out) {
    wide_store(out, word_of_u8n(load_16(in)), 0);
    wide_store(out + 32, word_of_u8n(load_16(in + 16)), 0);
    return 0;
}

/* c * 32767 / 65535 = c / 2 - c / 131070, which is never nearer to what c / 2 is rounded up to */
TARGET static GLTF_I_INLINE int block_u16n_i16n(const uint8_t *in, uint8_t *out) {
    wide_store(out, _mm256_srli_epi16(load_32(in), 1), 0);
    wide_store(out + 32, _mm256_srli_epi16(load_32(in + 32), 1), 0);
    return 0;
}

/* ---- Small elements with a little room between them ---- */

TARGET static GLTF_I_INLINE void close_16(const uint8_t *in, uint8_t *out, const uint8_t from[16]) {
    store_16(out, _mm_shuffle_epi8(load_16(in), load_16(from)));
}

TARGET static GLTF_I_INLINE void close_32(const uint8_t *in, uint8_t *out, const uint8_t from[32],
                                          const uint32_t words[8]) {
    const wide v = _mm256_shuffle_epi8(load_32(in), load_32(from));
    wide_store(out, _mm256_permutevar8x32_epi32(v, load_32((const uint8_t *)words)), 0);
}

#define CLOSE_32 1
#include "convert_close.h"

/* ---- The table ---- */

#define WIDE_TRIPLES 1
#define WIDE_CLOSE 1
#define WIDE_ENCODED 1
#include "convert_blocks_all.h"
#include "convert_words_all.h"

#define TABLE gltf_i_convert_avx2
#include "convert_vector_table.h"

#else

typedef int nothing_here; /* a file must not be empty */

#endif
