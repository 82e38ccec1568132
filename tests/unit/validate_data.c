/* unit/validate_data.c - layer 3: what is said of the elements: bounds, floats, sparse entries, and what users of an accessor ask. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/issues.h"
#include "support/little.h"

enum { MANY = 3000 }; /* numbers: more than two blocks of 1152 */

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A document with one buffer of `size` bytes, one view of all of it and accessor 0 with these members. */
static void expect_accessor(const void *bytes, size_t size, const char *members, const char *expected, int line) {
    char json[4096];
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%u,'uri':'b0'}],'bufferViews':[{'buffer':0,"
             "'byteLength':%u}],'accessors':[{'bufferView':0,%s}]}",
             (unsigned)size, (unsigned)size, members);
    issues_expect_at(json, bytes, size, expected, __FILE__, line);
}
#define EXPECT_ACCESSOR(bytes, size, members, expected) expect_accessor(bytes, size, members, expected, __LINE__)
#define EXPECT_FLOATS(floats, size, members, expected) EXPECT_ACCESSOR(little(floats, size, 4), size, members, expected)

/* ---- Bounds ---- */

/* spec 3.6.2.5: min and max are the extremes, wherever in the accessor they are; those exceeded are counted once */
static void extremes_are_found_in_every_block(void **state) {
    static float values[MANY];
    (void)state;
    for (size_t place = 0; place < MANY; place += 1 + place / 7) {
        memset(values, 0, sizeof values);
        values[place] = 5;
        EXPECT_FLOATS(values, sizeof values, "'type':'SCALAR','componentType':5126,'count':3000,'min':[0],'max':[5]",
                      "");
        EXPECT_FLOATS(values, sizeof values, "'type':'SCALAR','componentType':5126,'count':3000,'min':[0],'max':[6]",
                      "ACCESSOR_MAX_MISMATCH 0 /accessors/0/max/0");
        EXPECT_FLOATS(
            values, sizeof values, "'type':'SCALAR','componentType':5126,'count':3000,'min':[0],'max':[4]",
            "ACCESSOR_MAX_MISMATCH 0 /accessors/0/max/0; ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND 0 /accessors/0/max/0");
        values[place] = -5;
        EXPECT_FLOATS(
            values, sizeof values, "'type':'SCALAR','componentType':5126,'count':3000,'min':[-4],'max':[0]",
            "ACCESSOR_MIN_MISMATCH 0 /accessors/0/min/0; ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND 0 /accessors/0/min/0");
    }
}

/* spec 3.6.2.5: each component by itself, in shapes of 1 to 16 numbers and all types, padding left out */
static void each_component_has_its_extremes(void **state) {
    static const struct {
        const char *shape;
        unsigned components;
        unsigned rows;
    } shapes[] = {{"SCALAR", 1, 1}, {"VEC2", 2, 2}, {"VEC3", 3, 3}, {"VEC4", 4, 4},
                  {"MAT2", 4, 2},   {"MAT3", 9, 3}, {"MAT4", 16, 4}};
    static const unsigned types[] = {5120, 5121, 5122, 5123, 5125, 5126};
    static const unsigned sizes[] = {1, 1, 2, 2, 4, 4};
    (void)state;
    for (size_t s = 0; s < 7; s++) {
        for (size_t t = 0; t < 6; t++) {
            enum { COUNT = 90 };
            static uint8_t bytes[COUNT * 64];
            char json[2048];
            char bounds[2][256] = {"", ""};
            const unsigned column = shapes[s].components == 1 ? sizes[t] : (shapes[s].rows * sizes[t] + 3) / 4 * 4;
            const int matrix = s >= 4;
            const unsigned element =
                matrix ? column * shapes[s].components / shapes[s].rows : sizes[t] * shapes[s].components;
            memset(bytes, 0xEE, sizeof bytes); /* what padding holds does not matter */
            for (unsigned i = 0; i < COUNT; i++) {
                for (unsigned c = 0; c < shapes[s].components; c++) {
                    /* component c runs from c to c + COUNT - 1, in an order that puts both extremes in the middle */
                    const unsigned value = c + (i * 7 + 31) % COUNT;
                    const unsigned at =
                        matrix ? c / shapes[s].rows * column + c % shapes[s].rows * sizes[t] : c * sizes[t];
                    uint32_t stored = value;
                    if (types[t] == 5126) {
                        const float real = (float)value;
                        memcpy(&stored, &real, sizeof stored);
                    }
                    for (unsigned b = 0; b < sizes[t]; b++) {
                        bytes[i * element + at + b] = (uint8_t)(stored >> 8 * b);
                    }
                }
            }
            for (unsigned c = 0; c < shapes[s].components; c++) {
                snprintf(bounds[0] + strlen(bounds[0]), 16, "%s%u", c ? "," : "", c);
                snprintf(bounds[1] + strlen(bounds[1]), 16, "%s%u", c ? "," : "", c + COUNT - 1);
            }
            snprintf(json, sizeof json, "'type':'%s','componentType':%u,'count':%u,'min':[%s],'max':[%s]",
                     shapes[s].shape, types[t], (unsigned)COUNT, bounds[0], bounds[1]);
            EXPECT_ACCESSOR(bytes, (size_t)COUNT * element, json, "");
            /* all greatest values one too small */
            char expected[4096] = "";
            bounds[1][0] = '\0';
            for (unsigned c = 0; c < shapes[s].components; c++) {
                snprintf(bounds[1] + strlen(bounds[1]), 16, "%s%u", c ? "," : "", c + COUNT - 2);
                snprintf(expected + strlen(expected), 256,
                         "%sACCESSOR_MAX_MISMATCH 0 /accessors/0/max/%u; ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND 0 "
                         "/accessors/0/max/%u",
                         c ? "; " : "", c, c);
            }
            snprintf(json, sizeof json, "'type':'%s','componentType':%u,'count':%u,'min':[%s],'max':[%s]",
                     shapes[s].shape, types[t], (unsigned)COUNT, bounds[0], bounds[1]);
            EXPECT_ACCESSOR(bytes, (size_t)COUNT * element, json, expected);
        }
    }
}

