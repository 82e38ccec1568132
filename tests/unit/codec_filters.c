/* unit/codec_filters.c - tests of the meshopt filters and of the square root that they stand on. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../include/gltf_accessor/accessor.h"
#include "../../src/codec/filters.h"
#include "../../src/codec/root.h"
#include "../../src/core/cpu.h"

static uint32_t random_state;

static uint32_t random_bits(void) {
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 16 | (random_state * 22695477u + 1u) << 16;
}

static int random_between(int low, int high) {
    return low + (int)(random_bits() % (uint32_t)(high - low + 1));
}

/* ---- Square root ---- */

/* IEEE 754: both roots are the correctly rounded one.  All floats of two binades stand for every normal number. */
static void roots_are_correctly_rounded(void **state) {
    (void)state;
    for (uint32_t bits = 0x3f800000u; bits < 0x40800000u; bits++) {
        const float v = bytes_float_of(bits);
        const float expected = sqrtf(v);
        if (root_by_steps(v) != expected || root_of(v) != expected) {
            assert_float_equal(root_by_steps(v), expected, 0.0f);
            fail();
        }
    }
    for (int exponent = -120; exponent < 120; exponent++) {
        for (int i = 0; i < 2000; i++) {
            const float v = ldexpf(1.0f + (float)(random_bits() & 0x7fffff) / 8388608.0f, exponent);
            assert_true(root_by_steps(v) == sqrtf(v) && root_of(v) == sqrtf(v));
        }
    }
    assert_true(root_by_steps(0.0f) == 0.0f && root_of(0.0f) == 0.0f);
    assert_true(root_by_steps(-1.0f) == 0.0f && root_of(-1.0f) == 0.0f);
}

/* ---- All loops give the same bits ---- */

static uint32_t machine; /* asked once: cpuid is slow in virtual machines */

static int ask_machine(void **state) {
    (void)state;
    machine = gltf_i_cpu_machine();
    return 0;
}

static const struct {
    uint32_t filter, stride;
} shapes[] = {
    {GLTF_I_MESHOPT_OCTAHEDRAL, 4},  {GLTF_I_MESHOPT_OCTAHEDRAL, 8},   {GLTF_I_MESHOPT_QUATERNION, 8},
    {GLTF_I_MESHOPT_EXPONENTIAL, 4}, {GLTF_I_MESHOPT_EXPONENTIAL, 12}, {GLTF_I_MESHOPT_COLOR, 4},
    {GLTF_I_MESHOPT_COLOR, 8},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0], ELEMENTS = 4096 };

static void assert_loops_agree(const uint8_t *elements, size_t count, uint32_t filter, uint32_t stride) {
    static const uint32_t subsets[] = {0, GLTF_CPU_SSE2, UINT32_MAX & ~GLTF_CPU_PLAIN};
    static uint8_t plain[ELEMENTS * 12], other[ELEMENTS * 12];
    const size_t size = count * stride;
    memcpy(plain, elements, size);
    gltf_i_filters_apply(filter, plain, count, stride, GLTF_CPU_PLAIN);
    for (size_t i = 0; i < sizeof subsets / sizeof subsets[0]; i++) {
        memcpy(other, elements, size);
        gltf_i_filters_apply(filter, other, count, stride, subsets[i] & machine);
        assert_memory_equal(plain, other, size);
    }
}

/* design 8: every variant gives the same bits, also for elements that the specification leaves open */
static void loops_agree_on_random_bits(void **state) {
    (void)state;
    static uint8_t elements[ELEMENTS * 12];
    for (int round = 0; round < 60; round++) {
        for (size_t i = 0; i < sizeof elements; i += 4) {
            bytes_store_u32(elements + i, random_bits());
        }
        for (size_t s = 0; s < SHAPES; s++) {
            assert_loops_agree(elements, ELEMENTS, shapes[s].filter, shapes[s].stride);
        }
    }
}

/* The same where results are too large for 32 bits, on either side: an alpha of 1 scales by 65535. */
static void loops_agree_beyond_32_bits(void **state) {
    (void)state;
    static const uint16_t parts[] = {0, 1, 0x7fff, 0x8000, 0xffff};
    enum { PARTS = sizeof parts / sizeof parts[0] };
    static uint8_t elements[PARTS * PARTS * PARTS * 8];
    for (size_t i = 0; i < PARTS * PARTS * PARTS; i++) {
        bytes_store_u16(elements + i * 8, parts[i % PARTS]);
        bytes_store_u16(elements + i * 8 + 2, parts[i / PARTS % PARTS]);
        bytes_store_u16(elements + i * 8 + 4, parts[i / PARTS / PARTS]);
        bytes_store_u16(elements + i * 8 + 6, 1);
    }
    assert_loops_agree(elements, PARTS * PARTS * PARTS, GLTF_I_MESHOPT_COLOR, 8);
}

