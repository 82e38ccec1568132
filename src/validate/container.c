/* validate/container.c - layer 3: the GLB container: its header, its chunks, and where JSON and BIN are in it. */
#include "../base/bytes.h"
#include "../text/utf8.h"
#include "check.h"

enum { GLB_MAGIC = 0x46546C67, GLB_JSON = 0x4E4F534A, GLB_BIN = 0x004E4942 };
enum { GLB_HEADER_SIZE = 12, GLB_CHUNK_HEADER_SIZE = 8 };

typedef struct glb_walk {
    const uint8_t *bytes;
    uint64_t size;
    uint64_t length; /* declared */
    uint64_t at;
    uint32_t chunks; /* seen so far */
    uint32_t has_json;
    uint32_t has_bin;
} glb_walk;

static void report(gltf_i_check *check, uint32_t code, uint64_t offset, const char *format, int64_t a, int64_t b) {
    gltf_i_report_offset(check, code, offset, format, words_of(a, b));
}

/* 0 = nothing can be read. */
static int read_header(gltf_i_check *check, glb_walk *walk) {
    if (walk->size < GLB_HEADER_SIZE) {
        report(check, GLTF_I_GLB_UNEXPECTED_END_OF_HEADER, walk->size, "the file has %n bytes, the header alone 12",
               (int64_t)walk->size, 0);
        return 0;
    }
    const uint32_t magic = bytes_load_u32(walk->bytes);
    const uint32_t version = bytes_load_u32(walk->bytes + 4);
    walk->length = bytes_load_u32(walk->bytes + 8);
    if (magic != GLB_MAGIC) {
        report(check, GLTF_I_GLB_INVALID_MAGIC, 0, "magic is 0x%x, not 0x%x (\"glTF\")", magic, GLB_MAGIC);
        return 0;
    }
    if (version != 2) {
        report(check, GLTF_I_GLB_INVALID_VERSION, 4, "container version is %n, not 2", version, 0);
        return 0;
    }
    if (walk->length <= GLB_HEADER_SIZE) {
        report(check, GLTF_I_GLB_LENGTH_TOO_SMALL, 8, "declared length is %n, the header alone has 12",
               (int64_t)walk->length, 0);
    }
    walk->at = GLB_HEADER_SIZE;
    return 1;
}

/* Whether a chunk is to be kept: the first of its type. */
static int is_first(gltf_i_check *check, uint64_t offset, uint32_t *seen, uint32_t type) {
    if (*seen) {
        report(check, GLTF_I_GLB_DUPLICATE_CHUNK, offset, "a second chunk of type 0x%x is skipped", type, 0);
        return 0;
    }
    *seen = 1;
    return 1;
}

static int check_json_chunk(gltf_i_check *check, glb_walk *walk, uint64_t offset, uint64_t length) {
    if (length == 0) {
        report(check, GLTF_I_GLB_EMPTY_CHUNK, offset, "the JSON chunk is empty", 0, 0);
    }
    return is_first(check, offset, &walk->has_json, GLB_JSON);
}

static int check_bin_chunk(gltf_i_check *check, glb_walk *walk, uint64_t offset, uint64_t length) {
    if (walk->chunks > 1 && !walk->has_bin) {
        report(check, GLTF_I_GLB_UNEXPECTED_BIN_CHUNK, offset, "the BIN chunk is chunk %n, not the second",
               (int64_t)walk->chunks + 1, 0);
    }
    if (length == 0) {
        report(check, GLTF_I_GLB_EMPTY_BIN_CHUNK, offset, "the BIN chunk is empty", 0, 0);
    }
    return is_first(check, offset, &walk->has_bin, GLB_BIN);
}

/* Check the header of one chunk; its type where it is to be kept, else 0. */
static uint32_t check_chunk(gltf_i_check *check, glb_walk *walk, uint64_t length, uint32_t type) {
    const uint64_t offset = walk->at - GLB_CHUNK_HEADER_SIZE;
    if (length % 4 != 0) {
        report(check, GLTF_I_GLB_CHUNK_LENGTH_UNALIGNED, offset, "chunk length %n is not a multiple of 4",
               (int64_t)length, 0);
    }
    if (walk->at + length > walk->length) {
        report(check, GLTF_I_GLB_CHUNK_TOO_BIG, offset, "the chunk ends at %n, the declared length is %n",
               (int64_t)(walk->at + length), (int64_t)walk->length);
    }
    if (walk->chunks == 0 && type != GLB_JSON) {
        report(check, GLTF_I_GLB_UNEXPECTED_FIRST_CHUNK, offset, "the first chunk has type 0x%x, not 0x%x (\"JSON\")",
               type, GLB_JSON);
    }
    int keep = 0;
    if (type == GLB_JSON) {
        keep = check_json_chunk(check, walk, offset, length);
    } else if (type == GLB_BIN) {
        keep = check_bin_chunk(check, walk, offset, length);
    } else {
        report(check, GLTF_I_GLB_UNKNOWN_CHUNK_TYPE, offset, "a chunk of unknown type 0x%x is skipped", type, 0);
    }
    walk->chunks++;
    return keep ? type : 0;
}

