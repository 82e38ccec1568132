/* morph/morph.h - layer 2: blending a range of elements; callers say where base and deltas come from. */
#ifndef GLTF_I_MORPH_H
#define GLTF_I_MORPH_H

#include "../base/visibility.h"

#include "../../include/gltf_accessor/morph.h"
#include "../base/failure.h"

/* One target that takes part: it has the attribute, a weight that is not zero, and displaces something. */
typedef struct gltf_i_morph_term {
    const gltf_accessor *delta;
    size_t entry; /* of a sparse delta: the first entry that is not behind us; SIZE_MAX = not known */
    float weight;
    uint32_t way; /* how it is added; see morph.c */
} gltf_i_morph_term;

enum { GLTF_I_MORPH_TERMS = 64 };

/* Terms in target order.  Where there are more than fit, `gather` brings one part after the other, for every block of
 * elements again: it fills an emptied list from target `next` on with gltf_i_morph_add_term, and sets `next` to the first
 * target that is still to come. */
typedef struct gltf_i_morph_terms {
    gltf_i_morph_term list[GLTF_I_MORPH_TERMS];
    uint32_t count;
    uint32_t next;
    uint32_t target_count;
    void (*gather)(struct gltf_i_morph_terms *terms, void *user);
    void *user;
} gltf_i_morph_terms;

/* What the caller asks for, of a base that is there. */
typedef struct gltf_i_morph_job {
    const gltf_accessor *base;
    const gltf_layout *layout; /* NULL = dense float */
    void *out;
    size_t out_size;
    size_t first;
    size_t count;
    uint32_t flags;
} gltf_i_morph_job;

/* ARGUMENT, RANGE, CAPACITY, CONVERSION. */
GLTF_I_HIDDEN gltf_status gltf_i_morph_check(const gltf_i_morph_job *job, gltf_error *error);

/* ARGUMENT for a weight that is NaN.  `place` without the target. */
GLTF_I_HIDDEN gltf_status gltf_i_morph_check_weights(const float *weights, uint32_t count, gltf_i_place place,
                                                     gltf_error *error);

/* MISMATCH for a delta that does not fit its base. */
GLTF_I_HIDDEN gltf_status gltf_i_morph_check_delta(uint64_t base_count, uint32_t base_shape, uint64_t delta_count,
                                                   uint32_t delta_shape, gltf_i_place place, gltf_error *error);

/* LIMIT for an accessor with too many entries in no order, which every block of elements would look at. */
GLTF_I_HIDDEN gltf_status gltf_i_morph_check_entries(const gltf_accessor *accessor, gltf_i_place place,
                                                     gltf_error *error);

/* Whether another term fits. */
static inline int morph_has_room(const gltf_i_morph_terms *terms) {
    return terms->count < GLTF_I_MORPH_TERMS;
}

/* Add a term; one that displaces nothing is left out. */
GLTF_I_HIDDEN void gltf_i_morph_add_term(gltf_i_morph_terms *terms, const gltf_accessor *base,
                                         const gltf_accessor *delta, float weight);

/* Blend and write what was checked.  Cannot fail.  `terms` holds the first part. */
GLTF_I_HIDDEN void gltf_i_morph_run(const gltf_i_morph_job *job, gltf_i_morph_terms *terms);

#endif
