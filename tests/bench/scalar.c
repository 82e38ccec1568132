/* bench/scalar.c - what one writes without this library. */
#include "scalar.h"

#include <string.h>

/* Where the numbers of an element are. */
typedef struct scalar_shape {
    size_t columns;
    size_t rows;
    size_t column_stride;
} scalar_shape;

static scalar_shape shape_of(const gltf_accessor *a) {
    const size_t size = gltf_component_size(a->component_type);
    scalar_shape s = {1, a->component_count, 0};
    if (a->shape >= GLTF_MAT2) {
        s.columns = s.rows = a->shape == GLTF_MAT2 ? 2 : a->shape == GLTF_MAT3 ? 3 : 4;
        s.column_stride = (s.rows * size + 3) / 4 * 4;
    }
    return s;
}

/* One loop for each type: the choice is outside. */
#define LOOP(name, in_type, out_type, expression)                                                                      \
    static void name(const uint8_t *in, size_t stride, size_t count, scalar_shape s, out_type *out) {                  \
        for (size_t i = 0; i < count; i++) {                                                                           \
            for (size_t column = 0; column < s.columns; column++) {                                                    \
                const uint8_t *p = in + i * stride + column * s.column_stride;                                         \
                for (size_t row = 0; row < s.rows; row++) {                                                            \
                    in_type v;                                                                                         \
                    memcpy(&v, p + row * sizeof v, sizeof v);                                                          \
                    *out++ = expression;                                                                               \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

static float clamped(float v) {
    return v < -1.0f ? -1.0f : v;
}

LOOP(float_of_i8, int8_t, float, (float)v)
LOOP(float_of_u8, uint8_t, float, (float)v)
LOOP(float_of_i16, int16_t, float, (float)v)
LOOP(float_of_u16, uint16_t, float, (float)v)
LOOP(float_of_u32, uint32_t, float, (float)v)
LOOP(float_of_i8n, int8_t, float, clamped((float)v / 127.0f))
LOOP(float_of_u8n, uint8_t, float, (float)v / 255.0f)
LOOP(float_of_i16n, int16_t, float, clamped((float)v / 32767.0f))
LOOP(float_of_u16n, uint16_t, float, (float)v / 65535.0f)
LOOP(word_of_i8, int8_t, uint32_t, (uint32_t)v)
LOOP(word_of_u8, uint8_t, uint32_t, v)
LOOP(word_of_i16, int16_t, uint32_t, (uint32_t)v)
LOOP(word_of_u16, uint16_t, uint32_t, v)
LOOP(word_of_word, uint32_t, uint32_t, v)

static void read_floats(const gltf_accessor *a, const uint8_t *in, size_t stride, size_t count, float *out) {
    const scalar_shape s = shape_of(a);
    switch (a->component_type) {
    case GLTF_BYTE:
        (a->normalized ? float_of_i8n : float_of_i8)(in, stride, count, s, out);
        break;
    case GLTF_UNSIGNED_BYTE:
        (a->normalized ? float_of_u8n : float_of_u8)(in, stride, count, s, out);
        break;
    case GLTF_SHORT:
        (a->normalized ? float_of_i16n : float_of_i16)(in, stride, count, s, out);
        break;
    case GLTF_UNSIGNED_SHORT:
        (a->normalized ? float_of_u16n : float_of_u16)(in, stride, count, s, out);
        break;
    case GLTF_UNSIGNED_INT:
        float_of_u32(in, stride, count, s, out);
        break;
    default:
        word_of_word(in, stride, count, s, (uint32_t *)(void *)out);
        break;
    }
}

static void read_words(const gltf_accessor *a, const uint8_t *in, size_t stride, size_t count, uint32_t *out) {
    const scalar_shape s = shape_of(a);
    switch (a->component_type) {
    case GLTF_BYTE:
        word_of_i8(in, stride, count, s, out);
        break;
    case GLTF_UNSIGNED_BYTE:
        word_of_u8(in, stride, count, s, out);
        break;
    case GLTF_SHORT:
        word_of_i16(in, stride, count, s, out);
        break;
    case GLTF_UNSIGNED_SHORT:
        word_of_u16(in, stride, count, s, out);
        break;
    default:
        word_of_word(in, stride, count, s, out);
        break;
    }
}

static size_t sparse_index(const gltf_accessor *a, size_t entry) {
    if (a->sparse_index_type == GLTF_UNSIGNED_BYTE) {
        return a->sparse_indices[entry];
    }
    if (a->sparse_index_type == GLTF_UNSIGNED_SHORT) {
        uint16_t v;
        memcpy(&v, a->sparse_indices + entry * sizeof v, sizeof v);
        return v;
    }
    uint32_t v;
    memcpy(&v, a->sparse_indices + entry * sizeof v, sizeof v);
    return v;
}

void bench_scalar_read(const gltf_accessor *a, int integers, void *out) {
    uint32_t *numbers = out; /* both kinds have 4 bytes */
    if (!a->data) {
        memset(out, 0, a->count * a->component_count * sizeof *numbers);
    } else if (integers) {
        read_words(a, a->data, a->stride, a->count, out);
    } else {
        read_floats(a, a->data, a->stride, a->count, out);
    }
    for (size_t k = 0; k < a->sparse_count; k++) {
        uint32_t *to = numbers + sparse_index(a, k) * a->component_count;
        const uint8_t *from = a->sparse_values + k * a->element_size;
        if (integers) {
            read_words(a, from, a->element_size, 1, to);
        } else {
            read_floats(a, from, a->element_size, 1, (float *)(void *)to);
        }
    }
}

/* ---- base64 ---- */

static int sextet(int c) {
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+'             ? 62
           : c == '/'             ? 63
                                  : 255;
}

int bench_scalar_base64(const char *text, size_t size, uint8_t *out) {
    uint8_t table[256];
    unsigned bad = 0;
    for (int c = 0; c < 256; c++) {
        table[c] = (uint8_t)sextet(c);
    }
    for (size_t i = 0; i + 4 <= size; i += 4, out += 3) {
        const unsigned a = table[(uint8_t)text[i]], b = table[(uint8_t)text[i + 1]];
        const unsigned c = table[(uint8_t)text[i + 2]], d = table[(uint8_t)text[i + 3]];
        const unsigned bits = a << 18 | b << 12 | c << 6 | d;
        bad |= (a | b | c | d) & 192;
        out[0] = (uint8_t)(bits >> 16);
        out[1] = (uint8_t)(bits >> 8);
        out[2] = (uint8_t)bits;
    }
    return bad != 0;
}
