/* unit/text_scan.c - tests of the JSON scanner and of the steps over checked text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "../../src/text/scan.h"
#include "support/guard.h"

enum { UNTOUCHED = 987654321 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Scan a copy whose end must not be passed. */
static gltf_status scan(const char *text, size_t size, size_t *position) {
    guard copy = guard_copy(text, size, GUARD_AFTER);
    *position = UNTOUCHED;
    const gltf_status status = gltf_i_scan_document((const char *)copy.bytes, size, NULL, position);
    guard_free(&copy);
    return status;
}

/* ---- What is JSON ---- */

static const char *const good[] = {
    "{}",
    "[]",
    " [ ] ",
    "\t\r\n {\n}\r\n",
    "null",
    "true",
    "false",
    "0",
    "-0",
    "-0.0",
    "10",
    "1234567890",
    "-1",
    "0.5",
    "1.5",
    "1e5",
    "1E5",
    "1e+5",
    "1E-5",
    "0e0",
    "0.0e-0",
    "123.456e+789",
    "1e999999999999999999999999999999",
    "123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890",
    "\"\"",
    "\"a\"",
    "\" \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0041 \\u00e9 \\uFFFF \\uabcd \\uABCD\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "\"\\udc00\\ud800\"",
    "\"\\ud83d\\ude00\"",
    "\"\x7f\"",
    "\"\xC2\x80\xDF\xBF\"",
    "\"\xE0\xA0\x80\xE1\x80\x80\xEC\xBF\xBF\xED\x80\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF\"",
    "\"\xF0\x90\x80\x80\xF1\x80\x80\x80\xF3\xBF\xBF\xBF\xF4\x80\x80\x80\xF4\x8F\xBF\xBF\"",
    "[1]",
    "[1,2]",
    "[ 1 , 2 ]",
    "[[],[[]],{}]",
    "[null,true,false,\"x\",0,-1.5e-3,{},[]]",
    "{\"a\":1}",
    "{ \"a\" : 1 , \"b\" : 2 }",
    "{\"a\":1,\"a\":2}",
    "{\"\":\"\"}",
    "{\"a\":{\"b\":[{\"c\":null}]}}",
    "{\"\\u0061\\n\":[]}",
    "{\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\":\"\xF0\x9F\x98\x80\"}",
    "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"count\":3,\"max\":[1.5,-2e-3,0]}],\"x\":{\"a\":[true]}}",
};

/* RFC 8259, 2 to 7: everything the grammar allows is accepted. */
static void all_of_the_grammar_is_accepted(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(good); i++) {
        size_t position;
        const gltf_status status = scan(good[i], strlen(good[i]), &position);
        if (status != GLTF_OK) {
            fail_msg("refused at %u: %s", (unsigned)position, good[i]);
        }
    }
}

typedef struct bad_text {
    const char *text;
    size_t size; /* 0 = up to the NUL */
    size_t position;
} bad_text;

