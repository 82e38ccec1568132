/* text/glb.h - layer 1: the GLB container, bytes to extents. */
#ifndef GLTF_I_GLB_H
#define GLTF_I_GLB_H

#include "../base/compiler.h"

typedef struct gltf_i_glb {
    const uint8_t *json;
    const uint8_t *bin; /* NULL = no BIN chunk */
    size_t json_size;   /* trailing NUL padding stripped */
    size_t bin_size;
} gltf_i_glb;

/* What is wrong, and where. */
typedef struct gltf_i_glb_fault {
    uint64_t position; /* of the faulty header, or the end */
    uint64_t expected;
    uint64_t found;
    const char *field; /* "magic", "version", "length", "chunkLength", "chunkType" */
    uint32_t reason;   /* GLTF_I_REASON_GLB_* */
} gltf_i_glb_fault;

/* Whether the bytes are to be read as GLB: the first one is 'g'. */
GLTF_I_HIDDEN int gltf_i_glb_is(const uint8_t *bytes, size_t size);

/* Find the chunks.  Accepts what has one safe meaning (extra data, unaligned chunk lengths, unknown, repeated or late chunks, a total
 * that lies while the chunks are whole).  GLTF_ERR_GLB and *fault otherwise.  [glTF 2.0, 4.4 Binary glTF Layout] */
GLTF_I_HIDDEN gltf_status gltf_i_glb_split(const uint8_t *bytes, size_t size, gltf_i_glb *out, gltf_i_glb_fault *fault);

#endif
