/* unit/document_messages.c - layer 2: what the library says of a file that is wrong, one row for each reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/documents.h"
#include "support/guard.h"
#include "support/sentences.h"

/* ---- Texts ---- */

typedef struct bytes_row {
    const char *key;
    const char *bytes;
    size_t size;
    uint64_t line;
    uint64_t column;
} bytes_row;

#define BYTES(text) text, sizeof(text) - 1

/* base.h: what the data is in place of glTF; line and column of invalid JSON */
static void refused_texts_say_why_and_where(void **state) {
    static const bytes_row rows[] = {
        {"text.empty", BYTES(""), 1, 1},
        {"text.other", BYTES("solid cube"), 1, 1},
        {"text.other", BYTES("\n \x89PNG"), 2, 2},
        {"text.lfs", BYTES("version https://git-lfs.github.com/spec/v1\n"), 1, 1},
        {"text.html", BYTES("\r\n<!DOCTYPE html>"), 2, 1},
        {"text.gzip", BYTES("\x1F\x8B\x08"), 1, 1},
        {"text.zip", BYTES("PK\x03\x04"), 1, 1},
        {"text.utf16", BYTES("\xFF\xFE{\0"), 1, 1},
        {"text.utf16", BYTES("\xFE\xFF\0{"), 1, 1},
        {"text.utf16", BYTES("{\0\"\0"), 1, 2},
        {"text.utf16", BYTES("\0{\0\""), 1, 1},
        {"text.latin1", BYTES("{\"caf\xE9\": 1}"), 1, 6}, /* the byte that does not continue the sequence */
        {"text.stray", BYTES("{\"\xC3\xA9\x80\": 1}"), 1, 4},
        {"text.lead", BYTES("{\"\xFF\": 1}"), 1, 3},
        {"text.cut_character", BYTES("{\"\xE2\x82"), 1, 3},
        {"json.quotes", BYTES("{\xE2\x80\x9C"), 1, 2}, /* UTF-8, but no quote of JSON */
        {"json.ends", BYTES("{\"a\": [1,\n 2"), 2, 3},
        {"json.ends_blank", BYTES(" \n"), 2, 1},
        {"json.after", BYTES("{}\r\n}"), 2, 1},
        {"json.after_number", BYTES("1 2"), 1, 3},
        {"json.comma", BYTES("{\"a\": [1,\r2, ]}"), 2, 4},
        {"json.comma_object", BYTES("{\"a\": 1,}"), 1, 9},
        {"json.comment", BYTES("{ // no\n}"), 1, 3},
        {"json.nan", BYTES("{\"a\": NaN}"), 1, 7},
        {"json.nan", BYTES("{\"a\":-nan}"), 1, 7},
        {"json.nan", BYTES("{\"a\":nan}"), 1, 7},
        {"json.nan", BYTES("{\"a\":-inf}"), 1, 7},
        {"json.control", BYTES("{\"a\tb\": 1}"), 1, 4},
        {"json.syntax", BYTES("{\"\xC3\xA9\": 01}"), 1, 8},
        {"json.syntax", BYTES("{'a': \"\"}"), 1, 2},
        {"json.no_colon", BYTES("{\"a\" 1}"), 1, 6},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gltf_error error;
        gltf_document *document = NULL;
        guard copy = guard_copy(rows[i].bytes, rows[i].size, GUARD_AFTER);
        assert_int_equal(gltf_document_parse(copy.bytes, rows[i].size, NULL, &document, &error), GLTF_ERR_JSON);
        if (error.expected != rows[i].line || error.found != rows[i].column) {
            fail_msg("%s: line %d, column %d", rows[i].key, (int)error.expected, (int)error.found);
        }
        if (strcmp(rows[i].key, "json.syntax") == 0 || strcmp(rows[i].key, "json.nan") == 0) {
            error.expected = 1; /* rows that share a sentence */
            error.found = 7;
            error.position = 6;
        }
        sentence_check(rows[i].key, &error);
        guard_free(&copy);
    }
}

