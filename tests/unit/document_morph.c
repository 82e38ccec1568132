/* unit/document_morph.c - layer 2: morph targets found by mesh, primitive and semantic, blended, and what can be wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <gltf_accessor/morph.h>

#include "support/documents.h"
#include "support/little.h"

/* ---- One small file ---- */

/* Two buffers, so that one of them can stay without bytes: the first one of floats, the second one of what is sparse. */
static const float floats[] = {
    1,     2,     3,    4,    5,    6,    7,    8,    9,     10,   11,    12,   /* 0: base, four VEC3 */
    1,     0,     0,    0,    1,    0,    0,    0,    1,     1,    1,     1,    /* 48: a delta of each */
    0.25f, -0.5f, 2.0f, 1.0f, 0.5f, 0.0f, 0.0f, 1.0f, 0.75f, 0.5f, 0.25f, -1.0f /* 96: three VEC4: colours */
};
typedef struct part {
    uint8_t indices[4];
    uint8_t outside[4];
    float values[6];
} part;
static const part sparse_part = {{1, 3, 0, 0}, {1, 4, 0, 0}, {10, 20, 30, 40, 50, 60}};

#define FLOATS "\"componentType\":5126,\"type\":"
#define SPARSE(offset)                                                                                                 \
    ",\"sparse\":{\"count\":2,\"indices\":{\"bufferView\":1,\"byteOffset\":" offset                                    \
    ",\"componentType\":5121},\"values\":{\"bufferView\":1,\"byteOffset\":8}}}"

