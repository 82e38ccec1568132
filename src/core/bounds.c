/* core/bounds.c - layer 1: extremes of the stored values. */
#include "../base/visibility.h"

#include "../../include/gltf_accessor/accessor.h"

#include "../base/bytes.h"
#include "plan.h"
#include "sparse.h"

/* Numbers examined at once, and the most unsorted entries that are told apart: each window of elements scans all of them. */
enum { CHUNK = 256, TOLD_APART = 1024 };

typedef struct extremes {
    double min[16];
    double max[16];
    uint32_t components;
    size_t displaced; /* elements that the overlay has given */
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
        e->displaced += run.count;
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

static void look_at_window(extremes *e, const gltf_i_plan *plan, size_t first, size_t count) {
    gltf_i_sparse_walk walk;
    gltf_i_sparse_walk_start(&walk, plan->accessor, first, count);
    look_at_overlay(e, plan, &walk);
    if (plan->accessor->data) {
        look_at_base(e, plan, &walk);
    }
}

/* Without a view only what is displaced needs a walk, however many zeros lie between. */
static void look_at_all(extremes *e, const gltf_i_plan *plan) {
    static const double zeros[16];
    const gltf_accessor *stored = plan->accessor;
    size_t first = 0;
    while (first < stored->count) {
        size_t left = stored->count - first;
        size_t n = left < GLTF_I_SPARSE_WINDOW ? left : GLTF_I_SPARSE_WINDOW;
        look_at_window(e, plan, first, n);
        first = stored->data ? first + n : gltf_i_sparse_lowest(stored, first + n);
    }
    if (!stored->data && e->displaced < stored->count) {
        look(e, zeros);
    }
}

/* The base and the entries each for itself, whatever displaces what. */
static void look_at_parts(extremes *e, const gltf_i_plan *plan) {
    double numbers[CHUNK];
    const size_t entries = plan->accessor->sparse_count;
    const size_t most = CHUNK / e->components;
    gltf_accessor base = *plan->accessor;
    gltf_i_plan base_plan = *plan;
    base.sparse_count = 0;
    base_plan.accessor = &base;
    look_at_all(e, &base_plan);
    for (size_t done = 0; done < entries; done += most) {
        size_t n = entries - done < most ? entries - done : most;
        gltf_i_sparse_values(plan, done, n, (uint8_t *)numbers);
        for (size_t i = 0; i < n; i++) {
            look(e, numbers + i * e->components);
        }
    }
}

gltf_status gltf_accessor_bounds(const gltf_accessor *accessor, double *min, double *max, size_t capacity) {
    const double infinity = (double)bytes_float_of(0x7f800000u);
    gltf_accessor stored;
    gltf_i_plan plan;
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
    e.displaced = 0;
    if ((stored.flags & GLTF_ACCESSOR_UNSORTED) && stored.sparse_count > TOLD_APART) {
        look_at_parts(&e, &plan);
    } else {
        look_at_all(&e, &plan);
    }
    memory_copy(min, e.min, min ? e.components * sizeof *min : 0);
    memory_copy(max, e.max, max ? e.components * sizeof *max : 0);
    return GLTF_OK;
}
