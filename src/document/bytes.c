/* document/bytes.c - layer 2: the only calls that bring bytes: loading, lending, decoding compressed views. */
#include "document.h"

/* No meshopt stream grows more than this: 256 elements of one column can come from a quarter of a byte. */
enum { MAX_GROWTH = 1024 };

/* ---- Side views: views whose bytes do not lie in the file's own buffer ---- */

gltf_status gltf_i_bytes_side_view(gltf_document *document, uint32_t view, gltf_i_side_view **out) {
    if (!document->side) {
        document->side = gltf_i_arena_get(&document->arena, document->source.view_count, sizeof *document->side);
        if (!document->side) {
            return GLTF_ERR_MEMORY;
        }
    }
    if (!document->side[view]) {
        gltf_i_side_view *side = gltf_i_arena_get(&document->arena, 1, sizeof *side);
        if (!side) {
            return GLTF_ERR_MEMORY;
        }
        side->view = view;
        side->slot = GLTF_NONE;
        side->facts.view_buffer = document->views[view].buffer;
        side->facts.view_byte_offset = document->views[view].byte_offset;
        document->side[view] = side;
    }
    *out = document->side[view];
    return GLTF_OK;
}

/* Point the view's table entry at its slot. */
static void enter_slot(gltf_document *document, const gltf_i_side_view *side) {
    document->views[side->view].buffer = side->slot;
    document->views[side->view].byte_offset = 0;
}

/* Point it at the file's own buffer. */
static void leave_slot(gltf_document *document, const gltf_i_side_view *side) {
    document->views[side->view].buffer = side->facts.view_buffer;
    document->views[side->view].byte_offset = side->facts.view_byte_offset;
}

void gltf_i_bytes_assign_slot(gltf_document *document, gltf_i_side_view *side, uint32_t slot) {
    side->slot = slot;
    document->buffers[slot].data = NULL;
    document->buffers[slot].size = document->views[side->view].byte_length;
    enter_slot(document, side);
}

/* A slot for a view that had none.  The first such view makes room for all of them, so that the table grows once. */
static gltf_status give_slot(gltf_document *document, gltf_i_side_view *side) {
    const uint32_t used = document->source.buffer_count;
    if (side->slot != GLTF_NONE) {
        return GLTF_OK;
    }
    if (used == document->slot_room) {
        const uint64_t room = (uint64_t)used + document->source.view_count;
        gltf_buffer *larger = room < GLTF_NONE ? gltf_i_arena_get(&document->arena, room, sizeof *larger) : NULL;
        if (!larger) {
            return GLTF_ERR_MEMORY;
        }
        memory_copy(larger, document->buffers, used * sizeof *larger);
        document->buffers = larger;
        document->source.buffers = larger;
        document->slot_room = (uint32_t)room;
    }
    document->source.buffer_count = used + 1;
    gltf_i_bytes_assign_slot(document, side, used);
    return GLTF_OK;
}

static void drop_slot_bytes(gltf_document *document, gltf_i_side_view *side) {
    gltf_buffer *slot = &document->buffers[side->slot];
    if (side->owner == GLTF_I_OWNER_DOCUMENT) {
        gltf_i_allocator_put(&document->arena.allocator, (void *)(uintptr_t)slot->data, (size_t)slot->size);
        document->decoded -= slot->size;
    }
    slot->data = NULL;
    side->owner = GLTF_I_OWNER_NONE;
}

/* ---- Buffers ---- */

/* The record of the file that a buffer's bytes come from. */
static gltf_i_external *file_of(const gltf_document *document, uint32_t index) {
    const gltf_i_externals *all = &document->externals;
    return external_at(all, all->list[document->states[index].external].first);
}

/* Give back what was loaded of a file that no buffer uses. */
static void release_file(gltf_document *document, gltf_i_external *file) {
    if (file->owned) {
        gltf_i_allocator_put(&document->arena.allocator, (void *)(uintptr_t)file->got.data, (size_t)file->got.size);
    } else if (file->io.release) {
        file->io.release(file->io.user, &file->got);
    }
    memory_zero(&file->got, sizeof file->got);
    document->loaded_beyond -= file->beyond;
    file->owned = 0;
}

