/* codec/filters_sse2.c - floor 1: the loops of the filters for SSE2. */
#include "filters.h"

const gltf_i_filters_kernels *gltf_i_filters_sse2(uint32_t cpu) {
    (void)cpu;
    return NULL;
}
