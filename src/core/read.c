/* core/read.c - layer 1: the readers: check the call, then let the plan do it. */
#include "../base/visibility.h"

#include "../../include/gltf_accessor/accessor.h"

#include "around.h"
#include "convert_value.h"
#include "element.h"
#include "plan.h"
#include "sparse.h"

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

/* ---- Without a plan: packed floats, and a few elements of any type.  What fails a condition is left to the plan, which says
 * what is wrong. ---- */

/* Elements that are read one number at a time: for more than these a plan pays. */
enum { FEW = 8 };

static GLTF_I_INLINE int is_inside(const gltf_accessor *accessor, size_t first, size_t count, const void *out,
                                   size_t capacity) {
    return out && first <= accessor->count && count <= accessor->count - first &&
           count * accessor->component_count <= capacity;
}

static GLTF_I_INLINE int is_few(const gltf_accessor *accessor, size_t first, size_t count, const void *out,
                                size_t capacity) {
    return accessor && count - 1 < FEW && accessor->element_size && !(accessor->flags & GLTF_ACCESSOR_UNSORTED) &&
           is_inside(accessor, first, count, out, capacity);
}

/* The stored bytes of an element; NULL = zeros. */
static GLTF_I_INLINE const uint8_t *stored_element(const gltf_accessor *accessor, size_t element) {
    const uint8_t *value = accessor->sparse_count ? gltf_i_sparse_value(accessor, element) : NULL;
    return value ? value : accessor->data ? accessor->data + element * accessor->stride : NULL;
}

/* A column that ends in padding; all numbers where none does. */
static GLTF_I_INLINE uint32_t numbers_together(const gltf_accessor *accessor, uint32_t number_size) {
    return accessor->element_size == accessor->component_count * number_size ? accessor->component_count
           : accessor->shape == GLTF_MAT2                                    ? 2
                                                                             : 3;
}

/* As gltf_component_size, without a call: of BYTE to FLOAT. */
static GLTF_I_INLINE uint32_t stored_size(uint32_t component_type) {
    return component_type <= GLTF_UNSIGNED_BYTE ? 1 : component_type <= GLTF_UNSIGNED_SHORT ? 2 : 4;
}

/* Type and normalized in one number, for a switch. */
enum { NORMALIZED = 16 };

static GLTF_I_INLINE uint32_t stored_kind(const gltf_accessor *accessor) {
    return accessor->component_type + (accessor->normalized ? NORMALIZED : 0);
}

/* Numbers of a column: `of` reads one, `put` writes it; not 0 when one does not fit.  A macro, for each is of its own type. */
#define COLUMN(put, of, out_size)                                                                                      \
    for (uint32_t c = 0; c < count; c++, p += size, out += (out_size)) {                                               \
        bad |= put(out, of(p));                                                                                        \
    }                                                                                                                  \
    return bad

static int column_of_floats(uint32_t kind, const uint8_t *p, uint32_t size, uint8_t *out, uint32_t count) {
    int bad = 0;
    switch (kind) {
    case GLTF_BYTE:
        COLUMN(put_f32, f32_of_i8, 4);
    case GLTF_UNSIGNED_BYTE:
        COLUMN(put_f32, f32_of_u8, 4);
    case GLTF_SHORT:
        COLUMN(put_f32, f32_of_i16, 4);
    case GLTF_UNSIGNED_SHORT:
        COLUMN(put_f32, f32_of_u16, 4);
    case GLTF_UNSIGNED_INT:
        COLUMN(put_f32, f32_of_u32, 4);
    case GLTF_FLOAT:
        COLUMN(put_bits32, bits_of_32, 4);
    case GLTF_BYTE + NORMALIZED:
        COLUMN(put_f32, f32_of_i8n, 4);
    case GLTF_UNSIGNED_BYTE + NORMALIZED:
        COLUMN(put_f32, f32_of_u8n, 4);
    case GLTF_SHORT + NORMALIZED:
        COLUMN(put_f32, f32_of_i16n, 4);
    default:
        COLUMN(put_f32, f32_of_u16n, 4);
    }
}

