/* base/memory.h - layer 0: the one door to <string.h>.  Four functions, which freestanding compilers need anyway. */
#ifndef GLTF_I_MEMORY_H
#define GLTF_I_MEMORY_H

#include <string.h>

#include "compiler.h"

static inline void memory_copy(void *out, const void *in, size_t size) {
    if (size) {
        memcpy(out, in, size);
    }
}

static inline void memory_zero(void *out, size_t size) {
    if (size) {
        memset(out, 0, size);
    }
}

static inline int memory_equal(const void *a, const void *b, size_t size) {
    return size == 0 || memcmp(a, b, size) == 0;
}

/* strlen and strcmp, without asking more of a freestanding libc. */
static inline size_t memory_length(const char *text) {
    size_t length = 0;
    while (text[length]) {
        length++;
    }
    return length;
}

static inline int memory_same_text(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

#endif
