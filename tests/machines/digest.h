/* tests/machines/digest.h - outside the layers: a hash over values, the same on every machine that computes the same. */
#ifndef GLTF_TEST_DIGEST_H
#define GLTF_TEST_DIGEST_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <gltf_accessor/base.h>

/* FNV-1a, 64 bits: short, and good enough to tell two results apart. */
static inline void digest_start(uint64_t *digest) {
    *digest = 0xcbf29ce484222325u;
}

static inline void digest_byte(uint64_t *digest, unsigned byte) {
    *digest = (*digest ^ byte) * 0x100000001b3u;
}

/* The value, whatever the byte order of the machine. */
static inline void digest_number(uint64_t *digest, uint64_t value) {
    for (int i = 0; i < 8; i++) {
        digest_byte(digest, (unsigned)(value >> (8 * i)) & 255u);
    }
}

static inline void digest_text(uint64_t *digest, const char *text) {
    digest_number(digest, text != NULL);
    for (; text && *text; text++) {
        digest_byte(digest, (unsigned char)*text);
    }
}

/* `count` numbers of `size` bytes each in the byte order of the machine: their bits, so that NaN counts too. */
static inline void digest_numbers(uint64_t *digest, const void *numbers, size_t size, size_t count) {
    const unsigned char *bytes = numbers;
    for (size_t i = 0; i < count; i++, bytes += size) {
        uint8_t b1;
        uint16_t b2;
        uint32_t b4;
        uint64_t b8 = 0;
        switch (size) {
        case 1:
            memcpy(&b1, bytes, 1);
            b8 = b1;
            break;
        case 2:
            memcpy(&b2, bytes, 2);
            b8 = b2;
            break;
        case 4:
            memcpy(&b4, bytes, 4);
            b8 = b4;
            break;
        default:
            memcpy(&b8, bytes, 8);
            break;
        }
        digest_number(digest, b8);
    }
}

/* Where and why, and the sentence.  How many elements are possible differs between machines of 32 and 64 bits. */
static inline void digest_error(uint64_t *digest, const gltf_error *given) {
    char sentence[512];
    gltf_error error = *given;
    if (error.status == GLTF_ERR_COUNT && error.found > UINT32_MAX) {
        error.expected = 0;
    }
    digest_number(digest, (uint64_t)error.status);
    digest_number(digest, (uint64_t)error.object);
    digest_number(digest, error.index);
    digest_number(digest, error.part);
    digest_number(digest, error.target);
    digest_number(digest, error.position);
    digest_number(digest, error.expected);
    digest_number(digest, error.found);
    digest_text(digest, error.field);
    digest_text(digest, error.name);
    gltf_error_format(&error, sentence, sizeof sentence);
    digest_text(digest, sentence);
}

#endif
