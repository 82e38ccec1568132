/* unit/document_cost.c - layer 2: hostile documents: work and memory grow with the bytes, not with how often they are named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../src/document/document.h"
#include "support/documents.h"
#include "support/little.h"

/* ---- Text that grows ---- */

typedef struct text {
    char *bytes;
    size_t size;
    size_t capacity;
} text;

static void add(text *t, const char *format, ...) {
    va_list arguments;
    if (t->capacity - t->size < 1000) {
        t->capacity = 2 * t->capacity + 4000;
        t->bytes = realloc(t->bytes, t->capacity);
        assert_non_null(t->bytes);
    }
    va_start(arguments, format);
    t->size += (size_t)vsnprintf(t->bytes + t->size, t->capacity - t->size, format, arguments);
    va_end(arguments);
    assert_true(t->size < t->capacity);
}

/* An allocator that adds up everything that was ever asked for. */
typedef struct sums {
    uint64_t bytes;
    uint64_t large; /* how often LARGE bytes or more */
} sums;

enum { LARGE = 40000 };

static void *GLTF_CALL sum_allocate(void *user, size_t size) {
    sums *s = user;
    s->bytes += size;
    s->large += size >= LARGE;
    return malloc(size);
}

static void GLTF_CALL sum_release(void *user, void *pointer, size_t size) {
    (void)user;
    (void)size;
    free(pointer);
}

/* The document of a text, which is given back. */
static gltf_document *parse(text *t, gltf_document_options *options) {
    gltf_document *document = NULL;
    options->flags |= GLTF_DOCUMENT_COPY_INPUT;
    assert_int_equal(gltf_document_parse(t->bytes, t->size, options, &document, NULL), GLTF_OK);
    free(t->bytes);
    return document;
}

static gltf_document_options options_with(sums *s) {
    gltf_document_options options;
    gltf_document_options_init(&options, sizeof options);
    options.allocator.user = s;
    options.allocator.allocate = sum_allocate;
    options.allocator.release = sum_release;
    return options;
}

/* ---- Compressed views ---- */

/* Views of LARGE bytes each that share a stream, which fails only at its end. */
static gltf_document *failing_views(uint32_t views, uint64_t max_decoded, sums *s) {
    static uint8_t stream[1 + LARGE / 4 / 256 + 2 + 24] = {0xA1}; /* every byte 0 for all blocks; one byte too many */
    text t = {0};
    gltf_document_options options = options_with(s);
    options.max_decoded = max_decoded;
    memset(stream + 1, 0, sizeof stream - 1);
    const unsigned size = sizeof stream;
    add(&t,
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_meshopt_compression\"],\"buffers\":[{"
        "\"byteLength\":"
        "%u,\"uri\":\"s\"},{\"byteLength\":%u,\"extensions\":{\"KHR_meshopt_compression\":{\"fallback\":true}}}],"
        "\"bufferViews\":[",
        size, (unsigned)LARGE);
    for (uint32_t i = 0; i < views; i++) {
        add(&t,
            "%s{\"buffer\":1,\"byteLength\":%u,\"byteStride\":4,\"extensions\":{\"KHR_meshopt_compression\":{"
            "\"buffer\":0,"
            "\"byteLength\":%u,\"byteStride\":4,\"count\":%u,\"mode\":\"ATTRIBUTES\"}}}",
            i ? "," : "", (unsigned)LARGE, size, (unsigned)LARGE / 4);
    }
    add(&t, "]}");
    gltf_document *document = parse(&t, &options);
    s->large = 0;
    assert_int_equal(gltf_document_set_buffer(document, 0, stream, size, NULL), GLTF_OK);
    return document;
}

/* document.h, max_decoded: what fails to decode counts: so many are tried as fit, and one more, whatever their number; each
 * keeps the failure of its own try when there is no other */
