/* unit/core_read.c - the readers against the model, for every type, shape, stride, overlay, range and layout. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "support/guard.h"
#include "support/model.h"
#include "support/sample.h"

static gltf_accessor resolved(const sample *s) {
    gltf_accessor a;
    gltf_error error;
    gltf_status status = gltf_accessor_resolve(&s->source, &s->desc, &a, &error);
    if (status != GLTF_OK) {
        char text[256];
        gltf_error_format(&error, text, sizeof text);
        fail_msg("%s", text);
    }
    return a;
}

/* An accessor over a few bytes in hand. */
static gltf_accessor wrapped(const void *bytes, size_t size, uint32_t type, uint32_t shape, uint32_t normalized,
                             size_t count) {
    gltf_accessor a;
    gltf_accessor_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.component_type = type;
    desc.shape = shape;
    desc.normalized = normalized;
    desc.count = count;
    assert_int_equal(gltf_accessor_wrap(bytes, size, &desc, 0, &a, NULL), GLTF_OK);
    return a;
}

/* Some bits of the machine, none more often than not. */
static uint32_t some_cpu(void) {
    uint32_t cpu = gltf_cpu_detect() & sample_random();
    return cpu ? cpu : GLTF_CPU_PLAIN;
}

static sample_spec random_spec(uint32_t kind, uint32_t shape) {
    static const uint32_t index_types[] = {GLTF_UNSIGNED_BYTE, GLTF_UNSIGNED_SHORT, GLTF_UNSIGNED_INT};
    sample_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.component_type = sample_types[kind][0];
    spec.normalized = sample_types[kind][1];
    spec.shape = shape;
    spec.index_type = index_types[sample_below(3)];
    spec.count =
        spec.index_type == GLTF_UNSIGNED_BYTE || sample_below(2) ? 1 + sample_below(90) : 1 + sample_below(3000);
    spec.stride = sample_below(3) ? 0 : sample_below(2) ? 1 + sample_below(80) : 4 + 4 * sample_below(20);
    spec.offset = sample_below(3) ? 0 : sample_below(24);
    spec.no_base = sample_below(5) == 0;
    spec.sparse_count = sample_below(2) ? 0 : 1 + sample_below((uint32_t)spec.count);
    spec.order = (int)sample_below(3);
    spec.side = (int)sample_below(2);
    spec.small = (int)sample_below(2);
    spec.cpu = some_cpu();
    return spec;
}

static gltf_layout random_layout(uint32_t shape) {
    static const uint32_t types[] = {0,         GLTF_FLOAT,         GLTF_HALF_FLOAT, GLTF_DOUBLE,
                                     GLTF_BYTE, GLTF_UNSIGNED_BYTE, GLTF_SHORT,      GLTF_UNSIGNED_SHORT,
                                     GLTF_INT,  GLTF_UNSIGNED_INT};
    gltf_layout layout;
    memset(&layout, 0, sizeof layout);
    layout.component_type = types[sample_below(10)];
    layout.normalized = sample_below(2);
    layout.component_count = shape <= GLTF_VEC4 ? sample_below(5) : 0;
    for (int i = 0; i < 4; i++) {
        layout.fill[i] = (float)sample_below(2);
    }
    return layout;
}

static size_t output_size(const sample *s, const gltf_layout *layout) {
    uint32_t numbers = layout->component_count ? layout->component_count : gltf_component_count(s->desc.shape);
    return numbers * gltf_component_size(layout->component_type ? layout->component_type : s->desc.component_type);
}

/* Read a range as a layout into guarded memory, and compare every byte with the model. */
static void check_read_as(const sample *s, const gltf_accessor *a, size_t first, size_t count, gltf_layout layout) {
    size_t element = output_size(s, &layout);
    if (sample_below(2)) {
        layout.byte_stride = (uint32_t)element + sample_below(9);
    }
    size_t stride = layout.byte_stride ? layout.byte_stride : element;
    size_t size = count ? (count - 1) * stride + element : 0;
    guard out = guard_make(size, (int)sample_below(2));
    uint8_t *expected = malloc(size + 1);
    assert_non_null(expected);
    memset(expected, 0xee, size);
    int real = layout.component_type == GLTF_FLOAT || layout.component_type == GLTF_DOUBLE ||
               layout.component_type == GLTF_HALF_FLOAT;
    int convertible = !layout.component_type || real || layout.normalized ||
                      (s->desc.component_type != GLTF_FLOAT && !s->desc.normalized);
    int fits = model_read(&s->model, first, count, &layout, expected);
    gltf_status status = gltf_accessor_read_as(a, first, count, &layout, out.bytes, size);
    assert_int_equal(status, count && (!convertible || !fits) ? GLTF_ERR_CONVERSION : GLTF_OK);
    if (status == GLTF_OK && memcmp(out.bytes, expected, size) != 0) {
        fail_msg("type %u%s shape %u count %zu stride %u sparse %zu, elements %zu+%zu as %u%s x%u stride %u",
                 s->desc.component_type, s->desc.normalized ? "n" : "", s->desc.shape, (size_t)s->desc.count,
                 s->views[0].byte_stride, (size_t)s->desc.sparse.count, first, count, layout.component_type,
                 layout.normalized ? "n" : "", layout.component_count, layout.byte_stride);
    }
    for (size_t i = 0; i + 1 < count; i++) { /* also after a failure: bytes between elements are not ours */
        for (size_t b = element; b < stride; b++) {
            assert_int_equal(out.bytes[i * stride + b], 0xee);
        }
    }
    free(expected);
    guard_free(&out);
}

static void check_dense(const sample *s, const gltf_accessor *a, size_t first, size_t count) {
    gltf_layout layouts[3];
    size_t numbers = count * gltf_component_count(s->desc.shape);
    memset(layouts, 0, sizeof layouts);
    layouts[0].component_type = GLTF_FLOAT;
    layouts[1].component_type = GLTF_DOUBLE;
    layouts[2].component_type = GLTF_UNSIGNED_INT;
    for (int i = 0; i < 3; i++) {
        size_t size = numbers * (i == 1 ? 8 : 4);
        guard out = guard_make(size, GUARD_AFTER);
        uint8_t *expected = calloc(size + 1, 1);
        assert_non_null(expected);
        int fits = model_read(&s->model, first, count, &layouts[i], expected);
        gltf_status status = i == 0 ? gltf_accessor_read_float(a, first, count, (float *)(void *)out.bytes, numbers)
                             : i == 1
                                 ? gltf_accessor_read_double(a, first, count, (double *)(void *)out.bytes, numbers)
                                 : gltf_accessor_read_uint32(a, first, count, (uint32_t *)(void *)out.bytes, numbers);
        assert_int_equal(status, count == 0 || fits ? GLTF_OK : GLTF_ERR_CONVERSION);
        if (status == GLTF_OK) {
            assert_memory_equal(out.bytes, expected, size);
        }
        free(expected);
        guard_free(&out);
    }
}