/* spec 3.6.2.5: a declared float is rounded to float32 and then compared exactly; -0 equals 0 */
static void declared_floats_are_rounded(void **state) {
    const float tenth[] = {0.1f};
    const float zero[] = {-0.0f};
    const float large[] = {float_of(0x7F7FFFFFu)};
    (void)state;
    EXPECT_FLOATS(tenth, 4, "'type':'SCALAR','componentType':5126,'count':1,'min':[0.1],'max':[0.10000000149011612]",
                  "");
    EXPECT_FLOATS(tenth, 4, "'type':'SCALAR','componentType':5126,'count':1,'min':[1000000000000000055511e-22]", "");
    EXPECT_FLOATS(tenth, 4, "'type':'SCALAR','componentType':5126,'count':1,'min':[0.10000001]",
                  "ACCESSOR_MIN_MISMATCH 0 /accessors/0/min/0; ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND 0 /accessors/0/min/0");
    EXPECT_FLOATS(zero, 4, "'type':'SCALAR','componentType':5126,'count':1,'min':[0],'max':[-0.0]", "");
    EXPECT_FLOATS(large, 4, "'type':'SCALAR','componentType':5126,'count':1,'max':[3.4028234663852886e38]", "");
    EXPECT_FLOATS(large, 4, "'type':'SCALAR','componentType':5126,'count':1,'max':[1e300]",
                  "ACCESSOR_MAX_MISMATCH 0 /accessors/0/max/0");
}

/* spec 3.6.2.5: normalized integers are compared as they are stored */
static void bounds_of_normalized_integers_are_stored_values(void **state) {
    static const uint8_t bytes[] = {3, 255};
    (void)state;
    EXPECT_ACCESSOR(bytes, 2, "'type':'SCALAR','componentType':5121,'count':2,'normalized':true,'min':[3],'max':[255]",
                    "");
    EXPECT_ACCESSOR(bytes, 2, "'type':'SCALAR','componentType':5120,'count':2,'normalized':true,'min':[-1],'max':[3]",
                    "");
}

/* spec 3.6.2.2: NaN and infinities are told of one by one; a NaN hides the extremes only where it comes first */
static void floats_are_finite(void **state) {
    const float nan = float_of(0x7FC00001u);
    const float infinity = float_of(0x7F800000u);
    const float first[] = {nan, 1, 2};
    const float later[] = {1, nan, 2};
    const float endless[] = {1, -infinity, infinity};
    static float many[MANY];
    (void)state;
    EXPECT_FLOATS(first, 12, "'type':'SCALAR','componentType':5126,'count':3,'min':[1],'max':[2]",
                  "ACCESSOR_INVALID_FLOAT 0 /accessors/0; ACCESSOR_MIN_MISMATCH 0 /accessors/0/min/0; "
                  "ACCESSOR_MAX_MISMATCH 0 /accessors/0/max/0");
    EXPECT_FLOATS(later, 12, "'type':'SCALAR','componentType':5126,'count':3,'min':[1],'max':[2]",
                  "ACCESSOR_INVALID_FLOAT 0 /accessors/0");
    EXPECT_FLOATS(endless, 12, "'type':'SCALAR','componentType':5126,'count':3,'min':[1],'max':[1]",
                  "ACCESSOR_INVALID_FLOAT 0 /accessors/0 *2; ACCESSOR_MIN_MISMATCH 0 /accessors/0/min/0; "
                  "ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND 0 /accessors/0/min/0; ACCESSOR_MAX_MISMATCH 0 /accessors/0/max/0; "
                  "ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND 0 /accessors/0/max/0");
    for (size_t i = 0; i < MANY; i++) {
        many[i] = float_of(0xFF800001u);
    }
    EXPECT_FLOATS(many, sizeof many, "'type':'SCALAR','componentType':5126,'count':3000",
                  "ACCESSOR_INVALID_FLOAT 0 /accessors/0 *3000");
}

/* data that is misaligned, out of bounds or not there is not looked at */
static void only_sound_data_is_looked_at(void **state) {
    const float nan[] = {float_of(0x7FC00000u), float_of(0x7FC00000u)};
    (void)state;
    EXPECT_FLOATS(nan, 8, "'type':'SCALAR','componentType':5126,'count':3", "ACCESSOR_TOO_LONG 0 /accessors/0");
    EXPECT_FLOATS(
        nan, 8, "'type':'SCALAR','componentType':5126,'count':1,'byteOffset':2",
        "ACCESSOR_OFFSET_ALIGNMENT 0 /accessors/0/byteOffset; ACCESSOR_TOTAL_OFFSET_ALIGNMENT 0 /accessors/0");
    EXPECT_FLOATS(nan, 7, "'type':'SCALAR','componentType':5126,'count':1", "ACCESSOR_INVALID_FLOAT 0 /accessors/0");
    issues_expect(ISSUES_DOC("'buffers':[{'byteLength':8,'uri':'b0'}],'bufferViews':[{'buffer':0,'byteLength':8}],"
                             "'accessors':[{'bufferView':0,'type':'SCALAR','componentType':5126,'count':1}]"),
                  little(nan, 4, 4), 4, "BUFFER_BYTE_LENGTH_MISMATCH 0 /buffers/0");
}

