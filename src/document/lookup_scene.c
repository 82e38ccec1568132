/* document/lookup_scene.c - layer 2: getters of meshes, nodes, skins and animations. */
#include "document.h"

/* ---- Meshes ---- */

gltf_status gltf_document_mesh(const gltf_document *document, uint32_t mesh, gltf_mesh *out, gltf_error *error) {
    if (out) {
        memory_zero(out, sizeof *out);
    }
    const gltf_status status = gltf_i_lookup_sound(document, GLTF_OBJECT_MESH, mesh, out, error);
    if (status == GLTF_OK) {
        const gltf_i_mesh *found = &document->meshes[mesh];
        out->name = gltf_document_name(document, GLTF_OBJECT_MESH, mesh);
        out->primitive_count = found->primitive_count;
        out->target_count = found->primitive_count ? found->primitives[0].target_count : 0;
        if (found->lists) {
            out->weights = found->lists->weights;
            out->weight_count = found->lists->weight_count;
            out->target_names = found->lists->target_names;
            out->target_name_count = found->lists->target_name_count;
        }
    }
    return status;
}

gltf_status gltf_i_lookup_primitive(const gltf_document *document, uint32_t mesh, uint32_t primitive, const void *out,
                                    const gltf_i_primitive **found, gltf_error *error) {
    gltf_status status = gltf_i_lookup_sound(document, GLTF_OBJECT_MESH, mesh, out, error);
    if (status != GLTF_OK) {
        return status;
    }
    const gltf_i_mesh *in = &document->meshes[mesh];
    if (primitive >= in->primitive_count) {
        return failure_at(error, GLTF_ERR_RANGE, place_part(GLTF_OBJECT_MESH, mesh, primitive, GLTF_NONE), "primitives",
                          0, in->primitive_count, primitive);
    }
    if (in->primitives[primitive].fault) {
        return gltf_i_fault_give(in->primitives[primitive].fault, GLTF_OBJECT_MESH, mesh, error);
    }
    *found = &in->primitives[primitive];
    return GLTF_OK;
}

gltf_status gltf_document_primitive(const gltf_document *document, uint32_t mesh, uint32_t primitive,
                                    gltf_primitive *out, gltf_error *error) {
    const gltf_i_primitive *found = NULL;
    if (out) {
        memory_zero(out, sizeof *out);
    }
    const gltf_status status = gltf_i_lookup_primitive(document, mesh, primitive, out, &found, error);
    if (status == GLTF_OK) {
        out->attributes = found->attributes;
        out->attribute_count = found->attribute_count;
        out->target_count = found->target_count;
        out->mode = found->mode;
        out->indices = found->indices;
    }
    return status;
}

gltf_status gltf_document_target(const gltf_document *document, uint32_t mesh, uint32_t primitive, uint32_t target,
                                 const gltf_attribute **attributes, uint32_t *attribute_count, gltf_error *error) {
    const gltf_i_primitive *found = NULL;
    if (attributes) {
        *attributes = NULL;
    }
    if (attribute_count) {
        *attribute_count = 0;
    }
    const gltf_status status = gltf_i_lookup_primitive(
        document, mesh, primitive, attribute_count ? (const void *)attributes : NULL, &found, error);
    if (status != GLTF_OK) {
        return status;
    }
    if (target >= found->target_count) {
        return failure_at(error, GLTF_ERR_RANGE, place_part(GLTF_OBJECT_MESH, mesh, primitive, target), "targets", 0,
                          found->target_count, target);
    }
    *attributes = found->targets[target].attributes;
    *attribute_count = found->targets[target].attribute_count;
    return GLTF_OK;
}

/* Accessor of an attribute in a list; GLTF_NONE when it is absent. */
static uint32_t find_semantic(const gltf_attribute *attributes, uint32_t count, const char *semantic) {
    for (uint32_t i = 0; i < count; i++) {
        if (memory_same_text(attributes[i].semantic, semantic)) {
            return attributes[i].accessor;
        }
    }
    return GLTF_NONE;
}

