/* unit/validate_broken.c - layer 3: what is broken is told where it stands, and nothing is concluded from it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/documents.h"
#include "support/issues.h"

/* validate.h: a value that makes no sense is one issue; what depends on it is not judged, neither are elements read */
static void broken_values_are_told_once(void **state) {
    static const struct {
        const char *json;
        const char *expected;
    } rows[] = {
        {ISSUES_DOC("'meshes':[{'primitives':[{'attributes':{'POSITION':0}}],'weights':[1e999,'x',1]}]"),
         "ARRAY_TYPE_MISMATCH 0 /meshes/0/weights; UNRESOLVED_REFERENCE 0 /meshes/0/primitives/0/attribute"
         "s/POSITION; VALUE_NOT_IN_RANGE 0 /meshes/0/weights/0"},
        {ISSUES_DOC("'meshes':[{'primitives':[{'attributes':{'POSITION':0}}],'weights':{}}]"),
         "TYPE_MISMATCH 0 /meshes/0/weights; UNRESOLVED_REFERENCE 0 /meshes/0/primitives/0/attributes/POSI"
         "TION"},
        {ISSUES_DOC("'meshes':[{'primitives':[{'attributes':{'POSITION':0}}],'weights':[]}]"),
         "EMPTY_ENTITY 0 /meshes/0/weights; UNRESOLVED_REFERENCE 0 /meshes/0/primitives/0/attributes/POSIT"
         "ION"},
        {ISSUES_DOC("'skins':[{'joints':[0.5,'a',-1]}]"),
         "INVALID_INDEX 0 /skins/0/joints/0; INVALID_INDEX 0 /skins/0/joints/1; INVALID_INDEX 0 /skins/0/j"
         "oints/2"},
        {ISSUES_DOC("'extensionsUsed':['KHR_mesh_quantization','X_a'],'buffers':[{'byteLength':1,'extensions':{'X_a':"
                    "{}}}]"),
         "NON_REQUIRED_EXTENSION 0 /extensionsUsed/0"},
        {ISSUES_DOC("'accessors':[{'componentType':5126,'count':1,'type':'SCALAR','min':[-1e39],'max':[1e39]}]"), ""},
        {ISSUES_DOC("'accessors':[{'componentType':5121,'count':1,'type':'SCALAR','min':[-1],'max':[1e20]},{'componen"
                    "tType':5121,'count':1,'type':'SCALAR','min':[-1e20],'max':[0.5]},{'componentType':5121,'count':1"
                    ",'type':'SCALAR','min':[1e999],'max':['1']}]"),
         "ARRAY_TYPE_MISMATCH 0 /accessors/1/max; ARRAY_TYPE_MISMATCH 0 /accessors/2/max; INVALID_GL_VALUE"
         " 0 /accessors/0/max; INVALID_GL_VALUE 0 /accessors/0/min; INVALID_GL_VALUE 0 /accessors/1/min; I"
         "NVALID_GL_VALUE 0 /accessors/2/min"},
        {ISSUES_DOC("'buffers':[{'byteLength':256,'uri':'b0'}],'bufferViews':[{'buffer':0,'byteLength':64,'byteOffset"
                    "':'x'}],'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'SCALAR'},{'bufferVie"
                    "w':0,'byteOffset':'y','componentType':5126,'count':4,'type':'MAT2'}]"),
         "TYPE_MISMATCH 0 /accessors/1/byteOffset; TYPE_MISMATCH 0 /bufferViews/0/byteOffset"},
        {ISSUES_DOC("'buffers':[{'byteLength':256,'uri':'b0'}],'bufferViews':[{'buffer':0,'byteLength':64,'byteStride"
                    "':'x'}],'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'SCALAR'}]"),
         "TYPE_MISMATCH 0 /bufferViews/0/byteStride"},
        {ISSUES_DOC("'buffers':[{'byteLength':256,'uri':'b0'}],'bufferViews':[{'buffer':0,'byteLength':64,'byteOffset"
                    "':'x'},{'buffer':0,'byteLength':64}],'accessors':[{'componentType':5126,'count':4,'type':'SCALAR"
                    "','sparse':{'count':1,'indices':{'bufferView':0,'componentType':5121},'values':{'bufferView':1}}"
                    "},{'componentType':5126,'count':4,'type':'SCALAR','sparse':{'count':1,'indices':{'bufferView':1,"
                    "'componentType':'z'},'values':{'bufferView':1}}},{'componentType':5126,'count':4,'type':'SCALAR'"
                    ",'sparse':{'count':1,'indices':{'bufferView':1,'byteOffset':-1,'componentType':5121},'values':{'"
                    "bufferView':1}}}]"),
         "TYPE_MISMATCH 0 /accessors/1/sparse/indices/componentType; TYPE_MISMATCH 0 /bufferViews/0/byteOf"
         "fset; VALUE_NOT_IN_RANGE 0 /accessors/2/sparse/indices/byteOffset"},
        {ISSUES_DOC("'buffers':[{'byteLength':256,'uri':'+a:b'}]"), "INVALID_URI 0 /buffers/0/uri"},
        {ISSUES_DOC("'buffers':[{'byteLength':256,'uri':'a+b-c.d1:b'}]"), "NON_RELATIVE_URI 1 /buffers/0/uri"},
        {ISSUES_DOC("'buffers':[{'byteLength':256,'uri':'a{b:c'}]"), "INVALID_URI 0 /buffers/0/uri"},
        {ISSUES_DOC("'buffers':[{'byteLength':256,'uri':'//[::1]:80/a'},{'byteLength':1,'uri':'//[::1]x/a'},{'byteLen"
                    "gth':1,'uri':'//[:z]/a'},{'byteLength':1,'uri':'//[:`]/a'},{'byteLength':1,'uri':'//[1]/a'},{'by"
                    "teLength':1,'uri':'//[::FF.1]/a'},{'byteLength':1,'uri':'//[::1/a'},{'byteLength':1,'uri':'//[]/"
                    "a'},{'byteLength':1,'uri':'//[::1]/a'}]"),
         "INVALID_URI 0 /buffers/1/uri; INVALID_URI 0 /buffers/2/uri; INVALID_URI 0 /buffers/3/uri; INVALI"
         "D_URI 0 /buffers/4/uri; INVALID_URI 0 /buffers/6/uri; INVALID_URI 0 /buffers/7/uri; NON_RELATIVE"
         "_URI 1 /buffers/0/uri; NON_RELATIVE_URI 1 /buffers/5/uri; NON_RELATIVE_URI 1 /buffers/8/uri"},
        {ISSUES_DOC("'nodes':[{'mesh':5,'skin':0},{'mesh':0,'skin':5}],'skins':[{'joints':[0]}]"), ""},
        {ISSUES_DOC("'animations':[{'samplers':[{'input':0,'output':1,'interpolation':5}],'channels':[{'sampler':0,'t"
                    "arget':{'node':9,'path':'weights'}},{'sampler':0,'target':{'path':'weights'}}]}],'accessors':[{'"
                    "componentType':5126,'count':2,'type':'SCALAR','min':[0],'max':[1]},{'componentType':5126,'count'"
                    ":2,'type':'SCALAR'}]"),
         "TYPE_MISMATCH 0 /animations/0/samplers/0/interpolation"},
        {ISSUES_DOC("'animations':[{'samplers':[{'input':0,'output':1}],'channels':[{'sampler':0,'target':{'node':9,'"
                    "path':'weights'}}]}],'nodes':[{}],'accessors':[{'componentType':5126,'count':2,'type':'SCALAR','"
                    "min':[0],'max':[1]},{'componentType':5126,'count':2,'type':'SCALAR'}]"),
         ""},
        {ISSUES_DOC("'accessors':[{'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[0,0,0]},{'compon"
                    "entType':5126,'count':3,'type':'VEC4'},{'componentType':5121,'count':3,'type':'VEC4','normalized"
                    "':true}],'meshes':[{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2}}]}],'n"
                    "odes':[{'mesh':0,'skin':0},{'mesh':0,'skin':1}],'skins':[{'joints':[0]},{'joints':[0,1]}]"),
         "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT 0 /meshes/0/primitives/0/attributes/JOINTS_0"},
        {ISSUES_DOC("'accessors':[{'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[0,0,0]},{'compon"
                    "entType':5126,'count':3,'type':'VEC3'}],'meshes':[{'primitives':[{'attributes':{'POSITION':9},'m"
                    "ode':'x','indices':0,'targets':[{'POSITION':1,'NORMAL':1}]}]}]"),
         "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT 0 /meshes/0/primitives/0/indices; MESH_PRIMITIVE_"
         "MORPH_TARGET_NO_BASE_ACCESSOR 0 /meshes/0/primitives/0/targets/0/NORMAL; MESH_PRIMITIVE_MORPH_TA"
         "RGET_NO_BASE_ACCESSOR 0 /meshes/0/primitives/0/targets/0/POSITION; MESH_PRIMITIVE_POSITION_ACCES"
         "SOR_WITHOUT_BOUNDS 0 /meshes/0/primitives/0/targets/0/POSITION; TYPE_MISMATCH 0 /meshes/0/primit"
         "ives/0/mode; UNRESOLVED_REFERENCE 0 /meshes/0/primitives/0/attributes/POSITION"},
        {ISSUES_DOC("'buffers':[{'byteLength':256,'uri':'b0'}],'bufferViews':[{'buffer':0,'byteLength':64,'byteOffset"
                    "':'x','target':34962}],'accessors':[{'bufferView':0,'byteOffset':'x','componentType':5126,'count"
                    "':3,'type':'VEC3','min':[0,0,0],'max':[0,0,0]},{'bufferView':0,'byteOffset':0,'componentType':51"
                    "25,'count':3,'type':'SCALAR'}],'meshes':[{'primitives':[{'attributes':{'POSITION':0},'mode':'x',"
                    "'indices':1}]}]"),
         "BUFFER_VIEW_TARGET_OVERRIDE 0 /meshes/0/primitives/0/indices; TYPE_MISMATCH 0 /accessors/0/byteO"
         "ffset; TYPE_MISMATCH 0 /bufferViews/0/byteOffset; TYPE_MISMATCH 0 /meshes/0/primitives/0/mode"},
        {ISSUES_DOC("'accessors':[7],'meshes':[{'primitives':[{'attributes':{'POSITION':0,'COLOR_0':0,'COLOR_1':0}}]}"
                    "]"),
         "TYPE_MISMATCH 0 /accessors/0; UNRESOLVED_REFERENCE 0 /meshes/0/primitives/0/attributes/COLOR_0; "
         "UNRESOLVED_REFERENCE 0 /meshes/0/primitives/0/attributes/COLOR_1; UNRESOLVED_REFERENCE 0 /meshes"
         "/0/primitives/0/attributes/POSITION"},
        {ISSUES_DOC("'accessors':[{'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[0,0,0]},{'compon"
                    "entType':5123,'normalized':true,'count':3,'type':'VEC3'},{'componentType':5126,'count':3,'type':"
                    "'VEC3'}],'meshes':[{'primitives':[{'attributes':{'POSITION':0,'COLOR_0':1,'COLOR_1':2}}]}]"),
         ""},
        {ISSUES_DOC("'bufferViews':[7],'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'},{'b"
                    "ufferView':-1,'componentType':5126,'count':3,'type':'VEC3'}]"),
         "INVALID_INDEX 0 /accessors/1/bufferView; TYPE_MISMATCH 0 /bufferViews/0; UNRESOLVED_REFERENCE 0 "
         "/accessors/0/bufferView"},
        {ISSUES_DOC("'buffers':[{'byteLength':256,'uri':'b0'}],'bufferViews':[{'buffer':0,'byteLength':256,'target':3"
                    "4962}],'accessors':[{'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[0,0,0]},{"
                    "'bufferView':0,'componentType':5126,'count':3,'type':'VEC4'},{'bufferView':0,'byteOffset':48,'co"
                    "mponentType':5126,'count':3,'type':'VEC4'}],'meshes':[{'primitives':[{'mode':0,'attributes':{'PO"
                    "SITION':0,'JOINTS_0':1,'WEIGHTS_0':2}}]}],'nodes':[{'mesh':0,'skin':0}],'skins':[{'joints':[0]}]"),
         "MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE 0 /meshes/0/primitives/0/attributes/WEIGHTS_0; MESH_P"
         "RIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT 0 /meshes/0/primitives/0/attributes/JOINTS_0"},
        {ISSUES_DOC("'buffers':[{'byteLength':256,'uri':'b0'}],'bufferViews':[{'buffer':0,'byteLength':256}],'accesso"
                    "rs':[{'bufferView':0,'componentType':5126,'count':4,'type':'SCALAR','min':[1],'max':[1],'sparse'"
                    ":{'count':1,'indices':{'bufferView':9,'componentType':5121},'values':{'bufferView':0}}},{'buffer"
                    "View':0,'componentType':5126,'count':4,'type':'SCALAR','min':[1],'max':[1],'sparse':{'count':1,'"
                    "indices':{'bufferView':0,'componentType':5121},'values':{'bufferView':9}}},{'bufferView':0,'comp"
                    "onentType':5126,'count':4,'type':'SCALAR','min':[1],'max':[1],'sparse':{'count':5,'indices':{'bu"
                    "fferView':0,'componentType':5121},'values':{'bufferView':0}}}]"),
         "ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE 0 /accessors/2/sparse/count; ACCESSOR_SPARSE_INDICES_NON_INCR"
         "EASING 0 /accessors/2/sparse; ACCESSOR_SPARSE_INDICES_NON_INCREASING 0 /accessors/2/sparse; ACCE"
         "SSOR_SPARSE_INDICES_NON_INCREASING 0 /accessors/2/sparse; ACCESSOR_SPARSE_INDICES_NON_INCREASING"
         " 0 /accessors/2/sparse; UNRESOLVED_REFERENCE 0 /accessors/0/sparse/indices/bufferView; UNRESOLVE"
         "D_REFERENCE 0 /accessors/1/sparse/values/bufferView"},
        {ISSUES_DOC("'nodes':[7],'animations':[{'samplers':[{'input':0,'output':1}],'channels':[{'sampler':0,'target'"
                    ":{'node':0,'path':'weights'}}]}],'accessors':[{'componentType':5126,'count':2,'type':'SCALAR','m"
                    "in':[0],'max':[1]},{'componentType':5126,'count':2,'type':'SCALAR'}]"),
         "TYPE_MISMATCH 0 /nodes/0"},
        {ISSUES_DOC("'buffers':[{'byteLength':256,'uri':'b0'}],'bufferViews':[{'buffer':0,'byteLength':64,'byteStride"
                    "':'x'}],'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'SCALAR','min':[0],'m"
                    "ax':[0]}],'meshes':[{'primitives':[{'attributes':{'_A':0}}]}]"),
         "MESH_PRIMITIVE_INCOMPATIBLE_MODE 1 /meshes/0/primitives/0; MESH_PRIMITIVE_NO_POSITION 1 /meshes/"
         "0/primitives/0/attributes; TYPE_MISMATCH 0 /bufferViews/0/byteStride"},
    };
    static const uint8_t bytes[256];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        issues_expect(rows[i].json, bytes, sizeof bytes, rows[i].expected);
    }
}

