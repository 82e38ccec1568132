/* unit/document_lookup.c - layer 2: meshes, nodes, skins, animations, who uses an accessor, and broken variants of each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/documents.h"

/* Accessors 0..5: float VEC3 of two elements. */
#define A "{\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}"
#define ACCESSORS "\"accessors\":[" A "," A "," A "," A "," A "," A "]"

/* ---- Meshes ---- */

#define MESH                                                                                                           \
    ",\"meshes\":[{\"name\":\"M\\u00e4sh\",\"weights\":[0.5,1e0],\"extras\":{\"targetNames\":[\"smile\",7,"            \
    "\"fr\\u006fwn\"]},\"primitives\":["                                                                               \
    "{\"attributes\":{\"POSITION\":0,\"KHR_gaussian_splatting:SCALE\":1,\"_FEATURE_ID_0\":2},\"indices\":3,\"mode\":"  \
    "1,"                                                                                                               \
    "\"targets\":[{\"POSITION\":4},{\"POSITION\":5,\"_FEATURE_ID_0\":4}]},"                                            \
    "{\"attributes\":{\"POSITION\":9}},{\"attributes\":{}},5,{\"attributes\":{\"A\":1,\"B\":2,\"A\":3}}]},{},{"        \
    "\"primitives\":{}}]"

/* spec 3.7.2: everything that a primitive names is found by its name, whoever defined it */
static void mesh_gives_its_primitives(void **state) {
    (void)state;
    gltf_document *document = document_with(ACCESSORS MESH);
    gltf_mesh mesh;
    gltf_primitive primitive;
    gltf_error error;
    uint32_t accessor = 0;
    uint32_t count = 0;
    const gltf_attribute *attributes = NULL;

    assert_int_equal(gltf_document_mesh(document, 0, &mesh, &error), GLTF_OK);
    assert_string_equal(mesh.name, "M\xC3\xA4sh");
    assert_int_equal(mesh.primitive_count, 5);
    assert_int_equal(mesh.target_count, 2);
    assert_int_equal(mesh.weight_count, 2);
    assert_true(mesh.weights[0] == 0.5f && mesh.weights[1] == 1.0f);
    assert_int_equal(mesh.target_name_count, 3);
    assert_string_equal(mesh.target_names[0], "smile");
    assert_null(mesh.target_names[1]);
    assert_string_equal(mesh.target_names[2], "frown");

    assert_int_equal(gltf_document_primitive(document, 0, 0, &primitive, &error), GLTF_OK);
    assert_int_equal(primitive.attribute_count, 3);
    assert_string_equal(primitive.attributes[1].semantic, "KHR_gaussian_splatting:SCALE");
    assert_int_equal(primitive.attributes[1].accessor, 1);
    assert_int_equal(primitive.mode, 1);
    assert_int_equal(primitive.indices, 3);
    assert_int_equal(primitive.target_count, 2);
    assert_int_equal(gltf_document_primitive(document, 0, 4, &primitive, &error), GLTF_OK);
    assert_int_equal(primitive.mode, 4);
    assert_int_equal(primitive.indices, GLTF_NONE);
    assert_int_equal(primitive.attribute_count, 2); /* the last of equal names counts, in the place of the first */
    assert_string_equal(primitive.attributes[0].semantic, "A");
    assert_int_equal(primitive.attributes[0].accessor, 3);

    assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, "_FEATURE_ID_0", &accessor, NULL, &error),
                     GLTF_OK);
    assert_int_equal(accessor, 2);
    assert_int_equal(gltf_document_attribute(document, 0, 0, 1, "_FEATURE_ID_0", &accessor, NULL, &error), GLTF_OK);
    assert_int_equal(accessor, 4);
    assert_int_equal(gltf_document_attribute(document, 0, 0, 0, "_FEATURE_ID_0", &accessor, NULL, &error), GLTF_OK);
    assert_int_equal(accessor, GLTF_NONE);
    assert_int_equal(gltf_document_target(document, 0, 0, 1, &attributes, &count, &error), GLTF_OK);
    assert_int_equal(count, 2);
    assert_string_equal(attributes[1].semantic, "_FEATURE_ID_0");
    gltf_document_free(document);
}

/* header: outputs are absent on failure, also the index of an accessor that is there but cannot be resolved */
static void attribute_without_data_gives_no_index(void **state) {
    (void)state;
    gltf_document *document = document_with(
        "\"buffers\":[{\"byteLength\":4,\"uri\":\"a.bin\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":4}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\"}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]");
    gltf_accessor resolved;
    gltf_error error;
    uint32_t index = 0;
    assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, "POSITION", &index, &resolved, &error),
                     GLTF_ERR_NOT_LOADED);
    assert_int_equal(index, GLTF_NONE);
    assert_int_equal(resolved.component_type, 0);
    assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, "POSITION", &index, NULL, &error), GLTF_OK);
    assert_int_equal(index, 0);
    gltf_document_free(document);
}

