/* unit/validate_meshes.c - layer 3: primitives: names, formats, layout, indices, modes, morph targets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/issues.h"
#include "support/sentences.h"

#define AT "/meshes/0/primitives/0"
#define POSITION3 "{'type':'VEC3','componentType':5126,'count':3,'min':[0,0,0],'max':[0,0,0]}"
#define SCALAR3 "{'type':'SCALAR','componentType':5126,'count':3}"
#define MESH(accessors, primitive) ISSUES_DOC("'accessors':[" accessors "],'meshes':[{'primitives':[{" primitive "}]}]")

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

/* ---- Names ---- */

/* spec 3.7.2.1: which names an attribute of a primitive or of a morph target may have */
static void names_are_known_or_begin_with_an_underscore(void **state) {
    static const struct {
        const char *name;
        int base;
        int target;
    } rows[] = {
        {"_A", 1, 1},       {"_", 1, 1},          {"__TEXCOORD_01", 1, 1}, {"", 0, 0},
        {"position", 0, 0}, {"POSITION_0", 0, 0}, {"NORMAL_", 0, 0},       {"COLOR", 0, 0},
        {"COLOR_", 0, 0},   {"COLOR_00", 0, 0},   {"COLOR_0_", 0, 0},      {"COLOR_-1", 0, 0},
        {"COLOR_1x", 0, 0}, {"COLORS_0", 0, 0},   {"FOO", 0, 0},           {"a~/b", 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char json[1024];
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'accessors':[" POSITION3 "," SCALAR3 "],'meshes':[{'primitives':[{"
                 "'attributes':{'POSITION':0,'%s':1},'targets':[{'%s':1}]}]}]}",
                 rows[i].name, rows[i].name);
        char *found = issues_of(json, NULL, 0, 0);
        /* formats are judged by what stands before the first underscore, so only names are compared */
        const int has_base = strstr(found, "ATTRIBUTE 0 " AT "/attributes/") != NULL;
        const int has_target = strstr(found, "ATTRIBUTE 0 " AT "/targets/0/") != NULL;
        if (has_base == rows[i].base || has_target == rows[i].target) {
            print_error("%s: %s\n", rows[i].name, found);
            fail();
        }
        free(found);
    }
}

/* spec 3.7.2.1: joints and weights are not morphed, and sets are numbered from 0 without gaps */
static void sets_are_numbered_without_gaps(void **state) {
    static const row rows[] = {
        {MESH(POSITION3 ",{'type':'VEC2','componentType':5126,'count':3}",
              "'attributes':{'POSITION':0,'TEXCOORD_1':1,'TEXCOORD_0':1,'TEXCOORD_2':1}"),
         ""},
        {MESH(POSITION3 ",{'type':'VEC2','componentType':5126,'count':3}",
              "'attributes':{'POSITION':0,'TEXCOORD_0':1,'TEXCOORD_2':1}"),
         "MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY 0 " AT "/attributes"},
        {MESH(POSITION3 ",{'type':'VEC2','componentType':5126,'count':3}",
              "'attributes':{'POSITION':0,'TEXCOORD_18446744073709551616':1}"),
         "MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY 0 " AT "/attributes"},
        {MESH(POSITION3
              ",{'type':'VEC4','componentType':5126,'count':3},{'type':'VEC4','componentType':5121,'count':3}",
              "'attributes':{'POSITION':0,'WEIGHTS_0':1,'JOINTS_0':2,'WEIGHTS_1':1}"),
         "MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH 0 " AT "/attributes"},
        {MESH(POSITION3
              ",{'type':'VEC4','componentType':5126,'count':3},{'type':'VEC4','componentType':5121,'count':3}",
              "'attributes':{'POSITION':0,'WEIGHTS_0':1,'JOINTS_1':2}"),
         "MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY 0 " AT "/attributes; MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH 0 " AT
         "/attributes"},
        {MESH(POSITION3 ",{'type':'VEC4','componentType':5126,'count':3}",
              "'attributes':{'POSITION':0},'targets':[{'JOINTS_0':1}]"),
         "MESH_PRIMITIVE_INVALID_ATTRIBUTE 0 " AT "/targets/0/JOINTS_0; "
         "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR 0 " AT "/targets/0/JOINTS_0"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

#define EXTENDED(extensions, name)                                                                                     \
    ISSUES_DOC(extensions "'accessors':[" POSITION3 "],'meshes':[{'primitives':[{'attributes':{'POSITION':0,'" name    \
                          "':0}}]}]")
#define NO_NAME(name) "MESH_PRIMITIVE_INVALID_ATTRIBUTE 0 " AT "/attributes/" name

/* validate.h: EXTENSION:NAME is a name where extensionsUsed has the extension, whatever else it begins with */
static void extensions_name_attributes(void **state) {
    static const char *const rows[][2] = {
        {EXTENDED("'extensionsUsed':['A','X_b','C'],", "X_b:ROTATION"), ""},
        {EXTENDED("'extensionsUsed':['X_b'],", "X_b:C:D"), ""},
        {EXTENDED("", "X_b:ROTATION"), NO_NAME("X_b:ROTATION")},
        {EXTENDED("'extensionsUsed':['X_b'],", "X_c:ROTATION"), NO_NAME("X_c:ROTATION")},
        {EXTENDED("'extensionsUsed':['X_b'],", "X_b:"), NO_NAME("X_b:")},
        {EXTENDED("'extensionsUsed':['X_b'],", "X_b"), NO_NAME("X_b")},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        issues_expect(rows[i][0], NULL, 0, rows[i][1]);
    }
}

/* ---- Formats ---- */

static const char *const shapes[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};

/* One set of formats: shapes as a mask, then component types, 1 = as it is, 2 = normalized, 3 = both. */
typedef struct formats {
    const char *name;
    unsigned shapes; /* bit i = shapes[i] */
    unsigned types[6];
} formats;

enum { V2 = 1 << 1, V3 = 1 << 2, V4 = 1 << 3 };
/* Tables of spec 3.7.2.1 and 3.7.2.2, and of KHR_mesh_quantization.  Types: i8 u8 i16 u16 u32 f32. */
static const formats core[] = {
    {"POSITION", V3, {0, 0, 0, 0, 0, 1}},     {"NORMAL", V3, {0, 0, 0, 0, 0, 1}},
    {"TANGENT", V4, {0, 0, 0, 0, 0, 1}},      {"TEXCOORD_0", V2, {0, 2, 0, 2, 0, 1}},
    {"COLOR_0", V3 | V4, {0, 2, 0, 2, 0, 1}}, {"JOINTS_0", V4, {0, 1, 0, 1, 0, 0}},
    {"WEIGHTS_0", V4, {0, 2, 0, 2, 0, 1}},
};
static const formats core_targets[] = {
    {"POSITION", V3, {0, 0, 0, 0, 0, 1}},     {"NORMAL", V3, {0, 0, 0, 0, 0, 1}},
    {"TANGENT", V3, {0, 0, 0, 0, 0, 1}},      {"TEXCOORD_0", V2, {2, 2, 2, 2, 0, 1}},
    {"COLOR_0", V3 | V4, {2, 2, 2, 2, 0, 1}},
};
static const formats quantized[] = {
    {"POSITION", V3, {3, 3, 3, 3, 0, 1}},     {"NORMAL", V3, {2, 0, 2, 0, 0, 1}},
    {"TANGENT", V4, {2, 0, 2, 0, 0, 1}},      {"TEXCOORD_0", V2, {3, 3, 3, 3, 0, 1}},
    {"COLOR_0", V3 | V4, {0, 2, 0, 2, 0, 1}}, {"JOINTS_0", V4, {0, 1, 0, 1, 0, 0}},
    {"WEIGHTS_0", V4, {0, 2, 0, 2, 0, 1}},
};
static const formats quantized_targets[] = {
    {"POSITION", V3, {3, 0, 3, 0, 0, 1}},     {"NORMAL", V3, {2, 0, 2, 0, 0, 1}},
    {"TANGENT", V3, {2, 0, 2, 0, 0, 1}},      {"TEXCOORD_0", V2, {3, 2, 3, 2, 0, 1}},
    {"COLOR_0", V3 | V4, {2, 2, 2, 2, 0, 1}},
};

/* Whether an attribute of this format is found fault with. */
static int is_refused(const char *name, unsigned shape, unsigned type, unsigned normalized, int target, int quantize) {
    static const unsigned types[] = {5120, 5121, 5122, 5123, 5125, 5126};
    char json[1024];
    char place[128];
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},%s'accessors':[" POSITION3
             ",{'type':'%s','componentType':%u,'normalized':%s,'count':3}],'meshes':[{'primitives':[{'attributes':{"
             "'POSITION':%d%s%s%s},'targets':[{'%s':%d}]}]}]}",
             quantize ? "'extensionsUsed':['KHR_mesh_quantization'],'extensionsRequired':['KHR_mesh_quantization'],"
                      : "",
             shapes[shape], types[type], normalized ? "true" : "false", !target && strcmp(name, "POSITION") == 0,
             strcmp(name, "POSITION") == 0 ? "" : ",'", strcmp(name, "POSITION") == 0 ? "" : name,
             strcmp(name, "POSITION") == 0 ? "" : (target ? "':0" : "':1"), target ? name : "_A", target);
    snprintf(place, sizeof place, "INVALID_FORMAT 0 " AT "/%s/%s", target ? "targets/0" : "attributes", name);
    char *found = issues_of(json, NULL, 0, 0);
    const char *at = strstr(found, place);
    const int refused = at && (at[strlen(place)] == '\0' || at[strlen(place)] == ';');
    free(found);
    return refused;
}

static void check_formats(const formats *list, size_t count, int target, int quantize) {
    for (size_t i = 0; i < count; i++) {
        for (unsigned n = 0; n < 7 * 6 * 2; n++) {
            const unsigned shape = n % 7;
            const unsigned type = n / 7 % 6;
            const unsigned normalized = n / 42;
            const int allowed = (list[i].shapes >> shape & 1) && (list[i].types[type] >> normalized & 1);
            if (is_refused(list[i].name, shape, type, normalized, target, quantize) == allowed) {
                print_error("%s %s type %u normalized %u, target %d, quantized %d\n", list[i].name, shapes[shape], type,
                            normalized, target, quantize);
                fail();
            }
        }
    }
}

/* spec 3.7.2.1 and 3.7.2.2, KHR_mesh_quantization: every name takes its formats and no other of the 84 */
static void each_name_takes_its_formats(void **state) {
    (void)state;
    check_formats(core, sizeof core / sizeof core[0], 0, 0);
    check_formats(core_targets, sizeof core_targets / sizeof core_targets[0], 1, 0);
    check_formats(quantized, sizeof quantized / sizeof quantized[0], 0, 1);
    check_formats(quantized_targets, sizeof quantized_targets / sizeof quantized_targets[0], 1, 1);
}

/* The message of the first issue with this code. */
typedef struct wanted_message {
    const char *code;
    char message[256];
} wanted_message;

static gltf_status GLTF_CALL keep_message(void *user, const gltf_issue *issue) {
    wanted_message *wanted = user;
    if (!wanted->message[0] && strcmp(issue->code, wanted->code) == 0) {
        snprintf(wanted->message, sizeof wanted->message, "%s", issue->message);
    }
    return GLTF_OK;
}

/* an attribute that only lacks "normalized", or the extension, is said to lack just that */
static void refused_formats_say_what_is_missing(void **state) {
    static const struct {
        const char *attribute;
        const char *accessor;
        const char *key;
    } rows[] = {
        {"COLOR_0", "'type':'VEC4','componentType':5121", "validate.not_normalized"},
        {"JOINTS_0", "'type':'VEC4','componentType':5121,'normalized':true", "validate.normalized"},
        {"TEXCOORD_0", "'type':'VEC2','componentType':5122", "validate.quantization"},
        {"NORMAL", "'type':'VEC2','componentType':5126", "validate.format"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char json[512];
        wanted_message wanted = {"MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", ""};
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'accessors':[" POSITION3
                 ",{%s,'count':3}],'meshes':[{'primitives':[{'attributes':{'POSITION':0,'%s':1}}]}]}",
                 rows[i].accessor, rows[i].attribute);
        for (char *c = json; *c; c++) {
            *c = *c == '\'' ? '"' : *c;
        }
        assert_int_equal(gltf_validate(json, strlen(json), NULL, keep_message, &wanted, NULL, NULL), GLTF_OK);
        sentence_check_text(rows[i].key, wanted.message);
    }
}

/* ---- Layout ---- */

#define LAID(view, accessor)                                                                                           \
    ISSUES_DOC("'buffers':[{'byteLength':408}],'bufferViews':[{'buffer':0,'byteLength':400" view                       \
               "}],'accessors':[" POSITION3 "," accessor                                                               \
               "],'meshes':[{'primitives':[{'attributes':{'POSITION':0,'_A':1}}]}]")

/* spec 3.6.2.4: vertex data begins at multiples of 4 bytes and repeats in them */
static void vertices_lie_at_multiples_of_4(void **state) {
    static const row rows[] = {
        {LAID("", "{'bufferView':0,'type':'VEC4','componentType':5121,'count':3}"), ""},
        {LAID("", "{'bufferView':0,'type':'VEC3','componentType':5121,'count':3}"),
         "MESH_PRIMITIVE_ACCESSOR_UNALIGNED 0 " AT "/attributes/_A"},
        {LAID(",'byteStride':4", "{'bufferView':0,'type':'VEC3','componentType':5121,'count':3}"), ""},
        {LAID(",'byteStride':4", "{'bufferView':0,'byteOffset':1,'type':'VEC3','componentType':5121,'count':3}"),
         "MESH_PRIMITIVE_ACCESSOR_UNALIGNED 0 " AT "/attributes/_A"},
        {LAID(",'byteOffset':2", "{'bufferView':0,'type':'VEC2','componentType':5123,'count':3}"), ""},
        {LAID("", "{'bufferView':0,'type':'MAT3','componentType':5121,'count':3}"),
         "MESH_PRIMITIVE_ACCESSOR_UNALIGNED 0 " AT "/attributes/_A"},
        {LAID("", "{'type':'VEC3','componentType':5121,'count':3}"), ""},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* spec 3.6.1.2: a view of two vertex accessors needs a byteStride; one accessor used twice is one */
static void shared_views_need_a_stride(void **state) {
#define SHARED(view, attributes)                                                                                       \
    ISSUES_DOC("'buffers':[{'byteLength':408}],'bufferViews':[{'buffer':0,'byteLength':400" view "}],'accessors':["    \
               "{'bufferView':0,'type':'SCALAR','componentType':5126,'count':3},"                                      \
               "{'bufferView':0,'byteOffset':16,'type':'SCALAR','componentType':5126,'count':3}," POSITION3 "],"       \
               "'meshes':[{'primitives':[" attributes "]}]")
    static const row rows[] = {
        {SHARED("", "{'attributes':{'POSITION':2,'_A':0,'_B':0}}"), ""},
        {SHARED("", "{'attributes':{'POSITION':2,'_A':0,'_B':1}}"),
         "MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE 0 " AT "/attributes/_B"},
        {SHARED(",'byteStride':4", "{'attributes':{'POSITION':2,'_A':0,'_B':1}}"), ""},
        {SHARED("", "{'attributes':{'POSITION':2,'_A':0}},{'attributes':{'POSITION':2,'_A':0}},"
                    "{'attributes':{'POSITION':2,'_A':1}},{'attributes':{'POSITION':2,'_A':1}}"),
         "MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE 0 /meshes/0/primitives/2/attributes/_A"},
    };
    (void)state;
    CHECK_ROWS(rows);
#undef SHARED
}

/* ---- Objects ---- */

/* schema mesh: what a primitive needs; what is broken spoils no more than it must */
static void primitives_say_what_they_are(void **state) {
    static const row rows[] = {
        {ISSUES_DOC("'meshes':[{}]"), "UNDEFINED_PROPERTY 0 /meshes/0"},
        {ISSUES_DOC("'meshes':[{'primitives':[]}]"), "EMPTY_ENTITY 0 /meshes/0/primitives"},
        {ISSUES_DOC("'meshes':[{'primitives':[{},1,null]}]"), "ARRAY_TYPE_MISMATCH 0 /meshes/0/primitives *2"},
        {MESH(POSITION3, ""), "UNDEFINED_PROPERTY 0 " AT},
        {MESH(POSITION3, "'attributes':[]"), "TYPE_MISMATCH 0 " AT "/attributes"},
        {MESH(POSITION3, "'attributes':{}"), "EMPTY_ENTITY 0 " AT "/attributes"},
        {MESH(POSITION3, "'attributes':{'POSITION':'0'}"), "INVALID_INDEX 0 " AT "/attributes/POSITION"},
        {MESH(POSITION3, "'attributes':{'POSITION':0,'_A':null,'_B':0.5,'_C':-1,'_D':7}"),
         "INVALID_INDEX 0 " AT "/attributes/_A; INVALID_INDEX 0 " AT "/attributes/_B; INVALID_INDEX 0 " AT
         "/attributes/_C; UNRESOLVED_REFERENCE 0 " AT "/attributes/_D"},
        {MESH(POSITION3, "'attributes':{'POSITION':0},'indices':3"), "UNRESOLVED_REFERENCE 0 " AT "/indices"},
        {MESH(POSITION3, "'attributes':{'POSITION':0},'mode':7"), "VALUE_NOT_IN_RANGE 0 " AT "/mode"},
        {MESH(POSITION3, "'attributes':{'POSITION':0},'mode':'4'"), "TYPE_MISMATCH 0 " AT "/mode"},
        {MESH(POSITION3, "'attributes':{'POSITION':0},'targets':[]"), "EMPTY_ENTITY 0 " AT "/targets"},
        {MESH(POSITION3, "'attributes':{'POSITION':0},'targets':[{},1,{'POSITION':9}]"),
         "EMPTY_ENTITY 0 " AT "/targets/0; ARRAY_TYPE_MISMATCH 0 " AT "/targets"},
        {MESH(POSITION3, "'attributes':{'POSITION':0},'targets':[{'POSITION':0},{'POSITION':9}]"),
         "UNRESOLVED_REFERENCE 0 " AT "/targets/1/POSITION"},
        {MESH(POSITION3, "'attributes':{'POSITION':0},'target':[]"), "UNEXPECTED_PROPERTY 1 " AT "/target"},
        {ISSUES_DOC("'accessors':[" POSITION3 "],'meshes':[{'weights':[0,1],'primitives':[{'attributes':{'POSITION':0},"
                    "'targets':[{'POSITION':0},{'POSITION':0}]}]}]"),
         ""},
        {ISSUES_DOC("'accessors':[" POSITION3 "],'meshes':[{'weights':['1',2],'primitives':[{'attributes':{"
                    "'POSITION':0},'targets':[{'POSITION':0}]}]}]"),
         "ARRAY_TYPE_MISMATCH 0 /meshes/0/weights"},
        {ISSUES_DOC("'accessors':[" POSITION3 "],'meshes':[{'primitives':[{'attributes':{'POSITION':0}},{'attributes':"
                    "{'POSITION':0},'targets':[{'POSITION':0}]},{'attributes':{'POSITION':0},'targets':[{}]}]}]"),
         "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT 0 /meshes/0/primitives/1/targets; "
         "EMPTY_ENTITY 0 /meshes/0/primitives/2/targets/0"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

/* spec 3.7.2.1: how many vertices each mode needs */
static void modes_fit_the_number_of_vertices(void **state) {
    static const char *const fits[] = {"1111111", "1010101", "0011111", "0011111", "1001001", "0001111", "0001111"};
    (void)state;
    for (int mode = 0; mode < 7; mode++) {
        for (int count = 1; count < 7; count++) {
            char json[512];
            snprintf(
                json, sizeof json,
                "{'asset':{'version':'2.0'},'accessors':[{'type':'VEC3','componentType':5126,'count':%d,"
                "'min':[0,0,0],'max':[0,0,0]}],'meshes':[{'primitives':[{'mode':%d,'attributes':{'POSITION':0}}]}]}",
                count, mode);
            issues_expect(json, NULL, 0, fits[mode][count] == '1' ? "" : "MESH_PRIMITIVE_INCOMPATIBLE_MODE 1 " AT);
        }
    }
    issues_expect(
        MESH(POSITION3 ",{'type':'SCALAR','componentType':5121,'count':4}", "'attributes':{'POSITION':0},'indices':1"),
        NULL, 0, "MESH_PRIMITIVE_INCOMPATIBLE_MODE 1 " AT);
}

/* spec 3.7.2.1: indices are unsigned scalars that are not normalized, on a view without stride */
static void indices_are_plain_unsigned_scalars(void **state) {
    static const struct {
        const char *accessor;
        int good;
    } rows[] = {
        {"'type':'SCALAR','componentType':5121", 1}, {"'type':'SCALAR','componentType':5123", 1},
        {"'type':'SCALAR','componentType':5125", 1}, {"'type':'SCALAR','componentType':5120", 0},
        {"'type':'SCALAR','componentType':5122", 0}, {"'type':'SCALAR','componentType':5126", 0},
        {"'type':'VEC2','componentType':5121", 0},   {"'type':'SCALAR','componentType':5121,'normalized':true", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char json[512];
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'accessors':[" POSITION3 ",{'count':3,%s}],'meshes':[{'primitives':[{"
                 "'attributes':{'POSITION':0},'indices':1}]}]}",
                 rows[i].accessor);
        issues_expect(json, NULL, 0,
                      rows[i].good ? "" : "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT 0 " AT "/indices");
    }
}

/* one accessor has one role, whichever primitive uses it */
static void accessors_have_one_role(void **state) {
    (void)state;
    issues_expect(MESH(POSITION3 ",{'type':'SCALAR','componentType':5121,'count':3}",
                       "'attributes':{'POSITION':0,'_A':1},'indices':1,'targets':[{'_A':1}]"),
                  NULL, 0, "ACCESSOR_USAGE_OVERRIDE 0 " AT "/indices");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_known_or_begin_with_an_underscore),
        cmocka_unit_test(sets_are_numbered_without_gaps),
        cmocka_unit_test(extensions_name_attributes),
        cmocka_unit_test(each_name_takes_its_formats),
        cmocka_unit_test(refused_formats_say_what_is_missing),
        cmocka_unit_test(vertices_lie_at_multiples_of_4),
        cmocka_unit_test(shared_views_need_a_stride),
        cmocka_unit_test(primitives_say_what_they_are),
        cmocka_unit_test(modes_fit_the_number_of_vertices),
        cmocka_unit_test(indices_are_plain_unsigned_scalars),
        cmocka_unit_test(accessors_have_one_role),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
