/* core/sparse.c - layer 1: find, apply and walk the displaced elements of a range. */
#include "sparse.h"

/* ---- Examining ---- */

/* Inlined with a constant size. */
static GLTF_I_INLINE gltf_i_sparse_order examine_sized(const uint8_t *indices, size_t index_size, size_t count) {
    gltf_i_sparse_order found = {0, 0, count, count};
    size_t before = 0;
    for (size_t k = 0; k < count; k++) {
        size_t index = sparse_load(indices, index_size, k);
        if (index > found.greatest) {
            found.greatest = index;
            found.greatest_at = k;
        }
        if (k > 0 && index <= before) {
            found.unordered = found.unordered < k ? found.unordered : k;
            if (index < before) {
                found.decreasing = found.decreasing < k ? found.decreasing : k;
            }
        }
        before = index;
    }
    return found;
}

gltf_i_sparse_order gltf_i_sparse_examine(const uint8_t *indices, uint32_t index_type, size_t count) {
    switch (sparse_index_size(index_type)) {
    case 1:
        return examine_sized(indices, 1, count);
    case 2:
        return examine_sized(indices, 2, count);
    default:
        return examine_sized(indices, 4, count);
    }
}

/* ---- Finding ---- */

/* First entry in [low, high) whose element is not below `element`; `high` when there is none. */
static size_t search(const gltf_accessor *accessor, size_t low, size_t high, size_t element) {
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sparse_index(accessor, middle) < element) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Steps double from `entry` on: the next block's entries are near, while a first search is as good as a plain one. */
size_t gltf_i_sparse_find(const gltf_accessor *accessor, size_t entry, size_t element) {
    size_t low = entry;
    size_t step = 8;
    while (low < accessor->sparse_count) {
        size_t left = accessor->sparse_count - low;
        if (left <= step || sparse_index(accessor, low + step) >= element) {
            return search(accessor, low, left <= step ? accessor->sparse_count : low + step, element);
        }
        low += step + 1;
        step *= 2;
    }
    return accessor->sparse_count;
}

/* How many entries displace an element that is not above `element`.  Inlined with a constant size. */
static GLTF_I_INLINE size_t count_to(const gltf_accessor *accessor, size_t index_size, size_t element) {
    const uint8_t *indices = accessor->sparse_indices;
    size_t below = 0;
    for (size_t left = accessor->sparse_count; left > 0;) { /* halves without a branch that cannot be foreseen */
        size_t half = left / 2;
        below += sparse_load(indices, index_size, below + half) <= element ? left - half : 0;
        left = half;
    }
    return below;
}

const uint8_t *gltf_i_sparse_value(const gltf_accessor *accessor, size_t element) {
    const size_t index_size = sparse_index_size(accessor->sparse_index_type);
    const size_t end = index_size == 1   ? count_to(accessor, 1, element)
                       : index_size == 2 ? count_to(accessor, 2, element)
                                         : count_to(accessor, 4, element);
    if (end == 0 || sparse_load(accessor->sparse_indices, index_size, end - 1) != element) {
        return NULL;
    }
    return accessor->sparse_values + (end - 1) * accessor->element_size;
}

/* Inlined with a constant size. */
static GLTF_I_INLINE size_t next_sized(const gltf_accessor *accessor, size_t index_size, size_t entry, size_t element) {
    while (entry < accessor->sparse_count && sparse_load(accessor->sparse_indices, index_size, entry) < element) {
        entry++;
    }
    return entry;
}

size_t gltf_i_sparse_next(const gltf_accessor *accessor, size_t entry, size_t element) {
    switch (sparse_index_size(accessor->sparse_index_type)) {
    case 1:
        return next_sized(accessor, 1, entry, element);
    case 2:
        return next_sized(accessor, 2, entry, element);
    default:
        return next_sized(accessor, 4, entry, element);
    }
}

size_t gltf_i_sparse_lowest(const gltf_accessor *accessor, size_t element) {
    size_t lowest = accessor->count;
    size_t entry = accessor->flags & GLTF_ACCESSOR_UNSORTED ? 0 : gltf_i_sparse_find(accessor, 0, element);
    size_t end = accessor->flags & GLTF_ACCESSOR_UNSORTED || entry == accessor->sparse_count ? accessor->sparse_count
                                                                                             : entry + 1;
    for (; entry < end; entry++) {
        size_t index = sparse_index(accessor, entry);
        lowest = index >= element && index < lowest ? index : lowest;
    }
    return lowest;
}

/* ---- Applying ---- */

/* Elements to put into place: `elements` are output elements, `step` bytes apart. */
typedef struct scattering {
    const uint8_t *indices;
    const uint8_t *elements;
    size_t step;
    size_t size;
    size_t entries;
    size_t first;
    size_t count;
    uint8_t *out;
    size_t out_stride;
} scattering;

