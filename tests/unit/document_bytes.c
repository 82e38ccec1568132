/* unit/document_bytes.c - layer 2: loading through callbacks, embedded data, lending, compressed views and their fallbacks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../src/document/document.h"
#include "support/documents.h"
#include "support/sentences.h"

#define TWO_EXTERNAL                                                                                                   \
    "\"buffers\":[{\"byteLength\":4,\"uri\":\"a%20b.bin\"},{\"byteLength\":4,\"uri\":\"c.bin\"}],"                     \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":4},{\"buffer\":1,\"byteLength\":4}],"                               \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5121,\"count\":4,\"type\":\"SCALAR\"},"                        \
    "{\"bufferView\":1,\"componentType\":5121,\"count\":4,\"type\":\"SCALAR\"}]"

static const uint8_t sample[8] = {10, 20, 30, 40, 50, 60, 70, 80};

/* ---- Callbacks ---- */

typedef struct fake_disk {
    int loads;
    int releases;
    gltf_status status[2]; /* for each buffer */
    uint64_t size[2];
    char last_uri[64];
    uint64_t last_length;
} fake_disk;

static gltf_status GLTF_CALL disk_load(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                       gltf_buffer *out) {
    fake_disk *disk = user;
    disk->loads++;
    snprintf(disk->last_uri, sizeof disk->last_uri, "%s", uri);
    disk->last_length = byte_length;
    out->data = sample;
    out->size = disk->size[buffer];
    return disk->status[buffer];
}

static void GLTF_CALL disk_release(void *user, const gltf_buffer *buffer) {
    fake_disk *disk = user;
    disk->releases++;
    assert_ptr_equal(buffer->data, sample);
}

static gltf_status GLTF_CALL give_nothing(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                          gltf_buffer *out) {
    (void)user;
    (void)buffer;
    (void)uri;
    out->size = byte_length;
    return GLTF_OK;
}

static void assert_first_value(const gltf_document *document, uint32_t index, uint32_t value) {
    gltf_accessor accessor;
    gltf_error error;
    uint32_t out = 0;
    assert_int_equal(gltf_document_accessor(document, index, &accessor, &error), GLTF_OK);
    assert_int_equal(gltf_accessor_read_uint32(&accessor, 0, 1, &out, 1), GLTF_OK);
    assert_int_equal(out, value);
}

/* design D11: load brings what is missing, once, with decoded URIs, and gives it back at the end */
static void load_asks_for_each_buffer_once(void **state) {
    (void)state;
    fake_disk disk = {.size = {4, 8}};
    const gltf_io io = {&disk, disk_load, disk_release};
    gltf_document *document = document_with(TWO_EXTERNAL);
    assert_int_equal(gltf_document_load(document, 0, &io, NULL), GLTF_OK);
    assert_int_equal(disk.loads, 1);
    assert_string_equal(disk.last_uri, "a b.bin");
    assert_int_equal(disk.last_length, 4);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, &io, NULL), GLTF_OK);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, &io, NULL), GLTF_OK);
    assert_int_equal(disk.loads, 2);
    assert_first_value(document, 1, 10);
    assert_int_equal(disk.releases, 0);
    gltf_document_free(document);
    assert_int_equal(disk.releases, 2);
}

/* load goes on past a failure, gives the first one, remembers each, and tries again */
static void failed_loads_are_remembered_and_tried_again(void **state) {
    (void)state;
    fake_disk disk = {.size = {4, 4}, .status = {GLTF_ERR_IO, GLTF_OK}};
    const gltf_io io = {&disk, disk_load, disk_release};
    gltf_document *document = document_with(TWO_EXTERNAL);
    gltf_accessor accessor;
    gltf_error error;
    assert_int_equal(gltf_document_load(document, GLTF_NONE, &io, &error), GLTF_ERR_IO);
    assert_int_equal(error.object, GLTF_OBJECT_BUFFER);
    assert_int_equal(error.index, 0);
    assert_string_equal(error.name, "a b.bin");
    assert_first_value(document, 1, 10);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_IO);
    assert_int_equal(gltf_document_fault(document, GLTF_OBJECT_BUFFER, 0, &error), GLTF_OK);
    disk.status[0] = GLTF_OK;
    assert_int_equal(gltf_document_load(document, 0, &io, &error), GLTF_OK);
    assert_first_value(document, 0, 10);
    gltf_document_free(document);
    assert_int_equal(disk.releases, 2);
}

/* spec 3.6.1: fewer bytes than byteLength are an error, and go back at once */
static void short_answer_is_a_length_fault(void **state) {
    (void)state;
    fake_disk disk = {.size = {3, 4}};
    const gltf_io io = {&disk, disk_load, disk_release};
    gltf_document *document = document_with(TWO_EXTERNAL);
    gltf_error error;
    assert_int_equal(gltf_document_load(document, 0, &io, &error), GLTF_ERR_BUFFER_LENGTH);
    assert_int_equal(error.expected, 4);
    assert_int_equal(error.found, 3);
    assert_int_equal(disk.releases, 1);
    gltf_document_free(document);
    assert_int_equal(disk.releases, 1);
}

/* without callbacks external data is not there, which is a failure only for who needs it */
static void without_io_external_data_is_not_loaded(void **state) {
    (void)state;
    gltf_document *document = document_with(TWO_EXTERNAL);
    gltf_accessor accessor;
    gltf_error error;
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_NOT_LOADED);
    assert_string_equal(error.name, "a b.bin");
    assert_int_equal(gltf_document_load(document, 0, NULL, &error), GLTF_ERR_NOT_LOADED);
    assert_int_equal(gltf_document_load(document, 2, NULL, &error), GLTF_ERR_RANGE);
    assert_int_equal(gltf_document_load(NULL, 0, NULL, &error), GLTF_ERR_ARGUMENT);
    gltf_document_free(document);
}

/* ---- Embedded data ---- */

/* design 10: the ends of long data: URIs are remembered from the first look at the text; there may be more of them than that,
 * and other long strings. */
