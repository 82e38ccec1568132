/* bench/bench.c - how near reading comes to what the memory allows.  It tells figures and judges nothing.
 *
 *   bench [--quick] [--cpu plain|sse2|ssse3|avx2|neon] [--json FILE] [--only TEXT]
 *         [--elements 4096|65536|1048576|16777216] [--all-combinations] */
#include <stdlib.h>
#include <string.h>

#include "../../include/gltf_accessor/gltf_accessor.h"
#include "report.h"

typedef struct cpu_choice {
    const char *name;
    uint32_t bits;
} cpu_choice;

static const cpu_choice cpus[] = {
    {"plain", GLTF_CPU_PLAIN},
    {"sse2", GLTF_CPU_SSE2},
    {"ssse3", GLTF_CPU_SSE2 | GLTF_CPU_SSSE3},
    {"avx2", GLTF_CPU_SSE2 | GLTF_CPU_SSSE3 | GLTF_CPU_AVX2},
    {"neon", GLTF_CPU_NEON},
};
enum { CPUS = sizeof cpus / sizeof cpus[0] };

static void stop(const char *why) {
    fprintf(stderr,
            "bench: %s\n"
            "usage: bench [--quick] [--cpu plain|sse2|ssse3|avx2|neon] [--json FILE] [--only TEXT] "
            "[--elements N] [--all-combinations]\n",
            why);
    exit(64);
}

static void choose_cpu(bench_session *session, const char *name) {
    const uint32_t have = gltf_cpu_detect();
    for (size_t i = 0; i < CPUS; i++) {
        const int fits = cpus[i].bits == GLTF_CPU_PLAIN || (cpus[i].bits & ~have) == 0;
        if (name ? strcmp(cpus[i].name, name) == 0 : fits) { /* without a name the last that fits */
            if (!fits) {
                stop("this machine or this build lacks those kernels");
            }
            session->cpu = cpus[i].bits;
            session->cpu_name = cpus[i].name;
        }
    }
    if (!session->cpu_name) {
        stop("unknown kernels");
    }
}

static const char *next_of(int argc, char **argv, int *i) {
    if (*i + 1 >= argc) {
        stop("a value is missing");
    }
    return argv[++*i];
}

/* Memory of both sides, every page touched: fresh pages cost more than any decoding. */
static void touch_memory(bench_session *session) {
    /* the largest rows: 16M vertices of 32 bytes; output behind it by some lines, so that the two do not fight for sets */
    session->room = session->quick ? (size_t)48 << 20 : (size_t)576 << 20;
    session->memory[0] = malloc(session->room + 2048);
    session->memory[1] = malloc(session->room + 2048);
    if (!session->memory[0] || !session->memory[1]) {
        stop("out of memory");
    }
    session->in = session->memory[0] + 64 - (uintptr_t)session->memory[0] % 64;
    session->out = session->memory[1] + 64 - (uintptr_t)session->memory[1] % 64 + 13 * 64;
    for (size_t i = 0; i + 4 <= session->room; i += 4) {
        /* any integers; as floats finite */
        const uint32_t word = bench_random() & 0xbfffffffu;
        memcpy(session->in + i, &word, sizeof word);
    }
    memset(session->out, 1, session->room);
}

int main(int argc, char **argv) {
    bench_session session;
    const char *cpu = NULL;
    int combinations = 0;
    memset(&session, 0, sizeof session);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0) {
            session.quick = 1;
        } else if (strcmp(argv[i], "--all-combinations") == 0) {
            combinations = 1;
        } else if (strcmp(argv[i], "--cpu") == 0) {
            cpu = next_of(argc, argv, &i);
        } else if (strcmp(argv[i], "--only") == 0) {
            session.only = next_of(argc, argv, &i);
        } else if (strcmp(argv[i], "--elements") == 0) {
            session.elements = (size_t)strtoul(next_of(argc, argv, &i), NULL, 10);
        } else if (strcmp(argv[i], "--json") == 0) {
            session.json = fopen(next_of(argc, argv, &i), "w");
            if (!session.json) {
                stop("the JSON file cannot be written");
            }
        } else {
            stop("unknown option");
        }
    }
    choose_cpu(&session, cpu);
    session.effort.sample = session.quick ? 2e-4 : 2e-3;
    session.effort.rounds = session.quick ? 5 : 15;
    const int pinned = bench_pin();
    touch_memory(&session);
    bench_head(&session, pinned);
    if (combinations) {
        bench_combinations(&session);
    } else {
        bench_reads(&session);
#if defined(GLTF_BENCH_MORPH)
        bench_morph(&session);
#endif
        bench_base64(&session);
        bench_documents(&session);
    }
    free(session.memory[0]);
    free(session.memory[1]);
    if (session.json && fclose(session.json) != 0) {
        fprintf(stderr, "bench: the JSON file is not complete\n");
        return 1;
    }
    return 0;
}
