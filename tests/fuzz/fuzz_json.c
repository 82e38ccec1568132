/* tests/fuzz/fuzz_json.c - outside the layers: any text through the scanner and through cJSON, which must see the same.
 *
 * What both accept must give the same tree: kinds, members, elements, numbers, strings; so must the values that are read
 * without a tree.  What only one accepts must have one of these reasons.
 * cJSON lets through what RFC 8259 forbids: a byte-order mark; control characters, in strings and as white space; bytes that
 * are no UTF-8; numbers such as 01, 1. or .5; \u with wrong digits; text behind the value; more than 512 levels.
 * cJSON refuses what RFC 8259 allows: escapes of lone surrogates; numbers of more than 63 characters.
 * It cuts strings at \u0000, so those are not compared with it. */
#define FUZZ_NAME "fuzz_json"
#include "harness.h"

#if defined(GLTF_I_PRIVATE_CJSON)
#include "cJSON.h"
#else
#include <cjson/cJSON.h>
#endif

#include "../../src/text/json.h"

enum { KEYS_LOOKED_UP = 8, KEY_ROOM = 64 };

/* ---- Memory of cJSON ---- */

enum { BLOCK_HEAD = 16 };
static size_t in_use, peak;

static void *counted_malloc(size_t size) {
    uint8_t *block = malloc(size + BLOCK_HEAD);
    if (!block) {
        return NULL;
    }
    memcpy(block, &size, sizeof size);
    in_use += size;
    peak = in_use > peak ? in_use : peak;
    return block + BLOCK_HEAD;
}

static void counted_free(void *pointer) {
    size_t size;
    if (pointer) {
        uint8_t *block = (uint8_t *)pointer - BLOCK_HEAD;
        memcpy(&size, block, sizeof size);
        in_use -= size;
        free(block);
    }
}

/* ---- Who may accept what alone ---- */

static int of_number(uint8_t c) {
    return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
}

static size_t digits(const uint8_t *text, size_t at, size_t end) {
    size_t n = 0;
    while (at + n < end && text[at + n] >= '0' && text[at + n] <= '9') {
        n++;
    }
    return n;
}

/* Whether text[at, end) is a number of RFC 8259, 6. */
static int is_number(const uint8_t *text, size_t at, size_t end) {
    at += at < end && text[at] == '-';
    size_t n = digits(text, at, end);
    if (n == 0 || (n > 1 && text[at] == '0')) {
        return 0;
    }
    at += n;
    if (at < end && text[at] == '.') {
        n = digits(text, at + 1, end);
        if (n == 0) {
            return 0;
        }
        at += 1 + n;
    }
    if (at < end && (text[at] == 'e' || text[at] == 'E')) {
        at++;
        at += at < end && (text[at] == '+' || text[at] == '-');
        n = digits(text, at, end);
        at += n;
        return n > 0 && at == end;
    }
    return at == end;
}

/* Whether the byte at `at` stands in or just behind something like a number that is none. */
static int in_bad_number(const uint8_t *text, size_t size, size_t at) {
    size_t start = at, end = at;
    while (start > 0 && of_number(text[start - 1])) {
        start--;
    }
    while (end < size && of_number(text[end])) {
        end++;
    }
    return start < end && !is_number(text, start, end);
}

static int in_bad_escape(const uint8_t *text, size_t at) {
    for (size_t back = 2; back <= 5 && back <= at; back++) {
        if (text[at - back] == '\\' && text[at - back + 1] == 'u') {
            return 1;
        }
    }
    return 0;
}

/* Whether cJSON is known not to mind what the scanner refuses at this place. */
static int is_lenient_at(const uint8_t *text, size_t size, size_t at, size_t parsed) {
    if (at >= parsed || (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)) {
        return 1;
    }
    return text[at] < 0x20 || text[at] >= 0x80 || (at > 0 && text[at - 1] >= 0x80) || in_bad_number(text, size, at) ||
           in_bad_escape(text, at);
}

