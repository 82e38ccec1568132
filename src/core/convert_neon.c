/* core/convert_neon.c - layer 1: conversion loops for NEON of 64-bit ARM. */
#include "convert_vector.h"
#include "cpu.h"

#if GLTF_I_NEON

#include <arm_neon.h>

#define TARGET

/* Four lanes of 32 bits; floats travel as their bits. */
typedef uint32x4_t vec;
typedef struct vec_x4 {
    vec a, b, c, d;
} vec_x4;

static GLTF_I_INLINE uint8x16_t load_16(const uint8_t *p) {
    return vld1q_u8(p);
}

static GLTF_I_INLINE uint8x8_t load_8(const uint8_t *p) {
    return vld1_u8(p);
}

static GLTF_I_INLINE uint8x8_t load_4(const uint8_t *p) {
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return vreinterpret_u8_u32(vdup_n_u32(v));
}

static GLTF_I_INLINE int16x8_t load_words(const uint8_t *p) {
    return vreinterpretq_s16_u8(load_16(p));
}

static GLTF_I_INLINE void store_16(uint8_t *p, uint8x16_t v) {
    vst1q_u8(p, v);
}

static GLTF_I_INLINE void store_vec(uint8_t *p, vec v) {
    store_16(p, vreinterpretq_u8_u32(v));
}

static GLTF_I_INLINE void store_x4(uint8_t *p, vec_x4 v) {
    store_vec(p, v.a);
    store_vec(p + 16, v.b);
    store_vec(p + 32, v.c);
    store_vec(p + 48, v.d);
}

/* ---- Stored numbers to lanes ---- */

static GLTF_I_INLINE vec signed_lanes(int32x4_t v) {
    return vreinterpretq_u32_s32(v);
}

static GLTF_I_INLINE vec_x4 widen_unsigned(uint16x8_t low, uint16x8_t high) {
    const vec_x4 w = {vmovl_u16(vget_low_u16(low)), vmovl_high_u16(low), vmovl_u16(vget_low_u16(high)),
                      vmovl_high_u16(high)};
    return w;
}

static GLTF_I_INLINE vec_x4 widen_signed(int16x8_t low, int16x8_t high) {
    const vec_x4 w = {signed_lanes(vmovl_s16(vget_low_s16(low))), signed_lanes(vmovl_high_s16(low)),
                      signed_lanes(vmovl_s16(vget_low_s16(high))), signed_lanes(vmovl_high_s16(high))};
    return w;
}

/* -128 / 127 would be clamped at -1, which is -127 / 127: so -127 in its place. */
static GLTF_I_INLINE int8x16_t clamp_i8(uint8x16_t v) {
    return vmaxq_s8(vreinterpretq_s8_u8(v), vdupq_n_s8(-127));
}

static GLTF_I_INLINE int16x8_t clamp_i16(int16x8_t v) {
    return vmaxq_s16(v, vdupq_n_s16(-32767));
}

static GLTF_I_INLINE vec_x4 widen_u8(const uint8_t *p) {
    const uint8x16_t v = load_16(p);
    return widen_unsigned(vmovl_u8(vget_low_u8(v)), vmovl_high_u8(v));
}

static GLTF_I_INLINE vec_x4 widen_i8n(const uint8_t *p) {
    const int8x16_t v = clamp_i8(load_16(p));
    return widen_signed(vmovl_s8(vget_low_s8(v)), vmovl_high_s8(v));
}

static GLTF_I_INLINE vec_x4 widen_u16(const uint8_t *p) {
    return widen_unsigned(vreinterpretq_u16_u8(load_16(p)), vreinterpretq_u16_u8(load_16(p + 16)));
}

static GLTF_I_INLINE vec_x4 widen_i16n(const uint8_t *p) {
    return widen_signed(clamp_i16(load_words(p)), clamp_i16(load_words(p + 16)));
}

