/* unit/text_json.c - tests of the trees that cJSON builds: values, numbers, strings, memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "../../src/text/json.h"
#include "support/guard.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What cJSON.h says of its allocator; declared here because that header may be the system's or a private one. */
typedef struct cJSON_Hooks {
    void *(*malloc_fn)(size_t size);
    void (*free_fn)(void *block);
} cJSON_Hooks;
#ifdef GLTF_I_PRIVATE_CJSON
#define cJSON_InitHooks gltf_i_cJSON_InitHooks /* as the build names it */
#endif
void cJSON_InitHooks(cJSON_Hooks *hooks);

/* Parse a copy whose end must not be passed, after the scan that the door asks for. */
static gltf_i_json *parse(const char *text, size_t size) {
    guard copy = guard_copy(text, size, GUARD_AFTER);
    const gltf_i_text value = {(const char *)copy.bytes, size};
    gltf_i_json *root = NULL;
    size_t position;
    assert_int_equal(gltf_i_scan_document(value.at, size, NULL, &position), GLTF_OK);
    assert_int_equal(gltf_i_json_parse(value, &root), GLTF_OK);
    assert_non_null(root);
    guard_free(&copy); /* the tree does not borrow from the text */
    return root;
}

static gltf_i_json *parse_text(const char *text) {
    return parse(text, strlen(text));
}

/* ---- A tree as text ---- */

typedef struct writer {
    char text[4096];
    size_t size;
} writer;

static void put(writer *w, const char *text) {
    const size_t size = strlen(text);
    assert_true(w->size + size < sizeof w->text);
    memcpy(w->text + w->size, text, size + 1);
    w->size += size;
}

/* Only used on shallow trees. */
static void dump(writer *w, const gltf_i_json *value) {
    char number[40];
    double d;
    const int kind = gltf_i_json_kind(value);
    switch (kind) {
    case GLTF_I_JSON_NULL:
        put(w, "null");
        break;
    case GLTF_I_JSON_BOOLEAN:
        put(w, gltf_i_json_true(value) ? "true" : "false");
        break;
    case GLTF_I_JSON_NUMBER:
        snprintf(number, sizeof number, "%.17g", gltf_i_json_number(value, &d) ? d : -777.0);
        put(w, number);
        break;
    case GLTF_I_JSON_STRING:
        put(w, "'");
        put(w, gltf_i_json_string(value));
        put(w, "'");
        break;
    case GLTF_I_JSON_ARRAY:
    case GLTF_I_JSON_OBJECT:
        put(w, kind == GLTF_I_JSON_ARRAY ? "[" : "{");
        for (const gltf_i_json *child = gltf_i_json_first(value); child; child = gltf_i_json_next(child)) {
            if (kind == GLTF_I_JSON_OBJECT) {
                put(w, gltf_i_json_key(child));
                put(w, ":");
            } else {
                assert_null(gltf_i_json_key(child));
            }
            dump(w, child);
            put(w, gltf_i_json_next(child) ? "," : "");
        }
        put(w, kind == GLTF_I_JSON_ARRAY ? "]" : "}");
        break;
    default:
        fail();
    }
}

static void assert_tree(gltf_i_json *root, const char *expected) {
    writer w = {{0}, 0};
    dump(&w, root);
    assert_string_equal(w.text, expected);
    gltf_i_json_free(root);
}

