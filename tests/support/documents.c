/* support/documents.c - parsing small texts in tests, and an allocator that counts and can fail. */
#include "support/documents.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

gltf_status parse_status(const char *text, gltf_error *error) {
    gltf_document *document = NULL;
    gltf_document_options options;
    gltf_document_options_init(&options, sizeof options);
    options.flags = GLTF_DOCUMENT_COPY_INPUT;
    const gltf_status status = gltf_document_parse(text, strlen(text), &options, &document, error);
    assert_true((status == GLTF_OK) == (document != NULL));
    gltf_document_free(document);
    return status;
}

gltf_document *document_of(const char *text) {
    gltf_document *document = NULL;
    gltf_document_options options;
    gltf_error error;
    gltf_document_options_init(&options, sizeof options);
    options.flags = GLTF_DOCUMENT_COPY_INPUT;
    if (gltf_document_parse(text, strlen(text), &options, &document, &error) != GLTF_OK) {
        char line[300];
        gltf_error_format(&error, line, sizeof line);
        fail_msg("%s", line);
    }
    return document;
}

gltf_document *document_with(const char *members) {
    static const char head[] = "{\"asset\":{\"version\":\"2.0\"},";
    const size_t size = sizeof head + strlen(members) + 2;
    char *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size, "%s%s}", head, members);
    gltf_document *document = document_of(text);
    free(text);
    return document;
}

/* ---- Counting allocator: each block remembers its size in front ---- */

enum { HEADER = 16 };

static void *GLTF_CALL counting_allocate(void *user, size_t size) {
    counting_allocator *counts = user;
    counts->calls++;
    assert_true(size > 0);
    if (counts->calls == counts->fail_at) {
        return NULL;
    }
    uint8_t *block = malloc(size + HEADER);
    if (!block) {
        return NULL;
    }
    memcpy(block, &size, sizeof size);
    counts->live_blocks++;
    counts->live_bytes += size;
    counts->peak_bytes = counts->live_bytes > counts->peak_bytes ? counts->live_bytes : counts->peak_bytes;
    return block + HEADER;
}

static void GLTF_CALL counting_release(void *user, void *pointer, size_t size) {
    counting_allocator *counts = user;
    size_t stored;
    assert_non_null(pointer);
    memcpy(&stored, (uint8_t *)pointer - HEADER, sizeof stored);
    assert_int_equal(stored, size);
    counts->live_blocks--;
    counts->live_bytes -= size;
    free((uint8_t *)pointer - HEADER);
}

gltf_allocator counting_allocator_of(counting_allocator *counts) {
    const gltf_allocator allocator = {counts, counting_allocate, counting_release};
    return allocator;
}