/* filters.h: bits without SSE2 get the portable loops */
static void foreign_bits_get_the_portable_loops(void **state) {
    (void)state;
    assert_null(gltf_i_filters_sse2(GLTF_CPU_PLAIN));
    assert_null(gltf_i_filters_sse2(GLTF_CPU_PLAIN | GLTF_CPU_SSE2));
    assert_null(gltf_i_filters_sse2(GLTF_CPU_NEON));
}

/* The same for small numbers, zero vectors and zero scales, at every count. */
static void loops_agree_on_small_numbers_and_counts(void **state) {
    (void)state;
    static uint8_t elements[64 * 12];
    for (size_t count = 0; count < 64; count++) {
        for (size_t s = 0; s < SHAPES; s++) {
            const size_t wide = shapes[s].stride == 8 ? 2 : 1;
            memset(elements, 0, sizeof elements);
            for (size_t i = 0; i < sizeof elements; i += wide) {
                elements[i] = (uint8_t)(random_bits() % 4);
            }
            assert_loops_agree(elements, count, shapes[s].filter, shapes[s].stride);
        }
    }
}

/* Every octahedral element of 8 bits, for each valid 1.0 and some that are not. */
static void loops_agree_on_all_octahedral_bytes(void **state) {
    (void)state;
    static const uint8_t ones[] = {1, 3, 7, 15, 31, 63, 127, 0, 100, 128, 255};
    static uint8_t elements[ELEMENTS * 4];
    for (size_t k = 0; k < sizeof ones; k++) {
        for (unsigned xy = 0; xy < 65536; xy++) {
            const uint8_t element[4] = {(uint8_t)xy, (uint8_t)(xy >> 8), ones[k], 77};
            memcpy(elements + xy % ELEMENTS * 4, element, 4);
            if (xy % ELEMENTS == ELEMENTS - 1) {
                assert_loops_agree(elements, ELEMENTS, GLTF_I_MESHOPT_OCTAHEDRAL, 4);
            }
        }
    }
}

/* ---- What the specification says, in double ---- */

static int load_number(const uint8_t *p, size_t c, int wide) {
    return wide ? (int16_t)bytes_load_u16(p + 2 * c) : (int8_t)p[c];
}

static void store_number(uint8_t *p, size_t c, int wide, int value) {
    if (wide) {
        bytes_store_u16(p + 2 * c, (uint16_t)value);
    } else {
        p[c] = (uint8_t)value;
    }
}

static int distance(double expected, int found) {
    const int d = (int)round(expected) - found;
    return d < 0 ? -d : d;
}

static void check_octahedral(int k, int wide) {
    const int one = (1 << (k - 1)) - 1, most = wide ? 32767 : 127;
    const int in[4] = {random_between(-one, one), random_between(-one, one), one, random_between(-99, 99)};
    uint8_t element[8];
    for (size_t c = 0; c < 4; c++) {
        store_number(element, c, wide, in[c]);
    }
    gltf_i_filters_apply(GLTF_I_MESHOPT_OCTAHEDRAL, element, 1, wide ? 8 : 4, GLTF_CPU_PLAIN);
    double x = (double)in[0] / one, y = (double)in[1] / one;
    const double z = 1 - fabs(x) - fabs(y), t = z < 0 ? z : 0;
    x -= copysign(t, x);
    y -= copysign(t, y);
    const double length = sqrt(x * x + y * y + z * z);
    assert_in_range(distance(x / length * most, load_number(element, 0, wide)), 0, 1);
    assert_in_range(distance(y / length * most, load_number(element, 1, wide)), 0, 1);
    assert_in_range(distance(z / length * most, load_number(element, 2, wide)), 0, 1);
    assert_int_equal(load_number(element, 3, wide), in[3]);
}

/* appendix B, filter 1: unit vectors within one unit, the fourth number untouched */
static void octahedral_gives_unit_vectors(void **state) {
    (void)state;
    for (int i = 0; i < 20000; i++) {
        check_octahedral(random_between(2, 8), 0);
        check_octahedral(random_between(2, 16), 1);
    }
}

