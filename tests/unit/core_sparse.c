/* unit/core_sparse.c - overlays: what they displace, what they must leave alone, and walking them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/sparse.h"
#include "support/guard.h"
#include "support/sample.h"

static const uint32_t index_types[] = {GLTF_UNSIGNED_BYTE, GLTF_UNSIGNED_SHORT, GLTF_UNSIGNED_INT};

static sample_spec spec_of(uint32_t type, uint32_t shape, size_t count, size_t sparse_count, int order) {
    sample_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.component_type = type;
    spec.shape = shape;
    spec.count = count;
    spec.sparse_count = sparse_count;
    spec.order = order;
    spec.index_type =
        count > 256 ? (sample_below(2) ? GLTF_UNSIGNED_SHORT : GLTF_UNSIGNED_INT) : index_types[sample_below(3)];
    spec.side = GUARD_AFTER;
    return spec;
}

static gltf_accessor resolved(const sample *s) {
    gltf_accessor a;
    assert_int_equal(gltf_accessor_resolve(&s->source, &s->desc, &a, NULL), GLTF_OK);
    return a;
}

/* ---- By hand ---- */

/* A little accessor of bytes, put together without resolve where a test wants bytes that changed afterwards. */
static gltf_accessor bytes_with(const uint8_t *base, size_t count, const uint8_t *indices, const uint8_t *values,
                                size_t entries, uint32_t flags) {
    gltf_accessor a;
    memset(&a, 0, sizeof a);
    a.data = base;
    a.sparse_indices = indices;
    a.sparse_values = values;
    a.count = count;
    a.stride = 1;
    a.sparse_count = entries;
    a.component_type = GLTF_UNSIGNED_BYTE;
    a.shape = GLTF_SCALAR;
    a.component_count = 1;
    a.element_size = 1;
    a.sparse_index_type = GLTF_UNSIGNED_BYTE;
    a.flags = flags;
    return a;
}

/* spec-notes 12: base scalars 16 bytes apart, values 100 and 200 at 0 and 2: values never step by the base's stride */
static void values_are_tight_whatever_the_base_is(void **state) {
    (void)state;
    static const uint8_t numbers[44] = {1, 0, 0, 0, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9,   9, 2, 0, 0,   0, 9, 9,
                                        9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 3, 0, 0, 0, 100, 0, 0, 0, 200, 0, 0, 0};
    gltf_buffer buffer = {numbers, sizeof numbers};
    static const uint8_t indices[] = {0, 2};
    gltf_buffer buffers[2];
    gltf_buffer_view views[3];
    gltf_source source;
    gltf_accessor_desc desc;
    gltf_accessor a;
    float f[3];
    memset(views, 0, sizeof views);
    memset(&source, 0, sizeof source);
    memset(&desc, 0, sizeof desc);
    buffers[0] = buffer;
    buffers[1].data = indices;
    buffers[1].size = 2;
    views[0].byte_length = 36;
    views[0].byte_stride = 16;
    views[1].buffer = 1;
    views[1].byte_length = 2;
    views[2].byte_offset = 36;
    views[2].byte_length = 8;
    views[2].byte_stride = 16; /* ignored */
    source.buffers = buffers;
    source.views = views;
    source.buffer_count = 2;
    source.view_count = 3;
    desc.component_type = GLTF_UNSIGNED_INT;
    desc.shape = GLTF_SCALAR;
    desc.count = 3;
    desc.sparse.count = 2;
    desc.sparse.indices_view = 1;
    desc.sparse.values_view = 2;
    desc.sparse.indices_component_type = GLTF_UNSIGNED_BYTE;
    assert_int_equal(gltf_accessor_resolve(&source, &desc, &a, NULL), GLTF_OK);
    assert_int_equal(gltf_accessor_read_float(&a, 0, 3, f, 3), GLTF_OK);
    assert_true(f[0] == 100 && f[1] == 2 && f[2] == 200);
}

/* spec 3.6.2.3: without a base, zeros are displaced */
static void zeros_are_displaced(void **state) {
    (void)state;
    gltf_accessor a = bytes_with(NULL, 5, (const uint8_t *)"\1\4", (const uint8_t *)"\7\x8", 2, 0);
    uint32_t u[5];
    assert_int_equal(gltf_accessor_read_uint32(&a, 0, 5, u, 5), GLTF_OK);
    assert_true(u[0] == 0 && u[1] == 7 && u[2] == 0 && u[3] == 0 && u[4] == 8);
}

