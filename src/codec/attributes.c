/* codec/attributes.c - layer 1: the attribute stream of meshopt: blocks, control bits and the tail. */
#include "attributes.h"

#include "../base/bytes.h"
#include "filters.h"

enum { CONTROL_ZERO = 2, CONTROL_LITERAL = 3, TAIL_ROOM_V0 = 32, TAIL_ROOM_V1 = 24 };

/* What the code of a group means: version 0, then version 1 under control 0 and 1. */
static const uint8_t packings[3][4] = {
    {GLTF_I_ATTRIBUTES_ZERO, GLTF_I_ATTRIBUTES_BIT2, GLTF_I_ATTRIBUTES_BIT4, GLTF_I_ATTRIBUTES_BYTE},
    {GLTF_I_ATTRIBUTES_ZERO, GLTF_I_ATTRIBUTES_BIT1, GLTF_I_ATTRIBUTES_BIT2, GLTF_I_ATTRIBUTES_BIT4},
    {GLTF_I_ATTRIBUTES_BIT1, GLTF_I_ATTRIBUTES_BIT2, GLTF_I_ATTRIBUTES_BIT4, GLTF_I_ATTRIBUTES_BYTE},
};

typedef struct attribute_reader {
    const gltf_i_attributes_kernels *kernels;
    const uint8_t *at;    /* next byte to read */
    const uint8_t *tail;  /* where the blocks must end: the padding, or what it pads */
    const uint8_t *modes; /* channel modes; NULL in version 0 */
    uint32_t channels;
    uint32_t previous[64]; /* the last element, in channels */
} attribute_reader;

static size_t bytes_left(const attribute_reader *r) {
    return (size_t)(r->tail - r->at);
}

/* Elements of one block: as many as fit in 8 KiB, whole groups, 256 at most. */
static size_t block_size(uint32_t stride) {
    const size_t fit = (8192 / stride) & ~(size_t)(GLTF_I_ATTRIBUTES_GROUP - 1);
    return fit < GLTF_I_ATTRIBUTES_BLOCK ? fit : GLTF_I_ATTRIBUTES_BLOCK;
}

/* ---- The tail: padding, the element before the first, channel modes ---- */

static int channel_mode_is_sound(uint8_t mode) {
    return mode <= 1 || (mode & 15) == 2;
}

static gltf_status open_tail(attribute_reader *r, const gltf_i_meshopt_stream *stream) {
    const int modes = (stream->bytes[0] & 15) != 0;
    const size_t needed = stream->stride + (modes ? r->channels : 0);
    const size_t least = modes ? TAIL_ROOM_V1 : TAIL_ROOM_V0;
    const size_t room = needed < least ? least : needed;
    if (stream->size - 1 < room) {
        return GLTF_ERR_CODEC;
    }
    const uint8_t *end = stream->bytes + stream->size;
    r->tail = end - room;
    for (const uint8_t *pad = r->tail; pad < end - needed; pad++) {
        if (*pad != 0) {
            return GLTF_ERR_CODEC;
        }
    }
    r->modes = modes ? end - r->channels : NULL;
    for (uint32_t channel = 0; channel < r->channels; channel++) {
        r->previous[channel] = bytes_load_u32(end - needed + (size_t)channel * 4);
        if (r->modes && !channel_mode_is_sound(r->modes[channel])) {
            return GLTF_ERR_CODEC;
        }
    }
    return GLTF_OK;
}

/* ---- Blocks ---- */

/* The two bits that each of `groups` groups has before them, padded with zeros to whole bytes. */
static int read_codes(attribute_reader *r, size_t groups, uint32_t *codes) {
    const size_t size = (groups + 3) / 4;
    if (bytes_left(r) < size) {
        return 0;
    }
    uint32_t v = 0;
    for (size_t i = 0; i < size; i++) {
        v |= (uint32_t)r->at[i] << (8 * i);
    }
    r->at += size;
    *codes = v;
    return groups == GLTF_I_ATTRIBUTES_BLOCK / GLTF_I_ATTRIBUTES_GROUP || v >> (2 * groups) == 0;
}

