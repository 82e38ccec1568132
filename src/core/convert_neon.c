/* core/convert_neon.c - floor 1: conversion loops for NEON of 64-bit ARM. */
#include "convert_vector.h"
#include "cpu.h"

#if GLTF_I_ARM64

#include <arm_neon.h>

#define TARGET

/* ---- Registers.  `wide` is four lanes of 32 bits; floats travel as their bits. ---- */

typedef uint32x4_t wide;
typedef struct wides {
    wide a, b, c, d;
} wides;
enum { WIDE_SIZE = 16, WIDE_STEP = 16, WIDE_ELEMENTS = 1, TRIPLES_ELEMENTS = 4, WIDE_AROUND = 0 };

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

/* There are no stores around the caches that are worth it. */
static GLTF_I_INLINE void wide_store(uint8_t *p, wide v, int around) {
    (void)around;
    store_16(p, vreinterpretq_u8_u32(v));
}

static GLTF_I_INLINE void wide_finish(void) {
}

/* The hardware looks ahead well enough. */
static GLTF_I_INLINE void wide_ahead(const uint8_t *p, size_t size, size_t ahead) {
    (void)p;
    (void)size;
    (void)ahead;
}

static GLTF_I_INLINE wide wide_zero(void) {
    return vdupq_n_u32(0);
}

static GLTF_I_INLINE wide wide_or(wide a, wide b) {
    return vorrq_u32(a, b);
}

static GLTF_I_INLINE wide wide_and(wide a, wide b) {
    return vandq_u32(a, b);
}

static GLTF_I_INLINE wide wide_mask(size_t numbers) {
    return vld1q_u32(vector_masks + 4 - numbers);
}

static GLTF_I_INLINE wide wide_fill(const uint8_t *fill, size_t numbers) {
    uint8_t lanes[16];
    vector_fill(lanes, fill, numbers);
    return vreinterpretq_u32_u8(load_16(lanes));
}

/* Whether one of the first `numbers` lanes has its highest bit set. */
static GLTF_I_INLINE int wide_negative(wide v, size_t numbers) {
    return vmaxvq_u32(vandq_u32(v, wide_mask(numbers))) > INT32_MAX;
}

static GLTF_I_INLINE void wide_put_one(uint8_t *out, wide v, size_t numbers) {
    const uint64x2_t pairs = vreinterpretq_u64_u32(v);
    uint64_t pair;
    uint32_t word;
    switch (numbers) {
    case 1:
        word = vgetq_lane_u32(v, 0);
        memcpy(out, &word, sizeof word);
        break;
    case 2:
        pair = vgetq_lane_u64(pairs, 0);
        memcpy(out, &pair, sizeof pair);
        break;
    case 3:
        pair = vgetq_lane_u64(pairs, 0);
        word = vgetq_lane_u32(v, 2);
        memcpy(out, &pair, sizeof pair);
        memcpy(out + 8, &word, sizeof word);
        break;
    default:
        wide_store(out, v, 0);
        break;
    }
}

static GLTF_I_INLINE void wide_put(uint8_t *out, size_t stride, wide v, size_t numbers, int overlap) {
    (void)stride;
    wide_put_one(out, v, overlap ? 4 : numbers);
}

/* ---- Stored numbers to lanes ---- */

static GLTF_I_INLINE wide signed_lanes(int32x4_t v) {
    return vreinterpretq_u32_s32(v);
}

static GLTF_I_INLINE wides widen_unsigned(uint16x8_t low, uint16x8_t high) {
    const wides w = {vmovl_u16(vget_low_u16(low)), vmovl_high_u16(low), vmovl_u16(vget_low_u16(high)),
                     vmovl_high_u16(high)};
    return w;
}

