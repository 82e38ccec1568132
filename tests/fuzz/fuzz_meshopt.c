/* tests/fuzz/fuzz_meshopt.c - outside the layers: any bytes as a meshopt stream, with every set of loops, which must agree.
 *
 * The input: mode - 1, filter, version, stride (in units of 4, or 2 for indices) - 1, count (two bytes), then the stream.
 * Stream and output have exactly their size, so that the sanitizer sees a step past either. */
#define FUZZ_NAME "fuzz_meshopt"
#include "harness.h"

#include "../../include/gltf_accessor/accessor.h"
#include "../../src/codec/meshopt.h"
#include "../../src/core/cpu.h"

enum { HEAD = 6, MOST = 1 << 16 };

static gltf_status decode(gltf_i_meshopt_stream *stream, uint32_t cpu, uint8_t *out) {
    stream->cpu = cpu;
    const gltf_status status = gltf_i_meshopt_decode(stream, out);
    claim(status == GLTF_OK || status == GLTF_ERR_CODEC || status == GLTF_ERR_CODEC_VERSION, "another status");
    return status;
}

static void decode_all(gltf_i_meshopt_stream *stream) {
    static const uint32_t subsets[] = {GLTF_CPU_SSE2, GLTF_CPU_SSE2 | GLTF_CPU_SSSE3, UINT32_MAX & ~GLTF_CPU_PLAIN};
    static uint32_t machine = GLTF_CPU_PLAIN; /* asked once: cpuid is slow in virtual machines */
    if (machine == GLTF_CPU_PLAIN) {
        machine = gltf_i_cpu_machine();
    }
    const size_t room = stream->count * stream->stride;
    uint8_t *plain = malloc(room);
    uint8_t *other = malloc(room);
    claim(plain && other, "no memory");
    const gltf_status status = decode(stream, GLTF_CPU_PLAIN, plain);
    for (size_t i = 0; i < sizeof subsets / sizeof subsets[0]; i++) {
        memset(other, 0xa5, room);
        claim(decode(stream, subsets[i] & machine, other) == status, "the loops disagree about the stream");
        claim(status != GLTF_OK || memcmp(plain, other, room) == 0, "the loops give different bytes");
    }
    free(plain);
    free(other);
}

static void look(const uint8_t *data, size_t size) {
    gltf_i_meshopt_stream stream;
    if (size < HEAD) {
        return;
    }
    memset(&stream, 0, sizeof stream);
    stream.mode = 1 + data[0] % 3u;
    stream.filter = data[1] % 5u;
    stream.version = data[2] & 1;
    stream.stride = stream.mode == GLTF_I_MESHOPT_ATTRIBUTES ? 4 * (1 + data[3] % 64u) : 2 * (1 + data[3] % 2u);
    stream.count = (size_t)(data[4] | data[5] << 8);
    stream.bytes = data + HEAD;
    stream.size = size - HEAD;
    if (stream.count * stream.stride <= MOST && !gltf_i_meshopt_fault(&stream)) {
        decode_all(&stream);
    }
}

FUZZ_ENTRY(look)
