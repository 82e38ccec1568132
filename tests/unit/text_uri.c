/* unit/text_uri.c - tests of URI references: data: URIs, percent codes, paths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "../../src/text/uri.h"
#include "support/guard.h"

enum { UNTOUCHED = 987654321 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Checked text with a string in it, whose end must not be passed. */
static guard guarded(const char *string) {
    guard copy = guard_copy(string, strlen(string), GUARD_AFTER);
    size_t position;
    assert_int_equal(gltf_i_scan_document((const char *)copy.bytes, copy.size, NULL, &position), GLTF_OK);
    return copy;
}

static gltf_status split(const guard *string, gltf_i_uri *uri) {
    const gltf_i_text text = {(const char *)string->bytes, string->size};
    return gltf_i_uri_split(text, uri);
}

static void assert_text(gltf_i_text text, const char *expected) {
    assert_non_null(text.at);
    assert_int_equal(text.size, strlen(expected));
    assert_memory_equal(text.at, expected, text.size);
}

/* ---- What a reference is ---- */

/* RFC 2397: scheme, media type with parameters, the base64 mark, comma; scheme and mark without case; JSON escapes anywhere. */
static void data_uris_are_taken_apart(void **state) {
    static const struct {
        const char *string;
        const char *media_type;
        const char *payload;
        int base64;
    } rows[] = {
        {"\"data:application/octet-stream;base64,AAAA\"", "application/octet-stream", "AAAA", 1},
        {"\"data:application/gltf-buffer;base64,\"", "application/gltf-buffer", "", 1},
        {"\"DATA:application/octet-stream;BASE64,AA==\"", "application/octet-stream", "AA==", 1},
        {"\"DaTa:;bAsE64,AA\"", "", "AA", 1},
        {"\"data:,a%20b\"", "", "a%20b", 0},
        {"\"data:text/plain,abc\"", "text/plain", "abc", 0},
        {"\"data:a/b;charset=utf-8;base64,AAAA\"", "a/b", "AAAA", 1},
        {"\"data:a/b;charset=utf-8,AAAA\"", "a/b", "AAAA", 0},
        {"\"data:;charset=utf-8;base64,AAAA\"", "", "AAAA", 1},
        {"\"data:a/b; base64,AAAA\"", "a/b", "AAAA", 1},
        {"\"data:a/b;base64;x=y,AAAA\"", "a/b", "AAAA", 0}, /* the mark is the last parameter */
        {"\"data:a/b;base64=1,AAAA\"", "a/b", "AAAA", 0},
        {"\"data:a/b;xbase64,AAAA\"", "a/b", "AAAA", 0},
        {"\"data:a/b;base6,AAAA\"", "a/b", "AAAA", 0},
        {"\"data:base64,AAAA\"", "base64", "AAAA", 0}, /* no parameter at all */
        {"\"data:a/b;,AAAA\"", "a/b", "AAAA", 0},
        {"\"data:a/b;  ,AAAA\"", "a/b", "AAAA", 0},
        {"\"data:a/b;base64,AA,AA;\"", "a/b", "AA,AA;", 1},
        {"\"data:application\\/octet-stream;base64,AA\\/A\"", "application\\/octet-stream", "AA\\/A", 1},
        {"\"\\u0064\\u0041ta\\u003aa/b\\u003bbase\\u0036\\u0034\\u002cAAAA\"", "a/b", "AAAA", 1},
        {"\"data:;base64,\\u0000\"", "", "\\u0000", 1}, /* for the decoder to find */
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        gltf_i_uri uri;
        guard string = guarded(rows[i].string);
        assert_int_equal(split(&string, &uri), GLTF_OK);
        assert_int_equal(uri.kind, GLTF_I_URI_DATA);
        assert_int_equal(uri.base64, rows[i].base64);
        assert_text(uri.media_type, rows[i].media_type);
        assert_text(uri.payload, rows[i].payload);
        guard_free(&string);
    }
}

