/* tests/machines/digest_core.c - outside the layers: a line with a hash for everything that the core computes from made-up bytes,
 * to be compared between machines.  Needs the core library only.
 * usage: digest_core         exit status 1 if the portable loops and those for this CPU differ */
#include <stdio.h>
#include <stdlib.h>

#include <gltf_accessor/accessor.h>
#include <gltf_accessor/morph.h>

#include "digest.h"

enum { ELEMENTS = 75, BYTES = 1 << 14, NUMBERS = ELEMENTS * 16, SPARSE = 9 };

static const struct {
    const char *name;
    uint32_t component_type;
    uint32_t normalized;
} stored[] = {{"i8", GLTF_BYTE, 0},
              {"i8n", GLTF_BYTE, 1},
              {"u8", GLTF_UNSIGNED_BYTE, 0},
              {"u8n", GLTF_UNSIGNED_BYTE, 1},
              {"i16", GLTF_SHORT, 0},
              {"i16n", GLTF_SHORT, 1},
              {"u16", GLTF_UNSIGNED_SHORT, 0},
              {"u16n", GLTF_UNSIGNED_SHORT, 1},
              {"u32", GLTF_UNSIGNED_INT, 0},
              {"f32", GLTF_FLOAT, 0}};
enum { STORED = sizeof stored / sizeof stored[0] };

static const uint32_t outputs[] = {GLTF_BYTE,  GLTF_UNSIGNED_BYTE, GLTF_SHORT,      GLTF_UNSIGNED_SHORT, GLTF_INT,
                                   GLTF_FLOAT, GLTF_UNSIGNED_INT,  GLTF_HALF_FLOAT, GLTF_DOUBLE,         0};
enum { OUTPUTS = sizeof outputs / sizeof outputs[0] };

/* ---- Made-up bytes: the same ones everywhere ---- */

static uint32_t random_state = 1;

static uint32_t random_bits(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

static void put_little(uint8_t *bytes, uint32_t value, size_t size) {
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(value >> (8 * i));
    }
}

/* Bits of floats around every limit: zeros, subnormal ones, 1, the rounding limits of each type, infinity, NaN of both kinds. */
static uint32_t interesting_float(void) {
    static const uint32_t bits[] = {0,          0x80000000, 1,          0x807fffff, 0x00800000, 0x3f800000,
                                    0xbf800000, 0x3f000000, 0x33000000, 0x33000001, 0x387fc000, 0x38800000,
                                    0x477fe000, 0x477ff000, 0x477fefff, 0x42ff0000, 0x7f7fffff, 0x7f800000,
                                    0xff800000, 0x7fc00001, 0x7f800001, 0xffc12345, 0x4f800000, 0xcf000000};
    const uint32_t random = random_bits();
    if (random % 3 == 0) {
        return bits[(random >> 8) % (sizeof bits / sizeof bits[0])];
    }
    return random % 3 == 1 ? random_bits() : (random_bits() & 0x807fffffu) | ((96 + (random >> 8) % 40) << 23);
}

static void fill_bytes(uint8_t *bytes, size_t size, uint32_t component_type) {
    for (size_t i = 0; i + 4 <= size; i += 4) {
        put_little(bytes + i, component_type == GLTF_FLOAT ? interesting_float() : random_bits(), 4);
    }
}

/* ---- One accessor ---- */

typedef struct made {
    uint8_t base[BYTES];
    uint8_t indices[SPARSE * 4];
    uint8_t values[SPARSE * 64];
    gltf_buffer buffers[3];
    gltf_buffer_view views[3];
    gltf_source source;
    gltf_accessor_desc desc;
} made;

enum { SPARSE_NONE, SPARSE_SORTED, SPARSE_SHUFFLED, SPARSE_KINDS };
static const uint32_t index_types[] = {GLTF_UNSIGNED_BYTE, GLTF_UNSIGNED_SHORT, GLTF_UNSIGNED_INT};

