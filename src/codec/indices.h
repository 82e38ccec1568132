/* codec/indices.h - layer 1: the two index streams of meshopt, triangles and sequences. */
#ifndef GLTF_I_INDICES_H
#define GLTF_I_INDICES_H

#include "meshopt.h"

/* The first byte of the stream must have been checked.  [KHR_meshopt_compression, appendix A, modes 1 and 2] */
GLTF_I_HIDDEN gltf_status gltf_i_indices_triangles(const gltf_i_meshopt_stream *stream, uint8_t *out);
GLTF_I_HIDDEN gltf_status gltf_i_indices_sequence(const gltf_i_meshopt_stream *stream, uint8_t *out);

#endif
