/* tests/threads/threads.c - outside the layers: many threads at once: they look at one document, decode ranges of one accessor into
 * one output, fill attributes of the same vertices, and parse, load, read and validate documents of their own.  What each
 * finds must be what one thread alone found.  run.sh runs it under ThreadSanitizer.
 * usage: threads ROUNDS FILE... */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <gltf_accessor/document.h>
#include <gltf_accessor/validate.h>

#include "../machines/digest.h"
#include "../machines/digest_models.h"

enum { THREADS = 8, FILES = 64, VERTICES = 4099, VERTEX = 20 };

typedef struct model {
    uint8_t *bytes;
    size_t size;
    gltf_document *document; /* shared by all threads; NULL where it cannot be opened */
    uint64_t opened;         /* what one thread alone found */
    uint64_t whole;
    uint64_t report;
} model;

static model models[FILES];
static int model_count;
static int rounds;

/* One mesh of made-up vertices, and the vertices that all threads write into. */
typedef struct work {
    gltf_accessor positions;
    gltf_accessor colors;
    uint8_t vertices[VERTICES * VERTEX];
    float numbers[VERTICES * 3];
} work;

static work shared;

typedef struct worker {
    pthread_t thread;
    size_t number;
    const char *fault; /* NULL = all was right */
} worker;

/* ---- Digests ---- */

static uint64_t opened_of(const gltf_document *document) {
    uint64_t digest;
    digest_start(&digest);
    digest_opened(&digest, document);
    return digest;
}

static uint64_t whole_of(const model *m) {
    uint64_t digest;
    digest_start(&digest);
    digest_model(&digest, m->bytes, m->size);
    return digest;
}

static uint64_t report_of(const model *m) {
    uint64_t digest;
    digest_start(&digest);
    digest_model_validation(&digest, m->bytes, m->size);
    return digest;
}

/* ---- What a thread does ---- */

/* document.h: everything that takes a const document is safe in parallel */
static const char *look_at_shared(const worker *w) {
    for (int i = 0; i < model_count; i++) {
        const model *m = &models[((size_t)i + w->number) % (size_t)model_count];
        if (m->document && opened_of(m->document) != m->opened) {
            return "a shared document gave something else";
        }
    }
    return NULL;
}

/* document.h: different documents are independent */
static const char *use_own(const worker *w) {
    for (int i = 0; i < model_count; i++) {
        const model *m = &models[((size_t)i * 3 + w->number) % (size_t)model_count];
        if (whole_of(m) != m->whole) {
            return "a document of its own gave something else";
        }
        if (report_of(m) != m->report) {
            return "a validation reported something else";
        }
    }
    return NULL;
}

/* accessor.h: bytes between elements are neither read nor written, so two threads may fill two attributes of one vertex:
 * even threads positions at byte 0, odd ones colors at byte 12; ranges lie side by side */
static const char *fill_vertices(const worker *w) {
    const size_t parts = THREADS / 2, part = w->number / 2;
    const size_t first = VERTICES * part / parts;
    const size_t count = VERTICES * (part + 1) / parts - first;
    gltf_layout layout;
    memset(&layout, 0, sizeof layout);
    layout.component_type = w->number % 2 ? GLTF_UNSIGNED_BYTE : GLTF_FLOAT;
    layout.normalized = w->number % 2;
    layout.component_count = w->number % 2 ? 4 : 3;
    layout.byte_stride = VERTEX;
    layout.fill[3] = 1;
    const size_t offset = first * VERTEX + (w->number % 2 ? 12 : 0);
    const size_t size = (count - 1) * VERTEX + (w->number % 2 ? 4u : 12u);
    const gltf_accessor *a = w->number % 2 ? &shared.colors : &shared.positions;
    return gltf_accessor_read_as(a, first, count, &layout, shared.vertices + offset, size) == GLTF_OK
               ? NULL
               : "vertices cannot be filled";
}

/* accessor.h: ranges of one accessor, dense, each to its place */
static const char *decode_ranges(const worker *w) {
    const size_t first = VERTICES * w->number / THREADS;
    const size_t count = VERTICES * (w->number + 1) / THREADS - first;
    return gltf_accessor_read_float(&shared.positions, first, count, shared.numbers + first * 3, count * 3) == GLTF_OK
               ? NULL
               : "a range cannot be read";
}