static const bad_text bad[] = {
    /* nothing, or too much */
    {"", 0, 0},
    {"   ", 0, 3},
    {"{} {}", 0, 3},
    {"[] x", 0, 3},
    {"1 2", 0, 2},
    {"{}}", 0, 2},
    {"[]]", 0, 2},
    {"{}\0", 3, 2},
    {"\0{}", 3, 0},
    {"\"a\"\"b\"", 0, 3},
    /* white space is four characters; a mark of byte order is none */
    {"\v1", 0, 0},
    {"\f1", 0, 0},
    {"1\v", 0, 1},
    {"[\xC2\xA0]", 0, 1},
    {"\xEF\xBB\xBF{}", 0, 0},
    {"[\xEF\xBB\xBF]", 0, 1},
    /* comments, other quotes, other words */
    {"/* */1", 0, 0},
    {"[1//\n]", 0, 2},
    {"[1 # x\n]", 0, 3},
    {"'a'", 0, 0},
    {"{a:1}", 0, 1},
    {"{'a':1}", 0, 1},
    {"NaN", 0, 0},
    {"nan", 0, 1},
    {"Infinity", 0, 0},
    {"-Infinity", 0, 1},
    {"True", 0, 0},
    {"tru", 0, 3},
    {"truE", 0, 3},
    {"truex", 0, 4},
    {"nulll", 0, 4},
    {"fals e", 0, 4},
    {"undefined", 0, 0},
    /* numbers */
    {"01", 0, 1},
    {"00", 0, 1},
    {"-01", 0, 2},
    {"-", 0, 1},
    {"--1", 0, 1},
    {"+1", 0, 0},
    {"1.", 0, 2},
    {"[1.]", 0, 3},
    {".5", 0, 0},
    {"-.5", 0, 1},
    {"1.e5", 0, 2},
    {"1e", 0, 2},
    {"1e+", 0, 3},
    {"1e-x", 0, 3},
    {"1.5.5", 0, 3},
    {"1e5.5", 0, 3},
    {"1e5e5", 0, 3},
    {"0x10", 0, 1},
    {"1_000", 0, 1},
    {"1,5", 0, 1},
    {"- 1", 0, 1},
    {"1a", 0, 1},
    {"\xEF\xBC\x91", 0, 0}, /* FULLWIDTH DIGIT ONE */
    /* strings */
    {"\"", 0, 1},
    {"\"a", 0, 2},
    {"\"\\", 0, 2},
    {"\"\\\"", 0, 3},
    {"\"\\x41\"", 0, 2},
    {"\"\\'\"", 0, 2},
    {"\"\\a\"", 0, 2},
    {"\"\\0\"", 0, 2},
    {"\"\\U0041\"", 0, 2},
    {"\"\\u\"", 0, 3},
    {"\"\\u004\"", 0, 6},
    {"\"\\u00G1\"", 0, 5},
    {"\"\\u 041\"", 0, 3},
    {"\"\\u-041\"", 0, 3},
    {"\"\\\n\"", 0, 2},
    {"\"a\nb\"", 0, 2},
    {"\"a\tb\"", 0, 2},
    {"\"\0\"", 3, 1},
    {"\"\x1f\"", 0, 1},
    {"\"0123456\x1f\"", 0, 8},
    {"{\"a\n\":1}", 0, 3},
    /* UTF-8: RFC 3629, 4 */
    {"\"\x80\"", 0, 1},
    {"\"\xBF\"", 0, 1},
    {"\"\xC0\x80\"", 0, 1},
    {"\"\xC1\xBF\"", 0, 1},
    {"\"\xC2\"", 0, 2},
    {"\"\xC2\xC2\x80\"", 0, 2},
    {"\"\xDF", 0, 2},
    {"\"\xE0\x80\x80\"", 0, 2},
    {"\"\xE0\x9F\xBF\"", 0, 2},
    {"\"\xE1\x80\"", 0, 3},
    {"\"\xE1\x80\x7F\"", 0, 3},
    {"\"\xED\xA0\x80\"", 0, 2}, /* a surrogate */
    {"\"\xED\xBF\xBF\"", 0, 2},
    {"\"\xF0\x80\x80\x80\"", 0, 2},
    {"\"\xF0\x8F\xBF\xBF\"", 0, 2},
    {"\"\xF0\x90\x80\"", 0, 4},
    {"\"\xF4\x90\x80\x80\"", 0, 2},
    {"\"\xF5\x80\x80\x80\"", 0, 1},
    {"\"\xF8\x88\x80\x80\x80\"", 0, 1},
    {"\"\xFE\"", 0, 1},
    {"\"\xFF\"", 0, 1},
    {"\"\xC3\xA9\xC3\xA9\xFF\"", 0, 5},
    {"[\xC3\xA9]", 0, 1}, /* outside strings */
    {"{\"\xFF\":1}", 0, 2},
    /* arrays */
    {"[", 0, 1},
    {"[1", 0, 2},
    {"[1,", 0, 3},
    {"[1,]", 0, 3},
    {"[,1]", 0, 1},
    {"[,]", 0, 1},
    {"[1,,2]", 0, 3},
    {"[1 2]", 0, 3},
    {"[1:2]", 0, 2},
    {"[1}", 0, 2},
    {"]", 0, 0},
    {"[[]", 0, 3},
    {"[\"a\":1]", 0, 4},
    /* objects */
    {"{", 0, 1},
    {"{\"a\"", 0, 4},
    {"{\"a\":", 0, 5},
    {"{\"a\":1", 0, 6},
    {"{\"a\":1,", 0, 7},
    {"{\"a\":1,}", 0, 7},
    {"{,}", 0, 1},
    {"{\"a\"}", 0, 4},
    {"{\"a\" 1}", 0, 5},
    {"{\"a\"::1}", 0, 5},
    {"{\"a\":}", 0, 5},
    {"{\"a\",1}", 0, 4},
    {"{1:1}", 0, 1},
    {"{null:1}", 0, 1},
    {"{[]:1}", 0, 1},
    {"{\"a\":1]", 0, 6},
    {"{\"a\":1 \"b\":2}", 0, 7},
    {"{\"a\":1;\"b\":2}", 0, 6},
    {"{\"a\":[1}]", 0, 7},
    {"}", 0, 0},
    {":", 0, 0},
    {",", 0, 0},
};

/* RFC 8259 and RFC 3629: everything else is GLTF_ERR_JSON, with the offset of the first byte that cannot stand there. */
static void everything_else_is_refused_at_its_first_wrong_byte(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        const size_t size = bad[i].size ? bad[i].size : strlen(bad[i].text);
        size_t position;
        const gltf_status status = scan(bad[i].text, size, &position);
        if (status != GLTF_ERR_JSON || position != bad[i].position) {
            fail_msg("%s: status %d at %u, not %u", bad[i].text, (int)status, (unsigned)position,
                     (unsigned)bad[i].position);
        }
    }
}

/* RFC 8259: no prefix of an array, object or string is a text; the end is where it goes wrong. */
static void every_prefix_is_refused_at_its_end(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(good); i++) {
        const char *const start = good[i] + strspn(good[i], " \t\r\n");
        if (*start != '{' && *start != '[' && *start != '"') {
            continue;
        }
        size_t last = strlen(good[i]);
        while (strchr(" \t\r\n", good[i][last - 1])) {
            last--;
        }
        for (size_t size = 0; size < last; size++) {
            size_t position;
            assert_int_equal(scan(good[i], size, &position), GLTF_ERR_JSON);
            assert_int_equal(position, size);
        }
    }
}

/* RFC 8259, 7: of the single bytes a string may hold all from 0x20 to 0x7F but the quote and the backslash, wherever the
 * byte stands in the words that are compared at once. */
