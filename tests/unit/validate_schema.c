/* unit/validate_schema.c - layer 3: the JSON of a document: kinds, spellings, names, what is required, and where it is said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/issues.h"

typedef struct row {
    const char *json;
    const char *expected;
} row;

static void check_rows(const row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        issues_expect(rows[i].json, NULL, 0, rows[i].expected);
    }
}
#define CHECK_ROWS(rows) check_rows(rows, sizeof rows / sizeof rows[0])

#define BUFFER(members) ISSUES_DOC("'buffers':[{" members "}]")

/* spec 2.7, RFC 8259: integers may be spelled with a point or an exponent, as long as they are integers */
static void integers_may_be_spelled_as_they_like(void **state) {
    static const row rows[] = {
        {BUFFER("'byteLength':100"), ""},
        {BUFFER("'byteLength':100.0"), ""},
        {BUFFER("'byteLength':1e2"), ""},
        {BUFFER("'byteLength':10e-1"), ""},
        {BUFFER("'byteLength':0.1E+1"), ""},
        {BUFFER("'byteLength':1e300"), ""},
        {BUFFER("'byteLength':9007199254740993"), ""},
        {BUFFER("'byteLength':1.5"), "TYPE_MISMATCH 0 /buffers/0/byteLength"},
        {BUFFER("'byteLength':15e-1"), "TYPE_MISMATCH 0 /buffers/0/byteLength"},
        {BUFFER("'byteLength':'1'"), "TYPE_MISMATCH 0 /buffers/0/byteLength"},
        {BUFFER("'byteLength':true"), "TYPE_MISMATCH 0 /buffers/0/byteLength"},
        {BUFFER("'byteLength':0"), "VALUE_NOT_IN_RANGE 0 /buffers/0/byteLength"},
        {BUFFER("'byteLength':-1"), "VALUE_NOT_IN_RANGE 0 /buffers/0/byteLength"},
        {BUFFER("'byteLength':-1e300"), "VALUE_NOT_IN_RANGE 0 /buffers/0/byteLength"},
        {BUFFER("'byteLength':1e999"), "VALUE_NOT_IN_RANGE 0 /buffers/0/byteLength"},
        {BUFFER("'byteLength':1,'length':1e999"), "UNEXPECTED_PROPERTY 1 /buffers/0/length"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* schema glTFid: an index is an integer from 0 on; its range depends on what there is */
static void indices_are_not_negative(void **state) {
    static const row rows[] = {
        {ISSUES_DOC("'buffers':[{'byteLength':1}],'bufferViews':[{'buffer':-0,'byteLength':1}]"), ""},
        {ISSUES_DOC("'buffers':[{'byteLength':1}],'bufferViews':[{'buffer':0.0,'byteLength':1}]"), ""},
        {ISSUES_DOC("'buffers':[{'byteLength':1}],'bufferViews':[{'buffer':-1,'byteLength':1}]"),
         "INVALID_INDEX 0 /bufferViews/0/buffer"},
        {ISSUES_DOC("'buffers':[{'byteLength':1}],'bufferViews':[{'buffer':0.5,'byteLength':1}]"),
         "TYPE_MISMATCH 0 /bufferViews/0/buffer"},
        {ISSUES_DOC("'buffers':[{'byteLength':1}],'bufferViews':[{'buffer':1,'byteLength':1}]"),
         "UNRESOLVED_REFERENCE 0 /bufferViews/0/buffer"},
        {ISSUES_DOC("'buffers':[{'byteLength':1}],'bufferViews':[{'buffer':1e300,'byteLength':1}]"),
         "UNRESOLVED_REFERENCE 0 /bufferViews/0/buffer"},
        {ISSUES_DOC("'buffers':[{'byteLength':1}],'bufferViews':[{'buffer':'0','byteLength':1}]"),
         "TYPE_MISMATCH 0 /bufferViews/0/buffer"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* no glTF property is null: the kind is wrong, and a required property is missing besides */
static void null_is_wrong_and_as_good_as_absent(void **state) {
    static const row rows[] = {
        {BUFFER("'byteLength':null"), "TYPE_MISMATCH 0 /buffers/0/byteLength; UNDEFINED_PROPERTY 0 /buffers/0"},
        {BUFFER("'byteLength':1,'name':null"), "TYPE_MISMATCH 0 /buffers/0/name"},
        {BUFFER("'byteLength':1,'extensions':null"), "TYPE_MISMATCH 0 /buffers/0/extensions"},
        {BUFFER("'byteLength':1,'extras':null"), ""},
        {ISSUES_DOC("'buffers':null"), "TYPE_MISMATCH 0 /buffers"},
        {"{'asset':null}", "TYPE_MISMATCH 0 /asset; UNDEFINED_PROPERTY 0 /"},
        {ISSUES_DOC("'accessors':[{'componentType':5126,'type':'SCALAR','count':1,'min':null,'sparse':null}]"),
         "TYPE_MISMATCH 0 /accessors/0/min; TYPE_MISMATCH 0 /accessors/0/sparse"},
        {ISSUES_DOC("'accessors':[{'componentType':5126,'type':'SCALAR','count':1,'byteOffset':null}]"),
         "UNSATISFIED_DEPENDENCY 0 /accessors/0/byteOffset"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* RFC 8259 4: of equal keys the last one counts, and they are spoken of once; keys compare with escapes decoded */
static void last_of_equal_keys_counts(void **state) {
    static const row rows[] = {
        {BUFFER("'byteLength':0,'byteLength':1"), ""},
        {BUFFER("'byteLength':1,'byteLength':0"), "VALUE_NOT_IN_RANGE 0 /buffers/0/byteLength"},
        {BUFFER("'\\u0062yteLength':1"), ""},
        {BUFFER("'byteLength':1,'x':1,'x':2,'\\u0078':3"), "UNEXPECTED_PROPERTY 1 /buffers/0/x"},
        {BUFFER("'byteLength':1,'a':1,'b':1,'c':1,'d':1,'e':1,'f':1,'g':1,'h':1,'i':1,'j':1,'k':1,'l':1,'m':1,'n':1,"
                "'o':1,'p':1,'q':1,'a':2,'q':2,'b':3"),
         "UNEXPECTED_PROPERTY 1 /buffers/0/a; UNEXPECTED_PROPERTY 1 /buffers/0/b; UNEXPECTED_PROPERTY 1 /buffers/0/c; "
         "UNEXPECTED_PROPERTY 1 /buffers/0/d; UNEXPECTED_PROPERTY 1 /buffers/0/e; UNEXPECTED_PROPERTY 1 /buffers/0/f; "
         "UNEXPECTED_PROPERTY 1 /buffers/0/g; UNEXPECTED_PROPERTY 1 /buffers/0/h; UNEXPECTED_PROPERTY 1 /buffers/0/i; "
         "UNEXPECTED_PROPERTY 1 /buffers/0/j; UNEXPECTED_PROPERTY 1 /buffers/0/k; UNEXPECTED_PROPERTY 1 /buffers/0/l; "
         "UNEXPECTED_PROPERTY 1 /buffers/0/m; UNEXPECTED_PROPERTY 1 /buffers/0/n; UNEXPECTED_PROPERTY 1 /buffers/0/o; "
         "UNEXPECTED_PROPERTY 1 /buffers/0/p; UNEXPECTED_PROPERTY 1 /buffers/0/q"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* RFC 6901 3: "~" and "/" of a key are escaped in a pointer; an empty key is an empty part */
static void pointers_escape_keys(void **state) {
    static const row rows[] = {
        {BUFFER("'byteLength':1,'a/b~c':1"), "UNEXPECTED_PROPERTY 1 /buffers/0/a~1b~0c"},
        {BUFFER("'byteLength':1,'':1"), "UNEXPECTED_PROPERTY 1 /buffers/0/"},
        {ISSUES_DOC("'\\u00e4\\ud83d\\ude00':1"), "UNEXPECTED_PROPERTY 1 /\xC3\xA4\xF0\x9F\x98\x80"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* spec 2.7: only the text itself can be so wrong that nothing else is said */
static void wrong_text_ends_it(void **state) {
    static const row rows[] = {
        {"", "INVALID_JSON 0 "},
        {"{'asset':{'version':'2.0'},}", "INVALID_JSON 0 "},
        {"{'asset':{'version':'2.0'}} x", "INVALID_JSON 0 "},
        {"{'asset':{'version':'2.0'},'x':01}", "INVALID_JSON 0 "},
        {"{'asset':{'version':'2.0'},'x':NaN}", "INVALID_JSON 0 "},
        {"{'\xFF':1}", "INVALID_JSON 0 "},
        {"[]", "TYPE_MISMATCH 0 "},
        {"1", "TYPE_MISMATCH 0 "},
        {"\xEF\xBB\xBF{'asset':{'version':'2.0'}}", "INVALID_JSON 0 "},
        {"\xEF\xBB\xBF{'asset':{'version':'2.0'},'odd':1}", "INVALID_JSON 0 ; UNEXPECTED_PROPERTY 1 /odd"},
        {"\xEF\xBB\xBF{", "INVALID_JSON 0  *2"},
        {" \t\r\n{'asset':{'version':'2.0'}}\n", ""},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* spec 3.2: versions are two numbers, compared part by part; another major version ends it */
static void versions_compare_by_parts(void **state) {
    static const row rows[] = {
        {"{'asset':{'version':'2.0','minVersion':'2.0'}}", ""},
        {"{'asset':{'version':'2.10','minVersion':'2.9'}}", "UNKNOWN_ASSET_MINOR_VERSION 1 /asset/version"},
        {"{'asset':{'version':'2.9','minVersion':'2.10'}}",
         "UNKNOWN_ASSET_MINOR_VERSION 1 /asset/version; ASSET_MIN_VERSION_GREATER_THAN_VERSION 0 /asset/minVersion"},
        {"{'asset':{'version':'2.0','minVersion':'3.0'}}",
         "ASSET_MIN_VERSION_GREATER_THAN_VERSION 0 /asset/minVersion"},
        {"{'asset':{'version':'02.00'}}", ""},
        {"{'asset':{'version':'1.0','minVersion':'0.9'},'buffers':[1]}",
         "UNKNOWN_ASSET_MAJOR_VERSION 0 /asset/version"},
        {"{'asset':{'version':'99999999999999999999.0'}}", "UNKNOWN_ASSET_MAJOR_VERSION 0 /asset/version"},
        {"{'asset':{'version':'2'}}", "PATTERN_MISMATCH 0 /asset/version"},
        {"{'asset':{'version':'2.'}}", "PATTERN_MISMATCH 0 /asset/version"},
        {"{'asset':{'version':'.0'}}", "PATTERN_MISMATCH 0 /asset/version"},
        {"{'asset':{'version':'2.0.1'}}", "PATTERN_MISMATCH 0 /asset/version"},
        {"{'asset':{'version':'+2.0'}}", "PATTERN_MISMATCH 0 /asset/version"},
        {"{'asset':{'version':''}}", "PATTERN_MISMATCH 0 /asset/version"},
        {"{'asset':{'version':'2.0','minVersion':'x'}}", "PATTERN_MISMATCH 0 /asset/minVersion"},
        {"{'asset':{'version':2.0}}", "TYPE_MISMATCH 0 /asset/version"},
        {"{'asset':{}}", "UNDEFINED_PROPERTY 0 /asset"},
        {"{'asset':[]}", "TYPE_MISMATCH 0 /asset"},
        {"{'asset':{'version':'2.0','generator':1,'copyright':2,'author':'x'}}",
         "TYPE_MISMATCH 0 /asset/generator; TYPE_MISMATCH 0 /asset/copyright; UNEXPECTED_PROPERTY 1 /asset/author"},
        {"{}", "UNDEFINED_PROPERTY 0 /"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* schema: top-level arrays are not empty and hold objects; a broken element spoils only what refers to it */
static void arrays_hold_objects(void **state) {
    static const row rows[] = {
        {ISSUES_DOC("'buffers':{}"), "TYPE_MISMATCH 0 /buffers"},
        {ISSUES_DOC("'meshes':[]"), "EMPTY_ENTITY 0 /meshes"},
        {ISSUES_DOC("'buffers':[1,{'byteLength':1},null]"), "TYPE_MISMATCH 0 /buffers/0; TYPE_MISMATCH 0 /buffers/2"},
        {ISSUES_DOC("'buffers':[1],'bufferViews':[{'buffer':0,'byteLength':1}]"),
         "TYPE_MISMATCH 0 /buffers/0; UNRESOLVED_REFERENCE 0 /bufferViews/0/buffer"},
        {ISSUES_DOC("'materials':[1],'cameras':[]"), "TYPE_MISMATCH 0 /materials/0; EMPTY_ENTITY 0 /cameras"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* schema glTFProperty: extensions is an object of objects, extras is better an object */
static void extensions_and_extras_are_objects(void **state) {
    static const row rows[] = {
        {BUFFER("'byteLength':1,'extensions':{'A':{}},'extras':{}"), ""},
        {BUFFER("'byteLength':1,'extensions':[]"), "TYPE_MISMATCH 0 /buffers/0/extensions"},
        {BUFFER("'byteLength':1,'extensions':{'A':1}"), "TYPE_MISMATCH 0 /buffers/0/extensions/A"},
        {BUFFER("'byteLength':1,'extras':[]"), "NON_OBJECT_EXTRAS 2 /buffers/0/extras"},
        {BUFFER("'byteLength':1,'extras':'x'"), "NON_OBJECT_EXTRAS 2 /buffers/0/extras"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* KHR_mesh_quantization: declared for the asset, required, and nowhere an object */
static void quantization_is_required_and_has_no_object(void **state) {
    static const row rows[] = {
        {ISSUES_DOC("'extensionsUsed':['A','KHR_mesh_quantization'],'extensionsRequired':['KHR_mesh_quantization']"),
         ""},
        {ISSUES_DOC("'extensionsUsed':['A','KHR_mesh_quantization'],'extensionsRequired':['A']"),
         "NON_REQUIRED_EXTENSION 0 /extensionsUsed/1"},
        {ISSUES_DOC("'extensionsUsed':['A',1,'KHR_mesh_quantization']"), "ARRAY_TYPE_MISMATCH 0 /extensionsUsed/1"},
        {ISSUES_DOC("'extensionsUsed':[]"), "EMPTY_ENTITY 0 /extensionsUsed"},
        {ISSUES_DOC("'extensionsRequired':['A']"), "UNSATISFIED_DEPENDENCY 0 /extensionsRequired"},
        {ISSUES_DOC("'extensions':{'KHR_mesh_quantization':{}}"), ""},
        {ISSUES_DOC("'extensionsUsed':['KHR_mesh_quantization'],'extensionsRequired':['KHR_mesh_quantization'],"
                    "'extensions':{'KHR_mesh_quantization':{}},"
                    "'nodes':[{'extensions':{'KHR_mesh_quantization':{}}}],"
                    "'materials':[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0,"
                    "'extensions':{'KHR_mesh_quantization':{}}}}}]"),
         "UNEXPECTED_EXTENSION_OBJECT 0 /extensions/KHR_mesh_quantization; "
         "UNEXPECTED_EXTENSION_OBJECT 0 /nodes/0/extensions/KHR_mesh_quantization; UNEXPECTED_EXTENSION_OBJECT 0 "
         "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_mesh_quantization"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_may_be_spelled_as_they_like),
        cmocka_unit_test(indices_are_not_negative),
        cmocka_unit_test(null_is_wrong_and_as_good_as_absent),
        cmocka_unit_test(last_of_equal_keys_counts),
        cmocka_unit_test(pointers_escape_keys),
        cmocka_unit_test(wrong_text_ends_it),
        cmocka_unit_test(versions_compare_by_parts),
        cmocka_unit_test(arrays_hold_objects),
        cmocka_unit_test(extensions_and_extras_are_objects),
        cmocka_unit_test(quantization_is_required_and_has_no_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
