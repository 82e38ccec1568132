/* tests/fuzz/fuzz_tables.c - outside the layers: any tables through resolve to every reader, without a document.
 *
 * The input is read as buffers, views and accessors, whose numbers mostly fit together, and then as what to read and how; it
 * fills the buffers too, which have exactly their size.  Everything is read with two sets of loops, which must
 * agree, and single elements in the plainest way there is.  Outputs lie between canaries. */
#define FUZZ_NAME "fuzz_tables"
#include "harness.h"

#include "../../include/gltf_accessor/morph.h"
#include "../../src/core/cpu.h"

enum {
    BUFFERS = 3,
    VIEWS = 5,
    ACCESSORS = 4,
    MARGIN = 64,
    MOST_BYTES = 1 << 16, /* of one output */
    MOST_LARGE = 24 << 20,
    SAMPLES = 6,
    STREAMS = 10
};

/* ---- Tables ---- */

typedef struct tables {
    uint8_t *blocks[BUFFERS]; /* what malloc gave */
    size_t block_sizes[BUFFERS];
    gltf_buffer buffers[BUFFERS];
    gltf_buffer_view views[VIEWS];
    gltf_accessor_desc descs[ACCESSORS];
    gltf_source source;
} tables;

/* A number that mostly is the likely one. */
static uint64_t number(tape *t, uint64_t likely) {
    static const uint64_t wild[] = {0,
                                    1,
                                    2,
                                    3,
                                    4,
                                    255,
                                    256,
                                    65535,
                                    65536,
                                    0x7FFFFFFF,
                                    0x80000000,
                                    0xFFFFFFFF,
                                    0x100000000,
                                    0x7FFFFFFFFFFFFFFF,
                                    0x8000000000000000,
                                    0xFFFFFFFFFFFFFFFF};
    const uint8_t how = tape_u8(t);
    if (how < 224) {
        return likely;
    }
    switch (how % 8) {
    case 0:
    case 1:
        return likely + tape_u8(t) % 16u - 8;
    case 2:
        return tape_u8(t);
    case 3:
        return tape_u16(t);
    case 4:
        return tape_u32(t);
    case 5:
        return tape_u64(t);
    case 6:
        return wild[tape_u8(t) % 16];
    default:
        return likely * (tape_u8(t) % 8u) / 4;
    }
}

static void make_buffer(tables *all, uint32_t index, tape *t) {
    gltf_buffer *buffer = &all->buffers[index];
    const uint8_t kind = tape_u8(t);
    const size_t size = kind == 0xB1 ? (size_t)300 << 10 : kind % 4 ? tape_u8(t) * 4u : tape_u16(t);
    const size_t shift = kind >> 4 & 7;
    all->block_sizes[index] = shift + size;
    all->blocks[index] = fuzz_block(shift + size);
    buffer->size = number(t, size);
    buffer->data = buffer->size <= size && kind != 0xFF ? all->blocks[index] + shift : NULL;
}

static void make_view(tables *all, uint32_t index, tape *t) {
    gltf_buffer_view *view = &all->views[index];
    view->buffer = (uint32_t)number(t, tape_u8(t) % BUFFERS);
    const uint64_t size = view->buffer < BUFFERS ? all->buffers[view->buffer].size : 64;
    view->byte_offset = number(t, tape_u8(t) % 8u * 4);
    view->byte_length = number(t, size - view->byte_offset);
    view->byte_stride = (uint32_t)number(t, 0);
}

static uint64_t elements_that_fit(const tables *all, const gltf_accessor_desc *desc) {
    const uint64_t size = gltf_element_size(desc->component_type, desc->shape);
    if (desc->view >= VIEWS || size == 0) {
        return 5;
    }
    const gltf_buffer_view *view = &all->views[desc->view];
    const uint64_t stride = desc->byte_stride ? desc->byte_stride : view->byte_stride ? view->byte_stride : size;
    const uint64_t room = view->byte_length - desc->byte_offset;
    return view->byte_length < desc->byte_offset || room < size ? 0 : (room - size) / stride + 1;
}