/* spec 3.6.2.3: entries outside the requested range are not applied, and nothing is written for them */
static void entries_outside_the_range_are_ignored(void **state) {
    (void)state;
    const uint8_t *base = (const uint8_t *)"\1\2\3\4\5\6";
    gltf_accessor sorted = bytes_with(base, 6, (const uint8_t *)"\0\2\3\5", (const uint8_t *)"\x0a\x0b\x0c\x0d", 4, 0);
    gltf_accessor shuffled = bytes_with(base, 6, (const uint8_t *)"\5\3\0\2", (const uint8_t *)"\x0d\x0c\x0a\x0b", 4,
                                        GLTF_ACCESSOR_UNSORTED);
    for (int i = 0; i < 2; i++) {
        guard out = guard_make(2, GUARD_BEFORE);
        guard after = guard_make(2, GUARD_AFTER);
        const gltf_accessor *a = i ? &shuffled : &sorted;
        assert_int_equal(gltf_accessor_read_as(a, 1, 2, NULL, out.bytes, 2), GLTF_OK);
        assert_memory_equal(out.bytes, "\2\x0b", 2);
        assert_int_equal(gltf_accessor_read_as(a, 3, 2, NULL, after.bytes, 2), GLTF_OK);
        assert_memory_equal(after.bytes, "\x0c\5", 2);
        guard_free(&out);
        guard_free(&after);
    }
}

/* design 9: equal or decreasing indices are applied in order, the last one wins, whole or ranged */
static void the_last_of_equal_entries_wins(void **state) {
    (void)state;
    const uint8_t *base = (const uint8_t *)"\1\2\3\4";
    gltf_accessor equal = bytes_with(base, 4, (const uint8_t *)"\1\1\1\2", (const uint8_t *)"\x0a\x0b\x0c\x0d", 4, 0);
    gltf_accessor down = bytes_with(base, 4, (const uint8_t *)"\2\1\2\1", (const uint8_t *)"\x0a\x0b\x0c\x0d", 4,
                                    GLTF_ACCESSOR_UNSORTED);
    uint8_t out[4];
    assert_int_equal(gltf_accessor_read_as(&equal, 0, 4, NULL, out, 4), GLTF_OK);
    assert_memory_equal(out, "\1\x0c\x0d\4", 4);
    assert_int_equal(gltf_accessor_read_as(&equal, 1, 1, NULL, out, 1), GLTF_OK);
    assert_int_equal(out[0], 0x0c);
    assert_int_equal(gltf_accessor_read_as(&down, 0, 4, NULL, out, 4), GLTF_OK);
    assert_memory_equal(out, "\1\x0d\x0c\4", 4);
    assert_int_equal(gltf_accessor_read_as(&down, 2, 1, NULL, out, 1), GLTF_OK);
    assert_int_equal(out[0], 0x0c);
}

/* design 9: the largest index of each type is an ordinary one */
static void the_largest_index_of_a_type_is_an_index(void **state) {
    (void)state;
    static uint8_t base[65536];
    static const uint8_t two[2] = {0xff, 0xff};
    gltf_accessor a = bytes_with(base, 256, (const uint8_t *)"\xff", (const uint8_t *)"\7", 1, 0);
    uint8_t out[1];
    assert_int_equal(gltf_accessor_read_as(&a, 255, 1, NULL, out, 1), GLTF_OK);
    assert_int_equal(out[0], 7);
    a = bytes_with(base, 65536, two, (const uint8_t *)"\x8", 1, 0);
    a.sparse_index_type = GLTF_UNSIGNED_SHORT;
    assert_int_equal(gltf_accessor_read_as(&a, 65535, 1, NULL, out, 1), GLTF_OK);
    assert_int_equal(out[0], 8);
}

/* design 9: a number counts after the overlay: a negative base value that is displaced does not hurt, a value that is
 * displaced by a later one neither */
