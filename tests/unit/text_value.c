/* unit/text_value.c - tests of values that are read where they stand: members, lengths, numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../src/text/value.h"
#include "support/guard.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static gltf_i_text text_of(const char *text) {
    const gltf_i_text value = {text, strlen(text)};
    return value;
}

/* value.h: the first byte tells the kind. */
static void kinds_are_told_by_the_first_byte(void **state) {
    static const gltf_i_text absent = {NULL, 0};
    static const char *const texts[] = {"null", "true", "-1", "\"x\"", "[]", "{}"};
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        assert_int_equal(gltf_i_value_kind(text_of(texts[i])), (int)i + 1);
    }
    assert_int_equal(gltf_i_value_kind(text_of("false")), GLTF_I_JSON_BOOLEAN);
    assert_int_equal(gltf_i_value_kind(absent), 0);
}

/* value.h: elements and members are counted, nested ones are not. */
static void lengths_count_one_level(void **state) {
    static const struct {
        const char *text;
        size_t length;
    } rows[] = {{"[]", 0},
                {"{}", 0},
                {"[ ]", 0},
                {"[1]", 1},
                {"[1,[2,3],{\"a\":4}]", 3},
                {"{\"a\":[1,2]}", 1},
                {"{\"a\":1 , \"a\":2}", 2},
                {"5", 0},
                {"\"[1,2]\"", 0},
                {"null", 0}};
    static const gltf_i_text absent = {NULL, 0};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_int_equal(gltf_i_value_length(text_of(rows[i].text)), rows[i].length);
    }
    assert_int_equal(gltf_i_value_length(absent), 0);
}

/* value.h: the last of equal members counts, escapes are decoded, other members and other values give nothing. */
static void members_are_found_by_name(void **state) {
    static const char *const names[] = {"a", "bc", "a\xC3\xA9", NULL};
    static const struct {
        const char *text;
        const char *values[3];
    } rows[] = {
        {"{\"a\":1,\"bc\":2,\"a\xC3\xA9\":3}", {"1", "2", "3"}},
        {"{\"a\xC3\xA9\" : [1,{\"a\":5}] ,\"bc\": \"x\" , \"a\":{}}", {"{}", "\"x\"", "[1,{\"a\":5}]"}},
        {"{\"a\":1,\"a\":2,\"\\u0061\":3}", {"3", NULL, NULL}},
        {"{\"\\u0061\\u00e9\":1,\"b\\u0063\":2,\"bc\\u0000\":3,\"b\":4,\"bcd\":5,\"A\":6}", {NULL, "2", "1"}},
        {"{\"x\":{\"a\":1},\"y\":[\"a\",2]}", {NULL, NULL, NULL}},
        {"{}", {NULL, NULL, NULL}},
        {"[\"a\",1]", {NULL, NULL, NULL}},
        {"\"a\"", {NULL, NULL, NULL}},
        {"{\"bc\":1,\"a\":2,\"bc\":3,\"a\":4,\"bc\":5}", {"4", "5", NULL}},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        gltf_i_text values[3] = {{"", 1}, {"", 1}, {"", 1}};
        guard copy = guard_copy(rows[i].text, strlen(rows[i].text), GUARD_AFTER);
        const gltf_i_text object = {(const char *)copy.bytes, copy.size};
        gltf_i_scan_members(object, names, NULL, values);
        for (size_t k = 0; k < 3; k++) {
            assert_int_equal(values[k].at != NULL, rows[i].values[k] != NULL);
            if (rows[i].values[k]) {
                assert_int_equal(values[k].size, strlen(rows[i].values[k]));
                assert_memory_equal(values[k].at, rows[i].values[k], values[k].size);
            }
        }
        guard_free(&copy);
    }
}

/* value.h: an end that is known is used: here one that is longer than the value itself. */
static void known_ends_are_used(void **state) {
    static const char text[] = "{\"a\":\"first\",\"b\": \"xy\" ,\"c\":3}";
    static const char *const names[] = {"b", "c", NULL};
    const char *const b = strstr(text, "\"xy\"");
    const gltf_i_text known[] = {{text, 1}, {b, 5}, {NULL, 0}};
    gltf_i_text values[2];
    (void)state;
    gltf_i_scan_members(text_of(text), names, known, values);
    assert_ptr_equal(values[0].at, b);
    assert_int_equal(values[0].size, 5);
    assert_int_equal(values[1].size, 1);
}

