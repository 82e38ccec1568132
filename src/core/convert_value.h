/* core/convert_value.h - layer 1: one number at a time: what stored bytes mean, and how a value is written. */
#ifndef GLTF_I_CONVERT_VALUE_H
#define GLTF_I_CONVERT_VALUE_H

#include "../base/bytes.h"

/* ---- Stored bytes to a value ---- */

static GLTF_I_INLINE int32_t load_i8(const uint8_t *p) {
    return *p < 128 ? *p : *p - 256;
}

static GLTF_I_INLINE int32_t load_i16(const uint8_t *p) {
    int32_t v = bytes_load_u16(p);
    return v < 32768 ? v : v - 65536;
}

static GLTF_I_INLINE int32_t load_u8(const uint8_t *p) {
    return *p;
}

static GLTF_I_INLINE int32_t load_u16(const uint8_t *p) {
    return bytes_load_u16(p);
}

/* 0 or 1: as much as normalized integers keep of it. */
static GLTF_I_INLINE int32_t low_u32(const uint8_t *p) {
    return bytes_load_u32(p) != 0;
}

static GLTF_I_INLINE float f32_of_i8(const uint8_t *p) {
    return (float)load_i8(p);
}

static GLTF_I_INLINE float f32_of_u8(const uint8_t *p) {
    return (float)*p;
}

static GLTF_I_INLINE float f32_of_i16(const uint8_t *p) {
    return (float)load_i16(p);
}

static GLTF_I_INLINE float f32_of_u16(const uint8_t *p) {
    return (float)bytes_load_u16(p);
}

static GLTF_I_INLINE float f32_of_u32(const uint8_t *p) {
    return (float)bytes_load_u32(p);
}

/* A normalized integer c becomes c * HEAD + c * TAIL, with HEAD a power of two near 1 / max and TAIL the rest of it: the
 * first product is exact, and the sum is the correctly rounded quotient c / max for every c of the type, fused or not
 * (tried on all of them, as the tests do again), in float and in double, with the same bits on every CPU.  It takes half the
 * time of a division; one product with a reciprocal is not right (126 of 256 bytes differ).  [3.11 Animations; 2.1] */
#define NORM_HEAD_U8 0x1p-8f
#define NORM_TAIL_U8 0x1.010102p-16f
#define NORM_HEAD_I8 0x1p-7f
#define NORM_TAIL_I8 0x1.020408p-14f
#define NORM_HEAD_U16 0x1p-16f
#define NORM_TAIL_U16 0x1.0001p-32f
#define NORM_HEAD_I16 0x1p-15f
#define NORM_TAIL_I16 0x1.0002p-30f

#define NORM_DOUBLE_HEAD_U8 0x1p-8
#define NORM_DOUBLE_TAIL_U8 0x1.010101010101p-16
#define NORM_DOUBLE_HEAD_I8 0x1p-7
#define NORM_DOUBLE_TAIL_I8 0x1.0204081020408p-14
#define NORM_DOUBLE_HEAD_U16 0x1p-16
#define NORM_DOUBLE_TAIL_U16 0x1.000100010001p-32
#define NORM_DOUBLE_HEAD_I16 0x1p-15
#define NORM_DOUBLE_TAIL_I16 0x1.000200040008p-30

static GLTF_I_INLINE float f32_of_i8n(const uint8_t *p) {
    const float c = (float)load_i8(p), q = c * NORM_HEAD_I8 + c * NORM_TAIL_I8;
    return q < -1.0f ? -1.0f : q;
}

static GLTF_I_INLINE float f32_of_u8n(const uint8_t *p) {
    const float c = (float)*p;
    return c * NORM_HEAD_U8 + c * NORM_TAIL_U8;
}

static GLTF_I_INLINE float f32_of_i16n(const uint8_t *p) {
    const float c = (float)load_i16(p), q = c * NORM_HEAD_I16 + c * NORM_TAIL_I16;
    return q < -1.0f ? -1.0f : q;
}

static GLTF_I_INLINE float f32_of_u16n(const uint8_t *p) {
    const float c = (float)bytes_load_u16(p);
    return c * NORM_HEAD_U16 + c * NORM_TAIL_U16;
}

static GLTF_I_INLINE double f64_of_i8(const uint8_t *p) {
    return load_i8(p);
}

static GLTF_I_INLINE double f64_of_u8(const uint8_t *p) {
    return *p;
}

static GLTF_I_INLINE double f64_of_i16(const uint8_t *p) {
    return load_i16(p);
}

static GLTF_I_INLINE double f64_of_u16(const uint8_t *p) {
    return bytes_load_u16(p);
}

static GLTF_I_INLINE double f64_of_u32(const uint8_t *p) {
    return bytes_load_u32(p);
}

static GLTF_I_INLINE double f64_of_f32(const uint8_t *p) {
    return bytes_load_float(p);
}

static GLTF_I_INLINE double f64_of_i8n(const uint8_t *p) {
    const double c = load_i8(p), q = c * NORM_DOUBLE_HEAD_I8 + c * NORM_DOUBLE_TAIL_I8;
    return q < -1.0 ? -1.0 : q;
}