static void single_bytes_in_strings_follow_the_grammar(void **state) {
    (void)state;
    for (size_t at = 0; at < 20; at++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            char text[22];
            size_t position;
            memset(text, 'x', sizeof text);
            text[0] = text[21] = '"';
            text[at + 1] = (char)(unsigned char)byte;
            const gltf_status status = scan(text, sizeof text, &position);
            const int fine = byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
            assert_int_equal(status, fine ? GLTF_OK : GLTF_ERR_JSON);
            if (!fine) {
                const size_t behind = byte == '"' || byte == '\\' || (byte >= 0xC2 && byte <= 0xF4) ? 1 : 0;
                assert_int_equal(position, byte == '\\' && at == 19 ? 22 : at + 1 + behind);
            }
        }
    }
}

/* RFC 8259, 7: one control character is found wherever it stands in a long string. */
static void a_wrong_byte_is_found_anywhere_in_a_long_string(void **state) {
    enum { SIZE = 3 * 4096 + 100 };
    guard room = guard_make(SIZE, GUARD_AFTER);
    char *const text = (char *)room.bytes;
    (void)state;
    memset(text, 'x', SIZE);
    text[0] = text[SIZE - 1] = '"';
    for (size_t at = 1; at < SIZE - 1; at += at % 512 < 24 || at % 512 > 490 || at > SIZE - 20 ? 1 : 13) {
        size_t position = UNTOUCHED;
        text[at] = '\n';
        assert_int_equal(gltf_i_scan_document(text, SIZE, NULL, &position), GLTF_ERR_JSON);
        assert_int_equal(position, at);
        text[at] = '\\'; /* an escape of x, which is none */
        assert_int_equal(gltf_i_scan_document(text, SIZE, NULL, &position), GLTF_ERR_JSON);
        assert_int_equal(position, at + 1 < SIZE - 1 ? at + 1 : SIZE);
        text[at] = '"';
        assert_int_equal(gltf_i_scan_document(text, SIZE, NULL, &position), GLTF_ERR_JSON);
        assert_int_equal(position, at + 1);
        text[at] = 'x';
    }
    size_t position = UNTOUCHED;
    assert_int_equal(gltf_i_scan_document(text, SIZE, NULL, &position), GLTF_OK);
    guard_free(&room);
}

static size_t encode(uint32_t code, char *out) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    const size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--) {
        out[i] = (char)(unsigned char)(0x80 + code % 64);
        code /= 64;
    }
    out[0] = (char)(unsigned char)((0xF00 >> size & 0xFF) + code);
    return size;
}

/* RFC 3629: every character but the surrogates. */
static void every_character_but_surrogates_is_accepted(void **state) {
    (void)state;
    for (uint32_t code = 0x80; code < 0x110000; code += code < 0x1000 ? 1 : 61) {
        char text[8] = "\"";
        size_t position;
        const size_t size = 1 + encode(code, text + 1);
        text[size] = '"';
        const gltf_status status = scan(text, size + 1, &position);
        assert_int_equal(status, code >= 0xD800 && code < 0xE000 ? GLTF_ERR_JSON : GLTF_OK);
    }
}

/* ---- Against a second reader, written the plain way ---- */

/* Each gives the end of what it reads, or NULL.  Recursive: for short texts only. */
static const char *read_value(const char *p, const char *end);

static const char *read_space(const char *p, const char *end) {
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')) {
        p++;
    }
    return p;
}

static const char *read_string(const char *p, const char *end) {
    if (p == end || *p != '"') {
        return NULL;
    }
    for (p++; p < end && *p != '"'; p++) {
        const unsigned char c = (unsigned char)*p;
        if (c < 0x20) {
            return NULL;
        }
        if (c == '\\') {
            p++;
            if (p == end || !*p || !strchr("\"\\/bfnrtu", *p)) {
                return NULL;
            }
            if (*p == 'u') {
                for (int i = 0; i < 4; i++) {
                    p++;
                    if (p == end || !*p || !strchr("0123456789abcdefABCDEF", *p)) {
                        return NULL;
                    }
                }
            }
        } else if (c >= 0x80) {
            const size_t size = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
            uint32_t code = c & (0xFFu >> (size + 1));
            char again[4];
            if (c < 0xC0 || c > 0xF7 || (size_t)(end - p) < size) {
                return NULL;
            }
            for (size_t i = 1; i < size; i++) {
                if (((unsigned char)p[i] & 0xC0) != 0x80) {
                    return NULL;
                }
                code = code * 64 + ((unsigned char)p[i] & 0x3F);
            }
            if (code >= 0x110000 || (code >= 0xD800 && code < 0xE000) || encode(code, again) != size) {
                return NULL;
            }
            p += size - 1;
        }
    }
    return p < end ? p + 1 : NULL;
}

static const char *read_digits(const char *p, const char *end) {
    const char *const start = p;
    while (p < end && *p >= '0' && *p <= '9') {
        p++;
    }
    return p > start ? p : NULL;
}

static const char *read_number(const char *p, const char *end) {
    if (p < end && *p == '-') {
        p++;
    }
    const char *const start = p;
    p = read_digits(p, end);
    if (!p || (*start == '0' && p - start > 1)) {
        return NULL;
    }
    if (p < end && *p == '.') {
        p = read_digits(p + 1, end);
    }
    if (p && p < end && (*p == 'e' || *p == 'E')) {
        p++;
        p += p < end && (*p == '+' || *p == '-');
        p = read_digits(p, end);
    }
    return p;
}

