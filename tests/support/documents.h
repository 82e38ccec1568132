/* support/documents.h - parsing small texts in tests, and an allocator that counts and can fail. */
#ifndef GLTF_TEST_DOCUMENTS_H
#define GLTF_TEST_DOCUMENTS_H

#include <gltf_accessor/gltf_accessor.h>

/* The document of a text that must parse. */
gltf_document *document_of(const char *text);

/* The status of parsing a text; nothing is kept. */
gltf_status parse_status(const char *text, gltf_error *error);

/* `{"asset":{"version":"2.0"},` + members + `}`, parsed. */
gltf_document *document_with(const char *members);

/* An allocator that counts, checks sizes on release, and fails the call number fail_at (0 = never). */
typedef struct counting_allocator {
    size_t calls;
    size_t live_blocks;
    size_t live_bytes;
    size_t peak_bytes;
    size_t fail_at;
} counting_allocator;
gltf_allocator counting_allocator_of(counting_allocator *counts);

#endif
