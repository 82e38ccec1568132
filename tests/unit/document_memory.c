/* unit/document_memory.c - layer 2: documents that need much of everything, with each allocation failing in turn.  The arena
 * gives large pieces blocks of their own, so that here nearly every piece can fail alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <gltf_accessor/validate.h>

#include "support/documents.h"

/* ---- Texts, put together piece by piece ---- */

typedef struct writer {
    char *text;
    size_t size;
    size_t room;
} writer;

static void put(writer *w, const char *format, ...) {
    va_list arguments;
    for (;;) {
        va_start(arguments, format);
        const int size = vsnprintf(w->text + w->size, w->room - w->size, format, arguments);
        va_end(arguments);
        assert_true(size >= 0);
        if ((size_t)size < w->room - w->size) {
            w->size += (size_t)size;
            return;
        }
        w->room = w->room * 2 + (size_t)size;
        w->text = realloc(w->text, w->room);
        assert_non_null(w->text);
    }
}

/* `count` times `text`, in which each # stands for the number, with commas between. */
static void put_many(writer *w, int count, const char *text) {
    for (int i = 0; i < count; i++) {
        put(w, "%s", i ? "," : "");
        for (const char *p = text; *p; p++) {
            if (*p == '#') {
                put(w, "%d", i);
            } else {
                put(w, "%c", *p);
            }
        }
    }
}

/* 20000 characters: more than the first small blocks have. */
static const char *long_name(void) {
    static char name[20001];
    memset(name, 'n', sizeof name - 1);
    return name;
}

static writer begin(void) {
    writer w = {malloc(64), 0, 64};
    assert_non_null(w.text);
    put(&w, "{\"asset\":{\"version\":\"2.0\"}");
    return w;
}

/* ---- A codec whose primitives have three vertices ---- */

static gltf_status GLTF_CALL open_three(void *user, const uint8_t *bytes, size_t size, void **geometry,
                                        uint64_t *vertex_count, uint64_t *index_count) {
    (void)user;
    (void)size;
    *geometry = (void *)(uintptr_t)bytes;
    *vertex_count = 3;
    *index_count = 3;
    return GLTF_OK;
}

static gltf_status GLTF_CALL give_zeros(void *user, void *geometry, uint32_t unique_id, uint32_t component_type,
                                        uint32_t component_count, void *out, size_t out_size) {
    (void)user;
    (void)geometry;
    (void)component_type;
    (void)component_count;
    memset(out, 0, out_size);
    return unique_id >= 90 ? GLTF_ERR_CODEC : GLTF_OK;
}

static gltf_status GLTF_CALL give_indices(void *user, void *geometry, uint32_t *out, size_t index_count) {
    (void)user;
    (void)geometry;
    memset(out, 0, index_count * sizeof *out);
    return GLTF_OK;
}

static void GLTF_CALL close_three(void *user, void *geometry) {
    (void)user;
    (void)geometry;
}

/* Each buffer fails in a way of its own. */
static gltf_status GLTF_CALL load_nothing(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                          gltf_buffer *out) {
    (void)user;
    (void)uri;
    (void)byte_length;
    out->size = buffer;
    return GLTF_ERR_IO;
}

/* ---- Using all of a document ---- */

static gltf_status use_all(const writer *w, counting_allocator *counts, gltf_status *loaded) {
    static const uint8_t bytes[64];
    const gltf_primitive_codec codec = {NULL, open_three, give_zeros, give_indices, close_three};
    const gltf_io io = {NULL, load_nothing, NULL};
    gltf_document *document = NULL;
    gltf_document_options options;
    gltf_error error = {0};
    gltf_document_options_init(&options, sizeof options);
    options.allocator = counting_allocator_of(counts);
    options.primitive_codec = &codec;
    const gltf_status status = gltf_document_parse(w->text, w->size, &options, &document, &error);
    assert_true((status == GLTF_OK) == (document != NULL));
    assert_int_equal(status, status == GLTF_OK ? GLTF_OK : GLTF_ERR_MEMORY);
    *loaded = GLTF_OK;
    if (status != GLTF_OK) {
        assert_int_equal(error.status, GLTF_ERR_MEMORY);
        return status;
    }
    *loaded = gltf_document_load(document, GLTF_NONE, &io, &error);
    assert_true(*loaded == GLTF_OK || error.status == *loaded);
    for (uint32_t v = 0; v < gltf_document_count(document, GLTF_OBJECT_VIEW); v++) {
        const gltf_status lent = gltf_document_set_view(document, v, bytes, sizeof bytes, &error);
        assert_true(lent == GLTF_OK || lent == gltf_document_fault(document, GLTF_OBJECT_VIEW, v, NULL) ||
                    lent == GLTF_ERR_MEMORY);
    }
    gltf_document_free(document);
    return GLTF_OK;
}

