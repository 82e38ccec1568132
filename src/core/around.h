/* core/around.h - layer 1: streaming (non-temporal) stores, for outputs that are larger than the caches. */
#ifndef GLTF_I_AROUND_H
#define GLTF_I_AROUND_H

#include "../base/compiler.h"

/* Least bytes of output for that.  Measured on machines with 32 and 480 MiB of (shared) third-level cache: both ways cost
 * about the same at 16 MiB, and at 32 MiB plain stores take two to three times as long. */
#define GLTF_I_AROUND_LEAST ((size_t)16 << 20)

/* Whether so many bytes are better written around the caches, with the bits of an accessor.  A plain store first reads the
 * line it writes to, and pushes out what was in the cache; below the size of the caches it is faster all the same, and
 * leaves the result near. */
GLTF_I_HIDDEN int gltf_i_around_pays(uint32_t cpu, size_t size);

/* Copy bytes to any address: all at once, or in pieces that follow each other, best of a multiple of 64 bytes.  Only where it
 * pays. */
GLTF_I_HIDDEN void gltf_i_around_copy(uint8_t *GLTF_I_RESTRICT out, const uint8_t *GLTF_I_RESTRICT in, size_t size);

/* Have bytes brought near that are to be read soon. */
GLTF_I_HIDDEN void gltf_i_around_ahead(const uint8_t *in, size_t size);

/* After the last piece: from now on other threads see the bytes like those of plain stores. */
GLTF_I_HIDDEN void gltf_i_around_finish(void);

#endif
