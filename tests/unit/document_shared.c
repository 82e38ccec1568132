/* unit/document_shared.c - layer 2: compressed primitives that share accessors with others, and codecs that claim too much. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/documents.h"

/* What the codec says of every geometry; attribute `id` is id in each byte, indices count up. */
typedef struct claims {
    uint64_t vertex_count;
    uint64_t index_count;
    gltf_status indices_status;
    int opened;
} claims;

static gltf_status GLTF_CALL claim_open(void *user, const uint8_t *bytes, size_t size, void **geometry,
                                        uint64_t *vertex_count, uint64_t *index_count) {
    claims *c = user;
    (void)size;
    c->opened++;
    *geometry = (void *)(uintptr_t)bytes;
    *vertex_count = c->vertex_count;
    *index_count = c->index_count;
    return GLTF_OK;
}

static gltf_status GLTF_CALL claim_attribute(void *user, void *geometry, uint32_t unique_id, uint32_t component_type,
                                             uint32_t component_count, void *out, size_t out_size) {
    (void)user;
    (void)geometry;
    (void)component_type;
    (void)component_count;
    memset(out, (int)unique_id, out_size);
    return GLTF_OK;
}

static gltf_status GLTF_CALL claim_indices(void *user, void *geometry, uint32_t *out, size_t index_count) {
    const claims *c = user;
    (void)geometry;
    for (size_t i = 0; i < index_count; i++) {
        out[i] = (uint32_t)i;
    }
    return c->indices_status;
}

static void GLTF_CALL claim_close(void *user, void *geometry) {
    claims *c = user;
    (void)geometry;
    c->opened--;
}

/* Four views on one buffer, of which 3 is broken; accessors 0 to 5 are u8 SCALARs of 3 without data, others follow. */
#define PLAIN "{\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\"}"
#define HEAD                                                                                                           \
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":8,\"uri\":\"a.bin\"}],\"bufferViews\":[{"           \
    "\"buffer\":0,\"byteLength\":4},{\"buffer\":0,\"byteLength\":4},{\"buffer\":0,\"byteLength\":4},{\"buffer\":0}],"  \
    "\"accessors\":[" PLAIN "," PLAIN "," PLAIN "," PLAIN "," PLAIN "," PLAIN "%s],\"meshes\":[{\"primitives\":[%s]}]" \
    "%s}"
#define DRACO(view, ids)                                                                                               \
    "\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":" view ",\"attributes\":{" ids "}}}"

static gltf_document *parse(claims *c, const char *accessors, const char *primitives, const char *more,
                            uint64_t max_decoded) {
    static const gltf_primitive_codec functions = {NULL, claim_open, claim_attribute, claim_indices, claim_close};
    static const uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    char text[4000];
    gltf_primitive_codec codec = functions;
    gltf_document *document = NULL;
    gltf_document_options options;
    gltf_error error;
    codec.user = c;
    gltf_document_options_init(&options, sizeof options);
    options.flags = GLTF_DOCUMENT_COPY_INPUT;
    options.primitive_codec = &codec;
    options.max_decoded = max_decoded;
    assert_true(snprintf(text, sizeof text, HEAD, accessors, primitives, more) < (int)sizeof text);
    assert_int_equal(gltf_document_parse(text, strlen(text), &options, &document, &error), GLTF_OK);
    assert_int_equal(gltf_document_set_buffer(document, 0, bytes, 8, &error), GLTF_OK);
    return document;
}

static uint32_t first_value(const gltf_document *document, uint32_t index) {
    gltf_accessor accessor;
    gltf_error error;
    uint32_t out = 9999;
    assert_int_equal(gltf_document_accessor(document, index, &accessor, &error), GLTF_OK);
    assert_int_equal(gltf_accessor_read_uint32(&accessor, 0, 1, &out, 1), GLTF_OK);
    return out;
}

/* spec-notes 7.5: data of a compressed primitive is an accessor's own answer, whoever else names the accessor: a plain
 * primitive, a broken one, a morph target, an animation */
static void other_users_do_not_change_the_answer(void **state) {
    (void)state;
    claims c = {3, 0, GLTF_OK, 0};
    gltf_document *document = parse(
        &c, "",
        "{\"attributes\":{\"A\":0}},{\"attributes\":{\"A\":0,\"B\":99}},{\"attributes\":{\"C\":1},\"targets\":[{\"A\":"
        "0}]}"
        ",{\"attributes\":{\"A\":0}," DRACO("0", "\"A\":5") "},{\"attributes\":{\"Z\":0}," DRACO("1", "\"A\":6") "}",
        ",\"animations\":[{\"samplers\":[{\"input\":0,\"output\":0}],\"channels\":[]}]", 0);
    gltf_error error;
    gltf_accessor accessor;
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_NOT_LOADED);
    assert_string_equal(error.name, "KHR_draco_mesh_compression");
    assert_int_equal(gltf_document_load(document, 0, NULL, &error), GLTF_OK);
    assert_int_equal(first_value(document, 0), 5);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(first_value(document, 0), 5);
    assert_int_equal(first_value(document, 1), 0);
    assert_int_equal(c.opened, 0);
    gltf_document_free(document);
}

