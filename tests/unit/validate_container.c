/* unit/validate_container.c - layer 3: the GLB container: what is reported, and what is looked at nevertheless. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/issues.h"

/* A JSON text with two things to say: one about the text, one about data. */
static const char talkative[] = ISSUES_DOC("'odd':1,'buffers':[{'byteLength':8}]");

static issues_glb glb_with(const char *json, const void *bin, size_t size) {
    issues_glb glb;
    issues_glb_start(&glb);
    issues_glb_text(&glb, json);
    if (bin) {
        issues_glb_chunk(&glb, ISSUES_BIN, bin, size);
    }
    issues_glb_finish(&glb);
    return glb;
}

/* spec 4.4.2: the header alone is a GLB without chunks; nothing else is said of it */
static void header_alone_is_too_small(void **state) {
    issues_glb glb;
    (void)state;
    issues_glb_start(&glb);
    issues_glb_finish(&glb);
    issues_expect_bytes(glb.bytes, glb.size, "GLB_LENGTH_TOO_SMALL 0 8");
    issues_expect_bytes(glb.bytes, 11, "GLB_UNEXPECTED_END_OF_HEADER 0 11");
    issues_glb_text(&glb, NULL);
    issues_expect_bytes(glb.bytes, glb.size, "GLB_LENGTH_TOO_SMALL 0 8; GLB_EXTRA_DATA 1 12");
}

/* spec 4.4.2: a wrong magic or version ends it, whatever follows */
static void foreign_header_ends_it(void **state) {
    issues_glb glb = glb_with(talkative, NULL, 0);
    (void)state;
    issues_glb_u32(&glb, 4, 3);
    issues_expect_bytes(glb.bytes, glb.size, "GLB_INVALID_VERSION 0 4");
    glb.bytes[0] = 0;
    issues_expect_bytes(glb.bytes, glb.size, "GLB_INVALID_MAGIC 0 0");
}

/* the first byte tells text and container apart; an empty file is a container only if the caller says so */
static void first_byte_tells_the_container(void **state) {
    gltf_validate_options options;
    (void)state;
    issues_expect_bytes("", 0, "INVALID_JSON 0 ");
    issues_expect_bytes("x", 1, "INVALID_JSON 0 ");
    issues_expect_bytes("\x01", 1, "GLB_UNEXPECTED_END_OF_HEADER 0 1");
    issues_expect_bytes("g", 1, "GLB_UNEXPECTED_END_OF_HEADER 0 1");
    gltf_validate_options_init(&options, sizeof options);
    options.flags = GLTF_VALIDATE_GLB;
    char *found = issues_of_bytes("", 0, &options);
    assert_string_equal(found, "GLB_UNEXPECTED_END_OF_HEADER 0 0");
    free(found);
}

/* spec 4.4.3: lengths are 32 bits, their sums are not */
static void chunk_of_4_gigabytes_is_too_big(void **state) {
    issues_glb glb = glb_with(NULL, "\0\0\0\0", 4);
    (void)state;
    issues_glb_u32(&glb, 48, 0xFFFFFFFCu);
    issues_expect_bytes(glb.bytes, glb.size, "GLB_CHUNK_TOO_BIG 0 48; GLB_UNEXPECTED_END_OF_CHUNK_DATA 0 60");
}

/* official validator: where the container ends inside a chunk, the text is still checked, but no data */
static void cut_container_has_no_data(void **state) {
    issues_glb glb = glb_with(talkative, "\0\0\0\0", 4);
    (void)state;
    issues_expect_bytes(
        glb.bytes, glb.size,
        "UNEXPECTED_PROPERTY 1 /odd; UNUSED_OBJECT 2 /buffers/0; BUFFER_BYTE_LENGTH_MISMATCH 0 /buffers/0");
    issues_expect_bytes(
        glb.bytes, glb.size - 1,
        "UNEXPECTED_PROPERTY 1 /odd; UNUSED_OBJECT 2 /buffers/0; GLB_UNEXPECTED_END_OF_CHUNK_DATA 0 95");
}

