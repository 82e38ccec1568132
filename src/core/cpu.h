/* core/cpu.h - layer 1: which machine is this, and which bits an accessor carries. */
#ifndef GLTF_I_CPU_H
#define GLTF_I_CPU_H

#include "../base/compiler.h"

/* Machines that kernels may be written for.  Little-endian only: kernels load whole vectors. */
#if defined(__x86_64__) || defined(_M_X64) || defined(__i386__) || defined(_M_IX86)
#define GLTF_I_X86 1
#else
#define GLTF_I_X86 0
#endif
#if (defined(__aarch64__) || defined(_M_ARM64)) && !GLTF_I_BIG_ENDIAN
#define GLTF_I_ARM64 1
#else
#define GLTF_I_ARM64 0
#endif

#if defined(__AVX2__) && ((defined(__FMA__) && defined(__F16C__)) || defined(_MSC_VER))
#define GLTF_I_ASSUME_AVX2 1
#else
#define GLTF_I_ASSUME_AVX2 0
#endif
#if defined(__SSSE3__) || GLTF_I_ASSUME_AVX2
#define GLTF_I_ASSUME_SSSE3 1
#else
#define GLTF_I_ASSUME_SSSE3 0
#endif
#define GLTF_I_SSE2 (GLTF_I_X86 && GLTF_KERNELS >= 1)
#define GLTF_I_SSSE3 (GLTF_I_X86 && GLTF_KERNELS >= 2 - GLTF_I_ASSUME_SSSE3)
#define GLTF_I_AVX2 (GLTF_I_X86 && GLTF_KERNELS >= 2 - GLTF_I_ASSUME_AVX2)
#define GLTF_I_NEON (GLTF_I_ARM64 && GLTF_KERNELS >= 1)

/* GLTF_CPU_* bits of this machine, compiled for or not. */
GLTF_I_HIDDEN uint32_t gltf_i_cpu_machine(void);

/* Bits to store in an accessor for the bits that a caller gave: PLAIN gives none, 0 what the build assumes anyway,
 * all else itself; each without what was not compiled. */
GLTF_I_HIDDEN uint32_t gltf_i_cpu_usable(uint32_t asked);

#endif
