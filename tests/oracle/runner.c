/* tests/oracle/runner.c - outside the layers: run the cases that oracle.py writes against the public decoder, bit for bit.
 *
 *     oracle_runner FILE|-
 *
 * Every case runs with its buffers once behind and once before an inaccessible page, outputs likewise, and with every subset
 * of the CPU features that are there.  All numbers of the stream are little-endian:
 *   case    u32 magic, number, flags, wrap; u64 max_zero; u32 buffers, views, descs, ops
 *   buffer  u64 size; u32 loaded, misalignment; bytes if loaded
 *   view    as gltf_buffer_view
 *   desc    as gltf_accessor_desc, then what resolve must say: see read_expectation
 *   op      u32 kind, desc; then by kind: see the run_ functions
 */
#define _DEFAULT_SOURCE
#include <gltf_accessor/accessor.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAGIC 0x47415343u
#define ANY32 0xFFFFFFFEu
#define ANY64 0xFFFFFFFFFFFFFFFEu
#define NO_DATA 0xFFFFFFFFFFFFFFFFu
#define REGION_SIZE ((size_t)4 << 20)
#define MARGIN 96 /* bytes looked at on both sides of an output */
#define MAX_BUFFERS 8
#define MAX_VIEWS 32
#define MAX_DESCS 8
#define MAX_STREAMS 8
#define MAX_CPUS 33

enum { READ_FLOAT = 1, READ_DOUBLE, READ_UINT32, READ_AS, READ_STREAMS, NUMBER_COUNT, DIRECT, BOUNDS };

/* ---- Reading the stream ---- */

typedef struct input {
    uint8_t *bytes;
    size_t size;
    size_t at;
} input;

static void give_up(const char *why) {
    fprintf(stderr, "oracle_runner: %s\n", why);
    exit(2);
}

static const uint8_t *take(input *in, size_t size) {
    if (size > in->size - in->at) {
        give_up("the stream ends early");
    }
    in->at += size;
    return in->bytes + in->at - size;
}

static uint64_t take_number(input *in, size_t size) {
    const uint8_t *bytes = take(in, size);
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++) {
        value |= (uint64_t)bytes[i] << (8 * i);
    }
    return value;
}

static uint32_t take32(input *in) {
    return (uint32_t)take_number(in, 4);
}

static uint64_t take64(input *in) {
    return take_number(in, 8);
}

static size_t take_size(input *in) {
    return (size_t)take64(in);
}

static input read_all(const char *path) {
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    input in = {NULL, 0, 0};
    size_t room = 0;
    if (!file) {
        give_up("cannot open the stream");
    }
    for (;;) {
        if (in.size == room) {
            room = room ? 2 * room : (size_t)1 << 20;
            in.bytes = realloc(in.bytes, room);
            if (!in.bytes) {
                give_up("out of memory");
            }
        }
        size_t got = fread(in.bytes + in.size, 1, room - in.size, file);
        if (got == 0) {
            break;
        }
        in.size += got;
    }
    if (file != stdin) {
        fclose(file);
    }
    return in;
}

/* ---- Memory between inaccessible pages ---- */

typedef struct region {
    uint8_t *start;
    uint8_t *end;
} region;

static region region_make(void) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    region out;
    uint8_t *all = mmap(NULL, REGION_SIZE + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mprotect(all, page, PROT_NONE) != 0 ||
        mprotect(all + page + REGION_SIZE, page, PROT_NONE) != 0) {
        give_up("cannot map memory");
    }
    out.start = all + page;
    out.end = out.start + REGION_SIZE;
    return out;
}

/* `size` bytes that end at the page after the region, or start `shift` bytes behind the page before it. */
static uint8_t *region_place(const region *where, size_t size, size_t shift, int at_end) {
    if (size + shift > REGION_SIZE - MARGIN) {
        give_up("a case does not fit into the guarded memory");
    }
    return at_end ? where->end - size : where->start + shift;
}

/* ---- What runs ---- */

typedef struct expectation {
    uint32_t status_count;
    int32_t statuses[8];
    uint32_t object;
    uint32_t index;
    uint64_t position;
    uint64_t found;
    uint64_t stride;
    uint64_t offset; /* of the first element in its buffer */
    uint32_t buffer;
    uint32_t normalized;
    uint32_t is_unsorted;
    uint32_t component_count;
    uint32_t element_size;
} expectation;

