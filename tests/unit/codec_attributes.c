/* unit/codec_attributes.c - tests of the loops under the meshopt attribute stream: packed deltas, and deltas to values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../include/gltf_accessor/accessor.h"
#include "../../src/base/bytes.h"
#include "../../src/codec/attributes.h"
#include "../../src/core/cpu.h"
#include "support/guard.h"

static uint32_t random_state = 1;

static uint8_t random_byte(void) {
    random_state = random_state * 1664525u + 1013904223u;
    return (uint8_t)(random_state >> 24);
}

static uint32_t machine; /* asked once: cpuid is slow in virtual machines */

static int ask_machine(void **state) {
    (void)state;
    machine = gltf_i_cpu_machine();
    return 0;
}

/* The sets of loops that this machine has: the k-th, or NULL. */
static const gltf_i_attributes_kernels *loops(size_t k) {
    if (k == 0) {
        return gltf_i_attributes_plain();
    }
    return k == 1 ? gltf_i_attributes_ssse3(machine & (GLTF_CPU_SSE2 | GLTF_CPU_SSSE3))
                  : gltf_i_attributes_ssse3(machine);
}
enum { LOOPS = 3 };

/* design 8: the bits choose the loops, and PLAIN forbids all others */
static void the_bits_choose_the_loops(void **state) {
    (void)state;
    assert_null(gltf_i_attributes_ssse3(GLTF_CPU_PLAIN));
    assert_null(gltf_i_attributes_ssse3(GLTF_CPU_PLAIN | GLTF_CPU_SSSE3));
    assert_null(gltf_i_attributes_ssse3(GLTF_CPU_SSE2));
    if (machine & GLTF_CPU_SSSE3) {
        assert_non_null(loops(1));
        assert_non_null(loops(2));
    }
}

/* ---- Packed deltas ---- */

/* One group: 16 codes of `bits`, of which those in `escapes` are followed by bytes.  Gives the size; fills `deltas`. */
static size_t write_group(unsigned bits, unsigned escapes, uint8_t *group, uint8_t deltas[16]) {
    const unsigned escape = (1u << bits) - 1, per = 8 / bits;
    uint8_t *extra = group + 2 * bits;
    memset(group, 0, 24);
    for (unsigned i = 0; i < 16; i++) {
        const unsigned code = escapes >> i & 1 ? escape : random_byte() % escape;
        const unsigned shift = bits == 1 ? i % per : 8 - bits * (i % per + 1);
        group[i / per] = (uint8_t)(group[i / per] | code << shift);
        deltas[i] = (uint8_t)code;
        if (code == escape) {
            deltas[i] = *extra++ = random_byte();
        }
    }
    return (size_t)(extra - group);
}

static const uint8_t packing[4] = {GLTF_I_ATTRIBUTES_BYTE, GLTF_I_ATTRIBUTES_BIT1, GLTF_I_ATTRIBUTES_BIT2,
                                   GLTF_I_ATTRIBUTES_BIT4};

/* appendix A, mode 0: a delta of all ones is a byte after the packed ones; every set of such deltas, every width */
static void every_set_of_escapes_unpacks(void **state) {
    (void)state;
    guard in = guard_make(24, GUARD_AFTER);
    guard out = guard_make(16, GUARD_AFTER);
    for (uint32_t code = 1; code <= 3; code++) {
        for (unsigned escapes = 0; escapes < 65536; escapes++) {
            uint8_t deltas[16];
            const size_t size = write_group(1u << (code - 1), escapes, in.bytes, deltas);
            for (size_t k = 0; k < LOOPS; k++) {
                if (loops(k)) {
                    const uint8_t *end = loops(k)->unpack(in.bytes, in.bytes, code, 1, packing, out.bytes);
                    assert_ptr_equal(end, in.bytes + size);
                    assert_memory_equal(out.bytes, deltas, 16);
                }
            }
        }
    }
    guard_free(&in);
    guard_free(&out);
}

/* Deltas of whole bytes, and none at all; each code takes its own meaning. */
static void groups_of_all_kinds_follow_each_other(void **state) {
    (void)state;
    static const uint8_t kinds[4] = {GLTF_I_ATTRIBUTES_ZERO, GLTF_I_ATTRIBUTES_BIT2, GLTF_I_ATTRIBUTES_BIT4,
                                     GLTF_I_ATTRIBUTES_BYTE};
    static const unsigned bits[4] = {0, 2, 4, 8};
    for (unsigned codes = 0; codes < 65536; codes += 7) {
        uint8_t bytes[8 * 24 + 24] = {0}, expected[128], column[128];
        size_t size = 0;
        for (unsigned group = 0; group < 8; group++) {
            const unsigned code = codes >> (2 * group) & 3;
            uint8_t *deltas = expected + 16 * group;
            if (code == 0) {
                memset(deltas, 0, 16);
            } else if (code == 3) {
                for (size_t i = 0; i < 16; i++) {
                    bytes[size++] = deltas[i] = random_byte();
                }
            } else {
                size += write_group(bits[code], random_byte() | (unsigned)random_byte() << 8, bytes + size, deltas);
            }
        }
        for (size_t k = 0; k < LOOPS; k++) {
            if (loops(k)) {
                memset(column, 0xee, sizeof column);
                assert_ptr_equal(loops(k)->unpack(bytes, bytes + size, codes, 8, kinds, column), bytes + size);
                assert_memory_equal(column, expected, sizeof column);
            }
        }
    }
}

