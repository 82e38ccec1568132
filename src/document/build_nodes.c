/* document/build_nodes.c - floor 2: the tables of nodes and skins. */
#include "document.h"

static void read_instancing(gltf_i_build *build, const gltf_i_json *json, gltf_node *node) {
    static const char name[] = "EXT_mesh_gpu_instancing";
    const gltf_i_json *object = gltf_i_json_member(gltf_i_json_member(json, "extensions"), name);
    if (!object) {
        return;
    }
    const gltf_i_json *map = gltf_i_build_object(build, object, "attributes", "attributes", 1);
    gltf_i_build_attributes(build, map, "attributes", build->document->kinds[GLTF_OBJECT_ACCESSOR].count,
                            &node->instance_attributes, &node->instance_attribute_count);
    if (build->fault.status != GLTF_OK && !build->fault.name) {
        build->fault.name = name;
    }
}

gltf_status gltf_i_build_nodes(gltf_document *document, const gltf_i_table *elements) {
    static const char *const leave_out[] = {"extras", "children", NULL};
    gltf_i_build build = {.document = document};
    document->nodes = gltf_i_build_get(&build, elements->count, sizeof *document->nodes);
    for (uint32_t i = 0; i < elements->count && build.stop == GLTF_OK; i++) {
        gltf_node *node = &document->nodes[i];
        gltf_i_build_begin(&build, GLTF_OBJECT_NODE, i);
        gltf_i_json *json =
            gltf_i_build_element(&build, gltf_i_build_text_of(document, elements->extents[i]), leave_out);
        node->mesh = gltf_i_build_index(&build, json, "mesh", "mesh", 0, document->kinds[GLTF_OBJECT_MESH].count);
        node->skin = gltf_i_build_index(&build, json, "skin", "skin", 0, document->kinds[GLTF_OBJECT_SKIN].count);
        gltf_i_build_weights(&build, json, &node->weights, &node->weight_count);
        read_instancing(&build, json, node);
        gltf_i_build_name(&build, GLTF_OBJECT_NODE, i, json);
        gltf_i_json_free(json);
        gltf_i_build_end(&build);
    }
    return build.stop;
}

static void read_joints(gltf_i_build *build, const gltf_i_json *json, gltf_skin *skin) {
    const gltf_i_json *list = gltf_i_json_member(json, "joints");
    uint32_t count = 0;
    if (gltf_i_json_kind(list) != GLTF_I_JSON_ARRAY) {
        gltf_i_build_property(build, "joints", list ? GLTF_I_REASON_NOT_ARRAY : GLTF_I_REASON_MISSING);
        return;
    }
    for (const gltf_i_json *one = gltf_i_json_first(list); one; one = gltf_i_json_next(one)) {
        count++;
    }
    uint32_t *joints = gltf_i_build_get(build, count, sizeof *joints);
    if (!joints) {
        return;
    }
    uint32_t i = 0;
    for (const gltf_i_json *one = gltf_i_json_first(list); one; one = gltf_i_json_next(one)) {
        joints[i++] = gltf_i_build_index_of(build, one, "joints", build->document->kinds[GLTF_OBJECT_NODE].count);
    }
    skin->joints = joints;
    skin->joint_count = count;
}

gltf_status gltf_i_build_skins(gltf_document *document, const gltf_i_table *elements) {
    static const char *const leave_out[] = {"extras", NULL};
    gltf_i_build build = {.document = document};
    document->skins = gltf_i_build_get(&build, elements->count, sizeof *document->skins);
    for (uint32_t i = 0; i < elements->count && build.stop == GLTF_OK; i++) {
        gltf_i_build_begin(&build, GLTF_OBJECT_SKIN, i);
        gltf_i_json *json =
            gltf_i_build_element(&build, gltf_i_build_text_of(document, elements->extents[i]), leave_out);
        read_joints(&build, json, &document->skins[i]);
        document->skins[i].inverse_bind_matrices = gltf_i_build_index(
            &build, json, "inverseBindMatrices", "inverseBindMatrices", 0, document->kinds[GLTF_OBJECT_ACCESSOR].count);
        gltf_i_build_name(&build, GLTF_OBJECT_SKIN, i, json);
        gltf_i_json_free(json);
        gltf_i_build_end(&build);
    }
    return build.stop;
}
