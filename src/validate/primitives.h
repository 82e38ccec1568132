/* validate/primitives.h - layer 3: one primitive of a mesh. */
#ifndef GLTF_I_PRIMITIVES_H
#define GLTF_I_PRIMITIVES_H

#include "check.h"

/* Check a primitive, with the path at it; gives the number of its morph targets, 0 where they are broken. */
GLTF_I_HIDDEN uint32_t gltf_i_check_primitive(gltf_i_check *check, gltf_i_text object, uint32_t mesh,
                                              uint32_t primitive);

#endif