static void failing_views_are_charged(void **state) {
    (void)state;
    for (uint32_t views = 10; views <= 40; views *= 2) {
        sums s = {0};
        gltf_error error;
        gltf_document *document = failing_views(views, 5 * LARGE, &s);
        assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_ERR_CODEC);
        assert_int_equal(s.large, 6);
        for (int again = 0; again < 3; again++) {
            assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_ERR_CODEC);
            assert_int_equal(error.index, 0);
        }
        assert_int_equal(s.large, 6);
        for (uint32_t v = 0; v < views; v++) {
            assert_int_equal(document->side[v]->failure->status, v < 6 ? GLTF_ERR_CODEC : GLTF_ERR_LIMIT);
        }
        /* other bytes are tried anew */
        static const uint8_t other[256] = {0xA1, 1};
        assert_int_equal(gltf_document_set_buffer(document, 0, other, sizeof other, NULL), GLTF_OK);
        assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_ERR_CODEC);
        assert_int_equal(s.large, 12);
        gltf_document_free(document);
    }
}

/* ---- Compressed primitives ---- */

typedef struct opening {
    uint64_t bytes;
    gltf_status status;
} opening;

static gltf_status GLTF_CALL codec_open(void *user, const uint8_t *bytes, size_t size, void **geometry,
                                        uint64_t *vertex_count, uint64_t *index_count) {
    opening *o = user;
    (void)bytes;
    o->bytes += size;
    *geometry = user;
    *vertex_count = 1;
    *index_count = 0;
    return o->status;
}

static gltf_status GLTF_CALL codec_attribute(void *user, void *geometry, uint32_t unique_id, uint32_t component_type,
                                             uint32_t component_count, void *out, size_t out_size) {
    (void)user;
    (void)geometry;
    (void)unique_id;
    (void)component_type;
    (void)component_count;
    memset(out, 0, out_size);
    return GLTF_OK;
}

static gltf_status GLTF_CALL codec_indices(void *user, void *geometry, uint32_t *out, size_t index_count) {
    (void)user;
    (void)geometry;
    memset(out, 0, index_count * sizeof *out);
    return GLTF_OK;
}

static void GLTF_CALL codec_close(void *user, void *geometry) {
    (void)user;
    (void)geometry;
}

/* A document whose primitives name views of the same 1000 bytes: each its own, or all one. */
static gltf_document *primitives_of(opening *o, uint32_t primitives, int own_views) {
    static const uint8_t bytes[1000];
    const gltf_primitive_codec codec = {o, codec_open, codec_attribute, codec_indices, codec_close};
    gltf_document_options options;
    text t = {0};
    gltf_document_options_init(&options, sizeof options);
    options.primitive_codec = &codec;
    options.max_decoded = 50000;
    add(&t, "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":1000,\"uri\":\"s\"}],\"bufferViews\":[");
    for (uint32_t i = 0; i < (own_views ? primitives : 1); i++) {
        add(&t, "%s{\"buffer\":0,\"byteLength\":1000}", i ? "," : "");
    }
    add(&t, "],\"accessors\":[{\"componentType\":5121,\"count\":1,\"type\":\"SCALAR\"}],\"meshes\":[{\"primitives\":[");
    for (uint32_t i = 0; i < primitives; i++) {
        add(&t,
            "%s{\"attributes\":{\"A\":0},\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":%u,"
            "\"attributes\":{\"A\":1}}}}",
            i ? "," : "", own_views ? (unsigned)i : 0);
    }
    add(&t, "]}]}");
    gltf_document *document = parse(&t, &options);
    assert_int_equal(gltf_document_set_buffer(document, 0, bytes, sizeof bytes, NULL), GLTF_OK);
    return document;
}

/* the same for primitives: opening bytes again is work, whether it fails or gives a few bytes */
static void primitives_that_share_bytes_are_charged(void **state) {
    (void)state;
    for (uint32_t primitives = 20; primitives <= 80; primitives *= 2) {
        for (int fails = 0; fails < 2; fails++) {
            const gltf_status status = fails ? GLTF_ERR_CODEC : GLTF_ERR_LIMIT;
            opening o = {0, fails ? GLTF_ERR_CODEC : GLTF_OK};
            gltf_error error;
            gltf_document *document = primitives_of(&o, primitives, 1);
            assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), status);
            assert_int_equal(o.bytes, 5000); /* the first one costs nothing, others 16000 until 50000 are exceeded */
            assert_int_equal(gltf_document_load(document, 0, NULL, &error), status);
            assert_int_equal(o.bytes, 5000);
            gltf_document_free(document);
        }
    }
}

