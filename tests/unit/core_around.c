/* unit/core_around.c - outputs that are larger than the caches have the same bits as small ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/around.h"
#include "support/kernels.h"
#include <gltf_accessor/accessor.h>

enum { CANARY = 0xa5, MARGIN = 64, INPUT = 24 << 20, PIECE = 1000, ENTRY = 4 + 64 };

static uint8_t *input;
static uint8_t *output;
static size_t output_size;

static int make_memory(void **state) {
    (void)state;
    uint32_t bits = 1;
    input = malloc(INPUT);
    output_size = GLTF_I_AROUND_LEAST + (1 << 16) + 2 * MARGIN;
    output = malloc(output_size);
    for (size_t i = 0; input && i < INPUT; i++) {
        bits = bits * 1664525u + 1013904223u;
        input[i] = (uint8_t)(bits >> 24);
    }
    return input && output ? 0 : -1;
}

static int free_memory(void **state) {
    (void)state;
    free(input);
    free(output);
    return 0;
}

static int decreasing; /* sparse indices go down, so that the overlay is not sorted */

typedef struct format {
    uint32_t component_type, shape, normalized, stride;
    gltf_layout layout;
    uint32_t sparse; /* entries, 0 = none */
    uint32_t no_base;
} format;

#define DENSE(type)                                                                                                    \
    {                                                                                                                  \
        type, 0, 0, 0, {                                                                                               \
            0, 0, 0, 0                                                                                                 \
        }                                                                                                              \
    }
#define ENCODED(type)                                                                                                  \
    {                                                                                                                  \
        type, 0, 1, 0, {                                                                                               \
            0, 0, 0, 0                                                                                                 \
        }                                                                                                              \
    }
#define FILLED                                                                                                         \
    {                                                                                                                  \
        GLTF_FLOAT, 4, 0, 0, {                                                                                         \
            0, 0, 0, 1                                                                                                 \
        }                                                                                                              \
    }

static const format formats[] = {
    {GLTF_FLOAT, GLTF_VEC3, 0, 0, DENSE(GLTF_FLOAT), 0, 0},
    {GLTF_FLOAT, GLTF_VEC3, 0, 16, DENSE(GLTF_FLOAT), 0, 0},
    {GLTF_FLOAT, GLTF_VEC3, 0, 15, DENSE(GLTF_FLOAT), 0, 0},
    {GLTF_FLOAT, GLTF_VEC2, 0, 12, DENSE(GLTF_FLOAT), 0, 0},
    {GLTF_FLOAT, GLTF_VEC3, 0, 0, FILLED, 0, 0},
    {GLTF_FLOAT, GLTF_VEC3, 0, 0, DENSE(GLTF_DOUBLE), 0, 0},
    {GLTF_FLOAT, GLTF_VEC3, 0, 0, DENSE(GLTF_FLOAT), 5000, 0},
    {GLTF_FLOAT, GLTF_VEC3, 0, 0, DENSE(GLTF_FLOAT), 70000, 1},
    {GLTF_FLOAT, GLTF_VEC3, 0, 0, DENSE(GLTF_FLOAT), 70000, 0},
    {GLTF_UNSIGNED_BYTE, GLTF_SCALAR, 0, 0, DENSE(GLTF_UNSIGNED_INT), 0, 0},
    {GLTF_UNSIGNED_SHORT, GLTF_SCALAR, 0, 0, DENSE(GLTF_UNSIGNED_INT), 0, 0},
    {GLTF_UNSIGNED_INT, GLTF_SCALAR, 0, 0, DENSE(GLTF_FLOAT), 0, 0},
    {GLTF_BYTE, GLTF_VEC3, 1, 4, DENSE(GLTF_FLOAT), 0, 0},
    {GLTF_BYTE, GLTF_VEC3, 0, 4, DENSE(GLTF_FLOAT), 0, 0},
    {GLTF_UNSIGNED_BYTE, GLTF_VEC3, 1, 4, DENSE(GLTF_FLOAT), 0, 0},
    {GLTF_UNSIGNED_BYTE, GLTF_VEC3, 0, 4, DENSE(GLTF_FLOAT), 0, 0},
    {GLTF_UNSIGNED_BYTE, GLTF_VEC4, 1, 0, DENSE(GLTF_FLOAT), 0, 0},
    {GLTF_UNSIGNED_BYTE, GLTF_VEC4, 1, 0, DENSE(GLTF_HALF_FLOAT), 0, 0},
    {GLTF_SHORT, GLTF_VEC3, 1, 8, DENSE(GLTF_FLOAT), 0, 0},
    {GLTF_SHORT, GLTF_VEC3, 0, 8, DENSE(GLTF_FLOAT), 300, 0},
    {GLTF_UNSIGNED_SHORT, GLTF_VEC3, 1, 8, DENSE(GLTF_FLOAT), 0, 0},
    {GLTF_UNSIGNED_SHORT, GLTF_VEC2, 1, 0, DENSE(GLTF_FLOAT), 0, 0},
    {GLTF_UNSIGNED_BYTE, GLTF_MAT3, 1, 0, DENSE(GLTF_FLOAT), 0, 0},
    {GLTF_UNSIGNED_BYTE, GLTF_MAT2, 1, 12, DENSE(GLTF_FLOAT), 0, 0},
    {GLTF_FLOAT, GLTF_MAT4, 0, 0, DENSE(GLTF_FLOAT), 0, 0},
    {GLTF_FLOAT, GLTF_SCALAR, 0, 0, ENCODED(GLTF_UNSIGNED_BYTE), 0, 0},
    {GLTF_FLOAT, GLTF_MAT4, 0, 0, DENSE(GLTF_FLOAT), 30000, 0},
};

