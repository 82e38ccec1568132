/* codec/filters.c - layer 1: the four filters that turn decoded attributes into what the file means. */
#include "filters.h"

#include "root.h"

/* ---- Single precision, each operation rounded once ----
 * Squares are integers that are then rounded, so that no product meets a sum: no compiler can fuse the two.  The casts are
 * for targets that compute floats in double (s390 does so). */

/* Nearest integer, halves to even: so round vector units, the reference's included.  3 * 2^51 leaves a double no bits
 * below 1, and its low bits are those of the integer.  Where v is too large for 32 bits it is zero, as the low bits of
 * x86's answer. */
static GLTF_I_INLINE uint32_t nearest(float v) {
    const double sum = (double)v + 6755399441055744.0;
    uint64_t bits;
    memory_copy(&bits, &sum, sizeof bits);
    return v > -2147483648.0f && v < 2147483648.0f ? (uint32_t)(bits & 0xffffffffu) : 0;
}

static GLTF_I_INLINE float scaled(int32_t v, float scale) {
    return (float)((float)v * scale);
}

static GLTF_I_INLINE int32_t sign_8(uint8_t v) {
    return (int32_t)(v ^ 0x80u) - 0x80;
}

static GLTF_I_INLINE int32_t sign_16(uint16_t v) {
    return (int32_t)(v ^ 0x8000u) - 0x8000;
}

/* Component `c` of element `i`: four of 8 or 16 bits. */
static GLTF_I_INLINE uint16_t load_bits(const uint8_t *data, size_t i, size_t c, int wide) {
    return wide ? bytes_load_u16(data + i * 8 + c * 2) : data[i * 4 + c];
}

static GLTF_I_INLINE int32_t load_signed(const uint8_t *data, size_t i, size_t c, int wide) {
    return wide ? sign_16(load_bits(data, i, c, 1)) : sign_8((uint8_t)load_bits(data, i, c, 0));
}

static GLTF_I_INLINE void store(uint8_t *data, size_t i, size_t c, int wide, uint32_t value) {
    if (wide) {
        bytes_store_u16(data + i * 8 + c * 2, (uint16_t)(value & 0xffff));
    } else {
        data[i * 4 + c] = (uint8_t)(value & 0xff);
    }
}

/* ---- Octahedral: x and y of a unit vector folded onto a square; the third number says what 1.0 is ---- */

static GLTF_I_INLINE float square(int32_t v) {
    return (float)((int64_t)v * v);
}

static GLTF_I_INLINE void octahedral(uint8_t *data, size_t first, size_t count, int wide) {
    const float most = wide ? 32767.0f : 127.0f;
    for (size_t i = first; i < count; i++) {
        int32_t x = load_signed(data, i, 0, wide);
        int32_t y = load_signed(data, i, 1, wide);
        /* Signs as masks: they are as good as random, and a branch would be wrong every other time. */
        const int32_t minus_x = -(x < 0), minus_y = -(y < 0);
        const int32_t z = load_signed(data, i, 2, wide) - ((x ^ minus_x) - minus_x) - ((y ^ minus_y) - minus_y);
        const int32_t fold = z & -(z < 0);
        x += (fold ^ minus_x) - minus_x;
        y += (fold ^ minus_y) - minus_y;
        const float squares = (float)(square(x) + (float)(square(y) + square(z)));
        const float scale = squares > 0.0f ? (float)(most / root_of(squares)) : 0.0f;
        store(data, i, 0, wide, nearest(scaled(x, scale)));
        store(data, i, 1, wide, nearest(scaled(y, scale)));
        store(data, i, 2, wide, nearest(scaled(z, scale)));
    }
}

/* ---- Quaternion: the largest of four is left out, the lowest two bits of the fourth number say which ---- */

