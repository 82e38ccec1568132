/* core/resolve.c - layer 1: check everything about one accessor, once. */
#include "../base/visibility.h"

#include "../../include/gltf_accessor/accessor.h"

#include "../base/bytes.h"
#include "../base/checked.h"
#include "../base/failure.h"
#include "cpu.h"
#include "element.h"
#include "sparse.h"

/* What is known while one accessor is being checked. */
typedef struct proof {
    const gltf_source *source;
    const gltf_accessor_desc *desc;
    gltf_error *error;
    const gltf_i_sparse_order *known; /* of the sparse indices; NULL = to be examined */
    gltf_i_element element;
    int strict;
} proof;

/* A stretch of a view: where an accessor or a part of its sparse overlay lies. */
typedef struct extent {
    uint32_t view;
    uint64_t byte_offset; /* in the view */
    uint64_t byte_stride;
    uint64_t count;        /* elements; none needs no bytes */
    uint64_t last_size;    /* bytes of the last one */
    uint64_t alignment;    /* of the offset, where it is looked at */
    const char *reference; /* names of the properties, for errors */
    const char *offset;
} extent;

static gltf_i_place place_accessor(const proof *p) {
    return place_of(GLTF_OBJECT_ACCESSOR, p->desc->id);
}

static gltf_status fail(const proof *p, gltf_status status, const char *field, uint64_t expected, uint64_t found) {
    return failure_at(p->error, status, place_accessor(p), field, 0, expected, found);
}

/* ---- Of the accessor alone ---- */

static gltf_status check_types(proof *p) {
    const gltf_accessor_desc *desc = p->desc;
    if (!gltf_i_element_stored(desc->component_type)) {
        return fail(p, GLTF_ERR_COMPONENT_TYPE, "componentType", 0, desc->component_type);
    }
    p->element = gltf_i_element_of(desc->component_type, desc->shape);
    if (p->element.columns == 0) {
        return fail(p, GLTF_ERR_SHAPE, "type", 0, desc->shape);
    }
    return GLTF_OK;
}

/* All numbers of the accessor, as doubles, must fit in an object of this process: then no size below can overflow. */
static gltf_status check_count(const proof *p) {
    uint64_t numbers = (uint64_t)p->element.columns * p->element.rows;
    uint64_t most = (uint64_t)PTRDIFF_MAX / 8 / numbers;
    if (p->desc->count > most) {
        return fail(p, GLTF_ERR_COUNT, "count", most, p->desc->count);
    }
    if (p->strict && p->desc->count == 0) {
        return fail(p, GLTF_ERR_COUNT, "count", 1, 0);
    }
    return GLTF_OK;
}

static int may_be_normalized(uint32_t component_type) {
    return component_type != GLTF_FLOAT && component_type != GLTF_UNSIGNED_INT;
}

/* Start of every matrix column at a multiple of 4, of everything else at one of the component size.  [3.6.2.4] */
static uint32_t alignment_of(const gltf_i_element *element) {
    return element->columns > 1 ? 4 : element->component_size;
}

/* An explicit stride, in strict mode.  [3.6.2.4; bufferView.byteStride] */
static gltf_status check_stride(const proof *p, gltf_i_place place, uint32_t stride) {
    uint64_t least = p->element.size < 4 ? 4 : p->element.size;
    if (stride < 4 || stride < p->element.size) {
        return failure_at(p->error, GLTF_ERR_STRIDE, place, "byteStride", 0, least, stride);
    }
    if (stride > 252 || stride % 4 != 0) {
        return failure_at(p->error, GLTF_ERR_STRIDE, place, "byteStride", 0, stride > 252 ? 252 : 4, stride);
    }
    return GLTF_OK;
}

static gltf_status check_strict(const proof *p) {
    const gltf_accessor_desc *desc = p->desc;
    uint32_t alignment = alignment_of(&p->element);
    if (desc->normalized && !may_be_normalized(desc->component_type)) {
        return fail(p, GLTF_ERR_NORMALIZED, "normalized", 0, desc->component_type);
    }
    if (desc->view == GLTF_NONE && desc->byte_offset != 0) {
        return failure_why(p->error,
                           failure_of(p->error, GLTF_ERR_PROPERTY, place_accessor(p), "byteOffset without bufferView"),
                           GLTF_I_REASON_OFFSET_ALONE);
    }
    if (desc->byte_offset % alignment != 0) {
        return fail(p, GLTF_ERR_ALIGNMENT, "byteOffset", alignment, desc->byte_offset);
    }
    if (desc->byte_stride != 0) {
        return check_stride(p, place_accessor(p), desc->byte_stride);
    }
    return GLTF_OK;
}

