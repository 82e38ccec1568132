/* unit/validate_buffers.c - layer 3: where bytes of buffers come from: URIs, data: URIs, files, the BIN chunk. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/issues.h"

#define URI(text) ISSUES_DOC("'buffers':[{'byteLength':1,'uri':'" text "'}]")

/* RFC 3986: what is a reference, and which references are relative paths.  "b0" and only it can be had. */
static void references_are_told_apart(void **state) {
    static const char *const good[] = {"b0", "%62%30", "\\u0062\\u0030"};
    static const char *const missing[] = {"none", "a/b", "./b", "../b", "a b", "%41", "%zz", "a/b:c", "", "\\u00e4"};
    static const char *const foreign[] = {
        "http://h/p", "http://h:80/p", "file:///p",         "a:b",  "a+b-c.d:e", "//h/p",        "/p",  "\\\\p",
        "b0?q",       "b0#f",          "http://u@h:8080/p", "//h:", "//[::1]/p", "//[::1]:80/p", "C:/p"};
    static const char *const bad[] = {":",      ":a",       "1a:b",       "a b:c",   "a%b:c",      "//h:x/p",
                                      "//[h/p", "//a[b]/p", "//[::1]x/p", "//[g]/p", "//[::1]:x/p"};
    char json[256];
    (void)state;
#define EACH(list, expected)                                                                                           \
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {                                                        \
        strcat(strcat(strcpy(json, "{'asset':{'version':'2.0'},'buffers':[{'byteLength':1,'uri':'"), list[i]),         \
               "'}]}");                                                                                                \
        issues_expect(json, "x", 1, expected);                                                                         \
    }
    EACH(good, "")
    EACH(missing, "IO_ERROR 0 /buffers/0/uri")
    EACH(foreign, "NON_RELATIVE_URI 1 /buffers/0/uri")
    EACH(bad, "INVALID_URI 0 /buffers/0/uri")
#undef EACH
}

