/* kernels/text.c - base64 and blocks of text by vector registers against the plain loops, as a program that needs no library:
 * for other machines and emulators.  Exit status 1 if something differs. */
#include <stdio.h>
#include <string.h>

#include "../../include/gltf_accessor/accessor.h"
#include "../../src/text/base64.h"
#include "../../src/text/base64_wide.h"
#include "../../src/text/scan_wide.h"

enum {
    CHARACTERS = 320,
    BYTES = CHARACTERS / 4 * 3,
    VECTORS = GLTF_CPU_SSE2 | GLTF_CPU_SSSE3 | GLTF_CPU_AVX2 | GLTF_CPU_NEON
};

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_";

static uint32_t random_bits(void) {
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static size_t decode(const char *text, uint8_t *out, uint32_t cpu) {
    gltf_i_base64 state = {out, BYTES, 0, 0, 0, 0, cpu};
    return gltf_i_base64_feed(&state, text, CHARACTERS);
}

/* One text by both; 1 if they differ. */
static size_t compare(const char *text, uint32_t cpu) {
    uint8_t plain[BYTES], fast[BYTES];
    const size_t expected = decode(text, plain, GLTF_CPU_PLAIN);
    return decode(text, fast, cpu) != expected || (expected == CHARACTERS && memcmp(plain, fast, BYTES) != 0);
}

/* Random texts, then every byte in every place of some of them. */
static size_t compare_base64(uint32_t cpu) {
    char text[CHARACTERS];
    size_t differences = 0;
    for (int round = 0; round < 500; round++) {
        for (size_t i = 0; i < CHARACTERS; i++) {
            text[i] = letters[random_bits() % (sizeof letters - 1)];
        }
        differences += compare(text, cpu);
        for (size_t at = 0; round < 3 && at < CHARACTERS; at++) {
            const char kept = text[at];
            for (int c = 0; c < 256; c++) {
                text[at] = (char)c;
                differences += compare(text, cpu);
            }
            text[at] = kept;
        }
    }
    return differences;
}

/* Every byte in places all over a block: which block stops the steps. */
static size_t compare_blocks(void) {
    static uint8_t text[3 * SCAN_BLOCK];
    size_t differences = 0;
    memset(text, 'a', sizeof text);
    for (int c = 0; c < 256; c++) {
        const int plain = c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
        for (size_t at = 0; at < SCAN_BLOCK; at += at < 70 ? 1 : 61) {
            text[SCAN_BLOCK + at] = (uint8_t)c;
            const size_t steps = (size_t)(gltf_i_scan_wide(text, text + sizeof text) - text);
            differences += steps != (plain ? 3u : 1u) * (size_t)SCAN_BLOCK;
            text[SCAN_BLOCK + at] = 'a';
        }
    }
    return differences;
}

int main(void) {
    const uint32_t cpu = gltf_cpu_detect() & VECTORS;
    const size_t base64 = compare_base64(cpu), blocks = compare_blocks();
    uint8_t text[256], out[192];
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (uint8_t)letters[i % (sizeof letters - 1)];
    }
    const size_t wide = gltf_i_base64_wide(text, 64, out, cpu);
    printf("cpu bits %2u: base64, %zu of 64 groups by registers: %zu differences\n", (unsigned)cpu, wide, base64);
    printf("blocks of text: %zu differences\n", blocks);
    return base64 + blocks != 0 || wide < 40;
}