static GLTF_I_INLINE vec load_vec(const uint8_t *p) {
    return vreinterpretq_u32_u8(load_16(p));
}

static GLTF_I_INLINE vec_x4 load_x4(const uint8_t *p) {
    const vec_x4 r = {load_vec(p), load_vec(p + 16), load_vec(p + 32), load_vec(p + 48)};
    return r;
}

static GLTF_I_INLINE float32x4_t floats_of(vec v) {
    return vcvtq_f32_s32(vreinterpretq_s32_u32(v));
}

static GLTF_I_INLINE vec float_of(vec v) {
    return vreinterpretq_u32_f32(floats_of(v));
}

static GLTF_I_INLINE vec quotient(vec v, float head, float tail) {
    const float32x4_t x = floats_of(v);
    return vreinterpretq_u32_f32(vfmaq_f32(vmulq_f32(x, vdupq_n_f32(head)), x, vdupq_n_f32(tail)));
}

static GLTF_I_INLINE vec quotient_u8n(vec v) {
    return quotient(v, NORM_HEAD_U8, NORM_TAIL_U8);
}

static GLTF_I_INLINE vec quotient_i8n(vec v) {
    return quotient(v, NORM_HEAD_I8, NORM_TAIL_I8);
}

static GLTF_I_INLINE vec quotient_u16n(vec v) {
    return quotient(v, NORM_HEAD_U16, NORM_TAIL_U16);
}

static GLTF_I_INLINE vec quotient_i16n(vec v) {
    return quotient(v, NORM_HEAD_I16, NORM_TAIL_I16);
}

/* Of numbers at the top end of lanes. */
static GLTF_I_INLINE vec quotient_top_i8n(vec v) {
    return quotient(v, NORM_HEAD_I8 * 0x1p-24f, NORM_TAIL_I8 * 0x1p-24f);
}

static GLTF_I_INLINE vec quotient_top_i16n(vec v) {
    return quotient(v, NORM_HEAD_I16 * 0x1p-16f, NORM_TAIL_I16 * 0x1p-16f);
}

static GLTF_I_INLINE vec_x4 each(vec_x4 v, vec (*f)(vec)) {
    const vec_x4 r = {f(v.a), f(v.b), f(v.c), f(v.d)};
    return r;
}

/* ---- Blocks of sixteen ---- */

enum { STEP = 16 };

static GLTF_I_INLINE int block_u8_u32(const uint8_t *in, uint8_t *out) {
    store_x4(out, widen_u8(in));
    return 0;
}

static GLTF_I_INLINE int block_u16_u32(const uint8_t *in, uint8_t *out) {
    store_x4(out, widen_u16(in));
    return 0;
}

static GLTF_I_INLINE int block_u8n_f32(const uint8_t *in, uint8_t *out) {
    store_x4(out, each(widen_u8(in), quotient_u8n));
    return 0;
}

static GLTF_I_INLINE int block_i8n_f32(const uint8_t *in, uint8_t *out) {
    store_x4(out, each(widen_i8n(in), quotient_i8n));
    return 0;
}

static GLTF_I_INLINE int block_u16n_f32(const uint8_t *in, uint8_t *out) {
    store_x4(out, each(widen_u16(in), quotient_u16n));
    return 0;
}

static GLTF_I_INLINE int block_i16n_f32(const uint8_t *in, uint8_t *out) {
    store_x4(out, each(widen_i16n(in), quotient_i16n));
    return 0;
}

/* Nearest even; NaN as in half_of of convert_value.h. */
static GLTF_I_INLINE void store_halves(uint8_t *out, vec a, vec b) {
    const float16x4_t low = vcvt_f16_f32(vreinterpretq_f32_u32(a)), high = vcvt_f16_f32(vreinterpretq_f32_u32(b));
    store_16(out, vcombine_u8(vreinterpret_u8_f16(low), vreinterpret_u8_f16(high)));
}