/* design 9, all of its decoding rows at once: component x shape x normalized x stride x misalignment x sparse x range x
 * layout, every output byte the same as the model's, nothing written outside */
static void random_accessors_read_like_the_model(void **state) {
    (void)state;
    for (uint32_t round = 0; round < 15; round++) {
        for (uint32_t kind = 0; kind < SAMPLE_TYPES; kind++) {
            for (uint32_t shape = GLTF_SCALAR; shape <= GLTF_MAT4; shape++) {
                sample s;
                sample_spec spec = random_spec(kind, shape);
                sample_make(&s, &spec);
                gltf_accessor a = resolved(&s);
                for (int range = 0; range < 3; range++) {
                    size_t first = range ? sample_below((uint32_t)spec.count + 1) : 0;
                    size_t count = range ? sample_below((uint32_t)(spec.count - first) + 1) : spec.count;
                    count = count > 300 && range == 2 ? 300 : count;
                    check_dense(&s, &a, first, count);
                    check_read_as(&s, &a, first, count, random_layout(shape));
                }
                for (size_t few = 1; few <= 10 && few <= spec.count; few++) {
                    check_dense(&s, &a, sample_below((uint32_t)(spec.count - few) + 1), few);
                }
                sample_free(&s);
            }
        }
    }
}

/* ---- One rule at a time, with numbers worked out by hand ---- */

/* spec 3.11 Animations; design D6: i8n -128, -127, 0, 127 are -1, -1, 0, 1; u8n 128 and u16n 32768 are the rounded quotients */
static void normalized_numbers_are_the_rounded_quotient(void **state) {
    (void)state;
    float f[4];
    double d[1];
    gltf_accessor i8n = wrapped("\x80\x81\0\x7f", 4, GLTF_BYTE, GLTF_VEC4, 1, 1);
    gltf_accessor u8n = wrapped("\x80", 1, GLTF_UNSIGNED_BYTE, GLTF_SCALAR, 1, 1);
    gltf_accessor u16n = wrapped("\x00\x80", 2, GLTF_UNSIGNED_SHORT, GLTF_SCALAR, 1, 1);
    gltf_accessor i16n = wrapped("\x00\x80\x01\x80\xff\x7f", 6, GLTF_SHORT, GLTF_VEC3, 1, 1);
    assert_int_equal(gltf_accessor_read_float(&i8n, 0, 1, f, 4), GLTF_OK);
    assert_true(f[0] == -1.0f && f[1] == -1.0f && f[2] == 0.0f && f[3] == 1.0f);
    assert_int_equal(gltf_accessor_read_float(&u8n, 0, 1, f, 1), GLTF_OK);
    assert_true(f[0] == 0x1.010102p-1f);
    assert_int_equal(gltf_accessor_read_float(&u16n, 0, 1, f, 1), GLTF_OK);
    assert_true(f[0] == 0x1.0001p-1f);
    assert_int_equal(gltf_accessor_read_float(&i16n, 0, 1, f, 3), GLTF_OK);
    assert_true(f[0] == -1.0f && f[1] == -1.0f && f[2] == 1.0f);
    assert_int_equal(gltf_accessor_read_double(&u8n, 0, 1, d, 1), GLTF_OK);
    assert_true(d[0] == 128.0 / 255.0);
}

/* spec 3.6.2.4: MAT2 of bytes, 14 bytes for two; the rows are 0 1, 4 5 */
static void padded_columns_are_dropped(void **state) {
    (void)state;
    uint8_t bytes[14];
    float f[8];
    for (uint8_t i = 0; i < 14; i++) {
        bytes[i] = i;
    }
    guard g = guard_copy(bytes, 14, GUARD_AFTER);
    gltf_accessor a = wrapped(g.bytes, 14, GLTF_UNSIGNED_BYTE, GLTF_MAT2, 0, 2);
    static const float expected[8] = {0, 1, 4, 5, 8, 9, 12, 13};
    assert_int_equal(gltf_accessor_read_float(&a, 0, 2, f, 8), GLTF_OK);
    assert_memory_equal(f, expected, sizeof expected);
    guard_free(&g);
}

/* design 9: u32 -> float rounds to nearest, ties to even */
static void large_integers_round_to_nearest(void **state) {
    (void)state;
    float f[4];
    double d[4];
    gltf_accessor a =
        wrapped("\x01\0\0\x01\x02\0\0\x01\x03\0\0\x01\xff\xff\xff\xff", 16, GLTF_UNSIGNED_INT, GLTF_VEC4, 0, 1);
    assert_int_equal(gltf_accessor_read_float(&a, 0, 1, f, 4), GLTF_OK);
    assert_true(f[0] == 16777216.0f && f[1] == 16777218.0f && f[2] == 16777220.0f && f[3] == 4294967296.0f);
    assert_int_equal(gltf_accessor_read_double(&a, 0, 1, d, 4), GLTF_OK);
    assert_true(d[0] == 16777217.0 && d[3] == 4294967295.0);
}

/* design 9: FLOAT -> float keeps the bits, of a signaling NaN too */
static void float_bits_are_kept(void **state) {
    (void)state;
    static const uint8_t bytes[12] = {0x01, 0x00, 0x80, 0x7f, 0x00, 0x00, 0x00, 0x80, 0x45, 0x23, 0xc1, 0xff};
    static const uint32_t expected[3] = {0x7f800001u, 0x80000000u, 0xffc12345u};
    float f[3];
    gltf_accessor a = wrapped(bytes, 12, GLTF_FLOAT, GLTF_VEC3, 0, 1);
    assert_int_equal(gltf_accessor_read_float(&a, 0, 1, f, 3), GLTF_OK);
    assert_memory_equal(f, expected, 12);
}