typedef struct state {
    uint32_t number;
    uint32_t wrap;
    int at_end;
    int scrambled; /* bytes have changed since resolve: only look for writes outside the requested elements */
    uint8_t salt;
    size_t failures;
    uint64_t calls;
    region inputs[MAX_BUFFERS];
    region output;
    region extra;
    size_t misalignment[MAX_BUFFERS];
    const uint8_t *contents[MAX_BUFFERS];
    gltf_buffer buffers[MAX_BUFFERS];
    gltf_buffer_view views[MAX_VIEWS];
    gltf_accessor_desc descs[MAX_DESCS];
    expectation expected[MAX_DESCS];
    gltf_accessor accessors[MAX_DESCS];
    gltf_source source;
    uint32_t desc_count;
} state;

/* What may be written: `count` pieces of `size` bytes, `step` apart, from `offset`; `data` holds what must stand there. */
typedef struct mask {
    size_t offset;
    size_t size;
    size_t step;
    size_t count;
    size_t unit; /* bytes of one number */
    int any_nan;
    const uint8_t *data;
    size_t data_size;
} mask;

static void fail(state *s, uint32_t desc, const char *what) {
    const gltf_accessor_desc *d = &s->descs[desc];
    if (++s->failures > 20) {
        return;
    }
    printf("case %" PRIu32 " (%s, cpu 0x%" PRIx32 "%s): accessor %" PRIu32 ", type %" PRIu32 ", shape %" PRIu32
           ", normalized %" PRIu32 ", count %" PRIu64 ", view %" PRId32 ", offset %" PRIu64 ", stride %" PRIu32
           ", sparse %" PRIu64 ": %s\n",
           s->number, s->at_end ? "at end" : "at start", s->source.cpu, s->scrambled ? ", bytes changed" : "", desc,
           d->component_type, d->shape, d->normalized, d->count, (int32_t)d->view, d->byte_offset, d->byte_stride,
           d->sparse.count, what);
}

static uint8_t canary(const state *s, size_t i) {
    return (uint8_t)(i * 167 + (i >> 8) * 13 + s->salt);
}

/* An output of `size` bytes among canaries. */
static uint8_t *output_prepare(state *s, size_t size, size_t shift) {
    uint8_t *out = region_place(&s->output, size, shift, s->at_end);
    uint8_t *from = (size_t)(out - s->output.start) < MARGIN ? s->output.start : out - MARGIN;
    uint8_t *to = (size_t)(s->output.end - (out + size)) < MARGIN ? s->output.end : out + size + MARGIN;
    for (uint8_t *p = from; p < to; p++) {
        *p = canary(s, (size_t)(p - s->output.start));
    }
    return out;
}

static int is_nan(const uint8_t *bytes, size_t unit) {
    uint64_t bits = 0;
    for (size_t i = 0; i < unit; i++) {
        bits |= (uint64_t)bytes[i] << (8 * i);
    }
    if (unit == 2) {
        return (bits & 0x7FFF) > 0x7C00;
    }
    if (unit == 4) {
        return (bits & 0x7FFFFFFF) > 0x7F800000;
    }
    return (bits & 0x7FFFFFFFFFFFFFFF) > 0x7FF0000000000000;
}

/* One number of the output as little-endian bytes. */
static void number_bytes(const uint8_t *at, size_t unit, uint8_t *out) {
    const uint16_t probe = 1;
    int little = *(const uint8_t *)&probe == 1;
    for (size_t i = 0; i < unit; i++) {
        out[i] = at[little ? i : unit - 1 - i];
    }
}

static int same_number(const uint8_t *got, const uint8_t *want, size_t unit, int any_nan) {
    uint8_t bytes[8];
    number_bytes(got, unit, bytes);
    return memcmp(bytes, want, unit) == 0 || (any_nan && is_nan(bytes, unit) && is_nan(want, unit));
}

/* Whether the byte at `at` lies in a piece of one of the masks. */
static int masked(const mask *masks, size_t mask_count, size_t at) {
    for (size_t m = 0; m < mask_count; m++) {
        const mask *k = &masks[m];
        if (k->count && k->size && at >= k->offset && (at - k->offset) / k->step < k->count &&
            (at - k->offset) % k->step < k->size) {
            return 1;
        }
    }
    return 0;
}

