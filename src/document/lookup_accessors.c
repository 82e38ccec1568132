/* document/lookup_accessors.c - layer 2: accessors of a document: resolved against its bytes, and their declared bounds. */
#include "document.h"

/* ---- Resolving ---- */

/* The faults of one view and of the buffer it lies in. */
static gltf_status check_view(const gltf_document *document, uint32_t view, gltf_error *error) {
    const gltf_error *fault = gltf_i_fault_of(document, GLTF_OBJECT_VIEW, view);
    if (fault) {
        return gltf_i_fault_give(fault, GLTF_OBJECT_VIEW, view, error);
    }
    const uint32_t buffer = document->views[view].buffer;
    if (buffer < document->kinds[GLTF_OBJECT_BUFFER].count) {
        fault = gltf_i_fault_of(document, GLTF_OBJECT_BUFFER, buffer);
        if (fault) {
            return gltf_i_fault_give(fault, GLTF_OBJECT_BUFFER, buffer, error);
        }
    }
    return GLTF_OK;
}

/* The file's buffer whose bytes a view waits for: of a compressed one, that of the compressed bytes while those are missing;
 * GLTF_NONE when it waits for load to decode them. */
static uint32_t awaited_buffer(const gltf_document *document, uint32_t view) {
    const gltf_i_side_view *side = document->side ? document->side[view] : NULL;
    if (!side || document->views[view].buffer != side->slot) {
        return document->views[view].buffer;
    }
    const uint32_t source = side->facts.buffer;
    return document->states[source].failure || gltf_i_fault_of(document, GLTF_OBJECT_BUFFER, source) ? source
                                                                                                     : GLTF_NONE;
}

gltf_status gltf_i_lookup_missing(const gltf_document *document, uint32_t view, gltf_error *error) {
    const gltf_i_side_view *side = document->side ? document->side[view] : NULL;
    const gltf_error *failure = side ? (side->broken ? side->broken : side->failure) : NULL;
    if (failure) {
        return gltf_i_fault_give(failure, GLTF_OBJECT_VIEW, view, error);
    }
    const uint32_t buffer = awaited_buffer(document, view);
    if (buffer == GLTF_NONE) {
        return failure_why(
            error,
            failure_named(error, GLTF_ERR_NOT_LOADED, place_of(GLTF_OBJECT_VIEW, view), NULL, side->facts.extension),
            GLTF_I_REASON_NOT_DECODED);
    }
    failure = gltf_i_fault_of(document, GLTF_OBJECT_BUFFER, buffer);
    failure = failure ? failure : document->states[buffer].failure;
    if (failure) {
        return gltf_i_fault_give(failure, GLTF_OBJECT_BUFFER, buffer, error);
    }
    const gltf_i_bytes_state *state = &document->states[buffer];
    return failure_why(
        error, failure_named(error, GLTF_ERR_NOT_LOADED, place_of(GLTF_OBJECT_BUFFER, buffer), NULL, state->uri),
        state->source == GLTF_I_BUFFER_PLACEHOLDER ? GLTF_I_REASON_NO_URI : GLTF_I_REASON_NONE);
}

gltf_status gltf_document_accessor(const gltf_document *document, uint32_t index, gltf_accessor *out,
                                   gltf_error *error) {
    if (out) {
        memory_zero(out, sizeof *out);
    }
    gltf_status status = gltf_i_lookup_sound(document, GLTF_OBJECT_ACCESSOR, index, out, error);
    if (status != GLTF_OK) {
        return status;
    }
    const gltf_accessor_desc *desc = &document->accessors[index];
    const uint32_t views[3] = {desc->view, desc->sparse.count ? desc->sparse.indices_view : GLTF_NONE,
                               desc->sparse.count ? desc->sparse.values_view : GLTF_NONE};
    for (int v = 0; v < 3 && status == GLTF_OK; v++) {
        if (views[v] != GLTF_NONE) {
            status = check_view(document, views[v], error);
        }
    }
    if (status != GLTF_OK) {
        return status;
    }
    if (document->hidden_by && document->hidden_by[index]) {
        if (document->hidden_by[index] == gltf_i_geometry_extension) {
            return gltf_i_geometry_resolve(document, index, out, error);
        }
        return failure_named(error, GLTF_ERR_EXTENSION, place_of(GLTF_OBJECT_ACCESSOR, index), NULL,
                             document->hidden_by[index]);
    }
    const gltf_i_index_range *range = gltf_i_range_of(document, index);
    status = gltf_i_resolve_known(&document->source, desc, range ? &range->order : NULL, out, error);
    if (status == GLTF_OK && range && range->state == GLTF_I_RANGE_REFUSED) {
        memory_zero(out, sizeof *out);
        return failure_of(error, GLTF_ERR_LIMIT, place_of(GLTF_OBJECT_ACCESSOR, index), "sparse.indices");
    }
    for (int v = 0; v < 3 && status == GLTF_ERR_NOT_LOADED; v++) {
        if (views[v] != GLTF_NONE && !document->buffers[document->views[views[v]].buffer].data) {
            return gltf_i_lookup_missing(document, views[v], error);
        }
    }
    return status;
}