static void drop_bytes(gltf_document *document, uint32_t index) {
    gltf_i_bytes_state *state = &document->states[index];
    gltf_buffer *buffer = &document->buffers[index];
    if (state->owner == GLTF_I_OWNER_DOCUMENT) {
        gltf_i_allocator_put(&document->arena.allocator, (void *)(uintptr_t)buffer->data, state->owned_size);
    } else if (state->owner == GLTF_I_OWNER_FILE && --file_of(document, index)->users == 0) {
        release_file(document, file_of(document, index));
    }
    buffer->data = NULL;
    state->owner = GLTF_I_OWNER_NONE;
}

/* Remember why a buffer could not be had, and give the status. */
static gltf_status remember_why(gltf_document *document, uint32_t index, gltf_status status, const char *field,
                                uint64_t position, uint64_t found, uint32_t reason) {
    gltf_i_bytes_state *state = &document->states[index];
    gltf_error failure;
    failure_at(&failure, status, place_of(GLTF_OBJECT_BUFFER, index), field, position, document->buffers[index].size,
               found);
    failure.reason = reason;
    failure.name = state->uri;
    state->failure = gltf_i_fault_renew(document, state->failure, &failure);
    state->turn = document->turn;
    return status;
}

static gltf_status remember(gltf_document *document, uint32_t index, gltf_status status, const char *field,
                            uint64_t position, uint64_t found) {
    return remember_why(document, index, status, field, position, found, GLTF_I_REASON_NONE);
}

static gltf_status load_bin(gltf_document *document, uint32_t index) {
    if (document->bin_size < document->buffers[index].size) {
        return remember(document, index, GLTF_ERR_BUFFER_LENGTH, "byteLength", 0, document->bin_size);
    }
    document->buffers[index].data = document->bin;
    document->states[index].owner = GLTF_I_OWNER_CALLER;
    return GLTF_OK;
}

/* Decode the payload straight from the text.  The text bounds the memory, whatever byteLength says. */
static gltf_status load_data_uri(gltf_document *document, uint32_t index) {
    const gltf_i_uri *uri = &document->states[index].data;
    gltf_buffer *buffer = &document->buffers[index];
    const size_t most = gltf_i_uri_data_room(uri);
    const size_t room = buffer->size < most ? (size_t)buffer->size : most;
    size_t size = 0;
    size_t position = 0;
    uint8_t *bytes = gltf_i_allocator_get(&document->arena.allocator, room);
    if (!bytes) {
        return remember(document, index, GLTF_ERR_MEMORY, NULL, 0, room);
    }
    gltf_status status = gltf_i_uri_data_decode(uri, bytes, room, &size, &position);
    if (status == GLTF_OK && size >= buffer->size) {
        buffer->data = bytes;
        document->states[index].owner = GLTF_I_OWNER_DOCUMENT;
        document->states[index].owned_size = room;
        return GLTF_OK;
    }
    gltf_i_allocator_put(&document->arena.allocator, bytes, room);
    if (status == GLTF_OK) {
        return remember(document, index, GLTF_ERR_BUFFER_LENGTH, "byteLength", 0, size);
    }
    return remember_why(document, index, status, "uri", position, 0,
                        status == GLTF_ERR_URI ? GLTF_I_REASON_URI_ESCAPE : GLTF_I_REASON_NONE);
}

static int has_load(const gltf_io *io) {
    return io && io->load;
}

/* Whether a buffer has no bytes, and what was loaded of its file is enough; then they are its bytes. */
static int use_file(gltf_document *document, uint32_t index, gltf_i_external *file) {
    gltf_i_bytes_state *state = &document->states[index];
    if (document->buffers[index].data || document->buffers[index].size > file->got.size) {
        return 0;
    }
    document->buffers[index].data = file->got.data;
    state->owner = GLTF_I_OWNER_FILE;
    state->failure = NULL;
    file->users++;
    gltf_i_ranges_of_buffer(document, index, 1);
    return 1;
}

