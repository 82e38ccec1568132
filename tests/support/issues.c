/* support/issues.c - validation in tests: small documents in, the list of issues out, compared as a set with repetition. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "issues.h"

/* ---- Lists of lines ---- */

typedef struct lines {
    char **items;
    size_t count;
    size_t room;
} lines;

static void add_line(lines *list, const char *text, size_t size) {
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 16;
        list->items = realloc(list->items, list->room * sizeof *list->items);
        assert_non_null(list->items);
    }
    char *copy = malloc(size + 1);
    assert_non_null(copy);
    memcpy(copy, text, size);
    copy[size] = '\0';
    list->items[list->count++] = copy;
}

static int compare_lines(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All lines, sorted, as one string; the list is freed. */
static char *join(lines *list) {
    size_t size = 1;
    for (size_t i = 0; i < list->count; i++) {
        size += strlen(list->items[i]) + 2;
    }
    char *text = malloc(size);
    assert_non_null(text);
    text[0] = '\0';
    if (list->count > 0) {
        qsort(list->items, list->count, sizeof *list->items, compare_lines);
    }
    for (size_t i = 0; i < list->count; i++) {
        strcat(text, i ? "; " : "");
        strcat(text, list->items[i]);
        free(list->items[i]);
    }
    free(list->items);
    return text;
}

/* "A; B *2" as "A; B; B", sorted. */
static char *normal_form(const char *expected) {
    lines list = {NULL, 0, 0};
    while (*expected) {
        const char *end = strchr(expected, ';');
        const size_t size = end ? (size_t)(end - expected) : strlen(expected);
        char item[512];
        assert_true(size < sizeof item);
        memcpy(item, expected, size);
        item[size] = '\0';
        char *times = strstr(item, " *");
        long count = 1;
        if (times) {
            count = strtol(times + 2, NULL, 10);
            *times = '\0';
        }
        while (count-- > 0) {
            add_line(&list, item, strlen(item));
        }
        expected += size + (end ? 1 : 0);
        while (*expected == ' ') {
            expected++;
        }
    }
    return join(&list);
}

/* ---- Running ---- */

typedef struct run {
    lines found;
    const void *bytes;
    size_t size;
} run;

static gltf_status GLTF_CALL on_issue(void *user, const gltf_issue *issue) {
    run *r = user;
    char line[1024];
    const gltf_issue_kind *kind = &gltf_issue_kinds(NULL)[issue->kind];
    assert_string_equal(issue->code, kind->code);
    assert_true(issue->message[0] != '\0');
    assert_null(strchr(issue->message, '\n'));
    if (issue->pointer) {
        snprintf(line, sizeof line, "%s %u %s", issue->code, (unsigned)issue->severity, issue->pointer);
    } else {
        snprintf(line, sizeof line, "%s %u %llu", issue->code, (unsigned)issue->severity,
                 (unsigned long long)issue->offset);
    }
    add_line(&r->found, line, strlen(line));
    return GLTF_OK;
}

static gltf_status GLTF_CALL load(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                  gltf_buffer *out) {
    const run *r = user;
    (void)buffer;
    (void)byte_length;
    if (strcmp(uri, "b0") != 0) {
        return GLTF_ERR_IO;
    }
    out->data = r->bytes;
    out->size = r->size;
    return GLTF_OK;
}

static char *run_all(run *r, const void *file, size_t file_size, const gltf_validate_options *options) {
    gltf_validation result;
    gltf_error error;
    uint64_t counts[4] = {0};
    const gltf_status status = gltf_validate(file, file_size, options, on_issue, r, &result, &error);
    assert_int_equal(status, GLTF_OK);
    for (size_t i = 0; i < r->found.count; i++) {
        counts[*(strchr(r->found.items[i], ' ') + 1) - '0']++;
    }
    assert_int_equal(counts[0], result.errors);
    assert_int_equal(counts[1], result.warnings);
    assert_int_equal(counts[2], result.informations);
    assert_int_equal(counts[3], result.hints);
    return join(&r->found);
}

/* A copy with " for '. */
static char *with_quotes(const char *json) {
    const size_t size = strlen(json);
    char *text = malloc(size + 1);
    assert_non_null(text);
    for (size_t i = 0; i <= size; i++) {
        text[i] = json[i] == '\'' ? '"' : json[i];
    }
    return text;
}

char *issues_of(const char *json, const void *bytes, size_t size, int all) {
    static const gltf_regrade quiet[] = {{"UNUSED_OBJECT", GLTF_SEVERITY_IGNORE, 0},
                                         {"BUFFER_VIEW_TARGET_MISSING", GLTF_SEVERITY_IGNORE, 0}};
    run r = {{NULL, 0, 0}, bytes, size};
    char *text = with_quotes(json);
    gltf_validate_options options;
    gltf_validate_options_init(&options, sizeof options);
    options.io.user = &r;
    options.io.load = load;
    options.regrades = quiet;
    options.regrade_count = all ? 0 : 2;
    char *found = run_all(&r, text, strlen(text), &options);
    free(text);
    return found;
}

char *issues_of_bytes(const void *file, size_t file_size, const gltf_validate_options *options) {
    run r = {{NULL, 0, 0}, NULL, 0};
    return run_all(&r, file, file_size, options);
}

/* ---- Comparing ---- */

static void compare(char *found, const char *expected, const char *file, int line) {
    char *wanted = normal_form(expected);
    const int same = strcmp(found, wanted) == 0;
    if (!same) {
        print_error("%s:%d: found  %s\n        wanted %s\n", file, line, found, wanted);
    }
    free(found);
    free(wanted);
    if (!same) {
        _fail(file, line);
    }
}

void issues_expect_at(const char *json, const void *bytes, size_t size, const char *expected, const char *file,
                      int line) {
    const int all = strstr(expected, "UNUSED_OBJECT") || strstr(expected, "BUFFER_VIEW_TARGET_MISSING");
    compare(issues_of(json, bytes, size, all), expected, file, line);
}

void issues_expect_bytes_at(const void *data, size_t size, const gltf_validate_options *options, const char *expected,
                            const char *file, int line) {
    compare(issues_of_bytes(data, size, options), expected, file, line);
}

/* ---- GLB ---- */

static void put_u32(uint8_t *out, uint32_t value) {
    for (int i = 0; i < 4; i++) {
        out[i] = (uint8_t)(value >> 8 * i);
    }
}

void issues_glb_start(issues_glb *glb) {
    memset(glb, 0, sizeof *glb);
    put_u32(glb->bytes, 0x46546C67);
    put_u32(glb->bytes + 4, 2);
    glb->size = 12;
}

void issues_glb_chunk(issues_glb *glb, uint32_t type, const void *data, size_t size) {
    const size_t padded = (size + 3) / 4 * 4;
    assert_true(glb->size + 8 + padded <= sizeof glb->bytes);
    uint8_t *const at = glb->bytes + glb->size;
    put_u32(at, (uint32_t)padded);
    put_u32(at + 4, type);
    memset(at + 8, type == ISSUES_JSON ? ' ' : 0, padded);
    if (size > 0) {
        memcpy(at + 8, data, size);
    }
    glb->size += 8 + padded;
}

void issues_glb_text(issues_glb *glb, const char *json) {
    char *text = with_quotes(json ? json : "{'asset':{'version':'2.0'}}");
    issues_glb_chunk(glb, ISSUES_JSON, text, strlen(text));
    free(text);
}

void issues_glb_u32(issues_glb *glb, size_t at, uint32_t value) {
    put_u32(glb->bytes + at, value);
}

void issues_glb_finish(issues_glb *glb) {
    put_u32(glb->bytes + 8, (uint32_t)glb->size);
}
