/* unit/core_convert.c - every conversion, on every input or on every input that can decide, for every set of CPU bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/convert.h"
#include "../../src/core/element.h"
#include "support/guard.h"
#include "support/model.h"

typedef struct stored_type {
    uint32_t type;
    uint32_t normalized;
} stored_type;

static const stored_type stored_types[] = {
    {GLTF_BYTE, 0},  {GLTF_BYTE, 1},  {GLTF_UNSIGNED_BYTE, 0},  {GLTF_UNSIGNED_BYTE, 1},  {GLTF_SHORT, 0},
    {GLTF_SHORT, 1}, {GLTF_FLOAT, 0}, {GLTF_UNSIGNED_SHORT, 0}, {GLTF_UNSIGNED_SHORT, 1}, {GLTF_UNSIGNED_INT, 0},
};
enum { STORED_TYPES = sizeof stored_types / sizeof stored_types[0] };

static const stored_type wanted_types[] = {
    {GLTF_FLOAT, 0},         {GLTF_DOUBLE, 0},       {GLTF_HALF_FLOAT, 0},     {GLTF_BYTE, 0},
    {GLTF_UNSIGNED_BYTE, 0}, {GLTF_SHORT, 0},        {GLTF_UNSIGNED_SHORT, 0}, {GLTF_INT, 0},
    {GLTF_UNSIGNED_INT, 0},  {GLTF_BYTE, 1},         {GLTF_UNSIGNED_BYTE, 1},  {GLTF_SHORT, 1},
    {GLTF_INT, 1},           {GLTF_UNSIGNED_INT, 1}, {GLTF_UNSIGNED_SHORT, 1},
};
enum { WANTED_TYPES = sizeof wanted_types / sizeof wanted_types[0] };

static uint32_t random_state = 1;
static uint32_t random_bits(void) {
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 16 ^ random_state << 11;
}

/* The subsets of the bits that this machine and this build have, the empty one first. */
typedef void for_one_cpu(uint32_t cpu);
static void for_each_cpu(for_one_cpu *test) {
    uint32_t all = gltf_cpu_detect();
    for (uint32_t cpu = 0; cpu <= all; cpu++) {
        if ((cpu & ~all) == 0) {
            test(cpu);
        }
    }
}

/* Whether numbers may fail to fit. */
static int is_plain(stored_type out) {
    return !out.normalized && out.type != GLTF_FLOAT && out.type != GLTF_DOUBLE && out.type != GLTF_HALF_FLOAT;
}

static int is_same(stored_type in, stored_type out) {
    return in.type == out.type && in.normalized == out.normalized;
}

/* What one number must become; for same types the bits. */
static int expect_number(stored_type in, stored_type out, const uint8_t *bytes, uint8_t *expected) {
    stored_type from = in, to = out;
    if (is_same(in, out)) {
        from.normalized = to.normalized = 0;
    }
    return model_encode(model_decode(from.type, from.normalized, bytes), to.type, to.normalized, expected);
}

/* Convert a run and compare each number; the flag must tell whether some number did not fit. */
static void check_run(uint32_t cpu, stored_type in, stored_type out, const uint8_t *bytes, size_t count) {
    gltf_i_conversion conversion;
    uint32_t in_size = gltf_component_size(in.type);
    uint32_t out_size = gltf_component_size(out.type);
    int wanted = gltf_i_convert_output(out.type, out.normalized);
    int fits = 1;
    int may = !is_plain(out) || (in.type != GLTF_FLOAT && !in.normalized);
    assert_int_equal(gltf_i_convert_find(cpu, gltf_i_convert_input(in.type, in.normalized), wanted, &conversion), may);
    if (!may) {
        return;
    }
    assert_int_equal(conversion.in_size, in_size);
    assert_int_equal(conversion.out_size, out_size);
    uint8_t *converted = malloc(count * out_size + 1);
    assert_non_null(converted);
    int bad = gltf_i_convert_run(&conversion, bytes, converted, count);
    for (size_t i = 0; i < count; i++) {
        uint8_t expected[8];
        if (!expect_number(in, out, bytes + i * in_size, expected)) {
            fits = 0;
        } else if (memcmp(converted + i * out_size, expected, out_size) != 0) {
            fail_msg("type %u%s to %u%s, number %zu", in.type, in.normalized ? "n" : "", out.type,
                     out.normalized ? "n" : "", i);
        }
    }
    assert_int_equal(bad != 0, !fits);
    free(converted);
}

