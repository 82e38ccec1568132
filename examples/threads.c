/* Four threads decode one accessor together, each a range of it: threads FILE [ACCESSOR] */
#include <gltf_accessor/files.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4 };

/* One thread's share.  The accessor is read-only and shared; the outputs do not overlap; nothing is locked. */
typedef struct share {
    const gltf_accessor *accessor;
    size_t first;
    size_t count;
    float *out;
    gltf_status status;
} share;

static void *decode(void *argument) {
    share *s = argument;
    s->status =
        gltf_accessor_read_float(s->accessor, s->first, s->count, s->out, s->count * s->accessor->component_count);
    return NULL;
}

/* Fill `out` with the whole accessor. */
static gltf_status decode_together(const gltf_accessor *accessor, float *out) {
    pthread_t threads[THREADS];
    int started[THREADS];
    share shares[THREADS];
    gltf_status status = GLTF_OK;
    for (size_t t = 0; t < THREADS; t++) {
        size_t part = accessor->count / THREADS;
        share *s = &shares[t];
        s->accessor = accessor;
        s->first = part * t;
        s->count = t + 1 < THREADS ? part : accessor->count - s->first; /* the last one takes the rest */
        s->out = out + s->first * accessor->component_count;
        started[t] = pthread_create(&threads[t], NULL, decode, s) == 0;
        if (!started[t]) {
            decode(s); /* then do it here */
        }
    }
    for (size_t t = 0; t < THREADS; t++) {
        if (started[t]) {
            pthread_join(threads[t], NULL);
        }
        if (shares[t].status != GLTF_OK) {
            status = shares[t].status;
        }
    }
    return status;
}

int main(int argc, char **argv) {
    gltf_document *document = NULL;
    gltf_accessor accessor;
    gltf_error error;
    uint32_t index = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    /* One thread opens and loads; from then on the document may be shared. */
    if (gltf_document_open(argc > 1 ? argv[1] : "", NULL, &document, &error) != GLTF_OK ||
        gltf_document_accessor(document, index, &accessor, &error) != GLTF_OK) {
        char sentence[256];
        gltf_error_format(&error, sentence, sizeof sentence);
        fprintf(stderr, "%s\n", sentence);
        gltf_document_free(document);
        return 1;
    }
    size_t numbers = gltf_accessor_number_count(&accessor);
    float *out = malloc(numbers * sizeof *out + 1);
    gltf_status status = out ? decode_together(&accessor, out) : GLTF_ERR_MEMORY;
    double sum = 0;
    for (size_t i = 0; status == GLTF_OK && i < numbers; i++) {
        sum += out[i];
    }
    printf("%u elements by %d threads: %s, sum %.9g\n", (unsigned)accessor.count, (int)THREADS,
           gltf_status_name(status), sum);
    free(out);
    gltf_document_free(document);
    return status == GLTF_OK ? 0 : 1;
}
