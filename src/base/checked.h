/* base/checked.h - layer 0: sizes from files.  Every sum and product says whether it fits. */
#ifndef GLTF_I_CHECKED_H
#define GLTF_I_CHECKED_H

#include "compiler.h"

/* *out = a + b; 0 when it does not fit (out untouched). */
static inline int checked_add(uint64_t a, uint64_t b, uint64_t *out) {
    if (b > UINT64_MAX - a) {
        return 0;
    }
    *out = a + b;
    return 1;
}

/* *out = a * b; 0 when it does not fit (out untouched). */
static inline int checked_mul(uint64_t a, uint64_t b, uint64_t *out) {
    if (a != 0 && b > UINT64_MAX / a) {
        return 0;
    }
    *out = a * b;
    return 1;
}

/* *out = a * b + c; 0 when it does not fit (out untouched). */
static inline int checked_mul_add(uint64_t a, uint64_t b, uint64_t c, uint64_t *out) {
    uint64_t product;
    return checked_mul(a, b, &product) && checked_add(product, c, out);
}

/* Whether [offset, offset + length) lies inside `size` bytes. */
static inline int checked_inside(uint64_t offset, uint64_t length, uint64_t size) {
    return offset <= size && length <= size - offset;
}

#endif
