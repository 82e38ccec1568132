/* unit/base_status.c - names of statuses and the sentences of errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/base/failure.h"
#include "support/guard.h"

static char text[512];

static const char *sentence_of(const gltf_error *error) {
    memset(text, 0x55, sizeof text);
    size_t length = gltf_error_format(error, text, sizeof text);
    assert_int_equal(length, strlen(text));
    return text;
}

static const char *say(gltf_status status, gltf_i_place place, const char *field, uint64_t position, uint64_t expected,
                       uint64_t found) {
    gltf_error error;
    assert_int_equal(failure_at(&error, status, place, field, position, expected, found), status);
    return sentence_of(&error);
}

static const char *say_named(gltf_status status, gltf_i_place place, const char *field, const char *name) {
    gltf_error error;
    assert_int_equal(failure_named(&error, status, place, field, name), status);
    return sentence_of(&error);
}

static gltf_i_place accessor(uint32_t index) {
    return place_of(GLTF_OBJECT_ACCESSOR, index);
}

/* base.h: the version of the header */
static void version_is_that_of_the_header(void **state) {
    (void)state;
    assert_int_equal(gltf_version(), GLTF_VERSION_NUMBER);
}

/* base.h: every status has the name of its constant; the rest is GLTF_ERR_UNKNOWN */
static void every_status_has_its_name(void **state) {
    (void)state;
    static const struct {
        gltf_status status;
        const char *name;
    } names[] = {
        {0, "GLTF_OK"},
        {1, "GLTF_ERR_ARGUMENT"},
        {2, "GLTF_ERR_RANGE"},
        {3, "GLTF_ERR_CAPACITY"},
        {4, "GLTF_ERR_STRUCT_SIZE"},
        {5, "GLTF_ERR_CONVERSION"},
        {10, "GLTF_ERR_MEMORY"},
        {11, "GLTF_ERR_IO"},
        {12, "GLTF_ERR_LIMIT"},
        {13, "GLTF_ERR_NOT_LOADED"},
        {20, "GLTF_ERR_JSON"},
        {21, "GLTF_ERR_GLB"},
        {22, "GLTF_ERR_URI"},
        {23, "GLTF_ERR_BASE64"},
        {24, "GLTF_ERR_PROPERTY"},
        {25, "GLTF_ERR_REFERENCE"},
        {26, "GLTF_ERR_ASSET_VERSION"},
        {27, "GLTF_ERR_EXTENSION"},
        {28, "GLTF_ERR_BUFFER_LENGTH"},
        {29, "GLTF_ERR_CODEC"},
        {30, "GLTF_ERR_CODEC_VERSION"},
        {31, "GLTF_ERR_DYNAMIC"},
        {32, "GLTF_ERR_MISMATCH"},
        {40, "GLTF_ERR_COMPONENT_TYPE"},
        {41, "GLTF_ERR_SHAPE"},
        {42, "GLTF_ERR_NORMALIZED"},
        {43, "GLTF_ERR_COUNT"},
        {44, "GLTF_ERR_STRIDE"},
        {45, "GLTF_ERR_ALIGNMENT"},
        {46, "GLTF_ERR_VIEW_BOUNDS"},
        {47, "GLTF_ERR_ACCESSOR_BOUNDS"},
        {48, "GLTF_ERR_SPARSE_COUNT"},
        {49, "GLTF_ERR_SPARSE_ORDER"},
        {50, "GLTF_ERR_SPARSE_INDEX"},
    };
    size_t next = 0;
    for (gltf_status status = -3; status < 100; status++) {
        if (next < sizeof names / sizeof names[0] && names[next].status == status) {
            assert_string_equal(gltf_status_name(status), names[next].name);
            next++;
        } else {
            assert_string_equal(gltf_status_name(status), "GLTF_ERR_UNKNOWN");
        }
    }
    assert_int_equal(next, sizeof names / sizeof names[0]);
    assert_string_equal(gltf_status_name(INT32_MIN), "GLTF_ERR_UNKNOWN");
}