static GLTF_I_INLINE double f64_of_u8n(const uint8_t *p) {
    const double c = *p;
    return c * NORM_DOUBLE_HEAD_U8 + c * NORM_DOUBLE_TAIL_U8;
}

static GLTF_I_INLINE double f64_of_i16n(const uint8_t *p) {
    const double c = load_i16(p), q = c * NORM_DOUBLE_HEAD_I16 + c * NORM_DOUBLE_TAIL_I16;
    return q < -1.0 ? -1.0 : q;
}

static GLTF_I_INLINE double f64_of_u16n(const uint8_t *p) {
    const double c = bytes_load_u16(p);
    return c * NORM_DOUBLE_HEAD_U16 + c * NORM_DOUBLE_TAIL_U16;
}

/* Between two stages, so native. */
static GLTF_I_INLINE double f64_of_f64(const uint8_t *p) {
    double v;
    memcpy(&v, p, sizeof v);
    return v;
}

static GLTF_I_INLINE uint16_t bits_of_16(const uint8_t *p) {
    return bytes_load_u16(p);
}

static GLTF_I_INLINE uint32_t bits_of_32(const uint8_t *p) {
    return bytes_load_u32(p);
}

/* ---- A value to wanted bytes: native order, any address.  Not 0 when it does not fit. ---- */

static GLTF_I_INLINE int put_f32(uint8_t *p, float v) {
    memcpy(p, &v, sizeof v);
    return 0;
}

static GLTF_I_INLINE int put_f64(uint8_t *p, double v) {
    memcpy(p, &v, sizeof v);
    return 0;
}

static GLTF_I_INLINE int put_bits8(uint8_t *p, uint8_t v) {
    *p = v;
    return 0;
}

static GLTF_I_INLINE int put_bits16(uint8_t *p, uint16_t v) {
    memcpy(p, &v, sizeof v);
    return 0;
}

static GLTF_I_INLINE int put_bits32(uint8_t *p, uint32_t v) {
    memcpy(p, &v, sizeof v);
    return 0;
}

static GLTF_I_INLINE int put_i8(uint8_t *p, int32_t v) {
    put_bits8(p, (uint8_t)v);
    return v < -128 || v > 127;
}

static GLTF_I_INLINE int put_u8(uint8_t *p, int32_t v) {
    put_bits8(p, (uint8_t)v);
    return v < 0 || v > 255;
}

static GLTF_I_INLINE int put_i16(uint8_t *p, int32_t v) {
    put_bits16(p, (uint16_t)v);
    return v < -32768 || v > 32767;
}

static GLTF_I_INLINE int put_u16(uint8_t *p, int32_t v) {
    put_bits16(p, (uint16_t)v);
    return v < 0 || v > 65535;
}

static GLTF_I_INLINE int put_i32(uint8_t *p, int32_t v) {
    return put_bits32(p, (uint32_t)v);
}

static GLTF_I_INLINE int put_u32(uint8_t *p, int32_t v) {
    put_bits32(p, (uint32_t)v);
    return v < 0;
}

static GLTF_I_INLINE int put_i8_of_u32(uint8_t *p, uint32_t v) {
    put_bits8(p, (uint8_t)v);
    return v > 127;
}

static GLTF_I_INLINE int put_u8_of_u32(uint8_t *p, uint32_t v) {
    put_bits8(p, (uint8_t)v);
    return v > 255;
}

static GLTF_I_INLINE int put_i16_of_u32(uint8_t *p, uint32_t v) {
    put_bits16(p, (uint16_t)v);
    return v > 32767;
}

static GLTF_I_INLINE int put_u16_of_u32(uint8_t *p, uint32_t v) {
    put_bits16(p, (uint16_t)v);
    return v > 65535;
}

static GLTF_I_INLINE int put_i32_of_u32(uint8_t *p, uint32_t v) {
    put_bits32(p, v);
    return v > INT32_MAX;
}

/* A plain integer as a normalized one: clamped, so 0, the largest or the least. */
static GLTF_I_INLINE int put_end_u8n(uint8_t *p, int32_t v) {
    return put_bits8(p, (uint8_t)(v > 0 ? 255 : 0));
}

static GLTF_I_INLINE int put_end_i16n(uint8_t *p, int32_t v) {
    return put_bits16(p, (uint16_t)(v > 0 ? 32767 : v < 0 ? -32767 : 0));
}

