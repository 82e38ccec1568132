/* bench/morph.c - blending of morph targets. */
#include <stdlib.h>
#include <string.h>

#include "../../include/gltf_accessor/morph.h"
#include "report.h"

enum { VERTICES = 50000, TARGETS = 64, ELEMENT = 12, SHORT_ELEMENT = 8, NUMBERS = 3, RUN = 64 };

typedef struct morph_job {
    gltf_accessor base;
    gltf_accessor targets[TARGETS];
    float weights[TARGETS];
    float *out;
} morph_job;

static void blend(void *context) {
    const morph_job *job = context;
    if (gltf_morph_read(&job->base, job->targets, job->weights, TARGETS, 0, 0, VERTICES, NULL, job->out,
                        VERTICES * ELEMENT, NULL) != GLTF_OK) {
        fprintf(stderr, "bench: a blend fails\n");
        exit(1);
    }
}

static void add_shorts(float *out, const gltf_accessor *target, float weight) {
    for (size_t i = 0; i < VERTICES; i++) {
        int16_t delta[NUMBERS];
        memcpy(delta, target->data + i * SHORT_ELEMENT, sizeof delta);
        for (size_t c = 0; c < NUMBERS; c++) {
            const float quotient = (float)delta[c] / 32767.0f;
            out[i * NUMBERS + c] += weight * (quotient < -1.0f ? -1.0f : quotient);
        }
    }
}

/* Target after target; sparse ones entry by entry. */
static void blend_scalar(void *context) {
    morph_job *job = context;
    float *out = job->out;
    memcpy(out, job->base.data, (size_t)VERTICES * ELEMENT);
    for (size_t t = 0; t < TARGETS; t++) {
        const gltf_accessor *target = &job->targets[t];
        const float weight = job->weights[t];
        if (target->component_type == GLTF_SHORT) {
            add_shorts(out, target, weight);
        } else if (target->data) {
            const float *delta = (const float *)(const void *)target->data;
            for (size_t i = 0; i < (size_t)VERTICES * NUMBERS; i++) {
                out[i] += weight * delta[i];
            }
        }
        for (size_t k = 0; k < target->sparse_count; k++) {
            uint32_t index;
            memcpy(&index, target->sparse_indices + k * sizeof index, sizeof index);
            for (size_t c = 0; c < NUMBERS; c++) {
                out[index * NUMBERS + c] +=
                    weight * ((const float *)(const void *)target->sparse_values)[k * NUMBERS + c];
            }
        }
    }
}

/* `percent` of the vertices, in runs of `run` neighbours. */
static size_t put_target(uint8_t *at, size_t percent, size_t run, gltf_accessor_desc *desc, gltf_buffer_view *view) {
    const size_t entries = (size_t)VERTICES * percent / 100 / run * run, groups = entries / run;
    for (size_t g = 0; g < groups; g++) {
        const size_t low = g * VERTICES / groups, high = (g + 1) * VERTICES / groups;
        const size_t first = low + (high - low > run ? bench_random() % (high - low - run + 1) : 0);
        for (size_t k = 0; k < run; k++) {
            const uint32_t index = (uint32_t)(first + k);
            memcpy(at + (g * run + k) * sizeof index, &index, sizeof index);
        }
    }
    desc->sparse.count = entries;
    desc->sparse.indices_component_type = GLTF_UNSIGNED_INT;
    desc->sparse.values_byte_offset = entries * sizeof(uint32_t);
    view->byte_length = entries * (sizeof(uint32_t) + ELEMENT);
    return view->byte_length;
}

/* Floats of a sensible size: sums stay finite. */
static void put_floats(uint8_t *at, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const float v = (float)(bench_random() % 2000) / 1000.0f - 1.0f;
        memcpy(at + i * sizeof v, &v, sizeof v);
    }
}

/* Normalized integers of 16 bits in place of floats, padded to 8 bytes. */
static size_t be_short(gltf_accessor_desc *desc, gltf_buffer_view *view) {
    desc->component_type = GLTF_SHORT;
    desc->normalized = 1;
    desc->byte_stride = SHORT_ELEMENT;
    view->byte_length = (size_t)VERTICES * SHORT_ELEMENT;
    return view->byte_length;
}

/* `percent` of the vertices, 0 = all of them; all of them as `shorts` or as floats. */
static void measure(const bench_session *session, const char *work, size_t percent, size_t run, int shorts,
                    double goal) {
    static morph_job job;
    const size_t dense = (size_t)VERTICES * ELEMENT;
    gltf_buffer buffer = {session->in, session->room};
    bench_result result;
    bench_traffic traffic = {session->in, session->out, dense, dense};
    size_t used = 0;
    if (!bench_wanted(session, work) || dense * (TARGETS + 1) > session->room) {
        return;
    }
    put_floats(session->in, dense * (TARGETS + 1) / 4);
    for (size_t t = 0; t <= TARGETS; t++) {
        gltf_accessor_desc desc;
        gltf_buffer_view view = {used, dense, 0, 0};
        gltf_source source = {&buffer, &view, 1, 1, 0, session->cpu, 0};
        memset(&desc, 0, sizeof desc);
        desc.component_type = GLTF_FLOAT;
        desc.shape = GLTF_VEC3;
        desc.count = VERTICES;
        if (t < TARGETS && shorts) {
            used += be_short(&desc, &view);
        } else if (t == TARGETS || percent == 0) {
            used += dense;
        } else {
            desc.view = GLTF_NONE;
            used += put_target(session->in + used, percent, run, &desc, &view);
        }
        if (gltf_accessor_resolve(&source, &desc, t < TARGETS ? &job.targets[t] : &job.base, NULL) != GLTF_OK) {
            fprintf(stderr, "bench: %s cannot be made\n", work);
            exit(1);
        }
        if (t < TARGETS) {
            job.weights[t] = 0.01f * (float)(t + 1);
        }
    }
    job.out = (float *)(void *)session->out;
    traffic.in_size = used;
    const bench_way library = {"library", blend, &job, 0};
    const bench_way scalar = {"scalar", blend_scalar, &job, 0};
    memset(&result, 0, sizeof result);
    result.work = work;
    result.elements = VERTICES;
    result.kernel = session->cpu_name;
    result.goal = goal;
    bench_against_limits(session, &library, &scalar, &traffic, &result);
    bench_tell(session, &result);
}

void bench_morph(const bench_session *session) {
    measure(session, "morph, 64 dense targets", 0, 1, 0, 0.90);
    measure(session, "morph, 64 dense targets of i16n", 0, 1, 1, 0);
    measure(session, "morph, 64 targets, 5 % sparse", 5, 1, 0, 0.27);
    measure(session, "morph, 64 targets, 5 % in runs", 5, RUN, 0, 0.5);
}