static GLTF_I_INLINE int block_f32_f16(const uint8_t *in, uint8_t *out) {
    const vec_x4 v = load_x4(in);
    store_halves(out, v.a, v.b);
    store_halves(out + 16, v.c, v.d);
    return 0;
}

/* f * max for f from -1 to 1, rounded half away from zero, and 0 for what is not a number.  The instruction that rounds so
 * rounds a product that was rounded before; this one does both at once.  The last bit of a float from 2^23 on is worth 1, so
 * that the sum with 1.5 * 2^23 has the wanted number in its low bits.  It is rounded half to even, but max is odd: there is a
 * tie only where f is 0.5 or -0.5, and for all four types the even number is that away from zero. */
static GLTF_I_INLINE vec encode(vec v, float low, float max) {
    const float32x4_t large = vdupq_n_f32(0x1.8p23f), given = vreinterpretq_f32_u32(v);
    /* the number of the two; then 0 for what was none */
    const float32x4_t f = vminq_f32(vmaxnmq_f32(given, vdupq_n_f32(low)), vdupq_n_f32(1.0f));
    const float32x4_t number = vreinterpretq_f32_u32(vandq_u32(vreinterpretq_u32_f32(f), vceqq_f32(given, given)));
    return vsubq_u32(vreinterpretq_u32_f32(vfmaq_f32(large, number, vdupq_n_f32(max))), vreinterpretq_u32_f32(large));
}

static GLTF_I_INLINE vec_x4 encode_all(const uint8_t *in, float low, float max) {
    const vec_x4 w = load_x4(in);
    const vec_x4 r = {encode(w.a, low, max), encode(w.b, low, max), encode(w.c, low, max), encode(w.d, low, max)};
    return r;
}

/* The low halves, or the low bytes, of all lanes. */
static GLTF_I_INLINE uint16x8_t low_16(vec a, vec b) {
    return vmovn_high_u32(vmovn_u32(a), b);
}

static GLTF_I_INLINE void store_words(uint8_t *out, vec_x4 w) {
    store_16(out, vreinterpretq_u8_u16(low_16(w.a, w.b)));
    store_16(out + 16, vreinterpretq_u8_u16(low_16(w.c, w.d)));
}

static GLTF_I_INLINE void store_bytes(uint8_t *out, vec_x4 w) {
    store_16(out, vmovn_high_u16(vmovn_u16(low_16(w.a, w.b)), low_16(w.c, w.d)));
}

static GLTF_I_INLINE int block_f32_i8n(const uint8_t *in, uint8_t *out) {
    store_bytes(out, encode_all(in, -1.0f, 127.0f));
    return 0;
}

static GLTF_I_INLINE int block_f32_u8n(const uint8_t *in, uint8_t *out) {
    store_bytes(out, encode_all(in, 0.0f, 255.0f));
    return 0;
}

static GLTF_I_INLINE int block_f32_i16n(const uint8_t *in, uint8_t *out) {
    store_words(out, encode_all(in, -1.0f, 32767.0f));
    return 0;
}

static GLTF_I_INLINE int block_f32_u16n(const uint8_t *in, uint8_t *out) {
    store_words(out, encode_all(in, 0.0f, 65535.0f));
    return 0;
}

/* What does not fit has bits in the upper half. */
static GLTF_I_INLINE int block_u32_u16(const uint8_t *in, uint8_t *out) {
    const vec_x4 v = load_x4(in);
    store_words(out, v);
    return vmaxvq_u32(vorrq_u32(vorrq_u32(v.a, v.b), vorrq_u32(v.c, v.d))) > UINT16_MAX;
}

/* ---- Four numbers of two elements ---- */

static GLTF_I_INLINE void lanes(const uint8_t *in, size_t stride, uint8_t *out, size_t size,
                                vec (*load)(const uint8_t *), vec (*value)(vec)) {
    const vec a = load(in), b = load(in + stride);
    store_vec(out, value(a));
    store_vec(out + size, value(b));
}

