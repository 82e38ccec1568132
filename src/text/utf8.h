/* text/utf8.h - layer 1: one character at a time: UTF-8 sequences, and escapes of JSON strings. */
#ifndef GLTF_I_UTF8_H
#define GLTF_I_UTF8_H

#include "../base/compiler.h"

enum { UTF8_REPLACEMENT = 0xFFFD };

/* End of the sequence that starts at p (p < end, *p >= 0x80), or NULL with *bad = first byte that cannot stand there.
 * Refuses overlong forms, surrogates and anything past U+10FFFF.  [RFC 3629, 4] */
static inline const uint8_t *utf8_step(const uint8_t *p, const uint8_t *end, const uint8_t **bad) {
    const uint8_t lead = *p;
    uint8_t low = 0x80;
    uint8_t high = 0xBF;
    size_t more = 1;
    *bad = p;
    if (lead < 0xC2 || lead > 0xF4) {
        return NULL;
    }
    if (lead >= 0xE0) {
        more = lead >= 0xF0 ? 3 : 2;
        low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : low;
        high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : high;
    }
    for (p++; more > 0; more--, p++) {
        if (p == end || *p < low || *p > high) {
            *bad = p;
            return NULL;
        }
        low = 0x80;
        high = 0xBF;
    }
    return p;
}

/* Write a character below U+110000; gives the number of bytes, 1 to 4. */
static inline size_t utf8_put(uint32_t code, char *out) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(uint8_t)(0xC0 | code >> 6);
        out[1] = (char)(uint8_t)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(uint8_t)(0xE0 | code >> 12);
        out[1] = (char)(uint8_t)(0x80 | (code >> 6 & 0x3F));
        out[2] = (char)(uint8_t)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(uint8_t)(0xF0 | code >> 18);
    out[1] = (char)(uint8_t)(0x80 | (code >> 12 & 0x3F));
    out[2] = (char)(uint8_t)(0x80 | (code >> 6 & 0x3F));
    out[3] = (char)(uint8_t)(0x80 | (code & 0x3F));
    return 4;
}

/* Value of a hexadecimal digit, 16 for anything else. */
static inline unsigned utf8_hex(char c) {
    if (c >= '0' && c <= '9') {
        return (unsigned)(c - '0');
    }
    if (c >= 'a' && c <= 'f') {
        return (unsigned)(c - 'a') + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return (unsigned)(c - 'A') + 10;
    }
    return 16;
}

/* The \uXXXX at p in checked text. */
static inline uint32_t utf8_escape_unit(const char *p) {
    return (uint32_t)(utf8_hex(p[2]) << 12 | utf8_hex(p[3]) << 8 | utf8_hex(p[4]) << 4 | utf8_hex(p[5]));
}

static inline int utf8_is_surrogate(uint32_t code) {
    return code >= 0xD800 && code <= 0xDFFF;
}

/* The escape at p (*p is the backslash) in checked text that ends at `end`: *code is its character, a surrogate where it
 * stands alone.  Gives the number of bytes it takes: 2, 6, or 12 for a pair.  One that is cut off at `end`, in text that
 * changed since it was checked, takes what is left and is U+0000. */
static inline size_t utf8_escape(const char *p, const char *end, uint32_t *code) {
    static const char plain[] = "b\bf\fn\nr\rt\t";
    if (end - p < 2 || (p[1] == 'u' && end - p < 6)) {
        *code = 0;
        return (size_t)(end - p);
    }
    if (p[1] != 'u') {
        *code = (uint8_t)p[1];
        for (size_t i = 0; plain[i]; i += 2) {
            if (plain[i] == p[1]) {
                *code = (uint8_t)plain[i + 1];
            }
        }
        return 2;
    }
    *code = utf8_escape_unit(p);
    if (*code >= 0xD800 && *code <= 0xDBFF && end - p >= 12 && p[6] == '\\' && p[7] == 'u') {
        const uint32_t second = utf8_escape_unit(p + 6);
        if (second >= 0xDC00 && second <= 0xDFFF) {
            *code = 0x10000 + ((*code - 0xD800) << 10) + (second - 0xDC00);
            return 12;
        }
    }
    return 6;
}

#endif