/* one accessor with two answers is asked by primitive: of indices and of an attribute; equal ones, also of two views, are one */
static void two_answers_are_a_mismatch(void **state) {
    (void)state;
    claims c = {3, 3, GLTF_OK, 0};
    gltf_document *document = parse(&c, "",
                                    "{\"attributes\":{\"A\":0,\"B\":1},\"indices\":2," DRACO(
                                        "0", "\"A\":5,\"B\":7") "},{\"attributes\":{\"A\":0,\"B\":2},\"indices\":2," //
                                    DRACO("1", "\"A\":5,\"B\":7") "},{\"attributes\":{\"C\":3},\"indices\":4," DRACO(
                                        "2", "\"C\":1") "},{\"attributes\":{\"D\":3},\"indices\":4," DRACO("2",
                                                                                                           "\"D\":1") //
                                    "}",
                                    "", 0);
    gltf_error error;
    gltf_accessor accessor;
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(first_value(document, 0), 5);                                               /* by two views */
    assert_int_equal(gltf_document_accessor(document, 2, &accessor, &error), GLTF_ERR_MISMATCH); /* indices or B */
    assert_int_equal(first_value(document, 1), 7);
    assert_int_equal(first_value(document, 3), 1); /* by two names */
    assert_int_equal(first_value(document, 4), 0);
    gltf_document_free(document);

    document = parse(&c, "",
                     "{\"attributes\":{\"A\":0},\"indices\":2," DRACO("0", "\"A\":5") "},{\"attributes\":{\"A\":2}," //
                     DRACO("0", "\"A\":5") "}",
                     "", 0);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(gltf_document_accessor(document, 2, &accessor, &error), GLTF_ERR_MISMATCH);
    gltf_document_free(document);
}

/* the same the other way round: first an attribute, then indices */
static void attributes_are_no_indices(void **state) {
    (void)state;
    claims c = {3, 3, GLTF_OK, 0};
    gltf_document *document = parse(&c, "",
                                    "{\"attributes\":{\"A\":2}," DRACO("0", "\"A\":5") "},{\"attributes\":{\"A\":0},"
                                                                                       "\"indices\":2," //
                                    DRACO("0", "\"A\":5") "}",
                                    "", 0);
    gltf_error error;
    gltf_accessor accessor;
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(gltf_document_accessor(document, 2, &accessor, &error), GLTF_ERR_MISMATCH);
    assert_int_equal(first_value(document, 0), 5);
    gltf_document_free(document);
}

/* an attribute whose accessor is broken is not decoded; the others are */
static void broken_accessors_are_left_out(void **state) {
    (void)state;
    claims c = {3, 0, GLTF_OK, 0};
    gltf_document *document = parse(&c, ",{\"type\":\"VEC9\"}",
                                    "{\"attributes\":{\"A\":0,\"B\":6}," DRACO("0", "\"A\":5,\"B\":7") "}", "", 0);
    gltf_error error;
    gltf_accessor accessor;
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(first_value(document, 0), 5);
    assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, "B", NULL, &accessor, &error),
                     GLTF_ERR_PROPERTY);
    gltf_document_free(document);
}

/* an accessor with a sparse overlay has data of its own, also in a compressed primitive */
static void sparse_accessors_are_not_hidden(void **state) {
    (void)state;
    claims c = {3, 0, GLTF_OK, 0};
    gltf_document *document =
        parse(&c,
              ",{\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\",\"sparse\":{\"count\":1,"
              "\"indices\":{\"bufferView\":0,\"componentType\":5121},\"values\":{\"bufferView\":1}}}",
              "{\"attributes\":{\"A\":0,\"B\":6},\"targets\":[{\"A\":1}]," DRACO("0", "\"A\":5") "}", "", 0);
    gltf_error error;
    gltf_accessor accessor;
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);
    assert_int_equal(gltf_document_accessor(document, 6, &accessor, &error), GLTF_OK);
    assert_int_equal(accessor.sparse_count, 1);
    assert_int_equal(first_value(document, 1), 0);
    gltf_document_set_buffer(document, 0, NULL, 0, &error);
    assert_int_equal(gltf_document_accessor(document, 6, &accessor, &error), GLTF_ERR_NOT_LOADED);
    assert_int_equal(error.object, GLTF_OBJECT_BUFFER);
    gltf_document_free(document);
}