static void many_long_data_uris_are_decoded(void **state) {
    enum { BUFFERS = 80, CHARACTERS = 20000 };
    char *const text = (char *)malloc((size_t)BUFFERS * (2 * CHARACTERS + 200) + 1000);
    char *const payload = (char *)calloc(CHARACTERS + 1, 1);
    gltf_document *document;
    gltf_error error;
    (void)state;
    memset(payload, 'A', CHARACTERS);
    size_t size = (size_t)sprintf(text, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"%s\"},\"buffers\":[", payload);
    for (int i = 0; i < BUFFERS; i++) {
        payload[0] = (char)('A' + i % 26);
        payload[1] = (char)('A' + i / 26);
        if (i % 2) {
            size += (size_t)sprintf(text + size, ",{\"uri\" : \"data:;base64,%s\" ,\"byteLength\":%d}", payload,
                                    CHARACTERS / 4 * 3);
        } else {
            size +=
                (size_t)sprintf(text + size, "%s{\"name\":\"\\u0041\",\"byteLength\":%d,\"uri\":\"data:;base64,%s\"}",
                                i ? "," : "", CHARACTERS / 4 * 3, payload);
        }
    }
    size += (size_t)sprintf(text + size, "]}");
    assert_int_equal(gltf_document_parse(text, size, NULL, &document, &error), GLTF_OK);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    gltf_source source;
    assert_int_equal(gltf_document_describe(document, &source, NULL, NULL), GLTF_OK);
    assert_int_equal(source.buffer_count, BUFFERS);
    for (uint32_t i = 0; i < BUFFERS; i++) {
        assert_int_equal(source.buffers[i].size, CHARACTERS / 4 * 3);
        assert_int_equal(source.buffers[i].data[0], (i % 26) << 2 | (i / 26) >> 4);
        assert_int_equal(source.buffers[i].data[1], ((i / 26) << 4) & 0xFF);
        assert_int_equal(source.buffers[i].data[CHARACTERS / 4 * 3 - 1], 0);
    }
    gltf_document_free(document);
    free(payload);
    free(text);
}

/* spec 3.6.1.1, RFC 2397: base64 and percent-encoded data: URIs; what is longer than byteLength is cut, shorter refused */
static void data_uris_are_decoded(void **state) {
    static const struct {
        const char *uri;
        gltf_status status;
    } rows[] = {
        {"data:application/octet-stream;base64,CgsMDQ==", GLTF_OK},
        {"DATA:;BASE64,CgsMDQ8=", GLTF_OK},
        {"data:application/gltf-buffer;base64,CgsMDQ", GLTF_OK},
        {"data:;base64,Cg\\u0073MDQ%3D%3D", GLTF_OK},
        {"data:,%0A%0b%0c%0d", GLTF_OK},
        {"data:;base64,CgsM", GLTF_ERR_BUFFER_LENGTH},
        {"data:;base64,CgsM!Q==", GLTF_ERR_BASE64},
        {"data:;base64,CgsMDQ==x", GLTF_ERR_BASE64},
        {"data:;base64,CgsMDQ9", GLTF_OK},
        {"data:;base64,C", GLTF_ERR_BASE64},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char members[512];
        gltf_error error = {0};
        snprintf(members, sizeof members,
                 "\"buffers\":[{\"byteLength\":4,\"uri\":\"%s\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":4}],"
                 "\"accessors\":[{\"bufferView\":0,\"componentType\":5121,\"count\":4,\"type\":\"SCALAR\"}]",
                 rows[i].uri);
        gltf_document *document = document_with(members);
        const gltf_status status = gltf_document_load(document, GLTF_NONE, NULL, &error);
        if (status != rows[i].status) {
            fail_msg("%s: %s, not %s", rows[i].uri, gltf_status_name(status), gltf_status_name(rows[i].status));
        }
        if (status == GLTF_OK) {
            assert_first_value(document, 0, 10);
        } else {
            gltf_accessor accessor;
            assert_int_equal(gltf_document_accessor(document, 0, &accessor, NULL), status);
        }
        gltf_document_free(document);
    }
}

/* a host that brings the bytes itself asks for path and length; embedded data and placeholders have no path */
static void buffer_uri_tells_what_to_bring(void **state) {
    (void)state;
    const char *uri = NULL;
    uint64_t length = 0;
    gltf_document *document =
        document_with("\"buffers\":[{\"byteLength\":4,\"uri\":\"x\\/"
                      "%C3%A4.bin\"},{\"byteLength\":5,\"uri\":\"data:,a\"},{\"byteLength\":6},{}]");
    assert_int_equal(gltf_document_buffer_uri(document, 0, &uri, &length), GLTF_OK);
    assert_string_equal(uri, "x/\xC3\xA4.bin");
    assert_int_equal(length, 4);
    assert_int_equal(gltf_document_buffer_uri(document, 1, &uri, &length), GLTF_OK);
    assert_null(uri);
    assert_int_equal(gltf_document_buffer_uri(document, 2, &uri, &length), GLTF_OK);
    assert_null(uri);
    assert_int_equal(length, 6);
    assert_int_equal(gltf_document_buffer_uri(document, 3, &uri, &length), GLTF_ERR_PROPERTY);
    assert_int_equal(length, 0);
    assert_int_equal(gltf_document_buffer_uri(document, 4, NULL, NULL), GLTF_ERR_RANGE);
    gltf_document_free(document);
}

/* RFC 3986, 5.2.4: hosts and gltf_io get relative paths without dot segments, and what leaves the folder as it is */
static gltf_status GLTF_CALL remember_uri(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                          gltf_buffer *out) {
    (void)buffer;
    (void)byte_length;
    (void)out;
    assert_string_equal(uri, (const char *)user);
    return GLTF_ERR_IO;
}

