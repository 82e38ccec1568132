/* document/build_buffers.c - layer 2: the tables of buffers and bufferViews. */
#include "document.h"

static const char *const MESHOPT_NAMES[] = {"EXT_meshopt_compression", "KHR_meshopt_compression", NULL};
static const char *const MODE_NAMES[] = {"", "ATTRIBUTES", "TRIANGLES", "INDICES"};
static const char *const FILTER_NAMES[] = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"};

static uint32_t why_no_name(gltf_i_text value) {
    return !value.at                                        ? GLTF_I_REASON_MISSING
           : gltf_i_value_kind(value) == GLTF_I_JSON_STRING ? GLTF_I_REASON_UNKNOWN_NAME
                                                            : GLTF_I_REASON_NOT_STRING;
}

/* What a field that the mode or the filter forbids has: GLTF_ERR_PROPERTY. */
static void forbid_parameter(gltf_i_build *build, const gltf_i_side_view *side, const char *field) {
    const int is_stride = memory_same_text(field, "byteStride");
    if (memory_same_text(field, "filter")) {
        gltf_i_build_property(build, field, GLTF_I_REASON_STREAM_FILTER);
    } else {
        gltf_i_build_property(build, field, GLTF_I_REASON_STREAM_VALUE);
        build->fault.found = is_stride ? side->facts.byte_stride : side->facts.count;
    }
}

/* The two strings of the extension object; the defaults where they are absent. */
static void read_mode_and_filter(gltf_i_build *build, gltf_i_text mode, gltf_i_text filter, gltf_i_side_view *side) {
    side->stream.mode = gltf_i_build_choice(mode, MODE_NAMES, 4);
    side->stream.filter = filter.at ? gltf_i_build_choice(filter, FILTER_NAMES, 5) : GLTF_I_MESHOPT_NONE;
    if (side->stream.mode == 0 || side->stream.mode == 4) {
        side->stream.mode = 0;
        gltf_i_build_property(build, "mode", why_no_name(mode));
    }
    if (side->stream.filter == 5 || (side->stream.filter == GLTF_I_MESHOPT_COLOR && side->stream.version == 0)) {
        side->stream.filter = GLTF_I_MESHOPT_NONE;
        gltf_i_build_property(build, "filter", why_no_name(filter));
    }
    side->facts.mode = MODE_NAMES[side->stream.mode];
    side->facts.filter = FILTER_NAMES[side->stream.filter];
}

/* What must hold between the extension object and its view.  [EXT_meshopt_compression, "JSON schema updates"] */
static void check_compression(gltf_i_build *build, const gltf_buffer_view *view, const gltf_i_side_view *side) {
    uint64_t bytes = UINT64_MAX;
    if (build->fault.status != GLTF_OK) {
        return;
    }
    if (!checked_mul(side->facts.count, side->facts.byte_stride, &bytes) || bytes != view->byte_length) {
        gltf_i_build_fault(build, GLTF_ERR_MISMATCH, "byteLength", bytes, view->byte_length);
        build->fault.reason = GLTF_I_REASON_STREAM_LENGTH;
    } else if (side->stream.version == 0 && view->byte_stride && view->byte_stride != side->facts.byte_stride) {
        gltf_i_build_fault(build, GLTF_ERR_MISMATCH, "byteStride", view->byte_stride, side->facts.byte_stride);
        build->fault.reason = GLTF_I_REASON_STREAM_STRIDE;
    } else if (bytes > PTRDIFF_MAX) {
        gltf_i_build_fault(build, GLTF_ERR_LIMIT, "byteLength", 0, bytes);
    } else {
        const char *field = gltf_i_meshopt_fault(&side->stream);
        if (field) {
            forbid_parameter(build, side, field);
        }
    }
}