static void conversion_is_judged_after_the_overlay(void **state) {
    (void)state;
    const uint8_t *base = (const uint8_t *)"\x01\xff\x03"; /* 1 -1 3 */
    uint32_t u[3];
    gltf_accessor covered = bytes_with(base, 3, (const uint8_t *)"\1", (const uint8_t *)"\2", 1, 0);
    gltf_accessor bared = bytes_with(base, 3, (const uint8_t *)"\2", (const uint8_t *)"\2", 1, 0);
    gltf_accessor twice = bytes_with(base, 3, (const uint8_t *)"\1\1", (const uint8_t *)"\xfe\5", 2, 0);
    gltf_accessor again = bytes_with(base, 3, (const uint8_t *)"\1\1", (const uint8_t *)"\5\xfe", 2, 0);
    gltf_accessor shuffled =
        bytes_with(base, 3, (const uint8_t *)"\1\0\1", (const uint8_t *)"\xfe\6\7", 3, GLTF_ACCESSOR_UNSORTED);
    covered.component_type = bared.component_type = twice.component_type = GLTF_BYTE;
    again.component_type = shuffled.component_type = GLTF_BYTE;
    assert_int_equal(gltf_accessor_read_uint32(&covered, 0, 3, u, 3), GLTF_OK);
    assert_true(u[0] == 1 && u[1] == 2 && u[2] == 3);
    assert_int_equal(gltf_accessor_read_uint32(&bared, 0, 3, u, 3), GLTF_ERR_CONVERSION);
    assert_int_equal(gltf_accessor_read_uint32(&bared, 2, 1, u, 3), GLTF_OK);
    assert_int_equal(u[0], 2);
    assert_int_equal(gltf_accessor_read_uint32(&twice, 0, 3, u, 3), GLTF_OK);
    assert_int_equal(u[1], 5);
    assert_int_equal(gltf_accessor_read_uint32(&again, 0, 3, u, 3), GLTF_ERR_CONVERSION);
    assert_int_equal(gltf_accessor_read_uint32(&again, 2, 1, u, 3), GLTF_OK);
    assert_int_equal(gltf_accessor_read_uint32(&shuffled, 0, 3, u, 3), GLTF_OK);
    assert_true(u[0] == 6 && u[1] == 7 && u[2] == 3);
}

/* The same in a long range, which is read in blocks: a fault of any block is remembered. */
static void conversion_is_judged_in_every_block(void **state) {
    (void)state;
    enum { COUNT = 5000 };
    static uint8_t base[COUNT];
    static uint32_t u[COUNT];
    for (size_t at = 0; at < COUNT; at += 499) {
        gltf_accessor a = bytes_with(base, COUNT, (const uint8_t *)"\1", (const uint8_t *)"\2", 1, 0);
        a.component_type = GLTF_BYTE;
        base[at] = 0xff;
        assert_int_equal(gltf_accessor_read_uint32(&a, 0, COUNT, u, COUNT), GLTF_ERR_CONVERSION);
        base[at] = 0;
        base[1] = 0xff; /* displaced */
        assert_int_equal(gltf_accessor_read_uint32(&a, 0, COUNT, u, COUNT), GLTF_OK);
        base[1] = 0;
    }
}

/* spec 3.6.2.3: the overlay is normalized like the base */
static void values_are_converted_like_the_base(void **state) {
    (void)state;
    gltf_accessor a = bytes_with((const uint8_t *)"\xff\xff", 2, (const uint8_t *)"\1", (const uint8_t *)"\x80", 1, 0);
    float f[2];
    a.normalized = 1;
    assert_int_equal(gltf_accessor_read_float(&a, 0, 2, f, 2), GLTF_OK);
    assert_true(f[0] == 1.0f && f[1] == 0x1.010102p-1f);
}

/* ---- Hostile: bytes that changed after resolve ---- */