/* validate.h: text begins with white space, a byte-order mark or a printable character but 'g'; the rest is a GLB */
static void the_first_byte_tells_text_from_glb(void **state) {
    static const char json[] = "{\"asset\":{\"version\":\"2.0\"}}";
    (void)state;
    for (int first = 0; first < 256; first++) {
        char text[64];
        gltf_validation result;
        const int is_text = first == '\t' || first == '\n' || first == '\r' || first == 0xEF ||
                            (first >= ' ' && first < 0x7F && first != 'g');
        text[0] = (char)first;
        strcpy(text + 1, json);
        assert_int_equal(gltf_validate(text, strlen(json) + 1, NULL, NULL, NULL, &result, NULL), GLTF_OK);
        assert_int_equal(result.is_glb, !is_text);
        const int is_space = first == ' ' || first == '\t' || first == '\n' || first == '\r';
        assert_int_equal(result.errors == 0, is_space);
    }
}

/* a text in UTF-16 is no GLB, whatever its first byte is; one byte of a mark is none */
static void utf16_is_text(void **state) {
    static const struct {
        const char *bytes;
        size_t size;
        uint32_t is_glb;
    } rows[] = {{"\xFF\xFE{\0}\0", 6, 0}, {"\xFE\xFF\0{\0}", 6, 0}, {"\xFF\xFE", 2, 0},
                {"\xFF", 1, 1},           {"\xFE", 1, 1},           {"\xFF\xFF", 2, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gltf_validation result;
        assert_int_equal(gltf_validate(rows[i].bytes, rows[i].size, NULL, NULL, NULL, &result, NULL), GLTF_OK);
        assert_int_equal(result.is_glb, rows[i].is_glb);
        assert_int_equal(result.errors, 1);
    }
}

/* validate.h, gltf_regrade: what is to be ignored is told of nowhere, neither of containers nor of whole documents */
static void ignored_codes_are_not_told(void **state) {
    static const gltf_regrade regrades[] = {{"GLB_INVALID_MAGIC", GLTF_SEVERITY_IGNORE, 0},
                                            {"INVALID_JSON", GLTF_SEVERITY_IGNORE, 0}};
    static const char *const texts[] = {"gltf 2.0 binary", "{"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        gltf_validate_options options;
        gltf_validation result;
        gltf_validate_options_init(&options, sizeof options);
        assert_int_equal(gltf_validate(texts[i], strlen(texts[i]), &options, NULL, NULL, &result, NULL), GLTF_OK);
        const uint64_t errors = result.errors;
        assert_true(errors > 0);
        options.regrades = regrades + i;
        options.regrade_count = 1;
        assert_int_equal(gltf_validate(texts[i], strlen(texts[i]), &options, NULL, NULL, &result, NULL), GLTF_OK);
        assert_int_equal(result.errors, errors - 1);
    }
}

/* Options with half an allocator or unknown flags are a wrong call. */
static void odd_options_are_arguments(void **state) {
    (void)state;
    counting_allocator counts = {0};
    gltf_validate_options options;
    gltf_validate_options_init(&options, sizeof options);
    options.allocator = counting_allocator_of(&counts);
    options.allocator.allocate = NULL;
    assert_int_equal(gltf_validate("{}", 2, &options, NULL, NULL, NULL, NULL), GLTF_ERR_ARGUMENT);
    options.allocator = counting_allocator_of(&counts);
    options.allocator.release = NULL;
    assert_int_equal(gltf_validate("{}", 2, &options, NULL, NULL, NULL, NULL), GLTF_ERR_ARGUMENT);
    gltf_validate_options_init(&options, sizeof options);
    options.flags = 8;
    assert_int_equal(gltf_validate("{}", 2, &options, NULL, NULL, NULL, NULL), GLTF_ERR_ARGUMENT);
}

enum { VERTICES = 1000 };

static gltf_status GLTF_CALL give_zeros(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                        gltf_buffer *out) {
    static const uint8_t zeros[VERTICES * 16];
    (void)user;
    (void)buffer;
    (void)uri;
    (void)byte_length;
    out->data = zeros;
    out->size = sizeof zeros;
    return GLTF_OK;
}

/* A skinned primitive: joints have no view, so that all of them are 0, and one sparse entry; weights are 0 too. */
static void validate_skinned(uint64_t max_numbers, gltf_validation *result) {
    static const char json[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":16000,\"uri\":\"b0\"}],\"bufferViews\":[{"
        "\"buffer\":0,\"byteLength\":16000,\"target\":34962},{\"buffer\":0,\"byteLength\":4},{\"buffer\":0,"
        "\"byteLength\":4}],\"accessors\":[{\"type\":\"VEC3\",\"componentType\":5126,\"count\":1000,"
        "\"min\":[0,0,0],\"max\":[0,0,0]},{\"type\":\"VEC4\",\"componentType\":5121,\"count\":1000,\"sparse\":{"
        "\"count\":1,"
        "\"indices\":{\"bufferView\":1,\"componentType\":5125},\"values\":{\"bufferView\":2}}},{\"type\":\"VEC4\","
        "\"componentType\":5126,\"count\":1000,\"bufferView\":0}],\"meshes\":[{\"primitives\":[{\"mode\":0,"
        "\"attributes\":{"
        "\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_0\":2}}]}],\"skins\":[{\"joints\":[0]},{\"joints\":[0,1]}],"
        "\"nodes\":[{\"mesh\":0,\"skin\":0},{\"mesh\":0,\"skin\":1},{\"mesh\":0,\"skin\":9},7]}";
    gltf_validate_options options;
    gltf_validate_options_init(&options, sizeof options);
    options.max_numbers = max_numbers;
    options.io.load = give_zeros;
    assert_int_equal(gltf_validate(json, strlen(json), &options, NULL, NULL, result, NULL), GLTF_OK);
}

/* validate.h: max_numbers ends the work on joints too, also where no file stores them */
static void skinned_zeros_come_to_an_end(void **state) {
    (void)state;
    gltf_validation whole;
    gltf_validation part;
    validate_skinned(0, &whole);
    assert_int_equal(whole.truncated, 0);
    assert_true(whole.errors >= VERTICES);                            /* the weights of each vertex add up to 0 */
    assert_int_equal(whole.numbers, 4 * VERTICES + 2 * 4 * VERTICES); /* weights, then both together */
    validate_skinned(whole.numbers + 100, &part);                     /* sparse indices too */
    assert_int_equal(part.numbers, whole.numbers);
    assert_int_equal(part.errors, whole.errors);
    validate_skinned(whole.numbers - 100, &part);
    assert_int_equal(part.truncated, 1);
    assert_true(part.numbers < whole.numbers);
}

static gltf_status GLTF_CALL give_nothing(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                          gltf_buffer *out) {
    (void)user;
    (void)buffer;
    (void)uri;
    (void)byte_length;
    (void)out;
    return GLTF_OK;
}

/* gltf_io: success without bytes is a buffer that cannot be had, so that its data is not looked at */
static void success_without_bytes_is_none(void **state) {
    static const char json[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":8,\"uri\":\"b0\"}],\"bufferViews\":[{\"buffer\":"
        "0,"
        "\"byteLength\":8}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"}]}";
    (void)state;
    gltf_validate_options options;
    gltf_validation result;
    gltf_validate_options_init(&options, sizeof options);
    options.io.load = give_nothing;
    assert_int_equal(gltf_validate(json, strlen(json), &options, NULL, NULL, &result, NULL), GLTF_OK);
    assert_int_equal(result.errors, 1);
    assert_int_equal(result.numbers, 0);
}

