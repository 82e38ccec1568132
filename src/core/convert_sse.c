/* core/convert_sse.c - layer 1: conversion loops for SSE2, and those that SSSE3 makes faster. */
#include "convert_vector.h"
#include "cpu.h"

#if GLTF_I_SSE2

#include <tmmintrin.h>

#if defined(__GNUC__)
#define TARGET __attribute__((target("sse2")))
#else
#define TARGET
#endif

/* Four lanes of 32 bits; floats travel as their bits. */
typedef __m128i vec;
typedef struct vec_x4 {
    vec a, b, c, d;
} vec_x4;

TARGET static GLTF_I_INLINE vec load_16(const uint8_t *p) {
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

TARGET static GLTF_I_INLINE vec load_8(const uint8_t *p) {
    return _mm_loadl_epi64((const __m128i *)(const void *)p);
}

TARGET static GLTF_I_INLINE vec load_4(const uint8_t *p) {
    int v;
    memcpy(&v, p, sizeof v);
    return _mm_cvtsi32_si128(v);
}

TARGET static GLTF_I_INLINE void store_16(uint8_t *p, vec v) {
    _mm_storeu_si128((__m128i *)(void *)p, v);
}

TARGET static GLTF_I_INLINE void store_x4(uint8_t *p, vec_x4 v) {
    store_16(p, v.a);
    store_16(p + 16, v.b);
    store_16(p + 32, v.c);
    store_16(p + 48, v.d);
}

/* ---- Stored numbers to lanes.  Signed ones go to the upper bits of their lane, which saves to extend the sign; the factors make
 * up for it. ---- */

TARGET static GLTF_I_INLINE vec_x4 widen_16(vec low, vec high) {
    const vec z = _mm_setzero_si128();
    const vec_x4 r = {_mm_unpacklo_epi16(low, z), _mm_unpackhi_epi16(low, z), _mm_unpacklo_epi16(high, z),
                      _mm_unpackhi_epi16(high, z)};
    return r;
}

TARGET static GLTF_I_INLINE vec_x4 widen_8(vec v) {
    const vec z = _mm_setzero_si128();
    return widen_16(_mm_unpacklo_epi8(v, z), _mm_unpackhi_epi8(v, z));
}

TARGET static GLTF_I_INLINE vec_x4 widen_top_16(vec low, vec high) {
    const vec z = _mm_setzero_si128();
    const vec_x4 r = {_mm_unpacklo_epi16(z, low), _mm_unpackhi_epi16(z, low), _mm_unpacklo_epi16(z, high),
                      _mm_unpackhi_epi16(z, high)};
    return r;
}

TARGET static GLTF_I_INLINE vec_x4 widen_top_8(vec v) {
    const vec z = _mm_setzero_si128();
    return widen_top_16(_mm_unpacklo_epi8(z, v), _mm_unpackhi_epi8(z, v));
}

/* -128 / 127 would be clamped at -1, which is -127 / 127: so -127 in its place. */
TARGET static GLTF_I_INLINE vec clamp_i8(vec v) {
    const vec sign = _mm_set1_epi8(-128);
    return _mm_xor_si128(_mm_max_epu8(_mm_xor_si128(v, sign), _mm_set1_epi8(1)), sign);
}

TARGET static GLTF_I_INLINE vec clamp_i16(vec v) {
    return _mm_max_epi16(v, _mm_set1_epi16(-32767));
}

TARGET static GLTF_I_INLINE vec quotient(vec v, float head, float tail) {
    const __m128 x = _mm_cvtepi32_ps(v);
    return _mm_castps_si128(_mm_add_ps(_mm_mul_ps(x, _mm_set1_ps(head)), _mm_mul_ps(x, _mm_set1_ps(tail))));
}

TARGET static GLTF_I_INLINE vec quotient_u8n(vec v) {
    return quotient(v, NORM_HEAD_U8, NORM_TAIL_U8);
}

TARGET static GLTF_I_INLINE vec quotient_i8n(vec v) {
    return quotient(v, NORM_HEAD_I8 * 0x1p-24f, NORM_TAIL_I8 * 0x1p-24f);
}

TARGET static GLTF_I_INLINE vec quotient_u16n(vec v) {
    return quotient(v, NORM_HEAD_U16, NORM_TAIL_U16);
}

TARGET static GLTF_I_INLINE vec quotient_i16n(vec v) {
    return quotient(v, NORM_HEAD_I16 * 0x1p-16f, NORM_TAIL_I16 * 0x1p-16f);
}

TARGET static GLTF_I_INLINE vec float_of(vec v) {
    return _mm_castps_si128(_mm_cvtepi32_ps(v));
}

TARGET static GLTF_I_INLINE vec_x4 each(vec_x4 v, vec (*f)(vec)) {
    const vec_x4 r = {f(v.a), f(v.b), f(v.c), f(v.d)};
    return r;
}

/* ---- Blocks of sixteen ---- */

enum { STEP = 16 };

TARGET static GLTF_I_INLINE int block_u8_u32(const uint8_t *in, uint8_t *out) {
    store_x4(out, widen_8(load_16(in)));
    return 0;
}

TARGET static GLTF_I_INLINE int block_u16_u32(const uint8_t *in, uint8_t *out) {
    store_x4(out, widen_16(load_16(in), load_16(in + 16)));
    return 0;
}

TARGET static GLTF_I_INLINE int block_u8n_f32(const uint8_t *in, uint8_t *out) {
    store_x4(out, each(widen_8(load_16(in)), quotient_u8n));
    return 0;
}

TARGET static GLTF_I_INLINE int block_i8n_f32(const uint8_t *in, uint8_t *out) {
    store_x4(out, each(widen_top_8(clamp_i8(load_16(in))), quotient_i8n));
    return 0;
}

TARGET static GLTF_I_INLINE int block_u16n_f32(const uint8_t *in, uint8_t *out) {
    store_x4(out, each(widen_16(load_16(in), load_16(in + 16)), quotient_u16n));
    return 0;
}

TARGET static GLTF_I_INLINE int block_i16n_f32(const uint8_t *in, uint8_t *out) {
    store_x4(out, each(widen_top_16(clamp_i16(load_16(in)), clamp_i16(load_16(in + 16))), quotient_i16n));
    return 0;
}

TARGET static GLTF_I_INLINE vec_x4 load_x4(const uint8_t *p) {
    const vec_x4 r = {load_16(p), load_16(p + 16), load_16(p + 32), load_16(p + 48)};
    return r;
}

/* The low halves of eight lanes. */
TARGET static GLTF_I_INLINE vec low_16(vec a, vec b) {
    return _mm_packs_epi32(_mm_srai_epi32(_mm_slli_epi32(a, 16), 16), _mm_srai_epi32(_mm_slli_epi32(b, 16), 16));
}

/* What does not fit has bits in the upper half. */
TARGET static GLTF_I_INLINE int block_u32_u16(const uint8_t *in, uint8_t *out) {
    const vec_x4 v = load_x4(in);
    const vec all = _mm_srli_epi32(_mm_or_si128(_mm_or_si128(v.a, v.b), _mm_or_si128(v.c, v.d)), 16);
    store_16(out, low_16(v.a, v.b));
    store_16(out + 16, low_16(v.c, v.d));
    return _mm_movemask_epi8(_mm_cmpeq_epi32(all, _mm_setzero_si128())) != 0xffff;
}

TARGET static GLTF_I_INLINE vec choose(vec condition, vec yes, vec no) {
    return _mm_or_si128(_mm_and_si128(condition, yes), _mm_andnot_si128(condition, no));
}

/* As half_of of convert_value.h.  Below the normal ones, adding 0.5 leaves the wanted bits at the low end. */
TARGET static GLTF_I_INLINE vec halves(vec v) {
    const vec magnitude = _mm_and_si128(v, _mm_set1_epi32(0x7fffffff));
    const vec sign = _mm_and_si128(_mm_srli_epi32(v, 16), _mm_set1_epi32(0x8000));
    const vec odd = _mm_and_si128(_mm_srli_epi32(magnitude, 13), _mm_set1_epi32(1));
    const vec normal =
        _mm_srli_epi32(_mm_add_epi32(_mm_add_epi32(magnitude, _mm_set1_epi32(0xfff - 0x38000000)), odd), 13);
    const __m128 half = _mm_set1_ps(0.5f);
    const vec small =
        _mm_sub_epi32(_mm_castps_si128(_mm_add_ps(_mm_castsi128_ps(magnitude), half)), _mm_castps_si128(half));
    const vec payload = _mm_and_si128(_mm_srli_epi32(magnitude, 13), _mm_set1_epi32(0x3ff));
    const vec nan = _mm_and_si128(_mm_cmpgt_epi32(magnitude, _mm_set1_epi32(0x7f800000)),
                                  _mm_or_si128(payload, _mm_set1_epi32(0x200)));
    const vec large = _mm_or_si128(nan, _mm_set1_epi32(0x7c00));
    vec r = choose(_mm_cmplt_epi32(magnitude, _mm_set1_epi32(0x38800000)), small, normal);
    r = choose(_mm_cmplt_epi32(magnitude, _mm_set1_epi32(0x47800000)), r, large);
    return _mm_or_si128(r, sign);
}

TARGET static GLTF_I_INLINE int block_f32_f16(const uint8_t *in, uint8_t *out) {
    const vec_x4 h = each(load_x4(in), halves);
    store_16(out, low_16(h.a, h.b));
    store_16(out + 16, low_16(h.c, h.d));
    return 0;
}

/* f * max, rounded half away from zero: in double, where the product is exact.  As scaled of convert_value.h. */
TARGET static GLTF_I_INLINE vec encode_pair(__m128 v, double max) {
    const __m128d x = _mm_mul_pd(_mm_cvtps_pd(v), _mm_set1_pd(max));
    const __m128d sign = _mm_and_pd(x, _mm_set1_pd(-0.0));
    return _mm_cvttpd_epi32(_mm_add_pd(x, _mm_or_pd(sign, _mm_set1_pd(0.5))));
}

TARGET static GLTF_I_INLINE vec encode(vec v, float low, double max) {
    __m128 f = _mm_castsi128_ps(v);
    f = _mm_and_ps(f, _mm_cmpord_ps(f, f)); /* NaN gives 0 */
    f = _mm_min_ps(_mm_max_ps(f, _mm_set1_ps(low)), _mm_set1_ps(1.0f));
    return _mm_unpacklo_epi64(encode_pair(f, max), encode_pair(_mm_movehl_ps(f, f), max));
}

TARGET static GLTF_I_INLINE vec_x4 encode_all(const uint8_t *in, float low, double max) {
    const vec_x4 w = load_x4(in);
    const vec_x4 r = {encode(w.a, low, max), encode(w.b, low, max), encode(w.c, low, max), encode(w.d, low, max)};
    return r;
}

TARGET static GLTF_I_INLINE int block_f32_i8n(const uint8_t *in, uint8_t *out) {
    const vec_x4 w = encode_all(in, -1.0f, 127.0);
    store_16(out, _mm_packs_epi16(_mm_packs_epi32(w.a, w.b), _mm_packs_epi32(w.c, w.d)));
    return 0;
}

TARGET static GLTF_I_INLINE int block_f32_u8n(const uint8_t *in, uint8_t *out) {
    const vec_x4 w = encode_all(in, 0.0f, 255.0);
    store_16(out, _mm_packus_epi16(_mm_packs_epi32(w.a, w.b), _mm_packs_epi32(w.c, w.d)));
    return 0;
}

TARGET static GLTF_I_INLINE int block_f32_i16n(const uint8_t *in, uint8_t *out) {
    const vec_x4 w = encode_all(in, -1.0f, 32767.0);
    store_16(out, _mm_packs_epi32(w.a, w.b));
    store_16(out + 16, _mm_packs_epi32(w.c, w.d));
    return 0;
}

TARGET static GLTF_I_INLINE int block_f32_u16n(const uint8_t *in, uint8_t *out) {
    const vec_x4 w = encode_all(in, 0.0f, 65535.0);
    store_16(out, low_16(w.a, w.b));
    store_16(out + 16, low_16(w.c, w.d));
    return 0;
}

/* ---- Four numbers of two elements ---- */

TARGET static GLTF_I_INLINE void lanes(const uint8_t *in, size_t stride, uint8_t *out, size_t size,
                                       vec (*load)(const uint8_t *), vec (*value)(vec)) {
    const vec a = load(in), b = load(in + stride);
    store_16(out, value(a));
    store_16(out + size, value(b));
}

TARGET static GLTF_I_INLINE vec four_u8(const uint8_t *in) {
    const vec z = _mm_setzero_si128();
    return _mm_unpacklo_epi16(_mm_unpacklo_epi8(load_4(in), z), z);
}

TARGET static GLTF_I_INLINE vec four_i8n(const uint8_t *in) {
    const vec z = _mm_setzero_si128();
    return _mm_unpacklo_epi16(z, _mm_unpacklo_epi8(z, clamp_i8(load_4(in))));
}

TARGET static GLTF_I_INLINE vec four_u16(const uint8_t *in) {
    return _mm_unpacklo_epi16(load_8(in), _mm_setzero_si128());
}

TARGET static GLTF_I_INLINE vec four_i16n(const uint8_t *in) {
    return _mm_unpacklo_epi16(_mm_setzero_si128(), clamp_i16(load_8(in)));
}

#define LANES(name, load, value)                                                                                       \
    TARGET static GLTF_I_INLINE void lanes_##name(const uint8_t *in, size_t stride, uint8_t *out, size_t size) {       \
        lanes(in, stride, out, size, load, value);                                                                     \
    }

