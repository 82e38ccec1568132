/* unit/validate_joints.c - layer 3: joints and weights of skinned primitives, in one set and in several. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/documents.h"
#include "support/issues.h"
#include "support/little.h"

/* A mesh with `sets` sets for `vertices` vertices: all joints as bytes of set 0, then of set 1 ..., then all weights of
 * one type in the same way (floats of this machine, integers as stored); skinned by what `skins` says. */
typedef struct skinned {
    unsigned sets;
    unsigned vertices;
    unsigned weight_type; /* 5126, 5121 or 5123 */
    const char *skins;    /* members: skins and nodes */
} skinned;

static const char three_joints[] = "'skins':[{'joints':[1,2,3]}],'nodes':[{'mesh':0,'skin':0},{},{},{}]";

static void expect_skinned(const skinned *s, const void *bytes, size_t size, const char *expected, int line) {
    char json[4096];
    char attributes[512] = "";
    char accessors[2048] = "";
    char views[1024] = "";
    const unsigned weight_size = s->weight_type == 5126 ? 16 : s->weight_type == 5121 ? 4 : 8;
    unsigned offset = 0;
    for (unsigned i = 0; i < 2 * s->sets; i++) {
        const int is_weights = i >= s->sets;
        const unsigned length = (is_weights ? weight_size : 4) * s->vertices;
        snprintf(views + strlen(views), 128, "%s{'buffer':0,'byteOffset':%u,'byteLength':%u,'target':34962}",
                 i ? "," : "", offset, length);
        snprintf(accessors + strlen(accessors), 160,
                 ",{'bufferView':%u,'type':'VEC4','componentType':%u,'normalized':%s,'count':%u}", i,
                 is_weights ? s->weight_type : 5121, is_weights && s->weight_type != 5126 ? "true" : "false",
                 s->vertices);
        snprintf(attributes + strlen(attributes), 32, ",'%s_%u':%u", is_weights ? "WEIGHTS" : "JOINTS",
                 is_weights ? i - s->sets : i, i + 1);
        offset += length;
    }
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%u,'uri':'b0'}],'bufferViews':[%s],'accessors':[{"
             "'type':'VEC3','componentType':5126,'count':%u,'min':[0,0,0],'max':[0,0,0]}%s],'meshes':[{'primitives':[{"
             "'mode':0,'attributes':{'POSITION':0%s}}]}],%s}",
             offset, views, s->vertices, accessors, attributes, s->skins);
    uint8_t *const stored = malloc(size);
    const size_t joints = 4 * (size_t)s->sets * s->vertices;
    assert_non_null(stored);
    memcpy(stored, bytes, size);
    if (s->weight_type == 5126) {
        memcpy(stored + joints, little((const uint8_t *)bytes + joints, size - joints, 4), size - joints);
    }
    issues_expect_at(json, stored, size, expected, __FILE__, line);
    free(stored);
}
#define EXPECT_SKINNED(s, bytes, size, expected) expect_skinned(s, bytes, size, expected, __LINE__)

#define AT "/meshes/0/primitives/0/attributes/"
#define BEYOND(n) "ACCESSOR_JOINTS_INDEX_OOB 0 " AT "JOINTS_" n
#define TWICE(n) "ACCESSOR_JOINTS_INDEX_DUPLICATE 0 " AT "JOINTS_" n
#define UNWEIGHTED(n) "ACCESSOR_JOINTS_USED_ZERO_WEIGHT 1 " AT "JOINTS_" n
#define NEGATIVE(n) "ACCESSOR_WEIGHTS_NEGATIVE 0 " AT "WEIGHTS_" n
#define SUM(n) "ACCESSOR_WEIGHTS_NON_NORMALIZED 0 " AT "WEIGHTS_" n

/* One vertex: joints, weights, what is to be said. */
typedef struct vertex_row {
    uint8_t joints[4];
    float weights[4];
    const char *expected;
} vertex_row;

