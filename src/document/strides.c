/* document/strides.c - layer 2: vertex attributes without byteStride whose length shows elements padded to 4 bytes. */
#include "document.h"

/* What may lie on a view: the elements of an accessor, the indices or the values of its sparse part. */
enum { PART_BASE, PART_INDICES, PART_VALUES, PART_COUNT };

/* Vertex attributes may be padded, accessors that nothing uses follow them, everything else is tight. */
enum { LAYOUT_TIGHT, LAYOUT_VERTEX, LAYOUT_UNUSED };

typedef struct strides_part {
    uint64_t begin; /* in the view */
    uint64_t count;
    uint32_t view;
} strides_part;

static uint64_t round_up(uint64_t size, uint64_t multiple) {
    return (size + multiple - 1) / multiple * multiple;
}

static int layout_of(const gltf_document *document, uint32_t accessor) {
    const uint32_t first = document->use_starts[accessor];
    const uint32_t end = document->use_starts[accessor + 1];
    for (uint32_t u = first; u < end; u++) {
        if (document->uses[u].role == GLTF_USE_ATTRIBUTE || document->uses[u].role == GLTF_USE_TARGET) {
            return LAYOUT_VERTEX;
        }
    }
    return first == end ? LAYOUT_UNUSED : LAYOUT_TIGHT;
}

/* A part by its code: accessor * PART_COUNT + what of it. */
static strides_part part_of(const gltf_document *document, uint32_t code) {
    const gltf_accessor_desc *desc = &document->accessors[code / PART_COUNT];
    const gltf_sparse *sparse = &desc->sparse;
    const strides_part base = {desc->byte_offset, desc->count, desc->view};
    const strides_part indices = {sparse->indices_byte_offset, sparse->count, sparse->indices_view};
    const strides_part values = {sparse->values_byte_offset, sparse->count, sparse->values_view};
    const uint32_t kind = code % PART_COUNT;
    return kind == PART_BASE ? base : kind == PART_INDICES ? indices : values;
}

/* Bytes of one of its elements, tightly packed. */
static uint32_t size_of(const gltf_document *document, uint32_t code) {
    const gltf_accessor_desc *desc = &document->accessors[code / PART_COUNT];
    return code % PART_COUNT == PART_INDICES ? gltf_component_size(desc->sparse.indices_component_type)
                                             : gltf_element_size(desc->component_type, desc->shape);
}

/* Whether the part lies on a view without stride, and its last element begins there: others say nothing about the view. */
static int is_on_view(const gltf_document *document, uint32_t code) {
    const strides_part p = part_of(document, code);
    const uint32_t size = size_of(document, code);
    if (p.count == 0 || size == 0 || p.view == GLTF_NONE || document->views[p.view].byte_stride != 0) {
        return 0;
    }
    const uint64_t length = document->views[p.view].byte_length;
    return p.begin < length && p.count - 1 <= (length - p.begin - 1) / size;
}

/* An element size that is not a multiple of 4, as a vertex attribute: the question arises. */
static int is_candidate(const gltf_document *document, uint32_t accessor) {
    const gltf_accessor_desc *desc = &document->accessors[accessor];
    return gltf_element_size(desc->component_type, desc->shape) % 4 != 0 && desc->count > 1 &&
           is_on_view(document, accessor * PART_COUNT + PART_BASE) && layout_of(document, accessor) == LAYOUT_VERTEX;
}

static int by_view_and_begin(void *user, uint32_t a, uint32_t b) {
    const strides_part one = part_of(user, a);
    const strides_part other = part_of(user, b);
    return one.view != other.view ? one.view < other.view : one.begin < other.begin;
}

/* Whether tight elements fill what is available, exactly or up to the next multiple of 4 to 64, counted from `begin`. */
static int is_rounded_up(uint64_t begin, uint64_t tight, uint64_t available) {
    for (uint64_t multiple = 1; multiple <= 64; multiple *= 2) {
        if (round_up(begin + tight, multiple) == begin + available) {
            return 1;
        }
    }
    return 0;
}