/* ---- Sparse ---- */

/* Indices as bytes, then values as bytes, over a base of zeros or of a view. */
static void expect_sparse(const uint8_t *entries, unsigned count, const char *members, const char *expected, int line) {
    char json[2048];
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%u,'uri':'b0'}],'bufferViews':[{'buffer':0,"
             "'byteLength':%u},{'buffer':0,'byteOffset':%u,'byteLength':%u}],'accessors':[{'type':'SCALAR',"
             "'componentType':5121,%s,'sparse':{'count':%u,'indices':{'bufferView':0,'componentType':5121},'values':{"
             "'bufferView':1}}}]}",
             2 * count, count, count, count, members, count);
    issues_expect_at(json, entries, 2 * (size_t)count, expected, __FILE__, line);
}
#define EXPECT_SPARSE(entries, count, members, expected) expect_sparse(entries, count, members, expected, __LINE__)
#define NOT_INCREASING "ACCESSOR_SPARSE_INDICES_NON_INCREASING 0 /accessors/0/sparse"
#define BEYOND "ACCESSOR_SPARSE_INDEX_OOB 0 /accessors/0/sparse"

/* spec 3.6.2.3, 3.6.2.5: extremes are those after substitution; zeros count unless all are replaced */
static void bounds_are_those_after_substitution(void **state) {
    static const uint8_t two[] = {1, 3, 10, 20};
    static const uint8_t all[] = {0, 1, 2, 7, 5, 9};
    (void)state;
    EXPECT_SPARSE(two, 2, "'count':5,'min':[0],'max':[20]", "");
    EXPECT_SPARSE(two, 2, "'count':5,'min':[10],'max':[20]",
                  "ACCESSOR_MIN_MISMATCH 0 /accessors/0/min/0; ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND 0 /accessors/0/min/0");
    EXPECT_SPARSE(all, 3, "'count':3,'min':[5],'max':[9]", "");
}

/* spec 3.6.2.3: indices strictly increase and exist; as elsewhere, what comes after a wrong one is not applied */
static void entries_after_a_wrong_one_are_not_applied(void **state) {
    static const uint8_t equal[] = {1, 1, 3, 10, 20, 30};
    static const uint8_t falling[] = {2, 1, 3, 10, 20, 30};
    static const uint8_t beyond[] = {1, 9, 4, 10, 20, 30};
    static const uint8_t last[] = {1, 2, 1, 10, 20, 30};
    (void)state;
    EXPECT_SPARSE(equal, 3, "'count':5,'min':[0],'max':[10]", NOT_INCREASING);
    EXPECT_SPARSE(falling, 3, "'count':5,'min':[0],'max':[10]", NOT_INCREASING);
    EXPECT_SPARSE(beyond, 3, "'count':5,'min':[0],'max':[10]", NOT_INCREASING "; " BEYOND);
    EXPECT_SPARSE(last, 3, "'count':5,'min':[0],'max':[20]", NOT_INCREASING);
}

/* a count that no file could hold is only that many zeros: they are looked at, but not all of them */
static void endless_zeros_end(void **state) {
    static const uint8_t one[] = {200, 9};
    (void)state;
    EXPECT_SPARSE(one, 1, "'count':9007199254740992,'min':[0],'max':[9]", "");
    EXPECT_SPARSE(one, 1, "'count':9007199254740992,'min':[1],'max':[8]",
                  "ACCESSOR_MIN_MISMATCH 0 /accessors/0/min/0; ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND 0 /accessors/0/min/0; "
                  "ACCESSOR_MAX_MISMATCH 0 /accessors/0/max/0; ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND 0 /accessors/0/max/0");
}

/* entries far apart and in runs, over block borders, with indices of all types */
static void entries_reach_every_block(void **state) {
    static uint8_t bytes[4 * 100 + 4 * 100];
    static const unsigned types[] = {5123, 5125};
    (void)state;
    for (size_t t = 0; t < 2; t++) {
        char json[1024];
        const unsigned size = t == 0 ? 2 : 4;
        for (uint32_t i = 0; i < 100; i++) {
            const uint32_t index = i < 50 ? 1100 + i * 2 : 2500 + (i - 50);
            const float value = i == 99 ? 7.0f : 1.0f;
            for (unsigned b = 0; b < size; b++) {
                bytes[i * size + b] = (uint8_t)(index >> 8 * b);
            }
            memcpy(bytes + 400 + 4 * i, little(&value, 4, 4), 4);
        }
        snprintf(
            json, sizeof json,
            "{'asset':{'version':'2.0'},'buffers':[{'byteLength':800,'uri':'b0'}],'bufferViews':[{'buffer':0,"
            "'byteLength':400},{'buffer':0,'byteOffset':400,'byteLength':400}],'accessors':[{'type':'SCALAR',"
            "'componentType':5126,'count':3000,'min':[0],'max':[7],'sparse':{'count':100,'indices':{'bufferView':0,"
            "'componentType':%u},'values':{'bufferView':1}}}]}",
            types[t]);
        issues_expect(json, bytes, sizeof bytes, "");
    }
}