static const char *read_items(const char *p, const char *end, char closer) {
    p = read_space(p + 1, end);
    if (p < end && *p == closer) {
        return p + 1;
    }
    for (;;) {
        if (closer == '}') {
            p = read_string(p, end);
            p = p ? read_space(p, end) : NULL;
            if (!p || p == end || *p != ':') {
                return NULL;
            }
            p = read_space(p + 1, end);
        }
        p = read_value(p, end);
        p = p ? read_space(p, end) : NULL;
        if (!p || p == end) {
            return NULL;
        }
        if (*p == closer) {
            return p + 1;
        }
        if (*p != ',') {
            return NULL;
        }
        p = read_space(p + 1, end);
    }
}

static const char *read_value(const char *p, const char *end) {
    static const char *const words[] = {"true", "false", "null"};
    if (p == end) {
        return NULL;
    }
    if (*p == '{') {
        return read_items(p, end, '}');
    }
    if (*p == '[') {
        return read_items(p, end, ']');
    }
    if (*p == '"') {
        return read_string(p, end);
    }
    for (size_t i = 0; i < COUNT(words); i++) {
        const size_t size = strlen(words[i]);
        if ((size_t)(end - p) >= size && memcmp(p, words[i], size) == 0) {
            return p + size;
        }
    }
    return read_number(p, end);
}

static int is_json(const char *text, size_t size) {
    const char *const end = text + size;
    const char *p = read_value(read_space(text, end), end);
    return p && read_space(p, end) == end;
}

