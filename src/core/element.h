/* core/element.h - layer 1: how the numbers of one element lie in memory. */
#ifndef GLTF_I_ELEMENT_H
#define GLTF_I_ELEMENT_H

#include "../base/compiler.h"

/* A vector is one column.  Columns of matrices start at multiples of 4 bytes.  [3.6.2.4 Data Alignment] */
typedef struct gltf_i_element {
    uint32_t columns;
    uint32_t rows;           /* numbers in each column */
    uint32_t component_size; /* bytes of one number */
    uint32_t column_stride;  /* bytes from one column to the next, padding included */
    uint32_t size;           /* packed bytes of an element: columns * column_stride */
    uint32_t last_size;      /* bytes that must exist of the last element: without the padding after its last column */
} gltf_i_element;

/* All zero if type or shape is unknown. */
GLTF_I_HIDDEN gltf_i_element gltf_i_element_of(uint32_t component_type, uint32_t shape);

/* Whether glTF 2.0 stores numbers of this type: outputs know more. */
GLTF_I_HIDDEN int gltf_i_element_stored(uint32_t component_type);

#endif
