/* unit/validate_views.c - layer 3: buffer views and accessors: layout, alignment, bounds, and one use for each view. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
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

/* ---- Views ---- */

#define VIEW(members) ISSUES_DOC("'buffers':[{'byteLength':100}],'bufferViews':[{" members "}]")

/* spec 3.6.1: a view lies within the declared length of its buffer; which number is wrong is told */
static void views_lie_within_buffers(void **state) {
    static const row rows[] = {
        {VIEW("'buffer':0,'byteLength':100"), ""},
        {VIEW("'buffer':0,'byteLength':101"), "BUFFER_VIEW_TOO_LONG 0 /bufferViews/0/byteLength"},
        {VIEW("'buffer':0,'byteOffset':99,'byteLength':1"), ""},
        {VIEW("'buffer':0,'byteOffset':99,'byteLength':2"), "BUFFER_VIEW_TOO_LONG 0 /bufferViews/0/byteLength"},
        {VIEW("'buffer':0,'byteOffset':100,'byteLength':1"), "BUFFER_VIEW_TOO_LONG 0 /bufferViews/0/byteOffset"},
        {VIEW("'buffer':0,'byteOffset':18446744073709551615,'byteLength':2"),
         "BUFFER_VIEW_TOO_LONG 0 /bufferViews/0/byteOffset"},
        {VIEW("'buffer':0,'byteOffset':1,'byteLength':18446744073709551615"),
         "BUFFER_VIEW_TOO_LONG 0 /bufferViews/0/byteLength"},
        {VIEW("'buffer':0,'byteOffset':-1,'byteLength':1"), "VALUE_NOT_IN_RANGE 0 /bufferViews/0/byteOffset"},
        {VIEW(""), "UNDEFINED_PROPERTY 0 /bufferViews/0 *2"},
        {ISSUES_DOC("'buffers':[{}],'bufferViews':[{'buffer':0,'byteLength':1}]"), "UNDEFINED_PROPERTY 0 /buffers/0"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* schema bufferView: 4 to 252, a multiple of 4, not for indices; an unknown target is none */
static void strides_and_targets_are_known_ones(void **state) {
    static const row rows[] = {
        {VIEW("'buffer':0,'byteLength':100,'byteStride':4,'target':34962"), ""},
        {VIEW("'buffer':0,'byteLength':100,'byteStride':100"), ""},
        {VIEW("'buffer':0,'byteLength':100,'byteStride':252"),
         "BUFFER_VIEW_TOO_BIG_BYTE_STRIDE 0 /bufferViews/0/byteStride"},
        {VIEW("'buffer':0,'byteLength':100,'byteStride':253"), "VALUE_NOT_IN_RANGE 0 /bufferViews/0/byteStride"},
        {VIEW("'buffer':0,'byteLength':100,'byteStride':0"), "VALUE_NOT_IN_RANGE 0 /bufferViews/0/byteStride"},
        {VIEW("'buffer':0,'byteLength':100,'byteStride':5"), "VALUE_MULTIPLE_OF 0 /bufferViews/0/byteStride"},
        {VIEW("'buffer':0,'byteLength':4,'byteStride':6,'target':34963"),
         "VALUE_MULTIPLE_OF 0 /bufferViews/0/byteStride; BUFFER_VIEW_TOO_BIG_BYTE_STRIDE 0 "
         "/bufferViews/0/byteStride; BUFFER_VIEW_INVALID_BYTE_STRIDE 0 /bufferViews/0/byteStride"},
        {VIEW("'buffer':0,'byteLength':100,'target':34964"), "VALUE_NOT_IN_LIST 1 /bufferViews/0/target"},
        {VIEW("'buffer':0,'byteLength':100,'target':-1"), "VALUE_NOT_IN_LIST 1 /bufferViews/0/target"},
        {VIEW("'buffer':0,'byteLength':100,'target':'34962'"), "TYPE_MISMATCH 0 /bufferViews/0/target"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* A view without target, an accessor of vertices and one of indices or whatever else on it. */
#define SHARED(target, rest)                                                                                           \
    ISSUES_DOC(                                                                                                        \
        "'buffers':[{'byteLength':100}],'bufferViews':[{'buffer':0,'byteLength':100" target "}],"                      \
        "'accessors':[{'bufferView':0,'type':'VEC3','componentType':5126,'count':3,'min':[0,0,0],"                     \
        "'max':[0,0,0]},{'bufferView':0,'byteOffset':48,'type':'SCALAR','componentType':5121,'count':3}]," rest)
#define POSITIONS "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]"
#define INDEXED "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1}]}]"
#define AT "/meshes/0/primitives/0"

/* spec 3.6.1: a view is used in one way; the first use of one without target is hinted at, later ones must agree */
static void views_have_one_use(void **state) {
    static const row rows[] = {
        {SHARED("", POSITIONS),
         "BUFFER_VIEW_TARGET_MISSING 3 " AT "/attributes/POSITION; UNUSED_OBJECT 2 /accessors/1"},
        {SHARED(",'target':34962", POSITIONS), ""},
        {SHARED(",'target':34963", POSITIONS), "BUFFER_VIEW_TARGET_OVERRIDE 0 " AT "/attributes/POSITION"},
        {SHARED("", INDEXED),
         "BUFFER_VIEW_TARGET_MISSING 3 " AT "/attributes/POSITION; BUFFER_VIEW_TARGET_OVERRIDE 0 " AT "/indices"},
        {SHARED(",'target':34963", INDEXED), "BUFFER_VIEW_TARGET_OVERRIDE 0 " AT "/attributes/POSITION"},
        {SHARED("", "'images':[{'bufferView':0,'mimeType':'image/png'}]," POSITIONS),
         "BUFFER_VIEW_TARGET_OVERRIDE 0 " AT "/attributes/POSITION"},
        {SHARED(",'target':34962", "'images':[{'bufferView':0,'mimeType':'image/png'}]"),
         "BUFFER_VIEW_TARGET_OVERRIDE 0 /images/0/bufferView"},
        {SHARED("", "'skins':[{'joints':[0],'inverseBindMatrices':0}],'nodes':[{}]," POSITIONS),
         "BUFFER_VIEW_TARGET_OVERRIDE 0 /skins/0/inverseBindMatrices; ACCESSOR_USAGE_OVERRIDE 0 "
         "/skins/0/inverseBindMatrices; SKIN_IBM_INVALID_FORMAT 0 /skins/0/inverseBindMatrices"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* animation data and sparse parts may share a view, and no one else's; an output is told of twice, as elsewhere */
static void other_data_shares_views_only_with_its_like(void **state) {
    static const char sampled[] = SHARED(
        ",'target':34962",
        "'nodes':[{}],'animations':[{'samplers':[{'input':1,'output':0}],'channels':[{'sampler':0,'target':{'node':0,"
        "'path':'scale'}}]}]");
    (void)state;
    issues_expect(sampled, NULL, 0,
                  "BUFFER_VIEW_TARGET_OVERRIDE 0 /animations/0/samplers/0/input; "
                  "BUFFER_VIEW_TARGET_OVERRIDE 0 /animations/0/samplers/0/output *2; "
                  "ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT 0 /animations/0/samplers/0/input; "
                  "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS 0 /animations/0/samplers/0/input");
    issues_expect(ISSUES_DOC("'buffers':[{'byteLength':100}],'bufferViews':[{'buffer':0,'byteLength':100,"
                             "'byteStride':4,'target':34962}],'accessors':[{'type':'SCALAR','componentType':5126,"
                             "'count':1,'sparse':{'count':1,'indices':{'bufferView':0,'componentType':5121},'values':"
                             "{'bufferView':0}}}]"),
                  NULL, 0,
                  "BUFFER_VIEW_TARGET_OVERRIDE 0 /accessors/0/sparse/indices/bufferView; "
                  "BUFFER_VIEW_TARGET_OVERRIDE 0 /accessors/0/sparse/values/bufferView; "
                  "BUFFER_VIEW_INVALID_BYTE_STRIDE 0 /accessors/0/sparse/indices/bufferView; "
                  "BUFFER_VIEW_INVALID_BYTE_STRIDE 0 /accessors/0/sparse/values/bufferView");
}

/* ---- Accessors ---- */

#define ON(length, stride, members)                                                                                    \
    ISSUES_DOC("'buffers':[{'byteLength':1000}],'bufferViews':[{'buffer':0,'byteLength':" length stride "}],"          \
               "'accessors':[{'bufferView':0," members "}]")

/* spec 3.6.2.4: stride * (count - 1) + what the last element needs, without the padding behind its last column */
static void elements_lie_within_views(void **state) {
    static const row rows[] = {
        {ON("12", "", "'type':'VEC3','componentType':5126,'count':1"), ""},
        {ON("11", "", "'type':'VEC3','componentType':5126,'count':1"), "ACCESSOR_TOO_LONG 0 /accessors/0"},
        {ON("7", "", "'type':'VEC3','componentType':5121,'count':2,'byteOffset':1"), ""},
        {ON("6", "", "'type':'VEC3','componentType':5121,'count':2,'byteOffset':1"),
         "ACCESSOR_TOO_LONG 0 /accessors/0"},
        {ON("14", "", "'type':'MAT2','componentType':5121,'count':2"), ""},
        {ON("13", "", "'type':'MAT2','componentType':5121,'count':2"), "ACCESSOR_TOO_LONG 0 /accessors/0"},
        {ON("23", "", "'type':'MAT3','componentType':5120,'count':2"), ""},
        {ON("22", "", "'type':'MAT3','componentType':5120,'count':2"), "ACCESSOR_TOO_LONG 0 /accessors/0"},
        {ON("46", "", "'type':'MAT3','componentType':5123,'count':2"), ""},
        {ON("45", "", "'type':'MAT3','componentType':5123,'count':2"), "ACCESSOR_TOO_LONG 0 /accessors/0"},
        {ON("32", "", "'type':'MAT2','componentType':5123,'count':4"), ""},
        {ON("28", ",'byteStride':16", "'type':'VEC3','componentType':5126,'count':2"), ""},
        {ON("27", ",'byteStride':16", "'type':'VEC3','componentType':5126,'count':2"),
         "ACCESSOR_TOO_LONG 0 /accessors/0"},
        {ON("27", ",'byteStride':16", "'type':'VEC3','componentType':5126,'count':2,'byteOffset':28"),
         "ACCESSOR_TOO_LONG 0 /accessors/0/byteOffset"},
        {ON("100", "", "'type':'MAT4','componentType':5126,'count':9007199254740993"),
         "ACCESSOR_TOO_LONG 0 /accessors/0"},
        {ON("100", ",'byteStride':8", "'type':'VEC3','componentType':5126,'count':1"),
         "ACCESSOR_SMALL_BYTESTRIDE 0 /accessors/0"},
        {ON("100", ",'byteStride':8", "'type':'MAT3','componentType':5121,'count':1"),
         "ACCESSOR_SMALL_BYTESTRIDE 0 /accessors/0"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* spec 3.6.2.4: byteOffset, and its sum with that of the view, are multiples of the component size, of matrices of 4 */
static void offsets_are_aligned(void **state) {
    static const row rows[] = {
        {ON("100", "", "'type':'SCALAR','componentType':5123,'count':1,'byteOffset':2"), ""},
        {ON("100", "", "'type':'SCALAR','componentType':5123,'count':1,'byteOffset':1"),
         "ACCESSOR_OFFSET_ALIGNMENT 0 /accessors/0/byteOffset; ACCESSOR_TOTAL_OFFSET_ALIGNMENT 0 /accessors/0"},
        {ON("100", ",'byteOffset':1", "'type':'SCALAR','componentType':5123,'count':1,'byteOffset':1"),
         "ACCESSOR_OFFSET_ALIGNMENT 0 /accessors/0/byteOffset"},
        {ON("100", ",'byteOffset':1", "'type':'SCALAR','componentType':5123,'count':1,'byteOffset':2"),
         "ACCESSOR_TOTAL_OFFSET_ALIGNMENT 0 /accessors/0"},
        {ON("100", ",'byteOffset':2", "'type':'MAT4','componentType':5123,'count':1,'byteOffset':4"), ""},
        {ON("100", "", "'type':'MAT4','componentType':5123,'count':1,'byteOffset':2"),
         "ACCESSOR_MATRIX_ALIGNMENT 0 /accessors/0/byteOffset"},
        {ON("100", "", "'type':'SCALAR','componentType':5126,'count':1,'byteOffset':0.5"),
         "TYPE_MISMATCH 0 /accessors/0/byteOffset"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

#define ALONE(members) ISSUES_DOC("'accessors':[{" members "}]")
#define FLOAT2 "'type':'VEC2','componentType':5126,'count':1"
#define BYTE2 "'type':'VEC2','componentType':5120,'count':1"

/* schema accessor, spec 3.6.2.5: min and max have a number for each component, which the type can hold */
static void bounds_fit_the_type(void **state) {
    static const row rows[] = {
        {ALONE(FLOAT2 ",'min':[1,2.5],'max':[-1e30,0]"), ""},
        {ALONE(FLOAT2 ",'min':[]"), "EMPTY_ENTITY 0 /accessors/0/min"},
        {ALONE(FLOAT2 ",'min':{}"), "TYPE_MISMATCH 0 /accessors/0/min"},
        {ALONE(FLOAT2 ",'max':[1,2,3]"), "ARRAY_LENGTH_NOT_IN_LIST 0 /accessors/0/max"},
        {ALONE(FLOAT2 ",'max':['1',null]"), "ARRAY_TYPE_MISMATCH 0 /accessors/0/max *2"},
        {ALONE(FLOAT2 ",'max':[1,1e999]"), "VALUE_NOT_IN_RANGE 0 /accessors/0/max/1"},
        {ALONE(BYTE2 ",'min':[-128,-128.0],'max':[127,1.27e2]"), ""},
        {ALONE(BYTE2 ",'min':[-129,0],'max':[127,128]"),
         "INVALID_GL_VALUE 0 /accessors/0/min; INVALID_GL_VALUE 0 /accessors/0/max"},
        {ALONE(BYTE2 ",'min':[]"), "ARRAY_LENGTH_NOT_IN_LIST 0 /accessors/0/min"},
        {ALONE(BYTE2 ",'min':[0.5,true]"), "ARRAY_TYPE_MISMATCH 0 /accessors/0/min *2"},
        {ALONE("'type':'SCALAR','componentType':5121,'count':1,'min':[-1],'max':[256]"),
         "INVALID_GL_VALUE 0 /accessors/0/min; INVALID_GL_VALUE 0 /accessors/0/max"},
        {ALONE("'type':'SCALAR','componentType':5122,'count':1,'min':[-32769],'max':[32768]"),
         "INVALID_GL_VALUE 0 /accessors/0/min; INVALID_GL_VALUE 0 /accessors/0/max"},
        {ALONE("'type':'SCALAR','componentType':5123,'count':1,'min':[-1],'max':[65536]"),
         "INVALID_GL_VALUE 0 /accessors/0/min; INVALID_GL_VALUE 0 /accessors/0/max"},
        {ALONE("'type':'SCALAR','componentType':5125,'count':1,'min':[0],'max':[4294967295]"), ""},
        {ALONE("'type':'SCALAR','componentType':5125,'count':1,'min':[-1],'max':[4294967296]"),
         "INVALID_GL_VALUE 0 /accessors/0/min; INVALID_GL_VALUE 0 /accessors/0/max"},
        {ALONE("'type':'MAT3','componentType':5126,'count':1,'min':[0,0,0,0,0,0,0,0,0]"), ""},
        {ALONE("'type':'VEC9','componentType':5126,'count':1,'min':7"), "VALUE_NOT_IN_LIST 1 /accessors/0/type"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* schema accessor: the enumerations, what is required, and normalized only for small integers */
static void accessors_say_what_they_are(void **state) {
    static const row rows[] = {
        {ALONE(""), "UNDEFINED_PROPERTY 0 /accessors/0 *3"},
        {ALONE("'type':'SCALAR','componentType':5124,'count':1"), "VALUE_NOT_IN_LIST 1 /accessors/0/componentType"},
        {ALONE("'type':'scalar','componentType':5126,'count':0"),
         "VALUE_NOT_IN_LIST 1 /accessors/0/type; VALUE_NOT_IN_RANGE 0 /accessors/0/count"},
        {ALONE("'type':5,'componentType':'5126','count':[]"),
         "TYPE_MISMATCH 0 /accessors/0/type; TYPE_MISMATCH 0 /accessors/0/componentType; TYPE_MISMATCH 0 "
         "/accessors/0/count"},
        {ALONE(BYTE2 ",'normalized':true"), ""},
        {ALONE(FLOAT2 ",'normalized':false"), ""},
        {ALONE(FLOAT2 ",'normalized':true"), "ACCESSOR_NORMALIZED_INVALID 0 /accessors/0/normalized"},
        {ALONE("'type':'SCALAR','componentType':5125,'count':1,'normalized':true"),
         "ACCESSOR_NORMALIZED_INVALID 0 /accessors/0/normalized"},
        {ALONE(FLOAT2 ",'normalized':1"), "TYPE_MISMATCH 0 /accessors/0/normalized"},
        {ALONE(FLOAT2 ",'bufferView':0"), "UNRESOLVED_REFERENCE 0 /accessors/0/bufferView"},
        {ALONE(FLOAT2 ",'bufferView':-1,'byteOffset':0"),
         "INVALID_INDEX 0 /accessors/0/bufferView; UNSATISFIED_DEPENDENCY 0 /accessors/0/byteOffset"},
        {ALONE("'type':'VEC2','componentType':5126,'bufferView':7"), "UNDEFINED_PROPERTY 0 /accessors/0"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

#define SPARSE(members)                                                                                                \
    ISSUES_DOC("'buffers':[{'byteLength':100}],'bufferViews':[{'buffer':0,'byteLength':10}],'accessors':[{"            \
               "'type':'VEC2','componentType':5123,'count':5,'sparse':{" members "}}]")

/* spec 3.6.2.3: both parts are there, aligned and within their views; no more entries than elements */
static void sparse_parts_are_laid_out_like_accessors(void **state) {
    static const row rows[] = {
        {SPARSE("'count':2,'indices':{'bufferView':0,'componentType':5121},'values':{'bufferView':0,'byteOffset':2}"),
         ""},
        {SPARSE("'count':2"), "UNDEFINED_PROPERTY 0 /accessors/0/sparse *2"},
        {SPARSE("'count':0,'indices':{},'values':{}"),
         "VALUE_NOT_IN_RANGE 0 /accessors/0/sparse/count; UNDEFINED_PROPERTY 0 /accessors/0/sparse/indices *2; "
         "UNDEFINED_PROPERTY 0 /accessors/0/sparse/values"},
        {SPARSE("'count':2,'indices':1,'values':[]"),
         "TYPE_MISMATCH 0 /accessors/0/sparse/indices; TYPE_MISMATCH 0 /accessors/0/sparse/values"},
        {SPARSE("'count':6,'indices':{'bufferView':0,'componentType':5121},'values':{'bufferView':9}"),
         "ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE 0 /accessors/0/sparse/count; "
         "UNRESOLVED_REFERENCE 0 /accessors/0/sparse/values/bufferView"},
        {SPARSE("'count':3,'indices':{'bufferView':0,'componentType':5125},'values':{'bufferView':0}"),
         "ACCESSOR_TOO_LONG 0 /accessors/0/sparse/indices; ACCESSOR_TOO_LONG 0 /accessors/0/sparse/values"},
        {SPARSE("'count':1,'indices':{'bufferView':0,'componentType':5123,'byteOffset':1},'values':{'bufferView':0,"
                "'byteOffset':11}"),
         "ACCESSOR_OFFSET_ALIGNMENT 0 /accessors/0/sparse/indices/byteOffset; "
         "ACCESSOR_TOTAL_OFFSET_ALIGNMENT 0 /accessors/0/sparse/indices; "
         "ACCESSOR_OFFSET_ALIGNMENT 0 /accessors/0/sparse/values/byteOffset; "
         "ACCESSOR_TOTAL_OFFSET_ALIGNMENT 0 /accessors/0/sparse/values; "
         "ACCESSOR_TOO_LONG 0 /accessors/0/sparse/values/byteOffset"},
        {SPARSE("'count':1,'indices':{'bufferView':0,'componentType':5120},'values':{'bufferView':0,'x':1}"),
         "VALUE_NOT_IN_LIST 1 /accessors/0/sparse/indices/componentType; "
         "UNEXPECTED_PROPERTY 1 /accessors/0/sparse/values/x"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* SCOPE: what nothing refers to is unused; images, sparse parts and known extensions refer to views and buffers */
static void what_extensions_refer_to_is_used(void **state) {
    static const row rows[] = {
        {ISSUES_DOC("'buffers':[{'byteLength':9},{'byteLength':9}],'bufferViews':[{'buffer':0,'byteLength':9},"
                    "{'buffer':0,'byteLength':9}],'accessors':[{'bufferView':0,'type':'SCALAR','componentType':5121,"
                    "'count':1}]"),
         "UNUSED_OBJECT 2 /buffers/1; UNUSED_OBJECT 2 /bufferViews/1; UNUSED_OBJECT 2 /accessors/0"},
        {ISSUES_DOC("'buffers':[{'byteLength':9},{'byteLength':9},{'byteLength':9}],'bufferViews':[{'buffer':0,"
                    "'byteLength':9,'extensions':{'EXT_meshopt_compression':{'buffer':1},"
                    "'KHR_meshopt_compression':{'buffer':2}}}],'images':[{'bufferView':0,'mimeType':'image/png'}],"
                    "'asset':{'version':'2.0','extras':{}},'extensionsUsed':['EXT_meshopt_compression']"),
         ""},
        {ISSUES_DOC("'buffers':[{'byteLength':9}],'bufferViews':[{'buffer':0,'byteLength':9}],'accessors':[{"
                    "'type':'VEC3','componentType':5126,'count':3,'min':[0,0,0],'max':[0,0,0]},{'type':'VEC3',"
                    "'componentType':5126,'count':1}],'meshes':[{'primitives':[{'attributes':{'POSITION':0},"
                    "'extensions':{'KHR_draco_mesh_compression':{'bufferView':0}}}]}],'nodes':[{'mesh':0,"
                    "'extensions':{'EXT_mesh_gpu_instancing':{'attributes':{'TRANSLATION':1}}}}]"),
         ""},
        {ISSUES_DOC("'buffers':[{'byteLength':9}],'bufferViews':[{'buffer':0,'byteLength':9}],'accessors':[{"
                    "'type':'VEC3','componentType':5126,'count':3,'min':[0,0,0],'max':[0,0,0]}],'meshes':[{"
                    "'primitives':[{'attributes':{'POSITION':0},'extensions':{'KHR_gaussian_splatting':{'extensions':"
                    "{'KHR_gaussian_splatting_compression_spz_2':{'bufferView':0}}}}}]}]"),
         ""},
        {ISSUES_DOC("'buffers':[{'byteLength':36}],'bufferViews':[{'buffer':0,'byteLength':36,'target':34962}],"
                    "'accessors':[{'bufferView':0,'type':'VEC3','componentType':5126,'count':3,'min':[0,0,0],'max':"
                    "[0,0,0]},{'type':'SCALAR','componentType':5125,'count':3},{'type':'SCALAR','componentType':5125,"
                    "'count':3},{'type':'SCALAR','componentType':5125,'count':3},{'type':'SCALAR','componentType':5125,"
                    "'count':2}],'meshes':[{'primitives':[{'attributes':{'POSITION':0},'extensions':{"
                    "'CESIUM_primitive_outline':{'indices':4}}}],'extensions':{'EXT_mesh_manifold':{"
                    "'manifoldPrimitive':{'indices':1},'mergeIndices':2,'mergeValues':3}}}]"),
         ""},
        {ISSUES_DOC(
             "'buffers':[{'byteLength':36}],'bufferViews':[{'buffer':0,'byteLength':36,'target':34962}],"
             "'accessors':[{'bufferView':0,'type':'VEC3','componentType':5126,'count':3,'min':[0,0,0],'max':"
             "[0,0,0]},{'type':'SCALAR','componentType':5121,'count':3},{'type':'SCALAR','componentType':5121,"
             "'count':3},{'type':'SCALAR','componentType':5121,'count':3},{'type':'SCALAR','componentType':5121,"
             "'count':3},{'type':'SCALAR','componentType':5121,'count':3}],'meshes':[{'primitives':[{'attributes':"
             "{'POSITION':0},'extensions':{'EXT_mesh_primitive_edge_visibility':{'visibility':1,"
             "'silhouetteNormals':2},'EXT_mesh_polygon':{'loopIndices':3,'indicesOffsets':4,"
             "'loopIndicesOffsets':5}}}]}]"),
         ""},
    };
    (void)state;
    issues_expect(rows[0].json, NULL, 0, rows[0].expected);
    for (size_t i = 1; i < sizeof rows / sizeof rows[0]; i++) {
        char *found = issues_of(rows[i].json, NULL, 0, 1);
        assert_string_equal(found, "");
        free(found);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_lie_within_buffers),
        cmocka_unit_test(strides_and_targets_are_known_ones),
        cmocka_unit_test(views_have_one_use),
        cmocka_unit_test(other_data_shares_views_only_with_its_like),
        cmocka_unit_test(elements_lie_within_views),
        cmocka_unit_test(offsets_are_aligned),
        cmocka_unit_test(bounds_fit_the_type),
        cmocka_unit_test(accessors_say_what_they_are),
        cmocka_unit_test(sparse_parts_are_laid_out_like_accessors),
        cmocka_unit_test(what_extensions_refer_to_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
