/* validate/extensions.c - floor 3: extensions that refer to buffers, views and accessors: what they refer to is used. */
#include "accessors.h"
#include "views.h"

static gltf_i_text extension_of(gltf_i_text object, const char *name) {
    return gltf_i_scan_member(gltf_i_scan_member(object, "extensions"), name);
}

/* The index under a key of an object, -1 when there is none. */
static int64_t index_of(gltf_i_check *check, gltf_i_text object, const char *name) {
    int64_t index;
    gltf_i_check_integer(check, gltf_i_scan_member(object, name), &index);
    return index;
}

void gltf_i_extension_use_view(gltf_i_check *check, gltf_i_text view) {
    static const char *const names[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const int64_t buffer = index_of(check, extension_of(view, names[i]), "buffer");
        if (buffer >= 0 && buffer < check->buffer_count) {
            check->buffers[buffer].used = 1;
        }
    }
}

void gltf_i_extension_use_primitive(gltf_i_check *check, gltf_i_text primitive) {
    const int64_t index = index_of(check, extension_of(primitive, "KHR_draco_mesh_compression"), "bufferView");
    gltf_i_check_view *const view = gltf_i_view_of(check, index);
    if (view) {
        view->used = 1;
    }
}

void gltf_i_extension_use_node(gltf_i_check *check, gltf_i_text node) {
    const gltf_i_text attributes = gltf_i_scan_member(extension_of(node, "EXT_mesh_gpu_instancing"), "attributes");
    gltf_i_text key;
    gltf_i_text value;
    size_t cursor = 0;
    if (gltf_i_value_kind(attributes) != GLTF_I_JSON_OBJECT) {
        return;
    }
    while (gltf_i_scan_next(attributes, &cursor, &key, &value)) {
        int64_t index;
        gltf_i_check_integer(check, value, &index);
        gltf_i_check_accessor *const accessor = gltf_i_accessor_of(check, index);
        if (accessor) {
            accessor->used = 1;
        }
    }
}