/* validate.h: the same for the validator, which ends in GLTF_ERR_MEMORY or looks at everything.  Of many allocations, only
 * some of the later ones fail. */
static void validate_failing_each(const writer *w) {
    const gltf_io io = {NULL, load_nothing, NULL};
    size_t calls = 0;
    uint64_t errors = 0;
    for (size_t fail_at = 0; fail_at <= calls; fail_at += 1 + fail_at / 16 * (calls > 100)) {
        counting_allocator counts = {0};
        gltf_validate_options options;
        gltf_validation result;
        gltf_validate_options_init(&options, sizeof options);
        options.allocator = counting_allocator_of(&counts);
        options.io = io;
        counts.fail_at = fail_at;
        const gltf_status status = gltf_validate(w->text, w->size, &options, NULL, NULL, &result, NULL);
        assert_int_equal(status, fail_at ? GLTF_ERR_MEMORY : GLTF_OK);
        if (fail_at == 0) {
            calls = counts.calls;
            errors = result.errors;
        }
        assert_true(result.errors <= errors);
        assert_int_equal(counts.live_blocks, 0);
    }
}

/* Every allocation fails once.  Frees the text. */
static void fail_each(writer w, size_t least_calls) {
    size_t calls = 0;
    gltf_status expected = GLTF_OK;
    put(&w, "}");
    for (size_t fail_at = 0; fail_at <= calls; fail_at++) {
        counting_allocator counts = {0};
        gltf_status loaded;
        counts.fail_at = fail_at;
        const gltf_status status = use_all(&w, &counts, &loaded);
        if (fail_at == 0) {
            assert_int_equal(status, GLTF_OK);
            expected = loaded;
            calls = counts.calls;
            assert_in_range(calls, least_calls, 600);
        } else if (status == GLTF_OK) {
            assert_true(loaded == expected || loaded == GLTF_ERR_MEMORY);
        }
        assert_int_equal(counts.live_blocks, 0);
        assert_int_equal(counts.live_bytes, 0);
    }
    validate_failing_each(&w);
    free(w.text);
}

/* ---- What may fail ---- */

/* design 4, 5: GLTF_ERR_MEMORY wherever memory ends among the names of extensions */
static void extension_lists_may_find_no_memory(void **state) {
    (void)state;
    writer w = begin();
    put(&w, ",\"extensionsUsed\":[\"%s\",\"%s\",7],\"extensionsRequired\":[", long_name(), long_name());
    put_many(&w, 2500, "\"X_#\"");
    put(&w, ",\"%s\"]", long_name());
    fail_each(w, 10);
}

/* the same among accessors: their table, names, faults and the unknown types that these name */
static void accessors_may_find_no_memory(void **state) {
    (void)state;
    writer w = begin();
    put(&w, ",\"accessors\":[");
    put_many(&w, 1200, "{\"componentType\":5126,\"count\":#,\"type\":\"SCALAR\",\"bufferView\":#}");
    put(&w, ",{\"name\":\"%s\",\"type\":\"%s\",\"componentType\":5126}", long_name(), long_name());
    put(&w, ",{\"type\":\"VEC2\",\"componentType\":5126,\"count\":1,\"name\":\"%s\"}]", long_name());
    fail_each(w, 8);
}