static uint32_t next_random(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Change some bytes: replace by characters of the grammar or by any, remove, repeat. */
static size_t mutate(char *text, size_t size, size_t room, uint32_t *seed) {
    static const char pool[] = "{}[]:,\"\\\"/ubn0123456789.eE+-tfns \n\x80\xC3\xA9\xED\xF4\x00\x1f";
    for (uint32_t left = next_random(seed) % 3 + 1; left > 0 && size > 1; left--) {
        const size_t at = next_random(seed) % size;
        const char c = next_random(seed) % 8 ? pool[next_random(seed) % (sizeof pool - 1)]
                                             : (char)(unsigned char)(next_random(seed) & 0xFF);
        switch (next_random(seed) % 4) {
        case 0:
            memmove(text + at, text + at + 1, size - at - 1);
            size--;
            break;
        case 1:
            if (size < room) {
                memmove(text + at + 1, text + at, size - at);
                text[at] = c;
                size++;
            }
            break;
        default:
            text[at] = c;
            break;
        }
    }
    return size;
}

/* Scan a copy that ends where the room does. */
static gltf_status scan_at_end(const guard *room, const char *text, size_t size, size_t *position) {
    char *const copy = (char *)room->bytes + room->size - size;
    memcpy(copy, text, size);
    *position = UNTOUCHED;
    return gltf_i_scan_document(copy, size, NULL, position);
}

/* RFC 8259: on damaged texts the scanner and a recursive reader agree; what stands before the reported byte is a text or
 * the start of one, and what comes after it does not matter. */
static void a_second_reader_agrees_on_damaged_texts(void **state) {
    uint32_t seed = 1;
    size_t refused = 0;
    size_t accepted = 0;
    guard room = guard_make(256, GUARD_AFTER);
    (void)state;
    for (unsigned round = 0; round < 60000; round++) {
        char text[256];
        size_t position;
        size_t again;
        const char *const from = good[next_random(&seed) % COUNT(good)];
        size_t size = strlen(from);
        memcpy(text, from, size);
        size = mutate(text, size, sizeof text, &seed);
        const gltf_status status = scan_at_end(&room, text, size, &position);
        assert_int_equal(status == GLTF_OK, is_json(text, size));
        if (status == GLTF_OK) {
            accepted++;
            continue;
        }
        refused++;
        assert_int_equal(status, GLTF_ERR_JSON);
        assert_true(position <= size);
        if (position < size) {
            assert_int_equal(scan_at_end(&room, text, position + 1, &again), GLTF_ERR_JSON);
            assert_int_equal(again, position);
        }
        if (scan_at_end(&room, text, position, &again) != GLTF_OK) {
            assert_int_equal(again, position);
        }
    }
    guard_free(&room);
    assert_true(refused > 20000 && accepted > 2000); /* the damage is neither none nor total */
}

/* ---- Depth ---- */

static size_t nest(char *text, size_t depth, unsigned pattern) {
    size_t size = 0;
    for (size_t i = 0; i < depth; i++) {
        const int object = (int)(pattern >> i % 8 & 1);
        memcpy(text + size, object ? "{\"\":" : "[", object ? 4 : 1);
        size += object ? 4 : 1;
    }
    text[size++] = '0';
    for (size_t i = depth; i-- > 0;) {
        text[size++] = pattern >> i % 8 & 1 ? '}' : ']';
    }
    return size;
}

/* scan.h: 512 containers in each other are accepted, one more is GLTF_ERR_LIMIT at its bracket. */
static void depth_is_bounded(void **state) {
    static char text[5 * 600];
    static const unsigned patterns[] = {0x00, 0xFF, 0xAA, 0x55, 0xCA};
    (void)state;
    for (size_t i = 0; i < COUNT(patterns); i++) {
        size_t position;
        size_t size = nest(text, GLTF_I_SCAN_MAX_DEPTH, patterns[i]);
        assert_int_equal(scan(text, size, &position), GLTF_OK);
        const size_t last = size > 0 ? size - 1 : 0;
        text[last] = text[last] == '}' ? ']' : '}';
        assert_int_equal(scan(text, size, &position), GLTF_ERR_JSON);
        assert_int_equal(position, last);

        size = nest(text, GLTF_I_SCAN_MAX_DEPTH + 1, patterns[i]);
        assert_int_equal(scan(text, size, &position), GLTF_ERR_LIMIT);
        size_t innermost = 0;
        for (size_t depth = 0; depth < GLTF_I_SCAN_MAX_DEPTH; depth++) {
            innermost += patterns[i] >> depth % 8 & 1 ? 4 : 1;
        }
        assert_int_equal(position, innermost);
    }
}

/* scan.h: an empty container counts as deep as a full one. */
static void an_empty_container_too_deep_is_refused(void **state) {
    static char text[2 * 600];
    size_t position;
    (void)state;
    memset(text, '[', 513);
    memset(text + 513, ']', 513);
    assert_int_equal(scan(text, 1026, &position), GLTF_ERR_LIMIT);
    assert_int_equal(position, 512);
    memset(text + 512, ']', 512);
    assert_int_equal(scan(text, 1024, &position), GLTF_OK);
}

/* Issues of old parsers: a million brackets cost no stack. */
static void a_million_brackets_end_at_the_limit(void **state) {
    const size_t size = 1000000;
    char *const text = (char *)malloc(size);
    size_t position;
    (void)state;
    memset(text, '[', size);
    assert_int_equal(gltf_i_scan_document(text, size, NULL, &position), GLTF_ERR_LIMIT);
    assert_int_equal(position, GLTF_I_SCAN_MAX_DEPTH);
    free(text);
}

/* ---- Events ---- */

typedef struct recorder {
    char log[1024];
    size_t size;
    unsigned calls;
    unsigned stop_at; /* which call ends the scan; 0 = none */
} recorder;

static gltf_status record(recorder *r, const char *kind, gltf_i_text a, gltf_i_text b) {
    r->size += (size_t)snprintf(r->log + r->size, sizeof r->log - r->size, "%s %.*s|%.*s\n", kind, (int)a.size,
                                a.at ? a.at : "", (int)b.size, b.at ? b.at : "");
    r->calls++;
    return r->calls == r->stop_at ? GLTF_ERR_MEMORY : GLTF_OK;
}

static gltf_status on_element(void *user, size_t index, gltf_i_text value) {
    char number[16];
    const gltf_i_text none = {NULL, 0};
    snprintf(number, sizeof number, "E%u", (unsigned)index);
    return record((recorder *)user, number, value, none);
}

static gltf_status on_member(void *user, gltf_i_text key, gltf_i_text value) {
    return record((recorder *)user, "M", key, value);
}

static gltf_status scan_events(const char *text, recorder *r, size_t *position) {
    gltf_i_scan_events events = {r, on_element, on_member, NULL};
    *position = UNTOUCHED;
    return gltf_i_scan_document(text, strlen(text), &events, position);
}

/* scan.h: a member of the root after its value, elements of its array before it, nothing of what lies deeper. */
static void members_and_elements_are_told_with_their_extents(void **state) {
    recorder r = {{0}, 0, 0, 0};
    size_t position;
    (void)state;
    assert_int_equal(scan_events(" { \"a\\u0062\" : [ 1 , [2,[3]],{ \"x\":[4]} ,\"s\" ] ,\"e\":[ ],\"o\":{\"i\":[5,6]},"
                                 "\"n\" : -1.5e3 ,\"a\":[true]} ",
                                 &r, &position),
                     GLTF_OK);
    assert_string_equal(r.log, "E0 1|\n"
                               "E1 [2,[3]]|\n"
                               "E2 { \"x\":[4]}|\n"
                               "E3 \"s\"|\n"
                               "M \"a\\u0062\"|[ 1 , [2,[3]],{ \"x\":[4]} ,\"s\" ]\n"
                               "M \"e\"|[ ]\n"
                               "M \"o\"|{\"i\":[5,6]}\n"
                               "M \"n\"|-1.5e3\n"
                               "E0 true|\n"
                               "M \"a\"|[true]\n");
}

/* scan.h: events come only from an object. */
static void roots_that_are_no_object_tell_nothing(void **state) {
    static const char *const texts[] = {"[1,[2],{\"a\":[3]}]", "\"x\"", "1", "[]", "{}"};
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        recorder r = {{0}, 0, 0, 0};
        size_t position;
        assert_int_equal(scan_events(texts[i], &r, &position), GLTF_OK);
        assert_int_equal(r.calls, 0);
    }
}

/* scan.h: each function may be absent. */
static void absent_callbacks_are_not_called(void **state) {
    const char text[] = "{\"a\":[1,2],\"b\":3}";
    recorder r = {{0}, 0, 0, 0};
    gltf_i_scan_events events = {&r, on_element, NULL, NULL};
    size_t position;
    (void)state;
    assert_int_equal(gltf_i_scan_document(text, sizeof text - 1, &events, &position), GLTF_OK);
    assert_int_equal(r.calls, 2);
    events.element = NULL;
    events.member = on_member;
    assert_int_equal(gltf_i_scan_document(text, sizeof text - 1, &events, &position), GLTF_OK);
    assert_int_equal(r.calls, 4);
}

