/* unit/document_parse.c - layer 2: options, containers, the asset, what ends a parse and what does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/documents.h"
#include "support/sentences.h"

static const char minimal[] = "{\"asset\":{\"version\":\"2.0\"}}";

/* ---- What a parse needs ---- */

/* spec 3.2: a document needs no more than its asset */
static void minimal_text_is_a_document(void **state) {
    (void)state;
    gltf_document *document = document_of(minimal);
    for (int32_t kind = GLTF_OBJECT_NONE; kind <= GLTF_OBJECT_EXTENSION_REQUIRED + 1; kind++) {
        assert_int_equal(gltf_document_count(document, kind), 0);
    }
    size_t size = 0;
    const char *json = gltf_document_json(document, &size);
    assert_int_equal(size, strlen(minimal));
    assert_memory_equal(json, minimal, size);
    gltf_document_free(document);
}

/* RFC 8259 8.1: a reader may ignore a byte-order mark; it is not part of the text */
static void byte_order_mark_is_skipped(void **state) {
    (void)state;
    char text[64] = "\xEF\xBB\xBF";
    size_t size = 0;
    strcat(text, minimal);
    gltf_document *document = document_of(text);
    gltf_document_json(document, &size);
    assert_int_equal(size, strlen(minimal));
    gltf_document_free(document);
}

/* design D4: the whole text is JSON, or there is no document; the position counts in the input */
static void wrong_text_is_refused_with_its_place(void **state) {
    static const struct {
        const char *text;
        uint64_t position;
    } rows[] = {{"", 0},
                {"{\"asset\":{\"version\":\"2.0\"}} x", 28},
                {"\xEF\xBB\xBF{\"a\":01}", 9},
                {"{\"asset\":{\"version\":\"2.0\"},}", 27}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gltf_error error;
        assert_int_equal(parse_status(rows[i].text, &error), GLTF_ERR_JSON);
        assert_int_equal(error.status, GLTF_ERR_JSON);
        assert_int_equal(error.position, rows[i].position);
        assert_int_equal(error.object, GLTF_OBJECT_NONE);
    }
}

