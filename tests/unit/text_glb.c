/* unit/text_glb.c - tests of the GLB container. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../src/text/glb.h"
#include "support/guard.h"

#define JSON_TYPE 0x4E4F534Au
#define BIN_TYPE 0x004E4942u

/* A file under construction. */
typedef struct glb {
    uint8_t bytes[256];
    size_t size;
} glb;

static void put_u32(uint8_t *p, uint32_t value) {
    for (int i = 0; i < 4; i++) {
        p[i] = (uint8_t)(value >> 8 * i);
    }
}

static void add_u32(glb *file, uint32_t value) {
    put_u32(file->bytes + file->size, value);
    file->size += 4;
}

static void add_bytes(glb *file, const char *bytes, size_t size) {
    memcpy(file->bytes + file->size, bytes, size);
    file->size += size;
}

static void add_chunk(glb *file, uint32_t type, const char *bytes, size_t size) {
    add_u32(file, (uint32_t)size);
    add_u32(file, type);
    add_bytes(file, bytes, size);
}

static void set_length(glb *file, size_t length) {
    put_u32(file->bytes + 8, (uint32_t)length);
}

static glb start(void) {
    glb file = {{0}, 0};
    add_u32(&file, 0x46546C67u);
    add_u32(&file, 2);
    add_u32(&file, 0);
    return file;
}

/* Header, JSON chunk at 12 (text at 20), BIN chunk at 32 (data at 40), end at 48. */
static glb usual(void) {
    glb file = start();
    add_chunk(&file, JSON_TYPE, "{\"a\":12345} ", 12);
    add_chunk(&file, BIN_TYPE, "01234567", 8);
    set_length(&file, file.size);
    return file;
}

typedef struct result {
    gltf_status status;
    gltf_i_glb_fault fault;
    guard copy;
    gltf_i_glb chunks;
} result;

/* Split a copy whose end must not be passed; sizes that are no multiple of 4 put it at odd addresses. */
static result split(const uint8_t *bytes, size_t size) {
    result r;
    r.copy = guard_copy(bytes, size, GUARD_AFTER);
    memset(&r.chunks, 0xFF, sizeof r.chunks);
    memset(&r.fault, 0xFF, sizeof r.fault);
    r.status = gltf_i_glb_split(r.copy.bytes, size, &r.chunks, &r.fault);
    return r;
}

static void release(result *r) {
    guard_free(&r->copy);
}

static void assert_split(const glb *file, size_t json, size_t json_size, size_t bin, size_t bin_size) {
    result r = split(file->bytes, file->size);
    assert_int_equal(r.status, GLTF_OK);
    assert_ptr_equal(r.chunks.json, r.copy.bytes + json);
    assert_int_equal(r.chunks.json_size, json_size);
    if (bin == 0) {
        assert_null(r.chunks.bin);
    } else {
        assert_ptr_equal(r.chunks.bin, r.copy.bytes + bin);
    }
    assert_int_equal(r.chunks.bin_size, bin_size);
    release(&r);
}

static void assert_refused(const glb *file, uint64_t position, const char *field) {
    result r = split(file->bytes, file->size);
    assert_int_equal(r.status, GLTF_ERR_GLB);
    assert_int_equal(r.fault.position, position);
    assert_string_equal(r.fault.field, field);
    assert_null(r.chunks.json);
    assert_null(r.chunks.bin);
    assert_int_equal(r.chunks.json_size, 0);
    assert_int_equal(r.chunks.bin_size, 0);
    release(&r);
}

/* glTF 2.0, 4.4.3: JSON first, BIN second. */
static void the_usual_file_splits(void **state) {
    const glb file = usual();
    (void)state;
    assert_split(&file, 20, 12, 40, 8);
}

/* glTF 2.0, 4.4.3.3: BIN may be absent, or empty, which is not the same. */
static void bin_may_be_absent_or_empty(void **state) {
    glb file = start();
    (void)state;
    add_chunk(&file, JSON_TYPE, "{}  ", 4);
    set_length(&file, file.size);
    assert_split(&file, 20, 4, 0, 0);
    add_chunk(&file, BIN_TYPE, "", 0);
    set_length(&file, file.size);
    assert_split(&file, 20, 4, 32, 0);
}

/* spec-notes 2.4: the first byte decides what the file is. */
static void the_first_byte_decides(void **state) {
    (void)state;
    for (unsigned byte = 0; byte < 256; byte++) {
        const uint8_t bytes[1] = {(uint8_t)byte};
        assert_int_equal(gltf_i_glb_is(bytes, 1), byte == 'g');
    }
    assert_false(gltf_i_glb_is((const uint8_t *)"g", 0));
    assert_false(gltf_i_glb_is(NULL, 0));
}

