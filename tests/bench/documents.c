/* bench/documents.c - parsing of large documents, and a large data: URI. */
#include <stdlib.h>
#include <string.h>

#include "../../include/gltf_accessor/document.h"
#include "host.h"
#include "report.h"
#include "texts.h"

/* ---- Work ---- */

typedef struct document_job {
    bench_text t;
    uint32_t cpu;
    int load;
} document_job;

static void open_document(void *context) {
    const document_job *job = context;
    gltf_document_options options;
    gltf_document *document;
    gltf_error error;
    gltf_document_options_init(&options, sizeof options);
    options.cpu = job->cpu;
    gltf_status status = gltf_document_parse(job->t.bytes, job->t.size, &options, &document, &error);
    if (status == GLTF_OK && job->load) {
        status = gltf_document_load(document, GLTF_NONE, NULL, &error);
    }
    if (status != GLTF_OK) {
        char sentence[256];
        gltf_error_format(&error, sentence, sizeof sentence);
        fprintf(stderr, "bench: a document fails: %s\n", sentence);
        exit(1);
    }
    gltf_document_free(document);
}

/* Time, speed, and how far memory rises above what is used before, in sizes of the text. */
static double tell(const bench_session *session, const char *work, document_job *job, size_t units) {
    bench_way way = {"library", open_document, job, 0};
    const double before = bench_resident("VmRSS:");
    bench_forget_peak();
    open_document(job);
    const double growth = bench_resident("VmHWM:") - before;
    bench_effort effort = session->effort;
    effort.rounds = session->quick ? 3 : 9;
    bench_compare(&way, 1, &effort);
    printf("%-34s %9zu %10.2f ms %8.1f MB/s %8.1f ns each, peak memory beyond the text %.2f of its size\n", work, units,
           way.seconds * 1e3, (double)job->t.size / way.seconds * 1e-6, way.seconds * 1e9 / (double)units,
           growth / (double)job->t.size);
    if (session->json) {
        fprintf(session->json,
                "{\"work\":\"%s\",\"elements\":%zu,\"ms\":%.6g,\"mb_per_s\":%.6g,\"ns\":%.6g,\"peak\":%.4g}\n", work,
                units, way.seconds * 1e3, (double)job->t.size / way.seconds * 1e-6, way.seconds * 1e9 / (double)units,
                growth / (double)job->t.size);
    }
    free(job->t.bytes);
    return way.seconds / (double)units;
}

void bench_documents(const bench_session *session) {
    const size_t small = session->quick ? 2000 : 20000, large = session->quick ? 4000 : 200000;
    if (bench_wanted(session, "parse, accessors")) {
        document_job job = {bench_make_document(small), session->cpu, 0};
        const double one = tell(session, "parse, accessors", &job, small);
        job.t = bench_make_document(large);
        const double other = tell(session, "parse, accessors", &job, large);
        printf("%-34s each accessor of the larger takes %.2f times as long\n", "", other / one);
    }
    if (bench_wanted(session, "data: URI, characters")) {
        const size_t characters = session->quick ? 1000000 : 50000000;
        document_job job = {bench_make_data_uri(characters), session->cpu, 1};
        tell(session, "data: URI, characters", &job, characters);
    }
}
