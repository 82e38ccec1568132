/* document/geometry.c - layer 2: primitives compressed as a whole, decoded through the host's codec.
 * [KHR_draco_mesh_compression] */
#include "../base/bytes.h"
#include "document.h"

const char gltf_i_geometry_extension[] = "KHR_draco_mesh_compression";

#define SEVERAL (GLTF_NONE - 1) /* of a stand-in: primitives decode the accessor differently */

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

/* What went wrong with one part (GLTF_NONE = with any) at the last try, or NULL. */
static const gltf_error *failure_of_part(const gltf_i_geometry *geometry, uint32_t part) {
    if (geometry->failure || !geometry->part_failures) {
        return geometry->failure;
    }
    const uint32_t first = part == GLTF_NONE ? 0 : part;
    const uint32_t last = part == GLTF_NONE ? geometry->id_count : part;
    for (uint32_t i = first; i <= last; i++) {
        if (geometry->part_failures[i]) {
            return geometry->part_failures[i];
        }
    }
    return NULL;
}

/* Without a codec, or before loading, or after a failure: why there is nothing. */
gltf_status gltf_i_geometry_missing(const gltf_document *document, uint32_t accessor, const gltf_i_primitive *primitive,
                                    const char *semantic, gltf_error *error) {
    const gltf_i_geometry *geometry = primitive->geometry;
    const gltf_error *failure = failure_of_part(geometry, position_of(geometry, semantic));
    const gltf_error *fault = gltf_i_fault_of(document, GLTF_OBJECT_VIEW, geometry->view);
    fault = failure ? failure : document->codec.open ? fault : NULL;
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

/* The primitive that has the data of a use in its compressed form, or NULL. */
static const gltf_i_primitive *source_of(const gltf_document *document, const gltf_use *use) {
    const gltf_i_primitive *primitive = primitive_of(document, use);
    return primitive && gltf_i_geometry_has(primitive, use->semantic) ? primitive : NULL;
}

/* Of the same accessor, so their types are the same; both are packed. */
static int same_bits(const gltf_accessor *a, const gltf_accessor *b) {
    return a->count == b->count &&
           (a->data == b->data ||
            memory_equal(a->data, b->data, a->count * gltf_element_size(a->component_type, a->shape)));
}

/* Compare the uses of an accessor, up to the first that is not decoded: none is compared twice, however many there are and
 * however often they are loaded.  What was decoded stays. */
static void compare_uses(gltf_document *document, uint32_t accessor) {
    gltf_i_stand_in *stand_in = &document->stand_ins[accessor];
    for (; stand_in->next < document->use_starts[accessor + 1] && stand_in->chosen != SEVERAL; stand_in->next++) {
        const gltf_use *use = &document->uses[stand_in->next];
        const gltf_i_primitive *source = source_of(document, use);
        const gltf_accessor *decoded = source ? gltf_i_geometry_find(source, use->semantic) : NULL;
        if (source && !decoded) {
            return;
        }
        if (source && stand_in->chosen == GLTF_NONE) {
            stand_in->chosen = stand_in->next;
        } else if (source) {
            const gltf_use *chosen = &document->uses[stand_in->chosen];
            const gltf_accessor *first = gltf_i_geometry_find(primitive_of(document, chosen), chosen->semantic);
            stand_in->chosen = same_bits(first, decoded) ? stand_in->chosen : SEVERAL;
        }
    }
}

/* Whether compressed primitives have the data of an accessor, and nothing else. */
static int is_inside(const gltf_document *document, uint32_t accessor) {
    return accessor != GLTF_NONE && document->hidden_by && document->hidden_by[accessor] == gltf_i_geometry_extension;
}

gltf_status gltf_i_geometry_choose(gltf_document *document) {
    const uint32_t count = document->kinds[GLTF_OBJECT_ACCESSOR].count;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_inside(document, i)) {
            continue;
        }
        if (!document->stand_ins) {
            document->stand_ins = gltf_i_arena_get(&document->arena, count, sizeof *document->stand_ins);
            if (!document->stand_ins) {
                return GLTF_ERR_MEMORY;
            }
        }
        document->stand_ins[i].chosen = GLTF_NONE;
        document->stand_ins[i].next = document->use_starts[i];
        compare_uses(document, i);
    }
    return GLTF_OK;
}