/* design 4: what, where and why, in one line of English, with the name at the end */
static void errors_of_accessors_read_well(void **state) {
    (void)state;
    assert_string_equal(say(GLTF_ERR_ALIGNMENT, accessor(12), "byteOffset", 0, 4, 6),
                        "accessor 12: byteOffset 6 is not a multiple of 4 (GLTF_ERR_ALIGNMENT)");
    assert_string_equal(say(GLTF_ERR_ACCESSOR_BOUNDS, accessor(3), "bufferView", 0, 96, 120),
                        "accessor 3: reaches byte 120 of its bufferView, which has 96 (GLTF_ERR_ACCESSOR_BOUNDS)");
    assert_string_equal(
        say(GLTF_ERR_ACCESSOR_BOUNDS, accessor(3), "sparse.values.bufferView", 0, 0, 12),
        "accessor 3: reaches byte 12 of its sparse.values.bufferView, which has 0 (GLTF_ERR_ACCESSOR_BOUNDS)");
    assert_string_equal(say(GLTF_ERR_VIEW_BOUNDS, place_of(GLTF_OBJECT_VIEW, 1), "byteLength", 0, 96, 120),
                        "bufferView 1: reaches byte 120 of its buffer, which has 96 (GLTF_ERR_VIEW_BOUNDS)");
    assert_string_equal(say(GLTF_ERR_COMPONENT_TYPE, accessor(0), "componentType", 0, 0, 5124),
                        "accessor 0: componentType 5124 is not one that can be stored (GLTF_ERR_COMPONENT_TYPE)");
    assert_string_equal(say(GLTF_ERR_COUNT, accessor(1), "count", 0, 1, 0),
                        "accessor 1: count is 0, but at least 1 is needed (GLTF_ERR_COUNT)");
    assert_string_equal(
        say(GLTF_ERR_COUNT, accessor(1), "count", 0, 10, UINT64_MAX),
        "accessor 1: count 18446744073709551615 is more than the 10 that are possible (GLTF_ERR_COUNT)");
    assert_string_equal(say(GLTF_ERR_STRIDE, accessor(1), "byteStride", 0, 12, 8),
                        "accessor 1: byteStride 8 is below the 12 that are needed (GLTF_ERR_STRIDE)");
    assert_string_equal(say(GLTF_ERR_STRIDE, place_of(GLTF_OBJECT_VIEW, 4), "byteStride", 0, 252, 256),
                        "bufferView 4: byteStride 256 is not a multiple of 4 from 4 to 252 (GLTF_ERR_STRIDE)");
    assert_string_equal(say(GLTF_ERR_STRIDE, place_of(GLTF_OBJECT_VIEW, 4), "byteStride", 0, 0, 16),
                        "bufferView 4: byteStride 16 is not allowed here (GLTF_ERR_STRIDE)");
    assert_string_equal(say(GLTF_ERR_SPARSE_INDEX, accessor(2), "sparse.indices", 7, 30, 31),
                        "accessor 2: sparse index 31 (entry 7) is not below the count of the accessor, which is 30 "
                        "(GLTF_ERR_SPARSE_INDEX)");
    assert_string_equal(say(GLTF_ERR_SPARSE_ORDER, accessor(2), "sparse.indices", 7, 30, 0),
                        "accessor 2: sparse index 0 (entry 7) does not increase: the one before is 30 "
                        "(GLTF_ERR_SPARSE_ORDER)");
    assert_string_equal(say(GLTF_ERR_SPARSE_COUNT, accessor(2), "sparse.count", 0, 3, 4),
                        "accessor 2: sparse.count 4 is above the count of the accessor, which is 3 "
                        "(GLTF_ERR_SPARSE_COUNT)");
    assert_string_equal(say(GLTF_ERR_NORMALIZED, accessor(2), "normalized", 0, 0, 5126),
                        "accessor 2: normalized is not allowed for component type 5126 (GLTF_ERR_NORMALIZED)");
    assert_string_equal(say(GLTF_ERR_REFERENCE, accessor(2), "bufferView", 0, 3, 5),
                        "accessor 2: bufferView is 5, but there are 3 (GLTF_ERR_REFERENCE)");
    assert_string_equal(say(GLTF_ERR_REFERENCE, accessor(2), "bufferView", 0, 0, 5),
                        "accessor 2: bufferView is 5, but there are none (GLTF_ERR_REFERENCE)");
    assert_string_equal(say(GLTF_ERR_REFERENCE, accessor(2), "bufferView", 0, 0, 0),
                        "accessor 2: bufferView refers to nothing that exists (GLTF_ERR_REFERENCE)");
    assert_string_equal(say(GLTF_ERR_NOT_LOADED, place_of(GLTF_OBJECT_BUFFER, 2), NULL, 0, 0, 0),
                        "buffer 2: its data is not loaded yet (GLTF_ERR_NOT_LOADED)");
    assert_string_equal(say(GLTF_ERR_LIMIT, accessor(2), "count", 0, 8, 9),
                        "accessor 2: count 9 is above the limit of 8 (GLTF_ERR_LIMIT)");
    assert_string_equal(say(GLTF_ERR_SHAPE, accessor(2), NULL, 0, 0, 0),
                        "accessor 2: type is missing, unknown or not one of those that fit (GLTF_ERR_SHAPE)");
}