static GLTF_I_INLINE vec four_u8(const uint8_t *p) {
    return vmovl_u16(vget_low_u16(vmovl_u8(load_4(p))));
}

static GLTF_I_INLINE vec four_i8n(const uint8_t *p) {
    const int8x8_t v = vmax_s8(vreinterpret_s8_u8(load_4(p)), vdup_n_s8(-127));
    return signed_lanes(vmovl_s16(vget_low_s16(vmovl_s8(v))));
}

static GLTF_I_INLINE vec four_u16(const uint8_t *p) {
    return vmovl_u16(vreinterpret_u16_u8(load_8(p)));
}

static GLTF_I_INLINE vec four_i16n(const uint8_t *p) {
    return signed_lanes(vmovl_s16(vmax_s16(vreinterpret_s16_u8(load_8(p)), vdup_n_s16(-32767))));
}

#define LANES(name, load, value)                                                                                       \
    static GLTF_I_INLINE void lanes_##name(const uint8_t *in, size_t stride, uint8_t *out, size_t size) {              \
        lanes(in, stride, out, size, load, value);                                                                     \
    }

LANES(u8, four_u8, float_of)
LANES(u16, four_u16, float_of)
LANES(u8n, four_u8, quotient_u8n)
LANES(i8n, four_i8n, quotient_i8n)
LANES(u16n, four_u16, quotient_u16n)
LANES(i16n, four_i16n, quotient_i16n)

/* ---- Single numbers that are 4 bytes apart ---- */

static GLTF_I_INLINE vec low_u8(const uint8_t *p) {
    return vandq_u32(load_vec(p), vdupq_n_u32(0xff));
}

static GLTF_I_INLINE vec low_u16(const uint8_t *p) {
    return vandq_u32(load_vec(p), vdupq_n_u32(0xffff));
}

static GLTF_I_INLINE void singles_u8(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_vec(out, float_of(low_u8(in)));
}

static GLTF_I_INLINE void singles_u16(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_vec(out, float_of(low_u16(in)));
}

static GLTF_I_INLINE void singles_u8n(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_vec(out, quotient_u8n(low_u8(in)));
}

static GLTF_I_INLINE void singles_i8n(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_vec(out, quotient_top_i8n(vshlq_n_u32(vreinterpretq_u32_s8(clamp_i8(load_16(in))), 24)));
}

static GLTF_I_INLINE void singles_u16n(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_vec(out, quotient_u16n(low_u16(in)));
}

static GLTF_I_INLINE void singles_i16n(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_vec(out, quotient_top_i16n(vshlq_n_u32(vreinterpretq_u32_s16(clamp_i16(load_words(in))), 16)));
}

/* ---- Three-component elements: one shuffle for each register of lanes.  Signed numbers go to the top of their lane,
 * which saves to extend the sign; the factors make up for it. ---- */

/* Bytes of the numbers in each lane: of elements that fill 4 bytes (one load), at the low or the top end of a lane ... */
#define LOW_8(a, b, c, d)                                                                                              \
    { a, 255, 255, 255, b, 255, 255, 255, c, 255, 255, 255, d, 255, 255, 255 }
#define TOP_8(a, b, c, d)                                                                                              \
    { 255, 255, 255, a, 255, 255, 255, b, 255, 255, 255, c, 255, 255, 255, d }
/* ... and that fill 8 (three loads, 8 bytes apart). */
#define LOW_16(a, b, c, d)                                                                                             \
    { a, a + 1, 255, 255, b, b + 1, 255, 255, c, c + 1, 255, 255, d, d + 1, 255, 255 }
#define TOP_16(a, b, c, d)                                                                                             \
    { 255, 255, a, a + 1, 255, 255, b, b + 1, 255, 255, c, c + 1, 255, 255, d, d + 1 }