/* spec 3.2, 5.9: asset.version decides by its major part, minVersion by both */
static void asset_version_is_checked(void **state) {
    static const struct {
        const char *text;
        gltf_status status;
        const char *field;
    } rows[] = {
        {"{\"asset\":{\"version\":\"2.0\"}}", GLTF_OK, NULL},
        {"{\"asset\":{\"version\":\"2.1\"}}", GLTF_OK, NULL},
        {"{\"asset\":{\"version\":\"2.10\",\"minVersion\":\"2.0\"}}", GLTF_OK, NULL},
        {"{\"\\u0061sset\":{\"v\\u0065rsion\":\"2.0\"}}", GLTF_OK, NULL},
        {"{\"asset\":{\"version\":\"1.0\"},\"asset\":{\"version\":\"2.0\"}}", GLTF_OK, NULL},
        {"{\"asset\":{\"version\":\"2.0\"},\"asset\":{\"version\":\"1.0\"}}", GLTF_ERR_ASSET_VERSION, "asset.version"},
        {"{\"asset\":{\"version\":\"3.0\"}}", GLTF_ERR_ASSET_VERSION, "asset.version"},
        {"{\"asset\":{\"version\":\"2.1\",\"minVersion\":\"2.1\"}}", GLTF_ERR_ASSET_VERSION, "asset.minVersion"},
        {"{\"asset\":{\"version\":\"2\"}}", GLTF_ERR_PROPERTY, "asset.version"},
        {"{\"asset\":{\"version\":\"2.0.1\"}}", GLTF_ERR_PROPERTY, "asset.version"},
        {"{\"asset\":{\"version\":\"+2.0\"}}", GLTF_ERR_PROPERTY, "asset.version"},
        {"{\"asset\":{\"version\":\"02.0\"}}", GLTF_ERR_PROPERTY, "asset.version"},
        {"{\"asset\":{\"version\":\"2.00\"}}", GLTF_ERR_PROPERTY, "asset.version"},
        {"{\"asset\":{\"version\":\"2.0\\u0000\"}}", GLTF_ERR_PROPERTY, "asset.version"},
        {"{\"asset\":{\"version\":\"2.12345678901\"}}", GLTF_ERR_PROPERTY, "asset.version"},
        {"{\"asset\":{\"version\":2.0}}", GLTF_ERR_PROPERTY, "asset.version"},
        {"{\"asset\":{\"version\":\"2.0x\"}}", GLTF_ERR_PROPERTY, "asset.version"},
        {"{\"asset\":{\"version\":\"2.0-\"}}", GLTF_ERR_PROPERTY, "asset.version"},
        {"{\"asset\":{\"version\":\"2.0\",\"minVersion\":\"2\"}}", GLTF_ERR_PROPERTY, "asset.minVersion"},
        {"{\"asset\":{\"version\":\"2.0\",\"minVersion\":\"3.0\"}}", GLTF_ERR_ASSET_VERSION, "asset.minVersion"},
        {"\t\r\n {\"asset\":{\"version\":\"2.0\"}}", GLTF_OK, NULL},
        {"\t\r\n 7", GLTF_ERR_PROPERTY, "root"},
        {"{\"asset\":{\"version\":\"2.0\",\"minVersion\":2}}", GLTF_ERR_PROPERTY, "asset.minVersion"},
        {"{\"asset\":{}}", GLTF_ERR_PROPERTY, "asset.version"},
        {"{\"asset\":[]}", GLTF_ERR_PROPERTY, "asset"},
        {"{}", GLTF_ERR_PROPERTY, "asset"},
        {"[]", GLTF_ERR_PROPERTY, "root"},
        {" null", GLTF_ERR_PROPERTY, "root"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gltf_error error = {0};
        const gltf_status status = parse_status(rows[i].text, &error);
        if (status != rows[i].status) {
            fail_msg("%s: %s, not %s", rows[i].text, gltf_status_name(status), gltf_status_name(rows[i].status));
        }
        if (rows[i].field) {
            assert_string_equal(error.field, rows[i].field);
        }
    }
}

/* the sentence of an error says what it should say, not that 2 is asked for and 2 is supported */
static void later_minimum_is_told_in_words(void **state) {
    gltf_error error;
    (void)state;
    assert_int_equal(parse_status("{\"asset\":{\"version\":\"2.1\",\"minVersion\":\"2.1\"}}", &error),
                     GLTF_ERR_ASSET_VERSION);
    sentence_check("asset.minor", &error);
    assert_int_equal(parse_status("{\"asset\":{\"version\":\"2.1\",\"minVersion\":\"3.0\"}}", &error),
                     GLTF_ERR_ASSET_VERSION);
    sentence_check("asset.major", &error);
}

/* ---- Options ---- */

/* design 4: NULL pointers are ARGUMENT, and the output is NULL */
static void null_arguments_are_refused(void **state) {
    (void)state;
    gltf_document *document = (gltf_document *)(uintptr_t)16;
    gltf_error error;
    assert_int_equal(gltf_document_parse(NULL, 1, NULL, &document, &error), GLTF_ERR_ARGUMENT);
    assert_null(document);
    assert_int_equal(gltf_document_parse(minimal, 5, NULL, NULL, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_parse(NULL, 0, NULL, &document, NULL), GLTF_ERR_JSON);
    gltf_document_free(NULL);
}

/* design 7: any published size is accepted; a larger struct too while its unknown tail is zero */
static void option_struct_grows(void **state) {
    (void)state;
    struct {
        gltf_document_options options;
        uint64_t tail[2];
    } future;
    gltf_document *document = NULL;
    memset(&future, 0, sizeof future);
    future.options.struct_size = sizeof future;
    assert_int_equal(gltf_document_parse(minimal, strlen(minimal), &future.options, &document, NULL), GLTF_OK);
    gltf_document_free(document);
    future.tail[1] = 1;
    assert_int_equal(gltf_document_parse(minimal, strlen(minimal), &future.options, &document, NULL),
                     GLTF_ERR_STRUCT_SIZE);
    assert_null(document);
    future.options.struct_size = offsetof(gltf_document_options, max_loaded); /* as it was first published */
    assert_int_equal(gltf_document_parse(minimal, strlen(minimal), &future.options, &document, NULL), GLTF_OK);
    gltf_document_free(document);
    document = NULL;
    future.options.struct_size = offsetof(gltf_document_options, max_loaded) - 8;
    assert_int_equal(gltf_document_parse(minimal, strlen(minimal), &future.options, &document, NULL),
                     GLTF_ERR_STRUCT_SIZE);
    future.options.struct_size = 0;
    assert_int_equal(gltf_document_parse(minimal, strlen(minimal), &future.options, &document, NULL),
                     GLTF_ERR_STRUCT_SIZE);
    future.options.struct_size = sizeof(gltf_document_options) + 4;
    assert_int_equal(gltf_document_parse(minimal, strlen(minimal), &future.options, &document, NULL),
                     GLTF_ERR_STRUCT_SIZE);
}

/* an unknown flag or half an allocator is the caller's mistake */
static void unknown_options_are_refused(void **state) {
    (void)state;
    gltf_document *document = NULL;
    counting_allocator counts = {0};
    gltf_document_options options;
    gltf_document_options_init(&options, sizeof options);
    options.flags = 4;
    assert_int_equal(gltf_document_parse(minimal, strlen(minimal), &options, &document, NULL), GLTF_ERR_ARGUMENT);
    options.flags = 0;
    options.source_flags = 2;
    assert_int_equal(gltf_document_parse(minimal, strlen(minimal), &options, &document, NULL), GLTF_ERR_ARGUMENT);
    options.source_flags = 0;
    options.allocator = counting_allocator_of(&counts);
    options.allocator.release = NULL;
    assert_int_equal(gltf_document_parse(minimal, strlen(minimal), &options, &document, NULL), GLTF_ERR_ARGUMENT);
    gltf_document_options_init(NULL, 8);
}

/* document.h, gltf_document_options_init: nothing is written where not even the size has room */
static void options_without_room_stay_as_they_are(void **state) {
    (void)state;
    gltf_document_options options;
    memset(&options, 0x55, sizeof options);
    gltf_document_options_init(&options, 3);
    assert_int_equal(options.struct_size, 0x55555555);
    gltf_document_options_init(&options, 4);
    assert_int_equal(options.struct_size, 4);
    assert_int_equal(options.flags, 0x55555555);
}

static gltf_status GLTF_CALL no_open(void *user, const uint8_t *bytes, size_t size, void **geometry,
                                     uint64_t *vertex_count, uint64_t *index_count) {
    (void)user;
    (void)bytes;
    (void)size;
    (void)geometry;
    (void)vertex_count;
    (void)index_count;
    return GLTF_ERR_CODEC;
}

static gltf_status GLTF_CALL no_attribute(void *user, void *geometry, uint32_t unique_id, uint32_t component_type,
                                          uint32_t component_count, void *out, size_t out_size) {
    (void)user;
    (void)geometry;
    (void)unique_id;
    (void)component_type;
    (void)component_count;
    (void)out;
    (void)out_size;
    return GLTF_ERR_CODEC;
}

static gltf_status GLTF_CALL no_indices(void *user, void *geometry, uint32_t *out, size_t index_count) {
    (void)user;
    (void)geometry;
    (void)out;
    (void)index_count;
    return GLTF_ERR_CODEC;
}

static void GLTF_CALL no_close(void *user, void *geometry) {
    (void)user;
    (void)geometry;
}

/* a codec has all of its functions, or the call is wrong */
static void codecs_are_whole(void **state) {
    (void)state;
    gltf_document *document = NULL;
    gltf_document_options options;
    gltf_document_options_init(&options, sizeof options);
    for (int missing = 0; missing < 5; missing++) {
        gltf_primitive_codec codec = {NULL, no_open, no_attribute, no_indices, no_close};
        codec.open = missing == 0 ? NULL : codec.open;
        codec.attribute = missing == 1 ? NULL : codec.attribute;
        codec.indices = missing == 2 ? NULL : codec.indices;
        codec.close = missing == 3 ? NULL : codec.close;
        options.primitive_codec = &codec;
        assert_int_equal(gltf_document_parse(minimal, strlen(minimal), &options, &document, NULL),
                         missing < 4 ? GLTF_ERR_ARGUMENT : GLTF_OK);
        gltf_document_free(document);
    }
}

/* limits beyond what the library counts with are as good as none */
static void limits_may_be_endless(void **state) {
    (void)state;
    gltf_document *document = NULL;
    gltf_document_options options;
    gltf_document_options_init(&options, sizeof options);
    options.max_text = UINT64_MAX;
    options.max_objects = UINT64_MAX;
    options.max_decoded = UINT64_MAX;
    options.max_zero_elements = UINT64_MAX;
    assert_int_equal(gltf_document_parse(minimal, strlen(minimal), &options, &document, NULL), GLTF_OK);
    gltf_document_free(document);
}

/* design 4: limits are errors that name the limit */
static void limits_are_errors(void **state) {
    (void)state;
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{},{},{}],\"unknown\":[0,0,0,0,0,0,0,0,0]}";
    gltf_document *document = NULL;
    gltf_document_options options;
    gltf_error error;
    gltf_document_options_init(&options, sizeof options);
    options.max_text = strlen(text) - 1;
    assert_int_equal(gltf_document_parse(text, strlen(text), &options, &document, &error), GLTF_ERR_LIMIT);
    assert_string_equal(error.field, "max_text");
    sentence_check("limit.text", &error);
    options.max_text = strlen(text);
    options.max_objects = 2;
    assert_int_equal(gltf_document_parse(text, strlen(text), &options, &document, &error), GLTF_ERR_LIMIT);
    assert_string_equal(error.field, "max_objects");
    sentence_check("limit.objects", &error);
    options.max_objects = 3;
    assert_int_equal(gltf_document_parse(text, strlen(text), &options, &document, &error), GLTF_OK);
    assert_int_equal(gltf_document_count(document, GLTF_OBJECT_ACCESSOR), 3);
    gltf_document_free(document);
}

/* nesting beyond the limit is an error, not a stack overflow */
static void deep_nesting_is_a_limit(void **state) {
    (void)state;
    enum { DEPTH = 200000 };
    char *text = malloc(2 * DEPTH + 64);
    gltf_error error;
    assert_non_null(text);
    const int head = sprintf(text, "{\"asset\":{\"version\":\"2.0\"},\"extras\":");
    memset(text + head, '[', DEPTH);
    memset(text + head + DEPTH, ']', DEPTH);
    strcpy(text + head + 2 * DEPTH, "}");
    assert_int_equal(parse_status(text, &error), GLTF_ERR_LIMIT);
    sentence_check("limit.nesting", &error);
    free(text);
}

/* ---- Top-level arrays ---- */

/* design D10: a top-level value of the wrong type costs its own objects only */
static void mistyped_array_counts_as_none(void **state) {
    (void)state;
    gltf_document *document =
        document_with("\"buffers\":{},\"bufferViews\":null,\"accessors\":[{\"bufferView\":0}],\"meshes\":5");
    assert_int_equal(gltf_document_count(document, GLTF_OBJECT_BUFFER), 0);
    assert_int_equal(gltf_document_count(document, GLTF_OBJECT_VIEW), 0);
    assert_int_equal(gltf_document_count(document, GLTF_OBJECT_ACCESSOR), 1);
    gltf_document_free(document);
}

/* spec 2.7: of equal keys the last one counts, also when it is no array */
static void last_duplicate_array_wins(void **state) {
    (void)state;
    gltf_document *document =
        document_with("\"nodes\":[{},{},{}],\"no\\u0064es\":[{\"name\":\"x\"}],\"skins\":[{}],\"skins\":[]");
    assert_int_equal(gltf_document_count(document, GLTF_OBJECT_NODE), 1);
    assert_string_equal(gltf_document_name(document, GLTF_OBJECT_NODE, 0), "x");
    assert_int_equal(gltf_document_count(document, GLTF_OBJECT_SKIN), 0);
    gltf_document_free(document);
}

/* spec 3.12: the two lists are readable, whatever is in them */
static void extension_lists_are_readable(void **state) {
    (void)state;
    uint32_t index = 0;
    gltf_document *document = document_with("\"extensionsUsed\":{\"A_b\":0},\"extensionsRequired\":\"A_b\"");
    assert_int_equal(gltf_document_count(document, GLTF_OBJECT_EXTENSION_USED), 0);
    assert_int_equal(gltf_document_count(document, GLTF_OBJECT_EXTENSION_REQUIRED), 0);
    gltf_document_free(document);
    document =
        document_with("\"extensionsUsed\":[\"A_b\",3,\"KHR_mesh_quantization\"],\"extensionsRequired\":[\"A_b\"]");
    assert_int_equal(gltf_document_count(document, GLTF_OBJECT_EXTENSION_USED), 2);
    assert_string_equal(gltf_document_name(document, GLTF_OBJECT_EXTENSION_USED, 1), "KHR_mesh_quantization");
    assert_int_equal(gltf_document_find(document, GLTF_OBJECT_EXTENSION_REQUIRED, "A_b", &index), GLTF_OK);
    assert_int_equal(index, 0);
    assert_int_equal(gltf_document_find(document, GLTF_OBJECT_EXTENSION_USED, "a_b", &index), GLTF_OK);
    assert_int_equal(index, GLTF_NONE);
    assert_null(gltf_document_name(document, GLTF_OBJECT_EXTENSION_REQUIRED, 1));
    gltf_document_free(document);
}

/* ---- GLB ---- */

static size_t put_u32(uint8_t *out, size_t at, uint32_t value) {
    for (int i = 0; i < 4; i++) {
        out[at + (size_t)i] = (uint8_t)(value >> (8 * i));
    }
    return at + 4;
}

/* A container of this text and BIN data of `bin_size` bytes 1, 2, 3, ... */
static size_t make_glb(uint8_t *out, const char *text, uint32_t bin_size) {
    const uint32_t text_size = ((uint32_t)strlen(text) + 3) / 4 * 4;
    const uint32_t bin_room = (bin_size + 3) / 4 * 4;
    size_t at = put_u32(out, 0, 0x46546C67u);
    at = put_u32(out, at, 2);
    at = put_u32(out, at, 12 + 8 + text_size + 8 + bin_room);
    at = put_u32(out, at, text_size);
    at = put_u32(out, at, 0x4E4F534Au);
    memset(out + at, ' ', text_size);
    memcpy(out + at, text, strlen(text));
    at += text_size;
    at = put_u32(out, at, bin_room);
    at = put_u32(out, at, 0x004E4942u);
    memset(out + at, 0, bin_room);
    for (uint32_t i = 0; i < bin_size; i++) {
        out[at + i] = (uint8_t)(i + 1);
    }
    return at + bin_room;
}

/* spec 4: the first byte tells a container from text; buffer 0 without uri is its BIN chunk */
static void glb_brings_buffer_zero(void **state) {
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":3},{\"byteLength\":3}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":3},{\"buffer\":1,\"byteLength\":3}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\"},"
        "{\"bufferView\":1,\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\"}]}";
    uint8_t glb[1024];
    (void)state;
    const size_t size = make_glb(glb, text, 3);
    gltf_document *document = NULL;
    gltf_accessor accessor;
    gltf_error error;
    float values[3];
    assert_int_equal(gltf_document_parse(glb, size, NULL, &document, &error), GLTF_OK);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_NOT_LOADED);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_OK);
    assert_int_equal(gltf_accessor_read_float(&accessor, 0, 3, values, 3), GLTF_OK);
    assert_true(values[0] == 1.0f && values[1] == 2.0f && values[2] == 3.0f);
    assert_int_equal(gltf_document_accessor(document, 1, &accessor, &error), GLTF_ERR_NOT_LOADED);
    assert_int_equal(error.object, GLTF_OBJECT_BUFFER);
    assert_int_equal(error.index, 1);
    gltf_document_free(document);

    const gltf_status status = gltf_document_parse(glb, 19, NULL, &document, &error);
    assert_int_equal(status, GLTF_ERR_GLB);
    assert_null(document);
}

