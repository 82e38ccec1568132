/* unit/document_geometry.c - layer 2: primitives compressed as a whole, through a codec that the test makes up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "support/documents.h"
#include "support/sentences.h"

/* The made-up format: vertex count, index count, then one byte for each number of attribute `id`: id * 10 + vertex, and
 * indices 0, 1, 2, 0, 1, 2, ... */
typedef struct fake_codec {
    int opened;
    int closed;
    gltf_status open_status;
    gltf_status attribute_status;
    uint32_t wrong_index;  /* not 0: an index beyond the vertices */
    uint32_t failing_id;   /* not 0: attribute_status is of this attribute alone */
    uint8_t broken_stream; /* not 0: streams of so many vertices are broken */
    int leaves_handle;     /* open sets the handle before it fails */
    int has_no_handle;     /* what is open is kept here, and the handle is NULL */
    const uint8_t *bytes;  /* what is open */
} fake_codec;

static gltf_status GLTF_CALL fake_open(void *user, const uint8_t *bytes, size_t size, void **geometry,
                                       uint64_t *vertex_count, uint64_t *index_count) {
    fake_codec *codec = user;
    if (codec->leaves_handle) {
        *geometry = codec;
    }
    if (codec->open_status != GLTF_OK) {
        return codec->open_status;
    }
    assert_true(size >= 2);
    if (codec->broken_stream && bytes[0] == codec->broken_stream) {
        codec->opened++;
        codec->closed++;
        return GLTF_ERR_CODEC;
    }
    codec->opened++;
    codec->bytes = bytes;
    *geometry = codec->has_no_handle ? NULL : (void *)(uintptr_t)bytes;
    *vertex_count = bytes[0];
    *index_count = bytes[1];
    return GLTF_OK;
}

static gltf_status GLTF_CALL fake_attribute(void *user, void *geometry, uint32_t unique_id, uint32_t component_type,
                                            uint32_t component_count, void *out, size_t out_size) {
    fake_codec *codec = user;
    const uint32_t vertices = codec->bytes[0];
    const uint32_t size = gltf_component_size(component_type);
    uint8_t *next = out;
    assert_ptr_equal(geometry, codec->has_no_handle ? NULL : (void *)(uintptr_t)codec->bytes);
    assert_int_equal(out_size, (size_t)vertices * component_count * size);
    for (uint32_t v = 0; v < vertices; v++) {
        for (uint32_t c = 0; c < component_count; c++, next += size) {
            const float real = (float)(unique_id * 10 + v);
            const uint8_t byte = (uint8_t)(unique_id * 10 + v);
            memcpy(next, component_type == GLTF_FLOAT ? (const void *)&real : (const void *)&byte, size);
        }
    }
    return !codec->failing_id || codec->failing_id == unique_id ? codec->attribute_status : GLTF_OK;
}

static gltf_status GLTF_CALL fake_indices(void *user, void *geometry, uint32_t *out, size_t index_count) {
    const fake_codec *codec = user;
    (void)geometry;
    for (size_t i = 0; i < index_count; i++) {
        out[i] = (uint32_t)(i % 3);
    }
    if (codec->wrong_index && index_count) {
        out[index_count - 1] = codec->wrong_index;
    }
    return GLTF_OK;
}

static void GLTF_CALL fake_close(void *user, void *geometry) {
    fake_codec *codec = user;
    (void)geometry;
    codec->closed++;
}

/* Three vertices, six indices in view 0; accessors: 0 POSITION, 1 COLOR_0 u8n, 2 indices u8, 3 plain u8 in view 1. */
#define VIEWS                                                                                                          \
    "\"buffers\":[{\"byteLength\":8,\"uri\":\"data:,%03%06%05%07%09%01%01%01\"}],\"bufferViews\":[{\"buffer\":0,"      \
    "\"byteLength\":2},{\"buffer\":0,\"byteOffset\":2,\"byteLength\":3},{\"buffer\":0,\"byteOffset\":5,"               \
    "\"byteLength\":9},{\"buffer\":0,\"byteLength\":2}]"
#define ACCESSORS(count)                                                                                               \
    "\"accessors\":[{\"componentType\":5126,\"count\":" count                                                          \
    ",\"type\":\"VEC3\"},{\"componentType\":5121,\"count\":" count                                                     \
    ",\"type\":\"VEC4\",\"normalized\":true},{\"componentType\":5121,\"count\":6,\"type\":\"SCALAR\"},"                \
    "{\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\",\"bufferView\":1},{\"componentType\":5126,\"count\":3,"   \
    "\"type\":\"MAT2\"}]"
#define DRACO(view, ids)                                                                                               \
    "\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":" view ",\"attributes\":{" ids "}}}"