gltf_status gltf_i_geometry_resolve(const gltf_document *document, uint32_t accessor, gltf_accessor *out,
                                    gltf_error *error) {
    const gltf_i_stand_in *stand_in = &document->stand_ins[accessor];
    if (stand_in->chosen != SEVERAL && stand_in->next < document->use_starts[accessor + 1]) {
        const gltf_use *use = &document->uses[stand_in->next];
        return gltf_i_geometry_missing(document, accessor, primitive_of(document, use), use->semantic, error);
    }
    if (stand_in->chosen == GLTF_NONE ||
        stand_in->chosen == SEVERAL) { /* only broken primitives name it, or they differ */
        const int several = stand_in->chosen == SEVERAL;
        return failure_why(error,
                           failure_named(error, several ? GLTF_ERR_MISMATCH : GLTF_ERR_EXTENSION,
                                         place_of(GLTF_OBJECT_ACCESSOR, accessor), NULL, gltf_i_geometry_extension),
                           several ? GLTF_I_REASON_DECODED_SEVERAL : GLTF_I_REASON_NONE);
    }
    const gltf_use *use = &document->uses[stand_in->chosen];
    *out = *gltf_i_geometry_find(primitive_of(document, use), use->semantic);
    return GLTF_OK;
}

uint64_t gltf_i_geometry_count(const gltf_document *document, uint32_t accessor) {
    gltf_accessor decoded;
    return is_inside(document, accessor) && gltf_i_geometry_resolve(document, accessor, &decoded, NULL) == GLTF_OK
               ? decoded.count
               : document->accessors[accessor].count;
}

/* ---- Decoding ---- */

