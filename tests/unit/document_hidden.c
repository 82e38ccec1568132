/* unit/document_hidden.c - layer 2: data that lies in an extension that is not decoded is an error, all other data is read.
 * [design D18] */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/documents.h"

#define EMPTY "{\"componentType\":5121,\"count\":1,\"type\":\"SCALAR\"}"
/* Accessors: 0 to 2 without data, 3 with a view, 4 with a sparse part alone, 5 with the other view. */
#define TABLES                                                                                                         \
    "\"buffers\":[{\"byteLength\":4,\"uri\":\"data:,%00%02%03%04\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":4}" \
    ","                                                                                                                \
    "{\"buffer\":0,\"byteOffset\":1,\"byteLength\":1}],\"accessors\":[" EMPTY "," EMPTY "," EMPTY                      \
    ",{\"componentType\":5121,\"count\":1,\"type\":\"SCALAR\",\"bufferView\":1},{\"componentType\":5121,\"count\":1,"  \
    "\"type\":\"SCALAR\",\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":0,\"componentType\":5121},\"values\":{"   \
    "\"bufferView\":1}}},{\"componentType\":5121,\"count\":1,\"type\":\"SCALAR\",\"bufferView\":0}]"

enum { ACCESSORS = 6 };

typedef struct hidden_row {
    const char *required; /* strings of extensionsRequired */
    const char *mesh;     /* members of the mesh */
    const char *nodes;
    uint32_t hidden;  /* bit i: accessor i has no data that can be read */
    const char *name; /* of the extension that has it */
} hidden_row;

#define PRIMITIVE(extensions)                                                                                          \
    "\"primitives\":[{\"attributes\":{\"POSITION\":0,\"_V\":3,\"_S\":4},\"indices\":1,\"targets\":[{\"POSITION\":2}]," \
    "\"extensions\":{" extensions "}}]"

static gltf_document *document_of_row(const hidden_row *row) {
    char members[3000];
    gltf_error error;
    snprintf(members, sizeof members, "\"extensionsRequired\":[%s],%s,\"meshes\":[{%s}],\"nodes\":[%s]", row->required,
             TABLES, row->mesh, row->nodes);
    gltf_document *document = document_with(members);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    return document;
}

static void check_hidden(const hidden_row *rows, size_t count) {
    for (size_t r = 0; r < count; r++) {
        gltf_document *document = document_of_row(&rows[r]);
        for (uint32_t a = 0; a < ACCESSORS; a++) {
            gltf_accessor accessor;
            gltf_error error = {0};
            const gltf_status status = gltf_document_accessor(document, a, &accessor, &error);
            if (status != (rows[r].hidden >> a & 1 ? GLTF_ERR_EXTENSION : GLTF_OK)) {
                fail_msg("row %u, accessor %u: status %d", (unsigned)r, (unsigned)a, (int)status);
            }
            if (status != GLTF_OK) {
                assert_string_equal(error.name, rows[r].name);
                assert_int_equal(error.object, GLTF_OBJECT_ACCESSOR);
                assert_int_equal(error.index, a);
            }
        }
        gltf_document_free(document);
    }
}

#define SPZ "\"KHR_gaussian_splatting_compression_spz_2\""

/* never zeros: nested or not, required or not, listed or not */
static void compressed_data_is_hidden_at_any_depth(void **state) {
    static const hidden_row rows[] = {
        {"", PRIMITIVE("\"KHR_gaussian_splatting\":{\"extensions\":{" SPZ ":{\"bufferView\":0}}}"), "", 7,
         "KHR_gaussian_splatting_compression_spz_2"},
        {SPZ, PRIMITIVE("\"KHR_gaussian_splatting\":{\"extensions\":{" SPZ ":{\"bufferView\":0}}}"), "", 7,
         "KHR_gaussian_splatting_compression_spz_2"},
        {"", PRIMITIVE(SPZ ":{\"bufferView\":0}"), "", 7, "KHR_gaussian_splatting_compression_spz_2"},
        {"", PRIMITIVE("\"X\":{\"extensions\":{" SPZ ":{}}}"), "", 7, "KHR_gaussian_splatting_compression_spz_2"},
        {"", PRIMITIVE("\"X_a\":{\"b\":[0,{\"c\":{\"bufferView\":0}}]}"), "", 7, "X_a"},
        {"", PRIMITIVE("\"X_a\":{\"b\":[\"\\\\\\\"\",{\"buffer\\u0056iew\" : 0}]}"), "", 7, "X_a"},
        {"", PRIMITIVE("\"X_a\":{},\"X_b\":{\"extensions\":{\"X_c\":{\"bufferView\":0}}}"), "", 7, "X_b"},
        {"", PRIMITIVE("\"EXT_mesh_features\":{\"extensions\":{\"X_c\":{\"bufferView\":0}}}"), "", 7, "X_c"},
        {"\"X_a\"", PRIMITIVE("\"X_a\":{}"), "", 7, "X_a"},
        {"\"X_a\"", PRIMITIVE("\"X_b\":{\"n\":1,\"extensions\":{\"X_c\":{\"extensions\":{\"X_a\":{}}}}}"), "", 7,
         "X_a"},
        {"\"X_a\"", PRIMITIVE("") ",\"extensions\":{\"X_a\":{}}", "", 7, "X_a"},
        {"", PRIMITIVE("") ",\"extensions\":{\"X_a\":{\"bufferView\":0}}", "", 7, "X_a"},
        {"", "\"primitives\":[]",
         "{\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"_A\":0,\"_B\":3},\"extensions\":{\"X_a\":{"
         "\"bufferView\":0}}}}}",
         1, "X_a"},
    };
    (void)state;
    check_hidden(rows, sizeof rows / sizeof rows[0]);
}

/* never refusal without need: zeros are zeros where nothing else can have the data */
static void other_data_is_read(void **state) {
    static const hidden_row rows[] = {
        {"", PRIMITIVE(""), "", 0, NULL},
        {"", PRIMITIVE("\"X_a\":{}"), "", 0, NULL},
        {"", PRIMITIVE("\"X_a\":{\"a\":\"bufferView\",\"b\":[\"bufferView\"],\"bufferViews\":0}"), "", 0, NULL},
        {"\"X_a\"", PRIMITIVE("\"X_b\":{},\"X_c\":7"), "", 0, NULL},
        {"\"X_a\"", PRIMITIVE("\"KHR_materials_variants\":{\"bufferView\":0,\"x\":{\"X_a\":{}}}"), "", 0, NULL},
        {"\"KHR_gaussian_splatting\"", PRIMITIVE("\"KHR_gaussian_splatting\":{\"extensions\":[]}"), "", 0, NULL},
        {"\"X_a\"", "\"primitives\":[{\"attributes\":{\"POSITION\":3},\"extensions\":{\"X_a\":{}}}]", "", 0, NULL},
        {"\"X_a\"", "\"primitives\":[{\"attributes\":{\"POSITION\":0},\"extras\":{\"extensions\":{\"X_a\":{}}}}]", "",
         0, NULL},
        {"\"X_a\"", "\"primitives\":[]",
         "{\"extensions\":{\"X_b\":{},\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"_A\":0}}}}", 0, NULL},
    };
    (void)state;
    check_hidden(rows, sizeof rows / sizeof rows[0]);
}

/* An accessor's own extension has its data where it has no other, and only then unless it is required. */
static void extension_of_an_accessor_has_its_data(void **state) {
    static const struct {
        const char *required;
        const char *more;
        gltf_status status;
    } rows[] = {
        {"", ",\"extensions\":{\"X_a\":{\"bufferView\":0}}", GLTF_ERR_EXTENSION},
        {"", ",\"bufferView\":0,\"extensions\":{\"X_a\":{\"bufferView\":0}}", GLTF_OK},
        {"\"X_a\"", ",\"bufferView\":0,\"extensions\":{\"X_a\":{}}", GLTF_ERR_EXTENSION},
        {"\"X_a\"", ",\"bufferView\":0,\"extensions\":{\"X_b\":{\"extensions\":{\"X_a\":{}}}}", GLTF_ERR_EXTENSION},
        {"", ",\"extensions\":{\"X_a\":{}}", GLTF_OK},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char members[600];
        gltf_accessor accessor;
        gltf_error error;
        snprintf(
            members, sizeof members,
            "\"extensionsRequired\":[%s],\"buffers\":[{\"byteLength\":1,\"uri\":\"data:,a\"}],\"bufferViews\":[{"
            "\"buffer\":0,\"byteLength\":1}],\"accessors\":[{\"componentType\":5121,\"count\":1,\"type\":\"SCALAR\""
            "%s}]",
            rows[i].required, rows[i].more);
        gltf_document *document = document_with(members);
        gltf_document_load(document, GLTF_NONE, NULL, NULL);
        assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), rows[i].status);
        gltf_document_free(document);
    }
}

