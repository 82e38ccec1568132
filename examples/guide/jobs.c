/* Ranges over a job system: every job decodes some elements of one accessor.  jobs FILE ACCESSOR */
#include <gltf_accessor/files.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- A job system, the smallest there is; yours is better ---- */

enum { WORKERS = 3 };

typedef struct queue {
    void (*run)(void *user, size_t job);
    void *user;
    size_t job_count;
    atomic_size_t next;
} queue;

static void *work(void *argument) {
    queue *q = argument;
    for (size_t job = atomic_fetch_add(&q->next, 1); job < q->job_count; job = atomic_fetch_add(&q->next, 1)) {
        q->run(q->user, job);
    }
    return NULL;
}

static void run_jobs(void (*run)(void *user, size_t job), void *user, size_t job_count) {
    queue q = {run, user, job_count, 0};
    pthread_t workers[WORKERS];
    size_t started = 0;
    while (started < WORKERS && pthread_create(&workers[started], NULL, work, &q) == 0) {
        started++;
    }
    work(&q); /* this thread works, too */
    while (started > 0) {
        pthread_join(workers[--started], NULL);
    }
}

/* ---- Decoding by jobs ---- */

/* Large enough that a job costs more than its start, small enough for the caches. */
enum { ELEMENTS_PER_JOB = 4096 };

typedef struct decoding {
    const gltf_accessor *accessor; /* shared, never written */
    float *out;
    atomic_int failures;
} decoding;

static void decode_part(void *user, size_t job) {
    decoding *d = user;
    const gltf_accessor *accessor = d->accessor;
    const size_t first = job * ELEMENTS_PER_JOB;
    const size_t rest = accessor->count - first;
    const size_t count = rest < ELEMENTS_PER_JOB ? rest : ELEMENTS_PER_JOB;
    float *out = d->out + first * accessor->component_count; /* ranges do not overlap: no lock */
    if (gltf_accessor_read_float(accessor, first, count, out, count * accessor->component_count) != GLTF_OK) {
        atomic_fetch_add(&d->failures, 1);
    }
}

static gltf_status decode(const gltf_accessor *accessor, float *out) {
    decoding d = {accessor, out, 0};
    const size_t jobs = accessor->count / ELEMENTS_PER_JOB + (accessor->count % ELEMENTS_PER_JOB != 0);
    run_jobs(decode_part, &d, jobs);
    return atomic_load(&d.failures) == 0 ? GLTF_OK : GLTF_ERR_CONVERSION;
}

static gltf_status show(const gltf_document *document, uint32_t index, gltf_error *error) {
    gltf_accessor accessor;
    gltf_status status = gltf_document_accessor(document, index, &accessor, error);
    if (status != GLTF_OK) {
        return status;
    }
    const size_t numbers = gltf_accessor_number_count(&accessor);
    float *out = malloc(numbers * sizeof *out + 1);
    error->status = !out ? GLTF_ERR_MEMORY : decode(&accessor, out);
    if (error->status == GLTF_OK && numbers > 0) {
        printf("%u elements, the last number is %g\n", (unsigned)accessor.count, out[numbers - 1]);
    }
    free(out);
    return error->status;
}

int main(int argc, char **argv) {
    gltf_document *document = NULL;
    gltf_error error = {0};
    const uint32_t index = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    /* One thread opens and loads.  From here on any number of threads may use the document. */
    gltf_status status = gltf_document_open(argc > 1 ? argv[1] : "", NULL, &document, &error);
    if (status == GLTF_OK) {
        status = show(document, index, &error);
    }
    if (status != GLTF_OK) {
        char sentence[256];
        gltf_error_format(&error, sentence, sizeof sentence);
        fprintf(stderr, "%s\n", sentence);
    }
    gltf_document_free(document);
    return status == GLTF_OK ? 0 : 1;
}
