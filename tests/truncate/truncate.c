/* tests/truncate/truncate.c - outside the layers: the bundled model cut at every length ends cleanly, whatever can still be
 * read is right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <gltf_accessor/gltf_accessor.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/guard.h"

#define GLB_HEADER 12
#define CHUNK_HEADER 8
#define MAX_ACCESSORS 64
#define ROOM 4096 /* numbers; more than any accessor of the model has */

typedef struct file {
    uint8_t *bytes;
    size_t size;
} file;

static file read_file(const char *name) {
    char path[1024];
    file out = {NULL, 0};
    snprintf(path, sizeof path, "%s/examples/data/%s", GLTF_TEST_ROOT, name);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    out.bytes = malloc(1 << 20);
    assert_non_null(out.bytes);
    out.size = fread(out.bytes, 1, 1 << 20, in);
    fclose(in);
    assert_true(out.size > 1000 && out.size < 1 << 20);
    return out;
}

static void write32(uint8_t *at, size_t value) {
    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> (8 * i));
    }
}

static size_t read32(const uint8_t *at) {
    return at[0] | (size_t)at[1] << 8 | (size_t)at[2] << 16 | (size_t)at[3] << 24;
}

/* What every accessor of the whole model holds, so that those of a cut one can be compared. */
typedef struct whole {
    uint32_t count;
    size_t numbers[MAX_ACCESSORS];
    float *values[MAX_ACCESSORS];
} whole;

static size_t read_accessor(const gltf_accessor *accessor, float *out) {
    size_t numbers = gltf_accessor_number_count(accessor);
    assert_true(numbers <= ROOM);
    out[numbers] = 12345.0f;
    assert_int_equal(gltf_accessor_read_float(accessor, 0, accessor->count, out, numbers), GLTF_OK);
    assert_true(out[numbers] == 12345.0f);
    return numbers;
}

static whole read_whole(const file *f) {
    whole out;
    gltf_document *document;
    memset(&out, 0, sizeof out);
    assert_int_equal(gltf_document_parse(f->bytes, f->size, NULL, &document, NULL), GLTF_OK);
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, NULL), GLTF_OK);
    out.count = gltf_document_count(document, GLTF_OBJECT_ACCESSOR);
    assert_true(out.count > 20 && out.count <= MAX_ACCESSORS);
    for (uint32_t i = 0; i < out.count; i++) {
        gltf_accessor accessor;
        assert_int_equal(gltf_document_accessor(document, i, &accessor, NULL), GLTF_OK);
        out.values[i] = malloc((ROOM + 1) * sizeof(float));
        assert_non_null(out.values[i]);
        out.numbers[i] = read_accessor(&accessor, out.values[i]);
    }
    gltf_document_free(document);
    return out;
}

static void free_whole(whole *w) {
    for (uint32_t i = 0; i < w->count; i++) {
        free(w->values[i]);
    }
}

/* Parse, load and read everything; how many accessors could be read.  `bytes` must hold `size` bytes and not one more. */
static uint32_t survive(const uint8_t *bytes, size_t size, const whole *want, gltf_status *parsed) {
    static float values[ROOM + 1];
    gltf_document *document = NULL;
    gltf_error error;
    char line[300];
    uint32_t good = 0;
    *parsed = gltf_document_parse(bytes, size, NULL, &document, &error);
    if (*parsed != GLTF_OK) {
        assert_null(document);
        assert_int_equal(error.status, *parsed);
        assert_true(error.position <= size);
        assert_true(gltf_error_format(&error, line, sizeof line) > 0);
        return 0;
    }
    gltf_document_load(document, GLTF_NONE, NULL, &error);
    for (uint32_t i = 0; i < gltf_document_count(document, GLTF_OBJECT_ACCESSOR); i++) {
        gltf_accessor accessor;
        gltf_status status = gltf_document_accessor(document, i, &accessor, &error);
        if (status == GLTF_OK) {
            size_t numbers = read_accessor(&accessor, values);
            assert_int_equal(numbers, want->numbers[i]);
            assert_memory_equal(values, want->values[i], numbers * sizeof(float));
            good++;
        } else {
            assert_int_equal(error.status, status);
            assert_true(gltf_error_format(&error, line, sizeof line) > 0);
            assert_int_equal(accessor.count, 0);
        }
    }
    gltf_document_free(document);
    return good;
}

/* spec 4.4.2 and 4.4.3: a file that ends inside a header or a chunk is refused.  One that ends after its JSON chunk is a GLB
 * without binary data, of which only accessors without bytes can be read. */
