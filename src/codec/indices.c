/* codec/indices.c - layer 1: the two index streams of meshopt, triangles and sequences. */
#include "indices.h"

#include "../base/bytes.h"

enum { TABLE_SIZE = 16, SEQUENCE_TAIL = 4, VARINT_MAX = 5 };

/* Unsigned LEB128 of one to five bytes; the bits that a fifth byte has too many are ignored, as the format says.
 * Gives the byte after it, or NULL when a fifth byte asks for a sixth.  Reads at most five bytes. */
static GLTF_I_INLINE const uint8_t *read_varint(const uint8_t *at, uint32_t *value) {
    uint32_t byte = *at++;
    uint32_t v = byte & 0x7f;
    for (unsigned shift = 7; byte >= 0x80; shift += 7) {
        if (shift == 7 * VARINT_MAX) {
            return NULL;
        }
        byte = *at++;
        v |= (byte & 0x7f) << shift;
    }
    *value = v;
    return at;
}

static GLTF_I_INLINE uint32_t zigzag(uint32_t v) {
    return (v >> 1) ^ (0u - (v & 1));
}

static GLTF_I_INLINE void store_index(uint8_t *out, size_t position, uint32_t value, uint32_t stride) {
    if (stride == 2) {
        bytes_store_u16(out + position * 2, (uint16_t)value);
    } else {
        bytes_store_u32(out + position * 4, value);
    }
}

/* ---- Triangles ----------------------------------------------------------------------------------------------- */

/* Both FIFOs are rings of 16. */
typedef struct triangle_fifos {
    uint32_t edge[16][2];
    uint32_t vertex[16];
} triangle_fifos;

/* The number of pushes so far is the place of the next one, and tells what was written.  Apart from the rings, so that
 * compilers keep these in registers. */
typedef struct triangle_state {
    triangle_fifos *fifos;
    size_t edges;
    size_t vertices;
    const uint8_t *data;
    uint32_t next;
    uint32_t last;
} triangle_state;

static GLTF_I_INLINE void push_edge(triangle_state *s, uint32_t a, uint32_t b) {
    s->fifos->edge[s->edges & 15][0] = a;
    s->fifos->edge[s->edges & 15][1] = b;
    s->edges++;
}

static GLTF_I_INLINE void push_vertex(triangle_state *s, uint32_t vertex) {
    s->fifos->vertex[s->vertices & 15] = vertex;
    s->vertices++;
}

/* An index from the data section: a step from the last one read there. */
static GLTF_I_INLINE int read_index(triangle_state *s, uint32_t *index) {
    uint32_t step = 0;
    const uint8_t *at = read_varint(s->data, &step);
    if (!at) {
        return 0;
    }
    s->data = at;
    s->last += zigzag(step);
    *index = s->last;
    return 1;
}

/* Corner b or c of a triangle that shares no edge: nibble 0 is the next new vertex, 15 is read from the data (where
 * `free` allows it), others are an entry of the vertex FIFO as it stood before this triangle. */
static GLTF_I_INLINE int read_corner(triangle_state *s, unsigned nibble, int free, uint32_t *index) {
    if (nibble == 0) {
        *index = s->next++;
        return 1;
    }
    if (free && nibble == 15) {
        return read_index(s, index);
    }
    *index = s->fifos->vertex[(s->vertices - nibble) & 15];
    return nibble <= s->vertices;
}

static GLTF_I_INLINE int corner_is_new(unsigned nibble, int free) {
    return nibble == 0 || (free && nibble == 15);
}

/* Codes 0xf?: three corners of their own. */
GLTF_I_NOINLINE static int read_lone_triangle(triangle_state *s, uint8_t code, const uint8_t *table, uint32_t abc[3]) {
    const int free = code >= 0xfe;
    const uint8_t corners = free ? *s->data++ : table[code & 15];
    const unsigned b = corners >> 4, c = corners & 15;
    if (free && corners == 0) {
        s->next = 0; /* where independent streams were joined */
    }
    if (code == 0xff) {
        if (!read_index(s, &abc[0])) {
            return 0;
        }
    } else {
        abc[0] = s->next++;
    }
    if (!read_corner(s, b, free, &abc[1]) || !read_corner(s, c, free, &abc[2])) {
        return 0;
    }
    push_edge(s, abc[1], abc[0]);
    push_edge(s, abc[2], abc[1]);
    push_edge(s, abc[0], abc[2]);
    push_vertex(s, abc[0]);
    if (corner_is_new(b, free)) {
        push_vertex(s, abc[1]);
    }
    if (corner_is_new(c, free)) {
        push_vertex(s, abc[2]);
    }
    return 1;
}

