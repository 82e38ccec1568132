/* codec/root.h - layer 1: the correctly rounded square root of a float, without <math.h>. */
#ifndef GLTF_I_ROOT_H
#define GLTF_I_ROOT_H

#include "../base/bytes.h"

/* Machines whose every build has an instruction for it. */
#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define GLTF_I_ROOT_SSE2 1
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#define GLTF_I_ROOT_NEON 1
#endif

/* Newton's steps towards 1/sqrt(v) from a guess with 3 % error: 2e-3, 5e-6, 3e-11; the last one takes the root itself as
 * near as double can hold it, less than 2^-52 off.  No root of a float is nearer than 2^-50.5 to the middle of two. */
static inline float root_by_steps(float v) {
    if (!(v > 0.0f)) {
        return 0.0f;
    }
    const double x = (double)v;
    const double half = 0.5 * x;
    double y = (double)bytes_float_of(0x5f3759dfu - (bytes_bits_of(v) >> 1));
    y *= 1.5 - half * y * y;
    y *= 1.5 - half * y * y;
    y *= 1.5 - half * y * y;
    const double root = x * y;
    return (float)(root + 0.5 * y * (x - root * root));
}

/* For normal numbers; 0 for negative ones. */
static GLTF_I_INLINE float root_of(float v) {
#if defined(GLTF_I_ROOT_SSE2)
    return v > 0.0f ? _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(v))) : 0.0f;
#elif defined(GLTF_I_ROOT_NEON)
    return v > 0.0f ? vget_lane_f32(vsqrt_f32(vdup_n_f32(v)), 0) : 0.0f;
#else
    return root_by_steps(v);
#endif
}

#endif
