/* support/model.h - the slow and obvious decoder that the fast one is compared with: one number at a time, exact
 * fractions, offsets from the tables of the specification.  Shares no code with the library. */
#ifndef GLTF_TEST_MODEL_H
#define GLTF_TEST_MODEL_H

#include <gltf_accessor/accessor.h>

/* A number as it is meant: a float by its bits, or the fraction num / den. */
typedef struct model_number {
    int is_float;
    uint32_t bits;
    int64_t num;
    int64_t den;
} model_number;

/* num / den (not negative) rounded to `precision` bits, nearest even, with the least exponent `least` of a binary format. */
double model_quotient(uint64_t num, uint64_t den, int precision, int least);

model_number model_float(float value);

/* Little-endian stored bytes to a number. */
model_number model_decode(uint32_t component_type, uint32_t normalized, const uint8_t *bytes);

/* A number to native bytes of an output type; 0 when a plain integer cannot hold it. */
int model_encode(model_number number, uint32_t component_type, uint32_t normalized, uint8_t *bytes);

/* Offset of number k inside a packed element.  [3.6.2.4, figures of the matrix layouts] */
uint32_t model_offset(uint32_t component_type, uint32_t shape, uint32_t k);

/* One accessor with all its bytes in hand. */
typedef struct model_accessor {
    uint32_t component_type;
    uint32_t shape;
    uint32_t normalized;
    const uint8_t *data; /* NULL = zeros */
    size_t count;
    size_t stride;
    const uint32_t *indices; /* of the overlay, in the order of the file */
    const uint8_t *values;
    size_t sparse_count;
    const uint32_t *last; /* by element: its last entry plus one, 0 = none; only to be quicker, NULL = look for it */
} model_accessor;

/* Number k of an element: base, then every entry in order. */
model_number model_number_at(const model_accessor *a, size_t element, uint32_t k);

/* What gltf_accessor_read_as must do, written the long way: 0 when a number does not fit.  Writes only numbers. */
int model_read(const model_accessor *a, size_t first, size_t count, const gltf_layout *layout, uint8_t *out);

#endif
