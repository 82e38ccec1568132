/* document/build_buffers.c - floor 2: the tables of buffers and bufferViews. */
#include "document.h"

static const char *const MESHOPT_NAMES[2] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
static const char *const MODE_NAMES[] = {"", "ATTRIBUTES", "TRIANGLES", "INDICES"};
static const char *const FILTER_NAMES[] = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"};

/* Position of a string in a list of names; `count` when it is none of them. */
static uint32_t position_of(const char *text, const char *const *names, uint32_t count) {
    uint32_t i = 0;
    while (i < count && !(text && memory_same_text(text, names[i]))) {
        i++;
    }
    return i;
}

/* The two strings of the extension object; the defaults where they are absent. */
static void read_mode_and_filter(gltf_i_build *build, const gltf_i_json *object, gltf_i_side_view *side) {
    const gltf_i_json *filter = gltf_i_json_member(object, "filter");
    side->stream.mode = position_of(gltf_i_json_string(gltf_i_json_member(object, "mode")), MODE_NAMES, 4);
    side->stream.filter = filter ? position_of(gltf_i_json_string(filter), FILTER_NAMES, 5) : GLTF_I_MESHOPT_NONE;
    if (side->stream.mode == 0 || side->stream.mode == 4) {
        side->stream.mode = 0;
        gltf_i_build_fault(build, GLTF_ERR_PROPERTY, "mode", 0, 0);
    }
    if (side->stream.filter == 5 || (side->stream.filter == GLTF_I_MESHOPT_COLOR && side->stream.version == 0)) {
        side->stream.filter = GLTF_I_MESHOPT_NONE;
        gltf_i_build_fault(build, GLTF_ERR_PROPERTY, "filter", 0, 0);
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
    } else if (side->stream.version == 0 && view->byte_stride && view->byte_stride != side->facts.byte_stride) {
        gltf_i_build_fault(build, GLTF_ERR_MISMATCH, "byteStride", view->byte_stride, side->facts.byte_stride);
    } else if (bytes > PTRDIFF_MAX) {
        gltf_i_build_fault(build, GLTF_ERR_LIMIT, "byteLength", 0, bytes);
    } else {
        const char *field = gltf_i_meshopt_fault(&side->stream);
        if (field) {
            gltf_i_build_fault(build, GLTF_ERR_PROPERTY, field, 0, 0);
        }
    }
}