static void make_accessor(made *m, size_t type, uint32_t shape, uint32_t more_stride, uint32_t offset, int no_base,
                          int sparse) {
    const uint32_t packed = gltf_element_size(stored[type].component_type, shape);
    const uint32_t index_type = index_types[random_bits() % 3];
    const uint32_t index_size = gltf_component_size(index_type);
    memset(m, 0, sizeof *m);
    fill_bytes(m->base, sizeof m->base, stored[type].component_type);
    fill_bytes(m->values, sizeof m->values, stored[type].component_type);
    for (uint32_t i = 0; i < SPARSE; i++) {
        put_little(m->indices + i * index_size, sparse == SPARSE_SORTED ? i * 8 + 3 : random_bits() % ELEMENTS,
                   index_size);
    }
    m->buffers[0].data = m->base;
    m->buffers[0].size = sizeof m->base;
    m->buffers[1].data = m->indices;
    m->buffers[1].size = sizeof m->indices;
    m->buffers[2].data = m->values;
    m->buffers[2].size = sizeof m->values;
    for (uint32_t i = 0; i < 3; i++) {
        m->views[i].buffer = i;
        m->views[i].byte_length = m->buffers[i].size;
    }
    m->views[0].byte_stride = more_stride ? packed + more_stride : 0;
    m->source.buffers = m->buffers;
    m->source.views = m->views;
    m->source.buffer_count = 3;
    m->source.view_count = 3;
    m->desc.count = ELEMENTS;
    m->desc.byte_offset = no_base ? 0 : offset;
    m->desc.view = no_base ? GLTF_NONE : 0;
    m->desc.component_type = stored[type].component_type;
    m->desc.normalized = stored[type].normalized;
    m->desc.shape = shape;
    if (sparse != SPARSE_NONE) {
        m->desc.sparse.count = SPARSE;
        m->desc.sparse.indices_view = 1;
        m->desc.sparse.values_view = 2;
        m->desc.sparse.indices_component_type = index_type;
    }
}

static void give_up(const char *why) {
    fprintf(stderr, "digest_core: %s\n", why);
    exit(2);
}

static gltf_accessor resolve(made *m, uint32_t cpu) {
    gltf_accessor accessor;
    gltf_error error;
    m->source.cpu = cpu;
    if (gltf_accessor_resolve(&m->source, &m->desc, &accessor, &error) != GLTF_OK) {
        give_up("an accessor that is right does not resolve");
    }
    return accessor;
}

/* Every way to read it, whole and in part; what the output holds after a failure is not looked at. */
static void read_all(const gltf_accessor *a, uint64_t *digest) {
    static float floats[NUMBERS];
    static double doubles[NUMBERS];
    static uint32_t integers[NUMBERS];
    for (size_t first = 0; first < 20; first += 11) {
        const size_t count = ELEMENTS - first - first / 2;
        const size_t numbers = count * a->component_count;
        gltf_status status = gltf_accessor_read_float(a, first, count, floats, numbers);
        digest_number(digest, (uint64_t)status);
        digest_numbers(digest, floats, 4, numbers);
        status = gltf_accessor_read_double(a, first, count, doubles, numbers);
        digest_number(digest, (uint64_t)status);
        digest_numbers(digest, doubles, 8, numbers);
        status = gltf_accessor_read_uint32(a, first, count, integers, numbers);
        digest_number(digest, (uint64_t)status);
        digest_numbers(digest, integers, 4, status == GLTF_OK ? numbers : 0);
    }
    double least[16], most[16];
    digest_number(digest, (uint64_t)gltf_accessor_bounds(a, least, most, 16));
    digest_numbers(digest, least, 8, a->component_count);
    digest_numbers(digest, most, 8, a->component_count);
    digest_number(digest, gltf_accessor_number_count(a));
}

static uint32_t size_of(uint32_t component_type, const gltf_accessor *a) {
    return gltf_component_size(component_type ? component_type : a->component_type);
}