/* All values of an 8- or 16-bit type. */
static uint8_t *every_value(uint32_t size, size_t *count) {
    *count = size == 1 ? 256 : 65536;
    uint8_t *bytes = malloc(*count * size);
    assert_non_null(bytes);
    for (size_t i = 0; i < *count; i++) {
        bytes[i * size] = (uint8_t)i;
        if (size == 2) {
            bytes[i * size + 1] = (uint8_t)(i >> 8);
        }
    }
    return bytes;
}

static void small_integers_with(uint32_t cpu) {
    for (size_t i = 0; i < STORED_TYPES; i++) {
        uint32_t size = gltf_component_size(stored_types[i].type);
        if (size > 2) {
            continue;
        }
        size_t count;
        uint8_t *bytes = every_value(size, &count);
        for (size_t o = 0; o < WANTED_TYPES; o++) {
            check_run(cpu, stored_types[i], wanted_types[o], bytes, count);
        }
        free(bytes);
    }
}

/* design 9: normalized is the correctly rounded c / max clamped at -1, in float, double and half; plain numbers stay the
 * same or do not fit; normalized outputs round the exact value once */
static void every_8_and_16_bit_value_becomes_every_type(void **state) {
    (void)state;
    for_each_cpu(small_integers_with);
}

/* One at a time, so that the flag is right for each number alone. */
static void each_value_alone_with(uint32_t cpu) {
    for (size_t i = 0; i < STORED_TYPES; i++) {
        uint32_t size = gltf_component_size(stored_types[i].type);
        size_t count;
        if (size > 2 || stored_types[i].normalized) {
            continue;
        }
        uint8_t *bytes = every_value(size, &count);
        for (size_t k = 0; k < count; k++) {
            if (size == 2 && (k + 2) % 128 > 4) { /* the limits of all types are near these */
                continue;
            }
            for (size_t o = 3; o < 9; o++) {
                check_run(cpu, stored_types[i], wanted_types[o], bytes + k * size, 1);
            }
        }
        free(bytes);
    }
}

/* design 9: plain integer -> integer is the same number, or does not fit */
static void each_plain_value_fits_or_not(void **state) {
    (void)state;
    for_each_cpu(each_value_alone_with);
}

static void store_u32(uint8_t *bytes, uint32_t v) {
    for (int i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(v >> (8 * i));
    }
}

static void words_with(uint32_t cpu) {
    enum { COUNT = 20000 };
    uint8_t *bytes = malloc(COUNT * 4);
    assert_non_null(bytes);
    size_t n = 0;
    for (uint32_t bit = 0; bit < 32; bit++) { /* around every power of two, and around the ties of 24 and 11 bits */
        for (uint32_t off = 0; off < 40; off++) {
            store_u32(bytes + 4 * n++, (1u << bit) + off - 20);
            store_u32(bytes + 4 * n++, (1u << bit) + (bit > 24 ? off - 20u + (1u << (bit - 24)) : off));
            store_u32(bytes + 4 * n++, (1u << bit) + (bit > 11 ? off - 20u + (1u << (bit - 11)) : off));
            store_u32(bytes + 4 * n++, UINT32_MAX - off * (bit + 1));
        }
    }
    while (n < COUNT) {
        store_u32(bytes + 4 * n++, random_bits());
    }
    for (size_t o = 0; o < WANTED_TYPES; o++) {
        check_run(cpu, (stored_type){GLTF_UNSIGNED_INT, 0}, wanted_types[o], bytes, n);
        for (size_t k = 0; k < 1000; k++) {
            check_run(cpu, (stored_type){GLTF_UNSIGNED_INT, 0}, wanted_types[o], bytes + 4 * k, 1);
        }
    }
    free(bytes);
}

/* design 9: u32 -> float rounds to nearest; to double it is exact; above 65519 a half is infinity */
static void words_become_every_type(void **state) {
    (void)state;
    for_each_cpu(words_with);
}

