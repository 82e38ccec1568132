/* core/convert_sse.c - floor 1: conversion loops for SSE2, and those that SSSE3 makes faster. */
#include "convert_vector.h"
#include "cpu.h"

#if GLTF_I_X86

#include <tmmintrin.h>

#if defined(__GNUC__)
#define TARGET __attribute__((target("sse2")))
#else
#define TARGET
#endif

/* ---- Registers.  `wide` is four lanes of 32 bits; floats travel as their bits. ---- */

typedef __m128i wide;
typedef __m128i narrow;
typedef struct wides {
    wide a, b, c, d;
} wides;
enum { WIDE_SIZE = 16, WIDE_STEP = 16, WIDE_ELEMENTS = 1, TRIPLES_ELEMENTS = 4, WIDE_AROUND = 1 };

#include "convert_x86.h"

/* `around` the caches wants an address that is a multiple of the register. */
TARGET static GLTF_I_INLINE void wide_store(uint8_t *p, wide v, int around) {
    if (around) {
        _mm_stream_si128((__m128i *)(void *)p, v);
    } else {
        _mm_storeu_si128((__m128i *)(void *)p, v);
    }
}

TARGET static GLTF_I_INLINE wide wide_zero(void) {
    return _mm_setzero_si128();
}

TARGET static GLTF_I_INLINE wide wide_or(wide a, wide b) {
    return _mm_or_si128(a, b);
}

TARGET static GLTF_I_INLINE wide wide_and(wide a, wide b) {
    return _mm_and_si128(a, b);
}

TARGET static GLTF_I_INLINE wide wide_mask(size_t numbers) {
    return load_16((const uint8_t *)(vector_masks + 4 - numbers));
}

TARGET static GLTF_I_INLINE wide wide_fill(const uint8_t *fill, size_t numbers) {
    uint8_t lanes[16];
    vector_fill(lanes, fill, numbers);
    return load_16(lanes);
}

/* Whether one of the first `numbers` lanes has its highest bit set. */
TARGET static GLTF_I_INLINE int wide_negative(wide v, size_t numbers) {
    return _mm_movemask_ps(_mm_castsi128_ps(v)) & ((1 << numbers) - 1);
}

TARGET static GLTF_I_INLINE void wide_put_one(uint8_t *out, wide v, size_t numbers) {
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
        wide_store(out, v, 0);
        break;
    }
}

TARGET static GLTF_I_INLINE void wide_put(uint8_t *out, size_t stride, wide v, size_t numbers, int overlap) {
    (void)stride;
    wide_put_one(out, v, overlap ? 4 : numbers);
}

/* ---- Stored numbers to lanes.  `top` functions leave a number in the upper bits of its lane, which saves to extend its
 * sign; the factors of VALUE make up for it. ---- */

TARGET static GLTF_I_INLINE wides spread_words(wide low, wide high, wide under) {
    const wides w = {_mm_unpacklo_epi16(under, low), _mm_unpackhi_epi16(under, low), _mm_unpacklo_epi16(under, high),
                     _mm_unpackhi_epi16(under, high)};
    return w;
}

TARGET static GLTF_I_INLINE wides spread_top_8(wide v) {
    const wide z = wide_zero();
    return spread_words(_mm_unpacklo_epi8(z, v), _mm_unpackhi_epi8(z, v), z);
}

TARGET static GLTF_I_INLINE wides spread_top_16(wide low, wide high) {
    return spread_words(low, high, wide_zero());
}

TARGET static GLTF_I_INLINE wides shift_signed(wides w, int bits) {
    const wides r = {_mm_srai_epi32(w.a, bits), _mm_srai_epi32(w.b, bits), _mm_srai_epi32(w.c, bits),
                     _mm_srai_epi32(w.d, bits)};
    return r;
}

/* -128 / 127 would be clamped at -1, which is -127 / 127: so -127 in its place. */
TARGET static GLTF_I_INLINE wide clamp_i8(wide v) {
    const wide sign = _mm_set1_epi8(-128);
    return _mm_xor_si128(_mm_max_epu8(_mm_xor_si128(v, sign), _mm_set1_epi8(1)), sign);
}

TARGET static GLTF_I_INLINE wide clamp_i16(wide v) {
    return _mm_max_epi16(v, _mm_set1_epi16(-32767));
}