/* appendix B, filter 2: the largest component is restored and the others turned to their places */
static void quaternion_restores_the_largest(void **state) {
    (void)state;
    for (int i = 0; i < 40000; i++) {
        const int one = (1 << (random_between(4, 16) - 1)) - 1, largest = random_between(0, 3);
        double q[3], rest = 1;
        uint8_t element[8];
        for (size_t c = 0; c < 3; c++) {
            const int stored = random_between(-one / 2, one / 2);
            store_number(element, c, 1, stored);
            q[c] = (double)stored / one / sqrt(2.0);
            rest -= q[c] * q[c];
        }
        store_number(element, 3, 1, (one & ~3) | largest);
        gltf_i_filters_apply(GLTF_I_MESHOPT_QUATERNION, element, 1, 8, GLTF_CPU_PLAIN);
        for (int c = 0; c < 3; c++) {
            const int found = load_number(element, (size_t)((largest + 1 + c) % 4), 1);
            assert_in_range(distance(q[c] * 32767, found), 0, 1);
        }
        assert_in_range(distance(sqrt(rest) * 32767, load_number(element, (size_t)largest, 1)), 0, 1);
    }
}

/* appendix B, filter 3: "must be decoded exactly", e in -100 .. 100 */
static void exponential_is_exact(void **state) {
    (void)state;
    for (int e = -100; e <= 100; e++) {
        for (int i = 0; i < 500; i++) {
            const int m = i < 4 ? (const int[]){0, 1, -8388608, 8388607}[i] : random_between(-8388608, 8388607);
            uint8_t element[4];
            bytes_store_u32(element, (uint32_t)e << 24 | ((uint32_t)m & 0xffffff));
            gltf_i_filters_apply(GLTF_I_MESHOPT_EXPONENTIAL, element, 1, 4, GLTF_CPU_PLAIN);
            assert_true(bytes_load_float(element) == ldexpf((float)m, e));
        }
    }
}

/* appendix B, filter 4: what an encoder made of red, green, blue and alpha comes back */
static void color_gives_back_what_was_encoded(void **state) {
    (void)state;
    for (int i = 0; i < 60000; i++) {
        const int wide = i & 1, k = random_between(2, wide ? 16 : 8), one = (1 << k) - 1, most = wide ? 65535 : 255;
        const int b = random_between(0, one), co = random_between(-one / 2, one / 2), t = b + co;
        const int g = random_between(0, one), alpha = random_between(0, one >> 1);
        const int cg = (g - t) / 2 - (g < t && (g - t) % 2 != 0), y = t + cg;
        const int rgba[4] = {y + co - cg, y + cg, y - co - cg, alpha << 1 | (alpha & 1)};
        int valid = y >= 0 && y <= one;
        for (size_t c = 0; c < 3; c++) {
            valid = valid && rgba[c] >= 0 && rgba[c] <= one;
        }
        if (!valid) {
            continue; /* no color that an encoder may write */
        }
        const int in[4] = {y, co, cg, alpha | 1 << (k - 1)};
        uint8_t element[8];
        for (size_t c = 0; c < 4; c++) {
            store_number(element, c, wide, in[c]);
        }
        gltf_i_filters_apply(GLTF_I_MESHOPT_COLOR, element, 1, wide ? 8 : 4, GLTF_CPU_PLAIN);
        for (size_t c = 0; c < 4; c++) {
            const int found = wide ? bytes_load_u16(element + 2 * c) : element[c];
            assert_in_range(distance((double)rgba[c] * most / one, found), 0, 1);
        }
    }
}

/* No filter touches nothing. */
static void none_leaves_the_bytes(void **state) {
    (void)state;
    uint8_t bytes[16], before[16];
    for (size_t i = 0; i < sizeof bytes; i++) {
        before[i] = bytes[i] = (uint8_t)random_bits();
    }
    gltf_i_filters_apply(GLTF_I_MESHOPT_NONE, bytes, 4, 4, 0);
    assert_memory_equal(bytes, before, sizeof bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots_are_correctly_rounded),
        cmocka_unit_test(loops_agree_beyond_32_bits),
        cmocka_unit_test(foreign_bits_get_the_portable_loops),
        cmocka_unit_test(loops_agree_on_random_bits),
        cmocka_unit_test(loops_agree_on_small_numbers_and_counts),
        cmocka_unit_test(loops_agree_on_all_octahedral_bytes),
        cmocka_unit_test(octahedral_gives_unit_vectors),
        cmocka_unit_test(quaternion_restores_the_largest),
        cmocka_unit_test(exponential_is_exact),
        cmocka_unit_test(color_gives_back_what_was_encoded),
        cmocka_unit_test(none_leaves_the_bytes),
    };
    return cmocka_run_group_tests(tests, ask_machine, NULL);
}
