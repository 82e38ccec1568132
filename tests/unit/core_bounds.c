/* unit/core_bounds.c - extremes of the stored values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "support/little.h"
#include "support/sample.h"

static gltf_accessor resolved(const sample *s) {
    gltf_accessor a;
    assert_int_equal(gltf_accessor_resolve(&s->source, &s->desc, &a, NULL), GLTF_OK);
    return a;
}

static double number_of(const sample *s, size_t element, uint32_t k) {
    model_accessor stored = s->model;
    double v;
    stored.normalized = 0;
    model_encode(model_number_at(&stored, element, k), GLTF_DOUBLE, 0, (uint8_t *)&v);
    return v;
}

static void check_bounds(const sample *s) {
    gltf_accessor a = resolved(s);
    double min[16], max[16];
    assert_int_equal(gltf_accessor_bounds(&a, min, max, a.component_count), GLTF_OK);
    for (uint32_t k = 0; k < a.component_count; k++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (size_t i = 0; i < a.count; i++) {
            double v = number_of(s, i, k);
            low = v < low ? v : low;
            high = v > high ? v : high;
        }
        assert_true(low == min[k]);
        assert_true(high == max[k]);
    }
}

/* spec 3.6.2.5: per component, of the stored values (normalized or not), after the overlay; NaN is skipped */
static void bounds_are_the_extremes_of_what_is_stored(void **state) {
    (void)state;
    for (int round = 0; round < 8; round++) {
        for (uint32_t kind = 0; kind < SAMPLE_TYPES; kind++) {
            for (uint32_t shape = GLTF_SCALAR; shape <= GLTF_MAT4; shape++) {
                sample s;
                sample_spec spec;
                memset(&spec, 0, sizeof spec);
                spec.component_type = sample_types[kind][0];
                spec.normalized = sample_types[kind][1];
                spec.shape = shape;
                spec.count = 1 + sample_below(round < 6 ? 40 : 600);
                spec.stride = sample_below(2) ? 0 : 4 + 4 * sample_below(20);
                spec.sparse_count = sample_below(2) ? 0 : 1 + sample_below((uint32_t)spec.count);
                spec.order = (int)sample_below(3);
                spec.index_type = GLTF_UNSIGNED_SHORT;
                spec.no_base = sample_below(4) == 0;
                spec.small = (int)sample_below(2);
                spec.side = GUARD_AFTER;
                sample_make(&s, &spec);
                check_bounds(&s);
                sample_free(&s);
            }
        }
    }
}

/* accessor.h: of many entries in no order, what is replaced counts, too */
static void check_parts(const sample *s) {
    const gltf_accessor whole = resolved(s);
    gltf_accessor base = whole, values = whole;
    double min[3][16], max[3][16];
    assert_int_equal(whole.flags, GLTF_ACCESSOR_UNSORTED);
    base.sparse_count = 0;
    values.sparse_count = 0;
    values.data = whole.sparse_values;
    values.count = whole.sparse_count;
    values.stride = whole.element_size;
    assert_int_equal(gltf_accessor_bounds(&whole, min[0], max[0], 16), GLTF_OK);
    assert_int_equal(gltf_accessor_bounds(&base, min[1], max[1], 16), GLTF_OK);
    assert_int_equal(gltf_accessor_bounds(&values, min[2], max[2], 16), GLTF_OK);
    for (uint32_t k = 0; k < whole.component_count; k++) {
        assert_true(min[0][k] == (min[1][k] < min[2][k] ? min[1][k] : min[2][k]));
        assert_true(max[0][k] == (max[1][k] > max[2][k] ? max[1][k] : max[2][k]));
    }
}

/* More elements than a window of the overlay has, then more entries than are told apart where they are in no order. */
static void bounds_of_many_elements(void **state) {
    (void)state;
    for (uint32_t round = 0; round < 8; round++) {
        static const uint32_t entries[] = {1024, 9000, 1025, 40000};
        sample s;
        sample_spec spec;
        memset(&spec, 0, sizeof spec);
        spec.component_type = GLTF_FLOAT;
        spec.shape = GLTF_VEC2;
        spec.count = 40000;
        spec.sparse_count = entries[round / 2];
        spec.order = round % 2 ? SAMPLE_SHUFFLED : (int)(round / 2) % 2 ? SAMPLE_EQUAL : SAMPLE_SORTED;
        spec.index_type = GLTF_UNSIGNED_INT;
        spec.no_base = round == 7;
        spec.side = GUARD_AFTER;
        sample_make(&s, &spec);
        if (spec.order == SAMPLE_SHUFFLED && spec.sparse_count > 1024) {
            check_parts(&s);
        } else {
            check_bounds(&s);
        }
        sample_free(&s);
    }
}

