/* unit/document_external.c - layer 2: one load serves every buffer of the same file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/documents.h"

/* ---- A disk with one file ---- */

enum { FILE_SIZE = 100, ASKED_MOST = 16 };

static const uint8_t file_bytes[2 * FILE_SIZE] = {7, 8, 9};

typedef struct disk {
    uint64_t size;  /* of the file */
    int is_strict;  /* too much is a failure */
    int tells_size; /* with the failure */
    uint64_t gives; /* 0 = what is asked for */
    gltf_status status;
    uint64_t asked[ASKED_MOST];
    uint32_t buffers[ASKED_MOST];
    int loads;
    int releases;
    gltf_document *document; /* to lend to; NULL = none */
} disk;

static gltf_status GLTF_CALL load(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                  gltf_buffer *out) {
    disk *d = user;
    (void)uri;
    assert_true(d->loads < ASKED_MOST);
    d->buffers[d->loads] = buffer;
    d->asked[d->loads++] = byte_length;
    if (d->status != GLTF_OK) {
        return d->status;
    }
    if (d->document) {
        assert_int_equal(gltf_document_set_buffer(d->document, 0, file_bytes + 1, FILE_SIZE, NULL), GLTF_OK);
    }
    if (byte_length > d->size && d->is_strict) {
        out->size = d->tells_size ? d->size : 0;
        return GLTF_ERR_BUFFER_LENGTH;
    }
    out->data = file_bytes;
    out->size = d->gives ? d->gives : byte_length < d->size ? byte_length : d->size;
    return GLTF_OK;
}

static void GLTF_CALL release(void *user, const gltf_buffer *buffer) {
    disk *d = user;
    assert_ptr_equal(buffer->data, file_bytes);
    d->releases++;
}

/* Buffers of these lengths, all of "a.bin" as differently as uris are written, each with one view and one accessor. */
static gltf_document *buffers_of(const uint32_t *lengths, uint32_t count, uint64_t max_loaded) {
    static const char *const uris[] = {"a.bin", "%61.bin", "\\u0061.bin"};
    char text[2000];
    size_t at = (size_t)snprintf(text, sizeof text, "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[");
    gltf_document_options options;
    gltf_document *document = NULL;
    for (uint32_t i = 0; i < count; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "%s{\"byteLength\":%u,\"uri\":\"%s\"}", i ? "," : "",
                               (unsigned)lengths[i], uris[i % 3]);
    }
    at += (size_t)snprintf(text + at, sizeof text - at, "],\"bufferViews\":[");
    for (uint32_t i = 0; i < count; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "%s{\"buffer\":%u,\"byteLength\":1}", i ? "," : "",
                               (unsigned)i);
    }
    at += (size_t)snprintf(text + at, sizeof text - at, "],\"accessors\":[");
    for (uint32_t i = 0; i < count; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at,
                               "%s{\"bufferView\":%u,\"componentType\":5121,\"count\":1,\"type\":\"SCALAR\"}",
                               i ? "," : "", (unsigned)i);
    }
    snprintf(text + at, sizeof text - at, "]}");
    gltf_document_options_init(&options, sizeof options);
    options.flags = GLTF_DOCUMENT_COPY_INPUT;
    options.max_loaded = max_loaded;
    assert_int_equal(gltf_document_parse(text, strlen(text), &options, &document, NULL), GLTF_OK);
    return document;
}

static gltf_status status_of(const gltf_document *document, uint32_t accessor, gltf_error *error) {
    gltf_accessor out;
    const gltf_status status = gltf_document_accessor(document, accessor, &out, error);
    assert_true(status != GLTF_OK || out.data == file_bytes);
    return status;
}

/* ---- Sharing ---- */