/* those that name one view open it once in a load, and a broken one is opened again only until the limit is reached */
static void primitives_that_share_a_view_open_it_once(void **state) {
    (void)state;
    for (int fails = 0; fails < 2; fails++) {
        const gltf_status status = fails ? GLTF_ERR_CODEC : GLTF_OK;
        opening o = {0, status};
        gltf_error error;
        gltf_document *document = primitives_of(&o, 80, 0);
        for (uint32_t loads = 1; loads <= 8; loads++) {
            assert_int_equal(gltf_document_load(document, loads % 2 ? GLTF_NONE : 0, NULL, &error), status);
            assert_int_equal(o.bytes, fails ? (loads < 5 ? 1000 * loads : 5000) : 1000);
        }
        gltf_document_free(document);
    }
}

/* ---- Buffers ---- */

/* a data: URI that turns out wrong at its end is decoded once, however many views lie in it, and however often they are loaded */
static void broken_payloads_are_decoded_once(void **state) {
    (void)state;
    for (uint32_t views = 10; views <= 40; views *= 2) {
        sums s = {0};
        gltf_document_options options = options_with(&s);
        gltf_error error;
        text t = {0};
        add(&t, "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"EXT_meshopt_compression\"],\"buffers\":[{"
                "\"byteLength\":30000},{\"byteLength\":40000,\"uri\":\"data:;base64,");
        for (int i = 0; i < 40000 / 3; i += 100) {
            add(&t, "%0400d", 0);
        }
        add(&t, "!AAA\"}],\"bufferViews\":[");
        for (uint32_t i = 0; i < views; i++) {
            add(&t,
                "%s{\"buffer\":0,\"byteLength\":4,\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":1,"
                "\"byteLength\":40,\"byteStride\":4,\"count\":1,\"mode\":\"ATTRIBUTES\"}}}",
                i ? "," : "");
        }
        add(&t, "],\"accessors\":[");
        for (uint32_t i = 0; i < views; i++) {
            add(&t, "%s{\"bufferView\":%u,\"componentType\":5121,\"count\":1,\"type\":\"SCALAR\"}", i ? "," : "",
                (unsigned)i);
        }
        add(&t, "]}");
        gltf_document *document = parse(&t, &options);
        s.large = 0;
        assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_ERR_BASE64);
        for (uint32_t i = 0; i < views; i++) {
            assert_int_equal(gltf_document_load(document, i, NULL, &error), GLTF_ERR_BASE64);
        }
        assert_int_equal(s.large, 1);
        gltf_document_free(document);
    }
}

/* ---- Sparse indices ---- */

/* Accessors of u8 SCALAR whose sparse indices begin `step` bytes apart, all in view 0, or each in a view of its own. */
static gltf_document *sparse_accessors(uint32_t count, uint32_t entries, uint32_t step, int own_views) {
    text t = {0};
    gltf_document_options options;
    gltf_document_options_init(&options, sizeof options);
    const unsigned size = entries + count * step;
    add(&t, "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%u,\"uri\":\"s\"}],\"bufferViews\":[", size);
    for (uint32_t i = 0; i < (own_views ? count : 1); i++) {
        add(&t, "%s{\"buffer\":0,\"byteLength\":%u}", i ? "," : "", size);
    }
    add(&t, "],\"accessors\":[");
    for (uint32_t i = 0; i < count; i++) {
        add(&t,
            "%s{\"componentType\":5121,\"count\":%u,\"type\":\"SCALAR\",\"sparse\":{\"count\":%u,\"indices\":{"
            "\"bufferView\":%u,\"byteOffset\":%u,\"componentType\":5121},\"values\":{\"bufferView\":0}}}",
            i ? "," : "", (unsigned)(entries < 256 ? 256 : entries), (unsigned)entries, own_views ? (unsigned)i : 0u,
            (unsigned)(i * step));
    }
    add(&t, "]}");
    return parse(&t, &options);
}