static const char tables[] =
    "\"buffers\":[{\"byteLength\":144,\"uri\":\"floats.bin\"},{\"byteLength\":32,\"uri\":\"sparse.bin\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":144},{\"buffer\":1,\"byteLength\":32}],"
    "\"accessors\":["
    /* 0 base, 1 dense, 2 sparse without a base */
    "{\"bufferView\":0,\"count\":4," FLOATS "\"VEC3\"},"
    "{\"bufferView\":0,\"byteOffset\":48,\"count\":4," FLOATS "\"VEC3\"},"
    "{\"count\":4," FLOATS "\"VEC3\"" SPARSE(
        "0") ","
             /* 3 too few, 4 too many, 5 sparse with an index outside, 6 of an unknown type, 7 of another type */
             "{\"bufferView\":0,\"count\":3," FLOATS "\"VEC3\"},"
             "{\"bufferView\":0,\"count\":5," FLOATS "\"VEC3\"},"
             "{\"count\":4," FLOATS
             "\"VEC3\"" SPARSE("4") ","
                                    "{\"bufferView\":0,\"count\":4,\"componentType\":5126,\"type\":\"VEC9\"},"
                                    "{\"bufferView\":0,\"count\":4," FLOATS "\"SCALAR\"},"
                                    /* 8 colours, 9 deltas of them without alpha, 10 outside of its view, 11
                                       without data */
                                    "{\"bufferView\":0,\"byteOffset\":96,\"count\":3," FLOATS "\"VEC4\"},"
                                    "{\"bufferView\":0,\"count\":3," FLOATS "\"VEC3\"},"
                                    "{\"bufferView\":0,\"byteOffset\":120,\"count\":4," FLOATS "\"VEC3\"},"
                                    "{\"count\":4," FLOATS "\"VEC3\"}],";

/* The file with these members, and bytes in both buffers or in the first one only. */
static gltf_document *document_of_members(const char *members, int with_sparse) {
    gltf_document *document = document_with(members);
    assert_int_equal(gltf_document_set_buffer(document, 0, little(floats, sizeof floats, 4), sizeof floats, NULL),
                     GLTF_OK);
    if (with_sparse) {
        static part stored;
        stored = sparse_part;
        memcpy(stored.values, little(sparse_part.values, sizeof stored.values, 4), sizeof stored.values);
        assert_int_equal(gltf_document_set_buffer(document, 1, &stored, sizeof stored, NULL), GLTF_OK);
    }
    return document;
}

/* The same of the tables and these meshes. */
static gltf_document *document_of_meshes(const char *meshes, int with_sparse) {
    char members[4000];
    snprintf(members, sizeof members, "%s\"meshes\":[%s]", tables, meshes);
    return document_of_members(members, with_sparse);
}

#define PRIMITIVE(targets) "{\"attributes\":{\"POSITION\":0},\"targets\":[" targets "]}"
#define MESH(primitives) "{\"primitives\":[" primitives "]}"
#define P(accessor) "{\"POSITION\":" #accessor "}"

/* POSITION of mesh 0, primitive 0, whole, as floats. */
static gltf_status morph(const gltf_document *document, const float *weights, uint32_t count, float out[12]) {
    return gltf_document_morph(document, 0, 0, "POSITION", weights, count, 0, 4, NULL, out, 12 * sizeof *out, NULL);
}

static void check_floats(const float *got, const float *expected, size_t count) {
    assert_memory_equal(got, expected, count * sizeof *got);
}

/* ---- What it gives ---- */

/* spec 3.7.2.2: base and deltas by semantic; weights of the caller, else of the mesh, else zeros */
static void weights_are_the_callers_or_the_meshs_or_zeros(void **state) {
    static const float both[] = {2, 2, 3, 9, 16, 21, 7, 8, 10, 31, 37, 43};
    static const float first[] = {1.5f, 2, 3, 4, 5.5f, 6, 7, 8, 9.5f, 10.5f, 11.5f, 12.5f};
    const float weights[2] = {1, 0.5f};
    float out[12];
    (void)state;
    gltf_document *document = document_of_meshes(MESH(PRIMITIVE(P(1) "," P(2))), 1);
    assert_int_equal(morph(document, weights, 2, out), GLTF_OK);
    check_floats(out, both, 12);
    assert_int_equal(morph(document, NULL, 0, out), GLTF_OK);
    check_floats(out, floats, 12);
    gltf_document_free(document);
    document = document_of_meshes("{\"weights\":[0.5,0],\"primitives\":[" PRIMITIVE(P(1) "," P(2)) "]}", 1);
    assert_int_equal(morph(document, NULL, 0, out), GLTF_OK);
    check_floats(out, first, 12);
    gltf_document_free(document);
}

/* a target without the attribute adds nothing; a primitive without targets is its base */
static void targets_without_the_attribute_add_nothing(void **state) {
    const float weights[2] = {3, 0.5f};
    static const float expected[] = {1, 2, 3, 9, 15, 21, 7, 8, 9, 30, 36, 42};
    float out[12];
    (void)state;
    gltf_document *document = document_of_meshes(MESH(PRIMITIVE("{\"NORMAL\":1}," P(2))), 1);
    assert_int_equal(morph(document, weights, 2, out), GLTF_OK);
    check_floats(out, expected, 12);
    gltf_document_free(document);
    document = document_of_meshes(MESH("{\"attributes\":{\"POSITION\":0}}"), 1);
    assert_int_equal(morph(document, NULL, 0, out), GLTF_OK);
    check_floats(out, floats, 12);
    assert_int_equal(morph(document, weights, 0, out), GLTF_OK);
    gltf_document_free(document);
}

/* ranges and layouts are those of reading */
static void ranges_and_layouts_are_those_of_reading(void **state) {
    const float weight = 0.5f;
    const gltf_layout layout = {GLTF_DOUBLE, 2, 0, 24, {0, 0, 0, 0}};
    double out[5] = {-1, -1, -1, -1, -1};
    (void)state;
    gltf_document *document = document_of_meshes(MESH(PRIMITIVE(P(2))), 1);
    assert_int_equal(gltf_document_morph(document, 0, 0, "POSITION", &weight, 1, 2, 2, &layout, out, sizeof out, NULL),
                     GLTF_OK);
    assert_true(out[0] == 7 && out[1] == 8 && out[2] == -1 && out[3] == 30 && out[4] == 36);
    assert_int_equal(gltf_document_morph(document, 0, 0, "POSITION", &weight, 1, 4, 0, NULL, NULL, 0, NULL), GLTF_OK);
    gltf_document_free(document);
}

/* spec 3.7.2.2: COLOR_0 is clamped to [0, 1] after adding, and no other */
static void only_color_0_is_clamped(void **state) {
    const float weight = -1;
    static const float sums[] = {-0.75f, -2.5f, -1, 1, -3.5f, -5, -6, 1, -6.25f, -7.5f, -8.75f, -1};
    float out[12], clamped[12];
    (void)state;
    gltf_document *document = document_of_meshes(
        MESH("{\"attributes\":{\"COLOR_0\":8,\"COLOR_1\":8},\"targets\":[{\"COLOR_0\":9,\"COLOR_1\":9}]}"), 1);
    assert_int_equal(gltf_document_morph(document, 0, 0, "COLOR_1", &weight, 1, 0, 3, NULL, out, sizeof out, NULL),
                     GLTF_OK);
    check_floats(out, sums, 12);
    for (int i = 0; i < 12; i++) {
        clamped[i] = sums[i] > 1 ? 1 : sums[i] > 0 ? sums[i] : 0;
    }
    assert_int_equal(gltf_document_morph(document, 0, 0, "COLOR_0", &weight, 1, 0, 3, NULL, out, sizeof out, NULL),
                     GLTF_OK);
    check_floats(out, clamped, 12);
    gltf_document_free(document);
}

/* document.h: targets with weight zero need no data */
static void targets_with_weight_zero_need_no_data(void **state) {
    float weights[2] = {1, 0};
    float out[12];
    (void)state;
    gltf_document *document = document_of_meshes(MESH(PRIMITIVE(P(1) "," P(2))), 0);
    assert_int_equal(morph(document, weights, 2, out), GLTF_OK);
    assert_true(out[0] == 2);
    weights[1] = 1e-30f;
    assert_int_equal(morph(document, weights, 2, out), GLTF_ERR_NOT_LOADED);
    gltf_document_free(document);
}

/* ---- Bad input ---- */

typedef struct bad_row {
    const char *meshes;
    uint32_t mesh;
    uint32_t primitive;
    const char *semantic;
    uint32_t weight_count; /* of ones; GLTF_NONE = NULL */
    gltf_status status;
    const char *field;
    uint32_t target;
    uint64_t expected;
    uint64_t found;
} bad_row;

static void check_bad(const bad_row *row) {
    static const float ones[4] = {1, 1, 1, 1};
    float out[12];
    uint8_t untouched[sizeof out];
    gltf_error error;
    const int own = row->weight_count == GLTF_NONE;
    gltf_document *document = document_of_meshes(row->meshes, 1);
    memset(out, 0xee, sizeof out);
    memset(untouched, 0xee, sizeof untouched);
    for (int with_error = 1; with_error >= 0; with_error--) {
        const gltf_status status =
            gltf_document_morph(document, row->mesh, row->primitive, row->semantic, own ? NULL : ones,
                                own ? 0 : row->weight_count, 0, 4, NULL, out, sizeof out, with_error ? &error : NULL);
        if (status != row->status) {
            fail_msg("%s: %s, not %s", row->meshes, gltf_status_name(status), gltf_status_name(row->status));
        }
    }
    assert_memory_equal(out, untouched, sizeof out);
    assert_int_equal(error.status, row->status);
    assert_int_equal(error.object, GLTF_OBJECT_MESH);
    assert_int_equal(error.index, row->mesh);
    assert_int_equal(error.part, row->primitive);
    assert_int_equal(error.target, row->target);
    assert_string_equal(error.name, row->semantic);
    assert_string_equal(error.field ? error.field : "", row->field);
    assert_int_equal(error.expected, row->expected);
    assert_int_equal(error.found, row->found);
    gltf_document_free(document);
}

/* issue "Bad input": an error naming mesh, primitive, target and semantic, output untouched */
static void bad_input_is_named_and_writes_nothing(void **state) {
    static const bad_row rows[] = {
        /* targets with fewer or more elements than the base, or of another type */
        {MESH(PRIMITIVE(P(1) "," P(3))), 0, 0, "POSITION", 2, GLTF_ERR_MISMATCH, "count", 1, 4, 3},
        {MESH(PRIMITIVE(P(4))), 0, 0, "POSITION", 1, GLTF_ERR_MISMATCH, "count", 0, 4, 5},
        {MESH(PRIMITIVE(P(1) "," P(7))), 0, 0, "POSITION", 2, GLTF_ERR_MISMATCH, "type", 1, 3, 1},
        {MESH(PRIMITIVE(P(3))), 0, 0, "POSITION", GLTF_NONE, GLTF_ERR_MISMATCH, "count", 0, 4, 3},
        /* missing base attribute */
        {MESH(PRIMITIVE("{\"NORMAL\":1}")), 0, 0, "NORMAL", 1, GLTF_ERR_PROPERTY, "attributes", GLTF_NONE, 0, 0},
        {MESH(PRIMITIVE("")), 0, 0, "TEXCOORD_0", 0, GLTF_ERR_PROPERTY, "attributes", GLTF_NONE, 0, 0},
        /* weights of the wrong length, given and of the mesh */
        {MESH(PRIMITIVE(P(1) "," P(2))), 0, 0, "POSITION", 1, GLTF_ERR_MISMATCH, "weights", GLTF_NONE, 2, 1},
        {MESH(PRIMITIVE(P(1) "," P(2))), 0, 0, "POSITION", 3, GLTF_ERR_MISMATCH, "weights", GLTF_NONE, 2, 3},
        {MESH(PRIMITIVE(P(1))), 0, 0, "POSITION", 0, GLTF_ERR_MISMATCH, "weights", GLTF_NONE, 1, 0},
        {"{\"weights\":[1,1],\"primitives\":[" PRIMITIVE(P(1)) "]}", 0, 0, "POSITION", GLTF_NONE, GLTF_ERR_MISMATCH,
         "weights", GLTF_NONE, 1, 2},
        /* unequal target counts: each primitive has its own */
        {"{\"weights\":[1],\"primitives\":[" PRIMITIVE(P(1)) "," PRIMITIVE(P(1) "," P(1)) "]}", 0, 1, "POSITION",
         GLTF_NONE, GLTF_ERR_MISMATCH, "weights", GLTF_NONE, 2, 1},
        /* sparse deltas out of range; bytes outside of the view; a type that does not exist */
        {MESH(PRIMITIVE(P(2) "," P(5))), 0, 0, "POSITION", 2, GLTF_ERR_SPARSE_INDEX, "sparse.indices", 1, 4, 4},
        {MESH(PRIMITIVE(P(10))), 0, 0, "POSITION", 1, GLTF_ERR_ACCESSOR_BOUNDS, "bufferView", 0, 144, 168},
        {MESH(PRIMITIVE(P(1) "," P(6))), 0, 0, "POSITION", 2, GLTF_ERR_SHAPE, "type", 1, 0, 0},
        {MESH(PRIMITIVE(P(1) "," P(6))), 0, 0, "POSITION", GLTF_NONE, GLTF_ERR_SHAPE, "type", 1, 0, 0},
        /* the base itself */
        {MESH(PRIMITIVE("")) "," MESH("{\"attributes\":{\"POSITION\":6}}"), 1, 0, "POSITION", 0, GLTF_ERR_SHAPE, "type",
         GLTF_NONE, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_bad(&rows[i]);
    }
}

/* NaN weights: the target is named; wrong arguments, ranges, rooms and layouts */
static void wrong_calls_are_refused(void **state) {
    float weights[2] = {1, 0};
    const uint32_t nan_bits = 0x7fc00000u;
    const gltf_layout as_integer = {GLTF_INT, 0, 0, 0, {0, 0, 0, 0}};
    float out[12] = {0};
    const float untouched[12] = {0};
    gltf_error error;
    (void)state;
    gltf_document *document = document_of_meshes(MESH(PRIMITIVE(P(1) "," P(2))), 1);
    memcpy(&weights[1], &nan_bits, sizeof nan_bits);
    assert_int_equal(gltf_document_morph(document, 0, 0, "POSITION", weights, 2, 0, 4, NULL, out, 48, &error),
                     GLTF_ERR_ARGUMENT);
    assert_int_equal(error.object, GLTF_OBJECT_MESH);
    assert_int_equal(error.target, 1);
    assert_string_equal(error.field, "weights");
    weights[1] = 0;
    assert_int_equal(gltf_document_morph(document, 0, 0, "POSITION", weights, 2, 1, 4, NULL, out, 48, &error),
                     GLTF_ERR_RANGE);
    assert_int_equal(error.object, GLTF_OBJECT_MESH);
    assert_int_equal(error.found, 4);
    assert_string_equal(error.name, "POSITION");
    assert_int_equal(gltf_document_morph(document, 0, 0, "POSITION", weights, 2, 0, 4, NULL, out, 47, &error),
                     GLTF_ERR_CAPACITY);
    assert_int_equal(error.expected, 48);
    assert_int_equal(gltf_document_morph(document, 0, 0, "POSITION", weights, 2, 0, 4, &as_integer, out, 48, &error),
                     GLTF_ERR_CONVERSION);
    assert_int_equal(gltf_document_morph(document, 0, 0, "POSITION", NULL, 2, 0, 4, NULL, out, 48, &error),
                     GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_morph(document, 0, 0, "POSITION", weights, 2, 0, 4, NULL, NULL, 48, &error),
                     GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_morph(document, 0, 0, NULL, weights, 2, 0, 4, NULL, out, 48, &error),
                     GLTF_ERR_ARGUMENT);
    assert_string_equal(error.field, "semantic");
    assert_int_equal(gltf_document_morph(NULL, 0, 0, "POSITION", weights, 2, 0, 4, NULL, out, 48, &error),
                     GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_morph(document, 1, 0, "POSITION", weights, 2, 0, 4, NULL, out, 48, &error),
                     GLTF_ERR_RANGE);
    assert_int_equal(gltf_document_morph(document, 0, 1, "POSITION", weights, 2, 0, 4, NULL, out, 48, &error),
                     GLTF_ERR_RANGE);
    check_floats(out, untouched, 12);
    gltf_document_free(document);
}

/* D18: data behind an extension that is not known here is refused with its name, not read as zeros */
static void hidden_targets_are_refused(void **state) {
    const float weight = 1;
    float out[12];
    gltf_error error;
    (void)state;
    char members[4000];
    snprintf(members, sizeof members,
             "\"extensionsUsed\":[\"X_hides\"],\"extensionsRequired\":[\"X_hides\"],%s\"meshes\":[%s]", tables,
             MESH("{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":11}],\"extensions\":{\"X_hides\":{}}}"));
    gltf_document *document = document_with(members);
    assert_int_equal(gltf_document_set_buffer(document, 0, little(floats, sizeof floats, 4), sizeof floats, NULL),
                     GLTF_OK);
    assert_int_equal(gltf_document_morph(document, 0, 0, "POSITION", &weight, 1, 0, 4, NULL, out, sizeof out, &error),
                     GLTF_ERR_EXTENSION);
    assert_int_equal(error.object, GLTF_OBJECT_MESH);
    assert_string_equal(error.name, "X_hides");
    gltf_document_free(document);
}