/* document.h, gltf_io: one call for the longest, whichever is asked for, and one release after the last */
static void one_load_serves_all(void **state) {
    (void)state;
    static const uint32_t lengths[] = {10, 40, 30, 40};
    for (uint32_t accessor = 0; accessor <= 4; accessor++) {
        disk d = {.size = FILE_SIZE};
        const gltf_io io = {&d, load, release};
        gltf_document *document = buffers_of(lengths, 4, 0);
        const uint32_t wanted = accessor < 4 ? accessor : GLTF_NONE;
        assert_int_equal(gltf_document_load(document, wanted, &io, NULL), GLTF_OK);
        assert_int_equal(gltf_document_load(document, GLTF_NONE, &io, NULL), GLTF_OK);
        assert_int_equal(d.loads, 1);
        assert_int_equal(d.asked[0], 40);
        assert_int_equal(d.buffers[0], 1);
        for (uint32_t i = 0; i < 4; i++) {
            assert_int_equal(status_of(document, i, NULL), GLTF_OK);
        }
        for (uint32_t i = 0; i < 4; i++) {
            assert_int_equal(d.releases, 0);
            assert_int_equal(gltf_document_set_buffer(document, i, NULL, 0, NULL), GLTF_OK);
        }
        assert_int_equal(d.releases, 1);
        assert_int_equal(gltf_document_load(document, 2, &io, NULL), GLTF_OK);
        assert_int_equal(d.loads, 2);
        gltf_document_free(document);
        assert_int_equal(d.releases, 2);
    }
}

/* a buffer that got other bytes goes on with those, and may come back to what is loaded */
static void lent_buffers_leave_the_others_alone(void **state) {
    (void)state;
    static const uint32_t lengths[] = {10, 40};
    static const uint8_t other[40] = {1};
    disk d = {.size = FILE_SIZE};
    const gltf_io io = {&d, load, release};
    gltf_document *document = buffers_of(lengths, 2, 0);
    gltf_accessor accessor;
    assert_int_equal(gltf_document_load(document, GLTF_NONE, &io, NULL), GLTF_OK);
    assert_int_equal(gltf_document_set_buffer(document, 1, other, 40, NULL), GLTF_OK);
    assert_int_equal(gltf_document_accessor(document, 1, &accessor, NULL), GLTF_OK);
    assert_ptr_equal(accessor.data, other);
    assert_int_equal(status_of(document, 0, NULL), GLTF_OK);
    assert_int_equal(gltf_document_set_buffer(document, 1, NULL, 0, NULL), GLTF_OK);
    assert_int_equal(gltf_document_load(document, 1, &io, NULL), GLTF_OK);
    assert_int_equal(status_of(document, 1, NULL), GLTF_OK);
    assert_int_equal(d.loads, 1);
    gltf_document_free(document);
    assert_int_equal(d.releases, 1);
}

/* what the callback lends stays; what it brings serves the others, or goes back at once */
static void the_callback_may_lend(void **state) {
    (void)state;
    static const uint32_t lengths[] = {40, 40};
    for (uint32_t count = 1; count <= 2; count++) {
        gltf_document *document = buffers_of(lengths, count, 0);
        disk d = {.size = FILE_SIZE, .document = document};
        const gltf_io io = {&d, load, release};
        gltf_accessor accessor;
        assert_int_equal(gltf_document_load(document, GLTF_NONE, &io, NULL), GLTF_OK);
        assert_int_equal(gltf_document_accessor(document, 0, &accessor, NULL), GLTF_OK);
        assert_ptr_equal(accessor.data, file_bytes + 1);
        assert_int_equal(d.releases, count == 1);
        assert_int_equal(count == 1 ? GLTF_OK : status_of(document, 1, NULL), GLTF_OK);
        gltf_document_free(document);
        assert_int_equal(d.releases, 1);
    }
}

/* ---- Failures ---- */

/* a file that is too short for some is loaded for the others: 1 call where a part is given, 2 where the size is told with the
 * failure, else one for each length that is too much */
static void short_files_serve_those_that_they_are_enough_for(void **state) {
    (void)state;
    static const uint32_t lengths[] = {60, 20, 90, 70, 50, 90};
    static const struct { int is_strict, tells_size, loads; } rows[] = {{0, 0, 1}, {1, 1, 2}, {1, 0, 4}};
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        disk d = {.size = 55, .is_strict = rows[r].is_strict, .tells_size = rows[r].tells_size};
        const gltf_io io = {&d, load, release};
        gltf_document *document = buffers_of(lengths, 6, 0);
        gltf_error error;
        assert_int_equal(gltf_document_load(document, GLTF_NONE, &io, &error), GLTF_ERR_BUFFER_LENGTH);
        assert_int_equal(error.index, 0);
        assert_int_equal(error.expected, 60);
        assert_int_equal(d.loads, rows[r].loads);
        assert_int_equal(d.asked[0], 90);
        for (uint32_t i = 0; i < 6; i++) {
            assert_int_equal(status_of(document, i, &error), lengths[i] > 55 ? GLTF_ERR_BUFFER_LENGTH : GLTF_OK);
        }
        gltf_document_free(document);
        assert_int_equal(d.releases, 1);
    }
}