/* One extension object.  Its faults do not break the view, whose fallback may serve: they are kept apart. */
static void read_compression(gltf_i_build *build, const gltf_i_json *object, uint32_t which, gltf_i_side_view *side) {
    const gltf_document *document = build->document;
    const gltf_buffer_view *view = &document->views[side->view];
    const gltf_error sound = build->fault;

    side->facts.extension = MESHOPT_NAMES[which];
    side->stream.version = which;
    side->stream.cpu = document->source.cpu;
    if (gltf_i_json_kind(object) != GLTF_I_JSON_OBJECT) {
        gltf_i_build_fault(build, GLTF_ERR_PROPERTY, "extensions", 0, 0);
    }
    read_mode_and_filter(build, object, side);
    side->facts.buffer =
        gltf_i_build_index(build, object, "buffer", "buffer", 1, document->kinds[GLTF_OBJECT_BUFFER].count);
    side->facts.byte_offset = gltf_i_build_integer(build, object, "byteOffset", "byteOffset", 0, UINT64_MAX);
    side->facts.byte_length = gltf_i_build_integer(build, object, "byteLength", "byteLength", 1, UINT64_MAX);
    side->facts.byte_stride = (uint32_t)gltf_i_build_integer(build, object, "byteStride", "byteStride", 1, 256);
    side->facts.count = gltf_i_build_integer(build, object, "count", "count", 1, UINT64_MAX);
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

static void read_side_view(gltf_i_build *build, const gltf_i_json *json, uint32_t index) {
    const gltf_i_json *extensions = gltf_i_json_member(json, "extensions");
    const gltf_i_json *ext = gltf_i_json_member(extensions, MESHOPT_NAMES[0]);
    const gltf_i_json *khr = gltf_i_json_member(extensions, MESHOPT_NAMES[1]);
    gltf_i_side_view *side;
    if ((!ext && !khr) || build->fault.status != GLTF_OK || build->stop != GLTF_OK) {
        return;
    }
    build->stop = gltf_i_bytes_side_view(build->document, index, &side);
    if (build->stop == GLTF_OK) {
        read_compression(build, khr ? khr : ext, khr ? 1 : 0, side);
        build->document->slot_room += side->broken ? 0 : 1;
    }
}

static void read_view(gltf_i_build *build, const gltf_i_json *json, uint32_t index) {
    gltf_document *document = build->document;
    gltf_buffer_view *view = &document->views[index];
    view->buffer = gltf_i_build_index(build, json, "buffer", "buffer", 1, document->kinds[GLTF_OBJECT_BUFFER].count);
    view->byte_offset = gltf_i_build_integer(build, json, "byteOffset", "byteOffset", 0, UINT64_MAX);
    view->byte_length = gltf_i_build_integer(build, json, "byteLength", "byteLength", 1, UINT64_MAX);
    view->byte_stride = (uint32_t)gltf_i_build_integer(build, json, "byteStride", "byteStride", 0, UINT32_MAX);
    gltf_i_build_name(build, GLTF_OBJECT_VIEW, index, json);

    const char *unknown = gltf_i_build_unknown_extension(build, json);
    if (unknown) {
        gltf_i_build_fault_named(build, GLTF_ERR_EXTENSION, "extensions", unknown);
    }
    read_side_view(build, json, index);
    if (build->fault.status != GLTF_OK) {
        view->buffer = GLTF_NONE;
    }
}

gltf_status gltf_i_build_views(gltf_document *document, const gltf_i_table *elements) {
    static const char *const leave_out[] = {"extras", NULL};
    gltf_i_build build = {.document = document};
    document->source.view_count = elements->count;
    document->views = gltf_i_build_get(&build, elements->count, sizeof *document->views);
    document->source.views = document->views;
    for (uint32_t i = 0; i < elements->count && build.stop == GLTF_OK; i++) {
        gltf_i_build_begin(&build, GLTF_OBJECT_VIEW, i);
        gltf_i_json *json =
            gltf_i_build_element(&build, gltf_i_build_text_of(document, elements->extents[i]), leave_out);
        read_view(&build, json, i);
        gltf_i_json_free(json);
        gltf_i_build_end(&build);
    }
    return build.stop;
}

/* Where the bytes of a buffer will come from.  The payload of a data: URI stays in the text. */
static void read_uri(gltf_i_build *build, gltf_i_text uri, uint32_t index, gltf_i_bytes_state *state) {
    if (!uri.at) {
        const int is_bin = build->document->bin && index == 0;
        state->source = is_bin ? GLTF_I_BUFFER_BIN : GLTF_I_BUFFER_PLACEHOLDER;
        return;
    }
    if (uri.at[0] != '"') {
        gltf_i_build_fault(build, GLTF_ERR_PROPERTY, "uri", 0, 0);
        return;
    }
    if (gltf_i_uri_split(uri, &state->data) != GLTF_OK) {
        gltf_i_build_fault(build, GLTF_ERR_URI, "uri", 0, 0);
        return;
    }
    if (state->data.kind == GLTF_I_URI_DATA) {
        state->source = GLTF_I_BUFFER_DATA_URI;
        state->data.cpu = build->document->source.cpu;
        return;
    }
    char *decoded = gltf_i_build_raw_text(build, uri, NULL);
    if (decoded && gltf_i_uri_decode(decoded) != GLTF_OK) {
        gltf_i_build_fault(build, GLTF_ERR_URI, "uri", 0, 0);
    }
    state->source = GLTF_I_BUFFER_EXTERNAL;
    state->uri = decoded;
}

static void read_buffer(gltf_i_build *build, const gltf_i_json *json, gltf_i_text uri, uint32_t index) {
    gltf_document *document = build->document;
    gltf_buffer *buffer = &document->buffers[index];
    buffer->size = gltf_i_build_integer(build, json, "byteLength", "byteLength", 1, UINT64_MAX);
    gltf_i_build_name(build, GLTF_OBJECT_BUFFER, index, json);
    if (gltf_i_json_kind(json) == GLTF_I_JSON_OBJECT) {
        read_uri(build, uri, index, &document->states[index]);
    }
    if (gltf_i_json_member(gltf_i_json_member(json, "extensions"), "MPEG_buffer_circular")) {
        gltf_i_build_fault_named(build, GLTF_ERR_DYNAMIC, "extensions", "MPEG_buffer_circular");
    }
    const char *unknown = gltf_i_build_unknown_extension(build, json);
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
    static const char *const leave_out[] = {"uri", "extras", NULL};
    gltf_i_text left_out[2];
    gltf_i_build build = {.document = document};
    document->slot_room = (uint32_t)(elements->count + document->slot_room); /* counted by the views */
    document->buffers = gltf_i_build_get(&build, document->slot_room, sizeof *document->buffers);
    document->states = gltf_i_build_get(&build, elements->count, sizeof *document->states);
    for (uint32_t i = 0; i < elements->count && build.stop == GLTF_OK; i++) {
        gltf_i_build_begin(&build, GLTF_OBJECT_BUFFER, i);
        const gltf_i_text text = gltf_i_build_text_of(document, elements->extents[i]);
        gltf_i_json *json = gltf_i_build_split(&build, text, leave_out, left_out);
        read_buffer(&build, json, left_out[0], i);
        gltf_i_json_free(json);
        gltf_i_build_end(&build);
    }
    if (build.stop == GLTF_OK) {
        mark_fallbacks(document);
        assign_slots(document);
        build.stop = group_externals(document);
    }
    return build.stop;
}
