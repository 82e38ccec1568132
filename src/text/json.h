/* text/json.h - layer 1: JSON values as trees of cJSON, for the asset and for numbers that are hard to round. */
#ifndef GLTF_I_JSON_H
#define GLTF_I_JSON_H

#include "value.h"

typedef struct gltf_i_json gltf_i_json; /* a value; borrowed from its root */

/* Parse one value of text that passed gltf_i_scan_document, without white space before it.  U+0000 in keys and strings becomes
 * U+FFFD, so that nothing is cut.  cJSON allocates with malloc: GLTF_ERR_MEMORY.  Free with gltf_i_json_free. */
GLTF_I_HIDDEN gltf_status gltf_i_json_parse(gltf_i_text value, gltf_i_json **out);
GLTF_I_HIDDEN void gltf_i_json_free(gltf_i_json *root); /* NULL is fine */

GLTF_I_HIDDEN int gltf_i_json_kind(const gltf_i_json *value); /* 0 for NULL */

/* Children of an array or object, in file order; NULL when there is none, also for other kinds and NULL. */
GLTF_I_HIDDEN const gltf_i_json *gltf_i_json_first(const gltf_i_json *container);
GLTF_I_HIDDEN const gltf_i_json *gltf_i_json_next(const gltf_i_json *child);
GLTF_I_HIDDEN const char *gltf_i_json_key(const gltf_i_json *member);   /* NULL for elements of arrays */
GLTF_I_HIDDEN const char *gltf_i_json_string(const gltf_i_json *value); /* NULL for other kinds */
GLTF_I_HIDDEN int gltf_i_json_true(const gltf_i_json *value);           /* 1 for true, 0 for false and all else */

/* Last member with this key, which is the one that counts; NULL when there is none or `object` is no object. */
GLTF_I_HIDDEN const gltf_i_json *gltf_i_json_member(const gltf_i_json *object, const char *key);

/* Numbers: finite; integers integral and in 0 .. 2^53 - 1, however they are spelled.  0 when they are not. */
GLTF_I_HIDDEN int gltf_i_json_number(const gltf_i_json *value, double *out);
GLTF_I_HIDDEN int gltf_i_json_integer(const gltf_i_json *value, uint64_t *out);

#endif