/* Whether the text, which passed the scanner, has in it what cJSON refuses. */
static int has_refused(const uint8_t *text, size_t size) {
    size_t run = 0;
    for (size_t i = 0; i < size; i++) {
        run = of_number(text[i]) ? run + 1 : 0;
        if (run > 63 || (i + 2 < size && memcmp(text + i, "\\u", 2) == 0 && (text[i + 2] | 32) == 'd')) {
            return 1;
        }
    }
    return 0;
}

/* ---- The same tree ---- */

/* A string of the text, decoded; the caller frees it. */
static char *decoded(gltf_i_text string, int *has_zero) {
    char *out = (char *)fuzz_block(string.size);
    const size_t length = gltf_i_scan_decode(string, out, has_zero);
    claim(length < string.size && strlen(out) == length, "a decoded string of another length");
    claim(gltf_i_scan_same(string, out) == !*has_zero, "a string that differs from itself");
    return out;
}

static void compare_string(gltf_i_text string, const char *raw, const char *ours) {
    int has_zero = 0;
    char *out = decoded(string, &has_zero);
    claim(ours && strcmp(out, ours) == 0, "another string in the tree");
    claim(!raw || has_zero || strcmp(out, raw) == 0, "another string in cJSON's tree");
    free(out);
}

static size_t significant_digits(gltf_i_text number) {
    size_t n = 0;
    for (size_t i = 0; i < number.size && (number.at[i] | 32) != 'e'; i++) {
        n += number.at[i] >= '0' && number.at[i] <= '9' && (n > 0 || number.at[i] != '0');
    }
    return n;
}

/* More digits than 56 are shortened, which may cost the last bit next to the middle of two doubles. */
static int same_number(double a, double b, int exactly) {
    uint64_t x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y || (a == 0 && b == 0) || (!exactly && (x + 1 == y || y + 1 == x));
}

static void compare_number(gltf_i_text number, const cJSON *raw, const gltf_i_json *ours) {
    char *copy = (char *)fuzz_block(number.size + 1);
    memcpy(copy, number.at, number.size);
    char *end;
    double got = 0;
    const double want = strtod(copy, &end);
    claim(end == copy + number.size, "a number that is not one to its end");
    free(copy);
    claim(!raw || same_number(raw->valuedouble, want, 1), "another number in cJSON's tree");
    if (gltf_i_json_number(ours, &got)) {
        claim(same_number(got, want, significant_digits(number) <= 56), "another number in the tree");
    } else {
        claim(want - want != 0, "a finite number that is none");
    }
}

static int kind_of(gltf_i_text value) {
    switch (*value.at) {
    case '{':
        return GLTF_I_JSON_OBJECT;
    case '[':
        return GLTF_I_JSON_ARRAY;
    case '"':
        return GLTF_I_JSON_STRING;
    case 'n':
        return GLTF_I_JSON_NULL;
    case 't':
    case 'f':
        return GLTF_I_JSON_BOOLEAN;
    default:
        return GLTF_I_JSON_NUMBER;
    }
}

static int raw_kind(const cJSON *raw) {
    switch (raw->type & 0xFF) {
    case cJSON_Object:
        return GLTF_I_JSON_OBJECT;
    case cJSON_Array:
        return GLTF_I_JSON_ARRAY;
    case cJSON_String:
        return GLTF_I_JSON_STRING;
    case cJSON_NULL:
        return GLTF_I_JSON_NULL;
    case cJSON_Number:
        return GLTF_I_JSON_NUMBER;
    default:
        return GLTF_I_JSON_BOOLEAN;
    }
}

