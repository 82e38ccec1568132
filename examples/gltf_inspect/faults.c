/* gltf_inspect/faults.c - faults of buffers and views that only show when their bytes are wanted.
 *
 * gltf_document_fault tells what the file's words have wrong.  A buffer that could not be read, or a compressed view that
 * could not be decoded, is named by the accessors that need it: they are asked once, and what they say is kept. */
#include "inspect.h"

#include <stdlib.h>
#include <string.h>

static gltf_error *allocate_errors(uint32_t count) {
    gltf_error *errors = text_allocate(NULL, count * sizeof *errors + 1);
    memset(errors, 0, count * sizeof *errors);
    return errors;
}

static void keep(gltf_error *errors, uint32_t count, const gltf_error *error) {
    if (error->index < count && errors[error->index].status == GLTF_OK) {
        errors[error->index] = *error;
    }
}

void faults_gather(faults *f, const gltf_document *document) {
    uint32_t accessors = gltf_document_count(document, GLTF_OBJECT_ACCESSOR);
    f->document = document;
    f->buffer_count = gltf_document_count(document, GLTF_OBJECT_BUFFER);
    f->view_count = gltf_document_count(document, GLTF_OBJECT_VIEW);
    f->buffers = allocate_errors(f->buffer_count);
    f->views = allocate_errors(f->view_count);
    for (uint32_t i = 0; i < accessors; i++) {
        gltf_accessor accessor;
        gltf_error error = {0};
        if (gltf_document_accessor(document, i, &accessor, &error) == GLTF_OK) {
            continue;
        }
        if (error.object == GLTF_OBJECT_BUFFER) {
            keep(f->buffers, f->buffer_count, &error);
        } else if (error.object == GLTF_OBJECT_VIEW) {
            keep(f->views, f->view_count, &error);
        }
    }
}

gltf_status faults_of(const faults *f, int32_t object, uint32_t index, gltf_error *error) {
    gltf_status status = gltf_document_fault(f->document, object, index, error);
    if (status == GLTF_OK && object == GLTF_OBJECT_BUFFER && index < f->buffer_count) {
        *error = f->buffers[index];
        return error->status;
    }
    if (status == GLTF_OK && object == GLTF_OBJECT_VIEW && index < f->view_count) {
        *error = f->views[index];
        return error->status;
    }
    return status;
}

void faults_free(faults *f) {
    free(f->buffers);
    free(f->views);
}
