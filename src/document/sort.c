/* document/sort.c - layer 2: heap sort of indices. */
#include "document.h"

typedef int (*less_function)(void *user, uint32_t a, uint32_t b);

static void sift_down(uint32_t *values, size_t root, size_t count, less_function less, void *user) {
    const uint32_t moved = values[root];
    for (;;) {
        size_t child = 2 * root + 1;
        if (child >= count) {
            break;
        }
        if (child + 1 < count && less(user, values[child], values[child + 1])) {
            child++;
        }
        if (!less(user, moved, values[child])) {
            break;
        }
        values[root] = values[child];
        root = child;
    }
    values[root] = moved;
}

void gltf_i_sort(uint32_t *values, size_t count, int (*less)(void *user, uint32_t a, uint32_t b), void *user) {
    for (size_t i = count / 2; i-- > 0;) {
        sift_down(values, i, count, less, user);
    }
    for (size_t end = count; end > 1; end--) {
        const uint32_t largest = values[0];
        values[0] = values[end - 1];
        values[end - 1] = largest;
        sift_down(values, 0, end - 1, less, user);
    }
}