/* Inlined with constant sizes.  An index below `first` wraps around and is as far outside as one behind the range. */
static GLTF_I_INLINE void scatter_sized(const scattering *s, size_t index_size, size_t size) {
    const uint8_t *GLTF_I_RESTRICT indices = s->indices;
    const uint8_t *GLTF_I_RESTRICT elements = s->elements;
    uint8_t *GLTF_I_RESTRICT out = s->out;
    size_t step = s->step, first = s->first, count = s->count, out_stride = s->out_stride;
    for (size_t k = 0, entries = s->entries; k < entries; k++) {
        size_t which = sparse_load(indices, index_size, k) - first;
        if (which < count) {
            memcpy(out + which * out_stride, elements + k * step, size);
        }
    }
}

/* Sorted entries of a raw plan, up to one that displaces an element from `end` on; gives how many. */
static GLTF_I_INLINE size_t scatter_sorted_sized(const scattering *s, size_t index_size, size_t size) {
    const uint8_t *GLTF_I_RESTRICT indices = s->indices;
    const uint8_t *GLTF_I_RESTRICT elements = s->elements;
    uint8_t *GLTF_I_RESTRICT out = s->out;
    size_t step = s->step, first = s->first, count = s->count, out_stride = s->out_stride;
    size_t k = 0, entries = s->entries, end = first + count;
    for (; k < entries; k++) {
        size_t element = sparse_load(indices, index_size, k);
        if (element >= end) {
            break;
        }
        size_t which = element - first;
        if (which < count) {
            memcpy(out + which * out_stride, elements + k * step, size);
        }
    }
    return k;
}

static GLTF_I_INLINE size_t scatter_sorted_indexed(const scattering *s, size_t index_size) {
    switch (s->size) {
    case 4:
        return scatter_sorted_sized(s, index_size, 4);
    case 8:
        return scatter_sorted_sized(s, index_size, 8);
    case 12:
        return scatter_sorted_sized(s, index_size, 12);
    case 16:
        return scatter_sorted_sized(s, index_size, 16);
    default:
        return scatter_sorted_sized(s, index_size, s->size);
    }
}

static size_t scatter_sorted(const scattering *s, size_t index_size) {
    switch (index_size) {
    case 1:
        return scatter_sorted_indexed(s, 1);
    case 2:
        return scatter_sorted_indexed(s, 2);
    default:
        return scatter_sorted_indexed(s, 4);
    }
}

static GLTF_I_INLINE void scatter_indexed(const scattering *s, size_t index_size) {
    switch (s->size) {
    case 4:
        scatter_sized(s, index_size, 4);
        break;
    case 8:
        scatter_sized(s, index_size, 8);
        break;
    case 12:
        scatter_sized(s, index_size, 12);
        break;
    case 16:
        scatter_sized(s, index_size, 16);
        break;
    default:
        scatter_sized(s, index_size, s->size);
        break;
    }
}

static void scatter(const scattering *s, size_t index_size) {
    switch (index_size) {
    case 1:
        scatter_indexed(s, 1);
        break;
    case 2:
        scatter_indexed(s, 2);
        break;
    default:
        scatter_indexed(s, 4);
        break;
    }
}

int gltf_i_sparse_values(const gltf_i_plan *plan, size_t entry, size_t count, uint8_t *out) {
    /* values are packed, whatever the stride of the base  [3.6.2.3 Sparse Accessors] */
    size_t size = plan->accessor->element_size;
    return gltf_i_plan_convert(plan, plan->accessor->sparse_values + entry * size, size, out, plan->element_size,
                               count);
}

int gltf_i_sparse_overlay(const gltf_i_plan *plan, size_t entry, size_t entries, size_t first, size_t count,
                          uint8_t *out) {
    const gltf_accessor *accessor = plan->accessor;
    size_t index_size = sparse_index_size(accessor->sparse_index_type);
    uint8_t converted[2048]; /* at least 16 elements: a MAT4 of doubles has 128 bytes */
    size_t batch = sizeof converted / plan->element_size;
    int bad = 0;
    scattering s = {NULL, converted, plan->element_size, plan->element_size, 0, first, count, out, plan->out_stride};
    if (entries == 0) {
        return 0;
    }
    if (plan->raw) {
        s.indices = accessor->sparse_indices + entry * index_size;
        s.elements = accessor->sparse_values + entry * plan->element_size;
        s.entries = entries;
        scatter(&s, index_size);
        return 0;
    }
    for (size_t done = 0; done < entries; done += batch) {
        s.entries = entries - done < batch ? entries - done : batch;
        s.indices = accessor->sparse_indices + (entry + done) * index_size;
        bad |= gltf_i_sparse_values(plan, entry + done, s.entries, converted);
        scatter(&s, index_size);
    }
    return bad;
}