/* The indices end where the memory of the sparse part does, so that a sanitizer sees a step past the last one. */
static gltf_accessor resolve(const format *f, size_t count, uint32_t cpu, uint8_t *sparse) {
    const size_t values = (size_t)f->sparse * (ENTRY - 4);
    gltf_accessor accessor;
    gltf_error error;
    const gltf_buffer buffers[2] = {{input, INPUT}, {sparse, (uint64_t)f->sparse * ENTRY}};
    const gltf_buffer_view views[2] = {{0, INPUT, 0, 0}, {0, buffers[1].size, 1, 0}};
    const gltf_source source = {buffers, views, 2, 2, 0, cpu ? cpu : GLTF_CPU_PLAIN, 0};
    gltf_accessor_desc desc = {0,
                               count,
                               f->no_base ? GLTF_NONE : 0,
                               f->component_type,
                               f->shape,
                               f->normalized,
                               f->stride,
                               0,
                               {f->sparse, values, 0, 1, 1, GLTF_UNSIGNED_INT, 0}};
    for (uint32_t k = 0; k < f->sparse; k++) {
        const uint32_t place = decreasing ? f->sparse - 1 - k : k;
        const uint32_t index = (uint32_t)((uint64_t)place * count / f->sparse);
        for (size_t i = 0; i < 4; i++) {
            sparse[values + (size_t)k * 4 + i] = (uint8_t)(index >> 8 * i);
        }
    }
    /* random values, others than the base's */
    memcpy(sparse, input + 12345, values);
    if (gltf_accessor_resolve(&source, &desc, &accessor, &error) != GLTF_OK) {
        fail_msg("%s", gltf_status_name(error.status));
    }
    return accessor;
}

/* The whole in one call, `off` bytes into the memory, against the same in small pieces by the plain loops. */
static void compare(const format *f, uint32_t cpu, size_t off) {
    const size_t number = gltf_component_size(f->layout.component_type);
    const size_t element =
        number * (f->layout.component_count ? f->layout.component_count : gltf_component_count(f->shape));
    const size_t stored = f->stride ? f->stride : gltf_element_size(f->component_type, f->shape);
    size_t count = GLTF_I_AROUND_LEAST / element + 777;
    uint8_t *sparse = malloc(f->sparse ? (size_t)f->sparse * ENTRY : 1);
    uint8_t piece[PIECE * 64];
    assert_non_null(sparse);
    while (!f->no_base && count * stored > INPUT) { /* as large as the input allows */
        count = INPUT / stored;
    }
    const gltf_accessor accessor = resolve(f, count, cpu, sparse), plain = resolve(f, count, 0, sparse);
    uint8_t *out = output + MARGIN + off;
    memset(output, CANARY, output_size);
    assert_int_equal(gltf_accessor_read_as(&accessor, 0, count, &f->layout, out, output_size - MARGIN - off), GLTF_OK);
    for (size_t done = 0; done < count; done += PIECE) {
        const size_t n = count - done < PIECE ? count - done : PIECE;
        assert_int_equal(gltf_accessor_read_as(&plain, done, n, &f->layout, piece, sizeof piece), GLTF_OK);
        if (memcmp(out + done * element, piece, n * element) != 0) {
            fail_msg("cpu %u, format %zu, offset %zu, at element %zu or behind it", cpu, (size_t)(f - formats), off,
                     done);
        }
    }
    for (size_t i = 0; i < MARGIN; i++) {
        assert_int_equal(output[i], CANARY);
        assert_int_equal(out[count * element + i], CANARY);
    }
    free(sparse);
}

/* design 8.4, 10: stores around the caches, above a size, give the same bits at any address and write nothing else */
static void large_outputs_are_the_same(void **state) {
    (void)state;
    static const size_t offsets[] = {0, 4, 12, 60, 1, 31};
    uint32_t subsets[KERNELS_SUBSETS];
    const size_t count = kernels_subsets(subsets);
    for (size_t i = 0; i < count; i++) {
        const int whole_set = (subsets[i] & (subsets[i] + 1)) == 0; /* SSE2; SSSE3 too; AVX2 too */
        for (size_t k = 0; whole_set && k < sizeof formats / sizeof formats[0]; k++) {
            compare(&formats[k], subsets[i], offsets[(k + i) % (sizeof offsets / sizeof offsets[0])]);
        }
    }
}