static void check_values(state *s, uint32_t desc, const uint8_t *out, const mask *m) {
    char text[200];
    if (m->data_size != m->count * m->size) {
        give_up("an expectation has the wrong size");
    }
    for (size_t i = 0; i < m->count; i++) {
        for (size_t b = 0; b < m->size; b += m->unit) {
            const uint8_t *got = out + m->offset + i * m->step + b;
            const uint8_t *want = m->data + i * m->size + b;
            if (!same_number(got, want, m->unit, m->any_nan)) {
                uint64_t g = 0, w = 0;
                uint8_t bytes[8];
                number_bytes(got, m->unit, bytes);
                for (size_t k = 0; k < m->unit; k++) {
                    g |= (uint64_t)bytes[k] << (8 * k);
                    w |= (uint64_t)want[k] << (8 * k);
                }
                snprintf(text, sizeof text, "element %zu, number %zu of the range: got %0*" PRIx64 ", want %0*" PRIx64,
                         i, b / m->unit, (int)(2 * m->unit), g, (int)(2 * m->unit), w);
                fail(s, desc, text);
                return;
            }
        }
    }
}

/* After a call: nothing outside the masks has changed, and the values are right. */
static void output_check(state *s, uint32_t desc, const uint8_t *out, size_t size, const mask *masks, size_t mask_count,
                         int values) {
    const uint8_t *from = (size_t)(out - s->output.start) < MARGIN ? s->output.start : out - MARGIN;
    const uint8_t *to = (size_t)(s->output.end - (out + size)) < MARGIN ? s->output.end : out + size + MARGIN;
    int dense = mask_count == 1 && masks[0].step == masks[0].size;
    for (const uint8_t *p = from; p < to; p++) {
        int inside = p >= out && p < out + size;
        if (inside && dense && masks[0].count && p == out + masks[0].offset) {
            p += masks[0].count * masks[0].size - 1;
            continue;
        }
        if (*p != canary(s, (size_t)(p - s->output.start)) &&
            !(inside && masked(masks, mask_count, (size_t)(p - out)))) {
            char text[120];
            snprintf(text, sizeof text, "wrote byte %td of an output of %zu bytes, which was not asked for", p - out,
                     size);
            fail(s, desc, text);
            return;
        }
    }
    for (size_t m = 0; values && m < mask_count; m++) {
        check_values(s, desc, out, &masks[m]);
    }
}

static void check_status(state *s, uint32_t desc, const char *call, gltf_status got, gltf_status want) {
    s->calls++;
    if (got != want && !s->scrambled) {
        char text[160];
        snprintf(text, sizeof text, "%s gave %s, want %s", call, gltf_status_name(got), gltf_status_name(want));
        fail(s, desc, text);
    }
}

/* ---- Operations ---- */

static void run_read(state *s, input *in, uint32_t kind, uint32_t desc) {
    size_t first = take_size(in), count = take_size(in), capacity = take_size(in);
    uint32_t null_out = take32(in);
    gltf_status want = (gltf_status)take32(in), got;
    mask m = {0, 0, 1, 1, 0, 0, NULL, 0};
    m.size = take32(in);
    m.step = m.size ? m.size : 1;
    m.unit = take32(in);
    m.any_nan = (int)take32(in);
    m.data_size = take32(in);
    m.data = take(in, m.data_size);

    size_t size = capacity * m.unit;
    uint8_t *bytes = output_prepare(s, size, 0);
    void *out = null_out ? NULL : bytes;
    const gltf_accessor *accessor = &s->accessors[desc];
    if (kind == READ_FLOAT) {
        got = gltf_accessor_read_float(accessor, first, count, out, capacity);
    } else if (kind == READ_DOUBLE) {
        got = gltf_accessor_read_double(accessor, first, count, out, capacity);
    } else {
        got = gltf_accessor_read_uint32(accessor, first, count, out, capacity);
    }
    check_status(s, desc,
                 kind == READ_FLOAT    ? "read_float"
                 : kind == READ_DOUBLE ? "read_double"
                                       : "read_uint32",
                 got, want);
    output_check(s, desc, bytes, size, &m, 1, got == GLTF_OK && want == GLTF_OK && !s->scrambled);
}

