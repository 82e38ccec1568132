/* tests/fuzz/slow_base64.h - outside the layers: base64 one character at a time, to compare with. */
#ifndef GLTF_FUZZ_SLOW_BASE64_H
#define GLTF_FUZZ_SLOW_BASE64_H

#include "harness.h"

/* What must come out. */
typedef struct slow_base64 {
    int fine;
    size_t position; /* of the first character that cannot stand there, or the end where more should follow */
    size_t size;     /* bytes decoded until then */
    uint8_t *bytes;
} slow_base64;

static inline int slow_sextet(uint8_t c) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t plain = c == '-' ? '+' : c == '_' ? '/' : c;
    const char *found = plain ? strchr(letters, plain) : NULL;
    return found ? (int)(found - letters) : -1;
}

/* The slow way: bits one after another.  [RFC 4648, 4 and 5; padding may be missing] */
static inline slow_base64 slow_base64_decode(const uint8_t *text, size_t size) {
    slow_base64 a = {0, 0, 0, fuzz_block(size)};
    uint32_t bits = 0;
    size_t letters = 0, pads = 0;
    for (; a.position < size; a.position++) {
        const int value = slow_sextet(text[a.position]);
        if (text[a.position] == '=') {
            if (letters % 4 < 2 || letters % 4 + pads == 4) {
                return a;
            }
            pads++;
        } else if (value < 0 || pads) {
            return a;
        } else {
            bits = bits << 6 | (uint32_t)value;
            letters++;
            if (letters % 4 == 0) {
                a.bytes[a.size++] = (uint8_t)(bits >> 16);
                a.bytes[a.size++] = (uint8_t)(bits >> 8);
                a.bytes[a.size++] = (uint8_t)bits;
            }
        }
    }
    const size_t open = letters % 4;
    a.fine = open != 1 && (pads == 0 || open + pads == 4);
    if (a.fine && open > 1) {
        a.bytes[a.size++] = (uint8_t)(bits >> (open == 2 ? 4 : 10));
        if (open == 3) {
            a.bytes[a.size++] = (uint8_t)(bits >> 2);
        }
    }
    return a;
}

#endif
