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
#include "support/sentences.h"

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
    sentence_check_text("accessor 1", say(GLTF_ERR_ALIGNMENT, accessor(12), "byteOffset", 0, 4, 6));
    sentence_check_text("accessor 2", say(GLTF_ERR_ACCESSOR_BOUNDS, accessor(3), "bufferView", 0, 96, 120));
    sentence_check_text("accessor 3", say(GLTF_ERR_ACCESSOR_BOUNDS, accessor(3), "sparse.values.bufferView", 0, 0, 12));
    sentence_check_text("accessor 4",
                        say(GLTF_ERR_VIEW_BOUNDS, place_of(GLTF_OBJECT_VIEW, 1), "byteLength", 0, 96, 120));
    sentence_check_text("accessor 5", say(GLTF_ERR_COMPONENT_TYPE, accessor(0), "componentType", 0, 0, 5124));
    sentence_check_text("accessor 6", say(GLTF_ERR_COUNT, accessor(1), "count", 0, 1, 0));
    sentence_check_text("accessor 7", say(GLTF_ERR_COUNT, accessor(1), "count", 0, 10, UINT64_MAX));
    sentence_check_text("accessor 8", say(GLTF_ERR_STRIDE, accessor(1), "byteStride", 0, 12, 8));
    sentence_check_text("accessor 9", say(GLTF_ERR_STRIDE, place_of(GLTF_OBJECT_VIEW, 4), "byteStride", 0, 252, 256));
    sentence_check_text("accessor 10", say(GLTF_ERR_STRIDE, place_of(GLTF_OBJECT_VIEW, 4), "byteStride", 0, 0, 16));
    sentence_check_text("accessor 11", say(GLTF_ERR_SPARSE_INDEX, accessor(2), "sparse.indices", 7, 30, 31));
    sentence_check_text("accessor 12", say(GLTF_ERR_SPARSE_ORDER, accessor(2), "sparse.indices", 7, 30, 0));
    sentence_check_text("accessor 13", say(GLTF_ERR_SPARSE_COUNT, accessor(2), "sparse.count", 0, 3, 4));
    sentence_check_text("accessor 14", say(GLTF_ERR_NORMALIZED, accessor(2), "normalized", 0, 0, 5126));
    sentence_check_text("accessor 15", say(GLTF_ERR_REFERENCE, accessor(2), "bufferView", 0, 3, 5));
    sentence_check_text("accessor 16", say(GLTF_ERR_REFERENCE, accessor(2), "bufferView", 0, 0, 5));
    sentence_check_text("accessor 17", say(GLTF_ERR_REFERENCE, accessor(2), "bufferView", 0, 0, 0));
    sentence_check_text("accessor 18", say(GLTF_ERR_NOT_LOADED, place_of(GLTF_OBJECT_BUFFER, 2), NULL, 0, 0, 0));
    sentence_check_text("accessor 19", say(GLTF_ERR_LIMIT, accessor(2), "count", 0, 8, 9));
    sentence_check_text("accessor 20", say(GLTF_ERR_SHAPE, accessor(2), NULL, 0, 0, 0));
}

/* design 4: primitives, samplers, channels and morph targets are named */
static void parts_are_named_by_what_they_are(void **state) {
    (void)state;
    sentence_check_text("part 1",
                        say_named(GLTF_ERR_REFERENCE, place_part(GLTF_OBJECT_MESH, 3, 2, 0), "attributes", "POSITION"));
    sentence_check_text(
        "part 2", say(GLTF_ERR_PROPERTY, place_part(GLTF_OBJECT_ANIMATION, 0, 1, GLTF_NONE), "interpolation", 0, 0, 0));
    sentence_check_text(
        "part 3", say(GLTF_ERR_REFERENCE, place_part(GLTF_OBJECT_ANIMATION, 0, 4, GLTF_NONE), "target.node", 0, 3, 7));
    sentence_check_text(
        "part 4", say(GLTF_ERR_REFERENCE, place_part(GLTF_OBJECT_ANIMATION, 0, 4, GLTF_NONE), "sampler", 0, 3, 7));
    sentence_check_text("part 5",
                        say(GLTF_ERR_REFERENCE, place_part(GLTF_OBJECT_ANIMATION, 0, 4, GLTF_NONE), "input", 0, 3, 7));
    sentence_check_text(
        "part 6", say(GLTF_ERR_MISMATCH, place_part(GLTF_OBJECT_NONE, GLTF_NONE, GLTF_NONE, 5), "count", 0, 8, 7));
    sentence_check_text("part 7",
                        say(GLTF_ERR_RANGE, place_part(GLTF_OBJECT_MESH, 0, 1, GLTF_NONE), "indices", 12, 24, 70000));
}

/* base.h: an object that does not exist is the subject itself, and one is not "are 1" */
static void what_does_not_exist_is_the_subject(void **state) {
    (void)state;
    sentence_check_text("absent 1", say(GLTF_ERR_RANGE, accessor(9999), NULL, 0, 27, 9999));
    sentence_check_text("absent 2", say(GLTF_ERR_RANGE, place_of(GLTF_OBJECT_SKIN, 0), NULL, 0, 0, 0));
    sentence_check_text("absent 3",
                        say(GLTF_ERR_RANGE, place_part(GLTF_OBJECT_MESH, 0, 77, GLTF_NONE), "primitives", 0, 1, 77));
    sentence_check_text("absent 4", say(GLTF_ERR_RANGE, place_part(GLTF_OBJECT_MESH, 0, 1, 0), "targets", 0, 0, 0));
    sentence_check_text("absent 5",
                        say(GLTF_ERR_RANGE, place_part(GLTF_OBJECT_ANIMATION, 0, 4, GLTF_NONE), "samplers", 0, 2, 4));
    sentence_check_text("absent 6",
                        say(GLTF_ERR_RANGE, place_part(GLTF_OBJECT_MESH, 0, 1, GLTF_NONE), "indices", 3, 1, 1));
    sentence_check_text("absent 7", say(GLTF_ERR_RANGE, place_nowhere(), "element", 0, 24, 30));
}