static gltf_layout take_layout(input *in) {
    gltf_layout layout;
    layout.component_type = take32(in);
    layout.component_count = take32(in);
    layout.normalized = take32(in);
    layout.byte_stride = take32(in);
    for (size_t i = 0; i < 4; i++) {
        uint32_t bits = take32(in);
        memcpy(&layout.fill[i], &bits, sizeof bits);
    }
    return layout;
}

static mask take_mask(input *in, size_t offset) {
    mask m;
    m.offset = offset;
    m.size = take32(in);
    m.step = take_size(in);
    m.step = m.step ? m.step : 1;
    m.count = take32(in);
    m.unit = take32(in);
    m.any_nan = (int)take32(in);
    m.data_size = take32(in);
    m.data = take(in, m.data_size);
    return m;
}

static void run_read_as(state *s, input *in, uint32_t desc) {
    size_t first = take_size(in), count = take_size(in), room = take_size(in);
    size_t shift = take32(in);
    uint32_t null_layout = take32(in), null_out = take32(in);
    take32(in);
    gltf_layout layout = take_layout(in);
    gltf_status want = (gltf_status)take32(in);
    mask m = take_mask(in, 0);

    uint8_t *bytes = output_prepare(s, room, shift);
    gltf_status got = gltf_accessor_read_as(&s->accessors[desc], first, count, null_layout ? NULL : &layout,
                                            null_out ? NULL : bytes, room);
    char call[120];
    snprintf(call, sizeof call, "read_as type %" PRIu32 ", components %" PRIu32 ", normalized %" PRIu32,
             layout.component_type, layout.component_count, layout.normalized);
    check_status(s, desc, call, got, want);
    output_check(s, desc, bytes, room, &m, 1, got == GLTF_OK && want == GLTF_OK && !s->scrambled);
}

static void run_streams(state *s, input *in) {
    size_t first = take_size(in), count = take_size(in);
    uint32_t stream_count = take32(in);
    size_t total = take32(in);
    uint32_t want_failed = take32(in), failed = ANY32;
    gltf_status want = (gltf_status)take32(in);
    gltf_stream streams[MAX_STREAMS];
    mask masks[MAX_STREAMS];
    uint32_t descs[MAX_STREAMS];
    if (stream_count > MAX_STREAMS) {
        give_up("too many streams");
    }
    uint8_t *bytes = output_prepare(s, total, 0);
    for (uint32_t i = 0; i < stream_count; i++) {
        descs[i] = take32(in);
        size_t offset = take32(in);
        streams[i].accessor = &s->accessors[descs[i]];
        streams[i].out = bytes + offset;
        streams[i].out_size = take_size(in);
        streams[i].layout = take_layout(in);
        masks[i] = take_mask(in, offset);
    }
    gltf_status got = gltf_accessor_read_streams(streams, stream_count, first, count, &failed);
    check_status(s, 0, "read_streams", got, want);
    if (want != GLTF_OK && got == want && failed != want_failed && !s->scrambled) {
        char text[120];
        snprintf(text, sizeof text, "read_streams: %s, but stream %" PRIu32 " is named, want %" PRIu32,
                 gltf_status_name(got), failed, want_failed);
        fail(s, descs[0], text);
    }
    output_check(s, descs[0], bytes, total, masks, stream_count, got == GLTF_OK && want == GLTF_OK && !s->scrambled);
}

static void run_direct(state *s, input *in, uint32_t desc) {
    const gltf_accessor *a = &s->accessors[desc];
    const uint16_t probe = 1;
    size_t size = gltf_component_size(a->component_type);
    int usable = take32(in) && (size == 1 || *(const uint8_t *)&probe == 1) && (uintptr_t)a->data % size == 0;
    const void *got = gltf_accessor_direct(a);
    s->calls++;
    if (got != (usable ? (const void *)a->data : NULL)) {
        fail(s, desc, usable ? "direct gave NULL for usable data" : "direct gave data that cannot be used in place");
    }
}