static void on_long_string(void *user, gltf_i_text string) {
    recorder *const r = (recorder *)user;
    r->size += (size_t)snprintf(r->log + r->size, sizeof r->log - r->size, "%.3s%.3s %u\n", string.at,
                                string.at + string.size - 3, (unsigned)string.size);
}

/* scan.h: strings of GLTF_I_SCAN_LONG bytes or more are told with their quotes, in order: keys, values, inside others. */
static void long_strings_are_told(void **state) {
    const size_t most = GLTF_I_SCAN_LONG;
    char *const text = (char *)malloc(6 * most);
    char *const long_one = (char *)calloc(most + 1, 1);
    recorder r = {{0}, 0, 0, 0};
    gltf_i_scan_events events = {&r, NULL, NULL, on_long_string};
    size_t position;
    (void)state;
    memset(long_one, 'x', most);
    const int length = snprintf(text, 6 * most, "{\"%.*s\":1,\"a\":[{\"b\":\"k%.*s\\n\"}],\"c\":\"m%.*s\"}",
                                (int)most - 3, long_one, (int)most - 5, long_one, (int)most + 2, long_one);
    assert_int_equal(gltf_i_scan_document(text, (size_t)length, &events, &position), GLTF_OK);
    char expected[100];
    snprintf(expected, sizeof expected, "\"kx\\n\" %u\n\"mxxx\" %u\n", (unsigned)most, (unsigned)most + 3);
    assert_string_equal(r.log, expected);
    r.size = 0;
    events.long_string = NULL;
    assert_int_equal(gltf_i_scan_document(text, (size_t)length, &events, &position), GLTF_OK);
    assert_int_equal(r.size, 0);
    free(long_one);
    free(text);
}

/* scan.h: any other status ends the scan with it, at the value. */
static void a_status_of_a_callback_ends_the_scan(void **state) {
    const char text[] = "{\"a\":[1, 2],\"b\":3, broken";
    static const size_t positions[] = {6, 9, 5, 16};
    (void)state;
    for (unsigned call = 1; call <= 4; call++) {
        recorder r = {{0}, 0, 0, call};
        size_t position;
        assert_int_equal(scan_events(text, &r, &position), GLTF_ERR_MEMORY);
        assert_int_equal(r.calls, call);
        assert_int_equal(position, positions[call - 1]);
    }
}

/* scan.h: values are told only after they were checked. */
static void a_broken_value_is_not_told(void **state) {
    recorder r = {{0}, 0, 0, 0};
    size_t position;
    (void)state;
    assert_int_equal(scan_events("{\"a\":[1,{\"x\":tru}]}", &r, &position), GLTF_ERR_JSON);
    assert_string_equal(r.log, "E0 1|\n");
}

/* ---- Steps ---- */

static gltf_i_text text_of(const char *text) {
    const gltf_i_text t = {text, strlen(text)};
    return t;
}

static void assert_text(gltf_i_text text, const char *expected) {
    assert_non_null(text.at);
    assert_int_equal(text.size, strlen(expected));
    assert_memory_equal(text.at, expected, text.size);
}

/* scan.h: all members, all elements, in order, with exact extents, however they are spaced. */
static void stepping_gives_every_member_and_element(void **state) {
    static const char *const values[] = {
        "1",
        "-2.5e+3",
        "true",
        "false",
        "null",
        "\"s\\\"]}\"",
        "[]",
        "{}",
        "[1,\"]\",[2]]",
        "{\"a\":{\"b\":\"}\"}}",
        "\"\"",
        "\"\\\\\"",
        "[[[\"[\"]]]",
        "\"\xC3\xA9\xE2\x82\xAC 0123456789 \\u00e9\"",
    };
    static const char *const spaces[] = {"", " ", "\r\n\t", "          "};
    (void)state;
    for (size_t s = 0; s < COUNT(spaces); s++) {
        for (int object = 0; object < 2; object++) {
            char buffer[2048];
            size_t size = 1;
            size_t position;
            size_t cursor = 0;
            gltf_i_text key;
            gltf_i_text value;
            buffer[0] = object ? '{' : '[';
            for (size_t i = 0; i < COUNT(values); i++) {
                char name[32] = "";
                if (object) {
                    snprintf(name, sizeof name, "\"k%u\\\"\"%s:%s", (unsigned)i, spaces[s], spaces[s]);
                }
                size += (size_t)snprintf(buffer + size, sizeof buffer - size, "%s%s%s%s%s", spaces[s], name, values[i],
                                         spaces[s], i + 1 < COUNT(values) ? "," : "");
            }
            buffer[size++] = object ? '}' : ']';
            guard copy = guard_copy(buffer, size, GUARD_AFTER);
            const gltf_i_text container = {(const char *)copy.bytes, size};
            assert_int_equal(gltf_i_scan_document(container.at, size, NULL, &position), GLTF_OK);
            for (size_t i = 0; i < COUNT(values); i++) {
                char name[16];
                assert_true(gltf_i_scan_next(container, &cursor, &key, &value));
                assert_text(value, values[i]);
                snprintf(name, sizeof name, "\"k%u\\\"\"", (unsigned)i);
                if (object) {
                    assert_text(key, name);
                } else {
                    assert_null(key.at);
                }
            }
            assert_false(gltf_i_scan_next(container, &cursor, &key, &value));
            assert_false(gltf_i_scan_next(container, &cursor, &key, &value));
            guard_free(&copy);
        }
    }
}