/* ---- Many targets, many elements ---- */

enum { VERTICES = 3000, TARGETS = 150, ENTRIES = 200 };

typedef struct many {
    char *text;
    uint8_t *bytes;
    size_t size;
    float weights[TARGETS];
} many;

/* Base, and targets that are sparse without a base, each with its own part of the buffer; some in no order, some dense. */
static void make_many(many *m, int unordered) {
    const size_t base = VERTICES * 12, part_size = ENTRIES * (2 + 6);
    uint32_t state = 7;
    size_t used = 0;
    m->size = base + TARGETS * part_size;
    m->bytes = calloc(1, m->size);
    m->text = malloc(300 * (TARGETS + 2));
    assert_true(m->bytes && m->text);
    for (size_t i = 0; i < base / 4; i++) {
        const float value = (float)i / 512;
        memcpy(m->bytes + 4 * i, &value, 4);
    }
    used = (size_t)sprintf(
        m->text,
        "\"buffers\":[{\"byteLength\":%u,\"uri\":\"x\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%u}],"
        "\"accessors\":[{\"bufferView\":0,\"count\":3000,\"componentType\":5126,\"type\":\"VEC3\"}",
        (unsigned)m->size, (unsigned)m->size);
    for (unsigned t = 0; t < TARGETS; t++) {
        const size_t at = base + t * part_size;
        for (size_t k = 0; k < ENTRIES; k++) {
            const size_t index = unordered && t % 40 == 39 ? (k * 1237) % VERTICES : k * (VERTICES / ENTRIES) + t % 15;
            m->bytes[at + 2 * k] = (uint8_t)index;
            m->bytes[at + 2 * k + 1] = (uint8_t)(index >> 8);
        }
        for (size_t i = 0; i < ENTRIES * 6; i++) {
            state = state * 1664525u + 1013904223u;
            m->bytes[at + ENTRIES * 2 + i] = (uint8_t)(state >> 24);
        }
        m->weights[t] = t % 10 == 3 ? 0.0f : 0.001f * (float)(t + 1);
        if (t % 30 == 29) {
            used += (size_t)sprintf(m->text + used,
                                    ",{\"bufferView\":0,\"count\":3000,\"componentType\":5121,\"normalized\":true,"
                                    "\"byteOffset\":%u,\"type\":\"VEC3\"}",
                                    t);
        } else {
            used += (size_t)sprintf(m->text + used,
                                    ",{\"count\":3000,\"componentType\":5122,\"normalized\":true,\"type\":\"VEC3\","
                                    "\"sparse\":{\"count\":200,"
                                    "\"indices\":{\"bufferView\":0,\"byteOffset\":%u,\"componentType\":5123},"
                                    "\"values\":{\"bufferView\":0,\"byteOffset\":%u}}}",
                                    (unsigned)at, (unsigned)(at + ENTRIES * 2));
        }
    }
    used += (size_t)sprintf(m->text + used,
                            "],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[");
    for (unsigned t = 0; t < TARGETS; t++) {
        used += (size_t)sprintf(m->text + used, "%s{\"POSITION\":%u}", t ? "," : "", t + 1);
    }
    sprintf(m->text + used, "]}]}]");
}

