/* unit/validate_animations.c - layer 3: animation samplers and skins: formats, counts, what refers to them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
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

#define TIMES(count) "{'type':'SCALAR','componentType':5126,'count':" count ",'min':[0],'max':[0]}"
#define VECTORS(count) "{'type':'VEC3','componentType':5126,'count':" count "}"
#define ANIMATION(accessors, members)                                                                                  \
    ISSUES_DOC("'accessors':[" accessors "],'nodes':[{}],'animations':[{" members "}]")
#define CHANNEL "'channels':[{'sampler':0,'target':{'node':0,'path':'scale'}}]"
#define BOTH TIMES("2") "," VECTORS("2")

/* schema animation: what samplers and channels need, and that both are there */
static void animations_say_what_they_are(void **state) {
    static const row rows[] = {
        {ANIMATION(BOTH, "'samplers':[{'input':0,'output':1}]," CHANNEL), ""},
        {ANIMATION(BOTH, ""), "UNDEFINED_PROPERTY 0 /animations/0 *2"},
        {ANIMATION(BOTH, "'samplers':[],'channels':{}"),
         "EMPTY_ENTITY 0 /animations/0/samplers; TYPE_MISMATCH 0 /animations/0/channels"},
        {ANIMATION(BOTH, "'samplers':[1]," CHANNEL), "ARRAY_TYPE_MISMATCH 0 /animations/0/samplers"},
        {ANIMATION(BOTH, "'samplers':[{}]," CHANNEL), "UNDEFINED_PROPERTY 0 /animations/0/samplers/0 *2"},
        {ANIMATION(BOTH, "'samplers':[{'input':7,'output':'1'}]," CHANNEL),
         "TYPE_MISMATCH 0 /animations/0/samplers/0/output; UNRESOLVED_REFERENCE 0 /animations/0/samplers/0/input"},
        {ANIMATION(BOTH, "'samplers':[{'input':0,'output':1,'interpolation':'linear','x':1}]," CHANNEL),
         "VALUE_NOT_IN_LIST 1 /animations/0/samplers/0/interpolation; "
         "UNEXPECTED_PROPERTY 1 /animations/0/samplers/0/x"},
        {ANIMATION(BOTH, "'samplers':[{'input':0,'output':1}],'channels':[{'sampler':1,'target':{'path':'scale'}}]"),
         "UNRESOLVED_REFERENCE 0 /animations/0/channels/0/sampler; UNUSED_OBJECT 2 /animations/0/samplers/0"},
        {ANIMATION(BOTH, "'samplers':[{'input':0,'output':1}],'channels':[{'sampler':0}]"),
         "UNDEFINED_PROPERTY 0 /animations/0/channels/0"},
        {ANIMATION(BOTH, "'samplers':[{'input':0,'output':1},{'input':0,'output':1}]," CHANNEL),
         "UNUSED_OBJECT 2 /animations/0/samplers/1"},
        {ANIMATION(BOTH, "'samplers':[{'input':0,'output':1}],'channels':[{'target':{'path':'scale'}}]"),
         "UNDEFINED_PROPERTY 0 /animations/0/channels/0; UNUSED_OBJECT 2 /animations/0/samplers/0"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* spec 3.11: key times are FLOAT SCALAR with bounds, two of them for CUBICSPLINE; no strides */
static void inputs_are_key_times(void **state) {
    static const row rows[] = {
        {ANIMATION("{'type':'VEC2','componentType':5126,'count':1,'min':[0,0],'max':[0,0]}," VECTORS("1"),
                   "'samplers':[{'input':0,'output':1}]," CHANNEL),
         "ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT 0 /animations/0/samplers/0/input"},
        {ANIMATION("{'type':'SCALAR','componentType':5126,'count':1,'max':[0]}," VECTORS("1"),
                   "'samplers':[{'input':0,'output':1}]," CHANNEL),
         "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS 0 /animations/0/samplers/0/input"},
        {ANIMATION(TIMES("1") "," VECTORS("3"),
                   "'samplers':[{'input':0,'output':1,'interpolation':'CUBICSPLINE'}]," CHANNEL),
         "ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS 0 /animations/0/samplers/0/input"},
        {ANIMATION(TIMES("2") "," VECTORS("6"),
                   "'samplers':[{'input':0,'output':1,'interpolation':'CUBICSPLINE'}]," CHANNEL),
         ""},
        {ANIMATION(BOTH, "'samplers':[{'input':0,'output':0}]," CHANNEL),
         "ACCESSOR_USAGE_OVERRIDE 0 /animations/0/samplers/0/output; "
         "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT 0 /animations/0/channels/0/sampler"},
        {ISSUES_DOC("'buffers':[{'byteLength':32}],'bufferViews':[{'buffer':0,'byteLength':32,'byteStride':16}],"
                    "'accessors':[{'bufferView':0,'type':'SCALAR','componentType':5126,'count':2,'min':[0],'max':[0]},"
                    "{'bufferView':0,'byteOffset':4,'type':'VEC3','componentType':5126,'count':2}],'nodes':[{}],"
                    "'animations':[{'samplers':[{'input':0,'output':1}]," CHANNEL "}]"),
         "ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE 0 /animations/0/samplers/0/input; "
         "ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE 0 /animations/0/samplers/0/output"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

static const char *const shapes[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};

/* spec 3.11: the formats of the outputs, by what they move */
static void outputs_have_the_format_of_what_they_move(void **state) {
    static const struct {
        const char *path;
        unsigned shape;
        unsigned types[6]; /* i8 u8 i16 u16 u32 f32: 1 = as it is, 2 = normalized */
    } rows[] = {
        {"translation", 2, {0, 0, 0, 0, 0, 1}},
        {"scale", 2, {0, 0, 0, 0, 0, 1}},
        {"rotation", 3, {2, 2, 2, 2, 0, 1}},
        {"weights", 0, {2, 2, 2, 2, 0, 1}},
    };
    static const unsigned types[] = {5120, 5121, 5122, 5123, 5125, 5126};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        for (unsigned n = 0; n < 84; n++) {
            char json[1024];
            const int good = n % 7 == rows[i].shape && (rows[i].types[n / 7 % 6] >> n / 42 & 1);
            snprintf(
                json, sizeof json,
                "{'asset':{'version':'2.0'},'accessors':[" TIMES(
                    "2") ",{'type':'%s','componentType':%u,"
                         "'normalized':%s,'count':2}],'nodes':[{}],'animations':[{'samplers':[{'input':0,'output':1}],"
                         "'channels':[{'sampler':0,'target':{'node':0,'path':'%s'}}]}]}",
                shapes[n % 7], types[n / 7 % 6], n / 42 ? "true" : "false", rows[i].path);
            char *found = issues_of(json, NULL, 0, 0);
            assert_int_equal(strstr(found, "OUTPUT_ACCESSOR_INVALID_FORMAT") == NULL, good);
            free(found);
        }
    }
    issues_expect(
        ANIMATION(TIMES("1") ",{'type':'MAT2','componentType':5126,'count':9}",
                  "'samplers':[{'input':0,'output':1}],'channels':[{'sampler':0,'target':{'path':'pointer'}}]"),
        NULL, 0, "");
}

#define WEIGHTS(count, targets, interpolation)                                                                         \
    ISSUES_DOC("'accessors':[" TIMES(                                                                                  \
        "2") ",{'type':'SCALAR','componentType':5126,'count':" count "},"                                              \
             "{'type':'VEC3','componentType':5126,'count':1,'min':[0,0,0],'max':[0,0,0]}],"                            \
             "'meshes':[{'primitives':[{'mode':0,'attributes':{'POSITION':2}" targets "}]}],'nodes':[{'mesh':0}],"     \
             "'animations':[{'samplers':[{'input':0,'output':1,'interpolation':'" interpolation                        \
             "'}],'channels':[{'sampler':0,'target':{'node':0,'path':'weights'}}]}]")
#define TWO ",'targets':[{'POSITION':2},{'POSITION':2}]"
#define WRONG "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT 0 /animations/0/channels/0/sampler"

/* spec 3.11: one value for each key, three with CUBICSPLINE, times the morph targets of the mesh */
static void outputs_have_values_for_each_key(void **state) {
    static const row rows[] = {
        {ANIMATION(TIMES("2") "," VECTORS("2"), "'samplers':[{'input':0,'output':1,'interpolation':'STEP'}]," CHANNEL),
         ""},
        {ANIMATION(TIMES("2") "," VECTORS("3"), "'samplers':[{'input':0,'output':1,'interpolation':'STEP'}]," CHANNEL),
         WRONG},
        {ANIMATION(TIMES("2") "," VECTORS("2"),
                   "'samplers':[{'input':0,'output':1,'interpolation':'CUBICSPLINE'}]," CHANNEL),
         WRONG},
        {WEIGHTS("4", TWO, "LINEAR"), ""},
        {WEIGHTS("2", TWO, "LINEAR"), WRONG},
        {WEIGHTS("12", TWO, "CUBICSPLINE"), ""},
        {WEIGHTS("18", TWO, "CUBICSPLINE"), WRONG},
        {WEIGHTS("7", "", "LINEAR"), ""},
        {ANIMATION(TIMES("9007199254740992") "," VECTORS("2"), "'samplers':[{'input':0,'output':1}]," CHANNEL), WRONG},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* ---- Skins ---- */

#define SKIN(accessor, members) ISSUES_DOC("'accessors':[" accessor "],'nodes':[{},{}],'skins':[{" members "}]")
#define MATRICES(count) "{'type':'MAT4','componentType':5126,'count':" count "}"

/* spec 3.7.3.1: joints are required; inverse bind matrices are FLOAT MAT4, at least one for each joint */
static void skins_have_matrices_for_all_joints(void **state) {
    static const row rows[] = {
        {SKIN(MATRICES("2"), "'joints':[0,1],'inverseBindMatrices':0"), ""},
        {SKIN(MATRICES("3"), "'joints':[0,1],'inverseBindMatrices':0"), ""},
        {SKIN(MATRICES("1"), "'joints':[0,1],'inverseBindMatrices':0"),
         "INVALID_IBM_ACCESSOR_COUNT 0 /skins/0/inverseBindMatrices"},
        {SKIN(MATRICES("1"), "'joints':[0]"), ""},
        {SKIN(MATRICES("1"), ""), "UNDEFINED_PROPERTY 0 /skins/0"},
        {SKIN(MATRICES("1"), "'joints':[],'bones':1"),
         "EMPTY_ENTITY 0 /skins/0/joints; UNEXPECTED_PROPERTY 1 /skins/0/bones"},
        {SKIN(MATRICES("1"), "'joints':{}"), "TYPE_MISMATCH 0 /skins/0/joints"},
        {SKIN(MATRICES("1"), "'joints':[0],'inverseBindMatrices':1"),
         "UNRESOLVED_REFERENCE 0 /skins/0/inverseBindMatrices"},
        {SKIN(MATRICES("1"), "'joints':[0],'inverseBindMatrices':-1"), "INVALID_INDEX 0 /skins/0/inverseBindMatrices"},
        {SKIN("{'type':'MAT4','componentType':5121,'count':1}", "'joints':[0],'inverseBindMatrices':0"),
         "SKIN_IBM_INVALID_FORMAT 0 /skins/0/inverseBindMatrices"},
        {SKIN("{'type':'MAT4','componentType':5122,'normalized':true,'count':1}",
              "'joints':[0,1],'inverseBindMatrices':0"),
         "SKIN_IBM_INVALID_FORMAT 0 /skins/0/inverseBindMatrices; INVALID_IBM_ACCESSOR_COUNT 0 "
         "/skins/0/inverseBindMatrices"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(animations_say_what_they_are),
        cmocka_unit_test(inputs_are_key_times),
        cmocka_unit_test(outputs_have_the_format_of_what_they_move),
        cmocka_unit_test(outputs_have_values_for_each_key),
        cmocka_unit_test(skins_have_matrices_for_all_joints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
