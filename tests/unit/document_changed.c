/* unit/document_changed.c - layer 2: borrowed text that its owner changes after it was parsed: calls end, and stay inside it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/documents.h"
#include "support/guard.h"

/* Bounds of every spelling, data: URIs of both kinds, names of targets, and a string at the very end. */
static const char text[] =
    "{\"asset\":{\"version\":\"2.0\"},\"accessors\":["
    "{\"componentType\":5126,\"type\":\"SCALAR\",\"count\":1,\"min\":[1],\"max\":[-1.5e3]},"
    "{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC2\",\"count\":1,\"m\\u0069n\":[0.1,123456789.25e-7],"
    "\"max\":[1,2],\"extras\":{\"a\":[{},\"\\\"]\"]}},"
    "{\"bufferView\":1,\"componentType\":5121,\"type\":\"SCALAR\",\"count\":3,\"max\":[255]}],"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":0}]}],"
    "\"extras\":{\"targetNames\":[\"a\\nb\"]}}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":1,\"byteLength\":3}],"
    "\"buffers\":[{\"byteLength\":8,\"uri\":\"data:application/octet-stream;base64,AAAAAAA\\u0041AAA\\/\"},"
    "{\"byteLength\":3,\"uri\":\"data:,a%41\\u00e9\"}]}";

enum { SIZE = sizeof text - 1 };

