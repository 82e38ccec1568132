/* document/build_nodes.c - layer 2: the tables of nodes and skins. */
#include "document.h"

static const char INSTANCING[] = "EXT_mesh_gpu_instancing";

static void read_instancing(gltf_i_build *build, gltf_i_text object, gltf_i_text extensions, gltf_i_node_lists *lists) {
    const gltf_i_text map = gltf_i_build_object(build, gltf_i_scan_member(object, "attributes"), "attributes", 1);
    gltf_i_build_attributes(build, map, "attributes", build->document->kinds[GLTF_OBJECT_ACCESSOR].count,
                            &lists->instance_attributes, &lists->instance_attribute_count);
    if (build->fault.status != GLTF_OK && !build->fault.name) {
        build->fault.name = INSTANCING;
    }
    for (uint32_t i = 0; i < lists->instance_attribute_count; i++) {
        if (gltf_i_hidden_empty(build->document, lists->instance_attributes[i].accessor)) {
            lists->hidden_by = gltf_i_build_hiding(build, extensions, 1);
            break;
        }
    }
}

static void read_node(gltf_i_build *build, gltf_i_text text, uint32_t index) {
    enum { MESH, SKIN, WEIGHTS, EXTENSIONS, NAME, MEMBERS };
    static const char *const names[] = {"mesh", "skin", "weights", "extensions", "name", NULL};
    const gltf_document *document = build->document;
    gltf_i_node *node = &document->nodes[index];
    gltf_i_node_lists *lists = NULL;
    gltf_i_text members[MEMBERS];
    gltf_i_build_members(build, text, names, members);
    node->mesh = gltf_i_build_index(build, members[MESH], "mesh", 0, document->kinds[GLTF_OBJECT_MESH].count);
    node->skin = gltf_i_build_index(build, members[SKIN], "skin", 0, document->kinds[GLTF_OBJECT_SKIN].count);
    const gltf_i_text instancing = gltf_i_scan_member(members[EXTENSIONS], INSTANCING);
    if (members[WEIGHTS].at || instancing.at) {
        lists = gltf_i_build_get(build, 1, sizeof *lists);
    }
    if (lists) {
        gltf_i_build_weights(build, members[WEIGHTS], &lists->weights, &lists->weight_count);
    }
    if (lists && instancing.at) {
        read_instancing(build, instancing, members[EXTENSIONS], lists);
    }
    node->lists = lists;
    gltf_i_build_named(build, GLTF_I_ON_NODE, members[EXTENSIONS]);
    gltf_i_build_name(build, GLTF_OBJECT_NODE, index, members[NAME]);
}

gltf_status gltf_i_build_nodes(gltf_document *document, const gltf_i_table *elements) {
    gltf_i_build build = {.document = document};
    document->nodes = gltf_i_build_get(&build, elements->count, sizeof *document->nodes);
    for (uint32_t i = 0; i < elements->count && build.stop == GLTF_OK; i++) {
        gltf_i_build_begin(&build, GLTF_OBJECT_NODE, i);
        read_node(&build, gltf_i_build_text_at(document, elements->at[i]), i);
        gltf_i_build_end(&build);
    }
    return build.stop;
}

static void read_joints(gltf_i_build *build, gltf_i_text list, gltf_skin *skin) {
    const uint32_t count = gltf_i_build_list(build, list, "joints");
    uint32_t *joints = gltf_i_build_get(build, count, sizeof *joints);
    gltf_i_text element;
    size_t cursor = 0;
    if (!joints || gltf_i_value_kind(list) != GLTF_I_JSON_ARRAY) {
        return;
    }
    for (uint32_t i = 0; gltf_i_build_next(list, &cursor, &element); i++) {
        joints[i] = gltf_i_build_index(build, element, "joints", 1, build->document->kinds[GLTF_OBJECT_NODE].count);
    }
    skin->joints = joints;
    skin->joint_count = count;
}

static void read_skin(gltf_i_build *build, gltf_i_text text, uint32_t index) {
    enum { MATRICES, JOINTS, NAME, MEMBERS };
    static const char *const names[] = {"inverseBindMatrices", "joints", "name", NULL};
    const gltf_document *document = build->document;
    gltf_skin *skin = &document->skins[index];
    gltf_i_text members[MEMBERS];
    gltf_i_build_members(build, text, names, members);
    read_joints(build, members[JOINTS], skin);
    skin->inverse_bind_matrices = gltf_i_build_index(build, members[MATRICES], "inverseBindMatrices", 0,
                                                     document->kinds[GLTF_OBJECT_ACCESSOR].count);
    gltf_i_build_name(build, GLTF_OBJECT_SKIN, index, members[NAME]);
}

gltf_status gltf_i_build_skins(gltf_document *document, const gltf_i_table *elements) {
    gltf_i_build build = {.document = document};
    document->skins = gltf_i_build_get(&build, elements->count, sizeof *document->skins);
    for (uint32_t i = 0; i < elements->count && build.stop == GLTF_OK; i++) {
        gltf_i_build_begin(&build, GLTF_OBJECT_SKIN, i);
        read_skin(&build, gltf_i_build_text_at(document, elements->at[i]), i);
        gltf_i_build_end(&build);
    }
    return build.stop;
}