/* Key times of an animation, each of them put in by a sparse entry, in as many blocks and batches as it takes. */
static void expect_times(const float *times, uint16_t count, const char *expected, int line) {
    static uint8_t bytes[6 * MANY];
    char json[1024];
    for (uint16_t i = 0; i < count; i++) {
        bytes[2 * i] = (uint8_t)i;
        bytes[2 * i + 1] = (uint8_t)(i >> 8);
    }
    memcpy(bytes + 2 * (size_t)count, little(times, 4 * (size_t)count, 4), 4 * (size_t)count);
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%d,'uri':'b0'}],'bufferViews':[{'buffer':0,"
             "'byteLength':%d},{'buffer':0,'byteOffset':%d,'byteLength':%d}],'accessors':[{'type':'SCALAR',"
             "'componentType':5126,'count':%d,'min':[0],'max':[%d],'sparse':{'count':%d,'indices':{'bufferView':0,"
             "'componentType':5123},'values':{'bufferView':1}}},{'type':'VEC3','componentType':5126,'count':%d}],"
             "'nodes':[{}],'animations':[{'samplers':[{'input':0,'output':1}],'channels':[{'sampler':0,'target':{"
             "'node':0,'path':'scale'}}]}]}",
             6 * count, 2 * count, 2 * count, 4 * count, count, count - 1, count, count);
    issues_expect_at(json, bytes, 6 * (size_t)count, expected, __FILE__, line);
}

/* spec 3.6.2.3: however many entries a block has, each is put in its own place: key times increase only so */
static void many_entries_of_a_block_keep_their_places(void **state) {
    static float times[MANY];
    (void)state;
    for (size_t i = 0; i < MANY; i++) {
        times[i] = (float)i;
    }
    expect_times(times, MANY, "", __LINE__);
    for (size_t place = 1; place < MANY; place = place < 1280 ? place + 127 : 2 * place) {
        times[place] = (float)(place - 1);
        times[place - 1] = (float)place;
        expect_times(times, MANY, "ACCESSOR_ANIMATION_INPUT_NON_INCREASING 0 /animations/0/samplers/0/input", __LINE__);
        times[place] = (float)place;
        times[place - 1] = (float)(place - 1);
    }
}

/* Once many zeros have been seen, such are passed over; an entry among them is met wherever it stands. */
static void entries_behind_many_zeros_are_met(void **state) {
    enum { PLACES = 256, ONE = 256 };
    uint8_t bytes[PLACES + 4] = {0}; /* indices, a value, and one of three zeros */
    char *json = malloc(ONE * (PLACES + 4));
    char *expected = malloc(ONE * PLACES);
    (void)state;
    assert_true(json && expected);
    for (size_t i = 0; i < PLACES; i++) {
        bytes[i] = (uint8_t)i;
    }
    bytes[PLACES] = 9;
    for (int max = 9; max >= 8; max--) {
        size_t size = (size_t)sprintf(
            json,
            "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%d,'uri':'b0'}],'bufferViews':[{'buffer':0,"
            "'byteLength':%d}],'accessors':[{'type':'VEC3','componentType':5121,'count':500000,'max':[0,0,0],'sparse':{"
            "'count':1,'indices':{'bufferView':0,'componentType':5121},'values':{'bufferView':0,'byteOffset':%d}}}",
            PLACES + 4, PLACES + 4, PLACES + 1);
        size_t issues = 0;
        expected[0] = '\0';
        for (int i = 0; i < PLACES; i++) {
            char count[20] = "9007199254740992";
            if (i > 0 && i % 4 == 0) { /* the entry is the last element, and the zeros before it make the minimum */
                sprintf(count, "%d", i + 1);
            }
            size += (size_t)sprintf(
                json + size,
                ",{'type':'SCALAR','componentType':5121,'count':%s,'min':[0],'max':[%d],'sparse':{'count':"
                "1,'indices':{'bufferView':0,'byteOffset':%d,'componentType':5121},'values':{'bufferView':"
                "0,'byteOffset':%d}}}",
                count, max, i, PLACES);
            if (max == 8) {
                issues += (size_t)sprintf(expected + issues,
                                          "%sACCESSOR_MAX_MISMATCH 0 /accessors/%d/max/0; "
                                          "ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND 0 /accessors/%d/max/0",
                                          i ? "; " : "", i + 1, i + 1);
            }
        }
        sprintf(json + size, "]}");
        issues_expect(json, bytes, sizeof bytes, expected);
    }
    free(json);
    free(expected);
}

/* the same for entries that are never met: behind one that does not increase, or beyond the end */
static void wrong_entries_behind_many_zeros_are_not_met(void **state) {
    static const uint8_t bytes[] = {200, 100, 7, 9, 0, 0, 0};
    (void)state;
#define AFTER_ZEROS(members, entries, indices)                                                                         \
    ISSUES_DOC("'buffers':[{'byteLength':7,'uri':'b0'}],'bufferViews':[{'buffer':0,'byteLength':7}],'accessors':[{"    \
               "'type':'VEC3','componentType':5121,'count':500000,'max':[0,0,0],'sparse':{'count':1,'indices':{"       \
               "'bufferView':0,'componentType':5121},'values':{'bufferView':0,'byteOffset':4}}},{'type':'SCALAR',"     \
               "'componentType':5121," members ",'sparse':{'count':" entries ",'indices':{'bufferView':0,"             \
               "'componentType':5121,'byteOffset':" indices "},'values':{'bufferView':0,'byteOffset':2}}}]")
    issues_expect(AFTER_ZEROS("'count':900000,'min':[0],'max':[7]", "2", "0"), bytes, 7,
                  "ACCESSOR_SPARSE_INDICES_NON_INCREASING 0 /accessors/1/sparse");
    issues_expect(AFTER_ZEROS("'count':150,'min':[0],'max':[0]", "1", "0"), bytes, 7,
                  "ACCESSOR_SPARSE_INDEX_OOB 0 /accessors/1/sparse");
    issues_expect(AFTER_ZEROS("'count':101,'min':[0],'max':[7]", "1", "1"), bytes, 7, "");
}