TARGET static GLTF_I_INLINE wides spread_u8(const uint8_t *p) {
    const wide v = load_16(p), z = wide_zero();
    const wide low = _mm_unpacklo_epi8(v, z), high = _mm_unpackhi_epi8(v, z);
    const wides w = {_mm_unpacklo_epi16(low, z), _mm_unpackhi_epi16(low, z), _mm_unpacklo_epi16(high, z),
                     _mm_unpackhi_epi16(high, z)};
    return w;
}

TARGET static GLTF_I_INLINE wides spread_i8(const uint8_t *p) {
    return shift_signed(spread_top_8(load_16(p)), 24);
}

TARGET static GLTF_I_INLINE wides spread_i8n(const uint8_t *p) {
    return spread_top_8(clamp_i8(load_16(p)));
}

TARGET static GLTF_I_INLINE wides spread_u16(const uint8_t *p) {
    const wide low = load_16(p), high = load_16(p + 16), z = wide_zero();
    const wides w = {_mm_unpacklo_epi16(low, z), _mm_unpackhi_epi16(low, z), _mm_unpacklo_epi16(high, z),
                     _mm_unpackhi_epi16(high, z)};
    return w;
}

TARGET static GLTF_I_INLINE wides spread_i16(const uint8_t *p) {
    return shift_signed(spread_top_16(load_16(p), load_16(p + 16)), 16);
}

TARGET static GLTF_I_INLINE wides spread_i16n(const uint8_t *p) {
    return spread_top_16(clamp_i16(load_16(p)), clamp_i16(load_16(p + 16)));
}

TARGET static GLTF_I_INLINE wides spread_u32(const uint8_t *p) {
    const wides w = {load_16(p), load_16(p + 16), load_16(p + 32), load_16(p + 48)};
    return w;
}

/* One element: four numbers are read. */
TARGET static GLTF_I_INLINE wide gather_u8(const uint8_t *p, size_t stride) {
    const wide z = wide_zero();
    (void)stride;
    return _mm_unpacklo_epi16(_mm_unpacklo_epi8(load_4(p), z), z);
}

TARGET static GLTF_I_INLINE wide gather_top_8(wide v) {
    const wide z = wide_zero();
    return _mm_unpacklo_epi16(z, _mm_unpacklo_epi8(z, v));
}

TARGET static GLTF_I_INLINE wide gather_i8(const uint8_t *p, size_t stride) {
    (void)stride;
    return _mm_srai_epi32(gather_top_8(load_4(p)), 24);
}

TARGET static GLTF_I_INLINE wide gather_i8n(const uint8_t *p, size_t stride) {
    (void)stride;
    return gather_top_8(clamp_i8(load_4(p)));
}

TARGET static GLTF_I_INLINE wide gather_u16(const uint8_t *p, size_t stride) {
    (void)stride;
    return _mm_unpacklo_epi16(load_8(p), wide_zero());
}

TARGET static GLTF_I_INLINE wide gather_i16(const uint8_t *p, size_t stride) {
    (void)stride;
    return _mm_srai_epi32(_mm_unpacklo_epi16(wide_zero(), load_8(p)), 16);
}

TARGET static GLTF_I_INLINE wide gather_i16n(const uint8_t *p, size_t stride) {
    (void)stride;
    return _mm_unpacklo_epi16(wide_zero(), clamp_i16(load_8(p)));
}

TARGET static GLTF_I_INLINE wide gather_u32(const uint8_t *p, size_t stride) {
    (void)stride;
    return load_16(p);
}

/* Four elements of three words: a0 a1 a2 b0, b1 b2 c0 c1, c2 d0 d1 d2. */
TARGET static GLTF_I_INLINE void triples_copy(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    const __m128 a = _mm_castsi128_ps(load_16(in)), b = _mm_castsi128_ps(load_16(in + stride));
    const __m128 c = _mm_castsi128_ps(load_16(in + 2 * stride)), d = _mm_castsi128_ps(load_16(in + 3 * stride));
    const __m128 ab = _mm_shuffle_ps(a, b, _MM_SHUFFLE(0, 0, 2, 2)), cd = _mm_shuffle_ps(c, d, _MM_SHUFFLE(0, 0, 2, 2));
    wide_store(out, _mm_castps_si128(_mm_shuffle_ps(a, ab, _MM_SHUFFLE(2, 0, 1, 0))), around);
    wide_store(out + 16, _mm_castps_si128(_mm_shuffle_ps(b, c, _MM_SHUFFLE(1, 0, 2, 1))), around);
    wide_store(out + 32, _mm_castps_si128(_mm_shuffle_ps(cd, d, _MM_SHUFFLE(2, 1, 2, 0))), around);
}