/* The element sizes, as bits, that are padded on one view whose parts are given by offset; 0 = everything is tight.  Parts
 * that share elements are judged as one block.  A block that ends exactly where padded elements end shows that they are
 * padded, unless tight ones rounded up end there too; a block where only tight elements have space shows that they are not. */
static uint32_t padded_sizes(const gltf_document *document, const uint32_t *order, uint32_t count) {
    const gltf_buffer_view *view = &document->views[part_of(document, order[0]).view];
    uint32_t sizes[3] = {0, 0, 0}; /* by layout */
    int is_shown = 0;
    for (uint32_t i = 0; i < count;) {
        const strides_part first = part_of(document, order[i]);
        const uint32_t size = size_of(document, order[i]);
        const uint64_t step = round_up(size, 4);
        uint64_t end = view->byte_length;
        uint64_t tight = 0; /* bytes of the block */
        uint64_t padded = 0;
        int is_vertex = 0;
        for (; i < count; i++) {
            const strides_part p = part_of(document, order[i]);
            const uint64_t at = p.begin - first.begin;
            if (tight > 0 && at >= tight) {
                end = p.begin;
                break;
            }
            if (size_of(document, order[i]) != size || at % step != 0) {
                return 0; /* begins inside a padded element, or explains the length in its own way */
            }
            const int layout =
                order[i] % PART_COUNT == PART_BASE ? layout_of(document, order[i] / PART_COUNT) : LAYOUT_TIGHT;
            sizes[layout] |= size % 4 != 0 ? 1u << size : 0;
            is_vertex |= layout == LAYOUT_VERTEX;
            tight = at + size * p.count > tight ? at + size * p.count : tight;
            padded = at + step * p.count > padded ? at + step * p.count : padded;
        }
        const uint64_t available = end - first.begin;
        const uint64_t least = padded - step + size; /* without the last padding */
        if (tight <= available && available < least) {
            return 0;
        }
        is_shown |= is_vertex && (available == padded || available == least) && !is_rounded_up(0, tight, available) &&
                    !is_rounded_up(first.begin, tight, available);
    }
    return is_shown && !(sizes[LAYOUT_VERTEX] & sizes[LAYOUT_TIGHT]) ? sizes[LAYOUT_VERTEX] : 0;
}

/* Decide for each view, so that equal elements on one view never differ. */
static void decide(gltf_document *document, const uint32_t *order, uint32_t count) {
    uint32_t end;
    for (uint32_t first = 0; first < count; first = end) {
        const uint32_t view = part_of(document, order[first]).view;
        for (end = first + 1; end < count && part_of(document, order[end]).view == view; end++) {
        }
        const uint32_t sizes = padded_sizes(document, order + first, end - first);
        for (uint32_t i = first; sizes != 0 && i < end; i++) {
            const uint32_t size = size_of(document, order[i]);
            if (size % 4 != 0 && (sizes >> size & 1) && order[i] % PART_COUNT == PART_BASE) {
                document->accessors[order[i] / PART_COUNT].byte_stride = (uint32_t)round_up(size, 4);
            }
        }
    }
}

gltf_status gltf_i_build_strides(gltf_document *document) {
    const uint32_t count = document->kinds[GLTF_OBJECT_ACCESSOR].count;
    uint32_t first = 0;
    if (document->source.flags & GLTF_SOURCE_STRICT) {
        return GLTF_OK;
    }
    if (count > UINT32_MAX / PART_COUNT) {
        return GLTF_ERR_LIMIT;
    }
    while (first < count && !is_candidate(document, first)) {
        first++;
    }
    if (first == count) {
        return GLTF_OK;
    }

    const uint64_t size = (uint64_t)count * PART_COUNT * sizeof(uint32_t);
    uint32_t *order = gltf_i_allocator_get(&document->arena.allocator, size);
    if (!order) {
        return GLTF_ERR_MEMORY;
    }
    uint32_t used = 0;
    for (uint32_t code = 0; code < count * PART_COUNT; code++) {
        if (is_on_view(document, code)) {
            order[used++] = code;
        }
    }
    gltf_i_sort(order, used, by_view_and_begin, document);
    decide(document, order, used);
    gltf_i_allocator_put(&document->arena.allocator, order, (size_t)size);
    return GLTF_OK;
}
