/* gltf_inspect/faults.c - faults of buffers and views that only show when their bytes are wanted.
 *
 * gltf_document_fault tells what the file's words have wrong.  A buffer that could not be read, or a compressed view that
 * could not be decoded, is named by the accessors that need it: they are asked once, and what they say is kept. */
#include "inspect.h"

#include <stdlib.h>
#include <string.h>

static fault_entry *allocate_entries(uint32_t count) {
    fault_entry *entries = text_allocate(NULL, count * sizeof *entries + 1);
    memset(entries, 0, count * sizeof *entries);
    return entries;
}

static fault_entry *find_entry(const faults *f, int32_t object, uint32_t index) {
    if (object == GLTF_OBJECT_BUFFER) {
        return index < f->buffer_count ? &f->buffers[index] : NULL;
    }
    return object == GLTF_OBJECT_VIEW && index < f->view_count ? &f->views[index] : NULL;
}

const fault_entry *faults_entry(const faults *f, int32_t object, uint32_t index) {
    return find_entry(f, object, index);
}

static void keep(const faults *f, const gltf_error *error) {
    fault_entry *entry = find_entry(f, error->object, error->index);
    if (entry) {
        entry->error = entry->accessors ? entry->error : *error;
        entry->accessors++;
    }
}

/* Buffers that only hold what compressed views fall back to are not loaded without need. */
static void mark_fallbacks(faults *f) {
    gltf_source source;
    gltf_document_describe(f->document, &source, NULL, NULL);
    for (int needed = 0; needed < 2; needed++) { /* what is needed in the second pass is no fallback */
        for (uint32_t v = 0; v < f->view_count; v++) {
            gltf_compression compression;
            int compressed =
                gltf_document_compression(f->document, v, &compression, NULL) == GLTF_OK && compression.extension;
            uint32_t buffer = !compressed ? source.views[v].buffer
                              : needed    ? compression.buffer
                                          : compression.view_buffer;
            if ((compressed || needed) && buffer < f->buffer_count) {
                f->buffers[buffer].only_fallback = !needed;
            }
        }
    }
}

void faults_gather(faults *f, const gltf_document *document) {
    uint32_t accessors = gltf_document_count(document, GLTF_OBJECT_ACCESSOR);
    f->document = document;
    f->buffer_count = gltf_document_count(document, GLTF_OBJECT_BUFFER);
    f->view_count = gltf_document_count(document, GLTF_OBJECT_VIEW);
    f->buffers = allocate_entries(f->buffer_count);
    f->views = allocate_entries(f->view_count);
    mark_fallbacks(f);
    for (uint32_t i = 0; i < accessors; i++) {
        gltf_accessor accessor;
        gltf_error error = {0};
        if (gltf_document_accessor(document, i, &accessor, &error) != GLTF_OK) {
            keep(f, &error);
        }
    }
}

gltf_status faults_of(const faults *f, int32_t object, uint32_t index, gltf_error *error) {
    gltf_status status = gltf_document_fault(f->document, object, index, error);
    const fault_entry *entry = find_entry(f, object, index);
    if (status == GLTF_OK && entry) {
        *error = entry->error;
        return error->status;
    }
    return status;
}

void faults_free(faults *f) {
    free(f->buffers);
    free(f->views);
}
