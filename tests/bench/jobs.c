/* bench/jobs.c - one accessor in the session's memory, and the ways to read it. */
#include "jobs.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/core/plan.h"
#include "scalar.h"

/* Sparse entries: every `step`-th element with some scatter, indices first, values after them. */
static size_t put_sparse(uint8_t *at, size_t count, uint32_t mill, size_t element_size, gltf_sparse *sparse) {
    const size_t entries = count * mill / 1000 ? count * mill / 1000 : 1;
    size_t last = 0;
    for (size_t k = 0; k < entries; k++) {
        const size_t low = k * count / entries, high = (k + 1) * count / entries;
        const size_t index = low + (high > low + 1 ? bench_random() % (high - low) : 0);
        const uint32_t stored = (uint32_t)(k && index <= last ? last + 1 : index);
        memcpy(at + k * sizeof stored, &stored, sizeof stored);
        last = stored;
    }
    sparse->count = entries;
    sparse->indices_view = 1;
    sparse->values_view = 1;
    sparse->indices_component_type = GLTF_UNSIGNED_INT;
    sparse->values_byte_offset = entries * sizeof(uint32_t);
    return entries * (sizeof(uint32_t) + element_size);
}

static size_t packed_out(const bench_job *job) {
    const uint32_t type = job->layout.component_type ? job->layout.component_type : job->accessor.component_type;
    const uint32_t numbers = job->layout.component_count ? job->layout.component_count : job->accessor.component_count;
    return (size_t)gltf_component_size(type) * numbers;
}

int bench_job_make(bench_job *job, const bench_session *session, const bench_format *format, size_t count) {
    gltf_buffer buffer;
    gltf_buffer_view views[2];
    gltf_source source;
    gltf_accessor_desc desc;
    memset(&source, 0, sizeof source);
    memset(&desc, 0, sizeof desc);
    memset(views, 0, sizeof views);
    const size_t element = gltf_element_size(format->component_type, format->shape);
    const size_t stride = format->stride ? format->stride : element;
    const size_t base = format->no_base ? 0 : count * stride + format->offset;
    const size_t sparse_at = (base + 63) / 64 * 64;
    desc.count = count;
    desc.component_type = format->component_type;
    desc.shape = format->shape;
    desc.normalized = format->normalized;
    desc.byte_stride = format->stride;
    desc.byte_offset = format->offset;
    desc.view = format->no_base ? GLTF_NONE : 0;
    if (sparse_at + (format->sparse_mill ? count * 2 * element : 0) > session->room) {
        return 0;
    }
    job->traffic.in = session->in;
    job->traffic.in_size = base;
    if (format->sparse_mill) {
        const size_t size = put_sparse(session->in + sparse_at, count, format->sparse_mill, element, &desc.sparse);
        views[1].byte_offset = sparse_at;
        views[1].byte_length = size;
        job->traffic.in_size += size;
    }
    buffer.data = session->in;
    buffer.size = session->room;
    views[0].byte_length = base;
    source.buffers = &buffer;
    source.views = views;
    source.buffer_count = 1;
    source.view_count = 2;
    source.cpu = session->cpu;
    if (gltf_accessor_resolve(&source, &desc, &job->accessor, NULL) != GLTF_OK) {
        fprintf(stderr, "bench: %s cannot be made\n", format->work);
        exit(1);
    }
    job->layout = format->layout;
    job->out = session->out;
    job->out_size = session->room;
    job->traffic.out = session->out;
    job->traffic.out_size = count * packed_out(job);
    const size_t wide = job->layout.byte_stride > packed_out(job) ? job->layout.byte_stride : packed_out(job);
    return count * wide <= session->room && (job->traffic.in_size + job->traffic.out_size) / 2 <= session->room;
}

/* By the call that a user would make. */
void bench_job_read(void *context) {
    const bench_job *job = context;
    const gltf_accessor *a = &job->accessor;
    const gltf_layout *layout = &job->layout;
    const int dense = layout->component_count == 0 && layout->byte_stride == 0 && layout->normalized == 0;
    gltf_status status;
    if (dense && layout->component_type == GLTF_FLOAT) {
        status = gltf_accessor_read_float(a, 0, a->count, job->out, job->out_size / sizeof(float));
    } else if (dense && layout->component_type == GLTF_UNSIGNED_INT) {
        status = gltf_accessor_read_uint32(a, 0, a->count, job->out, job->out_size / sizeof(uint32_t));
    } else {
        status = gltf_accessor_read_as(a, 0, a->count, layout, job->out, job->out_size);
    }
    if (status != GLTF_OK) {
        fprintf(stderr, "bench: a read fails with %s\n", gltf_status_name(status));
        exit(1);
    }
}

void bench_job_scalar(void *context) {
    const bench_job *job = context;
    bench_scalar_read(&job->accessor, job->layout.component_type == GLTF_UNSIGNED_INT, job->out);
}

/* The smallest set of bits that picks the same loops. */
const char *bench_job_kernel(const bench_job *job) {
    static const struct {
        uint32_t bits;
        const char *name;
    } sets[] = {{0, "plain"},
                {GLTF_CPU_SSE2, "sse2"},
                {GLTF_CPU_SSE2 | GLTF_CPU_SSSE3, "ssse3"},
                {GLTF_CPU_SSE2 | GLTF_CPU_SSSE3 | GLTF_CPU_AVX2, "avx2"},
                {GLTF_CPU_NEON, "neon"}};
    const gltf_accessor *a = &job->accessor;
    const int in = gltf_i_convert_input(a->component_type, a->normalized);
    const int out = gltf_i_convert_output(job->layout.component_type ? job->layout.component_type : a->component_type,
                                          job->layout.normalized);
    gltf_i_conversion used, tried;
    if (!gltf_i_convert_find(a->cpu, in, out, &used)) {
        return "-";
    }
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        gltf_i_convert_find(sets[i].bits & a->cpu, in, out, &tried);
        if (tried.run == used.run && tried.second == used.second && tried.floats == used.floats &&
            tried.words == used.words) {
            return sets[i].name;
        }
    }
    return "?";
}
