/* validate/model.h - layer 3: views and accessors as the tables of a check hold them. */
#ifndef GLTF_I_MODEL_H
#define GLTF_I_MODEL_H

#include "check.h"

/* The view with this index, NULL if there is none. */
GLTF_I_HIDDEN gltf_i_check_view *gltf_i_view_of(const gltf_i_check *check, int64_t index);

/* The accessor with this index, NULL if there is none. */
GLTF_I_HIDDEN gltf_i_check_accessor *gltf_i_accessor_of(const gltf_i_check *check, int64_t index);

/* Whether componentType, count and type are present and valid. */
GLTF_I_HIDDEN int gltf_i_accessor_is_complete(const gltf_i_check_accessor *accessor);

/* Whether it is complete and has a view or a sparse part: it has elements that can be examined. */
GLTF_I_HIDDEN int gltf_i_accessor_has_elements(const gltf_i_check *check, const gltf_i_check_accessor *accessor);

/* Whether its view has a byteStride. */
GLTF_I_HIDDEN int gltf_i_accessor_has_stride(const gltf_i_check *check, const gltf_i_check_accessor *accessor);

GLTF_I_HIDDEN int64_t gltf_i_accessor_components(const gltf_i_check_accessor *accessor);
GLTF_I_HIDDEN int64_t gltf_i_accessor_component_size(int64_t component_type);
/* Bytes that the last element needs, and bytes from one to the next where no stride is declared. */
GLTF_I_HIDDEN int64_t gltf_i_accessor_element_length(const gltf_i_check_accessor *accessor);
GLTF_I_HIDDEN int64_t gltf_i_accessor_stride(const gltf_i_check *check, const gltf_i_check_accessor *accessor);

/* Whether `length` bytes at `offset` lie in a view and are aligned; silent. */
GLTF_I_HIDDEN int gltf_i_accessor_fits(int64_t offset, int64_t component_size, int64_t length,
                                       const gltf_i_check_view *view);

#endif