/* every text of one and two bytes is refused with a place and a sentence of its own, or is JSON */
static void short_texts_have_a_reason(void **state) {
    (void)state;
    for (unsigned n = 0; n < 256 * 257; n++) {
        const uint8_t bytes[2] = {(uint8_t)(n % 256), (uint8_t)(n / 256 - 1)};
        gltf_error error;
        gltf_document *document = NULL;
        guard copy = guard_copy(bytes, n < 256 ? 1 : 2, GUARD_AFTER);
        assert_int_not_equal(gltf_document_parse(copy.bytes, n < 256 ? 1 : 2, NULL, &document, &error), GLTF_OK);
        assert_int_not_equal(error.reason, 0);
        guard_free(&copy);
    }
}

/* ---- Containers ---- */

/* A GLB of words: header, then chunks. */
static gltf_error glb_error(const uint32_t *words, size_t size) {
    gltf_error error;
    gltf_document *document = NULL;
    uint8_t bytes[256];
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(words[i / 4] >> (i % 4 * 8));
    }
    guard copy = guard_copy(bytes, size, GUARD_AFTER);
    assert_int_not_equal(gltf_document_parse(copy.bytes, size, NULL, &document, &error), GLTF_OK);
    guard_free(&copy);
    return error;
}

enum { MAGIC = 0x46546C67, JSON = 0x4E4F534A, BIN = 0x004E4942, BRACES = 0x20207D7B, BRACE = 0x2020207B };

/* 4.4: which bytes end where, and the version that is there */
static void refused_containers_say_what_ends_where(void **state) {
    static const struct {
        const char *key;
        uint32_t words[9];
        size_t size;
    } rows[] = {
        {"glb.magic", {0x47546C67, 2, 24}, 12},
        {"glb.version", {MAGIC, 1, 24, 4, 0, BRACES}, 24},
        {"glb.header", {MAGIC, 2}, 8},
        {"glb.length", {MAGIC, 2, 12, 4, JSON, BRACES}, 24},
        {"glb.no_json", {MAGIC, 2, 24}, 12},
        {"glb.chunk_header", {MAGIC, 2, 24, 4, JSON}, 18},
        {"glb.json_cut", {MAGIC, 2, 84188, 84168, JSON, BRACES}, 24},
        {"glb.json_longer", {MAGIC, 2, 24, 8, JSON, BRACES, BRACES}, 28},
        {"glb.bin_cut", {MAGIC, 2, 84188, 4, JSON, BRACES, 84156, BIN, 0}, 36},
        {"glb.chunk_cut", {MAGIC, 2, 84188, 4, JSON, BRACES, 84156, JSON, 0}, 36},
        {"glb.no_chunk", {MAGIC, 2, 36, 4, JSON, BRACES, BRACES, BRACES, BRACES}, 36},
        {"glb.not_json", {MAGIC, 2, 24, 4, BIN, 0}, 24},
        {"glb.not_json", {MAGIC, 2, 24, 400, BIN, 0}, 24},
        {"glb.json_empty", {MAGIC, 2, 20, 0, JSON}, 20},
        {"glb.json_nul", {MAGIC, 2, 24, 4, JSON, 0}, 24},
        {"glb.text_ends", {MAGIC, 2, 24, 4, JSON, BRACE}, 24},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const gltf_error error = glb_error(rows[i].words, rows[i].size);
        sentence_check(rows[i].key, &error);
    }
}

/* ---- Properties ---- */

typedef struct object_row {
    const char *key;
    int32_t object;
    const char *members;
} object_row;

#define ACCESSOR(properties) "\"accessors\":[{" properties "}]"
#define MESH(properties) "\"meshes\":[{\"primitives\":[{" properties "}]}]"
#define ANIMATION(sampler, channel)                                                                                    \
    "\"accessors\":[{\"componentType\":5126,\"type\":\"SCALAR\",\"count\":1}],\"animations\":[{\"samplers\":["         \
    "{" sampler "}],\"channels\":[{" channel "}]}]"

