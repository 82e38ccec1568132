/* codec/meshopt.c - layer 1: one compressed view, from its description to its bytes. */
#include "meshopt.h"

#include "attributes.h"
#include "indices.h"

/* Strides that a filter can work on. */
static int filter_takes_stride(uint32_t filter, uint32_t stride) {
    switch (filter) {
    case GLTF_I_MESHOPT_OCTAHEDRAL:
    case GLTF_I_MESHOPT_COLOR:
        return stride == 4 || stride == 8;
    case GLTF_I_MESHOPT_QUATERNION:
        return stride == 8;
    default:
        return 1;
    }
}

static const char *attributes_fault(const gltf_i_meshopt_stream *stream) {
    const uint32_t last = stream->version == 0 ? GLTF_I_MESHOPT_EXPONENTIAL : GLTF_I_MESHOPT_COLOR;
    if (stream->filter > last) {
        return "filter";
    }
    if (stream->stride < 4 || stream->stride > 256 || stream->stride % 4 != 0) {
        return "byteStride";
    }
    if (!filter_takes_stride(stream->filter, stream->stride)) {
        return "byteStride";
    }
    return stream->count == 0 ? "count" : NULL;
}

static const char *indices_fault(const gltf_i_meshopt_stream *stream, size_t multiple) {
    if (stream->filter != GLTF_I_MESHOPT_NONE) {
        return "filter";
    }
    if (stream->stride != 2 && stream->stride != 4) {
        return "byteStride";
    }
    return stream->count == 0 || stream->count % multiple != 0 ? "count" : NULL;
}

const char *gltf_i_meshopt_fault(const gltf_i_meshopt_stream *stream) {
    switch (stream->mode) {
    case GLTF_I_MESHOPT_ATTRIBUTES:
        return attributes_fault(stream);
    case GLTF_I_MESHOPT_TRIANGLES:
        return indices_fault(stream, 3);
    case GLTF_I_MESHOPT_INDICES:
        return indices_fault(stream, 1);
    default:
        return "mode";
    }
}

/* The first byte: the kind of stream in the high nibble, its version in the low one. */
static gltf_status check_header(const gltf_i_meshopt_stream *stream, uint8_t kind, uint8_t oldest, uint8_t newest) {
    if (stream->size == 0 || stream->bytes[0] >> 4 != kind) {
        return GLTF_ERR_CODEC;
    }
    const uint8_t version = stream->bytes[0] & 15;
    return version < oldest || version > newest ? GLTF_ERR_CODEC_VERSION : GLTF_OK;
}

gltf_status gltf_i_meshopt_decode(const gltf_i_meshopt_stream *stream, uint8_t *out) {
    gltf_status status;
    switch (stream->mode) {
    case GLTF_I_MESHOPT_ATTRIBUTES:
        status = check_header(stream, 0xa, 0, stream->version == 0 ? 0 : 1);
        return status != GLTF_OK ? status : gltf_i_attributes_decode(stream, out);
    case GLTF_I_MESHOPT_TRIANGLES:
        status = check_header(stream, 0xe, 1, 1);
        return status != GLTF_OK ? status : gltf_i_indices_triangles(stream, out);
    case GLTF_I_MESHOPT_INDICES:
        status = check_header(stream, 0xd, 1, 1);
        return status != GLTF_OK ? status : gltf_i_indices_sequence(stream, out);
    default:
        return GLTF_ERR_ARGUMENT;
    }
}
