/* document/hidden.c - layer 2: accessors without data of their own, whose data an extension of what names them has. */
#include "document.h"

int gltf_i_hidden_empty(const gltf_document *document, uint32_t accessor) {
    return accessor != GLTF_NONE && document->accessors[accessor].view == GLTF_NONE &&
           document->accessors[accessor].sparse.count == 0;
}

/* What this library does not decode at all has the last word. */
static gltf_status hide(gltf_document *document, uint32_t accessor, const char *extension) {
    if (!document->hidden_by) {
        document->hidden_by = gltf_i_arena_get(&document->arena, document->kinds[GLTF_OBJECT_ACCESSOR].count,
                                               sizeof *document->hidden_by);
        if (!document->hidden_by) {
            return GLTF_ERR_MEMORY;
        }
    }
    const char **by = &document->hidden_by[accessor];
    *by = *by && *by != gltf_i_geometry_extension ? *by : extension;
    return GLTF_OK;
}

static gltf_status hide_list(gltf_document *document, const char *hidden_by, const gltf_attribute *attributes,
                             uint32_t count) {
    gltf_status status = GLTF_OK;
    for (uint32_t i = 0; hidden_by && i < count && status == GLTF_OK; i++) {
        if (gltf_i_hidden_empty(document, attributes[i].accessor)) {
            status = hide(document, attributes[i].accessor, hidden_by);
        }
    }
    return status;
}

const char *gltf_i_hidden_by(const gltf_i_primitive *primitive, const char *semantic) {
    const int decodes = primitive->geometry && (primitive->fault || gltf_i_geometry_has(primitive, semantic));
    return decodes ? gltf_i_geometry_extension : primitive->hidden_by;
}

static gltf_status hide_primitive(gltf_document *document, const gltf_i_primitive *primitive) {
    const gltf_attribute indices = {NULL, primitive->indices, 0};
    gltf_status status = GLTF_OK;
    if (!primitive->hidden_by && !primitive->geometry) {
        return GLTF_OK;
    }
    status = hide_list(document, gltf_i_hidden_by(primitive, NULL), &indices, 1);
    for (uint32_t i = 0; i < primitive->attribute_count && status == GLTF_OK; i++) {
        const gltf_attribute *attribute = &primitive->attributes[i];
        status = hide_list(document, gltf_i_hidden_by(primitive, attribute->semantic), attribute, 1);
    }
    for (uint32_t t = 0; t < primitive->target_count && status == GLTF_OK; t++) {
        status = hide_list(document, primitive->hidden_by, primitive->targets[t].attributes,
                           primitive->targets[t].attribute_count);
    }
    return status;
}

gltf_status gltf_i_build_hidden(gltf_document *document) {
    gltf_status status = GLTF_OK;
    for (uint32_t m = 0; m < document->kinds[GLTF_OBJECT_MESH].count; m++) {
        const gltf_i_mesh *mesh = &document->meshes[m];
        for (uint32_t p = 0; p < mesh->primitive_count && status == GLTF_OK; p++) {
            status = hide_primitive(document, &mesh->primitives[p]);
        }
    }
    for (uint32_t n = 0; n < document->kinds[GLTF_OBJECT_NODE].count && status == GLTF_OK; n++) {
        const gltf_i_node_lists *lists = document->nodes[n].lists;
        if (lists) {
            status = hide_list(document, lists->hidden_by, lists->instance_attributes, lists->instance_attribute_count);
        }
    }
    return status == GLTF_OK ? gltf_i_geometry_choose(document) : status;
}