#define PRIMITIVE(more, extension)                                                                                     \
    "{\"attributes\":{\"POSITION\":0,\"COLOR_0\":1,\"_PLAIN\":3},\"indices\":2" more "," extension "}"
#define BOTH DRACO("0", "\"POSITION\":1,\"COLOR_0\":2,\"UNNAMED\":9")

static gltf_document *compressed(fake_codec *fake, uint32_t source_flags, const char *members,
                                 counting_allocator *counts) {
    char text[4200];
    const gltf_primitive_codec codec = {fake, fake_open, fake_attribute, fake_indices, fake_close};
    gltf_document *document = NULL;
    gltf_document_options options;
    gltf_error error;
    gltf_document_options_init(&options, sizeof options);
    options.flags = GLTF_DOCUMENT_COPY_INPUT;
    options.source_flags = source_flags;
    options.primitive_codec = fake ? &codec : NULL;
    if (counts) {
        options.allocator = counting_allocator_of(counts);
    }
    snprintf(text, sizeof text, "{\"asset\":{\"version\":\"2.0\"},%s}", members);
    if (gltf_document_parse(text, strlen(text), &options, &document, &error) != GLTF_OK) {
        assert_int_equal(error.status, GLTF_ERR_MEMORY);
        return NULL;
    }
    return document;
}

#define ONE VIEWS "," ACCESSORS("3") ",\"meshes\":[{\"primitives\":[" PRIMITIVE("", BOTH) "]}]"

/* spec-notes 7.5: decoded attributes and indices take the accessors' place, by their own types; others are read normally */
static void decoded_primitive_takes_the_accessors_place(void **state) {
    (void)state;
    fake_codec fake = {0};
    gltf_document *document = compressed(&fake, 0, ONE, NULL);
    gltf_accessor accessor;
    gltf_error error;
    float values[12];
    uint32_t indices[6];
    size_t count = 0;
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_NOT_LOADED);
    assert_int_equal(gltf_document_load(document, 0, NULL, &error), GLTF_OK);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(fake.opened, 1);
    assert_int_equal(fake.closed, 1);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_OK);
    assert_int_equal(gltf_accessor_read_float(&accessor, 0, 3, values, 12), GLTF_OK);
    assert_true(values[0] == 10.0f && values[8] == 12.0f);
    assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, "COLOR_0", NULL, &accessor, &error), GLTF_OK);
    assert_int_equal(gltf_accessor_read_float(&accessor, 0, 3, values, 12), GLTF_OK);
    assert_true(values[11] == 22.0f / 255.0f);
    assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, NULL, NULL, &accessor, &error), GLTF_OK);
    assert_int_equal(accessor.component_type, GLTF_UNSIGNED_BYTE);
    assert_int_equal(gltf_accessor_read_uint32(&accessor, 0, 6, indices, 6), GLTF_OK);
    assert_int_equal(indices[5], 2);
    assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, "_PLAIN", NULL, &accessor, &error), GLTF_OK);
    assert_int_equal(accessor.data[0], 5);
    assert_int_equal(gltf_document_indices(document, 0, 0, GLTF_INDICES_TRIANGLES, indices, 6, &count, &error),
                     GLTF_OK);
    assert_int_equal(count, 6);
    gltf_compression facts;
    assert_int_equal(gltf_document_compression(document, 0, &facts, &error), GLTF_OK);
    assert_string_equal(facts.extension, "KHR_draco_mesh_compression");
    assert_null(facts.mode);
    assert_int_equal(facts.byte_length, 2);
    assert_int_equal(gltf_document_compression(document, 1, &facts, &error), GLTF_OK);
    assert_null(facts.extension);
    gltf_document_free(document);
}

/* without a codec: the distinct error, never zeros */
static void without_codec_the_extension_is_named(void **state) {
    (void)state;
    gltf_document *document = compressed(NULL, 0, ONE, NULL);
    gltf_accessor accessor;
    gltf_error error;
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(gltf_document_accessor(document, i, &accessor, &error), GLTF_ERR_EXTENSION);
        assert_string_equal(error.name, "KHR_draco_mesh_compression");
    }
    assert_int_equal(gltf_document_accessor(document, 3, &accessor, &error), GLTF_OK);
    gltf_document_free(document);
}

