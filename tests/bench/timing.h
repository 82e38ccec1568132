/* bench/timing.h - fair comparison of several ways to do the same: random order in every round, medians. */
#ifndef GLTF_BENCH_TIMING_H
#define GLTF_BENCH_TIMING_H

#include <stddef.h>
#include <stdint.h>

typedef struct bench_way {
    const char *name;
    void (*run)(void *context); /* NULL = not here */
    void *context;
    double seconds; /* out: median of one run */
} bench_way;

typedef struct bench_effort {
    double sample; /* seconds that one sample takes at least, by repeating the run */
    int rounds;    /* samples of each way */
} bench_effort;

enum { BENCH_WAYS = 8, BENCH_ROUNDS = 101 };

/* Time all ways; those without `run` get 0. */
void bench_compare(bench_way *ways, size_t count, const bench_effort *effort);

/* Seconds that this thread has used (where the system tells; else of the clock on the wall). */
double bench_now(void);

/* Stay on one processor if that can be asked for; not 0 if it was granted. */
int bench_pin(void);

uint32_t bench_random(void);

#endif