static void quaternion(uint8_t *data, size_t first, size_t count) {
    const float most = 23169.767578125f; /* 32767 / sqrt(2) in single precision */
    for (size_t i = first; i < count; i++) {
        const int32_t last = load_signed(data, i, 3, 1);
        const int32_t one = last | 3;
        const int32_t x = load_signed(data, i, 0, 1);
        const int32_t y = load_signed(data, i, 1, 1);
        const int32_t z = load_signed(data, i, 2, 1);
        const float squares = (float)(square(x) + (float)(square(y) + square(z))); /* in the order of the reference */
        const float rest = (float)(square(one) * 2.0f - squares);
        const float w = root_of(rest);
        const float scale = (float)(most / (float)one);
        const size_t largest = (uint32_t)last & 3;
        store(data, i, (largest + 1) & 3, 1, nearest(scaled(x, scale)));
        store(data, i, (largest + 2) & 3, 1, nearest(scaled(y, scale)));
        store(data, i, (largest + 3) & 3, 1, nearest(scaled(z, scale)));
        store(data, i, largest, 1, nearest((float)(w * scale)));
    }
}

/* ---- Exponential: 8 bits of exponent, 24 of mantissa ---- */

static void exponential(uint8_t *data, size_t first, size_t count) {
    for (size_t i = first; i < count; i++) {
        const uint32_t v = bytes_load_u32(data + i * 4);
        const int32_t mantissa = (int32_t)((v & 0xffffff) ^ 0x800000) - 0x800000;
        const uint32_t power = ((v >> 24 ^ 0x80) - 1) << 23; /* 2^exponent: the biased exponent is exponent + 127 */
        const uint32_t bits = bytes_bits_of((float)(bytes_float_of(power) * (float)mantissa));
        /* 2^-128 is taken for minus infinity, here as in the reference; times 0 it is a NaN with a sign of x86's choice. */
        bytes_store_u32(data + i * 4, v == 0x80000000u ? 0xffc00000u : bits);
    }
}

/* ---- Color: YCoCg and alpha; the highest bit of alpha says what 1.0 is ---- */

static GLTF_I_INLINE void color(uint8_t *data, size_t first, size_t count, int wide) {
    const float most = wide ? 65535.0f : 255.0f;
    for (size_t i = first; i < count; i++) {
        const int32_t alpha = load_bits(data, i, 3, wide);
        int32_t one = alpha;
        one |= one >> 1;
        one |= one >> 2;
        one |= one >> 4;
        one |= one >> 8;
        const int32_t y = load_bits(data, i, 0, wide);
        const int32_t co = load_signed(data, i, 1, wide);
        const int32_t cg = load_signed(data, i, 2, wide);
        const int32_t a = ((alpha << 1) & one) | (alpha & 1);
        const float scale = one ? (float)(most / (float)one) : 0.0f;
        store(data, i, 0, wide, nearest(scaled(y + co - cg, scale)));
        store(data, i, 1, wide, nearest(scaled(y + cg, scale)));
        store(data, i, 2, wide, nearest(scaled(y - co - cg, scale)));
        store(data, i, 3, wide, nearest(scaled(a, scale)));
    }
}

/* ---- Which loop ---- */

static size_t start(size_t (*kernel)(uint8_t *data, size_t count), uint8_t *data, size_t count) {
    return kernel ? kernel(data, count) : 0;
}

void gltf_i_filters_apply(uint32_t filter, uint8_t *data, size_t count, uint32_t stride, uint32_t cpu) {
    static const gltf_i_filters_kernels none = {NULL, NULL, NULL, NULL, NULL, NULL};
    const gltf_i_filters_kernels *fast = gltf_i_filters_sse2(cpu);
    const gltf_i_filters_kernels *k = fast ? fast : &none;
    const int wide = stride == 8;
    switch (filter) {
    case GLTF_I_MESHOPT_OCTAHEDRAL:
        if (wide) {
            octahedral(data, start(k->octahedral16, data, count), count, 1);
        } else {
            octahedral(data, start(k->octahedral8, data, count), count, 0);
        }
        break;
    case GLTF_I_MESHOPT_QUATERNION:
        quaternion(data, start(k->quaternion, data, count), count);
        break;
    case GLTF_I_MESHOPT_EXPONENTIAL:
        count *= stride / 4;
        exponential(data, start(k->exponential, data, count), count);
        break;
    case GLTF_I_MESHOPT_COLOR:
        if (wide) {
            color(data, start(k->color16, data, count), count, 1);
        } else {
            color(data, start(k->color8, data, count), count, 0);
        }
        break;
    default:
        break;
    }
}