/* design 4: primitives, samplers, channels and morph targets are named */
static void parts_are_named_by_what_they_are(void **state) {
    (void)state;
    assert_string_equal(
        say_named(GLTF_ERR_REFERENCE, place_part(GLTF_OBJECT_MESH, 3, 2, 0), "attributes", "POSITION"),
        "mesh 3, primitive 2, target 0: attributes \"POSITION\" refers to nothing that exists (GLTF_ERR_REFERENCE)");
    assert_string_equal(
        say(GLTF_ERR_PROPERTY, place_part(GLTF_OBJECT_ANIMATION, 0, 1, GLTF_NONE), "interpolation", 0, 0, 0),
        "animation 0, sampler 1: interpolation is missing, or its value is not allowed "
        "(GLTF_ERR_PROPERTY)");
    assert_string_equal(
        say(GLTF_ERR_REFERENCE, place_part(GLTF_OBJECT_ANIMATION, 0, 4, GLTF_NONE), "target.node", 0, 3, 7),
        "animation 0, channel 4: target.node is 7, but there are 3 (GLTF_ERR_REFERENCE)");
    assert_string_equal(say(GLTF_ERR_REFERENCE, place_part(GLTF_OBJECT_ANIMATION, 0, 4, GLTF_NONE), "sampler", 0, 3, 7),
                        "animation 0, channel 4: sampler is 7, but there are 3 (GLTF_ERR_REFERENCE)");
    assert_string_equal(say(GLTF_ERR_REFERENCE, place_part(GLTF_OBJECT_ANIMATION, 0, 4, GLTF_NONE), "input", 0, 3, 7),
                        "animation 0, sampler 4: input is 7, but there are 3 (GLTF_ERR_REFERENCE)");
    assert_string_equal(say(GLTF_ERR_MISMATCH, place_part(GLTF_OBJECT_NONE, GLTF_NONE, GLTF_NONE, 5), "count", 0, 8, 7),
                        "target 5: count is 7, but 8 is needed (GLTF_ERR_MISMATCH)");
    assert_string_equal(
        say(GLTF_ERR_RANGE, place_part(GLTF_OBJECT_MESH, 0, 1, GLTF_NONE), "indices", 12, 24, 70000),
        "mesh 0, primitive 1: indices 70000 at position 12 does not exist: there are 24 (GLTF_ERR_RANGE)");
}

/* base.h: an object that does not exist is the subject itself, and one is not "are 1" */
static void what_does_not_exist_is_the_subject(void **state) {
    (void)state;
    assert_string_equal(say(GLTF_ERR_RANGE, accessor(9999), NULL, 0, 27, 9999),
                        "accessor 9999 does not exist: there are 27 (GLTF_ERR_RANGE)");
    assert_string_equal(say(GLTF_ERR_RANGE, place_of(GLTF_OBJECT_SKIN, 0), NULL, 0, 0, 0),
                        "skin 0 does not exist: there are none (GLTF_ERR_RANGE)");
    assert_string_equal(say(GLTF_ERR_RANGE, place_part(GLTF_OBJECT_MESH, 0, 77, GLTF_NONE), "primitives", 0, 1, 77),
                        "mesh 0, primitive 77 does not exist: there is 1 (GLTF_ERR_RANGE)");
    assert_string_equal(say(GLTF_ERR_RANGE, place_part(GLTF_OBJECT_MESH, 0, 1, 0), "targets", 0, 0, 0),
                        "mesh 0, primitive 1, target 0 does not exist: there are none (GLTF_ERR_RANGE)");
    assert_string_equal(say(GLTF_ERR_RANGE, place_part(GLTF_OBJECT_ANIMATION, 0, 4, GLTF_NONE), "samplers", 0, 2, 4),
                        "animation 0, sampler 4 does not exist: there are 2 (GLTF_ERR_RANGE)");
    assert_string_equal(say(GLTF_ERR_RANGE, place_part(GLTF_OBJECT_MESH, 0, 1, GLTF_NONE), "indices", 3, 1, 1),
                        "mesh 0, primitive 1: indices 1 at position 3 does not exist: there is 1 (GLTF_ERR_RANGE)");
    assert_string_equal(say(GLTF_ERR_RANGE, place_nowhere(), "element", 0, 24, 30),
                        "element 30 does not exist: there are 24 (GLTF_ERR_RANGE)");
}