/* indices become the component type of their accessor; one that is no plain unsigned scalar has no right values */
static void indices_come_in_each_size(void **state) {
    static const struct {
        const char *accessor;
        gltf_status status;
    } rows[] = {
        {",{\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\"}", GLTF_OK},
        {",{\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}", GLTF_OK},
        {",{\"componentType\":5125,\"count\":3,\"type\":\"SCALAR\"}", GLTF_OK},
        {",{\"componentType\":5123,\"count\":3,\"type\":\"VEC2\"}", GLTF_ERR_CONVERSION},
        {",{\"componentType\":5122,\"count\":3,\"type\":\"SCALAR\"}", GLTF_ERR_CONVERSION},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        claims c = {300, 300, GLTF_OK, 0};
        gltf_document *document =
            parse(&c, rows[i].accessor, "{\"attributes\":{\"A\":0},\"indices\":6," DRACO("0", "\"A\":5") "}", "", 0);
        gltf_error error = {0};
        gltf_accessor accessor;
        uint32_t out[300];
        const gltf_status status = gltf_document_load(document, GLTF_NONE, NULL, &error);
        if (i == 0) {
            assert_int_equal(status, GLTF_ERR_CODEC); /* 256 does not fit a byte */
            assert_int_equal(error.found, 256);
        } else {
            assert_int_equal(status, rows[i].status);
        }
        if (status == GLTF_OK) {
            assert_int_equal(gltf_document_accessor(document, 6, &accessor, &error), GLTF_OK);
            assert_int_equal(gltf_accessor_read_uint32(&accessor, 0, 300, out, 300), GLTF_OK);
            for (uint32_t k = 0; k < 300; k++) {
                assert_int_equal(out[k], k);
            }
        }
        gltf_document_free(document);
    }
}

/* a codec that fails at the indices is believed, and says so for the view */
static void failing_indices_are_the_views_failure(void **state) {
    (void)state;
    claims c = {3, 3, GLTF_ERR_CODEC, 0};
    gltf_document *document =
        parse(&c, "", "{\"attributes\":{\"A\":0},\"indices\":1," DRACO("0", "\"A\":5") "}", "", 0);
    gltf_error error;
    assert_int_equal(gltf_document_load(document, 0, NULL, &error), GLTF_ERR_CODEC);
    assert_string_equal(error.field, "indices");
    assert_int_equal(error.object, GLTF_OBJECT_VIEW);
    assert_int_equal(c.opened, 0);
    gltf_document_free(document);
}

/* design D8: whatever counts a codec claims, sums of sizes are checked, and the limit holds before memory is asked for */
static void claims_beyond_all_memory_are_a_limit(void **state) {
    static const struct {
        uint64_t vertex_count;
        uint64_t max_decoded;
        gltf_status status;
    } rows[] = {
        {3, 0, GLTF_OK},
        {UINT64_MAX, UINT64_MAX, GLTF_ERR_LIMIT},        /* one size does not fit */
        {(uint64_t)1 << 62, UINT64_MAX, GLTF_ERR_LIMIT}, /* each fits, the sum does not */
        {(uint64_t)1 << 40, 0, GLTF_ERR_LIMIT},
        {16, 79, GLTF_ERR_LIMIT},
        {16, 80, GLTF_OK},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        claims c = {rows[i].vertex_count, 0, GLTF_OK, 0};
        gltf_document *document = parse(&c, "",
                                        "{\"attributes\":{\"A\":0,\"B\":1,\"C\":2,\"D\":3,\"E\":4}," DRACO(
                                            "0", "\"A\":5,\"B\":6,\"C\":7,\"D\":8,\"E\":9") "}",
                                        "", rows[i].max_decoded);
        gltf_error error = {0};
        assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), rows[i].status);
        assert_int_equal(c.opened, 0);
        gltf_document_free(document);
    }
}

/* the limit is for all primitives together; loading one accessor goes on past the failure of one of its primitives */
static void the_limit_is_for_all_together(void **state) {
    (void)state;
    claims c = {16, 0, GLTF_OK, 0};
    gltf_document *document = parse(&c, "",
                                    "{\"attributes\":{\"A\":0}," DRACO("0", "\"A\":5") "},{\"attributes\":{\"A\":0}," //
                                    DRACO("1", "\"A\":5") "},{\"attributes\":{\"A\":0}," DRACO("2", "\"A\":5") "}",
                                    "", 16);
    gltf_error error;
    gltf_accessor accessor;
    assert_int_equal(gltf_document_load(document, 0, NULL, &error), GLTF_ERR_LIMIT);
    assert_int_equal(error.index, 1);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_ERR_LIMIT);
    assert_int_equal(error.index, 1);
    assert_int_equal(gltf_document_attribute(document, 0, 0, GLTF_NONE, "A", NULL, &accessor, &error), GLTF_OK);
    assert_int_equal(accessor.count, 16);
    gltf_document_free(document);
}