/* What the primitive's own extensions say about data goes before what the accessor says. */
static gltf_status resolve_part(const gltf_document *document, const gltf_i_primitive *primitive, uint32_t target,
                                const char *semantic, uint32_t accessor, gltf_accessor *out, gltf_error *error) {
    const gltf_accessor *decoded = target == GLTF_NONE ? gltf_i_geometry_find(primitive, semantic) : NULL;
    const char *hidden_by = NULL;
    if (decoded) {
        *out = *decoded;
        return GLTF_OK;
    }
    if (gltf_i_hidden_empty(document, accessor)) {
        hidden_by = target == GLTF_NONE ? gltf_i_hidden_by(primitive, semantic) : primitive->hidden_by;
    }
    const gltf_status status = gltf_i_lookup_sound(document, GLTF_OBJECT_ACCESSOR, accessor, out, error);
    if (status != GLTF_OK || !hidden_by) {
        return status != GLTF_OK ? status : gltf_document_accessor(document, accessor, out, error);
    }
    if (hidden_by == gltf_i_geometry_extension) {
        return gltf_i_geometry_missing(document, accessor, primitive, semantic, error);
    }
    return failure_named(error, GLTF_ERR_EXTENSION, place_of(GLTF_OBJECT_ACCESSOR, accessor), NULL, hidden_by);
}

gltf_status gltf_document_attribute(const gltf_document *document, uint32_t mesh, uint32_t primitive, uint32_t target,
                                    const char *semantic, uint32_t *index, gltf_accessor *accessor, gltf_error *error) {
    const gltf_i_primitive *found = NULL;
    uint32_t named = GLTF_NONE;
    if (index) {
        *index = GLTF_NONE;
    }
    if (accessor) {
        memory_zero(accessor, sizeof *accessor);
    }
    if ((!index && !accessor) || (!semantic && target != GLTF_NONE)) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_nowhere(), semantic ? "accessor" : "target");
    }
    gltf_status status = gltf_i_lookup_primitive(document, mesh, primitive, document, &found, error);
    if (status != GLTF_OK) {
        return status;
    }
    if (target != GLTF_NONE && target >= found->target_count) {
        return failure_at(error, GLTF_ERR_RANGE, place_part(GLTF_OBJECT_MESH, mesh, primitive, target), "targets", 0,
                          found->target_count, target);
    }
    if (!semantic) {
        named = found->indices;
    } else if (target == GLTF_NONE) {
        named = find_semantic(found->attributes, found->attribute_count, semantic);
    } else {
        const gltf_i_target *deltas = &found->targets[target];
        named = find_semantic(deltas->attributes, deltas->attribute_count, semantic);
    }
    if (accessor && named != GLTF_NONE) {
        status = resolve_part(document, found, target, semantic, named, accessor, error);
    }
    if (index && status == GLTF_OK) {
        *index = named;
    }
    return status;
}

/* ---- Nodes and skins ---- */

gltf_status gltf_document_node(const gltf_document *document, uint32_t node, gltf_node *out, gltf_error *error) {
    const gltf_node none = {NULL, NULL, NULL, 0, 0, GLTF_NONE, GLTF_NONE};
    if (out) {
        *out = none;
    }
    const gltf_status status = gltf_i_lookup_sound(document, GLTF_OBJECT_NODE, node, out, error);
    if (status == GLTF_OK) {
        const gltf_i_node *found = &document->nodes[node];
        out->name = gltf_document_name(document, GLTF_OBJECT_NODE, node);
        out->mesh = found->mesh;
        out->skin = found->skin;
        if (found->lists) {
            out->weights = found->lists->weights;
            out->weight_count = found->lists->weight_count;
            out->instance_attributes = found->lists->instance_attributes;
            out->instance_attribute_count = found->lists->instance_attribute_count;
        }
    }
    return status;
}

