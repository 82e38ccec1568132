/* core/cpu.c - layer 1: what the processor offers.  Asked each time, cached nowhere. */
#include "cpu.h"

/* The same bits on every machine: x87 arithmetic rounds doubles twice, and floats too where the compiler keeps them longer
 * than C allows.  (Floats that are evaluated as doubles, as on s390x, come out right.) */
#if (defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ == 2) || (defined(_M_IX86_FP) && _M_IX86_FP < 2)
#error "compile for SSE2 arithmetic (-msse2 -mfpmath=sse, /arch:SSE2): any other gives other numbers"
#endif

#include "../../include/gltf_accessor/accessor.h"
#include "convert.h"

#if GLTF_I_X86 && defined(_MSC_VER)
#include <immintrin.h>
#include <intrin.h>
#elif GLTF_I_X86 && defined(__GNUC__)
#include <cpuid.h>
#endif

#if GLTF_I_X86 && (defined(_MSC_VER) || defined(__GNUC__))

typedef struct registers {
    uint32_t a, b, c, d;
} registers;

#if defined(_MSC_VER)
static registers ask(uint32_t leaf) {
    int words[4];
    __cpuidex(words, (int)leaf, 0);
    registers r = {(uint32_t)words[0], (uint32_t)words[1], (uint32_t)words[2], (uint32_t)words[3]};
    return r;
}

static uint32_t saved_state(void) {
    return (uint32_t)_xgetbv(0);
}
#else
/* Leaf 0 is always there on processors that this is compiled for; others are asked for only where it names them, since each
 * question costs 20 us on some virtual machines. */
static registers ask(uint32_t leaf) {
    registers r;
    __cpuid_count(leaf, 0, r.a, r.b, r.c, r.d);
    return r;
}

/* By its bytes: old assemblers do not know xgetbv, and the intrinsic needs a compiler flag. */
static uint32_t saved_state(void) {
    uint32_t low, high;
    __asm__ volatile(".byte 0x0f, 0x01, 0xd0" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}
#endif

enum {
    LEAF1_C_SSSE3 = 1 << 9,
    LEAF1_C_FMA = 1 << 12,
    LEAF1_C_OSXSAVE = 1 << 27,
    LEAF1_C_F16C = 1 << 29,
    LEAF1_D_SSE2 = 1 << 26,
    LEAF7_B_AVX2 = 1 << 5
};

/* AVX2 kernels may use FMA and F16C, which all but a few processors with AVX2 have; and they need an operating system that
 * saves the upper halves of the registers: bits 1 and 2 of XCR0. */
static int have_avx2(registers one) {
    const uint32_t needed = (uint32_t)LEAF1_C_FMA | LEAF1_C_F16C | LEAF1_C_OSXSAVE;
    return (one.c & needed) == needed && (saved_state() & 6) == 6 && (ask(7).b & LEAF7_B_AVX2);
}

uint32_t gltf_i_cpu_machine(void) {
    uint32_t bits = 0;
    uint32_t leaves = ask(0).a;
    registers one = ask(1);
    if (one.d & LEAF1_D_SSE2) {
        bits |= GLTF_CPU_SSE2;
    }
    if (one.c & LEAF1_C_SSSE3) {
        bits |= GLTF_CPU_SSSE3;
    }
    if (leaves >= 7 && have_avx2(one)) {
        bits |= GLTF_CPU_AVX2;
    }
    return bits;
}

#elif GLTF_I_ARM64

uint32_t gltf_i_cpu_machine(void) {
    return GLTF_CPU_NEON; /* part of the architecture */
}

#else

uint32_t gltf_i_cpu_machine(void) {
    return 0;
}

#endif

/* What the compiler was told that every machine has. */
static uint32_t assumed(void) {
    uint32_t bits = 0;
#if defined(__SSE2__) || defined(_M_X64) || (defined(_M_IX86_FP) && _M_IX86_FP >= 2)
    bits |= GLTF_CPU_SSE2;
#endif
#if defined(__SSSE3__)
    bits |= GLTF_CPU_SSSE3;
#endif
#if defined(__AVX2__) && ((defined(__FMA__) && defined(__F16C__)) || defined(_MSC_VER))
    bits |= GLTF_CPU_AVX2;
#endif
#if GLTF_I_ARM64
    bits |= GLTF_CPU_NEON;
#endif
    return bits;
}

uint32_t gltf_cpu_detect(void) {
    uint32_t compiled = gltf_i_convert_compiled();
    return compiled ? gltf_i_cpu_machine() & compiled : 0;
}

uint32_t gltf_i_cpu_usable(uint32_t asked) {
    if (asked & GLTF_CPU_PLAIN) {
        return 0;
    }
    return (asked ? asked : assumed()) & gltf_i_convert_compiled();
}