/* design 9: nothing is ever written outside the range, whatever the indices have become, marked sorted or not */
static void indices_that_changed_after_resolve_write_nothing_outside(void **state) {
    (void)state;
    for (int round = 0; round < 400; round++) {
        enum { COUNT = 2500, ENTRIES = 700 };
        sample s;
        sample_spec spec = spec_of(round % 2 ? GLTF_FLOAT : GLTF_SHORT, round % 3 ? GLTF_VEC3 : GLTF_MAT3, COUNT,
                                   ENTRIES, round % 4 == 3 ? SAMPLE_SHUFFLED : SAMPLE_SORTED);
        sample_make(&s, &spec);
        gltf_accessor a = resolved(&s);
        uint32_t index_size = gltf_component_size(spec.index_type);
        guard hostile = guard_make(s.indices_bytes.size, GUARD_AFTER);
        for (size_t k = 0; k < ENTRIES; k++) {
            uint32_t v = sample_below(3) ? sample_below(COUNT) : sample_random();
            for (uint32_t b = 0; b < index_size; b++) {
                hostile.bytes[k * index_size + b] = (uint8_t)(v >> (8 * b));
            }
        }
        a.sparse_indices = hostile.bytes;
        size_t first = sample_below(COUNT), count = sample_below((uint32_t)(COUNT - first)) + 1;
        guard out = guard_make(count * a.component_count * sizeof(float), round % 2);
        assert_int_equal(
            gltf_accessor_read_float(&a, first, count, (float *)(void *)out.bytes, count * a.component_count), GLTF_OK);
        guard_free(&out);
        guard_free(&hostile);
        sample_free(&s);
    }
}

/* ---- Finding ---- */

/* The first entry not below an element, from every start, like a plain scan. */
static void finding_agrees_with_scanning(void **state) {
    (void)state;
    for (int round = 0; round < 60; round++) {
        size_t count = 1 + sample_below(round < 30 ? 60 : 1200);
        sample s;
        sample_spec spec = spec_of(GLTF_UNSIGNED_BYTE, GLTF_SCALAR, count, 1 + sample_below((uint32_t)count),
                                   round % 2 ? SAMPLE_SORTED : SAMPLE_EQUAL);
        sample_make(&s, &spec);
        gltf_accessor a = resolved(&s);
        for (int look = 0; look < 200; look++) {
            size_t element = sample_below((uint32_t)count + 2);
            size_t start = sample_below((uint32_t)spec.sparse_count + 1);
            size_t expected = start;
            while (expected < spec.sparse_count && s.indices[expected] < element) {
                expected++;
            }
            assert_int_equal(gltf_i_sparse_find(&a, start, element), expected);
        }
        sample_free(&s);
    }
}

/* ---- Walking ---- */