/* design 9: read_uint32 takes signed types; negative, float and normalized data are CONVERSION; an empty range is fine */
static void uint32_of_what_is_no_plain_unsigned_is_refused(void **state) {
    (void)state;
    uint32_t u[3];
    gltf_accessor i16 = wrapped("\x05\0\xff\xff\x07\0", 6, GLTF_SHORT, GLTF_SCALAR, 0, 3);
    gltf_accessor u8n = wrapped("\x05", 1, GLTF_UNSIGNED_BYTE, GLTF_SCALAR, 1, 1);
    gltf_accessor f32 = wrapped("\0\0\0\0", 4, GLTF_FLOAT, GLTF_SCALAR, 0, 1);
    assert_int_equal(gltf_accessor_read_uint32(&i16, 0, 1, u, 1), GLTF_OK);
    assert_int_equal(u[0], 5);
    assert_int_equal(gltf_accessor_read_uint32(&i16, 2, 1, u, 1), GLTF_OK);
    assert_int_equal(u[0], 7);
    assert_int_equal(gltf_accessor_read_uint32(&i16, 0, 3, u, 3), GLTF_ERR_CONVERSION);
    assert_int_equal(gltf_accessor_read_uint32(&u8n, 0, 1, u, 1), GLTF_ERR_CONVERSION);
    assert_int_equal(gltf_accessor_read_uint32(&f32, 0, 1, u, 1), GLTF_ERR_CONVERSION);
    assert_int_equal(gltf_accessor_read_uint32(&f32, 0, 0, u, 1), GLTF_OK);
    assert_int_equal(gltf_accessor_read_uint32(&u8n, 1, 0, NULL, 0), GLTF_OK);
}

/* Fifty elements of zeros but for one negative number; 0 when reading it is no CONVERSION, or when leaving it out is. */
static int one_negative_is_seen(uint32_t type, uint32_t shape, uint32_t stride, size_t element, uint32_t number,
                                int displaced) {
    enum { COUNT = 50 };
    static uint8_t base[COUNT * 96], values[COUNT * 96], indices[COUNT];
    static uint32_t out[COUNT * 16];
    uint32_t numbers = gltf_component_count(shape), packed = gltf_element_size(type, shape);
    gltf_accessor_desc desc;
    gltf_accessor a;
    memset(&desc, 0, sizeof desc);
    memset(base, 0, sizeof base);
    memset(values, 0, sizeof values);
    desc.component_type = type;
    desc.shape = shape;
    desc.count = COUNT;
    desc.byte_stride = stride;
    assert_int_equal(gltf_accessor_wrap(base, sizeof base, &desc, some_cpu(), &a, NULL), GLTF_OK);
    if (displaced) {
        for (uint8_t i = 0; i < COUNT; i++) {
            indices[i] = i;
        }
        a.sparse_indices = indices;
        a.sparse_values = values;
        a.sparse_count = COUNT;
        a.sparse_index_type = GLTF_UNSIGNED_BYTE;
    }
    memset(displaced ? values + element * packed + model_offset(type, shape, number)
                     : base + element * a.stride + model_offset(type, shape, number),
           0xff, gltf_component_size(type));
    return gltf_accessor_read_uint32(&a, 0, COUNT, out, COUNT * numbers) == GLTF_ERR_CONVERSION &&
           gltf_accessor_read_uint32(&a, element, 1, out, numbers) == GLTF_ERR_CONVERSION &&
           gltf_accessor_read_uint32(&a, 0, element, out, COUNT * numbers) == GLTF_OK &&
           gltf_accessor_read_uint32(&a, element + 1, COUNT - element - 1, out, COUNT * numbers) == GLTF_OK;
}

/* design 9: one number that does not fit is CONVERSION, at whatever place of whatever element it is */
static void every_single_negative_number_is_seen(void **state) {
    (void)state;
    for (uint32_t shape = GLTF_SCALAR; shape <= GLTF_MAT4; shape++) {
        for (uint32_t number = 0; number < gltf_component_count(shape); number++) {
            for (size_t element = 0; element < 50; element += element < 4 ? 1 : 7) {
                for (uint32_t stride = 0; stride <= 96; stride += 48) {
                    assert_true(one_negative_is_seen(GLTF_BYTE, shape, stride, element, number, 0));
                    assert_true(one_negative_is_seen(GLTF_SHORT, shape, stride, element, number, 0));
                }
                assert_true(one_negative_is_seen(GLTF_BYTE, shape, 0, element, number, 1));
                assert_true(one_negative_is_seen(GLTF_SHORT, shape, 0, element, number, 1));
            }
        }
    }
}

/* accessor.h: ARGUMENT before RANGE before CAPACITY before CONVERSION, and none of them writes */
static void faults_of_the_call_come_in_order_and_write_nothing(void **state) {
    (void)state;
    float f[3] = {7, 7, 7};
    uint32_t u[3] = {7, 7, 7};
    gltf_accessor a = wrapped("\0\0\0\0\0\0\0\0\0\0\0\0", 12, GLTF_FLOAT, GLTF_SCALAR, 0, 3);
    assert_int_equal(gltf_accessor_read_float(NULL, 0, 0, f, 3), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_accessor_read_double(NULL, 0, 0, NULL, 0), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_accessor_read_uint32(NULL, 0, 0, u, 3), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_accessor_read_as(NULL, 0, 0, NULL, f, 12), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_accessor_read_float(&a, 9, 1, NULL, 3), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_accessor_read_float(&a, 2, 2, f, 0), GLTF_ERR_RANGE);
    assert_int_equal(gltf_accessor_read_float(&a, 4, 0, f, 3), GLTF_ERR_RANGE);
    assert_int_equal(gltf_accessor_read_float(&a, SIZE_MAX, 2, f, 3), GLTF_ERR_RANGE);
    assert_int_equal(gltf_accessor_read_float(&a, 1, SIZE_MAX, f, 3), GLTF_ERR_RANGE);
    assert_int_equal(gltf_accessor_read_float(&a, 0, 3, f, 2), GLTF_ERR_CAPACITY);
    assert_int_equal(gltf_accessor_read_uint32(&a, 0, 3, u, 2), GLTF_ERR_CAPACITY);
    assert_int_equal(gltf_accessor_read_uint32(&a, 0, 4, u, 3), GLTF_ERR_RANGE);
    assert_true(f[0] == 7 && f[1] == 7 && f[2] == 7);
    assert_true(u[0] == 7 && u[1] == 7 && u[2] == 7);
    assert_int_equal(gltf_accessor_read_float(&a, 0, 3, f, SIZE_MAX), GLTF_OK);
    assert_int_equal(gltf_accessor_read_float(&a, 3, 0, NULL, 0), GLTF_OK);
}

/* accessor.h: all-zero is an empty accessor, which can be read */
static void an_all_zero_accessor_is_empty(void **state) {
    (void)state;
    static const gltf_accessor empty;
    float f = 7;
    assert_int_equal(gltf_accessor_read_float(&empty, 0, 0, &f, 1), GLTF_OK);
    assert_int_equal(gltf_accessor_read_uint32(&empty, 0, 0, NULL, 0), GLTF_OK);
    assert_int_equal(gltf_accessor_read_as(&empty, 0, 0, NULL, NULL, 0), GLTF_OK);
    assert_int_equal(gltf_accessor_read_float(&empty, 0, 1, &f, 1), GLTF_ERR_RANGE);
    assert_true(f == 7);
    assert_int_equal(gltf_accessor_number_count(&empty), 0);
    assert_int_equal(gltf_accessor_number_count(NULL), 0);
    assert_null(gltf_accessor_direct(&empty));
    assert_null(gltf_accessor_direct(NULL));
}