static int column_of_doubles(uint32_t kind, const uint8_t *p, uint32_t size, uint8_t *out, uint32_t count) {
    int bad = 0;
    switch (kind) {
    case GLTF_BYTE:
        COLUMN(put_f64, f64_of_i8, 8);
    case GLTF_UNSIGNED_BYTE:
        COLUMN(put_f64, f64_of_u8, 8);
    case GLTF_SHORT:
        COLUMN(put_f64, f64_of_i16, 8);
    case GLTF_UNSIGNED_SHORT:
        COLUMN(put_f64, f64_of_u16, 8);
    case GLTF_UNSIGNED_INT:
        COLUMN(put_f64, f64_of_u32, 8);
    case GLTF_FLOAT:
        COLUMN(put_f64, f64_of_f32, 8);
    case GLTF_BYTE + NORMALIZED:
        COLUMN(put_f64, f64_of_i8n, 8);
    case GLTF_UNSIGNED_BYTE + NORMALIZED:
        COLUMN(put_f64, f64_of_u8n, 8);
    case GLTF_SHORT + NORMALIZED:
        COLUMN(put_f64, f64_of_i16n, 8);
    default:
        COLUMN(put_f64, f64_of_u16n, 8);
    }
}

/* Other types have no plain integers. */
static int column_of_integers(uint32_t kind, const uint8_t *p, uint32_t size, uint8_t *out, uint32_t count) {
    int bad = 0;
    switch (kind) {
    case GLTF_BYTE:
        COLUMN(put_u32, load_i8, 4);
    case GLTF_UNSIGNED_BYTE:
        COLUMN(put_u32, load_u8, 4);
    case GLTF_SHORT:
        COLUMN(put_u32, load_i16, 4);
    case GLTF_UNSIGNED_SHORT:
        COLUMN(put_u32, load_u16, 4);
    case GLTF_UNSIGNED_INT:
        COLUMN(put_bits32, bits_of_32, 4);
    default:
        return 1;
    }
}

/* Inlined with a constant function and size. */
static GLTF_I_INLINE gltf_status read_few(const gltf_accessor *accessor, size_t first, size_t count, uint8_t *out,
                                          size_t out_size,
                                          int (*column)(uint32_t, const uint8_t *, uint32_t, uint8_t *, uint32_t)) {
    const uint32_t kind = stored_kind(accessor), size = stored_size(accessor->component_type);
    const uint32_t together = numbers_together(accessor, size), all = accessor->component_count;
    const uint32_t padding = (0u - together * size) & 3; /* columns start at multiples of 4 */
    int bad = 0;
    for (size_t element = first; element < first + count; element++) {
        const uint8_t *p = stored_element(accessor, element);
        const uint8_t *end = out + all * out_size;
        if (!p) {
            memory_zero(out, all * out_size);
            out += all * out_size;
        }
        for (; out < end; out += together * out_size, p += together * size + padding) {
            bad |= column(kind, p, size, out, together);
        }
    }
    return bad ? GLTF_ERR_CONVERSION : GLTF_OK;
}

/* Stored floats that follow each other, as many as stay in the caches. */
static GLTF_I_INLINE int is_copy(const gltf_accessor *accessor, size_t first, size_t count, const float *out,
                                 size_t capacity) {
    return accessor && accessor->component_type == GLTF_FLOAT && accessor->sparse_count == 0 && accessor->data &&
           accessor->stride == accessor->element_size && !GLTF_I_BIG_ENDIAN &&
           is_inside(accessor, first, count, out, capacity) && count * accessor->stride < GLTF_I_AROUND_LEAST;
}

gltf_status gltf_accessor_read_float(const gltf_accessor *accessor, size_t first, size_t count, float *out,
                                     size_t out_capacity) {
    if (is_copy(accessor, first, count, out, out_capacity)) {
        memory_copy(out, accessor->data + first * accessor->stride, count * accessor->stride);
        return GLTF_OK;
    }
    if (is_few(accessor, first, count, out, out_capacity)) {
        return read_few(accessor, first, count, (uint8_t *)out, sizeof *out, column_of_floats);
    }
    return read_dense(accessor, first, count, GLTF_FLOAT, out, room(out_capacity, sizeof *out));
}

gltf_status gltf_accessor_read_double(const gltf_accessor *accessor, size_t first, size_t count, double *out,
                                      size_t out_capacity) {
    if (is_few(accessor, first, count, out, out_capacity)) {
        return read_few(accessor, first, count, (uint8_t *)out, sizeof *out, column_of_doubles);
    }
    return read_dense(accessor, first, count, GLTF_DOUBLE, out, room(out_capacity, sizeof *out));
}

gltf_status gltf_accessor_read_uint32(const gltf_accessor *accessor, size_t first, size_t count, uint32_t *out,
                                      size_t out_capacity) {
    if (is_few(accessor, first, count, out, out_capacity) && stored_kind(accessor) <= GLTF_UNSIGNED_INT) {
        return read_few(accessor, first, count, (uint8_t *)out, sizeof *out, column_of_integers);
    }
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