/* The primitive that is asked says why, whatever others say about an accessor that they share. */
static void primitive_names_its_own_extension(void **state) {
    static const hidden_row row = {
        "",
        "\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1,\"targets\":[{\"POSITION\":2}],\"extensions\":{"
        "\"X_a\":{\"bufferView\":0}}},{\"attributes\":{\"POSITION\":0},\"indices\":1,\"targets\":[{\"POSITION\":2}],"
        "\"extensions\":{\"X_b\":{\"bufferView\":0}}}]",
        "", 0, NULL};
    static const char *const names[] = {"X_a", "X_b"};
    (void)state;
    gltf_document *document = document_of_row(&row);
    for (uint32_t p = 0; p < 2; p++) {
        for (uint32_t i = 0; i < 3; i++) {
            gltf_accessor accessor;
            gltf_error error = {0};
            uint32_t index = 0;
            assert_int_equal(gltf_document_attribute(document, 0, p, i == 2 ? 0 : GLTF_NONE, i == 1 ? NULL : "POSITION",
                                                     &index, &accessor, &error),
                             GLTF_ERR_EXTENSION);
            assert_string_equal(error.name, names[p]);
            assert_int_equal(error.index, i);
            assert_int_equal(index, GLTF_NONE);
            assert_int_equal(accessor.count, 0);
        }
    }
    gltf_document_free(document);
}

