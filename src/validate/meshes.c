/* validate/meshes.c - layer 3: meshes: what their primitives have in common. */
#include "primitives.h"

#include "../document/places.h"
#include "schema.h"
#include "views.h"

static void check_targets(gltf_i_check *check, uint32_t first, uint32_t count) {
    if (count == first) {
        return;
    }
    if (count > 0) {
        gltf_i_report_at(check, GLTF_I_MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT, "targets",
                         "%n morph targets, the first primitive has %n", words_of(count, first));
    } else {
        gltf_i_report(check, GLTF_I_MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT,
                      "no morph targets, the first primitive has %n", words_of(first, 0));
    }
}

static void check_primitives(gltf_i_check *check, gltf_i_text array, uint32_t index) {
    gltf_i_check_mesh *const mesh = &check->meshes[index];
    gltf_i_text key;
    gltf_i_text element;
    size_t cursor = 0;
    mesh->has_primitives = 1;
    gltf_i_path_name(check, "primitives");
    for (uint32_t i = 0; !check_done(check) && gltf_i_scan_next(array, &cursor, &key, &element); i++) {
        const gltf_i_scratch_mark mark = gltf_i_scratch_here(check);
        gltf_i_path_index(check, i);
        const uint32_t targets = gltf_i_check_primitive(check, element, index, i);
        if (i == 0) {
            mesh->target_count = targets;
        }
        check_targets(check, mesh->target_count, targets);
        gltf_i_path_pop(check);
        gltf_i_scratch_back(check, mark);
    }
    gltf_i_path_pop(check);
}

/* [glTF 2.0, 3.7.2 Meshes] */
static void check_mesh(gltf_i_check *check, gltf_i_text object, uint32_t index) {
    gltf_i_check_mesh *const mesh = &check->meshes[index];
    gltf_i_field fields[GLTF_I_SCHEMA_MAX];
    gltf_i_schema_read(check, &gltf_i_schema_mesh, object, fields);
    mesh->exists = 1;
    mesh->min_joints = GLTF_NONE;
    gltf_i_extension_use(check, GLTF_I_ON_MESH, object);
    if (fields[GLTF_I_MESH_PRIMITIVES].state != GLTF_I_FIELD_GOOD) {
        return;
    }
    check_primitives(check, fields[GLTF_I_MESH_PRIMITIVES].value, index);
    const gltf_i_field *const weights = &fields[GLTF_I_MESH_WEIGHTS];
    if (weights->state == GLTF_I_FIELD_GOOD && weights->number != mesh->target_count) {
        gltf_i_report_at(check, GLTF_I_MESH_INVALID_WEIGHTS_COUNT, "weights", "%n weights for %n morph targets",
                         words_of(weights->number, mesh->target_count));
    }
}

void gltf_i_check_meshes(gltf_i_check *check, gltf_i_text array) {
    check->mesh_count = gltf_i_schema_array(check, "meshes", array, sizeof *check->meshes, &check->meshes);
    if (check->mesh_count > 0) {
        gltf_i_schema_each(check, "meshes", array, check_mesh);
    }
}