static void make_sparse(const tables *all, gltf_accessor_desc *desc, tape *t) {
    static const uint32_t types[] = {GLTF_UNSIGNED_BYTE, GLTF_UNSIGNED_SHORT, GLTF_UNSIGNED_INT, GLTF_FLOAT};
    gltf_sparse *sparse = &desc->sparse;
    const uint8_t kind = tape_u8(t);
    if (kind % 2 == 0) {
        return;
    }
    sparse->indices_component_type = types[kind / 2 % 4];
    sparse->count = number(t, kind / 8 % 8 + 1u);
    sparse->indices_view = (uint32_t)number(t, tape_u8(t) % VIEWS);
    sparse->values_view = (uint32_t)number(t, tape_u8(t) % VIEWS);
    sparse->indices_byte_offset = number(t, 0);
    sparse->values_byte_offset = number(t, 0);
    if (kind >= 0xF0) { /* as many as may be */
        const uint64_t size = gltf_element_size(desc->component_type, desc->shape) + 4;
        const uint64_t room = sparse->indices_view < VIEWS && sparse->values_view < VIEWS
                                  ? all->views[sparse->indices_view].byte_length
                                  : 0;
        sparse->count = room / size < desc->count ? room / size : desc->count;
    }
}

static void make_accessor(tables *all, uint32_t index, tape *t) {
    static const uint32_t types[] = {GLTF_BYTE,         GLTF_UNSIGNED_BYTE, GLTF_SHORT,         GLTF_UNSIGNED_SHORT,
                                     GLTF_UNSIGNED_INT, GLTF_FLOAT,         GLTF_UNSIGNED_BYTE, GLTF_FLOAT};
    gltf_accessor_desc *desc = &all->descs[index];
    const uint8_t kind = tape_u8(t), more = tape_u8(t);
    desc->id = index;
    desc->component_type = (uint32_t)number(t, types[kind % 8]);
    desc->shape = (uint32_t)number(t, 1 + kind / 8 % 7u);
    desc->normalized = more & 1;
    desc->view = more % 8 < 6 ? (uint32_t)number(t, more / 8 % VIEWS) : GLTF_NONE;
    desc->byte_offset = number(t, 0);
    desc->byte_stride = (uint32_t)number(t, 0);
    desc->count = number(t, elements_that_fit(all, desc));
    make_sparse(all, desc, t);
}

/* The whole input, over and over, each time a little different. */
static void fill_buffers(tables *all, const uint8_t *data, size_t size) {
    uint8_t turn = 0;
    size_t next = 0;
    for (uint32_t b = 0; b < BUFFERS; b++) {
        for (size_t i = 0; i < all->block_sizes[b]; i++) {
            if (next == size) {
                next = 0;
                turn = (uint8_t)(turn + 37);
            }
            all->blocks[b][i] = (uint8_t)((size ? data[next++] : 0) + turn);
        }
    }
}

/* Bytes of a view, in memory that this harness owns, or NULL where they reach past view or buffer. */
static uint8_t *place_in(const tables *all, uint32_t view, uint64_t offset, uint64_t size) {
    if (view >= VIEWS || all->views[view].buffer >= BUFFERS) {
        return NULL;
    }
    const gltf_buffer_view *v = &all->views[view];
    const gltf_buffer *buffer = &all->buffers[v->buffer];
    const uint64_t most = 1 << 20;
    if (!buffer->data || v->byte_offset > most || offset > most || size > most || offset + size > v->byte_length ||
        v->byte_offset + offset + size > buffer->size) {
        return NULL;
    }
    uint8_t *block = all->blocks[v->buffer];
    return block + (buffer->data - block) + (size_t)(v->byte_offset + offset);
}

/* Sparse indices that rise through the accessor, or fall. */
static void write_indices(tables *all, const gltf_accessor_desc *desc, uint8_t how) {
    const gltf_sparse *sparse = &desc->sparse;
    const uint32_t size = gltf_component_size(sparse->indices_component_type);
    if (sparse->count == 0 || sparse->count > 1 << 20 || desc->count == 0 || how % 4 == 3) {
        return;
    }
    uint8_t *out = place_in(all, sparse->indices_view, sparse->indices_byte_offset, sparse->count * size);
    for (uint64_t k = 0; out && k < sparse->count; k++) {
        const uint64_t step = desc->count / sparse->count + (how % 4 == 1);
        const uint64_t place = how % 4 == 2 ? sparse->count - 1 - k : k;
        const uint64_t index = place * step % desc->count;
        for (uint32_t byte = 0; byte < size; byte++) {
            *out++ = (uint8_t)(index >> 8 * byte);
        }
    }
}

