/* tests/freestanding/memory.c - outside the layers: the four functions that any C compiler expects to find. */
#include <stddef.h>

void *memcpy(void *out, const void *in, size_t size);
void *memmove(void *out, const void *in, size_t size);
void *memset(void *out, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);

/* volatile: else the compiler sees what these loops are and calls them from inside themselves */
void *memcpy(void *out, const void *in, size_t size) {
    volatile unsigned char *to = out;
    const unsigned char *from = in;
    for (size_t i = 0; i < size; i++) {
        to[i] = from[i];
    }
    return out;
}

void *memmove(void *out, const void *in, size_t size) {
    volatile unsigned char *to = out;
    const unsigned char *from = in;
    if (to <= (volatile const unsigned char *)from) {
        return memcpy(out, in, size);
    }
    for (size_t i = size; i > 0; i--) {
        to[i - 1] = from[i - 1];
    }
    return out;
}

void *memset(void *out, int value, size_t size) {
    volatile unsigned char *to = out;
    for (size_t i = 0; i < size; i++) {
        to[i] = (unsigned char)value;
    }
    return out;
}

int memcmp(const void *a, const void *b, size_t size) {
    const volatile unsigned char *left = a, *right = b;
    for (size_t i = 0; i < size; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}
