/* bench/scalar.h - what one writes without this library: a plain loop over the elements, with true division. */
#ifndef GLTF_BENCH_SCALAR_H
#define GLTF_BENCH_SCALAR_H

#include "../../include/gltf_accessor/accessor.h"

/* All elements of an accessor, densely, to floats or (`integers`) to uint32_t; sparse entries last. */
void bench_scalar_read(const gltf_accessor *accessor, int integers, void *out);

/* Characters of base64 to bytes by a table of bytes; not 0 when one is wrong. */
int bench_scalar_base64(const char *text, size_t size, uint8_t *out);

#endif