static void run_bounds(state *s, input *in, uint32_t desc) {
    size_t capacity = take_size(in);
    uint32_t null = take32(in);
    gltf_status want = (gltf_status)take32(in);
    uint32_t n = take32(in);
    const uint8_t *lows = take(in, 8 * (size_t)n), *highs = take(in, 8 * (size_t)n);
    double *low = (double *)(void *)region_place(&s->output, capacity * 8, 0, s->at_end);
    double *high = (double *)(void *)region_place(&s->extra, capacity * 8, 0, s->at_end);
    for (size_t i = 0; i < capacity; i++) {
        low[i] = high[i] = -12345.5;
    }
    gltf_status got =
        gltf_accessor_bounds(&s->accessors[desc], null == 1 ? NULL : low, null == 2 ? NULL : high, capacity);
    check_status(s, desc, "bounds", got, want);
    for (size_t i = 0; i < capacity && got == want && !s->scrambled; i++) {
        double want_low = -12345.5, want_high = -12345.5;
        if (want == GLTF_OK && i < n) {
            input a = {(uint8_t *)(uintptr_t)(lows + 8 * i), 8, 0}, b = {(uint8_t *)(uintptr_t)(highs + 8 * i), 8, 0};
            uint64_t low_bits = take64(&a), high_bits = take64(&b);
            if (null != 1) {
                memcpy(&want_low, &low_bits, 8);
            }
            if (null != 2) {
                memcpy(&want_high, &high_bits, 8);
            }
        }
        if (!(low[i] == want_low && high[i] == want_high)) {
            char text[200];
            snprintf(text, sizeof text, "bounds of component %zu: got %.17g and %.17g, want %.17g and %.17g", i, low[i],
                     high[i], want_low, want_high);
            fail(s, desc, text);
            return;
        }
    }
}

static void run_op(state *s, input *in) {
    uint32_t kind = take32(in), desc = take32(in);
    if (desc >= s->desc_count) {
        give_up("an operation names no accessor");
    }
    switch (kind) {
    case READ_FLOAT:
    case READ_DOUBLE:
    case READ_UINT32:
        run_read(s, in, kind, desc);
        break;
    case READ_AS:
        run_read_as(s, in, desc);
        break;
    case READ_STREAMS:
        run_streams(s, in);
        break;
    case NUMBER_COUNT:
        s->calls++;
        if (gltf_accessor_number_count(&s->accessors[desc]) != take_size(in)) {
            fail(s, desc, "number_count");
        }
        break;
    case DIRECT:
        run_direct(s, in, desc);
        break;
    case BOUNDS:
        run_bounds(s, in, desc);
        break;
    default:
        give_up("an unknown operation");
    }
}

/* ---- Resolving ---- */

static void check_resolved(state *s, uint32_t i) {
    const gltf_accessor_desc *d = &s->descs[i];
    const gltf_accessor *a = &s->accessors[i];
    const expectation *e = &s->expected[i];
    if (a->count != d->count || a->component_type != d->component_type || a->shape != d->shape ||
        a->component_count != e->component_count || a->element_size != e->element_size) {
        fail(s, i, "resolve: count, type or sizes are wrong");
    }
    if (a->normalized != e->normalized) {
        fail(s, i, "resolve: normalized is wrong");
    }
    if (a->sparse_count != d->sparse.count ||
        (d->sparse.count && a->sparse_index_type != d->sparse.indices_component_type)) {
        fail(s, i, "resolve: the sparse part is wrong");
    }
    if (((a->flags & GLTF_ACCESSOR_UNSORTED) != 0) != (e->is_unsorted != 0)) {
        fail(s, i, "resolve: the flag for decreasing indices is wrong");
    }
    if (e->stride != ANY64 && a->stride != e->stride) {
        fail(s, i, "resolve: stride is wrong");
    }
    if (e->offset != ANY64 && a->data != (e->offset == NO_DATA ? NULL : s->buffers[e->buffer].data + e->offset)) {
        fail(s, i, "resolve: data points elsewhere");
    }
}

