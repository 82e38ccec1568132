/* unit/morph_morph.c - layer 2: what gltf_morph_read promises, on small tables.  Numbers at large: tests/morph. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <gltf_accessor/morph.h>

#include "support/guard.h"
#include "support/little.h"

/* A dense accessor over numbers of this machine. */
static gltf_accessor dense(const void *bytes, size_t size, uint32_t type, uint32_t shape, uint64_t count,
                           uint32_t normalized) {
    gltf_accessor_desc desc = {0};
    gltf_accessor accessor;
    desc.count = count;
    desc.component_type = type;
    desc.shape = shape;
    desc.normalized = normalized;
    assert_int_equal(
        gltf_accessor_wrap(little(bytes, size, gltf_component_size(type)), size, &desc, 0, &accessor, NULL), GLTF_OK);
    return accessor;
}

/* A sparse accessor of floats without a base; indices are bytes. */
static gltf_accessor sparse(const uint8_t *indices, const float *values, size_t entries, uint32_t shape,
                            uint64_t count) {
    const size_t size = entries * shape * sizeof(float);
    const gltf_buffer buffers[2] = {{indices, entries}, {little(values, size, sizeof(float)), size}};
    const gltf_buffer_view views[2] = {{0, buffers[0].size, 0, 0}, {0, buffers[1].size, 1, 0}};
    const gltf_source source = {buffers, views, 2, 2, 0, 0, 0};
    gltf_accessor_desc desc = {0};
    gltf_accessor accessor;
    gltf_error error;
    desc.view = GLTF_NONE;
    desc.count = count;
    desc.component_type = GLTF_FLOAT;
    desc.shape = shape;
    desc.sparse.count = entries;
    desc.sparse.values_view = 1;
    desc.sparse.indices_component_type = GLTF_UNSIGNED_BYTE;
    assert_int_equal(gltf_accessor_resolve(&source, &desc, &accessor, &error), GLTF_OK);
    return accessor;
}

static const float base_numbers[6] = {1, 2, 3, 4, 5, 6};

static gltf_accessor base_of_two(void) {
    return dense(base_numbers, sizeof base_numbers, GLTF_FLOAT, GLTF_VEC3, 2, 0);
}

/* spec 3.7.2.2: base + sum of weight * delta */
static void weighted_deltas_are_added(void **state) {
    static const float up[6] = {0, 1, 0, 0, 2, 0};
    static const int8_t aside[6] = {127, 0, 0, -127, 0, -128};
    const gltf_accessor base = base_of_two();
    const gltf_accessor targets[2] = {dense(up, sizeof up, GLTF_FLOAT, GLTF_VEC3, 2, 0),
                                      dense(aside, sizeof aside, GLTF_BYTE, GLTF_VEC3, 2, 1)};
    const float weights[2] = {0.5f, -2.0f};
    const float expected[6] = {-1, 2.5f, 3, 6, 6, 8};
    float out[6];
    (void)state;
    assert_int_equal(gltf_morph_read(&base, targets, weights, 2, 0, 0, 2, NULL, out, sizeof out, NULL), GLTF_OK);
    assert_memory_equal(out, expected, sizeof out);
    assert_int_equal(gltf_morph_read(&base, targets, weights, 2, 0, 1, 1, NULL, out, 12, NULL), GLTF_OK);
    assert_memory_equal(out, expected + 3, 12);
}

/* morph.h: all-zero = that target lacks the attribute; no targets, and none given, is the base */
static void absent_targets_add_nothing(void **state) {
    const gltf_accessor base = base_of_two();
    const gltf_accessor absent = {0};
    const float weight = 3;
    float out[6];
    (void)state;
    assert_int_equal(gltf_morph_read(&base, &absent, &weight, 1, 0, 0, 2, NULL, out, sizeof out, NULL), GLTF_OK);
    assert_memory_equal(out, base_numbers, sizeof out);
    memset(out, 0, sizeof out);
    assert_int_equal(gltf_morph_read(&base, NULL, NULL, 0, 0, 0, 2, NULL, out, sizeof out, NULL), GLTF_OK);
    assert_memory_equal(out, base_numbers, sizeof out);
}