/* Load a file for all buffers that it is enough for. */
static void load_file(gltf_document *document, gltf_i_external *file, const gltf_io *io) {
    const gltf_i_externals *all = &document->externals;
    gltf_buffer got = {NULL, 0};
    uint64_t asked = 0;
    document->load_reason = GLTF_I_REASON_NONE;
    file->status = gltf_i_external_load(all, file->first, io, &got, &asked);
    file->reason = file->status == GLTF_OK ? GLTF_I_REASON_NONE : document->load_reason;
    if (file->status == GLTF_ERR_URI && file->reason == GLTF_I_REASON_NONE) { /* of other hosts, too */
        file->reason = gltf_i_uri_path_reason(file->uri);
    }
    file->turn = document->turn;
    file->found = got.size;
    file->field = file->status == GLTF_OK ? "byteLength" : "uri";
    if (file->status != GLTF_OK) {
        return;
    }
    const uint64_t beyond = got.size > asked ? got.size - asked : 0;
    if (beyond > document->max_loaded - document->loaded_beyond) {
        file->status = GLTF_ERR_LIMIT;
        file->field = "max_loaded";
    }
    if (file->status != GLTF_OK || file->users > 0 || !got.data) { /* the callback may have loaded it in between */
        if (io->release) {
            io->release(io->user, &got);
        }
        return;
    }
    document->loaded_beyond += beyond;
    file->beyond = beyond;
    file->got = got;
    file->io = *io;
    for (uint32_t place = gltf_i_external_fits(all, file->first, got.size); place < file->end; place++) {
        use_file(document, external_at(all, place)->buffer, file);
    }
    if (file->users == 0) {
        release_file(document, file);
    }
}

/* The file is loaded once in each call, unless some buffer has it. */
static gltf_status load_external(gltf_document *document, uint32_t index, const gltf_io *io) {
    if (!has_load(io)) {
        return remember(document, index, GLTF_ERR_NOT_LOADED, "uri", 0, 0);
    }
    gltf_i_external *file = file_of(document, index);
    if (file->users == 0 && file->turn != document->turn) {
        load_file(document, file, io);
    }
    if (document->buffers[index].data || (file->users > 0 && use_file(document, index, file))) {
        return GLTF_OK;
    }
    return remember_why(document, index, file->status == GLTF_OK ? GLTF_ERR_BUFFER_LENGTH : file->status, file->field,
                        0, file->found, file->reason);
}

static gltf_status load_from_source(gltf_document *document, uint32_t index, const gltf_io *io) {
    switch (document->states[index].source) {
    case GLTF_I_BUFFER_BIN:
        return load_bin(document, index);
    case GLTF_I_BUFFER_DATA_URI:
        return load_data_uri(document, index);
    case GLTF_I_BUFFER_EXTERNAL:
        return load_external(document, index, io);
    default:
        return remember_why(document, index, GLTF_ERR_NOT_LOADED, "uri", 0, 0, GLTF_I_REASON_NO_URI);
    }
}

/* Whether another try would fail alike. */
static int is_final(const gltf_i_bytes_state *state) {
    return state->source == GLTF_I_BUFFER_DATA_URI && state->failure->status != GLTF_ERR_MEMORY;
}

/* Bring one buffer, unless it is there.  What failed in this call of load is not tried again. */
static gltf_status load_buffer(gltf_document *document, uint32_t index, const gltf_io *io) {
    const gltf_error *fault = gltf_i_fault_of(document, GLTF_OBJECT_BUFFER, index);
    if (fault) {
        return fault->status;
    }
    if (document->buffers[index].data) {
        return GLTF_OK;
    }
    const gltf_i_bytes_state *state = &document->states[index];
    if (state->failure && (state->turn == document->turn || is_final(state))) {
        return state->failure->status;
    }
    const gltf_status status = load_from_source(document, index, io);
    if (status == GLTF_OK) {
        document->states[index].failure = NULL;
        gltf_i_ranges_of_buffer(document, index, 0);
    }
    return status;
}

