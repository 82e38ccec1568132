/* core/optimize.h - layer 1: have loops of a file made into vectors at -O2, too, as newer compilers do.  Included first.
 *
 * No trap on floating-point operations is of interest here; to keep them, gcc would leave comparisons as branches. */
#ifndef GLTF_I_OPTIMIZE_H
#define GLTF_I_OPTIMIZE_H

#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)
#pragma GCC optimize("tree-vectorize", "no-trapping-math")
#endif

#endif