size_t gltf_i_sparse_overlay_raw(const gltf_i_plan *plan, size_t entry, size_t first, size_t count, uint8_t *out) {
    const gltf_accessor *accessor = plan->accessor;
    const size_t index_size = sparse_index_size(accessor->sparse_index_type);
    const size_t size = plan->element_size;
    const scattering s = {accessor->sparse_indices + entry * index_size,
                          accessor->sparse_values + entry * size,
                          size,
                          size,
                          accessor->sparse_count - entry,
                          first,
                          count,
                          out,
                          plan->out_stride};
    return entry + scatter_sorted(&s, index_size);
}

/* ---- Walking ---- */

void gltf_i_sparse_walk_start(gltf_i_sparse_walk *walk, const gltf_accessor *accessor, size_t first, size_t count) {
    walk->accessor = accessor;
    walk->first = first;
    walk->count = count;
    walk->begin = 0;
    walk->end = accessor->sparse_count;
    memory_zero(walk->seen, (count + 7) / 8);
    if (walk->end && !(accessor->flags & GLTF_ACCESSOR_UNSORTED)) {
        walk->begin = gltf_i_sparse_find(accessor, 0, first);
        walk->end = gltf_i_sparse_find(accessor, walk->begin, first + count);
    }
}

/* Mark the element of an entry; 0 when it is outside the window or was given before. */
static int take(gltf_i_sparse_walk *walk, size_t entry, uint16_t *which) {
    size_t at = sparse_index(walk->accessor, entry) - walk->first;
    if (at >= walk->count || sparse_walk_seen(walk, at)) {
        return 0;
    }
    walk->seen[at / 8] = (uint8_t)(walk->seen[at / 8] | 1u << (at & 7));
    *which = (uint16_t)at;
    return 1;
}

/* Equal indices stand side by side, so the last one is that before another element. */
static int next_sorted(gltf_i_sparse_walk *walk, gltf_i_sparse_run *run) {
    const gltf_accessor *accessor = walk->accessor;
    while (walk->begin < walk->end && run->count < GLTF_I_SPARSE_RUN) {
        size_t entry = walk->begin;
        int last = entry + 1 >= walk->end || sparse_index(accessor, entry + 1) != sparse_index(accessor, entry);
        if (last && take(walk, entry, &run->which[run->count])) {
            run->count++;
        } else if (run->count) {
            break;
        }
        walk->begin++;
        if (run->count == 1) {
            run->entry = entry;
        }
    }
    return run->count != 0;
}

/* From the end: the first entry met is the last one of its element. */
static int next_unsorted(gltf_i_sparse_walk *walk, gltf_i_sparse_run *run) {
    while (walk->end > walk->begin) {
        walk->end--;
        if (take(walk, walk->end, &run->which[0])) {
            run->entry = walk->end;
            run->count = 1;
            return 1;
        }
    }
    return 0;
}

int gltf_i_sparse_walk_next(gltf_i_sparse_walk *walk, gltf_i_sparse_run *run) {
    run->entry = 0;
    run->count = 0;
    return walk->accessor->flags & GLTF_ACCESSOR_UNSORTED ? next_unsorted(walk, run) : next_sorted(walk, run);
}

/* ---- Judging ---- */

/* The first byte of each output element tells whether an entry displaces it. */
int gltf_i_sparse_fits(const gltf_i_plan *plan, size_t first, size_t count, uint8_t *out) {
    const gltf_accessor *accessor = plan->accessor;
    const size_t step = plan->out_stride;
    uint8_t element[128];
    size_t begin = 0, end = accessor->sparse_count;
    if (!(accessor->flags & GLTF_ACCESSOR_UNSORTED)) {
        begin = gltf_i_sparse_find(accessor, 0, first);
        end = gltf_i_sparse_find(accessor, begin, first + count);
    }
    for (size_t i = 0; i < count; i++) {
        out[i * step] = 0;
    }
    while (end-- > begin) { /* from the end: the first entry met is the last one of its element */
        const size_t which = sparse_index(accessor, end) - first;
        if (which < count && !out[which * step]) {
            out[which * step] = 1;
            if (gltf_i_sparse_values(plan, end, 1, element)) {
                return 0;
            }
        }
    }
    for (size_t i = 0; accessor->data && i < count; i++) {
        if (!out[i * step] && gltf_i_plan_convert(plan, accessor->data + (first + i) * accessor->stride,
                                                  accessor->stride, element, plan->element_size, 1)) {
            return 0;
        }
    }
    return 1;
}