static void buffer_uris_have_no_dot_segments(void **state) {
    static const char *const rows[][2] = {
        {"./a.bin", "a.bin"},
        {"sub/../a.bin", "a.bin"},
        {"sub/%2e%2e/a.bin", "a.bin"},
        {"sub\\u002f..\\/a.bin", "a.bin"},
        {"sub/./A..B.bin", "sub/A..B.bin"},
        {"..a.bin", "..a.bin"},
        {"sub/../../a.bin", "../a.bin"},
        {"http://x/sub/../a.bin", "http://x/sub/../a.bin"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char members[256];
        const char *uri = NULL;
        snprintf(members, sizeof members, "\"buffers\":[{\"byteLength\":4,\"uri\":\"%s\"}]", rows[i][0]);
        gltf_document *document = document_with(members);
        assert_int_equal(gltf_document_buffer_uri(document, 0, &uri, NULL), GLTF_OK);
        assert_string_equal(uri, rows[i][1]);
        const gltf_io io = {(void *)(uintptr_t)rows[i][1], remember_uri, NULL};
        assert_int_equal(gltf_document_load(document, GLTF_NONE, &io, NULL), GLTF_ERR_IO);
        gltf_document_free(document);
    }
}

/* ---- Lending ---- */

/* design 5: lent bytes take the place of what was there, and may be taken away again */
static void lent_buffer_replaces_what_was_there(void **state) {
    (void)state;
    fake_disk disk = {.size = {4, 4}};
    const gltf_io io = {&disk, disk_load, disk_release};
    gltf_document *document = document_with(TWO_EXTERNAL);
    gltf_accessor accessor;
    gltf_error error;
    assert_int_equal(gltf_document_load(document, GLTF_NONE, &io, &error), GLTF_OK);
    assert_int_equal(gltf_document_set_buffer(document, 0, sample + 4, 3, &error), GLTF_ERR_BUFFER_LENGTH);
    assert_first_value(document, 0, 10);
    assert_int_equal(gltf_document_set_buffer(document, 0, sample + 4, 4, &error), GLTF_OK);
    assert_int_equal(disk.releases, 1);
    assert_first_value(document, 0, 50);
    assert_int_equal(gltf_document_set_buffer(document, 0, NULL, 0, &error), GLTF_OK);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_NOT_LOADED);
    assert_int_equal(gltf_document_set_buffer(document, 2, sample, 8, &error), GLTF_ERR_RANGE);
    assert_int_equal(gltf_document_set_buffer(NULL, 0, sample, 8, &error), GLTF_ERR_ARGUMENT);
    gltf_document_free(document);
    assert_int_equal(disk.releases, 2);
}

/* a host's decompressor may lend one view in place of its range of the buffer */
static void lent_view_replaces_its_range(void **state) {
    (void)state;
    gltf_document *document = document_with(TWO_EXTERNAL);
    gltf_accessor accessor;
    gltf_error error;
    gltf_source source;
    assert_int_equal(gltf_document_set_buffer(document, 0, sample, 4, &error), GLTF_OK);
    assert_int_equal(gltf_document_set_buffer(document, 1, sample, 4, &error), GLTF_OK);
    assert_int_equal(gltf_document_set_view(document, 1, NULL, 0, &error), GLTF_OK);
    assert_int_equal(gltf_document_set_view(document, 1, sample + 4, 3, &error), GLTF_ERR_BUFFER_LENGTH);
    assert_int_equal(gltf_document_set_view(document, 1, sample + 4, 4, &error), GLTF_OK);
    assert_int_equal(gltf_document_set_view(document, 0, sample + 2, 4, &error), GLTF_OK);
    assert_first_value(document, 1, 50);
    assert_first_value(document, 0, 30);
    assert_int_equal(gltf_document_describe(document, &source, NULL, NULL), GLTF_OK);
    assert_int_equal(source.buffer_count, 4);
    assert_int_equal(gltf_document_count(document, GLTF_OBJECT_BUFFER), 2);
    assert_int_equal(gltf_document_set_view(document, 1, NULL, 0, &error), GLTF_OK);
    assert_first_value(document, 1, 10);
    assert_int_equal(gltf_document_set_view(document, 2, sample, 4, &error), GLTF_ERR_RANGE);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_OK);
    gltf_document_free(document);
}

/* ---- Compressed views ---- */

/* The stream is an index sequence 0 1 2 2 in 16 bit: header, one byte for each index, four bytes of tail. */
static const uint8_t fallback_bytes[8] = {9, 0, 9, 0, 9, 0, 9, 0};

/* A document whose view 0 says `properties` of its stream, which lies in buffer 0; buffer 1 is the fallback. */
static gltf_document *compressed_document(const char *properties) {
    char members[1024];
    snprintf(members, sizeof members,
             "\"buffers\":[{\"byteLength\":9,\"uri\":\"data:;base64,0QAEBAkAAAAA\"},{\"byteLength\":8}],"
             "\"bufferViews\":[{\"buffer\":1,\"byteLength\":8,\"extensions\":{\"EXT_meshopt_compression\":{%s}}}],"
             "\"accessors\":[{\"bufferView\":0,\"componentType\":5123,\"count\":4,\"type\":\"SCALAR\"}]",
             properties);
    return document_with(members);
}

static const char sound_stream[] = "\"buffer\":0,\"byteLength\":9,\"byteStride\":2,\"count\":4,\"mode\":\"INDICES\"";

/* spec-notes 7.1: load decodes the view; before it the view is not loaded; raw tables stay consistent */
static void load_decodes_compressed_views(void **state) {
    (void)state;
    gltf_document *document = compressed_document(sound_stream);
    gltf_accessor accessor;
    gltf_error error;
    gltf_compression facts;
    uint32_t values[4] = {7, 7, 7, 7};
    assert_int_equal(gltf_document_compression(document, 0, &facts, &error), GLTF_OK);
    assert_string_equal(facts.extension, "EXT_meshopt_compression");
    assert_string_equal(facts.mode, "INDICES");
    assert_string_equal(facts.filter, "NONE");
    assert_int_equal(facts.byte_length, 9);
    assert_int_equal(facts.view_buffer, 1);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_NOT_LOADED);
    assert_int_equal(error.object, GLTF_OBJECT_VIEW);
    assert_int_equal(gltf_document_load(document, 0, NULL, &error), GLTF_OK);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_OK);
    assert_int_equal(gltf_accessor_read_uint32(&accessor, 0, 4, values, 4), GLTF_OK);
    assert_true(values[0] == 0 && values[1] == 1 && values[2] == 2);
    gltf_document_free(document);
}