/* Whether a buffer has its bytes, a fault to tell of, or a way to bring them. */
static int buffer_in_reach(const gltf_document *document, uint32_t index, const gltf_io *io) {
    const int source = document->states[index].source;
    return document->buffers[index].data || gltf_i_fault_of(document, GLTF_OBJECT_BUFFER, index) ||
           source == GLTF_I_BUFFER_BIN || source == GLTF_I_BUFFER_DATA_URI ||
           (source == GLTF_I_BUFFER_EXTERNAL && has_load(io));
}

/* Where a failed buffer says why; filled for the caller. */
static gltf_status give_buffer_failure(const gltf_document *document, uint32_t index, gltf_status status,
                                       gltf_error *error) {
    const gltf_error *why = gltf_i_fault_of(document, GLTF_OBJECT_BUFFER, index);
    if (!why) {
        why = document->states[index].failure;
    }
    if (why) {
        return gltf_i_fault_give(why, GLTF_OBJECT_BUFFER, index, error);
    }
    return failure_of(error, status, place_of(GLTF_OBJECT_BUFFER, index), NULL);
}

/* ---- Compressed views ---- */

static gltf_status decode_fails(gltf_document *document, gltf_i_side_view *side, gltf_status status, const char *field,
                                uint64_t expected, uint64_t found) {
    gltf_error failure;
    failure_at(&failure, status, place_of(GLTF_OBJECT_VIEW, side->view), field, 0, expected, found);
    failure.name = side->facts.extension;
    side->failure = gltf_i_fault_renew(document, side->failure, &failure);
    return status;
}

uint64_t gltf_i_bytes_count_compressed(gltf_document *document, uint32_t buffer, uint64_t length) {
    if (buffer >= document->kinds[GLTF_OBJECT_BUFFER].count) {
        return 0;
    }
    gltf_i_bytes_state *state = &document->states[buffer];
    const uint64_t left = document->buffers[buffer].size - state->compressed;
    const uint64_t more = length < left ? length : left;
    state->compressed += more;
    document->compressed += more;
    return more;
}

uint64_t gltf_i_bytes_decoded_limit(const gltf_document *document) {
    return document->max_decoded ? document->max_decoded : ((uint64_t)1 << 28) + 64 * document->compressed;
}

int gltf_i_bytes_may_decode(const gltf_document *document, uint64_t size) {
    const uint64_t limit = gltf_i_bytes_decoded_limit(document);
    return size <= limit && document->decoded <= limit - size && document->wasted <= limit;
}

void gltf_i_bytes_waste(gltf_document *document, uint32_t buffer, uint64_t size) {
    document->wasted += size;
    if (buffer < document->kinds[GLTF_OBJECT_BUFFER].count) {
        document->states[buffer].wasted += size;
    }
}

/* Memory for the decoded view.  No stream can grow beyond MAX_GROWTH, and views that share compressed bytes hit the limit. */
static gltf_status decoded_room(gltf_document *document, gltf_i_side_view *side, uint8_t **bytes) {
    const uint64_t size = document->buffers[side->slot].size;
    if (size / MAX_GROWTH > side->facts.byte_length) {
        return decode_fails(document, side, GLTF_ERR_CODEC, "byteLength", size, side->facts.byte_length);
    }
    if (!gltf_i_bytes_may_decode(document, size)) {
        return side->failure
                   ? side->failure->status /* of a try that could be made */
                   : decode_fails(document, side, GLTF_ERR_LIMIT, "max_decoded", gltf_i_bytes_decoded_limit(document),
                                  document->decoded + document->wasted + size);
    }
    *bytes = gltf_i_allocator_get(&document->arena.allocator, size);
    if (!*bytes) {
        return decode_fails(document, side, GLTF_ERR_MEMORY, NULL, 0, size);
    }
    return GLTF_OK;
}