/* The document's call must give what the core gives for the same accessors, without asking for memory. */
static void check_many(int unordered, const gltf_layout *layout, size_t out_size) {
    many m;
    gltf_accessor base, targets[TARGETS];
    counting_allocator counts = {0};
    gltf_document_options options;
    gltf_document *document = NULL;
    uint8_t *out = malloc(out_size), *expected = malloc(out_size);
    make_many(&m, unordered);
    const size_t room = strlen(m.text) + 40;
    char *text = malloc(room);
    assert_true(out && expected && text);
    snprintf(text, room, "{\"asset\":{\"version\":\"2.0\"},%s}", m.text);
    gltf_document_options_init(&options, sizeof options);
    options.allocator = counting_allocator_of(&counts);
    assert_int_equal(gltf_document_parse(text, strlen(text), &options, &document, NULL), GLTF_OK);
    assert_int_equal(gltf_document_set_buffer(document, 0, m.bytes, m.size, NULL), GLTF_OK);
    assert_int_equal(gltf_document_accessor(document, 0, &base, NULL), GLTF_OK);
    for (uint32_t t = 0; t < TARGETS; t++) {
        assert_int_equal(gltf_document_accessor(document, t + 1, &targets[t], NULL), GLTF_OK);
    }
    const size_t calls = counts.calls;
    memset(out, 0xee, out_size);
    memset(expected, 0xee, out_size);
    assert_int_equal(gltf_document_morph(document, 0, 0, "POSITION", m.weights, TARGETS, 100, VERTICES - 150, layout,
                                         out, out_size, NULL),
                     GLTF_OK);
    assert_int_equal(counts.calls, calls);
    assert_int_equal(
        gltf_morph_read(&base, targets, m.weights, TARGETS, 0, 100, VERTICES - 150, layout, expected, out_size, NULL),
        GLTF_OK);
    assert_memory_equal(out, expected, out_size);
    gltf_document_free(document);
    free(m.bytes);
    free(m.text);
    free(text);
    free(out);
    free(expected);
}