/* the fallback is not opened while the compressed data can be read, and serves when it cannot */
static void fallback_serves_only_in_need(void **state) {
    (void)state;
    gltf_document *document =
        compressed_document("\"buffer\":0,\"byteLength\":8,\"byteStride\":2,\"count\":4,\"mode\":\"INDICES\"");
    gltf_accessor accessor;
    gltf_error error;
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_ERR_CODEC);
    assert_int_equal(error.object, GLTF_OBJECT_VIEW);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_CODEC);
    assert_int_equal(gltf_document_set_buffer(document, 1, fallback_bytes, 8, &error), GLTF_OK);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_first_value(document, 0, 9);
    assert_int_equal(gltf_document_set_view(document, 0, sample, 8, &error), GLTF_OK);
    assert_first_value(document, 0, 10 + 20 * 256);
    gltf_document_free(document);

    fake_disk disk = {.size = {8, 8}};
    const gltf_io io = {&disk, disk_load, disk_release};
    document =
        document_with("\"buffers\":[{\"byteLength\":8,\"uri\":\"fallback.bin\"},{\"byteLength\":9,\"uri\":\"data:;"
                      "base64,0QAEBAkAAAAA\"}],"
                      "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8,\"extensions\":{\"KHR_meshopt_compression\":{"
                      "\"buffer\":1,\"byteLength\":9,"
                      "\"byteStride\":2,\"count\":4,\"mode\":\"INDICES\"}}}],"
                      "\"accessors\":[{\"bufferView\":0,\"componentType\":5123,\"count\":4,\"type\":\"SCALAR\"}]");
    assert_int_equal(gltf_document_load(document, GLTF_NONE, &io, &error), GLTF_OK);
    assert_int_equal(disk.loads, 0);
    assert_first_value(document, 0, 0);
    gltf_document_free(document);
}

/* spec-notes 7.1: what the extension object must say; its faults name the view and the extension */
static void extension_objects_are_checked(void **state) {
    static const struct {
        const char *properties;
        gltf_status status;
        const char *field;
    } rows[] = {
        {"\"byteLength\":9,\"byteStride\":2,\"count\":4,\"mode\":\"INDICES\"", GLTF_ERR_PROPERTY, "buffer"},
        {"\"buffer\":7,\"byteLength\":9,\"byteStride\":2,\"count\":4,\"mode\":\"INDICES\"", GLTF_ERR_REFERENCE,
         "buffer"},
        {"\"buffer\":0,\"byteStride\":2,\"count\":4,\"mode\":\"INDICES\"", GLTF_ERR_PROPERTY, "byteLength"},
        {"\"buffer\":0,\"byteLength\":9,\"count\":4,\"mode\":\"INDICES\"", GLTF_ERR_PROPERTY, "byteStride"},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":257,\"count\":4,\"mode\":\"INDICES\"", GLTF_ERR_PROPERTY,
         "byteStride"},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":2,\"mode\":\"INDICES\"", GLTF_ERR_PROPERTY, "count"},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":2,\"count\":4", GLTF_ERR_PROPERTY, "mode"},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":2,\"count\":4,\"mode\":\"indices\"", GLTF_ERR_PROPERTY, "mode"},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":2,\"count\":4,\"mode\":\"\"", GLTF_ERR_PROPERTY, "mode"},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":2,\"count\":4,\"mode\":\"INDICES\",\"filter\":\"SHARPEN\"",
         GLTF_ERR_PROPERTY, "filter"},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":2,\"count\":4,\"mode\":\"INDICES\",\"filter\":7",
         GLTF_ERR_PROPERTY, "filter"},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":2,\"count\":4,\"mode\":\"INDICES\",\"filter\":\"EXPONENTIAL\"",
         GLTF_ERR_PROPERTY, "filter"},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":8,\"count\":1,\"mode\":\"ATTRIBUTES\",\"filter\":\"COLOR\"",
         GLTF_ERR_PROPERTY, "filter"},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":2,\"count\":5,\"mode\":\"INDICES\"", GLTF_ERR_MISMATCH,
         "byteLength"},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":2,\"count\":9000000000000000,\"mode\":\"INDICES\"",
         GLTF_ERR_MISMATCH, "byteLength"},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":2,\"count\":4,\"mode\":\"TRIANGLES\"", GLTF_ERR_PROPERTY,
         "count"},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":2,\"count\":4,\"mode\":\"ATTRIBUTES\"", GLTF_ERR_PROPERTY,
         "byteStride"},
        {"\"buffer\":0,\"byteOffset\":1,\"byteLength\":9,\"byteStride\":2,\"count\":4,\"mode\":\"INDICES\"",
         GLTF_ERR_VIEW_BOUNDS, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gltf_document *document = compressed_document(rows[i].properties);
        gltf_accessor accessor;
        gltf_error error = {0};
        gltf_document_load(document, GLTF_NONE, NULL, NULL);
        const gltf_status status = gltf_document_accessor(document, 0, &accessor, &error);
        if (status != rows[i].status) {
            fail_msg("%s: %s, not %s", rows[i].properties, gltf_status_name(status), gltf_status_name(rows[i].status));
        }
        assert_int_equal(error.object, GLTF_OBJECT_VIEW);
        assert_string_equal(error.name, "EXT_meshopt_compression");
        if (rows[i].field) {
            assert_string_equal(error.field, rows[i].field);
        }
        gltf_document_free(document);
    }
}

