/* text/scan_wide.h - layer 1: many bytes of JSON text at once. */
#ifndef GLTF_I_SCAN_WIDE_H
#define GLTF_I_SCAN_WIDE_H

#include "../base/bytes.h"

#define SCAN_ONES 0x0101010101010101u
#define SCAN_HIGHS 0x8080808080808080u

enum { SCAN_BLOCK = 4096 };

/* High bit set in each byte that equals c, and perhaps in bytes after the first such one. */
static inline uint64_t scan_equals(uint64_t word, uint8_t c) {
    return ((word ^ (SCAN_ONES * c)) - SCAN_ONES) & ~word;
}

/* High bits set if one of the eight bytes at p is not plain: a quote, a backslash, a control character or a byte of a
 * UTF-8 sequence.  The lowest one is exact, for a borrow only reaches bytes after a hit. */
static inline uint64_t scan_special(const uint8_t *p) {
    const uint64_t word = bytes_load_u64(p);
    return (scan_equals(word, '"') | scan_equals(word, '\\') | (word - SCAN_ONES * 0x20) | word) & SCAN_HIGHS;
}

/* High bits set if one of the eight bytes at p is a quote, a bracket, or one of "Y_y\x7F".  The lowest one is exact. */
static inline uint64_t scan_structural(const uint8_t *p) {
    const uint64_t word = bytes_load_u64(p);
    /* with the bit that tells upper from lower case, [ and { are 0x7B, ] and } are 0x7D */
    const uint64_t bracket = ((word | SCAN_ONES * 0x20) ^ SCAN_ONES * 0x7B) & SCAN_ONES * 0xF9;
    return (scan_equals(word, '"') | ((bracket - SCAN_ONES) & ~bracket)) & SCAN_HIGHS;
}

/* High bit set in each of the eight bytes at p that is not a space. */
static inline uint64_t scan_not_spaces(const uint8_t *p) {
    const uint64_t word = bytes_load_u64(p) ^ SCAN_ONES * ' ';
    return (((word & ~SCAN_HIGHS) + ~SCAN_HIGHS) | word) & SCAN_HIGHS;
}

/* Whether the eight bytes at p are all digits. */
static inline int scan_all_digits(const uint8_t *p) {
    const uint64_t word = bytes_load_u64(p);
    const uint64_t high = SCAN_ONES * 0xF0;
    return (word & high) == SCAN_ONES * 0x30 && ((word + SCAN_ONES * 6) & high) == SCAN_ONES * 0x30;
}

/* Position (0..7) of the first byte whose high bit is set; there is one.  Taking 1 away sets the lowest bit of all bytes
 * up to it; the product adds these bits up. */
static inline size_t scan_first(uint64_t flags) {
    return (size_t)((((flags - 1) & SCAN_ONES) * SCAN_ONES) >> 56) - 1;
}

/* Step over whole blocks of SCAN_BLOCK plain bytes, up to the first that has another in it, or is cut by the end. */
GLTF_I_HIDDEN const uint8_t *gltf_i_scan_wide(const uint8_t *p, const uint8_t *end);

#endif