/* One extension object.  Its faults do not break the view, whose fallback may serve: they are kept apart. */
static void read_compression(gltf_i_build *build, gltf_i_text object, uint32_t which, gltf_i_side_view *side) {
    enum { BUFFER, OFFSET, LENGTH, STRIDE, COUNT, MODE, FILTER, MEMBERS };
    static const char *const names[] = {"buffer", "byteOffset", "byteLength", "byteStride",
                                        "count",  "mode",       "filter",     NULL};
    const gltf_document *document = build->document;
    const gltf_buffer_view *view = &document->views[side->view];
    const gltf_error sound = build->fault;
    gltf_i_text members[MEMBERS];

    side->facts.extension = MESHOPT_NAMES[which];
    side->stream.version = which;
    side->stream.cpu = document->source.cpu;
    gltf_i_scan_members(object, names, NULL, members);
    if (gltf_i_value_kind(object) != GLTF_I_JSON_OBJECT) {
        gltf_i_build_property(build, "extensions", GLTF_I_REASON_ELEMENT);
    }
    read_mode_and_filter(build, members[MODE], members[FILTER], side);
    side->facts.buffer =
        gltf_i_build_index(build, members[BUFFER], "buffer", 1, document->kinds[GLTF_OBJECT_BUFFER].count);
    side->facts.byte_offset = gltf_i_build_integer(build, members[OFFSET], "byteOffset", 0, UINT64_MAX);
    side->facts.byte_length = gltf_i_build_integer(build, members[LENGTH], "byteLength", 1, UINT64_MAX);
    side->facts.byte_stride = (uint32_t)gltf_i_build_integer(build, members[STRIDE], "byteStride", 1, 256);
    side->facts.count = gltf_i_build_integer(build, members[COUNT], "count", 1, UINT64_MAX);
    side->facts.view_buffer = view->buffer;
    side->facts.view_byte_offset = view->byte_offset;
    side->facts.required = (document->requires_extensions >> which) & 1u;
    side->stream.stride = side->facts.byte_stride;
    side->stream.count = (size_t)side->facts.count;
    check_compression(build, view, side);

    if (build->fault.status != GLTF_OK && build->stop == GLTF_OK) {
        build->fault.name = side->facts.extension;
        side->broken = gltf_i_fault_copy(build->document, &build->fault);
        build->stop = side->broken ? GLTF_OK : GLTF_ERR_MEMORY;
    }
    build->fault = sound;
}

static void read_side_view(gltf_i_build *build, gltf_i_text extensions, uint32_t index) {
    gltf_i_text found[2];
    gltf_i_side_view *side;
    gltf_i_scan_members(extensions, MESHOPT_NAMES, NULL, found);
    if ((!found[0].at && !found[1].at) || build->fault.status != GLTF_OK || build->stop != GLTF_OK) {
        return;
    }
    build->stop = gltf_i_bytes_side_view(build->document, index, &side);
    if (build->stop == GLTF_OK) {
        const uint32_t which = found[1].at != NULL;
        read_compression(build, found[which], which, side);
        build->document->slot_room += side->broken ? 0 : 1;
    }
}

static void read_view(gltf_i_build *build, gltf_i_text text, uint32_t index) {
    enum { BUFFER, OFFSET, LENGTH, STRIDE, EXTENSIONS, NAME, MEMBERS };
    static const char *const names[] = {"buffer", "byteOffset", "byteLength", "byteStride", "extensions", "name", NULL};
    gltf_document *document = build->document;
    gltf_buffer_view *view = &document->views[index];
    gltf_i_text members[MEMBERS];
    gltf_i_build_members(build, text, names, members);
    view->buffer = gltf_i_build_index(build, members[BUFFER], "buffer", 1, document->kinds[GLTF_OBJECT_BUFFER].count);
    view->byte_offset = gltf_i_build_integer(build, members[OFFSET], "byteOffset", 0, UINT64_MAX);
    view->byte_length = gltf_i_build_integer(build, members[LENGTH], "byteLength", 1, UINT64_MAX);
    view->byte_stride = (uint32_t)gltf_i_build_integer(build, members[STRIDE], "byteStride", 0, UINT32_MAX);
    gltf_i_build_name(build, GLTF_OBJECT_VIEW, index, members[NAME]);

    const char *unknown = gltf_i_build_hiding(build, members[EXTENSIONS], 0);
    if (unknown) {
        gltf_i_build_fault_named(build, GLTF_ERR_EXTENSION, "extensions", unknown);
    }
    read_side_view(build, members[EXTENSIONS], index);
    if (build->fault.status != GLTF_OK) {
        view->buffer = GLTF_NONE;
    }
}