/* a stream cannot claim more than any stream could hold, and all of them together stay below the limit */
static void decoded_size_is_limited(void **state) {
    (void)state;
    counting_allocator counts = {0};
    gltf_document *document = NULL;
    gltf_document_options options;
    gltf_error error;
    gltf_document_options_init(&options, sizeof options);
    options.allocator = counting_allocator_of(&counts);
    const char *bomb = "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":9,\"uri\":\"data:;base64,"
                       "0QAEBAkAAAAA\"},{\"byteLength\":2000000000}],"
                       "\"bufferViews\":[{\"buffer\":1,\"byteLength\":2000000000,\"extensions\":{\"EXT_meshopt_"
                       "compression\":{\"buffer\":0,\"byteLength\":9,"
                       "\"byteStride\":4,\"count\":500000000,\"mode\":\"ATTRIBUTES\"}}}]}";
    assert_int_equal(gltf_document_parse(bomb, strlen(bomb), &options, &document, &error), GLTF_OK);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_ERR_CODEC);
    assert_in_range(counts.peak_bytes, 1, 64 * 1024);
    gltf_document_free(document);

    char text[1024];
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":9,\"uri\":\"data:;base64,0QAEBAkAAAAA\"},{"
             "\"byteLength\":8}],"
             "\"bufferViews\":[{\"buffer\":1,\"byteLength\":8,\"extensions\":{\"EXT_meshopt_compression\":{%s}}}]}",
             sound_stream);
    options.max_decoded = 7;
    assert_int_equal(gltf_document_parse(text, strlen(text), &options, &document, &error), GLTF_OK);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_ERR_LIMIT);
    gltf_document_free(document);
    options.max_decoded = 8;
    assert_int_equal(gltf_document_parse(text, strlen(text), &options, &document, &error), GLTF_OK);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    gltf_document_free(document);
    assert_int_equal(counts.live_blocks, 0);
}

/* The stream in `uri`, with nothing to fall back to. */
static gltf_document *external_stream(const char *uri) {
    char members[1024];
    snprintf(members, sizeof members,
             "\"buffers\":[{\"byteLength\":9,\"uri\":\"%s\"},{\"byteLength\":8}],"
             "\"bufferViews\":[{\"buffer\":1,\"byteLength\":8,\"extensions\":{\"EXT_meshopt_compression\":{%s}}}],"
             "\"accessors\":[{\"bufferView\":0,\"componentType\":5123,\"count\":4,\"type\":\"SCALAR\"}]",
             uri, sound_stream);
    return document_with(members);
}

/* header: with GLTF_NONE, external buffers without io are not failures, also where a compressed view needs them */
static void compressed_external_bytes_without_io_are_no_failure(void **state) {
    (void)state;
    static const uint8_t stream[9] = {0xD1, 0, 4, 4, 9, 0, 0, 0, 0};
    const gltf_io nothing = {NULL, NULL, NULL};
    gltf_document *document = external_stream("a.bin");
    gltf_accessor accessor;
    gltf_error error;
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, &nothing, &error), GLTF_OK);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_NOT_LOADED);
    assert_int_equal(gltf_document_load(document, 0, NULL, &error), GLTF_ERR_NOT_LOADED);
    assert_int_equal(gltf_document_set_buffer(document, 0, stream, 9, &error), GLTF_OK);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_OK);
    gltf_document_free(document);
}

/* a buffer that cannot be had is named itself, not the compressed view whose bytes it should have brought */
static void missing_compressed_bytes_are_the_buffers_failure(void **state) {
    (void)state;
    fake_disk disk = {.status = {GLTF_ERR_IO}};
    const gltf_io io = {&disk, disk_load, disk_release};
    gltf_document *document = external_stream("a.bin");
    gltf_accessor accessor;
    gltf_error error;
    for (int i = 0; i < 2; i++) {
        const gltf_status status = i == 0 ? gltf_document_load(document, 0, &io, &error)
                                          : gltf_document_accessor(document, 0, &accessor, &error);
        assert_int_equal(status, GLTF_ERR_IO);
        sentence_check("bytes.unreadable", &error);
    }
    gltf_document_free(document);
}

/* a view that is no longer lent is its file's again, with that buffer's troubles */
static void view_taken_back_waits_for_its_buffer(void **state) {
    (void)state;
    gltf_document *document = document_with(TWO_EXTERNAL);
    gltf_accessor accessor;
    gltf_error error;
    assert_int_equal(gltf_document_set_view(document, 0, sample, 4, &error), GLTF_OK);
    assert_int_equal(gltf_document_set_view(document, 0, NULL, 0, &error), GLTF_OK);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(gltf_document_load(document, 0, NULL, &error), GLTF_ERR_NOT_LOADED);
    assert_int_equal(error.object, GLTF_OBJECT_BUFFER);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_NOT_LOADED);
    assert_int_equal(error.object, GLTF_OBJECT_BUFFER);
    assert_string_equal(error.name, "a b.bin");
    gltf_document_free(document);
}

/* header, max_decoded: compressed bytes allow 64 times themselves once, however many views share them or tries are made */
static void shared_compressed_bytes_count_once(void **state) {
    (void)state;
    char members[4096];
    int size = snprintf(members, sizeof members,
                        "\"buffers\":[{\"byteLength\":9,\"uri\":\"data:;base64,0QAEBAkAAAAA\"},{\"byteLength\":8}],"
                        "\"bufferViews\":[");
    for (int i = 0; i < 20; i++) {
        size += snprintf(members + size, sizeof members - (size_t)size,
                         "%s{\"buffer\":1,\"byteLength\":8,\"extensions\":{\"EXT_meshopt_compression\":{%s}}}",
                         i ? "," : "", sound_stream);
    }
    snprintf(members + size, sizeof members - (size_t)size, "]");
    gltf_document *document = document_with(members);
    const uint64_t before = gltf_i_bytes_decoded_limit(document);
    gltf_error error;
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(gltf_i_bytes_decoded_limit(document), before + 64 * 9);
    gltf_document_free(document);
}

