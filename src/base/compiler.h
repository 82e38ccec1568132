/* base/compiler.h - layer 0: what compilers spell differently.  Attributes, restrict and byte order, nothing else. */
#ifndef GLTF_I_COMPILER_H
#define GLTF_I_COMPILER_H

#include "visibility.h"

#include "../../include/gltf_accessor/base.h"

#if defined(__GNUC__) && !defined(_WIN32)
#define GLTF_I_HIDDEN __attribute__((visibility("hidden")))
#else
#define GLTF_I_HIDDEN
#endif

#if defined(_MSC_VER)
#define GLTF_I_RESTRICT __restrict
#define GLTF_I_INLINE __forceinline
#define GLTF_I_NOINLINE __declspec(noinline)
#elif defined(__GNUC__)
#define GLTF_I_RESTRICT __restrict__
#define GLTF_I_INLINE inline __attribute__((always_inline))
#define GLTF_I_NOINLINE __attribute__((noinline))
#else
#define GLTF_I_RESTRICT
#define GLTF_I_INLINE inline
#define GLTF_I_NOINLINE
#endif

/* Which hand-written kernels are compiled: 0 = none, the portable loops only; 1 = for what the compiler may assume of the CPU;
 * 2 = all, to be chosen at run time.  CMake's GLTF_KERNELS, and a macro for those who build by hand. */
#ifndef GLTF_KERNELS
#define GLTF_KERNELS 2
#endif

/* Ask for the line of the caches at an address, which need not exist. */
#if defined(__GNUC__)
#define GLTF_I_PREFETCH(address) __builtin_prefetch((const void *)(address))
#else
#define GLTF_I_PREFETCH(address) ((void)(address))
#endif

/* All targets of MSVC are little-endian; everyone else says. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define GLTF_I_BIG_ENDIAN 1
#else
#define GLTF_I_BIG_ENDIAN 0
#endif

#endif