/* Codes below 0xf0: an edge of the FIFO, and a third corner. */
static GLTF_I_INLINE int read_edge_triangle(triangle_state *s, uint8_t code, uint32_t abc[3]) {
    const unsigned edge = code >> 4, corner = code & 15;
    if (edge >= s->edges) {
        return 0;
    }
    const uint32_t a = s->fifos->edge[(s->edges - 1 - edge) & 15][0];
    const uint32_t b = s->fifos->edge[(s->edges - 1 - edge) & 15][1];
    uint32_t c;
    if (corner < 13) {
        /* Without a branch, because the two cases follow each other at random.  A push that does not count
         * overwrites the oldest entry, which no code can name: they reach 14 back. */
        const uint32_t is_new = corner == 0;
        const uint32_t old = s->fifos->vertex[(s->vertices - 1 - corner) & 15];
        if (corner >= s->vertices + is_new) {
            return 0;
        }
        c = is_new ? s->next : old;
        s->next += is_new;
        s->fifos->vertex[s->vertices & 15] = c;
        s->vertices += is_new;
    } else {
        if (corner == 15) {
            if (!read_index(s, &c)) {
                return 0;
            }
        } else {
            s->last += corner == 13 ? UINT32_MAX : 1;
            c = s->last;
        }
        push_vertex(s, c);
    }
    push_edge(s, c, b);
    push_edge(s, a, c);
    abc[0] = a;
    abc[1] = b;
    abc[2] = c;
    return 1;
}

/* The table at the end: no nibble is 15, and the two codes that do not use it have zeros. */
static int table_is_sound(const uint8_t *table) {
    for (size_t i = 0; i < TABLE_SIZE; i++) {
        if (table[i] >> 4 == 15 || (table[i] & 15) == 15) {
            return 0;
        }
    }
    return table[14] == 0 && table[15] == 0;
}

/* The loop over all triangles, compiled once for each index size. */
static GLTF_I_INLINE gltf_status read_triangles(triangle_state s, const uint8_t *codes, size_t count,
                                                const uint8_t *table, uint32_t stride, uint8_t *out) {
    for (size_t i = 0; i < count; i++) {
        /* A triangle reads at most 16 bytes of data: one and three varints.  From here they end inside the table. */
        if (s.data > table) {
            return GLTF_ERR_CODEC;
        }
        uint32_t abc[3] = {0, 0, 0};
        const uint8_t code = codes[i];
        if (code < 0xf0) {
            if (!read_edge_triangle(&s, code, abc)) {
                return GLTF_ERR_CODEC;
            }
        } else {
            /* Apart and with a copy, so that the address of s is never taken: else clang keeps all of it in memory. */
            triangle_state copy = s;
            if (!read_lone_triangle(&copy, code, table, abc)) {
                return GLTF_ERR_CODEC;
            }
            s = copy;
        }
        store_index(out, i * 3, abc[0], stride);
        store_index(out, i * 3 + 1, abc[1], stride);
        store_index(out, i * 3 + 2, abc[2], stride);
    }
    return s.data == table ? GLTF_OK : GLTF_ERR_CODEC;
}

gltf_status gltf_i_indices_triangles(const gltf_i_meshopt_stream *stream, uint8_t *out) {
    const size_t count = stream->count / 3;
    if (stream->size < 1 + TABLE_SIZE || stream->size - 1 - TABLE_SIZE < count) {
        return GLTF_ERR_CODEC;
    }
    const uint8_t *codes = stream->bytes + 1;
    const uint8_t *table = stream->bytes + (stream->size - TABLE_SIZE);
    if (!table_is_sound(table)) {
        return GLTF_ERR_CODEC;
    }
    triangle_fifos fifos;
    memory_zero(&fifos, sizeof fifos);
    const triangle_state state = {&fifos, 0, 0, codes + count, 0, 0};
    if (stream->stride == 2) {
        return read_triangles(state, codes, count, table, 2, out);
    }
    return read_triangles(state, codes, count, table, 4, out);
}

/* ---- Sequences ----------------------------------------------------------------------------------------------- */

static GLTF_I_INLINE gltf_status read_sequence(const uint8_t *at, const uint8_t *tail, size_t count, uint32_t stride,
                                               uint8_t *out) {
    uint32_t baseline[2] = {0, 0};
    for (size_t i = 0; i < count; i++) {
        uint32_t value = 0;
        /* A varint that begins before the four bytes of the tail ends inside them. */
        if (at >= tail) {
            return GLTF_ERR_CODEC;
        }
        at = read_varint(at, &value);
        if (!at) {
            return GLTF_ERR_CODEC;
        }
        baseline[value & 1] += zigzag(value >> 1);
        store_index(out, i, baseline[value & 1], stride);
    }
    return at == tail ? GLTF_OK : GLTF_ERR_CODEC;
}

gltf_status gltf_i_indices_sequence(const gltf_i_meshopt_stream *stream, uint8_t *out) {
    if (stream->size < 1 + SEQUENCE_TAIL || stream->size - 1 - SEQUENCE_TAIL < stream->count) {
        return GLTF_ERR_CODEC;
    }
    const uint8_t *at = stream->bytes + 1;
    const uint8_t *tail = stream->bytes + (stream->size - SEQUENCE_TAIL);
    /* What the tail holds does not matter: its bytes "should" be zero, no more. */
    if (stream->stride == 2) {
        return read_sequence(at, tail, stream->count, 2, out);
    }
    return read_sequence(at, tail, stream->count, 4, out);
}
