/* validate/reader.c - layer 3: the elements of an accessor in blocks, with its sparse entries put in. */
#include "reader.h"

#include "../base/bytes.h"
#include "views.h"

enum { READER_BATCH = 256 }; /* numbers of sparse values read at once; at least those of one element */

/* Where `length` bytes at `offset` of a view are, or NULL when they have not arrived. */
static const uint8_t *bytes_at(const gltf_i_check *check, const gltf_i_check_view *view, int64_t offset, int64_t length,
                               uint64_t *room) {
    const int has_buffer = view->buffer >= 0 && view->buffer < check->buffer_count;
    const gltf_i_check_buffer *const buffer = has_buffer ? &check->buffers[view->buffer] : NULL;
    if (!buffer || !buffer->data || view->byte_offset < 0 || offset < 0) {
        return NULL;
    }
    const uint64_t start = (uint64_t)(view->byte_offset + offset);
    if (!checked_inside(start, (uint64_t)length, buffer->size)) {
        return NULL;
    }
    *room = buffer->size - start;
    return buffer->data + start;
}

/* `count` elements from `bytes` as the decoder sees them; normalized ones as the integers that they are. */
static int wrap(const gltf_i_check *check, const uint8_t *bytes, uint64_t room, uint32_t component_type, uint32_t shape,
                int64_t count, int64_t stride, gltf_accessor *out) {
    gltf_accessor_desc desc;
    memory_zero(&desc, sizeof desc);
    desc.view = GLTF_NONE;
    desc.component_type = component_type;
    desc.shape = shape;
    desc.count = (uint64_t)count;
    desc.byte_stride = (uint32_t)stride;
    return gltf_accessor_wrap(bytes, (size_t)room, &desc, check->cpu, out, NULL) == GLTF_OK;
}

static int open_base(const gltf_i_check *check, const gltf_i_check_accessor *accessor, gltf_i_reader *out) {
    const gltf_i_check_view *const view = gltf_i_view_of(check, accessor->view);
    if (!view) {
        out->is_zero = 1;
        return 1;
    }
    const int64_t size = gltf_i_accessor_component_size(accessor->component_type);
    const int64_t stride = gltf_i_accessor_stride(check, accessor);
    const int64_t element_length = gltf_i_accessor_element_length(accessor);
    const int64_t length = stride * (accessor->count - 1) + element_length;
    uint64_t room;
    if (stride < element_length || !gltf_i_accessor_fits(accessor->byte_offset, size, length, view)) {
        return 0;
    }
    const uint8_t *const bytes = bytes_at(check, view, accessor->byte_offset, length, &room);
    return bytes && wrap(check, bytes, room, (uint32_t)accessor->component_type, accessor->shape, accessor->count,
                         stride, &out->base);
}

const uint8_t *gltf_i_reader_indices(const gltf_i_check *check, const gltf_i_check_sparse *sparse) {
    const gltf_i_check_view *const view = gltf_i_view_of(check, sparse->indices_view);
    uint64_t room;
    if (!view || sparse->indices_type == GLTF_I_BROKEN || view->byte_offset < 0 || sparse->indices_offset < 0) {
        return NULL;
    }
    const int64_t size = gltf_i_accessor_component_size(sparse->indices_type);
    if ((view->byte_offset + sparse->indices_offset) % size != 0) {
        return NULL;
    }
    return bytes_at(check, view, sparse->indices_offset, size * sparse->count, &room);
}

uint32_t gltf_i_reader_index(const uint8_t *indices, uint32_t type, uint64_t entry) {
    switch (type) {
    case GLTF_UNSIGNED_BYTE:
        return indices[entry];
    case GLTF_UNSIGNED_SHORT:
        return bytes_load_u16(indices + 2 * entry);
    default:
        return bytes_load_u32(indices + 4 * entry);
    }
}

/* Values are read as plain numbers one after the other, also those of matrices whose columns the base pads. */
static int open_sparse(const gltf_i_check *check, const gltf_i_check_accessor *accessor, gltf_i_reader *out) {
    const gltf_i_check_sparse *const sparse = accessor->sparse;
    const gltf_i_check_view *const indices = gltf_i_view_of(check, sparse->indices_view);
    const gltf_i_check_view *const values = gltf_i_view_of(check, sparse->values_view);
    const int64_t size = gltf_i_accessor_component_size(accessor->component_type);
    const int64_t numbers = gltf_i_accessor_components(accessor) * sparse->count;
    const int64_t index_size =
        sparse->indices_type == GLTF_I_BROKEN ? 1 : gltf_i_accessor_component_size(sparse->indices_type);
    uint64_t room;
    if (!indices || !values || sparse->count > accessor->count ||
        !gltf_i_accessor_fits(sparse->indices_offset, index_size, index_size * sparse->count, indices) ||
        !gltf_i_accessor_fits(sparse->values_offset, size, size * numbers, values)) {
        return 0;
    }
    out->indices = gltf_i_reader_indices(check, sparse);
    const uint8_t *const bytes = bytes_at(check, values, sparse->values_offset, size * numbers, &room);
    out->entry_count = (uint64_t)sparse->count;
    out->index_type = (uint32_t)sparse->indices_type;
    return out->indices && bytes &&
           wrap(check, bytes, room, (uint32_t)accessor->component_type, GLTF_SCALAR, numbers, size, &out->values);
}

