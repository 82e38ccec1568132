/* document/geometry.c - floor 2: primitives compressed as a whole, decoded through the host's codec.
 * [KHR_draco_mesh_compression] */
#include "../base/bytes.h"
#include "document.h"

const char gltf_i_geometry_extension[] = "KHR_draco_mesh_compression";

#define SEVERAL (GLTF_NONE - 1) /* of stand_ins: primitives decode the accessor differently */

/* Bytes that opening one compressed byte once more counts as, for max_decoded: about what it decodes to. */
enum { OPENED = 16 };

/* ---- Looking ---- */

/* Position of a semantic among the compressed attributes; id_count for the indices, GLTF_NONE when it is not there. */
static uint32_t position_of(const gltf_i_geometry *geometry, const char *semantic) {
    if (!semantic) {
        return geometry->id_count;
    }
    uint32_t low = 0;
    uint32_t high = geometry->id_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = gltf_i_build_text_order(geometry->ids[middle].semantic, semantic);
        if (order == 0) {
            return middle;
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return GLTF_NONE;
}

int gltf_i_geometry_has(const gltf_i_primitive *primitive, const char *semantic) {
    return primitive->geometry && position_of(primitive->geometry, semantic) != GLTF_NONE;
}

const gltf_accessor *gltf_i_geometry_find(const gltf_i_primitive *primitive, const char *semantic) {
    const gltf_i_geometry *geometry = primitive->geometry;
    const uint32_t at = geometry && geometry->decoded ? position_of(geometry, semantic) : GLTF_NONE;
    return at != GLTF_NONE && geometry->decoded[at].component_type ? &geometry->decoded[at] : NULL;
}

/* The primitive behind a use as base attribute or indices; NULL for other uses and broken primitives. */
static const gltf_i_primitive *primitive_of(const gltf_document *document, const gltf_use *use) {
    if (use->role != GLTF_USE_ATTRIBUTE && use->role != GLTF_USE_INDICES) {
        return NULL;
    }
    const gltf_i_primitive *primitive = &document->meshes[use->index].primitives[use->part];
    return primitive->fault ? NULL : primitive;
}

/* Whether two places have the same data: the same compressed attribute of the same view. */
static int same_source(const gltf_i_primitive *a, const gltf_i_primitive *b, const gltf_use *use_a,
                       const gltf_use *use_b) {
    const uint32_t at = position_of(a->geometry, use_a->semantic);
    const uint32_t other = position_of(b->geometry, use_b->semantic);
    if (at == GLTF_NONE || other == GLTF_NONE || a->geometry->view != b->geometry->view) {
        return 0;
    }
    if (!use_a->semantic || !use_b->semantic) {
        return !use_a->semantic && !use_b->semantic;
    }
    return a->geometry->ids[at].accessor == b->geometry->ids[other].accessor;
}

/* Without a codec, or before loading, or after a failure: why there is nothing. */
gltf_status gltf_i_geometry_missing(const gltf_document *document, uint32_t accessor, const gltf_i_primitive *primitive,
                                    const char *semantic, gltf_error *error) {
    const gltf_i_geometry *geometry = primitive->geometry;
    (void)semantic;
    const gltf_error *fault = gltf_i_fault_of(document, GLTF_OBJECT_VIEW, geometry->view);
    fault = geometry->failure ? geometry->failure : document->codec.open ? fault : NULL;
    if (fault) {
        return gltf_i_fault_give(fault, GLTF_OBJECT_VIEW, geometry->view, error);
    }
    if (document->codec.open && !document->buffers[document->views[geometry->view].buffer].data) {
        return gltf_i_lookup_missing(document, geometry->view, error);
    }
    return failure_why(error,
                       failure_named(error, document->codec.open ? GLTF_ERR_NOT_LOADED : GLTF_ERR_EXTENSION,
                                     place_of(GLTF_OBJECT_ACCESSOR, accessor), NULL, gltf_i_geometry_extension),
                       document->codec.open ? GLTF_I_REASON_NOT_DECODED : GLTF_I_REASON_NONE);
}

/* The use whose data an accessor stands for; GLTF_NONE when only broken primitives name it, SEVERAL when they differ. */
static uint32_t choose(const gltf_document *document, uint32_t accessor) {
    const gltf_i_primitive *first = NULL;
    uint32_t chosen = GLTF_NONE;
    for (uint32_t u = document->use_starts[accessor]; u < document->use_starts[accessor + 1]; u++) {
        const gltf_use *use = &document->uses[u];
        const gltf_i_primitive *primitive = primitive_of(document, use);
        if (!primitive || !gltf_i_geometry_has(primitive, use->semantic)) {
            continue;
        }
        if (first && !same_source(first, primitive, &document->uses[chosen], use)) {
            return SEVERAL;
        }
        chosen = first ? chosen : u;
        first = first ? first : primitive;
    }
    return chosen;
}

/* Once for all: any number of primitives may ask for an accessor that any number of primitives share. */
gltf_status gltf_i_geometry_choose(gltf_document *document) {
    const uint32_t count = document->kinds[GLTF_OBJECT_ACCESSOR].count;
    for (uint32_t i = 0; document->hidden_by && i < count; i++) {
        if (document->hidden_by[i] != gltf_i_geometry_extension) {
            continue;
        }
        if (!document->stand_ins) {
            document->stand_ins = gltf_i_arena_get(&document->arena, count, sizeof *document->stand_ins);
            if (!document->stand_ins) {
                return GLTF_ERR_MEMORY;
            }
        }
        document->stand_ins[i] = choose(document, i);
    }
    return GLTF_OK;
}

gltf_status gltf_i_geometry_resolve(const gltf_document *document, uint32_t accessor, gltf_accessor *out,
                                    gltf_error *error) {
    const uint32_t chosen = document->stand_ins[accessor];
    if (chosen == GLTF_NONE || chosen == SEVERAL) { /* of several: ask by primitive and semantic */
        return failure_why(error,
                           failure_named(error, chosen == SEVERAL ? GLTF_ERR_MISMATCH : GLTF_ERR_EXTENSION,
                                         place_of(GLTF_OBJECT_ACCESSOR, accessor), NULL, gltf_i_geometry_extension),
                           chosen == SEVERAL ? GLTF_I_REASON_DECODED_SEVERAL : GLTF_I_REASON_NONE);
    }
    const gltf_use *use = &document->uses[chosen];
    const gltf_i_primitive *primitive = primitive_of(document, use);
    const gltf_accessor *decoded = gltf_i_geometry_find(primitive, use->semantic);
    if (!decoded) {
        return gltf_i_geometry_missing(document, accessor, primitive, use->semantic, error);
    }
    *out = *decoded;
    return GLTF_OK;
}

uint64_t gltf_i_geometry_count(const gltf_document *document, uint32_t accessor) {
    gltf_accessor decoded;
    const int hidden = document->hidden_by && document->hidden_by[accessor] == gltf_i_geometry_extension;
    return hidden && gltf_i_geometry_resolve(document, accessor, &decoded, NULL) == GLTF_OK
               ? decoded.count
               : document->accessors[accessor].count;
}

/* ---- Decoding ---- */

/* One open geometry and where its parts go. */
typedef struct decoding {
    gltf_document *document;
    const gltf_i_primitive *primitive;
    gltf_i_geometry *geometry;
    void *opened;
    uint64_t vertex_count;
    uint64_t index_count;
} decoding;

static gltf_status fails_why(const decoding *what, gltf_status status, const char *field, uint64_t expected,
                             uint64_t found, uint32_t reason) {
    gltf_error failure;
    failure_at(&failure, status, place_of(GLTF_OBJECT_VIEW, what->geometry->view), field, 0, expected, found);
    failure.name = gltf_i_geometry_extension;
    failure.reason = reason;
    what->geometry->failure = gltf_i_fault_renew(what->document, what->geometry->failure, &failure);
    return status;
}

static gltf_status fails(const decoding *what, gltf_status status, const char *field, uint64_t expected,
                         uint64_t found) {
    return fails_why(what, status, field, expected, found, GLTF_I_REASON_NONE);
}

/* The accessor that names each part, GLTF_NONE where none does, into desc->id. */
static void name_parts(const decoding *what, gltf_accessor_desc *descs) {
    const gltf_i_geometry *geometry = what->geometry;
    const gltf_i_primitive *primitive = what->primitive;
    for (uint32_t part = 0; part < geometry->id_count; part++) {
        descs[part].id = GLTF_NONE;
    }
    for (uint32_t i = 0; i < primitive->attribute_count; i++) {
        const uint32_t part = position_of(geometry, primitive->attributes[i].semantic);
        if (part != GLTF_NONE) {
            descs[part].id = primitive->attributes[i].accessor;
        }
    }
    descs[geometry->id_count].id = primitive->indices;
}

/* The description that a decoded part follows: the accessor's own, with the decoded count, tightly packed. */
static gltf_status describe_part(const decoding *what, uint32_t part, gltf_accessor_desc *desc) {
    const int is_indices = part == what->geometry->id_count;
    const uint64_t count = is_indices ? what->index_count : what->vertex_count;
    const uint32_t accessor = desc->id;
    memory_zero(desc, sizeof *desc);
    if (accessor == GLTF_NONE || gltf_i_fault_of(what->document, GLTF_OBJECT_ACCESSOR, accessor)) {
        return GLTF_OK; /* not named by the primitive, or broken: nobody can ask for it */
    }
    const gltf_accessor_desc *declared = &what->document->accessors[accessor];
    if (declared->count != count && (what->document->source.flags & GLTF_SOURCE_STRICT)) {
        return fails_why(what, GLTF_ERR_MISMATCH, "count", declared->count, count, GLTF_I_REASON_DECODED_COUNT);
    }
    if (declared->shape > GLTF_VEC4 || (is_indices && declared->shape != GLTF_SCALAR)) {
        return fails_why(what, GLTF_ERR_CONVERSION, "type", 0, declared->shape, GLTF_I_REASON_DECODED_TYPE);
    }
    if (is_indices && declared->component_type != GLTF_UNSIGNED_BYTE &&
        declared->component_type != GLTF_UNSIGNED_SHORT && declared->component_type != GLTF_UNSIGNED_INT) {
        return fails_why(what, GLTF_ERR_CONVERSION, "componentType", 0, declared->component_type,
                         GLTF_I_REASON_DECODED_TYPE);
    }
    desc->component_type = declared->component_type;
    desc->shape = declared->shape;
    desc->normalized = declared->normalized;
    desc->count = count;
    desc->view = GLTF_NONE;
    desc->id = accessor;
    return GLTF_OK;
}

/* Triangles as the component type of the accessor, in place: four bytes are read before at most four are written. */
static gltf_status narrow_indices(const decoding *what, uint8_t *bytes, const gltf_accessor_desc *desc) {
    const uint32_t size = gltf_component_size(desc->component_type);
    const uint32_t most = size == 1 ? 0xFFu : size == 2 ? 0xFFFFu : UINT32_MAX;
    for (uint64_t i = 0; i < desc->count; i++) {
        uint32_t index;
        memory_copy(&index, bytes + 4 * i, sizeof index);
        if (index > most || index >= what->vertex_count) {
            return fails(what, GLTF_ERR_CODEC, "indices", what->vertex_count, index);
        }
        if (size == 1) {
            bytes[i] = (uint8_t)index;
        } else if (size == 2) {
            bytes_store_u16(bytes + 2 * i, (uint16_t)index);
        } else {
            bytes_store_u32(bytes + 4 * i, index);
        }
    }
    return GLTF_OK;
}

/* Codecs write native numbers; accessors are little-endian. */
static void to_little_endian(uint8_t *bytes, uint64_t numbers, uint32_t size) {
#if GLTF_I_BIG_ENDIAN
    for (uint64_t i = 0; i < numbers; i++) {
        for (uint32_t b = 0; b < size / 2; b++) {
            const uint8_t first = bytes[i * size + b];
            bytes[i * size + b] = bytes[i * size + size - 1 - b];
            bytes[i * size + size - 1 - b] = first;
        }
    }
#else
    (void)bytes;
    (void)numbers;
    (void)size;
#endif
}

static gltf_status read_part(const decoding *what, uint32_t part, const gltf_accessor_desc *desc, uint8_t *bytes,
                             size_t size, gltf_accessor *out) {
    const gltf_primitive_codec *codec = &what->document->codec;
    const uint32_t numbers = gltf_component_count(desc->shape);
    gltf_status status;
    if (part == what->geometry->id_count) {
        status = codec->indices(codec->user, what->opened, (uint32_t *)(void *)bytes, (size_t)desc->count);
        if (status != GLTF_OK) {
            return fails(what, status, "indices", 0, 0);
        }
        status = narrow_indices(what, bytes, desc);
        if (status != GLTF_OK) {
            return status;
        }
    } else {
        status = codec->attribute(codec->user, what->opened, what->geometry->ids[part].accessor, desc->component_type,
                                  numbers, bytes, size);
        if (status != GLTF_OK) {
            return fails(what, status, "attributes", 0, what->geometry->ids[part].accessor);
        }
        to_little_endian(bytes, desc->count * numbers, gltf_component_size(desc->component_type));
    }
    status = gltf_accessor_wrap(bytes, size, desc, what->document->source.cpu, out, NULL);
    return status == GLTF_OK ? GLTF_OK : fails(what, status, "count", 0, desc->count); /* too many for this machine */
}

/* Room of one part in the block, a multiple of 16; indices arrive as 32 bit.  0 when it does not fit 64 bits. */
static int part_room(const decoding *what, uint32_t part, const gltf_accessor_desc *desc, uint64_t *room) {
    const int is_indices = part == what->geometry->id_count;
    const uint32_t element = is_indices ? 4 : gltf_element_size(desc->component_type, desc->shape);
    *room = 0;
    if (desc->component_type == 0) {
        return 1;
    }
    if (!checked_mul_add(desc->count, element, 15, room)) {
        return 0;
    }
    *room &= ~(uint64_t)15;
    return 1;
}

static gltf_status read_parts(const decoding *what, gltf_accessor_desc *descs, gltf_accessor *decoded) {
    gltf_document *document = what->document;
    gltf_i_geometry *geometry = what->geometry;
    const uint64_t limit = gltf_i_bytes_decoded_limit(document);
    uint64_t total = 0;
    uint64_t room = 0;
    gltf_status status = GLTF_OK;
    name_parts(what, descs);
    for (uint32_t part = 0; part <= geometry->id_count && status == GLTF_OK; part++) {
        status = describe_part(what, part, &descs[part]);
        if (status == GLTF_OK && (!part_room(what, part, &descs[part], &room) || !checked_add(total, room, &total))) {
            status = fails(what, GLTF_ERR_LIMIT, "max_decoded", limit, UINT64_MAX);
        }
    }
    if (status == GLTF_OK && !gltf_i_bytes_may_decode(document, total)) {
        status = fails(what, GLTF_ERR_LIMIT, "max_decoded", limit, total);
    }
    if (status != GLTF_OK) {
        return status;
    }
    geometry->bytes = gltf_i_allocator_get(&document->arena.allocator, total);
    if (!geometry->bytes) {
        return fails(what, GLTF_ERR_MEMORY, NULL, 0, total);
    }
    geometry->size = (size_t)total;
    document->decoded += total;
    uint8_t *next = geometry->bytes;
    for (uint32_t part = 0; part <= geometry->id_count && status == GLTF_OK; part++) {
        part_room(what, part, &descs[part], &room);
        if (descs[part].component_type) {
            const uint32_t element = gltf_element_size(descs[part].component_type, descs[part].shape);
            status = read_part(what, part, &descs[part], next, (size_t)(descs[part].count * element), &decoded[part]);
        }
        next += room;
    }
    return status;
}

static void drop(gltf_document *document, gltf_i_geometry *geometry) {
    if (geometry->bytes) {
        gltf_i_allocator_put(&document->arena.allocator, geometry->bytes, geometry->size);
        document->decoded -= geometry->size;
        geometry->bytes = NULL;
    }
    geometry->decoded = NULL;
}

static gltf_status decode_opened(decoding *what) {
    gltf_i_geometry *geometry = what->geometry;
    gltf_document *document = what->document;
    const uint64_t parts = (uint64_t)geometry->id_count + 1;
    if (!geometry->room) {
        geometry->room = gltf_i_arena_get(&document->arena, parts, sizeof *geometry->room);
    }
    gltf_accessor_desc *descs = gltf_i_allocator_get(&document->arena.allocator, parts * sizeof *descs);
    if (geometry->room) {
        memory_zero(geometry->room, (size_t)parts * sizeof *geometry->room); /* of a failed try */
    }
    gltf_status status =
        geometry->room && descs ? read_parts(what, descs, geometry->room) : fails(what, GLTF_ERR_MEMORY, NULL, 0, 0);
    gltf_i_allocator_put(&document->arena.allocator, descs, (size_t)(parts * sizeof *descs));
    if (status == GLTF_OK) {
        geometry->decoded = geometry->room;
    } else {
        drop(document, geometry);
    }
    return status;
}

/* The compressed bytes are there. */
static gltf_status decode_view(decoding *what) {
    gltf_document *document = what->document;
    const gltf_primitive_codec *codec = &document->codec;
    const gltf_buffer_view *view = &document->views[what->geometry->view];
    const gltf_buffer *buffer = &document->buffers[view->buffer];
    if (!checked_inside(view->byte_offset, view->byte_length, buffer->size)) {
        return fails(what, GLTF_ERR_VIEW_BOUNDS, "byteLength", buffer->size, view->byte_offset + view->byte_length);
    }
    const uint64_t again = view->byte_length - gltf_i_bytes_count_compressed(document, view->buffer, view->byte_length);
    const uint64_t work = again < UINT64_MAX / OPENED ? again * OPENED : UINT64_MAX;
    if (!gltf_i_bytes_may_decode(document, 0)) {
        return what->geometry->failure ? what->geometry->failure->status
                                       : fails(what, GLTF_ERR_LIMIT, "max_decoded", 0, document->wasted);
    }
    gltf_status status = codec->open(codec->user, buffer->data + view->byte_offset, (size_t)view->byte_length,
                                     &what->opened, &what->vertex_count, &what->index_count);
    if (status != GLTF_OK) {
        gltf_i_bytes_waste(document, view->buffer, work);
        return fails(what, status, NULL, 0, 0);
    }
    what->geometry->size = 0;
    status = decode_opened(what);
    codec->close(codec->user, what->opened);
    const uint64_t kept = status == GLTF_OK ? what->geometry->size : 0;
    const uint64_t done = work > what->geometry->size ? work : what->geometry->size;
    gltf_i_bytes_waste(document, view->buffer, done - kept);
    return status;
}

static gltf_status decode(gltf_document *document, const gltf_i_primitive *primitive, const gltf_io *io,
                          gltf_error *error) {
    decoding what = {document, primitive, primitive->geometry, NULL, 0, 0};
    gltf_i_geometry *geometry = primitive->geometry;
    if (geometry->decoded) {
        return GLTF_OK;
    }
    gltf_status status = gltf_i_bytes_load_view(document, geometry->view, io, error);
    if (status != GLTF_OK) {
        geometry->failure = NULL;
        return status;
    }
    status = decode_view(&what);
    if (status == GLTF_OK) {
        geometry->failure = NULL;
        return GLTF_OK;
    }
    return geometry->failure ? gltf_i_fault_give(geometry->failure, GLTF_OBJECT_VIEW, geometry->view, error)
                             : failure_of(error, status, place_of(GLTF_OBJECT_VIEW, geometry->view), NULL);
}

static gltf_status load_all(gltf_document *document, const gltf_io *io, gltf_error *error) {
    gltf_status first = GLTF_OK;
    for (uint32_t m = 0; m < document->kinds[GLTF_OBJECT_MESH].count; m++) {
        for (uint32_t p = 0; p < document->meshes[m].primitive_count; p++) {
            const gltf_i_primitive *primitive = &document->meshes[m].primitives[p];
            if (primitive->geometry && !primitive->fault &&
                gltf_i_bytes_in_reach(document, primitive->geometry->view, io)) {
                const gltf_status status = decode(document, primitive, io, first == GLTF_OK ? error : NULL);
                first = first == GLTF_OK ? status : first;
            }
        }
    }
    return first;
}

gltf_status gltf_i_geometry_load(gltf_document *document, uint32_t accessor, const gltf_io *io, gltf_error *error) {
    const gltf_i_primitive *tried = NULL; /* uses of one primitive stand together */
    gltf_status first = GLTF_OK;
    if (!document->codec.open) {
        return GLTF_OK;
    }
    if (accessor == GLTF_NONE) {
        return load_all(document, io, error);
    }
    for (uint32_t u = document->use_starts[accessor]; u < document->use_starts[accessor + 1]; u++) {
        const gltf_i_primitive *primitive = primitive_of(document, &document->uses[u]);
        if (primitive && primitive != tried && gltf_i_geometry_has(primitive, document->uses[u].semantic)) {
            const gltf_status status = decode(document, primitive, io, first == GLTF_OK ? error : NULL);
            tried = primitive;
            first = first == GLTF_OK ? status : first;
        }
    }
    return first;
}

void gltf_i_geometry_free(gltf_document *document) {
    for (uint32_t m = 0; document->meshes && document->codec.open && m < document->kinds[GLTF_OBJECT_MESH].count; m++) {
        for (uint32_t p = 0; p < document->meshes[m].primitive_count; p++) {
            if (document->meshes[m].primitives[p].geometry) {
                drop(document, document->meshes[m].primitives[p].geometry);
            }
        }
    }
}