/* glTF 1267: one accessor, two primitives with other data: the accessor alone is ambiguous, by primitive it is not */
static void shared_accessor_is_asked_by_primitive(void **state) {
    (void)state;
    fake_codec fake = {0};
    gltf_document *document =
        compressed(&fake, 0,
                   VIEWS "," ACCESSORS("3") ",\"meshes\":[{\"primitives\":[" PRIMITIVE("", BOTH) "," PRIMITIVE(
                       "", BOTH) "," PRIMITIVE("", DRACO("0", "\"POSITION\":4,\"COLOR_0\":2")) "]}]",
                   NULL);
    gltf_accessor accessor;
    gltf_error error;
    float x[2];
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(fake.opened, 1);
    assert_int_equal(fake.closed, 1);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_MISMATCH);
    sentence_check("draco.several", &error);
    assert_int_equal(gltf_document_accessor(document, 1, &accessor, &error), GLTF_OK);
    for (uint32_t p = 0; p < 2; p++) {
        assert_int_equal(gltf_document_attribute(document, 0, 2 * p, GLTF_NONE, "POSITION", NULL, &accessor, &error),
                         GLTF_OK);
        assert_int_equal(
            gltf_accessor_read_as(&accessor, 0, 1, &(gltf_layout){.component_count = 1}, &x[p], sizeof x[p]), GLTF_OK);
    }
    assert_true(x[0] == 10.0f && x[1] == 40.0f);
    gltf_document_free(document);
}

/* glTF 1342: the decoded count holds where it differs, but for STRICT */
static void decoded_count_holds_by_default(void **state) {
    (void)state;
    const char *members = VIEWS "," ACCESSORS("4") ",\"meshes\":[{\"primitives\":[" PRIMITIVE("", BOTH) "]}]";
    for (uint32_t strict = 0; strict < 2; strict++) {
        fake_codec fake = {0};
        gltf_accessor accessor;
        gltf_error error;
        gltf_document *document = compressed(&fake, strict, members, NULL);
        assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), strict ? GLTF_ERR_MISMATCH : GLTF_OK);
        assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), strict ? GLTF_ERR_MISMATCH : GLTF_OK);
        if (strict) {
            sentence_check("draco.count", &error);
        }
        assert_int_equal(accessor.count, strict ? 0 : 3);
        assert_int_equal(fake.closed, 1);
        gltf_document_free(document);
    }
}

/* faces are a list whatever the mode says */
static void strip_mode_comes_as_a_list(void **state) {
    (void)state;
    fake_codec fake = {0};
    gltf_error error;
    uint32_t out[16];
    size_t count = 0;
    gltf_document *document = compressed(
        &fake, 0, VIEWS "," ACCESSORS("3") ",\"meshes\":[{\"primitives\":[" PRIMITIVE(",\"mode\":5", BOTH) "]}]", NULL);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(gltf_document_indices(document, 0, 0, GLTF_INDICES_TRIANGLES, out, 16, &count, &error), GLTF_OK);
    assert_int_equal(count, 6);
    gltf_document_free(document);
}

/* every failure names the compressed view, is given to who asks, leaves the rest usable, and may be tried again, but for parts
 * that cannot be converted */
static void failures_belong_to_the_compressed_view(void **state) {
    static const struct {
        const char *members;
        fake_codec fake;
        gltf_status status;
        const char *field;
    } rows[] = {
        {ONE, {.open_status = GLTF_ERR_CODEC}, GLTF_ERR_CODEC, NULL},
        {ONE, {.open_status = GLTF_ERR_CODEC_VERSION}, GLTF_ERR_CODEC_VERSION, NULL},
        {ONE, {.attribute_status = GLTF_ERR_CONVERSION}, GLTF_ERR_CONVERSION, "attributes"},
        {ONE, {.wrong_index = 3}, GLTF_ERR_CODEC, "indices"},
        {ONE, {.wrong_index = 256}, GLTF_ERR_CODEC, "indices"},
        {VIEWS "," ACCESSORS("3") ",\"meshes\":[{\"primitives\":[" PRIMITIVE("", DRACO("2", "\"POSITION\":1")) "]}]",
         {0},
         GLTF_ERR_VIEW_BOUNDS,
         "byteLength"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fake_codec fake = rows[i].fake;
        gltf_accessor accessor;
        gltf_error error = {0};
        gltf_document *document = compressed(&fake, 0, rows[i].members, NULL);
        assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), rows[i].status);
        assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), rows[i].status);
        assert_int_equal(error.object, GLTF_OBJECT_VIEW);
        assert_string_equal(error.name, "KHR_draco_mesh_compression");
        if (rows[i].field) {
            assert_string_equal(error.field, rows[i].field);
        }
        assert_int_equal(gltf_document_accessor(document, 3, &accessor, &error), GLTF_OK);
        assert_int_equal(fake.opened, fake.closed);
        fake = (fake_codec){0};
        if (strcmp(rows[i].members, ONE) == 0) {
            const gltf_status again = rows[i].status == GLTF_ERR_CONVERSION ? GLTF_ERR_CONVERSION : GLTF_OK;
            assert_int_equal(gltf_document_load(document, 0, NULL, &error), again);
            assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), again);
        }
        gltf_document_free(document);
    }
}