/* base.h: whatever the numbers of a place are, as much of it as is known is told */
static void half_known_places_are_told_as_far_as_they_go(void **state) {
    (void)state;
    assert_string_equal(say(GLTF_ERR_PROPERTY, place_part(GLTF_OBJECT_ANIMATION, 2, 3, GLTF_NONE), NULL, 0, 0, 0),
                        "animation 2, sampler 3: the object is missing, or its value is not allowed "
                        "(GLTF_ERR_PROPERTY)");
    assert_string_equal(say(GLTF_ERR_CODEC, place_part(GLTF_OBJECT_NODE, 2, 3, GLTF_NONE), NULL, 0, 0, 0),
                        "node 2, part 3: the compressed data of the view is malformed (GLTF_ERR_CODEC)");
    assert_string_equal(say(GLTF_ERR_MEMORY, place_of(GLTF_OBJECT_SKIN, GLTF_NONE), NULL, 0, 0, 0),
                        "skin: out of memory (GLTF_ERR_MEMORY)");
    assert_string_equal(say(GLTF_ERR_MISMATCH, place_part(GLTF_OBJECT_NONE, GLTF_NONE, GLTF_NONE, 0), "count", 0, 2, 1),
                        "target 0: count is 1, but 2 is needed (GLTF_ERR_MISMATCH)");
    assert_string_equal(say(GLTF_ERR_RANGE, place_nowhere(), NULL, 0, 4, 4),
                        "number 4 does not exist: there are 4 (GLTF_ERR_RANGE)");
    assert_string_equal(say_named(GLTF_ERR_RANGE, accessor(1), NULL, "x"),
                        "accessor 1: \"x\" is outside what exists (GLTF_ERR_RANGE)");
    assert_string_equal(say(GLTF_ERR_JSON, place_nowhere(), "text", 0, 0, 0),
                        "text is not valid JSON at byte 0 (GLTF_ERR_JSON)");
    assert_string_equal(say_named(GLTF_ERR_JSON, place_nowhere(), NULL, "a.gltf"),
                        "\"a.gltf\" is not valid JSON at byte 0 (GLTF_ERR_JSON)");
}

/* Texts and containers: the byte is told; an object is not. */
static void errors_of_texts_tell_the_byte(void **state) {
    (void)state;
    assert_string_equal(say(GLTF_ERR_JSON, place_nowhere(), NULL, 0, 0, 0),
                        "the data is neither JSON text nor a GLB container (GLTF_ERR_JSON)");
    assert_string_equal(say(GLTF_ERR_JSON, place_nowhere(), NULL, 17, 0, 0),
                        "the text is not valid JSON at byte 17 (GLTF_ERR_JSON)");
    assert_string_equal(say(GLTF_ERR_GLB, place_nowhere(), "chunkLength", 12, 0, 0),
                        "not a valid GLB container at byte 12: chunkLength is wrong (GLTF_ERR_GLB)");
    assert_string_equal(say(GLTF_ERR_BUFFER_LENGTH, place_of(GLTF_OBJECT_BUFFER, 0), "byteLength", 0, 100, 99),
                        "buffer 0: only 99 bytes arrived, but byteLength promises 100 (GLTF_ERR_BUFFER_LENGTH)");
    gltf_error error;
    failure_at(&error, GLTF_ERR_BUFFER_LENGTH, place_of(GLTF_OBJECT_BUFFER, 0), "byteLength", 0, 100, 99);
    error.name = "a.bin";
    assert_string_equal(
        sentence_of(&error),
        "buffer 0: only 99 bytes of \"a.bin\" arrived, but byteLength promises 100 (GLTF_ERR_BUFFER_LENGTH)");
    assert_string_equal(say_named(GLTF_ERR_NOT_LOADED, place_of(GLTF_OBJECT_BUFFER, 0), NULL, "a.bin"),
                        "buffer 0: \"a.bin\" is not loaded yet (GLTF_ERR_NOT_LOADED)");
    assert_string_equal(say(GLTF_ERR_RANGE, accessor(99), NULL, 0, 24, 99),
                        "accessor 99 does not exist: there are 24 (GLTF_ERR_RANGE)");
    assert_string_equal(say(GLTF_ERR_ASSET_VERSION, place_nowhere(), "asset.version", 0, 2, 3),
                        "asset.version asks for version 3, but 2 is supported (GLTF_ERR_ASSET_VERSION)");
    assert_string_equal(say_named(GLTF_ERR_EXTENSION, accessor(1), "extensions", "KHR_draco_mesh_compression"),
                        "accessor 1: the data is hidden by \"KHR_draco_mesh_compression\", which this build does not "
                        "decode (GLTF_ERR_EXTENSION)");
    assert_string_equal(say_named(GLTF_ERR_ASSET_VERSION, place_nowhere(), "asset.version", "3.0"),
                        "asset.version \"3.0\" is missing, malformed or not supported (GLTF_ERR_ASSET_VERSION)");
}

