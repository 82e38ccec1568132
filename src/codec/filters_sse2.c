/* codec/filters_sse2.c - layer 1: the loops of the filters for SSE2, four elements at a time, bit for bit as the plain ones. */
#include "filters.h"

#if GLTF_KERNELS >= 1 && (defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86))

#include <emmintrin.h>

#if defined(__GNUC__)
#define TARGET __attribute__((target("sse2")))
#else
#define TARGET
#endif

TARGET static GLTF_I_INLINE __m128i load(const uint8_t *data) {
    return _mm_loadu_si128((const __m128i *)(const void *)data);
}

TARGET static GLTF_I_INLINE void store(uint8_t *data, __m128i v) {
    _mm_storeu_si128((__m128i *)(void *)data, v);
}

/* Four elements of four 16-bit numbers, as pairs: the first and second numbers, the third and fourth. */
TARGET static GLTF_I_INLINE void load_pairs(const uint8_t *data, __m128i *first, __m128i *second) {
    const __m128 a = _mm_castsi128_ps(load(data)), b = _mm_castsi128_ps(load(data + 16));
    *first = _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0)));
    *second = _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 3, 1)));
}

/* Pairs from integers, of which the low 16 bits count. */
TARGET static GLTF_I_INLINE __m128i pair(__m128i low, __m128i high) {
    return _mm_or_si128(_mm_and_si128(low, _mm_set1_epi32(0xffff)), _mm_slli_epi32(high, 16));
}

TARGET static GLTF_I_INLINE __m128i low_half(__m128i v) {
    return _mm_srai_epi32(_mm_slli_epi32(v, 16), 16);
}

TARGET static GLTF_I_INLINE __m128i high_half(__m128i v) {
    return _mm_srai_epi32(v, 16);
}

/* Byte k of each lane, with its sign. */
#define SIGNED_BYTE(v, k) _mm_srai_epi32(_mm_slli_epi32((v), 24 - 8 * (k)), 24)

/* Four bytes from integers, of which the low 8 bits count. */
TARGET static GLTF_I_INLINE __m128i quad(__m128i a, __m128i b, __m128i c) {
    const __m128i byte = _mm_set1_epi32(0xff);
    const __m128i bc =
        _mm_or_si128(_mm_slli_epi32(_mm_and_si128(b, byte), 8), _mm_slli_epi32(_mm_and_si128(c, byte), 16));
    return _mm_or_si128(_mm_and_si128(a, byte), bc);
}

/* Nearest integers, halves to even. */
TARGET static GLTF_I_INLINE __m128i nearest(__m128 v) {
    return _mm_cvtps_epi32(v);
}

TARGET static GLTF_I_INLINE __m128i with_sign(__m128i v, __m128i minus) {
    return _mm_sub_epi32(_mm_xor_si128(v, minus), minus);
}

/* The square of v, rounded: not to be fused with a sum, which gcc does even to intrinsics where the whole build may. */
TARGET static GLTF_I_INLINE __m128 square(__m128 v) {
    __m128 out = _mm_mul_ps(v, v);
#if defined(__GNUC__) && defined(__FMA__)
    __asm__("" : "+x"(out));
#endif
    return out;
}

/* ---- Octahedral ---- */

/* In: x, y and the number that is 1.0.  Out: the unit vector times `most`, rounded. */
TARGET static GLTF_I_INLINE void unfold(__m128i *x, __m128i *y, __m128i *z, float most) {
    const __m128i minus_x = _mm_srai_epi32(*x, 31), minus_y = _mm_srai_epi32(*y, 31);
    *z = _mm_sub_epi32(_mm_sub_epi32(*z, with_sign(*x, minus_x)), with_sign(*y, minus_y));
    const __m128i fold = _mm_and_si128(*z, _mm_srai_epi32(*z, 31));
    const __m128 fx = _mm_cvtepi32_ps(_mm_add_epi32(*x, with_sign(fold, minus_x)));
    const __m128 fy = _mm_cvtepi32_ps(_mm_add_epi32(*y, with_sign(fold, minus_y)));
    const __m128 fz = _mm_cvtepi32_ps(*z);
    const __m128 squares = _mm_add_ps(square(fx), _mm_add_ps(square(fy), square(fz)));
    const __m128 scale =
        _mm_and_ps(_mm_div_ps(_mm_set1_ps(most), _mm_sqrt_ps(squares)), _mm_cmpgt_ps(squares, _mm_setzero_ps()));
    *x = nearest(_mm_mul_ps(fx, scale));
    *y = nearest(_mm_mul_ps(fy, scale));
    *z = nearest(_mm_mul_ps(fz, scale));
}