/* scan.h: empty containers have nothing to step to. */
static void stepping_through_empty_containers_ends_at_once(void **state) {
    static const char *const texts[] = {"{}", "[]", "{ }", "[\n\t\r ]"};
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        size_t cursor = 0;
        gltf_i_text key;
        gltf_i_text value;
        assert_false(gltf_i_scan_next(text_of(texts[i]), &cursor, &key, &value));
    }
}

/* scan.h: the end of a container is found behind runs of any length without brackets, at the very end of memory. */
static void steps_over_containers_are_exact(void **state) {
    static const char *const closers[] = {"]", "[]]", "\"]\"]", "{\"}\":[]}]", "\"\\\"]\"]"};
    (void)state;
    for (size_t k = 0; k < COUNT(closers); k++) {
        for (size_t run = 0; run < 40; run++) {
            char inner[100] = "[";
            for (size_t i = 0; i < run; i++) {
                inner[1 + i] = " \t"[i % 2]; /* what stands there does not matter to a step */
            }
            strcat(inner, closers[k]);
            char text[120];
            snprintf(text, sizeof text, "[%s]", inner);
            guard copy = guard_copy(text, strlen(text), GUARD_AFTER);
            const gltf_i_text list = {(const char *)copy.bytes, copy.size};
            gltf_i_text key, value;
            size_t cursor = 0;
            assert_int_equal(gltf_i_scan_next(list, &cursor, &key, &value), 1);
            assert_text(value, inner);
            assert_int_equal(gltf_i_scan_next(list, &cursor, &key, &value), 0);
            guard_free(&copy);
        }
    }
    /* letters that look like brackets when cases are not told apart */
    const gltf_i_text words = text_of("[[\"\",1234567,yY_\x7F,yyyyyyyy____],2]");
    gltf_i_text key, value;
    size_t cursor = 0;
    assert_int_equal(gltf_i_scan_next(words, &cursor, &key, &value), 1);
    assert_text(value, "[\"\",1234567,yY_\x7F,yyyyyyyy____]");
}

/* design D4: the last of equal keys wins; escaped keys are the same keys; case matters; \u0000 matches nothing. */
static void members_are_found_by_decoded_key_and_the_last_wins(void **state) {
    const gltf_i_text object =
        text_of("{\"a\":1,\"\\u0062uffer\":2,\"a\":3,\"A\":4,\"x\\u0000\":5,\"x\\u0000y\":6,"
                "\"n\":{\"z\":7},\"\":8,\"\\u00e9\":9,\"\xC3\xA9\\/\":10,\"\\ud83d\\ude00\":11}");
    (void)state;
    assert_text(gltf_i_scan_member(object, "a"), "3");
    assert_text(gltf_i_scan_member(object, "A"), "4");
    assert_text(gltf_i_scan_member(object, "buffer"), "2");
    assert_text(gltf_i_scan_member(object, ""), "8");
    assert_text(gltf_i_scan_member(object, "\xC3\xA9"), "9");
    assert_text(gltf_i_scan_member(object, "\xC3\xA9/"), "10");
    assert_text(gltf_i_scan_member(object, "\xF0\x9F\x98\x80"), "11");
    assert_null(gltf_i_scan_member(object, "x").at);
    assert_null(gltf_i_scan_member(object, "z").at);
    assert_null(gltf_i_scan_member(object, "buffe").at);
    assert_null(gltf_i_scan_member(object, "buffers").at);
    assert_null(gltf_i_scan_member(text_of("[\"a\",1]"), "a").at);
    assert_null(gltf_i_scan_member(text_of("\"a\""), "a").at);
    assert_null(gltf_i_scan_member(text_of("{}"), "a").at);
}

