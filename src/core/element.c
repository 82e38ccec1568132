/* core/element.c - layer 1: the sizes of component types and shapes. */
#include "element.h"

uint32_t gltf_component_size(uint32_t component_type) {
    switch (component_type) {
    case GLTF_BYTE:
    case GLTF_UNSIGNED_BYTE:
        return 1;
    case GLTF_SHORT:
    case GLTF_UNSIGNED_SHORT:
    case GLTF_HALF_FLOAT:
        return 2;
    case GLTF_UNSIGNED_INT:
    case GLTF_INT:
    case GLTF_FLOAT:
        return 4;
    case GLTF_DOUBLE:
        return 8;
    default:
        return 0;
    }
}

/* Indexed by shape: columns and rows. */
static const uint8_t shapes[][2] = {{0, 0}, {1, 1}, {1, 2}, {1, 3}, {1, 4}, {2, 2}, {3, 3}, {4, 4}};

static const uint8_t *shape_of(uint32_t shape) {
    return shapes[shape < sizeof shapes / sizeof shapes[0] ? shape : 0];
}

uint32_t gltf_component_count(uint32_t shape) {
    const uint8_t *known = shape_of(shape);
    return (uint32_t)known[0] * known[1];
}

uint32_t gltf_element_size(uint32_t component_type, uint32_t shape) {
    return gltf_i_element_of(component_type, shape).size;
}

gltf_i_element gltf_i_element_of(uint32_t component_type, uint32_t shape) {
    gltf_i_element element = {0, 0, 0, 0, 0, 0};
    const uint8_t *known = shape_of(shape);
    uint32_t component_size = gltf_component_size(component_type);
    if (component_size == 0 || known[0] == 0) {
        return element;
    }
    element.columns = known[0];
    element.rows = known[1];
    element.component_size = component_size;
    element.column_stride = element.rows * component_size;
    if (element.columns > 1) {
        element.column_stride = (element.column_stride + 3) & ~(uint32_t)3;
    }
    element.size = element.columns * element.column_stride;
    element.last_size = element.size - element.column_stride + element.rows * component_size;
    return element;
}

int gltf_i_element_stored(uint32_t component_type) {
    switch (component_type) {
    case GLTF_BYTE:
    case GLTF_UNSIGNED_BYTE:
    case GLTF_SHORT:
    case GLTF_UNSIGNED_SHORT:
    case GLTF_UNSIGNED_INT:
    case GLTF_FLOAT:
        return 1;
    default:
        return 0;
    }
}
