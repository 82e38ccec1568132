/* codec/meshopt.h - layer 1: the bitstreams and filters of EXT_ and KHR_meshopt_compression, bytes to bytes. */
#ifndef GLTF_I_MESHOPT_H
#define GLTF_I_MESHOPT_H

#include "../base/compiler.h"

enum { GLTF_I_MESHOPT_ATTRIBUTES = 1, GLTF_I_MESHOPT_TRIANGLES = 2, GLTF_I_MESHOPT_INDICES = 3 };
enum {
    GLTF_I_MESHOPT_NONE = 0,
    GLTF_I_MESHOPT_OCTAHEDRAL = 1,
    GLTF_I_MESHOPT_QUATERNION = 2,
    GLTF_I_MESHOPT_EXPONENTIAL = 3,
    GLTF_I_MESHOPT_COLOR = 4
};

/* One compressed view.  `stride` and `count` are the codec's own (count of TRIANGLES is in indices). */
typedef struct gltf_i_meshopt_stream {
    const uint8_t *bytes;
    size_t size; /* exact: streams have no length of their own */
    size_t count;
    uint32_t stride;
    uint32_t mode;
    uint32_t filter;
    uint32_t version; /* highest attribute version that the extension allows: 0 for EXT, 1 for KHR */
    uint32_t cpu;     /* as gltf_accessor.cpu */
} gltf_i_meshopt_stream;

/* Whether mode, filter, stride and count may go together: NULL, or the name of the JSON property at fault. */
GLTF_I_HIDDEN const char *gltf_i_meshopt_fault(const gltf_i_meshopt_stream *stream);

/* Decode into out[0 .. count * stride), which must be aligned to 4 bytes.  The combination must have passed
 * gltf_i_meshopt_fault, and count * stride must fit in size_t.  Malformed streams give GLTF_ERR_CODEC, other versions GLTF_ERR_CODEC_VERSION; the
 * output is then unspecified, but nothing outside it is written and nothing outside the stream is read.  No allocation. */
GLTF_I_HIDDEN gltf_status gltf_i_meshopt_decode(const gltf_i_meshopt_stream *stream, uint8_t *out);

#endif
