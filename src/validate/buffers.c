/* validate/buffers.c - layer 3: buffers: where their bytes come from, and how many there must be. */
#include "schema.h"
#include "uris.h"

/* ---- URIs ---- */

static void report_uri(gltf_i_check *check, uint32_t code, const char *format, gltf_i_text uri) {
    gltf_i_report_at(check, code, "uri", format, words_text(uri));
}

/* Decode a payload that is wanted, and see whether it can be decoded where it is not. */
static gltf_status decode_payload(gltf_i_check *check, const gltf_i_uri *uri, int wanted, gltf_i_check_buffer *buffer) {
    const size_t room = wanted ? gltf_i_uri_data_room(uri) : 0;
    size_t position;
    uint8_t *const bytes = room ? gltf_i_allocator_get(&check->allocator, room) : NULL;
    if (room && !bytes) {
        check_fail(check, GLTF_ERR_MEMORY, NULL);
        return GLTF_OK;
    }
    const gltf_status status = gltf_i_uri_data_decode(uri, bytes, room, &buffer->size, &position);
    if (status != GLTF_OK) {
        gltf_i_allocator_put(&check->allocator, bytes, room);
        buffer->size = 0;
        return status;
    }
    buffer->data = bytes;
    buffer->room = room;
    buffer->owned = 1;
    return GLTF_OK;
}

/* [glTF 2.0, 2.8 URIs; RFC 2397] */
static void read_data_uri(gltf_i_check *check, gltf_i_text string, const gltf_i_uri *uri, gltf_i_check_buffer *buffer) {
    static const size_t prefix = sizeof "data:" - 1;
    static const size_t escape = sizeof "\\u002c" - 1;
    const size_t comma = uri->payload.at[-1] == ',' ? 1 : escape;
    const gltf_i_text quoted = {string.at,
                                (size_t)(uri->payload.at - string.at) - comma + 1}; /* as if it ended there */
    gltf_i_text header = gltf_i_value_string(check, quoted);
    gltf_i_text type;
    if (check_done(check)) { /* no memory for it */
        return;
    }
    header.at += prefix;
    header.size -= prefix;
    const int is_header = gltf_i_uris_data_header(header, &type);
    const int is_type = is_header && (gltf_i_uris_same(type, "application/octet-stream") ||
                                      gltf_i_uris_same(type, "application/gltf-buffer"));
    if (!is_header || decode_payload(check, uri, is_type, buffer) != GLTF_OK) {
        report_uri(check, GLTF_I_INVALID_URI, "the data: URI %t cannot be read", string);
        return;
    }
    if (check->is_glb) {
        gltf_i_report_at(check, GLTF_I_DATA_URI_GLB, "uri", "a data: URI in a GLB", words_none());
    }
    buffer->has_data = (uint8_t)is_type;
    if (!is_type) {
        report_uri(check, GLTF_I_BUFFER_DATA_URI_MIME_TYPE_INVALID, "the media type is \"%t\"", type);
    }
}

static void read_external_uri(gltf_i_check *check, gltf_i_text string, gltf_i_check_buffer *buffer) {
    const int kind = gltf_i_uris_kind(gltf_i_value_string(check, string));
    if (kind == GLTF_I_URI_BAD) {
        report_uri(check, GLTF_I_INVALID_URI, "%t is no URI", string);
    } else if (kind == GLTF_I_URI_NOT_RELATIVE) {
        report_uri(check, GLTF_I_NON_RELATIVE_URI, "%t is not relative and is not fetched", string);
    } else {
        buffer->uri = string;
    }
}

static void read_uri(gltf_i_check *check, gltf_i_text string, gltf_i_check_buffer *buffer) {
    gltf_i_uri uri;
    if (check->is_glb) {
        report_uri(check, GLTF_I_URI_GLB, "the bytes of this GLB are elsewhere: %t", string);
    }
    if (gltf_i_uri_split(string, &uri) != GLTF_OK) {
        report_uri(check, GLTF_I_INVALID_URI, "%t is no URI", string);
    } else if (uri.kind == GLTF_I_URI_DATA) {
        uri.cpu = check->cpu;
        read_data_uri(check, string, &uri, buffer);
    } else {
        read_external_uri(check, string, buffer);
    }
}

static void check_buffer(gltf_i_check *check, gltf_i_text object, uint32_t index) {
    gltf_i_check_buffer *const buffer = &check->buffers[index];
    gltf_i_field fields[GLTF_I_SCHEMA_MAX];
    gltf_i_schema_read(check, &gltf_i_schema_buffer, object, fields);
    buffer->exists = 1;
    buffer->byte_length = fields[GLTF_I_BUFFER_BYTE_LENGTH].number;
    buffer->has_uri = fields[GLTF_I_BUFFER_URI].value.at != NULL;
    if (fields[GLTF_I_BUFFER_URI].state == GLTF_I_FIELD_GOOD) {
        read_uri(check, fields[GLTF_I_BUFFER_URI].value, buffer);
    }
}

void gltf_i_check_buffers(gltf_i_check *check, gltf_i_text array) {
    check->buffer_count = gltf_i_schema_array(check, "buffers", array, sizeof *check->buffers, &check->buffers);
    if (check->buffer_count > 0) {
        gltf_i_schema_each(check, "buffers", array, check_buffer);
    }
}

/* ---- Bytes ---- */

static int is_short(gltf_i_check *check, const gltf_i_check_buffer *buffer, uint64_t size) {
    if (size >= (uint64_t)buffer->byte_length) {
        return 0;
    }
    gltf_i_report(check, GLTF_I_BUFFER_BYTE_LENGTH_MISMATCH, "there are %n bytes, byteLength is %n",
                  words_of((int64_t)size, buffer->byte_length));
    return 1;
}