static gltf_status check_accessor(proof *p) {
    gltf_status status = check_types(p);
    if (status == GLTF_OK) {
        status = check_count(p);
    }
    return status == GLTF_OK && p->strict ? check_strict(p) : status;
}

/* A tiny file must not make its reader write gigabytes of zeros. */
static gltf_status check_zeros(const proof *p) {
    uint64_t most = p->source->max_zero_elements ? p->source->max_zero_elements : (uint64_t)1 << 28;
    if (p->desc->count > most) {
        return fail(p, GLTF_ERR_LIMIT, "count", most, p->desc->count);
    }
    return GLTF_OK;
}

/* ---- Of a view ---- */

static gltf_status check_reference(const proof *p, gltf_i_place place, const char *field, uint32_t index,
                                   uint32_t count) {
    if (index == GLTF_NONE) {
        return failure_of(p->error, GLTF_ERR_REFERENCE, place, field);
    }
    if (index >= count) {
        return failure_at(p->error, GLTF_ERR_REFERENCE, place, field, 0, count, index);
    }
    return GLTF_OK;
}

/* a + b, or the most that fits: only to say how far something would reach. */
static uint64_t saturated_add(uint64_t a, uint64_t b) {
    return b > UINT64_MAX - a ? UINT64_MAX : a + b;
}

/* The view lies inside its buffer, and in memory that this process can have. */
static gltf_status check_view(const proof *p, uint32_t index, const gltf_buffer_view *view) {
    gltf_i_place place = place_of(GLTF_OBJECT_VIEW, index);
    gltf_status status = check_reference(p, place, "buffer", view->buffer, p->source->buffer_count);
    if (status != GLTF_OK) {
        return status;
    }
    uint64_t end = saturated_add(view->byte_offset, view->byte_length);
    uint64_t size = p->source->buffers[view->buffer].size;
    if (!checked_inside(view->byte_offset, view->byte_length, size)) {
        return failure_at(p->error, GLTF_ERR_VIEW_BOUNDS, place, "byteLength", 0, size, end);
    }
    if (end > (uint64_t)PTRDIFF_MAX) {
        return failure_at(p->error, GLTF_ERR_LIMIT, place, "byteLength", 0, (uint64_t)PTRDIFF_MAX, end);
    }
    return GLTF_OK;
}

/* The elements lie inside `size` bytes; none need none. */
static gltf_status check_inside(const proof *p, const extent *e, uint64_t size, const char *what) {
    uint64_t needed;
    if (e->count == 0) {
        return GLTF_OK;
    }
    if (!checked_mul_add(e->byte_stride, e->count - 1, e->last_size, &needed)) {
        needed = UINT64_MAX;
    }
    if (needed == UINT64_MAX || !checked_inside(e->byte_offset, needed, size)) {
        return fail(p, GLTF_ERR_ACCESSOR_BOUNDS, what, size, saturated_add(e->byte_offset, needed));
    }
    return GLTF_OK;
}

/* Offsets whose sum is too large for a number are left to the bounds, which come next. */
static gltf_status check_aligned(const proof *p, const extent *e, const gltf_buffer_view *view) {
    uint64_t offset;
    if (e->byte_offset % e->alignment != 0) {
        return fail(p, GLTF_ERR_ALIGNMENT, e->offset, e->alignment, e->byte_offset);
    }
    if (checked_add(view->byte_offset, e->byte_offset, &offset) && offset % e->alignment != 0) {
        return fail(p, GLTF_ERR_ALIGNMENT, e->offset, e->alignment, offset);
    }
    return GLTF_OK;
}

/* Everything of one extent but its stride.  *data becomes NULL while the bytes are missing or none are needed. */
static gltf_status check_extent(const proof *p, const extent *e, const uint8_t **data) {
    const gltf_buffer_view *view = &p->source->views[e->view];
    const gltf_buffer *buffer;
    gltf_status status = check_view(p, e->view, view);
    if (status == GLTF_OK) {
        status = check_inside(p, e, view->byte_length, e->reference);
    }
    if (status != GLTF_OK) {
        return status;
    }
    buffer = &p->source->buffers[view->buffer];
    *data = buffer->data && e->count ? buffer->data + (size_t)(view->byte_offset + e->byte_offset) : NULL;
    return GLTF_OK;
}

/* ---- The base ---- */

