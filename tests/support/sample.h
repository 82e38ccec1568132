/* support/sample.h - accessors made up from random bytes that stand against guard pages, together with their model. */
#ifndef GLTF_TEST_SAMPLE_H
#define GLTF_TEST_SAMPLE_H

#include "guard.h"
#include "model.h"

enum { SAMPLE_SORTED = 0, SAMPLE_EQUAL = 1, SAMPLE_SHUFFLED = 2 }; /* strictly up; never down; anything */

typedef struct sample_spec {
    uint32_t component_type;
    uint32_t normalized;
    uint32_t shape;
    uint32_t stride; /* 0 = tight */
    uint32_t offset; /* of the first element, half of it in the view and half in the accessor */
    uint32_t no_base;
    size_t count;
    size_t sparse_count;
    int order;
    uint32_t index_type;
    int side;  /* GUARD_BEFORE or GUARD_AFTER */
    int small; /* integers 0 .. 100, which fit every type */
    uint32_t flags;
    uint32_t cpu;
} sample_spec;

typedef struct sample {
    guard base;
    guard indices_bytes;
    guard values;
    uint32_t *indices;
    uint32_t *last;
    gltf_buffer buffers[3];
    gltf_buffer_view views[3];
    gltf_source source;
    gltf_accessor_desc desc;
    model_accessor model;
} sample;

/* Random numbers; the same ones in every run. */
uint32_t sample_random(void);
uint32_t sample_below(uint32_t end);

void sample_make(sample *s, const sample_spec *spec);
void sample_free(sample *s);

/* Stored types, normalized and not: ten of them. */
enum { SAMPLE_TYPES = 10 };
extern const uint32_t sample_types[SAMPLE_TYPES][2];

#endif