/* a broken extension object breaks its primitive */
static void broken_extension_object_breaks_the_primitive(void **state) {
    static const char *const extensions[] = {DRACO("7", "\"POSITION\":1"), DRACO("0", "\"POSITION\":-1"),
                                             "\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":0}}",
                                             "\"extensions\":{\"KHR_draco_mesh_compression\":5}"};
    (void)state;
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        char members[1600];
        fake_codec fake = {0};
        gltf_accessor accessor;
        gltf_primitive primitive;
        gltf_error error;
        snprintf(members, sizeof members, "%s,%s,\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},%s}]}]",
                 VIEWS, ACCESSORS("3"), extensions[i]);
        gltf_document *document = compressed(&fake, 0, members, NULL);
        assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
        assert_int_not_equal(gltf_document_primitive(document, 0, 0, &primitive, &error), GLTF_OK);
        assert_int_equal(fake.opened, 0);
        assert_int_not_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_OK);
        gltf_document_free(document);
    }
}

/* memory comes from the allocator, and each failing call is an error without a leak */
static void decoding_survives_failing_memory(void **state) {
    (void)state;
    size_t calls = 0;
    for (size_t fail_at = 0; fail_at <= calls; fail_at++) {
        counting_allocator counts = {0};
        fake_codec fake = {0};
        gltf_error error = {0};
        counts.fail_at = fail_at;
        gltf_document *document = compressed(&fake, 0, ONE, &counts);
        if (document) {
            assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error),
                             fail_at ? GLTF_ERR_MEMORY : GLTF_OK);
        }
        calls = fail_at ? calls : counts.calls;
        gltf_document_free(document);
        assert_int_equal(counts.live_blocks, 0);
        assert_int_equal(fake.opened, fake.closed);
    }
}

/* design 4: a limit reached between the objects of a mesh ends the parse, whatever was begun is given back */
static void limit_inside_a_mesh_ends_the_parse(void **state) {
    static const char text[] = "{\"asset\":{\"version\":\"2.0\"},"
                               "\"meshes\":[{\"primitives\":[{\"attributes\":{}},{\"attributes\":{}},{}]}]}";
    (void)state;
    gltf_status status = GLTF_ERR_LIMIT;
    for (uint64_t most = 1; status != GLTF_OK; most++) {
        counting_allocator counts = {0};
        fake_codec fake = {0};
        const gltf_primitive_codec codec = {&fake, fake_open, fake_attribute, fake_indices, fake_close};
        gltf_document *document = NULL;
        gltf_document_options options;
        gltf_error error = {0};
        gltf_document_options_init(&options, sizeof options);
        options.allocator = counting_allocator_of(&counts);
        options.primitive_codec = &codec;
        options.max_objects = most;
        status = gltf_document_parse(text, strlen(text), &options, &document, &error);
        assert_int_equal(status, most < 4 ? GLTF_ERR_LIMIT : GLTF_OK);
        gltf_document_free(document);
        assert_int_equal(counts.live_blocks, 0);
    }
}

/* header: external buffers without io are no failure of loading all; one that fails is named itself */
static void missing_compressed_bytes_are_the_buffers_failure(void **state) {
    (void)state;
    fake_codec fake = {0};
    char members[1600];
    gltf_accessor accessor;
    gltf_error error;
    snprintf(members, sizeof members,
             "\"buffers\":[{\"byteLength\":2,\"uri\":\"a.bin\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":2}],"
             "%s,\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},%s}]}]",
             ACCESSORS("3"), DRACO("0", "\"POSITION\":1"));
    gltf_document *document = compressed(&fake, 0, members, NULL);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(gltf_document_load(document, 0, NULL, &error), GLTF_ERR_NOT_LOADED);
    assert_int_equal(error.object, GLTF_OBJECT_BUFFER);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_NOT_LOADED);
    assert_int_equal(error.object, GLTF_OBJECT_BUFFER);
    assert_string_equal(error.name, "a.bin");
    gltf_document_free(document);
}

/* a triangle list is plain unsigned integers: an accessor that says otherwise has no right values */
static void indices_of_other_types_are_refused(void **state) {
    static const char *const types[] = {"5126", "5120"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char members[1600];
        fake_codec fake = {0};
        gltf_error error;
        snprintf(members, sizeof members,
                 "%s,\"accessors\":[{\"componentType\":%s,\"count\":6,\"type\":\"SCALAR\"}],"
                 "\"meshes\":[{\"primitives\":[{\"attributes\":{},\"indices\":0,%s}]}]",
                 VIEWS, types[i], DRACO("0", ""));
        gltf_document *document = compressed(&fake, 0, members, NULL);
        assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_ERR_CONVERSION);
        sentence_check("draco.component_type", &error);
        assert_string_equal(error.field, "componentType");
        gltf_document_free(document);
    }
}