/* One open geometry and where its parts go. */
typedef struct decoding {
    gltf_document *document;
    const gltf_i_primitive *primitive;
    gltf_i_geometry *geometry;
    int is_open;  /* `opened` may be anything */
    void *opened; /* of the codec */
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
    if (is_indices && accessor == GLTF_NONE && count > 0) { /* the triangles of a primitive without indices */
        desc->component_type = GLTF_UNSIGNED_INT;
        desc->shape = GLTF_SCALAR;
        desc->count = count;
        desc->view = GLTF_NONE;
        desc->id = GLTF_NONE;
        return GLTF_OK;
    }
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

/* A part that cannot be converted costs only itself: its failure is kept apart. */
static gltf_status spare_others(const decoding *what, uint32_t part, gltf_status status, gltf_accessor_desc *desc) {
    gltf_i_geometry *geometry = what->geometry;
    if (status != GLTF_ERR_CONVERSION && status != GLTF_ERR_MISMATCH) {
        return status;
    }
    if (!geometry->part_failures) {
        geometry->part_failures =
            gltf_i_arena_get(&what->document->arena, (uint64_t)geometry->id_count + 1, sizeof *geometry->part_failures);
    }
    if (!geometry->part_failures || !geometry->failure) {
        return fails(what, GLTF_ERR_MEMORY, NULL, 0, 0);
    }
    geometry->part_failures[part] = geometry->failure;
    geometry->failure = NULL;
    memory_zero(desc, sizeof *desc);
    return GLTF_OK;
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
        status = spare_others(what, part, describe_part(what, part, &descs[part]), &descs[part]);
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
    if (total == 0) {
        return GLTF_OK;
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
            status = spare_others(what, part, status, &descs[part]);
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

/* Its accessors may give its data now. */
static void compare_primitive(gltf_document *document, const gltf_i_primitive *primitive) {
    for (uint32_t i = 0; i < primitive->attribute_count; i++) {
        if (is_inside(document, primitive->attributes[i].accessor)) {
            compare_uses(document, primitive->attributes[i].accessor);
        }
    }
    if (is_inside(document, primitive->indices)) {
        compare_uses(document, primitive->indices);
    }
}

static gltf_status decode_opened(const decoding *what) {
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
    if (geometry->part_failures) {
        memory_zero(geometry->part_failures, (size_t)parts * sizeof *geometry->part_failures);
    }
    gltf_status status =
        geometry->room && descs ? read_parts(what, descs, geometry->room) : fails(what, GLTF_ERR_MEMORY, NULL, 0, 0);
    gltf_i_allocator_put(&document->arena.allocator, descs, (size_t)(parts * sizeof *descs));
    if (status == GLTF_OK) {
        geometry->decoded = geometry->room;
        geometry->failure = NULL;
        compare_primitive(document, what->primitive);
    } else {
        drop(document, geometry);
    }
    return status;
}

static int same_attributes(const gltf_attribute *a, const gltf_attribute *b, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (a[i].accessor != b[i].accessor || !memory_same_text(a[i].semantic, b[i].semantic)) {
            return 0;
        }
    }
    return 1;
}

/* Whether two primitives of one view have the same parts, described by the same accessors. */
static int same_parts(const gltf_i_geometry *a, const gltf_i_geometry *b) {
    return a->id_count == b->id_count && a->primitive->attribute_count == b->primitive->attribute_count &&
           a->primitive->indices == b->primitive->indices && same_attributes(a->ids, b->ids, a->id_count) &&
           same_attributes(a->primitive->attributes, b->primitive->attributes, a->primitive->attribute_count);
}

/* The first from there on that waits to be decoded. */
static gltf_i_geometry *find_pending(gltf_i_geometry *geometry) {
    while (geometry && (geometry->decoded || geometry->primitive->fault)) {
        geometry = geometry->next_of_view;
    }
    return geometry;
}

/* What other primitives have in the open data, one after the other; those with the same parts share them. */
static void decode_others(const decoding *what) {
    gltf_document *document = what->document;
    const gltf_i_geometry *before = what->geometry;
    decoding other = *what;
    while ((other.geometry = find_pending(before->next_of_view)) != NULL) {
        gltf_i_geometry *geometry = other.geometry;
        other.primitive = geometry->primitive;
        if (before->decoded && same_parts(before, geometry)) {
            geometry->decoded = before->decoded;
            geometry->part_failures = before->part_failures;
            geometry->failure = NULL;
            compare_primitive(document, other.primitive);
        } else if (!gltf_i_bytes_may_decode(document, 0)) {
            fails(&other, GLTF_ERR_LIMIT, "max_decoded", 0, document->wasted);
        } else {
            geometry->size = 0;
            if (decode_opened(&other) != GLTF_OK) {
                gltf_i_bytes_waste(document, document->views[geometry->view].buffer, geometry->size);
            }
        }
        before = geometry;
    }
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
    what->is_open = 1;
    what->geometry->size = 0;
    status = decode_opened(what);
    decode_others(what);
    codec->close(codec->user, what->opened);
    const uint64_t kept = status == GLTF_OK ? what->geometry->size : 0;
    const uint64_t done = work > what->geometry->size ? work : what->geometry->size;
    gltf_i_bytes_waste(document, view->buffer, done - kept);
    return status;
}

/* Decode what is pending of a view, once in each load for all primitives that name it.  Their failures stay with them; gives
 * what is not in these. */
static gltf_status decode(gltf_document *document, uint32_t index, const gltf_io *io, gltf_error *error) {
    gltf_i_geometry *first = document->geometry_views[index];
    if (first->tried == document->geometry_loads) { /* before any walk over the primitives of the view */
        return GLTF_OK;
    }
    first->tried = document->geometry_loads;
    decoding what = {document, NULL, find_pending(first), 0, NULL, 0, 0};
    if (!what.geometry) {
        return GLTF_OK;
    }
    what.primitive = what.geometry->primitive;
    gltf_status status = gltf_i_bytes_load_view(document, index, io, error);
    const int loaded = status == GLTF_OK;
    if (loaded) {
        status = decode_view(&what);
    }
    if (what.is_open) { /* the first one failed by itself, others may have */
        return status != GLTF_OK && !what.geometry->failure
                   ? failure_of(error, status, place_of(GLTF_OBJECT_VIEW, index), NULL)
                   : GLTF_OK;
    }
    const gltf_error *failure = loaded ? what.geometry->failure : NULL;
    for (gltf_i_geometry *g = find_pending(first); g; g = find_pending(g->next_of_view)) {
        g->failure = failure;
    }
    return failure || !loaded ? (loaded ? GLTF_OK : status)
                              : failure_of(error, status, place_of(GLTF_OBJECT_VIEW, index), NULL);
}

/* The failure of a part, or of any (GLTF_NONE), after decoding that gave `status`. */
static gltf_status report(const gltf_i_geometry *geometry, uint32_t part, gltf_status status, gltf_error *error) {
    const gltf_error *failure = status == GLTF_OK ? failure_of_part(geometry, part) : NULL;
    return failure ? gltf_i_fault_give(failure, GLTF_OBJECT_VIEW, geometry->view, error) : status;
}

static gltf_status load_all(gltf_document *document, const gltf_io *io, gltf_error *error) {
    gltf_status first = GLTF_OK;
    for (uint32_t v = 0; document->geometry_views && v < document->source.view_count; v++) {
        const gltf_i_geometry *geometry = document->geometry_views[v];
        if (!geometry || !gltf_i_bytes_in_reach(document, v, io)) {
            continue;
        }
        gltf_status status = decode(document, v, io, first == GLTF_OK ? error : NULL);
        for (; geometry && first == GLTF_OK; geometry = geometry->next_of_view) {
            first = report(geometry, GLTF_NONE, status, error);
        }
    }
    return first;
}

gltf_status gltf_i_geometry_load(gltf_document *document, uint32_t accessor, const gltf_io *io, gltf_error *error) {
    gltf_status first = GLTF_OK;
    if (!document->codec.open) {
        return GLTF_OK;
    }
    document->geometry_loads++;
    if (accessor == GLTF_NONE) {
        return load_all(document, io, error);
    }
    for (uint32_t u = document->use_starts[accessor]; u < document->use_starts[accessor + 1]; u++) {
        const gltf_use *use = &document->uses[u];
        const gltf_i_primitive *primitive = source_of(document, use);
        if (primitive) {
            const gltf_i_geometry *geometry = primitive->geometry;
            const gltf_status status = decode(document, geometry->view, io, first == GLTF_OK ? error : NULL);
            first = first == GLTF_OK ? report(geometry, position_of(geometry, use->semantic), status, error) : first;
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