gltf_status gltf_document_node_weights(const gltf_document *document, uint32_t node, float *out, size_t capacity,
                                       size_t *count, gltf_error *error) {
    if (count) {
        *count = 0;
    }
    gltf_node own;
    gltf_mesh mesh;
    gltf_status status = gltf_document_node(document, node, &own, error);
    if (status != GLTF_OK) {
        return status;
    }
    memory_zero(&mesh, sizeof mesh);
    if (own.mesh != GLTF_NONE) {
        status = gltf_document_mesh(document, own.mesh, &mesh, error);
        if (status != GLTF_OK) {
            return status;
        }
    }
    const float *weights = own.weight_count ? own.weights : mesh.weights;
    const uint32_t weight_count = own.weight_count ? own.weight_count : mesh.weight_count;
    if (weight_count && weight_count != mesh.target_count) {
        const gltf_i_place place =
            own.weight_count ? place_of(GLTF_OBJECT_NODE, node) : place_of(GLTF_OBJECT_MESH, own.mesh);
        return failure_why(error,
                           failure_at(error, GLTF_ERR_MISMATCH, place, "weights", 0, mesh.target_count, weight_count),
                           GLTF_I_REASON_MESH_WEIGHTS);
    }
    if (out && capacity < mesh.target_count) {
        return failure_at(error, GLTF_ERR_CAPACITY, place_of(GLTF_OBJECT_NODE, node), "weights", 0, mesh.target_count,
                          capacity);
    }
    for (uint32_t i = 0; out && i < mesh.target_count; i++) {
        out[i] = weight_count ? weights[i] : 0.0f;
    }
    if (count) {
        *count = mesh.target_count;
    }
    return GLTF_OK;
}

gltf_status gltf_document_skin(const gltf_document *document, uint32_t skin, gltf_skin *out, gltf_error *error) {
    const gltf_skin none = {NULL, NULL, 0, GLTF_NONE};
    if (out) {
        *out = none;
    }
    const gltf_status status = gltf_i_lookup_sound(document, GLTF_OBJECT_SKIN, skin, out, error);
    if (status == GLTF_OK) {
        *out = document->skins[skin];
        out->name = gltf_document_name(document, GLTF_OBJECT_SKIN, skin);
    }
    return status;
}

/* ---- Animations ---- */

gltf_status gltf_document_animation(const gltf_document *document, uint32_t animation, gltf_animation *out,
                                    gltf_error *error) {
    if (out) {
        memory_zero(out, sizeof *out);
    }
    const gltf_status status = gltf_i_lookup_sound(document, GLTF_OBJECT_ANIMATION, animation, out, error);
    if (status == GLTF_OK) {
        out->name = gltf_document_name(document, GLTF_OBJECT_ANIMATION, animation);
        out->sampler_count = document->animations[animation].sampler_count;
        out->channel_count = document->animations[animation].channel_count;
    }
    return status;
}

/* Whether part `part` of `count` may be given out. */
static gltf_status check_part(uint32_t animation, uint32_t part, uint32_t count, const char *field, gltf_error *error) {
    if (part >= count) {
        return failure_at(error, GLTF_ERR_RANGE, place_part(GLTF_OBJECT_ANIMATION, animation, part, GLTF_NONE), field,
                          0, count, part);
    }
    return GLTF_OK;
}

gltf_status gltf_document_sampler(const gltf_document *document, uint32_t animation, uint32_t sampler,
                                  gltf_animation_sampler *out, gltf_error *error) {
    const gltf_animation_sampler none = {GLTF_NONE, GLTF_NONE, 0, 0};
    if (out) {
        *out = none;
    }
    gltf_status status = gltf_i_lookup_sound(document, GLTF_OBJECT_ANIMATION, animation, out, error);
    if (status == GLTF_OK) {
        status = check_part(animation, sampler, document->animations[animation].sampler_count, "samplers", error);
    }
    if (status != GLTF_OK) {
        return status;
    }
    const gltf_i_sampler *found = &document->animations[animation].samplers[sampler];
    if (found->fault) {
        return gltf_i_fault_give(found->fault, GLTF_OBJECT_ANIMATION, animation, error);
    }
    *out = found->facts;
    return GLTF_OK;
}

gltf_status gltf_document_channel(const gltf_document *document, uint32_t animation, uint32_t channel,
                                  gltf_animation_channel *out, gltf_error *error) {
    const gltf_animation_channel none = {NULL, NULL, GLTF_NONE, GLTF_NONE, 0, 0};
    if (out) {
        *out = none;
    }
    gltf_status status = gltf_i_lookup_sound(document, GLTF_OBJECT_ANIMATION, animation, out, error);
    if (status == GLTF_OK) {
        status = check_part(animation, channel, document->animations[animation].channel_count, "channels", error);
    }
    if (status != GLTF_OK) {
        return status;
    }
    const gltf_i_channel *found = &document->animations[animation].channels[channel];
    if (found->fault) {
        return gltf_i_fault_give(found->fault, GLTF_OBJECT_ANIMATION, animation, error);
    }
    *out = found->facts;
    return GLTF_OK;
}