/* GLTF_VALIDATE_STOP_AT_ERROR: the first error is the last, in the middle of an array too */
static void the_first_error_is_the_last(void **state) {
    static const char *const texts[] = {
        "{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{\"primitives\":[{\"attributes\":{\"P\":0}}],\"weights\":[\"a\","
        "\"b\","
        "\"c\"]}]}",
        "{\"asset\":{\"version\":\"2.0\"},\"skins\":[{\"joints\":[-1,-2,-3]}]}",
        "glTF\3\0\0\0\0\0\0\0{}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        gltf_validate_options options;
        gltf_validation whole;
        gltf_validation result;
        const size_t size = i == 2 ? 14 : strlen(texts[i]);
        gltf_validate_options_init(&options, sizeof options);
        assert_int_equal(gltf_validate(texts[i], size, &options, NULL, NULL, &whole, NULL), GLTF_OK);
        options.flags = GLTF_VALIDATE_STOP_AT_ERROR;
        assert_int_equal(gltf_validate(texts[i], size, &options, NULL, NULL, &result, NULL), GLTF_OK);
        assert_int_equal(result.errors, 1);
        assert_true(i == 2 || whole.errors > 1);
        assert_true(i == 2 || result.truncated == 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_values_are_told_once),
        cmocka_unit_test(the_first_byte_tells_text_from_glb),
        cmocka_unit_test(utf16_is_text),
        cmocka_unit_test(ignored_codes_are_not_told),
        cmocka_unit_test(odd_options_are_arguments),
        cmocka_unit_test(skinned_zeros_come_to_an_end),
        cmocka_unit_test(success_without_bytes_is_none),
        cmocka_unit_test(the_first_error_is_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
