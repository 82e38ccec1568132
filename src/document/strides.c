/* document/strides.c - floor 2: vertex attributes without byteStride whose length shows elements padded to 4 bytes. */
#include "document.h"

/* Element size that is no multiple of 4, on a sound view without stride, used as a vertex attribute: the question arises. */
static int is_candidate(const gltf_document *document, uint32_t index) {
    const gltf_accessor_desc *desc = &document->accessors[index];
    if (desc->view == GLTF_NONE || desc->count < 2 || document->views[desc->view].byte_stride != 0 ||
        gltf_element_size(desc->component_type, desc->shape) % 4 == 0) {
        return 0;
    }
    for (uint32_t u = document->use_starts[index]; u < document->use_starts[index + 1]; u++) {
        if (document->uses[u].role == GLTF_USE_ATTRIBUTE || document->uses[u].role == GLTF_USE_TARGET) {
            return 1;
        }
    }
    return 0;
}

static int by_view_and_offset(void *user, uint32_t a, uint32_t b) {
    const gltf_document *document = user;
    const gltf_accessor_desc *one = &document->accessors[a];
    const gltf_accessor_desc *other = &document->accessors[b];
    return one->view != other->view ? one->view < other->view : one->byte_offset < other->byte_offset;
}

/* Bytes from an accessor to `end`, or to the end of its view. */
static uint64_t bytes_before(const gltf_document *document, const gltf_accessor_desc *desc, uint64_t end) {
    const uint64_t length = document->views[desc->view].byte_length;
    end = end < length ? end : length;
    return desc->byte_offset <= end ? end - desc->byte_offset : 0;
}

/* The exact length tells the two layouts apart: padded with or without the last padding, and neither tight nor tight rounded up. */
static int is_padded(const gltf_accessor_desc *desc, uint64_t available) {
    const uint64_t tight = gltf_element_size(desc->component_type, desc->shape);
    const uint64_t padded = (tight + 3) / 4 * 4;
    if (desc->count > available) {
        return 0; /* also keeps the products small */
    }
    const uint64_t tight_end = tight * desc->count;
    const uint64_t padded_end = padded * desc->count;
    return (available == padded_end || available == padded_end - padded + tight) && available != tight_end &&
           available != (tight_end + 3) / 4 * 4;
}

gltf_status gltf_i_build_strides(gltf_document *document) {
    const uint32_t count = document->kinds[GLTF_OBJECT_ACCESSOR].count;
    uint32_t first = 0;
    if (document->source.flags & GLTF_SOURCE_STRICT) {
        return GLTF_OK;
    }
    while (first < count && !is_candidate(document, first)) {
        first++;
    }
    if (first == count) {
        return GLTF_OK;
    }

    const uint64_t size = (uint64_t)count * sizeof(uint32_t);
    uint32_t *order = gltf_i_allocator_get(&document->arena.allocator, size);
    if (!order) {
        return GLTF_ERR_MEMORY;
    }
    uint32_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (document->accessors[i].view != GLTF_NONE) {
            order[used++] = i;
        }
    }
    gltf_i_sort(order, used, by_view_and_offset, document);
    uint64_t end = UINT64_MAX; /* where the next accessor on the same view begins */
    for (uint32_t at = used; at-- > 0;) {
        gltf_accessor_desc *desc = &document->accessors[order[at]];
        const gltf_accessor_desc *next = at + 1 < used ? &document->accessors[order[at + 1]] : NULL;
        if (!next || next->view != desc->view) {
            end = UINT64_MAX;
        } else if (next->byte_offset > desc->byte_offset) {
            end = next->byte_offset;
        }
        if (is_candidate(document, order[at]) && is_padded(desc, bytes_before(document, desc, end))) {
            desc->byte_stride = (gltf_element_size(desc->component_type, desc->shape) + 3) / 4 * 4;
        }
    }
    gltf_i_allocator_put(&document->arena.allocator, order, (size_t)size);
    return GLTF_OK;
}
