/* validate/uris.h - layer 3: which references the official validator takes for URIs, and which of them for relative ones. */
#ifndef GLTF_I_URIS_H
#define GLTF_I_URIS_H

#include "check.h"

enum { GLTF_I_URI_BAD = 0, GLTF_I_URI_RELATIVE = 1, GLTF_I_URI_NOT_RELATIVE = 2 };

/* What a plain text is as a reference to an external resource.  [RFC 3986, 4.1] */
GLTF_I_HIDDEN int gltf_i_uris_kind(gltf_i_text uri);

/* Whether what stands between "data:" and the comma has the form of RFC 2397; *type becomes the media type, maybe empty. */
GLTF_I_HIDDEN int gltf_i_uris_data_header(gltf_i_text header, gltf_i_text *type);

/* Whether two texts are the same but for the case of ASCII letters; `lower` is in lower case. */
GLTF_I_HIDDEN int gltf_i_uris_same(gltf_i_text text, const char *lower);

#endif