/* ---- What users ask ---- */

/* A primitive with POSITION of zeros and attribute `name` of these bytes, or floats of this machine. */
static void expect_attribute(const void *bytes, unsigned size, const char *name, const char *format, unsigned count,
                             const char *expected, int line) {
    char json[2048];
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_mesh_quantization'],'extensionsRequired':["
             "'KHR_mesh_quantization'],'buffers':[{'byteLength':%u,'uri':'b0'}],'bufferViews':[{'buffer':0,"
             "'byteLength':%u}],'accessors':[{'type':'VEC3','componentType':5126,'count':%u,'min':[0,0,0],"
             "'max':[0,0,0]},{'bufferView':0,'count':%u,%s}],'meshes':[{'primitives':[{'mode':0,'attributes':{"
             "'POSITION':0,'NORMAL':%u,'%s':1}}]}]}",
             size, size, count, count, format, strcmp(name, "NORMAL") == 0 ? 1u : 0u, name);
    const void *const stored = strstr(format, "5126") ? little(bytes, size, 4) : bytes;
    issues_expect_at(json, stored, size, expected, __FILE__, line);
}
#define EXPECT_ATTRIBUTE(bytes, size, name, format, count, expected)                                                   \
    expect_attribute(bytes, size, name, format, count, expected, __LINE__)
#define AT "/meshes/0/primitives/0/attributes/"
#define FLOAT3 "'type':'VEC3','componentType':5126"
#define FLOAT4 "'type':'VEC4','componentType':5126"

/* spec 3.7.2.1: normals have unit length, with a tolerance of 0.00674; each is told of */
static void normals_have_unit_length(void **state) {
    static float many[MANY];
    static const struct {
        float length;
        const char *expected;
    } rows[] = {{1.0f, ""},
                {1.0067f, ""},
                {0.9933f, ""},
                {1.0068f, "ACCESSOR_VECTOR3_NON_UNIT 0 " AT "NORMAL"},
                {0.9932f, "ACCESSOR_VECTOR3_NON_UNIT 0 " AT "NORMAL"},
                {0.0f, "ACCESSOR_VECTOR3_NON_UNIT 0 " AT "NORMAL"}};
    const float nan[] = {float_of(0x7FC00000u), 0, 1};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const float vector[] = {0, -rows[i].length, 0};
        EXPECT_ATTRIBUTE(vector, 12, "NORMAL", FLOAT3, 1, rows[i].expected);
    }
    EXPECT_ATTRIBUTE(nan, 12, "NORMAL", FLOAT3, 1, "ACCESSOR_INVALID_FLOAT 0 /accessors/1");
    for (size_t i = 0; i < MANY; i++) {
        many[i] = i % 3 == 0 ? 1.0f : 0.0f;
    }
    EXPECT_ATTRIBUTE(many, sizeof many, "NORMAL", FLOAT3, 1000, "");
    many[0] = 2;
    many[1152] = 2;
    many[2997] = 2;
    EXPECT_ATTRIBUTE(many, sizeof many, "NORMAL", FLOAT3, 1000, "ACCESSOR_VECTOR3_NON_UNIT 0 " AT "NORMAL *3");
}

/* KHR_mesh_quantization: normalized integers are decoded first; -128 is -1 */
static void quantized_normals_and_tangents_are_decoded(void **state) {
    static const int8_t normal[] = {0, -128, 0, 0};
    static const int8_t short_normal[] = {0, 126, 0, 0};
    static const int8_t too_short[] = {0, 125, 0, 0};
    static const int8_t tangents[] = {127, 0, 0, 127, 0, 0, -127, -127, 0, 127, 0, -128, 0, 127, 0, 126};
    static const uint8_t halves[] = {0, 0, 0xFF, 0x7F, 0, 0, 0x01, 0x80};
    (void)state;
    EXPECT_ATTRIBUTE(normal, 4, "NORMAL", "'type':'VEC3','componentType':5120,'normalized':true", 1,
                     "MESH_PRIMITIVE_ACCESSOR_UNALIGNED 0 " AT "NORMAL");
    EXPECT_ATTRIBUTE(short_normal, 4, "NORMAL", "'type':'VEC3','componentType':5120,'normalized':true", 1,
                     "MESH_PRIMITIVE_ACCESSOR_UNALIGNED 0 " AT "NORMAL; ACCESSOR_VECTOR3_NON_UNIT 0 " AT "NORMAL");
    EXPECT_ATTRIBUTE(too_short, 4, "NORMAL", "'type':'VEC3','componentType':5120,'normalized':true", 1,
                     "MESH_PRIMITIVE_ACCESSOR_UNALIGNED 0 " AT "NORMAL; ACCESSOR_VECTOR3_NON_UNIT 0 " AT "NORMAL");
    EXPECT_ATTRIBUTE(tangents, 16, "TANGENT", "'type':'VEC4','componentType':5120,'normalized':true", 4,
                     "ACCESSOR_INVALID_SIGN 0 " AT "TANGENT");
    EXPECT_ATTRIBUTE(halves, 8, "TANGENT", "'type':'VEC4','componentType':5122,'normalized':true", 1, "");
}