/* JSON errors inside a container count their position in the file */
static void position_in_glb_counts_from_the_file(void **state) {
    uint8_t glb[256];
    (void)state;
    const size_t size = make_glb(glb, "{\"asset\":nope}", 4);
    gltf_document *document = NULL;
    gltf_error error;
    assert_int_equal(gltf_document_parse(glb, size, NULL, &document, &error), GLTF_ERR_JSON);
    assert_int_equal(error.position, 20 + 10);
}

/* spec 3.6.1.2: a BIN chunk shorter than byteLength is the buffer's fault */
static void short_bin_chunk_is_a_length_fault(void **state) {
    uint8_t glb[256];
    (void)state;
    const size_t size = make_glb(glb, "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":9}]}", 8);
    gltf_document *document = NULL;
    gltf_error error;
    assert_int_equal(gltf_document_parse(glb, size, NULL, &document, &error), GLTF_OK);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_ERR_BUFFER_LENGTH);
    assert_int_equal(error.index, 0);
    assert_int_equal(error.expected, 9);
    assert_int_equal(error.found, 8);
    gltf_document_free(document);
}

/* ---- Memory ---- */

/* design 5: all memory but cJSON's comes from the caller's allocator, and all of it goes back; every failing call ends in
 * GLTF_ERR_MEMORY */
