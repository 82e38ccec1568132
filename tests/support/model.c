/* support/model.c - the slow and obvious decoder. */
#include "model.h"

#include <math.h>
#include <string.h>

double model_quotient(uint64_t num, uint64_t den, int precision, int least) {
    int exponent = 0;
    uint64_t mantissa = 0;
    if (num == 0) {
        return 0;
    }
    while (num >= 2 * den) {
        den *= 2;
        exponent++;
    }
    while (num < den) {
        num *= 2;
        exponent--;
    }
    if (exponent < least) {
        precision -= least - exponent;
    }
    for (int i = 0; i < precision; i++) {
        mantissa = 2 * mantissa + (num >= den);
        num -= num >= den ? den : 0;
        num *= 2;
    }
    mantissa += num > den || (num == den && (mantissa & 1));
    return ldexp((double)mantissa, exponent - precision + 1);
}

model_number model_float(float value) {
    model_number n = {1, 0, 0, 1};
    memcpy(&n.bits, &value, sizeof value);
    return n;
}

static float float_of(model_number n) {
    float v;
    memcpy(&v, &n.bits, sizeof v);
    return v;
}

static int64_t max_of(uint32_t type) {
    switch (type) {
    case GLTF_BYTE:
        return 127;
    case GLTF_UNSIGNED_BYTE:
        return 255;
    case GLTF_SHORT:
        return 32767;
    case GLTF_UNSIGNED_SHORT:
        return 65535;
    case GLTF_INT:
        return 2147483647;
    default:
        return 4294967295;
    }
}

static int is_signed(uint32_t type) {
    return type == GLTF_BYTE || type == GLTF_SHORT || type == GLTF_INT;
}

static uint32_t size_of(uint32_t type) {
    switch (type) {
    case GLTF_BYTE:
    case GLTF_UNSIGNED_BYTE:
        return 1;
    case GLTF_SHORT:
    case GLTF_UNSIGNED_SHORT:
    case GLTF_HALF_FLOAT:
        return 2;
    case GLTF_DOUBLE:
        return 8;
    default:
        return 4;
    }
}

model_number model_decode(uint32_t type, uint32_t normalized, const uint8_t *bytes) {
    model_number n = {0, 0, 0, 1};
    uint32_t bits = 0;
    for (uint32_t i = size_of(type); i-- > 0;) {
        bits = bits << 8 | bytes[i];
    }
    if (type == GLTF_FLOAT) {
        n.is_float = 1;
        n.bits = bits;
        return n;
    }
    n.num = bits;
    if (is_signed(type) && n.num > max_of(type)) {
        n.num -= 2 * max_of(type) + 2;
    }
    if (normalized) {
        n.den = max_of(type);
        n.num = n.num < -n.den ? -n.den : n.num;
    }
    return n;
}

/* The nearest half, by scaling so that its last place is 1; rint rounds to nearest even. */
static uint16_t half_bits(double v, int exact_is_negative) {
    uint16_t sign = exact_is_negative ? 0x8000 : 0;
    double m = fabs(v);
    int exponent;
    if (m >= 65520.0) {
        return (uint16_t)(sign | 0x7c00);
    }
    if (m < ldexp(1, -14)) {
        return (uint16_t)(sign | (uint16_t)rint(ldexp(m, 24)));
    }
    frexp(m, &exponent); /* m = x * 2^exponent, x in [0.5, 1) */
    double steps = rint(ldexp(m, 11 - exponent));
    if (steps == 2048.0) {
        steps = 1024.0;
        exponent++;
    }
    if (exponent > 16) {
        return (uint16_t)(sign | 0x7c00);
    }
    return (uint16_t)(sign | (uint16_t)((exponent + 14) << 10) | (uint16_t)((uint32_t)steps - 1024));
}

static uint16_t half_of_number(model_number n) {
    if (n.is_float) {
        if ((n.bits & 0x7fffffff) > 0x7f800000) {
            return (uint16_t)((n.bits >> 16 & 0x8000) | 0x7e00 | (n.bits >> 13 & 0x3ff));
        }
        return half_bits((double)float_of(n), (int)(n.bits >> 31));
    }
    uint64_t magnitude = (uint64_t)(n.num < 0 ? -n.num : n.num);
    return half_bits(model_quotient(magnitude, (uint64_t)n.den, 11, -14), n.num < 0);
}

static double real_of(model_number n, int precision, int least) {
    if (n.is_float) {
        return (double)float_of(n);
    }
    double magnitude = model_quotient((uint64_t)(n.num < 0 ? -n.num : n.num), (uint64_t)n.den, precision, least);
    return n.num < 0 ? -magnitude : magnitude;
}

/* floor(|n| * max + 1/2), for |n| below 1. */
static int64_t scaled_float(uint32_t bits, int64_t max) {
    uint32_t exponent = bits >> 23 & 0xff;
    uint64_t mantissa = bits & 0x7fffff;
    if (exponent) {
        mantissa |= 0x800000;
    } else {
        exponent = 1;
    }
    uint64_t product = mantissa * (uint64_t)max;
    uint32_t places = 150 - exponent; /* binary places of the product */
    if (places > 63) {
        return 0;
    }
    return (int64_t)((product >> places) + (product >> (places - 1) & 1));
}