gltf_status gltf_i_build_views(gltf_document *document, const gltf_i_table *elements) {
    gltf_i_build build = {.document = document};
    document->source.view_count = elements->count;
    document->views = gltf_i_build_get(&build, elements->count, sizeof *document->views);
    document->source.views = document->views;
    for (uint32_t i = 0; i < elements->count && build.stop == GLTF_OK; i++) {
        gltf_i_build_begin(&build, GLTF_OBJECT_VIEW, i);
        read_view(&build, gltf_i_build_text_at(document, elements->at[i]), i);
        gltf_i_build_end(&build);
    }
    return build.stop;
}

static void fail_uri(gltf_i_build *build, uint32_t reason) {
    if (build->fault.status == GLTF_OK) {
        failure_why(&build->fault, failure_of(&build->fault, GLTF_ERR_URI, build->place, "uri"), reason);
    }
}

/* Where the bytes of a buffer will come from.  The payload of a data: URI stays in the text. */
static void read_uri(gltf_i_build *build, gltf_i_text uri, uint32_t index, gltf_i_bytes_state *state) {
    if (!uri.at) {
        const int is_bin = build->document->bin && index == 0;
        state->source = is_bin ? GLTF_I_BUFFER_BIN : GLTF_I_BUFFER_PLACEHOLDER;
        return;
    }
    if (uri.at[0] != '"') {
        gltf_i_build_property(build, "uri", GLTF_I_REASON_NOT_STRING);
        return;
    }
    if (gltf_i_uri_split(uri, &state->data) != GLTF_OK) {
        fail_uri(build, state->data.kind == GLTF_I_URI_DATA ? GLTF_I_REASON_URI_COMMA : GLTF_I_REASON_URI_NUL);
        return;
    }
    if (state->data.kind == GLTF_I_URI_DATA) {
        state->source = GLTF_I_BUFFER_DATA_URI;
        state->data.cpu = build->document->source.cpu;
        return;
    }
    char *decoded = gltf_i_build_text(build, uri, NULL);
    if (decoded && gltf_i_uri_decode(decoded) != GLTF_OK) {
        fail_uri(build, GLTF_I_REASON_URI_NUL);
    }
    state->source = GLTF_I_BUFFER_EXTERNAL;
    state->uri = decoded;
}

static void read_buffer(gltf_i_build *build, gltf_i_text text, uint32_t index) {
    enum { LENGTH, URI, EXTENSIONS, NAME, MEMBERS };
    static const char *const names[] = {"byteLength", "uri", "extensions", "name", NULL};
    gltf_document *document = build->document;
    gltf_buffer *buffer = &document->buffers[index];
    gltf_i_text members[MEMBERS];
    gltf_i_build_members(build, text, names, members);
    buffer->size = gltf_i_build_integer(build, members[LENGTH], "byteLength", 1, UINT64_MAX);
    gltf_i_build_name(build, GLTF_OBJECT_BUFFER, index, members[NAME]);
    if (gltf_i_value_kind(text) == GLTF_I_JSON_OBJECT) {
        read_uri(build, members[URI], index, &document->states[index]);
    }
    if (gltf_i_scan_member(members[EXTENSIONS], "MPEG_buffer_circular").at) {
        gltf_i_build_fault_named(build, GLTF_ERR_DYNAMIC, "extensions", "MPEG_buffer_circular");
    }
    const char *unknown = gltf_i_build_hiding(build, members[EXTENSIONS], 0);
    if (unknown) {
        gltf_i_build_fault_named(build, GLTF_ERR_EXTENSION, "extensions", unknown);
    }
    if (build->fault.status != GLTF_OK) {
        buffer->size = 0;
    }
}

