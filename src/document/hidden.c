/* document/hidden.c - floor 2: accessors whose data an extension of their primitive hides. */
#include "document.h"

static gltf_status hide(gltf_document *document, uint32_t accessor, const char *extension) {
    if (accessor == GLTF_NONE) {
        return GLTF_OK;
    }
    if (!document->hidden_by) {
        document->hidden_by = gltf_i_arena_get(&document->arena, document->kinds[GLTF_OBJECT_ACCESSOR].count,
                                               sizeof *document->hidden_by);
        if (!document->hidden_by) {
            return GLTF_ERR_MEMORY;
        }
    }
    document->hidden_by[accessor] = extension;
    return GLTF_OK;
}

/* An accessor that says nothing of where its data is: behind Draco that means "in the compressed view", not zeros. */
static int has_no_data(const gltf_document *document, uint32_t accessor) {
    return accessor != GLTF_NONE && document->accessors[accessor].view == GLTF_NONE &&
           document->accessors[accessor].sparse.count == 0;
}

static gltf_status hide_list(gltf_document *document, const gltf_i_primitive *primitive,
                             const gltf_attribute *attributes, uint32_t count) {
    gltf_status status = GLTF_OK;
    for (uint32_t i = 0; i < count && status == GLTF_OK; i++) {
        if (primitive->hidden_by) {
            status = hide(document, attributes[i].accessor, primitive->hidden_by);
        } else if (has_no_data(document, attributes[i].accessor) &&
                   (primitive->fault || gltf_i_geometry_has(primitive, attributes[i].semantic))) {
            status = hide(document, attributes[i].accessor, gltf_i_geometry_extension);
        }
    }
    return status;
}

static gltf_status hide_primitive(gltf_document *document, const gltf_i_primitive *primitive) {
    const gltf_attribute indices = {NULL, primitive->indices, 0};
    gltf_status status = GLTF_OK;
    if (!primitive->hidden_by && !primitive->geometry) {
        return GLTF_OK;
    }
    status = hide_list(document, primitive, &indices, 1);
    if (status == GLTF_OK) {
        status = hide_list(document, primitive, primitive->attributes, primitive->attribute_count);
    }
    for (uint32_t t = 0; t < primitive->target_count && status == GLTF_OK && primitive->hidden_by; t++) {
        status =
            hide_list(document, primitive, primitive->targets[t].attributes, primitive->targets[t].attribute_count);
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
    return status == GLTF_OK ? gltf_i_geometry_choose(document) : status;
}