static void make_tables(tables *all, tape *t) {
    memset(all, 0, sizeof *all);
    for (uint32_t i = 0; i < BUFFERS; i++) {
        make_buffer(all, i, t);
    }
    for (uint32_t i = 0; i < VIEWS; i++) {
        make_view(all, i, t);
    }
    for (uint32_t i = 0; i < ACCESSORS; i++) {
        make_accessor(all, i, t);
    }
    all->source.buffers = all->buffers;
    all->source.views = all->views;
    all->source.buffer_count = (uint32_t)number(t, BUFFERS) % (BUFFERS + 1);
    all->source.view_count = (uint32_t)number(t, VIEWS) % (VIEWS + 1);
    all->source.max_zero_elements = number(t, 0);
}

/* ---- The plainest way to one number ---- */

static uint64_t bytes_at(const uint8_t *p, uint32_t size) {
    uint64_t value = 0;
    for (uint32_t i = 0; i < size; i++) {
        value |= (uint64_t)p[i] << 8 * i;
    }
    return value;
}

static double stored_number(const uint8_t *p, uint32_t type) {
    const uint64_t bits = bytes_at(p, gltf_component_size(type));
    const uint32_t word = (uint32_t)bits;
    float f;
    switch (type) {
    case GLTF_BYTE:
        return bits < 128 ? (double)bits : (double)bits - 256;
    case GLTF_SHORT:
        return bits < 32768 ? (double)bits : (double)bits - 65536;
    case GLTF_FLOAT:
        memcpy(&f, &word, sizeof f);
        return f;
    default:
        return (double)bits;
    }
}

static double real_number(double stored, const gltf_accessor_desc *desc) {
    if (!desc->normalized || desc->component_type == GLTF_FLOAT || desc->component_type == GLTF_UNSIGNED_INT) {
        return stored;
    }
    const double most = desc->component_type == GLTF_BYTE            ? 127
                        : desc->component_type == GLTF_UNSIGNED_BYTE ? 255
                        : desc->component_type == GLTF_SHORT         ? 32767
                                                                     : 65535;
    return stored / most < -1 ? -1 : stored / most;
}

/* Offset of a component in its element: columns of matrices start at multiples of 4. */
static size_t component_offset(const gltf_accessor_desc *desc, uint32_t component) {
    const uint32_t size = gltf_component_size(desc->component_type);
    const uint32_t rows = desc->shape == GLTF_MAT2   ? 2
                          : desc->shape == GLTF_MAT3 ? 3
                          : desc->shape == GLTF_MAT4 ? 4
                                                     : gltf_component_count(desc->shape);
    const uint32_t column = desc->shape >= GLTF_MAT2 ? (rows * size + 3) / 4 * 4 : rows * size;
    return (size_t)(component / rows) * column + (size_t)(component % rows) * size;
}

/* The entry that replaces an element: the last one that names it; -1 if none does. */
static int64_t entry_of(const tables *all, const gltf_accessor_desc *desc, uint64_t element) {
    const gltf_sparse *s = &desc->sparse;
    const uint32_t size = gltf_component_size(s->indices_component_type);
    for (uint64_t k = s->count; k > 0; k--) {
        const uint8_t *at = place_in(all, s->indices_view, s->indices_byte_offset + (k - 1) * size, size);
        claim(at != NULL, "sparse indices outside view or buffer were proved");
        if (bytes_at(at, size) == element) {
            return (int64_t)(k - 1);
        }
    }
    return -1;
}

/* The stored number of one component, found from the tables alone. */
static double plain_number(const tables *all, const gltf_accessor_desc *desc, uint64_t element, uint32_t component) {
    const uint64_t size = gltf_element_size(desc->component_type, desc->shape);
    const size_t inside = component_offset(desc, component);
    const uint32_t width = gltf_component_size(desc->component_type);
    const int64_t entry = entry_of(all, desc, element);
    const uint8_t *at;
    if (entry >= 0) {
        const uint64_t offset = desc->sparse.values_byte_offset + (uint64_t)entry * size + inside;
        at = place_in(all, desc->sparse.values_view, offset, width);
    } else if (desc->view == GLTF_NONE) {
        return 0;
    } else {
        const uint32_t of_view = all->views[desc->view].byte_stride;
        const uint64_t stride = desc->byte_stride ? desc->byte_stride : of_view ? of_view : size;
        at = place_in(all, desc->view, desc->byte_offset + element * stride + inside, width);
    }
    claim(at != NULL, "an element outside view or buffer was proved");
    return stored_number(at, desc->component_type);
}

