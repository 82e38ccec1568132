/* morph/blend.h - layer 2: loops that add weighted deltas to a block of floats.
 *
 * Every term is one float32 product, rounded, and one float32 sum, rounded: r = r + (w * d).  Terms are added in the order in
 * which they are given, so that every variant, grouping and split of a block gives the same bits. */
#ifndef GLTF_I_BLEND_H
#define GLTF_I_BLEND_H

#include "../base/bytes.h"

/* Deltas of a range: native floats, packed, at any address. */
typedef struct gltf_i_blend_input {
    const uint8_t *numbers;
    float weight;
} gltf_i_blend_input;

enum { GLTF_I_BLEND_INPUTS = 4 }; /* at most, in one pass; measured: more is slower */

/* r[i] += weight * number i, for each of 1 to GLTF_I_BLEND_INPUTS inputs. */
GLTF_I_HIDDEN void gltf_i_blend_add(float *r, const gltf_i_blend_input *inputs, uint32_t input_count, size_t count);

/* The same for `count` > 0 elements of 2 to 4 numbers whose deltas have one number less: the last one of each element stays. */
GLTF_I_HIDDEN void gltf_i_blend_add_short(float *r, size_t r_numbers, const gltf_i_blend_input *inputs,
                                          uint32_t input_count, size_t count);

/* Entries of a sparse delta, and the block that they displace elements of. */
typedef struct gltf_i_blend_entries {
    gltf_i_blend_input input; /* one delta for each entry */
    const uint8_t *indices;   /* of the same entries, ascending */
    size_t index_size;        /* 1, 2 or 4 */
    size_t entries;
    size_t known;     /* indices that may be read: entries, or one more, to see whether the last one is repeated */
    size_t first;     /* the block: elements [first, first + count) ... */
    size_t count;     /* ... and no other is written, whatever the indices say */
    size_t numbers;   /* of a delta */
    size_t r_numbers; /* of an element of the block; as many, or one more */
} gltf_i_blend_entries;

/* Add each delta to its element, up to one that displaces an element behind the block; of entries with the same index only the
 * last one counts.  Gives how many entries there are up to then. */
GLTF_I_HIDDEN size_t gltf_i_blend_scatter(float *r, const gltf_i_blend_entries *e);

/* NaN and everything that is not above 0 become +0, everything above 1 becomes 1. */
GLTF_I_HIDDEN void gltf_i_blend_clamp(float *r, size_t count);

#endif