static gltf_layout layout_of(uint32_t type, uint32_t normalized, uint32_t components, uint32_t stride) {
    gltf_layout layout;
    memset(&layout, 0, sizeof layout);
    layout.component_type = type;
    layout.normalized = normalized;
    layout.component_count = components;
    layout.byte_stride = stride;
    return layout;
}

static gltf_status try_layout(const gltf_accessor *a, gltf_layout layout) {
    uint8_t out[256];
    return gltf_accessor_read_as(a, 0, a->count, &layout, out, sizeof out);
}

/* accessor.h, gltf_accessor_read_as: what a layout may not ask for is ARGUMENT, also of no elements */
static void impossible_layouts_are_arguments(void **state) {
    (void)state;
    uint8_t bytes[72] = {0};
    gltf_accessor vec3 = wrapped(bytes, 72, GLTF_FLOAT, GLTF_VEC3, 0, 2);
    gltf_accessor u8 = wrapped(bytes, 72, GLTF_UNSIGNED_BYTE, GLTF_VEC2, 0, 2);
    gltf_accessor mat3 = wrapped(bytes, 72, GLTF_UNSIGNED_BYTE, GLTF_MAT3, 0, 2);
    gltf_accessor none = wrapped(bytes, 72, GLTF_UNSIGNED_BYTE, GLTF_VEC2, 0, 0);
    assert_int_equal(try_layout(&vec3, layout_of(5127, 0, 0, 0)), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_layout(&vec3, layout_of(1, 0, 0, 0)), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_layout(&vec3, layout_of(0, 0, 5, 0)), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_layout(&vec3, layout_of(0, 0, UINT32_MAX, 0)), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_layout(&vec3, layout_of(0, 0, 0, 11)), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_layout(&vec3, layout_of(0, 0, 4, 12)), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_layout(&vec3, layout_of(GLTF_HALF_FLOAT, 0, 0, 5)), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_layout(&none, layout_of(5127, 0, 0, 0)), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_layout(&mat3, layout_of(0, 0, 4, 0)), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_layout(&mat3, layout_of(0, 0, 9, 0)), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_layout(&mat3, layout_of(0, 0, 0, 8)), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_layout(&mat3, layout_of(0, 0, 0, 9)), GLTF_OK);
    assert_int_equal(try_layout(&vec3, layout_of(0, 0, 2, 8)), GLTF_OK);
    assert_int_equal(try_layout(&u8, layout_of(GLTF_DOUBLE, 0, 4, 32)), GLTF_OK);
}

static gltf_status try_fill(const gltf_accessor *a, uint32_t type, uint32_t normalized, float fill) {
    gltf_layout layout = layout_of(type, normalized, 3, 0);
    layout.fill[0] = layout.fill[1] = layout.fill[3] = 0.5f; /* not used, so they do not count */
    layout.fill[2] = fill;
    return try_layout(a, layout);
}

/* accessor.h: a used fill that a plain integer cannot hold is ARGUMENT */
static void fill_must_fit_a_plain_integer(void **state) {
    (void)state;
    gltf_accessor u8 = wrapped("\1\2\3\4", 4, GLTF_UNSIGNED_BYTE, GLTF_VEC2, 0, 2);
    uint32_t nan_bits = 0x7fc00000u;
    float not_a_number;
    memcpy(&not_a_number, &nan_bits, 4);
    assert_int_equal(try_fill(&u8, 0, 0, 255.0f), GLTF_OK);
    assert_int_equal(try_fill(&u8, 0, 0, 256.0f), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_fill(&u8, 0, 0, -1.0f), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_fill(&u8, 0, 0, 0.5f), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_fill(&u8, 0, 0, not_a_number), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_fill(&u8, GLTF_BYTE, 0, -128.0f), GLTF_OK);
    assert_int_equal(try_fill(&u8, GLTF_BYTE, 0, -129.0f), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_fill(&u8, GLTF_SHORT, 0, 32767.0f), GLTF_OK);
    assert_int_equal(try_fill(&u8, GLTF_SHORT, 0, 32768.0f), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_fill(&u8, GLTF_UNSIGNED_SHORT, 0, 65535.0f), GLTF_OK);
    assert_int_equal(try_fill(&u8, GLTF_UNSIGNED_SHORT, 0, 65536.0f), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_fill(&u8, GLTF_INT, 0, -2147483648.0f), GLTF_OK);
    assert_int_equal(try_fill(&u8, GLTF_INT, 0, 2147483648.0f), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_fill(&u8, GLTF_UNSIGNED_INT, 0, 4294967040.0f), GLTF_OK);
    assert_int_equal(try_fill(&u8, GLTF_UNSIGNED_INT, 0, 4294967296.0f), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_fill(&u8, GLTF_UNSIGNED_INT, 0, 1e30f), GLTF_ERR_ARGUMENT);
    assert_int_equal(try_fill(&u8, GLTF_UNSIGNED_BYTE, 1, not_a_number), GLTF_OK);
    assert_int_equal(try_fill(&u8, GLTF_FLOAT, 0, not_a_number), GLTF_OK);
}

/* accessor.h: fill is encoded like the data: 1.0 is 255 in a normalized byte, 1 in a plain one, 0x3c00 as a half */
static void fill_is_encoded_like_the_data(void **state) {
    (void)state;
    uint8_t out[8];
    gltf_accessor u8n = wrapped("\x01\x02\x03", 3, GLTF_UNSIGNED_BYTE, GLTF_VEC3, 1, 1);
    gltf_accessor u8 = wrapped("\x01\x02\x03", 3, GLTF_UNSIGNED_BYTE, GLTF_VEC3, 0, 1);
    gltf_layout layout = layout_of(0, 0, 4, 0);
    uint16_t half;
    layout.fill[3] = 1.0f;
    assert_int_equal(gltf_accessor_read_as(&u8n, 0, 1, &layout, out, 4), GLTF_OK);
    assert_memory_equal(out, "\x01\x02\x03\xff", 4);
    assert_int_equal(gltf_accessor_read_as(&u8, 0, 1, &layout, out, 4), GLTF_OK);
    assert_memory_equal(out, "\x01\x02\x03\x01", 4);
    layout.component_type = GLTF_HALF_FLOAT;
    assert_int_equal(gltf_accessor_read_as(&u8n, 0, 1, &layout, out, 8), GLTF_OK);
    memcpy(&half, out + 6, 2);
    assert_int_equal(half, 0x3c00);
}

