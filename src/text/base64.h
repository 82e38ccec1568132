/* text/base64.h - layer 1: base64 characters to bytes. */
#ifndef GLTF_I_BASE64_H
#define GLTF_I_BASE64_H

#include "../base/compiler.h"

/* Decode plain characters (no escapes) into `out`, writing at most `capacity` bytes.  *size becomes the number of bytes
 * the whole text stands for.  Both alphabets; padding may be missing but not wrong; left-over bits may be anything.
 * GLTF_ERR_BASE64: *position = offset of the first character that cannot stand there. */
GLTF_I_HIDDEN gltf_status gltf_i_base64_decode(const char *text, size_t text_size, uint8_t *out, size_t capacity,
                                               size_t *size, size_t *position);

/* The same in pieces, for text with escapes in it: start with {out, capacity}, feed runs and single characters, finish. */
typedef struct gltf_i_base64 {
    uint8_t *out;
    size_t capacity;
    size_t size;     /* bytes so far; those past the capacity are counted, not written */
    uint32_t bits;   /* of the open group of four characters */
    unsigned held;   /* characters in it, 0..3 */
    unsigned padded; /* '=' seen */
    uint32_t cpu;    /* GLTF_CPU_* bits for vector loops; 0 = the portable one */
} gltf_i_base64;

/* Take characters; gives how many: less than text_size if the next one cannot stand there. */
GLTF_I_HIDDEN size_t gltf_i_base64_feed(gltf_i_base64 *state, const char *text, size_t text_size);

/* Write the last group; 0 if the text must not end here. */
GLTF_I_HIDDEN int gltf_i_base64_finish(gltf_i_base64 *state);

#endif