/* Safety: a group that begins behind the data is not read. */
static void groups_behind_the_tail_are_refused(void **state) {
    (void)state;
    guard in = guard_make(16 + 24, GUARD_AFTER);
    memset(in.bytes, 0xff, in.size);
    for (size_t k = 0; k < LOOPS; k++) {
        uint8_t column[256];
        if (loops(k)) {
            const uint8_t *tail = in.bytes + 16;
            assert_ptr_equal(loops(k)->unpack(in.bytes, tail, 0, 2, packing, column), tail + 16);
            assert_null(loops(k)->unpack(in.bytes, tail, 0, 3, packing, column));
            assert_null(loops(k)->unpack(in.bytes, tail, 0xff, 16, packing, column));
        }
    }
    guard_free(&in);
}

/* ---- Deltas to values ---- */

static uint32_t zigzag(uint32_t v, unsigned bits) {
    const uint32_t mask = bits == 32 ? UINT32_MAX : (1u << bits) - 1;
    return ((v & 1) ? ~(v >> 1) : v >> 1) & mask;
}

/* The next value, as appendix A says it. */
static uint32_t next_value(uint32_t value, uint32_t delta, unsigned mode, unsigned rotation) {
    uint32_t out = 0;
    if (mode == 2) {
        return value ^ (rotation ? delta >> rotation | delta << (32 - rotation) : delta);
    }
    const unsigned bits = mode == 0 ? 8 : 16;
    const uint32_t mask = (1u << bits) - 1;
    for (unsigned at = 0; at < 32; at += bits) {
        out |= (((value >> at & mask) + zigzag(delta >> at & mask, bits)) & mask) << at;
    }
    return out;
}

static void check_sum(size_t k, size_t count, unsigned mode, unsigned rotation, size_t stride) {
    gltf_i_attributes_columns columns;
    memset(&columns, 0, sizeof columns);
    for (size_t i = 0; i < count; i++) {
        for (size_t c = 0; c < 4; c++) {
            columns.byte[c][i] = random_byte();
        }
    }
    uint32_t previous = (uint32_t)random_byte() << 24 | (uint32_t)random_byte() << 9 | random_byte();
    uint32_t value = previous;
    guard out = guard_make((count - 1) * stride + 4, GUARD_AFTER);
    loops(k)->sum(&columns, count, mode, rotation, &previous, out.bytes, stride);
    for (size_t i = 0; i < count; i++) {
        const uint32_t delta = (uint32_t)columns.byte[0][i] | (uint32_t)columns.byte[1][i] << 8 |
                               (uint32_t)columns.byte[2][i] << 16 | (uint32_t)columns.byte[3][i] << 24;
        value = next_value(value, delta, mode, rotation);
        assert_int_equal(bytes_load_u32(out.bytes + i * stride), value);
        for (size_t gap = 4; gap < stride && i + 1 < count; gap++) {
            assert_int_equal(out.bytes[i * stride + gap], 0xee);
        }
    }
    assert_int_equal(previous, value);
    guard_free(&out);
}

/* appendix A, mode 0: channel modes 0, 1 and 2 with each rotation; every count; nothing is written between elements */
static void deltas_add_up_to_values(void **state) {
    (void)state;
    static const size_t strides[] = {4, 8, 12, 32, 256};
    for (size_t k = 0; k < LOOPS; k++) {
        for (size_t count = 1; loops(k) && count <= 256; count += count < 40 ? 1 : 27) {
            for (size_t s = 0; s < 5; s++) {
                check_sum(k, count, 0, 0, strides[s]);
                check_sum(k, count, 1, 0, strides[s]);
                check_sum(k, count, 2, (unsigned)(count + s) % 16, strides[s]);
            }
        }
        for (unsigned rotation = 0; loops(k) && rotation < 16; rotation++) {
            check_sum(k, 19, 2, rotation, 8);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bits_choose_the_loops),
        cmocka_unit_test(every_set_of_escapes_unpacks),
        cmocka_unit_test(groups_of_all_kinds_follow_each_other),
        cmocka_unit_test(groups_behind_the_tail_are_refused),
        cmocka_unit_test(deltas_add_up_to_values),
    };
    return cmocka_run_group_tests(tests, ask_machine, NULL);
}