int gltf_i_reader_open(const gltf_i_check *check, const gltf_i_check_accessor *accessor, gltf_i_reader *out) {
    const int64_t type = accessor->component_type;
    memory_zero(out, sizeof *out);
    if (!gltf_i_accessor_has_elements(check, accessor) || gltf_i_accessor_components(accessor) == 0) {
        return 0;
    }
    out->count = (uint64_t)accessor->count;
    out->components = (uint32_t)gltf_i_accessor_components(accessor);
    out->is_integer = type == GLTF_UNSIGNED_BYTE || type == GLTF_UNSIGNED_SHORT || type == GLTF_UNSIGNED_INT;
    return open_base(check, accessor, out) && (!accessor->sparse || open_sparse(check, accessor, out));
}

/* ---- Reading ---- */

uint64_t gltf_i_reader_next_entry(const gltf_i_reader *reader, uint64_t first) {
    if (reader->entry >= reader->entry_count) {
        return reader->count;
    }
    const uint32_t index = gltf_i_reader_index(reader->indices, reader->index_type, reader->entry);
    return index < first || index > reader->count ? reader->count : index; /* one that comes too late never comes */
}

/* How many entries from the next one on increase and lie below `end`. */
static size_t count_run(const gltf_i_reader *reader, uint64_t first, uint64_t end, size_t most) {
    size_t run = 0;
    while (run < most && reader->entry + run < reader->entry_count) {
        const uint32_t index = gltf_i_reader_index(reader->indices, reader->index_type, reader->entry + run);
        if (index < first || index >= end) {
            break;
        }
        first = (uint64_t)index + 1;
        run++;
    }
    return run;
}

/* Put a batch of entries into the block that starts at `first`. */
static void put_batch(const gltf_i_reader *reader, uint64_t first, size_t run, float *floats, uint32_t *integers) {
    float some_floats[READER_BATCH];
    uint32_t some_integers[READER_BATCH];
    const size_t components = reader->components;
    const size_t start = (size_t)reader->entry * components;
    if (reader->is_integer) {
        gltf_accessor_read_uint32(&reader->values, start, run * components, some_integers, READER_BATCH);
    } else {
        gltf_accessor_read_float(&reader->values, start, run * components, some_floats, READER_BATCH);
    }
    for (size_t i = 0; i < run; i++) {
        const uint32_t index = gltf_i_reader_index(reader->indices, reader->index_type, reader->entry + i);
        const size_t place = (size_t)(index - first) * components;
        if (reader->is_integer) {
            memory_copy(integers + place, some_integers + i * components, components * sizeof *integers);
        } else {
            memory_copy(floats + place, some_floats + i * components, components * sizeof *floats);
        }
    }
}

/* Sparse entries as the official validator sees them: one after the other, each waited for.  One that does not increase
 * is never met, and neither is what comes after it. */
static void put_entries(gltf_i_reader *reader, uint64_t first, size_t count, float *floats, uint32_t *integers) {
    const size_t most = READER_BATCH / reader->components;
    uint64_t from = first;
    for (;;) {
        const size_t run = count_run(reader, from, first + count, most);
        if (run == 0) {
            return;
        }
        put_batch(reader, first, run, floats, integers);
        reader->entry += run;
        from = (uint64_t)gltf_i_reader_index(reader->indices, reader->index_type, reader->entry - 1) + 1;
    }
}

void gltf_i_reader_read(gltf_i_reader *reader, uint64_t first, size_t count, float *floats, uint32_t *integers) {
    const size_t numbers = count * reader->components;
    if (reader->is_integer) {
        if (reader->is_zero) {
            memory_zero(integers, numbers * sizeof *integers);
        } else {
            gltf_accessor_read_uint32(&reader->base, (size_t)first, count, integers, numbers);
        }
    } else if (reader->is_zero) {
        memory_zero(floats, numbers * sizeof *floats);
    } else {
        gltf_accessor_read_float(&reader->base, (size_t)first, count, floats, numbers);
    }
    if (reader->entry < reader->entry_count) {
        put_entries(reader, first, count, floats, integers);
    }
}