static void memory_comes_from_the_allocator_and_returns(void **state) {
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"x\"],\"extensionsRequired\":[\"x\"],"
        "\"buffers\":[{\"byteLength\":4,\"uri\":\"data:;base64,AQIDBA==\",\"name\":\"b\"},{\"byteLength\":1,\"uri\":"
        "\"a%20b\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":4},{\"buffer\":9,\"byteLength\":4}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5121,\"count\":1,\"type\":\"VEC3\",\"name\":\"n\"},{}],"
        "\"meshes\":[{\"weights\":[1],\"extras\":{\"targetNames\":[\"t\"]},\"primitives\":[{\"attributes\":{"
        "\"POSITION\":0,\"_A\":7},"
        "\"targets\":[{\"POSITION\":0}]}]}],"
        "\"skins\":[{\"joints\":[0]}],\"nodes\":[{\"mesh\":0,\"weights\":[2]}],"
        "\"animations\":[{\"samplers\":[{\"input\":0,\"output\":0}],\"channels\":[{\"sampler\":0,\"target\":{\"path\":"
        "\"x\"}}]}]}";
    (void)state;
    size_t calls = 0;
    for (size_t fail_at = 0; fail_at <= calls; fail_at++) {
        counting_allocator counts = {0};
        gltf_document *document = NULL;
        gltf_document_options options;
        gltf_error error = {0};
        gltf_document_options_init(&options, sizeof options);
        options.flags = GLTF_DOCUMENT_COPY_INPUT;
        options.allocator = counting_allocator_of(&counts);
        counts.fail_at = fail_at;
        gltf_status status = gltf_document_parse(text, strlen(text), &options, &document, &error);
        if (status == GLTF_OK) {
            status = gltf_document_load(document, GLTF_NONE, NULL, &error);
        }
        if (fail_at == 0) {
            assert_int_equal(status, GLTF_OK);
            calls = counts.calls;
        } else {
            assert_int_equal(status, GLTF_ERR_MEMORY);
            assert_int_equal(error.status, GLTF_ERR_MEMORY);
        }
        gltf_document_free(document);
        assert_int_equal(counts.live_blocks, 0);
        assert_int_equal(counts.live_bytes, 0);
    }
    assert_in_range(calls, 5, 100);
}

