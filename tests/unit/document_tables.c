/* unit/document_tables.c - layer 2: buffers, views, accessors and what refers to them, sound and broken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/documents.h"

/* A text, the object to look at, and the fault that it must have. */
typedef struct fault_row {
    const char *members;
    int32_t object;
    uint32_t index;
    gltf_status status;
    const char *field;
} fault_row;

static void check_rows(const fault_row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        gltf_document *document = document_with(rows[i].members);
        gltf_error error = {0};
        const gltf_status status = gltf_document_fault(document, rows[i].object, rows[i].index, &error);
        if (status != rows[i].status) {
            fail_msg("%s: %s, not %s", rows[i].members, gltf_status_name(status), gltf_status_name(rows[i].status));
        }
        if (status != GLTF_OK) {
            assert_int_equal(error.status, status);
            assert_int_equal(error.object, rows[i].object);
            assert_int_equal(error.index, rows[i].index);
            if (rows[i].field) {
                assert_non_null(error.field);
                assert_string_equal(error.field, rows[i].field);
            }
        }
        gltf_document_free(document);
    }
}

#define ACCESSOR(more)                                                                                                 \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":64}],\"buffers\":[{\"byteLength\":64}],\"accessors\":[{" more "}]"
#define SOUND "\"componentType\":5126,\"count\":2,\"type\":\"VEC3\""

/* spec 5.1, 5.2: every property of an accessor, missing, mistyped and out of range */
static void accessor_properties_are_checked(void **state) {
    static const fault_row rows[] = {
        {ACCESSOR(SOUND), GLTF_OBJECT_ACCESSOR, 0, GLTF_OK, NULL},
        {ACCESSOR(SOUND ",\"bufferView\":0,\"byteOffset\":4.0,\"normalized\":false,\"name\":7"), GLTF_OBJECT_ACCESSOR,
         0, GLTF_OK, NULL},
        {ACCESSOR("\"count\":2,\"type\":\"VEC3\""), GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_PROPERTY, "componentType"},
        {ACCESSOR("\"componentType\":5124,\"count\":2,\"type\":\"VEC3\""), GLTF_OBJECT_ACCESSOR, 0,
         GLTF_ERR_COMPONENT_TYPE, "componentType"},
        {ACCESSOR("\"componentType\":\"5126\",\"count\":2,\"type\":\"VEC3\""), GLTF_OBJECT_ACCESSOR, 0,
         GLTF_ERR_PROPERTY, "componentType"},
        {ACCESSOR("\"componentType\":5126,\"type\":\"VEC3\""), GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_PROPERTY, "count"},
        {ACCESSOR("\"componentType\":5126,\"count\":\"2\",\"type\":\"VEC3\""), GLTF_OBJECT_ACCESSOR, 0,
         GLTF_ERR_PROPERTY, "count"},
        {ACCESSOR("\"componentType\":5126,\"count\":-1,\"type\":\"VEC3\""), GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_PROPERTY,
         "count"},
        {ACCESSOR("\"componentType\":5126,\"count\":1.5,\"type\":\"VEC3\""), GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_PROPERTY,
         "count"},
        {ACCESSOR("\"componentType\":5126,\"count\":1e400,\"type\":\"VEC3\""), GLTF_OBJECT_ACCESSOR, 0,
         GLTF_ERR_PROPERTY, "count"},
        {ACCESSOR("\"componentType\":5126,\"count\":9007199254740992,\"type\":\"VEC3\""), GLTF_OBJECT_ACCESSOR, 0,
         GLTF_ERR_PROPERTY, "count"},
        {ACCESSOR("\"componentType\":5126,\"count\":2"), GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_PROPERTY, "type"},
        {ACCESSOR("\"componentType\":5126,\"count\":2,\"type\":\"vec3\""), GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_SHAPE,
         "type"},
        {ACCESSOR("\"componentType\":5126,\"count\":2,\"type\":\"VEC3\\u0000\""), GLTF_OBJECT_ACCESSOR, 0,
         GLTF_ERR_SHAPE, "type"},
        {ACCESSOR(SOUND ",\"bufferView\":1"), GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_REFERENCE, "bufferView"},
        {ACCESSOR(SOUND ",\"bufferView\":null"), GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_PROPERTY, "bufferView"},
        {ACCESSOR(SOUND ",\"bufferView\":0,\"byteOffset\":-4"), GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_PROPERTY,
         "byteOffset"},
        {ACCESSOR(SOUND ",\"normalized\":1"), GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_PROPERTY, "normalized"},
        {ACCESSOR(SOUND ",\"min\":null,\"max\":7,\"extras\":[[]]"), GLTF_OBJECT_ACCESSOR, 0, GLTF_OK, NULL},
        {ACCESSOR(SOUND ",\"sparse\":5"), GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_PROPERTY, "sparse"},
        {ACCESSOR(SOUND ",\"sparse\":{\"count\":1}"), GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_PROPERTY, "sparse.indices"},
        {ACCESSOR(SOUND ",\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":0,\"componentType\":5121}}"),
         GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_PROPERTY, "sparse.values"},
        {ACCESSOR(SOUND ",\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":3,\"componentType\":5121},\"values\":{"
                        "\"bufferView\":0}}"),
         GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_REFERENCE, "sparse.indices.bufferView"},
        {ACCESSOR(SOUND
                  ",\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":0,\"componentType\":5121},\"values\":{}}"),
         GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_PROPERTY, "sparse.values.bufferView"},
        {ACCESSOR(SOUND
                  ",\"sparse\":{\"indices\":{\"bufferView\":0,\"componentType\":5121},\"values\":{\"bufferView\":0}}"),
         GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_PROPERTY, "sparse.count"},
        {ACCESSOR(SOUND ",\"extensions\":{\"MPEG_accessor_timed\":{}}"), GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_DYNAMIC,
         "extensions"},
        {ACCESSOR("\"componentType\":5126,\"count\":2,\"type\":\"VEC5\",\"extensions\":{\"MPEG_accessor_timed\":{}}"),
         GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_SHAPE, "type"}, /* the first fault holds */
        {"\"accessors\":[7]", GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_PROPERTY, NULL},
        {"\"accessors\":[7]", GLTF_OBJECT_ACCESSOR, 1, GLTF_ERR_RANGE, NULL},
    };
    (void)state;
    check_rows(rows, sizeof rows / sizeof rows[0]);
}

