/* validate/others.c - layer 3: objects out of scope, as far as they refer to views, meshes and skins or hold extensions. */
#include "../document/places.h"
#include "accessors.h"
#include "schema.h"
#include "views.h"

static int64_t index_of(gltf_i_check *check, gltf_i_text object, const char *name) {
    int64_t index;
    gltf_i_check_integer(check, gltf_i_scan_member(object, name), &index);
    return index;
}

/* Look at the extensions of an object and of the objects below it that may have some. */
static void check_nested(gltf_i_check *check, gltf_i_text object, const char *const *names) {
    gltf_i_field fields[1];
    gltf_i_schema_read(check, &gltf_i_schema_other, object, fields);
    for (; *names; names++) {
        const gltf_i_text part = gltf_i_scan_member(object, *names);
        if (gltf_i_value_kind(part) == GLTF_I_JSON_OBJECT) {
            gltf_i_path_name(check, *names);
            gltf_i_schema_read(check, &gltf_i_schema_other, part, fields);
            gltf_i_path_pop(check);
        }
    }
}

static void check_image(gltf_i_check *check, gltf_i_text object, uint32_t index) {
    static const char *const no_parts[] = {NULL};
    (void)index;
    check_nested(check, object, no_parts);
    gltf_i_view_use(check, gltf_i_view_of(check, index_of(check, object, "bufferView")), GLTF_I_VIEW_IMAGE,
                    text_of("bufferView"));
}

static void check_node(gltf_i_check *check, gltf_i_text object, uint32_t index) {
    static const char *const no_parts[] = {NULL};
    gltf_i_check_node *const node = &check->nodes[index];
    check_nested(check, object, no_parts);
    node->exists = 1;
    node->mesh = index_of(check, object, "mesh");
    node->skin = index_of(check, object, "skin");
    gltf_i_extension_use(check, GLTF_I_ON_NODE, object);
}

static void check_other(gltf_i_check *check, gltf_i_text object, uint32_t index) {
    static const char *const parts[] = {"normalTexture",
                                        "occlusionTexture",
                                        "emissiveTexture",
                                        "pbrMetallicRoughness",
                                        "orthographic",
                                        "perspective",
                                        NULL};
    static const char *const textures[] = {"baseColorTexture", "metallicRoughnessTexture", NULL};
    (void)index;
    check_nested(check, object, parts);
    const gltf_i_text material = gltf_i_scan_member(object, "pbrMetallicRoughness");
    for (size_t i = 0; textures[i]; i++) {
        gltf_i_field fields[1];
        const gltf_i_text texture = gltf_i_scan_member(material, textures[i]);
        if (gltf_i_value_kind(texture) == GLTF_I_JSON_OBJECT) {
            gltf_i_path_name(check, "pbrMetallicRoughness");
            gltf_i_path_name(check, textures[i]);
            gltf_i_schema_read(check, &gltf_i_schema_other, texture, fields);
            gltf_i_path_pop(check);
            gltf_i_path_pop(check);
        }
    }
}

void gltf_i_check_images(gltf_i_check *check, gltf_i_text array) {
    if (gltf_i_schema_array(check, "images", array, 0, NULL) > 0) {
        gltf_i_schema_each(check, "images", array, check_image);
    }
}

void gltf_i_check_nodes(gltf_i_check *check, gltf_i_text array) {
    check->node_count = gltf_i_schema_array(check, "nodes", array, sizeof *check->nodes, &check->nodes);
    if (check->node_count > 0) {
        gltf_i_schema_each(check, "nodes", array, check_node);
    }
}

void gltf_i_check_others(gltf_i_check *check, const char *name, gltf_i_text array) {
    if (gltf_i_schema_array(check, name, array, 0, NULL) > 0) {
        gltf_i_schema_each(check, name, array, check_other);
    }
}