/* a claim in the file is not a reason to allocate */
static void huge_claims_cost_nothing(void **state) {
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":1000000000000000,\"uri\":\"data:,a\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":1000000000000000}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":1000000000000000,\"type\":\"MAT4\"},"
        "{\"componentType\":5126,\"count\":1000000000000000,\"type\":\"MAT4\"}]}";
    (void)state;
    counting_allocator counts = {0};
    gltf_document *document = NULL;
    gltf_document_options options;
    gltf_accessor accessor;
    gltf_error error;
    gltf_document_options_init(&options, sizeof options);
    options.allocator = counting_allocator_of(&counts);
    assert_int_equal(gltf_document_parse(text, strlen(text), &options, &document, &error), GLTF_OK);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_ERR_BUFFER_LENGTH);
    assert_int_not_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_OK);
    assert_int_not_equal(gltf_document_accessor(document, 1, &accessor, &error), GLTF_OK);
    assert_in_range(counts.peak_bytes, 1, 64 * 1024);
    gltf_document_free(document);
}

/* equal faults of many objects share one record: memory stays near the text */
static void many_broken_objects_stay_small(void **state) {
    (void)state;
    enum { COUNT = 20000 };
    char *text = malloc(COUNT * 3 + 64);
    assert_non_null(text);
    size_t at = (size_t)sprintf(text, "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{}");
    for (int i = 1; i < COUNT; i++) {
        memcpy(text + at, ",{}", 3);
        at += 3;
    }
    strcpy(text + at, "]}");
    counting_allocator counts = {0};
    gltf_document *document = NULL;
    gltf_document_options options;
    gltf_error error;
    gltf_document_options_init(&options, sizeof options);
    options.allocator = counting_allocator_of(&counts);
    assert_int_equal(gltf_document_parse(text, strlen(text), &options, &document, &error), GLTF_OK);
    assert_int_equal(gltf_document_fault(document, GLTF_OBJECT_ACCESSOR, COUNT - 1, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(error.index, COUNT - 1);
    assert_string_equal(error.field, "componentType");
    assert_in_range(counts.peak_bytes, 1, 64 * strlen(text));
    gltf_document_free(document);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(minimal_text_is_a_document),
        cmocka_unit_test(byte_order_mark_is_skipped),
        cmocka_unit_test(wrong_text_is_refused_with_its_place),
        cmocka_unit_test(asset_version_is_checked),
        cmocka_unit_test(later_minimum_is_told_in_words),
        cmocka_unit_test(null_arguments_are_refused),
        cmocka_unit_test(option_struct_grows),
        cmocka_unit_test(unknown_options_are_refused),
        cmocka_unit_test(options_without_room_stay_as_they_are),
        cmocka_unit_test(codecs_are_whole),
        cmocka_unit_test(limits_may_be_endless),
        cmocka_unit_test(limits_are_errors),
        cmocka_unit_test(deep_nesting_is_a_limit),
        cmocka_unit_test(mistyped_array_counts_as_none),
        cmocka_unit_test(last_duplicate_array_wins),
        cmocka_unit_test(extension_lists_are_readable),
        cmocka_unit_test(glb_brings_buffer_zero),
        cmocka_unit_test(position_in_glb_counts_from_the_file),
        cmocka_unit_test(short_bin_chunk_is_a_length_fault),
        cmocka_unit_test(memory_comes_from_the_allocator_and_returns),
        cmocka_unit_test(huge_claims_cost_nothing),
        cmocka_unit_test(many_broken_objects_stay_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