/* spec 5.10, 5.11: buffers and views */
static void buffer_and_view_properties_are_checked(void **state) {
    static const fault_row rows[] = {
        {"\"buffers\":[{\"byteLength\":1e2}]", GLTF_OBJECT_BUFFER, 0, GLTF_OK, NULL},
        {"\"buffers\":[{}]", GLTF_OBJECT_BUFFER, 0, GLTF_ERR_PROPERTY, "byteLength"},
        {"\"buffers\":[{\"byteLength\":true}]", GLTF_OBJECT_BUFFER, 0, GLTF_ERR_PROPERTY, "byteLength"},
        {"\"buffers\":[{\"byteLength\":4,\"uri\":5}]", GLTF_OBJECT_BUFFER, 0, GLTF_ERR_PROPERTY, "uri"},
        {"\"buffers\":[{\"byteLength\":4,\"uri\":\"data:nothing\"}]", GLTF_OBJECT_BUFFER, 0, GLTF_ERR_URI, "uri"},
        {"\"buffers\":[{\"byteLength\":4,\"uri\":\"a%00b\"}]", GLTF_OBJECT_BUFFER, 0, GLTF_ERR_URI, "uri"},
        {"\"buffers\":[{\"byteLength\":4,\"uri\":\"a\\u0000b\"}]", GLTF_OBJECT_BUFFER, 0, GLTF_ERR_URI, "uri"},
        {"\"buffers\":[{\"byteLength\":4,\"extensions\":{\"MPEG_buffer_circular\":{}}}]", GLTF_OBJECT_BUFFER, 0,
         GLTF_ERR_DYNAMIC, "extensions"},
        {"\"bufferViews\":[{\"buffer\":0,\"byteLength\":4}]", GLTF_OBJECT_VIEW, 0, GLTF_ERR_REFERENCE, "buffer"},
        {"\"buffers\":[{\"byteLength\":8}],\"bufferViews\":[{\"byteLength\":4}]", GLTF_OBJECT_VIEW, 0,
         GLTF_ERR_PROPERTY, "buffer"},
        {"\"buffers\":[{\"byteLength\":8}],\"bufferViews\":[{\"buffer\":0}]", GLTF_OBJECT_VIEW, 0, GLTF_ERR_PROPERTY,
         "byteLength"},
        {"\"buffers\":[{\"byteLength\":8}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":4,\"byteStride\":5000000000}]",
         GLTF_OBJECT_VIEW, 0, GLTF_ERR_PROPERTY, "byteStride"},
        {"\"buffers\":[{\"byteLength\":8}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":4,\"target\":\"x\"}]",
         GLTF_OBJECT_VIEW, 0, GLTF_OK, NULL},
    };
    (void)state;
    check_rows(rows, sizeof rows / sizeof rows[0]);
}