/* The number at the low end of each lane, as spread_... give it. */
TARGET static GLTF_I_INLINE wide wide_load(const uint8_t *p) {
    return load_16(p);
}

TARGET static GLTF_I_INLINE wide cut_u8(wide v) {
    return _mm_and_si128(v, _mm_set1_epi32(0xff));
}

TARGET static GLTF_I_INLINE wide cut_u16(wide v) {
    return _mm_and_si128(v, _mm_set1_epi32(0xffff));
}

TARGET static GLTF_I_INLINE wide cut_i8(wide v) {
    return _mm_srai_epi32(_mm_slli_epi32(v, 24), 24);
}

TARGET static GLTF_I_INLINE wide cut_i16(wide v) {
    return _mm_srai_epi32(_mm_slli_epi32(v, 16), 16);
}

TARGET static GLTF_I_INLINE wide cut_i8n(wide v) {
    return _mm_slli_epi32(clamp_i8(v), 24);
}

TARGET static GLTF_I_INLINE wide cut_i16n(wide v) {
    return _mm_slli_epi32(clamp_i16(v), 16);
}

/* ---- Lanes to wanted lanes ---- */

TARGET static GLTF_I_INLINE wide value_same(wide v) {
    return v;
}

TARGET static GLTF_I_INLINE wide value_f32_int(wide v) {
    return _mm_castps_si128(_mm_cvtepi32_ps(v));
}

/* Both halves are exact, so the sum is rounded once. */
TARGET static GLTF_I_INLINE wide value_f32_u32(wide v) {
    const __m128 high = _mm_cvtepi32_ps(_mm_srli_epi32(v, 16));
    const __m128 low = _mm_cvtepi32_ps(_mm_and_si128(v, _mm_set1_epi32(0xffff)));
    return _mm_castps_si128(_mm_add_ps(_mm_mul_ps(high, _mm_set1_ps(65536.0f)), low));
}

TARGET static GLTF_I_INLINE wide quotient(wide v, float head, float tail) {
    const __m128 x = _mm_cvtepi32_ps(v);
    return _mm_castps_si128(_mm_add_ps(_mm_mul_ps(x, _mm_set1_ps(head)), _mm_mul_ps(x, _mm_set1_ps(tail))));
}

TARGET static GLTF_I_INLINE wide value_f32_u8n(wide v) {
    return quotient(v, NORM_HEAD_U8, NORM_TAIL_U8);
}

TARGET static GLTF_I_INLINE wide value_f32_i8n(wide v) {
    return quotient(v, NORM_HEAD_I8 * 0x1p-24f, NORM_TAIL_I8 * 0x1p-24f);
}

TARGET static GLTF_I_INLINE wide value_f32_u16n(wide v) {
    return quotient(v, NORM_HEAD_U16, NORM_TAIL_U16);
}

TARGET static GLTF_I_INLINE wide value_f32_i16n(wide v) {
    return quotient(v, NORM_HEAD_I16 * 0x1p-16f, NORM_TAIL_I16 * 0x1p-16f);
}

/* ---- Blocks of sixteen for the other outputs ---- */

enum { BLOCK_STEP = 16 };

TARGET static GLTF_I_INLINE void store_doubles(uint8_t *out, __m128d low, __m128d high) {
    wide_store(out, _mm_castpd_si128(low), 0);
    wide_store(out + 16, _mm_castpd_si128(high), 0);
}

TARGET static GLTF_I_INLINE wide upper_half(wide v) {
    return _mm_unpackhi_epi64(v, v);
}

TARGET static GLTF_I_INLINE void store_f64(uint8_t *out, wide v) {
    store_doubles(out, _mm_cvtepi32_pd(v), _mm_cvtepi32_pd(upper_half(v)));
}

TARGET static GLTF_I_INLINE int block_f64(uint8_t *out, wides w) {
    store_f64(out, w.a);
    store_f64(out + 32, w.b);
    store_f64(out + 64, w.c);
    store_f64(out + 96, w.d);
    return 0;
}

TARGET static GLTF_I_INLINE __m128d quotient_double(wide v, double head, double tail) {
    const __m128d x = _mm_cvtepi32_pd(v);
    return _mm_add_pd(_mm_mul_pd(x, _mm_set1_pd(head)), _mm_mul_pd(x, _mm_set1_pd(tail)));
}