/* RFC 2397, spec 3.6.1.1: form, media type and encoding of a data: URI */
static void data_uris_are_read(void **state) {
    static const struct {
        const char *json;
        const char *expected;
    } rows[] = {
        {URI("data:application/octet-stream;base64,AA=="), ""},
        {URI("data:application/gltf-buffer;base64,AA=="), ""},
        {URI("DATA:Application/Octet-Stream;base64,AA"), ""},
        {URI("data:application/octet-stream;a=b;base64,AA=="), ""},
        {URI("data:application/octet-stream;base64,A%41%3D%3d"), ""},
        {URI("d\\u0061ta:application\\u002foctet-stream\\u003bbase64\\u002cAA=="), ""},
        {URI("data:application/octet-stream;base64,-_=="), ""},
        {URI("data:application/octet-stream,x"), ""},
        {URI("data:application/octet-stream,%00"), ""},
        {URI("\\u0064ata:application\\/octet-stream;base64,AA=="), ""},
        {URI("data:application/octet-stream;base64,"), "BUFFER_BYTE_LENGTH_MISMATCH 0 /buffers/0"},
        {URI("data:application/octet-stream,"), "BUFFER_BYTE_LENGTH_MISMATCH 0 /buffers/0"},
        {URI("data:application/octet-stream"), "INVALID_URI 0 /buffers/0/uri"},
        {URI("data:application/octet-stream;base64,A"), "INVALID_URI 0 /buffers/0/uri"},
        {URI("data:application/octet-stream;base64,A!=="), "INVALID_URI 0 /buffers/0/uri"},
        {URI("data:application/octet-stream;base64,AA==A"), "INVALID_URI 0 /buffers/0/uri"},
        {URI("data:application/octet-stream;base64,A A="), "INVALID_URI 0 /buffers/0/uri"},
        {URI("data:application/octet-stream;BASE64,AA=="), "INVALID_URI 0 /buffers/0/uri"},
        {URI("data:application/octet-stream;base64;a=b,AA=="), "INVALID_URI 0 /buffers/0/uri"},
        {URI("data:application;base64,AA=="), "INVALID_URI 0 /buffers/0/uri"},
        {URI("data:a/b/c;base64,AA=="), "INVALID_URI 0 /buffers/0/uri"},
        {URI("data:,x"), "BUFFER_DATA_URI_MIME_TYPE_INVALID 0 /buffers/0/uri"},
        {URI("data:image/png;base64,AA=="), "BUFFER_DATA_URI_MIME_TYPE_INVALID 0 /buffers/0/uri"},
        {URI("data:image/png;base64,!"), "INVALID_URI 0 /buffers/0/uri"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        issues_expect(rows[i].json, NULL, 0, rows[i].expected);
    }
}

/* spec 3.6.1: a resource may be longer than byteLength, never shorter; without uri there may be nothing */
static void resources_may_be_longer(void **state) {
    static const char json[] = ISSUES_DOC("'buffers':[{'byteLength':4,'uri':'b0'}]");
    (void)state;
    issues_expect(json, "12345678", 8, "");
    issues_expect(json, "1234", 4, "");
    issues_expect(json, "123", 3, "BUFFER_BYTE_LENGTH_MISMATCH 0 /buffers/0");
    issues_expect(ISSUES_DOC("'buffers':[{'byteLength':4}]"), NULL, 0, "");
    issues_expect(ISSUES_DOC("'buffers':[{'byteLength':0,'uri':'none'}]"), NULL, 0,
                  "VALUE_NOT_IN_RANGE 0 /buffers/0/byteLength");
    issues_expect(ISSUES_DOC("'buffers':[{'byteLength':4,'uri':1}]"), NULL, 0, "TYPE_MISMATCH 0 /buffers/0/uri");
}

/* spec 3.6.1.2 GLB-stored Buffer: only the first buffer, only without uri, at most 3 bytes too long */
static void bin_chunk_belongs_to_the_first_buffer(void **state) {
    static const struct {
        const char *json;
        size_t bin; /* 99 = no chunk */
        const char *expected;
    } rows[] = {
        {ISSUES_DOC("'buffers':[{'byteLength':5}]"), 5, ""},
        {ISSUES_DOC("'buffers':[{'byteLength':5}]"), 8, ""},
        {ISSUES_DOC("'buffers':[{'byteLength':5}]"), 9, "BUFFER_GLB_CHUNK_TOO_BIG 1 /buffers/0"},
        {ISSUES_DOC("'buffers':[{'byteLength':5}]"), 4, "BUFFER_BYTE_LENGTH_MISMATCH 0 /buffers/0"},
        {ISSUES_DOC("'buffers':[{'byteLength':5}]"), 99, "BUFFER_MISSING_GLB_DATA 0 /buffers/0"},
        {ISSUES_DOC("'buffers':[{'byteLength':5,'uri':null}]"), 8, "TYPE_MISMATCH 0 /buffers/0/uri"},
        {ISSUES_DOC("'buffers':[{'byteLength':1,'uri':'none'}]"), 8, "URI_GLB 2 /buffers/0/uri"},
        {ISSUES_DOC("'buffers':[{'byteLength':1,'uri':':'}]"), 8,
         "URI_GLB 2 /buffers/0/uri; INVALID_URI 0 /buffers/0/uri"},
        {ISSUES_DOC("'buffers':[{'byteLength':1},{'byteLength':99}]"), 1, ""},
        {ISSUES_DOC("'buffers':[{},{'byteLength':99}]"), 1, "UNDEFINED_PROPERTY 0 /buffers/0"},
    };
    static const gltf_regrade quiet = {"UNUSED_OBJECT", GLTF_SEVERITY_IGNORE, 0};
    gltf_validate_options options;
    (void)state;
    gltf_validate_options_init(&options, sizeof options);
    options.regrades = &quiet;
    options.regrade_count = 1;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        issues_glb glb;
        issues_glb_start(&glb);
        issues_glb_text(&glb, rows[i].json);
        if (rows[i].bin != 99) {
            issues_glb_chunk(&glb, ISSUES_BIN, "123456789", rows[i].bin);
        }
        issues_glb_finish(&glb);
        issues_expect_options(glb.bytes, glb.size, &options, rows[i].expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(references_are_told_apart),
        cmocka_unit_test(data_uris_are_read),
        cmocka_unit_test(resources_may_be_longer),
        cmocka_unit_test(bin_chunk_belongs_to_the_first_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