/* The compressed bytes are there. */
static gltf_status decode_view(gltf_document *document, gltf_i_side_view *side) {
    const gltf_buffer *source = &document->buffers[side->facts.buffer];
    gltf_buffer *slot = &document->buffers[side->slot];
    uint8_t *bytes = NULL;
    gltf_status status;
    if (!checked_inside(side->facts.byte_offset, side->facts.byte_length, source->size)) {
        return decode_fails(document, side, GLTF_ERR_VIEW_BOUNDS, "byteLength", source->size,
                            side->facts.byte_offset + side->facts.byte_length); /* both below 2^53 */
    }
    gltf_i_bytes_count_compressed(document, side->facts.buffer, side->facts.byte_length);
    status = decoded_room(document, side, &bytes);
    if (status != GLTF_OK) {
        return status;
    }
    gltf_i_meshopt_stream stream = side->stream;
    stream.bytes = source->data + side->facts.byte_offset;
    stream.size = (size_t)side->facts.byte_length;
    status = gltf_i_meshopt_decode(&stream, bytes);
    if (status != GLTF_OK) {
        gltf_i_allocator_put(&document->arena.allocator, bytes, (size_t)slot->size);
        gltf_i_bytes_waste(document, side->facts.buffer, slot->size);
        return decode_fails(document, side, status, NULL, 0, 0);
    }
    slot->data = bytes;
    side->owner = GLTF_I_OWNER_DOCUMENT;
    document->decoded += slot->size;
    gltf_i_ranges_of_view(document, side->view, 1);
    return GLTF_OK;
}

static int has_slot_bytes(const gltf_document *document, const gltf_i_side_view *side) {
    return side->slot != GLTF_NONE && document->buffers[side->slot].data;
}

/* The compressed data, or, when it cannot be had, the fallback.  [EXT_meshopt_compression, "Fallback buffers"] */
static gltf_status load_side_view(gltf_document *document, gltf_i_side_view *side, const gltf_io *io,
                                  gltf_error *error) {
    const uint32_t source = side->facts.buffer;
    const uint32_t fallback = side->facts.view_buffer;
    gltf_status source_status = GLTF_OK;
    gltf_status status = GLTF_OK;
    if (!side->broken) {
        enter_slot(document, side);
        source_status = load_buffer(document, source, io);
        if (has_slot_bytes(document, side)) {
            return GLTF_OK; /* the callback lent the view */
        }
        status = source_status == GLTF_OK ? decode_view(document, side) : source_status;
        if (source_status != GLTF_OK || status == GLTF_OK) {
            side->failure = NULL;
        }
        if (status == GLTF_OK) {
            return GLTF_OK;
        }
    }
    if (fallback < document->kinds[GLTF_OBJECT_BUFFER].count) {
        const gltf_status fallback_status = load_buffer(document, fallback, io);
        if (fallback_status == GLTF_OK) {
            leave_slot(document, side);
            gltf_i_ranges_of_view(document, side->view, 0);
            return GLTF_OK;
        }
        if (fallback_status == GLTF_ERR_MEMORY) { /* another try may serve; what is wrong with the extension stays */
            return give_buffer_failure(document, fallback, fallback_status, error);
        }
    }
    if (source_status != GLTF_OK) {
        return give_buffer_failure(document, source, source_status, error);
    }
    const gltf_error *failure = side->broken ? side->broken : side->failure;
    return failure ? gltf_i_fault_give(failure, GLTF_OBJECT_VIEW, side->view, error)
                   : failure_of(error, status, place_of(GLTF_OBJECT_VIEW, side->view), NULL);
}

/* ---- Loading ---- */

/* The record of a view that is compressed or was lent, else NULL. */
static gltf_i_side_view *side_of(const gltf_document *document, uint32_t view) {
    return document->side ? document->side[view] : NULL;
}