TARGET static GLTF_I_INLINE void store_quotients(uint8_t *out, wide v, double head, double tail) {
    store_doubles(out, quotient_double(v, head, tail), quotient_double(upper_half(v), head, tail));
}

TARGET static GLTF_I_INLINE int block_quotients(uint8_t *out, wides w, double head, double tail) {
    store_quotients(out, w.a, head, tail);
    store_quotients(out + 32, w.b, head, tail);
    store_quotients(out + 64, w.c, head, tail);
    store_quotients(out + 96, w.d, head, tail);
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
    return block_quotients(out, spread_i8n(in), NORM_DOUBLE_HEAD_I8 * 0x1p-24, NORM_DOUBLE_TAIL_I8 * 0x1p-24);
}

TARGET static GLTF_I_INLINE int block_u16n_f64(const uint8_t *in, uint8_t *out) {
    return block_quotients(out, spread_u16(in), NORM_DOUBLE_HEAD_U16, NORM_DOUBLE_TAIL_U16);
}

TARGET static GLTF_I_INLINE int block_i16n_f64(const uint8_t *in, uint8_t *out) {
    return block_quotients(out, spread_i16n(in), NORM_DOUBLE_HEAD_I16 * 0x1p-16, NORM_DOUBLE_TAIL_I16 * 0x1p-16);
}

/* As a signed number that is 2^31 less. */
TARGET static GLTF_I_INLINE void store_f64_u32(uint8_t *out, wide v) {
    const wide less = _mm_xor_si128(v, _mm_set1_epi32(INT32_MIN));
    const __m128d back = _mm_set1_pd(0x1p31);
    store_doubles(out, _mm_add_pd(_mm_cvtepi32_pd(less), back), _mm_add_pd(_mm_cvtepi32_pd(upper_half(less)), back));
}

TARGET static GLTF_I_INLINE int block_u32_f64(const uint8_t *in, uint8_t *out) {
    const wides w = spread_u32(in);
    store_f64_u32(out, w.a);
    store_f64_u32(out + 32, w.b);
    store_f64_u32(out + 64, w.c);
    store_f64_u32(out + 96, w.d);
    return 0;
}

TARGET static GLTF_I_INLINE void store_f64_f32(uint8_t *out, wide v) {
    store_doubles(out, _mm_cvtps_pd(_mm_castsi128_ps(v)), _mm_cvtps_pd(_mm_castsi128_ps(upper_half(v))));
}

TARGET static GLTF_I_INLINE int block_f32_f64(const uint8_t *in, uint8_t *out) {
    const wides w = spread_u32(in);
    store_f64_f32(out, w.a);
    store_f64_f32(out + 32, w.b);
    store_f64_f32(out + 64, w.c);
    store_f64_f32(out + 96, w.d);
    return 0;
}

TARGET static GLTF_I_INLINE wide choose(wide condition, wide yes, wide no) {
    return _mm_or_si128(_mm_and_si128(condition, yes), _mm_andnot_si128(condition, no));
}

/* The low halves of eight lanes. */
TARGET static GLTF_I_INLINE wide narrow_16(wide a, wide b) {
    return _mm_packs_epi32(_mm_srai_epi32(_mm_slli_epi32(a, 16), 16), _mm_srai_epi32(_mm_slli_epi32(b, 16), 16));
}

/* As half_of of convert_value.h.  Below the normal ones, adding 0.5 leaves the wanted bits at the low end. */
TARGET static GLTF_I_INLINE wide halves(wide v) {
    const wide magnitude = _mm_and_si128(v, _mm_set1_epi32(0x7fffffff));
    const wide sign = _mm_and_si128(_mm_srli_epi32(v, 16), _mm_set1_epi32(0x8000));
    const wide odd = _mm_and_si128(_mm_srli_epi32(magnitude, 13), _mm_set1_epi32(1));
    const wide normal =
        _mm_srli_epi32(_mm_add_epi32(_mm_add_epi32(magnitude, _mm_set1_epi32(0xfff - 0x38000000)), odd), 13);
    const __m128 half = _mm_set1_ps(0.5f);
    const wide small =
        _mm_sub_epi32(_mm_castps_si128(_mm_add_ps(_mm_castsi128_ps(magnitude), half)), _mm_castps_si128(half));
    const wide payload = _mm_and_si128(_mm_srli_epi32(magnitude, 13), _mm_set1_epi32(0x3ff));
    const wide nan = _mm_and_si128(_mm_cmpgt_epi32(magnitude, _mm_set1_epi32(0x7f800000)),
                                   _mm_or_si128(payload, _mm_set1_epi32(0x200)));
    const wide large = _mm_or_si128(nan, _mm_set1_epi32(0x7c00));
    wide r = choose(_mm_cmplt_epi32(magnitude, _mm_set1_epi32(0x38800000)), small, normal);
    r = choose(_mm_cmplt_epi32(magnitude, _mm_set1_epi32(0x47800000)), r, large);
    return _mm_or_si128(r, sign);
}