/* ---- Declared bounds ---- */

/* One of the two arrays, read from the text. */
static gltf_status read_bound(uint32_t accessor, gltf_i_text list, const char *key, uint32_t expected, double *out,
                              gltf_error *error) {
    const gltf_i_place place = place_of(GLTF_OBJECT_ACCESSOR, accessor);
    gltf_i_text none, value;
    uint32_t count = 0;
    size_t cursor = 0;
    if (!list.at) {
        for (uint32_t i = 0; i < expected; i++) {
            const uint64_t quiet_nan = 0x7FF8000000000000u;
            memory_copy(&out[i], &quiet_nan, sizeof out[i]);
        }
        return GLTF_OK;
    }
    gltf_status status = gltf_i_value_kind(list) == GLTF_I_JSON_ARRAY ? GLTF_OK : GLTF_ERR_PROPERTY;
    while (status == GLTF_OK && gltf_i_scan_next(list, &cursor, &none, &value)) {
        double number;
        status = gltf_i_value_number(value, &number);
        if (status == GLTF_OK && count < expected) {
            out[count] = number;
        }
        count++;
    }
    if (status == GLTF_ERR_MEMORY) {
        return failure_of(error, status, place, key);
    }
    if (status != GLTF_OK || count != expected) {
        return failure_why(error, failure_at(error, GLTF_ERR_PROPERTY, place, key, 0, expected, count),
                           status == GLTF_OK ? GLTF_I_REASON_ENTRY_COUNT : GLTF_I_REASON_NOT_NUMBERS);
    }
    return GLTF_OK;
}

gltf_status gltf_document_declared_bounds(const gltf_document *document, uint32_t accessor, double *min, double *max,
                                          size_t capacity, gltf_error *error) {
    double both[2][16]; /* so that nothing is written on failure */
    gltf_status status = gltf_i_lookup_sound(document, GLTF_OBJECT_ACCESSOR, accessor, document, error);
    if (status != GLTF_OK) {
        return status;
    }
    const uint32_t count = gltf_component_count(document->accessors[accessor].shape);
    if ((min || max) && capacity < count) {
        return failure_at(error, GLTF_ERR_CAPACITY, place_of(GLTF_OBJECT_ACCESSOR, accessor), NULL, 0, count, capacity);
    }
    static const char *const names[] = {"min", "max", NULL};
    gltf_i_text lists[2];
    gltf_i_text element = gltf_i_build_text_at(document, document->elements[accessor]);
    size_t end = 0;
    status = gltf_i_scan_value(element, &end); /* borrowed text may have changed */
    if (status != GLTF_OK) {
        return failure_at(error, status, place_of(GLTF_OBJECT_ACCESSOR, accessor), NULL,
                          document->json_position + document->elements[accessor] + end, 0, 0);
    }
    element.size = end;
    gltf_i_scan_members(element, names, NULL, lists);
    if (min) {
        status = read_bound(accessor, lists[0], "min", count, both[0], error);
    }
    if (max && status == GLTF_OK) {
        status = read_bound(accessor, lists[1], "max", count, both[1], error);
    }
    if (status == GLTF_OK && min) {
        memory_copy(min, both[0], count * sizeof *min);
    }
    if (status == GLTF_OK && max) {
        memory_copy(max, both[1], count * sizeof *max);
    }
    return status;
}
