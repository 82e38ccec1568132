/* unit/text_locale.c - tests that numbers do not depend on the locale of the process. */
#define _POSIX_C_SOURCE 200809L /* mkdtemp, setenv */

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../src/text/json.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static char folder[] = "/tmp/gltf-locale-XXXXXX";

/* Switch to a locale whose decimal point is no point: an installed one, or one made from the system's sources.
 * 0 if there is no way. */
static int enter_locale(const char *name, const char *source) {
    char command[200];
    if (setlocale(LC_ALL, name)) {
        return 1;
    }
    snprintf(command, sizeof command, "localedef -i %s -f UTF-8 %s/%s >/dev/null 2>&1", source, folder, name);
    const int made = system(command);
    setenv("LOCPATH", folder, 1);
    const int entered = setlocale(LC_ALL, name) != NULL;
    unsetenv("LOCPATH");
    return made != -1 && entered;
}

static void assert_numbers(void) {
    static const struct {
        const char *text;
        double value;
    } rows[] = {
        {"1.5", 1.5},
        {"-0.25", -0.25},
        {"1.5e3", 1500},
        {"12.5E-1", 1.25},
        {"0.1", 0.1},
        {"1e3", 1000},
        {"3", 3},
        {"100.0", 100},
        {"1.0000000000000002", 1.0000000000000002},
        {"2.50000000000000000000000000000000000000000000000000000000000000000000000000000000", 2.5},
    };
    char text[600] = "{\"list\":[";
    for (size_t i = 0; i < COUNT(rows); i++) {
        strcat(text, i ? "," : "");
        strcat(text, rows[i].text);
    }
    strcat(text, "],\"after\":7.0}");
    const gltf_i_text value = {text, strlen(text)};
    size_t position;
    gltf_i_json *root;
    assert_int_equal(gltf_i_scan_document(text, value.size, NULL, &position), GLTF_OK);
    assert_int_equal(gltf_i_json_parse(value, &root), GLTF_OK);
    const gltf_i_json *number = gltf_i_json_first(gltf_i_json_member(root, "list"));
    for (size_t i = 0; i < COUNT(rows); i++, number = gltf_i_json_next(number)) {
        double found;
        assert_true(gltf_i_json_number(number, &found));
        assert_true(found == rows[i].value);
    }
    assert_null(number);
    uint64_t integer;
    assert_true(gltf_i_json_integer(gltf_i_json_member(root, "after"), &integer));
    assert_int_equal(integer, 7);
    gltf_i_json_free(root);
}

/* Whether the process really writes numbers in another way; a test in the "C" locale would prove nothing. */
static void assert_decimal_point(const char *point) {
    char text[16];
    assert_string_equal(localeconv()->decimal_point, point);
    snprintf(text, sizeof text, "%.1f", 0.5);
    assert_memory_equal(text + 1, point, strlen(point));
}

static void in_locale(const char *name, const char *source, const char *point) {
    if (!enter_locale(name, source)) {
        print_message("skipped: no locale %s, and localedef cannot make it\n", name);
        skip();
    }
    assert_decimal_point(point);
    assert_numbers();
    assert_string_equal(localeconv()->decimal_point, point); /* and is left as it was */
    setlocale(LC_ALL, "C");
}

/* spec-notes 10, trap 42. */
static void numbers_are_right_in_the_c_locale(void **state) {
    (void)state;
    assert_decimal_point(".");
    assert_numbers();
}

/* spec-notes 10, trap 42: a comma. */
static void numbers_are_right_under_a_decimal_comma(void **state) {
    (void)state;
    in_locale("de_DE.UTF-8", "de_DE", ",");
}

/* The same with a decimal point of two bytes, U+066B, which cJSON alone does not read. */
static void numbers_are_right_under_a_wide_decimal_point(void **state) {
    (void)state;
    in_locale("ps_AF.UTF-8", "ps_AF", "\xD9\xAB");
}

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    char command[100];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_right_in_the_c_locale),
        cmocka_unit_test(numbers_are_right_under_a_decimal_comma),
        cmocka_unit_test(numbers_are_right_under_a_wide_decimal_point),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