static gltf_status check_base(const proof *p, gltf_accessor *out) {
    const gltf_accessor_desc *desc = p->desc;
    const gltf_buffer_view *view;
    extent e = {desc->view,   desc->byte_offset, 0, desc->count, p->element.last_size, alignment_of(&p->element),
                "bufferView", "byteOffset"};
    gltf_status status;
    if (desc->view == GLTF_NONE) {
        return check_zeros(p);
    }
    status = check_reference(p, place_accessor(p), "bufferView", desc->view, p->source->view_count);
    if (status != GLTF_OK) {
        return status;
    }
    view = &p->source->views[desc->view];
    if (p->strict) {
        status = check_aligned(p, &e, view);
        if (status == GLTF_OK && view->byte_stride != 0 && desc->byte_stride == 0) {
            status = check_stride(p, place_of(GLTF_OBJECT_VIEW, desc->view), view->byte_stride);
        }
        if (status != GLTF_OK) {
            return status;
        }
    }
    if (desc->byte_stride == 0 && view->byte_stride != 0) {
        out->stride = view->byte_stride;
    }
    e.byte_stride = out->stride;
    return check_extent(p, &e, &out->data);
}

/* ---- The sparse overlay ---- */

/* One part of it: packed, so a stride of its view is nothing but a fault.  [3.6.2.3 Sparse Accessors] */
static gltf_status check_part(const proof *p, const extent *e, const uint8_t **data) {
    gltf_status status = check_reference(p, place_accessor(p), e->reference, e->view, p->source->view_count);
    if (status != GLTF_OK) {
        return status;
    }
    const gltf_buffer_view *view = &p->source->views[e->view];
    if (p->strict) {
        status = check_aligned(p, e, view);
        if (status == GLTF_OK && view->byte_stride != 0) {
            status = failure_at(p->error, GLTF_ERR_STRIDE, place_of(GLTF_OBJECT_VIEW, e->view), "byteStride", 0, 0,
                                view->byte_stride);
        }
    }
    return status == GLTF_OK ? check_extent(p, e, data) : status;
}

static gltf_status check_sparse(const proof *p, gltf_accessor *out) {
    const gltf_sparse *sparse = &p->desc->sparse;
    uint32_t index_size = gltf_component_size(sparse->indices_component_type);
    gltf_status status;
    if (sparse->count > p->desc->count) {
        return fail(p, GLTF_ERR_SPARSE_COUNT, "sparse.count", p->desc->count, sparse->count);
    }
    if (sparse->indices_component_type != GLTF_UNSIGNED_BYTE && sparse->indices_component_type != GLTF_UNSIGNED_SHORT &&
        sparse->indices_component_type != GLTF_UNSIGNED_INT) {
        return fail(p, GLTF_ERR_COMPONENT_TYPE, "sparse.indices.componentType", 0, sparse->indices_component_type);
    }
    extent indices = {
        sparse->indices_view,        sparse->indices_byte_offset, index_size, sparse->count, index_size, index_size,
        "sparse.indices.bufferView", "sparse.indices.byteOffset"};
    extent values = {sparse->values_view,
                     sparse->values_byte_offset,
                     p->element.size,
                     sparse->count,
                     p->element.last_size,
                     alignment_of(&p->element),
                     "sparse.values.bufferView",
                     "sparse.values.byteOffset"};
    status = check_part(p, &indices, &out->sparse_indices);
    if (status == GLTF_OK) {
        status = check_part(p, &values, &out->sparse_values);
    }
    out->sparse_count = (size_t)sparse->count;
    out->sparse_index_type = sparse->indices_component_type;
    return status;
}

static gltf_status check_indices(const proof *p, gltf_accessor *out) {
    if (!out->sparse_indices) {
        return GLTF_OK;
    }
    const gltf_i_sparse_order found =
        p->known ? *p->known : gltf_i_sparse_examine(out->sparse_indices, out->sparse_index_type, out->sparse_count);
    if (found.greatest >= out->count) {
        size_t at = p->known ? found.greatest_at : 0; /* the first one, unless others have looked */
        while (sparse_index(out, at) < out->count) {
            at++;
        }
        return failure_at(p->error, GLTF_ERR_SPARSE_INDEX, place_accessor(p), "sparse.indices", at, out->count,
                          sparse_index(out, at));
    }
    if (p->strict && found.unordered < out->sparse_count) {
        return failure_at(p->error, GLTF_ERR_SPARSE_ORDER, place_accessor(p), "sparse.indices", found.unordered,
                          sparse_index(out, found.unordered - 1), sparse_index(out, found.unordered));
    }
    if (found.decreasing < out->sparse_count) {
        out->flags |= GLTF_ACCESSOR_UNSORTED;
    }
    return GLTF_OK;
}

/* ---- Whether the bytes are there ---- */