/* spec-notes 7.5: each name finds its own data, whatever the order of names in the file, and however many there are */
static void many_names_are_found(void **state) {
    enum { MANY = 30000 };
    char *text = malloc(MANY * 64 + 1000);
    fake_codec fake = {0};
    const gltf_primitive_codec codec = {&fake, fake_open, fake_attribute, fake_indices, fake_close};
    gltf_document_options options;
    gltf_document *document = NULL;
    gltf_accessor accessor;
    gltf_error error;
    float value[3];
    (void)state;
    assert_non_null(text);
    size_t size =
        (size_t)sprintf(text, "{\"asset\":{\"version\":\"2.0\"},%s,%s,\"meshes\":[{\"primitives\":[{\"attributes\":{",
                        VIEWS, ACCESSORS("3"));
    for (int i = 0; i < MANY; i++) {
        size += (size_t)sprintf(text + size, "\"_A%d\":0,", MANY - i);
    }
    size += (size_t)sprintf(text + size,
                            "\"_B\":1,\"_C\":0},\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":0,"
                            "\"attributes\":{\"_C\":4,");
    for (int i = 0; i < MANY; i++) {
        size += (size_t)sprintf(text + size, "\"_D%d\":1,", i);
    }
    size += (size_t)sprintf(text + size, "\"_B\":2}}}}]}]}");
    gltf_document_options_init(&options, sizeof options);
    options.primitive_codec = &codec;
    assert_int_equal(gltf_document_parse(text, size, &options, &document, &error), GLTF_OK);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, "_C", NULL, &accessor, &error), GLTF_OK);
    assert_int_equal(gltf_accessor_read_float(&accessor, 1, 1, value, 3), GLTF_OK);
    assert_true(value[0] == 41.0f);
    assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, "_B", NULL, &accessor, &error), GLTF_OK);
    assert_int_equal(accessor.data[0], 20);
    gltf_document_free(document);
    free(text);
}

/* An accessor that has its data from a compressed primitive has it as a morph target too, however many targets there are. */
static void targets_may_share_decoded_data(void **state) {
    enum { TARGETS = 70 };
    static float weights[TARGETS];
    char members[4000];
    fake_codec fake = {0};
    float values[9];
    gltf_error error;
    (void)state;
    int size =
        snprintf(members, sizeof members,
                 "%s,\"accessors\":[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},{\"componentType\":5126,"
                 "\"count\":3,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},%s}]},"
                 "{\"primitives\":[{\"attributes\":{\"POSITION\":1},\"targets\":[",
                 VIEWS, DRACO("0", "\"POSITION\":1"));
    for (int t = 0; t < TARGETS; t++) {
        weights[t] = 1;
        size += snprintf(members + size, sizeof members - (size_t)size, "%s{\"POSITION\":0}", t ? "," : "");
    }
    snprintf(members + size, sizeof members - (size_t)size, "]}]}]");
    gltf_document *document = compressed(&fake, 0, members, NULL);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(
        gltf_document_morph(document, 1, 0, "POSITION", weights, TARGETS, 0, 3, NULL, values, sizeof values, &error),
        GLTF_OK);
    assert_true(values[0] == 10.0f * TARGETS && values[8] == 12.0f * TARGETS);
    gltf_document_free(document);
}

/* many primitives may share an accessor, and each may ask for it: that takes no square of their number */
static void many_primitives_share_an_accessor(void **state) {
    enum { MANY = 40000 };
    static const char primitive[] =
        "{\"attributes\":{\"POSITION\":0},\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":0,"
        "\"attributes\":{\"POSITION\":1}}}},";
    char *text = malloc(MANY * sizeof primitive + 1000);
    gltf_document *document = NULL;
    gltf_accessor accessor;
    gltf_error error;
    const clock_t start = clock();
    (void)state;
    assert_non_null(text);
    size_t size = (size_t)sprintf(text, "{\"asset\":{\"version\":\"2.0\"},%s,%s,\"meshes\":[{\"primitives\":[", VIEWS,
                                  ACCESSORS("3"));
    for (int i = 0; i < MANY; i++) {
        memcpy(text + size, primitive, sizeof primitive - 1);
        size += sizeof primitive - 1;
    }
    size += (size_t)sprintf(text + size - 1, "]}]}") - 1;
    assert_int_equal(gltf_document_parse(text, size, NULL, &document, &error), GLTF_OK);
    for (uint32_t p = 0; p < MANY; p++) {
        assert_int_equal(gltf_document_attribute(document, 0, p, GLTF_NONE, "POSITION", NULL, &accessor, &error),
                         GLTF_ERR_EXTENSION);
    }
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 20.0); /* takes some tenths of a second */
    gltf_document_free(document);
    free(text);
}