static void check_refused(state *s, uint32_t i, gltf_status got, const gltf_error *error) {
    static const gltf_accessor empty;
    const expectation *e = &s->expected[i];
    char text[200];
    if (memcmp(&s->accessors[i], &empty, sizeof empty) != 0) {
        fail(s, i, "resolve failed and left something in its output");
    }
    if (error->status != got) {
        fail(s, i, "error.status differs from the result");
    }
    if (got == GLTF_ERR_ARGUMENT) {
        return;
    }
    if (e->object != ANY32 && (error->object != (int32_t)e->object || error->index != e->index)) {
        snprintf(text, sizeof text, "%s names object %" PRId32 " %" PRIu32 ", want %" PRIu32 " %" PRIu32,
                 gltf_status_name(got), error->object, error->index, e->object, e->index);
        fail(s, i, text);
    }
    if ((e->position != ANY64 && error->position != e->position) || (e->found != ANY64 && error->found != e->found)) {
        snprintf(text, sizeof text, "%s at %" PRIu64 " found %" PRIu64 ", want %" PRIu64 " %" PRIu64,
                 gltf_status_name(got), error->position, error->found, e->position, e->found);
        fail(s, i, text);
    }
}

static void resolve(state *s, uint32_t i) {
    const expectation *e = &s->expected[i];
    gltf_error error;
    gltf_status got;
    memset(&error, 0xEE, sizeof error);
    memset(&s->accessors[i], 0xEE, sizeof s->accessors[i]);
    if (s->wrap) {
        got = gltf_accessor_wrap(s->buffers[0].data, (size_t)s->buffers[0].size, &s->descs[i], s->source.cpu,
                                 &s->accessors[i], &error);
    } else {
        got = gltf_accessor_resolve(&s->source, &s->descs[i], &s->accessors[i], &error);
    }
    s->calls++;
    for (uint32_t k = 0; k < e->status_count; k++) {
        if (got == e->statuses[k]) {
            if (got == GLTF_OK) {
                check_resolved(s, i);
            } else {
                check_refused(s, i, got, &error);
            }
            return;
        }
    }
    char text[160];
    snprintf(text, sizeof text, "resolve gave %s, want %s%s", gltf_status_name(got), gltf_status_name(e->statuses[0]),
             e->status_count > 1 ? " or another" : "");
    fail(s, i, text);
}

/* ---- Cases ---- */

static expectation take_expectation(input *in) {
    expectation e;
    e.status_count = take32(in);
    for (size_t k = 0; k < 8; k++) {
        e.statuses[k] = (int32_t)take32(in);
    }
    e.object = take32(in);
    e.index = take32(in);
    e.position = take64(in);
    e.found = take64(in);
    e.stride = take64(in);
    e.offset = take64(in);
    e.buffer = take32(in);
    e.normalized = take32(in);
    e.is_unsorted = take32(in);
    e.component_count = take32(in);
    e.element_size = take32(in);
    return e;
}

static gltf_accessor_desc take_desc(input *in) {
    gltf_accessor_desc d;
    d.byte_offset = take64(in);
    d.count = take64(in);
    d.view = take32(in);
    d.component_type = take32(in);
    d.shape = take32(in);
    d.normalized = take32(in);
    d.byte_stride = take32(in);
    d.id = take32(in);
    d.sparse.count = take64(in);
    d.sparse.indices_byte_offset = take64(in);
    d.sparse.values_byte_offset = take64(in);
    d.sparse.indices_view = take32(in);
    d.sparse.values_view = take32(in);
    d.sparse.indices_component_type = take32(in);
    d.sparse.reserved = take32(in);
    return d;
}

static void take_tables(state *s, input *in, uint32_t buffer_count, uint32_t view_count, uint32_t desc_count) {
    if (buffer_count > MAX_BUFFERS || view_count > MAX_VIEWS || desc_count > MAX_DESCS) {
        give_up("a case is too large");
    }
    for (uint32_t i = 0; i < buffer_count; i++) {
        s->buffers[i].size = take64(in);
        uint32_t loaded = take32(in);
        s->misalignment[i] = take32(in);
        s->contents[i] = loaded ? take(in, (size_t)s->buffers[i].size) : NULL;
    }
    for (uint32_t i = 0; i < view_count; i++) {
        s->views[i].byte_offset = take64(in);
        s->views[i].byte_length = take64(in);
        s->views[i].buffer = take32(in);
        s->views[i].byte_stride = take32(in);
    }
    for (uint32_t i = 0; i < desc_count; i++) {
        s->descs[i] = take_desc(in);
        s->expected[i] = take_expectation(in);
    }
    s->desc_count = desc_count;
}