/* more targets than are kept resolved at once, over many blocks of elements */
static void many_targets_are_blended_like_few(void **state) {
    const gltf_layout halves = {GLTF_HALF_FLOAT, 4, 0, 0, {0, 0, 0, 1}};
    (void)state;
    for (int unordered = 0; unordered <= 1; unordered++) {
        check_many(unordered, NULL, VERTICES * 12);
        check_many(unordered, &halves, VERTICES * 8);
    }
}

/* targets that are too many for one list are all proved before anything is written; errors name the late one too */
static void late_targets_are_proved_first(void **state) {
    enum { MANY = 300 };
    static const int last[] = {1, 5, 10}; /* sound; a sparse index outside; outside of its view */
    static const gltf_status wanted[] = {GLTF_OK, GLTF_ERR_SPARSE_INDEX, GLTF_ERR_ACCESSOR_BOUNDS};
    char meshes[MANY * 20 + 100];
    char *members = malloc(sizeof meshes + sizeof tables + 100);
    float weights[MANY];
    (void)state;
    assert_non_null(members);
    for (int i = 0; i < 3; i++) {
        float out[12];
        gltf_error error = {0};
        int size = snprintf(meshes, sizeof meshes, "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[");
        for (int t = 0; t < MANY; t++) {
            weights[t] = 1;
            size += snprintf(meshes + size, sizeof meshes - (size_t)size, "%s{\"POSITION\":%d}", t ? "," : "",
                             t + 1 < MANY ? 1 + t % 2 : last[i]);
        }
        snprintf(meshes + size, sizeof meshes - (size_t)size, "]}]}");
        sprintf(members, "%s\"meshes\":[%s]", tables, meshes);
        gltf_document *document = document_of_members(members, 1);
        memset(out, 0x55, sizeof out);
        assert_int_equal(
            gltf_document_morph(document, 0, 0, "POSITION", weights, MANY, 0, 4, NULL, out, sizeof out, &error),
            wanted[i]);
        if (wanted[i] == GLTF_OK) {
            const float x = 1 + MANY / 2 + 1; /* base, and the dense delta of every second target and the last */
            assert_true(out[0] == x - 1 || out[0] == x);
            assert_true(out[3] == 4 + 10 * (MANY / 2 - 1) || out[3] == 4 + 10 * (MANY / 2));
        } else {
            uint32_t first;
            memcpy(&first, out, sizeof first);
            assert_int_equal(first, 0x55555555);
            assert_int_equal(error.target, MANY - 1);
            assert_int_equal(error.object, GLTF_OBJECT_MESH);
        }
        gltf_document_free(document);
    }
    free(members);
}

