/* bench/timing.c - fair comparison of several ways to do the same. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "timing.h"

#include <stdlib.h>
#include <time.h>

#if defined(__linux__)
#include <sched.h>
#endif

/* Time of the thread, not of the wall: on a busy machine the others' time does not count. */
double bench_now(void) {
    struct timespec t;
#if defined(CLOCK_THREAD_CPUTIME_ID)
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
#else
    timespec_get(&t, TIME_UTC);
#endif
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int bench_pin(void) {
#if defined(__linux__)
    cpu_set_t set;
    int cpu = sched_getcpu();
    if (cpu < 0) {
        return 0;
    }
    CPU_ZERO(&set);
    CPU_SET((size_t)cpu, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0;
#else
    return 0;
#endif
}

uint32_t bench_random(void) {
    static uint32_t state = 2463534242u;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* A run that takes longer than this works on memory, whatever ran before. */
#define COLD 5e-3

/* One sample: the other ways have just used the caches, so first runs that do not count bring ours back.  (After writes
 * around the caches it takes two of them until the lines are near again.) */
static double take_sample(const bench_way *way, size_t repeats, double expected) {
    for (int warm = 0; warm < 2 && expected < COLD; warm++) {
        way->run(way->context);
    }
    const double start = bench_now();
    for (size_t i = 0; i < repeats; i++) {
        way->run(way->context);
    }
    return (bench_now() - start) / (double)repeats;
}

/* Runs that fill a sample, and how long one takes, about. */
static size_t find_repeats(const bench_way *way, double sample, double *expected) {
    size_t repeats = 1;
    way->run(way->context);
    for (;;) {
        const double start = bench_now();
        for (size_t i = 0; i < repeats; i++) {
            way->run(way->context);
        }
        const double took = bench_now() - start;
        if (took >= sample * 0.5) {
            const double wanted = (double)repeats * sample / took;
            *expected = took / (double)repeats;
            return wanted < 1 ? 1 : (size_t)wanted;
        }
        repeats *= 2;
    }
}

void bench_compare(bench_way *ways, size_t count, const bench_effort *effort) {
    static double samples[BENCH_WAYS][BENCH_ROUNDS];
    size_t repeats[BENCH_WAYS];
    double expected[BENCH_WAYS];
    size_t order[BENCH_WAYS];
    const int rounds = effort->rounds < BENCH_ROUNDS ? effort->rounds : BENCH_ROUNDS;
    for (size_t i = 0; i < count; i++) {
        order[i] = i;
        repeats[i] = ways[i].run ? find_repeats(&ways[i], effort->sample, &expected[i]) : 0;
    }
    for (int round = 0; round < rounds; round++) {
        for (size_t i = count; i > 1; i--) {
            const size_t k = bench_random() % i;
            const size_t moved = order[i - 1];
            order[i - 1] = order[k];
            order[k] = moved;
        }
        for (size_t i = 0; i < count; i++) {
            const size_t way = order[i];
            samples[way][round] = ways[way].run ? take_sample(&ways[way], repeats[way], expected[way]) : 0;
        }
    }
    for (size_t i = 0; i < count; i++) {
        qsort(samples[i], (size_t)rounds, sizeof(double), compare_doubles);
        ways[i].seconds = samples[i][rounds / 2];
    }
}