/* The member that counts: the last one with this key, in text and tree. */
static void compare_member(gltf_i_text object, const gltf_i_json *ours, gltf_i_text key) {
    gltf_i_text member, other, last = {NULL, 0};
    size_t cursor = 0;
    int has_zero = 0;
    char *name = decoded(key, &has_zero);
    while (gltf_i_scan_next(object, &cursor, &other, &member)) {
        last = gltf_i_scan_same(other, name) ? member : last;
    }
    const char *const names[] = {name, NULL};
    gltf_i_text members[1];
    gltf_i_scan_members(object, names, NULL, members);
    claim(gltf_i_scan_member(object, name).at == last.at, "another member is the last of its name");
    claim(members[0].at == last.at, "another one in the walk over members");
    if (last.at) {
        claim(gltf_i_json_kind(gltf_i_json_member(ours, name)) == kind_of(last), "another member in the tree");
    }
    free(name);
}

/* The same number without a tree; out of range there and here. */
static void compare_value(gltf_i_text number, const gltf_i_json *ours) {
    double value, got;
    uint64_t integer, got_integer;
    const int sound = gltf_i_json_number(ours, &got);
    claim((gltf_i_value_number(number, &value) == GLTF_OK) == sound, "a number is finite in one way only");
    claim(!sound || memcmp(&value, &got, sizeof got) == 0, "another number without a tree");
    const int is_integer = gltf_i_json_integer(ours, &got_integer);
    claim((gltf_i_value_integer(number, &integer) == GLTF_OK) == is_integer, "an integer in one way only");
    claim(!is_integer || integer == got_integer, "another integer without a tree");
}

/* `raw` is NULL where cJSON refuses the text. */
static void compare(gltf_i_text value, const cJSON *raw, const gltf_i_json *ours) {
    const int kind = kind_of(value);
    claim(gltf_i_json_kind(ours) == kind, "another kind in the tree");
    claim(!raw || raw_kind(raw) == kind, "another kind in cJSON's tree");
    if (kind == GLTF_I_JSON_STRING) {
        compare_string(value, raw ? raw->valuestring : NULL, gltf_i_json_string(ours));
    } else if (kind == GLTF_I_JSON_NUMBER) {
        compare_number(value, raw, ours);
        compare_value(value, ours);
    } else if (kind == GLTF_I_JSON_BOOLEAN) {
        claim(gltf_i_json_true(ours) == (*value.at == 't'), "another truth in the tree");
        claim(!raw || (cJSON_IsTrue(raw) != 0) == (*value.at == 't'), "another truth in cJSON's tree");
    }
    if (kind != GLTF_I_JSON_ARRAY && kind != GLTF_I_JSON_OBJECT) {
        return;
    }
    gltf_i_text key, child;
    size_t cursor = 0, looked_up = 0;
    const gltf_i_json *our_child = gltf_i_json_first(ours);
    const cJSON *raw_child = raw ? raw->child : NULL;
    while (gltf_i_scan_next(value, &cursor, &key, &child)) {
        claim(!raw || raw_child, "cJSON's tree has fewer children");
        claim(our_child != NULL, "the tree has fewer children");
        compare(child, raw_child, our_child);
        if (key.at) {
            compare_string(key, raw_child ? raw_child->string : NULL, gltf_i_json_key(our_child));
            if (looked_up < KEYS_LOOKED_UP && key.size < KEY_ROOM) {
                looked_up++;
                compare_member(value, ours, key);
            }
        }
        our_child = gltf_i_json_next(our_child);
        raw_child = raw_child ? raw_child->next : NULL;
    }
    claim(!our_child && !raw_child, "a tree has more children");
}

/* ---- Events ---- */

typedef struct event {
    const char *at;
    size_t size;
    size_t index; /* SIZE_MAX = a member */
} event;

typedef struct events {
    event *list;
    size_t count;
    size_t room;
    size_t last; /* ends the scan; 0 = none does */
} events;

static gltf_status note(events *e, size_t index, gltf_i_text value) {
    if (e->count == e->room) {
        e->room = e->room ? e->room * 2 : 64;
        e->list = realloc(e->list, e->room * sizeof *e->list);
        claim(e->list != NULL, "no memory");
    }
    event now = {value.at, value.size, index};
    e->list[e->count++] = now;
    return e->count == e->last ? GLTF_ERR_RANGE : GLTF_OK;
}

