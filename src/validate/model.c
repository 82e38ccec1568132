/* validate/model.c - layer 3: reads the tables of views and accessors that validation has filled; reports nothing. */
#include "model.h"

#include "../core/element.h"

gltf_i_check_view *gltf_i_view_of(const gltf_i_check *check, int64_t index) {
    const int exists = index >= 0 && index < check->view_count && check->views[index].exists;
    return exists ? &check->views[index] : NULL;
}

gltf_i_check_accessor *gltf_i_accessor_of(const gltf_i_check *check, int64_t index) {
    const int exists = index >= 0 && index < check->accessor_count && check->accessors[index].exists;
    return exists ? &check->accessors[index] : NULL;
}

int64_t gltf_i_accessor_components(const gltf_i_check_accessor *accessor) {
    return gltf_component_count(accessor->shape); /* 0 for none and unknown */
}

int64_t gltf_i_accessor_component_size(int64_t component_type) {
    return component_type < 0 ? 4 : gltf_component_size((uint32_t)component_type);
}

/* How elements lie in memory; broken component types count as FLOAT.  [glTF 2.0, 3.6.2.4 Data Alignment] */
static gltf_i_element element_of(const gltf_i_check_accessor *accessor) {
    const int64_t type = accessor->component_type;
    return gltf_i_element_of(type < 0 ? (uint32_t)GLTF_FLOAT : (uint32_t)type, accessor->shape);
}

int64_t gltf_i_accessor_element_length(const gltf_i_check_accessor *accessor) {
    return element_of(accessor).last_size;
}

int64_t gltf_i_accessor_stride(const gltf_i_check *check, const gltf_i_check_accessor *accessor) {
    const gltf_i_check_view *const view = gltf_i_view_of(check, accessor->view);
    return view && view->byte_stride != GLTF_I_BROKEN ? view->byte_stride : (int64_t)element_of(accessor).size;
}

int gltf_i_accessor_has_stride(const gltf_i_check *check, const gltf_i_check_accessor *accessor) {
    const gltf_i_check_view *const view = gltf_i_view_of(check, accessor->view);
    return view && view->byte_stride != GLTF_I_BROKEN;
}

int gltf_i_accessor_fits(int64_t offset, int64_t component_size, int64_t length, const gltf_i_check_view *view) {
    return offset >= 0 && view->byte_offset >= 0 && offset % component_size == 0 &&
           (view->byte_offset + offset) % component_size == 0 && offset <= view->byte_length &&
           offset + length <= view->byte_length;
}

int gltf_i_accessor_is_complete(const gltf_i_check_accessor *accessor) {
    return accessor->component_type != GLTF_I_BROKEN && accessor->count != GLTF_I_BROKEN &&
           accessor->shape != GLTF_I_SHAPE_NONE;
}

int gltf_i_accessor_has_elements(const gltf_i_check *check, const gltf_i_check_accessor *accessor) {
    return accessor->exists && gltf_i_accessor_is_complete(accessor) &&
           (gltf_i_view_of(check, accessor->view) || accessor->sparse);
}