/* RFC 3986: everything without that scheme names something else; a percent code does not make a scheme. */
static void other_references_are_external(void **state) {
    static const char *const strings[] = {
        "\"a.bin\"",     "\"\"",         "\"data\"",           "\"dat\"",        "\"dataa:,x\"", "\"./data:,x\"",
        "\"data%3A,x\"", "\" data:,x\"", "\"http://a/b.bin\"", "\"\\u00e9\\n\"", "\"d\"",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(strings); i++) {
        gltf_i_uri uri;
        guard string = guarded(strings[i]);
        assert_int_equal(split(&string, &uri), GLTF_OK);
        assert_int_equal(uri.kind, GLTF_I_URI_EXTERNAL);
        assert_null(uri.payload.at);
        guard_free(&string);
    }
}

/* uri.h: no comma, no data; U+0000 is in no URI. */
static void broken_references_are_refused(void **state) {
    static const char *const strings[] = {
        "\"data:\"",           "\"data:;base64\"", "\"data:application/octet-stream;base64\"",
        "\"data:a\\u0000,x\"", "\"a\\u0000.bin\"", "\"\\u0000\"",
        "\"a.bin\\u0000\"",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(strings); i++) {
        gltf_i_uri uri;
        guard string = guarded(strings[i]);
        assert_int_equal(split(&string, &uri), GLTF_ERR_URI);
        guard_free(&string);
    }
}

/* ---- Payloads ---- */

/* Decode the payload of a string that starts with "data:", into a block of the room that the library names. */
static gltf_status decode(const char *json, uint8_t *result, size_t *size, size_t *position) {
    gltf_i_uri uri;
    guard string = guarded(json);
    assert_int_equal(split(&string, &uri), GLTF_OK);
    const size_t room = gltf_i_uri_data_room(&uri);
    guard out = guard_make(room, GUARD_AFTER);
    *size = *position = UNTOUCHED;
    const gltf_status status = gltf_i_uri_data_decode(&uri, out.bytes, room, size, position);
    if (status == GLTF_OK) {
        assert_true(*size <= room);
        memcpy(result, out.bytes, *size);
    } else {
        assert_int_equal(*size, 0);
    }
    guard_free(&out);
    guard_free(&string);
    return status;
}

typedef struct payload_row {
    const char *string;
    const char *bytes;
    size_t size;
} payload_row;

static void assert_payloads(const payload_row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint8_t result[64];
        size_t size;
        size_t position;
        if (decode(rows[i].string, result, &size, &position) != GLTF_OK || size != rows[i].size ||
            memcmp(result, rows[i].bytes, size) != 0) {
            fail_msg("%s: size %u, position %u", rows[i].string, (unsigned)size, (unsigned)position);
        }
    }
}

/* spec-notes 2.2: base64, with JSON escapes and percent codes for any character, one inside the other too. */
static void base64_payloads_decode_through_escapes(void **state) {
    static const payload_row rows[] = {
        {"\"data:;base64,\"", "", 0},
        {"\"data:;base64,QUJD\"", "ABC", 3},
        {"\"data:;base64,QUI=\"", "AB", 2},
        {"\"data:;base64,QUI\"", "AB", 2},
        {"\"data:;base64,++//\"", "\xFB\xEF\xFF", 3},
        {"\"data:;base64,--__\"", "\xFB\xEF\xFF", 3},
        {"\"data:;base64,++\\/\\/\"", "\xFB\xEF\xFF", 3},
        {"\"data:;base64,%2B%2b%2F%2f\"", "\xFB\xEF\xFF", 3},
        {"\"data:;base64,QQ%3D%3d\"", "A", 1},
        {"\"data:;base64,QQ=%3D\"", "A", 1},
        {"\"data:;base64,\\u0051\\u0055\\u004a\\u0044\"", "ABC", 3},
        {"\"data:;base64,%51%55%4A%44\"", "ABC", 3},
        {"\"data:;base64,\\u0025\\u0035\\u0031UJD\"", "ABC", 3},
        {"\"data:;base64,%\\u00351UJD\"", "ABC", 3},
        {"\"data:;base64,QUJDQUJDQUJDQUJD\\u0051UJDQUJDQUJDQUJDQUJD\"", "ABCABCABCABCABCABCABCABCABC", 27},
        {"\"data:;base64,QUJDQUJDQUJDQU\\u004aDQUJDQUJDQUJDQUJDQQ\\u003d\\u003D\"", "ABCABCABCABCABCABCABCABCA", 25},
    };
    (void)state;
    assert_payloads(rows, COUNT(rows));
}