/* morph.h: a zero weight, of either sign, and an element that is not displaced leave the bits: -0, NaN payloads */
static void what_is_not_displaced_keeps_its_bits(void **state) {
    static const uint32_t bits[4] = {0x80000000u, 0x7fa00001u, 0xffc12345u, 0x3f800000u};
    static const uint8_t index[1] = {3};
    static const float value[1] = {1};
    static const float nan_like[4] = {1e38f, 1e38f, 1e38f, 1e38f};
    const gltf_accessor base = dense(bits, sizeof bits, GLTF_FLOAT, GLTF_SCALAR, 4, 0);
    const gltf_accessor targets[3] = {dense(nan_like, sizeof nan_like, GLTF_FLOAT, GLTF_SCALAR, 4, 0),
                                      sparse(index, value, 1, GLTF_SCALAR, 4),
                                      dense(nan_like, sizeof nan_like, GLTF_FLOAT, GLTF_SCALAR, 4, 0)};
    const float weights[3] = {0.0f, 0.5f, -0.0f};
    float out[4];
    const float last = 1.5f;
    (void)state;
    assert_int_equal(gltf_morph_read(&base, targets, weights, 3, 0, 0, 4, NULL, out, sizeof out, NULL), GLTF_OK);
    assert_memory_equal(out, bits, 3 * sizeof *bits);
    assert_memory_equal(&out[3], &last, sizeof last);
}

/* morph.h: a listed entry counts as displaced even if its value is 0, and a repeated one once, with the last value */
static void listed_entries_count_once(void **state) {
    static const float minus_zero[3] = {-0.0f, -0.0f, -0.0f};
    static const uint8_t indices[3] = {0, 1, 1};
    static const float values[3] = {0, 5, 7};
    const gltf_accessor base = dense(minus_zero, sizeof minus_zero, GLTF_FLOAT, GLTF_SCALAR, 3, 0);
    const gltf_accessor target = sparse(indices, values, 3, GLTF_SCALAR, 3);
    const float weight = 1;
    uint32_t out[3];
    (void)state;
    assert_int_equal(gltf_morph_read(&base, &target, &weight, 1, 0, 0, 3, NULL, out, sizeof out, NULL), GLTF_OK);
    assert_int_equal(out[0], 0); /* -0 + 1 * 0 */
    assert_int_equal(out[1], 0x40e00000u);
    assert_int_equal(out[2], 0x80000000u);
}

/* design 9: indices in no order are read, the last entry of an element wins; for every block again */
static void unordered_entries_are_applied(void **state) {
    static const uint8_t indices[5] = {9, 2, 9, 0, 2};
    static const float values[5] = {1, 2, 3, 4, 5};
    float zeros[10] = {0};
    const gltf_accessor base = dense(zeros, sizeof zeros, GLTF_FLOAT, GLTF_SCALAR, 10, 0);
    const gltf_accessor target = sparse(indices, values, 5, GLTF_SCALAR, 10);
    const float weight = 2;
    const float expected[10] = {8, 0, 10, 0, 0, 0, 0, 0, 0, 6};
    float out[10];
    (void)state;
    assert_int_equal(gltf_morph_read(&base, &target, &weight, 1, 0, 0, 10, NULL, out, sizeof out, NULL), GLTF_OK);
    assert_memory_equal(out, expected, sizeof out);
    assert_int_equal(gltf_morph_read(&base, &target, &weight, 1, 0, 1, 9, NULL, out, 36, NULL), GLTF_OK);
    assert_memory_equal(out, expected + 1, 36);
}

/* morph.h: any number of targets and elements; those with indices in no order are walked window by window, also where more
 * targets follow than are looked at together */