static void place_buffers(state *s) {
    for (uint32_t i = 0; i < s->source.buffer_count; i++) {
        s->buffers[i].data = NULL;
        if (s->contents[i]) {
            size_t size = (size_t)s->buffers[i].size;
            uint8_t *bytes = region_place(&s->inputs[i], size, s->misalignment[i], s->at_end);
            memcpy(bytes, s->contents[i], size);
            s->buffers[i].data = bytes;
        }
    }
}

/* Fill all buffers with bytes that break every promise of the file, sparse indices included. */
static void scramble(state *s, uint32_t round) {
    uint32_t x = s->number * 2654435761u + round;
    for (uint32_t i = 0; i < s->source.buffer_count; i++) {
        if (s->contents[i]) {
            uint8_t *bytes = (uint8_t *)(uintptr_t)s->buffers[i].data;
            for (uint64_t k = 0; k < s->buffers[i].size; k++) {
                x ^= x << 13;
                x ^= x >> 17;
                x ^= x << 5;
                bytes[k] = round % 2 ? 0xFF : (uint8_t)x;
            }
        }
    }
}

static int any_sparse(const state *s) {
    for (uint32_t i = 0; i < s->desc_count; i++) {
        if (s->accessors[i].sparse_count) {
            return 1;
        }
    }
    return 0;
}

static input run_ops(state *s, input ops, uint32_t op_count) {
    for (uint32_t i = 0; i < op_count; i++) {
        run_op(s, &ops);
    }
    return ops;
}

static void run_case(state *s, input *in, const uint32_t *cpus, size_t cpu_count) {
    if (take32(in) != MAGIC) {
        give_up("not a stream of cases");
    }
    s->number = take32(in);
    s->source.flags = take32(in);
    s->wrap = take32(in);
    s->source.max_zero_elements = take64(in);
    s->source.buffer_count = take32(in);
    s->source.view_count = take32(in);
    uint32_t desc_count = take32(in), op_count = take32(in);
    s->source.buffers = s->buffers;
    s->source.views = s->views;
    take_tables(s, in, s->source.buffer_count, s->source.view_count, desc_count);

    input end = *in;
    for (s->at_end = 0; s->at_end < 2; s->at_end++) {
        for (size_t c = 0; c < cpu_count; c++) {
            s->source.cpu = cpus[c];
            s->salt++;
            place_buffers(s);
            for (uint32_t i = 0; i < desc_count; i++) {
                resolve(s, i);
            }
            end = run_ops(s, *in, op_count);
            if (any_sparse(s) && (c == 0 || c == cpu_count - 1)) {
                s->scrambled = 1;
                scramble(s, (uint32_t)c);
                run_ops(s, *in, op_count);
                s->scrambled = 0;
            }
        }
    }
    *in = end;
}

/* The portable loops, what the build assumes, and every subset of what the machine offers. */
static size_t choose_cpus(uint32_t *cpus) {
    uint32_t bits = gltf_cpu_detect();
    size_t n = 0;
    cpus[n++] = GLTF_CPU_PLAIN;
    cpus[n++] = 0;
    for (uint32_t subset = bits; subset && n < MAX_CPUS; subset = (subset - 1) & bits) {
        cpus[n++] = subset;
    }
    return n;
}

int main(int argc, char **argv) {
    static state s;
    uint32_t cpus[MAX_CPUS];
    if (argc != 2) {
        fprintf(stderr, "usage: oracle_runner FILE|-\n");
        return 64;
    }
    size_t cpu_count = choose_cpus(cpus);
    for (size_t i = 0; i < MAX_BUFFERS; i++) {
        s.inputs[i] = region_make();
    }
    s.output = region_make();
    s.extra = region_make();
    input in = read_all(argv[1]);
    size_t cases = 0;
    while (in.at < in.size) {
        run_case(&s, &in, cpus, cpu_count);
        cases++;
    }
    free(in.bytes);
    printf("oracle: %zu cases, %" PRIu64 " calls under %zu sets of CPU features, %zu differences\n", cases, s.calls,
           cpu_count, s.failures);
    return s.failures || cases == 0;
}