static const vertex_row vertex_rows[] = {
    {{0, 1, 2, 0}, {0.5f, 0.25f, 0.25f, 0}, ""},
    {{0, 0, 0, 0}, {1, 0, 0, 0}, ""},
    {{2, 0, 0, 0}, {0, 1, 0, 0}, UNWEIGHTED("0")},
    {{3, 0, 0, 0}, {0, 1, 0, 0}, BEYOND("0")},
    {{3, 1, 0, 0}, {0.5f, 0.5f, 0, 0}, BEYOND("0") "; " SUM("0")},
    {{1, 1, 0, 0}, {0.5f, 0.5f, 0, 0}, TWICE("0") "; " SUM("0")},
    {{1, 2, 1, 0}, {0.5f, 0.5f, 0.5f, 0}, TWICE("0")},
    {{1, 2, 2, 2}, {1, 0, 0, 0}, UNWEIGHTED("0") " *3"},
    {{0, 1, 0, 0}, {1.5f, -0.5f, 0, 0}, NEGATIVE("0") "; " SUM("0")},
    {{0, 1, 0, 0}, {1, -0.5f, 0, 0}, NEGATIVE("0")},
    {{0, 0, 0, 0}, {0, 0, 0, 0}, SUM("0")},
    {{0, 1, 0, 0}, {0.5f, 0.4999f, 0, 0}, SUM("0")},
    {{0, 0, 0, 0}, {1.0000002f, 0, 0, 0}, SUM("0")},
    {{0, 1, 2, 0}, {0.5f, 0.25f, 0.2500005f, 0}, ""},
    {{0, 1, 2, 0}, {0.5f, 0.25f, 0.2500008f, 0}, SUM("0")},
};

/* spec 3.7.3.3: joints exist, are used once, and are 0 where they have no weight; weights are positive and add up to 1 */
static void vertices_keep_the_rules(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof vertex_rows / sizeof vertex_rows[0]; i++) {
        const skinned s = {1, 1, 5126, three_joints};
        EXPECT_SKINNED(&s, &vertex_rows[i], 20, vertex_rows[i].expected);
    }
}

/* the same among many good vertices: wherever a bad one stands, it is found, and no good one is blamed */
static void a_bad_vertex_is_found_among_good_ones(void **state) {
    enum { COUNT = 200 };
    static uint8_t bytes[COUNT * 20];
    static const skinned s = {1, COUNT, 5126, three_joints};
    static const float good[] = {0.25f, 0.5f, 0.25f, 0};
    (void)state;
    for (size_t place = 0; place < COUNT; place += 1 + place / 11) {
        const vertex_row *row = &vertex_rows[place % (sizeof vertex_rows / sizeof vertex_rows[0])];
        for (size_t v = 0; v < COUNT; v++) {
            memcpy(bytes + 4 * v, "\0\1\2", 4);
            memcpy(bytes + 4 * COUNT + 16 * v, good, 16);
        }
        memcpy(bytes + 4 * place, row->joints, 4);
        memcpy(bytes + 4 * COUNT + 16 * place, row->weights, 16);
        EXPECT_SKINNED(&s, bytes, sizeof bytes, row->expected);
    }
}

/* integer weights are fractions of the greatest value, whose sum must be it */
static void integer_weights_add_up_to_the_greatest_value(void **state) {
    static const uint8_t bytes8[] = {0, 1, 2, 0, 85, 85, 85, 0};
    static const uint8_t wrong8[] = {0, 1, 2, 0, 85, 85, 84, 0};
    static const uint8_t bytes16[] = {0, 1, 2, 0, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0, 0};
    static const uint8_t wrong16[] = {0, 1, 2, 0, 0x55, 0x55, 0x55, 0x55, 0x56, 0x55, 0, 0};
    static const skinned s8 = {1, 1, 5121, three_joints};
    static const skinned s16 = {1, 1, 5123, three_joints};
    (void)state;
    EXPECT_SKINNED(&s8, bytes8, 8, "");
    EXPECT_SKINNED(&s8, wrong8, 8, SUM("0"));
    EXPECT_SKINNED(&s16, bytes16, 12, "");
    EXPECT_SKINNED(&s16, wrong16, 12, SUM("0"));
}