static void unordered_entries_far_apart_are_applied(void **state) {
    enum { COUNT = 40000, TARGETS = 70 };
    static const uint16_t indices[3] = {39999, 3, 20000};
    static const float values[3] = {1, 2, 3};
    static gltf_accessor targets[TARGETS];
    static float weights[TARGETS], out[COUNT];
    const gltf_buffer buffers[2] = {{little(indices, sizeof indices, 2), sizeof indices},
                                    {little(values, sizeof values, 4), sizeof values}};
    const gltf_buffer_view views[2] = {{0, sizeof indices, 0, 0}, {0, sizeof values, 1, 0}};
    const gltf_source source = {buffers, views, 2, 2, 0, 0, 0};
    gltf_accessor_desc desc = {0};
    gltf_accessor base;
    (void)state;
    desc.view = GLTF_NONE;
    desc.count = COUNT;
    desc.component_type = GLTF_FLOAT;
    desc.shape = GLTF_SCALAR;
    assert_int_equal(gltf_accessor_resolve(&source, &desc, &base, NULL), GLTF_OK);
    desc.sparse.count = 3;
    desc.sparse.values_view = 1;
    desc.sparse.indices_component_type = GLTF_UNSIGNED_SHORT;
    for (size_t t = 0; t < TARGETS; t++) {
        assert_int_equal(gltf_accessor_resolve(&source, &desc, &targets[t], NULL), GLTF_OK);
        weights[t] = 1;
    }
    assert_int_equal(gltf_morph_read(&base, targets, weights, TARGETS, 0, 0, COUNT, NULL, out, sizeof out, NULL),
                     GLTF_OK);
    for (size_t i = 0; i < COUNT; i++) {
        const float value = i == 39999 ? 1.0f : i == 3 ? 2.0f : i == 20000 ? 3.0f : 0.0f;
        assert_true(out[i] == TARGETS * value);
    }
}

/* spec 3.7.2.2: COLOR_0 is clamped after adding; a delta without alpha leaves alpha, and fill gives what the base lacks */
static void colors_are_clamped_and_completed(void **state) {
    static const uint8_t rgb[4] = {255, 51, 0, 0}; /* one VEC3, and a byte behind it */
    static const float brighter[3] = {1, 0.2f, -1};
    static const uint8_t rgba[4] = {0, 0, 0, 102};
    const gltf_accessor base3 = dense(rgb, 3, GLTF_UNSIGNED_BYTE, GLTF_VEC3, 1, 1);
    const gltf_accessor base4 = dense(rgba, 4, GLTF_UNSIGNED_BYTE, GLTF_VEC4, 1, 1);
    const gltf_accessor target = dense(brighter, sizeof brighter, GLTF_FLOAT, GLTF_VEC3, 1, 0);
    const gltf_layout as_bytes = {GLTF_UNSIGNED_BYTE, 4, 1, 0, {0, 0, 0, 1}};
    const float weight = 1;
    const uint8_t expected3[4] = {255, 102, 0, 255}, expected4[4] = {255, 51, 0, 102};
    uint8_t out[4];
    (void)state;
    assert_int_equal(
        gltf_morph_read(&base3, &target, &weight, 1, GLTF_MORPH_CLAMP, 0, 1, &as_bytes, out, sizeof out, NULL),
        GLTF_OK);
    assert_memory_equal(out, expected3, 4);
    assert_int_equal(
        gltf_morph_read(&base4, &target, &weight, 1, GLTF_MORPH_CLAMP, 0, 1, &as_bytes, out, sizeof out, NULL),
        GLTF_OK);
    assert_memory_equal(out, expected4, 4);
}

/* morph.h: real outputs come from the float32 result, whatever the base is stored as */
static void doubles_hold_the_float_result(void **state) {
    static const uint16_t third[1] = {21845};
    const gltf_accessor base = dense(third, sizeof third, GLTF_UNSIGNED_SHORT, GLTF_SCALAR, 1, 1);
    const gltf_layout as_double = {GLTF_DOUBLE, 0, 0, 0, {0, 0, 0, 0}};
    double out;
    (void)state;
    assert_int_equal(gltf_morph_read(&base, NULL, NULL, 0, 0, 0, 1, &as_double, &out, sizeof out, NULL), GLTF_OK);
    assert_true(out == (double)(21845.0f / 65535.0f));
}

/* gltf_layout: bytes between elements are neither read nor written; any alignment */
static void strides_leave_what_lies_between(void **state) {
    static const float delta[6] = {1, 1, 1, 1, 1, 1};
    const gltf_accessor base = base_of_two();
    const gltf_accessor target = dense(delta, sizeof delta, GLTF_FLOAT, GLTF_VEC3, 2, 0);
    const gltf_layout layout = {GLTF_FLOAT, 2, 0, 13, {0, 0, 0, 0}};
    const float weight = 1;
    guard out = guard_make(21, GUARD_AFTER);
    const float expected[4] = {2, 3, 5, 6};
    (void)state;
    assert_int_equal(gltf_morph_read(&base, &target, &weight, 1, 0, 0, 2, &layout, out.bytes, 21, NULL), GLTF_OK);
    assert_memory_equal(out.bytes, expected, 8);
    assert_memory_equal(out.bytes + 8, "\xee\xee\xee\xee\xee", 5);
    assert_memory_equal(out.bytes + 13, expected + 2, 8);
    guard_free(&out);
}

