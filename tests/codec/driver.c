/* tests/codec/driver.c - decodes the meshopt streams that it is sent, for scripts that have a reference to compare with.
 *
 * Input: records, each seven little-endian u32 (mode, filter, version, cpu, stride, count, size) and then `size` bytes.
 * CPU bits that this machine lacks are ignored.  Output for each: an i32 status and, when that is 0, count * stride bytes.  The end of the input ends the program. */
#include <stdio.h>
#include <stdlib.h>

#include "../../include/gltf_accessor/accessor.h"
#include "../../src/base/bytes.h"
#include "../../src/codec/meshopt.h"
#include "../../src/core/cpu.h"

enum { HEADER_SIZE = 28 };

static void *exact(size_t size) {
    void *memory = malloc(size ? size : 1);
    if (!memory) {
        fputs("driver: out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

static void answer(gltf_i_meshopt_stream *stream) {
    uint8_t status_bytes[4];
    const size_t room = stream->count * stream->stride;
    uint8_t *out = exact(room);
    const gltf_status status = gltf_i_meshopt_fault(stream) ? GLTF_ERR_PROPERTY : gltf_i_meshopt_decode(stream, out);
    bytes_store_u32(status_bytes, (uint32_t)status);
    fwrite(status_bytes, 1, sizeof status_bytes, stdout);
    if (status == GLTF_OK) {
        fwrite(out, 1, room, stdout);
    }
    free(out);
}

int main(void) {
    const uint32_t machine = gltf_i_cpu_machine();
    uint8_t header[HEADER_SIZE];
    while (fread(header, 1, HEADER_SIZE, stdin) == HEADER_SIZE) {
        gltf_i_meshopt_stream stream;
        stream.mode = bytes_load_u32(header);
        stream.filter = bytes_load_u32(header + 4);
        stream.version = bytes_load_u32(header + 8);
        stream.cpu = bytes_load_u32(header + 12) & (machine | GLTF_CPU_PLAIN);
        stream.stride = bytes_load_u32(header + 16);
        stream.count = bytes_load_u32(header + 20);
        stream.size = bytes_load_u32(header + 24);
        uint8_t *bytes = exact(stream.size);
        if (fread(bytes, 1, stream.size, stdin) != stream.size) {
            fputs("driver: the input ends inside a stream\n", stderr);
            return 2;
        }
        stream.bytes = bytes;
        answer(&stream);
        free(bytes);
    }
    return 0;
}
