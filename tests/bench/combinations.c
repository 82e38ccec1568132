/* bench/combinations.c - every way to store and to ask: which ones stay far from the limit. */
#include <string.h>

#include "jobs.h"

enum { ELEMENTS = 65536, FAR_PERCENT = 25 };

static const uint32_t types[][2] = {
    {GLTF_BYTE, 0}, {GLTF_UNSIGNED_BYTE, 0}, {GLTF_SHORT, 0}, {GLTF_UNSIGNED_SHORT, 0}, {GLTF_UNSIGNED_INT, 0},
    {GLTF_BYTE, 1}, {GLTF_UNSIGNED_BYTE, 1}, {GLTF_SHORT, 1}, {GLTF_UNSIGNED_SHORT, 1}, {GLTF_FLOAT, 0},
};
enum { TYPES = sizeof types / sizeof types[0] };

typedef struct output {
    const char *name;
    gltf_layout layout;
    int plain; /* plain integers: from such only */
} output;

static const output outputs[] = {
    {"FLOAT", {GLTF_FLOAT, 0, 0, 0, {0, 0, 0, 0}}, 0},
    {"UINT32", {GLTF_UNSIGNED_INT, 0, 0, 0, {0, 0, 0, 0}}, 1},
    {"as stored", {0, 0, 0, 0, {0, 0, 0, 0}}, 0},
    {"DOUBLE", {GLTF_DOUBLE, 0, 0, 0, {0, 0, 0, 0}}, 0},
    {"HALF", {GLTF_HALF_FLOAT, 0, 0, 0, {0, 0, 0, 0}}, 0},
    {"u8 norm", {GLTF_UNSIGNED_BYTE, 0, 1, 0, {0, 0, 0, 0}}, 0},
    {"i16 norm", {GLTF_SHORT, 0, 1, 0, {0, 0, 0, 0}}, 0},
    {"u16", {GLTF_UNSIGNED_SHORT, 0, 0, 0, {0, 0, 0, 0}}, 1},
    {"INT", {GLTF_INT, 0, 0, 0, {0, 0, 0, 0}}, 1},
    {"FLOAT VEC4 of stride 32", {GLTF_FLOAT, 4, 0, 32, {0, 0, 0, 1}}, 0},
    {"FLOAT VEC4 filled", {GLTF_FLOAT, 4, 0, 0, {0, 0, 0, 1}}, 0},
    {"FLOAT of stride 64", {GLTF_FLOAT, 0, 0, 64, {0, 0, 0, 0}}, 0},
    {"as stored, of stride 64", {0, 0, 0, 64, {0, 0, 0, 0}}, 0},
};
enum { OUTPUTS = sizeof outputs / sizeof outputs[0] };

enum { PACKED, MISALIGNED, PADDED, INTERLEAVED, LAYOUTS };
static const char *const layout_names[] = {"packed", "packed, odd address", "padded", "interleaved"};

static const char *type_name(uint32_t type) {
    switch (type) {
    case GLTF_BYTE:
        return "i8";
    case GLTF_UNSIGNED_BYTE:
        return "u8";
    case GLTF_SHORT:
        return "i16";
    case GLTF_UNSIGNED_SHORT:
        return "u16";
    case GLTF_UNSIGNED_INT:
        return "u32";
    default:
        return "FLOAT";
    }
}

/* 0 when this is no combination, or the same as another one. */
static int choose(bench_format *format, const uint32_t *type, uint32_t shape, const output *out, int layout) {
    const uint32_t element = gltf_element_size(type[0], shape);
    const uint32_t padded = (element + 3) / 4 * 4;
    memset(format, 0, sizeof *format);
    format->work = out->name;
    format->component_type = type[0];
    format->normalized = type[1];
    format->shape = shape;
    format->offset = layout == MISALIGNED;
    format->stride = layout == PADDED ? padded : layout == INTERLEAVED ? padded + 20 : 0;
    format->layout = out->layout;
    if (layout == PADDED && padded == element) {
        return 0;
    }
    if (shape > GLTF_VEC4 && (out->layout.component_count || out->layout.byte_stride)) {
        return 0;
    }
    if (out->plain && (type[1] || type[0] == GLTF_FLOAT)) {
        return 0;
    }
    return !(shape == GLTF_VEC4 && out->layout.component_count && !out->layout.byte_stride);
}