/* D18: what an extension hides is hidden from those who name it; more targets than fit one list are read as ever beside it */
static void many_targets_beside_hidden_accessors(void **state) {
    enum { MANY = 70 };
    char meshes[MANY * 20 + 300];
    char members[sizeof meshes + sizeof tables + 100];
    float weights[MANY];
    float out[12];
    gltf_error error;
    (void)state;
    int size = snprintf(meshes, sizeof meshes, "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[");
    for (int t = 0; t < MANY; t++) {
        weights[t] = 1;
        size += snprintf(meshes + size, sizeof meshes - (size_t)size, "%s" P(2), t ? "," : "");
    }
    snprintf(meshes + size, sizeof meshes - (size_t)size,
             "]}]},{\"primitives\":[{\"attributes\":{\"POSITION\":11},\"extensions\":{\"X_hides\":{}}}]}");
    snprintf(members, sizeof members,
             "\"extensionsUsed\":[\"X_hides\"],\"extensionsRequired\":[\"X_hides\"],%s\"meshes\":[%s]", tables, meshes);
    gltf_document *document = document_of_members(members, 1);
    assert_int_equal(
        gltf_document_morph(document, 0, 0, "POSITION", weights, MANY, 0, 4, NULL, out, sizeof out, &error), GLTF_OK);
    for (size_t i = 0; i < 12; i++) {
        const int entry = i / 3 == 1 ? 0 : i / 3 == 3 ? 3 : -1; /* of elements 1 and 3 */
        const float delta = entry < 0 ? 0 : sparse_part.values[(size_t)entry + i % 3];
        assert_true(out[i] == floats[i] + MANY * delta);
    }
    gltf_accessor accessor;
    assert_int_equal(gltf_document_accessor(document, 11, &accessor, &error), GLTF_ERR_EXTENSION);
    gltf_document_free(document);
}

