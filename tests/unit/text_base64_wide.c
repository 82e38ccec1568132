/* unit/text_base64_wide.c - base64 by vector registers gives the same as the portable loop, and finds every bad character. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "../../src/core/cpu.h"
#include "../../src/text/base64.h"
#include "../../src/text/base64_wide.h"
#include "support/guard.h"

enum { MOST = 300, CANARY = 0xee }; /* of guard_make */

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_";

static uint32_t random_state = 7;
static uint32_t random_bits(void) {
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 8;
}

static void random_text(char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        text[i] = letters[random_bits() % (sizeof letters - 1)];
    }
}

/* Feed a text between guard pages; gives how many characters were taken. */
static size_t feed(const char *text, size_t size, size_t capacity, uint32_t cpu, int side, guard *out) {
    guard in = guard_copy(text, size, side);
    *out = guard_make(capacity, side);
    gltf_i_base64 state = {out->bytes, capacity, 0, 0, 0, 0, cpu};
    const size_t taken = gltf_i_base64_feed(&state, (const char *)in.bytes, size);
    guard_free(&in);
    return taken;
}

static void compare(const char *text, size_t size, size_t capacity, uint32_t cpu, int side) {
    guard plain, fast;
    const size_t expected = feed(text, size, capacity, GLTF_CPU_PLAIN, side, &plain);
    assert_int_equal(feed(text, size, capacity, cpu, side, &fast), expected);
    if (expected == size) { /* after a bad character the output is unspecified */
        assert_memory_equal(fast.bytes, plain.bytes, capacity);
    }
    guard_free(&plain);
    guard_free(&fast);
}

typedef void for_one_cpu(uint32_t cpu);
static void for_each_cpu(for_one_cpu *test) {
    const uint32_t all = gltf_i_cpu_machine();
    for (uint32_t cpu = 1; cpu <= all; cpu++) {
        if ((cpu & ~all) == 0) {
            test(cpu);
        }
    }
}

static void lengths_with(uint32_t cpu) {
    char text[MOST];
    for (size_t size = 0; size <= MOST; size++) {
        random_text(text, size);
        for (size_t less = 0; less < 8; less++) { /* also into less room than the text needs */
            const size_t room = size / 4 * 3 + 3;
            compare(text, size, room > less * 5 ? room - less * 5 : 0, cpu, (int)(size + less) % 2);
        }
    }
}

/* every length, with guard pages on either side of text and output */
static void every_length_decodes_the_same(void **state) {
    (void)state;
    for_each_cpu(lengths_with);
}

static void characters_with(uint32_t cpu) {
    char text[MOST];
    uint8_t out[MOST];
    random_text(text, MOST);
    for (size_t at = 0; at < 140; at++) {
        const char kept = text[at];
        for (int c = 0; c < 256; c++) {
            const int good = c != 0 && strchr(letters, c) != NULL;
            gltf_i_base64 whole = {out, sizeof out, 0, 0, 0, 0, cpu};
            text[at] = (char)c;
            const size_t taken = gltf_i_base64_feed(&whole, text, MOST);
            /* padding may stand behind two or three characters, but nothing behind it */
            assert_int_equal(taken, good ? MOST : c == '=' && at % 4 >= 2 ? at + 1 : at);
            if (good) {
                compare(text, MOST, MOST / 4 * 3, cpu, GUARD_AFTER);
            }
        }
        text[at] = kept;
    }
}

/* RFC 4648, 4 and 5: every character of both alphabets, in every place of a register, and no other */
static void every_character_is_told_from_every_other(void **state) {
    (void)state;
    for_each_cpu(characters_with);
}

static void whole_with(uint32_t cpu) {
    char text[256];
    uint8_t out[192];
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = letters[i % (sizeof letters - 1)];
    }
    /* vector registers are used at all where there are such: nearly all groups of a long text, whatever the characters */
    const size_t done = gltf_i_base64_wide((const uint8_t *)text, 64, out, cpu);
    const int have = (cpu & (GLTF_CPU_SSSE3 | GLTF_CPU_AVX2 | GLTF_CPU_NEON)) != 0;
    assert_true(have ? done > 40 : done == 0);
    assert_int_equal(gltf_i_base64_wide((const uint8_t *)text, 64, out, cpu | GLTF_CPU_PLAIN), 0);
}

static void registers_are_used_where_there_are_any(void **state) {
    (void)state;
    for_each_cpu(whole_with);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_length_decodes_the_same),
        cmocka_unit_test(every_character_is_told_from_every_other),
        cmocka_unit_test(registers_are_used_where_there_are_any),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