static GLTF_I_INLINE wides widen_signed(int16x8_t low, int16x8_t high) {
    const wides w = {signed_lanes(vmovl_s16(vget_low_s16(low))), signed_lanes(vmovl_high_s16(low)),
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

static GLTF_I_INLINE wides spread_u8(const uint8_t *p) {
    const uint8x16_t v = load_16(p);
    return widen_unsigned(vmovl_u8(vget_low_u8(v)), vmovl_high_u8(v));
}

static GLTF_I_INLINE wides spread_i8(const uint8_t *p) {
    const int8x16_t v = vreinterpretq_s8_u8(load_16(p));
    return widen_signed(vmovl_s8(vget_low_s8(v)), vmovl_high_s8(v));
}

static GLTF_I_INLINE wides spread_i8n(const uint8_t *p) {
    const int8x16_t v = clamp_i8(load_16(p));
    return widen_signed(vmovl_s8(vget_low_s8(v)), vmovl_high_s8(v));
}

static GLTF_I_INLINE wides spread_u16(const uint8_t *p) {
    return widen_unsigned(vreinterpretq_u16_u8(load_16(p)), vreinterpretq_u16_u8(load_16(p + 16)));
}

static GLTF_I_INLINE wides spread_i16(const uint8_t *p) {
    return widen_signed(load_words(p), load_words(p + 16));
}

static GLTF_I_INLINE wides spread_i16n(const uint8_t *p) {
    return widen_signed(clamp_i16(load_words(p)), clamp_i16(load_words(p + 16)));
}

static GLTF_I_INLINE wide gather_u32(const uint8_t *p, size_t stride) {
    (void)stride;
    return vreinterpretq_u32_u8(load_16(p));
}

static GLTF_I_INLINE wides spread_u32(const uint8_t *p) {
    const wides w = {gather_u32(p, 0), gather_u32(p + 16, 0), gather_u32(p + 32, 0), gather_u32(p + 48, 0)};
    return w;
}

/* One element: four numbers are read. */
static GLTF_I_INLINE wide gather_u8(const uint8_t *p, size_t stride) {
    (void)stride;
    return vmovl_u16(vget_low_u16(vmovl_u8(load_4(p))));
}

static GLTF_I_INLINE wide gather_i8(const uint8_t *p, size_t stride) {
    (void)stride;
    return signed_lanes(vmovl_s16(vget_low_s16(vmovl_s8(vreinterpret_s8_u8(load_4(p))))));
}

static GLTF_I_INLINE wide gather_i8n(const uint8_t *p, size_t stride) {
    const int8x8_t v = vmax_s8(vreinterpret_s8_u8(load_4(p)), vdup_n_s8(-127));
    (void)stride;
    return signed_lanes(vmovl_s16(vget_low_s16(vmovl_s8(v))));
}

static GLTF_I_INLINE wide gather_u16(const uint8_t *p, size_t stride) {
    (void)stride;
    return vmovl_u16(vreinterpret_u16_u8(load_8(p)));
}

static GLTF_I_INLINE wide gather_i16(const uint8_t *p, size_t stride) {
    (void)stride;
    return signed_lanes(vmovl_s16(vreinterpret_s16_u8(load_8(p))));
}

static GLTF_I_INLINE wide gather_i16n(const uint8_t *p, size_t stride) {
    (void)stride;
    return signed_lanes(vmovl_s16(vmax_s16(vreinterpret_s16_u8(load_8(p)), vdup_n_s16(-32767))));
}

/* Numbers at the top end of lanes, to their low end with their sign. */
static GLTF_I_INLINE wide shift_signed(wide v, int bits) {
    return signed_lanes(vshlq_s32(vreinterpretq_s32_u32(v), vdupq_n_s32(-bits)));
}

/* The number at the low end of each lane. */
static GLTF_I_INLINE wide wide_load(const uint8_t *p) {
    return vreinterpretq_u32_u8(load_16(p));
}

static GLTF_I_INLINE wide cut_u8(wide v) {
    return vandq_u32(v, vdupq_n_u32(0xff));
}

static GLTF_I_INLINE wide cut_u16(wide v) {
    return vandq_u32(v, vdupq_n_u32(0xffff));
}

static GLTF_I_INLINE wide cut_i8(wide v) {
    return shift_signed(vshlq_n_u32(v, 24), 24);
}

static GLTF_I_INLINE wide cut_i16(wide v) {
    return shift_signed(vshlq_n_u32(v, 16), 16);
}

static GLTF_I_INLINE wide cut_i8n(wide v) {
    return cut_i8(vreinterpretq_u32_s8(clamp_i8(vreinterpretq_u8_u32(v))));
}

static GLTF_I_INLINE wide cut_i16n(wide v) {
    return cut_i16(vreinterpretq_u32_s16(clamp_i16(vreinterpretq_s16_u32(v))));
}

/* ---- Lanes to wanted lanes ---- */

static GLTF_I_INLINE float32x4_t floats_of(wide v) {
    return vcvtq_f32_s32(vreinterpretq_s32_u32(v));
}

static GLTF_I_INLINE wide value_same(wide v) {
    return v;
}

static GLTF_I_INLINE wide value_f32_int(wide v) {
    return vreinterpretq_u32_f32(floats_of(v));
}

static GLTF_I_INLINE wide value_f32_u32(wide v) {
    return vreinterpretq_u32_f32(vcvtq_f32_u32(v));
}

static GLTF_I_INLINE wide quotient(wide v, float head, float tail) {
    const float32x4_t x = floats_of(v);
    return vreinterpretq_u32_f32(vfmaq_f32(vmulq_f32(x, vdupq_n_f32(head)), x, vdupq_n_f32(tail)));
}

static GLTF_I_INLINE wide value_f32_u8n(wide v) {
    return quotient(v, NORM_HEAD_U8, NORM_TAIL_U8);
}

static GLTF_I_INLINE wide value_f32_i8n(wide v) {
    return quotient(v, NORM_HEAD_I8, NORM_TAIL_I8);
}

static GLTF_I_INLINE wide value_f32_u16n(wide v) {
    return quotient(v, NORM_HEAD_U16, NORM_TAIL_U16);
}

static GLTF_I_INLINE wide value_f32_i16n(wide v) {
    return quotient(v, NORM_HEAD_I16, NORM_TAIL_I16);
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

typedef uint8_t places[16];
static const places low_8[3] = {LOW_8(0, 1, 2, 4), LOW_8(5, 6, 8, 9), LOW_8(10, 12, 13, 14)};
static const places top_8[3] = {TOP_8(0, 1, 2, 4), TOP_8(5, 6, 8, 9), TOP_8(10, 12, 13, 14)};
static const places low_16[3] = {LOW_16(0, 2, 4, 8), LOW_16(2, 4, 8, 10), LOW_16(4, 8, 10, 12)};
static const places top_16[3] = {TOP_16(0, 2, 4, 8), TOP_16(2, 4, 8, 10), TOP_16(4, 8, 10, 12)};

typedef struct three {
    uint8x16_t a, b, c;
} three;

static GLTF_I_INLINE three load_three_8(const uint8_t *in) {
    const uint8x16_t v = load_16(in);
    const three t = {v, v, v};
    return t;
}

static GLTF_I_INLINE three load_three_16(const uint8_t *in) {
    const three t = {load_16(in), load_16(in + 8), load_16(in + 16)};
    return t;
}

static GLTF_I_INLINE wide place(uint8x16_t v, const uint8_t *from) {
    return vreinterpretq_u32_u8(vqtbl1q_u8(v, load_16(from)));
}

static GLTF_I_INLINE wides place_three(three t, const places *from) {
    const wides w = {place(t.a, from[0]), place(t.b, from[1]), place(t.c, from[2]), wide_zero()};
    return w;
}

static GLTF_I_INLINE void store_three_quotients(uint8_t *out, wides w, float head, float tail) {
    wide_store(out, quotient(w.a, head, tail), 0);
    wide_store(out + 16, quotient(w.b, head, tail), 0);
    wide_store(out + 32, quotient(w.c, head, tail), 0);
}

static GLTF_I_INLINE void store_three_ints(uint8_t *out, wides w) {
    wide_store(out, value_f32_int(w.a), 0);
    wide_store(out + 16, value_f32_int(w.b), 0);
    wide_store(out + 32, value_f32_int(w.c), 0);
}

static GLTF_I_INLINE wides shift_three(wides w, int bits) {
    const wides r = {shift_signed(w.a, bits), shift_signed(w.b, bits), shift_signed(w.c, bits), w.d};
    return r;
}

static GLTF_I_INLINE void triples_u8_f32(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    (void)around;
    store_three_ints(out, place_three(load_three_8(in), low_8));
}

static GLTF_I_INLINE void triples_i8_f32(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    (void)around;
    store_three_ints(out, shift_three(place_three(load_three_8(in), top_8), 24));
}

static GLTF_I_INLINE void triples_u16_f32(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    (void)around;
    store_three_ints(out, place_three(load_three_16(in), low_16));
}

static GLTF_I_INLINE void triples_i16_f32(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    (void)around;
    store_three_ints(out, shift_three(place_three(load_three_16(in), top_16), 16));
}

static GLTF_I_INLINE void triples_u8n_f32(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    (void)around;
    store_three_quotients(out, place_three(load_three_8(in), low_8), NORM_HEAD_U8, NORM_TAIL_U8);
}

static GLTF_I_INLINE void triples_i8n_f32(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    (void)around;
    const uint8x16_t v = vreinterpretq_u8_s8(clamp_i8(load_16(in)));
    const three t = {v, v, v};
    store_three_quotients(out, place_three(t, top_8), NORM_HEAD_I8 * 0x1p-24f, NORM_TAIL_I8 * 0x1p-24f);
}

static GLTF_I_INLINE void triples_u16n_f32(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    (void)around;
    store_three_quotients(out, place_three(load_three_16(in), low_16), NORM_HEAD_U16, NORM_TAIL_U16);
}

static GLTF_I_INLINE void triples_i16n_f32(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    (void)stride;
    (void)around;
    const three t = {vreinterpretq_u8_s16(clamp_i16(load_words(in))),
                     vreinterpretq_u8_s16(clamp_i16(load_words(in + 8))),
                     vreinterpretq_u8_s16(clamp_i16(load_words(in + 16)))};
    store_three_quotients(out, place_three(t, top_16), NORM_HEAD_I16 * 0x1p-16f, NORM_TAIL_I16 * 0x1p-16f);
}

/* Four elements of three words: a0 a1 a2 b0, b1 b2 c0 c1, c2 d0 d1 d2. */
static GLTF_I_INLINE void triples_copy(const uint8_t *in, size_t stride, uint8_t *out, int around) {
    const wide a = gather_u32(in, 0), b = gather_u32(in + stride, 0);
    const wide c = gather_u32(in + 2 * stride, 0), d = gather_u32(in + 3 * stride, 0);
    (void)around;
    wide_store(out, vsetq_lane_u32(vgetq_lane_u32(b, 0), a, 3), 0);
    wide_store(out + 16, vcombine_u32(vget_low_u32(vextq_u32(b, b, 1)), vget_low_u32(c)), 0);
    wide_store(out + 32, vextq_u32(vdupq_laneq_u32(c, 2), d, 3), 0);
}

/* ---- Blocks of sixteen for the other outputs ---- */

enum { BLOCK_STEP = 16 };

static GLTF_I_INLINE void store_doubles(uint8_t *out, float64x2_t low, float64x2_t high) {
    store_16(out, vreinterpretq_u8_f64(low));
    store_16(out + 16, vreinterpretq_u8_f64(high));
}

static GLTF_I_INLINE void store_f64(uint8_t *out, wide v) {
    const int32x4_t s = vreinterpretq_s32_u32(v);
    store_doubles(out, vcvtq_f64_s64(vmovl_s32(vget_low_s32(s))), vcvtq_f64_s64(vmovl_high_s32(s)));
}

static GLTF_I_INLINE int block_f64(uint8_t *out, wides w) {
    store_f64(out, w.a);
    store_f64(out + 32, w.b);
    store_f64(out + 64, w.c);
    store_f64(out + 96, w.d);
    return 0;
}

static GLTF_I_INLINE float64x2_t quotient_double(int64x2_t v, double head, double tail) {
    const float64x2_t x = vcvtq_f64_s64(v);
    return vfmaq_f64(vmulq_f64(x, vdupq_n_f64(head)), x, vdupq_n_f64(tail));
}

static GLTF_I_INLINE void store_quotients(uint8_t *out, wide v, double head, double tail) {
    const int32x4_t s = vreinterpretq_s32_u32(v);
    store_doubles(out, quotient_double(vmovl_s32(vget_low_s32(s)), head, tail),
                  quotient_double(vmovl_high_s32(s), head, tail));
}

static GLTF_I_INLINE int block_quotients(uint8_t *out, wides w, double head, double tail) {
    store_quotients(out, w.a, head, tail);
    store_quotients(out + 32, w.b, head, tail);
    store_quotients(out + 64, w.c, head, tail);
    store_quotients(out + 96, w.d, head, tail);
    return 0;
}

static GLTF_I_INLINE int block_u8_f64(const uint8_t *in, uint8_t *out) {
    return block_f64(out, spread_u8(in));
}

static GLTF_I_INLINE int block_i8_f64(const uint8_t *in, uint8_t *out) {
    return block_f64(out, spread_i8(in));
}

static GLTF_I_INLINE int block_u16_f64(const uint8_t *in, uint8_t *out) {
    return block_f64(out, spread_u16(in));
}

static GLTF_I_INLINE int block_i16_f64(const uint8_t *in, uint8_t *out) {
    return block_f64(out, spread_i16(in));
}

static GLTF_I_INLINE int block_u8n_f64(const uint8_t *in, uint8_t *out) {
    return block_quotients(out, spread_u8(in), NORM_DOUBLE_HEAD_U8, NORM_DOUBLE_TAIL_U8);
}

static GLTF_I_INLINE int block_i8n_f64(const uint8_t *in, uint8_t *out) {
    return block_quotients(out, spread_i8n(in), NORM_DOUBLE_HEAD_I8, NORM_DOUBLE_TAIL_I8);
}

static GLTF_I_INLINE int block_u16n_f64(const uint8_t *in, uint8_t *out) {
    return block_quotients(out, spread_u16(in), NORM_DOUBLE_HEAD_U16, NORM_DOUBLE_TAIL_U16);
}

static GLTF_I_INLINE int block_i16n_f64(const uint8_t *in, uint8_t *out) {
    return block_quotients(out, spread_i16n(in), NORM_DOUBLE_HEAD_I16, NORM_DOUBLE_TAIL_I16);
}

static GLTF_I_INLINE void store_f64_u32(uint8_t *out, wide v) {
    store_doubles(out, vcvtq_f64_u64(vmovl_u32(vget_low_u32(v))), vcvtq_f64_u64(vmovl_high_u32(v)));
}

static GLTF_I_INLINE int block_u32_f64(const uint8_t *in, uint8_t *out) {
    const wides w = spread_u32(in);
    store_f64_u32(out, w.a);
    store_f64_u32(out + 32, w.b);
    store_f64_u32(out + 64, w.c);
    store_f64_u32(out + 96, w.d);
    return 0;
}

static GLTF_I_INLINE void store_f64_f32(uint8_t *out, wide v) {
    const float32x4_t f = vreinterpretq_f32_u32(v);
    store_doubles(out, vcvt_f64_f32(vget_low_f32(f)), vcvt_high_f64_f32(f));
}

static GLTF_I_INLINE int block_f32_f64(const uint8_t *in, uint8_t *out) {
    const wides w = spread_u32(in);
    store_f64_f32(out, w.a);
    store_f64_f32(out + 32, w.b);
    store_f64_f32(out + 64, w.c);
    store_f64_f32(out + 96, w.d);
    return 0;
}

/* Nearest even; NaN as in half_of of convert_value.h. */
static GLTF_I_INLINE void store_halves(uint8_t *out, wide a, wide b) {
    const float16x4_t low = vcvt_f16_f32(vreinterpretq_f32_u32(a)), high = vcvt_f16_f32(vreinterpretq_f32_u32(b));
    store_16(out, vcombine_u8(vreinterpret_u8_f16(low), vreinterpret_u8_f16(high)));
}

static GLTF_I_INLINE int block_halves(uint8_t *out, wides w) {
    store_halves(out, w.a, w.b);
    store_halves(out + 16, w.c, w.d);
    return 0;
}

static GLTF_I_INLINE int block_f32_f16(const uint8_t *in, uint8_t *out) {
    return block_halves(out, spread_u32(in));
}

static GLTF_I_INLINE int block_half_ints(uint8_t *out, wides w) {
    const wides f = {value_f32_int(w.a), value_f32_int(w.b), value_f32_int(w.c), value_f32_int(w.d)};
    return block_halves(out, f);
}

static GLTF_I_INLINE int block_u8_f16(const uint8_t *in, uint8_t *out) {
    return block_half_ints(out, spread_u8(in));
}

static GLTF_I_INLINE int block_i8_f16(const uint8_t *in, uint8_t *out) {
    return block_half_ints(out, spread_i8(in));
}

static GLTF_I_INLINE int block_u16_f16(const uint8_t *in, uint8_t *out) {
    return block_half_ints(out, spread_u16(in));
}

static GLTF_I_INLINE int block_i16_f16(const uint8_t *in, uint8_t *out) {
    return block_half_ints(out, spread_i16(in));
}

/* c / max on the way to a half.  For 16 bits the tail is three quarters of what it should be: the binary digits of c / 65535
 * are those of c over and over again (of c / 32767 its 15 digits), so that what a half has no room for is decided by the first
 * digits of the repetition, which say that there is something, and not too much.  Three quarters do that too, and are never
 * rounded to a tie.  (As all others tried on every input.) */
static GLTF_I_INLINE int block_half_quotients(uint8_t *out, wides w, float head, float tail) {
    const wides q = {quotient(w.a, head, tail), quotient(w.b, head, tail), quotient(w.c, head, tail),
                     quotient(w.d, head, tail)};
    return block_halves(out, q);
}

static GLTF_I_INLINE int block_u8n_f16(const uint8_t *in, uint8_t *out) {
    return block_half_quotients(out, spread_u8(in), NORM_HEAD_U8, NORM_TAIL_U8);
}

static GLTF_I_INLINE int block_i8n_f16(const uint8_t *in, uint8_t *out) {
    return block_half_quotients(out, spread_i8n(in), NORM_HEAD_I8, NORM_TAIL_I8);
}

static GLTF_I_INLINE int block_u16n_f16(const uint8_t *in, uint8_t *out) {
    return block_half_quotients(out, spread_u16(in), NORM_HEAD_U16, NORM_TAIL_U16 * 0.75f);
}

static GLTF_I_INLINE int block_i16n_f16(const uint8_t *in, uint8_t *out) {
    return block_half_quotients(out, spread_i16n(in), NORM_HEAD_I16, NORM_TAIL_I16 * 0.75f);
}

/* f * max for f from -1 to 1, rounded half away from zero, and 0 for what is not a number.  The instruction that rounds so
 * rounds a product that was rounded before; this one does both at once.  The last bit of a float from 2^23 on is worth 1, so
 * that the sum with 1.5 * 2^23 has the wanted number in its low bits.  It is rounded half to even, but max is odd: there is a
 * tie only where f is 0.5 or -0.5, and for all four types the even number is that away from zero. */
static GLTF_I_INLINE wide encode(wide v, float low, float max) {
    const float32x4_t large = vdupq_n_f32(0x1.8p23f), given = vreinterpretq_f32_u32(v);
    /* the number of the two; then 0 for what was none */
    const float32x4_t f = vminq_f32(vmaxnmq_f32(given, vdupq_n_f32(low)), vdupq_n_f32(1.0f));
    const float32x4_t number = vreinterpretq_f32_u32(wide_and(vreinterpretq_u32_f32(f), vceqq_f32(given, given)));
    return vsubq_u32(vreinterpretq_u32_f32(vfmaq_f32(large, number, vdupq_n_f32(max))), vreinterpretq_u32_f32(large));
}

static GLTF_I_INLINE wides encode_all(const uint8_t *in, float low, float max) {
    const wides w = spread_u32(in);
    const wides r = {encode(w.a, low, max), encode(w.b, low, max), encode(w.c, low, max), encode(w.d, low, max)};
    return r;
}

/* The low halves, or the low bytes, of all lanes. */
static GLTF_I_INLINE uint16x8_t narrow_16(wide a, wide b) {
    return vmovn_high_u32(vmovn_u32(a), b);
}

static GLTF_I_INLINE void store_words(uint8_t *out, wides w) {
    store_16(out, vreinterpretq_u8_u16(narrow_16(w.a, w.b)));
    store_16(out + 16, vreinterpretq_u8_u16(narrow_16(w.c, w.d)));
}

static GLTF_I_INLINE void store_bytes(uint8_t *out, wides w) {
    store_16(out, vmovn_high_u16(vmovn_u16(narrow_16(w.a, w.b)), narrow_16(w.c, w.d)));
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

/* ---- Integers of other sizes; those that do not fit have bits where none may be ---- */

static GLTF_I_INLINE int some_bits(uint8x16_t v, uint32_t mask) {
    return vmaxvq_u32(vandq_u32(vreinterpretq_u32_u8(v), vdupq_n_u32(mask))) != 0;
}

static GLTF_I_INLINE int block_u8_u16(const uint8_t *in, uint8_t *out) {
    const uint8x16_t v = load_16(in);
    store_16(out, vreinterpretq_u8_u16(vmovl_u8(vget_low_u8(v))));
    store_16(out + 16, vreinterpretq_u8_u16(vmovl_high_u8(v)));
    return 0;
}

static GLTF_I_INLINE int block_i8_i16(const uint8_t *in, uint8_t *out) {
    const int8x16_t v = vreinterpretq_s8_u8(load_16(in));
    store_16(out, vreinterpretq_u8_s16(vmovl_s8(vget_low_s8(v))));
    store_16(out + 16, vreinterpretq_u8_s16(vmovl_high_s8(v)));
    return 0;
}

static GLTF_I_INLINE int block_i8_u16(const uint8_t *in, uint8_t *out) {
    block_i8_i16(in, out);
    return some_bits(load_16(in), 0x80808080u);
}

static GLTF_I_INLINE int block_u8_i8(const uint8_t *in, uint8_t *out) {
    const uint8x16_t v = load_16(in);
    store_16(out, v);
    return some_bits(v, 0x80808080u);
}

static GLTF_I_INLINE int block_i8_u8(const uint8_t *in, uint8_t *out) {
    return block_u8_i8(in, out);
}

static GLTF_I_INLINE int block_u16_i16(const uint8_t *in, uint8_t *out) {
    const uint8x16_t a = load_16(in), b = load_16(in + 16);
    store_16(out, a);
    store_16(out + 16, b);
    return some_bits(vorrq_u8(a, b), 0x80008000u);
}

static GLTF_I_INLINE int block_i16_u16(const uint8_t *in, uint8_t *out) {
    return block_u16_i16(in, out);
}

/* Words whose bits in `mask` are 0 fit; `add` brings those of i16 to i8 there. */
static GLTF_I_INLINE int block_16_8(const uint8_t *in, uint8_t *out, int16_t add, uint32_t mask) {
    const int16x8_t a = load_words(in), b = load_words(in + 16), more = vdupq_n_s16(add);
    const int16x8_t added = vorrq_s16(vaddq_s16(a, more), vaddq_s16(b, more));
    store_16(out, vreinterpretq_u8_s8(vmovn_high_s16(vmovn_s16(a), b)));
    return some_bits(vreinterpretq_u8_s16(added), mask);
}

static GLTF_I_INLINE int block_u16_u8(const uint8_t *in, uint8_t *out) {
    return block_16_8(in, out, 0, 0xff00ff00u);
}

static GLTF_I_INLINE int block_u16_i8(const uint8_t *in, uint8_t *out) {
    return block_16_8(in, out, 0, 0xff80ff80u);
}

static GLTF_I_INLINE int block_i16_u8(const uint8_t *in, uint8_t *out) {
    return block_16_8(in, out, 0, 0xff00ff00u);
}

static GLTF_I_INLINE int block_i16_i8(const uint8_t *in, uint8_t *out) {
    return block_16_8(in, out, 128, 0xff00ff00u);
}

static GLTF_I_INLINE int fits_wides(wides w, uint32_t mask) {
    return some_bits(vreinterpretq_u8_u32(wide_or(wide_or(w.a, w.b), wide_or(w.c, w.d))), mask);
}

static GLTF_I_INLINE int block_u32_u16(const uint8_t *in, uint8_t *out) {
    const wides w = spread_u32(in);
    store_words(out, w);
    return fits_wides(w, 0xffff0000u);
}

static GLTF_I_INLINE int block_u32_i16(const uint8_t *in, uint8_t *out) {
    const wides w = spread_u32(in);
    store_words(out, w);
    return fits_wides(w, 0xffff8000u);
}

static GLTF_I_INLINE int block_u32_u8(const uint8_t *in, uint8_t *out) {
    const wides w = spread_u32(in);
    store_bytes(out, w);
    return fits_wides(w, 0xffffff00u);
}

static GLTF_I_INLINE int block_u32_i8(const uint8_t *in, uint8_t *out) {
    const wides w = spread_u32(in);
    store_bytes(out, w);
    return fits_wides(w, 0xffffff80u);
}

/* ---- The table ---- */

#define WIDE_TRIPLES 1
#define WIDE_ENCODED 0
#include "convert_blocks_all.h"
#include "convert_words_all.h"

static GLTF_I_INLINE void close_16(const uint8_t *in, uint8_t *out, const uint8_t from[16]) {
    store_16(out, vqtbl1q_u8(load_16(in), load_16(from)));
}

#define WIDE_CLOSE 1
#define CLOSE_32 0
#include "convert_close.h"

#define TABLE gltf_i_convert_neon
#include "convert_vector_table.h"

#else

typedef int nothing_here; /* a file must not be empty */

#endif