/* design 9: same type and same normalized copies bits: i8n -128 stays -128; to another width it is -1 */
static void same_type_copies_bits(void **state) {
    (void)state;
    int8_t i8;
    int16_t i16;
    gltf_accessor a = wrapped("\x80", 1, GLTF_BYTE, GLTF_SCALAR, 1, 1);
    gltf_layout same = layout_of(GLTF_BYTE, 1, 0, 0);
    gltf_layout other = layout_of(GLTF_SHORT, 1, 0, 0);
    gltf_layout plain = layout_of(GLTF_BYTE, 0, 0, 0);
    assert_int_equal(gltf_accessor_read_as(&a, 0, 1, &same, &i8, 1), GLTF_OK);
    assert_int_equal(i8, -128);
    assert_int_equal(gltf_accessor_read_as(&a, 0, 1, NULL, &i8, 1), GLTF_OK);
    assert_int_equal(i8, -128);
    assert_int_equal(gltf_accessor_read_as(&a, 0, 1, &other, &i16, 2), GLTF_OK);
    assert_int_equal(i16, -32767);
    assert_int_equal(gltf_accessor_read_as(&a, 0, 1, &plain, &i8, 1), GLTF_ERR_CONVERSION);
}

/* accessor.h: room is (count - 1) * stride + one packed element, to the byte */
static void the_last_element_needs_no_full_stride(void **state) {
    (void)state;
    uint8_t bytes[24] = {0};
    gltf_accessor a = wrapped(bytes, 24, GLTF_FLOAT, GLTF_VEC3, 0, 2);
    gltf_layout layout = layout_of(GLTF_HALF_FLOAT, 0, 0, 32);
    guard out = guard_make(38, GUARD_AFTER);
    assert_int_equal(gltf_accessor_read_as(&a, 0, 2, &layout, out.bytes, 37), GLTF_ERR_CAPACITY);
    assert_int_equal(out.bytes[0], 0xee);
    assert_int_equal(gltf_accessor_read_as(&a, 0, 2, &layout, out.bytes, 38), GLTF_OK);
    assert_int_equal(out.bytes[37], 0);
    assert_int_equal(out.bytes[6], 0xee);
    guard_free(&out);
}

/* A stride near the end of 32 bits and many elements do not wrap around. */
static void room_is_computed_without_wrapping(void **state) {
    (void)state;
    gltf_accessor a;
    gltf_accessor_desc desc;
    gltf_source source;
    gltf_layout layout = layout_of(0, 0, 0, UINT32_MAX);
    uint8_t out[64];
    memset(&desc, 0, sizeof desc);
    memset(&source, 0, sizeof source);
    desc.view = GLTF_NONE;
    desc.component_type = GLTF_UNSIGNED_BYTE;
    desc.shape = GLTF_SCALAR;
    desc.count = (uint64_t)PTRDIFF_MAX / 8;
    source.max_zero_elements = UINT64_MAX;
    assert_int_equal(gltf_accessor_resolve(&source, &desc, &a, NULL), GLTF_OK);
    assert_int_equal(gltf_accessor_number_count(&a), PTRDIFF_MAX / 8);
    assert_int_equal(gltf_accessor_read_as(&a, 0, a.count, &layout, out, sizeof out), GLTF_ERR_CAPACITY);
    for (size_t count = 2; count < a.count; count *= 2) { /* (count - 1) * stride passes every power of two */
        assert_int_equal(gltf_accessor_read_as(&a, 0, count, &layout, out, sizeof out), GLTF_ERR_CAPACITY);
        assert_int_equal(gltf_accessor_read_as(&a, 0, count + 1, &layout, out, sizeof out), GLTF_ERR_CAPACITY);
    }
    assert_int_equal(gltf_accessor_read_float(&a, 0, a.count, (float *)(void *)out, 16), GLTF_ERR_CAPACITY);
    assert_int_equal(gltf_accessor_read_double(&a, 0, a.count, (double *)(void *)out, SIZE_MAX / 8 / 4),
                     GLTF_ERR_CAPACITY);
}

/* spec 3.6.2.1: without a view all elements are zero; a layout's fill still applies */
static void without_a_view_everything_is_zero(void **state) {
    (void)state;
    gltf_accessor a;
    gltf_accessor_desc desc;
    gltf_source source;
    gltf_layout layout = layout_of(GLTF_FLOAT, 0, 4, 20);
    float out[10], dense[6] = {7, 7, 7, 7, 7, 7};
    memset(&desc, 0, sizeof desc);
    memset(&source, 0, sizeof source);
    memset(out, 0x55, sizeof out);
    desc.view = GLTF_NONE;
    desc.component_type = GLTF_SHORT;
    desc.normalized = 1;
    desc.shape = GLTF_VEC3;
    desc.count = 2;
    layout.fill[3] = 1;
    assert_int_equal(gltf_accessor_resolve(&source, &desc, &a, NULL), GLTF_OK);
    assert_int_equal(gltf_accessor_read_float(&a, 0, 2, dense, 6), GLTF_OK);
    assert_true(dense[0] == 0 && dense[5] == 0);
    assert_int_equal(gltf_accessor_read_as(&a, 0, 2, &layout, out, sizeof out), GLTF_OK);
    assert_true(out[0] == 0 && out[2] == 0 && out[3] == 1 && out[5] == 0 && out[8] == 1);
    assert_memory_equal(&out[4], "\x55\x55\x55\x55", 4);
    assert_null(gltf_accessor_direct(&a));
}

/* ---- Streams ---- */

