/* core/sparse.h - layer 1: the displaced elements of a range: finding, applying and walking them.
 *
 * Bytes may change after resolve (they are the caller's), so every index is compared with its range again when it is
 * used: wrong numbers are then possible, writes outside the range are not. */
#ifndef GLTF_I_SPARSE_H
#define GLTF_I_SPARSE_H

#include "../base/bytes.h"
#include "plan.h"

/* Element that an entry displaces.  `index_size` is 1, 2 or 4. */
static GLTF_I_INLINE size_t sparse_load(const uint8_t *indices, size_t index_size, size_t entry) {
    const uint8_t *p = indices + entry * index_size;
    return index_size == 1 ? *p : index_size == 2 ? bytes_load_u16(p) : bytes_load_u32(p);
}

/* Bytes of one index of a sparse accessor. */
static GLTF_I_INLINE size_t sparse_index_size(uint32_t index_type) {
    return index_type == GLTF_UNSIGNED_BYTE ? 1 : index_type == GLTF_UNSIGNED_SHORT ? 2 : 4;
}

static GLTF_I_INLINE size_t sparse_index(const gltf_accessor *accessor, size_t entry) {
    return sparse_load(accessor->sparse_indices, sparse_index_size(accessor->sparse_index_type), entry);
}

/* What is known of some indices: the greatest, the first entry that has it, the first one that is not above the one before,
 * and the first one below it; `count` where there is none. */
typedef struct gltf_i_sparse_order {
    size_t greatest;
    size_t greatest_at;
    size_t unordered;
    size_t decreasing;
} gltf_i_sparse_order;

GLTF_I_HIDDEN gltf_i_sparse_order gltf_i_sparse_examine(const uint8_t *indices, uint32_t index_type, size_t count);

/* gltf_accessor_resolve, where somebody has examined the sparse indices (`known`, NULL = examine them now).  In resolve.c. */
GLTF_I_HIDDEN gltf_status gltf_i_resolve_known(const gltf_source *source, const gltf_accessor_desc *desc,
                                               const gltf_i_sparse_order *known, gltf_accessor *out, gltf_error *error);

/* First entry from `entry` on whose element is not below `element`; sparse_count when there is none.  Looks near `entry`
 * first.  Sorted indices only; on others the answer is some entry. */
GLTF_I_HIDDEN size_t gltf_i_sparse_find(const gltf_accessor *accessor, size_t entry, size_t element);

/* The same one after the other: for entries that will be applied next.  Never less than `entry`. */
GLTF_I_HIDDEN size_t gltf_i_sparse_next(const gltf_accessor *accessor, size_t entry, size_t element);

/* The stored value that displaces an element, of several the last one; NULL when none does.  Sorted indices only. */
GLTF_I_HIDDEN const uint8_t *gltf_i_sparse_value(const gltf_accessor *accessor, size_t element);

/* The lowest displaced element from `element` on; `count` when there is none.  Cost: a search, or all entries if unsorted. */
GLTF_I_HIDDEN size_t gltf_i_sparse_lowest(const gltf_accessor *accessor, size_t element);

/* Apply `entries` entries from `entry` on, in order, to elements [first, first + count), which stand at `out`; entries of
 * other elements are passed over.  Not 0 when a number of any of the entries does not fit. */
GLTF_I_HIDDEN int gltf_i_sparse_overlay(const gltf_i_plan *plan, size_t entry, size_t entries, size_t first,
                                        size_t count, uint8_t *out);

/* The same for sorted entries from `entry` on, up to one that displaces an element behind the range; gives which that is.  For
 * raw plans: such numbers always fit. */
GLTF_I_HIDDEN size_t gltf_i_sparse_overlay_raw(const gltf_i_plan *plan, size_t entry, size_t first, size_t count,
                                               uint8_t *out);

/* Whether all numbers of a range fit the output once the overlay is applied: numbers that are covered do not count.  The
 * output, for which there must be memory, is left without meaning. */
GLTF_I_HIDDEN int gltf_i_sparse_fits(const gltf_i_plan *plan, size_t first, size_t count, uint8_t *out);

/* ---- Walking: each displaced element of a window once, with its last entry.  For bounds and morph targets. ---- */

enum { GLTF_I_SPARSE_WINDOW = 16384, GLTF_I_SPARSE_RUN = 64 };

typedef struct gltf_i_sparse_walk {
    const gltf_accessor *accessor;
    size_t first;
    size_t count;
    size_t begin; /* entries that were not looked at yet: [begin, end) */
    size_t end;
    uint8_t seen[GLTF_I_SPARSE_WINDOW / 8]; /* elements given so far, by element - first */
} gltf_i_sparse_walk;

/* Consecutive entries: entry + i displaces element first + which[i], and no later entry does. */
typedef struct gltf_i_sparse_run {
    size_t entry;
    size_t count;
    uint16_t which[GLTF_I_SPARSE_RUN];
} gltf_i_sparse_run;

/* Start on elements [first, first + count) of any accessor, sparse or not; count <= GLTF_I_SPARSE_WINDOW. */
GLTF_I_HIDDEN void gltf_i_sparse_walk_start(gltf_i_sparse_walk *walk, const gltf_accessor *accessor, size_t first,
                                            size_t count);

/* The next run; 0 when there is none.  Elements ascend if the accessor is sorted.  Cost: the entries of the window if it
 * is, else all entries, once for each window. */
GLTF_I_HIDDEN int gltf_i_sparse_walk_next(gltf_i_sparse_walk *walk, gltf_i_sparse_run *run);

/* Whether an element of the window was given. */
static GLTF_I_INLINE int sparse_walk_seen(const gltf_i_sparse_walk *walk, size_t which) {
    return walk->seen[which / 8] >> (which & 7) & 1;
}

/* Convert the values of `count` > 0 consecutive entries to dense elements of the plan's type (gltf_i_plan_dense, with
 * GLTF_FLOAT for floats).  `out` must hold count * plan->element_size bytes.  Not 0 when a number does not fit. */
GLTF_I_HIDDEN int gltf_i_sparse_values(const gltf_i_plan *plan, size_t entry, size_t count, uint8_t *out);

#endif