TARGET static GLTF_I_INLINE int block_halves(uint8_t *out, wides w) {
    wide_store(out, narrow_16(halves(w.a), halves(w.b)), 0);
    wide_store(out + 16, narrow_16(halves(w.c), halves(w.d)), 0);
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
    return block_half_quotients(out, spread_i8n(in), NORM_HEAD_I8 * 0x1p-24f, NORM_TAIL_I8 * 0x1p-24f);
}

TARGET static GLTF_I_INLINE int block_u16n_f16(const uint8_t *in, uint8_t *out) {
    return block_half_quotients(out, spread_u16(in), NORM_HEAD_U16, NORM_TAIL_U16 * 0.75f);
}

TARGET static GLTF_I_INLINE int block_i16n_f16(const uint8_t *in, uint8_t *out) {
    return block_half_quotients(out, spread_i16n(in), NORM_HEAD_I16 * 0x1p-16f, NORM_TAIL_I16 * 0x1p-16f * 0.75f);
}

/* f * max, rounded half away from zero: in double, where the product is exact.  As scaled of convert_value.h. */
TARGET static GLTF_I_INLINE wide encode_pair(__m128 v, double max) {
    const __m128d x = _mm_mul_pd(_mm_cvtps_pd(v), _mm_set1_pd(max));
    const __m128d sign = _mm_and_pd(x, _mm_set1_pd(-0.0));
    return _mm_cvttpd_epi32(_mm_add_pd(x, _mm_or_pd(sign, _mm_set1_pd(0.5))));
}

TARGET static GLTF_I_INLINE wide encode(wide v, float low, double max) {
    __m128 f = _mm_castsi128_ps(v);
    f = _mm_and_ps(f, _mm_cmpord_ps(f, f)); /* NaN gives 0 */
    f = _mm_min_ps(_mm_max_ps(f, _mm_set1_ps(low)), _mm_set1_ps(1.0f));
    return _mm_unpacklo_epi64(encode_pair(f, max), encode_pair(_mm_movehl_ps(f, f), max));
}

TARGET static GLTF_I_INLINE wides encode_all(const uint8_t *in, float low, double max) {
    const wides w = spread_u32(in);
    const wides r = {encode(w.a, low, max), encode(w.b, low, max), encode(w.c, low, max), encode(w.d, low, max)};
    return r;
}

TARGET static GLTF_I_INLINE int block_f32_i8n(const uint8_t *in, uint8_t *out) {
    const wides w = encode_all(in, -1.0f, 127.0);
    wide_store(out, _mm_packs_epi16(_mm_packs_epi32(w.a, w.b), _mm_packs_epi32(w.c, w.d)), 0);
    return 0;
}

TARGET static GLTF_I_INLINE int block_f32_u8n(const uint8_t *in, uint8_t *out) {
    const wides w = encode_all(in, 0.0f, 255.0);
    wide_store(out, _mm_packus_epi16(_mm_packs_epi32(w.a, w.b), _mm_packs_epi32(w.c, w.d)), 0);
    return 0;
}

TARGET static GLTF_I_INLINE int block_f32_i16n(const uint8_t *in, uint8_t *out) {
    const wides w = encode_all(in, -1.0f, 32767.0);
    wide_store(out, _mm_packs_epi32(w.a, w.b), 0);
    wide_store(out + 16, _mm_packs_epi32(w.c, w.d), 0);
    return 0;
}

TARGET static GLTF_I_INLINE int block_f32_u16n(const uint8_t *in, uint8_t *out) {
    const wides w = encode_all(in, 0.0f, 65535.0);
    wide_store(out, narrow_16(w.a, w.b), 0);
    wide_store(out + 16, narrow_16(w.c, w.d), 0);
    return 0;
}