/* The i-th of SAMPLES elements that are looked at: the last one among them. */
static size_t sample(size_t count, size_t i) {
    return (count - 1) * i / (SAMPLES - 1);
}

static int same_value(double a, double b) {
    return a == b || (a != a && b != b);
}

/* ---- One accessor, proved for two sets of loops ---- */

typedef struct proved {
    const gltf_accessor_desc *desc;
    gltf_accessor fast;
    gltf_accessor plain;
} proved;

static gltf_status resolve(tables *all, uint32_t index, uint32_t flags, uint32_t cpu, gltf_accessor *out) {
    static const gltf_accessor empty;
    gltf_error error;
    char line[400];
    all->source.flags = flags;
    all->source.cpu = cpu;
    memset(out, FUZZ_CANARY, sizeof *out);
    const gltf_status status = gltf_accessor_resolve(&all->source, &all->descs[index], out, &error);
    if (status != GLTF_OK) {
        claim(memcmp(out, &empty, sizeof empty) == 0, "something left of a refused accessor");
        claim(error.status == status && gltf_error_format(&error, line, sizeof line) < sizeof line, "an error");
    }
    return status;
}

static int resolve_all_ways(tables *all, uint32_t index, uint32_t cpu, proved *out) {
    gltf_accessor strict;
    out->desc = &all->descs[index];
    const gltf_status status = resolve(all, index, 0, cpu, &out->fast);
    claim(resolve(all, index, 0, GLTF_CPU_PLAIN, &out->plain) == status, "another status with other loops");
    const gltf_status strictly = resolve(all, index, GLTF_SOURCE_STRICT, cpu, &strict);
    claim(strictly != GLTF_OK || status == GLTF_OK, "strictly right and leniently wrong");
    claim(strictly != GLTF_OK || memcmp(&strict, &out->fast, sizeof strict) == 0, "read strictly in another way");
    return status == GLTF_OK;
}

static void wrap(const tables *all, const gltf_accessor_desc *desc) {
    gltf_accessor_desc alone = *desc;
    gltf_accessor a;
    float out[16];
    memset(&alone.sparse, 0, sizeof alone.sparse);
    for (uint32_t b = 0; b < BUFFERS; b++) {
        const size_t size = all->buffers[b].data ? (size_t)all->buffers[b].size : 0;
        if (gltf_accessor_wrap(all->buffers[b].data, size, &alone, 0, &a, NULL) == GLTF_OK && a.count) {
            claim(gltf_accessor_read_float(&a, a.count - 1, 1, out, 16) == GLTF_OK, "the last element of a block");
            claim(gltf_accessor_read_float(&a, 0, 1, out, 16) == GLTF_OK, "the first element of a block");
        }
    }
}

/* ---- Jobs: something that is written somewhere ---- */

enum { READ_FLOAT, READ_DOUBLE, READ_UINT32, READ_AS, MORPH };

typedef struct job {
    int kind;
    size_t first;
    size_t count;
    const gltf_layout *layout; /* of READ_AS and MORPH; NULL = none */
    size_t element;            /* bytes of output, 0 = the layout cannot be */
    size_t step;
    size_t shift; /* of the output in memory */
    uint32_t flags;
    uint32_t target_count;
    float weights[ACCESSORS];
} job;

/* `what` is the accessor, for MORPH followed by the targets. */
static gltf_status run(const job *j, const gltf_accessor *what, uint8_t *out, size_t size) {
    void *to = out;
    switch (j->kind) {
    case READ_FLOAT:
        return gltf_accessor_read_float(what, j->first, j->count, to, size / sizeof(float));
    case READ_DOUBLE:
        return gltf_accessor_read_double(what, j->first, j->count, to, size / sizeof(double));
    case READ_UINT32:
        return gltf_accessor_read_uint32(what, j->first, j->count, to, size / sizeof(uint32_t));
    case READ_AS:
        return gltf_accessor_read_as(what, j->first, j->count, j->layout, to, size);
    default:
        return gltf_morph_read(what, what + 1, j->weights, j->target_count, j->flags, j->first, j->count, j->layout, to,
                               size, NULL);
    }
}

