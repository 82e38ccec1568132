/* text/glb.c - floor 1: the GLB container, bytes to extents.  [glTF 2.0, 4.4 Binary glTF Layout] */
#include "glb.h"

#include "../base/bytes.h"

enum { GLB_HEADER = 12, GLB_CHUNK_HEADER = 8 };

#define GLB_MAGIC 0x46546C67u
#define GLB_JSON 0x4E4F534Au
#define GLB_BIN 0x004E4942u

/* A fault, and where: what the caller's outputs become. */
typedef struct glb_fault {
    uint64_t position;
    const char *field;
} glb_fault;

static gltf_status glb_fail(glb_fault *fault, uint64_t position, const char *field) {
    fault->position = position;
    fault->field = field;
    return GLTF_ERR_GLB;
}

/* Check the header; *length becomes the total that it claims. */
static gltf_status glb_read_header(const uint8_t *bytes, uint64_t size, uint64_t *length, glb_fault *fault) {
    if (size >= 4 && bytes_load_u32(bytes) != GLB_MAGIC) {
        return glb_fail(fault, 0, "magic");
    }
    if (size >= 8 && bytes_load_u32(bytes + 4) != 2) {
        return glb_fail(fault, 4, "version");
    }
    if (size < GLB_HEADER) {
        return glb_fail(fault, size, size < 4 ? "magic" : size < 8 ? "version" : "length");
    }
    *length = bytes_load_u32(bytes + 8);
    return *length > GLB_HEADER ? GLTF_OK : glb_fail(fault, 8, "length");
}

/* Old exporters pad the text with NUL instead of spaces. */
static size_t glb_text_size(const uint8_t *text, size_t size) {
    while (size > 0 && text[size - 1] == 0) {
        size--;
    }
    return size;
}

/* Keep what a chunk is good for: the first one must be JSON, the first BIN anywhere counts, all others are ignored. */
static gltf_status glb_keep_chunk(const uint8_t *data, uint64_t chunk_size, uint32_t type, uint64_t at, gltf_i_glb *out,
                                  glb_fault *fault) {
    if (!out->json) {
        if (type != GLB_JSON) {
            return glb_fail(fault, at, "chunkType");
        }
        if (chunk_size == 0) {
            return glb_fail(fault, at, "chunkLength");
        }
        out->json = data;
        out->json_size = glb_text_size(data, (size_t)chunk_size);
    } else if (type == GLB_BIN && !out->bin) {
        out->bin = data;
        out->bin_size = (size_t)chunk_size;
    }
    return GLTF_OK;
}

static gltf_status glb_walk(const uint8_t *bytes, uint64_t size, gltf_i_glb *out, glb_fault *fault) {
    uint64_t length = 0;
    gltf_status status = glb_read_header(bytes, size, &length, fault);
    if (status != GLTF_OK) {
        return status;
    }
    const uint64_t end = length < size ? length : size;
    uint64_t at = GLB_HEADER;
    while (at < end) {
        if (end - at < GLB_CHUNK_HEADER) { /* some bytes behind the last chunk, or a cut file */
            return out->bin ? GLTF_OK : glb_fail(fault, end, end - at < 4 ? "chunkLength" : "chunkType");
        }
        const uint64_t chunk_size = bytes_load_u32(bytes + at);
        const uint32_t type = bytes_load_u32(bytes + at + 4);
        const uint64_t data = at + GLB_CHUNK_HEADER;
        if (data + chunk_size > end) { /* 64 bits: cannot wrap */
            return glb_fail(fault, data + chunk_size > length ? at : end, "chunkLength");
        }
        status = glb_keep_chunk(bytes + data, chunk_size, type, at, out, fault);
        if (status != GLTF_OK) {
            return status;
        }
        at = data + chunk_size;
    }
    return out->json ? GLTF_OK : glb_fail(fault, end, "chunkLength");
}

int gltf_i_glb_is(const uint8_t *bytes, size_t size) {
    return size > 0 && bytes[0] == 'g';
}

gltf_status gltf_i_glb_split(const uint8_t *bytes, size_t size, gltf_i_glb *out, uint64_t *position,
                             const char **field) {
    glb_fault fault = {0, NULL};
    memory_zero(out, sizeof *out);
    const gltf_status status = glb_walk(bytes, size, out, &fault);
    if (status != GLTF_OK) {
        memory_zero(out, sizeof *out);
    }
    *position = fault.position;
    *field = fault.field;
    return status;
}