/* ---- Integers of other sizes; those that do not fit have bits where none may be ---- */

TARGET static GLTF_I_INLINE int some_bits(wide v, int mask) {
    return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_and_si128(v, _mm_set1_epi32(mask)), wide_zero())) != 0xffff;
}

TARGET static GLTF_I_INLINE int block_u8_u16(const uint8_t *in, uint8_t *out) {
    const wide v = load_16(in), z = wide_zero();
    wide_store(out, _mm_unpacklo_epi8(v, z), 0);
    wide_store(out + 16, _mm_unpackhi_epi8(v, z), 0);
    return 0;
}

TARGET static GLTF_I_INLINE int block_i8_i16(const uint8_t *in, uint8_t *out) {
    const wide v = load_16(in), z = wide_zero();
    wide_store(out, _mm_srai_epi16(_mm_unpacklo_epi8(z, v), 8), 0);
    wide_store(out + 16, _mm_srai_epi16(_mm_unpackhi_epi8(z, v), 8), 0);
    return 0;
}

TARGET static GLTF_I_INLINE int block_i8_u16(const uint8_t *in, uint8_t *out) {
    block_i8_i16(in, out);
    return _mm_movemask_epi8(load_16(in));
}

TARGET static GLTF_I_INLINE int block_u8_i8(const uint8_t *in, uint8_t *out) {
    const wide v = load_16(in);
    wide_store(out, v, 0);
    return _mm_movemask_epi8(v);
}

TARGET static GLTF_I_INLINE int block_i8_u8(const uint8_t *in, uint8_t *out) {
    return block_u8_i8(in, out);
}

TARGET static GLTF_I_INLINE int block_u16_i16(const uint8_t *in, uint8_t *out) {
    const wide a = load_16(in), b = load_16(in + 16);
    wide_store(out, a, 0);
    wide_store(out + 16, b, 0);
    return some_bits(_mm_or_si128(a, b), (int)0x80008000);
}

TARGET static GLTF_I_INLINE int block_i16_u16(const uint8_t *in, uint8_t *out) {
    return block_u16_i16(in, out);
}

/* Words whose bits in `mask` are 0 fit; `add` brings those of i16 to i8 there. */
TARGET static GLTF_I_INLINE int block_16_8(const uint8_t *in, uint8_t *out, int add, int mask) {
    const wide a = load_16(in), b = load_16(in + 16), low = _mm_set1_epi16(0xff), more = _mm_set1_epi16((short)add);
    wide_store(out, _mm_packus_epi16(_mm_and_si128(a, low), _mm_and_si128(b, low)), 0);
    return some_bits(_mm_or_si128(_mm_add_epi16(a, more), _mm_add_epi16(b, more)), mask);
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
    return some_bits(_mm_or_si128(_mm_or_si128(w.a, w.b), _mm_or_si128(w.c, w.d)), mask);
}

TARGET static GLTF_I_INLINE int block_32_16(const uint8_t *in, uint8_t *out, int mask) {
    const wides w = spread_u32(in);
    wide_store(out, narrow_16(w.a, w.b), 0);
    wide_store(out + 16, narrow_16(w.c, w.d), 0);
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
    const wide low = _mm_set1_epi32(0xff);
    const wide ab = _mm_packs_epi32(_mm_and_si128(w.a, low), _mm_and_si128(w.b, low));
    const wide cd = _mm_packs_epi32(_mm_and_si128(w.c, low), _mm_and_si128(w.d, low));
    wide_store(out, _mm_packus_epi16(ab, cd), 0);
    return fits_wides(w, mask);
}

TARGET static GLTF_I_INLINE int block_u32_u8(const uint8_t *in, uint8_t *out) {
    return block_32_8(in, out, (int)0xffffff00);
}

TARGET static GLTF_I_INLINE int block_u32_i8(const uint8_t *in, uint8_t *out) {
    return block_32_8(in, out, (int)0xffffff80);
}

/* ---- The table of SSE2 ---- */

#define WIDE_TRIPLES 0
#define WIDE_CLOSE 0
#define WIDE_ENCODED 0
#include "convert_blocks_all.h"
#include "convert_words_all.h"

#define TABLE gltf_i_convert_sse2
#include "convert_vector_table.h"

/* ---- SSSE3: three-component elements, one shuffle for each register of lanes ---- */

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