/* Nearest half of a float, ties to even; too large becomes infinity, NaN keeps its sign and upper payload and is quiet. */
static GLTF_I_INLINE uint16_t half_of(uint32_t bits) {
    uint32_t sign = bits >> 16 & 0x8000u;
    uint32_t magnitude = bits & 0x7fffffffu;
    uint32_t half;
    if (magnitude >= 0x47800000u) { /* 65536 and above */
        half = magnitude > 0x7f800000u ? 0x7e00u | (magnitude >> 13 & 0x3ffu) : 0x7c00u;
    } else if (magnitude >= 0x38800000u) { /* normal as a half: a carry out of the mantissa is a step of the exponent */
        half = (magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
    } else if (magnitude > 0x33000000u) { /* above 2^-25: m * 2^(e - 150) in units of 2^-24 */
        uint32_t shift = 126 - (magnitude >> 23);
        uint32_t m = (magnitude & 0x7fffffu) | 0x800000u;
        uint32_t rest = m & ((1u << shift) - 1u);
        uint32_t tie = 1u << (shift - 1);
        half = m >> shift;
        half += rest > tie || (rest == tie && (half & 1u));
    } else {
        half = 0;
    }
    return (uint16_t)(sign | half);
}

static GLTF_I_INLINE int put_f16_of_f32(uint8_t *p, uint32_t bits) {
    return put_bits16(p, half_of(bits));
}

/* From a double by way of a float that is rounded to odd: its last bit then remembers whether something was lost, and
 * 24 bits are more than the 11 + 2 that rounding once more needs.  The double itself may be a rounded quotient c / max: that
 * is at least 2^-41 away from any tie that it does not hit exactly, and the double is 2^-53 off.  A NaN stays one, with its upper payload. */
static GLTF_I_INLINE int put_f16(uint8_t *p, double v) {
    float f = (float)v;
    uint32_t bits = bytes_bits_of(f);
    if (f != v) {
        double excess = v < 0 ? v - f : f - v;
        bits = (excess > 0 ? bits - 1 : bits) | 1u;
    }
    return put_bits16(p, half_of(bits));
}

/* f * max, rounded half away from zero; NaN gives 0, the rest is clamped to [low, 1].
 * From a float and max < 2^16 the product has 24 + 16 bits and is exact, and so is the sum with 0.5 wherever it decides.
 * From c / max' as a double, the exact result is never a tie (max' is odd) and at least 2^-17 away from one, while the
 * double is off by less than 2^-19 even for max = 2^32 - 1.  Plain integers are 0, 1 or -1 after clamping. */
static GLTF_I_INLINE double scaled(double v, double low, double max) {
    const double half = v < 0.0 ? -0.5 : 0.5, r = v == v ? v * max + half : 0.0;
    const double least = low * max, above = r > least ? r : least;
    return above < max ? above : max;
}

static GLTF_I_INLINE int put_i8n(uint8_t *p, double v) {
    return put_bits8(p, (uint8_t)(int32_t)scaled(v, -1.0, 127.0));
}

static GLTF_I_INLINE int put_u8n(uint8_t *p, double v) {
    return put_bits8(p, (uint8_t)(int32_t)scaled(v, 0.0, 255.0));
}

static GLTF_I_INLINE int put_i16n(uint8_t *p, double v) {
    return put_bits16(p, (uint16_t)(int32_t)scaled(v, -1.0, 32767.0));
}

static GLTF_I_INLINE int put_u16n(uint8_t *p, double v) {
    return put_bits16(p, (uint16_t)(int32_t)scaled(v, 0.0, 65535.0));
}

static GLTF_I_INLINE int put_i32n(uint8_t *p, double v) {
    return put_bits32(p, (uint32_t)(int32_t)scaled(v, -1.0, 2147483647.0));
}

static GLTF_I_INLINE int put_u32n(uint8_t *p, double v) {
    return put_bits32(p, (uint32_t)scaled(v, 0.0, 4294967295.0));
}

/* |f| * max for a float below 1, rounded half up, in integers: 24 + 32 bits are more than a double has. */
static GLTF_I_INLINE uint32_t scaled_exactly(uint32_t magnitude, uint32_t max) {
    uint32_t exponent = magnitude >> 23;
    uint64_t product = (uint64_t)((magnitude & 0x7fffffu) | 0x800000u) * max;
    if (exponent < 150 - 57) { /* the product is below 2^56: less than a half remains (zero and denormals too) */
        return 0;
    }
    uint32_t shift = 150 - exponent; /* 24 .. 57 */
    return (uint32_t)((product + ((uint64_t)1 << (shift - 1))) >> shift);
}

static GLTF_I_INLINE int put_i32n_of_f32(uint8_t *p, uint32_t bits) {
    uint32_t magnitude = bits & 0x7fffffffu;
    uint32_t v = magnitude > 0x7f800000u    ? 0
                 : magnitude >= 0x3f800000u ? 2147483647u
                                            : scaled_exactly(magnitude, 2147483647u);
    return put_bits32(p, bits >> 31 ? 0u - v : v);
}

static GLTF_I_INLINE int put_u32n_of_f32(uint8_t *p, uint32_t bits) {
    uint32_t magnitude = bits & 0x7fffffffu;
    uint32_t v = magnitude > 0x7f800000u || bits >> 31 ? 0
                 : magnitude >= 0x3f800000u            ? 4294967295u
                                                       : scaled_exactly(magnitude, 4294967295u);
    return put_bits32(p, v);
}

#endif
