/* document/morph.c - layer 2: an attribute of a primitive with its morph targets blended in. */
#include "../morph/morph.h"

#include "document.h"

/* One call.  Targets that take part are resolved into `slots`, next to their terms. */
typedef struct blend {
    const gltf_document *document;
    const gltf_i_primitive *primitive;
    const char *semantic;
    const float *weights; /* NULL = zeros */
    gltf_error *error;
    gltf_status status; /* of resolving targets */
    gltf_i_place place;
    gltf_accessor base;
    gltf_accessor slots[GLTF_I_MORPH_TERMS];
} blend;

/* Let an error name the primitive, the target and the semantic instead of an accessor, view or buffer. */
static gltf_status at_target(const blend *b, uint32_t target, gltf_status status) {
    if (b->error && status != GLTF_OK) {
        const int names_extension = status == GLTF_ERR_EXTENSION && b->error->name;
        b->error->object = b->place.object;
        b->error->index = b->place.index;
        b->error->part = b->place.part;
        b->error->target = target;
        b->error->name = names_extension ? b->error->name : b->semantic;
    }
    return status;
}

static gltf_status fail(const blend *b, gltf_status status, const char *field, uint64_t expected, uint64_t found) {
    failure_at(b->error, status, b->place, field, 0, expected, found);
    return at_target(b, GLTF_NONE, status);
}

/* GLTF_NONE when the target does not have it. */
static uint32_t find_in_target(const blend *b, uint32_t target) {
    const gltf_i_target *in = &b->primitive->targets[target];
    for (uint32_t i = 0; i < in->attribute_count; i++) {
        if (memory_same_text(in->attributes[i].semantic, b->semantic)) {
            return in->attributes[i].accessor;
        }
    }
    return GLTF_NONE;
}

/* ---- Checking ---- */

/* The caller's weights, else the mesh's own, else zeros. */
static gltf_status choose_weights(blend *b, const float *weights, uint32_t count) {
    const gltf_i_mesh_lists *lists = b->document->meshes[b->place.index].lists;
    if (!weights && count) {
        return fail(b, GLTF_ERR_ARGUMENT, "weights", 0, 0);
    }
    b->weights = weights ? weights : lists ? lists->weights : NULL;
    count = weights ? count : lists ? lists->weight_count : 0;
    if (b->weights && count != b->primitive->target_count) {
        return failure_why(b->error, fail(b, GLTF_ERR_MISMATCH, "weights", b->primitive->target_count, count),
                           GLTF_I_REASON_WEIGHT_COUNT);
    }
    if (!b->weights) {
        return GLTF_OK;
    }
    const gltf_status status = gltf_i_morph_check_weights(b->weights, count, b->place, b->error);
    return status == GLTF_OK ? status : at_target(b, b->error ? b->error->target : GLTF_NONE, status);
}

/* The base may come from the primitive's own compressed data. */
static gltf_status resolve_base(blend *b) {
    uint32_t accessor = GLTF_NONE;
    const gltf_status status = gltf_document_attribute(b->document, b->place.index, b->place.part, GLTF_NONE,
                                                       b->semantic, &accessor, &b->base, b->error);
    if (status == GLTF_OK && accessor == GLTF_NONE) {
        return failure_why(b->error, fail(b, GLTF_ERR_PROPERTY, "attributes", 0, 0), GLTF_I_REASON_NO_ATTRIBUTE);
    }
    return at_target(b, GLTF_NONE, status);
}

/* What can be told of every target without its data, whatever its weight. */
static gltf_status check_targets(const blend *b) {
    for (uint32_t t = 0; t < b->primitive->target_count; t++) {
        const uint32_t accessor = find_in_target(b, t);
        if (accessor == GLTF_NONE) {
            continue;
        }
        const gltf_error *fault = gltf_i_fault_of(b->document, GLTF_OBJECT_ACCESSOR, accessor);
        const gltf_accessor_desc *desc = &b->document->accessors[accessor];
        const gltf_status status =
            fault ? gltf_i_fault_give(fault, GLTF_OBJECT_ACCESSOR, accessor, b->error)
                  : gltf_i_morph_check_delta(b->base.count, b->base.shape, gltf_i_geometry_count(b->document, accessor),
                                             desc->shape, b->place, b->error);
        if (status != GLTF_OK) {
            return at_target(b, t, status);
        }
    }
    return GLTF_OK;
}

/* ---- Gathering ---- */

static void gather(gltf_i_morph_terms *terms, void *user) {
    blend *b = (blend *)user;
    for (; terms->next < terms->target_count && morph_has_room(terms); terms->next++) {
        const uint32_t t = terms->next;
        const uint32_t accessor = b->weights && b->weights[t] != 0.0f ? find_in_target(b, t) : GLTF_NONE;
        if (accessor == GLTF_NONE) {
            continue;
        }
        gltf_accessor *slot = &b->slots[terms->count];
        b->status = gltf_document_accessor(b->document, accessor, slot, b->error);
        if (b->status == GLTF_OK) {
            b->status = gltf_i_morph_check_entries(slot, place_of(GLTF_OBJECT_ACCESSOR, accessor), b->error);
        }
        if (b->status != GLTF_OK) {
            at_target(b, t, b->status);
            return;
        }
        gltf_i_morph_add_term(terms, &b->base, slot, b->weights[t]);
    }
}

/* All targets that take part, resolved; those that are too many for the list are only looked at, and come again later. */
static gltf_status gather_all(blend *b, gltf_i_morph_terms *terms) {
    terms->count = 0;
    terms->next = 0;
    terms->target_count = b->weights ? b->primitive->target_count : 0;
    terms->gather = gather;
    terms->user = b;
    gather(terms, b);
    if (b->status != GLTF_OK || terms->next == terms->target_count) {
        return b->status;
    }
    while (terms->next < terms->target_count && b->status == GLTF_OK) {
        terms->count = 0;
        gather(terms, b);
    }
    terms->count = 0;
    terms->next = 0;
    return b->status;
}

gltf_status gltf_document_morph(const gltf_document *document, uint32_t mesh, uint32_t primitive, const char *semantic,
                                const float *weights, uint32_t weight_count, size_t first, size_t count,
                                const gltf_layout *layout, void *out, size_t out_size, gltf_error *error) {
    blend b;
    gltf_i_morph_terms terms;
    const uint32_t flags = semantic && memory_same_text(semantic, "COLOR_0") ? GLTF_MORPH_CLAMP : 0;
    const gltf_i_morph_job job = {&b.base, layout, out, out_size, first, count, flags};
    memory_zero(&b, sizeof b);
    b.document = document;
    b.semantic = semantic;
    b.error = error;
    b.place = place_part(GLTF_OBJECT_MESH, mesh, primitive, GLTF_NONE);
    if (!semantic) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_nowhere(), "semantic");
    }
    gltf_status status = gltf_i_lookup_primitive(document, mesh, primitive, document, &b.primitive, error);
    if (status == GLTF_OK) {
        status = choose_weights(&b, weights, weight_count);
    }
    if (status == GLTF_OK) {
        status = resolve_base(&b);
    }
    if (status == GLTF_OK) {
        status = at_target(&b, GLTF_NONE, gltf_i_morph_check(&job, error));
    }
    if (status == GLTF_OK) {
        status = at_target(&b, GLTF_NONE, gltf_i_morph_check_entries(&b.base, b.place, error));
    }
    if (status == GLTF_OK) {
        status = check_targets(&b);
    }
    if (status == GLTF_OK) {
        status = gather_all(&b, &terms);
    }
    if (status == GLTF_OK) {
        gltf_i_morph_run(&job, &terms);
    }
    return status;
}