/* ---- Failures ---- */

typedef struct call {
    const gltf_accessor *base;
    const gltf_accessor *targets;
    const float *weights;
    uint32_t target_count;
    uint32_t flags;
    size_t first;
    size_t count;
    const gltf_layout *layout;
    size_t out_size;
} call;

/* The call must fail so, say where, and write nothing. */
static void check_failure(const call *c, gltf_status status, const char *field, uint32_t target, uint64_t expected,
                          uint64_t found) {
    uint8_t out[64], untouched[64];
    gltf_error error;
    memset(out, 0xee, sizeof out);
    memset(untouched, 0xee, sizeof untouched);
    assert_int_equal(gltf_morph_read(c->base, c->targets, c->weights, c->target_count, c->flags, c->first, c->count,
                                     c->layout, out, c->out_size, &error),
                     status);
    assert_memory_equal(out, untouched, sizeof out);
    assert_int_equal(error.status, status);
    assert_int_equal(error.object, GLTF_OBJECT_NONE);
    assert_int_equal(error.index, GLTF_NONE);
    assert_int_equal(error.part, GLTF_NONE);
    assert_int_equal(error.target, target);
    assert_int_equal(error.expected, expected);
    assert_int_equal(error.found, found);
    assert_string_equal(error.field ? error.field : "", field);
    /* and the same without a place for the error */
    assert_int_equal(gltf_morph_read(c->base, c->targets, c->weights, c->target_count, c->flags, c->first, c->count,
                                     c->layout, out, c->out_size, NULL),
                     status);
}

/* morph.h: ARGUMENT, and nothing else, for what the caller got wrong */
static void wrong_arguments_are_named(void **state) {
    static const float numbers[12] = {0};
    const gltf_accessor base = base_of_two();
    const gltf_accessor targets[2] = {dense(numbers, 24, GLTF_FLOAT, GLTF_VEC3, 2, 0), {0}};
    const float weights[2] = {1, 1};
    float bad_weights[2] = {1, 0};
    const uint32_t nan_bits = 0x7fc00000u;
    const gltf_layout odd = {GLTF_FLOAT, 0, 0, 5, {0, 0, 0, 0}};
    const call fine = {&base, targets, weights, 2, 0, 0, 2, NULL, 24};
    call c = fine;
    (void)state;
    memcpy(&bad_weights[1], &nan_bits, sizeof nan_bits);
    c.base = NULL;
    check_failure(&c, GLTF_ERR_ARGUMENT, "base", GLTF_NONE, 0, 0);
    c = fine;
    c.targets = NULL;
    check_failure(&c, GLTF_ERR_ARGUMENT, "targets", GLTF_NONE, 0, 0);
    c = fine;
    c.weights = NULL;
    check_failure(&c, GLTF_ERR_ARGUMENT, "weights", GLTF_NONE, 0, 0);
    c.weights = bad_weights; /* also of a target that lacks the attribute */
    check_failure(&c, GLTF_ERR_ARGUMENT, "weights", 1, 0, 0);
    c = fine;
    c.flags = 6;
    check_failure(&c, GLTF_ERR_ARGUMENT, "flags", GLTF_NONE, 0, 0);
    c = fine;
    c.layout = &odd;
    check_failure(&c, GLTF_ERR_ARGUMENT, "layout", GLTF_NONE, 0, 0);
}

/* morph.h: RANGE, CAPACITY and CONVERSION as for reading */
static void wrong_ranges_and_rooms_are_refused(void **state) {
    const gltf_accessor base = base_of_two();
    const gltf_layout as_integer = {GLTF_INT, 0, 0, 0, {0, 0, 0, 0}};
    const call fine = {&base, NULL, NULL, 0, 0, 0, 2, NULL, 24};
    call c = fine;
    (void)state;
    c.layout = &as_integer;
    check_failure(&c, GLTF_ERR_CONVERSION, "", GLTF_NONE, 0, 0);
    c = fine;
    c.first = 3;
    c.count = 0;
    check_failure(&c, GLTF_ERR_RANGE, "element", GLTF_NONE, 2, 3);
    c.first = 1;
    c.count = 2;
    check_failure(&c, GLTF_ERR_RANGE, "element", GLTF_NONE, 2, 2);
    c.first = SIZE_MAX;
    c.count = 1;
    check_failure(&c, GLTF_ERR_RANGE, "element", GLTF_NONE, 2, SIZE_MAX);
    c = fine;
    c.out_size = 23;
    check_failure(&c, GLTF_ERR_CAPACITY, "out", GLTF_NONE, 24, 23);
}

