/* core/convert_vector.h - floor 1: what the vector kernels of all machines have in common. */
#ifndef GLTF_I_CONVERT_VECTOR_H
#define GLTF_I_CONVERT_VECTOR_H

#include "../base/memory.h"
#include "around.h"
#include "convert.h"
#include "convert_value.h"

/* How many elements from the first on can be read with `over` bytes more than they have, because the others follow. */
static GLTF_I_INLINE size_t vector_safe(const gltf_i_span *span, size_t over) {
    size_t safe = span->count;
    while (safe > 0 && (span->count - safe) * span->in_stride < over) {
        safe--;
    }
    return safe;
}

/* Whether a packed output of 4-byte numbers is written around the caches, which whole lines can be. */
static GLTF_I_INLINE int vector_around(const uint8_t *out, size_t size) {
    return size >= GLTF_I_AROUND_LEAST && (uintptr_t)out % 4 == 0;
}

/* How far ahead input is asked for: where the output goes around the caches, and where it does not.  (Measured: 1.1 to 1.3
 * times as fast out of cache, 1.05 times in the second one.) */
enum { VECTOR_FAR_AHEAD = 2048, VECTOR_AHEAD = 512 };

/* Where the output goes around the caches, stretches of so many bytes of it are written at once, a step of each in turn: as many
 * streams keep more of the memory busy than one.  (Measured: 1.2 to 1.4 times as fast; stretches of one page gain nothing.) */
enum { VECTOR_STREAMS = 4, VECTOR_STRETCH = 3 << 16 };

/* The first of the elements of `size` bytes (4 or 12) that starts a line of 64 bytes: below 16. */
static GLTF_I_INLINE size_t vector_start(const uint8_t *out, size_t size) {
    size_t start = 0;
    while (((uintptr_t)out + start * size) % 64 != 0) {
        start++;
    }
    return start;
}

/* Four lanes: all bits in the first `numbers` of them, from numbers = 0 to 4. */
static const uint32_t vector_masks[8] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, 0, 0, 0, 0};

/* Four lanes with the fill of an element behind `numbers` of them. */
static GLTF_I_INLINE void vector_fill(uint8_t lanes[16], const uint8_t *fill, size_t numbers) {
    memset(lanes, 0, 16);
    memory_copy(lanes + numbers * 4, fill, 16 - numbers * 4);
}

#endif