/* the numbers of a failure say what is there and what would be right */
static void numbers_of_compressed_views_are_bytes(void **state) {
    static const struct {
        const char *properties;
        const char *key;
    } rows[] = {
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":2,\"count\":5,\"mode\":\"INDICES\"", "meshopt.length"},
        {"\"buffer\":0,\"byteOffset\":1,\"byteLength\":9,\"byteStride\":2,\"count\":4,\"mode\":\"INDICES\"",
         "meshopt.bounds"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gltf_document *document = compressed_document(rows[i].properties);
        gltf_error error;
        assert_int_not_equal(gltf_document_load(document, 0, NULL, &error), GLTF_OK);
        sentence_check(rows[i].key, &error);
        gltf_document_free(document);
    }
}

/* a host may try again as often as it likes: equal failures cost no more memory */
static void failing_again_costs_nothing(void **state) {
    (void)state;
    static const char text[] = "{\"asset\":{\"version\":\"2.0\"}," TWO_EXTERNAL "}";
    counting_allocator counts = {0};
    fake_disk disk = {.status = {GLTF_ERR_IO, GLTF_ERR_URI}};
    const gltf_io io = {&disk, disk_load, disk_release};
    gltf_document *document = NULL;
    gltf_document_options options;
    gltf_error error;
    gltf_document_options_init(&options, sizeof options);
    options.allocator = counting_allocator_of(&counts);
    assert_int_equal(gltf_document_parse(text, strlen(text), &options, &document, &error), GLTF_OK);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, &io, &error), GLTF_ERR_IO);
    const size_t bytes = counts.live_bytes;
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(gltf_document_load(document, GLTF_NONE, &io, &error), GLTF_ERR_IO);
    }
    assert_int_equal(counts.live_bytes, bytes);
    gltf_document_free(document);
}

/* ---- Views of both kinds ---- */

/* View 0 is plain, view 1 compressed (what it says beyond its stream is `more`), view 2 has a broken extension object. */
static gltf_document *mixed_document(const char *view_properties, const char *extension, const char *more) {
    char members[1400];
    snprintf(
        members, sizeof members,
        "\"buffers\":[{\"byteLength\":9,\"uri\":\"data:;base64,0QAEBAkAAAAA\"},{\"byteLength\":8},{}],"
        "\"bufferViews\":[{\"buffer\":1,\"byteLength\":8},{\"buffer\":1,\"byteLength\":8%s,\"extensions\":{\"%s\":{"
        "%s%s}}},{\"buffer\":1,\"byteLength\":8,\"extensions\":{\"EXT_meshopt_compression\":5}},{\"buffer\":1}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5123,\"count\":4,\"type\":\"SCALAR\"},"
        "{\"bufferView\":1,\"componentType\":5123,\"count\":4,\"type\":\"SCALAR\"},"
        "{\"bufferView\":2,\"componentType\":5123,\"count\":4,\"type\":\"SCALAR\"}]",
        view_properties, extension, sound_stream, more);
    return document_with(members);
}