/* Buffers that hold only what compressed views fall back to are not loaded without need. */
static void mark_fallbacks(gltf_document *document) {
    const uint32_t count = document->kinds[GLTF_OBJECT_BUFFER].count;
    if (!document->side) {
        return;
    }
    for (uint32_t v = 0; v < document->source.view_count; v++) {
        const gltf_i_side_view *side = document->side[v];
        if (side && side->facts.view_buffer < count) {
            document->states[side->facts.view_buffer].only_fallback = 1;
        }
    }
    for (uint32_t v = 0; v < document->source.view_count; v++) {
        const gltf_i_side_view *side = document->side[v];
        const uint32_t needed = side ? side->facts.buffer : document->views[v].buffer;
        if (needed < count) {
            document->states[needed].only_fallback = 0;
        }
    }
}

/* Each compressed view refers to a slot of its own, behind the buffers of the file, that waits for its bytes. */
static void assign_slots(gltf_document *document) {
    uint32_t slot = document->kinds[GLTF_OBJECT_BUFFER].count;
    for (uint32_t v = 0; document->side && v < document->source.view_count; v++) {
        if (document->side[v] && !document->side[v]->broken) {
            gltf_i_bytes_assign_slot(document, document->side[v], slot++);
        }
    }
    document->source.buffers = document->buffers;
    document->source.buffer_count = slot;
}

/* Find the buffers that are one file. */
static gltf_status group_externals(gltf_document *document) {
    gltf_i_externals *all = &document->externals;
    const uint32_t buffers = document->kinds[GLTF_OBJECT_BUFFER].count;
    uint32_t count = 0;
    for (uint32_t b = 0; b < buffers; b++) {
        count += document->states[b].source == GLTF_I_BUFFER_EXTERNAL;
    }
    all->list = gltf_i_arena_get(&document->arena, count, sizeof *all->list);
    all->order = gltf_i_arena_get(&document->arena, count, sizeof *all->order);
    if (!all->list || !all->order) {
        return GLTF_ERR_MEMORY;
    }
    for (uint32_t b = 0; b < buffers; b++) {
        gltf_i_bytes_state *state = &document->states[b];
        if (state->source == GLTF_I_BUFFER_EXTERNAL && !gltf_i_fault_of(document, GLTF_OBJECT_BUFFER, b)) {
            gltf_i_external *one = &all->list[all->count];
            state->external = all->count++;
            one->uri = state->uri;
            one->byte_length = document->buffers[b].size;
            one->buffer = b;
        }
    }
    gltf_i_external_number(all);
    gltf_i_external_group(all);
    return GLTF_OK;
}

gltf_status gltf_i_build_buffers(gltf_document *document, const gltf_i_table *elements) {
    gltf_i_build build = {.document = document};
    document->slot_room = (uint32_t)(elements->count + document->slot_room); /* counted by the views */
    document->buffers = gltf_i_build_get(&build, document->slot_room, sizeof *document->buffers);
    document->states = gltf_i_build_get(&build, elements->count, sizeof *document->states);
    for (uint32_t i = 0; i < elements->count && build.stop == GLTF_OK; i++) {
        gltf_i_build_begin(&build, GLTF_OBJECT_BUFFER, i);
        read_buffer(&build, gltf_i_build_text_at(document, elements->at[i]), i);
        gltf_i_build_end(&build);
    }
    if (build.stop == GLTF_OK) {
        mark_fallbacks(document);
        assign_slots(document);
        build.stop = group_externals(document);
    }
    return build.stop;
}
