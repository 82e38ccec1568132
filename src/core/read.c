/* core/read.c - floor 1: the readers: check the call, then let the plan do it. */
#include "../base/visibility.h"

#include "../../include/gltf_accessor/accessor.h"

#include "element.h"
#include "plan.h"

/* Bytes of `capacity` numbers, or the most that fits. */
static size_t room(size_t capacity, size_t number_size) {
    return capacity > SIZE_MAX / number_size ? SIZE_MAX : capacity * number_size;
}

static gltf_status read_planned(const gltf_i_plan *plan, size_t first, size_t count, void *out, size_t out_size) {
    gltf_status status = gltf_i_plan_check(plan, first, count, out, out_size);
    return status == GLTF_OK ? gltf_i_plan_read(plan, first, count, (uint8_t *)out) : status;
}

static gltf_status read_dense(const gltf_accessor *accessor, size_t first, size_t count, uint32_t component_type,
                              void *out, size_t out_size) {
    gltf_i_plan plan;
    gltf_status status;
    if (!accessor) {
        return GLTF_ERR_ARGUMENT;
    }
    status = gltf_i_plan_dense(&plan, accessor, component_type);
    return status == GLTF_OK ? read_planned(&plan, first, count, out, out_size) : status;
}

gltf_status gltf_accessor_read_float(const gltf_accessor *accessor, size_t first, size_t count, float *out,
                                     size_t out_capacity) {
    return read_dense(accessor, first, count, GLTF_FLOAT, out, room(out_capacity, sizeof *out));
}

gltf_status gltf_accessor_read_double(const gltf_accessor *accessor, size_t first, size_t count, double *out,
                                      size_t out_capacity) {
    return read_dense(accessor, first, count, GLTF_DOUBLE, out, room(out_capacity, sizeof *out));
}

gltf_status gltf_accessor_read_uint32(const gltf_accessor *accessor, size_t first, size_t count, uint32_t *out,
                                      size_t out_capacity) {
    return read_dense(accessor, first, count, GLTF_UNSIGNED_INT, out, room(out_capacity, sizeof *out));
}

gltf_status gltf_accessor_read_as(const gltf_accessor *accessor, size_t first, size_t count, const gltf_layout *layout,
                                  void *out, size_t out_size) {
    gltf_i_plan plan;
    gltf_status status;
    if (!accessor) {
        return GLTF_ERR_ARGUMENT;
    }
    status = gltf_i_plan_make(&plan, accessor, layout);
    return status == GLTF_OK ? read_planned(&plan, first, count, out, out_size) : status;
}

/* ---- Several at once ---- */

/* Elements of all streams that pass through the cache together, and how many streams do. */
enum { STREAM_BLOCK = 512, STREAM_GROUP = 8 };

static gltf_status check_stream(const gltf_stream *stream, size_t first, size_t count) {
    gltf_i_plan plan;
    gltf_status status;
    if (!stream->accessor) {
        return GLTF_ERR_ARGUMENT;
    }
    status = gltf_i_plan_make(&plan, stream->accessor, &stream->layout);
    return status == GLTF_OK ? gltf_i_plan_check(&plan, first, count, stream->out, stream->out_size) : status;
}

/* Elements [done, done + n) of the range.  An unsorted overlay looks at all its entries each time, so such a stream is
 * read whole with the first block. */
static gltf_status read_block(const gltf_i_plan *plan, uint8_t *out, size_t first, size_t count, size_t done,
                              size_t n) {
    if (plan->accessor->flags & GLTF_ACCESSOR_UNSORTED) {
        return done == 0 ? gltf_i_plan_read(plan, first, count, out) : GLTF_OK;
    }
    return gltf_i_plan_read(plan, first + done, n, out + done * plan->out_stride);
}

/* Checked streams, block by block.  `*failed` becomes the lowest that failed: those below it are read on, to find a lower
 * one. */
static gltf_status read_group(const gltf_stream *streams, uint32_t stream_count, size_t first, size_t count,
                              uint32_t *failed) {
    gltf_i_plan plans[STREAM_GROUP];
    gltf_status status = GLTF_OK;
    for (uint32_t i = 0; i < stream_count; i++) {
        gltf_i_plan_make(&plans[i], streams[i].accessor, &streams[i].layout);
    }
    for (size_t done = 0; done < count; done += STREAM_BLOCK) {
        size_t n = count - done < STREAM_BLOCK ? count - done : STREAM_BLOCK;
        for (uint32_t i = 0; i < stream_count; i++) {
            gltf_status block = read_block(&plans[i], (uint8_t *)streams[i].out, first, count, done, n);
            if (block != GLTF_OK) {
                status = block;
                stream_count = i;
                *failed = i;
            }
        }
    }
    return status;
}

gltf_status gltf_accessor_read_streams(const gltf_stream *streams, uint32_t stream_count, size_t first, size_t count,
                                       uint32_t *failed) {
    gltf_status status = GLTF_OK;
    uint32_t nowhere;
    if (!failed) {
        failed = &nowhere;
    }
    *failed = GLTF_NONE;
    if (!streams && stream_count) {
        *failed = 0;
        return GLTF_ERR_ARGUMENT;
    }
    for (uint32_t i = 0; i < stream_count; i++) {
        status = check_stream(&streams[i], first, count);
        if (status != GLTF_OK) {
            *failed = i;
            return status;
        }
    }
    for (uint32_t start = 0; start < stream_count; start += STREAM_GROUP) {
        uint32_t n = stream_count - start < STREAM_GROUP ? stream_count - start : STREAM_GROUP;
        status = read_group(streams + start, n, first, count, failed);
        if (status != GLTF_OK) {
            *failed += start;
            return status;
        }
    }
    return GLTF_OK;
}

/* ---- Looking ---- */

size_t gltf_accessor_number_count(const gltf_accessor *accessor) {
    return accessor ? accessor->count * accessor->component_count : 0;
}

const void *gltf_accessor_direct(const gltf_accessor *accessor) {
    gltf_i_element element;
    if (!accessor || !accessor->data || accessor->sparse_count) {
        return NULL;
    }
    element = gltf_i_element_of(accessor->component_type, accessor->shape);
    if (element.component_size == 0 || element.column_stride != element.rows * element.component_size) {
        return NULL;
    }
    if (GLTF_I_BIG_ENDIAN && element.component_size > 1) {
        return NULL;
    }
    if ((uintptr_t)accessor->data % element.component_size != 0 || accessor->stride % element.component_size != 0) {
        return NULL;
    }
    return accessor->data;
}