/* json.h: every kind of value, children in file order. */
static void trees_have_what_the_text_says(void **state) {
    static const char *const rows[][2] = {
        {"null", "null"},
        {"true", "true"},
        {"false", "false"},
        {"12", "12"},
        {"-0.5", "-0.5"},
        {"\"x\"", "'x'"},
        {"\"\"", "''"},
        {"[]", "[]"},
        {"{}", "{}"},
        {"[1,[2,[3,[]]],{\"a\":{}}]", "[1,[2,[3,[]]],{a:{}}]"},
        {"{\"b\":1,\"a\":2,\"b\":3}", "{b:1,a:2,b:3}"},
        {" {\t\"b\" : [ 1.5 , \"1.5\" ] ,\r\n\"\" : false } ", "{b:[1.5,'1.5'],:false}"},
        {"{\"e1.5\":\"-1.5e3\",\"x\":[true,false,null,1.5e1,-2.25]}", "{e1.5:'-1.5e3',x:[true,false,null,15,-2.25]}"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_tree(parse_text(rows[i][0]), rows[i][1]);
    }
}

/* json.h: questions to the wrong kind, or to nothing, have answers too. */
static void wrong_kinds_answer_nothing(void **state) {
    static const char *const texts[] = {"null", "true", "1", "\"x\"", "[]", "{}"};
    double number = 5;
    uint64_t integer = 5;
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        gltf_i_json *const root = parse_text(texts[i]);
        assert_int_equal(gltf_i_json_kind(root), (int)i + 1);
        assert_null(gltf_i_json_first(root));
        assert_null(gltf_i_json_next(root));
        assert_null(gltf_i_json_key(root));
        assert_null(gltf_i_json_member(root, "x"));
        assert_int_equal(gltf_i_json_true(root), i == 1);
        assert_int_equal(gltf_i_json_string(root) != NULL, i == 3);
        assert_int_equal(gltf_i_json_number(root, &number), i == 2);
        assert_int_equal(gltf_i_json_integer(root, &integer), i == 2);
        gltf_i_json_free(root);
    }
    assert_int_equal(gltf_i_json_kind(NULL), 0);
    assert_null(gltf_i_json_first(NULL));
    assert_null(gltf_i_json_next(NULL));
    assert_null(gltf_i_json_key(NULL));
    assert_null(gltf_i_json_string(NULL));
    assert_null(gltf_i_json_member(NULL, "x"));
    assert_int_equal(gltf_i_json_true(NULL), 0);
    assert_int_equal(gltf_i_json_number(NULL, &number), 0);
    assert_int_equal(gltf_i_json_integer(NULL, &integer), 0);
    gltf_i_json_free(NULL);
}

/* design D4: the last of equal keys counts; case matters; escaped keys are the same; nothing is cut at \u0000. */
static void the_last_member_with_the_key_counts(void **state) {
    gltf_i_json *const root =
        parse_text("{\"a\":1,\"\\u0062uffer\":2,\"A\":4,\"a\":3,\"x\\u0000y\":6,\"n\":{\"z\":7}}");
    uint64_t value;
    (void)state;
    assert_true(gltf_i_json_integer(gltf_i_json_member(root, "a"), &value));
    assert_int_equal(value, 3);
    assert_true(gltf_i_json_integer(gltf_i_json_member(root, "A"), &value));
    assert_int_equal(value, 4);
    assert_true(gltf_i_json_integer(gltf_i_json_member(root, "buffer"), &value));
    assert_int_equal(value, 2);
    assert_null(gltf_i_json_member(root, "x"));
    assert_null(gltf_i_json_member(root, "z"));
    assert_null(gltf_i_json_member(root, "buff"));
    gltf_i_json_free(root);
}

/* ---- Numbers ---- */

