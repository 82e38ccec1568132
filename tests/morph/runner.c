/* tests/morph/runner.c - outside the layers: runs gltf_morph_read on cases from standard input, with guard pages around every
 * block of memory; cases.py writes them and judges what comes back.
 *
 * All numbers are little-endian; a case is
 *     u32 flags, targets, cpu, has_layout; layout: u32 type, components, normalized, stride, f32 fill[4]
 *     u64 first, count, out_size; u32 shift (of the output, in bytes)
 *     1 + targets accessors: u32 absent, type, shape, normalized, has_base, stride, index_type; u64 count, sparse_count;
 *         u32 base_size, indices_size, values_size; the bytes of the three
 *     f32 weights[targets]
 * and the answer i32 status, u32 error.target, u64 expected, found, and out_size bytes, which were 0xee before. */
#include <gltf_accessor/morph.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/guard.h"

static void stop(const char *why) {
    fprintf(stderr, "runner: %s\n", why);
    exit(2);
}

static void take(void *out, size_t size) {
    if (size && fread(out, 1, size, stdin) != size) {
        stop("the case ends early");
    }
}

static uint64_t number(size_t size) {
    uint8_t bytes[8] = {0};
    uint64_t value = 0;
    take(bytes, size);
    for (size_t i = 0; i < size; i++) {
        value |= (uint64_t)bytes[i] << (8 * i);
    }
    return value;
}

static uint32_t u32(void) {
    return (uint32_t)number(4);
}

static float f32(void) {
    const uint32_t bits = u32();
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void *get(size_t size) {
    void *memory = calloc(1, size + 1);
    if (!memory) {
        stop("no memory");
    }
    return memory;
}

static void put(uint64_t value, size_t size) {
    for (size_t i = 0; i < size; i++) {
        putchar((int)(value >> (8 * i) & 255));
    }
}

static guard read_bytes(size_t size) {
    guard g = guard_make(size, GUARD_AFTER);
    take(g.bytes, size);
    guard_lock(&g);
    return g;
}

/* One accessor; its three stretches of bytes are kept in *parts. */
static gltf_accessor read_accessor(uint32_t cpu, guard parts[3]) {
    gltf_accessor accessor;
    gltf_accessor_desc desc;
    gltf_buffer buffers[3];
    gltf_buffer_view views[3];
    gltf_source source;
    gltf_error error;
    memset(&accessor, 0, sizeof accessor);
    memset(&desc, 0, sizeof desc);
    memset(views, 0, sizeof views);
    memset(&source, 0, sizeof source);
    const uint32_t absent = u32();
    desc.component_type = u32();
    desc.shape = u32();
    desc.normalized = u32();
    desc.view = u32() ? 0 : GLTF_NONE;
    desc.byte_stride = u32();
    desc.sparse.indices_component_type = u32();
    desc.count = number(8);
    desc.sparse.count = number(8);
    desc.sparse.indices_view = 1;
    desc.sparse.values_view = 2;
    const size_t sizes[3] = {u32(), u32(), u32()};
    for (uint32_t i = 0; i < 3; i++) {
        parts[i] = read_bytes(sizes[i]);
        buffers[i].data = parts[i].bytes;
        buffers[i].size = sizes[i];
        views[i].byte_length = sizes[i];
        views[i].buffer = i;
    }
    source.buffers = buffers;
    source.views = views;
    source.buffer_count = source.view_count = 3;
    source.cpu = cpu;
    if (!absent && gltf_accessor_resolve(&source, &desc, &accessor, &error) != GLTF_OK) {
        char line[200];
        gltf_error_format(&error, line, sizeof line);
        stop(line);
    }
    return accessor;
}

static void run(uint32_t flags, uint32_t targets, uint32_t cpu) {
    gltf_layout layout;
    gltf_error error;
    const uint32_t has_layout = u32();
    layout.component_type = u32();
    layout.component_count = u32();
    layout.normalized = u32();
    layout.byte_stride = u32();
    for (int i = 0; i < 4; i++) {
        layout.fill[i] = f32();
    }
    const size_t first = (size_t)number(8), count = (size_t)number(8), out_size = (size_t)number(8);
    const size_t shift = u32();
    gltf_accessor *accessors = get((1 + targets) * sizeof *accessors);
    guard *parts = get(3 * (1 + targets) * sizeof *parts);
    float *weights = get(targets * sizeof *weights);
    for (uint32_t i = 0; i <= targets; i++) {
        accessors[i] = read_accessor(cpu, parts + 3 * i);
    }
    for (uint32_t i = 0; i < targets; i++) {
        weights[i] = f32();
    }
    /* bytes behind the output, if they are to shift it, stay 0xee too */
    guard out = guard_make(out_size + shift, GUARD_AFTER);
    memset(&error, 0, sizeof error);
    const gltf_status status =
        gltf_morph_read(accessors, targets ? accessors + 1 : NULL, targets ? weights : NULL, targets, flags, first,
                        count, has_layout ? &layout : NULL, out.bytes, out_size, &error);
    for (size_t i = 0; i < shift; i++) {
        if (out.bytes[out_size + i] != 0xee) {
            stop("written behind the output");
        }
    }
    put((uint32_t)status, 4);
    put(error.target, 4);
    put(error.expected, 8);
    put(error.found, 8);
    fwrite(out.bytes, 1, out_size, stdout);
    guard_free(&out);
    for (uint32_t i = 0; i < 3 * (1 + targets); i++) {
        guard_free(&parts[i]);
    }
    free(accessors);
    free(parts);
    free(weights);
}

int main(void) {
    for (;;) {
        const int c = getchar();
        if (c == EOF) {
            return fflush(stdout) == 0 ? 0 : 2;
        }
        ungetc(c, stdin);
        const uint32_t flags = u32(), targets = u32(), cpu = u32();
        run(flags, targets, cpu);
    }
}