/* spec 3.7.2.1: xyz of a tangent has unit length, w is 1 or -1 */
static void tangents_have_unit_length_and_a_sign(void **state) {
    static const float good[] = {1, 0, 0, 1, 0, 0, 1, -1};
    static const float bad[] = {1, 0, 0, 0, 2, 0, 0, 1, 0.5f, 0, 0, 0.99f};
    (void)state;
    EXPECT_ATTRIBUTE(good, 32, "TANGENT", FLOAT4, 2, "");
    EXPECT_ATTRIBUTE(bad, 48, "TANGENT", FLOAT4, 3,
                     "ACCESSOR_INVALID_SIGN 0 " AT "TANGENT *2; ACCESSOR_VECTOR3_NON_UNIT 0 " AT "TANGENT *2");
}

/* spec 3.7.2.1: float colours lie in 0 to 1; only the first set, and no deltas, are looked at */
static void colors_are_clamped(void **state) {
    static const float values[] = {0, 1, -0.0f, 1.0001f, -1, 0.5f};
    (void)state;
    EXPECT_ATTRIBUTE(values, 24, "COLOR_0", FLOAT3, 2, "ACCESSOR_NON_CLAMPED 0 " AT "COLOR_0 *2");
    EXPECT_ATTRIBUTE(values, 24, "_COLOR_0", FLOAT3, 2, "");
}

/* one accessor, two primitives: what is wrong is said for both */
static void each_user_is_told(void **state) {
    static const float values[] = {2, 0, 0};
    (void)state;
    issues_expect(ISSUES_DOC("'buffers':[{'byteLength':12,'uri':'b0'}],'bufferViews':[{'buffer':0,'byteLength':12}],"
                             "'accessors':[{'type':'VEC3','componentType':5126,'count':1,'min':[0,0,0],'max':[0,0,0]},"
                             "{'bufferView':0,'type':'VEC3','componentType':5126,'count':1}],'meshes':[{'primitives':["
                             "{'mode':0,'attributes':{'POSITION':0,'NORMAL':1}},{'mode':0,'attributes':{'POSITION':0,"
                             "'NORMAL':1},'targets':[{'NORMAL':1}]}]}]"),
                  little(values, sizeof values, 4), sizeof values,
                  "ACCESSOR_VECTOR3_NON_UNIT 0 /meshes/0/primitives/0/attributes/NORMAL; "
                  "ACCESSOR_VECTOR3_NON_UNIT 0 /meshes/0/primitives/1/attributes/NORMAL; "
                  "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT 0 /meshes/0/primitives/1/targets");
}

/* A primitive of `vertices` vertices drawn through indices of one type. */
static void expect_indices(const void *bytes, unsigned size, unsigned type, unsigned count, unsigned vertices,
                           unsigned mode, const char *expected, int line) {
    char json[1024];
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%u,'uri':'b0'}],'bufferViews':[{'buffer':0,"
             "'byteLength':%u}],'accessors':[{'type':'VEC3','componentType':5126,'count':%u,'min':[0,0,0],"
             "'max':[0,0,0]},{'bufferView':0,'type':'SCALAR','componentType':%u,'count':%u}],'meshes':[{'primitives':[{"
             "'mode':%u,'attributes':{'POSITION':0},'indices':1}]}]}",
             size, size, vertices, type, count, mode);
    issues_expect_at(json,
                     little(bytes, size,
                            type == 5125   ? 4
                            : type == 5123 ? 2
                                           : 1),
                     size, expected, __FILE__, line);
}
#define EXPECT_INDICES(bytes, size, type, count, vertices, mode, expected)                                             \
    expect_indices(bytes, size, type, count, vertices, mode, expected, __LINE__)
#define INDICES "/meshes/0/primitives/0/indices"

/* spec 3.7.2.1: indices are below the number of vertices, and no greatest value of their type; each is told of */
static void indices_exist(void **state) {
    static const uint8_t bytes[] = {0, 4, 5, 255};
    static const uint16_t shorts[] = {0, 65535, 3, 4};
    static const uint32_t longs[] = {0, 4294967295u, 3};
    static uint16_t many[MANY];
    (void)state;
    EXPECT_INDICES(bytes, 4, 5121, 4, 5, 0,
                   "ACCESSOR_INDEX_OOB 0 " INDICES " *2; ACCESSOR_INDEX_PRIMITIVE_RESTART 0 " INDICES);
    EXPECT_INDICES(bytes, 4, 5121, 4, 256, 0, "ACCESSOR_INDEX_PRIMITIVE_RESTART 0 " INDICES);
    EXPECT_INDICES(bytes, 4, 5121, 3, 6, 0, "");
    EXPECT_INDICES(shorts, 8, 5123, 4, 65536, 0, "ACCESSOR_INDEX_PRIMITIVE_RESTART 0 " INDICES);
    EXPECT_INDICES(longs, 12, 5125, 3, 4, 0,
                   "ACCESSOR_INDEX_OOB 0 " INDICES "; ACCESSOR_INDEX_PRIMITIVE_RESTART 0 " INDICES);
    many[1151] = 1;
    many[1152] = 1;
    many[2999] = 1;
    EXPECT_INDICES(many, sizeof many, 5123, MANY, 1, 0, "ACCESSOR_INDEX_OOB 0 " INDICES " *3");
}