static const char *look_at_library(const worker *w) {
    (void)w;
    uint32_t count;
    return gltf_issue_kinds(&count) && count && gltf_cpu_detect() == shared.positions.cpu &&
                   strcmp(gltf_status_name(GLTF_ERR_RANGE), "GLTF_ERR_RANGE") == 0
               ? NULL
               : "the library says something else about itself";
}

static void *run(void *argument) {
    static const char *(*const parts[])(const worker *) = {decode_ranges, fill_vertices, look_at_shared, use_own,
                                                           look_at_library};
    worker *w = argument;
    for (int round = 0; round < rounds; round++) {
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
            const char *fault = parts[i](w);
            w->fault = fault ? fault : w->fault;
        }
    }
    return NULL;
}

/* ---- The frame ---- */

static int open_models(int argc, char **argv) {
    for (int i = 2; i < argc && model_count < FILES; i++) {
        model *m = &models[model_count++];
        uint64_t unused;
        m->bytes = digest_read_file(argv[i], &m->size);
        if (!m->bytes) {
            fprintf(stderr, "threads: cannot read %s\n", argv[i]);
            return 0;
        }
        digest_start(&unused);
        m->document = digest_open(&unused, m->bytes, m->size, 0);
        m->opened = m->document ? opened_of(m->document) : 0;
        m->whole = whole_of(m);
        m->report = report_of(m);
    }
    return 1;
}

/* Floats and normalized bytes in one interleaved buffer, stride 16. */
static int make_shared(uint8_t bytes[VERTICES * 16]) {
    gltf_accessor_desc desc;
    memset(&desc, 0, sizeof desc);
    for (uint32_t i = 0; i < VERTICES * 16; i++) {
        bytes[i] = (uint8_t)(i * 2654435761u >> 24);
    }
    desc.count = VERTICES;
    desc.component_type = GLTF_FLOAT;
    desc.shape = GLTF_VEC3;
    desc.byte_stride = 16;
    if (gltf_accessor_wrap(bytes, (size_t)VERTICES * 16, &desc, gltf_cpu_detect(), &shared.positions, NULL) !=
        GLTF_OK) {
        return 0;
    }
    desc.byte_offset = 12;
    desc.component_type = GLTF_UNSIGNED_BYTE;
    desc.shape = GLTF_VEC4;
    desc.normalized = 1;
    memset(shared.vertices, 0xEE, sizeof shared.vertices);
    return gltf_accessor_wrap(bytes, (size_t)VERTICES * 16, &desc, gltf_cpu_detect(), &shared.colors, NULL) == GLTF_OK;
}

/* Positions as one thread alone reads them, colors as they stand (255 levels to 255 levels), the rest untouched. */
static const char *check_vertices(const uint8_t *bytes) {
    static float numbers[VERTICES * 3];
    gltf_accessor_read_float(&shared.positions, 0, VERTICES, numbers, VERTICES * 3);
    if (memcmp(numbers, shared.numbers, sizeof numbers) != 0) {
        return "ranges together are not the whole";
    }
    for (size_t i = 0; i < VERTICES; i++) {
        const uint8_t *vertex = shared.vertices + i * VERTEX;
        if (memcmp(vertex, numbers + i * 3, 12) != 0 || memcmp(vertex + 12, bytes + i * 16 + 12, 4) != 0 ||
            memcmp(vertex + 16, "\xEE\xEE\xEE\xEE", 4) != 0) {
            return "a vertex is wrong";
        }
    }
    return NULL;
}

int main(int argc, char **argv) {
    static uint8_t bytes[VERTICES * 16];
    worker workers[THREADS];
    const char *fault = NULL;
    rounds = argc > 1 ? atoi(argv[1]) : 0;
    if (rounds < 1 || !open_models(argc, argv) || !make_shared(bytes)) {
        fprintf(stderr, "usage: threads ROUNDS FILE...\n");
        return 2;
    }
    for (size_t i = 0; i < THREADS; i++) {
        workers[i].number = i;
        workers[i].fault = NULL;
        if (pthread_create(&workers[i].thread, NULL, run, &workers[i]) != 0) {
            fprintf(stderr, "threads: no thread can be made\n");
            return 2;
        }
    }
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        fault = workers[i].fault ? workers[i].fault : fault;
    }
    fault = fault ? fault : check_vertices(bytes);
    for (int i = 0; i < model_count; i++) {
        gltf_document_free(models[i].document);
        free(models[i].bytes);
    }
    printf("%d threads, %d rounds, %d models: %s\n", (int)THREADS, rounds, model_count,
           fault ? fault : "all as with one");
    return fault != NULL;
}