/* the same for an empty chunk at the end, which is never come to */
static void empty_chunk_at_the_end_has_no_data(void **state) {
    issues_glb glb = glb_with(talkative, "", 0);
    (void)state;
    issues_expect_bytes(glb.bytes, glb.size,
                        "GLB_EMPTY_BIN_CHUNK 2 84; UNEXPECTED_PROPERTY 1 /odd; UNUSED_OBJECT 2 /buffers/0");
    issues_glb_chunk(&glb, 0x12345678, "abc", 3);
    issues_glb_finish(&glb);
    issues_expect_bytes(glb.bytes, glb.size,
                        "GLB_EMPTY_BIN_CHUNK 2 84; GLB_UNKNOWN_CHUNK_TYPE 1 92; UNEXPECTED_PROPERTY 1 /odd; "
                        "UNUSED_OBJECT 2 /buffers/0; BUFFER_BYTE_LENGTH_MISMATCH 0 /buffers/0");
}

/* official validator: of a cut JSON chunk only the UTF-8 is looked at, and a wrong one is all that is said */
static void cut_text_is_checked_for_utf8(void **state) {
    issues_glb glb;
    (void)state;
    issues_glb_start(&glb);
    issues_glb_chunk(&glb, ISSUES_JSON, "{\xFF", 2);
    issues_glb_u32(&glb, 8, 100);
    issues_glb_u32(&glb, 12, 80);
    issues_expect_bytes(glb.bytes, glb.size, "INVALID_JSON 0 ");
    memcpy(glb.bytes + 20, "{x}\xE2", 4);
    issues_expect_bytes(glb.bytes, glb.size, "GLB_UNEXPECTED_END_OF_CHUNK_DATA 0 24");
    memcpy(glb.bytes + 20, "\xEF\xBB\xBF{", 4);
    issues_expect_bytes(glb.bytes, glb.size, "INVALID_JSON 0 ; GLB_UNEXPECTED_END_OF_CHUNK_DATA 0 24");
}

/* spec 4.4.3.2: a later JSON or BIN chunk is skipped, the first one counts */
static void first_chunks_count(void **state) {
    issues_glb glb = glb_with(ISSUES_DOC("'buffers':[{'byteLength':4}]"), "\0\0\0\0", 4);
    const size_t end = glb.size;
    (void)state;
    issues_glb_chunk(&glb, ISSUES_BIN, "", 0);
    issues_glb_text(&glb, talkative);
    issues_glb_finish(&glb);
    assert_int_equal(end, 88);
    issues_expect_bytes(glb.bytes, glb.size,
                        "GLB_EMPTY_BIN_CHUNK 2 88; GLB_DUPLICATE_CHUNK 0 88; GLB_DUPLICATE_CHUNK 0 96; "
                        "UNUSED_OBJECT 2 /buffers/0");
}

/* validate.h, GLTF_VALIDATE_STOP_AT_ERROR: an end asked for at one chunk holds for those behind it, and for text and data */
static void an_end_at_a_chunk_is_the_end(void **state) {
    issues_glb glb = glb_with(talkative, "\0\0\0\0", 4);
    gltf_validate_options options;
    const size_t end = glb.size;
    (void)state;
    issues_glb_text(&glb, talkative);
    issues_glb_chunk(&glb, ISSUES_BIN, "", 0);
    issues_glb_chunk(&glb, 0x12345678, "abc", 3);
    issues_glb_finish(&glb);
    assert_int_equal(end, 96);
    gltf_validate_options_init(&options, sizeof options);
    options.flags = GLTF_VALIDATE_STOP_AT_ERROR;
    issues_expect_options(glb.bytes, glb.size, &options, "GLB_DUPLICATE_CHUNK 0 96");
    options.flags = 0;
    options.max_issues = 2;
    issues_expect_options(glb.bytes, glb.size, &options, "GLB_DUPLICATE_CHUNK 0 96; GLB_EMPTY_BIN_CHUNK 2 168");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_alone_is_too_small),      cmocka_unit_test(foreign_header_ends_it),
        cmocka_unit_test(first_byte_tells_the_container), cmocka_unit_test(chunk_of_4_gigabytes_is_too_big),
        cmocka_unit_test(cut_container_has_no_data),      cmocka_unit_test(empty_chunk_at_the_end_has_no_data),
        cmocka_unit_test(cut_text_is_checked_for_utf8),   cmocka_unit_test(first_chunks_count),
        cmocka_unit_test(an_end_at_a_chunk_is_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