typedef int8_t places[16];
static const places one_low_8 = LOW_8(0, 1, 2, 3), one_top_8 = TOP_8(0, 1, 2, 3);
static const places three_low_8[3] = {LOW_8(0, 1, 2, 4), LOW_8(5, 6, 8, 9), LOW_8(10, 12, 13, 14)};
static const places three_top_8[3] = {TOP_8(0, 1, 2, 4), TOP_8(5, 6, 8, 9), TOP_8(10, 12, 13, 14)};
static const places three_low_16[3] = {LOW_16(0, 2, 4, 8), LOW_16(2, 4, 8, 10), LOW_16(4, 8, 10, 12)};
static const places three_top_16[3] = {TOP_16(0, 2, 4, 8), TOP_16(2, 4, 8, 10), TOP_16(4, 8, 10, 12)};

TARGET static GLTF_I_INLINE wide place(wide v, const int8_t *from) {
    return _mm_shuffle_epi8(v, load_16((const uint8_t *)from));
}

TARGET static GLTF_I_INLINE wide gather_u8_ssse3(const uint8_t *p, size_t stride) {
    (void)stride;
    return place(load_4(p), one_low_8);
}

TARGET static GLTF_I_INLINE wide gather_i8_ssse3(const uint8_t *p, size_t stride) {
    (void)stride;
    return _mm_srai_epi32(place(load_4(p), one_top_8), 24);
}

TARGET static GLTF_I_INLINE wide gather_i8n_ssse3(const uint8_t *p, size_t stride) {
    (void)stride;
    return place(clamp_i8(load_4(p)), one_top_8);
}

TARGET static GLTF_I_INLINE void store_three(uint8_t *out, wide a, wide b, wide c, int around) {
    wide_store(out, a, around);
    wide_store(out + 16, b, around);
    wide_store(out + 32, c, around);
}

TARGET static GLTF_I_INLINE void triples_u8(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    const wide v = load_16(in);
    store_three(out, value_f32_int(place(v, three_low_8[0])), value_f32_int(place(v, three_low_8[1])),
                value_f32_int(place(v, three_low_8[2])), around);
}

TARGET static GLTF_I_INLINE void triples_u8n(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    const wide v = load_16(in);
    store_three(out, value_f32_u8n(place(v, three_low_8[0])), value_f32_u8n(place(v, three_low_8[1])),
                value_f32_u8n(place(v, three_low_8[2])), around);
}

TARGET static GLTF_I_INLINE void triples_i8(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    const wide v = load_16(in);
    store_three(out, value_f32_int(_mm_srai_epi32(place(v, three_top_8[0]), 24)),
                value_f32_int(_mm_srai_epi32(place(v, three_top_8[1]), 24)),
                value_f32_int(_mm_srai_epi32(place(v, three_top_8[2]), 24)), around);
}

TARGET static GLTF_I_INLINE void triples_i8n(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    const wide v = clamp_i8(load_16(in));
    store_three(out, value_f32_i8n(place(v, three_top_8[0])), value_f32_i8n(place(v, three_top_8[1])),
                value_f32_i8n(place(v, three_top_8[2])), around);
}

TARGET static GLTF_I_INLINE void triples_u16(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    store_three(out, value_f32_int(place(load_16(in), three_low_16[0])),
                value_f32_int(place(load_16(in + 8), three_low_16[1])),
                value_f32_int(place(load_16(in + 16), three_low_16[2])), around);
}

TARGET static GLTF_I_INLINE void triples_u16n(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    store_three(out, value_f32_u16n(place(load_16(in), three_low_16[0])),
                value_f32_u16n(place(load_16(in + 8), three_low_16[1])),
                value_f32_u16n(place(load_16(in + 16), three_low_16[2])), around);
}

TARGET static GLTF_I_INLINE void triples_i16(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    store_three(out, value_f32_int(_mm_srai_epi32(place(load_16(in), three_top_16[0]), 16)),
                value_f32_int(_mm_srai_epi32(place(load_16(in + 8), three_top_16[1]), 16)),
                value_f32_int(_mm_srai_epi32(place(load_16(in + 16), three_top_16[2]), 16)), around);
}

TARGET static GLTF_I_INLINE void triples_i16n(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    store_three(out, value_f32_i16n(place(clamp_i16(load_16(in)), three_top_16[0])),
                value_f32_i16n(place(clamp_i16(load_16(in + 8)), three_top_16[1])),
                value_f32_i16n(place(clamp_i16(load_16(in + 16)), three_top_16[2])), around);
}

