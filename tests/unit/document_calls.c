/* unit/document_calls.c - layer 2: calls with what is missing, unknown or out of range, of every getter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/documents.h"

#define A "{\"componentType\":5126,\"count\":2,\"type\":\"VEC3\",\"min\":[1,2,3],\"max\":[4,5,6]}"

static gltf_document *everything(void) {
    return document_with("\"buffers\":[{\"byteLength\":4,\"name\":\"b\"},{}],\"bufferViews\":[{\"buffer\":0,"
                         "\"byteLength\":4}],\"accessors\":[" A "],\"meshes\":[{\"primitives\":[{\"attributes\":{"
                         "\"POSITION\":0},\"targets\":[{\"POSITION\":0}]}]},{\"primitives\":[]}],\"nodes\":[{\"mesh\":"
                         "0},{\"mesh\":2},{\"mesh\":1},{}],\"skins\":[{\"joints\":[0]}],\"animations\":[{\"samplers\":"
                         "[{\"input\":0,\"output\":0}],\"channels\":[{\"sampler\":0,\"target\":{\"path\":\"scale\"}}]}]"
                         ",\"extensionsUsed\":[\"X\"]");
}

/* design 4: without a document nothing is counted, named, found or given, and outputs are emptied */
static void without_a_document_there_is_nothing(void **state) {
    (void)state;
    gltf_error error;
    gltf_source source;
    const gltf_accessor_desc *descs = (const gltf_accessor_desc *)(uintptr_t)8;
    uint32_t count = 9;
    uint32_t index = 9;
    size_t size = 9;
    memset(&source, 0x55, sizeof source);
    assert_int_equal(gltf_document_count(NULL, GLTF_OBJECT_ACCESSOR), 0);
    assert_null(gltf_document_name(NULL, GLTF_OBJECT_ACCESSOR, 0));
    assert_int_equal(gltf_document_find(NULL, GLTF_OBJECT_BUFFER, "b", &index), GLTF_ERR_ARGUMENT);
    assert_int_equal(index, GLTF_NONE);
    assert_int_equal(gltf_document_fault(NULL, GLTF_OBJECT_BUFFER, 0, &error), GLTF_ERR_ARGUMENT);
    assert_string_equal(error.field, "document");
    assert_null(gltf_document_json(NULL, &size));
    assert_int_equal(size, 0);
    assert_null(gltf_document_json(NULL, NULL));
    assert_int_equal(gltf_document_describe(NULL, &source, &descs, &count), GLTF_ERR_ARGUMENT);
    assert_null(descs);
    assert_int_equal(count, 0);
    assert_null(source.views);
    assert_int_equal(source.view_count, 0);
    assert_int_equal(gltf_document_describe(NULL, NULL, NULL, NULL), GLTF_ERR_ARGUMENT);
}

/* design 4: a name is looked for where there is a name, a place for the answer and objects that have names */
static void finding_needs_name_and_index(void **state) {
    (void)state;
    gltf_document *document = everything();
    uint32_t index = 9;
    assert_int_equal(gltf_document_find(document, GLTF_OBJECT_BUFFER, NULL, &index), GLTF_ERR_ARGUMENT);
    assert_int_equal(index, GLTF_NONE);
    assert_int_equal(gltf_document_find(document, GLTF_OBJECT_BUFFER, "b", NULL), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_find(document, GLTF_OBJECT_BUFFER, "b", &index), GLTF_OK);
    assert_int_equal(index, 0);
    assert_int_equal(gltf_document_find(document, GLTF_OBJECT_VIEW, "b", &index), GLTF_OK);
    assert_int_equal(index, GLTF_NONE);
    assert_int_equal(gltf_document_find(document, 77, "b", &index), GLTF_OK);
    assert_int_equal(index, GLTF_NONE);
    gltf_document_free(document);
}

/* design 4: only the objects that can have faults are kinds to ask for */
static void faults_belong_to_kinds_that_are_known(void **state) {
    static const int32_t unknown[] = {INT32_MIN, -1, GLTF_OBJECT_NONE, GLTF_OBJECT_EXTENSION_USED, 77};
    (void)state;
    gltf_document *document = everything();
    gltf_error error;
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        assert_int_equal(gltf_document_fault(document, unknown[i], 0, &error), GLTF_ERR_ARGUMENT);
        assert_string_equal(error.field, "object");
    }
    assert_int_equal(gltf_document_fault(document, GLTF_OBJECT_BUFFER, 1, NULL), GLTF_ERR_PROPERTY);
    assert_int_equal(gltf_document_fault(document, GLTF_OBJECT_BUFFER, 2, &error), GLTF_ERR_RANGE);
    gltf_document_free(document);
}

