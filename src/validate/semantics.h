/* validate/semantics.h - layer 3: names of attributes and the formats that each of them may have. */
#ifndef GLTF_I_SEMANTICS_H
#define GLTF_I_SEMANTICS_H

#include "check.h"

enum {
    GLTF_I_SEMANTIC_POSITION = 0,
    GLTF_I_SEMANTIC_NORMAL = 1,
    GLTF_I_SEMANTIC_TANGENT = 2,
    GLTF_I_SEMANTIC_TEXCOORD = 3, /* this and the following have sets */
    GLTF_I_SEMANTIC_COLOR = 4,
    GLTF_I_SEMANTIC_JOINTS = 5,
    GLTF_I_SEMANTIC_WEIGHTS = 6,
    GLTF_I_SEMANTIC_COUNT = 7,
    GLTF_I_SEMANTIC_CUSTOM = 8, /* begins with an underscore, or with the name of an extension and a colon */
    GLTF_I_SEMANTIC_NONE = 9    /* no name that an attribute may have */
};

/* What a name is; *set is its number where it has one.  EXTENSION:NAME is custom where the extension is used. */
GLTF_I_HIDDEN int gltf_i_semantic_of(const gltf_i_check *check, gltf_i_text name, uint64_t *set);

/* Whether a morph target may change attributes of this kind. */
GLTF_I_HIDDEN int gltf_i_semantic_morphs(int semantic);

GLTF_I_HIDDEN const char *gltf_i_semantic_name(int semantic);

/* Formats that a name takes, as of gltf_i_accessor_is, in a primitive or in a morph target; NULL = any.  As in the official
 * validator, what stands before the first underscore decides, also in names that are not allowed. */
GLTF_I_HIDDEN const uint16_t *gltf_i_semantic_formats(gltf_i_text name, int in_target, int quantized);

#endif
