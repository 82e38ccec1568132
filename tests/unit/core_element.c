/* unit/core_element.c - sizes of component types, shapes and elements. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/core/element.h"

/* spec 3.6.2.2: component types and their bytes, and those of outputs */
static void component_sizes(void **state) {
    (void)state;
    assert_int_equal(gltf_component_size(GLTF_BYTE), 1);
    assert_int_equal(gltf_component_size(GLTF_UNSIGNED_BYTE), 1);
    assert_int_equal(gltf_component_size(GLTF_SHORT), 2);
    assert_int_equal(gltf_component_size(GLTF_UNSIGNED_SHORT), 2);
    assert_int_equal(gltf_component_size(GLTF_INT), 4);
    assert_int_equal(gltf_component_size(GLTF_UNSIGNED_INT), 4);
    assert_int_equal(gltf_component_size(GLTF_FLOAT), 4);
    assert_int_equal(gltf_component_size(GLTF_DOUBLE), 8);
    assert_int_equal(gltf_component_size(GLTF_HALF_FLOAT), 2);
    assert_int_equal(gltf_component_size(0), 0);
    assert_int_equal(gltf_component_size(5127), 0);
    assert_int_equal(gltf_component_size(UINT32_MAX), 0);
}

/* spec 3.6.2.2: shapes and their numbers */
static void component_counts(void **state) {
    (void)state;
    static const uint32_t counts[] = {0, 1, 2, 3, 4, 4, 9, 16, 0, 0};
    for (uint32_t shape = 0; shape < 10; shape++) {
        assert_int_equal(gltf_component_count(shape), counts[shape]);
    }
    assert_int_equal(gltf_component_count(UINT32_MAX), 0);
    assert_int_equal(gltf_component_count(257), 0);
}

/* spec 3.6.2.4: packed sizes and bytes of the last element; columns start at multiples of 4  [spec-notes 3.1] */
static void element_sizes(void **state) {
    (void)state;
    static const uint32_t types[] = {GLTF_BYTE, GLTF_UNSIGNED_SHORT, GLTF_FLOAT};
    static const uint32_t sizes[][3] = {{1, 2, 4},  {2, 4, 8},    {3, 6, 12},  {4, 8, 16},
                                        {8, 8, 16}, {12, 24, 36}, {16, 32, 64}};
    static const uint32_t last[][3] = {{1, 2, 4},  {2, 4, 8},    {3, 6, 12},  {4, 8, 16},
                                       {6, 8, 16}, {11, 22, 36}, {16, 32, 64}};
    for (uint32_t shape = GLTF_SCALAR; shape <= GLTF_MAT4; shape++) {
        for (uint32_t t = 0; t < 3; t++) {
            gltf_i_element e = gltf_i_element_of(types[t], shape);
            assert_int_equal(gltf_element_size(types[t], shape), sizes[shape - 1][t]);
            assert_int_equal(e.size, sizes[shape - 1][t]);
            assert_int_equal(e.last_size, last[shape - 1][t]);
            assert_int_equal(e.columns * e.rows, gltf_component_count(shape));
            assert_int_equal(e.component_size, gltf_component_size(types[t]));
            assert_int_equal(e.columns == 1 ? 0 : e.column_stride % 4, 0);
        }
    }
    assert_int_equal(gltf_element_size(GLTF_HALF_FLOAT, GLTF_MAT3), 24);
    assert_int_equal(gltf_element_size(GLTF_DOUBLE, GLTF_MAT3), 72);
    assert_int_equal(gltf_element_size(GLTF_INT, GLTF_VEC3), 12);
    static const gltf_i_element none;
    gltf_i_element unknown = gltf_i_element_of(GLTF_FLOAT, 8);
    assert_memory_equal(&unknown, &none, sizeof none);
    unknown = gltf_i_element_of(5127, GLTF_VEC3);
    assert_memory_equal(&unknown, &none, sizeof none);
    assert_int_equal(gltf_element_size(0, GLTF_VEC3), 0);
    assert_int_equal(gltf_element_size(GLTF_FLOAT, 0), 0);
    assert_int_equal(gltf_element_size(GLTF_FLOAT, 8), 0);
}

/* spec 3.6.2.2: six types are stored; the rest are outputs only */
static void six_types_are_stored(void **state) {
    (void)state;
    uint32_t stored = 0;
    for (uint32_t type = 5100; type < 5200; type++) {
        stored += gltf_i_element_stored(type) ? 1 : 0;
    }
    assert_int_equal(stored, 6);
    assert_false(gltf_i_element_stored(GLTF_INT));
    assert_true(gltf_i_element_stored(GLTF_FLOAT));
    assert_true(gltf_i_element_stored(GLTF_UNSIGNED_INT));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(component_sizes),
        cmocka_unit_test(component_counts),
        cmocka_unit_test(element_sizes),
        cmocka_unit_test(six_types_are_stored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
