/* codec/attributes_ssse3.c - floor 1: the loops of the attribute stream for SSSE3. */
#include "attributes.h"

const gltf_i_attributes_kernels *gltf_i_attributes_ssse3(uint32_t cpu) {
    (void)cpu;
    return NULL;
}