/* Fill in the sizes of what `j` writes, from its layout. */
static void measure(job *j, const gltf_accessor *a) {
    static const uint32_t widths[] = {4, 8, 4};
    uint32_t n = a->component_count;
    uint32_t width = j->kind < READ_AS  ? widths[j->kind]
                     : j->kind == MORPH ? 4
                                        : gltf_component_size(a->component_type);
    if (j->layout) {
        n = j->layout->component_count ? j->layout->component_count : n;
        width = j->layout->component_type ? gltf_component_size(j->layout->component_type) : width;
    }
    j->element = (size_t)n * width;
    j->step = j->layout && j->layout->byte_stride ? j->layout->byte_stride : j->element;
}

static size_t needed(const job *j) {
    return j->count && j->element ? (j->count - 1) * j->step + j->element : 0;
}

static void check_canaries(const job *j, const uint8_t *area, size_t need, size_t used) {
    const uint8_t *out = area + MARGIN + j->shift;
    claim(fuzz_untouched(area, MARGIN + j->shift), "written before the output");
    claim(fuzz_untouched(out + used, need - used + MARGIN), "written behind the output");
    for (size_t at = j->element; used && j->step > j->element && at < used; at += j->step) {
        claim(fuzz_untouched(out + at, j->step - j->element), "written between two elements");
    }
}

static gltf_status run_between_canaries(const job *j, const gltf_accessor *what, uint8_t *area, size_t need,
                                        size_t size) {
    memset(area, FUZZ_CANARY, MARGIN + j->shift + need + MARGIN);
    const gltf_status status = run(j, what, area + MARGIN + j->shift, size);
    const int some = status == GLTF_OK || (status == GLTF_ERR_CONVERSION && j->kind != MORPH);
    check_canaries(j, area, need, some ? need : 0);
    return status;
}

/* The last element alone is what it is in the range. */
static void check_last_alone(const job *j, const gltf_accessor *what, const uint8_t *area, size_t need) {
    job last = *j;
    last.first = j->first + j->count - 1;
    last.count = 1;
    uint8_t *alone = fuzz_block(2 * MARGIN + j->shift + j->element);
    const gltf_status status = run_between_canaries(&last, what, alone, j->element, j->element);
    claim(status == GLTF_OK, "an element alone that could be read with others");
    claim(memcmp(alone + MARGIN + j->shift, area + MARGIN + j->shift + need - j->element, j->element) == 0,
          "an element alone is another");
    free(alone);
}

/* Run with both sets of loops, then with a byte too little.  Gives the area of the output if it could be had: the caller
 * frees it. */
static uint8_t *run_both(const job *j, const gltf_accessor *fast, const gltf_accessor *plain, size_t most) {
    if (j->count > most || j->step > most || (j->step && j->count > most / j->step)) {
        return NULL;
    }
    const size_t need = needed(j);
    const size_t area_size = MARGIN + j->shift + need + MARGIN;
    uint8_t *area = fuzz_block(area_size);
    uint8_t *other = fuzz_block(area_size);
    const gltf_status status = run_between_canaries(j, fast, area, need, need);
    claim(run_between_canaries(j, plain, other, need, need) == status, "another status from other loops");
    claim(status != GLTF_OK || memcmp(area, other, area_size) == 0, "other bytes from other loops");
    if (status == GLTF_OK && need) {
        claim(run_between_canaries(j, fast, other, need, need - 1) == GLTF_ERR_CAPACITY, "written into too little");
        check_last_alone(j, plain, area, need);
    }
    if (j->first > fast->count || j->count > fast->count - j->first) {
        claim(status != GLTF_OK, "read outside the accessor");
    }
    free(other);
    if (status == GLTF_OK) {
        return area;
    }
    free(area);
    return NULL;
}

/* ---- Reading ---- */