/* Place of the first byte that no UTF-8 text has there; `size` when there is none.  The end may cut a sequence. */
static size_t find_bad_byte(const uint8_t *bytes, size_t size) {
    const uint8_t *p = bytes;
    const uint8_t *const end = bytes + size;
    while (p < end) {
        const uint8_t *bad = NULL;
        const uint8_t *const next = *p < 0x80 ? p + 1 : utf8_step(p, end, &bad);
        if (!next) {
            return (size_t)(bad - bytes);
        }
        p = next;
    }
    return size;
}

/* A chunk that the file cuts off.  Of JSON the official validator decodes the part that is there: where that is no UTF-8, it
 * says so and no more. */
static void report_cut(gltf_i_check *check, const glb_walk *walk, uint64_t length, uint32_t type) {
    const uint8_t *const part = walk->bytes + walk->at;
    const size_t size = (size_t)(walk->size - walk->at);
    if (type == GLB_JSON) {
        gltf_i_check_mark(check, (const char *)part, size);
        const size_t bad = find_bad_byte(part, size);
        if (bad < size) {
            gltf_i_report_document(check, GLTF_I_INVALID_JSON, "byte %n of the text is no UTF-8",
                                   words_of((int64_t)bad, 0));
            return;
        }
    }
    report(check, GLTF_I_GLB_UNEXPECTED_END_OF_CHUNK_DATA, walk->size, "the chunk ends at %n, the file at %n",
           (int64_t)(walk->at + length), (int64_t)walk->size);
}

/* The data of a chunk, which starts at walk->at.  0 = it does not end in the file, or nothing follows an empty one: in
 * both cases the official validator does not come to look at data, and the second leaves the chunk unread. */
static int take_chunk(gltf_i_check *check, glb_walk *walk, uint64_t length, uint32_t type) {
    if (walk->at + length > walk->size) {
        report_cut(check, walk, length, type);
        return 0;
    }
    if (walk->at == walk->size) {
        return 0;
    }
    if (type == GLB_JSON) {
        check->json = (const char *)walk->bytes + walk->at;
        check->json_size = (size_t)length;
    } else if (type == GLB_BIN) {
        check->bin = walk->bytes + walk->at;
        check->bin_size = (size_t)length;
    }
    walk->at += length;
    return 1;
}

/* What is left when no chunk header fits in the rest of the file. */
static void check_end(gltf_i_check *check, const glb_walk *walk) {
    if (walk->at < walk->size) {
        report(check, GLTF_I_GLB_UNEXPECTED_END_OF_CHUNK_HEADER, walk->size, "%n bytes are left, a chunk header has 8",
               (int64_t)(walk->size - walk->at), 0);
        return;
    }
    if (walk->length != walk->size) {
        report(check, GLTF_I_GLB_LENGTH_MISMATCH, walk->size, "declared length is %n, the file has %n",
               (int64_t)walk->length, (int64_t)walk->size);
    }
    check->container_whole = 1;
}

void gltf_i_check_container(gltf_i_check *check, const uint8_t *bytes, size_t size) {
    glb_walk walk;
    memory_zero(&walk, sizeof walk);
    walk.bytes = bytes;
    walk.size = size;
    if (!read_header(check, &walk)) {
        return;
    }
    while (!check_done(check)) {
        if (walk.at == walk.length && walk.at < walk.size) {
            report(check, GLTF_I_GLB_EXTRA_DATA, walk.at, "%n bytes follow the declared end",
                   (int64_t)(walk.size - walk.at), 0);
            check->container_whole = 1;
            return;
        }
        if (walk.size - walk.at < GLB_CHUNK_HEADER_SIZE) {
            check_end(check, &walk);
            return;
        }
        const uint64_t length = bytes_load_u32(bytes + walk.at);
        const uint32_t type = bytes_load_u32(bytes + walk.at + 4);
        walk.at += GLB_CHUNK_HEADER_SIZE;
        const uint32_t kept = check_chunk(check, &walk, length, type);
        if (!take_chunk(check, &walk, length, kept)) {
            return;
        }
    }
}