/* value.h: what is no number, or beyond all doubles, is GLTF_ERR_PROPERTY and 0. */
static void other_values_are_no_numbers(void **state) {
    static const char *const texts[] = {"1e309", "-1e309", "1e999999", "\"1\"", "null", "true", "[1]", "{}"};
    static const gltf_i_text absent = {NULL, 0};
    double number = 5;
    uint64_t integer = 5;
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        assert_int_equal(gltf_i_value_number(text_of(texts[i]), &number), GLTF_ERR_PROPERTY);
        assert_true(number == 0);
        assert_int_equal(gltf_i_value_integer(text_of(texts[i]), &integer), GLTF_ERR_PROPERTY);
        assert_int_equal(integer, 0);
    }
    assert_int_equal(gltf_i_value_number(absent, &number), GLTF_ERR_PROPERTY);
    assert_int_equal(gltf_i_value_integer(absent, &integer), GLTF_ERR_PROPERTY);
}

/* value.h: integers up to 2^53 - 1 in any spelling, nothing else. */
static void integers_end_below_2_to_53(void **state) {
    static const struct {
        const char *text;
        uint64_t integer;
    } good[] = {{"0", 0},
                {"-0", 0},
                {"7", 7},
                {"999999999999999", 999999999999999},
                {"1000000000000000", 1000000000000000},
                {"9007199254740991", 9007199254740991},
                {"9007199254740991.0", 9007199254740991},
                {"0.5e1", 5},
                {"30e-1", 3},
                {"1E3", 1000},
                {"5.000", 5}};
    static const char *const bad[] = {"-1",   "0.5",  "9007199254740992",    "9007199254740993",
                                      "1e16", "1e-1", "18446744073709551616"};
    uint64_t integer = 5;
    (void)state;
    for (size_t i = 0; i < COUNT(good); i++) {
        assert_int_equal(gltf_i_value_integer(text_of(good[i].text), &integer), GLTF_OK);
        assert_int_equal(integer, good[i].integer);
    }
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_int_equal(gltf_i_value_integer(text_of(bad[i]), &integer), GLTF_ERR_PROPERTY);
        assert_int_equal(integer, 0);
    }
}

static void assert_nearest(const char *text) {
    const double expected = strtod(text, NULL);
    double number;
    assert_int_equal(gltf_i_value_number(text_of(text), &number), GLTF_OK);
    if (memcmp(&number, &expected, sizeof number) != 0) {
        fail_msg("%s: %.17g, not %.17g", text, number, expected);
    }
}

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* value.h: the nearest double of numbers with 1 to 20 digits, with the point at any place and exponents on both sides. */
static void numbers_are_the_nearest_doubles(void **state) {
    uint64_t seed = 88172645463325252u;
    (void)state;
    for (unsigned round = 0; round < 200000; round++) {
        char text[128];
        char digits[32];
        snprintf(digits, sizeof digits, "%llu", (unsigned long long)(next_random(&seed) >> next_random(&seed) % 64));
        const size_t count = strlen(digits);
        const size_t zeros = next_random(&seed) % 12;
        switch (next_random(&seed) % 4) {
        case 0:
            snprintf(text, sizeof text, "%s%s", round % 2 ? "-" : "", digits);
            break;
        case 1:
            snprintf(text, sizeof text, "0.%.*s%s", (int)zeros, "000000000000", digits);
            break;
        case 2:
            snprintf(text, sizeof text, "%.1s.%se%d", digits, count > 1 ? digits + 1 : "0",
                     (int)(next_random(&seed) % 60) - 30);
            break;
        default:
            snprintf(text, sizeof text, "%s.%se-%u", digits, digits, (unsigned)(next_random(&seed) % 25));
            break;
        }
        assert_nearest(text);
    }
}

/* value.h: numbers halfway between two doubles, and just beside that: ties go to the even one. */
static void ties_go_to_the_even_double(void **state) {
    uint64_t seed = 1234567891;
    (void)state;
    for (unsigned round = 0; round < 20000; round++) {
        const uint64_t odd = (next_random(&seed) >> 10) | 1; /* 54 bits: halfway between two of 53 */
        const unsigned shift = (unsigned)(next_random(&seed) % 5);
        const uint64_t whole = odd >> shift;
        const uint64_t fraction = (odd & ((1u << shift) - 1)) * 10000 >> shift; /* at most four digits */
        for (int beside = -1; beside <= 1; beside++) {
            char text[128];
            snprintf(text, sizeof text, "%llu.%04llu", (unsigned long long)whole,
                     (unsigned long long)(fraction + (uint64_t)(beside + 1)));
            assert_nearest(text);
        }
        char text[32];
        snprintf(text, sizeof text, "%llu", (unsigned long long)odd);
        assert_nearest(text);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_told_by_the_first_byte), cmocka_unit_test(lengths_count_one_level),
        cmocka_unit_test(members_are_found_by_name),        cmocka_unit_test(known_ends_are_used),
        cmocka_unit_test(other_values_are_no_numbers),      cmocka_unit_test(integers_end_below_2_to_53),
        cmocka_unit_test(numbers_are_the_nearest_doubles),  cmocka_unit_test(ties_go_to_the_even_double),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