/* Decode the uris of external buffers and find those that are one file. */
static void find_files(gltf_i_check *check) {
    gltf_i_externals *const all = &check->externals;
    if (check->no_data || !check->io.load) {
        return;
    }
    all->list = gltf_i_check_keep(check, check->buffer_count, sizeof *all->list);
    all->order = gltf_i_check_keep(check, check->buffer_count, sizeof *all->order);
    for (uint32_t i = 0; i < check->buffer_count && !check_done(check); i++) {
        gltf_i_check_buffer *const buffer = &check->buffers[i];
        buffer->external = GLTF_NONE;
        if (!buffer->exists || buffer->byte_length == GLTF_I_BROKEN || !buffer->uri.at) {
            continue;
        }
        buffer->path = gltf_i_check_keep(check, buffer->uri.size, 1);
        if (!buffer->path) {
            return;
        }
        gltf_i_scan_decode(buffer->uri, buffer->path, NULL);
        if (gltf_i_uri_decode(buffer->path) == GLTF_OK) {
            gltf_i_external *const one = &all->list[all->count];
            buffer->external = all->count++;
            one->uri = buffer->path;
            one->byte_length = (uint64_t)buffer->byte_length;
            one->buffer = i;
        }
    }
    if (!check_done(check)) {
        gltf_i_external_number(all);
        gltf_i_external_group(all);
    }
}

/* The file of an external buffer, which is loaded when its first buffer is. */
static const gltf_i_external *load_file(const gltf_i_check *check, const gltf_i_check_buffer *buffer) {
    const gltf_i_externals *const all = &check->externals;
    gltf_i_external *const file = external_at(all, all->list[buffer->external].first);
    if (!file->turn) {
        uint64_t asked;
        file->turn = 1;
        file->status = gltf_i_external_load(all, file->first, &check->io, &file->got, &asked);
    }
    return file;
}

static void load_external(gltf_i_check *check, gltf_i_check_buffer *buffer) {
    if (check->no_data || !check->io.load) {
        return;
    }
    const gltf_i_external *const file = buffer->external == GLTF_NONE ? NULL : load_file(check, buffer);
    const gltf_status status = file ? file->status : GLTF_ERR_URI;
    if (status == GLTF_ERR_BUFFER_LENGTH) {
        gltf_i_report(check, GLTF_I_BUFFER_BYTE_LENGTH_MISMATCH, "there are less bytes than byteLength %n",
                      words_of(buffer->byte_length, 0));
    } else if (status != GLTF_OK || !file->got.data) {
        gltf_i_report_at(check, GLTF_I_IO_ERROR, "uri", "%t could not be read: %t",
                         words_texts(buffer->path, gltf_status_name(status)));
    } else if (!is_short(check, buffer, file->got.size)) {
        buffer->data = file->got.data;
        buffer->size = (size_t)buffer->byte_length;
    }
}

/* [glTF 2.0, 3.6.1.1 GLB-stored Buffer] */
static void load_bin(gltf_i_check *check, gltf_i_check_buffer *buffer) {
    if (!check->bin) {
        gltf_i_report(check, GLTF_I_BUFFER_MISSING_GLB_DATA, "the first buffer has no uri and the GLB no BIN chunk",
                      words_none());
        return;
    }
    if (is_short(check, buffer, check->bin_size)) {
        return;
    }
    const uint64_t padded = ((uint64_t)buffer->byte_length + 3) / 4 * 4;
    if (check->bin_size > padded) {
        gltf_i_report(check, GLTF_I_BUFFER_GLB_CHUNK_TOO_BIG, "the BIN chunk has %n bytes, byteLength is %n",
                      words_of((int64_t)check->bin_size, buffer->byte_length));
    }
    buffer->data = check->bin;
    buffer->size = check->bin_size;
}

static void load_buffer(gltf_i_check *check, uint32_t index) {
    gltf_i_check_buffer *const buffer = &check->buffers[index];
    if (!buffer->exists || buffer->byte_length == GLTF_I_BROKEN) {
        return;
    }
    if (buffer->uri.at) {
        load_external(check, buffer);
    } else if (buffer->has_data) {
        is_short(check, buffer, buffer->size); /* what is there is looked at nevertheless */
    } else if (check->is_glb && index == 0 && !buffer->has_uri) {
        load_bin(check, buffer);
    }
}

void gltf_i_check_load(gltf_i_check *check) {
    find_files(check);
    gltf_i_path_name(check, "buffers");
    for (uint32_t i = 0; i < check->buffer_count && !check_done(check); i++) {
        const gltf_i_scratch_mark mark = gltf_i_scratch_here(check);
        gltf_i_path_index(check, i);
        load_buffer(check, i);
        gltf_i_path_pop(check);
        gltf_i_scratch_back(check, mark);
    }
    gltf_i_path_pop(check);
}

void gltf_i_check_unload(gltf_i_check *check) {
    for (uint32_t i = 0; i < check->externals.count && check->io.release; i++) {
        const gltf_i_external *const file = &check->externals.list[i];
        if (file->turn && file->status == GLTF_OK) {
            check->io.release(check->io.user, &file->got);
        }
    }
    for (uint32_t i = 0; i < check->buffer_count; i++) {
        const gltf_i_check_buffer *const buffer = &check->buffers[i];
        if (buffer->owned) {
            gltf_i_allocator_put(&check->allocator, (void *)(uintptr_t)buffer->data, buffer->room);
        }
    }
}