/* accessor.h: the same as reading each stream alone, interleaved into one vertex */
static void streams_fill_one_vertex_buffer(void **state) {
    (void)state;
    for (int round = 0; round < 20; round++) {
        enum { STREAMS = 4 };
        static const uint32_t kinds[STREAMS] = {5, 9, 8, 1};
        static const uint32_t shapes[STREAMS] = {GLTF_VEC3, GLTF_VEC2, GLTF_VEC4, GLTF_MAT2};
        static const uint32_t offsets[STREAMS] = {0, 12, 20, 24};
        sample samples[STREAMS];
        gltf_accessor accessors[STREAMS];
        gltf_stream streams[STREAMS];
        size_t count = round < 10 ? 1 + sample_below(20) : 500 + sample_below(1500);
        size_t first = sample_below((uint32_t)count), n = count - first;
        guard out = guard_make((n - 1) * 29 + 28, GUARD_AFTER);
        guard alone = guard_make(out.size, GUARD_AFTER);
        uint32_t failed = 3;
        for (uint32_t i = 0; i < STREAMS; i++) {
            sample_spec spec = random_spec(kinds[i], shapes[i]);
            spec.index_type = GLTF_UNSIGNED_SHORT;
            spec.count = count;
            spec.sparse_count = i < 3 ? sample_below((uint32_t)count) : 0;
            sample_make(&samples[i], &spec);
            accessors[i] = resolved(&samples[i]);
            memset(&streams[i], 0, sizeof streams[i]);
            streams[i].accessor = &accessors[i];
            streams[i].out = out.bytes + offsets[i];
            streams[i].out_size = out.size - offsets[i];
            streams[i].layout.byte_stride = 29;
            streams[i].layout.component_type = i == 1 ? GLTF_HALF_FLOAT : 0;
            streams[i].layout.component_count = i == 1 ? 4 : 0;
            assert_int_equal(gltf_accessor_read_as(&accessors[i], first, n, &streams[i].layout,
                                                   alone.bytes + offsets[i], alone.size - offsets[i]),
                             GLTF_OK);
        }
        assert_int_equal(gltf_accessor_read_streams(streams, STREAMS, first, n, &failed), GLTF_OK);
        assert_int_equal(failed, GLTF_NONE);
        assert_memory_equal(out.bytes, alone.bytes, out.size);
        for (uint32_t i = 0; i < STREAMS; i++) {
            sample_free(&samples[i]);
        }
        guard_free(&out);
        guard_free(&alone);
    }
}

static gltf_stream stream_of(const gltf_accessor *a, void *out, size_t size, uint32_t type) {
    gltf_stream stream;
    memset(&stream, 0, sizeof stream);
    stream.accessor = a;
    stream.out = out;
    stream.out_size = size;
    stream.layout.component_type = type;
    return stream;
}

/* accessor.h: all streams are checked before the first byte is written; `failed` is the lowest faulty one */
static void a_faulty_stream_stops_all_before_writing(void **state) {
    (void)state;
    uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[8] = {0};
    gltf_accessor a = wrapped(bytes, 8, GLTF_UNSIGNED_BYTE, GLTF_SCALAR, 0, 8);
    gltf_accessor n = wrapped(bytes, 8, GLTF_UNSIGNED_BYTE, GLTF_SCALAR, 1, 8);
    gltf_accessor shorter = wrapped(bytes, 8, GLTF_UNSIGNED_BYTE, GLTF_SCALAR, 0, 4);
    gltf_stream streams[3] = {stream_of(&a, out, 8, 0), stream_of(&shorter, out, 8, 0), stream_of(NULL, out, 8, 0)};
    uint32_t failed = 9;
    assert_int_equal(gltf_accessor_read_streams(streams, 3, 0, 8, &failed), GLTF_ERR_RANGE);
    assert_int_equal(failed, 1);
    assert_int_equal(gltf_accessor_read_streams(streams, 3, 0, 4, &failed), GLTF_ERR_ARGUMENT);
    assert_int_equal(failed, 2);
    streams[2] = stream_of(&a, NULL, 8, 0);
    assert_int_equal(gltf_accessor_read_streams(streams, 3, 0, 4, &failed), GLTF_ERR_ARGUMENT);
    streams[2] = stream_of(&a, out, 7, GLTF_UNSIGNED_SHORT);
    assert_int_equal(gltf_accessor_read_streams(streams, 3, 0, 4, &failed), GLTF_ERR_CAPACITY);
    assert_int_equal(failed, 2);
    streams[2] = stream_of(&n, out, 8, GLTF_UNSIGNED_SHORT);
    assert_int_equal(gltf_accessor_read_streams(streams, 3, 0, 4, &failed), GLTF_ERR_CONVERSION);
    assert_int_equal(failed, 2);
    assert_int_equal(out[0], 0);
    streams[0] = stream_of(&shorter, out, 8, 0);
    assert_int_equal(gltf_accessor_read_streams(streams, 2, 0, 8, &failed), GLTF_ERR_RANGE);
    assert_int_equal(failed, 0);
    streams[0] = stream_of(&a, out, 8, 0);
    assert_int_equal(out[0], 0);
    assert_int_equal(gltf_accessor_read_streams(NULL, 1, 0, 0, &failed), GLTF_ERR_ARGUMENT);
    assert_int_equal(failed, 0);
    assert_int_equal(gltf_accessor_read_streams(NULL, 0, 5, 5, &failed), GLTF_OK);
    assert_int_equal(gltf_accessor_read_streams(streams, 1, 0, 8, NULL), GLTF_OK);
    assert_memory_equal(out, bytes, 8);
}

/* accessor.h: what is impossible without a look at the data comes before a value that does not fit, of whatever stream */
static void streams_are_checked_before_values(void **state) {
    (void)state;
    const uint8_t bytes[12] = {1, 0, 0, 1, 2, 0, 1, 0, 1, 0, 1, 0}; /* the second value of 16 bits is 256 */
    uint8_t out[4][8];
    gltf_accessor large = wrapped(bytes, 12, GLTF_UNSIGNED_SHORT, GLTF_SCALAR, 0, 6);
    gltf_accessor normalized = wrapped(bytes, 12, GLTF_UNSIGNED_BYTE, GLTF_SCALAR, 1, 6);
    const gltf_stream fine = stream_of(&large, out[0], 8, GLTF_UNSIGNED_INT);
    const gltf_stream unfit = stream_of(&large, out[1], 8, GLTF_UNSIGNED_BYTE);
    const gltf_stream impossible[] = {
        stream_of(NULL, out[2], 8, 0),
        stream_of(&large, NULL, 8, 0),
        stream_of(&large, out[2], 1, 0),
        stream_of(&normalized, out[2], 8, GLTF_UNSIGNED_SHORT), /* normalized to plain integers */
        stream_of(&large, out[2], 8, 77),
    };
    const gltf_status statuses[] = {GLTF_ERR_ARGUMENT, GLTF_ERR_ARGUMENT, GLTF_ERR_CAPACITY, GLTF_ERR_CONVERSION,
                                    GLTF_ERR_ARGUMENT};
    uint32_t failed = 9;
    memset(out, 0xEE, sizeof out);
    for (size_t i = 0; i < sizeof impossible / sizeof impossible[0]; i++) {
        gltf_stream streams[4] = {fine, unfit, impossible[i], impossible[i]};
        streams[3].accessor = NULL;
        assert_int_equal(gltf_accessor_read_streams(streams, 4, 0, 2, &failed), statuses[i]);
        assert_int_equal(failed, 2);
        for (size_t k = 0; k < sizeof out; k++) {
            assert_int_equal(((const uint8_t *)out)[k], 0xEE);
        }
    }
    const gltf_stream values[3] = {fine, unfit, unfit};
    assert_int_equal(gltf_accessor_read_streams(values, 3, 0, 2, &failed), GLTF_ERR_CONVERSION);
    assert_int_equal(failed, 1);
    assert_int_equal(gltf_accessor_read_streams(values, 3, 0, 1, &failed), GLTF_OK);
    assert_int_equal(failed, GLTF_NONE);
}

