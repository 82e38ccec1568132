/* base/bytes.h - layer 0: little-endian numbers at any address.  Compilers make one load or store of each. */
#ifndef GLTF_I_BYTES_H
#define GLTF_I_BYTES_H

#include "memory.h"

static GLTF_I_INLINE uint16_t bytes_load_u16(const uint8_t *p) {
#if GLTF_I_BIG_ENDIAN
    return (uint16_t)(p[0] | p[1] << 8);
#else
    uint16_t v;
    memcpy(&v, p, sizeof v);
    return v;
#endif
}

static GLTF_I_INLINE uint32_t bytes_load_u32(const uint8_t *p) {
#if GLTF_I_BIG_ENDIAN
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
#else
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
#endif
}

static GLTF_I_INLINE uint64_t bytes_load_u64(const uint8_t *p) {
#if GLTF_I_BIG_ENDIAN
    return (uint64_t)bytes_load_u32(p) | (uint64_t)bytes_load_u32(p + 4) << 32;
#else
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
#endif
}

/* Bits of a float, kept as they are: NaN payloads survive. */
static GLTF_I_INLINE float bytes_float_of(uint32_t bits) {
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static GLTF_I_INLINE uint32_t bytes_bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static GLTF_I_INLINE float bytes_load_float(const uint8_t *p) {
    return bytes_float_of(bytes_load_u32(p));
}

static GLTF_I_INLINE void bytes_store_u16(uint8_t *p, uint16_t v) {
#if GLTF_I_BIG_ENDIAN
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
#else
    memcpy(p, &v, sizeof v);
#endif
}

static GLTF_I_INLINE void bytes_store_u32(uint8_t *p, uint32_t v) {
#if GLTF_I_BIG_ENDIAN
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
#else
    memcpy(p, &v, sizeof v);
#endif
}

static GLTF_I_INLINE void bytes_store_u64(uint8_t *p, uint64_t v) {
    bytes_store_u32(p, (uint32_t)v);
    bytes_store_u32(p + 4, (uint32_t)(v >> 32));
}

#endif