/* base.h: whatever the numbers of a place are, as much of it as is known is told */
static void half_known_places_are_told_as_far_as_they_go(void **state) {
    (void)state;
    sentence_check_text("place 1",
                        say(GLTF_ERR_PROPERTY, place_part(GLTF_OBJECT_ANIMATION, 2, 3, GLTF_NONE), NULL, 0, 0, 0));
    sentence_check_text("place 2", say(GLTF_ERR_CODEC, place_part(GLTF_OBJECT_NODE, 2, 3, GLTF_NONE), NULL, 0, 0, 0));
    sentence_check_text("place 3", say(GLTF_ERR_MEMORY, place_of(GLTF_OBJECT_SKIN, GLTF_NONE), NULL, 0, 0, 0));
    sentence_check_text(
        "place 4", say(GLTF_ERR_MISMATCH, place_part(GLTF_OBJECT_NONE, GLTF_NONE, GLTF_NONE, 0), "count", 0, 2, 1));
    sentence_check_text("place 5", say(GLTF_ERR_RANGE, place_nowhere(), NULL, 0, 4, 4));
    sentence_check_text("place 6", say_named(GLTF_ERR_RANGE, accessor(1), NULL, "x"));
    sentence_check_text("place 7", say(GLTF_ERR_JSON, place_nowhere(), "text", 0, 0, 0));
    sentence_check_text("place 8", say_named(GLTF_ERR_JSON, place_nowhere(), NULL, "a.gltf"));
}

/* Texts and containers: the byte is told; an object is not. */
static void errors_of_texts_tell_the_byte(void **state) {
    (void)state;
    sentence_check_text("text 1", say(GLTF_ERR_JSON, place_nowhere(), NULL, 0, 0, 0));
    sentence_check_text("text 2", say(GLTF_ERR_JSON, place_nowhere(), NULL, 17, 0, 0));
    sentence_check_text("text 3", say(GLTF_ERR_GLB, place_nowhere(), "chunkLength", 12, 0, 0));
    sentence_check_text("text 4",
                        say(GLTF_ERR_BUFFER_LENGTH, place_of(GLTF_OBJECT_BUFFER, 0), "byteLength", 0, 100, 99));
    gltf_error error;
    failure_at(&error, GLTF_ERR_BUFFER_LENGTH, place_of(GLTF_OBJECT_BUFFER, 0), "byteLength", 0, 100, 99);
    error.name = "a.bin";
    sentence_check_text("text 5", sentence_of(&error));
    sentence_check_text("text 6", say_named(GLTF_ERR_NOT_LOADED, place_of(GLTF_OBJECT_BUFFER, 0), NULL, "a.bin"));
    sentence_check_text("text 7", say(GLTF_ERR_RANGE, accessor(99), NULL, 0, 24, 99));
    sentence_check_text("text 8", say(GLTF_ERR_ASSET_VERSION, place_nowhere(), "asset.version", 0, 2, 3));
    sentence_check_text("text 9",
                        say_named(GLTF_ERR_EXTENSION, accessor(1), "extensions", "KHR_draco_mesh_compression"));
    sentence_check_text("text 10", say_named(GLTF_ERR_ASSET_VERSION, place_nowhere(), "asset.version", "3.0"));
}

/* base.h: a NULL error is success; an unknown status says so; a zeroed error is no target 0 */
static void odd_errors_make_a_sentence_too(void **state) {
    (void)state;
    gltf_error error;
    sentence_check_text("odd 1", sentence_of(NULL));
    memset(&error, 0, sizeof error);
    sentence_check_text("odd 2", sentence_of(&error));
    error.status = 77;
    sentence_check_text("odd 3", sentence_of(&error));
    error.object = -5;
    error.status = GLTF_ERR_MEMORY;
    sentence_check_text("odd 4", sentence_of(&error));
    error.object = 99;
    sentence_check_text("odd 5", sentence_of(&error));
}

/* base.h: control characters of names become '?', those of Latin-1 too; the rest stays */
static void names_are_harmless(void **state) {
    (void)state;
    sentence_check_text("name 1", say_named(GLTF_ERR_URI, place_of(GLTF_OBJECT_BUFFER, 0), "uri",
                                            "a\x1b[31m\n\t\x7f\xc2\x9b\xc3\xa9\xe2\x82\xac%s$s"));
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

/* Every reason makes a sentence of its own; a number that this library does not know says what the status alone says. */
static void every_reason_makes_a_sentence(void **state) {
    (void)state;
    gltf_error error;
    char general[512];
    for (uint32_t reason = 1; reason < GLTF_I_REASON_COUNT + 2; reason++) {
        const int known = reason < GLTF_I_REASON_COUNT;
        failure_at(&error, GLTF_ERR_PROPERTY, accessor(1), "field", 3, 5, 6);
        strcpy(general, sentence_of(&error));
        failure_why(&error, GLTF_ERR_PROPERTY, known ? reason : UINT32_MAX - GLTF_I_REASON_COUNT + reason - 1);
        sentence_of(&error);
        assert_null(strchr(text, '$'));
        assert_null(strstr(text, "  "));
        assert_non_null(strstr(text, " (GLTF_ERR_PROPERTY)"));
        assert_int_equal(strcmp(text, general) != 0, known);
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
        cmocka_unit_test(every_reason_makes_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
