/* validate/views.h - layer 3: views as those who use them see them. */
#ifndef GLTF_I_VIEWS_H
#define GLTF_I_VIEWS_H

#include "model.h"

enum { GLTF_I_TARGET_VERTICES = 34962, GLTF_I_TARGET_INDICES = 34963 };

/* Note that a view (NULL is fine) is used as GLTF_I_VIEW_*; what does not fit is reported at the property. */
GLTF_I_HIDDEN void gltf_i_view_use(gltf_i_check *check, gltf_i_check_view *view, uint8_t usage, gltf_i_text property);

/* extensions.c: what the extensions of an object that is GLTF_I_ON_* (document/places.h) refer to is used. */
GLTF_I_HIDDEN void gltf_i_extension_use(gltf_i_check *check, uint32_t on, gltf_i_text object);

#endif