LANES(u8, four_u8, float_of)
LANES(u16, four_u16, float_of)
LANES(u8n, four_u8, quotient_u8n)
LANES(i8n, four_i8n, quotient_i8n)
LANES(u16n, four_u16, quotient_u16n)
LANES(i16n, four_i16n, quotient_i16n)

/* ---- Single numbers that are 4 bytes apart ---- */

TARGET static GLTF_I_INLINE void singles_u8(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_16(out, float_of(_mm_and_si128(load_16(in), _mm_set1_epi32(0xff))));
}

TARGET static GLTF_I_INLINE void singles_u16(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_16(out, float_of(_mm_and_si128(load_16(in), _mm_set1_epi32(0xffff))));
}

TARGET static GLTF_I_INLINE void singles_u8n(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_16(out, quotient_u8n(_mm_and_si128(load_16(in), _mm_set1_epi32(0xff))));
}

TARGET static GLTF_I_INLINE void singles_i8n(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_16(out, quotient_i8n(_mm_slli_epi32(clamp_i8(load_16(in)), 24)));
}

TARGET static GLTF_I_INLINE void singles_u16n(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_16(out, quotient_u16n(_mm_and_si128(load_16(in), _mm_set1_epi32(0xffff))));
}

TARGET static GLTF_I_INLINE void singles_i16n(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_16(out, quotient_i16n(_mm_slli_epi32(clamp_i16(load_16(in)), 16)));
}

