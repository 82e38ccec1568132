/* codec/attributes.h - layer 1: the attribute stream of meshopt, and the loops that it is made of. */
#ifndef GLTF_I_ATTRIBUTES_H
#define GLTF_I_ATTRIBUTES_H

#include "meshopt.h"

/* The first byte of the stream must have been checked.  Filters are applied too.  [KHR_meshopt_compression, appendix A, mode 0] */
GLTF_I_HIDDEN gltf_status gltf_i_attributes_decode(const gltf_i_meshopt_stream *stream, uint8_t *out);

/* ---- Between attributes.c and the kernel files ---- */

enum { GLTF_I_ATTRIBUTES_GROUP = 16, GLTF_I_ATTRIBUTES_BLOCK = 256 };

/* A group of 16 deltas is 24 bytes at most; every stream has that many behind its data, so a group that begins at or
 * before `tail` can be read without more checks. */
enum { GLTF_I_ATTRIBUTES_REACH = 24 };

/* How the deltas of one group are packed. */
enum {
    GLTF_I_ATTRIBUTES_ZERO = 0,
    GLTF_I_ATTRIBUTES_BIT1 = 1,
    GLTF_I_ATTRIBUTES_BIT2 = 2,
    GLTF_I_ATTRIBUTES_BIT4 = 3,
    GLTF_I_ATTRIBUTES_BYTE = 4
};

/* The deltas of four neighbouring bytes of each element of a block, filled to whole groups. */
typedef struct gltf_i_attributes_columns {
    uint8_t byte[4][GLTF_I_ATTRIBUTES_BLOCK];
} gltf_i_attributes_columns;

typedef struct gltf_i_attributes_kernels {
    /* Unpack `groups` groups whose 2-bit codes are in `codes` (low bits first) and mean packing[code].  Gives the byte
     * after the last group, or NULL when a group begins after `tail`. */
    const uint8_t *(*unpack)(const uint8_t *at, const uint8_t *tail, uint32_t codes, size_t groups,
                             const uint8_t packing[4], uint8_t *column);
    /* Add up deltas to values: `count` times 4 bytes, `stride` apart.  `mode` is 0 (bytes), 1 (16 bit) or 2 (32 bit,
     * exclusive or, rotated right by `rotation`); *previous is the element before, little-endian, and becomes the last. */
    void (*sum)(const gltf_i_attributes_columns *columns, size_t count, unsigned mode, unsigned rotation,
                uint32_t *previous, uint8_t *out, size_t stride);
} gltf_i_attributes_kernels;

GLTF_I_HIDDEN const gltf_i_attributes_kernels *gltf_i_attributes_plain(void);
GLTF_I_HIDDEN const gltf_i_attributes_kernels *gltf_i_attributes_ssse3(uint32_t cpu); /* NULL: not here */

#endif
