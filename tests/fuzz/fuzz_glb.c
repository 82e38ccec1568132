/* tests/fuzz/fuzz_glb.c - outside the layers: any bytes as a GLB: the chunks that are found, and what stands on them.
 *
 * Chunks lie inside the file, one behind the other, and are those that a plain walk from the first byte meets. */
#define FUZZ_NAME "fuzz_glb"
#include "harness.h"

#include "../../include/gltf_accessor/gltf_accessor.h"
#include "../../src/text/glb.h"

static uint64_t word(const uint8_t *bytes) {
    return bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 | (uint64_t)bytes[3] << 24;
}

/* Whether [at, at + size) lies in the file behind the header of its chunk, which has this name and at least this size. */
static void check_chunk(const uint8_t *file, size_t file_size, const uint8_t *at, size_t size, const char *name) {
    const uintptr_t start = (uintptr_t)file, place = (uintptr_t)at;
    claim(place >= start + 20 && place - start <= file_size, "a chunk that starts outside the file");
    claim(size <= file_size - (place - start), "a chunk that ends outside the file");
    claim(memcmp(at - 4, name, 4) == 0, "a chunk of another name");
    claim(size <= word(at - 8), "more bytes than the chunk has");
}

/* The second way: all headers in order, up to the first BIN. */
static void check_order(const uint8_t *file, size_t size, const gltf_i_glb *glb) {
    const uint64_t claimed = word(file + 8);
    const uint64_t end = claimed < size ? claimed : size;
    uint64_t at = 12;
    const uint8_t *bin = NULL;
    claim(glb->json == file + 20, "the text is not the first chunk");
    while (!bin && end - at >= 8) {
        const uint64_t length = word(file + at);
        claim(length <= end - at - 8, "a chunk was let through that is cut");
        if (at > 12 && memcmp(file + at + 4, "BIN", 4) == 0) {
            bin = file + at + 8;
            claim(glb->bin_size == length, "BIN has another size");
        }
        at += 8 + length;
    }
    claim(bin == glb->bin, "another chunk is the first BIN");
}

static void check_found(const uint8_t *file, size_t size, const gltf_i_glb *glb) {
    check_chunk(file, size, glb->json, glb->json_size, "JSON");
    claim(glb->json_size == 0 || glb->json[glb->json_size - 1] != 0, "NUL padding is left");
    if (glb->bin) {
        check_chunk(file, size, glb->bin, glb->bin_size, "BIN");
        claim(glb->bin >= glb->json + word(glb->json - 8) + 8, "chunks overlap");
    } else {
        claim(glb->bin_size == 0, "bytes of no chunk");
    }
    check_order(file, size, glb);
}

/* The document sees the same chunks. */
static void parse(const uint8_t *file, size_t size, gltf_status split, const gltf_i_glb *glb) {
    fuzz_memory memory = {0, 0, 0, 0, 0};
    gltf_document_options options;
    gltf_document *document = NULL;
    gltf_error error;
    gltf_document_options_init(&options, sizeof options);
    options.allocator.user = &memory;
    options.allocator.allocate = fuzz_allocate;
    options.allocator.release = fuzz_release;
    const gltf_status status = gltf_document_parse(file, size, &options, &document, &error);
    if (gltf_i_glb_is(file, size)) {
        claim((status == GLTF_ERR_GLB) == (split != GLTF_OK), "the document sees another container");
        claim(status != GLTF_ERR_JSON || error.position <= size, "a position outside the file");
    }
    if (status == GLTF_OK && split == GLTF_OK) {
        size_t text_size = 0;
        const uint8_t *text = (const uint8_t *)gltf_document_json(document, &text_size);
        claim(text >= glb->json && text + text_size <= glb->json + glb->json_size, "text that is not of the chunk");
        (void)gltf_document_load(document, GLTF_NONE, NULL, NULL);
    }
    gltf_document_free(document);
    fuzz_check_memory(&memory, size, 0);
}

static gltf_status GLTF_CALL hear(void *user, const gltf_issue *issue) {
    const size_t *size = user;
    claim(issue->pointer || issue->offset <= *size, "an issue outside the file");
    return GLTF_OK;
}

static void validate(const uint8_t *file, size_t size) {
    gltf_validate_options options;
    gltf_validation result;
    gltf_validate_options_init(&options, sizeof options);
    options.flags = GLTF_VALIDATE_GLB;
    const gltf_status status = gltf_validate(file, size, &options, hear, &size, &result, NULL);
    claim(status == GLTF_OK || status == GLTF_ERR_LIMIT, "validation ended with an error");
    claim(status != GLTF_OK || result.is_glb, "validated as something else");
}

static void look(const uint8_t *data, size_t size) {
    gltf_i_glb glb;
    gltf_i_glb_fault fault;
    uint8_t *file = fuzz_copy(data, size);
    const gltf_status status = gltf_i_glb_split(file, size, &glb, &fault);
    if (status == GLTF_OK) {
        check_found(file, size, &glb);
    } else {
        claim(status == GLTF_ERR_GLB && fault.field && fault.reason && fault.position <= size,
              "a fault without a place");
        claim(!glb.json && !glb.bin && !glb.json_size && !glb.bin_size, "something left after a fault");
    }
    parse(file, size, status, &glb);
    validate(file, size);
    free(file);
}

FUZZ_ENTRY(look)