/* design D18: an unknown required extension hides a buffer, view or accessor that carries it, directly or inside another one */
static void unknown_required_extension_hides_its_carriers(void **state) {
#define NEEDS "\"extensionsRequired\":[\"KHR_mesh_quantization\",\"B_x\",\"A_x\"],"
    static const fault_row rows[] = {
        {NEEDS "\"buffers\":[{\"byteLength\":8}]", GLTF_OBJECT_BUFFER, 0, GLTF_OK, NULL},
        {NEEDS "\"buffers\":[{\"byteLength\":8,\"extensions\":{\"C_x\":{},\"A_x\":{}}}]", GLTF_OBJECT_BUFFER, 0,
         GLTF_ERR_EXTENSION, "extensions"},
        {NEEDS "\"buffers\":[{\"byteLength\":8}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":4,\"extensions\":{\"B_"
               "x\":{}}}]",
         GLTF_OBJECT_VIEW, 0, GLTF_ERR_EXTENSION, "extensions"},
        {NEEDS "\"accessors\":[{" SOUND ",\"extensions\":{\"A_x\":{}}}]", GLTF_OBJECT_ACCESSOR, 0, GLTF_ERR_EXTENSION,
         "extensions"},
        {NEEDS "\"buffers\":[{\"byteLength\":8,\"extensions\":{\"C_x\":{\"extensions\":{\"A_x\":{}}}}}]",
         GLTF_OBJECT_BUFFER, 0, GLTF_ERR_EXTENSION, "extensions"},
        {NEEDS "\"accessors\":[{" SOUND ",\"extensions\":{\"KHR_mesh_quantization\":{},\"D_x\":{}}}]",
         GLTF_OBJECT_ACCESSOR, 0, GLTF_OK, NULL},
        {"\"accessors\":[{" SOUND ",\"extensions\":{\"A_x\":{}}}]", GLTF_OBJECT_ACCESSOR, 0, GLTF_OK, NULL},
    };
    (void)state;
    check_rows(rows, sizeof rows / sizeof rows[0]);

    gltf_accessor accessor;
    gltf_error error;
    gltf_document *document = document_with(
        NEEDS "\"accessors\":[{" SOUND "},{" SOUND "}],\"meshes\":[{\"primitives\":["
              "{\"attributes\":{\"POSITION\":0},\"extensions\":{\"B_x\":{}}},{\"attributes\":{\"POSITION\":1}}]}]");
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_EXTENSION);
    assert_string_equal(error.name, "B_x");
    assert_int_equal(gltf_document_accessor(document, 1, &accessor, &error), GLTF_OK);
    gltf_document_free(document);
}

/* spec-notes 7.5: an accessor without data behind Draco is compressed, not zero; one with data is its fallback */
static void draco_never_reads_as_zeros(void **state) {
    (void)state;
    gltf_accessor accessor;
    gltf_error error;
    gltf_document *document = document_with(
        "\"buffers\":[{\"byteLength\":64}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":64}],\"accessors\":[{" SOUND
        "},{" SOUND ",\"bufferView\":0},{\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1},\"indices\":2,\"extensions\":"
        "{\"KHR_draco_mesh_compression\":{\"bufferView\":0,\"attributes\":{\"POSITION\":0,\"NORMAL\":1}}}}]}]");
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_EXTENSION);
    assert_string_equal(error.name, "KHR_draco_mesh_compression");
    assert_null(accessor.data);
    assert_int_equal(accessor.count, 0);
    assert_int_equal(gltf_document_accessor(document, 1, &accessor, &error), GLTF_ERR_NOT_LOADED);
    assert_int_equal(gltf_document_accessor(document, 2, &accessor, &error), GLTF_ERR_EXTENSION);
    gltf_document_free(document);
}