static size_t whole_groups(size_t count) {
    return (count + GLTF_I_ATTRIBUTES_GROUP - 1) & ~(size_t)(GLTF_I_ATTRIBUTES_GROUP - 1);
}

static int read_literal(attribute_reader *r, size_t count, uint8_t *column) {
    if (bytes_left(r) < count) {
        return 0;
    }
    memory_copy(column, r->at, count);
    memory_zero(column + count, whole_groups(count) - count);
    r->at += count;
    return 1;
}

/* The deltas of one byte position. */
static int read_column(attribute_reader *r, size_t count, const uint8_t packing[4], uint8_t *column) {
    const size_t groups = whole_groups(count) / GLTF_I_ATTRIBUTES_GROUP;
    uint32_t codes;
    if (!read_codes(r, groups, &codes)) {
        return 0;
    }
    const uint8_t *at = r->kernels->unpack(r->at, r->tail, codes, groups, packing, column);
    if (!at || at > r->tail) {
        return 0;
    }
    r->at = at;
    return 1;
}

static int read_column_v1(attribute_reader *r, size_t count, unsigned control, uint8_t *column) {
    switch (control) {
    case CONTROL_ZERO:
        memory_zero(column, whole_groups(count));
        return 1;
    case CONTROL_LITERAL:
        return read_literal(r, count, column);
    default:
        return read_column(r, count, packings[1 + control], column);
    }
}

/* Four byte positions of every element of a block. */
static int read_channel(attribute_reader *r, size_t count, unsigned controls, gltf_i_attributes_columns *columns) {
    for (unsigned k = 0; k < 4; k++) {
        const int done = r->modes ? read_column_v1(r, count, (controls >> (2 * k)) & 3, columns->byte[k])
                                  : read_column(r, count, packings[0], columns->byte[k]);
        if (!done) {
            return 0;
        }
    }
    return 1;
}

static gltf_status read_block(attribute_reader *r, size_t count, uint8_t *out, size_t stride) {
    gltf_i_attributes_columns columns;
    const uint8_t *controls = r->at;
    if (r->modes) {
        if (bytes_left(r) < r->channels) {
            return GLTF_ERR_CODEC;
        }
        r->at += r->channels;
    }
    for (uint32_t channel = 0; channel < r->channels; channel++) {
        const unsigned mode = r->modes ? r->modes[channel] : 0;
        if (!read_channel(r, count, r->modes ? controls[channel] : 0, &columns)) {
            return GLTF_ERR_CODEC;
        }
        r->kernels->sum(&columns, count, mode & 15, mode >> 4, &r->previous[channel], out + (size_t)channel * 4,
                        stride);
    }
    return GLTF_OK;
}

gltf_status gltf_i_attributes_decode(const gltf_i_meshopt_stream *stream, uint8_t *out) {
    attribute_reader reader;
    const gltf_i_attributes_kernels *fast = gltf_i_attributes_ssse3(stream->cpu);
    reader.kernels = fast ? fast : gltf_i_attributes_plain();
    reader.channels = stream->stride / 4;
    const gltf_status status = open_tail(&reader, stream);
    if (status != GLTF_OK) {
        return status;
    }
    reader.at = stream->bytes + 1;
    const size_t most = block_size(stream->stride);
    for (size_t done = 0; done < stream->count;) {
        const size_t count = stream->count - done < most ? stream->count - done : most;
        uint8_t *block = out + done * stream->stride;
        if (read_block(&reader, count, block, stream->stride) != GLTF_OK) {
            return GLTF_ERR_CODEC;
        }
        gltf_i_filters_apply(stream->filter, block, count, stream->stride, stream->cpu); /* while it is in the cache */
        done += count;
    }
    return reader.at == reader.tail ? GLTF_OK : GLTF_ERR_CODEC;
}