/* spec 3.7.3.3: all sets of a vertex count together */
static void sets_count_together(void **state) {
    typedef struct two_sets {
        uint8_t joints[2][4];
        float weights[2][4];
    } two_sets;
    static const two_sets good = {{{0, 1, 0, 0}, {2, 0, 0, 0}}, {{0.5f, 0.25f, 0, 0}, {0.25f, 0, 0, 0}}};
    static const two_sets twice = {{{0, 1, 0, 0}, {1, 0, 0, 0}}, {{0.5f, 0.25f, 0, 0}, {0.25f, 0, 0, 0}}};
    static const two_sets light = {{{0, 1, 0, 0}, {2, 0, 0, 0}}, {{0.5f, 0.25f, 0, 0}, {0, 0, 0, 0}}};
    static const skinned s = {2, 1, 5126, three_joints};
    (void)state;
    EXPECT_SKINNED(&s, &good, sizeof good, "");
    /* component by component, set by set: joint 1 comes first in set 1 */
    EXPECT_SKINNED(&s, &twice, sizeof twice, TWICE("0") "; " SUM("0") "; " SUM("1"));
    EXPECT_SKINNED(&s, &light, sizeof light, UNWEIGHTED("1") "; " SUM("0") "; " SUM("1"));
}

/* spec 3.7.3.3: the smallest skin that is used with the mesh counts; without one nothing is said */
static void smallest_skin_counts(void **state) {
    static const vertex_row row = {{2, 0, 0, 0}, {1, 0, 0, 0}, ""};
    skinned s = {1, 1, 5126,
                 "'skins':[{'joints':[1,2,3]},{'joints':[1,2]},{'joints':[1]}],'nodes':[{'mesh':0,'skin':0},"
                 "{'mesh':0,'skin':1},{'skin':2},{'mesh':9,'skin':2}]"};
    (void)state;
    EXPECT_SKINNED(&s, &row, 20, BEYOND("0") "; " SUM("0"));
    s.skins = "'skins':[{'joints':[1,2]}],'nodes':[{'mesh':0},{},{}]";
    EXPECT_SKINNED(&s, &row, 20, "");
    s.skins = "'skins':[{'joints':[]}],'nodes':[{'mesh':0,'skin':0}]";
    EXPECT_SKINNED(&s, &row, 20, "EMPTY_ENTITY 0 /skins/0/joints");
}

/* official validator: where weights have not arrived, joints that are out of range are told of up to the first that is not */
static void joints_without_weights_are_told_of(void **state) {
    static const uint8_t bytes[] = {9, 9, 0, 9};
    (void)state;
    issues_expect(ISSUES_DOC("'buffers':[{'byteLength':4,'uri':'b0'},{'byteLength':16}],'bufferViews':[{'buffer':0,"
                             "'byteLength':4,'target':34962},{'buffer':1,'byteLength':16,'target':34962}],'accessors':["
                             "{'type':'VEC3','componentType':5126,'count':1,'min':[0,0,0],'max':[0,0,0]},"
                             "{'bufferView':0,'type':'VEC4','componentType':5121,'count':1},"
                             "{'bufferView':1,'type':'VEC4','componentType':5126,'count':1}],"
                             "'meshes':[{'primitives':[{'mode':0,'attributes':{'POSITION':0,'JOINTS_0':1,"
                             "'WEIGHTS_0':2}}]}],'skins':[{'joints':[1]}],'nodes':[{'mesh':0,'skin':0},{}]"),
                  bytes, 4, BEYOND("0") " *2");
}

/* the same where joints of a later set have not arrived: nothing is said of what comes behind */
static void later_joints_that_are_missing_end_it(void **state) {
    static const uint8_t bytes[] = {9, 9, 9, 9};
    (void)state;
    issues_expect(
        ISSUES_DOC("'buffers':[{'byteLength':4,'uri':'b0'},{'byteLength':16}],'bufferViews':[{'buffer':0,"
                   "'byteLength':4,'target':34962},{'buffer':1,'byteLength':4,'target':34962},{'buffer':1,"
                   "'byteLength':16,'target':34962}],'accessors':["
                   "{'type':'VEC3','componentType':5126,'count':1,'min':[0,0,0],'max':[0,0,0]},"
                   "{'bufferView':0,'type':'VEC4','componentType':5121,'count':1},"
                   "{'bufferView':1,'type':'VEC4','componentType':5121,'count':1},"
                   "{'bufferView':2,'type':'VEC4','componentType':5126,'count':1}],"
                   "'meshes':[{'primitives':[{'mode':0,'attributes':{'POSITION':0,'JOINTS_0':1,'JOINTS_1':2,"
                   "'WEIGHTS_0':3,'WEIGHTS_1':3}}]}],'skins':[{'joints':[1]}],'nodes':[{'mesh':0,'skin':0},{}]"),
        bytes, 4, BEYOND("0"));
}

