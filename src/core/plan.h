/* core/plan.h - layer 1: how one accessor becomes one output layout, worked out once for each call. */
#ifndef GLTF_I_PLAN_H
#define GLTF_I_PLAN_H

#include "../base/visibility.h"

#include "../../include/gltf_accessor/accessor.h"
#include "convert.h"

/* `plan` is proved as far as `accessor` and layout go; ranges and room are checked by gltf_i_plan_check. */
typedef struct gltf_i_plan {
    const gltf_accessor *accessor;
    gltf_i_conversion conversion;
    int convertible;        /* 0: float or normalized data as plain integers, so only empty ranges can be read */
    int raw;                /* stored elements are output elements, byte for byte */
    uint32_t columns;       /* 1 but for matrices */
    uint32_t rows;          /* numbers of a column that are taken */
    uint32_t column_stride; /* stored */
    size_t element_size;    /* bytes of an output element, fill included */
    size_t out_stride;
    size_t fill_size;
    uint8_t fill[24]; /* encoded; at most three doubles */
} gltf_i_plan;

/* NULL layout = as stored.  GLTF_ERR_ARGUMENT for a layout that cannot be, whatever the data. */
GLTF_I_HIDDEN gltf_status gltf_i_plan_make(gltf_i_plan *plan, const gltf_accessor *accessor, const gltf_layout *layout);

/* The same for dense output of a type: what read_float and its siblings want. */
GLTF_I_HIDDEN gltf_status gltf_i_plan_dense(gltf_i_plan *plan, const gltf_accessor *accessor, uint32_t component_type);

/* Whether a range may be read into out_size bytes: ARGUMENT (out NULL), RANGE, CAPACITY, then CONVERSION. */
GLTF_I_HIDDEN gltf_status gltf_i_plan_check(const gltf_i_plan *plan, size_t first, size_t count, const void *out,
                                            size_t out_size);

/* Read a checked range: base, then sparse overlay.  CONVERSION when a number does not fit. */
GLTF_I_HIDDEN gltf_status gltf_i_plan_read(const gltf_i_plan *plan, size_t first, size_t count, uint8_t *out);

/* Convert `count` > 0 stored elements, of the base or of sparse values, with any stride on both sides.  Not 0 when a
 * number does not fit. */
GLTF_I_HIDDEN int gltf_i_plan_convert(const gltf_i_plan *plan, const uint8_t *in, size_t in_stride, uint8_t *out,
                                      size_t out_stride, size_t count);

/* The base alone: stored elements or, without data, zeros.  Not 0 when a number does not fit. */
GLTF_I_HIDDEN int gltf_i_plan_base(const gltf_i_plan *plan, size_t first, size_t count, uint8_t *out);

#endif
