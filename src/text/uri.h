/* text/uri.h - layer 1: URI references of buffers: data: URIs, percent-decoding, which paths are safe to open. */
#ifndef GLTF_I_URI_H
#define GLTF_I_URI_H

#include "scan.h"

enum { GLTF_I_URI_EXTERNAL = 1, GLTF_I_URI_DATA = 2 };

/* What a `uri` string (with its quotes, from checked text) is.  DATA: payload is what follows the comma, still with JSON
 * escapes and percent codes in it; base64 tells how it is written; media_type is the text before parameters (may be empty). */
typedef struct gltf_i_uri {
    int kind;
    int base64;
    gltf_i_text media_type;
    gltf_i_text payload;
    uint32_t cpu; /* 0; the caller may set GLTF_CPU_* bits for decoding */
} gltf_i_uri;

/* GLTF_ERR_URI: a data: URI without comma (kind is DATA), or a string with U+0000 in it (in a payload, which may be long, decoding finds
 * it).  Schemes compare without case. */
GLTF_I_HIDDEN gltf_status gltf_i_uri_split(gltf_i_text string, gltf_i_uri *out);

/* Bytes that a data: payload decodes to at most: its size never gives more. */
GLTF_I_HIDDEN size_t gltf_i_uri_data_room(const gltf_i_uri *uri);

/* Decode the payload straight from the text into `out`, writing at most `capacity` bytes; *size becomes the number of
 * bytes the payload has, which may be more.  GLTF_ERR_BASE64 (position = offset in the payload of the first bad
 * character) or GLTF_ERR_URI (position likewise: a '%' without two hex digits, U+0000).  [RFC 2397; RFC 4648 with '-' and '_' and missing padding accepted, white space not] */
GLTF_I_HIDDEN gltf_status gltf_i_uri_data_decode(const gltf_i_uri *uri, uint8_t *out, size_t capacity, size_t *size,
                                                 size_t *position);

/* Percent-decode, once, a NUL-terminated reference in place; '%' without two hex digits stays.  Then remove the dot segments
 * of a relative path: "a/./b" becomes "a/b", "a/../b" becomes "b"; ".." that leave the folder stay at the front, a path of
 * the folder itself is ".", and "./" stays in front of what would else look like a scheme or an absolute path.  "?" and "#"
 * do not end the path.  GLTF_ERR_URI if the result would hold a NUL.  The text is not checked further: hosts have their own
 * rules.  [RFC 3986, 5.2.4] */
GLTF_I_HIDDEN gltf_status gltf_i_uri_decode(char *uri);

/* Whether a reference from gltf_i_uri_decode may be opened below a folder: GLTF_OK, or GLTF_ERR_URI for an empty one, a scheme, a leading '/', a drive letter, a backslash,
 * a control character, bad UTF-8, or a segment "..".  "?" and "#" of the decoded path are ordinary characters. */
GLTF_I_HIDDEN gltf_status gltf_i_uri_check_path(const char *uri);

/* Why not, GLTF_I_REASON_NONE where it may. */
GLTF_I_HIDDEN uint32_t gltf_i_uri_path_reason(const char *uri);

/* Whether Windows takes a part of such a path for something else than a file of that name: a device (CON, COM1.bin, ...), a
 * stream of a file (with a ':'), or the name without the dots and spaces at its end. */
GLTF_I_HIDDEN int gltf_i_uri_misleads_windows(const char *uri);

#endif
