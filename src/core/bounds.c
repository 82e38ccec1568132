/* core/bounds.c - floor 1: extremes of the stored values. */
#include "../../include/gltf_accessor/accessor.h"

#include "../base/bytes.h"
#include "plan.h"
#include "sparse.h"

/* Numbers looked at together. */
enum { CHUNK = 256 };

typedef struct extremes {
    double min[16];
    double max[16];
    uint32_t components;
} extremes;

static void look(extremes *e, const double *element) {
    for (uint32_t c = 0; c < e->components; c++) {
        /* every comparison with NaN is false */
        if (element[c] < e->min[c]) {
            e->min[c] = element[c];
        }
        if (element[c] > e->max[c]) {
            e->max[c] = element[c];
        }
    }
}

/* Values of the overlay that count: the last one of each displaced element. */
static void look_at_overlay(extremes *e, const gltf_i_plan *plan, gltf_i_sparse_walk *walk) {
    double numbers[CHUNK];
    size_t most = CHUNK / e->components;
    gltf_i_sparse_run run;
    while (gltf_i_sparse_walk_next(walk, &run)) {
        for (size_t done = 0; done < run.count; done += most) {
            size_t n = run.count - done < most ? run.count - done : most;
            gltf_i_sparse_values(plan, run.entry + done, n, (uint8_t *)numbers);
            for (size_t i = 0; i < n; i++) {
                look(e, numbers + i * e->components);
            }
        }
    }
}

/* Base elements of the window that no entry displaces. */
static void look_at_base(extremes *e, const gltf_i_plan *plan, const gltf_i_sparse_walk *walk) {
    double numbers[CHUNK];
    size_t most = CHUNK / e->components;
    for (size_t done = 0; done < walk->count; done += most) {
        size_t n = walk->count - done < most ? walk->count - done : most;
        gltf_i_plan_base(plan, walk->first + done, n, (uint8_t *)numbers);
        for (size_t i = 0; i < n; i++) {
            if (!sparse_walk_seen(walk, done + i)) {
                look(e, numbers + i * e->components);
            }
        }
    }
}

gltf_status gltf_accessor_bounds(const gltf_accessor *accessor, double *min, double *max, size_t capacity) {
    const double infinity = (double)bytes_float_of(0x7f800000u);
    gltf_accessor stored;
    gltf_i_plan plan;
    gltf_i_sparse_walk walk;
    extremes e;
    if (!accessor) {
        return GLTF_ERR_ARGUMENT;
    }
    if (capacity < accessor->component_count) {
        return GLTF_ERR_CAPACITY;
    }
    stored = *accessor;
    stored.normalized = 0; /* bounds are of the numbers in the file  [3.6.2.5] */
    if (gltf_i_plan_dense(&plan, &stored, GLTF_DOUBLE) != GLTF_OK) {
        return GLTF_ERR_ARGUMENT;
    }
    e.components = accessor->component_count;
    for (uint32_t c = 0; c < 16; c++) {
        e.min[c] = infinity;
        e.max[c] = -infinity;
    }
    for (size_t done = 0; done < stored.count; done += GLTF_I_SPARSE_WINDOW) {
        size_t n = stored.count - done < GLTF_I_SPARSE_WINDOW ? stored.count - done : GLTF_I_SPARSE_WINDOW;
        gltf_i_sparse_walk_start(&walk, &stored, done, n);
        look_at_overlay(&e, &plan, &walk);
        look_at_base(&e, &plan, &walk);
    }
    memory_copy(min, e.min, min ? e.components * sizeof *min : 0);
    memory_copy(max, e.max, max ? e.components * sizeof *max : 0);
    return GLTF_OK;
}