/* spec-notes 1.1: integers in any spelling, exact, 0 to 2^53 - 1. */
static void integers_are_integers_in_any_spelling(void **state) {
    static const struct {
        const char *text;
        uint64_t value;
    } rows[] = {
        {"0", 0},
        {"-0", 0},
        {"0.0", 0},
        {"-0.0e5", 0},
        {"0e999", 0},
        {"1", 1},
        {"1.0", 1},
        {"1.000000", 1},
        {"100", 100},
        {"1e2", 100},
        {"1E+2", 100},
        {"1.5e1", 15},
        {"10e-1", 1},
        {"1000e-3", 1},
        {"0.1e1", 1},
        {"0.001e3", 1},
        {"4294967295", 4294967295u},
        {"4294967296", 4294967296u},
        {"4.294967296e9", 4294967296u},
        {"9007199254740991", 9007199254740991u},
        {"9007199254740991.0", 9007199254740991u},
        {"9.007199254740991e15", 9007199254740991u},
        {"90071992547409910000000e-7", 9007199254740991u},
        /* more than 63 characters */
        {"1.00000000000000000000000000000000000000000000000000000000000000000000000000000000", 1},
        {"1e0000000000000000000000000000000000000000000000000000000000000000000000000000002", 100},
        {"0.00000000000000000000000000000000000000000000000000000000000000000000000000000005e80", 5},
        {"70000000000000000000000000000000000000000000000000000000000000000000000000000000e-79", 7},
        {"9007199254740991.000000000000000000000000000000000000000000000000000000000000000000", 9007199254740991u},
        {"0.00000000000000000000000000000000000000000000000000000000000000000000000000000000", 0},
        {"-0.00000000000000000000000000000000000000000000000000000000000000000000000000000000", 0},
        {"0e99999999999999999999999999999999999999999999999999999999999999999999999999999999", 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        gltf_i_json *const root = parse_text(rows[i].text);
        uint64_t value = 123456;
        if (!gltf_i_json_integer(root, &value) || value != rows[i].value) {
            fail_msg("%s", rows[i].text);
        }
        gltf_i_json_free(root);
    }
}

/* spec-notes 1.1: everything else is none. */
static void other_values_are_no_integers(void **state) {
    static const char *const rows[] = {
        "1.5",
        "1.4e0",
        "15e-1",
        "0.1",
        "1e-1",
        "-1",
        "-1e2",
        "-0.5",
        "\"3\"",
        "\"\"",
        "true",
        "null",
        "[]",
        "[1]",
        "{}",
        "9007199254740992", /* 2^53 */
        "9007199254740993",
        "9.007199254740992e15",
        "18446744073709551615",
        "18446744073709551616",
        "1e300",
        "1e400",
        "-1e400",
        "1e99999999999999999999999999999999999999999999999999999999999999999999999999999999",
        "100000000000000000000000000000000000000000000000000000000000000000000000000000000",
        "1.50000000000000000000000000000000000000000000000000000000000000000000000000000000",
        "4503599627370495.50000000000000000000000000000000000000000000000000000000000000000",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        gltf_i_json *const root = parse_text(rows[i]);
        uint64_t value = 123456;
        if (gltf_i_json_integer(root, &value) || value != 123456) {
            fail_msg("%s", rows[i]);
        }
        gltf_i_json_free(root);
    }
}

/* json.h: numbers are finite. */
static void numbers_beyond_all_doubles_are_none(void **state) {
    static const char *const rows[] = {
        "1e309",
        "-1e309",
        "1.8e308",
        "1e400",
        "179769313486231590000000000000000000000000000000000000000000000000000000000000000e300",
        "-12345678901234567890123456789012345678901234567890123456789012345e9999",
        "1e9223372036854775807",
        "1e9223372036854775808",
        "1e18446744073709551616",
        "1e99999999999999999999999999999999999999999999999999999999999999999999999999999999",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        gltf_i_json *const root = parse_text(rows[i]);
        double value = 42;
        if (gltf_i_json_number(root, &value) || value != 42) {
            fail_msg("%s", rows[i]);
        }
        gltf_i_json_free(root);
    }
}

/* The value by strtod, which this program calls in the "C" locale. */
static void assert_number(const char *text) {
    gltf_i_json *const root = parse_text(text);
    const double expected = strtod(text, NULL);
    double value = 42;
    if (!gltf_i_json_number(root, &value) || memcmp(&value, &expected, sizeof value) != 0) {
        fail_msg("%s: %.17g, not %.17g", text, value, expected);
    }
    const gltf_i_text number = {text, strcspn(text, " ")};
    if (gltf_i_value_number(number, &value) != GLTF_OK || memcmp(&value, &expected, sizeof value) != 0) {
        fail_msg("%s: %.17g without a tree, not %.17g", text, value, expected);
    }
    gltf_i_json_free(root);
}

/* design D4: the nearest double, however long the number is written. */
static void numbers_are_the_nearest_doubles(void **state) {
    static const char *const rows[] = {
        "0",
        "-0",
        "-0.0",
        "0.1",
        "-0.30000000000000004",
        "1.7976931348623157e308",
        "-1.7976931348623157e308",
        "4.9406564584124654e-324",
        "5e-324",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "1e-400",
        "-1e-400",
        "123456789012345678",
        "1e23",
        "9.5367431640625e-7",
        "0.1000000000000000055511151231257827021181583404541015625",
        "0.10000000149011611938476562500000000000000000000000000000000000000000000000000000",
        "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534",
        "314159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534",
        "-0.000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001",
        "100000000000000000000000000000000000000000000000000000000000000000000000000000000000e-100",
        "1e0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000005",
        "1e-000000000000000000000000000000000000000000000000000000000000000000000000000000000000000005",
        "1e+00000000000000000000000000000000000000000000000000000000000000000000000000000000000000005",
        "1e-99999999999999999999999999999999999999999999999999999999999999999999999999999999",
        "1e-9223372036854775808",
        "-12345678901234567890123456789012345678901234567890123456789012345e-9999",
        "-12345678901234567890123456789012345678901234567890123456789012345e-330",
        /* 1 + 2^-53 and a little: only the last digit tells that it is above the middle */
        "1.000000000000000111022302462515654042363166809082031250000000000000000000000000000000001",
        "1.000000000000000111022302462515654042363166809082031250000000000000000000000000000000000",
        "1.000000000000000111022302462515654042363166809082031249999999999999999999999999999999999",
        /* exactly as long as fits, and one more */
        "12345678901234567890123456789012345678901234567890123456789e-40",
        "1234567890123456789012345678901234567890123456789012345678901e5",
        "123456789012345678901234567890123456789012345678901234567890123",
        "1234567890123456789012345678901234567890123456789012345678901234",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_number(rows[i]);
    }
}

static uint32_t next_random(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* The same for numbers of any form and up to two hundred digits. */
static void random_numbers_are_the_nearest_doubles(void **state) {
    uint32_t seed = 11;
    (void)state;
    for (unsigned round = 0; round < 8000; round++) {
        char text[300];
        size_t size = 0;
        const size_t whole = next_random(&seed) % (round % 2 ? 8 : 100);
        const size_t fraction = next_random(&seed) % (round % 3 ? 12 : 100);
        if (next_random(&seed) % 2) {
            text[size++] = '-';
        }
        if (whole == 0) {
            text[size++] = '0';
        }
        for (size_t i = 0; i < whole; i++) {
            text[size++] = (char)('0' + next_random(&seed) % (i ? 10 : 9) + (i ? 0 : 1));
        }
        if (fraction > 0) {
            text[size++] = '.';
            const int zeros = next_random(&seed) % 4 == 0;
            for (size_t i = 0; i < fraction; i++) {
                text[size++] = (char)('0' + (zeros && i + 3 < fraction ? 0 : next_random(&seed) % 10));
            }
        }
        text[size] = '\0';
        if (next_random(&seed) % 2) {
            static const char *const marks[] = {"e", "E", "e+", "e-", "E-", "e-00000"};
            snprintf(text + size, sizeof text - size, "%s%u", marks[next_random(&seed) % COUNT(marks)],
                     (unsigned)(next_random(&seed) % 150));
        }
        assert_number(text);
    }
}

/* One long number among others, at every place, inside text that is otherwise untouched. */
static void long_numbers_leave_their_neighbours_alone(void **state) {
    static const char wide[] = "1.00000000000000000000000000000000000000000000000000000000000000000000000000000000";
    (void)state;
    for (int at = 0; at < 4; at++) {
        char text[400];
        snprintf(text, sizeof text, "{\"a\" : [ %s , %s,\"1.25\"],\"1.5\":%s , \"b\":{\"c\":%s}}", at == 0 ? wide : "2",
                 at == 1 ? wide : "3.5", at == 2 ? wide : "-1e2", at == 3 ? wide : "0");
        char expected[100];
        snprintf(expected, sizeof expected, "{a:[%s,%s,'1.25'],1.5:%s,b:{c:%s}}", at == 0 ? "1" : "2",
                 at == 1 ? "1" : "3.5", at == 2 ? "1" : "-100", at == 3 ? "1" : "0");
        assert_tree(parse_text(text), expected);
    }
}

/* The shortest numbers that grow: the scratch text holds a whole array of them. */
static void arrays_of_short_fractions_fit(void **state) {
    enum { NUMBERS = 3000 };
    static char text[NUMBERS * 4 + 2];
    size_t size = 1;
    size_t count = 0;
    (void)state;
    text[0] = '[';
    for (size_t i = 0; i < NUMBERS; i++, size += 4) {
        memcpy(text + size, "0.5,", 4);
    }
    text[size - 1] = ']';
    gltf_i_json *const root = parse(text, size);
    for (const gltf_i_json *child = gltf_i_json_first(root); child; child = gltf_i_json_next(child)) {
        double value;
        assert_true(gltf_i_json_number(child, &value));
        assert_true(value == 0.5);
        count++;
    }
    assert_int_equal(count, NUMBERS);
    gltf_i_json_free(root);
}

/* Whatever lies between two changes is copied whole, however much it is. */
static void long_stretches_between_changes_are_kept(void **state) {
    static char text[4000];
    (void)state;
    for (size_t length = 0; length < 3000; length += length < 20 ? 1 : 97) {
        char *p = text;
        memcpy(p, "[0.5,\"", 6);
        memset(p + 6, 'x', length);
        memcpy(p + 6 + length, "\",0.25,\"", 8);
        memset(p + 14 + length, 'y', length / 3);
        memcpy(p + 14 + length + length / 3, "\",1.5]", 6);
        gltf_i_json *const root = parse(text, 20 + length + length / 3);
        const gltf_i_json *const first = gltf_i_json_first(root);
        const gltf_i_json *const second = gltf_i_json_next(first);
        const gltf_i_json *const fourth = gltf_i_json_next(gltf_i_json_next(second));
        double value;
        assert_int_equal(strlen(gltf_i_json_string(second)), length);
        assert_int_equal(strspn(gltf_i_json_string(second), "x"), length);
        assert_int_equal(strlen(gltf_i_json_string(fourth)), length / 3);
        assert_int_equal(strspn(gltf_i_json_string(fourth), "y"), length / 3);
        assert_true(gltf_i_json_number(gltf_i_json_next(fourth), &value) && value == 1.5);
        gltf_i_json_free(root);
    }
}

/* ---- Strings ---- */

/* json.h: what the scanner decodes, the tree has too: U+0000 and lone surrogates become U+FFFD, as keys and as values. */
static void strings_are_what_the_scanner_decodes(void **state) {
    static const char *const strings[] = {
        "\"\"",
        "\"a\"",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "\"\\u0041\\u00e9\\u20AC\\uFFFF\"",
        "\"\\ud83d\\ude00\"",
        "\"\\u0000\"",
        "\"a\\u0000b\\u0000\\u0000\"",
        "\"\\ud83d\"",
        "\"\\ude00\"",
        "\"x\\ude00\\ud83dy\"",
        "\"\\ud83d\\ud83d\\ude00\"",
        "\"\\ud83d\\\\ude00\"",
        "\"\\\\u0000\"",
        "\"\\\\\\u0000\"",
        "\"\\u0000\\ud83d\\ude00\\ud83d\"",
        "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\\u0000\"",
        "\"1.5\"",
        "\"\x7f\"",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(strings); i++) {
        char text[200];
        char expected[100];
        const gltf_i_text string = {strings[i], strlen(strings[i])};
        gltf_i_scan_decode(string, expected, NULL);
        snprintf(text, sizeof text, "{%s:%s}", strings[i], strings[i]);
        gltf_i_json *const root = parse_text(text);
        const gltf_i_json *const member = gltf_i_json_first(root);
        assert_string_equal(gltf_i_json_key(member), expected);
        assert_string_equal(gltf_i_json_string(member), expected);
        assert_null(gltf_i_json_next(member));
        gltf_i_json_free(root);
    }
}

/* ---- Any checked text ---- */

/* The tree has exactly what stepping over the text gives. */
static void assert_same(gltf_i_text text, const gltf_i_json *value) {
    char decoded[256];
    double number;
    const gltf_i_json *child;
    size_t cursor = 0;
    gltf_i_text key;
    gltf_i_text item;
    switch (*text.at) {
    case '"':
        assert_true(text.size <= sizeof decoded);
        gltf_i_scan_decode(text, decoded, NULL);
        assert_string_equal(gltf_i_json_string(value), decoded);
        return;
    case '{':
    case '[':
        assert_int_equal(gltf_i_json_kind(value), *text.at == '{' ? GLTF_I_JSON_OBJECT : GLTF_I_JSON_ARRAY);
        child = gltf_i_json_first(value);
        while (gltf_i_scan_next(text, &cursor, &key, &item)) {
            assert_non_null(child);
            if (key.at) {
                gltf_i_scan_decode(key, decoded, NULL);
                assert_string_equal(gltf_i_json_key(child), decoded);
            }
            assert_same(item, child);
            child = gltf_i_json_next(child);
        }
        assert_null(child);
        return;
    case 't':
    case 'f':
        assert_int_equal(gltf_i_json_kind(value), GLTF_I_JSON_BOOLEAN);
        assert_int_equal(gltf_i_json_true(value), *text.at == 't');
        return;
    case 'n':
        assert_int_equal(gltf_i_json_kind(value), GLTF_I_JSON_NULL);
        return;
    default:
        assert_int_equal(gltf_i_json_kind(value), GLTF_I_JSON_NUMBER);
        memcpy(decoded, text.at, text.size);
        decoded[text.size] = '\0';
        if (gltf_i_json_number(value, &number)) {
            assert_true(number == strtod(decoded, NULL));
        }
        return;
    }
}

/* json.h: whatever the scanner accepts becomes a tree; damaged texts bring forms that nobody writes. */
static void whatever_passes_the_scanner_becomes_a_tree(void **state) {
    static const char base[] = "{\"a\\u0000\":[1.5,-2e-3,10,0.25E+2,{\"b\\ud83d\\ude00\":\"\\ud800x\\u0041\"}],"
                               "\"uri\" : \"\\/\\\"1.5\" , \"c\":[true,false,null,[[]],{}],\"\":-0.0}";
    static const char pool[] = "{}[]:,\"\\\"/ubn0123456789.eE+-tfns d8";
    uint32_t seed = 5;
    size_t parsed = 0;
    (void)state;
    for (unsigned round = 0; round < 40000; round++) {
        char text[sizeof base];
        size_t position;
        gltf_i_json *root;
        const size_t size = sizeof base - 1;
        memcpy(text, base, size);
        for (uint32_t left = next_random(&seed) % 3 + 1; left > 0; left--) {
            text[1 + next_random(&seed) % (size - 2)] = pool[next_random(&seed) % (sizeof pool - 1)];
        }
        if (gltf_i_scan_document(text, size, NULL, &position) != GLTF_OK) {
            continue;
        }
        const gltf_i_text value = {text, size};
        assert_int_equal(gltf_i_json_parse(value, &root), GLTF_OK);
        assert_same(value, root);
        gltf_i_json_free(root);
        parsed++;
    }
    assert_true(parsed > 3000);
}

/* design 10: as deep as the scanner allows. */
static void the_deepest_text_becomes_a_tree(void **state) {
    char text[2 * GLTF_I_SCAN_MAX_DEPTH];
    size_t depth = 0;
    (void)state;
    memset(text, '[', GLTF_I_SCAN_MAX_DEPTH);
    memset(text + GLTF_I_SCAN_MAX_DEPTH, ']', GLTF_I_SCAN_MAX_DEPTH);
    gltf_i_json *const root = parse(text, sizeof text);
    for (const gltf_i_json *value = root; value; value = gltf_i_json_first(value)) {
        depth++;
    }
    assert_int_equal(depth, GLTF_I_SCAN_MAX_DEPTH);
    gltf_i_json_free(root);
}

/* design 10: linear in the number of members and in the length of a number. */
static void large_values_take_linear_time(void **state) {
    enum { MEMBERS = 500000 };
    char *text = (char *)malloc((size_t)MEMBERS * 12 + 100);
    size_t size = 1;
    size_t count = 0;
    const clock_t start = clock();
    (void)state;
    text[0] = '{';
    for (size_t i = 0; i < MEMBERS; i++, size += 8) {
        memcpy(text + size, i % 2 ? "\"x\":2.5," : "\"y\":1.5,", 8);
    }
    text[size - 1] = '}';
    gltf_i_json *root = parse(text, size);
    for (const gltf_i_json *child = gltf_i_json_first(root); child; child = gltf_i_json_next(child)) {
        count++;
    }
    assert_int_equal(count, MEMBERS);
    gltf_i_json_free(root);

    memset(text, '7', size);
    text[1] = '.';
    root = parse(text, size);
    double value;
    assert_true(gltf_i_json_number(root, &value));
    assert_true(value == 7.777777777777777777777);
    gltf_i_json_free(root);
    free(text);
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 20.0); /* takes some tenths of a second */
}

/* ---- Memory ---- */

static unsigned allocations_left;
static int blocks_held;
static size_t bytes_asked;

static void *counted_malloc(size_t size) {
    if (allocations_left == 0) {
        return NULL;
    }
    allocations_left--;
    blocks_held++;
    bytes_asked += size;
    return malloc(size);
}

static void counted_free(void *block) {
    blocks_held -= block != NULL;
    free(block);
}

/* design 11: the n-th allocation fails, for every n: GLTF_ERR_MEMORY and nothing kept. */
static void every_failing_allocation_is_reported(void **state) {
    char text[1200] = "{\"a\":[1.5,\"x\\u0000\",{\"b\":true}],\"uri\":\"left\",\"c\":\"d\",\"numbers\":[";
    cJSON_Hooks counted = {counted_malloc, counted_free};
    gltf_status status = GLTF_ERR_MEMORY;
    unsigned failures = 0;
    (void)state;
    for (int i = 0; i < 150; i++) { /* more than the scratch text has room for at first */
        strcat(text, i ? ",0.5" : "0.5");
    }
    strcat(text, "]}");
    const gltf_i_text value = {text, strlen(text)};
    cJSON_InitHooks(&counted);
    while (status != GLTF_OK && failures < 1000) {
        gltf_i_json *root = (gltf_i_json *)(void *)&counted;
        allocations_left = failures;
        blocks_held = 0;
        status = gltf_i_json_parse(value, &root);
        if (status != GLTF_OK) {
            assert_int_equal(status, GLTF_ERR_MEMORY);
            assert_null(root);
            failures++;
        } else {
            gltf_i_json_free(root);
        }
        assert_int_equal(blocks_held, 0);
    }
    cJSON_InitHooks(NULL);
    assert_in_range(failures, 165, 400); /* the scratch text twice, a node for each value, keys and strings */
}

/* RFC 8259, 2: a text may be a literal, behind spaces and up to its last byte. */
static void a_literal_may_be_all_of_a_text(void **state) {
    static const struct {
        const char *text;
        int kind;
    } rows[] = {{"true", GLTF_I_JSON_BOOLEAN},     {"null", GLTF_I_JSON_NULL},  {" \r\ntrue", GLTF_I_JSON_BOOLEAN},
                {"\t false", GLTF_I_JSON_BOOLEAN}, {" null", GLTF_I_JSON_NULL}, {" null ", GLTF_I_JSON_NULL}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        gltf_i_json *root = parse_text(rows[i].text);
        assert_int_equal(gltf_i_json_kind(root), rows[i].kind);
        gltf_i_json_free(root);
    }
}

static unsigned allocations_of(const char *text) {
    const gltf_i_text value = {text, strlen(text)};
    gltf_i_json *root;
    allocations_left = 1000;
    assert_int_equal(gltf_i_json_parse(value, &root), GLTF_OK);
    gltf_i_json_free(root);
    return 1000 - allocations_left;
}

/* design 10: text that cJSON reads right is not copied, and short text is copied without asking for memory. */
static void only_changed_text_is_copied(void **state) {
    cJSON_Hooks counted = {counted_malloc, counted_free};
    char plain[700], changed[700];
    (void)state;
    snprintf(plain, sizeof plain, "{\"a\":123,\"b\":\"\\u00e9%0600d\"}", 0);
    snprintf(changed, sizeof changed, "{\"a\":1.5,\"b\":\"\\u00e9%0600d\"}", 0);
    cJSON_InitHooks(&counted);
    const unsigned unchanged_long = allocations_of(plain), changed_long = allocations_of(changed);
    const unsigned unchanged_short = allocations_of("{\"a\":123,\"b\":\"\\u00e9\"}");
    const unsigned changed_short = allocations_of("{\"a\":1.5,\"b\":\"\\u00e9\"}");
    cJSON_InitHooks(NULL);
    assert_int_equal(changed_long, unchanged_long + 1);
    assert_int_equal(changed_short, unchanged_short);
}

/* ---- Sizes ---- */

static void append(char *text, const char *more) {
    strcat(text, more);
}

/* json.h: the number of nodes makes no difference. */
static void trees_of_any_number_of_nodes_are_the_same(void **state) {
    (void)state;
    for (int count = 0; count < 70; count++) {
        char text[1000] = "[", expected[1000] = "[", member[32];
        for (int i = 0; i < count; i++) {
            snprintf(member, sizeof member, i ? ",%d" : "%d", i * 37);
            append(text, member);
            append(expected, member);
        }
        append(text, "]");
        append(expected, "]");
        assert_tree(parse_text(text), expected);
    }
}

/* json.h: nor does depth. */
static void trees_of_any_depth_are_the_same(void **state) {
    (void)state;
    for (int depth = 1; depth < 20; depth++) {
        char text[400] = "", expected[400] = "";
        for (int i = 0; i < depth; i++) {
            append(text, i % 2 ? "[7," : "{\"k\": ");
            append(expected, i % 2 ? "[7," : "{k:");
        }
        append(text, "true");
        append(expected, "true");
        for (int i = depth; i-- > 0;) {
            append(text, i % 2 ? ",8 ]" : ",\"z\":9 }");
            append(expected, i % 2 ? ",8]" : ",z:9}");
        }
        assert_tree(parse_text(text), expected);
    }
}

/* json.h: nor does the length of keys and strings, wherever they stand in the text; an escape may be anywhere. */
static void strings_of_any_length_are_the_same(void **state) {
    (void)state;
    for (int length = 0; length < 560; length += length < 40 || length > 490 ? 1 : 50) {
        for (int with = 0; with < 3; with++) { /* nothing; a quote in it; a quote at its end */
            char text[2000], expected[2000], string[600], written[600];
            for (int i = 0; i < length; i++) {
                string[i] = (char)('a' + i % 26);
            }
            string[length] = 0;
            if (with && length) {
                string[with == 1 ? length / 2 : length - 1] = '"';
            }
            size_t size = 0;
            for (int i = 0; i < length; i++) {
                if (string[i] == '"') {
                    written[size++] = '\\';
                }
                written[size++] = string[i];
            }
            written[size] = 0;
            snprintf(text, sizeof text, "{\"%s\":\"%s\",\"n\":1}", length % 2 ? "key" : written, written);
            snprintf(expected, sizeof expected, "{%s:'%s',n:1}", length % 2 ? "key" : string, string);
            assert_tree(parse_text(text), expected);
            snprintf(text, sizeof text, "\"%s\"", written);
            snprintf(expected, sizeof expected, "'%s'", string);
            assert_tree(parse_text(text), expected);
        }
    }
}

/* json.h: nor does the number of digits. */
static void integers_of_any_length_are_the_same(void **state) {
    (void)state;
    for (size_t digits = 1; digits < 30; digits++) {
        char text[64];
        memset(text, 0, sizeof text);
        for (size_t i = 0; i < digits; i++) {
            text[i] = (char)('1' + i % 9);
        }
        assert_number(text);
        text[digits] = ' ';
        assert_number(text);
        memcpy(text + digits, "e1", 2);
        assert_number(text);
        memcpy(text + digits, ".5", 2);
        assert_number(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_have_what_the_text_says),
        cmocka_unit_test(wrong_kinds_answer_nothing),
        cmocka_unit_test(the_last_member_with_the_key_counts),
        cmocka_unit_test(integers_are_integers_in_any_spelling),
        cmocka_unit_test(other_values_are_no_integers),
        cmocka_unit_test(numbers_beyond_all_doubles_are_none),
        cmocka_unit_test(numbers_are_the_nearest_doubles),
        cmocka_unit_test(random_numbers_are_the_nearest_doubles),
        cmocka_unit_test(long_numbers_leave_their_neighbours_alone),
        cmocka_unit_test(arrays_of_short_fractions_fit),
        cmocka_unit_test(long_stretches_between_changes_are_kept),
        cmocka_unit_test(strings_are_what_the_scanner_decodes),
        cmocka_unit_test(whatever_passes_the_scanner_becomes_a_tree),
        cmocka_unit_test(the_deepest_text_becomes_a_tree),
        cmocka_unit_test(large_values_take_linear_time),
        cmocka_unit_test(every_failing_allocation_is_reported),
        cmocka_unit_test(a_literal_may_be_all_of_a_text),
        cmocka_unit_test(only_changed_text_is_copied),
        cmocka_unit_test(trees_of_any_number_of_nodes_are_the_same),
        cmocka_unit_test(trees_of_any_depth_are_the_same),
        cmocka_unit_test(strings_of_any_length_are_the_same),
        cmocka_unit_test(integers_of_any_length_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