/* ---- Elements of three words ---- */

/* a0 a1 a2 b0, b1 b2 c0 c1, c2 d0 d1 d2 */
TARGET static GLTF_I_INLINE void triples_words(const uint8_t *in, size_t stride, uint8_t *out) {
    const __m128 a = _mm_castsi128_ps(load_16(in)), b = _mm_castsi128_ps(load_16(in + stride));
    const __m128 c = _mm_castsi128_ps(load_16(in + 2 * stride)), d = _mm_castsi128_ps(load_16(in + 3 * stride));
    const __m128 ab = _mm_shuffle_ps(a, b, _MM_SHUFFLE(0, 0, 2, 2)), cd = _mm_shuffle_ps(c, d, _MM_SHUFFLE(0, 0, 2, 2));
    store_16(out, _mm_castps_si128(_mm_shuffle_ps(a, ab, _MM_SHUFFLE(2, 0, 1, 0))));
    store_16(out + 16, _mm_castps_si128(_mm_shuffle_ps(b, c, _MM_SHUFFLE(1, 0, 2, 1))));
    store_16(out + 32, _mm_castps_si128(_mm_shuffle_ps(cd, d, _MM_SHUFFLE(2, 1, 2, 0))));
}

TARGET static size_t words(const gltf_i_span *span) {
    return span->in_stride >= 4 ? vector_groups(span, span->in_stride, 12, 4, 0, triples_words) : 0;
}

