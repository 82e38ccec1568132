/* support/kernels.h - every conversion kernel against the plain one. */
#ifndef GLTF_TEST_KERNELS_H
#define GLTF_TEST_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each compares, for one set of CPU bits, every conversion with the plain one and gives the number of differences; the
 * first ones are printed.  Guard pages stand on both sides of what may be read and written. */
size_t kernels_compare_values(uint32_t cpu); /* every input (of 4-byte types: every kind), in every place of a vector */
size_t kernels_compare_lengths(uint32_t cpu);  /* runs of 0 to 70 numbers and more, at every alignment of both sides */
size_t kernels_compare_elements(uint32_t cpu); /* elements of 1 to 4 numbers, strides on both sides, fill */
size_t kernels_compare_fitting(uint32_t cpu);  /* each number that does not fit is noticed; the others are converted */

/* The sets of bits that this machine has kernels for: all subsets, the empty one first.  Gives their number. */
enum { KERNELS_SUBSETS = 16 };
size_t kernels_subsets(uint32_t subsets[KERNELS_SUBSETS]);

#ifdef __cplusplus
}
#endif
#endif