static gltf_layout make_layout(tape *t) {
    static const uint32_t types[] = {0,         GLTF_FLOAT, GLTF_DOUBLE,        GLTF_HALF_FLOAT,
                                     GLTF_BYTE, GLTF_SHORT, GLTF_UNSIGNED_BYTE, GLTF_UNSIGNED_SHORT,
                                     GLTF_INT,  GLTF_FLOAT, GLTF_UNSIGNED_INT};
    static const float fills[] = {0, 1, -1, 0.5f, 255, 256, -129, 1e30f};
    gltf_layout layout;
    const uint8_t kind = tape_u8(t), more = tape_u8(t), fill = tape_u8(t);
    memset(&layout, 0, sizeof layout);
    layout.component_type = kind == 0xFF ? tape_u16(t) : types[kind % 11];
    layout.component_count = more & 1 ? (more >> 1) % 6u : 0;
    layout.normalized = kind >> 7;
    layout.byte_stride = more & 128 ? tape_u8(t) : 0;
    for (uint32_t i = 0; i < 4; i++) {
        layout.fill[i] = fills[(fill >> i) % 8];
    }
    return layout;
}

/* A range that mostly lies inside. */
static void make_range(job *j, size_t count, tape *t) {
    const uint16_t from = tape_u16(t);
    const size_t inside = count ? from % count : 0;
    j->first = (size_t)number(t, inside);
    j->count = (size_t)number(t, j->first < count ? count - j->first : 0);
    if (j->count > 1024 && tape_u8(t) % 8) {
        j->count = from % 1024u;
    }
}

/* Some numbers of a range, as doubles, against the tables. */
static void check_numbers(const tables *all, const proved *p, const job *j, const uint8_t *area) {
    const uint32_t n = p->fast.component_count;
    for (size_t i = 0; i < SAMPLES && j->count; i++) {
        const size_t element = sample(j->count, i);
        for (uint32_t c = 0; c < n; c++) {
            double got;
            memcpy(&got, area + MARGIN + (element * n + c) * sizeof got, sizeof got);
            const double want = real_number(plain_number(all, p->desc, j->first + element, c), p->desc);
            claim(same_value(got, want), "another number than the tables give");
        }
    }
}

static void read(const tables *all, const proved *p, tape *t) {
    job j;
    gltf_layout layout = make_layout(t);
    memset(&j, 0, sizeof j);
    make_range(&j, p->fast.count, t);
    for (j.kind = READ_FLOAT; j.kind <= READ_AS; j.kind++) {
        j.layout = j.kind == READ_AS ? &layout : NULL;
        j.shift = j.kind == READ_AS ? tape_u8(t) % 64 : 0;
        measure(&j, &p->fast);
        uint8_t *area = run_both(&j, &p->fast, &p->plain, MOST_BYTES);
        if (area && j.kind == READ_DOUBLE) {
            check_numbers(all, p, &j, area);
        }
        free(area);
    }
    if (tape_u8(t) == 0xB1) { /* so much that it goes around the caches */
        j.kind = READ_FLOAT;
        j.layout = NULL;
        j.shift = 0;
        j.first = 0;
        j.count = p->fast.count;
        measure(&j, &p->fast);
        free(run_both(&j, &p->fast, &p->plain, MOST_LARGE));
    }
}

static void look_at_bounds(const tables *all, const proved *p) {
    double low[2][16], high[2][16];
    const uint32_t n = p->fast.component_count;
    if (p->fast.count > 4096 && p->fast.data) { /* zeros that no file stores take no time */
        return;
    }
    claim(gltf_accessor_bounds(&p->fast, low[0], high[0], n) == GLTF_OK, "bounds of a proved accessor");
    claim(gltf_accessor_bounds(&p->plain, low[1], high[1], n) == GLTF_OK, "bounds of a proved accessor");
    claim(gltf_accessor_bounds(&p->fast, low[1], NULL, n - 1) == GLTF_ERR_CAPACITY, "bounds in too little room");
    for (uint32_t c = 0; c < n; c++) {
        claim(low[0][c] == low[1][c] && high[0][c] == high[1][c], "other bounds from other loops");
        for (size_t i = 0; i < p->fast.count && i < 64 && p->desc->sparse.count < 64; i++) {
            const double value = plain_number(all, p->desc, i, c);
            claim(value != value || (low[0][c] <= value && value <= high[0][c]), "a number outside the bounds");
        }
    }
}

static void look_at_direct(const tables *all, const proved *p) {
    const uint8_t *direct = gltf_accessor_direct(&p->fast);
    if (!direct) {
        return;
    }
    claim(p->desc->view != GLTF_NONE && p->desc->sparse.count == 0, "in place what is not");
    const size_t element = p->fast.count - 1;
    claim((uintptr_t)direct % gltf_component_size(p->fast.component_type) == 0, "in place but not aligned");
    const double got = stored_number(direct + element * p->fast.stride, p->fast.component_type);
    claim(same_value(got, plain_number(all, p->desc, element, 0)), "another number in place");
}

