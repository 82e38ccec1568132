/* bench/reads.c - the rows of reading: the goals of the design. */
#include <string.h>

#include "jobs.h"

#define TO_FLOAT                                                                                                       \
    {                                                                                                                  \
        GLTF_FLOAT, 0, 0, 0, {                                                                                         \
            0, 0, 0, 0                                                                                                 \
        }                                                                                                              \
    }
#define TO_UINT32                                                                                                      \
    {                                                                                                                  \
        GLTF_UNSIGNED_INT, 0, 0, 0, {                                                                                  \
            0, 0, 0, 0                                                                                                 \
        }                                                                                                              \
    }

typedef struct row {
    bench_format format;
    double goal_64k;
    double goal_16m;
} row;

static const row rows[] = {
    {{"FLOAT VEC3", GLTF_FLOAT, GLTF_VEC3, 0, 0, 0, 0, 0, TO_FLOAT}, 0.95, 0.95},
    {{"FLOAT VEC4", GLTF_FLOAT, GLTF_VEC4, 0, 0, 0, 0, 0, TO_FLOAT}, 0.95, 0.95},
    {{"FLOAT MAT4", GLTF_FLOAT, GLTF_MAT4, 0, 0, 0, 0, 0, TO_FLOAT}, 0.95, 0.95},
    {{"FLOAT VEC3, stride 32", GLTF_FLOAT, GLTF_VEC3, 0, 32, 0, 0, 0, TO_FLOAT}, 0.95, 0.85},
    {{"u32 indices", GLTF_UNSIGNED_INT, GLTF_SCALAR, 0, 0, 0, 0, 0, TO_UINT32}, 0.95, 0.95},
    {{"u16 indices to u32", GLTF_UNSIGNED_SHORT, GLTF_SCALAR, 0, 0, 0, 0, 0, TO_UINT32}, 0.95, 1.0},
    {{"u8 indices to u32", GLTF_UNSIGNED_BYTE, GLTF_SCALAR, 0, 0, 0, 0, 0, TO_UINT32}, 0.95, 1.0},
    {{"u8 VEC4 joints to u32", GLTF_UNSIGNED_BYTE, GLTF_VEC4, 0, 0, 0, 0, 0, TO_UINT32}, 0.88, 1.0},
    {{"u16 normalized VEC2", GLTF_UNSIGNED_SHORT, GLTF_VEC2, 1, 0, 0, 0, 0, TO_FLOAT}, 0.95, 1.0},
    {{"i16 normalized VEC4", GLTF_SHORT, GLTF_VEC4, 1, 0, 0, 0, 0, TO_FLOAT}, 0.95, 1.0},
    {{"u8 normalized VEC4", GLTF_UNSIGNED_BYTE, GLTF_VEC4, 1, 0, 0, 0, 0, TO_FLOAT}, 0.88, 1.0},
    {{"i8 normalized VEC3, stride 4", GLTF_BYTE, GLTF_VEC3, 1, 4, 0, 0, 0, TO_FLOAT}, 0.88, 1.0},
    {{"u16 VEC3, stride 8", GLTF_UNSIGNED_SHORT, GLTF_VEC3, 0, 8, 0, 0, 0, TO_FLOAT}, 0.88, 1.0},
    {{"i16 normalized VEC3, stride 8", GLTF_SHORT, GLTF_VEC3, 1, 8, 0, 0, 0, TO_FLOAT}, 0.85, 1.0},
    {{"u8 normalized MAT3, padded", GLTF_UNSIGNED_BYTE, GLTF_MAT3, 1, 0, 0, 0, 0, TO_FLOAT}, 0.75, 1.0},
    {{"sparse 1 %, no base", GLTF_FLOAT, GLTF_VEC3, 0, 0, 0, 1, 10, TO_FLOAT}, 0.80, 1.0},
    {{"sparse 10 %, no base", GLTF_FLOAT, GLTF_VEC3, 0, 0, 0, 1, 100, TO_FLOAT}, 0.60, 1.0},
    {{"sparse 1 % over a base", GLTF_FLOAT, GLTF_VEC3, 0, 0, 0, 0, 10, TO_FLOAT}, 0.92, 0.85},
    {{"sparse 10 % over a base", GLTF_FLOAT, GLTF_VEC3, 0, 0, 0, 0, 100, TO_FLOAT}, 0.75, 0.75},
};