/* Lines of memory that the output covers, not only the bytes that are written. */
static void widen_traffic(bench_job *job) {
    if (job->layout.byte_stride) {
        job->traffic.out_size = job->accessor.count * job->layout.byte_stride;
    }
}

typedef struct tally {
    size_t measured;
    size_t far;
    size_t far_to[OUTPUTS];
    double worst;
} tally;

static void measure(const bench_session *session, const bench_format *format, int layout, tally *t, size_t *far) {
    static const char *const shapes[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
    bench_job job;
    bench_result result;
    char name[128];
    if (!bench_job_make(&job, session, format, ELEMENTS)) {
        return;
    }
    widen_traffic(&job);
    const bench_way library = {"library", bench_job_read, &job, 0};
    const bench_way none = {"none", NULL, NULL, 0};
    memset(&result, 0, sizeof result);
    snprintf(name, sizeof name, "%s%s %s %s to %s", type_name(format->component_type), format->normalized ? "n" : "",
             shapes[format->shape], layout_names[layout], format->work);
    result.work = name;
    result.elements = ELEMENTS;
    result.kernel = bench_job_kernel(&job);
    bench_against_limits(session, &library, &none, &job.traffic, &result);
    t->measured++;
    if (result.limit / result.ours < FAR_PERCENT / 100.0) {
        t->far++;
        (*far)++;
        bench_tell(session, &result);
    }
    if (t->worst == 0 || result.limit / result.ours < t->worst) {
        t->worst = result.limit / result.ours;
    }
}

/* Numbers that fit every plain integer type. */
static void small_numbers(const bench_session *session) {
    memset(session->in, 0, session->room);
}

/* How many are far, in all and by what was asked for. */
static void tell_far(FILE *json, const tally *t) {
    const char *between = "";
    fprintf(json, "{\"combinations\":%zu,\"far\":%zu,\"worst\":%.3g,\"far_to\":{", t->measured, t->far, t->worst);
    for (size_t o = 0; o < OUTPUTS; o++) {
        if (t->far_to[o]) {
            fprintf(json, "%s\"%s\":%zu", between, outputs[o].name, t->far_to[o]);
            between = ",";
        }
    }
    fprintf(json, "}}\n");
}

void bench_combinations(const bench_session *given) {
    bench_session session = *given;
    tally t;
    memset(&t, 0, sizeof t);
    session.unwritten = 1;
    session.json = NULL; /* only how many */
    session.effort.sample = session.quick ? 2e-5 : 2e-4;
    session.effort.rounds = session.quick ? 3 : 7;
    for (int plain = 0; plain < 2; plain++) {
        if (plain) {
            small_numbers(&session);
        }
        for (size_t o = 0; o < OUTPUTS; o++) {
            for (size_t i = 0; i < TYPES && outputs[o].plain == plain; i++) {
                for (uint32_t shape = GLTF_SCALAR; shape <= GLTF_MAT4; shape++) {
                    for (int layout = 0; layout < LAYOUTS; layout++) {
                        bench_format format;
                        if (choose(&format, types[i], shape, &outputs[o], layout)) {
                            measure(&session, &format, layout, &t, &t.far_to[o]);
                        }
                    }
                }
            }
        }
    }
    printf("\n%zu combinations of %d elements; %zu below %d %% of the limit; the slowest at %.0f %%\n", t.measured,
           ELEMENTS, t.far, FAR_PERCENT, t.worst * 100);
    if (given->json) {
        tell_far(given->json, &t);
    }
}
