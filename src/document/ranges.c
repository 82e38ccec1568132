/* document/ranges.c - layer 2: sparse indices, examined once for all accessors that share them.
 *
 * They are examined when their bytes arrive, so that looking at accessors, which any thread may do, changes nothing. */
#include "document.h"

/* Bytes that may be examined again because ranges overlap, together. */
#define RANGES_OVERLAP ((uint64_t)1 << 27)

/* ---- Finding them ---- */

static int is_same(const gltf_accessor_desc *a, const gltf_accessor_desc *b) {
    return a->sparse.indices_view == b->sparse.indices_view &&
           a->sparse.indices_byte_offset == b->sparse.indices_byte_offset &&
           a->sparse.indices_component_type == b->sparse.indices_component_type && a->sparse.count == b->sparse.count;
}

static int by_place(void *user, uint32_t one, uint32_t other) {
    const gltf_document *document = user;
    const gltf_sparse *a = &document->accessors[one].sparse;
    const gltf_sparse *b = &document->accessors[other].sparse;
    if (a->indices_view != b->indices_view) {
        return a->indices_view < b->indices_view;
    }
    if (a->indices_byte_offset != b->indices_byte_offset) {
        return a->indices_byte_offset < b->indices_byte_offset;
    }
    if (a->indices_component_type != b->indices_component_type) {
        return a->indices_component_type < b->indices_component_type;
    }
    return a->count != b->count ? a->count < b->count : one < other;
}

static int is_sparse(const gltf_document *document, uint32_t accessor) {
    const gltf_sparse *sparse = &document->accessors[accessor].sparse;
    return sparse->count > 0 && sparse->indices_view < document->source.view_count;
}

/* The file's own buffer of a view; GLTF_NONE for a broken one. */
static uint32_t file_buffer(const gltf_document *document, uint32_t view) {
    const gltf_i_side_view *side = document->side ? document->side[view] : NULL;
    const uint32_t buffer = side ? side->facts.view_buffer : document->views[view].buffer;
    return buffer < document->kinds[GLTF_OBJECT_BUFFER].count ? buffer : GLTF_NONE;
}

/* Ranges from sorted accessors. */
static void fill_ranges(gltf_document *document, const uint32_t *order, uint32_t count) {
    gltf_i_index_range *range = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const gltf_accessor_desc *desc = &document->accessors[order[i]];
        if (!range || !is_same(desc, &document->accessors[order[i - 1]])) {
            const uint32_t buffer = file_buffer(document, desc->sparse.indices_view);
            range = &document->ranges[document->range_count];
            range->view = desc->sparse.indices_view;
            range->byte_offset = desc->sparse.indices_byte_offset;
            range->component_type = desc->sparse.indices_component_type;
            range->count = desc->sparse.count;
            range->order.unordered = SIZE_MAX;
            range->order.decreasing = SIZE_MAX;
            range->next = GLTF_NONE;
            if (buffer != GLTF_NONE) {
                range->next = document->states[buffer].ranges;
                document->states[buffer].ranges = document->range_count;
            }
            document->range_count++;
        }
        document->range_of[order[i]] = document->range_count - 1;
    }
}

gltf_status gltf_i_build_ranges(gltf_document *document) {
    const uint32_t accessors = document->kinds[GLTF_OBJECT_ACCESSOR].count;
    uint32_t count = 0;
    for (uint32_t i = 0; i < accessors; i++) {
        count += (uint32_t)is_sparse(document, i);
    }
    if (count == 0) {
        return GLTF_OK;
    }
    const uint64_t size = (uint64_t)count * sizeof(uint32_t);
    uint32_t *order = gltf_i_allocator_get(&document->arena.allocator, size);
    document->range_of = gltf_i_arena_get(&document->arena, accessors, sizeof *document->range_of);
    document->ranges = gltf_i_arena_get(&document->arena, count, sizeof *document->ranges);
    const int has_memory = order && document->range_of && document->ranges;
    if (has_memory) {
        count = 0;
        for (uint32_t i = 0; i < accessors; i++) {
            document->range_of[i] = GLTF_NONE;
            if (is_sparse(document, i)) {
                order[count++] = i;
            }
        }
        for (uint32_t b = 0; b < document->kinds[GLTF_OBJECT_BUFFER].count; b++) {
            document->states[b].ranges = GLTF_NONE;
        }
        gltf_i_sort(order, count, by_place, document);
        fill_ranges(document, order, count);
    }
    gltf_i_allocator_put(&document->arena.allocator, order, (size_t)size);
    return has_memory ? GLTF_OK : GLTF_ERR_MEMORY;
}