/* glTF 2.0, 4.4.2: magic, version 2, a length past the header. */
static void wrong_headers_are_refused(void **state) {
    (void)state;
    for (size_t at = 0; at < 4; at++) {
        glb file = usual();
        file.bytes[at] ^= 0x20;
        assert_refused(&file, 0, "magic");
        file.size = 4; /* the same when nothing follows */
        assert_refused(&file, 0, "magic");
    }
    static const uint32_t versions[] = {0, 1, 3, 0x00000102, 0x02000000, 0xFFFFFFFF};
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        glb file = usual();
        put_u32(file.bytes + 4, versions[i]);
        assert_refused(&file, 4, "version");
        file.size = 8;
        assert_refused(&file, 4, "version");
    }
    for (size_t length = 0; length <= 12; length++) {
        glb file = usual();
        set_length(&file, length);
        assert_refused(&file, 8, "length");
    }
}

/* A file cut at every byte: the header fields and the chunks say where; cut behind the JSON chunk it is whole but for
 * BIN, as a total that lies while the chunks are whole is accepted. */
static void every_cut_is_found_or_harmless(void **state) {
    (void)state;
    for (size_t size = 0; size < 48; size++) {
        glb file = usual();
        file.size = size;
        if (size < 12) {
            assert_refused(&file, size, size < 4 ? "magic" : size < 8 ? "version" : "length");
        } else if (size == 12) {
            assert_refused(&file, 12, "chunkLength");
        } else if (size == 32) {
            assert_split(&file, 20, 12, 0, 0);
        } else {
            const int in_type = (size >= 16 && size < 20) || (size >= 36 && size < 40);
            assert_refused(&file, size, in_type ? "chunkType" : "chunkLength");
        }
    }
}

/* The same with a header that tells the truth: what does not fit is named at its chunk. */
static void every_shorter_total_is_found_or_harmless(void **state) {
    (void)state;
    for (size_t length = 13; length < 48; length++) {
        glb file = usual();
        set_length(&file, length);
        if (length == 32) {
            assert_split(&file, 20, 12, 0, 0); /* the rest is extra data */
        } else if (length < 20) {
            assert_refused(&file, length, length < 16 ? "chunkLength" : "chunkType");
        } else if (length < 32) {
            assert_refused(&file, 12, "chunkLength");
        } else if (length < 40) {
            assert_refused(&file, length, length < 36 ? "chunkLength" : "chunkType");
        } else {
            assert_refused(&file, 32, "chunkLength");
        }
    }
}

/* spec-notes 2.4: bytes behind the total are ignored, a total past the file too if all chunks are whole. */
static void a_wrong_total_with_whole_chunks_is_accepted(void **state) {
    static const uint32_t totals[] = {49, 52, 1000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
    glb file = usual();
    (void)state;
    add_bytes(&file, "extra", 5);
    set_length(&file, 48);
    assert_split(&file, 20, 12, 40, 8);
    file = usual();
    for (size_t i = 0; i < sizeof totals / sizeof totals[0]; i++) {
        set_length(&file, totals[i]);
        assert_split(&file, 20, 12, 40, 8);
    }
}

/* spec-notes 2.4: less than a chunk header behind JSON and BIN is ignored, behind JSON alone it is a cut file. */
static void crumbs_are_ignored_when_both_chunks_are_there(void **state) {
    (void)state;
    for (size_t crumbs = 1; crumbs < 8; crumbs++) {
        glb file = usual();
        add_bytes(&file, "\0\0\0\0\0\0\0", crumbs);
        set_length(&file, file.size);
        assert_split(&file, 20, 12, 40, 8);

        file = start();
        add_chunk(&file, JSON_TYPE, "{}  ", 4);
        add_bytes(&file, "\0\0\0\0\0\0\0", crumbs);
        set_length(&file, file.size);
        assert_refused(&file, file.size, crumbs < 4 ? "chunkLength" : "chunkType");
    }
}

/* spec-notes 2.4: chunk sizes near 2^32 do not wrap: 20 + 0xFFFFFFFF is 19 in 32 bits. */
static void huge_chunk_lengths_do_not_wrap(void **state) {
    static const uint32_t sizes[] = {0xFFFFFFFF, 0xFFFFFFFC, 0xFFFFFFEC, 0xFFFFFFF0,
                                     0xFFFFFFF8, 0x80000000, 0x7FFFFFFF};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        glb file = usual();
        put_u32(file.bytes + 12, sizes[i]);
        assert_refused(&file, 12, "chunkLength");
        file = usual();
        put_u32(file.bytes + 32, sizes[i]);
        assert_refused(&file, 32, "chunkLength");
        set_length(&file, 0xFFFFFFFF);
        assert_refused(&file, sizes[i] > 0xFFFFFFFF - 40 ? 32 : 48, "chunkLength");
    }
}

/* spec-notes 2.4: a chunk length that is no multiple of 4 is taken as it is; the next chunk starts right behind. */
static void unaligned_chunk_lengths_are_accepted(void **state) {
    glb file = start();
    (void)state;
    add_chunk(&file, JSON_TYPE, "{}", 2);
    add_chunk(&file, BIN_TYPE, "abc", 3);
    set_length(&file, file.size);
    assert_split(&file, 20, 2, 30, 3);
}

