/* support/little.h - numbers of this machine as a file stores them: little-endian. */
#ifndef GLTF_TEST_LITTLE_H
#define GLTF_TEST_LITTLE_H

#include <stddef.h>

/* `size` bytes of numbers of `number_size` bytes each.  On a little-endian machine the very same ones, else a turned copy that
 * is never freed. */
const void *little(const void *numbers, size_t size, size_t number_size);

#endif
