/* unit/text_base64.c - tests of the base64 decoder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../src/text/base64.h"
#include "support/guard.h"

enum { UNTOUCHED = 987654321 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char standard[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char url_safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* The plain way up, bit by bit; gives the number of characters. */
static size_t encode(const uint8_t *bytes, size_t size, const char *alphabet, int padded, char *out) {
    size_t written = 0;
    for (size_t bit = 0; bit < size * 8; bit += 6) {
        unsigned value = 0;
        for (size_t i = bit; i < bit + 6; i++) {
            value = value * 2 + (i < size * 8 ? (unsigned)bytes[i / 8] >> (7 - i % 8) & 1u : 0);
        }
        out[written++] = alphabet[value];
    }
    while (padded && written % 4) {
        out[written++] = '=';
    }
    return written;
}

/* Decode from and into memory whose ends must not be passed. */
static gltf_status decode(const char *text, size_t text_size, uint8_t *result, size_t capacity, size_t *size,
                          size_t *position) {
    guard copy = guard_copy(text, text_size, GUARD_AFTER);
    guard out = guard_make(capacity, GUARD_AFTER);
    *size = *position = UNTOUCHED;
    const gltf_status status =
        gltf_i_base64_decode((const char *)copy.bytes, text_size, out.bytes, capacity, size, position);
    if (status == GLTF_OK) {
        memcpy(result, out.bytes, *size < capacity ? *size : capacity);
    }
    guard_free(&out);
    guard_free(&copy);
    return status;
}

/* RFC 4648, 10: its test vectors. */
static void the_vectors_of_the_standard_decode(void **state) {
    static const char *const vectors[][2] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(vectors); i++) {
        uint8_t result[8];
        size_t size;
        size_t position;
        assert_int_equal(decode(vectors[i][1], strlen(vectors[i][1]), result, 6, &size, &position), GLTF_OK);
        assert_int_equal(size, strlen(vectors[i][0]));
        assert_memory_equal(result, vectors[i][0], size);
    }
}

/* RFC 4648, 4 and 5: both alphabets, with and without padding, at every length. */
static void every_length_decodes_in_both_alphabets(void **state) {
    uint8_t bytes[200];
    uint8_t result[200];
    char text[300];
    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(i * 167 + (i >> 3) * 31 + 251);
    }
    for (size_t length = 0; length <= sizeof bytes; length++) {
        for (int form = 0; form < 4; form++) {
            size_t size;
            size_t position;
            const size_t text_size = encode(bytes, length, form & 1 ? standard : url_safe, form & 2, text);
            memset(result, 0, sizeof result);
            assert_int_equal(decode(text, text_size, result, length, &size, &position), GLTF_OK);
            assert_int_equal(size, length);
            assert_memory_equal(result, bytes, length);
        }
    }
}

/* RFC 4648: each of the 64 values, in each place of a group. */
static void every_character_decodes_in_every_place(void **state) {
    (void)state;
    for (unsigned place = 0; place < 4; place++) {
        for (unsigned value = 0; value < 64; value++) {
            char text[12] = {'A', 'A', 'A', 'A', 'A', 'A', 'A', 'A', 'A', 'A', 'A', 'A'};
            for (unsigned group = 0; group < 3; group++) {
                uint8_t result[9];
                size_t size;
                size_t position;
                text[group * 4 + place] = value & 1 ? standard[value] : url_safe[value];
                assert_int_equal(decode(text, 12, result, 9, &size, &position), GLTF_OK);
                const uint32_t expected = value << (18 - 6 * place);
                for (unsigned i = 0; i < 9; i++) {
                    assert_int_equal(result[i], i / 3 == group ? expected >> (16 - 8 * (i % 3)) & 0xFF : 0);
                }
                text[group * 4 + place] = 'A';
            }
        }
    }
}