static void cut_glb_is_refused_inside_header_and_chunks(void **state) {
    (void)state;
    file f = read_file("pyramids.glb");
    whole want = read_whole(&f);
    for (size_t size = 0; size <= f.size; size++) {
        guard g = guard_copy(f.bytes, size, GUARD_AFTER);
        gltf_status parsed;
        uint32_t good = survive(g.bytes, size, &want, &parsed);
        if (size == f.size) {
            assert_int_equal(good, want.count);
        } else if (size == GLB_HEADER + CHUNK_HEADER + read32(f.bytes + GLB_HEADER)) {
            assert_int_equal(good, 1);
        } else {
            assert_int_not_equal(parsed, GLTF_OK);
        }
        guard_free(&g);
    }
    free_whole(&want);
    free(f.bytes);
}

/* The same with lengths in the headers that fit what is there: the fault moves into the JSON text or into the buffer.
 * spec 3.6.1: a buffer has at least byteLength bytes; spec 2.7: the JSON chunk is one JSON text. */
static void glb_with_short_chunks_gives_what_is_whole(void **state) {
    (void)state;
    file f = read_file("pyramids.glb");
    whole want = read_whole(&f);
    size_t json = read32(f.bytes + GLB_HEADER);
    size_t binary = GLB_HEADER + CHUNK_HEADER + json;
    for (size_t size = GLB_HEADER + CHUNK_HEADER; size < f.size; size++) {
        guard g = guard_copy(f.bytes, size, GUARD_AFTER);
        gltf_status parsed;
        write32(g.bytes + 8, size);
        if (size < binary) {
            write32(g.bytes + GLB_HEADER, size - GLB_HEADER - CHUNK_HEADER);
        } else if (size >= binary + CHUNK_HEADER) {
            write32(g.bytes + binary, size - binary - CHUNK_HEADER);
        }
        uint32_t good = survive(g.bytes, size, &want, &parsed);
        if (size < binary - 4) {
            assert_int_not_equal(parsed, GLTF_OK);
        } else if (parsed == GLTF_OK && size < f.size - 4) {
            assert_int_equal(good, 1); /* of an incomplete buffer only the accessor without bytes can be had */
        }
        guard_free(&g);
    }
    free_whole(&want);
    free(f.bytes);
}

/* spec 2.7: the file is one JSON text, and no proper beginning of a JSON object is one. */
static void cut_text_is_no_json_at_every_length(void **state) {
    (void)state;
    file f = read_file("pyramids.gltf");
    size_t end = f.size;
    while (f.bytes[end - 1] != '}') {
        end--;
    }
    for (size_t size = 0; size < end; size++) {
        guard g = guard_copy(f.bytes, size, GUARD_AFTER);
        gltf_document *document = NULL;
        gltf_error error;
        assert_int_equal(gltf_document_parse(g.bytes, size, NULL, &document, &error), GLTF_ERR_JSON);
        assert_null(document);
        assert_true(error.position <= size);
        guard_free(&g);
    }
    free(f.bytes);
}

/* spec 3.6.1: a resource may be longer than byteLength, never shorter. */
static void short_buffer_is_not_taken_at_any_length(void **state) {
    (void)state;
    file text = read_file("pyramids.gltf"), glb = read_file("pyramids.glb"), binary = read_file("pyramids.bin");
    whole want = read_whole(&glb);
    gltf_document *document;
    assert_int_equal(gltf_document_parse(text.bytes, text.size, NULL, &document, NULL), GLTF_OK);
    for (size_t size = 1; size <= binary.size; size++) {
        gltf_error error;
        gltf_status status = gltf_document_set_buffer(document, 0, binary.bytes, size, &error);
        assert_int_equal(status, size < binary.size ? GLTF_ERR_BUFFER_LENGTH : GLTF_OK);
        if (status != GLTF_OK) {
            assert_int_equal(error.object, GLTF_OBJECT_BUFFER);
            assert_int_equal(error.index, 0);
        }
    }
    assert_int_equal(gltf_document_load(document, GLTF_NONE, NULL, NULL), GLTF_OK);
    for (uint32_t i = 0; i < want.count; i++) {
        static float values[ROOM + 1];
        gltf_accessor accessor;
        assert_int_equal(gltf_document_accessor(document, i, &accessor, NULL), GLTF_OK);
        assert_int_equal(read_accessor(&accessor, values), want.numbers[i]);
        assert_memory_equal(values, want.values[i], want.numbers[i] * sizeof(float));
    }
    gltf_document_free(document);
    free_whole(&want);
    free(text.bytes);
    free(glb.bytes);
    free(binary.bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_glb_is_refused_inside_header_and_chunks),
        cmocka_unit_test(glb_with_short_chunks_gives_what_is_whole),
        cmocka_unit_test(cut_text_is_no_json_at_every_length),
        cmocka_unit_test(short_buffer_is_not_taken_at_any_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