/* base.h: a NULL error is success; an unknown status says so; a zeroed error is no target 0 */
static void odd_errors_make_a_sentence_too(void **state) {
    (void)state;
    gltf_error error;
    assert_string_equal(sentence_of(NULL), "no error (GLTF_OK)");
    memset(&error, 0, sizeof error);
    assert_string_equal(sentence_of(&error), "no error (GLTF_OK)");
    error.status = 77;
    assert_string_equal(sentence_of(&error), "failed with an unknown status (GLTF_ERR_UNKNOWN)");
    error.object = -5;
    error.status = GLTF_ERR_MEMORY;
    assert_string_equal(sentence_of(&error), "out of memory (GLTF_ERR_MEMORY)");
    error.object = 99;
    assert_string_equal(sentence_of(&error), "out of memory (GLTF_ERR_MEMORY)");
}

/* base.h: control characters of names become '?', those of Latin-1 too; the rest stays */
static void names_are_harmless(void **state) {
    (void)state;
    assert_string_equal(
        say_named(GLTF_ERR_URI, place_of(GLTF_OBJECT_BUFFER, 0), "uri",
                  "a\x1b[31m\n\t\x7f\xc2\x9b\xc3\xa9\xe2\x82\xac%s$s"),
        "buffer 0: uri \"a?[31m????\xc3\xa9\xe2\x82\xac%s$s\" is malformed, or not one that may be opened "
        "(GLTF_ERR_URI)");
    /* the lead byte alone is no control character, nor is what it begins from U+00A0 on */
    assert_string_equal(say_named(GLTF_ERR_IO, place_nowhere(), NULL, "\xc2\x80\xc2\x9f\xc2\xa0\xc2z\xc2"),
                        "\"??\xc2\xa0\xc2z\xc2\" cannot be read (GLTF_ERR_IO)");
}

/* base.h: cut to the room, always NUL-terminated, the whole length returned; no UTF-8 sequence is cut in two */
static void sentences_are_cut_safely(void **state) {
    (void)state;
    gltf_error error;
    failure_named(&error, GLTF_ERR_URI, place_of(GLTF_OBJECT_BUFFER, 0), "uri",
                  "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80x");
    size_t whole = gltf_error_format(&error, NULL, 0);
    assert_int_equal(whole, strlen(sentence_of(&error)));
    char *full = strdup(text);
    assert_non_null(full);
    assert_int_equal(gltf_error_format(&error, NULL, 99), whole);
    for (size_t room = 0; room <= whole + 3; room++) {
        guard g = guard_make(room, GUARD_AFTER);
        assert_int_equal(gltf_error_format(&error, (char *)g.bytes, room), whole);
        if (room > 0) {
            size_t length = strlen((const char *)g.bytes);
            assert_true(length < room);
            assert_memory_equal(g.bytes, full, length);
            assert_true((full[length] & 0xc0) != 0x80);
            assert_true(length + 4 >= (room - 1 < whole ? room - 1 : whole));
            if (room > whole) {
                assert_int_equal(length, whole);
            }
        }
        guard_free(&g);
    }
    free(full);
}

/* Every status, with and without numbers, makes a full sentence without placeholders. */
static void every_status_makes_a_sentence(void **state) {
    (void)state;
    for (gltf_status status = 0; status < 60; status++) {
        for (uint64_t bits = 0; bits < 16; bits++) {
            const char *line = say(status, bits & 8 ? accessor(1) : place_nowhere(), bits & 4 ? "field" : NULL, 3,
                                   bits & 1 ? 5 : 0, bits & 2 ? 6 : 0);
            assert_null(strchr(line, '$'));
            assert_non_null(strstr(line, gltf_status_name(status)));
            assert_int_equal(line[strlen(line) - 1], ')');
            assert_null(strstr(line, "  "));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_is_that_of_the_header),
        cmocka_unit_test(every_status_has_its_name),
        cmocka_unit_test(errors_of_accessors_read_well),
        cmocka_unit_test(parts_are_named_by_what_they_are),
        cmocka_unit_test(what_does_not_exist_is_the_subject),
        cmocka_unit_test(errors_of_texts_tell_the_byte),
        cmocka_unit_test(half_known_places_are_told_as_far_as_they_go),
        cmocka_unit_test(odd_errors_make_a_sentence_too),
        cmocka_unit_test(names_are_harmless),
        cmocka_unit_test(sentences_are_cut_safely),
        cmocka_unit_test(every_status_makes_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
