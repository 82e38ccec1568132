/* core/convert_x86.h - floor 1: what SSE and AVX2 loops do with registers of 16 bytes.  A template, so without a guard.
 *
 * In: TARGET and the type `narrow`, a register of 16 bytes. */

TARGET static GLTF_I_INLINE narrow load_16(const uint8_t *p) {
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

TARGET static GLTF_I_INLINE narrow load_8(const uint8_t *p) {
    return _mm_loadl_epi64((const __m128i *)(const void *)p);
}

TARGET static GLTF_I_INLINE narrow load_4(const uint8_t *p) {
    int v;
    memcpy(&v, p, sizeof v);
    return _mm_cvtsi32_si128(v);
}

TARGET static GLTF_I_INLINE void store_8(uint8_t *p, narrow v) {
    _mm_storel_epi64((__m128i *)(void *)p, v);
}

TARGET static GLTF_I_INLINE void store_4(uint8_t *p, narrow v) {
    const int low = _mm_cvtsi128_si32(v);
    memcpy(p, &low, sizeof low);
}

TARGET static GLTF_I_INLINE void wide_finish(void) {
    _mm_sfence();
}

/* Have `size` bytes brought near that are to be read after those of the next `ahead`; they need not exist. */
TARGET static GLTF_I_INLINE void wide_ahead(const uint8_t *p, size_t size, size_t ahead) {
    for (size_t k = 0; k < size; k += 64) {
        _mm_prefetch((const char *)((uintptr_t)p + ahead + k), _MM_HINT_T0);
    }
}
