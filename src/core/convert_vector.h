/* core/convert_vector.h - layer 1: the loops around the vector instructions of every set.  Inlined with constant functions and
 * sizes. */
#ifndef GLTF_I_CONVERT_VECTOR_H
#define GLTF_I_CONVERT_VECTOR_H

#include "../base/memory.h"
#include "convert.h"
#include "convert_value.h"

/* Blocks one after the other: `block` converts in_size bytes to out_size bytes; not 0 when a number does not fit. */
static GLTF_I_INLINE int vector_run(const uint8_t *GLTF_I_RESTRICT in, uint8_t *GLTF_I_RESTRICT out, size_t blocks,
                                    size_t in_size, size_t out_size, int (*block)(const uint8_t *, uint8_t *)) {
    int bad = 0;
    for (; blocks > 0; blocks--, in += in_size, out += out_size) {
        bad |= block(in, out);
    }
    return bad;
}

/* How many elements from the first on can be read with `over` bytes more than they have, because others follow. */
static GLTF_I_INLINE size_t vector_safe(const gltf_i_span *span, size_t over) {
    size_t safe = span->count;
    while (safe > 0 && (span->count - safe) * span->in_stride < over) {
        safe--;
    }
    return safe;
}

/* `lanes` converts four numbers of each of two elements; those that are too much are overwritten by the next one. */
static GLTF_I_INLINE size_t vector_lanes_of(const gltf_i_span *span, size_t done, size_t numbers, size_t in_size,
                                            void (*lanes)(const uint8_t *, size_t, uint8_t *, size_t)) {
    const size_t stride = span->in_stride, size = numbers * 4, count = span->count;
    const size_t readable = vector_safe(span, (4 - numbers) * in_size);
    const size_t over = 4 / numbers - (numbers == 4); /* elements from which on there is no place for four numbers */
    const size_t writable = count > over ? count - over : 0, safe = readable < writable ? readable : writable;
    const size_t steps = safe > done ? (safe - done) / 2 : 0;
    const uint8_t *GLTF_I_RESTRICT in = span->in + done * stride;
    uint8_t *GLTF_I_RESTRICT out = span->out + done * size;
    for (size_t i = 0; i < steps; i++) {
        lanes(in, stride, out, size);
        in += 2 * stride;
        out += 2 * size;
    }
    return done + steps * 2;
}

/* Dense floats from element `done` on. */
static GLTF_I_INLINE void vector_lanes(const gltf_i_span *span, size_t done, size_t numbers, size_t in_size,
                                       void (*lanes)(const uint8_t *, size_t, uint8_t *, size_t)) {
    switch (numbers) {
    case 1:
        done = vector_lanes_of(span, done, 1, in_size, lanes);
        break;
    case 2:
        done = vector_lanes_of(span, done, 2, in_size, lanes);
        break;
    case 3:
        done = vector_lanes_of(span, done, 3, in_size, lanes);
        break;
    default:
        done = vector_lanes_of(span, done, 4, in_size, lanes);
        break;
    }
    for (; done < span->count; done++) {
        uint8_t element[16] = {0}, converted[16];
        memcpy(element, span->in + done * span->in_stride, numbers * in_size);
        lanes(element, 0, converted, 0);
        memcpy(span->out + done * numbers * 4, converted, numbers * 4);
    }
}

/* Elements to dense ones of out_size bytes, `together` at a time: all but the last one, so that a number follows each; some of them
 * twice, which gives the same bits again.  Gives how many.  `ahead` bytes are prefetched in each step. */
static GLTF_I_INLINE size_t vector_groups(const gltf_i_span *span, size_t stride, size_t out_size, size_t together,
                                          size_t ahead, void (*group)(const uint8_t *, size_t, uint8_t *)) {
    const size_t count = span->count - 1, steps = count / together;
    const uint8_t *GLTF_I_RESTRICT in = span->in;
    uint8_t *GLTF_I_RESTRICT out = span->out;
    for (size_t i = 0; i < steps; i++) {
        for (size_t k = 0; k < ahead; k += 64) { /* (measured: 1.05 times as fast from the second cache) */
            GLTF_I_PREFETCH((uintptr_t)in + i * together * stride + 512 + k);
        }
        group(in + i * together * stride, stride, out + i * together * out_size);
    }
    if (steps) {
        group(in + (count - together) * stride, stride, out + (count - together) * out_size);
    }
    return steps ? count : 0;
}

/* Elements that lie apart: those of three numbers that fill the place of four, and single ones in 4 bytes, by loops of their own. */
static GLTF_I_INLINE void vector_floats(const gltf_i_span *span, size_t numbers, size_t in_size,
                                        void (*lanes)(const uint8_t *, size_t, uint8_t *, size_t), size_t single,
                                        void (*singles)(const uint8_t *, size_t, uint8_t *), size_t triple,
                                        void (*triples)(const uint8_t *, size_t, uint8_t *)) {
    size_t done = 0;
    if (numbers == 1 && span->in_stride == 4) {
        done = vector_groups(span, 4, 4, single, 0, singles);
    } else if (triple && numbers == 3 && span->in_stride == 4 * in_size) {
        done = vector_groups(span, 4 * in_size, 12, triple, 4 * in_size * triple, triples);
    }
    vector_lanes(span, done, numbers, in_size, lanes);
}

#endif