/* header: a fault of the mesh itself is the answer for it and for all of its primitives, whatever is asked */
static void broken_meshes_break_their_primitives(void **state) {
    (void)state;
    gltf_document *document = document_with(
        "\"accessors\":[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],\"meshes\":[{\"weights\":[\"1\"],"
        "\"primitives\":["
        "{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":0}]},{\"attributes\":{\"POSITION\":9}}]}]");
    static const float one[1] = {1};
    gltf_mesh mesh;
    gltf_primitive primitive;
    gltf_accessor accessor;
    gltf_error error;
    const gltf_attribute *attributes = NULL;
    uint32_t number = 0;
    size_t count = 0;
    float out[9];
    assert_int_equal(gltf_document_mesh(document, 0, &mesh, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(mesh.primitive_count, 0);
    for (uint32_t p = 0; p < 3; p++) {
        const gltf_status statuses[] = {
            gltf_document_primitive(document, 0, p, &primitive, &error),
            gltf_document_target(document, 0, p, 0, &attributes, &number, &error),
            gltf_document_attribute(document, 0, p, GLTF_NONE, "POSITION", NULL, &accessor, &error),
            gltf_document_indices(document, 0, p, 0, NULL, 0, &count, &error),
            gltf_document_morph(document, 0, p, "POSITION", NULL, 0, 0, 3, NULL, out, sizeof out, &error),
            gltf_document_morph(document, 0, p, "POSITION", one, 1, 0, 3, NULL, out, sizeof out, &error),
        };
        for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
            assert_int_equal(statuses[i], GLTF_ERR_PROPERTY);
        }
        assert_int_equal(error.object, GLTF_OBJECT_MESH);
        assert_int_equal(error.index, 0);
        assert_string_equal(error.field, "weights");
    }
    assert_int_equal(primitive.attribute_count, 0);
    gltf_document_free(document);
}

