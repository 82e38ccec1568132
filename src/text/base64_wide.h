/* text/base64_wide.h - layer 1: base64 by vector registers. */
#ifndef GLTF_I_BASE64_WIDE_H
#define GLTF_I_BASE64_WIDE_H

#include "../base/compiler.h"

/* Decode groups of four characters, of either alphabet, while whole registers of good ones are there; gives how many groups.
 * It stops before the register that has a bad character in it, and before the last groups, which it leaves to the caller.
 * Writes within 3 * groups bytes of `out`; those behind the decoded ones are then unspecified.  GLTF_CPU_* bits; 0 decodes
 * nothing. */
GLTF_I_HIDDEN size_t gltf_i_base64_wide(const uint8_t *in, size_t groups, uint8_t *out, uint32_t cpu);

#endif
