/* text/glb.c - layer 1: the GLB container, bytes to extents.  [glTF 2.0, 4.4 Binary glTF Layout] */
#include "glb.h"

#include "../base/bytes.h"
#include "../base/sentences.h"

enum { GLB_HEADER = 12, GLB_CHUNK_HEADER = 8 };

#define GLB_MAGIC 0x46546C67u
#define GLB_JSON 0x4E4F534Au
#define GLB_BIN 0x004E4942u

static gltf_status glb_fail(gltf_i_glb_fault *fault, uint32_t reason, uint64_t position, const char *field) {
    fault->reason = reason;
    fault->position = position;
    fault->field = field;
    return GLTF_ERR_GLB;
}

static gltf_status glb_fail_numbers(gltf_i_glb_fault *fault, uint32_t reason, uint64_t position, const char *field,
                                    uint64_t expected, uint64_t found) {
    fault->expected = expected;
    fault->found = found;
    return glb_fail(fault, reason, position, field);
}

/* Check the header; *length becomes the total that it claims. */
static gltf_status glb_read_header(const uint8_t *bytes, uint64_t size, uint64_t *length, gltf_i_glb_fault *fault) {
    if (size >= 4 && bytes_load_u32(bytes) != GLB_MAGIC) {
        return glb_fail(fault, GLTF_I_REASON_GLB_MAGIC, 0, "magic");
    }
    if (size >= 8 && bytes_load_u32(bytes + 4) != 2) {
        return glb_fail_numbers(fault, GLTF_I_REASON_GLB_VERSION, 4, "version", 2, bytes_load_u32(bytes + 4));
    }
    if (size < GLB_HEADER) {
        return glb_fail_numbers(fault, GLTF_I_REASON_GLB_HEADER, size,
                                size < 4   ? "magic"
                                : size < 8 ? "version"
                                           : "length",
                                GLB_HEADER, size);
    }
    *length = bytes_load_u32(bytes + 8);
    return *length > GLB_HEADER
               ? GLTF_OK
               : glb_fail_numbers(fault, GLTF_I_REASON_GLB_LENGTH, 8, "length", GLB_HEADER + GLB_CHUNK_HEADER, *length);
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
                                  gltf_i_glb_fault *fault) {
    if (!out->json) {
        if (type != GLB_JSON) {
            return glb_fail(fault, GLTF_I_REASON_GLB_NOT_JSON, at, "chunkType");
        }
        if (chunk_size == 0) {
            return glb_fail(fault, GLTF_I_REASON_GLB_JSON_EMPTY, at, "chunkLength");
        }
        out->json = data;
        out->json_size = glb_text_size(data, (size_t)chunk_size);
    } else if (type == GLB_BIN && !out->bin) {
        out->bin = data;
        out->bin_size = (size_t)chunk_size;
    }
    return GLTF_OK;
}

/* A chunk ends after the file or the container.  The first one is JSON; what has neither type right after it is no chunk, so
 * that the length of the JSON chunk is the wrong one. */
static gltf_status glb_fail_overrun(gltf_i_glb_fault *fault, const uint8_t *bytes, uint64_t at, uint64_t end,
                                    uint64_t position) {
    const uint64_t json_size = bytes_load_u32(bytes + GLB_HEADER);
    const uint64_t chunk_end = at + GLB_CHUNK_HEADER + bytes_load_u32(bytes + at);
    const uint32_t type = bytes_load_u32(bytes + at + 4);
    uint32_t reason = type == GLB_BIN ? GLTF_I_REASON_GLB_BIN_CUT : GLTF_I_REASON_GLB_CHUNK_CUT;
    if (at == GLB_HEADER) {
        reason = type == GLB_JSON ? GLTF_I_REASON_GLB_JSON_CUT : GLTF_I_REASON_GLB_NOT_JSON;
    } else if (type != GLB_BIN && type != GLB_JSON && at == GLB_HEADER + GLB_CHUNK_HEADER + json_size) {
        return glb_fail_numbers(fault, GLTF_I_REASON_GLB_NO_CHUNK, position, "chunkLength", end, json_size);
    }
    return glb_fail_numbers(fault, reason, position, "chunkLength", end, chunk_end);
}

static gltf_status glb_walk(const uint8_t *bytes, uint64_t size, gltf_i_glb *out, gltf_i_glb_fault *fault) {
    uint64_t length = 0;
    gltf_status status = glb_read_header(bytes, size, &length, fault);
    if (status != GLTF_OK) {
        return status;
    }
    const uint64_t end = length < size ? length : size;
    uint64_t at = GLB_HEADER;
    while (at < end) {
        if (end - at < GLB_CHUNK_HEADER) { /* some bytes behind the last chunk, or a cut file */
            return out->bin ? GLTF_OK
                            : glb_fail(fault, GLTF_I_REASON_GLB_CHUNK_HEADER, end,
                                       end - at < 4 ? "chunkLength" : "chunkType");
        }
        const uint64_t chunk_size = bytes_load_u32(bytes + at);
        const uint32_t type = bytes_load_u32(bytes + at + 4);
        const uint64_t data = at + GLB_CHUNK_HEADER;
        if (data + chunk_size > end) { /* 64 bits: cannot wrap */
            return glb_fail_overrun(fault, bytes, at, end, data + chunk_size > length ? at : end);
        }
        status = glb_keep_chunk(bytes + data, chunk_size, type, at, out, fault);
        if (status != GLTF_OK) {
            return status;
        }
        at = data + chunk_size;
    }
    return out->json ? GLTF_OK : glb_fail(fault, GLTF_I_REASON_GLB_NO_JSON, end, "chunkLength");
}

int gltf_i_glb_is(const uint8_t *bytes, size_t size) {
    return size > 0 && bytes[0] == 'g';
}

gltf_status gltf_i_glb_split(const uint8_t *bytes, size_t size, gltf_i_glb *out, gltf_i_glb_fault *fault) {
    memory_zero(fault, sizeof *fault);
    memory_zero(out, sizeof *out);
    const gltf_status status = glb_walk(bytes, size, out, fault);
    if (status != GLTF_OK) {
        memory_zero(out, sizeof *out);
    }
    return status;
}
