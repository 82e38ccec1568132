/* tests/morph/measure.c - outside the layers: blend one large synthetic mesh, for time and for counted instructions.
 *
 * usage: measure CASE [TARGETS [VERTICES [PERCENT [ROUNDS]]]]      default: 64 50000 5 21
 *
 * CASE: base (all weights zero), dense, random and clustered (sparse, PERCENT displaced), expanded (the same targets as random,
 * with every delta stored), short (dense VEC3 on VEC4), i16n (dense), i16n-random.  Prints microseconds for each blend, the
 * same for copying the base and reading all bytes of the deltas once, which is the limit, and a sum of the results. */
#include <gltf_accessor/morph.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CLUSTER = 100 };

typedef struct mesh {
    uint32_t targets;
    uint32_t vertices;
    uint32_t percent; /* of them that a sparse delta displaces */
    gltf_accessor base;
    gltf_accessor *deltas;
    float *weights;
} mesh;

static void *get(size_t size) {
    void *memory = calloc(1, size);
    if (!memory) {
        fputs("no memory\n", stderr);
        exit(2);
    }
    return memory;
}

/* A small generator of numbers, the same everywhere. */
static uint32_t next(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static int is(const char *text, const char *word) {
    return strcmp(text, word) == 0;
}

static gltf_accessor dense_of(const void *bytes, uint32_t type, uint32_t shape, uint32_t count) {
    gltf_accessor_desc desc;
    gltf_accessor accessor;
    memset(&desc, 0, sizeof desc);
    desc.count = count;
    desc.component_type = type;
    desc.shape = shape;
    desc.normalized = type != GLTF_FLOAT;
    if (gltf_accessor_wrap(bytes, SIZE_MAX / 4, &desc, gltf_cpu_detect(), &accessor, NULL) != GLTF_OK) {
        exit(2);
    }
    return accessor;
}

/* Which vertices one target displaces. */
static uint32_t choose(const mesh *m, int clustered, uint32_t *chosen, uint32_t *state) {
    uint32_t count = 0;
    uint32_t start = 0;
    for (uint32_t v = 0; v < m->vertices; v++) {
        int taken = next(state) % 100 < m->percent;
        if (clustered) { /* one run of CLUSTER in each stretch, somewhere in it */
            const uint32_t stretch = CLUSTER * 100 / m->percent;
            if (v % stretch == 0) {
                start = v + next(state) % (stretch - CLUSTER);
            }
            taken = v >= start && v < start + CLUSTER;
        }
        if (taken) {
            chosen[count++] = v;
        }
    }
    return count;
}

/* Numbers of `count` deltas, of some type. */
static uint8_t *make_numbers(uint32_t type, size_t count, uint32_t *state) {
    const size_t size = type == GLTF_FLOAT ? 4 : 2;
    uint8_t *bytes = get(count * size + 1);
    for (size_t i = 0; i < count; i++) {
        const float f = (float)(int32_t)(next(state) % 2001 - 1000) / 1024.0f;
        const int16_t n = (int16_t)(next(state) & 0xffff);
        if (type == GLTF_FLOAT) {
            memcpy(bytes + i * size, &f, size);
        } else {
            memcpy(bytes + i * size, &n, size);
        }
    }
    return bytes;
}

static gltf_accessor sparse_of(const mesh *m, uint32_t type, int clustered, uint32_t *state) {
    uint32_t *chosen = get(m->vertices * sizeof *chosen);
    gltf_buffer buffers[2];
    gltf_buffer_view views[2];
    gltf_source source;
    gltf_accessor_desc desc;
    gltf_accessor accessor;
    memset(buffers, 0, sizeof buffers);
    memset(views, 0, sizeof views);
    memset(&source, 0, sizeof source);
    memset(&desc, 0, sizeof desc);
    desc.sparse.count = choose(m, clustered, chosen, state);
    desc.sparse.indices_component_type = GLTF_UNSIGNED_INT;
    desc.sparse.values_view = 1;
    desc.view = GLTF_NONE;
    desc.count = m->vertices;
    desc.component_type = type;
    desc.shape = GLTF_VEC3;
    desc.normalized = type != GLTF_FLOAT;
    buffers[0].data = (const uint8_t *)chosen;
    buffers[1].data = make_numbers(type, 3 * (size_t)desc.sparse.count, state);
    for (uint32_t i = 0; i < 2; i++) {
        buffers[i].size = desc.sparse.count * (i == 0 ? 4 : 3 * (type == GLTF_FLOAT ? 4u : 2u));
        views[i].byte_length = buffers[i].size;
        views[i].buffer = i;
    }
    source.buffers = buffers;
    source.buffer_count = 2;
    source.views = views;
    source.view_count = 2;
    source.cpu = gltf_cpu_detect();
    if (gltf_accessor_resolve(&source, &desc, &accessor, NULL) != GLTF_OK) {
        exit(2);
    }
    return accessor;
}

static gltf_accessor expanded_of(const mesh *m, const gltf_accessor *sparse) {
    float *all = get(3 * (size_t)m->vertices * sizeof *all);
    gltf_accessor_read_float(sparse, 0, m->vertices, all, 3 * (size_t)m->vertices);
    return dense_of(all, GLTF_FLOAT, GLTF_VEC3, m->vertices);
}

static gltf_accessor delta_of(const mesh *m, const char *which, uint32_t *state) {
    if (is(which, "random") || is(which, "clustered")) {
        return sparse_of(m, GLTF_FLOAT, is(which, "clustered"), state);
    }
    if (is(which, "i16n-random")) {
        return sparse_of(m, GLTF_SHORT, 0, state);
    }
    if (is(which, "expanded")) {
        const gltf_accessor sparse = sparse_of(m, GLTF_FLOAT, 0, state);
        return expanded_of(m, &sparse);
    }
    const uint32_t type = is(which, "i16n") ? GLTF_SHORT : GLTF_FLOAT;
    return dense_of(make_numbers(type, 3 * (size_t)m->vertices, state), type, GLTF_VEC3, m->vertices);
}

static void make(mesh *m, const char *which) {
    uint32_t state = 1;
    const uint32_t shape = is(which, "short") ? GLTF_VEC4 : GLTF_VEC3;
    const uint8_t *numbers = make_numbers(GLTF_FLOAT, (size_t)m->vertices * shape, &state);
    m->base = dense_of(numbers, GLTF_FLOAT, shape, m->vertices);
    m->deltas = get(m->targets * sizeof *m->deltas + 1);
    m->weights = get(m->targets * sizeof *m->weights + 1);
    for (uint32_t t = 0; t < m->targets; t++) {
        m->deltas[t] = delta_of(m, which, &state);
        m->weights[t] = is(which, "base") ? 0.0f : 0.5f + (float)t / 128.0f;
    }
}

static double now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Time for the least that must be done. */
static double touch(const mesh *m, float *out, size_t numbers, uint64_t *sum) {
    const double start = now();
    memcpy(out, m->base.data, numbers * sizeof *out);
    for (uint32_t t = 0; t < m->targets && m->weights[t] != 0.0f; t++) {
        const gltf_accessor *delta = &m->deltas[t];
        const uint8_t *parts[3] = {delta->data, delta->sparse_indices, delta->sparse_values};
        const size_t sizes[3] = {delta->data ? delta->count * delta->element_size : 0, delta->sparse_count * 4,
                                 delta->sparse_count * delta->element_size};
        for (int p = 0; p < 3; p++) {
            for (size_t i = 0; i + 8 <= sizes[p]; i += 8) {
                uint64_t eight;
                memcpy(&eight, parts[p] + i, sizeof eight);
                *sum ^= eight;
            }
        }
    }
    return now() - start;
}

static double blend(const mesh *m, float *out, size_t numbers) {
    const double start = now();
    if (gltf_morph_read(&m->base, m->deltas, m->weights, m->targets, 0, 0, m->vertices, NULL, out,
                        numbers * sizeof *out, NULL) != GLTF_OK) {
        exit(2);
    }
    return now() - start;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static uint32_t number_of(int argc, char **argv, int which, uint32_t otherwise) {
    return argc > which ? (uint32_t)strtoul(argv[which], NULL, 10) : otherwise;
}

int main(int argc, char **argv) {
    mesh m;
    m.targets = number_of(argc, argv, 2, 64);
    m.vertices = number_of(argc, argv, 3, 50000);
    m.percent = number_of(argc, argv, 4, 5);
    const uint32_t rounds = number_of(argc, argv, 5, 21);
    double sum = 0;
    uint64_t bits = 0;
    if (argc < 2 || rounds == 0 || m.vertices == 0 || m.percent == 0) {
        fputs("usage: measure CASE [TARGETS [VERTICES [PERCENT [ROUNDS]]]]\n", stderr);
        return 64;
    }
    make(&m, argv[1]);
    const size_t numbers = (size_t)m.vertices * m.base.component_count;
    float *out = get(numbers * sizeof *out);
    double *times = get(rounds * sizeof *times);
    double *limits = get(rounds * sizeof *limits);
    for (uint32_t i = 0; i < rounds; i++) { /* interleaved: both see the same neighbours on this machine */
        limits[i] = touch(&m, out, numbers, &bits);
        times[i] = blend(&m, out, numbers);
    }
    qsort(times, rounds, sizeof *times, ascending);
    qsort(limits, rounds, sizeof *limits, ascending);
    for (size_t i = 0; i < numbers; i++) {
        sum += out[i];
    }
    printf("%s: median %.1f us, best %.1f; limit %.1f, %.1f; fraction %.2f, %.2f; sum %.9g %x\n", argv[1],
           times[rounds / 2], times[0], limits[rounds / 2], limits[0], limits[rounds / 2] / times[rounds / 2],
           limits[0] / times[0], sum, (unsigned)(bits & 15));
    return 0;
}