#define WORDS words
#define TRIPLES 0
#define TRIPLES_OF(name) NULL
#define TABLE gltf_i_convert_sse2
#include "convert_table.h"

#endif

/* ---- SSSE3: three-component elements, one shuffle for each register of lanes ---- */

#if GLTF_I_SSSE3

#undef TARGET
#if defined(__GNUC__)
#define TARGET __attribute__((target("ssse3")))
#else
#define TARGET
#endif

/* Bytes of the numbers in each lane: of four elements that fill 4 bytes (one load), at the low or the top end of a lane ... */
#define LOW_8(a, b, c, d)                                                                                              \
    { a, -1, -1, -1, b, -1, -1, -1, c, -1, -1, -1, d, -1, -1, -1 }
#define TOP_8(a, b, c, d)                                                                                              \
    { -1, -1, -1, a, -1, -1, -1, b, -1, -1, -1, c, -1, -1, -1, d }
/* ... and that fill 8 (three loads, 8 bytes apart). */
#define LOW_16(a, b, c, d)                                                                                             \
    { a, a + 1, -1, -1, b, b + 1, -1, -1, c, c + 1, -1, -1, d, d + 1, -1, -1 }
#define TOP_16(a, b, c, d)                                                                                             \
    { -1, -1, a, a + 1, -1, -1, b, b + 1, -1, -1, c, c + 1, -1, -1, d, d + 1 }

