/* codec/filters.h - layer 1: the four filters that turn decoded attributes into what the file means. */
#ifndef GLTF_I_FILTERS_H
#define GLTF_I_FILTERS_H

#include "meshopt.h"

/* Apply a filter in place to `count` elements of `stride` bytes; the combination has passed gltf_i_meshopt_fault.
 *
 * The format leaves one unit of the last place open (not for EXPONENTIAL).  Here every platform and every kernel gives
 * the same bits, those of the reference where it has vectors: single precision, each operation rounded once, in its
 * order, halves to even.  Elements that the format calls unspecified get, too: integers wrap to their size; the length
 * of a zero vector is not divided by.  [KHR_meshopt_compression, appendix B] */
GLTF_I_HIDDEN void gltf_i_filters_apply(uint32_t filter, uint8_t *data, size_t count, uint32_t stride, uint32_t cpu);

/* ---- Between filters.c and the kernel files: as many elements (numbers, for `exponential`) as a kernel likes to do,
 * from the first on; the plain loops do the rest. ---- */

typedef struct gltf_i_filters_kernels {
    size_t (*octahedral8)(uint8_t *data, size_t count);
    size_t (*octahedral16)(uint8_t *data, size_t count);
    size_t (*quaternion)(uint8_t *data, size_t count);
    size_t (*exponential)(uint8_t *data, size_t count);
    size_t (*color8)(uint8_t *data, size_t count);
    size_t (*color16)(uint8_t *data, size_t count);
} gltf_i_filters_kernels;

GLTF_I_HIDDEN const gltf_i_filters_kernels *gltf_i_filters_sse2(uint32_t cpu); /* NULL: not here */

#endif