/* design 4: a getter without a place for its answer is a wrong call */
static void answers_need_a_place(void **state) {
    (void)state;
    gltf_document *document = everything();
    const gltf_attribute *attributes = (const gltf_attribute *)(uintptr_t)8;
    const gltf_use *uses = (const gltf_use *)(uintptr_t)8;
    uint32_t count = 9;
    gltf_error error;
    assert_int_equal(gltf_document_accessor(document, 0, NULL, &error), GLTF_ERR_ARGUMENT);
    assert_string_equal(error.field, "out");
    assert_int_equal(gltf_document_compression(document, 0, NULL, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_mesh(document, 0, NULL, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_primitive(document, 0, 0, NULL, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_node(document, 0, NULL, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_skin(document, 0, NULL, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_animation(document, 0, NULL, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_sampler(document, 0, 0, NULL, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_channel(document, 0, 0, NULL, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_target(document, 0, 0, 0, &attributes, NULL, &error), GLTF_ERR_ARGUMENT);
    assert_null(attributes);
    assert_int_equal(gltf_document_target(document, 0, 0, 0, NULL, NULL, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_uses(document, 0, &uses, NULL), GLTF_ERR_ARGUMENT);
    assert_null(uses);
    assert_int_equal(gltf_document_uses(document, 0, NULL, &count), GLTF_ERR_ARGUMENT);
    assert_int_equal(count, 0);
    gltf_document_free(document);
}

/* document.h: answers that nobody wants may be left out */
static void answers_may_be_left_out(void **state) {
    (void)state;
    gltf_document *document = everything();
    const char *uri = "";
    uint64_t length = 9;
    double max[3] = {0, 0, 0};
    float weight = 9.0f;
    gltf_error error;
    assert_non_null(gltf_document_json(document, NULL));
    assert_int_equal(gltf_document_describe(document, NULL, NULL, NULL), GLTF_OK);
    assert_int_equal(gltf_document_buffer_uri(document, 0, NULL, &length), GLTF_OK);
    assert_int_equal(length, 4);
    assert_int_equal(gltf_document_buffer_uri(document, 0, &uri, NULL), GLTF_OK);
    assert_null(uri);
    assert_int_equal(gltf_document_node_weights(document, 0, &weight, 1, NULL, &error), GLTF_OK);
    assert_true(weight == 0.0f);
    assert_int_equal(gltf_document_declared_bounds(document, 0, NULL, max, 3, &error), GLTF_OK);
    assert_true(max[0] == 4 && max[1] == 5 && max[2] == 6);
    assert_int_equal(gltf_document_declared_bounds(document, 0, NULL, NULL, 0, &error), GLTF_OK);
    gltf_document_free(document);
}

/* design 4: parts that are not there are out of range, whatever is asked of them */
static void missing_parts_are_out_of_range(void **state) {
    (void)state;
    gltf_document *document = everything();
    gltf_animation_sampler sampler;
    gltf_animation_channel channel;
    gltf_compression facts;
    gltf_mesh mesh;
    uint32_t index = 9;
    size_t count = 9;
    float weight = 9.0f;
    gltf_error error;
    assert_int_equal(gltf_document_attribute(document, 0, 0, 1, "POSITION", &index, NULL, &error), GLTF_ERR_RANGE);
    assert_int_equal(index, GLTF_NONE);
    assert_int_equal(error.target, 1);
    assert_string_equal(error.field, "targets");
    assert_int_equal(gltf_document_sampler(document, 0, 1, &sampler, &error), GLTF_ERR_RANGE);
    assert_int_equal(gltf_document_sampler(document, 1, 0, &sampler, &error), GLTF_ERR_RANGE);
    assert_int_equal(gltf_document_channel(document, 0, 1, &channel, &error), GLTF_ERR_RANGE);
    assert_int_equal(gltf_document_channel(document, 1, 0, &channel, &error), GLTF_ERR_RANGE);
    assert_int_equal(gltf_document_compression(document, 1, &facts, &error), GLTF_ERR_RANGE);
    assert_int_equal(gltf_document_mesh(document, 1, &mesh, &error), GLTF_OK);
    assert_int_equal(mesh.target_count, 0);
    assert_int_equal(gltf_document_node_weights(document, 9, &weight, 1, &count, &error), GLTF_ERR_RANGE);
    assert_int_equal(gltf_document_node_weights(document, 1, &weight, 1, &count, &error), GLTF_ERR_REFERENCE);
    assert_int_equal(count, 0);
    assert_int_equal(gltf_document_node_weights(document, 3, NULL, 0, NULL, &error), GLTF_OK);
    gltf_document_free(document);
}

/* spec 3.6.2.5: declared bounds are as many numbers as the shape has, and nothing else */
static void declared_bounds_are_whole_or_refused(void **state) {
    static const struct {
        const char *min;
        const char *max;
        gltf_status status;
        const char *field;
    } rows[] = {
        {"[1,2]", "[3,4]", GLTF_OK, NULL},
        {"[1,2,3]", "[3,4]", GLTF_ERR_PROPERTY, "min"},
        {"[1]", "[3,4]", GLTF_ERR_PROPERTY, "min"},
        {"[\"1\",2]", "[3,4]", GLTF_ERR_PROPERTY, "min"},
        {"[1,null]", "[3,4]", GLTF_ERR_PROPERTY, "min"},
        {"{\"a\":1,\"b\":2}", "[3,4]", GLTF_ERR_PROPERTY, "min"},
        {"[1,2]", "[3]", GLTF_ERR_PROPERTY, "max"},
        {"[1,2]", "7", GLTF_ERR_PROPERTY, "max"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char members[300] = "\"accessors\":[{\"componentType\":5126,\"count\":2,\"type\":\"VEC2\",\"min\":";
        double both[2][2] = {{9, 9}, {9, 9}};
        gltf_error error = {0};
        strcat(members, rows[i].min);
        strcat(members, ",\"max\":");
        strcat(members, rows[i].max);
        strcat(members, "}]");
        gltf_document *document = document_with(members);
        assert_int_equal(gltf_document_declared_bounds(document, 0, both[0], both[1], 2, &error), rows[i].status);
        if (rows[i].field) {
            assert_string_equal(error.field, rows[i].field);
            assert_true(both[0][0] == 9 && both[1][1] == 9);
        } else {
            assert_true(both[0][0] == 1 && both[1][1] == 4);
        }
        assert_int_equal(gltf_document_declared_bounds(document, 0, NULL, both[1], 1, &error), GLTF_ERR_CAPACITY);
        gltf_document_free(document);
    }
}

/* spec 3.7.2.1: indices need an accessor of plain unsigned scalars, and vertices to point at */
static void drawing_needs_vertices_and_plain_indices(void **state) {
    (void)state;
    static const uint8_t bytes[8] = {0, 1, 2, 0, 0, 0, 0, 0};
    gltf_document *document = document_with(
        "\"buffers\":[{\"byteLength\":8}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":8}],\"accessors\":["
        "{\"bufferView\":0,\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\",\"normalized\":true},"
        "{\"bufferView\":0,\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\"},"
        "{\"bufferView\":0,\"componentType\":5121,\"count\":3,\"type\":\"VEC2\"},"
        "{\"componentType\":5126,\"count\":5000000000,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":["
        "{\"attributes\":{\"P\":1},\"indices\":0},{\"attributes\":{},\"indices\":1},{\"attributes\":{}},"
        "{\"attributes\":{\"P\":3}},{\"attributes\":{\"P\":1},\"indices\":2},{\"attributes\":{\"P\":3},\"mode\":5}]}]");
    uint32_t out[8];
    size_t count = 9;
    gltf_error error;
    assert_int_equal(gltf_document_set_buffer(document, 0, bytes, 8, &error), GLTF_OK);
    assert_int_equal(gltf_document_indices(document, 0, 0, 0, out, 8, &count, &error), GLTF_ERR_CONVERSION);
    assert_int_equal(gltf_document_indices(document, 0, 1, 0, out, 8, &count, &error), GLTF_ERR_RANGE);
    assert_int_equal(error.expected, 0);
    assert_int_equal(gltf_document_indices(document, 0, 2, 0, out, 8, &count, &error), GLTF_OK);
    assert_int_equal(count, 0);
    assert_int_equal(gltf_document_indices(document, 0, 3, 0, out, 8, &count, &error), GLTF_ERR_COUNT);
    assert_int_equal(error.found, 5000000000u);
    assert_int_equal(gltf_document_indices(document, 0, 4, 0, out, 8, &count, &error), GLTF_ERR_CONVERSION);
    assert_int_equal(gltf_document_indices(document, 0, 5, GLTF_INDICES_TRIANGLES, out, 8, &count, &error),
                     GLTF_ERR_COUNT);
    gltf_document_free(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_document_there_is_nothing),
        cmocka_unit_test(finding_needs_name_and_index),
        cmocka_unit_test(faults_belong_to_kinds_that_are_known),
        cmocka_unit_test(answers_need_a_place),
        cmocka_unit_test(answers_may_be_left_out),
        cmocka_unit_test(missing_parts_are_out_of_range),
        cmocka_unit_test(declared_bounds_are_whole_or_refused),
        cmocka_unit_test(drawing_needs_vertices_and_plain_indices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