/* 5: a property is missing, of another type, or out of range, and each is said as what it is */
static void broken_properties_say_why(void **state) {
    static const object_row rows[] = {
        {"property.missing", GLTF_OBJECT_ACCESSOR, ACCESSOR("\"componentType\":5126,\"type\":\"SCALAR\"")},
        {"property.not_number", GLTF_OBJECT_ACCESSOR,
         ACCESSOR("\"componentType\":5126,\"type\":\"SCALAR\",\"count\":\"3\"")},
        {"property.not_integer", GLTF_OBJECT_ACCESSOR,
         ACCESSOR("\"componentType\":5126,\"type\":\"SCALAR\",\"count\":-3")},
        {"property.too_large", GLTF_OBJECT_MESH, MESH("\"attributes\":{},\"mode\":7")},
        {"property.type_missing", GLTF_OBJECT_ACCESSOR, ACCESSOR("\"componentType\":5126,\"count\":3")},
        {"property.not_string", GLTF_OBJECT_ACCESSOR, ACCESSOR("\"componentType\":5126,\"count\":3,\"type\":3")},
        {"property.shape", GLTF_OBJECT_ACCESSOR, ACCESSOR("\"componentType\":5126,\"count\":3,\"type\":\"vec3\"")},
        {"property.component_type", GLTF_OBJECT_ACCESSOR,
         ACCESSOR("\"componentType\":5130,\"count\":3,\"type\":\"VEC3\"")},
        {"property.not_boolean", GLTF_OBJECT_ACCESSOR,
         ACCESSOR("\"componentType\":5121,\"count\":3,\"type\":\"VEC3\",\"normalized\":1")},
        {"property.not_object", GLTF_OBJECT_ACCESSOR,
         ACCESSOR("\"componentType\":5121,\"count\":3,\"type\":\"VEC3\",\"sparse\":[]")},
        {"property.element", GLTF_OBJECT_ACCESSOR, "\"accessors\":[3]"},
        {"property.reference", GLTF_OBJECT_ACCESSOR,
         ACCESSOR("\"componentType\":5121,\"count\":3,\"type\":\"VEC3\",\"bufferView\":5")},
        {"property.attribute", GLTF_OBJECT_MESH, MESH("\"attributes\":{\"POSITION\":5}")},
        {"property.attribute_type", GLTF_OBJECT_MESH, MESH("\"attributes\":{\"POSITION\":\"5\"}")},
        {"property.primitives", GLTF_OBJECT_MESH, "\"meshes\":[{}]"},
        {"property.not_array", GLTF_OBJECT_MESH, "\"meshes\":[{\"primitives\":{}}]"},
        {"property.targets", GLTF_OBJECT_MESH, MESH("\"attributes\":{},\"targets\":{}")},
        {"property.target", GLTF_OBJECT_MESH, MESH("\"attributes\":{},\"targets\":[0]")},
        {"property.target_attribute", GLTF_OBJECT_MESH, MESH("\"attributes\":{},\"targets\":[{\"NORMAL\":1}]")},
        {"property.weights", GLTF_OBJECT_MESH, "\"meshes\":[{\"weights\":0,\"primitives\":[]}]"},
        {"property.not_numbers", GLTF_OBJECT_MESH, "\"meshes\":[{\"weights\":[\"0\"],\"primitives\":[]}]"},
        {"property.not_float", GLTF_OBJECT_MESH, "\"meshes\":[{\"weights\":[1e39],\"primitives\":[]}]"},
        {"property.joints", GLTF_OBJECT_SKIN, "\"skins\":[{}]"},
        {"property.joints_type", GLTF_OBJECT_SKIN, "\"skins\":[{\"joints\":0}]"},
        {"property.samplers", GLTF_OBJECT_ANIMATION, "\"animations\":[{\"channels\":[]}]"},
        {"property.channels", GLTF_OBJECT_ANIMATION, "\"animations\":[{\"samplers\":[],\"channels\":0}]"},
        {"property.interpolation", GLTF_OBJECT_ANIMATION,
         ANIMATION("\"input\":0,\"output\":0,\"interpolation\":\"CUBIC\"",
                   "\"sampler\":0,\"target\":{\"path\":\"scale\"}")},
        {"property.interpolation_type", GLTF_OBJECT_ANIMATION,
         ANIMATION("\"input\":0,\"output\":0,\"interpolation\":1", "\"sampler\":0,\"target\":{\"path\":\"scale\"}")},
        {"property.path", GLTF_OBJECT_ANIMATION, ANIMATION("\"input\":0,\"output\":0", "\"sampler\":0,\"target\":{}")},
        {"property.path_type", GLTF_OBJECT_ANIMATION,
         ANIMATION("\"input\":0,\"output\":0", "\"sampler\":0,\"target\":{\"path\":1}")},
        {"property.uri", GLTF_OBJECT_BUFFER, "\"buffers\":[{\"byteLength\":4,\"uri\":4}]"},
        {"property.uri_comma", GLTF_OBJECT_BUFFER, "\"buffers\":[{\"byteLength\":4,\"uri\":\"data:AAAA\"}]"},
        {"property.uri_nul", GLTF_OBJECT_BUFFER, "\"buffers\":[{\"byteLength\":4,\"uri\":\"a\\u0000.bin\"}]"},
        {"property.uri_nul", GLTF_OBJECT_BUFFER, "\"buffers\":[{\"byteLength\":4,\"uri\":\"a%00.bin\"}]"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gltf_error error;
        gltf_document *document = document_with(rows[i].members);
        assert_int_not_equal(gltf_document_fault(document, rows[i].object, 0, &error), GLTF_OK);
        sentence_check(rows[i].key, &error);
        gltf_document_free(document);
    }
}

/* 3.2, 5.9: what is wrong with the asset, or with the whole text */
static void broken_assets_say_why(void **state) {
    static const char *const rows[][2] = {
        {"asset.missing", "{}"},
        {"asset.not_object", "{\"asset\":2}"},
        {"asset.no_version", "{\"asset\":{}}"},
        {"asset.version_form", "{\"asset\":{\"version\":2}}"},
        {"asset.minimum_form", "{\"asset\":{\"version\":\"2.0\",\"minVersion\":\"2\"}}"},
        {"asset.version", "{\"asset\":{\"version\":\"1.0\"}}"},
        {"asset.root", " []"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gltf_error error;
        assert_int_not_equal(parse_status(rows[i][1], &error), GLTF_OK);
        sentence_check(rows[i][0], &error);
    }
}

#define STREAM(parameters)                                                                                             \
    "\"buffers\":[{\"byteLength\":16},{\"byteLength\":16}],\"bufferViews\":[{\"buffer\":1,\"byteLength\":16,"          \
    "\"byteStride\":8,\"extensions\":{\"EXT_meshopt_compression\":" parameters "}}],\"accessors\":[{"                  \
    "\"bufferView\":0,\"componentType\":5121,\"count\":1,\"type\":\"SCALAR\"}]"

/* EXT_meshopt_compression: each parameter that does not fit is named with its value */
static void broken_compression_says_why(void **state) {
    static const char *const rows[][2] = {
        {"meshopt.object", STREAM("[]")},
        {"meshopt.mode_missing", STREAM("{\"buffer\":0,\"byteLength\":8,\"byteStride\":8,\"count\":2}")},
        {"meshopt.mode_type", STREAM("{\"buffer\":0,\"byteLength\":8,\"byteStride\":8,\"count\":2,\"mode\":1}")},
        {"meshopt.mode", STREAM("{\"buffer\":0,\"byteLength\":8,\"byteStride\":8,\"count\":2,\"mode\":\"POINTS\"}")},
        {"meshopt.filter", STREAM("{\"buffer\":0,\"byteLength\":8,\"byteStride\":8,\"count\":2,\"mode\":\"ATTRIBUTES\","
                                  "\"filter\":\"octahedral\"}")},
        {"meshopt.filter_mode", STREAM("{\"buffer\":0,\"byteLength\":8,\"byteStride\":8,\"count\":2,"
                                       "\"mode\":\"INDICES\",\"filter\":\"OCTAHEDRAL\"}")},
        {"meshopt.stride", STREAM("{\"buffer\":0,\"byteLength\":8,\"byteStride\":8,\"count\":2,\"mode\":\"INDICES\"}")},
        {"meshopt.view_stride",
         STREAM("{\"buffer\":0,\"byteLength\":8,\"byteStride\":4,\"count\":4,\"mode\":\"ATTRIBUTES\"}")},
        {"meshopt.buffer", STREAM("{\"buffer\":2,\"byteLength\":8,\"byteStride\":8,\"count\":2,\"mode\":\"INDICES\"}")},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gltf_error error;
        gltf_accessor accessor;
        gltf_document *document = document_with(rows[i][1]);
        assert_int_not_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_OK);
        sentence_check(rows[i][0], &error);
        gltf_document_free(document);
    }
}

/* ---- Files ---- */

/* A host that opens nothing. */
static gltf_status GLTF_CALL refuse_load(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                         gltf_buffer *out) {
    (void)buffer;
    (void)uri;
    (void)byte_length;
    (void)out;
    return *(const gltf_status *)user;
}

/* document.h: a host that refuses a URI need not say why */
static void refused_uris_say_why(void **state) {
    static const char *const rows[][2] = {
        {"uri.empty", ""},
        {"uri.backslash", "a\\\\b.bin"},
        {"uri.drive", "C:\\\\b.bin"},
        {"uri.scheme", "file:///b.bin"},
        {"uri.absolute", "/b.bin"},
        {"uri.leaves", "a/../../b.bin"},
        {"uri.control", "a%0Ab.bin"},
        {"uri.control_latin1", "a\\u0085b.bin"},
        {"uri.not_utf8", "a%E9b.bin"},
        {"uri.not_utf8_c2", "a%C2b.bin"},
        {"uri.other", "b.bin"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char members[256];
        gltf_error error;
        gltf_status status = GLTF_ERR_URI;
        const gltf_io io = {&status, refuse_load, NULL};
        snprintf(members, sizeof members, "\"buffers\":[{\"byteLength\":4,\"uri\":\"%s\"}]", rows[i][1]);
        gltf_document *document = document_with(members);
        assert_int_equal(gltf_document_load(document, GLTF_NONE, &io, &error), GLTF_ERR_URI);
        error.name = strstr(rows[i][0], "utf8") ? "?" : error.name; /* the golden file is UTF-8 */
        sentence_check(rows[i][0], &error);
        gltf_document_free(document);
    }
}

#define FIRST_VIEW                                                                                                     \
    ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":4}],\"accessors\":[{\"bufferView\":0,\"componentType\":5121,"      \
    "\"count\":4,\"type\":\"SCALAR\"}]"

/* 3.6.1.1: a buffer without bytes says what it lacks */
static void missing_bytes_say_why(void **state) {
    static const char *const rows[][2] = {
        {"buffer.no_uri", "\"buffers\":[{\"byteLength\":4}]" FIRST_VIEW},
        {"buffer.not_loaded", "\"buffers\":[{\"byteLength\":4,\"uri\":\"a.bin\"}]" FIRST_VIEW},
        {"buffer.escape", "\"buffers\":[{\"byteLength\":4,\"uri\":\"data:,ab%4\"}]" FIRST_VIEW},
        {"buffer.base64", "\"buffers\":[{\"byteLength\":4,\"uri\":\"data:;base64,AA#A\"}]" FIRST_VIEW},
        {"buffer.short", "\"buffers\":[{\"byteLength\":4,\"uri\":\"data:;base64,AAAA\"}]" FIRST_VIEW},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gltf_accessor accessor;
        gltf_error error;
        gltf_document *document = document_with(rows[i][1]);
        for (int loaded = 0; loaded < 2; loaded++) { /* the same before and after trying, but for what decoding finds */
            const gltf_status status = gltf_document_accessor(document, 0, &accessor, &error);
            assert_int_not_equal(status, GLTF_OK);
            if (loaded || i == 0) {
                sentence_check(rows[i][0], &error);
            }
            assert_int_not_equal(gltf_document_load(document, 0, NULL, &error), GLTF_OK);
            sentence_check(rows[i][0], &error);
        }
        gltf_document_free(document);
    }
    gltf_accessor accessor;
    gltf_error error;
    gltf_document *document =
        document_with(STREAM("{\"buffer\":0,\"byteLength\":8,\"byteStride\":8,\"count\":2,\"mode\":\"ATTRIBUTES\"}"));
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_NOT_LOADED);
    sentence_check("buffer.not_decoded", &error);
    gltf_document_free(document);
}

/* ---- Things that belong together ---- */

#define MORPHED(weights)                                                                                               \
    "\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":1},{\"componentType\":5126,\"type\":\"VEC3\"," \
    "\"count\":2},{\"componentType\":5126,\"type\":\"SCALAR\",\"count\":1}],\"nodes\":[{\"mesh\":0,\"weights\":[1,2]}" \
    "],"                                                                                                               \
    "\"meshes\":[{" weights "\"primitives\":["                                                                         \
    "{\"mode\":0,\"indices\":0,\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":0}]},"                       \
    "{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":1}]},"                                                \
    "{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":2}]},{\"attributes\":{},\"targets\":[{}]}]}]"

static gltf_status morph_error(const gltf_document *document, uint32_t primitive, uint32_t count, gltf_error *error) {
    static const float weights[2] = {0};
    float out[3];
    return gltf_document_morph(document, 0, primitive, "POSITION", count ? weights : NULL, count, 0, 1, NULL, out,
                               sizeof out, error);
}

/* 3.7.2.2: how many there are of each, not only that they differ */
static void mismatches_say_both_numbers(void **state) {
    gltf_error error;
    (void)state;
    gltf_document *document = document_with(MORPHED("\"weights\":[1,2],"));
    assert_int_equal(morph_error(document, 0, 2, &error), GLTF_ERR_MISMATCH);
    sentence_check("match.weights", &error);
    assert_int_equal(morph_error(document, 0, 0, &error), GLTF_ERR_MISMATCH);
    sentence_check("match.weights", &error);
    assert_int_equal(morph_error(document, 1, 1, &error), GLTF_ERR_MISMATCH);
    sentence_check("match.delta_count", &error);
    assert_int_equal(morph_error(document, 2, 1, &error), GLTF_ERR_MISMATCH);
    sentence_check("match.delta_type", &error);
    assert_int_equal(morph_error(document, 3, 1, &error), GLTF_ERR_PROPERTY);
    sentence_check("match.no_attribute", &error);
    assert_int_equal(gltf_document_node_weights(document, 0, NULL, 0, NULL, &error), GLTF_ERR_MISMATCH);
    sentence_check("match.node_weights", &error);
    uint32_t indices[1];
    assert_int_equal(gltf_document_indices(document, 0, 0, 0, indices, 1, NULL, &error), GLTF_ERR_CONVERSION);
    sentence_check("match.indices_type", &error);
    assert_int_equal(gltf_document_indices(document, 0, 0, GLTF_INDICES_TRIANGLES, NULL, 0, NULL, &error),
                     GLTF_ERR_CONVERSION);
    sentence_check("match.mode", &error);
    gltf_document_free(document);
}

/* 3.6.2.5, 5.1.5: declared bounds that do not fit the type */
static void declared_bounds_say_why(void **state) {
    double min[3];
    gltf_error error;
    (void)state;
    gltf_document *document =
        document_with("\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":1,\"min\":[1]},"
                      "{\"componentType\":5126,\"type\":\"VEC3\",\"count\":1,\"min\":[1,2,\"3\"]}]");
    assert_int_equal(gltf_document_declared_bounds(document, 0, min, NULL, 3, &error), GLTF_ERR_PROPERTY);
    sentence_check("bounds.count", &error);
    assert_int_equal(gltf_document_declared_bounds(document, 1, min, NULL, 3, &error), GLTF_ERR_PROPERTY);
    sentence_check("bounds.not_numbers", &error);
    gltf_document_free(document);
}

/* 3.6.2: strict resolving of a byteOffset that means nothing */
static void offset_without_view_says_so(void **state) {
    gltf_error error;
    gltf_accessor accessor;
    gltf_document_options options;
    gltf_document *document = NULL;
    static const char text[] = "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"componentType\":5126,"
                               "\"type\":\"VEC3\",\"count\":1,\"byteOffset\":4}]}";
    (void)state;
    gltf_document_options_init(&options, sizeof options);
    options.source_flags = GLTF_SOURCE_STRICT;
    assert_int_equal(gltf_document_parse(text, sizeof text - 1, &options, &document, &error), GLTF_OK);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_PROPERTY);
    sentence_check("property.offset_alone", &error);
    gltf_document_free(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused_texts_say_why_and_where),
        cmocka_unit_test(short_texts_have_a_reason),
        cmocka_unit_test(refused_containers_say_what_ends_where),
        cmocka_unit_test(broken_properties_say_why),
        cmocka_unit_test(broken_assets_say_why),
        cmocka_unit_test(broken_compression_says_why),
        cmocka_unit_test(refused_uris_say_why),
        cmocka_unit_test(missing_bytes_say_why),
        cmocka_unit_test(mismatches_say_both_numbers),
        cmocka_unit_test(declared_bounds_say_why),
        cmocka_unit_test(offset_without_view_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