/* RFC 2397: without the mark the payload is octets, percent-coded where they must be; '+' is itself. */
static void plain_payloads_decode_to_octets(void **state) {
    static const payload_row rows[] = {
        {"\"data:,\"", "", 0},
        {"\"data:,abc\"", "abc", 3},
        {"\"data:,a+b c\"", "a+b c", 5},
        {"\"data:,%00%FF%7f\"", "\0\xFF\x7f", 3},
        {"\"data:,%2541\"", "%41", 3}, /* once only */
        {"\"data:,\\u0041\\n\\/\"", "A\n/", 3},
        {"\"data:,\\u0025\\u0034\\u0031\"", "A", 1},
        {"\"data:,\xC3\xA9\\u00e9%C3%A9\"", "\xC3\xA9\xC3\xA9\xC3\xA9", 6},
        {"\"data:,\\ud83d\\ude00\"", "\xF0\x9F\x98\x80", 4},
        {"\"data:text/plain,,;,\"", ",;,", 3},
    };
    (void)state;
    assert_payloads(rows, COUNT(rows));
}

/* uri.h: position is the offset in the payload of what cannot stand there. */
static void broken_payloads_are_refused_at_their_offset(void **state) {
    static const struct {
        const char *string;
        gltf_status status;
        size_t position;
    } rows[] = {
        {"\"data:;base64,QUJD!UJD\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,QUJ!\"", GLTF_ERR_BASE64, 3},
        {"\"data:;base64,QUJD QUJD\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,QUJD\\nQUJD\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,QUJD%0AQUJD\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,QUJD%20\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,QUJD\\u0000\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,QUJD%00\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,QUJD\\u0151QUJD\"", GLTF_ERR_BASE64, 4}, /* 0x51 in its low byte */
        {"\"data:;base64,QUJD\\ud851\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,QUJD%D1\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,QUJD\xC3\xA9\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,QUJD%\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,QUJD%2\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,QUJD%G1\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,QUJD%4%41\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,QUJD%\\u0134\\u0131\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,\\/\"", GLTF_ERR_BASE64, 2},   /* one character left over */
        {"\"data:;base64,QUJDQ\"", GLTF_ERR_BASE64, 5}, /* one character left over */
        {"\"data:;base64,QQ%3D\"", GLTF_ERR_BASE64, 5},
        {"\"data:;base64,QQ==%3D\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,QQ==QUJD\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,QQ==\\u0051\"", GLTF_ERR_BASE64, 4},
        {"\"data:;base64,QUJD,\"", GLTF_ERR_BASE64, 4},
        {"\"data:,abc%\"", GLTF_ERR_URI, 3},
        {"\"data:,abc%4\"", GLTF_ERR_URI, 3},
        {"\"data:,abc%4x\"", GLTF_ERR_URI, 3},
        {"\"data:,abc%%41\"", GLTF_ERR_URI, 3},
        {"\"data:,abc\\u0000\"", GLTF_ERR_URI, 3},
        {"\"data:,abc\\ud800\"", GLTF_ERR_URI, 3},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint8_t result[64];
        size_t size;
        size_t position;
        const gltf_status status = decode(rows[i].string, result, &size, &position);
        if (status != rows[i].status || position != rows[i].position) {
            fail_msg("%s: %d at %u", rows[i].string, (int)status, (unsigned)position);
        }
    }
}

/* uri.h: never more than `capacity` bytes are written; the size is that of the whole payload. */
static void nothing_is_written_past_the_capacity(void **state) {
    static const char *const strings[] = {"\"data:;base64,QUJDQUJD%51UJDQU\\u004aDQUI=\"",
                                          "\"data:,ABCABC%41BCABCA\\u0042\"", "\"data:,ABCABCABCABCAB\""};
    (void)state;
    for (size_t i = 0; i < COUNT(strings); i++) {
        gltf_i_uri uri;
        guard string = guarded(strings[i]);
        assert_int_equal(split(&string, &uri), GLTF_OK);
        for (size_t capacity = 0; capacity < 20; capacity++) {
            uint8_t out[20];
            size_t size;
            size_t position;
            const size_t written = capacity < 14 ? capacity : 14;
            memset(out, 0xA5, sizeof out);
            assert_int_equal(gltf_i_uri_data_decode(&uri, out, capacity, &size, &position), GLTF_OK);
            assert_int_equal(size, 14);
            assert_memory_equal(out, "ABCABCABCABCAB", written);
            for (size_t at = written; at < sizeof out; at++) {
                assert_int_equal(out[at], 0xA5);
            }
        }
        guard_free(&string);
    }
}