static uint32_t float_bits(double v) {
    float f = (float)v;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* Floats around `v`, both signs. */
static size_t put_around(uint8_t *bytes, double v) {
    size_t n = 0;
    for (uint32_t off = 0; off < 5; off++) {
        uint32_t bits = float_bits(v) + off - 2u;
        store_u32(bytes + 4 * n++, bits);
        store_u32(bytes + 4 * n++, bits ^ 0x80000000u);
    }
    return n;
}

static const uint32_t special_bits[] = {0,           0x80000000u, 1,           0x80000001u, 0x007fffffu, 0x00800000u,
                                        0x3f800000u, 0xbf800000u, 0x3f7fffffu, 0xbf7fffffu, 0x3f800001u, 0x7f7fffffu,
                                        0xff7fffffu, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0xffc12345u, 0x7f800001u,
                                        0xffbfffffu, 0x7fffffffu, 0x477fe000u, 0x477fefffu, 0x477ff000u, 0x47800000u,
                                        0x33000000u, 0x33000001u, 0x32ffffffu};

static void floats_with(uint32_t cpu) {
    /* ties of all four normalized types (65536 for the largest) and of halves (31744), with their neighbours */
    size_t room = (65536 + 32768 + 256 + 128 + 31745) * 10 + 40000;
    uint8_t *bytes = malloc(room * 4);
    size_t n = 0;
    assert_non_null(bytes);
    for (size_t i = 0; i < sizeof special_bits / sizeof special_bits[0]; i++) {
        store_u32(bytes + 4 * n++, special_bits[i]);
    }
    for (int k = 0; k < 65535; k++) {
        n += put_around(bytes + 4 * n, (k + 0.5) / 65535);
        n += k < 32767 ? put_around(bytes + 4 * n, (k + 0.5) / 32767) : 0;
        n += k < 255 ? put_around(bytes + 4 * n, (k + 0.5) / 255) : 0;
        n += k < 127 ? put_around(bytes + 4 * n, (k + 0.5) / 127) : 0;
    }
    for (int h = 0; h < 31744; h++) {
        int exponent = h >> 10 ? h >> 10 : 1;
        double half = ldexp((h & 1023) + (h >> 10 ? 1024 : 0), exponent - 25);
        n += put_around(bytes + 4 * n, half + ldexp(0.5, exponent - 25));
    }
    for (int i = 0; i < 10000; i++) {
        store_u32(bytes + 4 * n++, random_bits());
        store_u32(bytes + 4 * n++, 0x30000000u + random_bits() % 0x0fff0000u); /* 2^-31 to almost 1 */
    }
    assert_true(n <= room);
    for (size_t o = 0; o < WANTED_TYPES; o++) {
        check_run(cpu, (stored_type){GLTF_FLOAT, 0}, wanted_types[o], bytes, n);
    }
    free(bytes);
}

/* design 9: float bits are kept, NaN payloads too; halves round to nearest even, too large is infinity; normalized outputs:
 * NaN gives 0, clamped, half away from zero - tried at every tie and its neighbours */
static void floats_become_every_type_at_every_tie(void **state) {
    (void)state;
    for_each_cpu(floats_with);
}

/* The model itself, against numbers worked out by hand.  [spec-notes 12] */
static void model_knows_its_numbers(void **state) {
    (void)state;
    uint8_t bytes[8];
    uint16_t half;
    float f;
    assert_true(model_quotient(128, 255, 24, -126) == 0x1.010102p-1);
    assert_true(model_quotient(32768, 65535, 24, -126) == 0x1.0001p-1);
    assert_true(model_quotient(1, 3, 53, -1022) == 1.0 / 3.0);
    assert_true(model_quotient(1, 3, 11, -14) == 0x1.554p-2);
    assert_true(model_quotient(4294967295u, 1, 24, -126) == 4294967296.0);
    assert_true(model_quotient(16777217, 1, 24, -126) == 16777216.0);
    assert_true(model_encode(model_decode(GLTF_BYTE, 1, (const uint8_t *)"\x80"), GLTF_FLOAT, 0, bytes));
    memcpy(&f, bytes, 4);
    assert_true(f == -1.0f);
    assert_true(model_encode(model_float(65519.996f), GLTF_HALF_FLOAT, 0, bytes));
    memcpy(&half, bytes, 2);
    assert_int_equal(half, 0x7bff);
    assert_true(model_encode(model_float(65520.0f), GLTF_HALF_FLOAT, 0, bytes));
    memcpy(&half, bytes, 2);
    assert_int_equal(half, 0x7c00);
    assert_true(model_encode(model_float(-0x1.8p-24f), GLTF_HALF_FLOAT, 0, bytes));
    memcpy(&half, bytes, 2);
    assert_int_equal(half, 0x8002);
    assert_true(model_encode(model_float(0.5f), GLTF_UNSIGNED_BYTE, 1, bytes));
    assert_int_equal(bytes[0], 128);
    assert_true(model_encode(model_float(-0.5f), GLTF_BYTE, 1, bytes));
    assert_int_equal(bytes[0], 256 - 64);
}

/* ---- Lengths, misalignments and neighbours ---- */

/* Numbers that fit every plain integer, or anything. */
static void fill_numbers(uint8_t *bytes, stored_type in, size_t size, int small) {
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)random_bits();
    }
    if (small) { /* below 128 in the lowest byte of each number */
        uint32_t each = gltf_component_size(in.type);
        for (size_t i = 0; i < size; i++) {
            bytes[i] = i % each == 0 ? bytes[i] & 0x7f : 0;
        }
    }
}

