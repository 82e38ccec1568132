/* tests/fuzz/harness.h - outside the layers: what the fuzz harnesses share.  FUZZ_NAME is the name of the one that includes it.
 *
 * A harness gives `static void look(const uint8_t *data, size_t size)` to FUZZ_ENTRY.  An input that takes more than a
 * second of processor time per 64 KiB, twice, is a finding like any other; under libFuzzer more than 8, since what counts
 * comparisons for it, under both sanitizers, takes 10 to 50 times as long as a build for use. */
#ifndef GLTF_FUZZ_HARNESS_H
#define GLTF_FUZZ_HARNESS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../include/gltf_accessor/base.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void claim(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "%s: %s\n", FUZZ_NAME, what);
        abort();
    }
}

/* ---- Time ---- */

#ifdef GLTF_LIBFUZZER
#define FUZZ_SECONDS 8.0
#else
#define FUZZ_SECONDS 1.0
#endif

static inline void fuzz_in_time(void (*look)(const uint8_t *, size_t), const uint8_t *data, size_t size) {
    const double allowed = FUZZ_SECONDS * (size > 65536 ? (double)size / 65536 : 1);
    double seconds = 0;
    for (int i = 0; i < 2; i++) { /* again, for a busy machine may have been in the way */
        const clock_t start = clock();
        look(data, size);
        seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        if (seconds <= allowed) {
            return;
        }
    }
    fprintf(stderr, "%s: %.2f s for %lu bytes\n", FUZZ_NAME, seconds, (unsigned long)size);
    abort();
}

#define FUZZ_ENTRY(look)                                                                                               \
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {                                                     \
        static const uint8_t nothing[1];                                                                               \
        fuzz_in_time(look, data ? data : nothing, size);                                                               \
        return 0;                                                                                                      \
    }

/* ---- Numbers out of the input ---- */

/* What is left of the input.  When it is used up, numbers of a row that hangs on its first two bytes: so short inputs go far
 * too, and a change at one place leaves the others alone. */
typedef struct tape {
    const uint8_t *at;
    size_t left;
    uint32_t random;
} tape;

static inline tape tape_of(const uint8_t *data, size_t size) {
    tape t = {data, size, 1};
    t.random = size > 1 ? t.random + data[0] + data[1] * 256u : t.random;
    return t;
}

static inline uint8_t tape_u8(tape *t) {
    if (t->left == 0) {
        t->random = t->random * 1664525u + 1013904223u;
        return (uint8_t)(t->random >> 24);
    }
    t->left--;
    return *t->at++;
}

static inline uint16_t tape_u16(tape *t) {
    const uint8_t low = tape_u8(t);
    return (uint16_t)(low | tape_u8(t) << 8);
}

static inline uint32_t tape_u32(tape *t) {
    const uint32_t low = tape_u16(t);
    return low | (uint32_t)tape_u16(t) << 16;
}

static inline uint64_t tape_u64(tape *t) {
    const uint64_t low = tape_u32(t);
    return low | (uint64_t)tape_u32(t) << 32;
}

static inline uint32_t fuzz_hash(const void *bytes, size_t size, uint32_t hash) {
    const uint8_t *p = bytes;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ p[i]) * 16777619u;
    }
    return hash;
}

/* ---- Memory ---- */

/* A block of exactly that size, so that the sanitizer sees a step past its end; the caller frees it.  `size` may be 0. */
static inline uint8_t *fuzz_block(size_t size) {
    uint8_t *block = calloc(size ? size : 1, 1);
    claim(block != NULL, "no memory");
    return block;
}

static inline uint8_t *fuzz_copy(const void *bytes, size_t size) {
    uint8_t *block = fuzz_block(size);
    if (size) {
        memcpy(block, bytes, size);
    }
    return block;
}

enum { FUZZ_CANARY = 0xA5 };

static inline int fuzz_untouched(const uint8_t *bytes, size_t size) {
    return size == 0 || (bytes[0] == FUZZ_CANARY && memcmp(bytes, bytes + 1, size - 1) == 0);
}

/* An allocator's user: what is in use, and what must not be exceeded. */
typedef struct fuzz_memory {
    size_t in_use;
    size_t peak;
    uint64_t total;   /* bytes of all allocations, so that work that is done again and again shows */
    uint64_t refused; /* the allocation that fails; 0 = none */
    uint64_t count;
} fuzz_memory;

static inline void *GLTF_CALL fuzz_allocate(void *user, size_t size) {
    fuzz_memory *m = user;
    claim(size != 0, "asked for 0 bytes");
    if (++m->count == m->refused || size > (size_t)1 << 30) {
        m->peak = size > (size_t)1 << 30 ? SIZE_MAX : m->peak;
        return NULL;
    }
    void *out = malloc(size);
    if (out) {
        m->total += size;
        m->in_use += size;
        m->peak = m->peak < m->in_use ? m->in_use : m->peak;
    }
    return out;
}

static inline void GLTF_CALL fuzz_release(void *user, void *pointer, size_t size) {
    fuzz_memory *m = user;
    claim(pointer && size <= m->in_use, "released what was not allocated");
    m->in_use -= size;
    free(pointer);
}

/* More than 64 bytes at once for each of the input, or 512 one after the other, beside what limits allow (and some blocks of an
 * arena), is a finding. */
static inline void fuzz_check_memory(const fuzz_memory *m, size_t size, size_t limits) {
    const size_t allowed = 64 * size + limits + 65536;
    const uint64_t allowed_in_all = 512 * (uint64_t)size + 16 * (uint64_t)limits + (1 << 20);
    if (m->peak > allowed || m->total > allowed_in_all) {
        fprintf(stderr, "%s: %lu bytes of memory, %lu in all, for %lu of input\n", FUZZ_NAME, (unsigned long)m->peak,
                (unsigned long)m->total, (unsigned long)size);
    }
    claim(m->peak <= allowed, "memory out of proportion to the input");
    claim(m->total <= allowed_in_all, "allocations out of proportion to the input");
    claim(m->in_use == 0, "memory was not given back");
}

#endif