/* design 4: an error record is never needed */
static void errors_may_go_unrecorded(void **state) {
    (void)state;
    const uint32_t bits = 0x7FC00000u;
    float weight;
    float out[12];
    memcpy(&weight, &bits, sizeof weight);
    gltf_document *document = document_of_meshes(MESH(PRIMITIVE(P(1))), 1);
    assert_int_equal(morph(document, &weight, 1, out), GLTF_ERR_ARGUMENT);
    assert_int_equal(morph(document, &weight, 2, out), GLTF_ERR_MISMATCH);
    assert_int_equal(gltf_document_morph(document, 0, 0, NULL, NULL, 0, 0, 1, NULL, out, sizeof out, NULL),
                     GLTF_ERR_ARGUMENT);
    gltf_document_free(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_the_callers_or_the_meshs_or_zeros),
        cmocka_unit_test(targets_without_the_attribute_add_nothing),
        cmocka_unit_test(ranges_and_layouts_are_those_of_reading),
        cmocka_unit_test(only_color_0_is_clamped),
        cmocka_unit_test(targets_with_weight_zero_need_no_data),
        cmocka_unit_test(bad_input_is_named_and_writes_nothing),
        cmocka_unit_test(wrong_calls_are_refused),
        cmocka_unit_test(hidden_targets_are_refused),
        cmocka_unit_test(many_targets_are_blended_like_few),
        cmocka_unit_test(late_targets_are_proved_first),
        cmocka_unit_test(many_targets_beside_hidden_accessors),
        cmocka_unit_test(errors_may_go_unrecorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