/* Every output type, plain and normalized; vectors also with fewer and more components and a stride. */
static void read_layouts(const gltf_accessor *a, uint64_t *digest) {
    static uint8_t out[NUMBERS * 8];
    for (size_t o = 0; o < OUTPUTS; o++) {
        for (uint32_t normalized = 0; normalized < 2; normalized++) {
            for (uint32_t components = 0; components <= (a->shape <= GLTF_VEC4 ? 4u : 0u); components++) {
                gltf_layout layout;
                memset(&layout, 0, sizeof layout);
                layout.component_type = outputs[o];
                layout.normalized = normalized;
                layout.component_count = components;
                layout.fill[3] = 1;
                const uint32_t size = size_of(outputs[o], a);
                const size_t numbers = components ? components : a->component_count;
                layout.byte_stride = components > 2 ? (uint32_t)numbers * size + 4 : 0;
                const size_t stride = layout.byte_stride ? layout.byte_stride : numbers * size;
                memset(out, 0xA5, sizeof out);
                const gltf_status status = gltf_accessor_read_as(a, 2, ELEMENTS - 2, &layout, out, sizeof out);
                digest_number(digest, (uint64_t)status);
                for (size_t e = 0; status == GLTF_OK && e < ELEMENTS - 2; e++) {
                    digest_numbers(digest, out + e * stride, size, numbers);
                }
            }
        }
    }
}

/* ---- The parts ---- */

static void digest_type(size_t type, uint32_t cpu, uint64_t *digest) {
    static made m;
    for (uint32_t shape = GLTF_SCALAR; shape <= GLTF_MAT4; shape++) {
        for (uint32_t stride = 0; stride < 9; stride += stride == 0 ? 1 : 3) {
            for (int sparse = SPARSE_NONE; sparse < SPARSE_KINDS; sparse++) {
                for (int no_base = 0; no_base < (stride == 0 && sparse != SPARSE_NONE ? 2 : 1); no_base++) {
                    make_accessor(&m, type, shape, stride, stride == 7 ? 5 : 4, no_base, sparse);
                    const gltf_accessor a = resolve(&m, cpu);
                    read_all(&a, digest);
                    read_layouts(&a, digest);
                }
            }
        }
    }
}

static void digest_streams(uint32_t cpu, uint64_t *digest) {
    static made m[4];
    static uint8_t out[4][NUMBERS * 4];
    gltf_accessor accessors[4];
    gltf_stream streams[4];
    memset(streams, 0, sizeof streams);
    for (uint32_t i = 0; i < 4; i++) {
        make_accessor(&m[i], i * 2 + 1, GLTF_VEC2 + i % 3, 4, 4, 0, (int)i % SPARSE_KINDS);
        accessors[i] = resolve(&m[i], cpu);
        streams[i].accessor = &accessors[i];
        streams[i].out = out[i];
        streams[i].out_size = sizeof out[i];
        streams[i].layout.component_type = GLTF_FLOAT;
    }
    uint32_t failed = 0;
    digest_number(digest, (uint64_t)gltf_accessor_read_streams(streams, 4, 1, ELEMENTS - 1, &failed));
    for (uint32_t i = 0; i < 4; i++) {
        digest_numbers(digest, out[i], 4, (ELEMENTS - 1) * accessors[i].component_count);
    }
}

static void digest_morph(uint32_t cpu, uint64_t *digest) {
    static made m[5];
    static uint8_t out[NUMBERS * 8];
    static const float weights[4] = {0.3f, -1.7f, 0.0f, 1e-3f};
    for (uint32_t shape = GLTF_VEC2; shape <= GLTF_VEC4; shape++) {
        gltf_accessor accessors[5];
        for (uint32_t i = 0; i < 5; i++) {
            make_accessor(&m[i], i == 0 ? STORED - 1 : i * 2 - 1, shape, 0, 4, i == 2, (int)i % SPARSE_KINDS);
            accessors[i] = resolve(&m[i], cpu);
        }
        for (uint32_t flags = 0; flags <= GLTF_MORPH_CLAMP; flags++) {
            for (size_t o = 0; o < OUTPUTS; o++) {
                gltf_layout layout;
                gltf_error error;
                memset(&layout, 0, sizeof layout);
                memset(&error, 0, sizeof error);
                layout.component_type = outputs[o];
                layout.normalized = 1;
                const gltf_status status = gltf_morph_read(&accessors[0], accessors + 1, weights, 4, flags, 1,
                                                           ELEMENTS - 1, &layout, out, sizeof out, &error);
                digest_error(digest, &error);
                if (status == GLTF_OK) {
                    const uint32_t size = gltf_component_size(outputs[o] ? outputs[o] : (uint32_t)GLTF_FLOAT);
                    digest_numbers(digest, out, size, (size_t)(ELEMENTS - 1) * accessors[0].component_count);
                }
            }
        }
    }
}