/* ---- Streams ---- */

typedef struct lane {
    gltf_layout layout;
    job alone;
    uint8_t *area;
    uint8_t *want;
    gltf_status status;
} lane;

/* Read each stream alone, then all of them at once, which must give the same or tell of one that fails. */
static void read_streams(const proved *list, uint32_t count, tape *t) {
    lane lanes[STREAMS];
    gltf_stream streams[STREAMS];
    const uint32_t n = tape_u8(t) % (STREAMS + 1);
    job range;
    uint32_t failed = 77, lowest_checked = GLTF_NONE, lowest = GLTF_NONE;
    memset(&range, 0, sizeof range);
    memset(streams, 0, sizeof streams);
    make_range(&range, list[0].fast.count, t);
    range.count = range.count < 1100 ? range.count : 1100;
    for (uint32_t i = 0; i < n; i++) {
        const gltf_accessor *a = &list[tape_u8(t) % count].fast;
        lane *l = &lanes[i];
        l->layout = make_layout(t);
        l->alone = range;
        l->alone.kind = READ_AS;
        l->alone.layout = &l->layout;
        measure(&l->alone, a);
        const size_t need = needed(&l->alone);
        l->area = fuzz_block(need + 2 * MARGIN);
        l->want = fuzz_block(need + 2 * MARGIN);
        l->status = run_between_canaries(&l->alone, a, l->want, need, need);
        memset(l->area, FUZZ_CANARY, need + 2 * MARGIN);
        streams[i].accessor = a;
        streams[i].layout = l->layout;
        streams[i].out = l->area + MARGIN;
        streams[i].out_size = need;
        const int by_value =
            l->status == GLTF_ERR_CONVERSION && !a->normalized && a->component_type != GLTF_FLOAT; /* not by type */
        lowest = l->status != GLTF_OK && lowest == GLTF_NONE ? i : lowest;
        lowest_checked = l->status != GLTF_OK && !by_value && lowest_checked == GLTF_NONE ? i : lowest_checked;
    }
    const gltf_status status = gltf_accessor_read_streams(streams, n, range.first, range.count, &failed);
    claim((status == GLTF_OK) == (lowest == GLTF_NONE), "another opinion of streams together");
    claim(failed == (lowest_checked != GLTF_NONE ? lowest_checked : lowest), "another stream is at fault");
    claim(failed == GLTF_NONE || lanes[failed].status == status, "another fault of that stream");
    for (uint32_t i = 0; i < n; i++) {
        const size_t need = needed(&lanes[i].alone);
        const int some = lowest_checked == GLTF_NONE;
        check_canaries(&lanes[i].alone, lanes[i].area, need, some ? need : 0);
        claim(status != GLTF_OK || memcmp(lanes[i].area, lanes[i].want, need + 2 * MARGIN) == 0, "another stream");
        free(lanes[i].area);
        free(lanes[i].want);
    }
}

/* ---- Morph targets ---- */

static float make_weight(tape *t) {
    static const float weights[] = {0, 1, 0.5f, -1, 2.25f, 1e30f, -0.0f};
    const uint8_t kind = tape_u8(t);
    uint32_t bits;
    float weight;
    if (kind % 8 < 7) {
        return weights[kind % 8];
    }
    bits = tape_u32(t);
    memcpy(&weight, &bits, sizeof weight);
    return weight;
}

/* One number after the arithmetic of morph.h, from numbers that reading gives. */
static float blend(const tables *all, const job *j, const proved *const *what, uint64_t element, uint32_t component) {
    volatile float value = 0, product = 0;
    float stored[16];
    claim(gltf_accessor_read_float(&what[0]->plain, (size_t)element, 1, stored, 16) == GLTF_OK, "reading a base");
    value = stored[component];
    for (uint32_t i = 0; i < j->target_count; i++) {
        const proved *target = what[1 + i];
        if (!target || j->weights[i] == 0 || component >= target->plain.component_count ||
            (target->desc->view == GLTF_NONE && entry_of(all, target->desc, element) < 0)) {
            continue;
        }
        claim(gltf_accessor_read_float(&target->plain, (size_t)element, 1, stored, 16) == GLTF_OK, "reading a delta");
        product = j->weights[i] * stored[component];
        value = value + product;
    }
    if (j->flags & GLTF_MORPH_CLAMP) {
        value = value > 0 ? (value < 1 ? value : 1) : 0;
    }
    return value;
}