TARGET static size_t sse2_octahedral8(uint8_t *data, size_t count) {
    const size_t whole = count & ~(size_t)3;
    for (size_t i = 0; i < whole; i += 4) {
        const __m128i v = load(data + i * 4);
        __m128i x = SIGNED_BYTE(v, 0), y = SIGNED_BYTE(v, 1), z = SIGNED_BYTE(v, 2);
        unfold(&x, &y, &z, 127.0f);
        store(data + i * 4, _mm_or_si128(quad(x, y, z), _mm_slli_epi32(_mm_srli_epi32(v, 24), 24)));
    }
    return whole;
}

TARGET static size_t sse2_octahedral16(uint8_t *data, size_t count) {
    const size_t whole = count & ~(size_t)3;
    for (size_t i = 0; i < whole; i += 4) {
        __m128i xy, zw;
        load_pairs(data + i * 8, &xy, &zw);
        __m128i x = low_half(xy), y = high_half(xy), z = low_half(zw);
        unfold(&x, &y, &z, 32767.0f);
        xy = pair(x, y);
        zw = pair(z, _mm_srli_epi32(zw, 16));
        store(data + i * 8, _mm_unpacklo_epi32(xy, zw));
        store(data + i * 8 + 16, _mm_unpackhi_epi32(xy, zw));
    }
    return whole;
}

/* ---- Quaternion ---- */

TARGET static GLTF_I_INLINE __m128i choose(__m128i mask, __m128i yes, __m128i no) {
    return _mm_or_si128(_mm_and_si128(mask, yes), _mm_andnot_si128(mask, no));
}

/* Two elements w x y z, each turned by as many places as the lowest two bits of its fourth number in `stored` say. */
TARGET static GLTF_I_INLINE __m128i turn(__m128i wxyz, __m128i stored) {
    const __m128i last = _mm_shufflehi_epi16(_mm_shufflelo_epi16(stored, 0xff), 0xff);
    const __m128i one = _mm_srai_epi16(_mm_slli_epi16(last, 15), 15);
    const __m128i two = _mm_srai_epi16(_mm_slli_epi16(last, 14), 15);
    wxyz = choose(one, _mm_or_si128(_mm_slli_epi64(wxyz, 16), _mm_srli_epi64(wxyz, 48)), wxyz);
    return choose(two, _mm_shuffle_epi32(wxyz, _MM_SHUFFLE(2, 3, 0, 1)), wxyz);
}

TARGET static size_t sse2_quaternion(uint8_t *data, size_t count) {
    const __m128 most = _mm_set1_ps(23169.767578125f); /* 32767 / sqrt(2) in single precision */
    const size_t whole = count & ~(size_t)3;
    for (size_t i = 0; i < whole; i += 4) {
        __m128i xy, zw;
        load_pairs(data + i * 8, &xy, &zw);
        const __m128 x = _mm_cvtepi32_ps(low_half(xy)), y = _mm_cvtepi32_ps(high_half(xy));
        const __m128 z = _mm_cvtepi32_ps(low_half(zw));
        const __m128 one = _mm_cvtepi32_ps(_mm_or_si128(high_half(zw), _mm_set1_epi32(3)));
        const __m128 squares = _mm_add_ps(square(x), _mm_add_ps(square(y), square(z)));
        const __m128 rest = _mm_sub_ps(_mm_mul_ps(square(one), _mm_set1_ps(2.0f)), squares);
        const __m128 w = _mm_sqrt_ps(_mm_max_ps(rest, _mm_setzero_ps()));
        const __m128 scale = _mm_div_ps(most, one);
        const __m128i wx = pair(nearest(_mm_mul_ps(w, scale)), nearest(_mm_mul_ps(x, scale)));
        const __m128i yz = pair(nearest(_mm_mul_ps(y, scale)), nearest(_mm_mul_ps(z, scale)));
        store(data + i * 8, turn(_mm_unpacklo_epi32(wx, yz), load(data + i * 8)));
        store(data + i * 8 + 16, turn(_mm_unpackhi_epi32(wx, yz), load(data + i * 8 + 16)));
    }
    return whole;
}

/* ---- Exponential ---- */