/* RFC 4648, 3.3: any other byte is refused, where it stands; white space too. */
static void every_other_byte_is_refused_at_its_offset(void **state) {
    uint8_t result[32];
    (void)state;
    for (size_t at = 0; at < 40; at++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            char text[40];
            size_t size;
            size_t position;
            memset(text, 'Q', sizeof text);
            text[at] = (char)(unsigned char)byte;
            const int good = byte != 0 && (strchr(standard, (int)byte) || strchr(url_safe, (int)byte));
            const int padding = byte == '=' && at == 39;
            const gltf_status status = decode(text, sizeof text, result, 30, &size, &position);
            assert_int_equal(status, good || padding ? GLTF_OK : GLTF_ERR_BASE64);
            if (status != GLTF_OK) {
                /* An early '=' may stand for a moment in the third place; what follows cannot. */
                assert_int_equal(position, byte == '=' && at % 4 >= 2 ? at + 1 : at);
                assert_int_equal(size, 0);
            }
        }
    }
}

typedef struct padding_row {
    const char *text;
    gltf_status status;
    size_t number; /* size, or position */
} padding_row;

/* base64.h: padding may be missing but not wrong; left-over bits may be anything; one character left over is too few. */
static void padding_may_be_missing_but_not_wrong(void **state) {
    static const padding_row rows[] = {
        {"", GLTF_OK, 0},
        {"QQ", GLTF_OK, 1},
        {"QQ==", GLTF_OK, 1},
        {"QUI", GLTF_OK, 2},
        {"QUI=", GLTF_OK, 2},
        {"QUJD", GLTF_OK, 3},
        {"Q/==", GLTF_OK, 1},
        {"Q/", GLTF_OK, 1},
        {"QU//", GLTF_OK, 3},
        {"QU/=", GLTF_OK, 2},
        {"Q", GLTF_ERR_BASE64, 1},
        {"QUJDQ", GLTF_ERR_BASE64, 5},
        {"QQ=", GLTF_ERR_BASE64, 3},
        {"QUJDQQ=", GLTF_ERR_BASE64, 7},
        {"=", GLTF_ERR_BASE64, 0},
        {"==", GLTF_ERR_BASE64, 0},
        {"====", GLTF_ERR_BASE64, 0},
        {"Q=", GLTF_ERR_BASE64, 1},
        {"Q===", GLTF_ERR_BASE64, 1},
        {"QQ===", GLTF_ERR_BASE64, 4},
        {"QUI==", GLTF_ERR_BASE64, 4},
        {"QUJD=", GLTF_ERR_BASE64, 4},
        {"QUJD====", GLTF_ERR_BASE64, 4},
        {"QQ==QQ==", GLTF_ERR_BASE64, 4},
        {"QQ=Q", GLTF_ERR_BASE64, 3},
        {"QUI=QUJD", GLTF_ERR_BASE64, 4},
        {"QQ== ", GLTF_ERR_BASE64, 4},
        {"QUJD QUJD", GLTF_ERR_BASE64, 4},
        {"QUJD\nQUJD", GLTF_ERR_BASE64, 4},
        {"QU\\/D", GLTF_ERR_BASE64, 2},
        {"QQ%3D%3D", GLTF_ERR_BASE64, 2},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint8_t result[8];
        size_t size;
        size_t position;
        const gltf_status status = decode(rows[i].text, strlen(rows[i].text), result, 8, &size, &position);
        if (status != rows[i].status || (status == GLTF_OK ? size : position) != rows[i].number) {
            fail_msg("%s: %d, size %u, position %u", rows[i].text, (int)status, (unsigned)size, (unsigned)position);
        }
    }
}

/* base64.h: never more than `capacity` bytes are written, whatever the text holds; the size is that of all of it. */
static void nothing_is_written_past_the_capacity(void **state) {
    uint8_t bytes[60];
    char text[80];
    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(200 - i * 3);
    }
    for (size_t length = 0; length <= sizeof bytes; length++) {
        const size_t text_size = encode(bytes, length, standard, 1, text);
        for (size_t capacity = 0; capacity <= length + 5; capacity++) {
            uint8_t out[80];
            size_t size = UNTOUCHED;
            size_t position;
            const size_t written = capacity < length ? capacity : length;
            memset(out, 0xA5, sizeof out);
            assert_int_equal(gltf_i_base64_decode(text, text_size, out, capacity, &size, &position), GLTF_OK);
            assert_int_equal(size, length);
            assert_memory_equal(out, bytes, written);
            for (size_t i = written; i < sizeof out; i++) { /* not even inside the capacity */
                assert_int_equal(out[i], 0xA5);
            }
        }
        size_t size = UNTOUCHED;
        size_t position;
        assert_int_equal(gltf_i_base64_decode(text, text_size, NULL, 0, &size, &position), GLTF_OK);
        assert_int_equal(size, length);
    }
}

