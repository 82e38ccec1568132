/* document/lookup.c - layer 2: looking at a document: counts, names, faults, buffers, raw tables, who uses what. */
#include "document.h"

gltf_status gltf_i_lookup_check(const gltf_document *document, int32_t kind, uint32_t index, const void *out,
                                gltf_error *error) {
    if (!document || !out) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_nowhere(), document ? "out" : "document");
    }
    if (index >= document->kinds[kind].count) {
        return failure_at(error, GLTF_ERR_RANGE, place_of(kind, index), NULL, 0, document->kinds[kind].count, index);
    }
    return GLTF_OK;
}

gltf_status gltf_i_lookup_sound(const gltf_document *document, int32_t kind, uint32_t index, const void *out,
                                gltf_error *error) {
    const gltf_status status = gltf_i_lookup_check(document, kind, index, out, error);
    const gltf_error *fault = status == GLTF_OK ? gltf_i_fault_of(document, kind, index) : NULL;
    if (fault && fault->part == GLTF_NONE) { /* faults of a part belong to those who ask for the part */
        return gltf_i_fault_give(fault, kind, index, error);
    }
    return status;
}

/* ---- Counts and names ---- */

/* One of the two extension lists, or NULL. */
static const gltf_i_names *extension_list(const gltf_document *document, int32_t object) {
    return object == GLTF_OBJECT_EXTENSION_USED       ? &document->used
           : object == GLTF_OBJECT_EXTENSION_REQUIRED ? &document->required
                                                      : NULL;
}

uint32_t gltf_document_count(const gltf_document *document, int32_t object) {
    if (!document) {
        return 0;
    }
    const gltf_i_names *extensions = extension_list(document, object);
    if (extensions) {
        return extensions->count;
    }
    return object > GLTF_OBJECT_NONE && object < GLTF_I_KIND_COUNT ? document->kinds[object].count : 0;
}

const char *gltf_document_name(const gltf_document *document, int32_t object, uint32_t index) {
    if (index >= gltf_document_count(document, object)) {
        return NULL;
    }
    const gltf_i_names *extensions = extension_list(document, object);
    if (extensions) {
        return extensions->names[index];
    }
    return document->kinds[object].names ? document->kinds[object].names[index] : NULL;
}

gltf_status gltf_document_find(const gltf_document *document, int32_t object, const char *name, uint32_t *index) {
    if (index) {
        *index = GLTF_NONE;
    }
    if (!document || !name || !index) {
        return GLTF_ERR_ARGUMENT;
    }
    const uint32_t count = gltf_document_count(document, object);
    for (uint32_t i = 0; i < count; i++) {
        const char *one = gltf_document_name(document, object, i);
        if (one && memory_same_text(one, name)) {
            *index = i;
            break;
        }
    }
    return GLTF_OK;
}

gltf_status gltf_document_fault(const gltf_document *document, int32_t object, uint32_t index, gltf_error *error) {
    if (!document || object <= GLTF_OBJECT_NONE || object >= GLTF_I_KIND_COUNT) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_nowhere(), document ? "object" : "document");
    }
    const gltf_status status = gltf_i_lookup_check(document, object, index, document, error);
    const gltf_error *fault = status == GLTF_OK ? gltf_i_fault_of(document, object, index) : NULL;
    return fault ? gltf_i_fault_give(fault, object, index, error) : status;
}

/* ---- Buffers, views, text ---- */

gltf_status gltf_document_buffer_uri(const gltf_document *document, uint32_t buffer, const char **uri,
                                     uint64_t *byte_length) {
    if (uri) {
        *uri = NULL;
    }
    if (byte_length) {
        *byte_length = 0;
    }
    const gltf_status status = gltf_i_lookup_sound(document, GLTF_OBJECT_BUFFER, buffer, document, NULL);
    if (status == GLTF_OK && uri) {
        *uri = document->states[buffer].uri;
    }
    if (status == GLTF_OK && byte_length) {
        *byte_length = document->buffers[buffer].size;
    }
    return status;
}

gltf_status gltf_document_compression(const gltf_document *document, uint32_t view, gltf_compression *out,
                                      gltf_error *error) {
    if (out) {
        memory_zero(out, sizeof *out);
    }
    const gltf_status status = gltf_i_lookup_sound(document, GLTF_OBJECT_VIEW, view, out, error);
    if (status == GLTF_OK && document->side && document->side[view]) {
        *out = document->side[view]->facts;
    }
    if (status == GLTF_OK && !out->extension && document->geometry_views && document->geometry_views[view]) {
        const gltf_buffer_view *raw = &document->views[view];
        out->extension = gltf_i_geometry_extension;
        out->byte_offset = out->view_byte_offset = raw->byte_offset;
        out->byte_length = raw->byte_length;
        out->buffer = out->view_buffer = raw->buffer;
        out->required = (document->requires_extensions & GLTF_I_REQUIRES_DRACO) != 0;
    }
    return status;
}

const char *gltf_document_json(const gltf_document *document, size_t *size) {
    if (size) {
        *size = document ? document->json_size : 0;
    }
    return document ? document->json : NULL;
}

gltf_status gltf_document_describe(const gltf_document *document, gltf_source *source,
                                   const gltf_accessor_desc **accessors, uint32_t *accessor_count) {
    if (!document) {
        if (source) {
            memory_zero(source, sizeof *source);
        }
        if (accessors) {
            *accessors = NULL;
        }
        if (accessor_count) {
            *accessor_count = 0;
        }
        return GLTF_ERR_ARGUMENT;
    }
    if (source) {
        *source = document->source;
    }
    if (accessors) {
        *accessors = document->accessors;
    }
    if (accessor_count) {
        *accessor_count = document->kinds[GLTF_OBJECT_ACCESSOR].count;
    }
    return GLTF_OK;
}

gltf_status gltf_document_uses(const gltf_document *document, uint32_t accessor, const gltf_use **uses,
                               uint32_t *use_count) {
    if (uses) {
        *uses = NULL;
    }
    if (use_count) {
        *use_count = 0;
    }
    if (!uses || !use_count) {
        return GLTF_ERR_ARGUMENT;
    }
    const gltf_status status = gltf_i_lookup_check(document, GLTF_OBJECT_ACCESSOR, accessor, uses, NULL);
    if (status == GLTF_OK) {
        *uses = document->uses + document->use_starts[accessor];
        *use_count = document->use_starts[accessor + 1] - document->use_starts[accessor];
    }
    return status;
}