static gltf_status on_element(void *user, size_t index, gltf_i_text value) {
    return note(user, index, value);
}

static gltf_status on_member(void *user, gltf_i_text key, gltf_i_text value) {
    claim(key.size >= 2 && key.at[0] == '"' && key.at[key.size - 1] == '"', "a key without quotes");
    claim(key.at + key.size < value.at, "a value before its key");
    return note(user, SIZE_MAX, value);
}

static void claim_event(const events *e, size_t i, gltf_i_text value, size_t index) {
    claim(i < e->count && e->list[i].at == value.at && e->list[i].size == value.size && e->list[i].index == index,
          "another event than the steps give");
}

static void compare_events(gltf_i_text root, const events *e) {
    gltf_i_text key, value, ignored, element;
    size_t cursor = 0, seen = 0;
    while (*root.at == '{' && gltf_i_scan_next(root, &cursor, &key, &value)) {
        size_t inner = 0;
        for (size_t i = 0; *value.at == '[' && gltf_i_scan_next(value, &inner, &ignored, &element); i++) {
            claim_event(e, seen++, element, i);
        }
        claim_event(e, seen++, value, SIZE_MAX);
    }
    claim(seen == e->count, "more events than the steps give");
}

/* ---- All of it ---- */

static gltf_i_text without_space(const char *text, size_t size) {
    gltf_i_text root = {text, size};
    while (root.size && strchr(" \t\r\n", *root.at)) {
        root.at++;
        root.size--;
    }
    while (root.size && strchr(" \t\r\n", root.at[root.size - 1])) {
        root.size--;
    }
    return root;
}

static void look_at_tree(const char *text, size_t size, const cJSON *raw) {
    gltf_i_json *ours = NULL;
    const gltf_i_text root = without_space(text, size);
    claim(raw || has_refused((const uint8_t *)text, size), "cJSON refuses sound text for no known reason");
    claim(gltf_i_json_parse(root, &ours) == GLTF_OK, "no tree of sound text");
    compare(root, raw, ours);
    gltf_i_json_free(ours);
}

static void scan(const char *text, size_t size, const cJSON *raw, size_t parsed) {
    events e = {NULL, 0, 0, 0};
    const gltf_i_scan_events calls = {&e, on_element, on_member, NULL};
    size_t position = 0;
    const gltf_status status = gltf_i_scan_document(text, size, &calls, &position);
    claim(position <= size, "a position outside the text");
    if (status == GLTF_OK) {
        look_at_tree(text, size, raw);
        compare_events(without_space(text, size), &e);
        e.last = e.count;
        e.count = 0;
        claim(gltf_i_scan_document(text, size, &calls, &position) == (e.last ? GLTF_ERR_RANGE : GLTF_OK),
              "a scan goes on though an event ended it");
    } else {
        claim(status == GLTF_ERR_JSON || status == GLTF_ERR_LIMIT, "another status");
        claim(!raw || status == GLTF_ERR_LIMIT || is_lenient_at((const uint8_t *)text, size, position, parsed),
              "refused for no known reason");
    }
    free(e.list);
}

static void look(const uint8_t *data, size_t size) {
    cJSON_Hooks hooks = {counted_malloc, counted_free};
    const char *end = NULL;
    char *text = (char *)fuzz_copy(data, size);
    cJSON_InitHooks(&hooks);
    in_use = peak = 0;
    cJSON *raw = cJSON_ParseWithLengthOpts(text, size, &end, 0);
    const size_t before = in_use;
    peak = in_use;
    scan(text, size, raw, raw ? (size_t)(end - text) : 0);
    claim(in_use == before, "memory was not given back");
    claim(peak - before <= 64 * size + 4096, "memory out of proportion to the input");
    cJSON_Delete(raw);
    free(text);
}

FUZZ_ENTRY(look)