/* design D10: a broken primitive answers with its own fault; the mesh and its other primitives stay usable */
static void broken_primitives_answer_for_themselves(void **state) {
    (void)state;
    gltf_document *document = document_with(ACCESSORS MESH);
    gltf_mesh mesh;
    gltf_primitive primitive;
    gltf_error error;
    uint32_t accessor = 0;
    uint32_t count = 0;
    const gltf_attribute *attributes = NULL;

    assert_int_equal(gltf_document_primitive(document, 0, 1, &primitive, &error), GLTF_ERR_REFERENCE);
    assert_int_equal(error.object, GLTF_OBJECT_MESH);
    assert_int_equal(error.index, 0);
    assert_int_equal(error.part, 1);
    assert_string_equal(error.name, "POSITION");
    assert_int_equal(error.expected, 6);
    assert_int_equal(error.found, 9);
    assert_int_equal(gltf_document_primitive(document, 0, 2, &primitive, &error), GLTF_OK);
    assert_int_equal(primitive.attribute_count, 0);
    assert_int_equal(gltf_document_primitive(document, 0, 3, &primitive, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(gltf_document_primitive(document, 0, 5, &primitive, &error), GLTF_ERR_RANGE);
    assert_int_equal(gltf_document_primitive(document, 1, 0, &primitive, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(gltf_document_primitive(document, 2, 0, &primitive, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(gltf_document_primitive(document, 3, 0, &primitive, &error), GLTF_ERR_RANGE);
    assert_int_equal(gltf_document_mesh(document, 2, &mesh, &error), GLTF_ERR_PROPERTY);
    assert_string_equal(error.field, "primitives");
    assert_int_equal(gltf_document_fault(document, GLTF_OBJECT_MESH, 0, &error), GLTF_ERR_REFERENCE);
    assert_int_equal(error.part, 1);
    assert_int_equal(gltf_document_target(document, 0, 0, 2, &attributes, &count, &error), GLTF_ERR_RANGE);
    assert_null(attributes);
    assert_int_equal(gltf_document_target(document, 0, 0, 0, NULL, &count, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_attribute(document, 0, 1, GLTF_NONE, "POSITION", &accessor, NULL, &error),
                     GLTF_ERR_REFERENCE);
    assert_int_equal(accessor, GLTF_NONE);
    assert_int_equal(gltf_document_attribute(document, 0, 0, 0, NULL, &accessor, NULL, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, "A", NULL, NULL, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, NULL, &accessor, NULL, &error), GLTF_OK);
    assert_int_equal(accessor, 3);
    gltf_accessor resolved;
    assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, "POSITION", NULL, &resolved, &error), GLTF_OK);
    assert_int_equal(resolved.count, 2);
    assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, "NORMAL", NULL, &resolved, &error), GLTF_OK);
    assert_int_equal(resolved.count, 0);
    assert_int_equal(gltf_document_mesh(NULL, 0, &mesh, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_mesh(document, 0, NULL, &error), GLTF_ERR_ARGUMENT);
    gltf_document_free(document);
}

/* spec 5.24: what a primitive may say of mode, indices and targets */
static void primitive_properties_are_checked(void **state) {
    static const struct {
        const char *primitive;
        gltf_status status;
        const char *field;
        uint32_t target;
    } rows[] = {
        {"{\"attributes\":{\"P\":0},\"mode\":6}", GLTF_OK, NULL, GLTF_NONE},
        {"{\"attributes\":{\"P\":0},\"mode\":7}", GLTF_ERR_PROPERTY, "mode", GLTF_NONE},
        {"{\"attributes\":{\"P\":0},\"mode\":\"4\"}", GLTF_ERR_PROPERTY, "mode", GLTF_NONE},
        {"{\"attributes\":{\"P\":0},\"indices\":6}", GLTF_ERR_REFERENCE, "indices", GLTF_NONE},
        {"{\"attributes\":{\"P\":1.5}}", GLTF_ERR_PROPERTY, "attributes", GLTF_NONE},
        {"{\"attributes\":[0]}", GLTF_ERR_PROPERTY, "attributes", GLTF_NONE},
        {"{\"indices\":0}", GLTF_ERR_PROPERTY, "attributes", GLTF_NONE},
        {"{\"attributes\":{\"P\":0},\"targets\":{}}", GLTF_ERR_PROPERTY, "targets", GLTF_NONE},
        {"{\"attributes\":{\"P\":0},\"targets\":[{\"P\":0},7]}", GLTF_ERR_PROPERTY, "targets", 1},
        {"{\"attributes\":{\"P\":0},\"targets\":[{\"P\":0},{\"P\":6}]}", GLTF_ERR_REFERENCE, "targets", 1},
        {"{\"attributes\":{\"P\":0},\"targets\":[{\"P\":0},[0,0]]}", GLTF_ERR_PROPERTY, "targets", 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char members[600];
        gltf_primitive primitive;
        gltf_error error = {0};
        snprintf(members, sizeof members, ACCESSORS ",\"meshes\":[{\"primitives\":[%s]}]", rows[i].primitive);
        gltf_document *document = document_with(members);
        const gltf_status status = gltf_document_primitive(document, 0, 0, &primitive, &error);
        if (status != rows[i].status) {
            fail_msg("%s: %s, not %s", rows[i].primitive, gltf_status_name(status), gltf_status_name(rows[i].status));
        }
        if (status != GLTF_OK) {
            assert_string_equal(error.field, rows[i].field);
            assert_int_equal(error.target, rows[i].target);
            assert_int_equal(primitive.attribute_count, 0);
        }
        gltf_document_free(document);
    }
}

/* spec 2.7 on large maps too: the last of equal names counts, in linear-logarithmic time */
static void large_attribute_maps_keep_the_last_of_equal_names(void **state) {
    (void)state;
    enum { NAMES = 30000 };
    char *text = malloc((size_t)NAMES * 32 + 1024);
    gltf_primitive primitive;
    gltf_error error;
    assert_non_null(text);
    size_t at = (size_t)sprintf(text, ACCESSORS ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"_0\":0");
    for (int i = 1; i < NAMES; i++) {
        at += (size_t)sprintf(text + at, ",\"_%d\":%d", i % (NAMES / 2), i < NAMES / 2 ? 1 : 2);
    }
    sprintf(text + at, "}}]}]");
    gltf_document *document = document_with(text);
    assert_int_equal(gltf_document_primitive(document, 0, 0, &primitive, &error), GLTF_OK);
    assert_int_equal(primitive.attribute_count, NAMES / 2);
    for (uint32_t i = 0; i < primitive.attribute_count; i++) {
        assert_int_equal(primitive.attributes[i].accessor, 2);
        assert_int_equal(atoi(primitive.attributes[i].semantic + 1), (int)i);
    }
    gltf_document_free(document);
    free(text);
}

/* ---- Nodes and their weights ---- */

/* spec 3.7.2.2, 8: a node's weights, else its mesh's, else zeros; instancing attributes by name */
static void node_weights_apply_in_order(void **state) {
    (void)state;
    const char *two = "{\"attributes\":{\"P\":0},\"targets\":[{\"P\":1},{\"P\":2}]}";
    char members[1400];
    snprintf(members, sizeof members,
             ACCESSORS ",\"meshes\":[{\"weights\":[3,4],\"primitives\":[%s]},{\"primitives\":[%s]},{\"weights\":[1],"
                       "\"primitives\":[%s]}],"
                       "\"nodes\":[{\"mesh\":0,\"weights\":[1,2],\"name\":\"n\"},{\"mesh\":0},{\"mesh\":1},{},{"
                       "\"mesh\":1,\"weights\":[1]},{\"mesh\":2},"
                       "{\"mesh\":9},{\"mesh\":0,\"weights\":[1,null]},"
                       "{\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"TRANSLATION\":3,\"_ID\":4}}}},"
                       "{\"extensions\":{\"EXT_mesh_gpu_instancing\":{}}},{\"weights\":\"x\"}]",
             two, two, two);
    gltf_document *document = document_with(members);
    static const struct {
        gltf_status status;
        size_t count;
        float values[2];
    } rows[] = {{GLTF_OK, 2, {1, 2}},
                {GLTF_OK, 2, {3, 4}},
                {GLTF_OK, 2, {0, 0}},
                {GLTF_OK, 0, {7, 7}},
                {GLTF_ERR_MISMATCH, 0, {7, 7}},
                {GLTF_ERR_MISMATCH, 0, {7, 7}},
                {GLTF_ERR_REFERENCE, 0, {7, 7}},
                {GLTF_ERR_PROPERTY, 0, {7, 7}}};
    gltf_node node;
    gltf_error error;
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        float weights[2] = {7, 7};
        size_t count = 99;
        assert_int_equal(gltf_document_node_weights(document, i, weights, 2, &count, &error), rows[i].status);
        assert_int_equal(count, rows[i].count);
        assert_true(weights[0] == rows[i].values[0] && weights[1] == rows[i].values[1]);
    }
    float one = 7;
    size_t count = 0;
    assert_int_equal(gltf_document_node_weights(document, 0, &one, 1, &count, &error), GLTF_ERR_CAPACITY);
    assert_true(one == 7);
    assert_int_equal(gltf_document_node_weights(document, 0, NULL, 0, &count, &error), GLTF_OK);
    assert_int_equal(count, 2);
    assert_int_equal(gltf_document_node_weights(document, 4, NULL, 0, &count, &error), GLTF_ERR_MISMATCH);
    assert_int_equal(error.object, GLTF_OBJECT_NODE);
    assert_int_equal(error.expected, 2);
    assert_int_equal(error.found, 1);
    assert_int_equal(gltf_document_node_weights(document, 5, NULL, 0, &count, &error), GLTF_ERR_MISMATCH);
    assert_int_equal(error.object, GLTF_OBJECT_MESH);
    assert_int_equal(error.index, 2);

    assert_int_equal(gltf_document_node(document, 0, &node, &error), GLTF_OK);
    assert_string_equal(node.name, "n");
    assert_int_equal(node.mesh, 0);
    assert_int_equal(node.skin, GLTF_NONE);
    assert_int_equal(node.weight_count, 2);
    assert_int_equal(gltf_document_node(document, 8, &node, &error), GLTF_OK);
    assert_int_equal(node.instance_attribute_count, 2);
    assert_string_equal(node.instance_attributes[1].semantic, "_ID");
    assert_int_equal(node.instance_attributes[1].accessor, 4);
    assert_int_equal(gltf_document_node(document, 9, &node, &error), GLTF_ERR_PROPERTY);
    assert_string_equal(error.name, "EXT_mesh_gpu_instancing");
    assert_int_equal(node.mesh, GLTF_NONE);
    assert_int_equal(gltf_document_node(document, 10, &node, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(gltf_document_node(document, 11, &node, &error), GLTF_ERR_RANGE);
    gltf_document_free(document);
}

/* ---- Skins ---- */

/* spec 3.7.3: joints in order; matrices or none */
static void skin_gives_joints_and_matrices(void **state) {
    (void)state;
    gltf_document *document = document_with(
        ACCESSORS
        ",\"nodes\":[{},{},{}],\"skins\":[{\"name\":\"s\",\"joints\":[2,0],\"inverseBindMatrices\":5},"
        "{\"joints\":[1]},{\"joints\":[3]},{\"joints\":[0,-1]},{},{\"joints\":[0],\"inverseBindMatrices\":6}]");
    gltf_skin skin;
    gltf_error error;
    assert_int_equal(gltf_document_skin(document, 0, &skin, &error), GLTF_OK);
    assert_string_equal(skin.name, "s");
    assert_int_equal(skin.joint_count, 2);
    assert_int_equal(skin.joints[0], 2);
    assert_int_equal(skin.joints[1], 0);
    assert_int_equal(skin.inverse_bind_matrices, 5);
    assert_int_equal(gltf_document_skin(document, 1, &skin, &error), GLTF_OK);
    assert_int_equal(skin.inverse_bind_matrices, GLTF_NONE);
    assert_int_equal(gltf_document_skin(document, 2, &skin, &error), GLTF_ERR_REFERENCE);
    assert_string_equal(error.field, "joints");
    assert_null(skin.joints);
    assert_int_equal(gltf_document_skin(document, 3, &skin, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(gltf_document_skin(document, 4, &skin, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(gltf_document_skin(document, 5, &skin, &error), GLTF_ERR_REFERENCE);
    assert_string_equal(error.field, "inverseBindMatrices");
    assert_int_equal(gltf_document_skin(document, 6, &skin, &error), GLTF_ERR_RANGE);
    gltf_document_free(document);
}

/* ---- Animations ---- */

#define SAMPLERS                                                                                                       \
    "\"samplers\":[{\"input\":0,\"output\":1},{\"input\":0,\"output\":2,\"interpolation\":\"CUBICSPLINE\"},{"          \
    "\"input\":0,\"output\":1,"                                                                                        \
    "\"interpolation\":\"STEP\"},{\"input\":0},{\"input\":0,\"output\":6},{\"input\":0,\"output\":1,"                  \
    "\"interpolation\":\"linear\"}]"

/* spec 3.11: samplers, channels, and how many values belong to a key */
static void animation_gives_samplers_and_channels(void **state) {
    (void)state;
    gltf_document *document =
        document_with(ACCESSORS ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"P\":0},\"targets\":[{\"P\":1},{\"P\":"
                                "2}]}]}],\"nodes\":[{\"mesh\":0},{}],"
                                "\"animations\":[{\"name\":\"walk\"," SAMPLERS ",\"channels\":["
                                "{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"rotation\"}},"
                                "{\"sampler\":1,\"target\":{\"node\":0,\"path\":\"weights\"}},"
                                "{\"sampler\":2,\"target\":{\"node\":0,\"path\":\"weights\"}},"
                                "{\"sampler\":1,\"target\":{\"path\":\"scale\"}},"
                                "{\"sampler\":0,\"target\":{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_"
                                "pointer\":{\"pointer\":\"/nodes/0\"}}}},"
                                "{\"sampler\":0,\"target\":{\"path\":\"colour\"}},"
                                "{\"sampler\":6,\"target\":{\"path\":\"scale\"}},"
                                "{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"scale\"}},"
                                "{\"sampler\":0,\"target\":{}},{\"sampler\":0},"
                                "{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"weights\"}}]},{\"channels\":[]},{}]");
    gltf_animation animation;
    gltf_animation_sampler sampler;
    gltf_animation_channel channel;
    gltf_error error;
    assert_int_equal(gltf_document_animation(document, 0, &animation, &error), GLTF_OK);
    assert_string_equal(animation.name, "walk");
    assert_int_equal(animation.sampler_count, 6);
    assert_int_equal(animation.channel_count, 11);
    assert_int_equal(gltf_document_sampler(document, 0, 0, &sampler, &error), GLTF_OK);
    assert_int_equal(sampler.interpolation, GLTF_INTERPOLATION_LINEAR);
    assert_int_equal(sampler.output, 1);
    assert_int_equal(gltf_document_sampler(document, 0, 1, &sampler, &error), GLTF_OK);
    assert_int_equal(sampler.interpolation, GLTF_INTERPOLATION_CUBICSPLINE);
    assert_int_equal(gltf_document_sampler(document, 0, 3, &sampler, &error), GLTF_ERR_PROPERTY);
    assert_string_equal(error.field, "output");
    assert_int_equal(error.part, 3);
    assert_int_equal(sampler.input, GLTF_NONE);
    assert_int_equal(gltf_document_sampler(document, 0, 4, &sampler, &error), GLTF_ERR_REFERENCE);
    assert_int_equal(gltf_document_sampler(document, 0, 5, &sampler, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(gltf_document_sampler(document, 0, 6, &sampler, &error), GLTF_ERR_RANGE);

    static const struct {
        gltf_status status;
        uint32_t path;
        uint32_t node;
        uint32_t values_per_key;
    } rows[] = {
        {GLTF_OK, GLTF_PATH_ROTATION, 1, 1},        {GLTF_OK, GLTF_PATH_WEIGHTS, 0, 6},
        {GLTF_OK, GLTF_PATH_WEIGHTS, 0, 2},         {GLTF_OK, GLTF_PATH_SCALE, GLTF_NONE, 3},
        {GLTF_OK, GLTF_PATH_POINTER, GLTF_NONE, 0}, {GLTF_OK, GLTF_PATH_OTHER, GLTF_NONE, 0},
        {GLTF_ERR_REFERENCE, 0, GLTF_NONE, 0},      {GLTF_ERR_REFERENCE, 0, GLTF_NONE, 0},
        {GLTF_ERR_PROPERTY, 0, GLTF_NONE, 0},       {GLTF_ERR_PROPERTY, 0, GLTF_NONE, 0},
        {GLTF_OK, GLTF_PATH_WEIGHTS, 1, 0},         {GLTF_ERR_RANGE, 0, GLTF_NONE, 0},
    };
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(gltf_document_channel(document, 0, i, &channel, &error), rows[i].status);
        assert_int_equal(channel.path, rows[i].path);
        assert_int_equal(channel.node, rows[i].node);
        assert_int_equal(channel.values_per_key, rows[i].values_per_key);
    }
    assert_int_equal(gltf_document_channel(document, 0, 4, &channel, &error), GLTF_OK);
    assert_string_equal(channel.pointer, "/nodes/0");
    assert_int_equal(gltf_document_channel(document, 0, 5, &channel, &error), GLTF_OK);
    assert_string_equal(channel.path_name, "colour");
    assert_int_equal(gltf_document_animation(document, 1, &animation, &error), GLTF_ERR_PROPERTY);
    assert_string_equal(error.field, "samplers");
    assert_int_equal(gltf_document_animation(document, 2, &animation, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(gltf_document_animation(document, 3, &animation, &error), GLTF_ERR_RANGE);
    gltf_document_free(document);
}

/* ---- Uses ---- */

/* every place that names an accessor is found from the accessor, in file order */
static void uses_name_every_place(void **state) {
    (void)state;
    gltf_document *document =
        document_with(ACCESSORS ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":0},"
                                "\"indices\":1,\"targets\":[{\"POSITION\":0}]},"
                                "{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"extensions\":{\"EXT_mesh_gpu_"
                                "instancing\":{\"attributes\":{\"SCALE\":2}}}}],"
                                "\"skins\":[{\"joints\":[0],\"inverseBindMatrices\":2}],\"animations\":[{\"samplers\":["
                                "{\"input\":3,\"output\":2}],\"channels\":[]}]");
    const gltf_use *uses = NULL;
    uint32_t count = 0;
    assert_int_equal(gltf_document_uses(document, 0, &uses, &count), GLTF_OK);
    assert_int_equal(count, 4);
    assert_string_equal(uses[0].semantic, "POSITION");
    assert_string_equal(uses[1].semantic, "NORMAL");
    assert_int_equal(uses[1].role, GLTF_USE_ATTRIBUTE);
    assert_int_equal(uses[2].role, GLTF_USE_TARGET);
    assert_int_equal(uses[2].target, 0);
    assert_int_equal(uses[3].part, 1);
    assert_int_equal(uses[3].target, GLTF_NONE);
    assert_int_equal(gltf_document_uses(document, 1, &uses, &count), GLTF_OK);
    assert_int_equal(count, 1);
    assert_int_equal(uses[0].role, GLTF_USE_INDICES);
    assert_null(uses[0].semantic);
    assert_int_equal(gltf_document_uses(document, 2, &uses, &count), GLTF_OK);
    assert_int_equal(count, 3);
    assert_int_equal(uses[0].role, GLTF_USE_INVERSE_BIND_MATRICES);
    assert_int_equal(uses[0].object, GLTF_OBJECT_SKIN);
    assert_int_equal(uses[1].role, GLTF_USE_ANIMATION_OUTPUT);
    assert_int_equal(uses[2].role, GLTF_USE_INSTANCE);
    assert_string_equal(uses[2].semantic, "SCALE");
    assert_int_equal(gltf_document_uses(document, 5, &uses, &count), GLTF_OK);
    assert_int_equal(count, 0);
    assert_int_equal(gltf_document_uses(document, 6, &uses, &count), GLTF_ERR_RANGE);
    assert_int_equal(gltf_document_uses(document, 0, NULL, &count), GLTF_ERR_ARGUMENT);
    gltf_document_free(document);
}

/* Accessors that only an extension names have a use, which says where; numbers that are no accessors are nothing. */
static void extensions_name_accessors(void **state) {
    static const struct {
        const char *semantic;
        uint32_t part;
    } rows[] = {{"EXT_mesh_manifold.manifoldPrimitive.indices", GLTF_NONE},
                {"EXT_mesh_manifold.mergeIndices", GLTF_NONE},
                {"EXT_mesh_manifold.mergeValues", GLTF_NONE},
                {"CESIUM_primitive_outline.indices", 1}};
    const gltf_use *uses = NULL;
    uint32_t count = 0;
    (void)state;
    gltf_document *document = document_with(
        "\"accessors\":[{},{},{},{},{}],\"meshes\":[{\"primitives\":[],\"extensions\":{\"CESIUM_primitive_outline\":{"
        "\"indices\":4},\"EXT_mesh_manifold\":{\"mergeIndices\":99,\"indices\":4}}},{\"primitives\":[{\"attributes\":{}"
        "},"
        "{\"attributes\":{},\"extensions\":{\"CESIUM_primitive_outline\":{\"indices\":3,\"x\":[4]}}}],\"extensions\":{"
        "\"X\":{\"extensions\":{\"EXT_mesh_manifold\":{\"manifoldPrimitive\":{\"indices\":0,\"x\":4},\"mergeIndices\":"
        "1,"
        "\"mergeValues\":2}}}}}]");
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(gltf_document_uses(document, i, &uses, &count), GLTF_OK);
        assert_int_equal(count, 1);
        assert_int_equal(uses[0].role, GLTF_USE_EXTENSION);
        assert_string_equal(uses[0].semantic, rows[i].semantic);
        assert_int_equal(uses[0].object, GLTF_OBJECT_MESH);
        assert_int_equal(uses[0].index, 1);
        assert_int_equal(uses[0].part, rows[i].part);
        assert_int_equal(uses[0].target, GLTF_NONE);
    }
    assert_int_equal(gltf_document_uses(document, 4, &uses, &count), GLTF_OK);
    assert_int_equal(count, 0);
    gltf_document_free(document);
}

/* ---- Indices as drawn ---- */

static const uint8_t index_bytes[] = {0, 1, 2, 3, 4, 5, 2, 255, 1, 0};

/* One primitive over `vertices` vertices with `count` indices of index_bytes from `offset`; count 0 = no indices. */
static gltf_document *drawn_document(unsigned vertices, unsigned count, unsigned offset, unsigned mode) {
    char members[800];
    char indices[32] = "";
    gltf_error error;
    if (count) {
        snprintf(indices, sizeof indices, ",\"indices\":1");
    }
    snprintf(members, sizeof members,
             "\"buffers\":[{\"byteLength\":10}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":10}],\"accessors\":["
             "{\"componentType\":5126,\"count\":%u,\"type\":\"VEC3\"},{\"bufferView\":0,\"byteOffset\":%u,"
             "\"componentType\":5121,\"count\":%u,"
             "\"type\":\"SCALAR\"}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"mode\":%u%s}]}]",
             vertices, offset, count, mode, indices);
    gltf_document *document = document_with(members);
    assert_int_equal(gltf_document_set_buffer(document, 0, index_bytes, sizeof index_bytes, &error), GLTF_OK);
    return document;
}

static void check_drawn(unsigned vertices, unsigned count, unsigned mode, uint32_t flags, const uint32_t *expected,
                        size_t expected_count) {
    gltf_document *document = drawn_document(vertices, count, 0, mode);
    gltf_error error;
    size_t written = 99;
    assert_int_equal(gltf_document_indices(document, 0, 0, flags, NULL, 0, &written, &error), GLTF_OK);
    assert_int_equal(written, expected_count);
    uint32_t *out = malloc(expected_count * sizeof *out + 1); /* exact: a write past it shows under ASan */
    assert_non_null(out);
    assert_int_equal(gltf_document_indices(document, 0, 0, flags, out, expected_count, &written, &error), GLTF_OK);
    assert_memory_equal(out, expected, expected_count * sizeof *out);
    if (expected_count) {
        assert_int_equal(gltf_document_indices(document, 0, 0, flags, out, expected_count - 1, &written, &error),
                         GLTF_ERR_CAPACITY);
        assert_int_equal(written, 0);
    }
    free(out);
    gltf_document_free(document);
}

/* spec 3.7.2.1: strips and fans become lists with the winding of the file; no indices means 0..n-1 */
static void indices_come_as_drawn(void **state) {
    static const uint32_t plain[] = {0, 1, 2, 3, 4, 5};
    static const uint32_t strip[] = {0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4};
    static const uint32_t fan[] = {1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0};
    (void)state;
    check_drawn(6, 6, 4, 0, plain, 6);
    check_drawn(6, 6, 0, 0, plain, 6);
    check_drawn(6, 0, 5, 0, plain, 6);
    check_drawn(6, 6, 4, GLTF_INDICES_TRIANGLES, plain, 6);
    check_drawn(6, 5, 4, GLTF_INDICES_TRIANGLES, plain, 3);
    check_drawn(6, 6, 5, GLTF_INDICES_TRIANGLES, strip, 12);
    check_drawn(6, 0, 5, GLTF_INDICES_TRIANGLES, strip, 12);
    check_drawn(6, 3, 5, GLTF_INDICES_TRIANGLES, strip, 3);
    check_drawn(6, 2, 5, GLTF_INDICES_TRIANGLES, strip, 0);
    check_drawn(6, 6, 6, GLTF_INDICES_TRIANGLES, fan, 12);
    check_drawn(6, 0, 6, GLTF_INDICES_TRIANGLES, fan, 12);
}

/* an index that is not below the vertex count, or the restart value, is refused and named */
static void indices_out_of_range_are_refused(void **state) {
    (void)state;
    uint32_t out[16];
    gltf_error error;
    gltf_document *document = drawn_document(5, 6, 0, 4);
    assert_int_equal(gltf_document_indices(document, 0, 0, 0, out, 16, NULL, &error), GLTF_ERR_RANGE);
    assert_string_equal(error.field, "indices");
    assert_int_equal(error.object, GLTF_OBJECT_MESH);
    assert_int_equal(error.part, 0);
    assert_int_equal(error.position, 5);
    assert_int_equal(error.expected, 5);
    assert_int_equal(error.found, 5);
    gltf_document_free(document);

    document = drawn_document(1000, 3, 6, 4);
    assert_int_equal(gltf_document_indices(document, 0, 0, 0, out, 16, NULL, &error), GLTF_ERR_RANGE);
    assert_int_equal(error.found, 255);
    gltf_document_free(document);

    document = drawn_document(6, 6, 0, 1);
    assert_int_equal(gltf_document_indices(document, 0, 0, GLTF_INDICES_TRIANGLES, out, 16, NULL, &error),
                     GLTF_ERR_CONVERSION);
    assert_int_equal(gltf_document_indices(document, 0, 0, 2, out, 16, NULL, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_indices(document, 0, 1, 0, out, 16, NULL, &error), GLTF_ERR_RANGE);
    assert_int_equal(gltf_document_indices(NULL, 0, 0, 0, out, 16, NULL, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_set_buffer(document, 0, NULL, 0, &error), GLTF_OK);
    assert_int_equal(gltf_document_indices(document, 0, 0, 0, out, 16, NULL, &error), GLTF_ERR_NOT_LOADED);
    assert_int_equal(gltf_document_indices(document, 0, 0, 0, NULL, 0, NULL, &error), GLTF_OK);
    gltf_document_free(document);

    document = document_with(
        "\"accessors\":[" A ",{\"componentType\":5126,\"count\":3,\"type\":\"SCALAR\"}," A
        ",{}],\"meshes\":[{\"primitives\":["
        "{\"attributes\":{\"P\":0},\"indices\":1},{\"attributes\":{\"P\":0},\"indices\":2},{\"attributes\":{\"P\":3}},"
        "{\"attributes\":{\"P\":0},\"indices\":3}]}]");
    assert_int_equal(gltf_document_indices(document, 0, 0, 0, out, 16, NULL, &error), GLTF_ERR_CONVERSION);
    assert_int_equal(gltf_document_indices(document, 0, 1, 0, out, 16, NULL, &error), GLTF_ERR_CONVERSION);
    assert_int_equal(gltf_document_indices(document, 0, 2, 0, out, 16, NULL, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(gltf_document_indices(document, 0, 3, 0, out, 16, NULL, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(error.object, GLTF_OBJECT_ACCESSOR);
    gltf_document_free(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extensions_name_accessors),
        cmocka_unit_test(mesh_gives_its_primitives),
        cmocka_unit_test(attribute_without_data_gives_no_index),
        cmocka_unit_test(broken_primitives_answer_for_themselves),
        cmocka_unit_test(broken_meshes_break_their_primitives),
        cmocka_unit_test(primitive_properties_are_checked),
        cmocka_unit_test(large_attribute_maps_keep_the_last_of_equal_names),
        cmocka_unit_test(node_weights_apply_in_order),
        cmocka_unit_test(skin_gives_joints_and_matrices),
        cmocka_unit_test(animation_gives_samplers_and_channels),
        cmocka_unit_test(uses_name_every_place),
        cmocka_unit_test(indices_come_as_drawn),
        cmocka_unit_test(indices_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