/* glTF 2.0, 4.4.3.2: the first chunk is JSON. */
static void another_first_chunk_is_refused(void **state) {
    static const uint32_t types[] = {BIN_TYPE, 0, 0x4E4F534B, 0x6E6F736A};
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        glb file = start();
        add_chunk(&file, types[i], "abcd", 4);
        add_chunk(&file, JSON_TYPE, "{}  ", 4);
        set_length(&file, file.size);
        assert_refused(&file, 12, "chunkType");
    }
}

/* spec-notes 2.4: JSON of no bytes. */
static void an_empty_json_chunk_is_refused(void **state) {
    glb file = start();
    (void)state;
    add_chunk(&file, JSON_TYPE, "", 0);
    add_chunk(&file, BIN_TYPE, "abcd", 4);
    set_length(&file, file.size);
    assert_refused(&file, 12, "chunkLength");
}

/* glTF 2.0, 4.4.3.1: unknown chunks are ignored; glb.h: repeated ones too, and BIN counts wherever it comes. */
static void other_chunks_are_ignored(void **state) {
    glb file = start();
    (void)state;
    add_chunk(&file, JSON_TYPE, "{}  ", 4);
    add_chunk(&file, 0x12345678, "????", 4);
    add_chunk(&file, JSON_TYPE, "[]  ", 4);
    add_chunk(&file, 0x12345678, "", 0);
    add_chunk(&file, BIN_TYPE, "abcd", 4);
    add_chunk(&file, BIN_TYPE, "efghijkl", 8);
    set_length(&file, file.size);
    assert_split(&file, 20, 4, 64, 4);
}

/* spec-notes 2.4: a later chunk that is cut is a fault even when nobody needs it. */
static void a_cut_chunk_at_the_end_is_refused(void **state) {
    glb file = usual();
    (void)state;
    add_chunk(&file, 0x12345678, "????", 4);
    set_length(&file, file.size);
    file.size--;
    assert_refused(&file, file.size, "chunkLength");
}

/* spec-notes 2.4: old exporters pad the text with NUL. */
static void nul_padding_is_stripped_from_the_text(void **state) {
    glb file = start();
    (void)state;
    add_chunk(&file, JSON_TYPE, "{}\0\0", 4);
    set_length(&file, file.size);
    assert_split(&file, 20, 2, 0, 0);
    file = start();
    add_chunk(&file, JSON_TYPE, "{}\0 \0\0\0\0", 8); /* only what ends the text */
    set_length(&file, file.size);
    assert_split(&file, 20, 4, 0, 0);
    file = start();
    add_chunk(&file, JSON_TYPE, "\0\0\0\0", 4); /* nothing is left, which is for the scanner to refuse */
    set_length(&file, file.size);
    assert_split(&file, 20, 0, 0, 0);
}

/* Any bytes: the extents given lie inside the file. */
static void damaged_files_give_extents_inside(void **state) {
    uint32_t seed = 7;
    size_t fine = 0;
    (void)state;
    for (unsigned round = 0; round < 30000; round++) {
        glb file = usual();
        add_chunk(&file, 0x12345678, "????", 4);
        set_length(&file, file.size);
        for (unsigned i = 0; i < 1 + round % 3; i++) {
            seed = seed * 1664525u + 1013904223u;
            file.bytes[(seed >> 8) % file.size] = (uint8_t)(seed >> 24);
        }
        result r = split(file.bytes, file.size);
        if (r.status == GLTF_OK) {
            fine++;
            assert_true(r.chunks.json >= r.copy.bytes + 20);
            assert_true(r.chunks.json_size <= (size_t)(r.copy.bytes + file.size - r.chunks.json));
            assert_true(!r.chunks.bin || r.chunks.bin_size <= (size_t)(r.copy.bytes + file.size - r.chunks.bin));
        } else {
            assert_int_equal(r.status, GLTF_ERR_GLB);
            assert_true(r.fault.position <= file.size);
        }
        release(&r);
    }
    assert_true(fine > 5000 && fine < 25000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_usual_file_splits),
        cmocka_unit_test(bin_may_be_absent_or_empty),
        cmocka_unit_test(the_first_byte_decides),
        cmocka_unit_test(wrong_headers_are_refused),
        cmocka_unit_test(every_cut_is_found_or_harmless),
        cmocka_unit_test(every_shorter_total_is_found_or_harmless),
        cmocka_unit_test(a_wrong_total_with_whole_chunks_is_accepted),
        cmocka_unit_test(crumbs_are_ignored_when_both_chunks_are_there),
        cmocka_unit_test(huge_chunk_lengths_do_not_wrap),
        cmocka_unit_test(unaligned_chunk_lengths_are_accepted),
        cmocka_unit_test(another_first_chunk_is_refused),
        cmocka_unit_test(an_empty_json_chunk_is_refused),
        cmocka_unit_test(other_chunks_are_ignored),
        cmocka_unit_test(a_cut_chunk_at_the_end_is_refused),
        cmocka_unit_test(nul_padding_is_stripped_from_the_text),
        cmocka_unit_test(damaged_files_give_extents_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