/* uri.h: the room is enough for every length and form, and no more than a few bytes too large for plain base64. */
static void the_room_is_enough(void **state) {
    (void)state;
    for (size_t length = 0; length < 40; length++) {
        char string[64] = "\"data:;base64,";
        const size_t start = strlen(string);
        uint8_t result[64];
        size_t size;
        size_t position;
        memset(string + start, 'Q', length);
        string[start + length] = '"';
        const gltf_status status = decode(string, result, &size, &position); /* checks it */
        assert_int_equal(status, length % 4 == 1 ? GLTF_ERR_BASE64 : GLTF_OK);
        if (status == GLTF_OK) {
            const gltf_i_uri uri = {GLTF_I_URI_DATA, 1, {NULL, 0}, {NULL, length}, 0};
            assert_int_equal(gltf_i_uri_data_room(&uri), size);
        }
    }
    const gltf_i_uri plain = {GLTF_I_URI_DATA, 0, {NULL, 0}, {NULL, 77}, 0};
    assert_int_equal(gltf_i_uri_data_room(&plain), 77);
    const gltf_i_uri huge = {GLTF_I_URI_DATA, 1, {NULL, 0}, {NULL, SIZE_MAX}, 0};
    assert_true(gltf_i_uri_data_room(&huge) < SIZE_MAX);
}

static int plain_hex(int c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
}

/* JSON escapes, then percent codes, then base64, each in its own pass; -1 = refused. */
static int decode_in_passes(const char *payload, uint8_t *out) {
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char first[128];
    char second[128];
    size_t first_size = 0;
    size_t second_size = 0;
    for (const char *p = payload; *p; p++) {
        if (*p == '\\' && p[1] == 'u') {
            first[first_size++] = (char)(plain_hex(p[4]) * 16 + plain_hex(p[5]));
            p += 5;
        } else {
            p += *p == '\\';
            first[first_size++] = *p;
        }
    }
    for (size_t i = 0; i < first_size; i++) {
        if (first[i] != '%') {
            second[second_size++] = first[i];
        } else if (i + 2 < first_size && plain_hex(first[i + 1]) >= 0 && plain_hex(first[i + 2]) >= 0) {
            second[second_size++] = (char)(plain_hex(first[i + 1]) * 16 + plain_hex(first[i + 2]));
            i += 2;
        } else {
            return -1;
        }
    }
    size_t padding = 0;
    while (padding < 2 && second_size > 0 && second[second_size - 1] == '=') {
        second_size--;
        padding++;
    }
    if (second_size % 4 == 1 || (padding > 0 && (second_size + padding) % 4 != 0)) {
        return -1;
    }
    unsigned bits = 0;
    int size = 0;
    for (size_t i = 0; i < second_size; i++) {
        const char *const found = second[i] ? strchr(alphabet, second[i]) : NULL;
        if (!found) {
            return -1;
        }
        bits = (bits << 6 | (unsigned)(found - alphabet)) & 0xFFFFFF;
        if (i % 4 > 0) {
            out[size++] = (uint8_t)(bits >> (6 - i % 4 * 2));
        }
    }
    return size;
}

