/* bench/base64.c - payloads of data: URIs. */
#include "../../src/text/base64.h"

#include <stdlib.h>
#include <string.h>

#include "../../include/gltf_accessor/accessor.h"
#include "report.h"
#include "scalar.h"

typedef struct base64_job {
    const char *text;
    size_t size;
    uint8_t *out;
    uint32_t cpu;
} base64_job;

static void decode(void *context) {
    const base64_job *job = context;
    gltf_i_base64 state = {job->out, job->size, 0, 0, 0, 0, job->cpu};
    if (gltf_i_base64_feed(&state, job->text, job->size) != job->size || !gltf_i_base64_finish(&state)) {
        fprintf(stderr, "bench: base64 fails\n");
        exit(1);
    }
}

static void decode_scalar(void *context) {
    const base64_job *job = context;
    bench_scalar_base64(job->text, job->size, job->out);
}

void bench_base64(const bench_session *session) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static const size_t sizes[] = {4096, 87380, 1048576, 50000000};
    const double goal = session->cpu & GLTF_CPU_AVX2                      ? 0.85
                        : session->cpu & (GLTF_CPU_SSSE3 | GLTF_CPU_NEON) ? 0.75
                                                                          : 0.30;
    const size_t most = session->quick ? 2 : sizeof sizes / sizeof sizes[0];
    if (!bench_wanted(session, "base64, characters")) {
        return;
    }
    for (size_t i = 0; i < sizes[most - 1]; i++) {
        session->in[i] = (uint8_t)letters[bench_random() >> 26];
    }
    for (size_t i = 0; i < most; i++) {
        base64_job job = {(const char *)session->in, sizes[i], session->out, session->cpu};
        bench_traffic traffic = {session->in, session->out, sizes[i], sizes[i] / 4 * 3};
        const bench_way library = {"library", decode, &job, 0};
        const bench_way scalar = {"scalar", decode_scalar, &job, 0};
        bench_result result;
        memset(&result, 0, sizeof result);
        result.work = "base64, characters";
        result.elements = sizes[i];
        result.kernel = session->cpu_name;
        result.goal = i == 3 ? goal : 0;
        bench_against_limits(session, &library, &scalar, &traffic, &result);
        bench_tell(session, &result);
    }
}
