/* bench/documents.c - parsing of large documents, and a large data: URI. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../../include/gltf_accessor/document.h"
#include "report.h"

/* ---- Texts ---- */

typedef struct text {
    char *bytes;
    size_t size;
    size_t room;
} text;

static void out_of_memory(void) {
    fprintf(stderr, "bench: out of memory\n");
    exit(1);
}

static void make_room(text *t, size_t more) {
    if (t->size + more > t->room) {
        t->room = t->room * 2 + more;
        t->bytes = realloc(t->bytes, t->room);
        if (!t->bytes) {
            out_of_memory();
        }
    }
}

static void put(text *t, const char *format, ...) {
    va_list arguments;
    make_room(t, 512);
    va_start(arguments, format);
    t->size += (size_t)vsnprintf(t->bytes + t->size, 512, format, arguments);
    va_end(arguments);
}

/* Three numbers of 16 digits or so: exporters print doubles. */
static void put_bounds(text *t, const char *name) {
    double v[3];
    for (int i = 0; i < 3; i++) {
        v[i] = (double)bench_random() / 1e9 - 2.0 + (double)bench_random() * 1e-17;
    }
    put(t, ",\"%s\":[%.16g,%.16g,%.16g]", name, v[0], v[1], v[2]);
}

enum { PER_PRIMITIVE = 10, PER_MESH = 2 * PER_PRIMITIVE, VERTICES = 24, PER_VIEW = 1024 };

/* What each of the ten accessors of a primitive is. */
static const struct {
    uint32_t component_type;
    const char *type;
    int bounds;
} kinds[PER_PRIMITIVE] = {
    {5126, "VEC3", 1},   {5126, "VEC3", 0}, {5126, "VEC2", 0}, {5121, "VEC4", 0}, {5126, "VEC4", 0},
    {5123, "SCALAR", 0}, {5126, "VEC3", 1}, {5126, "VEC3", 0}, {5126, "VEC3", 1}, {5126, "VEC3", 0},
};

static void put_primitive(text *t, size_t first) {
    put(t,
        "{\"attributes\":{\"POSITION\":%zu,\"NORMAL\":%zu,\"TEXCOORD_0\":%zu,\"JOINTS_0\":%zu,\"WEIGHTS_0\":%zu},"
        "\"indices\":%zu,\"targets\":[",
        first, first + 1, first + 2, first + 3, first + 4, first + 5);
    put(t, "{\"POSITION\":%zu,\"NORMAL\":%zu},{\"POSITION\":%zu,\"NORMAL\":%zu}]}", first + 6, first + 7, first + 8,
        first + 9);
}

/* Meshes of two primitives with five attributes, indices and two morph targets each. */
static text make_document(size_t accessors) {
    text t = {NULL, 0, 0};
    const size_t meshes = accessors / PER_MESH;
    put(&t, "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%zu,\"uri\":\"model.bin\"}],\"meshes\":[",
        accessors * PER_VIEW);
    for (size_t i = 0; i < meshes; i++) {
        put(&t, "%s{\"name\":\"mesh %zu\",\"primitives\":[", i ? "," : "", i);
        put_primitive(&t, i * PER_MESH);
        put(&t, ",");
        put_primitive(&t, i * PER_MESH + PER_PRIMITIVE);
        put(&t, "]}");
    }
    put(&t, "],\"bufferViews\":[");
    for (size_t i = 0; i < meshes * PER_MESH; i++) {
        put(&t, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%d}", i ? "," : "", i * PER_VIEW, PER_VIEW);
    }
    put(&t, "],\"accessors\":[");
    for (size_t i = 0; i < meshes * PER_MESH; i++) {
        put(&t, "%s{\"bufferView\":%zu,\"componentType\":%u,\"count\":%d,\"type\":\"%s\"", i ? "," : "", i,
            kinds[i % PER_PRIMITIVE].component_type, VERTICES, kinds[i % PER_PRIMITIVE].type);
        if (kinds[i % PER_PRIMITIVE].bounds) {
            put_bounds(&t, "min");
            put_bounds(&t, "max");
        }
        put(&t, "}");
    }
    put(&t, "]}");
    return t;
}

static text make_data_uri(size_t characters) {
    text t = {NULL, 0, 0};
    put(&t,
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%zu,"
        "\"uri\":\"data:application/octet-stream;base64,",
        characters / 4 * 3);
    make_room(&t, characters + 512);
    for (size_t i = 0; i < characters; i++) {
        t.bytes[t.size++] = (char)('A' + bench_random() % 26);
    }
    put(&t, "\"}]}");
    return t;
}

/* ---- Memory, as the operating system counts it ---- */

/* Bytes after `name` in /proc/self/status; 0 where there is no such file. */
static double resident(const char *name) {
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    double bytes = 0;
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, name, strlen(name)) == 0) {
            bytes = strtod(line + strlen(name) + 1, NULL) * 1024;
            break;
        }
    }
    if (file) {
        fclose(file);
    }
    return bytes;
}

/* Let the peak start again from what is used now. */
static void forget_peak(void) {
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (file) {
        fputs("5", file);
        fclose(file);
    }
}

/* ---- Work ---- */

typedef struct document_job {
    text t;
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
    const double before = resident("VmRSS:");
    forget_peak();
    open_document(job);
    const double growth = resident("VmHWM:") - before;
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
        document_job job = {make_document(small), session->cpu, 0};
        const double one = tell(session, "parse, accessors", &job, small);
        job.t = make_document(large);
        const double other = tell(session, "parse, accessors", &job, large);
        printf("%-34s each accessor of the larger takes %.2f times as long\n", "", other / one);
    }
    if (bench_wanted(session, "data: URI, characters")) {
        const size_t characters = session->quick ? 1000000 : 50000000;
        document_job job = {make_data_uri(characters), session->cpu, 1};
        tell(session, "data: URI, characters", &job, characters);
    }
}