/* ---- How much is looked at ---- */

/* Joints and weights that no file stores but for one of each, all zeros, of so many vertices; nothing is to be said of them. */
static gltf_validation result_of_zeros(const char *vertices, uint64_t max_numbers) {
    static const gltf_regrade no_sums = {"ACCESSOR_WEIGHTS_NON_NORMALIZED", GLTF_SEVERITY_IGNORE, 0};
    char json[2048];
    gltf_validate_options options;
    gltf_validation result;
#define ZEROS                                                                                                          \
    "\"type\":\"VEC4\",\"componentType\":5121,\"count\":%s,\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":0,"     \
    "\"componentType\":5121},\"values\":{\"bufferView\":0}}}"
    const int size = snprintf(json, sizeof json,
                              "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":4,\"uri\":\"data:"
                              "application/octet-stream;base64,"
                              "AAAAAA==\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":4}],\"accessors\":[{" ZEROS
                              ",{\"normalized\":true," ZEROS
                              "],\"meshes\":[{\"primitives\":[{\"mode\":0,\"attributes\":{\"JOINTS_0\":0,"
                              "\"WEIGHTS_0\":1}}]}],\"skins\":[{\"joints\":[0]}],\"nodes\":[{\"mesh\":0,\"skin\":0}]}",
                              vertices, vertices);
    gltf_validate_options_init(&options, sizeof options);
    options.regrades = &no_sums;
    options.regrade_count = 1;
    options.max_numbers = max_numbers;
    assert_int_equal(gltf_validate(json, (size_t)size, &options, NULL, NULL, &result, NULL), GLTF_OK);
    assert_int_equal(result.errors, 0);
    return result;
}

/* validate.h, max_numbers: so are vertices that no file stores, and the result says whether those were all */
static void endless_zeros_of_vertices_end(void **state) {
    (void)state;
    gltf_validation result = result_of_zeros("131072", 0); /* 8 numbers each */
    assert_int_equal(result.numbers, 131072 * 8);
    assert_int_equal(result.truncated, 0);
    result = result_of_zeros("9007199254740992", 0);
    assert_in_range(result.numbers, 1 << 22, (1 << 22) + 256 * 2048);
    assert_int_equal(result.truncated, 1);
}