/* issue "Bad input", spec 3.7.2.2: targets with fewer or more elements than the base, or of another type, whatever they weigh */
static void targets_that_do_not_fit_are_named(void **state) {
    static const float numbers[12] = {0};
    const gltf_accessor base = base_of_two();
    gltf_accessor targets[2] = {dense(numbers, 24, GLTF_FLOAT, GLTF_VEC3, 2, 0), {0}};
    const float weights[2] = {1, 0};
    const call c = {&base, targets, weights, 2, 0, 0, 2, NULL, 24};
    gltf_error error;
    char line[200];
    (void)state;
    targets[1] = dense(numbers, 36, GLTF_FLOAT, GLTF_VEC3, 3, 0);
    check_failure(&c, GLTF_ERR_MISMATCH, "count", 1, 2, 3);
    targets[1] = dense(numbers, 12, GLTF_FLOAT, GLTF_VEC3, 1, 0);
    check_failure(&c, GLTF_ERR_MISMATCH, "count", 1, 2, 1);
    targets[1] = dense(numbers, 32, GLTF_FLOAT, GLTF_VEC4, 2, 0);
    check_failure(&c, GLTF_ERR_MISMATCH, "type", 1, 3, 4);
    targets[1] = dense(numbers, 8, GLTF_FLOAT, GLTF_SCALAR, 2, 0);
    check_failure(&c, GLTF_ERR_MISMATCH, "type", 1, 3, 1);
    float out[6];
    gltf_morph_read(&base, targets, weights, 2, 0, 0, 2, NULL, out, sizeof out, &error);
    gltf_error_format(&error, line, sizeof line);
    assert_memory_equal(line, "target 1: ", 10);
}

/* morph.h: with count 0 nothing is written and `out` may be NULL, also at the end, also of an empty base */
static void empty_ranges_are_fine(void **state) {
    static const float numbers[6] = {0};
    const gltf_accessor base = base_of_two(), nothing = {0};
    const gltf_accessor target = dense(numbers, sizeof numbers, GLTF_FLOAT, GLTF_VEC3, 2, 0);
    const gltf_layout as_integer = {GLTF_INT, 0, 0, 0, {0, 0, 0, 0}};
    const float weight = 1;
    (void)state;
    assert_int_equal(gltf_morph_read(&base, &target, &weight, 1, 0, 2, 0, NULL, NULL, 0, NULL), GLTF_OK);
    assert_int_equal(gltf_morph_read(&base, &target, &weight, 1, 0, 0, 0, &as_integer, NULL, 0, NULL), GLTF_OK);
    assert_int_equal(gltf_morph_read(&nothing, NULL, NULL, 0, GLTF_MORPH_CLAMP, 0, 0, NULL, NULL, 0, NULL), GLTF_OK);
    assert_int_equal(gltf_morph_read(&nothing, NULL, NULL, 0, 0, 0, 1, NULL, NULL, 0, NULL), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_morph_read(&base, NULL, NULL, 0, 0, 0, 1, NULL, NULL, 12, NULL), GLTF_ERR_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weighted_deltas_are_added),
        cmocka_unit_test(absent_targets_add_nothing),
        cmocka_unit_test(what_is_not_displaced_keeps_its_bits),
        cmocka_unit_test(listed_entries_count_once),
        cmocka_unit_test(unordered_entries_are_applied),
        cmocka_unit_test(unordered_entries_far_apart_are_applied),
        cmocka_unit_test(colors_are_clamped_and_completed),
        cmocka_unit_test(doubles_hold_the_float_result),
        cmocka_unit_test(strides_leave_what_lies_between),
        cmocka_unit_test(wrong_arguments_are_named),
        cmocka_unit_test(wrong_ranges_and_rooms_are_refused),
        cmocka_unit_test(targets_that_do_not_fit_are_named),
        cmocka_unit_test(empty_ranges_are_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
