/* core/plan.c - floor 1: work out how an accessor becomes a layout, and do it for a range. */
#include "plan.h"

#include "../base/bytes.h"
#include "../base/checked.h"
#include "around.h"
#include "element.h"
#include "sparse.h"

/* Elements that are converted and overlaid while they are in the first cache; zeros that are; matrices whose columns are; bytes
 * that go around the caches together (measured: blocks of 4096 are a quarter slower, since a load waits for earlier stores with the
 * same low 12 bits); bytes of input that are asked for ahead of them at most. */
enum { BLOCK = 1024, ZEROS = 2048, MATRICES = 64, AROUND_BLOCK = 2048, AHEAD_MOST = 8192 };

/* A base that goes around the caches is overlaid afterwards, out of the cache, if not more than one element in so many is
 * displaced. */
enum { RARE = 32 };

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
    for (size_t done = 0; done < count; done += MATRICES) {
        size_t n = count - done < MATRICES ? count - done : MATRICES;
        for (uint32_t column = 0; column < plan->columns; column++) {
            bad |= convert_columns(plan, in + done * in_stride + (size_t)column * plan->column_stride, in_stride,
                                   out + done * out_stride + column * out_column, out_stride, n);
        }
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
static int read_sorted(const gltf_i_plan *plan, size_t first, size_t count, uint8_t *out) {
    size_t entry = gltf_i_sparse_find(plan->accessor, 0, first);
    const size_t most = plan->accessor->data ? BLOCK : ZEROS; /* zeros are not read, and leave more room in the cache */
    int bad = 0;
    for (size_t done = 0; done < count; done += most) {
        size_t n = count - done < most ? count - done : most;
        bad |= read_block(plan, first + done, n, out + done * plan->out_stride, &entry);
    }
    return bad;
}

/* The first element that starts a line, so that blocks are whole lines; 0 if none does. */
static size_t line_start(const uint8_t *out, size_t size) {
    size_t start = 0;
    while (start < 64 && ((uintptr_t)out + start * size) % 64 != 0) {
        start++;
    }
    return start < 64 ? start : 0;
}

/* Have the base of the next block brought near while this one is made.  (Measured: 1.2 times as fast.) */
static void ask_ahead(const gltf_i_plan *plan, size_t first, size_t count) {
    const gltf_accessor *accessor = plan->accessor;
    if (accessor->data && count && accessor->stride <= AHEAD_MOST / count) {
        gltf_i_around_ahead(accessor->data + first * accessor->stride, (count - 1) * accessor->stride + 1);
    }
}

/* Dense output that is larger than the caches: blocks are made in the first cache and written from there. */
typedef struct around_work {
    const gltf_i_plan *plan;
    uint8_t *out;
    size_t first; /* the range */
    size_t count;
    size_t most;          /* elements of a block */
    size_t ahead;         /* from a block on: what is asked for next */
    uint8_t element[128]; /* without a base: what is not displaced; a MAT4 of doubles is the largest */
    uint8_t block[AROUND_BLOCK];
} around_work;

static int around_base(around_work *w, size_t at, size_t n, size_t *entry) {
    const gltf_i_plan *plan = w->plan;
    const size_t far = at + w->ahead;
    if (far < w->count) {
        ask_ahead(plan, w->first + far, w->count - far < w->most ? w->count - far : w->most);
    }
    const int bad = read_block(plan, w->first + at, n, w->block, entry);
    gltf_i_around_copy(plan->accessor->cpu, w->out + at * plan->element_size, w->block, n * plan->element_size);
    return bad;
}

/* Every block begins as the last one did: what was displaced there is put back.  (Measured: 1.15 times as fast as zeros for
 * each, where one element in a hundred is displaced.) */
static int around_zeros(around_work *w, size_t at, size_t n, size_t *entry) {
    const size_t begin = *entry;
    const int bad = overlay_block(w->plan, w->first + at, n, w->block, entry);
    gltf_i_around_copy(w->plan->accessor->cpu, w->out + at * w->plan->element_size, w->block,
                       n * w->plan->element_size);
    gltf_i_sparse_restore(w->plan, begin, *entry, w->first + at, n, w->block, w->element);
    return bad;
}

/* Elements [at, at + n) of the range; `*entry` as of overlay_block. */
static int around_block(around_work *w, size_t at, size_t n, size_t *entry) {
    return w->plan->accessor->data ? around_base(w, at, n, entry) : around_zeros(w, at, n, entry);
}

/* Where bits are only copied, blocks are small, and stretches of so many of them are written at once, a block of each in turn:
 * four interleaved streams raise memory parallelism.  (Measured where one element in ten is displaced: 1.25 times as fast;
 * with the usual blocks this gains nothing, and conversions are slower in small ones.) */
enum { SMALL_BLOCK = 384, AROUND_STREAMS = 4, AROUND_BLOCKS = 256 };

static int around_together(around_work *w, size_t at, size_t *entry) {
    const size_t stretch = w->most * AROUND_BLOCKS;
    size_t entries[AROUND_STREAMS];
    int bad = 0;
    for (size_t k = 0; k < AROUND_STREAMS; k++) {
        entries[k] = gltf_i_sparse_find(w->plan->accessor, k ? entries[k - 1] : *entry, w->first + at + k * stretch);
    }
    for (size_t done = 0; done < stretch; done += w->most) {
        for (size_t k = 0; k < AROUND_STREAMS; k++) {
            bad |= around_block(w, at + k * stretch + done, w->most, &entries[k]);
        }
    }
    *entry = entries[AROUND_STREAMS - 1];
    return bad;
}

/* Elements of `size` bytes in a block of so many: mostly whole lines. */
static size_t block_elements(size_t block, size_t size) {
    return block / size >= 16 ? block / size / 16 * 16 : block / size;
}

static int read_around(const gltf_i_plan *plan, size_t first, size_t count, uint8_t *out) {
    const size_t size = plan->element_size;
    const int copied = plan->raw && plan->accessor->data;
    around_work w;
    w.plan = plan;
    w.out = out;
    w.first = first;
    w.count = count;
    w.most = block_elements(copied ? SMALL_BLOCK : AROUND_BLOCK, size);
    w.ahead = copied ? 2 * w.most : w.most;
    if (!plan->accessor->data) {
        write_zeros(plan, w.block, w.most);
        memory_copy(w.element, w.block, size);
    }
    const size_t together = w.most * AROUND_BLOCKS * AROUND_STREAMS;
    size_t entry = plan->accessor->sparse_count ? gltf_i_sparse_find(plan->accessor, 0, first) : 0;
    size_t done = line_start(out, size);
    int bad = read_block(plan, first, done, out, &entry);
    for (; copied && count - done >= together; done += together) {
        bad |= around_together(&w, done, &entry);
    }
    for (size_t n; done < count; done += n) {
        n = count - done < w.most ? count - done : w.most;
        bad |= around_block(&w, done, n, &entry);
    }
    gltf_i_around_finish();
    return bad;
}

/* Whether the loops for the base write around the caches without help. */
static int goes_around(const gltf_i_plan *plan, const uint8_t *out) {
    const gltf_i_conversion *conversion = &plan->conversion;
    const gltf_accessor *accessor = plan->accessor;
    size_t stride = accessor->stride;
    if (plan->columns > 1) { /* as gltf_i_plan_convert does it */
        if (stride != (size_t)plan->columns * plan->column_stride) {
            return 0;
        }
        stride = plan->column_stride;
    }
    if (!accessor->data || plan->fill_size || (uintptr_t)out % 4 != 0) {
        return 0;
    }
    return stride == (size_t)plan->rows * conversion->in_size
               ? conversion->run_around
               : plan->rows == 3 && (conversion->three_around == stride || conversion->three_around == SIZE_MAX);
}

/* The whole base.  Bits that are only copied go around the caches by us: C libraries do so too, but some only where much
 * more is copied. */
static int read_base(const gltf_i_plan *plan, size_t first, size_t count, uint8_t *out) {
    const gltf_accessor *accessor = plan->accessor;
    const size_t size = plan->element_size;
    if (plan->raw && accessor->data && accessor->stride == size && plan->out_stride == size &&
        gltf_i_around_pays(accessor->cpu, count * size)) {
        gltf_i_around_copy(accessor->cpu, out, accessor->data + first * size, count * size);
        gltf_i_around_finish();
        return 0;
    }
    return gltf_i_plan_base(plan, first, count, out);
}

/* The whole base, then the whole overlay. */
static int read_whole(const gltf_i_plan *plan, size_t first, size_t count, uint8_t *out) {
    size_t entry = 0, end = plan->accessor->sparse_count;
    int bad = read_base(plan, first, count, out);
    if (end && !(plan->accessor->flags & GLTF_ACCESSOR_UNSORTED)) {
        entry = gltf_i_sparse_find(plan->accessor, 0, first);
        end = gltf_i_sparse_find(plan->accessor, entry, first + count);
    }
    return bad | gltf_i_sparse_overlay(plan, entry, end - entry, first, count, out);
}

static int read_any(const gltf_i_plan *plan, size_t first, size_t count, uint8_t *out) {
    const gltf_accessor *accessor = plan->accessor;
    int large = plan->out_stride == plan->element_size && gltf_i_around_pays(accessor->cpu, count * plan->element_size);
    if (accessor->sparse_count == 0 || (accessor->flags & GLTF_ACCESSOR_UNSORTED)) {
        int alone = accessor->sparse_count || !large || goes_around(plan, out);
        return alone ? read_whole(plan, first, count, out) : read_around(plan, first, count, out);
    }
    if (!large) {
        return read_sorted(plan, first, count, out);
    }
    int rare = accessor->sparse_count <= accessor->count / RARE;
    return rare && goes_around(plan, out) ? read_whole(plan, first, count, out) : read_around(plan, first, count, out);
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