/* a failure is one for all, once in a call of load; the next call tries again */
static void failures_are_shared(void **state) {
    (void)state;
    static const uint32_t lengths[] = {10, 40, 30};
    disk d = {.size = FILE_SIZE, .status = GLTF_ERR_IO};
    const gltf_io io = {&d, load, release};
    gltf_document *document = buffers_of(lengths, 3, 0);
    gltf_error error;
    assert_int_equal(gltf_document_load(document, GLTF_NONE, &io, &error), GLTF_ERR_IO);
    assert_int_equal(error.index, 0);
    assert_int_equal(d.loads, 1);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(status_of(document, i, &error), GLTF_ERR_IO);
        assert_int_equal(error.index, i);
    }
    d.status = GLTF_OK;
    assert_int_equal(gltf_document_load(document, 2, &io, &error), GLTF_OK);
    assert_int_equal(d.loads, 2);
    assert_int_equal(status_of(document, 0, &error), GLTF_OK);
    gltf_document_free(document);

    d = (disk){.size = 5}; /* too short for all */
    document = buffers_of(lengths, 3, 0);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, &io, &error), GLTF_ERR_BUFFER_LENGTH);
    assert_int_equal(error.found, 5);
    assert_int_equal(d.loads, 1);
    assert_int_equal(d.releases, 1);
    gltf_document_free(document);
    assert_int_equal(d.releases, 1);
}

/* document.h, max_loaded: what callbacks bring beyond what they were asked for is limited, and counts while it is there */
static void more_than_asked_for_is_limited(void **state) {
    (void)state;
    static const uint32_t lengths[] = {10, 40};
    for (uint64_t limit = 19; limit <= 20; limit++) {
        disk d = {.size = FILE_SIZE, .gives = 60};
        const gltf_io io = {&d, load, release};
        gltf_document *document = buffers_of(lengths, 2, limit);
        gltf_error error;
        for (int round = 1; round <= 3; round++) {
            const gltf_status wanted = limit < 20 ? GLTF_ERR_LIMIT : GLTF_OK;
            assert_int_equal(gltf_document_load(document, GLTF_NONE, &io, &error), wanted);
            assert_int_equal(status_of(document, 1, &error), wanted);
            assert_int_equal(d.loads, round);
            if (wanted != GLTF_OK) {
                assert_string_equal(error.field, "max_loaded");
            }
            gltf_document_set_buffer(document, 0, NULL, 0, NULL);
            gltf_document_set_buffer(document, 1, NULL, 0, NULL);
            assert_int_equal(d.releases, round);
        }
        gltf_document_free(document);
    }
}

/* ---- Validation ---- */

/* validate.h: each file once; nothing is looked at beyond byteLength, whatever the callback says that there is */
static void validation_loads_a_file_once(void **state) {
    (void)state;
    static const char json[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":4,\"uri\":\"a.bin\"},{\"byteLength\":8,\"uri\":"
        "\"%61.bin\"},{\"byteLength\":6,\"uri\":\"a.bin\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":8}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"}]}";
    gltf_validate_options options;
    gltf_validation result;
    disk d = {.size = FILE_SIZE, .gives = FILE_SIZE};
    gltf_validate_options_init(&options, sizeof options);
    options.io.user = &d;
    options.io.load = load;
    options.io.release = release;
    assert_int_equal(gltf_validate(json, strlen(json), &options, NULL, NULL, &result, NULL), GLTF_OK);
    assert_int_equal(d.loads, 1);
    assert_int_equal(d.asked[0], 8);
    assert_int_equal(d.releases, 1);
    assert_int_equal(result.numbers, 0); /* 8 bytes of a buffer that has 4 */

    d = (disk){.size = 5, .is_strict = 1, .tells_size = 1};
    assert_int_equal(gltf_validate(json, strlen(json), &options, NULL, NULL, &result, NULL), GLTF_OK);
    assert_int_equal(d.loads, 2);
    assert_int_equal(d.releases, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_load_serves_all),
        cmocka_unit_test(lent_buffers_leave_the_others_alone),
        cmocka_unit_test(the_callback_may_lend),
        cmocka_unit_test(short_files_serve_those_that_they_are_enough_for),
        cmocka_unit_test(failures_are_shared),
        cmocka_unit_test(more_than_asked_for_is_limited),
        cmocka_unit_test(validation_loads_a_file_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