/* uri.h, spec-notes 2.2: payloads of up to eleven awkward pieces mean what three plain passes make of it. */
static void short_payloads_agree_with_decoding_in_passes(void **state) {
    static const char *const pieces[] = {"Q",   "U",   "+",      "/",       "A",         "%51",
                                         "%2F", "%2b", "\\/",    "\\u0051", "%\\u00351", "\\u0025\\u0035\\u0031",
                                         "=",   "%3D", "\\u003d"}; /* the last three only near the end */
    static const char *const worse[] = {"%", "1", "5", " ", "=", "\\u0025", "\\\\", "!"};
    uint32_t seed = 3;
    size_t refused = 0;
    size_t decoded = 0;
    (void)state;
    for (unsigned round = 0; round < 60000; round++) {
        char string[400] = "\"data:;base64,";
        uint8_t expected[64];
        uint8_t result[64];
        size_t size = UNTOUCHED;
        size_t position;
        const size_t start = strlen(string);
        for (unsigned left = round % 12; left > 0; left--) {
            seed = seed * 1664525u + 1013904223u;
            strcat(string, pieces[(seed >> 8) % (left < 3 ? 15 : 12)]);
            if ((seed >> 24) % 16 == 0) {
                strcat(string, worse[(seed >> 12) % COUNT(worse)]);
            }
        }
        const int count = decode_in_passes(string + start, expected);
        gltf_i_uri uri;
        strcat(string, "\"");
        const gltf_i_text text = {string, strlen(string)};
        assert_int_equal(gltf_i_uri_split(text, &uri), GLTF_OK);
        const gltf_status status = gltf_i_uri_data_decode(&uri, result, sizeof result, &size, &position);
        if (count < 0) {
            refused++;
            assert_int_equal(status, GLTF_ERR_BASE64);
            assert_true(position <= uri.payload.size);
        } else {
            decoded++;
            assert_int_equal(status, GLTF_OK);
            assert_int_equal(size, count);
            assert_memory_equal(result, expected, size);
            assert_true(size <= gltf_i_uri_data_room(&uri));
        }
    }
    assert_true(refused > 10000 && decoded > 10000);
}

/* design 10: linear, also where every character is escaped. */
static void long_payloads_take_linear_time(void **state) {
    const size_t size = 6000000;
    char *const string = (char *)malloc(size + 20);
    uint8_t *const out = (uint8_t *)malloc(size);
    const size_t start = 14;
    gltf_i_uri uri;
    size_t decoded;
    size_t position;
    const clock_t begin = clock();
    (void)state;
    memcpy(string, "\"data:;base64,", start);
    for (size_t at = 0; at < size; at += 6) {
        memcpy(string + start + at, "\\u0051", 6);
    }
    string[start + size] = '"';
    const gltf_i_text text = {string, start + size + 1};
    assert_int_equal(gltf_i_scan_document(text.at, text.size, NULL, &position), GLTF_OK);
    assert_int_equal(gltf_i_uri_split(text, &uri), GLTF_OK);
    assert_int_equal(gltf_i_uri_data_decode(&uri, out, size, &decoded, &position), GLTF_OK);
    assert_int_equal(decoded, size / 6 / 4 * 3);
    assert_int_equal(out[decoded - 1], 0x10);
    free(out);
    free(string);
    assert_true((double)(clock() - begin) / CLOCKS_PER_SEC < 10.0);
}

/* ---- Paths ---- */