int gltf_i_bytes_in_reach(const gltf_document *document, uint32_t view, const gltf_io *io) {
    const gltf_i_side_view *side = side_of(document, view);
    if (gltf_i_fault_of(document, GLTF_OBJECT_VIEW, view) ||
        (side && (side->broken || has_slot_bytes(document, side)))) {
        return 1;
    }
    if (!side) {
        return buffer_in_reach(document, document->views[view].buffer, io);
    }
    return buffer_in_reach(document, side->facts.view_buffer, io) ||
           (side->facts.extension && buffer_in_reach(document, side->facts.buffer, io));
}

gltf_status gltf_i_bytes_load_view(gltf_document *document, uint32_t view, const gltf_io *io, gltf_error *error) {
    gltf_i_side_view *side = side_of(document, view);
    const gltf_error *fault = gltf_i_fault_of(document, GLTF_OBJECT_VIEW, view);
    if (fault) {
        return gltf_i_fault_give(fault, GLTF_OBJECT_VIEW, view, error);
    }
    if (side && has_slot_bytes(document, side)) {
        return GLTF_OK; /* decoded or lent */
    }
    if (side && side->facts.extension) {
        return load_side_view(document, side, io, error);
    }
    const uint32_t buffer = document->views[view].buffer;
    const gltf_status status = load_buffer(document, buffer, io);
    return status == GLTF_OK ? GLTF_OK : give_buffer_failure(document, buffer, status, error);
}

static gltf_status load_accessor(gltf_document *document, uint32_t index, const gltf_io *io, gltf_error *error) {
    const gltf_accessor_desc *desc = &document->accessors[index];
    const uint32_t views[3] = {desc->view, desc->sparse.count ? desc->sparse.indices_view : GLTF_NONE,
                               desc->sparse.count ? desc->sparse.values_view : GLTF_NONE};
    const gltf_error *fault = gltf_i_fault_of(document, GLTF_OBJECT_ACCESSOR, index);
    gltf_status first = GLTF_OK;
    if (fault) {
        return gltf_i_fault_give(fault, GLTF_OBJECT_ACCESSOR, index, error);
    }
    for (int v = 0; v < 3; v++) {
        if (views[v] != GLTF_NONE) {
            const gltf_status status = gltf_i_bytes_load_view(document, views[v], io, first == GLTF_OK ? error : NULL);
            first = first == GLTF_OK ? status : first;
        }
    }
    const gltf_status status = gltf_i_geometry_load(document, index, io, first == GLTF_OK ? error : NULL);
    return first == GLTF_OK ? status : first;
}

/* Everything but what only serves as fallback, and external buffers when there is no way to bring them. */
static gltf_status load_all(gltf_document *document, const gltf_io *io, gltf_error *error) {
    gltf_status first = GLTF_OK;
    for (uint32_t b = 0; b < document->kinds[GLTF_OBJECT_BUFFER].count; b++) {
        if (document->states[b].only_fallback || !buffer_in_reach(document, b, io)) {
            continue;
        }
        const gltf_status status = load_buffer(document, b, io);
        if (status != GLTF_OK && first == GLTF_OK) {
            first = give_buffer_failure(document, b, status, error);
        }
    }
    for (uint32_t v = 0; document->side && v < document->source.view_count; v++) {
        if (document->side[v] && gltf_i_bytes_in_reach(document, v, io)) {
            const gltf_status status = gltf_i_bytes_load_view(document, v, io, first == GLTF_OK ? error : NULL);
            first = first == GLTF_OK ? status : first;
        }
    }
    const gltf_status status = gltf_i_geometry_load(document, GLTF_NONE, io, first == GLTF_OK ? error : NULL);
    return first == GLTF_OK ? status : first;
}

gltf_status gltf_document_load(gltf_document *document, uint32_t accessor, const gltf_io *io, gltf_error *error) {
    if (!document) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_nowhere(), "document");
    }
    document->turn++;
    if (accessor == GLTF_NONE) {
        return load_all(document, io, error);
    }
    if (accessor >= document->kinds[GLTF_OBJECT_ACCESSOR].count) {
        return failure_at(error, GLTF_ERR_RANGE, place_of(GLTF_OBJECT_ACCESSOR, accessor), NULL, 0,
                          document->kinds[GLTF_OBJECT_ACCESSOR].count, accessor);
    }
    return load_accessor(document, accessor, io, error);
}