/* one record for each fault that is told apart: the small ones fill blocks */
static void faults_may_find_no_memory(void **state) {
    (void)state;
    writer w = begin();
    put(&w, ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":1}],\"buffers\":[{\"byteLength\":1}],\"accessors\":[");
    put_many(&w, 2500, "{\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\",\"bufferView\":1#}");
    put(&w, "],\"animations\":[{\"samplers\":[");
    put_many(&w, 2500, "{\"input\":1#000,\"output\":0}");
    put(&w, "],\"channels\":[");
    put_many(&w, 2500, "{\"sampler\":1#000,\"target\":{\"path\":\"scale\"}}");
    put(&w, "]}]");
    fail_each(w, 8);
}

/* meshes: primitives, maps of many names, targets, weights and the names of targets */
static void meshes_may_find_no_memory(void **state) {
    (void)state;
    writer w = begin();
    put(&w,
        ",\"accessors\":[{\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\"}],\"meshes\":[{\"name\":\"%s\","
        "\"weights\":[",
        long_name());
    put_many(&w, 2500, "#");
    put(&w, "],\"extras\":{\"targetNames\":[\"%s\",7,", long_name());
    put_many(&w, 1500, "#");
    put(&w, "]},\"primitives\":[");
    put_many(&w, 40, "{\"attributes\":{\"P\":0},\"mode\":7#}");
    put(&w, ",{\"attributes\":{\"%s\":0,", long_name());
    put_many(&w, 2500, "\"_#\":0");
    put(&w, "},\"targets\":[{\"%s\":0},{\"a\":0},", long_name());
    put_many(&w, 600, "{\"_#\":0}");
    put(&w, "]}]}]");
    fail_each(w, 12);
}

/* compressed primitives: their records, views and what is decoded of them */
static void geometry_may_find_no_memory(void **state) {
    (void)state;
    writer w = begin();
    put(&w, ",\"buffers\":[{\"byteLength\":4,\"uri\":\"data:,aaaa\"}],\"bufferViews\":[");
    put_many(&w, 9000, "{\"buffer\":0,\"byteLength\":4}");
    put(&w, "],\"accessors\":[");
    put_many(&w, 1500, "{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}");
    put(&w, "],\"meshes\":[{\"primitives\":[");
    put_many(&w, 100,
             "{\"attributes\":{\"P\":#},\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":#,"
             "\"attributes\":{\"P\":9#}}}}");
    put(&w, ",{\"attributes\":{\"P\":1499},\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":900,"
            "\"attributes\":{\"P\":1,");
    put_many(&w, 600, "\"_#\":1");
    put(&w, "}}}}]}]");
    fail_each(w, 12);
}

/* the accessors that an unknown extension hides are listed */
static void hidden_accessors_may_find_no_memory(void **state) {
    (void)state;
    writer w = begin();
    put(&w, ",\"extensionsRequired\":[\"X\"],\"accessors\":[");
    put_many(&w, 2500, "{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}");
    put(&w, "],\"meshes\":[{\"primitives\":[{\"indices\":9,\"attributes\":{\"P\":3,\"Q\":4},\"targets\":[{\"P\":5},{"
            "\"P\":6}],"
            "\"extensions\":{\"X\":{}}},{\"attributes\":{\"P\":7},\"extensions\":{\"X\":{}}}]},{\"primitives\":[{"
            "\"attributes\":{\"P\":8},\"extensions\":{\"X\":{}}}]}]");
    fail_each(w, 8);
}