static void measure(const bench_session *session, const row *r, size_t count) {
    bench_job job;
    bench_result result;
    if (!bench_job_make(&job, session, &r->format, count)) {
        return;
    }
    const bench_way library = {"library", bench_job_read, &job, 0};
    const bench_way scalar = {"scalar", bench_job_scalar, &job, 0};
    memset(&result, 0, sizeof result);
    result.work = r->format.work;
    result.elements = count;
    result.kernel = bench_job_kernel(&job);
    result.goal = count == 65536 ? r->goal_64k : count >= 4194304 ? r->goal_16m : 0;
    bench_against_limits(session, &library, &scalar, &job.traffic, &result);
    bench_tell(session, &result);
}

/* ---- Whole vertices: POSITION, NORMAL and TEXCOORD of stride 32 ---- */

enum { VERTEX_STRIDE = 32, VERTEX_STREAMS = 3 };

typedef struct vertex_job {
    bench_job jobs[VERTEX_STREAMS];
    gltf_stream streams[VERTEX_STREAMS];
    size_t count;
} vertex_job;

static void read_together(void *context) {
    const vertex_job *job = context;
    gltf_accessor_read_streams(job->streams, VERTEX_STREAMS, 0, job->count, NULL);
}

/* What one does without read_streams: an attribute after the other. */
static void read_apart(void *context) {
    vertex_job *job = context;
    for (size_t i = 0; i < VERTEX_STREAMS; i++) {
        bench_job_read(&job->jobs[i]);
    }
}

static void measure_vertices(const bench_session *session, size_t count) {
    static const bench_format formats[VERTEX_STREAMS] = {
        {"position", GLTF_FLOAT, GLTF_VEC3, 0, VERTEX_STRIDE, 0, 0, 0, TO_FLOAT},
        {"normal", GLTF_FLOAT, GLTF_VEC3, 0, VERTEX_STRIDE, 12, 0, 0, TO_FLOAT},
        {"texcoord", GLTF_FLOAT, GLTF_VEC2, 0, VERTEX_STRIDE, 24, 0, 0, TO_FLOAT},
    };
    vertex_job job;
    bench_traffic traffic = {session->in, session->out, count * VERTEX_STRIDE, count * VERTEX_STRIDE};
    bench_result result;
    size_t used = 0;
    memset(&result, 0, sizeof result);
    for (size_t i = 0; i < VERTEX_STREAMS; i++) {
        if (!bench_job_make(&job.jobs[i], session, &formats[i], count) || count * VERTEX_STRIDE > session->room) {
            return;
        }
        job.jobs[i].out = session->out + used;
        used += job.jobs[i].traffic.out_size;
        job.streams[i].accessor = &job.jobs[i].accessor;
        job.streams[i].out = job.jobs[i].out;
        job.streams[i].out_size = job.jobs[i].traffic.out_size;
        job.streams[i].layout = formats[i].layout;
    }
    job.count = count;
    const bench_way library = {"streams", read_together, &job, 0};
    const bench_way apart = {"apart", read_apart, &job, 0};
    result.work = "vertex of 3 attributes in one call";
    result.elements = count;
    result.kernel = bench_job_kernel(&job.jobs[0]);
    bench_against_limits(session, &library, &apart, &traffic, &result);
    bench_tell(session, &result);
}

void bench_reads(const bench_session *session) {
    static const size_t counts[] = {4096, 65536, 1048576, 16777216};
    const size_t sizes = session->quick ? 2 : sizeof counts / sizeof counts[0];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (size_t k = 0; k < sizes && bench_wanted(session, rows[i].format.work); k++) {
            /* a MAT4 is large: a quarter is out of cache as well */
            const size_t shrink = rows[i].format.shape == GLTF_MAT4 && k == 3 ? 4 : 1;
            if (bench_wanted_size(session, counts[k])) {
                measure(session, &rows[i], counts[k] / shrink);
            }
        }
    }
    for (size_t k = 0; k < sizes && bench_wanted(session, "vertex of 3 attributes in one call"); k++) {
        if (bench_wanted_size(session, counts[k])) {
            measure_vertices(session, counts[k]);
        }
    }
}