/* scan.h: same compares what the string means. */
static void strings_compare_by_what_they_mean(void **state) {
    static const struct {
        const char *string;
        const char *plain;
        int same;
    } rows[] = {
        {"\"\"", "", 1},
        {"\"a\"", "", 0},
        {"\"\"", "a", 0},
        {"\"abc\"", "abc", 1},
        {"\"abc\"", "abd", 0},
        {"\"abc\"", "ab", 0},
        {"\"ab\"", "abc", 0},
        {"\"\\u0061b\\u0063\"", "abc", 1},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", 1},
        {"\"\\u20AC\"", "\xE2\x82\xAC", 1},
        {"\"\\u20ac\"", "\xE2\x82\xAD", 0},
        {"\"\\ud83d\\ude00\"", "\xF0\x9F\x98\x80", 1},
        {"\"\\ud83d\"", "\xEF\xBF\xBD", 1}, /* as decoding gives it */
        {"\"\\u0000\"", "", 0},
        {"\"a\\u0000\"", "a", 0},
        {"\"a\\u0000b\"", "a", 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const size_t size = strlen(rows[i].string);
        guard copy = guard_copy(rows[i].string, size, GUARD_AFTER);
        const gltf_i_text string = {(const char *)copy.bytes, size};
        if (gltf_i_scan_same(string, rows[i].plain) != rows[i].same) {
            fail_msg("%s", rows[i].string);
        }
        guard_free(&copy);
    }
}

/* RFC 8259, 7: escapes and pairs of surrogates; scan.h: lone ones and U+0000 become U+FFFD; the room is string.size. */
static void strings_decode_to_utf8(void **state) {
    static const struct {
        const char *string;
        const char *plain;
        int zero;
    } rows[] = {
        {"\"\"", "", 0},
        {"\"a\"", "a", 0},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", 0},
        {"\"\\u0041\\u00e9\\u20AC\\uFFFF\"", "A\xC3\xA9\xE2\x82\xAC\xEF\xBF\xBF", 0},
        {"\"\\u007f\\u0080\\u07ff\\u0800\"", "\x7f\xC2\x80\xDF\xBF\xE0\xA0\x80", 0},
        {"\"\\ud800\\udc00\\udbff\\udfff\"", "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF", 0},
        {"\"\\uD83D\\uDE00\"", "\xF0\x9F\x98\x80", 0},
        {"\"\\ud83d\"", "\xEF\xBF\xBD", 0},
        {"\"\\ude00\"", "\xEF\xBF\xBD", 0},
        {"\"\\ude00\\ud83d\"", "\xEF\xBF\xBD\xEF\xBF\xBD", 0},
        {"\"\\ud83d\\ud83d\\ude00\"", "\xEF\xBF\xBD\xF0\x9F\x98\x80", 0},
        {"\"\\ud83dx\\ude00\"", "\xEF\xBF\xBDx\xEF\xBF\xBD", 0},
        {"\"\\ud83d\\n\"", "\xEF\xBF\xBD\n", 0},
        {"\"\\ud83d\\u0041\"",
         "\xEF\xBF\xBD"
         "A",
         0},
        {"\"a\\u0000b\"",
         "a\xEF\xBF\xBD"
         "b",
         1},
        {"\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"", "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", 0},
        {"\"\\\\u0000\"", "\\u0000", 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const size_t size = strlen(rows[i].string);
        guard copy = guard_copy(rows[i].string, size, GUARD_AFTER);
        guard room = guard_make(size, GUARD_AFTER);
        char *const out = (char *)room.bytes;
        const gltf_i_text string = {(const char *)copy.bytes, size};
        int zero = 7;
        assert_int_equal(gltf_i_scan_decode(string, out, &zero), strlen(rows[i].plain));
        assert_string_equal(out, rows[i].plain);
        assert_int_equal(zero, rows[i].zero);
        assert_int_equal(gltf_i_scan_decode(string, out, NULL), strlen(rows[i].plain));
        guard_free(&room);
        guard_free(&copy);
    }
}

/* ---- Time ---- */

/* A text of `count` members; free it. */
static char *many_members(size_t count, size_t *size) {
    char *const text = (char *)malloc(count * 20 + 3);
    size_t at = 0;
    text[at++] = '{';
    for (size_t i = 0; i < count; i++) {
        at += (size_t)snprintf(text + at, 20, "%s\"k%u\":[0]", i ? "," : "", (unsigned)i);
    }
    text[at++] = '}';
    *size = at;
    return text;
}

/* design 10: linear on any input.  A million members, then escapes at every step of a long string, which defeat the blocks. */
static void large_inputs_take_linear_time(void **state) {
    size_t size;
    size_t position;
    char *text = many_members(1000000, &size);
    recorder r = {{0}, 0, 0, 0};
    gltf_i_scan_events events = {&r, NULL, NULL, NULL};
    const clock_t start = clock();
    (void)state;
    assert_int_equal(gltf_i_scan_document(text, size, &events, &position), GLTF_OK);
    const gltf_i_text object = {text, size};
    assert_text(gltf_i_scan_member(object, "k999999"), "[0]");
    free(text);

    size = 20000000;
    text = (char *)malloc(size);
    memset(text, 'x', size);
    text[0] = text[size - 1] = '"';
    for (size_t at = 4200; at + 64 < size; at += 61) {
        memcpy(text + at, "\\/", 2);
    }
    assert_int_equal(gltf_i_scan_document(text, size, NULL, &position), GLTF_OK);
    free(text);
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC <
                20.0); /* takes well below one second; under valgrind some */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_the_grammar_is_accepted),
        cmocka_unit_test(everything_else_is_refused_at_its_first_wrong_byte),
        cmocka_unit_test(every_prefix_is_refused_at_its_end),
        cmocka_unit_test(single_bytes_in_strings_follow_the_grammar),
        cmocka_unit_test(a_wrong_byte_is_found_anywhere_in_a_long_string),
        cmocka_unit_test(every_character_but_surrogates_is_accepted),
        cmocka_unit_test(a_second_reader_agrees_on_damaged_texts),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(an_empty_container_too_deep_is_refused),
        cmocka_unit_test(a_million_brackets_end_at_the_limit),
        cmocka_unit_test(members_and_elements_are_told_with_their_extents),
        cmocka_unit_test(roots_that_are_no_object_tell_nothing),
        cmocka_unit_test(absent_callbacks_are_not_called),
        cmocka_unit_test(long_strings_are_told),
        cmocka_unit_test(a_status_of_a_callback_ends_the_scan),
        cmocka_unit_test(a_broken_value_is_not_told),
        cmocka_unit_test(stepping_gives_every_member_and_element),
        cmocka_unit_test(stepping_through_empty_containers_ends_at_once),
        cmocka_unit_test(steps_over_containers_are_exact),
        cmocka_unit_test(members_are_found_by_decoded_key_and_the_last_wins),
        cmocka_unit_test(strings_compare_by_what_they_mean),
        cmocka_unit_test(strings_decode_to_utf8),
        cmocka_unit_test(large_inputs_take_linear_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
