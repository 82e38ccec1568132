/* validate/accessors.h - layer 3: accessors as those who use them see them, and what is to be asked of their elements. */
#ifndef GLTF_I_ACCESSORS_H
#define GLTF_I_ACCESSORS_H

#include "model.h"

/* A format: type, component type and normalized in one number, for lists of what a place allows. */
#define GLTF_I_FORMAT(shape, component_type, normalized)                                                               \
    ((uint16_t)((shape) << 8 | ((component_type)-GLTF_BYTE) << 1 | (normalized)))

/* Note that an accessor and its view are used as GLTF_I_ROLE_* and GLTF_I_VIEW_*; what does not fit is reported at the
 * property. */
GLTF_I_HIDDEN void gltf_i_accessor_use(gltf_i_check *check, gltf_i_check_accessor *accessor, uint8_t role,
                                       uint8_t usage, gltf_i_text property);

/* Whether its format is one of a list that ends with 0. */
GLTF_I_HIDDEN int gltf_i_accessor_is(const gltf_i_check_accessor *accessor, const uint16_t *formats);

/* "VEC3 FLOAT", "SCALAR UNSIGNED_BYTE normalized" for messages, in scratch memory. */
GLTF_I_HIDDEN gltf_i_text gltf_i_accessor_format(gltf_i_check *check, const gltf_i_check_accessor *accessor);

/* ---- What is asked of elements ---- */

enum {
    GLTF_I_RULE_NORMAL = 1,   /* unit length; place: mesh, primitive */
    GLTF_I_RULE_TANGENT = 2,  /* unit length and sign */
    GLTF_I_RULE_COLOR = 3,    /* 0 to 1 */
    GLTF_I_RULE_INDICES = 4,  /* limit: greatest index that exists, -1 = none; flag: triangles */
    GLTF_I_RULE_MATRICES = 5, /* place: skin */
    GLTF_I_RULE_TIMES = 6,    /* place: animation, sampler */
    GLTF_I_RULE_ROTATION = 7  /* place: animation, channel; flag: CUBICSPLINE */
};

struct gltf_i_rule {
    gltf_i_rule *next;
    int64_t limit;
    uint32_t first; /* place */
    uint32_t second;
    uint8_t kind;
    uint8_t flag;
};

/* Ask something of an accessor's elements; NULL without memory. */
GLTF_I_HIDDEN gltf_i_rule *gltf_i_accessor_ask(gltf_i_check *check, gltf_i_check_accessor *accessor, uint8_t kind,
                                               uint32_t first, uint32_t second);

/* The accessor's `min` or `max` as the table keeps it; NULL = none or a broken one, which has been reported.  bounds.c */
GLTF_I_HIDDEN const double *gltf_i_accessor_bound(gltf_i_check *check, const char *name, gltf_i_text value,
                                                  const gltf_i_check_accessor *accessor);

#endif
