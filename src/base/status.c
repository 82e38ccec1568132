/* base/status.c - floor 0: names of statuses, and the sentence that an error makes. */
#include "failure.h"

uint32_t gltf_version(void) {
    return GLTF_VERSION_NUMBER;
}
