/* bench/jobs.h - one accessor in the session's memory, and the ways to read it. */
#ifndef GLTF_BENCH_JOBS_H
#define GLTF_BENCH_JOBS_H

#include "../../include/gltf_accessor/accessor.h"
#include "report.h"

/* What is stored and how it is read. */
typedef struct bench_format {
    const char *work;
    uint32_t component_type;
    uint32_t shape;
    uint32_t normalized;
    uint32_t stride;      /* 0 = packed */
    uint32_t offset;      /* of the first element: misalignment */
    uint32_t no_base;     /* 1 = nothing but sparse entries */
    uint32_t sparse_mill; /* displaced elements in a thousand */
    gltf_layout layout;
} bench_format;

typedef struct bench_job {
    gltf_accessor accessor;
    gltf_layout layout;
    void *out;
    size_t out_size;
    bench_traffic traffic;
} bench_job;

/* Lay out `count` elements in the session's memory; 0 if they do not fit. */
int bench_job_make(bench_job *job, const bench_session *session, const bench_format *format, size_t count);

void bench_job_read(void *job);   /* by the library */
void bench_job_scalar(void *job); /* by the plain loop; float and uint32 outputs only */

/* Which kernels answer. */
const char *bench_job_kernel(const bench_job *job);

#endif
