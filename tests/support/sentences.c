/* support/sentences.c - sentences of errors, compared with the one file that has them all: unit/sentences.golden. */
#include "sentences.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GOLDEN GLTF_TEST_ROOT "/tests/unit/sentences.golden"

enum { LINE = 1024 };

void sentence_check_text(const char *key, const char *text) {
    char line[LINE];
    const size_t length = strlen(key);
    int same = 0;
    FILE *file = fopen(GOLDEN, "r");
    assert_non_null(file);
    while (!same && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = 0;
        same = strncmp(line, key, length) == 0 && strncmp(line + length, ": ", 2) == 0 &&
               strcmp(line + length + 2, text) == 0;
    }
    fclose(file);
    if (!same) {
        fail_msg("not in %s\n%s: %s", GOLDEN, key, text);
    }
}

void sentence_check(const char *key, const gltf_error *error) {
    char text[LINE];
    assert_true(gltf_error_format(error, text, sizeof text) < sizeof text);
    sentence_check_text(key, text);
}
