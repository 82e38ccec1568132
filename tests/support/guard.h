/* support/guard.h - memory whose neighbour cannot be touched: one byte too far ends the test. */
#ifndef GLTF_TEST_GUARD_H
#define GLTF_TEST_GUARD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GUARD_BEFORE = 0, GUARD_AFTER = 1 }; /* which neighbour of the bytes is the inaccessible page */

typedef struct guard {
    uint8_t *bytes; /* never NULL; filled with 0xee */
    size_t size;
    void *map;
    size_t map_size;
} guard;

/* `size` bytes (0 is fine) directly behind (GUARD_BEFORE) or before (GUARD_AFTER) an inaccessible page; any alignment is
 * had by choosing `size`.  Plain malloc where there is no mmap.  Ends the program if there is no memory. */
guard guard_make(size_t size, int side);

/* The same with a copy of some bytes in it. */
guard guard_copy(const void *bytes, size_t size, int side);

/* From now on the bytes can be read, but not written (where there is mmap). */
void guard_lock(const guard *g);

void guard_free(guard *g);

#ifdef __cplusplus
}
#endif
#endif