/* one accessor of indices, three primitives of different size: each is told of what it lacks */
static void each_primitive_has_its_own_vertices(void **state) {
    static const uint8_t bytes[] = {0, 1, 2, 3};
#define POINTS(count) "{'type':'VEC3','componentType':5126,'count':" count ",'min':[0,0,0],'max':[0,0,0]}"
#define DRAWN(positions) "{'mode':0,'attributes':{'POSITION':" positions "},'indices':0}"
    (void)state;
    issues_expect(
        ISSUES_DOC(
            "'buffers':[{'byteLength':4,'uri':'b0'}],'bufferViews':[{'buffer':0,'byteLength':4}],"
            "'accessors':[{'bufferView':0,'type':'SCALAR','componentType':5121,'count':4}," POINTS("4") "," POINTS("2") "," POINTS(
                "3") "],'meshes':[{'primitives':[" DRAWN("1") "," DRAWN("2") "," DRAWN("3") "," DRAWN("1") "]}]"),
        bytes, 4,
        "ACCESSOR_INDEX_OOB 0 /meshes/0/primitives/1/indices *2; "
        "ACCESSOR_INDEX_OOB 0 /meshes/0/primitives/2/indices");
}

/* one accessor of indices as triangles and as points, with more and with fewer vertices: each is told of its own */
static void users_of_one_accessor_ask_different_things(void **state) {
    static const uint8_t bytes[] = {0, 1, 2, 3, 3, 1};
    static const float vectors[] = {1, 0, 0, 1, 2, 0, 0, 0.5f};
#define LISTED(positions) "{'attributes':{'POSITION':" positions "},'indices':0}"
    (void)state;
    issues_expect(ISSUES_DOC("'buffers':[{'byteLength':6,'uri':'b0'}],'bufferViews':[{'buffer':0,'byteLength':6}],"
                             "'accessors':[{'bufferView':0,'type':'SCALAR','componentType':5121,'count':6}," POINTS(
                                 "4") "," POINTS("3") "],"
                                                      "'meshes':[{'primitives':[" LISTED("2") "," DRAWN("2") "," LISTED(
                                                          "1") "," DRAWN("1") "]}]"),
                  bytes, 6,
                  "ACCESSOR_INDEX_OOB 0 /meshes/0/primitives/0/indices *2; "
                  "ACCESSOR_INDEX_OOB 0 /meshes/0/primitives/1/indices *2; "
                  "ACCESSOR_INDEX_TRIANGLE_DEGENERATE 2 /meshes/0/primitives/0/indices; "
                  "ACCESSOR_INDEX_TRIANGLE_DEGENERATE 2 /meshes/0/primitives/2/indices");
    issues_expect(
        ISSUES_DOC(
            "'buffers':[{'byteLength':32,'uri':'b0'}],"
            "'bufferViews':[{'buffer':0,'byteLength':32,'target':34962}],"
            "'accessors':[{'bufferView':0,'type':'VEC4','componentType':5126,'count':2}," POINTS(
                "2") "],"
                     "'meshes':[{'primitives':[{'mode':0,'attributes':{'COLOR_0':0,'POSITION':1,'TANGENT':0}}]}]"),
        little(vectors, 32, 4), 32,
        "MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL 1 " AT "TANGENT; ACCESSOR_VECTOR3_NON_UNIT 0 " AT "TANGENT; "
        "ACCESSOR_INVALID_SIGN 0 " AT "TANGENT; ACCESSOR_NON_CLAMPED 0 " AT "COLOR_0");
}

/* a primitive whose vertices cannot be counted has none, so no index exists */
static void without_vertices_no_index_exists(void **state) {
    static const uint8_t bytes[] = {0, 1, 2, 0};
    (void)state;
    issues_expect(ISSUES_DOC("'buffers':[{'byteLength':4,'uri':'b0'}],'bufferViews':[{'buffer':0,'byteLength':4}],"
                             "'accessors':[{'bufferView':0,'type':'SCALAR','componentType':5121,'count':3}],"
                             "'meshes':[{'primitives':[{'attributes':{},'indices':0}]}]"),
                  bytes, 4, "EMPTY_ENTITY 0 /meshes/0/primitives/0/attributes; ACCESSOR_INDEX_OOB 0 " INDICES " *3");
}

/* triangles with two equal indices are summed up in one message, of lists only */
static void degenerate_triangles_are_summed_up(void **state) {
    static const uint8_t bytes[] = {0, 1, 2, 0, 0, 1, 2, 1, 2, 2, 1, 1, 0, 1, 0};
    (void)state;
    EXPECT_INDICES(bytes, 15, 5121, 15, 3, 4, "ACCESSOR_INDEX_TRIANGLE_DEGENERATE 2 " INDICES);
    EXPECT_INDICES(bytes, 15, 5121, 3, 3, 4, "");
    EXPECT_INDICES(bytes, 15, 5121, 15, 3, 5, "");
}

/* spec 3.7.3.1: the fourth row of each matrix is exactly 0 0 0 1, padding or not */
static void matrices_are_affine(void **state) {
    static float matrices[2][16] = {{2, 9, 9, 0, 9, 9, 9, 0, 9, 9, 9, 0, 9, 9, 9, 1},
                                    {2, 9, 9, 1e-9f, 9, 9, 9, 1, 9, 9, 9, -1, 9, 9, 9, 0.5f}};
    (void)state;
    issues_expect(ISSUES_DOC("'buffers':[{'byteLength':128,'uri':'b0'}],'bufferViews':[{'buffer':0,'byteLength':128}],"
                             "'accessors':[{'bufferView':0,'type':'MAT4','componentType':5126,'count':2}],"
                             "'skins':[{'joints':[0],'inverseBindMatrices':0}],'nodes':[{}]"),
                  little(matrices, sizeof matrices, 4), sizeof matrices,
                  "ACCESSOR_INVALID_IBM 0 /skins/0/inverseBindMatrices *4");
}

