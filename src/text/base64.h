/* text/base64.h - floor 1: base64 characters to bytes. */
#ifndef GLTF_I_BASE64_H
#define GLTF_I_BASE64_H

#include "../base/compiler.h"

/* Decode plain characters (no escapes) into `out`, writing at most `capacity` bytes.  *size becomes the number of bytes
 * the whole text stands for.  Both alphabets; padding may be missing but not wrong; left-over bits may be anything.
 * GLTF_ERR_BASE64: *position = offset of the first character that cannot stand there. */
GLTF_I_HIDDEN gltf_status gltf_i_base64_decode(const char *text, size_t text_size, uint8_t *out, size_t capacity,
                                               size_t *size, size_t *position);

#endif