/* compressed views, sound and broken, whose bytes fail to come or to be decoded, each for a reason of its own */
static void compressed_views_may_find_no_memory(void **state) {
    (void)state;
    writer w = begin();
    put(&w, ",\"buffers\":[{\"byteLength\":9,\"uri\":\"data:;base64,0QAEBAkAAAAA\"},{\"byteLength\":800000},"
            "{\"byteLength\":9,\"uri\":\"data:;base64,0QAEBAkAAAAB\"}],\"bufferViews\":[");
    put_many(&w, 1200,
             "{\"buffer\":1,\"byteLength\":8,\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":2,"
             "\"byteOffset\":1#,\"byteLength\":9,\"byteStride\":2,\"count\":4,\"mode\":\"INDICES\"}}}");
    put(&w, ",");
    put_many(&w, 1200, "{\"buffer\":1,\"byteLength\":8,\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":1#}}}");
    put(&w,
        ",{\"buffer\":1,\"byteLength\":8,\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":0,\"byteLength\":9,"
        "\"byteStride\":2,\"count\":4,\"mode\":\"INDICES\"}}},{\"buffer\":1,\"byteLength\":8,\"name\":\"%s\","
        "\"extensions\":{"
        "\"EXT_meshopt_compression\":{}}}]",
        long_name());
    fail_each(w, 10);
}

/* a plain view that is lent gets a record and a place among the buffers */
static void lent_views_may_find_no_memory(void **state) {
    (void)state;
    writer w = begin();
    put(&w, ",\"buffers\":[{\"byteLength\":8}],\"bufferViews\":[");
    put_many(&w, 1500, "{\"buffer\":0,\"byteLength\":8}");
    put(&w, "]");
    fail_each(w, 6);
}

/* buffers: long references and the failures to load them */
static void buffers_may_find_no_memory(void **state) {
    (void)state;
    writer w = begin();
    put(&w, ",\"buffers\":[{\"byteLength\":1,\"uri\":\"%s\",\"name\":\"%s\"},", long_name(), long_name());
    put_many(&w, 1500, "{\"byteLength\":1,\"uri\":\"a#\"}");
    put(&w, ",{\"byteLength\":1,\"uri\":\"%s\",\"extensions\":{\"MPEG_buffer_circular\":{}}}", long_name());
    put(&w, "]");
    fail_each(w, 8);
}

/* nodes, skins and animations: joints, weights, instances, pointers, unknown paths */
static void scenes_may_find_no_memory(void **state) {
    (void)state;
    writer w = begin();
    put(&w,
        ",\"accessors\":[{\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\"}],\"nodes\":[{\"name\":\"%s\","
        "\"weights\":[",
        long_name());
    put_many(&w, 2500, "#");
    put(&w, "]},{\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"%s\":0}}}},", long_name());
    put_many(&w, 40, "{\"mesh\":#}");
    put(&w, "],\"skins\":[{\"joints\":[");
    put_many(&w, 2500, "0");
    put(&w, "]},{\"joints\":[0],\"name\":\"%s\"}],\"animations\":[{\"name\":\"%s\",\"samplers\":[", long_name(),
        long_name());
    put_many(&w, 60, "{\"input\":0,\"output\":0}");
    put(&w, ",{\"input\":0,\"output\":0,\"interpolation\":\"%s\"}],\"channels\":[", long_name());
    put_many(&w, 60, "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"weights\"}}");
    put(&w,
        ",{\"sampler\":0,\"target\":{\"path\":\"%s\"}},{\"sampler\":0,\"target\":{\"path\":\"pointer\","
        "\"extensions\":{\"KHR_animation_pointer\":{\"pointer\":\"%s\"}}}}]},{\"samplers\":[],\"channels\":[]}]",
        long_name(), long_name());
    fail_each(w, 14);
}

/* who uses an accessor: two tables, of accessors and of uses */
static void uses_may_find_no_memory(void **state) {
    (void)state;
    writer w = begin();
    put(&w, ",\"buffers\":[{\"byteLength\":40}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":40}],\"accessors\":[");
    put_many(&w, 2500, "{\"bufferView\":0,\"componentType\":5121,\"type\":\"VEC3\",\"count\":10}");
    put(&w, "],\"meshes\":[{\"primitives\":[");
    put_many(&w, 100, "{\"attributes\":{\"P\":#}}");
    put(&w, "]}]");
    fail_each(w, 7);
}

/* ---- Small pieces: a block ends at each of them in turn, since more and more of it is used up before ---- */

enum { SHIFTS = 48 };

static writer begin_shifted(int shift) {
    writer w = begin();
    put(&w, ",\"extensionsUsed\":[");
    put_many(&w, shift, "\"#\"");
    put(&w, "]");
    return w;
}