static void check_blend(const tables *all, const job *j, const proved *const *what, const uint8_t *area) {
    const uint32_t n = what[0]->plain.component_count;
    for (size_t i = 0; i < SAMPLES && j->count; i++) {
        const size_t element = sample(j->count, i);
        for (uint32_t c = 0; c < n; c++) {
            float got;
            memcpy(&got, area + MARGIN + j->shift + (element * n + c) * sizeof got, sizeof got);
            claim(same_value(got, blend(all, j, what, j->first + element, c)), "another sum");
        }
    }
}

static void morph(const tables *all, const proved *list, uint32_t count, tape *t) {
    const proved *what[1 + ACCESSORS] = {&list[tape_u8(t) % count], NULL, NULL, NULL, NULL};
    gltf_accessor fast[1 + ACCESSORS], plain[1 + ACCESSORS];
    gltf_layout layout;
    job j;
    memset(&j, 0, sizeof j);
    memset(fast, 0, sizeof fast);
    memset(plain, 0, sizeof plain);
    fast[0] = what[0]->fast;
    plain[0] = what[0]->plain;
    j.kind = MORPH;
    j.target_count = tape_u8(t) % (ACCESSORS + 1);
    for (uint32_t i = 0; i < j.target_count; i++) {
        const uint32_t which = tape_u8(t) % (ACCESSORS + 1);
        what[1 + i] = which < count ? &list[which] : NULL;
        if (what[1 + i]) {
            fast[1 + i] = what[1 + i]->fast;
            plain[1 + i] = what[1 + i]->plain;
        }
        j.weights[i] = make_weight(t);
    }
    const uint8_t how = tape_u8(t);
    j.flags = how & 1 ? GLTF_MORPH_CLAMP : how == 0xFE ? 2 : 0;
    make_range(&j, fast[0].count, t);
    layout = make_layout(t);
    j.layout = how & 2 ? &layout : NULL;
    j.shift = how & 4 ? tape_u8(t) % 64 : 0;
    if (j.layout && layout.component_type == 0) {
        layout.component_type = GLTF_FLOAT;
    }
    measure(&j, &fast[0]);
    uint8_t *area = run_both(&j, fast, plain, MOST_BYTES);
    if (area && !j.layout) {
        check_blend(all, &j, what, area);
    }
    free(area);
}

/* ---- All of it ---- */

static uint32_t subset(uint8_t which) {
    static const uint32_t subsets[] = {GLTF_CPU_SSE2, GLTF_CPU_SSE2 | GLTF_CPU_SSSE3, UINT32_MAX & ~GLTF_CPU_PLAIN};
    static uint32_t machine = GLTF_CPU_PLAIN; /* asked once: cpuid is slow in virtual machines */
    if (machine == GLTF_CPU_PLAIN) {
        machine = gltf_i_cpu_machine();
    }
    const uint32_t bits = subsets[which % 3] & machine;
    return bits ? bits : machine;
}

static void look(const uint8_t *data, size_t size) {
    tape t = tape_of(data, size);
    tables all;
    proved list[ACCESSORS];
    uint32_t count = 0;
    make_tables(&all, &t);
    const uint8_t how = tape_u8(&t);
    fill_buffers(&all, data, size);
    for (uint32_t i = 0; i < ACCESSORS; i++) {
        write_indices(&all, &all.descs[i], (uint8_t)(how + i));
        wrap(&all, &all.descs[i]);
    }
    for (uint32_t i = 0; i < ACCESSORS; i++) {
        count += (uint32_t)resolve_all_ways(&all, i, subset(how >> 4), &list[count]);
    }
    for (uint32_t i = 0; i < count; i++) {
        read(&all, &list[i], &t);
        look_at_bounds(&all, &list[i]);
        look_at_direct(&all, &list[i]);
    }
    if (count) {
        read_streams(list, count, &t);
        morph(&all, list, count, &t);
        morph(&all, list, count, &t);
    }
    for (uint32_t i = 0; i < BUFFERS; i++) {
        free(all.blocks[i]);
    }
}

FUZZ_ENTRY(look)
