/* unit/morph_blend.c - layer 2: the loops of blending, against one number at a time, at every length and alignment. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../src/morph/blend.h"
#include "support/guard.h"

enum { MOST = 200 };

static uint32_t state;

static uint32_t next(void) {
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

/* Any finite float, and zeros of both signs. */
static float any_float(void) {
    const uint32_t pick = next() % 16;
    const uint32_t bits = (next() & 0x80ffffffu) | (100 + next() % 40) << 23 | next() << 31;
    float value;
    memcpy(&value, &bits, sizeof value);
    return pick == 0 ? 0.0f : pick == 1 ? -0.0f : value;
}

/* `count` floats that end where memory ends, at an address that is `shift` bytes past a multiple of 4. */
static guard floats_at(size_t count, size_t shift) {
    guard g = guard_make(count * sizeof(float) + shift, GUARD_AFTER);
    for (size_t i = 0; i < count; i++) {
        const float value = any_float();
        memcpy(g.bytes + i * sizeof value, &value, sizeof value);
    }
    return g;
}

static float float_at(const uint8_t *bytes, size_t i) {
    float value;
    memcpy(&value, bytes + i * sizeof value, sizeof value);
    return value;
}

/* Two roundings, which no compiler may merge. */
static float term(float r, float weight, float delta) {
    volatile float product = weight * delta;
    volatile float sum = r + product;
    return sum;
}

static void check_add(size_t count, uint32_t inputs, size_t shift) {
    guard deltas[GLTF_I_BLEND_INPUTS];
    gltf_i_blend_input in[GLTF_I_BLEND_INPUTS];
    float expected[MOST + 1];
    guard r = floats_at(count, 0);
    for (uint32_t k = 0; k < inputs; k++) {
        deltas[k] = floats_at(count, (shift + k) % 4);
        in[k].numbers = deltas[k].bytes;
        in[k].weight = any_float();
    }
    for (size_t i = 0; i < count; i++) {
        expected[i] = float_at(r.bytes, i);
        for (uint32_t k = 0; k < inputs; k++) {
            expected[i] = term(expected[i], in[k].weight, float_at(in[k].numbers, i));
        }
    }
    gltf_i_blend_add((float *)(void *)r.bytes, in, inputs, count);
    assert_memory_equal(r.bytes, expected, count * sizeof(float));
    for (uint32_t k = 0; k < inputs; k++) {
        guard_free(&deltas[k]);
    }
    guard_free(&r);
}

/* design 9, morph: a float32 product, then a float32 sum, in target order, for each number */
static void terms_are_added_in_order_with_two_roundings(void **unused) {
    (void)unused;
    for (size_t count = 0; count < 40; count++) {
        for (uint32_t inputs = 1; inputs <= GLTF_I_BLEND_INPUTS; inputs++) {
            for (size_t shift = 0; shift < 4; shift++) {
                check_add(count, inputs, shift);
            }
        }
    }
    check_add(MOST, 4, 1);
}

/* design 9, morph: one rounding, as a fused instruction has, would give another number */
static void a_product_is_rounded_before_it_is_added(void **unused) {
    (void)unused;
    const float delta = 1.0f + 1.0f / 4096,
                weight = 1.0f + 1.0f / 4096; /* the product has a bit at 2^-24, which is lost */
    float r[8], deltas[8];
    const gltf_i_blend_input in = {(const uint8_t *)deltas, weight};
    for (int i = 0; i < 8; i++) {
        r[i] = -1.0f;
        deltas[i] = delta;
    }
    gltf_i_blend_add(r, &in, 1, 8);
    for (int i = 0; i < 8; i++) {
        assert_true(r[i] == 1.0f / 2048);
    }
}

static void check_short(size_t count, uint32_t inputs, size_t numbers) {
    guard deltas[GLTF_I_BLEND_INPUTS];
    gltf_i_blend_input in[GLTF_I_BLEND_INPUTS];
    float expected[MOST];
    guard r = floats_at(count * (numbers + 1), 0);
    memcpy(expected, r.bytes, r.size);
    for (uint32_t k = 0; k < inputs; k++) {
        deltas[k] = floats_at(count * numbers, k % 4);
        in[k].numbers = deltas[k].bytes;
        in[k].weight = any_float();
        for (size_t i = 0; i < count * numbers; i++) {
            float *at = &expected[i / numbers * (numbers + 1) + i % numbers];
            *at = term(*at, in[k].weight, float_at(in[k].numbers, i));
        }
    }
    gltf_i_blend_add_short((float *)(void *)r.bytes, numbers + 1, in, inputs, count);
    assert_memory_equal(r.bytes, expected, r.size);
    for (uint32_t k = 0; k < inputs; k++) {
        guard_free(&deltas[k]);
    }
    guard_free(&r);
}

/* spec 3.7.2.2: TANGENT deltas have three numbers, the fourth of the base stays as it is */
static void short_deltas_leave_the_last_number(void **unused) {
    (void)unused;
    for (size_t count = 1; count < 20; count++) {
        for (uint32_t inputs = 1; inputs <= GLTF_I_BLEND_INPUTS; inputs++) {
            for (size_t numbers = 1; numbers <= 3; numbers++) {
                check_short(count, inputs, numbers);
            }
        }
    }
}

/* ---- Sparse ---- */

static void store_index(uint8_t *bytes, size_t size, size_t k, uint32_t index) {
    for (size_t i = 0; i < size; i++) {
        bytes[k * size + i] = (uint8_t)(index >> (8 * i));
    }
}