/* A mode that an unknown extension may define does not hide the attributes; without one it is a fault. */
static void mode_of_an_extension_hides_nothing(void **state) {
    static const struct {
        const char *required;
        const char *extensions;
        gltf_status status;
    } rows[] = {
        {"", "\"X_a\":{}", GLTF_OK},
        {"\"X_a\"", "\"X_a\":{}", GLTF_OK},
        {"", "\"EXT_mesh_features\":{\"extensions\":{\"X_a\":{}}}", GLTF_OK},
        {"", "\"EXT_mesh_features\":{}", GLTF_ERR_PROPERTY},
        {"", "", GLTF_ERR_PROPERTY},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char mesh[300];
        gltf_primitive primitive;
        gltf_accessor accessor;
        gltf_error error;
        uint32_t out[2] = {7, 7};
        size_t count = 0;
        snprintf(mesh, sizeof mesh,
                 "\"primitives\":[{\"attributes\":{\"_V\":3},\"mode\":2147483647,\"extensions\":{%s}}]",
                 rows[i].extensions);
        const hidden_row row = {rows[i].required, mesh, "", 0, NULL};
        gltf_document *document = document_of_row(&row);
        assert_int_equal(gltf_document_primitive(document, 0, 0, &primitive, &error), rows[i].status);
        assert_int_equal(primitive.mode, rows[i].status == GLTF_OK ? 2147483647 : 0);
        assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, "_V", NULL, &accessor, &error),
                         rows[i].status);
        assert_int_equal(gltf_document_accessor(document, 3, &accessor, &error), GLTF_OK);
        assert_int_equal(accessor.data[0], 2);
        if (rows[i].status == GLTF_OK) {
            assert_int_equal(gltf_document_indices(document, 0, 0, 0, out, 2, &count, &error), GLTF_OK);
            assert_int_equal(count, 1);
            assert_int_equal(out[0], 0);
            assert_int_equal(gltf_document_indices(document, 0, 0, GLTF_INDICES_TRIANGLES, out, 2, &count, &error),
                             GLTF_ERR_CONVERSION);
            assert_string_equal(error.field, "mode");
        }
        gltf_document_free(document);
    }
}

/* Extensions may lie in each other as deep as the text may be nested; that takes no square of the depth. */
static void deep_extensions_are_searched(void **state) {
    enum { DEPTH = 250, REPEATS = 4000 };
    char *text = malloc(DEPTH * 32 + REPEATS * 32 + 1000);
    gltf_accessor accessor;
    gltf_error error;
    (void)state;
    assert_non_null(text);
    size_t size = (size_t)sprintf(text,
                                  "\"extensionsRequired\":[\"X_a\"],\"accessors\":[%s],\"meshes\":[{\"primitives\":[{"
                                  "\"attributes\":{\"POSITION\":0}",
                                  EMPTY);
    for (int i = 0; i < DEPTH - 4; i++) {
        size += (size_t)sprintf(text + size, ",\"extensions\":{\"X\":{\"n\":0");
    }
    for (int i = 0; i < REPEATS; i++) {
        size += (size_t)sprintf(text + size, ",\"n\":[1,2,3,4,5,6,7,8]");
    }
    size += (size_t)sprintf(text + size, ",\"extensions\":{\"X_a\":{}}");
    for (int i = 0; i < DEPTH - 4; i++) {
        size += (size_t)sprintf(text + size, "}}");
    }
    sprintf(text + size, "}]}]");
    gltf_document *document = document_with(text);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_EXTENSION);
    assert_string_equal(error.name, "X_a");
    gltf_document_free(document);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compressed_data_is_hidden_at_any_depth), cmocka_unit_test(other_data_is_read),
        cmocka_unit_test(extension_of_an_accessor_has_its_data),  cmocka_unit_test(primitive_names_its_own_extension),
        cmocka_unit_test(mode_of_an_extension_hides_nothing),     cmocka_unit_test(deep_extensions_are_searched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