/* any number of accessors with the same indices: they are examined once, when the bytes arrive, and again for other bytes */
static void shared_indices_are_examined_once(void **state) {
    static const uint8_t increasing[4] = {1, 2, 3, 4}, equal[4] = {1, 2, 2, 4}, decreasing[4] = {1, 2, 0, 4};
    (void)state;
    for (uint32_t count = 10; count <= 40; count *= 2) {
        gltf_document *document = sparse_accessors(count, 4, 0, 0);
        gltf_accessor accessor;
        const uint8_t *const rows[] = {increasing, decreasing, equal};
        assert_int_equal(document->range_count, 1);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(gltf_document_set_buffer(document, 0, rows[i], 4, NULL), GLTF_OK);
            assert_int_equal(document->states[0].examined, 4);
            assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, NULL), GLTF_OK);
            for (uint32_t a = 0; a < count; a++) {
                assert_int_equal(gltf_document_accessor(document, a, &accessor, NULL), GLTF_OK);
                assert_int_equal(accessor.flags, i == 1 ? GLTF_ACCESSOR_UNSORTED : 0);
            }
            assert_int_equal(document->states[0].examined, 4);
        }
        gltf_document_free(document);
    }
}

/* the same answers as gltf_accessor_resolve gives, whatever the indices and wherever they come from */
static void examined_indices_give_the_same_answers(void **state) {
    static const uint8_t rows[][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {0, 5, 5, 6},
                                      {9, 9, 9, 9}, {0, 1, 2, 9}, {0, 9, 1, 2}};
    (void)state;
    for (uint32_t flags = 0; flags <= GLTF_SOURCE_STRICT; flags += GLTF_SOURCE_STRICT) {
        for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
            static const char json[] =
                "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":8,\"uri\":\"s\"}],\"bufferViews\":[{"
                "\"buffer\":0,\"byteLength\":8}],\"accessors\":[{\"componentType\":5121,\"count\":9,\"type\":"
                "\"SCALAR\","
                "\"sparse\":{\"count\":4,\"indices\":{\"bufferView\":0,\"byteOffset\":1,\"componentType\":5121},"
                "\"values\":{\"bufferView\":0}}}]}";
            gltf_document_options options;
            gltf_document *document = NULL;
            gltf_source source;
            const gltf_accessor_desc *descs;
            gltf_accessor accessor, resolved;
            gltf_error error = {0}, other = {0};
            uint8_t bytes[8] = {0};
            memcpy(bytes + 1, rows[r], 4);
            gltf_document_options_init(&options, sizeof options);
            options.source_flags = flags;
            assert_int_equal(gltf_document_parse(json, strlen(json), &options, &document, NULL), GLTF_OK);
            assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_NOT_LOADED);
            for (int lent = 0; lent < 2; lent++) {
                if (lent) {
                    assert_int_equal(gltf_document_set_view(document, 0, bytes, 8, NULL), GLTF_OK);
                } else {
                    assert_int_equal(gltf_document_set_buffer(document, 0, bytes, 8, NULL), GLTF_OK);
                }
                assert_int_equal(gltf_document_describe(document, &source, &descs, NULL), GLTF_OK);
                const gltf_status status = gltf_accessor_resolve(&source, descs, &resolved, &other);
                assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), status);
                assert_memory_equal(&accessor, &resolved, sizeof accessor);
                if (status != GLTF_OK) {
                    assert_int_equal(error.position, other.position);
                    assert_int_equal(error.found, other.found);
                    assert_int_equal(error.expected, other.expected);
                }
            }
            memset(bytes, 0,
                   sizeof bytes); /* the buffer changes while the view has bytes of its own, then is the view's again */
            bytes[2] = 1;
            bytes[3] = 2;
            bytes[4] = 3;
            assert_int_equal(gltf_document_set_buffer(document, 0, bytes, 8, NULL), GLTF_OK);
            assert_int_equal(gltf_document_set_view(document, 0, NULL, 0, NULL), GLTF_OK);
            assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_OK);
            assert_int_equal(accessor.flags, 0);
            gltf_document_free(document);
        }
    }
}

