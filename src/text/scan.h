/* text/scan.h - layer 1: one strict pass over JSON text (RFC 8259, UTF-8), and steps over text that passed it. */
#ifndef GLTF_I_SCAN_H
#define GLTF_I_SCAN_H

#include "../base/compiler.h"

/* A stretch of text: a key with its quotes, a value. */
typedef struct gltf_i_text {
    const char *at; /* NULL = absent */
    size_t size;
} gltf_i_text;

enum { GLTF_I_SCAN_MAX_DEPTH = 512, GLTF_I_SCAN_LONG = 1 << 14 };

/* What a scan calls; return GLTF_OK to go on, anything else ends the scan with that status.
 * member: one member of the root object, after its value was checked; escapes in the key are not decoded.
 * element: one element of an array that is the value of a member of the root; called before that member.
 * long_string: a string of GLTF_I_SCAN_LONG bytes or more, with its quotes, wherever it stands; in the order of the text. */
typedef struct gltf_i_scan_events {
    void *user;
    gltf_status (*element)(void *user, size_t index, gltf_i_text value);
    gltf_status (*member)(void *user, gltf_i_text key, gltf_i_text value);
    void (*long_string)(void *user, gltf_i_text string);
} gltf_i_scan_events;

/* Check the whole text: RFC 8259 and UTF-8 to the letter, nothing before or after the value but white space.  No
 * recursion, constant memory.  Fails with GLTF_ERR_JSON or GLTF_ERR_LIMIT (deeper than GLTF_I_SCAN_MAX_DEPTH); *position
 * becomes the offset of the first wrong byte.  The root may be any value; events come only from an object. */
GLTF_I_HIDDEN gltf_status gltf_i_scan_document(const char *text, size_t size, const gltf_i_scan_events *events,
                                               size_t *position);

/* The same for the value that a text begins with: *end becomes its size, or on failure the offset of the first wrong byte. */
GLTF_I_HIDDEN gltf_status gltf_i_scan_value(gltf_i_text text, size_t *end);

/* ---- Steps.  The text must have passed gltf_i_scan_document, so these check nothing: text that its owner may have changed
 * meanwhile has to pass once more. ---- */

/* Walk the members of an object or the elements of an array (keys absent).  Start with *cursor = 0; 0 = no more. */
GLTF_I_HIDDEN int gltf_i_scan_next(gltf_i_text container, size_t *cursor, gltf_i_text *key, gltf_i_text *value);

/* The two halves of such a step, for who reads the value on the way: *cursor stands at its first byte between them, and may
 * be moved behind its last one in place of the second. */
GLTF_I_HIDDEN int gltf_i_scan_next_key(gltf_i_text container, size_t *cursor, gltf_i_text *key);
GLTF_I_HIDDEN void gltf_i_scan_next_value(gltf_i_text container, size_t *cursor, gltf_i_text *value);

/* The members of an object that have these names (a list that ends with NULL), in one walk: values[i] becomes the value of the
 * last member named names[i], escapes decoded; absent where there is none or `object` is no object.  A key with \u0000 in it
 * matches nothing.  `known` (NULL, or a list that ends with an absent entry) holds long strings whose ends are known.
 * object.size may reach past the value's end, as far as the text around it.  Gives the size of the value, of whatever kind. */
GLTF_I_HIDDEN size_t gltf_i_scan_members(gltf_i_text object, const char *const *names, const gltf_i_text *known,
                                         gltf_i_text *values);

/* One of them. */
GLTF_I_HIDDEN gltf_i_text gltf_i_scan_member(gltf_i_text object, const char *name);

/* Order of a string (with its quotes), once decoded, and `plain`, by their bytes: < 0, 0 or > 0.  One with \u0000 in it equals
 * nothing. */
GLTF_I_HIDDEN int gltf_i_scan_order(gltf_i_text string, const char *plain);
/* Whether the order is 0. */
GLTF_I_HIDDEN int gltf_i_scan_same(gltf_i_text string, const char *plain);

/* Decode a string (with its quotes) to UTF-8 into `out`, which has room for string.size - 1 bytes (always enough, NUL
 * included); lone surrogates and U+0000 become U+FFFD.  Gives the length; *has_zero (may be NULL) tells of U+0000. */
GLTF_I_HIDDEN size_t gltf_i_scan_decode(gltf_i_text string, char *out, int *has_zero);

#endif
