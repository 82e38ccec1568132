/* core/plan.c - layer 1: work out how an accessor becomes a layout, and do it for a range. */
#include "plan.h"

#include "../base/bytes.h"
#include "../base/checked.h"
#include "around.h"
#include "element.h"
#include "sparse.h"

/* Elements that are converted and overlaid while they are in the first cache; matrices whose columns are. */
enum { BLOCK = 1024, MATRICES = 64 };

/* ---- Working it out ---- */

/* A fill value as a plain integer; 0 when the type cannot hold it. */
static int encode_integer(int out, float value, uint8_t *bytes) {
    static const double lows[] = {-128.0, 0.0, -32768.0, 0.0, -2147483648.0, 0.0};
    static const double highs[] = {127.0, 255.0, 32767.0, 65535.0, 2147483647.0, 4294967295.0};
    int kind = out - GLTF_I_OUT_I8;
    if (!(value >= lows[kind] && value <= highs[kind])) { /* NaN too */
        return 0;
    }
    int64_t integer = (int64_t)value;
    if ((float)integer != value) {
        return 0;
    }
    uint8_t u8 = (uint8_t)integer;
    uint16_t u16 = (uint16_t)integer;
    uint32_t u32 = (uint32_t)integer;
    if (kind < 2) {
        memcpy(bytes, &u8, sizeof u8);
    } else if (kind < 4) {
        memcpy(bytes, &u16, sizeof u16);
    } else {
        memcpy(bytes, &u32, sizeof u32);
    }
    return 1;
}

/* One fill value, encoded like the data. */
static int encode_fill(int out, float value, uint8_t *bytes) {
    uint8_t stored[4];
    gltf_i_conversion conversion;
    if (out >= GLTF_I_OUT_I8 && out <= GLTF_I_OUT_U32) {
        return encode_integer(out, value, bytes);
    }
    bytes_store_u32(stored, bytes_bits_of(value));
    gltf_i_convert_find(0, GLTF_I_IN_F32, out, &conversion);
    gltf_i_convert_run(&conversion, stored, bytes, 1);
    return 1;
}

/* Numbers of a vector that are taken and filled.  [accessor.h, gltf_layout.component_count] */
static gltf_status plan_components(gltf_i_plan *plan, const gltf_layout *layout, int out) {
    uint32_t stored = plan->rows;
    uint32_t wanted = layout->component_count;
    if (wanted == 0) {
        return GLTF_OK;
    }
    if (wanted > 4 || plan->columns > 1) {
        return GLTF_ERR_ARGUMENT;
    }
    plan->rows = wanted < stored ? wanted : stored;
    for (uint32_t i = stored; i < wanted; i++) {
        if (!encode_fill(out, layout->fill[i], plan->fill + plan->fill_size)) {
            return GLTF_ERR_ARGUMENT;
        }
        plan->fill_size += plan->conversion.out_size;
    }
    return GLTF_OK;
}

gltf_status gltf_i_plan_make(gltf_i_plan *plan, const gltf_accessor *accessor, const gltf_layout *layout) {
    static const gltf_layout as_stored = {0, 0, 0, 0, {0, 0, 0, 0}};
    gltf_status status;
    /* an all-zero accessor is empty, and of some type */
    uint32_t stored_type = accessor->component_type ? accessor->component_type : (uint32_t)GLTF_FLOAT;
    gltf_i_element element = gltf_i_element_of(stored_type, accessor->shape ? accessor->shape : (uint32_t)GLTF_SCALAR);
    int in = gltf_i_convert_input(stored_type, accessor->normalized);
    int out;
    if (!layout) {
        layout = &as_stored;
    }
    out = layout->component_type ? gltf_i_convert_output(layout->component_type, layout->normalized)
                                 : gltf_i_convert_output(stored_type, accessor->normalized);
    if (in < 0 || out < 0 || element.columns == 0) {
        return GLTF_ERR_ARGUMENT;
    }
    plan->accessor = accessor;
    plan->convertible = gltf_i_convert_find(accessor->cpu, in, out, &plan->conversion);
    plan->columns = element.columns;
    plan->rows = element.rows;
    plan->column_stride = element.column_stride;
    plan->fill_size = 0;
    status = plan_components(plan, layout, out);
    if (status != GLTF_OK) {
        return status;
    }
    plan->element_size = (size_t)plan->columns * plan->rows * plan->conversion.out_size + plan->fill_size;
    plan->out_stride = layout->byte_stride ? layout->byte_stride : plan->element_size;
    plan->raw = gltf_i_convert_same(in, out) && plan->element_size == element.size && plan->fill_size == 0 &&
                (!GLTF_I_BIG_ENDIAN || element.component_size == 1);
    return plan->out_stride < plan->element_size ? GLTF_ERR_ARGUMENT : GLTF_OK;
}