/* spec-notes 7.1: plain views need the buffer that the compressed ones only fall back to, so it is loaded with the rest */
static void plain_views_lie_beside_compressed_ones(void **state) {
    (void)state;
    gltf_document *document = mixed_document("", "EXT_meshopt_compression", "");
    gltf_accessor accessor;
    gltf_error error;
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(error.object, GLTF_OBJECT_BUFFER); /* the first of several: buffer 2 is broken */
    assert_int_equal(error.index, 2);
    assert_int_equal(gltf_document_load(document, 2, NULL, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(error.object, GLTF_OBJECT_VIEW);
    assert_int_equal(error.index, 2);
    assert_string_equal(error.field, "extensions");
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_NOT_LOADED);
    assert_first_value(document, 1, 0);
    assert_int_equal(gltf_document_accessor(document, 2, &accessor, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(gltf_document_set_buffer(document, 1, fallback_bytes, 8, &error), GLTF_OK);
    assert_int_equal(gltf_document_load(document, 2, NULL, &error), GLTF_OK);
    assert_first_value(document, 0, 9);
    assert_first_value(document, 1, 0);
    assert_first_value(document, 2, 9); /* the fallback serves */
    gltf_document_free(document);
}

/* document.h: no memory for a fallback that would serve is MEMORY, whatever is wrong with the extension; then it serves */
static void fallback_may_find_no_memory(void **state) {
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":8,\"uri\":\"data:;base64,CQAJAAkACQA=\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8,\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":0,"
        "\"byteLength\":8,\"byteStride\":2,\"count\":-4,\"mode\":\"INDICES\"}}}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5123,\"count\":4,\"type\":\"SCALAR\"}]}";
    (void)state;
    counting_allocator counts = {0, 0, 0, 0, 0};
    gltf_document_options options;
    gltf_document *document;
    gltf_error error;
    gltf_document_options_init(&options, sizeof options);
    options.allocator = counting_allocator_of(&counts);
    assert_int_equal(gltf_document_parse(text, sizeof text - 1, &options, &document, &error), GLTF_OK);
    counts.fail_at = counts.calls + 1;
    assert_int_equal(gltf_document_load(document, 0, NULL, &error), GLTF_ERR_MEMORY);
    assert_int_equal(error.object, GLTF_OBJECT_BUFFER);
    assert_int_equal(gltf_document_load(document, 0, NULL, &error), GLTF_OK);
    assert_first_value(document, 0, 9);
    gltf_document_free(document);
}

/* EXT_meshopt_compression: a stride of the view is that of the stream; KHR_meshopt_compression says nothing of the kind */
static void strides_of_view_and_stream_are_equal(void **state) {
    static const struct {
        const char *stride;
        const char *extension;
        gltf_status status;
    } rows[] = {
        {",\"byteStride\":2", "EXT_meshopt_compression", GLTF_OK},
        {",\"byteStride\":4", "EXT_meshopt_compression", GLTF_ERR_MISMATCH},
        {",\"byteStride\":4", "KHR_meshopt_compression", GLTF_OK},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gltf_document *document = mixed_document(rows[i].stride, rows[i].extension, "");
        gltf_error error = {0};
        assert_int_equal(gltf_document_load(document, 1, NULL, &error), rows[i].status);
        if (rows[i].status != GLTF_OK) {
            assert_string_equal(error.field, "byteStride");
            assert_int_equal(error.expected, 4);
            assert_int_equal(error.found, 2);
        }
        gltf_document_free(document);
    }
}

/* KHR_meshopt_compression knows the filter COLOR, which is none of its elder's */
static void color_is_a_filter_of_the_newer_extension(void **state) {
    static const char *const names[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        char members[600];
        gltf_compression facts;
        gltf_error error;
        snprintf(members, sizeof members,
                 "\"buffers\":[{\"byteLength\":9},{\"byteLength\":8}],\"bufferViews\":[{\"buffer\":1,\"byteLength\":8,"
                 "\"extensions\":{\"%s\":{\"buffer\":0,\"byteLength\":9,\"byteStride\":8,\"count\":1,\"mode\":"
                 "\"ATTRIBUTES\",\"filter\":\"COLOR\"}}}]",
                 names[i]);
        gltf_document *document = document_with(members);
        assert_int_equal(gltf_document_compression(document, 0, &facts, &error), GLTF_OK);
        assert_string_equal(facts.filter, i ? "COLOR" : "NONE");
        gltf_document_free(document);
    }
}

/* what is lent may be taken back: a compressed view waits to be decoded again, a broken or plain one is its file's */
static void lent_views_of_every_kind_may_be_taken_back(void **state) {
    (void)state;
    gltf_document *document = mixed_document("", "EXT_meshopt_compression", "");
    gltf_accessor accessor;
    gltf_error error;
    assert_int_equal(gltf_document_set_buffer(document, 1, fallback_bytes, 8, &error), GLTF_OK);
    for (uint32_t v = 0; v < 3; v++) {
        const gltf_status before = gltf_document_accessor(document, v, &accessor, &error);
        assert_int_equal(gltf_document_set_view(document, v, NULL, 0, &error), GLTF_OK); /* nothing was lent */
        assert_int_equal(gltf_document_accessor(document, v, &accessor, &error), before);
        assert_int_equal(gltf_document_set_view(document, v, sample, 8, &error), GLTF_OK);
        assert_first_value(document, v, 10 + 20 * 256);
        assert_int_equal(gltf_document_set_view(document, v, NULL, 0, &error), GLTF_OK);
        assert_int_equal(gltf_document_accessor(document, v, &accessor, &error), before);
    }
    assert_int_equal(gltf_document_load(document, 1, NULL, &error), GLTF_OK);
    assert_first_value(document, 1, 0);
    assert_int_equal(gltf_document_set_view(document, 3, sample, 8, &error), GLTF_ERR_PROPERTY); /* a broken view */
    assert_int_equal(gltf_document_set_buffer(document, 2, sample, 8, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(error.object, GLTF_OBJECT_BUFFER);
    gltf_document_free(document);
}

/* a view whose extension object is broken is its file's again when it is taken back, whatever else the object says */
static void broken_views_are_the_files_again(void **state) {
    (void)state;
    gltf_document *document =
        compressed_document("\"byteLength\":9,\"byteStride\":2,\"count\":4,\"mode\":\"INDICES\""); /* no buffer */
    gltf_error error;
    assert_int_equal(gltf_document_set_buffer(document, 1, fallback_bytes, 8, &error), GLTF_OK);
    assert_int_equal(gltf_document_set_view(document, 0, sample, 8, &error), GLTF_OK);
    assert_first_value(document, 0, 10 + 20 * 256);
    assert_int_equal(gltf_document_set_view(document, 0, NULL, 0, &error), GLTF_OK);
    assert_first_value(document, 0, 9);
    gltf_document_free(document);
}

/* header, max_decoded: the limit is for all views together */
static void decoded_views_share_the_limit(void **state) {
    (void)state;
    char text[1024];
    gltf_document *document = NULL;
    gltf_document_options options;
    gltf_error error;
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":9,\"uri\":\"data:;base64,0QAEBAkAAAAA\"},{"
             "\"byteLength\":8}],\"bufferViews\":[{\"buffer\":1,\"byteLength\":8,\"extensions\":{\"EXT_meshopt_"
             "compression\":{%s}}},{\"buffer\":1,\"byteLength\":8,\"extensions\":{\"EXT_meshopt_compression\":{%s}}}]}",
             sound_stream, sound_stream);
    gltf_document_options_init(&options, sizeof options);
    for (options.max_decoded = 15; options.max_decoded < 17; options.max_decoded++) {
        assert_int_equal(gltf_document_parse(text, strlen(text), &options, &document, &error), GLTF_OK);
        assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error),
                         options.max_decoded < 16 ? GLTF_ERR_LIMIT : GLTF_OK);
        gltf_document_free(document);
    }
}

/* gltf_io: release may be NULL; a load that gives success and no bytes has failed */
static void callbacks_may_be_careless(void **state) {
    (void)state;
    fake_disk disk = {.size = {3, 4}};
    const gltf_io io = {&disk, disk_load, NULL};
    const gltf_io nothing = {NULL, give_nothing, NULL};
    gltf_document *document = document_with(TWO_EXTERNAL);
    gltf_error error;
    assert_int_equal(gltf_document_load(document, 0, &io, &error), GLTF_ERR_BUFFER_LENGTH);
    assert_int_equal(gltf_document_load(document, 0, &nothing, &error), GLTF_ERR_BUFFER_LENGTH);
    assert_int_equal(gltf_document_load(document, 1, &io, &error), GLTF_OK);
    assert_first_value(document, 1, 10);
    gltf_document_free(document);
    assert_int_equal(disk.releases, 0);
}

/* each of two failures one after the other keeps its own record, in whatever they differ */
static void failures_that_differ_are_told_apart(void **state) {
    (void)state;
    gltf_document *document =
        document_with("\"buffers\":[{\"byteLength\":3,\"uri\":\"data:;base64,A!\"},{\"byteLength\":3,\"uri\":\"data:;"
                      "base64,AA!\"},{\"byteLength\":3,\"uri\":\"a.bin\"},{\"byteLength\":3,\"uri\":\"a.bin\"}],"
                      "\"meshes\":[{\"primitives\":[{\"attributes\":{},\"targets\":[7]}]},{\"primitives\":[{"
                      "\"attributes\":{},\"targets\":[{},7]}]}]");
    gltf_error error;
    for (uint32_t b = 0; b < 2; b++) {
        assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, NULL), GLTF_ERR_BASE64);
        assert_int_equal(gltf_document_fault(document, GLTF_OBJECT_MESH, b, &error), GLTF_ERR_PROPERTY);
        assert_int_equal(error.index, b);
        assert_int_equal(error.target, b);
    }
    const gltf_error *first = document->states[0].failure;
    const gltf_error *second = document->states[1].failure;
    assert_int_equal(first->position + 1, second->position);
    gltf_document_free(document);
}

