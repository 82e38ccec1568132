/* support/sample.c - accessors made up from random bytes. */
#include "sample.h"

#include <stdlib.h>
#include <string.h>

const uint32_t sample_types[SAMPLE_TYPES][2] = {
    {GLTF_BYTE, 0},  {GLTF_UNSIGNED_BYTE, 0}, {GLTF_SHORT, 0}, {GLTF_UNSIGNED_SHORT, 0}, {GLTF_UNSIGNED_INT, 0},
    {GLTF_FLOAT, 0}, {GLTF_BYTE, 1},          {GLTF_SHORT, 1}, {GLTF_UNSIGNED_BYTE, 1},  {GLTF_UNSIGNED_SHORT, 1},
};

uint32_t sample_random(void) {
    static uint32_t state = 12345;
    state = state * 1664525u + 1013904223u;
    return state >> 15 ^ state << 9;
}

uint32_t sample_below(uint32_t end) {
    return sample_random() % end;
}

/* Bytes of one number, of an index type too. */
static uint32_t size_of(uint32_t type) {
    switch (type) {
    case GLTF_BYTE:
    case GLTF_UNSIGNED_BYTE:
        return 1;
    case GLTF_SHORT:
    case GLTF_UNSIGNED_SHORT:
        return 2;
    default:
        return 4;
    }
}

/* Packed bytes of an element, and those that must exist of the last one.  [spec-notes 3.1] */
static void sizes_of(const sample_spec *spec, uint32_t *packed, uint32_t *last) {
    static const uint32_t numbers[] = {0, 1, 2, 3, 4, 4, 9, 16};
    uint32_t size = size_of(spec->component_type);
    *packed = *last = numbers[spec->shape] * size;
    if (spec->shape == GLTF_MAT2 && size == 1) {
        *packed = 8;
        *last = 6;
    } else if (spec->shape == GLTF_MAT3 && size < 4) {
        *packed = 12 * size;
        *last = 11 * size;
    }
}

static void randomize(uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)sample_random();
    }
}

/* Small numbers at every place of an element. */
static void make_small(const sample_spec *spec, uint8_t *element) {
    static const uint32_t numbers[] = {0, 1, 2, 3, 4, 4, 9, 16};
    for (uint32_t k = 0; k < numbers[spec->shape]; k++) {
        uint8_t *at = element + model_offset(spec->component_type, spec->shape, k);
        memset(at, 0, size_of(spec->component_type));
        *at = (uint8_t)sample_below(101);
    }
}

static void make_indices(sample *s, const sample_spec *spec) {
    size_t n = spec->sparse_count;
    uint32_t index_size = size_of(spec->index_type);
    size_t next = 0;
    s->indices = calloc(n + 1, sizeof *s->indices);
    if (!s->indices) {
        abort();
    }
    for (size_t k = 0; k < n; k++) {
        size_t left = n - k - 1; /* entries that still need room behind this one */
        size_t end = spec->order == SAMPLE_SORTED ? spec->count - left : spec->count;
        if (spec->order == SAMPLE_SHUFFLED) {
            s->indices[k] = sample_below((uint32_t)spec->count);
            continue;
        }
        size_t step = (end - next) / (left + 1) * 2 + 1;
        size_t at = next + sample_below((uint32_t)step);
        s->indices[k] = (uint32_t)(at < end ? at : end - 1);
        next = spec->order == SAMPLE_SORTED ? s->indices[k] + 1u : s->indices[k];
    }
    s->indices_bytes = guard_make(n * index_size, spec->side);
    for (size_t k = 0; k < n; k++) {
        for (uint32_t b = 0; b < index_size; b++) {
            s->indices_bytes.bytes[k * index_size + b] = (uint8_t)(s->indices[k] >> (8 * b));
        }
    }
}

static void describe(sample *s, const sample_spec *spec) {
    const guard *parts[3];
    parts[0] = &s->base;
    parts[1] = &s->indices_bytes;
    parts[2] = &s->values;
    for (uint32_t i = 0; i < 3; i++) {
        s->buffers[i].data = parts[i]->bytes;
        s->buffers[i].size = parts[i]->size;
        s->views[i].buffer = i;
        s->views[i].byte_length = parts[i]->size;
    }
    s->views[0].byte_offset = spec->offset / 2;
    s->views[0].byte_length = s->base.size - spec->offset / 2;
    s->views[0].byte_stride = spec->stride;
    s->source.buffers = s->buffers;
    s->source.views = s->views;
    s->source.buffer_count = s->source.view_count = 3;
    s->source.flags = spec->flags;
    s->source.cpu = spec->cpu ? spec->cpu : GLTF_CPU_PLAIN;
    s->desc.component_type = spec->component_type;
    s->desc.normalized = spec->normalized;
    s->desc.shape = spec->shape;
    s->desc.count = spec->count;
    s->desc.view = spec->no_base ? GLTF_NONE : 0;
    s->desc.byte_offset = spec->no_base ? 0 : spec->offset - spec->offset / 2;
    s->desc.id = 7;
    s->desc.sparse.count = spec->sparse_count;
    s->desc.sparse.indices_view = 1;
    s->desc.sparse.values_view = 2;
    s->desc.sparse.indices_component_type = spec->index_type;
}

void sample_make(sample *s, const sample_spec *spec) {
    uint32_t packed, last;
    sizes_of(spec, &packed, &last);
    size_t stride = spec->stride ? spec->stride : packed;
    size_t n = spec->sparse_count;
    memset(s, 0, sizeof *s);
    s->base = guard_make(spec->offset + (spec->count ? (spec->count - 1) * stride + last : 0), spec->side);
    s->values = guard_make(n ? (n - 1) * packed + last : 0, spec->side);
    randomize(s->base.bytes, s->base.size);
    randomize(s->values.bytes, s->values.size);
    for (size_t i = 0; spec->small && i < spec->count; i++) {
        make_small(spec, s->base.bytes + spec->offset + i * stride);
    }
    for (size_t i = 0; spec->small && i < n; i++) {
        make_small(spec, s->values.bytes + i * packed);
    }
    make_indices(s, spec);
    describe(s, spec);
    s->model.component_type = spec->component_type;
    s->model.shape = spec->shape;
    s->model.normalized = spec->normalized;
    s->model.data = spec->no_base ? NULL : s->base.bytes + spec->offset;
    s->model.count = spec->count;
    s->model.stride = stride;
    s->model.indices = s->indices;
    s->model.values = s->values.bytes;
    s->model.sparse_count = n;
    s->last = calloc(spec->count + 1, sizeof *s->last);
    if (!s->last) {
        abort();
    }
    for (size_t k = 0; k < n; k++) {
        s->last[s->indices[k]] = (uint32_t)k + 1;
    }
    s->model.last = s->last;
    guard_lock(&s->base);
    guard_lock(&s->values);
    guard_lock(&s->indices_bytes);
}

void sample_free(sample *s) {
    guard_free(&s->base);
    guard_free(&s->values);
    guard_free(&s->indices_bytes);
    free(s->indices);
    free(s->last);
    memset(s, 0, sizeof *s);
}