static void check_length(uint32_t cpu, stored_type in, stored_type out, size_t count, int side) {
    gltf_i_conversion conversion;
    size_t in_size = gltf_component_size(in.type), out_size = gltf_component_size(out.type);
    if (!gltf_i_convert_find(cpu, gltf_i_convert_input(in.type, in.normalized),
                             gltf_i_convert_output(out.type, out.normalized), &conversion)) {
        return;
    }
    guard from = guard_make(count * in_size, side);
    guard to = guard_make(count * out_size, side);
    fill_numbers(from.bytes, in, from.size, is_plain(out));
    guard_lock(&from);
    assert_int_equal(gltf_i_convert_run(&conversion, from.bytes, to.bytes, count), 0);
    for (size_t i = 0; i < count; i++) {
        uint8_t expected[8];
        assert_true(expect_number(in, out, from.bytes + i * in_size, expected));
        assert_memory_equal(to.bytes + i * out_size, expected, out_size);
    }
    guard_free(&from);
    guard_free(&to);
}

static void lengths_with(uint32_t cpu) {
    for (size_t i = 0; i < STORED_TYPES; i++) {
        for (size_t o = 0; o < WANTED_TYPES; o++) {
            for (size_t count = 0; count <= 67; count += count < 35 ? 1 : 16) {
                check_length(cpu, stored_types[i], wanted_types[o], count, GUARD_BEFORE);
                check_length(cpu, stored_types[i], wanted_types[o], count, GUARD_AFTER);
            }
            check_length(cpu, stored_types[i], wanted_types[o], 517, GUARD_AFTER);
        }
    }
}

/* design 8: bit-equal at all lengths, with nothing read or written outside */
static void runs_of_every_length_stay_inside(void **state) {
    (void)state;
    for_each_cpu(lengths_with);
}

/* One strided conversion of both sides; what lies between elements must stay. */
static void check_elements(uint32_t cpu, stored_type in, stored_type out, uint32_t numbers, size_t in_stride,
                           size_t gap, size_t fill_size, size_t count, int side) {
    static const uint8_t fill[24] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
    gltf_i_conversion conversion;
    size_t in_size = gltf_component_size(in.type), out_size = gltf_component_size(out.type);
    size_t element = numbers * out_size + fill_size;
    size_t out_stride = element + gap;
    if (!gltf_i_convert_find(cpu, gltf_i_convert_input(in.type, in.normalized),
                             gltf_i_convert_output(out.type, out.normalized), &conversion)) {
        return;
    }
    guard from = guard_make((count - 1) * in_stride + numbers * in_size, side);
    guard to = guard_make((count - 1) * out_stride + element, side);
    uint8_t *expected = malloc(to.size);
    assert_non_null(expected);
    memset(expected, 0xee, to.size);
    fill_numbers(from.bytes, in, from.size, is_plain(out));
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < numbers; k++) {
            if (is_plain(out) && in_stride % in_size) { /* a number that fits, wherever it lies */
                memset(from.bytes + i * in_stride + k * in_size, 0, in_size);
                from.bytes[i * in_stride + k * in_size] = (uint8_t)(random_bits() & 0x7f);
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < numbers; k++) {
            assert_true(expect_number(in, out, from.bytes + i * in_stride + k * in_size,
                                      expected + i * out_stride + k * out_size));
        }
        memcpy(expected + i * out_stride + numbers * out_size, fill, fill_size);
    }
    guard_lock(&from);
    gltf_i_span span = {from.bytes, to.bytes, in_stride, out_stride, count, fill, fill_size};
    assert_int_equal(gltf_i_convert_elements(&conversion, numbers, &span), 0);
    if (memcmp(expected, to.bytes, to.size) != 0) {
        fail_msg("type %u%s to %u%s, %u numbers, stride %zu, gap %zu, fill %zu, count %zu", in.type,
                 in.normalized ? "n" : "", out.type, out.normalized ? "n" : "", numbers, in_stride, gap, fill_size,
                 count);
    }
    free(expected);
    guard_free(&from);
    guard_free(&to);
}