TARGET static size_t sse2_exponential(uint8_t *data, size_t count) {
    const size_t whole = count & ~(size_t)3;
    for (size_t i = 0; i < whole; i += 4) {
        const __m128i v = load(data + i * 4);
        const __m128i power = _mm_slli_epi32(_mm_add_epi32(_mm_srai_epi32(v, 24), _mm_set1_epi32(127)), 23);
        const __m128 mantissa = _mm_cvtepi32_ps(_mm_srai_epi32(_mm_slli_epi32(v, 8), 8));
        store(data + i * 4, _mm_castps_si128(_mm_mul_ps(_mm_castsi128_ps(power), mantissa)));
    }
    return whole;
}

/* ---- Color ---- */

/* In: y, co, cg and the stored alpha.  Out: r, g, b, a. */
TARGET static GLTF_I_INLINE void to_rgb(__m128i *y, __m128i *co, __m128i *cg, __m128i *alpha, float most) {
    __m128i one = _mm_or_si128(*alpha, _mm_srli_epi32(*alpha, 1));
    one = _mm_or_si128(one, _mm_srli_epi32(one, 2));
    one = _mm_or_si128(one, _mm_srli_epi32(one, 4));
    one = _mm_or_si128(one, _mm_srli_epi32(one, 8));
    const __m128 scale = _mm_and_ps(_mm_div_ps(_mm_set1_ps(most), _mm_cvtepi32_ps(one)),
                                    _mm_castsi128_ps(_mm_cmpgt_epi32(one, _mm_setzero_si128())));
    const __m128i low = _mm_and_si128(*alpha, _mm_set1_epi32(1));
    const __m128i a = _mm_or_si128(_mm_and_si128(_mm_slli_epi32(*alpha, 1), one), low);
    const __m128i t = _mm_sub_epi32(*y, *cg);
    const __m128i r = _mm_add_epi32(t, *co), g = _mm_add_epi32(*y, *cg), b = _mm_sub_epi32(t, *co);
    *y = nearest(_mm_mul_ps(_mm_cvtepi32_ps(r), scale));
    *co = nearest(_mm_mul_ps(_mm_cvtepi32_ps(g), scale));
    *cg = nearest(_mm_mul_ps(_mm_cvtepi32_ps(b), scale));
    *alpha = nearest(_mm_mul_ps(_mm_cvtepi32_ps(a), scale));
}

TARGET static size_t sse2_color8(uint8_t *data, size_t count) {
    const size_t whole = count & ~(size_t)3;
    for (size_t i = 0; i < whole; i += 4) {
        const __m128i v = load(data + i * 4);
        __m128i y = _mm_and_si128(v, _mm_set1_epi32(0xff));
        __m128i co = SIGNED_BYTE(v, 1), cg = SIGNED_BYTE(v, 2), alpha = _mm_srli_epi32(v, 24);
        to_rgb(&y, &co, &cg, &alpha, 255.0f);
        store(data + i * 4, _mm_or_si128(quad(y, co, cg), _mm_slli_epi32(alpha, 24)));
    }
    return whole;
}

TARGET static size_t sse2_color16(uint8_t *data, size_t count) {
    const size_t whole = count & ~(size_t)3;
    for (size_t i = 0; i < whole; i += 4) {
        __m128i first, second;
        load_pairs(data + i * 8, &first, &second);
        __m128i y = _mm_and_si128(first, _mm_set1_epi32(0xffff)), co = high_half(first);
        __m128i cg = low_half(second), alpha = _mm_srli_epi32(second, 16);
        to_rgb(&y, &co, &cg, &alpha, 65535.0f);
        const __m128i rg = pair(y, co), ba = pair(cg, alpha);
        store(data + i * 8, _mm_unpacklo_epi32(rg, ba));
        store(data + i * 8 + 16, _mm_unpackhi_epi32(rg, ba));
    }
    return whole;
}

/* What a caller gets that names no bits: what the whole build may use. */
#if defined(__SSE2__) || defined(_M_X64)
#define ASSUMED GLTF_CPU_SSE2
#else
#define ASSUMED 0u
#endif

static const gltf_i_filters_kernels sse2 = {sse2_octahedral8, sse2_octahedral16, sse2_quaternion,
                                            sse2_exponential, sse2_color8,       sse2_color16};

const gltf_i_filters_kernels *gltf_i_filters_sse2(uint32_t cpu) {
    const uint32_t asked = cpu == 0 ? ASSUMED : cpu;
    return !(asked & GLTF_CPU_PLAIN) && (asked & GLTF_CPU_SSE2) ? &sse2 : NULL;
}

#else

const gltf_i_filters_kernels *gltf_i_filters_sse2(uint32_t cpu) {
    (void)cpu;
    return NULL;
}

#endif