gltf_status gltf_i_plan_dense(gltf_i_plan *plan, const gltf_accessor *accessor, uint32_t component_type) {
    gltf_layout layout = {0, 0, 0, 0, {0, 0, 0, 0}};
    layout.component_type = component_type;
    return gltf_i_plan_make(plan, accessor, &layout);
}

gltf_status gltf_i_plan_check(const gltf_i_plan *plan, size_t first, size_t count, const void *out, size_t out_size) {
    uint64_t needed;
    if (count && !out) {
        return GLTF_ERR_ARGUMENT;
    }
    if (!checked_inside(first, count, plan->accessor->count)) {
        return GLTF_ERR_RANGE;
    }
    if (count == 0) {
        return GLTF_OK;
    }
    if (!checked_mul_add(count - 1, plan->out_stride, plan->element_size, &needed) || needed > out_size) {
        return GLTF_ERR_CAPACITY;
    }
    return plan->convertible ? GLTF_OK : GLTF_ERR_CONVERSION;
}

/* ---- Doing it ---- */

static int convert_columns(const gltf_i_plan *plan, const uint8_t *in, size_t in_stride, uint8_t *out,
                           size_t out_stride, size_t count) {
    gltf_i_span span = {in, out, in_stride, out_stride, count, plan->fill, plan->fill_size};
    return gltf_i_convert_elements(&plan->conversion, plan->rows, &span);
}

int gltf_i_plan_convert(const gltf_i_plan *plan, const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                        size_t count) {
    size_t out_column = (size_t)plan->rows * plan->conversion.out_size;
    int bad = 0;
    if (plan->columns == 1) {
        return convert_columns(plan, in, in_stride, out, out_stride, count);
    }
    /* packed matrices are vectors, one for each column; columns without padding are one run of numbers in the end */
    if ((in_stride == (size_t)plan->columns * plan->column_stride && out_stride == plan->element_size) || count == 1) {
        return convert_columns(plan, in, plan->column_stride, out, out_column, count * plan->columns);
    }
    const size_t column = (size_t)plan->rows * plan->conversion.in_size, size = plan->columns * column;
    const uint32_t numbers = plan->columns * plan->rows;
    for (size_t done = 0; done < count; done += MATRICES) {
        uint8_t gathered[MATRICES * 64];
        const gltf_i_span span = {gathered,
                                  out + done * out_stride,
                                  size,
                                  out_stride,
                                  count - done < MATRICES ? count - done : MATRICES,
                                  NULL,
                                  0};
        for (uint32_t c = 0; c < plan->columns; c++) {
            gltf_i_convert_move(in + done * in_stride + (size_t)c * plan->column_stride, in_stride,
                                gathered + c * column, size, column, span.count);
        }
        bad |= gltf_i_convert_elements(&plan->conversion, numbers, &span);
    }
    return bad;
}