/* spec-notes 4.3: a displaced value is not in the bounds, zeros are where there is no base and no entry */
static void displaced_values_do_not_count(void **state) {
    (void)state;
    static const uint8_t base[] = {200, 2, 3}, indices[] = {0}, values[] = {7};
    gltf_accessor a;
    double min, max;
    memset(&a, 0, sizeof a);
    a.data = base;
    a.count = 3;
    a.stride = 1;
    a.component_type = GLTF_UNSIGNED_BYTE;
    a.normalized = 1;
    a.shape = GLTF_SCALAR;
    a.component_count = a.element_size = 1;
    a.sparse_indices = indices;
    a.sparse_values = values;
    a.sparse_count = 1;
    a.sparse_index_type = GLTF_UNSIGNED_BYTE;
    assert_int_equal(gltf_accessor_bounds(&a, &min, &max, 1), GLTF_OK);
    assert_true(min == 2 && max == 7);
    a.data = NULL;
    assert_int_equal(gltf_accessor_bounds(&a, &min, &max, 1), GLTF_OK);
    assert_true(min == 0 && max == 7);
    a.count = 1; /* every element displaced */
    assert_int_equal(gltf_accessor_bounds(&a, &min, &max, 1), GLTF_OK);
    assert_true(min == 7 && max == 7);
}

/* accessor.h, max_zero_elements: what lies between a few entries in many zeros is not walked, and is one zero */
static void few_entries_in_many_zeros(void **state) {
    (void)state;
    static const uint32_t sorted[] = {5, 5, 16384, 99999999, 268435455};
    static const uint32_t unsorted[] = {268435455, 5, 16384, 99999999, 5};
    static const int8_t values[] = {90, 3, 4, -6, 7};
    gltf_accessor a;
    double min, max;
    memset(&a, 0, sizeof a);
    a.count = (size_t)1 << 28;
    a.stride = 1;
    a.component_type = GLTF_BYTE;
    a.shape = GLTF_SCALAR;
    a.component_count = a.element_size = 1;
    a.sparse_indices = little(sorted, sizeof sorted, 4);
    a.sparse_values = (const uint8_t *)values;
    a.sparse_count = 5;
    a.sparse_index_type = GLTF_UNSIGNED_INT;
    for (int i = 0; i < 100; i++) { /* so often that walking would be felt */
        assert_int_equal(gltf_accessor_bounds(&a, &min, &max, 1), GLTF_OK);
        assert_true(min == -6 && max == 7); /* 90 stands under another entry of its element */
    }
    a.sparse_indices = little(sorted + 3, sizeof sorted[0], 4); /* the first one far away */
    a.sparse_values = (const uint8_t *)values + 3;
    a.sparse_count = 1;
    assert_int_equal(gltf_accessor_bounds(&a, &min, &max, 1), GLTF_OK);
    assert_true(min == -6 && max == 0);
    a.sparse_values = (const uint8_t *)values;
    a.sparse_count = 5;
    a.sparse_indices = little(unsorted, sizeof unsorted, 4);
    a.flags = GLTF_ACCESSOR_UNSORTED;
    assert_int_equal(gltf_accessor_bounds(&a, &min, &max, 1), GLTF_OK);
    assert_true(min == -6 && max == 90);
    a.sparse_values = (const uint8_t *)values + 1;
    a.sparse_count = 3;
    assert_int_equal(gltf_accessor_bounds(&a, &min, &max, 1), GLTF_OK);
    assert_true(min == -6 && max == 4);
    a.sparse_count = 2; /* the zeros count */
    assert_int_equal(gltf_accessor_bounds(&a, &min, &max, 1), GLTF_OK);
    assert_true(min == 0 && max == 4);
}

/* accessor.h: no value at all gives +infinity and -infinity; NULL outputs; ARGUMENT and CAPACITY write nothing */
static void bounds_of_nothing_are_inverted_infinities(void **state) {
    (void)state;
    static const uint8_t nan_bytes[8] = {0, 0, 0xc0, 0x7f, 0, 0, 0x80, 0x3f};
    static const gltf_accessor empty;
    gltf_accessor_desc desc;
    gltf_accessor a;
    double min[2] = {5, 5}, max[2] = {5, 5};
    memset(&desc, 0, sizeof desc);
    desc.component_type = GLTF_FLOAT;
    desc.shape = GLTF_VEC2;
    desc.count = 1;
    assert_int_equal(gltf_accessor_wrap(nan_bytes, 8, &desc, 0, &a, NULL), GLTF_OK);
    assert_int_equal(gltf_accessor_bounds(NULL, min, max, 2), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_accessor_bounds(&a, min, max, 1), GLTF_ERR_CAPACITY);
    assert_true(min[0] == 5 && max[1] == 5);
    assert_int_equal(gltf_accessor_bounds(&a, min, NULL, 2), GLTF_OK);
    assert_true(min[0] == HUGE_VAL && min[1] == 1);
    assert_int_equal(gltf_accessor_bounds(&a, NULL, max, 2), GLTF_OK);
    assert_true(max[0] == -HUGE_VAL && max[1] == 1);
    desc.count = 0;
    assert_int_equal(gltf_accessor_wrap(NULL, 0, &desc, 0, &a, NULL), GLTF_OK);
    assert_int_equal(gltf_accessor_bounds(&a, min, max, 2), GLTF_OK);
    assert_true(min[1] == HUGE_VAL && max[1] == -HUGE_VAL);
    assert_int_equal(gltf_accessor_bounds(&empty, NULL, NULL, 0), GLTF_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_the_extremes_of_what_is_stored),
        cmocka_unit_test(bounds_of_many_elements),
        cmocka_unit_test(displaced_values_do_not_count),
        cmocka_unit_test(few_entries_in_many_zeros),
        cmocka_unit_test(bounds_of_nothing_are_inverted_infinities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
