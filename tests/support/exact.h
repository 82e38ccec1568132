/* support/exact.h - copies of text that end where their block ends, so that memory checkers see one byte too far. */
#ifndef TEST_EXACT_H
#define TEST_EXACT_H

#include <stdlib.h>
#include <string.h>

/* A copy of `size` bytes in a block of exactly that size; free it. */
static inline char *exact_copy(const char *text, size_t size) {
    char *copy = (char *)malloc(size);
    if (size > 0) {
        memcpy(copy, text, size);
    }
    return copy;
}

#endif