/* spec-notes 2.1: percent codes are decoded once; a '%' without two hex digits stays; '+' is no space. */
static void percent_codes_of_paths_decode_once(void **state) {
    static const char *const rows[][2] = {
        {"", ""},
        {"a.bin", "a.bin"},
        {"a%20b.bin", "a b.bin"},
        {"a+b.bin", "a+b.bin"},
        {"%2E%2e%2F", "../"},
        {"100%2/", "100%2/"},
        {"a%2520b", "a%20b"},
        {"%25", "%"},
        {"100%", "100%"},
        {"100%2", "100%2"},
        {"100%zz", "100%zz"},
        {"100%2z", "100%2z"},
        {"%%41", "%A"},
        {"%4%41", "%4A"},
        {"gr%C3%B6%C3%9fe", "gr\xC3\xB6\xC3\x9F"
                            "e"},
        {"a%FFb", "a\xFF"
                  "b"},
        {"%01", "\x01"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        guard copy = guard_copy(rows[i][0], strlen(rows[i][0]) + 1, GUARD_AFTER);
        assert_int_equal(gltf_i_uri_decode((char *)copy.bytes), GLTF_OK);
        assert_string_equal((char *)copy.bytes, rows[i][1]);
        guard_free(&copy);
    }
}

/* RFC 3986, 5.2.4: dot segments of a relative path are removed as text; those that leave the folder stay */
static void dot_segments_are_removed(void **state) {
    static const char *const rows[][2] = {
        {"./a", "a"},
        {"././a", "a"},
        {"a/./b", "a/b"},
        {"a/../b", "b"},
        {"a/b/../../c", "c"},
        {"a/b/../c", "a/c"},
        {"a/%2e%2E/b", "b"},
        {"a/.%2e/b", "b"},
        {"%2e/a", "a"},
        {"a%2F..%2Fb", "b"},
        {"a/.", "a/"},
        {"a/b/..", "a/"},
        {"a/b/../", "a/"},
        {"a/..", "."},
        {".", "."},
        {"./", "."},
        {"a/../", "."},
        {"..", ".."},
        {"../", "../"},
        {"../a", "../a"},
        {"./../a", "../a"},
        {"../../a", "../../a"},
        {"a/../../b", "../b"},
        {"a/../../b/../../c", "../../c"},
        {"../a/../b", "../b"},
        {"A..B", "A..B"},
        {"..a", "..a"},
        {"a..", "a.."},
        {"...", "..."},
        {".../a", ".../a"},
        {"a/.b/..c/d.", "a/.b/..c/d."},
        {".a/../c", "c"},
        {"a./../c", "c"},
        {"ab/../c", "c"},
        {"a/..b", "a/..b"},
        {"a//b", "a//b"},
        {"a//../b", "a/b"},
        {"a//../../b", "b"},
        {"a/", "a/"},
        {".//a", ".//a"},
        {"a/..//b", ".//b"},
        {"a/../..//b", "..//b"},
        {"./c:a", "./c:a"},
        {"b/../c:a", "./c:a"},
        {"./1:a", "1:a"},
        {"./c/d:a", "c/d:a"},
        {"a?b/../c#d", "c#d"},
        {"a\\..\\b", "a\\..\\b"},
        {"/a/../b", "/a/../b"},
        {"//h/a/../b", "//h/a/../b"},
        {"http://h/a/../b", "http://h/a/../b"},
        {"c:a/../b", "c:a/../b"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        guard copy = guard_copy(rows[i][0], strlen(rows[i][0]) + 1, GUARD_AFTER);
        assert_int_equal(gltf_i_uri_decode((char *)copy.bytes), GLTF_OK);
        if (strcmp((char *)copy.bytes, rows[i][1]) != 0) {
            fail_msg("%s became %s, not %s", rows[i][0], (char *)copy.bytes, rows[i][1]);
        }
        assert_int_equal(gltf_i_uri_decode((char *)copy.bytes), GLTF_OK); /* nothing is left to remove */
        assert_string_equal((char *)copy.bytes, rows[i][1]);
        guard_free(&copy);
    }
}

/* spec-notes 2.1: %00 would cut the name. */
static void a_coded_nul_is_refused(void **state) {
    static const char *const rows[] = {"%00", "a%00", "a.bin%00.png", "%41%00"};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        guard copy = guard_copy(rows[i], strlen(rows[i]) + 1, GUARD_AFTER);
        assert_int_equal(gltf_i_uri_decode((char *)copy.bytes), GLTF_ERR_URI);
        guard_free(&copy);
    }
}

static gltf_status check(const char *path) {
    guard copy = guard_copy(path, strlen(path) + 1, GUARD_AFTER);
    assert_int_equal(gltf_i_uri_decode((char *)copy.bytes), GLTF_OK);
    const gltf_status status = gltf_i_uri_check_path((const char *)copy.bytes);
    guard_free(&copy);
    return status;
}

/* uri.h, design 5: names below the folder, whatever characters files have. */
static void paths_inside_the_folder_are_allowed(void **state) {
    static const char *const paths[] = {
        "a",
        "a.bin",
        "a b.bin",
        "textures/a.bin",
        "./a.bin",
        "a/../b.bin",
        "a/b/../../c.bin",
        "a/./../b",
        "a//b.bin",
        "a//../../b.bin",
        ".//..",
        "...",
        ".../a",
        "..a",
        "ab/../c",
        ".a/../c",
        "a./../c",
        "a..",
        "a/..b",
        ".hidden",
        "a/b:c.bin",
        "./c:a.bin",
        "1:a.bin",
        "a?b#c%25.bin",
        "~/a",
        "$HOME",
        "a\xC2\xA0z",
        "gr\xC3\xB6\xC3\x9Fz_\xF0\x9F\xA7\x8A.bin",
        "-",
        "a/",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(paths); i++) {
        if (check(paths[i]) != GLTF_OK) {
            fail_msg("refused: %s", paths[i]);
        }
    }
}

/* uri.h, design 5: everything that could lead elsewhere, or is no name. */
static void paths_that_lead_elsewhere_are_refused(void **state) {
    static const char *const paths[] = {
        "",
        "/",
        "/a.bin",
        "//host/a.bin",
        "..",
        "../a.bin",
        "./../a.bin",
        "a/../../b.bin",
        "a/./../../b.bin",
        "a/b/../../..",
        "a/../..",
        "../a/b",
        "a/../../a/b.bin", /* though it may come back */
        "../a?/../b",
        "C:a.bin",
        "C:/a.bin",
        "c:\\a.bin",
        "a\\b.bin",
        "..\\a.bin",
        "\\\\host\\a",
        "\\a",
        "http://host/a.bin",
        "file:///etc/passwd",
        "HTTP:a",
        "a:b",
        "x-y+z.1:a",
        "data:,x",
        "a\nb",
        "a\x01",
        "\x1f",
        "a\x7f",
        "a\xC2\x80",
        "a\xC2\x9Fz",
        "a\xFF",
        "\xC0\xAE\xC0\xAE/a", /* dots, overlong */
        "\xE0\x80\xAF",
        "a\xC3",
        "a\xED\xA0\x80",
        "a\xC2",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(paths); i++) {
        if (check(paths[i]) != GLTF_ERR_URI) {
            fail_msg("allowed: %s", paths[i]);
        }
    }
}

/* files.h: what Windows would take for a device, a stream or another name is told from files that only look like it */
static void names_that_mislead_windows_are_known(void **state) {
    static const char *const misleading[] = {
        "CON",           "con",    "aux.bin", "a/NUL",        "a/nul.tar.gz", "PRN /b",  "COM1",        "lpt9.bin",
        "com\xC2\xB2.x", "conin$", "CONOUT$", "b.bin:stream", "a b:c",        "x.",      "x /y",        "... /y",
        ".. /y",         "a/. ",   "...",     "a/.. ",        "lpt0",         "a/con/b", "COM\xC2\xB9", "LPT\xC2\xB3",
    };
    static const char *const sound[] = {
        "a.bin",   "./a.bin", "b/../a.bin",  "..",          "con1",  "cons.bin", "acon", "com",
        "com10",   "lpta",    "com\xC2\xB4", "a//b",        "a/",    " con",     ".con", "nu.l",
        "conin.b", "a b.bin", "lpt.1",       "com\xC3\xB2", "c/o/n", "$conin",   "com-", "lpt+.x",
    };
    (void)state;
    for (size_t i = 0; i < sizeof misleading / sizeof misleading[0]; i++) {
        if (!gltf_i_uri_misleads_windows(misleading[i])) {
            fail_msg("%s: not seen", misleading[i]);
        }
    }
    for (size_t i = 0; i < sizeof sound / sizeof sound[0]; i++) {
        if (gltf_i_uri_misleads_windows(sound[i])) {
            fail_msg("%s: taken for something else", sound[i]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_uris_are_taken_apart),
        cmocka_unit_test(other_references_are_external),
        cmocka_unit_test(broken_references_are_refused),
        cmocka_unit_test(base64_payloads_decode_through_escapes),
        cmocka_unit_test(plain_payloads_decode_to_octets),
        cmocka_unit_test(broken_payloads_are_refused_at_their_offset),
        cmocka_unit_test(nothing_is_written_past_the_capacity),
        cmocka_unit_test(the_room_is_enough),
        cmocka_unit_test(short_payloads_agree_with_decoding_in_passes),
        cmocka_unit_test(long_payloads_take_linear_time),
        cmocka_unit_test(percent_codes_of_paths_decode_once),
        cmocka_unit_test(dot_segments_are_removed),
        cmocka_unit_test(a_coded_nul_is_refused),
        cmocka_unit_test(paths_inside_the_folder_are_allowed),
        cmocka_unit_test(paths_that_lead_elsewhere_are_refused),
        cmocka_unit_test(names_that_mislead_windows_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