/* ---- Lending ---- */

/* Whether `index` is an object of this kind without fault. */
static gltf_status check_lend(const gltf_document *document, int32_t kind, uint32_t index, gltf_error *error) {
    if (!document) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_nowhere(), "document");
    }
    if (index >= document->kinds[kind].count) {
        return failure_at(error, GLTF_ERR_RANGE, place_of(kind, index), NULL, 0, document->kinds[kind].count, index);
    }
    const gltf_error *fault = gltf_i_fault_of(document, kind, index);
    return fault ? gltf_i_fault_give(fault, kind, index, error) : GLTF_OK;
}

gltf_status gltf_document_set_buffer(gltf_document *document, uint32_t buffer, const void *bytes, size_t size,
                                     gltf_error *error) {
    const gltf_status status = check_lend(document, GLTF_OBJECT_BUFFER, buffer, error);
    if (status != GLTF_OK) {
        return status;
    }
    if (bytes && size < document->buffers[buffer].size) {
        return failure_at(error, GLTF_ERR_BUFFER_LENGTH, place_of(GLTF_OBJECT_BUFFER, buffer), "byteLength", 0,
                          document->buffers[buffer].size, size);
    }
    gltf_i_bytes_state *state = &document->states[buffer];
    drop_bytes(document, buffer);
    document->wasted -= state->wasted;
    state->wasted = 0;
    state->failure = NULL;
    document->buffers[buffer].data = bytes;
    state->owner = bytes ? GLTF_I_OWNER_CALLER : GLTF_I_OWNER_NONE;
    gltf_i_ranges_of_buffer(document, buffer, 1);
    return GLTF_OK;
}

gltf_status gltf_document_set_view(gltf_document *document, uint32_t view, const void *bytes, size_t size,
                                   gltf_error *error) {
    gltf_i_side_view *side = NULL;
    gltf_status status = check_lend(document, GLTF_OBJECT_VIEW, view, error);
    if (status != GLTF_OK) {
        return status;
    }
    if (bytes && size < document->views[view].byte_length) {
        return failure_at(error, GLTF_ERR_BUFFER_LENGTH, place_of(GLTF_OBJECT_VIEW, view), "byteLength", 0,
                          document->views[view].byte_length, size);
    }
    if (!bytes && !(document->side && document->side[view] && document->side[view]->slot != GLTF_NONE)) {
        return GLTF_OK; /* nothing was lent */
    }
    status = gltf_i_bytes_side_view(document, view, &side);
    if (status == GLTF_OK) {
        status = give_slot(document, side);
    }
    if (status != GLTF_OK) {
        return failure_of(error, status, place_of(GLTF_OBJECT_VIEW, view), NULL);
    }
    drop_slot_bytes(document, side);
    document->buffers[side->slot].data = bytes;
    if (bytes) {
        side->owner = GLTF_I_OWNER_CALLER;
        enter_slot(document, side);
    } else if (side->stream.mode == 0 || side->broken) {
        leave_slot(document, side);
    }
    gltf_i_ranges_of_view(document, view, 1);
    return GLTF_OK;
}

void gltf_i_bytes_take_over(gltf_document *document) {
    for (uint32_t i = 0; i < document->externals.count; i++) {
        document->externals.list[i].owned = document->externals.list[i].users > 0;
    }
}

void gltf_i_bytes_free(gltf_document *document) {
    gltf_i_geometry_free(document);
    for (uint32_t b = 0; document->states && document->source.buffers && b < document->kinds[GLTF_OBJECT_BUFFER].count;
         b++) {
        drop_bytes(document, b);
    }
    for (uint32_t v = 0; document->side && v < document->source.view_count; v++) {
        if (document->side[v] && document->side[v]->slot != GLTF_NONE) {
            drop_slot_bytes(document, document->side[v]);
        }
    }
}