/* accessor.h: any number of streams; they are read in groups, and a fault is named by its place among all of them */
static void many_streams_are_all_read(void **state) {
    (void)state;
    enum { COUNT = 600, MOST = 40 };
    static uint8_t bytes[MOST][COUNT], out[COUNT][MOST];
    gltf_accessor accessors[MOST];
    gltf_stream streams[MOST];
    for (uint32_t i = 0; i < MOST; i++) {
        for (size_t k = 0; k < COUNT; k++) {
            bytes[i][k] = (uint8_t)((i * 7 + k) & 0x7f);
        }
        accessors[i] = wrapped(bytes[i], COUNT, GLTF_BYTE, GLTF_SCALAR, 0, COUNT);
        streams[i] = stream_of(&accessors[i], &out[0][i], sizeof out - i, GLTF_UNSIGNED_BYTE);
        streams[i].layout.byte_stride = MOST;
    }
    for (uint32_t n = 0; n <= MOST; n++) {
        uint32_t failed = 3;
        memset(out, 0xcc, sizeof out);
        assert_int_equal(gltf_accessor_read_streams(streams, n, 0, COUNT, &failed), GLTF_OK);
        assert_int_equal(failed, GLTF_NONE);
        for (size_t k = 0; k < COUNT; k++) {
            for (uint32_t i = 0; i < MOST; i++) {
                assert_int_equal(out[k][i], i < n ? bytes[i][k] : 0xcc);
            }
        }
    }
    for (uint32_t i = 0; i < MOST; i++) {
        uint32_t failed = 3;
        const uint8_t before = bytes[i][COUNT - 1];
        bytes[i][COUNT - 1] = 0x80; /* negative */
        assert_int_equal(gltf_accessor_read_streams(streams, MOST, 0, COUNT, &failed), GLTF_ERR_CONVERSION);
        assert_int_equal(failed, i);
        bytes[i][COUNT - 1] = before;
    }
}

/* accessor.h: the lowest faulty stream, even if a higher one fails in an earlier block */
static void the_lowest_stream_that_cannot_convert_is_named(void **state) {
    (void)state;
    enum { COUNT = 2000 };
    static uint8_t late[COUNT], early[COUNT], out[3][COUNT];
    uint32_t failed;
    late[1900] = 0x80; /* negative */
    early[3] = 0x80;
    gltf_accessor a = wrapped(late, COUNT, GLTF_BYTE, GLTF_SCALAR, 0, COUNT);
    gltf_accessor b = wrapped(early, COUNT, GLTF_BYTE, GLTF_SCALAR, 0, COUNT);
    gltf_stream streams[3] = {stream_of(&b, out[0], COUNT, 0), stream_of(&a, out[1], COUNT, GLTF_UNSIGNED_BYTE),
                              stream_of(&b, out[2], COUNT, GLTF_UNSIGNED_BYTE)};
    assert_int_equal(gltf_accessor_read_streams(streams, 3, 0, COUNT, &failed), GLTF_ERR_CONVERSION);
    assert_int_equal(failed, 1);
    assert_int_equal(gltf_accessor_read_streams(streams, 3, 0, 1900, &failed), GLTF_ERR_CONVERSION);
    assert_int_equal(failed, 2);
    assert_int_equal(gltf_accessor_read_streams(streams, 3, 4, 1896, &failed), GLTF_OK);
}

/* ---- Many small elements that lie apart ---- */

enum { SCATTERED = 2500, MOST_NUMBERS = 9 };

/* The last element ends where the guarded memory does. */
static void compare_scattered(uint32_t type, uint32_t normalized, uint32_t shape, uint32_t apart, uint32_t wanted,
                              uint32_t wanted_normalized) {
    static uint8_t got[SCATTERED * MOST_NUMBERS * 4], expected[SCATTERED * MOST_NUMBERS * 4];
    static const uint32_t sets[] = {GLTF_CPU_PLAIN, GLTF_CPU_SSE2, GLTF_CPU_SSE2 | GLTF_CPU_SSSE3, UINT32_MAX >> 1};
    const gltf_layout layout = {wanted, 0, wanted_normalized, 0, {0, 0, 0, 0}};
    const uint32_t size = gltf_element_size(type, shape);
    gltf_accessor_desc desc;
    gltf_accessor a;
    memset(&desc, 0, sizeof desc);
    desc.component_type = type;
    desc.normalized = normalized;
    desc.shape = shape;
    desc.count = SCATTERED;
    desc.byte_stride = size + apart;
    guard memory = guard_make((SCATTERED - 1) * (size_t)(size + apart) + size, GUARD_AFTER);
    for (size_t i = 0; i < memory.size; i++) {
        memory.bytes[i] = (uint8_t)(i * 2654435761u >> 13);
    }
    assert_int_equal(gltf_accessor_wrap(memory.bytes, memory.size, &desc, 0, &a, NULL), GLTF_OK);
    for (size_t k = 0; k < sizeof sets / sizeof sets[0]; k++) {
        uint8_t *out = k ? got : expected;
        a.cpu = sets[k] == GLTF_CPU_PLAIN ? 0 : sets[k] & gltf_cpu_detect();
        assert_int_equal(gltf_accessor_read_as(&a, 0, SCATTERED, &layout, out, sizeof got), GLTF_OK);
        if (k &&
            memcmp(got, expected, (size_t)SCATTERED * gltf_component_count(shape) * gltf_component_size(wanted)) != 0) {
            fail_msg("set %zu: type %u%s, shape %u, %u apart, to %u", k, type, normalized ? " normalized" : "", shape,
                     apart, wanted);
        }
    }
    guard_free(&memory);
}

/* design 8.4: what is brought together before it is converted, part by part, is what the plain loops read, to the last one,
 * and nothing behind it is touched */
static void many_elements_that_lie_apart_are_all_read(void **state) {
    (void)state;
    static const uint32_t types[] = {GLTF_BYTE, GLTF_UNSIGNED_BYTE, GLTF_SHORT, GLTF_UNSIGNED_SHORT};
    static const uint32_t shapes[] = {GLTF_SCALAR, GLTF_VEC2, GLTF_VEC3, GLTF_VEC4, GLTF_MAT2, GLTF_MAT3};
    static const uint32_t wanted[][2] = {
        {GLTF_HALF_FLOAT, 0}, {GLTF_UNSIGNED_BYTE, 1}, {GLTF_SHORT, 1}, {GLTF_FLOAT, 0}};
    for (size_t t = 0; t < 8; t++) {
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
            for (uint32_t apart = 1; apart <= 8; apart++) {
                for (size_t w = 0; w < sizeof wanted / sizeof wanted[0]; w++) {
                    compare_scattered(types[t / 2], t % 2, shapes[s], apart, wanted[w][0], wanted[w][1]);
                }
            }
        }
    }
}