static void elements_with(uint32_t cpu) {
    static const size_t counts[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 70};
    for (size_t i = 0; i < STORED_TYPES; i++) {
        for (size_t o = 0; o < WANTED_TYPES; o++) {
            for (uint32_t numbers = 1; numbers <= 4; numbers++) {
                size_t in_size = gltf_component_size(stored_types[i].type);
                size_t packed = numbers * in_size;
                size_t strides[] = {packed, (packed + 3) & ~(size_t)3, packed + 1, packed + in_size, 32};
                for (size_t v = 0; v < sizeof counts / sizeof counts[0]; v++) {
                    size_t stride = strides[(v + o) % 5];
                    size_t gap = (v * 5 + i) % 4 * (v % 2 ? 1 : 4);
                    size_t fill =
                        (v + numbers) % 3 == 0 ? (4 - numbers) * gltf_component_size(wanted_types[o].type) : 0;
                    check_elements(cpu, stored_types[i], wanted_types[o], numbers, stride, gap, fill, counts[v],
                                   (int)(v % 2));
                }
            }
        }
    }
}

/* design 8 and accessor.h: strided elements, dropped or filled components; bytes between elements are not written */
static void elements_of_every_stride_stay_inside(void **state) {
    (void)state;
    for_each_cpu(elements_with);
}

/* accessor.h: types that are not stored have no input, unknown ones no output either */
static void unknown_types_have_no_kind(void **state) {
    (void)state;
    assert_int_equal(gltf_i_convert_input(GLTF_INT, 0), -1);
    assert_int_equal(gltf_i_convert_input(GLTF_DOUBLE, 0), -1);
    assert_int_equal(gltf_i_convert_input(GLTF_HALF_FLOAT, 0), -1);
    assert_int_equal(gltf_i_convert_input(0, 0), -1);
    assert_int_equal(gltf_i_convert_output(0, 0), -1);
    assert_int_equal(gltf_i_convert_output(5127, 0), -1);
    assert_int_equal(gltf_i_convert_output(UINT32_MAX, 1), -1);
    assert_int_equal(gltf_i_convert_output(GLTF_FLOAT, 1), GLTF_I_OUT_F32);
}

/* Moving elements of every size, also to the same place again (fill). */
static void moved_elements_are_whole(void **state) {
    (void)state;
    for (size_t size = 1; size <= 66; size++) {
        guard from = guard_make(9 * size, GUARD_AFTER);
        guard to = guard_make(8 * (size + 3) + size, GUARD_AFTER);
        for (size_t i = 0; i < from.size; i++) {
            from.bytes[i] = (uint8_t)random_bits();
        }
        gltf_i_convert_move(from.bytes, size, to.bytes, size + 3, size, 9);
        for (size_t i = 0; i < 9; i++) {
            assert_memory_equal(to.bytes + i * (size + 3), from.bytes + i * size, size);
            if (i < 8) {
                assert_memory_equal(to.bytes + i * (size + 3) + size, "\xee\xee\xee", 3);
            }
        }
        gltf_i_convert_move(from.bytes, 0, to.bytes, size + 3, size, 9);
        assert_memory_equal(to.bytes + 8 * (size + 3), from.bytes, size);
        guard_free(&from);
        guard_free(&to);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(model_knows_its_numbers),
        cmocka_unit_test(every_8_and_16_bit_value_becomes_every_type),
        cmocka_unit_test(each_plain_value_fits_or_not),
        cmocka_unit_test(words_become_every_type),
        cmocka_unit_test(floats_become_every_type_at_every_tie),
        cmocka_unit_test(runs_of_every_length_stay_inside),
        cmocka_unit_test(elements_of_every_stride_stay_inside),
        cmocka_unit_test(unknown_types_have_no_kind),
        cmocka_unit_test(moved_elements_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