static void check_walk(const sample *s, const gltf_accessor *a, size_t first, size_t count) {
    uint32_t *expected = calloc(count, sizeof *expected); /* last entry plus one */
    gltf_i_sparse_walk walk;
    gltf_i_sparse_run run;
    size_t before = 0;
    assert_non_null(expected);
    for (size_t k = 0; k < s->model.sparse_count; k++) {
        if (s->indices[k] >= first && s->indices[k] - first < count) {
            expected[s->indices[k] - first] = (uint32_t)k + 1;
        }
    }
    gltf_i_sparse_walk_start(&walk, a, first, count);
    while (gltf_i_sparse_walk_next(&walk, &run)) {
        assert_in_range(run.count, 1, GLTF_I_SPARSE_RUN);
        for (size_t i = 0; i < run.count; i++) {
            assert_true(run.which[i] < count);
            assert_int_equal(expected[run.which[i]], run.entry + i + 1);
            expected[run.which[i]] = 0;
            assert_true(sparse_walk_seen(&walk, run.which[i]));
            if (!(a->flags & GLTF_ACCESSOR_UNSORTED)) {
                assert_true(before <= run.which[i]);
                before = run.which[i] + 1u;
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(expected[i], 0);
    }
    assert_int_equal(gltf_i_sparse_walk_next(&walk, &run), 0);
    free(expected);
}

/* sparse.h: each displaced element of a window once, with its last entry */
static void a_walk_gives_each_displaced_element_once(void **state) {
    (void)state;
    for (int round = 0; round < 90; round++) {
        size_t count = round < 60 ? 1 + sample_below(300) : GLTF_I_SPARSE_WINDOW + sample_below(9000);
        sample s;
        sample_spec spec =
            spec_of(GLTF_UNSIGNED_BYTE, GLTF_SCALAR, count, 1 + sample_below((uint32_t)count), round % 3);
        sample_make(&s, &spec);
        gltf_accessor a = resolved(&s);
        check_walk(&s, &a, 0, count < GLTF_I_SPARSE_WINDOW ? count : GLTF_I_SPARSE_WINDOW);
        size_t first = sample_below((uint32_t)count);
        size_t n = sample_below((uint32_t)(count - first)) + 1;
        check_walk(&s, &a, first, n < GLTF_I_SPARSE_WINDOW ? n : GLTF_I_SPARSE_WINDOW);
        a.sparse_count = 0;
        s.model.sparse_count = 0;
        check_walk(&s, &a, first, n < 5 ? n : 5);
        sample_free(&s);
    }
}

/* sparse.h: values of consecutive entries, as floats, without reading past the last one */
static void values_of_entries_become_floats(void **state) {
    (void)state;
    for (uint32_t kind = 0; kind < SAMPLE_TYPES; kind++) {
        for (uint32_t shape = GLTF_SCALAR; shape <= GLTF_MAT4; shape++) {
            sample s;
            sample_spec spec = spec_of(sample_types[kind][0], shape, 30, 20, SAMPLE_SORTED);
            spec.normalized = sample_types[kind][1];
            sample_make(&s, &spec);
            gltf_accessor a = resolved(&s);
            gltf_i_plan plan;
            uint8_t out[20 * 64], expected[64];
            assert_int_equal(gltf_i_plan_dense(&plan, &a, GLTF_FLOAT), GLTF_OK);
            assert_int_equal(plan.element_size, 4 * a.component_count);
            assert_int_equal(gltf_i_sparse_values(&plan, 3, 17, out), 0);
            for (size_t i = 0; i < 17; i++) {
                gltf_layout layout;
                memset(&layout, 0, sizeof layout);
                layout.component_type = GLTF_FLOAT;
                model_read(&s.model, s.indices[i + 3], 1, &layout, expected);
                assert_memory_equal(out + i * plan.element_size, expected, plan.element_size);
            }
            sample_free(&s);
        }
    }
}

/* An overlay over more than one window, where base values that do not fit are covered here and bared there. */
static void fitting_is_judged_in_every_window(void **state) {
    (void)state;
    enum { COUNT = 3 * GLTF_I_SPARSE_WINDOW };
    static uint8_t base[COUNT], values[COUNT], indices[COUNT * 4];
    static uint32_t out[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        base[i] = 0xff;
        for (uint32_t b = 0; b < 4; b++) {
            indices[4 * i + b] = (uint8_t)(i >> (8 * b));
        }
    }
    gltf_accessor a = bytes_with(base, COUNT, indices, values, COUNT, 0);
    a.component_type = GLTF_BYTE;
    a.sparse_index_type = GLTF_UNSIGNED_INT;
    assert_int_equal(gltf_accessor_read_uint32(&a, 0, COUNT, out, COUNT), GLTF_OK);
    values[COUNT - 1] = 0x80;
    assert_int_equal(gltf_accessor_read_uint32(&a, 0, COUNT, out, COUNT), GLTF_ERR_CONVERSION);
    assert_int_equal(gltf_accessor_read_uint32(&a, 0, COUNT - 1, out, COUNT), GLTF_OK);
    values[COUNT - 1] = 0;
    a.sparse_count = COUNT - 1;
    assert_int_equal(gltf_accessor_read_uint32(&a, 0, COUNT, out, COUNT), GLTF_ERR_CONVERSION);
    a.flags = GLTF_ACCESSOR_UNSORTED;
    assert_int_equal(gltf_accessor_read_uint32(&a, 0, COUNT, out, COUNT), GLTF_ERR_CONVERSION);
    assert_int_equal(gltf_accessor_read_uint32(&a, 0, COUNT - 1, out, COUNT), GLTF_OK);
    assert_int_equal(out[COUNT - 2], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_tight_whatever_the_base_is),
        cmocka_unit_test(zeros_are_displaced),
        cmocka_unit_test(entries_outside_the_range_are_ignored),
        cmocka_unit_test(the_last_of_equal_entries_wins),
        cmocka_unit_test(the_largest_index_of_a_type_is_an_index),
        cmocka_unit_test(conversion_is_judged_after_the_overlay),
        cmocka_unit_test(conversion_is_judged_in_every_block),
        cmocka_unit_test(values_are_converted_like_the_base),
        cmocka_unit_test(indices_that_changed_after_resolve_write_nothing_outside),
        cmocka_unit_test(finding_agrees_with_scanning),
        cmocka_unit_test(a_walk_gives_each_displaced_element_once),
        cmocka_unit_test(values_of_entries_become_floats),
        cmocka_unit_test(fitting_is_judged_in_every_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