/* the list of extensions that are not known: their order, and the sorted names */
static void unknown_extensions_may_find_no_memory(void **state) {
    (void)state;
    for (int count = 100; count <= 1000; count += 100) {
        writer w = begin();
        put(&w, ",\"extensionsRequired\":[");
        put_many(&w, count, "\"X_#\"");
        put(&w, "]");
        fail_each(w, 4);
    }
}

/* a view that lost its name is not looked at further */
static void named_views_may_find_no_memory(void **state) {
    (void)state;
    writer w = begin();
    put(&w,
        ",\"buffers\":[{\"byteLength\":9}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":8,\"name\":\"%s\","
        "\"extensions\":{\"EXT_meshopt_compression\":{}}}]",
        long_name());
    fail_each(w, 4);
}

/* records of views and of what is wrong with their extension objects */
static void records_of_views_may_find_no_memory(void **state) {
    (void)state;
    for (int shift = 0; shift < SHIFTS; shift++) {
        writer w = begin_shifted(shift);
        put(&w, ",\"buffers\":[{\"byteLength\":9,\"uri\":\"data:;base64,0QAEBAkAAAAA\"},{\"byteLength\":8}],"
                "\"bufferViews\":[");
        put_many(&w, 16,
                 "{\"buffer\":1,\"byteLength\":8,\"extensions\":{\"EXT_meshopt_compression\":{\"mode\":\"INDICES\","
                 "\"buffer\":1#}}}");
        put(&w, "]");
        fail_each(w, 3);
    }
}

/* records of broken primitives */
static void records_of_primitives_may_find_no_memory(void **state) {
    (void)state;
    for (int shift = 0; shift < SHIFTS; shift++) {
        writer w = begin_shifted(shift);
        put(&w, ",\"meshes\":[{\"primitives\":[");
        put_many(&w, 48, "{\"attributes\":{\"P\":1#}}");
        put(&w, "]}]");
        fail_each(w, 3);
    }
}

/* records of failures to load, to decode and to decode a primitive, of which the first is the answer */
static void records_of_failures_may_find_no_memory(void **state) {
    (void)state;
    for (int round = 0; round < 3 * 200; round++) {
        const int shift = round / 3;
        writer w = begin_shifted(shift);
        put(&w, ",\"buffers\":[{\"byteLength\":9,\"uri\":\"data:;base64,0QAEBAkAAAAA\"}");
        if (round % 3 == 0) {
            put(&w, ",{\"byteLength\":5,\"uri\":\"a.bin\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":8}]");
        } else if (round % 3 == 1) {
            put(&w, "],\"bufferViews\":[{\"buffer\":0,\"byteLength\":8,\"extensions\":{\"EXT_meshopt_compression\":{"
                    "\"buffer\":0,\"byteLength\":8,\"byteStride\":2,\"count\":4,\"mode\":\"INDICES\"}}}]");
        } else {
            put(&w, "],\"bufferViews\":[{\"buffer\":0,\"byteLength\":8}],\"accessors\":[{\"componentType\":5126,"
                    "\"count\":3,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"P\":0},"
                    "\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":0,\"attributes\":{\"P\":99}}}}]}]");
        }
        fail_each(w, 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extension_lists_may_find_no_memory),
        cmocka_unit_test(accessors_may_find_no_memory),
        cmocka_unit_test(faults_may_find_no_memory),
        cmocka_unit_test(meshes_may_find_no_memory),
        cmocka_unit_test(geometry_may_find_no_memory),
        cmocka_unit_test(hidden_accessors_may_find_no_memory),
        cmocka_unit_test(compressed_views_may_find_no_memory),
        cmocka_unit_test(lent_views_may_find_no_memory),
        cmocka_unit_test(buffers_may_find_no_memory),
        cmocka_unit_test(scenes_may_find_no_memory),
        cmocka_unit_test(uses_may_find_no_memory),
        cmocka_unit_test(unknown_extensions_may_find_no_memory),
        cmocka_unit_test(named_views_may_find_no_memory),
        cmocka_unit_test(records_of_views_may_find_no_memory),
        cmocka_unit_test(records_of_primitives_may_find_no_memory),
        cmocka_unit_test(records_of_failures_may_find_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