#define IN u8
#define IN_SIZE 1
#define OUT f32_ssse3
#define GATHER gather_u8_ssse3
#define CUT cut_u8
#define VALUE value_f32_int
#define CHECK 0
#define LOOPS 1
#define TRIPLES triples_u8
#define TRIPLES_STRIDE 4
#include "convert_words.h"

#define IN i8
#define IN_SIZE 1
#define OUT f32_ssse3
#define GATHER gather_i8_ssse3
#define CUT cut_i8
#define VALUE value_f32_int
#define CHECK 0
#define LOOPS 1
#define TRIPLES triples_i8
#define TRIPLES_STRIDE 4
#include "convert_words.h"

#define IN u8n
#define IN_SIZE 1
#define OUT f32_ssse3
#define GATHER gather_u8_ssse3
#define CUT cut_u8
#define VALUE value_f32_u8n
#define CHECK 0
#define LOOPS 1
#define TRIPLES triples_u8n
#define TRIPLES_STRIDE 4
#include "convert_words.h"

#define IN i8n
#define IN_SIZE 1
#define OUT f32_ssse3
#define GATHER gather_i8n_ssse3
#define CUT cut_i8n
#define VALUE value_f32_i8n
#define CHECK 0
#define LOOPS 1
#define TRIPLES triples_i8n
#define TRIPLES_STRIDE 4
#include "convert_words.h"

#define IN u16
#define IN_SIZE 2
#define OUT f32_ssse3
#define GATHER gather_u16
#define CUT cut_u16
#define VALUE value_f32_int
#define CHECK 0
#define LOOPS 1
#define TRIPLES triples_u16
#define TRIPLES_STRIDE 8
#include "convert_words.h"

#define IN i16
#define IN_SIZE 2
#define OUT f32_ssse3
#define GATHER gather_i16
#define CUT cut_i16
#define VALUE value_f32_int
#define CHECK 0
#define LOOPS 1
#define TRIPLES triples_i16
#define TRIPLES_STRIDE 8
#include "convert_words.h"

#define IN u16n
#define IN_SIZE 2
#define OUT f32_ssse3
#define GATHER gather_u16
#define CUT cut_u16
#define VALUE value_f32_u16n
#define CHECK 0
#define LOOPS 1
#define TRIPLES triples_u16n
#define TRIPLES_STRIDE 8
#include "convert_words.h"

#define IN i16n
#define IN_SIZE 2
#define OUT f32_ssse3
#define GATHER gather_i16n
#define CUT cut_i16n
#define VALUE value_f32_i16n
#define CHECK 0
#define LOOPS 1
#define TRIPLES triples_i16n
#define TRIPLES_STRIDE 8
#include "convert_words.h"

/* ---- and elements that are a little apart ---- */

TARGET static GLTF_I_INLINE void close_16(const uint8_t *in, uint8_t *out, const uint8_t from[16]) {
    wide_store(out, place(load_16(in), (const int8_t *)from), 0);
}

#define CLOSE_32 0
#include "convert_close.h"

#define FOUR_SSSE3(in)                                                                                                 \
    [GLTF_I_OUT_F32] = {elements_##in##_f32_ssse3_1, elements_##in##_f32_ssse3_2, elements_##in##_f32_ssse3_3,         \
                        elements_##in##_f32_ssse3_4}

const gltf_i_convert_table gltf_i_convert_ssse3 = {
    .triples_around = 1,
    .elements =
        {
            [GLTF_I_IN_I8] = {FOUR_SSSE3(i8)},
            [GLTF_I_IN_U8] = {FOUR_SSSE3(u8), [GLTF_I_OUT_U8] = {close_8_1, close_8_2, close_8_3, close_8_4}},
            [GLTF_I_IN_I16] = {FOUR_SSSE3(i16)},
            [GLTF_I_IN_U16] = {FOUR_SSSE3(u16), [GLTF_I_OUT_U16] = {close_16_1, close_16_2, close_16_3}},
            [GLTF_I_IN_I8N] = {FOUR_SSSE3(i8n)},
            [GLTF_I_IN_U8N] = {FOUR_SSSE3(u8n)},
            [GLTF_I_IN_I16N] = {FOUR_SSSE3(i16n)},
            [GLTF_I_IN_U16N] = {FOUR_SSSE3(u16n)},
        },
};

#else

typedef int nothing_here; /* a file must not be empty */

#endif