const gltf_i_index_range *gltf_i_range_of(const gltf_document *document, uint32_t accessor) {
    const uint32_t range = document->ranges ? document->range_of[accessor] : GLTF_NONE;
    return range == GLTF_NONE ? NULL : &document->ranges[range];
}

/* ---- Examining them ---- */

static uint64_t beyond(uint64_t examined, uint64_t size) {
    return examined > size ? examined - size : 0;
}

/* Where the bytes that were examined in a buffer are counted: it belongs to the file, or to this view alone. */
static uint64_t *counter_of(gltf_document *document, uint32_t view) {
    const uint32_t buffer = document->views[view].buffer;
    return buffer < document->kinds[GLTF_OBJECT_BUFFER].count ? &document->states[buffer].examined
                                                              : &document->side[view]->examined;
}

/* Count what is to be examined; 0 at the limit. */
static int spend(gltf_document *document, uint64_t *examined, uint64_t bytes, uint64_t buffer_size) {
    const uint64_t more = beyond(*examined + bytes, buffer_size) - beyond(*examined, buffer_size);
    if (more > RANGES_OVERLAP - document->examined_twice) {
        return 0;
    }
    document->examined_twice += more;
    *examined += bytes;
    return 1;
}

/* New bytes may be examined anew. */
static void forget(gltf_document *document, uint64_t *examined, uint64_t buffer_size) {
    document->examined_twice -= beyond(*examined, buffer_size);
    *examined = 0;
}

/* The bytes of a range, NULL when they are not there or do not lie where they should: resolving says so. */
static const uint8_t *bytes_of(const gltf_document *document, const gltf_i_index_range *range, uint64_t *size) {
    const gltf_buffer_view *view = &document->views[range->view];
    if (view->buffer >= document->source.buffer_count) {
        return NULL;
    }
    const gltf_buffer *buffer = &document->buffers[view->buffer];
    const int is_inside = checked_mul(range->count, gltf_component_size(range->component_type), size) &&
                          checked_inside(range->byte_offset, *size, view->byte_length) &&
                          checked_inside(view->byte_offset, view->byte_length, buffer->size);
    return buffer->data && is_inside ? buffer->data + (size_t)(view->byte_offset + range->byte_offset) : NULL;
}

static void examine(gltf_document *document, gltf_i_index_range *range, int is_new) {
    const gltf_i_sparse_order unknown = {0, 0, SIZE_MAX, SIZE_MAX};
    uint64_t size = 0;
    const uint8_t *bytes = bytes_of(document, range, &size);
    if (bytes && bytes == range->at && !is_new) {
        return;
    }
    range->at = bytes;
    range->order = unknown;
    range->state = GLTF_I_RANGE_UNKNOWN;
    if (bytes) {
        const uint64_t buffer_size = document->buffers[document->views[range->view].buffer].size;
        range->state = GLTF_I_RANGE_REFUSED;
        if (spend(document, counter_of(document, range->view), size, buffer_size)) {
            range->order = gltf_i_sparse_examine(bytes, range->component_type, (size_t)range->count);
            range->state = GLTF_I_RANGE_EXAMINED;
        }
    }
}

void gltf_i_ranges_of_buffer(gltf_document *document, uint32_t buffer, int is_new) {
    if (!document->ranges) {
        return;
    }
    gltf_i_bytes_state *state = &document->states[buffer];
    if (is_new) {
        forget(document, &state->examined, document->buffers[buffer].size);
    }
    for (uint32_t r = state->ranges; r != GLTF_NONE; r = document->ranges[r].next) {
        gltf_i_index_range *range = &document->ranges[r];
        if (document->views[range->view].buffer == buffer) {
            examine(document, range, is_new);
        } else if (is_new) { /* a view that has other bytes now may come back to these */
            range->at = NULL;
        }
    }
}

void gltf_i_ranges_of_view(gltf_document *document, uint32_t view, int is_new) {
    uint32_t low = 0;
    uint32_t high = document->range_count;
    gltf_i_side_view *side = document->side ? document->side[view] : NULL;
    if (side && side->slot != GLTF_NONE && is_new) {
        forget(document, &side->examined, document->buffers[side->slot].size);
    }
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (document->ranges[middle].view < view) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < document->range_count && document->ranges[low].view == view; low++) {
        examine(document, &document->ranges[low], is_new);
    }
}
