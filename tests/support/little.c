/* support/little.c - numbers of this machine as a file stores them: little-endian. */
#include "little.h"

#include <stdint.h>
#include <stdlib.h>

static int is_little(void) {
    const uint16_t one = 1;
    return *(const uint8_t *)&one;
}

const void *little(const void *numbers, size_t size, size_t number_size) {
    const uint8_t *from = numbers;
    uint8_t *to = is_little() || size == 0 ? NULL : malloc(size);
    if (!to) {
        return numbers;
    }
    for (size_t i = 0; i < size; i++) {
        to[i] = from[i - i % number_size + number_size - 1 - i % number_size];
    }
    return to;
}