typedef int8_t shuffle[16];
static const shuffle low_8[3] = {LOW_8(0, 1, 2, 4), LOW_8(5, 6, 8, 9), LOW_8(10, 12, 13, 14)};
static const shuffle top_8[3] = {TOP_8(0, 1, 2, 4), TOP_8(5, 6, 8, 9), TOP_8(10, 12, 13, 14)};
static const shuffle low_16s[3] = {LOW_16(0, 2, 4, 8), LOW_16(2, 4, 8, 10), LOW_16(4, 8, 10, 12)};
static const shuffle top_16[3] = {TOP_16(0, 2, 4, 8), TOP_16(2, 4, 8, 10), TOP_16(4, 8, 10, 12)};

TARGET static GLTF_I_INLINE void store_shuffled(uint8_t *out, vec a, vec b, vec c, const shuffle *from, vec (*f)(vec)) {
    store_16(out, f(_mm_shuffle_epi8(a, load_16((const uint8_t *)from[0]))));
    store_16(out + 16, f(_mm_shuffle_epi8(b, load_16((const uint8_t *)from[1]))));
    store_16(out + 32, f(_mm_shuffle_epi8(c, load_16((const uint8_t *)from[2]))));
}

TARGET static GLTF_I_INLINE void triples_u8(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    const vec v = load_16(in);
    store_shuffled(out, v, v, v, low_8, float_of);
}

TARGET static GLTF_I_INLINE void triples_u8n(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    const vec v = load_16(in);
    store_shuffled(out, v, v, v, low_8, quotient_u8n);
}

TARGET static GLTF_I_INLINE void triples_i8n(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    const vec v = clamp_i8(load_16(in));
    store_shuffled(out, v, v, v, top_8, quotient_i8n);
}

TARGET static GLTF_I_INLINE void triples_u16(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_shuffled(out, load_16(in), load_16(in + 8), load_16(in + 16), low_16s, float_of);
}

TARGET static GLTF_I_INLINE void triples_u16n(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_shuffled(out, load_16(in), load_16(in + 8), load_16(in + 16), low_16s, quotient_u16n);
}

TARGET static GLTF_I_INLINE void triples_i16n(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_shuffled(out, clamp_i16(load_16(in)), clamp_i16(load_16(in + 8)), clamp_i16(load_16(in + 16)), top_16,
                   quotient_i16n);
}

static const shuffle one_low_8 = LOW_8(0, 1, 2, 3), one_top_8 = TOP_8(0, 1, 2, 3);

TARGET static GLTF_I_INLINE vec shuffled_u8(const uint8_t *in) {
    return _mm_shuffle_epi8(load_4(in), load_16((const uint8_t *)one_low_8));
}

TARGET static GLTF_I_INLINE vec shuffled_i8n(const uint8_t *in) {
    return _mm_shuffle_epi8(clamp_i8(load_4(in)), load_16((const uint8_t *)one_top_8));
}

LANES(shuffled_u8, shuffled_u8, float_of)
LANES(shuffled_u8n, shuffled_u8, quotient_u8n)
LANES(shuffled_i8n, shuffled_i8n, quotient_i8n)
#define lanes_u8 lanes_shuffled_u8
#define lanes_u8n lanes_shuffled_u8n
#define lanes_i8n lanes_shuffled_i8n

#define DEFINE_APART(in, in_size, name)                                                                                \
    TARGET static void apart_##name(const gltf_i_span *span, size_t numbers) {                                         \
        vector_floats(span, numbers, in_size, lanes_##name, STEP / 4, singles_##name, 4, triples_##name);              \
    }
GLTF_I_FLOATS(DEFINE_APART)

#define APART(in, in_size, name) [GLTF_I_IN_##in] = apart_##name,
const gltf_i_convert_table gltf_i_convert_ssse3 = {.floats = {GLTF_I_FLOATS(APART)}};

#endif

typedef int nothing_here; /* a file must not be empty */