/* An animation of rotations with these times and outputs behind them. */
static void expect_rotation(const float *values, unsigned times, unsigned outputs, const char *interpolation,
                            const char *expected, int line) {
    char json[2048];
    float least = values[0];
    float greatest = values[0];
    for (unsigned i = 1; i < times; i++) {
        least = values[i] < least ? values[i] : least;
        greatest = values[i] > greatest ? values[i] : greatest;
    }
    snprintf(
        json, sizeof json,
        "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%u,'uri':'b0'}],'bufferViews':[{'buffer':0,"
        "'byteLength':%u}],'accessors':[{'bufferView':0,'type':'SCALAR','componentType':5126,'count':%u,'min':[%g],"
        "'max':[%g]},{'bufferView':0,'byteOffset':%u,'type':'VEC4','componentType':5126,'count':%u}],"
        "'nodes':[{}],'animations':[{'samplers':[{'input':0,'output':1,'interpolation':'%s'}],'channels':[{"
        "'sampler':0,'target':{'node':0,'path':'rotation'}}]}]}",
        4 * times + 16 * outputs, 4 * times + 16 * outputs, times, (double)least, (double)greatest, 4 * times, outputs,
        interpolation);
    const size_t size = 4 * times + 16 * (size_t)outputs;
    issues_expect_at(json, little(values, size, 4), size, expected, __FILE__, line);
}
#define EXPECT_ROTATION(values, times, outputs, interpolation, expected)                                               \
    expect_rotation(values, times, outputs, interpolation, expected, __LINE__)
#define INPUT "/animations/0/samplers/0/input"
#define SAMPLER "/animations/0/channels/0/sampler"

/* spec 3.11: key times are not negative and strictly increase; one after a negative one is compared with the last good one */
static void key_times_increase(void **state) {
    static const float good[] = {0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const float bad[] = {1, -2, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const float first[] = {-1, 0, 0.5f, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    (void)state;
    EXPECT_ROTATION(good, 3, 3, "LINEAR", "");
    EXPECT_ROTATION(bad, 3, 3, "LINEAR",
                    "ACCESSOR_ANIMATION_INPUT_NEGATIVE 0 " INPUT "; ACCESSOR_ANIMATION_INPUT_NON_INCREASING 0 " INPUT);
    EXPECT_ROTATION(first, 3, 3, "LINEAR",
                    "ACCESSOR_ANIMATION_INPUT_NEGATIVE 0 " INPUT "; ACCESSOR_ANIMATION_INPUT_NON_INCREASING 0 " INPUT);
}

/* spec 3.11: rotations have unit length, tolerance 0.00769; with CUBICSPLINE the tangents are anything */
static void rotations_have_unit_length(void **state) {
    static const float near_one[] = {0, 0, 0, 0, 1.0076f, 0, 0.9924f, 0, 0};
    static const float far_off[] = {0, 1, 0, 0, 0, 1.0078f, 0, 0.9922f, 0, 0};
    static const float cubic[] = {0, 1, 5, 5, 5, 5, 0, 0, 0, 1, 9, 9, 9, 9, 7, 7, 7, 7, 0, 0, 0, 2, 3, 3, 3, 3};
    (void)state;
    EXPECT_ROTATION(near_one, 1, 2, "LINEAR", "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT 0 " SAMPLER);
    EXPECT_ROTATION(far_off, 2, 2, "STEP",
                    "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION 0 " SAMPLER " *2");
    EXPECT_ROTATION(cubic, 2, 6, "CUBICSPLINE",
                    "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION 0 " SAMPLER);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extremes_are_found_in_every_block),
        cmocka_unit_test(each_component_has_its_extremes),
        cmocka_unit_test(declared_floats_are_rounded),
        cmocka_unit_test(bounds_of_normalized_integers_are_stored_values),
        cmocka_unit_test(floats_are_finite),
        cmocka_unit_test(only_sound_data_is_looked_at),
        cmocka_unit_test(bounds_are_those_after_substitution),
        cmocka_unit_test(entries_after_a_wrong_one_are_not_applied),
        cmocka_unit_test(endless_zeros_end),
        cmocka_unit_test(entries_reach_every_block),
        cmocka_unit_test(many_entries_of_a_block_keep_their_places),
        cmocka_unit_test(entries_behind_many_zeros_are_met),
        cmocka_unit_test(wrong_entries_behind_many_zeros_are_not_met),
        cmocka_unit_test(normals_have_unit_length),
        cmocka_unit_test(quantized_normals_and_tangents_are_decoded),
        cmocka_unit_test(tangents_have_unit_length_and_a_sign),
        cmocka_unit_test(colors_are_clamped),
        cmocka_unit_test(each_user_is_told),
        cmocka_unit_test(indices_exist),
        cmocka_unit_test(each_primitive_has_its_own_vertices),
        cmocka_unit_test(users_of_one_accessor_ask_different_things),
        cmocka_unit_test(without_vertices_no_index_exists),
        cmocka_unit_test(degenerate_triangles_are_summed_up),
        cmocka_unit_test(matrices_are_affine),
        cmocka_unit_test(key_times_increase),
        cmocka_unit_test(rotations_have_unit_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