typedef struct lending_disk {
    gltf_document *document;
    int depth;
    int releases;
} lending_disk;

static void GLTF_CALL count_release(void *user, const gltf_buffer *buffer) {
    lending_disk *disk = user;
    assert_ptr_equal(buffer->data, sample);
    disk->releases++;
}

static gltf_status GLTF_CALL lend_and_load(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                           gltf_buffer *out) {
    lending_disk *disk = user;
    (void)uri;
    if (disk->depth == 1) {
        const gltf_io io = {user, lend_and_load, count_release};
        disk->depth = 0;
        assert_int_equal(gltf_document_load(disk->document, buffer, &io, NULL), GLTF_OK);
    }
    assert_int_equal(gltf_document_set_view(disk->document, 1, sample + 4, 4, NULL), GLTF_OK);
    out->data = sample;
    out->size = byte_length;
    return GLTF_OK;
}

/* the compressed bytes are brought by a callback that lends what they would be decoded to: nothing is decoded */
static void callbacks_may_lend_what_they_bring(void **state) {
    (void)state;
    gltf_document *document = document_with(
        "\"buffers\":[{\"byteLength\":4,\"uri\":\"a.bin\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":4},"
        "{\"buffer\":0,\"byteLength\":4,\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":0,"
        "\"byteLength\":4,\"byteStride\":4,\"count\":1,\"mode\":\"ATTRIBUTES\"}}}],\"accessors\":[{"
        "\"bufferView\":1,\"componentType\":5121,\"count\":4,\"type\":\"SCALAR\"}]");
    lending_disk disk = {document, 0, 0};
    const gltf_io io = {&disk, lend_and_load, count_release};
    gltf_error error = {0};
    assert_int_equal(gltf_document_load(document, 0, &io, &error), GLTF_OK);
    assert_first_value(document, 0, 50);
    gltf_document_free(document);
    assert_int_equal(disk.releases, 1);
}

/* header: whoever brings a buffer may lend views on the way; even what is brought twice is released twice */
static void callbacks_may_lend_and_load(void **state) {
    (void)state;
    for (int depth = 0; depth < 2; depth++) {
        gltf_document *document = document_with(TWO_EXTERNAL);
        lending_disk disk = {document, depth, 0};
        const gltf_io io = {&disk, lend_and_load, count_release};
        assert_int_equal(gltf_document_load(document, 0, &io, NULL), GLTF_OK);
        assert_first_value(document, 0, 10);
        assert_first_value(document, 1, 50);
        gltf_document_free(document);
        assert_int_equal(disk.releases, depth + 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(load_asks_for_each_buffer_once),
        cmocka_unit_test(failed_loads_are_remembered_and_tried_again),
        cmocka_unit_test(short_answer_is_a_length_fault),
        cmocka_unit_test(without_io_external_data_is_not_loaded),
        cmocka_unit_test(many_long_data_uris_are_decoded),
        cmocka_unit_test(data_uris_are_decoded),
        cmocka_unit_test(buffer_uri_tells_what_to_bring),
        cmocka_unit_test(buffer_uris_have_no_dot_segments),
        cmocka_unit_test(lent_buffer_replaces_what_was_there),
        cmocka_unit_test(lent_view_replaces_its_range),
        cmocka_unit_test(load_decodes_compressed_views),
        cmocka_unit_test(fallback_serves_only_in_need),
        cmocka_unit_test(fallback_may_find_no_memory),
        cmocka_unit_test(extension_objects_are_checked),
        cmocka_unit_test(decoded_size_is_limited),
        cmocka_unit_test(compressed_external_bytes_without_io_are_no_failure),
        cmocka_unit_test(missing_compressed_bytes_are_the_buffers_failure),
        cmocka_unit_test(view_taken_back_waits_for_its_buffer),
        cmocka_unit_test(shared_compressed_bytes_count_once),
        cmocka_unit_test(numbers_of_compressed_views_are_bytes),
        cmocka_unit_test(failing_again_costs_nothing),
        cmocka_unit_test(plain_views_lie_beside_compressed_ones),
        cmocka_unit_test(strides_of_view_and_stream_are_equal),
        cmocka_unit_test(color_is_a_filter_of_the_newer_extension),
        cmocka_unit_test(lent_views_of_every_kind_may_be_taken_back),
        cmocka_unit_test(broken_views_are_the_files_again),
        cmocka_unit_test(decoded_views_share_the_limit),
        cmocka_unit_test(callbacks_may_be_careless),
        cmocka_unit_test(callbacks_may_lend_and_load),
        cmocka_unit_test(callbacks_may_lend_what_they_bring),
        cmocka_unit_test(failures_that_differ_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