/* document.h, gltf_document_accessor: ranges that overlap are examined again, in different views too, up to the limit */
static void overlapping_indices_are_limited(void **state) {
    enum { ENTRIES = 1 << 20, COUNT = 140 };
    uint8_t *bytes = calloc(ENTRIES + COUNT, 1);
    (void)state;
    assert_non_null(bytes);
    for (int own_views = 0; own_views < 2; own_views++) {
        gltf_document *document = sparse_accessors(COUNT, ENTRIES, 1, own_views);
        uint32_t counts[2] = {0, 0};
        assert_int_equal(document->range_count, COUNT);
        for (int again = 0; again < 2; again++) { /* other bytes begin anew */
            assert_int_equal(gltf_document_set_buffer(document, 0, bytes, ENTRIES + COUNT, NULL), GLTF_OK);
            assert_int_equal(document->states[0].examined, 129 * (uint64_t)ENTRIES); /* once, and 2^27 - 140 more */
            counts[0] = counts[1] = 0;
            for (uint32_t i = 0; i < COUNT; i++) {
                gltf_accessor accessor;
                gltf_error error = {0};
                const gltf_status status = gltf_document_accessor(document, i, &accessor, &error);
                counts[status == GLTF_ERR_LIMIT]++;
                assert_true(status == GLTF_OK || (status == GLTF_ERR_LIMIT && accessor.count == 0 &&
                                                  strcmp(error.field, "sparse.indices") == 0));
            }
            assert_int_equal(counts[0], 129);
            assert_int_equal(counts[1], COUNT - 129);
        }
        gltf_document_free(document);
    }
    free(bytes);
}

/* ---- Morph targets ---- */

/* morph.h, LIMIT: so many entries in no order may be looked at for every block, as base and as target, and no more */
static void unordered_entries_of_morphs_are_limited(void **state) {
    enum { MOST = 16385, COUNT = 20000 };
    static uint32_t indices[MOST];
    static float values[MOST], out[COUNT];
    (void)state;
    for (uint32_t i = 0; i < MOST; i++) {
        indices[i] = MOST - 1 - i;
        values[i] = 1;
    }
    gltf_accessor plain, sparse;
    memset(&plain, 0, sizeof plain);
    plain.count = COUNT;
    plain.stride = plain.element_size = 4;
    plain.component_type = GLTF_FLOAT;
    plain.shape = GLTF_SCALAR;
    plain.component_count = 1;
    sparse = plain;
    sparse.sparse_indices = little(indices, sizeof indices, 4);
    sparse.sparse_values = little(values, sizeof values, 4);
    sparse.sparse_index_type = GLTF_UNSIGNED_INT;
    for (uint32_t count = MOST - 1; count <= MOST; count++) {
        const gltf_status wanted = count < MOST ? GLTF_OK : GLTF_ERR_LIMIT;
        float weight = 2;
        gltf_error error = {0};
        sparse.sparse_count = count;
        sparse.flags = GLTF_ACCESSOR_UNSORTED;
        out[0] = out[1] = 5;
        assert_int_equal(gltf_morph_read(&plain, &sparse, &weight, 1, 0, 0, COUNT, NULL, out, sizeof out, &error),
                         wanted);
        assert_true(out[1] == (count < MOST ? 2.0f : 5.0f));
        if (wanted != GLTF_OK) {
            assert_int_equal(error.target, 0);
            assert_int_equal(error.expected, 16384);
            assert_int_equal(error.found, MOST);
        }
        assert_int_equal(gltf_morph_read(&sparse, NULL, NULL, 0, 0, 0, COUNT, NULL, out, sizeof out, &error), wanted);
        weight = 0; /* does not take part */
        assert_int_equal(gltf_morph_read(&plain, &sparse, &weight, 1, 0, 0, COUNT, NULL, out, sizeof out, &error),
                         GLTF_OK);
        sparse.flags = 0; /* in order, as far as is known */
        weight = 1;
        assert_int_equal(gltf_morph_read(&plain, &sparse, &weight, 1, 0, 0, COUNT, NULL, out, sizeof out, &error),
                         GLTF_OK);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failing_views_are_charged),
        cmocka_unit_test(primitives_that_share_bytes_are_charged),
        cmocka_unit_test(primitives_that_share_a_view_open_it_once),
        cmocka_unit_test(broken_payloads_are_decoded_once),
        cmocka_unit_test(shared_indices_are_examined_once),
        cmocka_unit_test(examined_indices_give_the_same_answers),
        cmocka_unit_test(overlapping_indices_are_limited),
        cmocka_unit_test(unordered_entries_of_morphs_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
