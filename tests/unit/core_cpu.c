/* unit/core_cpu.c - CPU bits: what is detected, and what an accessor may carry. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/core/convert.h"
#include "../../src/core/cpu.h"
#include <gltf_accessor/accessor.h>

/* accessor.h: only bits that kernels were compiled for; the same answer each time */
static void detection_is_pure_and_masked(void **state) {
    (void)state;
    uint32_t bits = gltf_cpu_detect();
    assert_int_equal(bits & ~gltf_i_convert_compiled(), 0);
    assert_int_equal(bits & ~(uint32_t)(GLTF_CPU_SSE2 | GLTF_CPU_SSSE3 | GLTF_CPU_AVX2 | GLTF_CPU_NEON), 0);
    assert_int_equal(bits, gltf_cpu_detect());
}

#if defined(__GNUC__) && defined(__x86_64__) && defined(__linux__)
/* The compiler's own detection must agree. */
static void detection_agrees_with_the_compiler(void **state) {
    (void)state;
    uint32_t compiled = gltf_i_convert_compiled();
    uint32_t expected =
        (__builtin_cpu_supports("sse2") ? (uint32_t)GLTF_CPU_SSE2 : 0u) |
        (__builtin_cpu_supports("ssse3") ? (uint32_t)GLTF_CPU_SSSE3 : 0u) |
        (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? (uint32_t)GLTF_CPU_AVX2 : 0u);
    assert_int_equal(gltf_cpu_detect(), expected & compiled);
    assert_int_equal(gltf_i_cpu_machine(), expected);
}
#endif

/* accessor.h: 0 is what the build assumes, PLAIN wins over everything, nothing that was not compiled */
static void usable_bits_are_a_subset(void **state) {
    (void)state;
    uint32_t compiled = gltf_i_convert_compiled();
    assert_int_equal(gltf_i_cpu_usable(GLTF_CPU_PLAIN), 0);
    assert_int_equal(gltf_i_cpu_usable(GLTF_CPU_PLAIN | 15u), 0);
    assert_int_equal(gltf_i_cpu_usable(15u), 15u & compiled);
    assert_int_equal(gltf_i_cpu_usable(GLTF_CPU_SSE2), GLTF_CPU_SSE2 & compiled);
    assert_int_equal(gltf_i_cpu_usable(0) & ~compiled, 0);
#if defined(__SSE2__)
    assert_int_equal(gltf_i_cpu_usable(0) & GLTF_CPU_SSE2, GLTF_CPU_SSE2 & compiled);
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(detection_is_pure_and_masked),
#if defined(__GNUC__) && defined(__x86_64__) && defined(__linux__)
        cmocka_unit_test(detection_agrees_with_the_compiler),
#endif
        cmocka_unit_test(usable_bits_are_a_subset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