static int64_t normalized_of(model_number n, uint32_t type) {
    int64_t max = max_of(type);
    int negative = n.is_float ? (int)(n.bits >> 31) : n.num < 0;
    int64_t v;
    if (n.is_float && (n.bits & 0x7fffffff) > 0x7f800000) {
        return 0;
    }
    if (negative && !is_signed(type)) {
        return 0;
    }
    if (n.is_float) {
        v = (n.bits & 0x7fffffff) >= 0x3f800000 ? max : scaled_float(n.bits, max);
    } else {
        int64_t magnitude = negative ? -n.num : n.num;
        v = magnitude >= n.den ? max : (2 * magnitude * max + n.den) / (2 * n.den);
    }
    return negative ? -v : v;
}

int model_encode(model_number n, uint32_t type, uint32_t normalized, uint8_t *bytes) {
    float f;
    double d;
    uint16_t h;
    int64_t v;
    switch (type) {
    case GLTF_FLOAT:
        f = n.is_float ? 0.0f : (float)real_of(n, 24, -126);
        memcpy(bytes, n.is_float ? (const void *)&n.bits : (const void *)&f, 4);
        return 1;
    case GLTF_DOUBLE:
        d = real_of(n, 53, -1022);
        memcpy(bytes, &d, 8);
        return 1;
    case GLTF_HALF_FLOAT:
        h = half_of_number(n);
        memcpy(bytes, &h, 2);
        return 1;
    default:
        break;
    }
    if (!normalized && (n.is_float || n.den != 1)) {
        return 0;
    }
    v = normalized ? normalized_of(n, type) : n.num;
    if (v > max_of(type) || v < (is_signed(type) ? -max_of(type) - 1 : 0)) {
        return 0;
    }
    uint8_t v8 = (uint8_t)v;
    uint16_t v16 = (uint16_t)v;
    uint32_t v32 = (uint32_t)v;
    memcpy(bytes,
           size_of(type) == 1   ? (const void *)&v8
           : size_of(type) == 2 ? (const void *)&v16
                                : (const void *)&v32,
           size_of(type));
    return 1;
}

/* ---- Accessors ---- */

static uint32_t numbers_of(uint32_t shape) {
    static const uint32_t numbers[] = {0, 1, 2, 3, 4, 4, 9, 16};
    return numbers[shape];
}

uint32_t model_offset(uint32_t type, uint32_t shape, uint32_t k) {
    static const uint32_t mat2_8[] = {0, 1, 4, 5};
    static const uint32_t mat3_8[] = {0, 1, 2, 4, 5, 6, 8, 9, 10};
    static const uint32_t mat3_16[] = {0, 2, 4, 8, 10, 12, 16, 18, 20};
    if (shape == GLTF_MAT2 && size_of(type) == 1) {
        return mat2_8[k];
    }
    if (shape == GLTF_MAT3 && size_of(type) == 1) {
        return mat3_8[k];
    }
    if (shape == GLTF_MAT3 && size_of(type) == 2) {
        return mat3_16[k];
    }
    return k * size_of(type);
}

static uint32_t packed_size(uint32_t type, uint32_t shape) {
    if (shape == GLTF_MAT2 && size_of(type) == 1) {
        return 8;
    }
    if (shape == GLTF_MAT3 && size_of(type) <= 2) {
        return size_of(type) * 12;
    }
    return numbers_of(shape) * size_of(type);
}

model_number model_number_at(const model_accessor *a, size_t element, uint32_t k) {
    static const uint8_t zeros[4] = {0, 0, 0, 0};
    uint32_t offset = model_offset(a->component_type, a->shape, k);
    const uint8_t *at = a->data ? a->data + element * a->stride + offset : zeros;
    size_t begin = a->last && a->last[element] ? a->last[element] - 1 : 0;
    size_t end = a->last ? a->last[element] : a->sparse_count;
    for (size_t entry = begin; entry < end; entry++) {
        if (a->indices[entry] == element) {
            at = a->values + entry * packed_size(a->component_type, a->shape) + offset;
        }
    }
    return model_decode(a->component_type, a->normalized, at);
}

/* Stored bits of a number, for outputs of the same type: -128 stays -128. */
static void copy_bits(const model_accessor *a, size_t element, uint32_t k, uint8_t *bytes) {
    model_accessor plain = *a;
    plain.normalized = 0;
    model_encode(model_number_at(&plain, element, k), a->component_type, 0, bytes);
}

int model_read(const model_accessor *a, size_t first, size_t count, const gltf_layout *layout, uint8_t *out) {
    uint32_t type = layout->component_type ? layout->component_type : a->component_type;
    uint32_t normalized = layout->component_type ? layout->normalized : a->normalized;
    uint32_t stored = numbers_of(a->shape);
    uint32_t wanted = layout->component_count ? layout->component_count : stored;
    size_t stride = layout->byte_stride ? layout->byte_stride : (size_t)wanted * size_of(type);
    int same = type == a->component_type && (type == GLTF_FLOAT || normalized == a->normalized);
    int fits = 1;
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < wanted; k++) {
            uint8_t *at = out + i * stride + k * size_of(type);
            if (k >= stored) {
                fits &= model_encode(normalized || type == GLTF_FLOAT || type == GLTF_DOUBLE || type == GLTF_HALF_FLOAT
                                         ? model_float(layout->fill[k])
                                         : (model_number){0, 0, (int64_t)layout->fill[k], 1},
                                     type, normalized, at);
            } else if (same) {
                copy_bits(a, first + i, k, at);
            } else {
                fits &= model_encode(model_number_at(a, first + i, k), type, normalized, at);
            }
        }
    }
    return fits;
}
