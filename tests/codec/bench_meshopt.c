/* tests/codec/bench_meshopt.c - how fast meshopt streams decode, beside the system's library where it was found.
 *
 *   node bench_streams.mjs FILE && bench_meshopt FILE [ROUNDS]
 *
 * Every way to decode takes its turn in every round, so that all see the same machine; the median of the rounds counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../include/gltf_accessor/accessor.h"
#include "../../src/base/bytes.h"
#include "../../src/codec/meshopt.h"
#include "../../src/core/cpu.h"

#ifdef GLTF_TEST_MESHOPT
#include <meshoptimizer.h>
#endif

enum { NAME_SIZE = 32, HEADER_SIZE = NAME_SIZE + 28, MAX_ROUNDS = 201, WAYS = 4 };

static const struct {
    const char *name;
    uint32_t cpu;
} ways[WAYS] = {
    {"plain", GLTF_CPU_PLAIN},
    {"ssse3", GLTF_CPU_SSE2 | GLTF_CPU_SSSE3},
    {"avx2", GLTF_CPU_SSE2 | GLTF_CPU_SSSE3 | GLTF_CPU_AVX2},
    {"library", 0},
};

/* Time of this process, not of the others that want the machine. */
static double now(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void fail(const char *why) {
    fprintf(stderr, "bench_meshopt: %s\n", why);
    exit(1);
}

/* 0 = this library knows no such stream. */
static int library_decode(const gltf_i_meshopt_stream *s, uint8_t *out) {
#ifdef GLTF_TEST_MESHOPT
    int result = 1;
    if (s->mode == GLTF_I_MESHOPT_TRIANGLES) {
        result = meshopt_decodeIndexBuffer(out, s->count, s->stride, s->bytes, s->size);
    } else if (s->mode == GLTF_I_MESHOPT_INDICES) {
        result = meshopt_decodeIndexSequence(out, s->count, s->stride, s->bytes, s->size);
    } else {
        result = meshopt_decodeVertexBuffer(out, s->count, s->stride, s->bytes, s->size);
    }
    if (result != 0) {
        return 0;
    }
    switch (s->filter) {
    case GLTF_I_MESHOPT_OCTAHEDRAL:
        meshopt_decodeFilterOct(out, s->count, s->stride);
        break;
    case GLTF_I_MESHOPT_QUATERNION:
        meshopt_decodeFilterQuat(out, s->count, s->stride);
        break;
    case GLTF_I_MESHOPT_EXPONENTIAL:
        meshopt_decodeFilterExp(out, s->count, s->stride);
        break;
#if MESHOPTIMIZER_VERSION >= 250
    case GLTF_I_MESHOPT_COLOR:
        meshopt_decodeFilterColor(out, s->count, s->stride);
        break;
#else
    case GLTF_I_MESHOPT_COLOR:
        return 0;
#endif
    default:
        break;
    }
    return 1;
#else
    (void)s;
    (void)out;
    return 0;
#endif
}

/* Seconds of one decoding, or a negative number. */
static double time_way(size_t way, gltf_i_meshopt_stream *s, uint32_t machine, uint8_t *out) {
    if (ways[way].cpu & ~(machine | GLTF_CPU_PLAIN)) {
        return -1;
    }
    const double start = now();
    if (way == WAYS - 1) {
        if (!library_decode(s, out)) {
            return -1;
        }
    } else {
        s->cpu = ways[way].cpu;
        if (gltf_i_meshopt_decode(s, out) != GLTF_OK) {
            fail("a stream does not decode");
        }
    }
    return now() - start;
}

static void measure(const char *name, gltf_i_meshopt_stream *s, size_t rounds) {
    const uint32_t machine = gltf_i_cpu_machine();
    static double times[WAYS][MAX_ROUNDS];
    const size_t size = s->count * s->stride;
    uint8_t *out = malloc(size);
    if (!out) {
        fail("out of memory");
    }
    memset(out, 1, size);
    for (size_t round = 0; round < rounds; round++) {
        for (size_t way = 0; way < WAYS; way++) {
            times[way][round] = time_way(way, s, machine, out);
        }
    }
    printf("%-24s %9zu %9zu", name, size, s->size);
    for (size_t way = 0; way < WAYS; way++) {
        qsort(times[way], rounds, sizeof(double), compare_doubles);
        const double median = times[way][rounds / 2];
        if (median > 0) {
            printf(" %9.2f", (double)size / median / 1e9);
        } else {
            printf(" %9s", "-");
        }
    }
    printf("\n");
    free(out);
}

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    size_t rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : 31;
    rounds = rounds < 1 ? 1 : rounds > MAX_ROUNDS ? MAX_ROUNDS : rounds;
    if (!file) {
        fail("usage: bench_meshopt FILE [ROUNDS], with a FILE of bench_streams.mjs");
        return 1;
    }
    printf("%-24s %9s %9s", "GB/s of decoded bytes", "decoded", "stream");
    for (size_t way = 0; way < WAYS; way++) {
        printf(" %9s", ways[way].name);
    }
    printf("\n");
    uint8_t header[HEADER_SIZE];
    while (fread(header, 1, HEADER_SIZE, file) == HEADER_SIZE) {
        gltf_i_meshopt_stream s;
        char name[NAME_SIZE + 1] = "";
        memcpy(name, header, NAME_SIZE);
        s.mode = bytes_load_u32(header + NAME_SIZE);
        s.filter = bytes_load_u32(header + NAME_SIZE + 4);
        s.version = bytes_load_u32(header + NAME_SIZE + 8);
        s.stride = bytes_load_u32(header + NAME_SIZE + 16);
        s.count = bytes_load_u32(header + NAME_SIZE + 20);
        s.size = bytes_load_u32(header + NAME_SIZE + 24);
        uint8_t *bytes = malloc(s.size ? s.size : 1);
        if (!bytes || fread(bytes, 1, s.size, file) != s.size || gltf_i_meshopt_fault(&s)) {
            fail("the file is not one of bench_streams.mjs");
        }
        s.bytes = bytes;
        measure(name, &s, rounds);
        free(bytes);
    }
    fclose(file);
    return 0;
}