static uint32_t random_bits(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Change the bytes from `first` to `last` in one of several ways. */
enum { WAYS = 12 };
static void change(char *bytes, size_t first, size_t last, uint32_t way, uint32_t seed) {
    static const char fills[] = "a\"\\{[ 1,-u";
    for (size_t i = first; i < last; i++) {
        if (way < sizeof fills - 1) {
            bytes[i] = fills[way];
        } else if (way == 10) {
            bytes[i] = (char)(uint8_t)random_bits(&seed);
        } else {
            bytes[i] = "\"\\{}[]:,u1.e\0"[random_bits(&seed) % 13];
        }
    }
}

/* Everything that reads the text later; statuses may be any. */
static void use(gltf_document *document, int is_whole) {
    gltf_error error;
    double min[2];
    double max[2];
    gltf_accessor accessor;
    for (uint32_t a = 0; a < 4; a++) {
        const gltf_status status = gltf_document_declared_bounds(document, a, min, max, 2, &error);
        assert_true(!is_whole || status == (a < 3 ? GLTF_OK : GLTF_ERR_RANGE));
        if (status == GLTF_ERR_JSON) {
            assert_int_equal(error.object, GLTF_OBJECT_ACCESSOR);
            assert_int_equal(error.index, a);
            assert_true(error.position <= SIZE); /* where the text ends too early */
        }
    }
    const gltf_status loaded = gltf_document_load(document, GLTF_NONE, NULL, &error);
    assert_true(!is_whole || loaded == GLTF_OK);
    for (uint32_t a = 0; a < 3; a++) {
        uint8_t values[8];
        if (gltf_document_accessor(document, a, &accessor, &error) == GLTF_OK) {
            assert_int_equal(gltf_accessor_read_as(&accessor, 0, accessor.count, NULL, values, sizeof values), GLTF_OK);
        }
    }
    gltf_mesh mesh; /* copied when it was parsed */
    gltf_primitive primitive;
    const gltf_attribute *attributes;
    uint32_t count;
    assert_int_equal(gltf_document_mesh(document, 0, &mesh, &error), GLTF_OK);
    assert_string_equal(mesh.target_names[0], "a\nb");
    assert_int_equal(gltf_document_primitive(document, 0, 0, &primitive, &error), GLTF_OK);
    assert_string_equal(primitive.attributes[0].semantic, "POSITION");
    assert_int_equal(gltf_document_target(document, 0, 0, 0, &attributes, &count, &error), GLTF_OK);
    assert_string_equal(attributes[0].semantic, "POSITION");
    size_t size;
    assert_non_null(gltf_document_json(document, &size));
    assert_int_equal(size, SIZE);
}

/* Parse, change [first, last), use. */
static void parse_change_use(size_t first, size_t last, uint32_t way, uint32_t seed, int side) {
    guard copy = guard_copy(text, SIZE, side);
    gltf_document *document = NULL;
    assert_int_equal(gltf_document_parse(copy.bytes, SIZE, NULL, &document, NULL), GLTF_OK);
    change((char *)copy.bytes, first, last, way, seed);
    use(document, first == last);
    gltf_document_free(document);
    guard_free(&copy);
}

/* header: text that changes ends in errors or other values, and nothing outside of it is read */
static void text_may_change_from_any_byte_on(void **state) {
    (void)state;
    parse_change_use(0, 0, 0, 0, GUARD_AFTER);
    for (uint32_t way = 0; way < WAYS; way++) {
        for (size_t first = 0; first < SIZE; first++) {
            parse_change_use(first, SIZE, way, (uint32_t)first, GUARD_AFTER);
        }
    }
}

static void single_bytes_may_change(void **state) {
    (void)state;
    for (uint32_t way = 0; way < WAYS; way++) {
        for (size_t first = 0; first < SIZE; first++) {
            parse_change_use(first, first + 1, way, (uint32_t)first, GUARD_AFTER);
        }
    }
}

static void beginnings_and_parts_may_change(void **state) {
    uint32_t seed = 1;
    (void)state;
    for (uint32_t i = 0; i < 4000; i++) {
        const size_t first = random_bits(&seed) % SIZE;
        const size_t most = SIZE - first < 40 ? SIZE - first : 40;
        parse_change_use(i % 4 ? first : 0, i % 4 ? first + 1 + random_bits(&seed) % most : first,
                         random_bits(&seed) % WAYS, i, i % 2 ? GUARD_AFTER : GUARD_BEFORE);
    }
}

/* an escape that is cut off by the end of the payload, where the text ends soon after */
static void payloads_may_end_in_half_an_escape(void **state) {
    static const char *const ends[] = {"\\", "\\u", "\\u0", "\\u00", "\\u004", "%", "%4", "%\\u003", "\\ud800\\udc0"};
    (void)state;
    for (int base64 = 0; base64 < 2; base64++) {
        for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
            char near_end[200] = "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":9,\"uri\":\"data:";
            strcat(near_end, base64 ? ";base64,AAAAAAAAAAAAAAAAAAAA\"}]}" : ",AAAAAAAAAAAAAAAAAAAA\"}]}");
            const size_t size = strlen(near_end);
            guard copy = guard_copy(near_end, size, GUARD_AFTER);
            gltf_document *document = NULL;
            gltf_error error;
            assert_int_equal(gltf_document_parse(copy.bytes, size, NULL, &document, NULL), GLTF_OK);
            memcpy(copy.bytes + size - 4 - strlen(ends[i]), ends[i], strlen(ends[i]));
            assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error),
                             base64 ? GLTF_ERR_BASE64 : GLTF_ERR_URI);
            assert_string_equal(error.field, "uri");
            gltf_document_free(document);
            guard_free(&copy);
        }
    }
}

/* a copy of the input is not the owner's to change */
static void copied_text_cannot_change(void **state) {
    (void)state;
    char bytes[SIZE];
    gltf_document_options options;
    gltf_document *document = NULL;
    gltf_document_options_init(&options, sizeof options);
    options.flags = GLTF_DOCUMENT_COPY_INPUT;
    memcpy(bytes, text, SIZE);
    assert_int_equal(gltf_document_parse(bytes, SIZE, &options, &document, NULL), GLTF_OK);
    memset(bytes, '\\', SIZE);
    use(document, 1);
    gltf_document_free(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_may_change_from_any_byte_on), cmocka_unit_test(single_bytes_may_change),
        cmocka_unit_test(beginnings_and_parts_may_change),  cmocka_unit_test(payloads_may_end_in_half_an_escape),
        cmocka_unit_test(copied_text_cannot_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
