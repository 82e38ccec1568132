/* document/indices.c - layer 2: the vertices of a primitive in drawing order. */
#include "document.h"

enum { MODE_TRIANGLES = 4, MODE_STRIP = 5, MODE_FAN = 6 };

/* What is drawn: how many vertices there are, how many are named, and by what. */
typedef struct drawing {
    uint64_t vertex_count;
    uint64_t drawn; /* indices, or vertices where there are none */
    uint32_t mode;
    uint32_t indices;
    const gltf_accessor *decoded; /* indices of a compressed primitive: always a triangle list */
    gltf_i_place place;
} drawing;

/* Vertices that every attribute has.  [glTF 2.0, 3.7.2.1: all attributes of a primitive have the same count] */
static gltf_status count_vertices(const gltf_document *document, const gltf_i_primitive *primitive, uint64_t *count,
                                  gltf_error *error) {
    *count = primitive->attribute_count ? UINT64_MAX : 0;
    for (uint32_t a = 0; a < primitive->attribute_count; a++) {
        const uint32_t accessor = primitive->attributes[a].accessor;
        const gltf_error *fault = gltf_i_fault_of(document, GLTF_OBJECT_ACCESSOR, accessor);
        if (fault) {
            return gltf_i_fault_give(fault, GLTF_OBJECT_ACCESSOR, accessor, error);
        }
        const gltf_accessor *decoded = gltf_i_geometry_find(primitive, primitive->attributes[a].semantic);
        const uint64_t one = decoded ? decoded->count : gltf_i_geometry_count(document, accessor);
        *count = one < *count ? one : *count;
    }
    return GLTF_OK;
}

/* Without indices, the order of vertices lies in the same compressed form as they do: why it is not there. */
static gltf_status check_order(const gltf_document *document, const gltf_i_primitive *primitive, gltf_i_place place,
                               gltf_error *error) {
    gltf_accessor none;
    const int is_decoded = primitive->geometry && primitive->geometry->decoded;
    for (uint32_t i = 0; !is_decoded && i < primitive->attribute_count; i++) {
        const gltf_attribute *attribute = &primitive->attributes[i];
        if (gltf_i_hidden_empty(document, attribute->accessor) && gltf_i_hidden_by(primitive, attribute->semantic)) {
            return gltf_document_attribute(document, place.index, place.part, GLTF_NONE, attribute->semantic, NULL,
                                           &none, error);
        }
    }
    return GLTF_OK;
}

static gltf_status find_drawing(const gltf_document *document, uint32_t mesh, uint32_t part, drawing *out,
                                gltf_error *error) {
    const gltf_i_primitive *primitive = NULL;
    gltf_status status = gltf_i_lookup_primitive(document, mesh, part, document, &primitive, error);
    if (status != GLTF_OK) {
        return status;
    }
    status = count_vertices(document, primitive, &out->vertex_count, error);
    if (status != GLTF_OK) {
        return status;
    }
    out->place = place_part(GLTF_OBJECT_MESH, mesh, part, GLTF_NONE);
    out->mode = primitive->mode;
    out->indices = primitive->indices;
    out->drawn = out->vertex_count;
    out->decoded = gltf_i_geometry_find(primitive, NULL);
    if (out->decoded) {
        out->mode = MODE_TRIANGLES;
        out->drawn = out->decoded->count;
    } else if (primitive->indices != GLTF_NONE) {
        const gltf_error *fault = gltf_i_fault_of(document, GLTF_OBJECT_ACCESSOR, primitive->indices);
        if (fault) {
            return gltf_i_fault_give(fault, GLTF_OBJECT_ACCESSOR, primitive->indices, error);
        }
        out->drawn = gltf_i_geometry_count(document, primitive->indices);
    } else {
        return check_order(document, primitive, out->place, error);
    }
    return GLTF_OK;
}

/* Indices that will be written. */
static gltf_status count_output(const drawing *what, uint32_t flags, uint64_t *count, gltf_error *error) {
    *count = what->drawn;
    if (flags & GLTF_INDICES_TRIANGLES) {
        if (what->mode < MODE_TRIANGLES || what->mode > MODE_FAN) {
            return failure_why(
                error, failure_at(error, GLTF_ERR_CONVERSION, what->place, "mode", 0, MODE_TRIANGLES, what->mode),
                GLTF_I_REASON_MODE_TRIANGLES);
        }
        *count = what->drawn / 3 * 3;
        if (what->mode != MODE_TRIANGLES) {
            *count = what->drawn < 3 ? 0 : (what->drawn - 2);
            if (!checked_mul(*count, 3, count)) {
                return failure_at(error, GLTF_ERR_COUNT, what->place, "indices", 0, 0, what->drawn);
            }
        }
    }
    if (what->drawn > UINT32_MAX || *count > PTRDIFF_MAX / sizeof(uint32_t)) {
        return failure_at(error, GLTF_ERR_COUNT, what->place, "indices", 0, 0, *count);
    }
    return GLTF_OK;
}

