/* codec/attributes_plain.c - layer 1: the loops of the attribute stream for any machine. */
#include "attributes.h"

#include "../base/bytes.h"

/* ---- Packed deltas ---- */

/* `per_byte` codes of `bits` each, first one on top.  The code of all ones stands for a byte that follows the packed
 * ones.  That byte is loaded for every code, needed or not: a branch would be wrong too often. */
static GLTF_I_INLINE const uint8_t *unpack_high_first(const uint8_t *at, unsigned bits, uint8_t *out) {
    const unsigned per_byte = 8 / bits;
    const unsigned escape = (1u << bits) - 1;
    const size_t packed = GLTF_I_ATTRIBUTES_GROUP / per_byte;
    const uint8_t *extra = at + packed;
    for (size_t i = 0; i < packed; i++) {
        for (unsigned k = 0; k < per_byte; k++) {
            const unsigned code = (unsigned)(at[i] >> (8 - bits * (k + 1))) & escape;
            const unsigned escaped = code == escape;
            *out++ = (uint8_t)(escaped ? *extra : code);
            extra += escaped;
        }
    }
    return extra;
}

/* One bit each, first one at the bottom; a set bit is the code of all ones. */
static GLTF_I_INLINE const uint8_t *unpack_bits(const uint8_t *at, uint8_t *out) {
    const unsigned codes = (unsigned)(at[0] | at[1] << 8);
    const uint8_t *extra = at + 2;
    for (unsigned i = 0; i < GLTF_I_ATTRIBUTES_GROUP; i++) {
        const unsigned escaped = (codes >> i) & 1;
        out[i] = (uint8_t)(*extra & (0u - escaped));
        extra += escaped;
    }
    return extra;
}

static const uint8_t *plain_unpack(const uint8_t *at, const uint8_t *tail, uint32_t codes, size_t groups,
                                   const uint8_t packing[4], uint8_t *column) {
    for (size_t i = 0; i < groups; i++, codes >>= 2, column += GLTF_I_ATTRIBUTES_GROUP) {
        if (at > tail) {
            return NULL;
        }
        switch (packing[codes & 3]) {
        case GLTF_I_ATTRIBUTES_ZERO:
            memory_zero(column, GLTF_I_ATTRIBUTES_GROUP);
            break;
        case GLTF_I_ATTRIBUTES_BIT1:
            at = unpack_bits(at, column);
            break;
        case GLTF_I_ATTRIBUTES_BIT2:
            at = unpack_high_first(at, 2, column);
            break;
        case GLTF_I_ATTRIBUTES_BIT4:
            at = unpack_high_first(at, 4, column);
            break;
        default:
            memory_copy(column, at, GLTF_I_ATTRIBUTES_GROUP);
            at += GLTF_I_ATTRIBUTES_GROUP;
            break;
        }
    }
    return at;
}

/* ---- Deltas to values: four bytes or two halves at once in a 32-bit word ---- */

static GLTF_I_INLINE uint32_t gather(const gltf_i_attributes_columns *columns, size_t i) {
    return (uint32_t)columns->byte[0][i] | (uint32_t)columns->byte[1][i] << 8 | (uint32_t)columns->byte[2][i] << 16 |
           (uint32_t)columns->byte[3][i] << 24;
}

/* Zigzag of every lane: `ones` has the lowest bit of each lane set, `lane` is a lane of ones. */
static GLTF_I_INLINE uint32_t zigzag_lanes(uint32_t v, uint32_t ones, uint32_t lane) {
    const uint32_t high = ones << (lane == 0xff ? 7 : 15);
    return ((v >> 1) & ~high) ^ ((v & ones) * lane);
}

/* Sum of every lane, without carries between them: `high` has the highest bit of each lane set. */
static GLTF_I_INLINE uint32_t add_lanes(uint32_t a, uint32_t b, uint32_t high) {
    return ((a & ~high) + (b & ~high)) ^ ((a ^ b) & high);
}

static GLTF_I_INLINE uint32_t rotate_right(uint32_t v, unsigned bits) {
    return v >> bits | v << ((32 - bits) & 31);
}

static void plain_sum(const gltf_i_attributes_columns *columns, size_t count, unsigned mode, unsigned rotation,
                      uint32_t *previous, uint8_t *out, size_t stride) {
    uint32_t value = *previous;
    if (mode == 0) {
        for (size_t i = 0; i < count; i++) {
            value = add_lanes(value, zigzag_lanes(gather(columns, i), 0x01010101u, 0xff), 0x80808080u);
            bytes_store_u32(out + i * stride, value);
        }
    } else if (mode == 1) {
        for (size_t i = 0; i < count; i++) {
            value = add_lanes(value, zigzag_lanes(gather(columns, i), 0x00010001u, 0xffff), 0x80008000u);
            bytes_store_u32(out + i * stride, value);
        }
    } else {
        for (size_t i = 0; i < count; i++) {
            value ^= rotate_right(gather(columns, i), rotation);
            bytes_store_u32(out + i * stride, value);
        }
    }
    *previous = value;
}

static const gltf_i_attributes_kernels plain = {plain_unpack, plain_sum};

const gltf_i_attributes_kernels *gltf_i_attributes_plain(void) {
    return &plain;
}