static gltf_status check_loaded(const proof *p, uint32_t view, const uint8_t *data) {
    if (data) {
        return GLTF_OK;
    }
    return failure_of(p->error, GLTF_ERR_NOT_LOADED, place_of(GLTF_OBJECT_BUFFER, p->source->views[view].buffer), NULL);
}

static gltf_status check_bytes(const proof *p, const gltf_accessor *out) {
    gltf_status status = GLTF_OK;
    if (p->desc->view != GLTF_NONE && out->count) {
        status = check_loaded(p, p->desc->view, out->data);
    }
    if (status == GLTF_OK && out->sparse_count) {
        status = check_loaded(p, p->desc->sparse.indices_view, out->sparse_indices);
    }
    if (status == GLTF_OK && out->sparse_count) {
        status = check_loaded(p, p->desc->sparse.values_view, out->sparse_values);
    }
    return status;
}

/* ---- All of it ---- */

static void describe(const proof *p, uint32_t cpu, gltf_accessor *out) {
    const gltf_accessor_desc *desc = p->desc;
    out->count = (size_t)desc->count;
    out->stride = desc->byte_stride ? desc->byte_stride : p->element.size;
    out->component_type = desc->component_type;
    out->shape = desc->shape;
    out->component_count = p->element.columns * p->element.rows;
    out->element_size = p->element.size;
    out->normalized = desc->normalized && may_be_normalized(desc->component_type);
    out->cpu = gltf_i_cpu_usable(cpu);
}

static gltf_status resolve(proof *p, gltf_accessor *out) {
    gltf_status status = check_accessor(p);
    if (status != GLTF_OK) {
        return status;
    }
    describe(p, p->source->cpu, out);
    status = check_base(p, out);
    if (status == GLTF_OK && p->desc->sparse.count) {
        status = check_sparse(p, out);
        if (status == GLTF_OK) {
            status = check_indices(p, out);
        }
    }
    return status == GLTF_OK ? check_bytes(p, out) : status;
}

gltf_status gltf_i_resolve_known(const gltf_source *source, const gltf_accessor_desc *desc,
                                 const gltf_i_sparse_order *known, gltf_accessor *out, gltf_error *error) {
    static const gltf_accessor empty;
    proof p = {source, desc, error, known, {0, 0, 0, 0, 0, 0}, 0};
    gltf_accessor proved = empty;
    gltf_status status;
    if (out) {
        *out = empty;
    }
    if (!source || !desc || !out) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_nowhere(), !source ? "source" : !desc ? "desc" : "out");
    }
    const int no_views = !source->views && source->view_count;
    if (no_views || (!source->buffers && source->buffer_count)) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_nowhere(), no_views ? "views" : "buffers");
    }
    p.strict = (source->flags & GLTF_SOURCE_STRICT) != 0;
    status = resolve(&p, &proved);
    if (status == GLTF_OK) {
        *out = proved;
    }
    return status;
}

gltf_status gltf_accessor_resolve(const gltf_source *source, const gltf_accessor_desc *desc, gltf_accessor *out,
                                  gltf_error *error) {
    return gltf_i_resolve_known(source, desc, NULL, out, error);
}

/* What wrap has in place of a view: one block of memory. */
static gltf_status wrap(proof *p, const uint8_t *bytes, size_t size, uint32_t cpu, gltf_accessor *out) {
    const gltf_accessor_desc *desc = p->desc;
    extent e = {GLTF_NONE, desc->byte_offset, 0, desc->count, 0, 1, NULL, NULL};
    gltf_status status = check_accessor(p);
    if (status != GLTF_OK) {
        return status;
    }
    describe(p, cpu, out);
    e.byte_stride = out->stride;
    e.last_size = p->element.last_size;
    status = check_inside(p, &e, size, "memory");
    if (status == GLTF_OK && desc->count) {
        out->data = bytes + (size_t)desc->byte_offset;
    }
    return status;
}

gltf_status gltf_accessor_wrap(const void *bytes, size_t size, const gltf_accessor_desc *desc, uint32_t cpu,
                               gltf_accessor *out, gltf_error *error) {
    static const gltf_accessor empty;
    proof p = {NULL, desc, error, NULL, {0, 0, 0, 0, 0, 0}, 0};
    gltf_accessor proved = empty;
    gltf_status status;
    if (out) {
        *out = empty;
    }
    if (!desc || !out) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_nowhere(), !desc ? "desc" : "out");
    }
    if (desc->sparse.count || (!bytes && desc->count)) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_accessor(&p), desc->sparse.count ? "sparse" : "bytes");
    }
    status = wrap(&p, (const uint8_t *)bytes, size, cpu, &proved);
    if (status == GLTF_OK) {
        *out = proved;
    }
    return status;
}