/* Numbers from a hostile file: small ones, and others that no machine has memory for. */
static uint64_t wild(void) {
    const uint32_t random = random_bits();
    switch (random % 12) {
    case 0:
        return UINT64_MAX - random_bits() % 9;
    case 1:
        return ((uint64_t)1 << 62) + random_bits() % 9;
    case 2:
        return BYTES - random_bits() % 70;
    default:
        return random_bits() % 80;
    }
}

/* What resolve says about descriptions of any kind, lenient and strict. */
static void digest_refusals(uint32_t cpu, uint64_t *digest) {
    static made m;
    for (int round = 0; round < 20000; round++) {
        gltf_accessor accessor;
        gltf_error error;
        if (round % 100 == 0) {
            const size_t type = random_bits() % STORED;
            make_accessor(&m, type, 1 + random_bits() % 7, 0, 0, 0, SPARSE_SHUFFLED);
        }
        gltf_accessor_desc desc = m.desc;
        desc.byte_offset = wild();
        desc.count = wild();
        desc.id = (uint32_t)round;
        desc.view = random_bits() % 8 ? random_bits() % 4 : GLTF_NONE;
        desc.byte_stride = random_bits() % 4 ? 0 : (uint32_t)wild();
        desc.shape = random_bits() % 32 ? 1 + random_bits() % 7 : random_bits() % 10;
        desc.sparse.count = random_bits() % 3 ? 0 : wild();
        desc.sparse.indices_byte_offset = random_bits() % 3 ? 0 : wild();
        desc.sparse.values_byte_offset = random_bits() % 3 ? 0 : wild();
        m.views[random_bits() % 3].byte_length = random_bits() % 3 ? BYTES / 2 : wild();
        m.views[random_bits() % 3].byte_offset = random_bits() % 3 ? 0 : wild();
        m.source.flags = random_bits() % 2 ? (uint32_t)GLTF_SOURCE_STRICT : 0;
        m.source.cpu = cpu;
        memset(&error, 0, sizeof error);
        gltf_accessor_resolve(&m.source, &desc, &accessor, &error);
        digest_error(digest, &error);
        digest_number(digest, accessor.count);
        digest_number(digest, accessor.stride);
        digest_number(digest, accessor.flags);
        if (error.status == GLTF_OK) {
            float numbers[16];
            for (size_t e = 0; e < accessor.count && e < 40; e++) {
                digest_number(digest, (uint64_t)gltf_accessor_read_float(&accessor, e, 1, numbers, 16));
                digest_numbers(digest, numbers, 4, accessor.component_count);
            }
        }
    }
}

static void digest_part(size_t part, uint32_t cpu, uint64_t *digest) {
    random_state = 2463534242u + (uint32_t)part;
    digest_start(digest);
    if (part < STORED) {
        digest_type(part, cpu, digest);
    } else if (part == STORED) {
        digest_streams(cpu, digest);
    } else if (part == STORED + 1) {
        digest_morph(cpu, digest);
    } else {
        digest_refusals(cpu, digest);
    }
}

int main(void) {
    static const char *const others[] = {"streams", "morph", "resolve"};
    const uint32_t cpu = gltf_cpu_detect();
    int different = 0;
    for (size_t part = 0; part < STORED + sizeof others / sizeof others[0]; part++) {
        uint64_t plain, fast;
        digest_part(part, GLTF_CPU_PLAIN, &plain);
        digest_part(part, cpu, &fast);
        printf("core %s %08lx%08lx\n", part < STORED ? stored[part].name : others[part - STORED],
               (unsigned long)(plain >> 32), (unsigned long)(plain & 0xffffffffu));
        if (plain != fast) {
            printf("core: the loops for this CPU (bits %lx) differ from the portable ones\n", (unsigned long)cpu);
            different = 1;
        }
    }
    return different;
}