/* accessors that a compressed primitive decodes to fewer or more elements than declared: targets are compared, and indices
 * checked, by what is there when they are read */
static void decoded_counts_hold_for_all_who_share(void **state) {
    (void)state;
    claims c = {2, 2, GLTF_OK, 0};
    gltf_document *document =
        parse(&c, ",{\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\",\"bufferView\":0}",
              "{\"attributes\":{\"A\":0},\"indices\":1," DRACO(
                  "0", "\"A\":5") "},{\"attributes\":{\"A\":6},\"targets\":["
                                  "{\"A\":0}]},{\"attributes\":{\"A\":0},\"targets\":[{\"A\":0},{\"A\":6}],\"indices\":"
                                  "6},{\"attributes\":{"
                                  "\"A\":6},\"indices\":1},{\"attributes\":{\"A\":0},\"targets\":[{\"A\":0}]}",
              "", 0);
    const float weights[2] = {1, 0};
    gltf_error error;
    uint32_t indices[3];
    float out[3] = {9, 9, 9};
    size_t count = 0;
    assert_int_equal(gltf_document_indices(document, 0, 2, 0, NULL, 0, &count, &error), GLTF_OK);
    assert_int_equal(count, 3);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_OK);

    assert_int_equal(gltf_document_morph(document, 0, 1, "A", weights, 1, 0, 3, NULL, out, sizeof out, &error),
                     GLTF_ERR_MISMATCH);
    assert_int_equal(error.expected, 3);
    assert_int_equal(error.found, 2);
    assert_true(out[0] == 9);
    assert_int_equal(gltf_document_morph(document, 0, 2, "A", weights, 2, 0, 2, NULL, out, sizeof out, &error),
                     GLTF_ERR_MISMATCH);
    assert_int_equal(error.target, 1);
    assert_int_equal(gltf_document_morph(document, 0, 4, "A", weights, 1, 0, 2, NULL, out, sizeof out, &error),
                     GLTF_OK);
    assert_true(out[0] == 10 && out[1] == 10);

    assert_int_equal(gltf_document_indices(document, 0, 2, 0, indices, 3, &count, &error), GLTF_ERR_RANGE);
    assert_int_equal(error.expected, 2); /* 1, 2, 3 of vertices 0 and 1 */
    assert_int_equal(error.found, 2);
    assert_int_equal(gltf_document_indices(document, 0, 3, 0, indices, 3, &count, &error), GLTF_OK);
    assert_int_equal(count, 2);
    gltf_document_free(document);
}

/* a broken compressed view is the answer; a lent one is decoded like the file's own, and asks for no more room */
static void views_may_be_broken_or_lent(void **state) {
    static const uint8_t lent[4] = {1, 1, 1, 1};
    (void)state;
    claims c = {3, 0, GLTF_OK, 0};
    gltf_document *document = parse(&c, "",
                                    "{\"attributes\":{\"A\":0}," DRACO("3", "\"A\":5") "},{\"attributes\":{\"A\":1}," //
                                    DRACO("1", "\"A\":6") "}",
                                    "", 0);
    gltf_error error;
    gltf_accessor accessor;
    assert_int_equal(gltf_document_set_view(document, 1, lent, sizeof lent, &error), GLTF_OK);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(error.object, GLTF_OBJECT_VIEW);
    assert_int_equal(error.index, 3);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_PROPERTY);
    assert_int_equal(first_value(document, 1), 6);
    gltf_document_free(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_users_do_not_change_the_answer),
        cmocka_unit_test(two_answers_are_a_mismatch),
        cmocka_unit_test(attributes_are_no_indices),
        cmocka_unit_test(broken_accessors_are_left_out),
        cmocka_unit_test(sparse_accessors_are_not_hidden),
        cmocka_unit_test(indices_come_in_each_size),
        cmocka_unit_test(failing_indices_are_the_views_failure),
        cmocka_unit_test(claims_beyond_all_memory_are_a_limit),
        cmocka_unit_test(the_limit_is_for_all_together),
        cmocka_unit_test(decoded_counts_hold_for_all_who_share),
        cmocka_unit_test(views_may_be_broken_or_lent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