/* The indices as stored, each below the vertex count and none the restart value of its type. */
static gltf_status read_indices(const gltf_document *document, const drawing *what, uint32_t *out, size_t count,
                                gltf_error *error) {
    gltf_accessor accessor;
    gltf_status status = GLTF_OK;
    if (what->decoded) {
        accessor = *what->decoded;
    } else {
        status = gltf_document_attribute(document, what->place.index, what->place.part, GLTF_NONE, NULL, NULL,
                                         &accessor, error);
    }
    if (status != GLTF_OK) {
        return status;
    }
    const uint32_t type = accessor.component_type;
    if (accessor.shape != GLTF_SCALAR || accessor.normalized ||
        (type != GLTF_UNSIGNED_BYTE && type != GLTF_UNSIGNED_SHORT && type != GLTF_UNSIGNED_INT)) {
        return failure_why(error, failure_of(error, GLTF_ERR_CONVERSION, what->place, "indices"),
                           GLTF_I_REASON_INDICES_TYPE);
    }
    status = gltf_accessor_read_uint32(&accessor, 0, count, out, count);
    if (status != GLTF_OK) {
        return failure_of(error, status, what->place, "indices");
    }
    const uint32_t restart = type == GLTF_UNSIGNED_BYTE ? 0xFFu : type == GLTF_UNSIGNED_SHORT ? 0xFFFFu : UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        if (out[i] >= what->vertex_count || out[i] == restart) {
            return failure_at(error, GLTF_ERR_RANGE, what->place, "indices", i, what->vertex_count, out[i]);
        }
    }
    return GLTF_OK;
}

/* Triangles of a strip or fan, written over the room that `in`, their vertices at its end, lies in.  Writing never passes
 * what is still to be read: triangle i ends at 3i + 2, and vertex i + 1 stands at 2 * vertices - 6 + i + 1.
 * [glTF 2.0, 3.7.2.1: topology] */
static void make_triangles(uint32_t *out, const uint32_t *in, size_t triangles, uint32_t mode) {
    const uint32_t centre = in[0];
    for (size_t i = 0; i < triangles; i++) {
        const uint32_t a = in[i];
        const uint32_t b = in[i + 1];
        const uint32_t c = in[i + 2];
        const int odd = (int)(i & 1);
        out[3 * i] = mode == MODE_FAN ? b : a;
        out[3 * i + 1] = mode == MODE_FAN ? c : odd ? c : b;
        out[3 * i + 2] = mode == MODE_FAN ? centre : odd ? b : c;
    }
}

gltf_status gltf_document_indices(const gltf_document *document, uint32_t mesh, uint32_t primitive, uint32_t flags,
                                  uint32_t *out, size_t capacity, size_t *count, gltf_error *error) {
    drawing what;
    uint64_t wanted = 0;
    if (count) {
        *count = 0;
    }
    if (flags & ~(uint32_t)GLTF_INDICES_TRIANGLES) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_nowhere(), "flags");
    }
    gltf_status status = find_drawing(document, mesh, primitive, &what, error);
    if (status == GLTF_OK) {
        status = count_output(&what, flags, &wanted, error);
    }
    if (status == GLTF_OK && out && capacity < wanted) {
        status = failure_at(error, GLTF_ERR_CAPACITY, what.place, "indices", 0, wanted, capacity);
    }
    if (status != GLTF_OK) {
        return status;
    }

    const int expands = (flags & GLTF_INDICES_TRIANGLES) && what.mode != MODE_TRIANGLES;
    const size_t total = (size_t)wanted;
    const size_t read = expands && total ? total / 3 + 2 : total;
    if (out && total) {
        uint32_t *in = out + (total - read);
        if (what.indices != GLTF_NONE || what.decoded) {
            status = read_indices(document, &what, in, read, error);
        } else {
            for (size_t i = 0; i < read; i++) {
                in[i] = (uint32_t)i;
            }
        }
        if (status == GLTF_OK && expands) {
            make_triangles(out, in, total / 3, what.mode);
        }
    }
    if (status == GLTF_OK && count) {
        *count = total;
    }
    return status;
}