/* a primitive that names an accessor several times is decoded once, also where that fails */
static void failing_primitive_is_tried_once(void **state) {
    (void)state;
    fake_codec fake = {0};
    gltf_error error;
    fake.attribute_status = GLTF_ERR_CODEC;
    gltf_document *document =
        compressed(&fake, 0,
                   VIEWS "," ACCESSORS("3") ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"_A\":0,"
                                            "\"_B\":0}," DRACO("0", "\"POSITION\":1,\"_A\":1,\"_B\":2") "}]}]",
                   NULL);
    assert_int_equal(gltf_document_load(document, 0, NULL, &error), GLTF_ERR_CODEC);
    assert_int_equal(fake.opened, 1);
    assert_int_equal(gltf_document_load(document, 0, NULL, &error), GLTF_ERR_CODEC);
    assert_int_equal(fake.opened, 2);
    gltf_document_free(document);
}

#define USES(attributes, view, ids) "{\"attributes\":{" attributes "}," DRACO(view, ids) "}"
#define MESH_OF(primitives) VIEWS "," ACCESSORS("3") ",\"meshes\":[{\"primitives\":[" primitives "]}]"

/* By index an accessor gives its data where all that decode it agree to the bit: then it does not matter who is asked. */
static void same_bits_are_one_value(void **state) {
    static const struct {
        const char *members;
        gltf_status status;
    } rows[] = {
        {MESH_OF(USES("\"POSITION\":0", "0", "\"POSITION\":1") "," USES("\"POSITION\":0", "3", "\"POSITION\":1")),
         GLTF_OK},
        {MESH_OF(USES("\"POSITION\":0", "0", "\"POSITION\":1") "," USES("\"POSITION\":0", "3", "\"POSITION\":2")),
         GLTF_ERR_MISMATCH},
        {MESH_OF(USES("\"POSITION\":0", "0", "\"POSITION\":1") "," USES("\"POSITION\":0", "1", "\"POSITION\":1")),
         GLTF_ERR_MISMATCH},
        {MESH_OF(USES("\"_A\":0,\"_B\":0", "0", "\"_A\":1,\"_B\":1")), GLTF_OK},
        {MESH_OF(USES("\"_A\":0,\"_B\":0", "0", "\"_A\":1,\"_B\":2")), GLTF_ERR_MISMATCH},
        {MESH_OF(USES("\"_A\":0,\"_B\":0", "0", "\"_A\":1")), GLTF_OK},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (uint32_t all = 0; all < 2; all++) {
            fake_codec fake = {0};
            gltf_accessor accessor;
            gltf_error error = {0};
            char sentence[200];
            gltf_document *document = compressed(&fake, 0, rows[i].members, NULL);
            assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_NOT_LOADED);
            assert_int_equal(gltf_document_load(document, all ? GLTF_NONE : 0, NULL, &error), GLTF_OK);
            assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), rows[i].status);
            assert_int_equal(accessor.count, rows[i].status == GLTF_OK ? 3 : 0);
            if (rows[i].status != GLTF_OK) {
                gltf_error_format(&error, sentence, sizeof sentence);
                assert_non_null(strstr(sentence, "ask by primitive and semantic"));
            }
            gltf_document_free(document);
            document = compressed(NULL, 0, rows[i].members, NULL);
            assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_EXTENSION);
            gltf_document_free(document);
        }
    }
}

/* The primitive that is asked says what is wrong with its own data, whatever else names the accessor. */
static void primitive_gives_its_own_reason(void **state) {
    static const char members[] =
        MESH_OF(USES("\"POSITION\":0", "0", "\"POSITION\":1") "," USES("\"POSITION\":0", "1", "\"POSITION\":2"));
    (void)state;
    for (int step = 0; step < 3; step++) {
        fake_codec fake = {.broken_stream = 5};
        gltf_error error = {0};
        gltf_accessor accessor;
        gltf_document *document = compressed(step == 0 ? NULL : &fake, 0, members, NULL);
        if (step == 2) {
            assert_int_equal(gltf_document_load(document, 0, NULL, &error), GLTF_ERR_CODEC);
            assert_int_equal(error.index, 1);
            assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_CODEC);
        }
        for (uint32_t p = 0; p < 2; p++) {
            const gltf_status status = step == 0   ? GLTF_ERR_EXTENSION
                                       : step == 1 ? GLTF_ERR_NOT_LOADED
                                       : p == 0    ? GLTF_OK
                                                   : GLTF_ERR_CODEC;
            assert_int_equal(gltf_document_attribute(document, 0, p, GLTF_NONE, "POSITION", NULL, &accessor, &error),
                             status);
        }
        gltf_document_free(document);
    }
}

