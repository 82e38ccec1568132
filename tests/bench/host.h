/* bench/host.h - what the system tells of this process and its machine, and what built it. */
#ifndef GLTF_BENCH_HOST_H
#define GLTF_BENCH_HOST_H

#include <stddef.h>

/* Bytes of "VmRSS:" (now) or "VmHWM:" (at most); 0 where the system does not tell. */
double bench_resident(const char *name);

/* Let the peak start again from what is used now. */
void bench_forget_peak(void);

/* The processor's name. */
void bench_machine(char *out, size_t size);

#if defined(__clang__)
#define BENCH_COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define BENCH_COMPILER "gcc " __VERSION__
#else
#define BENCH_COMPILER "another compiler"
#endif
#if !defined(GLTF_BENCH_FLAGS)
#define GLTF_BENCH_FLAGS ""
#endif

#endif
