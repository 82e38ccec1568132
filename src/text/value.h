/* text/value.h - layer 1: values of JSON text that passed gltf_i_scan_document, read where they stand. */
#ifndef GLTF_I_VALUE_H
#define GLTF_I_VALUE_H

#include "scan.h"

enum {
    GLTF_I_JSON_NULL = 1,
    GLTF_I_JSON_BOOLEAN = 2,
    GLTF_I_JSON_NUMBER = 3,
    GLTF_I_JSON_STRING = 4,
    GLTF_I_JSON_ARRAY = 5,
    GLTF_I_JSON_OBJECT = 6
};

/* One of GLTF_I_JSON_*; 0 when absent (at == NULL). */
GLTF_I_HIDDEN int gltf_i_value_kind(gltf_i_text value);

/* Number of elements or members of a container; 0 for other kinds. */
GLTF_I_HIDDEN size_t gltf_i_value_length(gltf_i_text container);

/* The correctly rounded double.  GLTF_ERR_PROPERTY: not a number, or not finite; GLTF_ERR_MEMORY: long numbers go through
 * cJSON, which allocates.  *out becomes 0 on failure. */
GLTF_I_HIDDEN gltf_status gltf_i_value_number(gltf_i_text value, double *out);

/* An integer in 0 .. 2^53 - 1, however it is spelled (3, 3.0, 3e0).  Fails as above. */
GLTF_I_HIDDEN gltf_status gltf_i_value_integer(gltf_i_text value, uint64_t *out);

#endif