/* An attribute that cannot be converted has its own failure; the rest of its primitive is read. */
static void failing_attribute_costs_only_itself(void **state) {
    static const char *const rows[] = {MESH_OF(USES("\"POSITION\":0,\"_M\":4", "0", "\"POSITION\":1,\"_M\":2")),
                                       MESH_OF(USES("\"POSITION\":0,\"_M\":1", "0", "\"POSITION\":1,\"_M\":2"))};
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        fake_codec fake = {.attribute_status = GLTF_ERR_CONVERSION, .failing_id = 2};
        gltf_accessor accessor;
        gltf_error error = {0};
        gltf_document *document = compressed(&fake, 0, rows[i], NULL);
        assert_int_equal(gltf_document_load(document, 0, NULL, &error), GLTF_OK);
        for (int again = 0; again < 2; again++) {
            assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_ERR_CONVERSION);
            assert_int_equal(gltf_document_load(document, i ? 1 : 4, NULL, &error), GLTF_ERR_CONVERSION);
            assert_int_equal(error.object, GLTF_OBJECT_VIEW);
            assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_OK);
            assert_int_equal(gltf_document_accessor(document, i ? 1 : 4, &accessor, &error), GLTF_ERR_CONVERSION);
            assert_string_equal(error.field, i ? "attributes" : "type");
            assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, "_M", NULL, &accessor, &error),
                             GLTF_ERR_CONVERSION);
            assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, "POSITION", NULL, &accessor, &error),
                             GLTF_OK);
        }
        assert_int_equal(fake.opened, 1);
        gltf_document_free(document);
    }
}

/* A primitive without indices has the triangles of its stream; without any there, or with data of its own, its vertices. */
static void triangles_without_indices_come_from_the_stream(void **state) {
    static const char one[] = MESH_OF(USES("\"POSITION\":0", "0", "\"POSITION\":1"));
    uint32_t out[8];
    size_t count = 0;
    uint32_t index = 0;
    gltf_accessor accessor;
    gltf_error error;
    fake_codec fake = {0};
    (void)state;
    gltf_document *document = compressed(&fake, 0, one, NULL);
    assert_int_equal(gltf_document_indices(document, 0, 0, 0, NULL, 0, &count, &error), GLTF_ERR_NOT_LOADED);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(gltf_document_indices(document, 0, 0, 0, out, 8, &count, &error), GLTF_OK);
    assert_int_equal(count, 6);
    assert_true(out[0] == 0 && out[3] == 0 && out[5] == 2);
    assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, NULL, &index, &accessor, &error), GLTF_OK);
    assert_int_equal(index, GLTF_NONE);
    assert_int_equal(accessor.count, 0);
    gltf_document_free(document);

    document = compressed(NULL, 0, one, NULL);
    assert_int_equal(gltf_document_indices(document, 0, 0, 0, out, 8, &count, &error), GLTF_ERR_EXTENSION);
    assert_string_equal(error.name, "KHR_draco_mesh_compression");
    gltf_document_free(document);

    document = compressed(NULL, 0, MESH_OF(USES("\"_P\":3", "0", "\"_P\":1")), NULL);
    assert_int_equal(gltf_document_indices(document, 0, 0, 0, out, 8, &count, &error), GLTF_OK);
    assert_int_equal(count, 3);
    gltf_document_free(document);
}

/* No attribute need be compressed: the triangles alone are, or nothing. */
static void empty_attributes_are_sound(void **state) {
    uint32_t out[8];
    size_t count = 0;
    gltf_accessor accessor;
    gltf_error error;
    fake_codec fake = {0};
    (void)state;
    gltf_document *document = compressed(
        &fake, 0, MESH_OF("{\"attributes\":{\"_P\":3},\"indices\":2," DRACO("0", "") "}," USES("\"_P\":3", "0", "")),
        NULL);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    for (uint32_t p = 0; p < 2; p++) {
        assert_int_equal(gltf_document_attribute(document, 0, p, GLTF_NONE, "_P", NULL, &accessor, &error), GLTF_OK);
        assert_int_equal(accessor.data[0], 5);
        assert_int_equal(gltf_document_indices(document, 0, p, 0, out, 8, &count, &error), GLTF_OK);
        assert_int_equal(count, 6);
        assert_int_equal(out[5], 2);
    }
    assert_int_equal(fake.opened, 1);
    gltf_document_free(document);
}