/* design D10: what refers to a broken object answers with that object's fault, the rest stays usable */
static void broken_object_poisons_only_what_refers_to_it(void **state) {
    (void)state;
    static const uint8_t bytes[64] = {1, 2, 3};
    gltf_document *document = document_with("\"buffers\":[{\"byteLength\":64},{}],\"bufferViews\":[{\"buffer\":0,"
                                            "\"byteLength\":64},{\"buffer\":0},{\"buffer\":1,\"byteLength\":4}],"
                                            "\"accessors\":[{" SOUND ",\"bufferView\":0},{" SOUND
                                            ",\"bufferView\":1},{" SOUND ",\"bufferView\":2},{\"count\":1},"
                                            "{" SOUND ",\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":0,"
                                            "\"componentType\":5121},\"values\":{\"bufferView\":1}}}]");
    gltf_accessor accessor;
    gltf_error error;
    assert_int_equal(gltf_document_set_buffer(document, 0, bytes, sizeof bytes, &error), GLTF_OK);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_OK);
    assert_int_equal(gltf_document_accessor(document, 1, &accessor, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(error.object, GLTF_OBJECT_VIEW);
    assert_int_equal(error.index, 1);
    assert_string_equal(error.field, "byteLength");
    assert_int_equal(gltf_document_accessor(document, 2, &accessor, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(error.object, GLTF_OBJECT_BUFFER);
    assert_int_equal(error.index, 1);
    assert_int_equal(gltf_document_accessor(document, 3, &accessor, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(error.object, GLTF_OBJECT_ACCESSOR);
    assert_int_equal(gltf_document_accessor(document, 4, &accessor, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(error.object, GLTF_OBJECT_VIEW);
    assert_int_equal(gltf_document_accessor(document, 5, &accessor, &error), GLTF_ERR_RANGE);
    assert_int_equal(gltf_document_accessor(document, 0, NULL, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_accessor(NULL, 0, &accessor, NULL), GLTF_ERR_ARGUMENT);

    gltf_source source;
    const gltf_accessor_desc *descs = NULL;
    uint32_t count = 0;
    assert_int_equal(gltf_document_describe(document, &source, &descs, &count), GLTF_OK);
    assert_int_equal(count, 5);
    assert_int_equal(descs[3].component_type, 0);
    assert_int_equal(descs[3].view, GLTF_NONE);
    assert_int_equal(descs[3].id, 3);
    assert_int_equal(source.views[1].buffer, GLTF_NONE);
    assert_int_equal(gltf_document_describe(NULL, &source, &descs, &count), GLTF_ERR_ARGUMENT);
    assert_null(descs);
    gltf_document_free(document);
}

/* spec 3.6.2.2: byteOffset without a view is read as nothing by default, and refused by STRICT even when it is 0 */
static void offset_without_view_is_strict_only(void **state) {
    static const char text[] = "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{" SOUND ",\"byteOffset\":0}]}";
    (void)state;
    for (uint32_t strict = 0; strict < 2; strict++) {
        gltf_document *document = NULL;
        gltf_document_options options;
        gltf_accessor accessor;
        gltf_error error;
        gltf_document_options_init(&options, sizeof options);
        options.source_flags = strict;
        assert_int_equal(gltf_document_parse(text, sizeof text - 1, &options, &document, &error), GLTF_OK);
        assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), strict ? GLTF_ERR_PROPERTY : GLTF_OK);
        gltf_document_free(document);
    }
}

/* ---- Declared bounds ---- */

/* spec 3.6.2.5: min and max come from the text on request; escapes and duplicates as everywhere */
static void declared_bounds_are_read_on_request(void **state) {
    (void)state;
    double min[3], max[3];
    gltf_error error;
    gltf_document *document =
        document_with("\"accessors\":[{" SOUND ",\"min\":[9],\"m\\u0069n\":[-1,0.5,1e-3],\"max\":[1,2.5,3]},{" SOUND
                      "},{" SOUND ",\"min\":[1,2]},{" SOUND ",\"max\":[1,2,null]},{" SOUND ",\"max\":7},{}]");
    assert_int_equal(gltf_document_declared_bounds(document, 0, min, max, 3, &error), GLTF_OK);
    assert_true(min[0] == -1 && min[1] == 0.5 && min[2] == 1e-3 && max[0] == 1 && max[1] == 2.5 && max[2] == 3);
    assert_int_equal(gltf_document_declared_bounds(document, 0, min, max, 2, &error), GLTF_ERR_CAPACITY);
    assert_int_equal(gltf_document_declared_bounds(document, 0, NULL, max, 3, &error), GLTF_OK);
    assert_int_equal(gltf_document_declared_bounds(document, 1, min, max, 3, &error), GLTF_OK);
    assert_true(min[0] != min[0] && max[2] != max[2]);
    max[0] = 77;
    assert_int_equal(gltf_document_declared_bounds(document, 2, min, max, 3, &error), GLTF_ERR_PROPERTY);
    assert_string_equal(error.field, "min");
    assert_int_equal(error.expected, 3);
    assert_int_equal(error.found, 2);
    assert_true(max[0] == 77);
    assert_int_equal(gltf_document_declared_bounds(document, 2, NULL, max, 3, &error), GLTF_OK);
    assert_int_equal(gltf_document_declared_bounds(document, 3, min, max, 3, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(gltf_document_declared_bounds(document, 4, min, max, 3, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(gltf_document_declared_bounds(document, 5, min, max, 3, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(gltf_document_declared_bounds(document, 6, min, max, 3, &error), GLTF_ERR_RANGE);
    gltf_document_free(document);
}

/* ---- design D9: padded elements without a declared stride ---- */

/* The stride that the one attribute of a mesh gets.  `views` holds view 0, `accessors` accessor 0 and maybe neighbours. */
static uint32_t stride_of(const char *accessors, unsigned view_length, const char *attributes, uint32_t flags) {
    char text[1024];
    gltf_document *document = NULL;
    gltf_document_options options;
    const gltf_accessor_desc *descs = NULL;
    gltf_document_options_init(&options, sizeof options);
    options.source_flags = flags;
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":4096}],\"bufferViews\":[{\"buffer\":0,"
             "\"byteLength\":%u}],"
             "\"accessors\":[%s],\"meshes\":[{\"primitives\":[{\"attributes\":{%s}}]}]}",
             view_length, accessors, attributes);
    assert_int_equal(gltf_document_parse(text, strlen(text), &options, &document, NULL), GLTF_OK);
    gltf_document_describe(document, NULL, &descs, NULL);
    const uint32_t stride = descs[0].byte_stride;
    gltf_document_free(document);
    return stride;
}

#define U8VEC3(count) "{\"bufferView\":0,\"componentType\":5121,\"type\":\"VEC3\",\"count\":" #count "}"
#define I16VEC3(count) "{\"bufferView\":0,\"componentType\":5122,\"type\":\"VEC3\",\"count\":" #count "}"

/* an exact length that only the padded layout explains decides; anything else stays tight */
static void exact_length_shows_padded_elements(void **state) {
    (void)state;
    const char *position = "\"POSITION\":0";
    assert_int_equal(stride_of(U8VEC3(10), 40, position, 0), 4);  /* P * n */
    assert_int_equal(stride_of(U8VEC3(10), 39, position, 0), 4);  /* P * (n - 1) + E */
    assert_int_equal(stride_of(U8VEC3(10), 30, position, 0), 0);  /* tight */
    assert_int_equal(stride_of(U8VEC3(10), 32, position, 0), 0);  /* tight, rounded up */
    assert_int_equal(stride_of(U8VEC3(10), 41, position, 0), 0);  /* neither */
    assert_int_equal(stride_of(U8VEC3(10), 400, position, 0), 0); /* neither */
    assert_int_equal(stride_of(U8VEC3(2), 8, position, 0), 0);    /* both: tight */
    assert_int_equal(stride_of(U8VEC3(3), 12, position, 0), 0);   /* both: tight */
    assert_int_equal(stride_of(U8VEC3(1), 4, position, 0), 0);    /* one element needs no stride */
    assert_int_equal(stride_of(I16VEC3(10), 80, position, 0), 8);
    assert_int_equal(stride_of(I16VEC3(10), 78, position, 0), 8);
    assert_int_equal(stride_of(I16VEC3(10), 60, position, 0), 0);
    assert_int_equal(stride_of(I16VEC3(2), 14, position, 0), 8);
    assert_int_equal(stride_of(I16VEC3(1), 6, position, 0), 0);
}

/* design D20: a length that tight elements have once they are rounded up to 4, 8, 16, 32 or 64 shows nothing */
static void rounded_lengths_stay_tight(void **state) {
    (void)state;
    const char *position = "\"POSITION\":0";
    assert_int_equal(stride_of(U8VEC3(4), 16, position, 0), 0);   /* 12, to 16 */
    assert_int_equal(stride_of(U8VEC3(5), 20, position, 0), 4);   /* 15: no multiple ends there */
    assert_int_equal(stride_of(U8VEC3(6), 24, position, 0), 0);   /* 18, to 8 */
    assert_int_equal(stride_of(U8VEC3(12), 48, position, 0), 0);  /* 36, to 16 */
    assert_int_equal(stride_of(U8VEC3(24), 96, position, 0), 0);  /* 72, to 32 */
    assert_int_equal(stride_of(U8VEC3(48), 192, position, 0), 0); /* 144, to 64 */
    assert_int_equal(stride_of(U8VEC3(64), 256, position, 0), 4); /* 192: 256 is a whole 64 further */
    assert_int_equal(stride_of(U8VEC3(6), 23, position, 0), 4);   /* nothing is rounded to 23 */
}

/* the next accessor on the view ends the bytes; equal offsets are the same data */
static void neighbour_ends_the_bytes(void **state) {
    (void)state;
    const char *both = "\"POSITION\":0,\"_B\":1";
    assert_int_equal(
        stride_of(
            U8VEC3(10) ",{\"bufferView\":0,\"byteOffset\":40,\"componentType\":5121,\"type\":\"VEC4\",\"count\":10}",
            80, both, 0),
        4);
    assert_int_equal(
        stride_of(
            U8VEC3(10) ",{\"bufferView\":0,\"byteOffset\":30,\"componentType\":5121,\"type\":\"VEC4\",\"count\":10}",
            70, both, 0),
        0);
    assert_int_equal(stride_of(U8VEC3(10) "," U8VEC3(10), 40, both, 0), 4);
}

#define ON_VIEW(type, shape, offset, count)                                                                            \
    "{\"bufferView\":0,\"byteOffset\":" #offset ",\"componentType\":" #type ",\"type\":\"" shape                       \
    "\",\"count\":" #count "}"
#define U8VEC3_AT(offset, count) ON_VIEW(5121, "VEC3", offset, count)

/* A view of `length` bytes with accessors on it, and the stride that each of them must get. */
typedef struct stride_row {
    const char *accessors;
    const char *attributes; /* of the one primitive */
    const char *more;       /* members of the primitive */
    unsigned length;
    uint32_t strides[4];
} stride_row;

/* design D20: accessors on one view are judged together; what only tight elements explain keeps all of them tight */
static void accessors_on_one_view_are_judged_together(void **state) {
    static const stride_row rows[] = {
        /* a prefix of tight elements, padded elements, and undecided ones */
        {U8VEC3_AT(0, 8) "," U8VEC3_AT(0, 6), "\"A\":0,\"B\":1", "", 24, {0, 0}},
        {U8VEC3_AT(0, 10) "," U8VEC3_AT(0, 7), "\"A\":0,\"B\":1", "", 30, {0, 0}},
        {U8VEC3_AT(0, 10) "," U8VEC3_AT(0, 7), "\"A\":0,\"B\":1", "", 40, {4, 4}},
        {U8VEC3_AT(0, 7) "," U8VEC3_AT(0, 10), "\"A\":0,\"B\":1", "", 39, {4, 4}},
        {U8VEC3_AT(0, 10) "," U8VEC3_AT(0, 7), "\"A\":0,\"B\":1", "", 60, {0, 0}},
        /* a part that begins at an element of only one of the two layouts, of both, of none */
        {U8VEC3_AT(0, 30) "," U8VEC3_AT(60, 15), "\"A\":0,\"B\":1", "", 120, {4, 4}},
        {U8VEC3_AT(0, 10) "," U8VEC3_AT(18, 4), "\"A\":0,\"B\":1", "", 40, {0, 0}},
        {U8VEC3_AT(0, 30) "," U8VEC3_AT(12, 27), "\"A\":0,\"B\":1", "", 120, {4, 4}},
        {U8VEC3_AT(0, 10) "," U8VEC3_AT(1, 5), "\"A\":0,\"B\":1", "", 40, {0, 0}},
        {ON_VIEW(5122, "VEC3", 0, 30) "," ON_VIEW(5122, "VEC3", 12, 27), "\"A\":0,\"B\":1", "", 240, {0, 0}},
        {ON_VIEW(5122, "VEC3", 0, 30) "," ON_VIEW(5122, "VEC3", 24, 27), "\"A\":0,\"B\":1", "", 240, {8, 8}},
        /* one after the other: exact and undecided, exact and only tight, a single element */
        {U8VEC3_AT(0, 10) "," U8VEC3_AT(40, 3), "\"A\":0,\"B\":1", "", 52, {4, 4}},
        {U8VEC3_AT(0, 10) "," U8VEC3_AT(40, 5), "\"A\":0,\"B\":1", "", 99, {4, 4}},
        {U8VEC3_AT(0, 10) "," U8VEC3_AT(40, 10), "\"A\":0,\"B\":1", "", 70, {0, 0}},
        {U8VEC3_AT(40, 10) "," U8VEC3_AT(0, 10), "\"A\":0,\"B\":1", "", 78, {0, 0}},
        {U8VEC3_AT(0, 10) "," U8VEC3_AT(30, 10), "\"A\":0,\"B\":1", "", 70, {0, 0}},
        {U8VEC3_AT(0, 10) "," U8VEC3_AT(40, 1), "\"A\":0,\"B\":1", "", 43, {4, 4}},
        {U8VEC3_AT(0, 10) "," U8VEC3_AT(39, 10), "\"A\":0,\"B\":1", "", 78, {4, 4}},
        {U8VEC3_AT(0, 10) "," U8VEC3_AT(38, 10), "\"A\":0,\"B\":1", "", 77, {0, 0}},
        /* elements of other sizes: padded as well, or a reason for the length */
        {U8VEC3_AT(0, 10) "," ON_VIEW(5121, "VEC2", 40, 10), "\"A\":0,\"B\":1", "", 80, {4, 4}},
        {U8VEC3_AT(0, 10) "," ON_VIEW(5123, "VEC3", 40, 10), "\"A\":0,\"B\":1", "", 120, {4, 8}},
        {U8VEC3_AT(0, 10) "," ON_VIEW(5121, "VEC2", 40, 10), "\"A\":0,\"B\":1", "", 60, {0, 0}},
        {U8VEC3_AT(0, 10) "," ON_VIEW(5121, "SCALAR", 3, 10), "\"A\":0,\"B\":1", "", 40, {0, 0}},
        {U8VEC3_AT(0, 10) "," ON_VIEW(5121, "VEC4", 0, 10), "\"A\":0,\"B\":1", "", 40, {0, 0}},
        {U8VEC3_AT(0, 10) "," ON_VIEW(5126, "VEC3", 40, 10), "\"A\":0,\"B\":1", "", 160, {4, 0}},
        {U8VEC3_AT(0, 10) "," ON_VIEW(5126, "VEC3", 32, 10), "\"A\":0,\"B\":1", "", 152, {0, 0}},
        {ON_VIEW(5126, "VEC3", 0, 4), "\"A\":0", "", 48, {0}},
        /* what nothing uses follows; indices are always tight, and keep elements of their size so */
        {U8VEC3_AT(0, 10) "," U8VEC3_AT(0, 7), "\"A\":0", "", 40, {4, 4}},
        {U8VEC3_AT(0, 7) "," U8VEC3_AT(0, 10), "\"A\":0", "", 40, {4, 4}},
        {U8VEC3_AT(0, 10) "," U8VEC3_AT(40, 10), "\"A\":0", "", 70, {0, 0}},
        {U8VEC3_AT(0, 10) "," ON_VIEW(5123, "SCALAR", 40, 3), "\"A\":0", ",\"indices\":1", 52, {4, 0}},
        {ON_VIEW(5121, "VEC2", 0, 10) "," ON_VIEW(5123, "SCALAR", 40, 3), "\"A\":0", ",\"indices\":1", 52, {0, 0}},
        /* multiples count from the start of the elements and of the view */
        {ON_VIEW(5126, "SCALAR", 0, 9) "," U8VEC3_AT(36, 7), "\"A\":0,\"B\":1", "", 64, {0, 0}},
        {ON_VIEW(5126, "SCALAR", 0, 10) "," U8VEC3_AT(40, 7), "\"A\":0,\"B\":1", "", 68, {0, 4}},
        /* sparse parts are tight, and lie where they lie */
        {U8VEC3_AT(0,
                   10) ",{\"componentType\":5126,\"type\":\"SCALAR\",\"count\":8,\"sparse\":{\"count\":2,\"indices\":{"
                       "\"bufferView\":0,\"byteOffset\":32,\"componentType\":5125},\"values\":{\"bufferView\":1}}}",
         "\"A\":0",
         "",
         40,
         {0, 0}},
        {U8VEC3_AT(0, 10) ",{\"componentType\":5121,\"type\":\"VEC3\",\"count\":8,\"sparse\":{\"count\":2,\"indices\":{"
                          "\"bufferView\":1,\"componentType\":5121},\"values\":{\"bufferView\":0,\"byteOffset\":40}}}",
         "\"A\":0",
         "",
         48,
         {0, 0}},
        {U8VEC3_AT(0,
                   10) ",{\"componentType\":5126,\"type\":\"SCALAR\",\"count\":8,\"sparse\":{\"count\":2,\"indices\":{"
                       "\"bufferView\":0,\"byteOffset\":40,\"componentType\":5125},\"values\":{\"bufferView\":1}}}",
         "\"A\":0",
         "",
         48,
         {4, 0}},
        /* an accessor that does not lie on the view says nothing about it */
        {U8VEC3_AT(0, 10) "," U8VEC3_AT(41, 3), "\"A\":0,\"B\":1", "", 40, {4, 0}},
        {U8VEC3_AT(0, 10) "," U8VEC3_AT(1, 1000), "\"A\":0,\"B\":1", "", 40, {4, 0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const stride_row *row = &rows[i];
        char text[2048];
        gltf_document *document = NULL;
        const gltf_accessor_desc *descs = NULL;
        uint32_t count = 0;
        snprintf(text, sizeof text,
                 "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":4096}],\"bufferViews\":[{\"buffer\":0,"
                 "\"byteLength\":%u},{\"buffer\":0,\"byteLength\":64}],"
                 "\"accessors\":[%s],\"meshes\":[{\"primitives\":[{\"attributes\":{%s}%s}]}]}",
                 row->length, row->accessors, row->attributes, row->more);
        assert_int_equal(gltf_document_parse(text, strlen(text), NULL, &document, NULL), GLTF_OK);
        gltf_document_describe(document, NULL, &descs, &count);
        for (uint32_t a = 0; a < count; a++) {
            if (descs[a].byte_stride != row->strides[a]) {
                fail_msg("row %u, accessor %u: stride %u, not %u", (unsigned)i, (unsigned)a,
                         (unsigned)descs[a].byte_stride, (unsigned)row->strides[a]);
            }
        }
        gltf_document_free(document);
    }
}

/* only vertex attributes, only by default, and never against a declared stride */
static void only_vertex_attributes_are_reread(void **state) {
    (void)state;
    assert_int_equal(stride_of(U8VEC3(10), 40, "", 0), 0);
    assert_int_equal(stride_of(U8VEC3(10), 40, "\"POSITION\":0", GLTF_SOURCE_STRICT), 0);
    gltf_document *document = document_with(
        "\"buffers\":[{\"byteLength\":40}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":40,\"byteStride\":4}],"
        "\"accessors\":[" U8VEC3(10) "],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]");
    const gltf_accessor_desc *descs = NULL;
    gltf_document_describe(document, NULL, &descs, NULL);
    assert_int_equal(descs[0].byte_stride, 0);
    gltf_document_free(document);
}

/* views are compared with the neighbours on the same view only; what starts behind its view has no bytes at all */
static void neighbours_lie_on_the_same_view(void **state) {
    (void)state;
    gltf_document *document = document_with(
        "\"buffers\":[{\"byteLength\":80}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":40},{\"buffer\":0,"
        "\"byteOffset\":40,\"byteLength\":40}],\"accessors\":["
        "{\"bufferView\":1,\"componentType\":5121,\"type\":\"VEC3\",\"count\":10}," U8VEC3(
            10) ","
                "{\"bufferView\":1,\"byteOffset\":99,\"componentType\":5121,\"type\":\"VEC3\",\"count\":10},"
                "{\"bufferView\":0,\"byteOffset\":41,\"componentType\":5121,\"type\":\"VEC3\",\"count\":2}],"
                "\"meshes\":[{\"primitives\":[{\"attributes\":{\"A\":0,\"B\":1,\"C\":2,\"D\":3}}]}]");
    const gltf_accessor_desc *descs = NULL;
    gltf_document_describe(document, NULL, &descs, NULL);
    assert_int_equal(descs[0].byte_stride, 4);
    assert_int_equal(descs[1].byte_stride, 4);
    assert_int_equal(descs[2].byte_stride, 0);
    assert_int_equal(descs[3].byte_stride, 0);
    gltf_document_free(document);
}

/* spec 5.23, 5.25, 3.11: numbers and lists of meshes and animations that are none, or more than a float holds */
static void scene_properties_are_checked(void **state) {
    static const fault_row rows[] = {
        {"\"meshes\":[{\"primitives\":[],\"weights\":[]}]", GLTF_OBJECT_MESH, 0, GLTF_OK, NULL},
        {"\"meshes\":[{\"primitives\":[],\"weights\":[3.4028234663852886e38,-3.4028234663852886e38]}]",
         GLTF_OBJECT_MESH, 0, GLTF_OK, NULL},
        {"\"meshes\":[{\"primitives\":[],\"weights\":[0,3.5e38]}]", GLTF_OBJECT_MESH, 0, GLTF_ERR_PROPERTY, "weights"},
        {"\"meshes\":[{\"primitives\":[],\"weights\":[0,-3.5e38]}]", GLTF_OBJECT_MESH, 0, GLTF_ERR_PROPERTY, "weights"},
        {"\"meshes\":[{\"primitives\":[],\"extras\":5}]", GLTF_OBJECT_MESH, 0, GLTF_OK, NULL},
        {"\"meshes\":[{\"primitives\":[],\"extras\":{\"targetNames\":{}}}]", GLTF_OBJECT_MESH, 0, GLTF_OK, NULL},
        {"\"meshes\":[{\"primitives\":[],\"extras\":{\"targetNames\":[]}}]", GLTF_OBJECT_MESH, 0, GLTF_OK, NULL},
        {"\"animations\":[{\"samplers\":{},\"channels\":[]}]", GLTF_OBJECT_ANIMATION, 0, GLTF_ERR_PROPERTY, "samplers"},
        {"\"animations\":[{\"samplers\":[],\"channels\":7}]", GLTF_OBJECT_ANIMATION, 0, GLTF_ERR_PROPERTY, "channels"},
        {"\"accessors\":[{" SOUND "}],\"animations\":[{\"samplers\":[{\"input\":0,\"output\":0,"
         "\"interpolation\":5}],\"channels\":[]}]",
         GLTF_OBJECT_ANIMATION, 0, GLTF_ERR_PROPERTY, "interpolation"},
    };
    (void)state;
    check_rows(rows, sizeof rows / sizeof rows[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accessor_properties_are_checked),
        cmocka_unit_test(buffer_and_view_properties_are_checked),
        cmocka_unit_test(unknown_required_extension_hides_its_carriers),
        cmocka_unit_test(draco_never_reads_as_zeros),
        cmocka_unit_test(broken_object_poisons_only_what_refers_to_it),
        cmocka_unit_test(offset_without_view_is_strict_only),
        cmocka_unit_test(declared_bounds_are_read_on_request),
        cmocka_unit_test(exact_length_shows_padded_elements),
        cmocka_unit_test(rounded_lengths_stay_tight),
        cmocka_unit_test(neighbour_ends_the_bytes),
        cmocka_unit_test(accessors_on_one_view_are_judged_together),
        cmocka_unit_test(only_vertex_attributes_are_reread),
        cmocka_unit_test(neighbours_lie_on_the_same_view),
        cmocka_unit_test(scene_properties_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