/* Elements without data: zeros and fill. */
static void write_zeros(const gltf_i_plan *plan, uint8_t *out, size_t count) {
    size_t numbers = plan->element_size - plan->fill_size;
    if (plan->out_stride == numbers) {
        memory_zero(out, numbers * count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        memory_zero(out + i * plan->out_stride, numbers);
        memory_copy(out + i * plan->out_stride + numbers, plan->fill, plan->fill_size);
    }
}

int gltf_i_plan_base(const gltf_i_plan *plan, size_t first, size_t count, uint8_t *out) {
    const gltf_accessor *accessor = plan->accessor;
    if (!accessor->data) {
        write_zeros(plan, out, count);
        return 0;
    }
    return gltf_i_plan_convert(plan, accessor->data + first * accessor->stride, accessor->stride, out, plan->out_stride,
                               count);
}

/* Overlay of one block; `*entry` is its first entry, and after it that of the next block. */
static int overlay_block(const gltf_i_plan *plan, size_t first, size_t count, uint8_t *out, size_t *entry) {
    const gltf_accessor *accessor = plan->accessor;
    const size_t begin = *entry;
    if (begin >= accessor->sparse_count) {
        return 0;
    }
    if (plan->raw) {
        *entry = gltf_i_sparse_overlay_raw(plan, begin, first, count, out);
        return 0;
    }
    *entry = gltf_i_sparse_next(accessor, begin, first + count);
    return gltf_i_sparse_overlay(plan, begin, *entry - begin, first, count, out);
}

/* Base and overlay of one block, which may be empty. */
static int read_block(const gltf_i_plan *plan, size_t first, size_t count, uint8_t *out, size_t *entry) {
    int bad = count ? gltf_i_plan_base(plan, first, count, out) : 0;
    return bad | overlay_block(plan, first, count, out, entry);
}

/* Block by block, so that the overlay finds the block in the cache. */
static int read_blocks(const gltf_i_plan *plan, size_t first, size_t count, uint8_t *out, size_t *entry) {
    const size_t most = plan->accessor->data ? BLOCK : 2 * BLOCK; /* zeros are not read, and leave more of the cache */
    int bad = 0;
    for (size_t done = 0; done < count; done += most) {
        size_t n = count - done < most ? count - done : most;
        bad |= read_block(plan, first + done, n, out + done * plan->out_stride, entry);
    }
    return bad;
}

/* ---- Dense output that is larger than the caches: blocks are made in the first one and written from there ---- */

/* Bytes of a block.  (Measured: blocks of 4096 are a quarter slower, since a load waits for earlier stores with the same low 12
 * bits.) */
enum { AROUND_BLOCK = 2048 };

/* As many elements as are whole lines. */
static size_t block_elements(size_t size) {
    size_t least = 64;
    while (least > 1 && least / 2 * size % 64 == 0) {
        least /= 2;
    }
    return AROUND_BLOCK / (least * size) ? AROUND_BLOCK / (least * size) * least : least;
}

/* The first element that starts a line; 0 if none does. */
static size_t line_start(const uint8_t *out, size_t size) {
    size_t start = 0;
    while (start < 64 && ((uintptr_t)out + start * size) % 64 != 0) {
        start++;
    }
    return start < 64 ? start : 0;
}

/* Have the base of a later block brought near while this one is made. */
static void prefetch_base(const gltf_i_plan *plan, size_t first, size_t count) {
    const gltf_accessor *accessor = plan->accessor;
    if (accessor->data && accessor->stride <= 64 && first + count <= accessor->count) {
        gltf_i_around_ahead(accessor->data + first * accessor->stride, count * accessor->stride);
    }
}

static int read_around(const gltf_i_plan *plan, size_t first, size_t count, uint8_t *out) {
    const size_t size = plan->element_size, most = block_elements(size);
    uint8_t block[AROUND_BLOCK];
    size_t entry = gltf_i_sparse_find(plan->accessor, 0, first);
    size_t done = line_start(out, size);
    int bad = read_block(plan, first, done, out, &entry);
    for (size_t n; done < count; done += n) {
        n = count - done < most ? count - done : most;
        prefetch_base(plan, first + done + n, most);
        bad |= read_block(plan, first + done, n, block, &entry);
        gltf_i_around_copy(out + done * size, block, n * size);
    }
    gltf_i_around_finish();
    return bad;
}

/* ---- All of it ---- */

static int read_any(const gltf_i_plan *plan, size_t first, size_t count, uint8_t *out) {
    const gltf_accessor *accessor = plan->accessor;
    const size_t size = plan->element_size;
    size_t entry = 0;
    if (accessor->flags & GLTF_ACCESSOR_UNSORTED) {
        return gltf_i_plan_base(plan, first, count, out) |
               gltf_i_sparse_overlay(plan, 0, accessor->sparse_count, first, count, out);
    }
    if (plan->out_stride == size && gltf_i_around_pays(accessor->cpu, count * size)) {
        if (plan->raw && accessor->data && accessor->stride == size && accessor->sparse_count == 0) {
            gltf_i_around_copy(out, accessor->data + first * size, count * size);
            gltf_i_around_finish();
            return 0;
        }
        return read_around(plan, first, count, out);
    }
    if (accessor->sparse_count == 0) {
        return gltf_i_plan_base(plan, first, count, out);
    }
    entry = gltf_i_sparse_find(accessor, 0, first);
    return read_blocks(plan, first, count, out, &entry);
}

gltf_status gltf_i_plan_read(const gltf_i_plan *plan, size_t first, size_t count, uint8_t *out) {
    if (count == 0 || !read_any(plan, first, count, out)) {
        return GLTF_OK;
    }
    /* some number did not fit, but an overlay may have covered it */
    if (!plan->accessor->sparse_count || !gltf_i_sparse_fits(plan, first, count, out)) {
        return GLTF_ERR_CONVERSION;
    }
    read_any(plan, first, count, out);
    return GLTF_OK;
}