/* A stream that several primitives name is opened once in a load, also where it is broken. */
static void view_is_decoded_once(void **state) {
    (void)state;
    for (uint8_t broken = 0; broken <= 5; broken = (uint8_t)(broken + 5)) {
        fake_codec fake = {.broken_stream = broken};
        gltf_accessor accessor;
        gltf_error error;
        gltf_document *document = compressed(
            &fake, 0,
            MESH_OF(USES("\"POSITION\":0", "1", "\"POSITION\":1") "," USES(
                "\"POSITION\":0", "1",
                "\"POSITION\":1") "," USES("\"POSITION\":0,\"COLOR_0\":1", "1",
                                           "\"POSITION\":1,\"COLOR_0\":2") ","
                                                                           "{\"attributes\":{},\"mode\":9," DRACO(
                                                                               "1", "\"POSITION\":1") "}"),
            NULL);
        const gltf_status status = broken ? GLTF_ERR_CODEC : GLTF_OK;
        assert_int_equal(gltf_document_load(document, 0, NULL, &error), status);
        assert_int_equal(fake.opened, 1);
        assert_int_equal(gltf_document_load(document, 1, NULL, &error), status);
        assert_int_equal(fake.opened, broken ? 2 : 1);
        assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), status);
        assert_int_equal(fake.opened, broken ? 3 : 1);
        assert_int_equal(fake.closed, fake.opened);
        for (uint32_t p = 0; p < 3; p++) {
            assert_int_equal(gltf_document_attribute(document, 0, p, GLTF_NONE, "POSITION", NULL, &accessor, &error),
                             status);
            assert_int_equal(accessor.count, broken ? 0 : 5);
        }
        gltf_document_free(document);
    }
}

/* Two primitives of view 0 with other accessors: 0 POSITION of three vertices, 1 of five, which the stream does not have. */
#define TWO_COUNTS                                                                                                     \
    VIEWS                                                                                                              \
    ",\"accessors\":[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},{\"componentType\":5126,\"count\":5,"      \
    "\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}," DRACO(                        \
        "0", "\"POSITION\":1") "},{\"attributes\":{\"POSITION\":1}," DRACO("0", "\"POSITION\":1") "}]}]"

/* whether a stream is open is what open answers: the handle says nothing about it */
static void handle_does_not_tell_what_is_open(void **state) {
    (void)state;
    for (int fails = 0; fails < 2; fails++) {
        fake_codec fake = {0};
        gltf_accessor accessor;
        gltf_error error;
        fake.leaves_handle = fails;
        fake.has_no_handle = !fails;
        fake.open_status = fails ? GLTF_ERR_CODEC : GLTF_OK;
        gltf_document *document = compressed(&fake, GLTF_SOURCE_STRICT, TWO_COUNTS, NULL);
        const gltf_status expected[2] = {fails ? GLTF_ERR_CODEC : GLTF_OK, fails ? GLTF_ERR_CODEC : GLTF_ERR_MISMATCH};
        assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), expected[1]);
        for (uint32_t i = 0; i < 2; i++) {
            assert_int_equal(gltf_document_accessor(document, i, &accessor, &error), expected[i]);
        }
        for (uint32_t i = 0; i < 2; i++) {
            assert_int_equal(gltf_document_load(document, i, NULL, &error), expected[i]);
            assert_int_equal(gltf_document_accessor(document, i, &accessor, &error), expected[i]);
        }
        assert_int_equal(fake.closed, fake.opened);
        gltf_document_free(document);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decoded_primitive_takes_the_accessors_place),
        cmocka_unit_test(without_codec_the_extension_is_named),
        cmocka_unit_test(shared_accessor_is_asked_by_primitive),
        cmocka_unit_test(decoded_count_holds_by_default),
        cmocka_unit_test(strip_mode_comes_as_a_list),
        cmocka_unit_test(failures_belong_to_the_compressed_view),
        cmocka_unit_test(broken_extension_object_breaks_the_primitive),
        cmocka_unit_test(decoding_survives_failing_memory),
        cmocka_unit_test(limit_inside_a_mesh_ends_the_parse),
        cmocka_unit_test(missing_compressed_bytes_are_the_buffers_failure),
        cmocka_unit_test(indices_of_other_types_are_refused),
        cmocka_unit_test(many_names_are_found),
        cmocka_unit_test(targets_may_share_decoded_data),
        cmocka_unit_test(many_primitives_share_an_accessor),
        cmocka_unit_test(failing_primitive_is_tried_once),
        cmocka_unit_test(same_bits_are_one_value),
        cmocka_unit_test(primitive_gives_its_own_reason),
        cmocka_unit_test(failing_attribute_costs_only_itself),
        cmocka_unit_test(triangles_without_indices_come_from_the_stream),
        cmocka_unit_test(empty_attributes_are_sound),
        cmocka_unit_test(view_is_decoded_once),
        cmocka_unit_test(handle_does_not_tell_what_is_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