/* many zeros of another accessor, such as sparse morph targets have, leave vertices with sparse joints their turn */
static void zeros_elsewhere_do_not_end_vertices(void **state) {
#define SPARSE                                                                                                         \
    "\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":1,\"componentType\":5121},\"values\":{\"bufferView\":1}}"
    static const char json[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":12,\"uri\":\"data:application/"
        "octet-stream;base64,"
        "/wAAAP8AAAAAAAAA\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":8,\"target\":34962},{\"buffer\":0,"
        "\"byteOffset\":8,\"byteLength\":4}],\"accessors\":[{\"type\":\"VEC4\",\"componentType\":5121,\"count\":"
        "2," SPARSE "},{\"bufferView\":0,\"type\":\"VEC4\",\"componentType\":5121,\"normalized\":true,\"count\":2},"
        "{\"type\":\"SCALAR\",\"componentType\":5126,\"count\":4194304," SPARSE
        "}],\"meshes\":[{\"primitives\":[{\"mode\":0,\"attributes\":{\"JOINTS_0\":0,\"WEIGHTS_0\":1,\"_X\":2}}]}],"
        "\"skins\":[{\"joints\":[0]}],\"nodes\":[{\"mesh\":0,\"skin\":0}]}";
#undef SPARSE
    gltf_validation result;
    (void)state;
    assert_int_equal(gltf_validate(json, strlen(json), NULL, NULL, NULL, &result, NULL), GLTF_OK);
    assert_true(result.numbers >= 1 << 20);
    assert_int_equal(result.truncated, 0);
}

/* validate.h, max_numbers: enough is enough inside a vertex, too */
static void numbers_of_vertices_are_limited(void **state) {
    (void)state;
    for (uint64_t limit = 1; limit < 20; limit++) {
        const gltf_validation result = result_of_zeros("2", limit + 1); /* one for the sparse index of both */
        assert_int_equal(result.numbers, limit < 16 ? limit / 2 * 2 : 16);
        assert_int_equal(result.truncated, limit < 16);
    }
}

static gltf_status GLTF_CALL lend(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                  gltf_buffer *out) {
    (void)buffer;
    (void)uri;
    out->data = *(const uint8_t *const *)user;
    out->size = byte_length;
    return GLTF_OK;
}

/* Calls of the allocator for so many primitives that use one skin of many joints, whose vertices are all in order. */
static size_t calls_for(unsigned primitives) {
    enum { JOINTS = 5000 };
    static const uint8_t bytes[20] = {3, 0, 0, 0, 0, 0, 0x80, 0x3F}; /* joint 3 with weight 1 */
    static const uint8_t *const given = bytes;
    char *json = malloc(2 * JOINTS + 100 * primitives + 2000);
    counting_allocator counts = {0};
    gltf_validate_options options;
    assert_non_null(json);
    size_t size = (size_t)sprintf(
        json,
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":20,\"uri\":\"b0\"}],\"bufferViews\":[{"
        "\"buffer\":0,"
        "\"byteLength\":4,\"target\":34962},{\"buffer\":0,\"byteOffset\":4,\"byteLength\":16,\"target\":34962}],"
        "\"accessors\":["
        "{\"type\":\"VEC3\",\"componentType\":5126,\"count\":1,\"min\":[0,0,0],\"max\":[0,0,0]},"
        "{\"bufferView\":0,\"type\":\"VEC4\",\"componentType\":5121,\"count\":1},"
        "{\"bufferView\":1,\"type\":\"VEC4\",\"componentType\":5126,\"count\":1}],\"nodes\":[{\"mesh\":0,\"skin\":0}],"
        "\"meshes\":[{\"primitives\":[");
    for (unsigned i = 0; i < primitives; i++) {
        size += (size_t)sprintf(
            json + size, "%s{\"mode\":0,\"attributes\":{\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_0\":2}}", i ? "," : "");
    }
    size += (size_t)sprintf(json + size, "]}],\"skins\":[{\"joints\":[0");
    for (unsigned i = 1; i < JOINTS; i++) {
        size += (size_t)sprintf(json + size, ",0");
    }
    size += (size_t)sprintf(json + size, "]}]}");
    gltf_validate_options_init(&options, sizeof options);
    options.allocator = counting_allocator_of(&counts);
    options.io.user = (void *)(uintptr_t)&given;
    options.io.load = lend;
    gltf_validation result;
    assert_int_equal(gltf_validate(json, size, &options, NULL, NULL, &result, NULL), GLTF_OK);
    assert_int_equal(result.errors, 0); /* a joint that another primitive used is not used twice */
    free(json);
    return counts.calls;
}

/* Many primitives with many joints each take no more memory than one of them. */
static void primitives_share_the_memory_for_joints(void **state) {
    (void)state;
    assert_int_equal(calls_for(40), calls_for(2));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_keep_the_rules),
        cmocka_unit_test(a_bad_vertex_is_found_among_good_ones),
        cmocka_unit_test(integer_weights_add_up_to_the_greatest_value),
        cmocka_unit_test(sets_count_together),
        cmocka_unit_test(smallest_skin_counts),
        cmocka_unit_test(joints_without_weights_are_told_of),
        cmocka_unit_test(later_joints_that_are_missing_end_it),
        cmocka_unit_test(endless_zeros_of_vertices_end),
        cmocka_unit_test(zeros_elsewhere_do_not_end_vertices),
        cmocka_unit_test(numbers_of_vertices_are_limited),
        cmocka_unit_test(primitives_share_the_memory_for_joints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