/* base64.h: text past the room is still checked. */
static void a_bad_character_behind_the_room_is_found(void **state) {
    (void)state;
    for (size_t at = 0; at < 24; at++) {
        char text[24];
        uint8_t out[4];
        size_t size;
        size_t position;
        memset(text, 'x', sizeof text);
        text[at] = '!';
        assert_int_equal(gltf_i_base64_decode(text, sizeof text, out, 4, &size, &position), GLTF_ERR_BASE64);
        assert_int_equal(position, at);
    }
}

/* Feed in three pieces that end at a, b and the end; gives the number of characters taken. */
static size_t feed_pieces(gltf_i_base64 *pieces, const char *text, size_t a, size_t b) {
    const size_t length = strlen(text);
    size_t taken = gltf_i_base64_feed(pieces, text, a);
    if (taken == a) {
        taken += gltf_i_base64_feed(pieces, text + a, b - a);
    }
    if (taken == b) {
        taken += gltf_i_base64_feed(pieces, text + b, length - b);
    }
    return taken;
}

/* base64.h: in any two or three pieces the text means the same, and writes no more than there is room for. */
static void pieces_decode_like_the_whole(void **state) {
    static const char *const texts[] = {
        "Zm9vYmFyZm9vYmFy", "Zm9vYmFyZm9vYg==", "Zm9vYmFyZm9vYmE=", "Zm9vYmFyZm9vYg",
        "Zm9vY!FyZm9vYmFy", "Zm9vYmFyZm9vYmE",  "Zm9vYg==Zm9vYmFy", "Zm9vYmFyZm9vYmF=y"};
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        const size_t length = strlen(texts[i]);
        uint8_t whole[16] = {0};
        size_t size;
        size_t position;
        const gltf_status status = gltf_i_base64_decode(texts[i], length, whole, 16, &size, &position);
        for (size_t ends = 0; ends < (length + 1) * (length + 1); ends++) {
            const size_t a = ends / (length + 1);
            const size_t b = ends % (length + 1);
            for (size_t capacity = 0; a <= b && capacity <= 16; capacity += capacity < 12 ? 1 : 4) {
                uint8_t out[16];
                memset(out, 0xA5, sizeof out);
                gltf_i_base64 pieces = {out, capacity, 0, 0, 0, 0, 0};
                const size_t taken = feed_pieces(&pieces, texts[i], a, b);
                if (status != GLTF_OK) {
                    assert_int_equal(taken, position);
                    assert_true(taken < length || !gltf_i_base64_finish(&pieces));
                    continue;
                }
                const size_t written = size < capacity ? size : capacity;
                assert_int_equal(taken, length);
                assert_true(gltf_i_base64_finish(&pieces));
                assert_int_equal(pieces.size, size);
                assert_memory_equal(out, whole, written);
                for (size_t at = written; at < sizeof out; at++) {
                    assert_int_equal(out[at], 0xA5);
                }
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_vectors_of_the_standard_decode),
        cmocka_unit_test(every_length_decodes_in_both_alphabets),
        cmocka_unit_test(every_character_decodes_in_every_place),
        cmocka_unit_test(every_other_byte_is_refused_at_its_offset),
        cmocka_unit_test(padding_may_be_missing_but_not_wrong),
        cmocka_unit_test(nothing_is_written_past_the_capacity),
        cmocka_unit_test(a_bad_character_behind_the_room_is_found),
        cmocka_unit_test(pieces_decode_like_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
