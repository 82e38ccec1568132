/* support/issues.h - validation in tests: small documents in, the list of issues out, compared as a set with repetition. */
#ifndef GLTF_TEST_ISSUES_H
#define GLTF_TEST_ISSUES_H

#include <gltf_accessor/validate.h>

/* A document around members; in texts of tests ' stands for ". */
#define ISSUES_DOC(members) "{'asset':{'version':'2.0'}," members "}"

/* What is found in a text: lines "CODE SEVERITY POINTER", sorted, as one string with ';' between them; to be freed.  The
 * buffer whose uri is "b0" has `size` bytes; any other cannot be had.  UNUSED_OBJECT and BUFFER_VIEW_TARGET_MISSING
 * are left out unless `all` is set. */
char *issues_of(const char *json, const void *bytes, size_t size, int all);

/* The same for the bytes of a file, with options of the caller's (NULL = none). */
char *issues_of_bytes(const void *file, size_t file_size, const gltf_validate_options *options);

/* Check that a text gives exactly `expected`: "CODE SEVERITY POINTER" with "; " between and perhaps " *3" behind for
 * repetition, in any order; "" = nothing.  The two codes above are compared only if one of them is in `expected`. */
#define issues_expect(json, bytes, size, expected) issues_expect_at(json, bytes, size, expected, __FILE__, __LINE__)
void issues_expect_at(const char *json, const void *bytes, size_t size, const char *expected, const char *file,
                      int line);

/* The same for a file, with options (NULL = none); the pointers of container issues are offsets. */
#define issues_expect_bytes(data, size, expected) issues_expect_bytes_at(data, size, NULL, expected, __FILE__, __LINE__)
#define issues_expect_options(data, size, options, expected)                                                           \
    issues_expect_bytes_at(data, size, options, expected, __FILE__, __LINE__)
void issues_expect_bytes_at(const void *data, size_t size, const gltf_validate_options *options, const char *expected,
                            const char *file, int line);

/* A GLB of chunks, put together piece by piece; lengths are those of the data unless they are set otherwise. */
typedef struct issues_glb {
    uint8_t bytes[4096];
    size_t size;
} issues_glb;
enum { ISSUES_JSON = 0x4E4F534A, ISSUES_BIN = 0x004E4942 };
void issues_glb_start(issues_glb *glb);
/* Data with its padding (spaces after JSON, zeros else); JSON NULL bytes are a plain asset.  ' stands for " in JSON. */
void issues_glb_chunk(issues_glb *glb, uint32_t type, const void *data, size_t size);
void issues_glb_text(issues_glb *glb, const char *json);
void issues_glb_u32(issues_glb *glb, size_t at, uint32_t value); /* overwrite a field */
void issues_glb_finish(issues_glb *glb);                         /* write the total length */

#endif
