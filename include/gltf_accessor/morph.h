/* gltf_accessor/morph.h - layer 2: base + sum of weight * delta, from sparse deltas directly.  No
 * allocation. */
#ifndef GLTF_ACCESSOR_MORPH_H
#define GLTF_ACCESSOR_MORPH_H

#include "accessor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Flags of gltf_morph_read. */
enum { GLTF_MORPH_CLAMP = 1u }; /* clamp results to 0..1 after adding: for COLOR_0 */

/* Blend `count` elements from `first` of `base` with target_count deltas: base + weights[0] * targets[0] +
 * ... in float32, one multiply and then one add for each term, in target order, on every machine.
 *
 * targets[t] all-zero = that target lacks the attribute.  Base and deltas are each decoded by their own type
 * and normalization.  A delta may have one component less than the base (TANGENT, COLOR without alpha); the
 * base's last one then stays.  A zero weight, or an element that a sparse delta does not displace, leaves the
 * bits as they are; a listed sparse entry counts as displaced even if its value is zero, and a repeated one
 * once, with the last value.  Clamping applies to every element; NaN becomes 0 there, and so does -0.
 *
 * layout as for gltf_accessor_read_as with real values in: NULL = dense float; component_type 0 = FLOAT;
 * plain integer outputs are CONVERSION.  `out` as there.  targets and weights have target_count entries and
 * may be NULL if that is 0.
 * Nothing is written on failure.  error (may be NULL): target and what differs.
 * ARGUMENT: NULL, an unknown flag, or a NaN weight (error.target).  RANGE, CAPACITY, CONVERSION: as for
 * reading.
 * MISMATCH: a delta with another count, or of a type that does not fit (expected = the base's count or number
 * of components, found = the delta's); a matrix takes its own type only.  Checked whatever the weight is.
 * LIMIT: more than 16384 sparse entries whose indices decrease somewhere (GLTF_ACCESSOR_UNSORTED), which the
 * specification forbids, in the base or in a delta that takes part.
 * Cost: zero weights cost nothing; a sparse delta without base costs what it displaces (one with
 * GLTF_ACCESSOR_UNSORTED all its entries for every block of elements).  Stack: some 14 KiB.  Any thread.
 * [glTF 2.0, 3.7.2.2 Morph Targets] */
GLTF_API gltf_status gltf_morph_read(const gltf_accessor *base, const gltf_accessor *targets,
                                     const float *weights, uint32_t target_count, uint32_t flags,
                                     size_t first, size_t count, const gltf_layout *layout, void *out,
                                     size_t out_size, gltf_error *error);

#ifdef __cplusplus
}
#endif
#endif
