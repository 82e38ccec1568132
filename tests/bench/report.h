/* bench/report.h - what was asked for on the command line, and how results are told. */
#ifndef GLTF_BENCH_REPORT_H
#define GLTF_BENCH_REPORT_H

#include <stdio.h>

#include "limits.h"
#include "timing.h"

/* One run of the program. */
typedef struct bench_session {
    int quick;
    uint32_t cpu; /* GLTF_CPU_* */
    const char *cpu_name;
    const char *only; /* rows whose name holds this; NULL = all */
    size_t elements;  /* of rows at several sizes only this one; 0 = all */
    int unwritten;    /* not 0: writing alone is not measured */
    FILE *json;       /* NULL = none */
    bench_effort effort;
    uint8_t *memory[2]; /* where the following lie */
    uint8_t *in;        /* `room` bytes each, touched */
    uint8_t *out;
    size_t room;
} bench_session;

/* One measured row.  Seconds for one run. */
typedef struct bench_result {
    const char *work;
    size_t elements;
    const char *kernel;
    double ours;   /* this library */
    double scalar; /* 0 = none */
    double limit;  /* 0 = none */
    double writes; /* the faster way to write as many bytes and read none; 0 = not measured */
    double stream; /* the faster of the streams: as many bytes read, and as many written; 0 = none */
    const char *limit_name;
    double goal; /* least fraction of the limit; 0 = none */
} bench_result;

void bench_head(const bench_session *session, int pinned);
void bench_tell(const bench_session *session, const bench_result *result);

/* Run the ways { library, scalar } (a NULL function = not there) beside the limits of `traffic`, and fill in the times. */
void bench_against_limits(const bench_session *session, const bench_way *library, const bench_way *scalar,
                          bench_traffic *traffic, bench_result *result);

/* Whether a row is asked for, and which of its sizes. */
int bench_wanted(const bench_session *session, const char *work);
int bench_wanted_size(const bench_session *session, size_t elements);

void bench_reads(const bench_session *session);        /* rows of reading */
void bench_combinations(const bench_session *session); /* every combination, those far from the limit listed */
void bench_morph(const bench_session *session);
void bench_base64(const bench_session *session);
void bench_documents(const bench_session *session); /* parsing, data: URIs */

#endif