typedef uint8_t shuffle[16];
static const shuffle low_8[3] = {LOW_8(0, 1, 2, 4), LOW_8(5, 6, 8, 9), LOW_8(10, 12, 13, 14)};
static const shuffle top_8[3] = {TOP_8(0, 1, 2, 4), TOP_8(5, 6, 8, 9), TOP_8(10, 12, 13, 14)};
static const shuffle low_16s[3] = {LOW_16(0, 2, 4, 8), LOW_16(2, 4, 8, 10), LOW_16(4, 8, 10, 12)};
static const shuffle top_16[3] = {TOP_16(0, 2, 4, 8), TOP_16(2, 4, 8, 10), TOP_16(4, 8, 10, 12)};

static GLTF_I_INLINE void store_shuffled(uint8_t *out, uint8x16_t a, uint8x16_t b, uint8x16_t c, const shuffle *from,
                                         vec (*f)(vec)) {
    store_vec(out, f(vreinterpretq_u32_u8(vqtbl1q_u8(a, load_16(from[0])))));
    store_vec(out + 16, f(vreinterpretq_u32_u8(vqtbl1q_u8(b, load_16(from[1])))));
    store_vec(out + 32, f(vreinterpretq_u32_u8(vqtbl1q_u8(c, load_16(from[2])))));
}

static GLTF_I_INLINE void triples_u8(const uint8_t *in, size_t stride, uint8_t *out) {
    const uint8x16_t v = load_16(in);
    (void)stride;
    store_shuffled(out, v, v, v, low_8, float_of);
}

static GLTF_I_INLINE void triples_u8n(const uint8_t *in, size_t stride, uint8_t *out) {
    const uint8x16_t v = load_16(in);
    (void)stride;
    store_shuffled(out, v, v, v, low_8, quotient_u8n);
}

static GLTF_I_INLINE void triples_i8n(const uint8_t *in, size_t stride, uint8_t *out) {
    const uint8x16_t v = vreinterpretq_u8_s8(clamp_i8(load_16(in)));
    (void)stride;
    store_shuffled(out, v, v, v, top_8, quotient_top_i8n);
}

static GLTF_I_INLINE void triples_u16(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_shuffled(out, load_16(in), load_16(in + 8), load_16(in + 16), low_16s, float_of);
}

static GLTF_I_INLINE void triples_u16n(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_shuffled(out, load_16(in), load_16(in + 8), load_16(in + 16), low_16s, quotient_u16n);
}

static GLTF_I_INLINE uint8x16_t clamped_words(const uint8_t *p) {
    return vreinterpretq_u8_s16(clamp_i16(load_words(p)));
}

static GLTF_I_INLINE void triples_i16n(const uint8_t *in, size_t stride, uint8_t *out) {
    (void)stride;
    store_shuffled(out, clamped_words(in), clamped_words(in + 8), clamped_words(in + 16), top_16, quotient_top_i16n);
}

/* Four elements of three words: a0 a1 a2 b0, b1 b2 c0 c1, c2 d0 d1 d2. */
static GLTF_I_INLINE void triples_words(const uint8_t *in, size_t stride, uint8_t *out) {
    const vec a = load_vec(in), b = load_vec(in + stride), c = load_vec(in + 2 * stride), d = load_vec(in + 3 * stride);
    store_vec(out, vsetq_lane_u32(vgetq_lane_u32(b, 0), a, 3));
    store_vec(out + 16, vcombine_u32(vget_low_u32(vextq_u32(b, b, 1)), vget_low_u32(c)));
    store_vec(out + 32, vextq_u32(vdupq_laneq_u32(c, 2), d, 3));
}

static size_t words(const gltf_i_span *span) {
    return span->in_stride >= 4 ? vector_groups(span, span->in_stride, 12, 4, 0, triples_words) : 0;
}

#define WORDS words
#define TRIPLES 4
#define TRIPLES_OF(name) triples_##name
#define TABLE gltf_i_convert_neon
#include "convert_table.h"

#else

typedef int nothing_here; /* a file must not be empty */

#endif