/* Ascending indices in runs of many lengths; some are repeated, some stand before and behind the block. */
static size_t make_indices(uint32_t *indices, size_t room, uint32_t first, uint32_t count, int repeats) {
    size_t n = 0;
    uint32_t at = first > 3 ? first - 3 : 0;
    while (n < room && at < first + count + 3) {
        uint32_t run = 1 + next() % 20;
        while (run-- && n < room && at < first + count + 3) {
            indices[n++] = at;
            at += repeats && next() % 8 == 0 ? 0 : 1;
        }
        at += next() % 4;
    }
    return n;
}

static void check_scatter(size_t index_size, size_t numbers, size_t r_numbers, uint32_t first, int repeats) {
    enum { COUNT = 90, ROOM = 140, LARGEST = 16 };
    uint32_t list[ROOM];
    float expected[COUNT * LARGEST];
    const size_t n = make_indices(list, ROOM, first, COUNT, repeats);
    const size_t entries = n - next() % 3; /* perhaps more are known */
    const size_t known = entries + (entries < n);
    guard r = floats_at(COUNT * r_numbers, 0);
    guard indices = guard_make(known * index_size, GUARD_AFTER);
    guard deltas = floats_at(entries * numbers, next() % 4);
    const gltf_i_blend_entries e = {
        {deltas.bytes, any_float()}, indices.bytes, index_size, entries, known, first, COUNT, numbers, r_numbers};
    size_t up_to_block = 0;
    memcpy(expected, r.bytes, r.size);
    for (size_t k = 0; k < known; k++) {
        store_index(indices.bytes, index_size, k, list[k]);
    }
    for (size_t k = 0; k < entries; k++) {
        up_to_block += list[k] < first + COUNT;
        if (list[k] < first || list[k] >= first + COUNT || (k + 1 < known && list[k + 1] == list[k])) {
            continue;
        }
        for (size_t c = 0; c < numbers; c++) {
            float *at = &expected[(list[k] - first) * r_numbers + c];
            *at = term(*at, e.input.weight, float_at(deltas.bytes, k * numbers + c));
        }
    }
    assert_int_equal(gltf_i_blend_scatter((float *)(void *)r.bytes, &e), up_to_block);
    assert_memory_equal(r.bytes, expected, r.size);
    guard_free(&r);
    guard_free(&indices);
    guard_free(&deltas);
}

/* design 9, morph: each displaced element once, with the last of its entries; nothing outside of the block is touched, and
 * entries behind it are left for the next one */
static void sparse_deltas_reach_their_elements(void **unused) {
    static const size_t sizes[] = {1, 2, 4};
    (void)unused;
    for (int round = 0; round < 300; round++) {
        const size_t index_size = sizes[round % 3];
        const uint32_t first = next() % 3 == 0 ? 0 : next() % 150;
        const size_t numbers = round % 7 == 6 ? 16 : 1 + next() % 4;
        const size_t r_numbers = numbers < 4 && next() % 3 == 0 ? numbers + 1 : numbers;
        check_scatter(index_size, numbers, r_numbers, first, round % 2);
    }
}

/* D9 and the contract of reading: bytes that change after resolve give wrong numbers, never a write outside of the block */
static void wild_indices_write_nothing_outside(void **unused) {
    (void)unused;
    for (int round = 0; round < 200; round++) {
        enum { COUNT = 20, ENTRIES = 64 };
        uint8_t indices[ENTRIES * 4];
        float deltas[ENTRIES * 3] = {0};
        guard r = guard_make(COUNT * 3 * sizeof(float), round % 2 ? GUARD_AFTER : GUARD_BEFORE);
        const uint32_t around = round % 3 ? 0xfffffff0u : 1000;
        const gltf_i_blend_entries e = {
            {(const uint8_t *)deltas, 1.0f}, indices, 4, ENTRIES, ENTRIES, around - 5, COUNT, 3, 3};
        for (size_t k = 0; k < ENTRIES; k++) {
            store_index(indices, 4, k, around + next() % 40 - 20);
        }
        assert_in_range(gltf_i_blend_scatter((float *)(void *)r.bytes, &e), 0, ENTRIES);
        guard_free(&r);
    }
}

/* morph.h: NaN and -0 become 0, the rest comes into 0..1 */
static void clamping_knows_special_values(void **unused) {
    (void)unused;
    const float in[] = {-1.0f, -0.0f, 0.0f, 0.25f, 1.0f, 1.5f, 1e-45f, -1e-45f};
    const uint32_t out[] = {0, 0, 0, 0x3e800000u, 0x3f800000u, 0x3f800000u, 1, 0};
    float r[11];
    const uint32_t odd[] = {0x7fc00000u, 0x7f800000u, 0xff800000u};
    memcpy(r, in, sizeof in);
    memcpy(r + 8, odd, sizeof odd);
    gltf_i_blend_clamp(r, 11);
    assert_memory_equal(r, out, sizeof out);
    assert_true(r[8] == 0.0f && r[9] == 1.0f && r[10] == 0.0f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_are_added_in_order_with_two_roundings),
        cmocka_unit_test(a_product_is_rounded_before_it_is_added),
        cmocka_unit_test(short_deltas_leave_the_last_number),
        cmocka_unit_test(sparse_deltas_reach_their_elements),
        cmocka_unit_test(wild_indices_write_nothing_outside),
        cmocka_unit_test(clamping_knows_special_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