/* Overlays in no order leave the base to loops that may go around the caches, at addresses where they cannot, too. */
static void unsorted_overlays_are_the_same(void **state) {
    (void)state;
    static const format few = {GLTF_UNSIGNED_SHORT, GLTF_VEC2, 1, 0, DENSE(GLTF_FLOAT), 3, 0};
    const uint32_t cpu = gltf_cpu_detect();
    decreasing = 1;
    compare(&few, cpu, 0);
    compare(&few, cpu, 1);
    compare(&few, cpu & ~(uint32_t)GLTF_CPU_AVX2, 2);
    decreasing = 0;
}

/* spec 3.6.2.1: an accessor without a view is zeros, also where it is large, filled or at an odd address */
static void large_outputs_of_zeros_are_the_same(void **state) {
    (void)state;
    static const format plain = {GLTF_FLOAT, GLTF_VEC3, 0, 0, DENSE(GLTF_FLOAT), 0, 1};
    static const format filled = {GLTF_FLOAT, GLTF_VEC3, 0, 0, FILLED, 0, 1};
    static const format rarely = {GLTF_FLOAT, GLTF_VEC3, 0, 0, DENSE(GLTF_FLOAT), 300, 1};
    const uint32_t cpu = gltf_cpu_detect();
    compare(&plain, cpu, 0);
    compare(&plain, cpu, 1);
    compare(&filled, cpu, 4);
    compare(&rarely, cpu, 0);
    assert_int_equal(output[MARGIN + GLTF_I_AROUND_LEAST - 1], 0); /* far behind the last entry */
}

/* Elements that lie so far apart that a block of them is too much to be asked for ahead. */
static void large_outputs_of_scattered_elements_are_the_same(void **state) {
    (void)state;
    enum { STRIDE = 132, SIZE = 32, COUNT = (16 << 20) / SIZE + 777 };
    const gltf_layout doubles = {GLTF_DOUBLE, 0, 0, 0, {0, 0, 0, 0}};
    uint8_t *scattered = calloc(COUNT, STRIDE); /* mostly left as it is, so that it takes little memory */
    gltf_accessor accessor;
    gltf_accessor_desc desc;
    assert_non_null(scattered);
    assert_true((size_t)COUNT * SIZE >= GLTF_I_AROUND_LEAST);
    memset(&desc, 0, sizeof desc);
    desc.view = GLTF_NONE;
    desc.component_type = GLTF_UNSIGNED_BYTE;
    desc.shape = GLTF_VEC4;
    desc.count = COUNT;
    desc.byte_stride = STRIDE;
    for (size_t i = 0; i < COUNT; i += 311) {
        memcpy(scattered + i * STRIDE, input + i, 4);
    }
    assert_int_equal(gltf_accessor_wrap(scattered, (size_t)COUNT * STRIDE, &desc, gltf_cpu_detect(), &accessor, NULL),
                     GLTF_OK);
    memset(output, CANARY, output_size);
    assert_int_equal(gltf_accessor_read_as(&accessor, 0, COUNT, &doubles, output + MARGIN, output_size - MARGIN),
                     GLTF_OK);
    for (size_t i = 0; i < COUNT; i++) {
        double found[4];
        memcpy(found, output + MARGIN + i * SIZE, sizeof found);
        for (size_t c = 0; c < 4; c++) {
            assert_true(found[c] == (i % 311 == 0 ? (double)input[i + c] : 0.0));
        }
    }
    assert_int_equal(output[MARGIN - 1], CANARY);
    assert_int_equal(output[MARGIN + (size_t)COUNT * SIZE], CANARY);
    free(scattered);
}

/* Every start of a line, and every length below two lines. */
static void copies_of_any_length_and_place(void **state) {
    (void)state;
    const uint32_t cpu = gltf_cpu_detect();
    if (!gltf_i_around_pays(cpu, SIZE_MAX)) {
        return;
    }
    for (size_t off = 0; off < 64; off++) {
        for (size_t size = 0; size < 200; size++) {
            memset(output, CANARY, 512);
            gltf_i_around_copy(output + 64 + off, input + off, size);
            gltf_i_around_finish();
            assert_memory_equal(output + 64 + off, input + off, size);
            assert_int_equal(output[64 + off - 1], CANARY);
            assert_int_equal(output[64 + off + size], CANARY);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_outputs_are_the_same),
        cmocka_unit_test(unsorted_overlays_are_the_same),
        cmocka_unit_test(large_outputs_of_zeros_are_the_same),
        cmocka_unit_test(large_outputs_of_scattered_elements_are_the_same),
        cmocka_unit_test(copies_of_any_length_and_place),
    };
    return cmocka_run_group_tests(tests, make_memory, free_memory);
}
