/* bench/limits.h - how fast this machine moves bytes: what nothing that reads and writes as many can beat. */
#ifndef GLTF_BENCH_LIMITS_H
#define GLTF_BENCH_LIMITS_H

#include <stddef.h>
#include <stdint.h>

/* Memory that the work reads and writes, and that the probes use too.  Both must have room for (in_size + out_size) / 2. */
typedef struct bench_traffic {
    uint8_t *in;
    uint8_t *out;
    size_t in_size;
    size_t out_size;
} bench_traffic;

void bench_memcpy(void *traffic); /* copies (in_size + out_size) / 2 bytes */
void bench_stream(void *traffic); /* reads in_size bytes and writes out_size bytes, by the widest registers */
void bench_stream_around(
    void *traffic); /* the same with stores that go around the caches; plain ones where there are none */

/* out_size bytes are written and none is read: what is left of any work that writes as many. */
void bench_memset(void *traffic);
void bench_memset_around(void *traffic);

#endif