/* ---- Looking ---- */

/* accessor.h: direct needs aligned data and stride, no padding, no overlay; normalized integers qualify */
static void direct_gives_only_what_can_be_used_in_place(void **state) {
    (void)state;
    static const union {
        uint8_t bytes[64];
        double aligned;
    } block = {{0}};
    static const uint16_t one = 1;
    int little = *(const uint8_t *)&one; /* elsewhere nothing but bytes can be used as it is */
    gltf_accessor_desc desc;
    gltf_accessor a;
    memset(&desc, 0, sizeof desc);
    desc.component_type = GLTF_FLOAT;
    desc.shape = GLTF_VEC3;
    desc.count = 2;
    assert_int_equal(gltf_accessor_wrap(block.bytes, 64, &desc, 0, &a, NULL), GLTF_OK);
    assert_ptr_equal(gltf_accessor_direct(&a), little ? block.bytes : NULL);
    a.sparse_count = 1;
    assert_null(gltf_accessor_direct(&a));
    desc.byte_offset = 2;
    assert_int_equal(gltf_accessor_wrap(block.bytes, 64, &desc, 0, &a, NULL), GLTF_OK);
    assert_null(gltf_accessor_direct(&a));
    desc.byte_offset = 4;
    desc.byte_stride = 14;
    assert_int_equal(gltf_accessor_wrap(block.bytes, 64, &desc, 0, &a, NULL), GLTF_OK);
    assert_null(gltf_accessor_direct(&a));
    desc.byte_stride = 16;
    assert_int_equal(gltf_accessor_wrap(block.bytes, 64, &desc, 0, &a, NULL), GLTF_OK);
    assert_ptr_equal(gltf_accessor_direct(&a), little ? block.bytes + 4 : NULL);
    desc.byte_stride = 0;
    desc.byte_offset = 2;
    desc.component_type = GLTF_UNSIGNED_SHORT;
    desc.normalized = 1;
    assert_int_equal(gltf_accessor_wrap(block.bytes, 64, &desc, 0, &a, NULL), GLTF_OK);
    assert_ptr_equal(gltf_accessor_direct(&a), little ? block.bytes + 2 : NULL);
    desc.shape = GLTF_MAT3; /* padded */
    assert_int_equal(gltf_accessor_wrap(block.bytes, 64, &desc, 0, &a, NULL), GLTF_OK);
    assert_null(gltf_accessor_direct(&a));
    desc.shape = GLTF_MAT2; /* of 16 bits: not padded */
    assert_int_equal(gltf_accessor_wrap(block.bytes, 64, &desc, 0, &a, NULL), GLTF_OK);
    assert_ptr_equal(gltf_accessor_direct(&a), little ? block.bytes + 2 : NULL);
    desc.component_type = GLTF_UNSIGNED_BYTE; /* of 8 bits it is */
    assert_int_equal(gltf_accessor_wrap(block.bytes, 64, &desc, 0, &a, NULL), GLTF_OK);
    assert_null(gltf_accessor_direct(&a));
    desc.shape = GLTF_VEC3;
    desc.byte_offset = 1;
    desc.byte_stride = 5;
    assert_int_equal(gltf_accessor_wrap(block.bytes, 64, &desc, 0, &a, NULL), GLTF_OK);
    assert_ptr_equal(gltf_accessor_direct(&a), block.bytes + 1);
}

/* accessor.h: only resolve and wrap fill an accessor; one with types that no file has is refused, not read */
static void types_that_no_file_has_are_refused(void **state) {
    (void)state;
    static const uint32_t pairs[][2] = {
        {GLTF_INT, GLTF_SCALAR}, {GLTF_DOUBLE, GLTF_VEC2}, {1, GLTF_VEC3}, {GLTF_FLOAT, 99}, {GLTF_BYTE, 8}};
    static const uint8_t bytes[64];
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        gltf_accessor accessor;
        double numbers[64];
        float floats[64];
        memset(&accessor, 0, sizeof accessor);
        accessor.data = bytes;
        accessor.count = 1;
        accessor.stride = 4;
        accessor.component_type = pairs[i][0];
        accessor.shape = pairs[i][1];
        accessor.component_count = 1;
        assert_int_equal(gltf_accessor_read_float(&accessor, 0, 1, floats, 64), GLTF_ERR_ARGUMENT);
        assert_int_equal(gltf_accessor_read_as(&accessor, 0, 1, NULL, floats, sizeof floats), GLTF_ERR_ARGUMENT);
        assert_int_equal(gltf_accessor_bounds(&accessor, numbers, numbers + 32, 32), GLTF_ERR_ARGUMENT);
        if (pairs[i][0] != GLTF_INT && pairs[i][0] != GLTF_DOUBLE) {
            assert_null(gltf_accessor_direct(&accessor));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_accessors_read_like_the_model),
        cmocka_unit_test(normalized_numbers_are_the_rounded_quotient),
        cmocka_unit_test(padded_columns_are_dropped),
        cmocka_unit_test(large_integers_round_to_nearest),
        cmocka_unit_test(float_bits_are_kept),
        cmocka_unit_test(uint32_of_what_is_no_plain_unsigned_is_refused),
        cmocka_unit_test(every_single_negative_number_is_seen),
        cmocka_unit_test(faults_of_the_call_come_in_order_and_write_nothing),
        cmocka_unit_test(an_all_zero_accessor_is_empty),
        cmocka_unit_test(impossible_layouts_are_arguments),
        cmocka_unit_test(fill_must_fit_a_plain_integer),
        cmocka_unit_test(fill_is_encoded_like_the_data),
        cmocka_unit_test(same_type_copies_bits),
        cmocka_unit_test(the_last_element_needs_no_full_stride),
        cmocka_unit_test(room_is_computed_without_wrapping),
        cmocka_unit_test(without_a_view_everything_is_zero),
        cmocka_unit_test(streams_fill_one_vertex_buffer),
        cmocka_unit_test(a_faulty_stream_stops_all_before_writing),
        cmocka_unit_test(streams_are_checked_before_values),
        cmocka_unit_test(many_streams_are_all_read),
        cmocka_unit_test(the_lowest_stream_that_cannot_convert_is_named),
        cmocka_unit_test(many_elements_that_lie_apart_are_all_read),
        cmocka_unit_test(direct_gives_only_what_can_be_used_in_place),
        cmocka_unit_test(types_that_no_file_has_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
