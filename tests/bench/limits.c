/* bench/limits.c - how fast this machine moves bytes. */
#include "limits.h"

#include <string.h>

#if defined(__x86_64__) || defined(_M_X64)
#include <immintrin.h>
#define BENCH_X86 1
#if defined(__GNUC__)
#define TARGET __attribute__((target("avx2")))
#else
#define TARGET
#endif
#else
#define BENCH_X86 0
#define TARGET
#endif

#include "../../include/gltf_accessor/accessor.h"

/* Where sums go, so that compilers do not drop the loads. */
static volatile uint64_t sink;

void bench_memcpy(void *traffic) {
    const bench_traffic *t = traffic;
    memcpy(t->out, t->in, (t->in_size + t->out_size) / 2);
}

void bench_memset(void *traffic) {
    const bench_traffic *t = traffic;
    memset(t->out, 0x3f, t->out_size);
}

void bench_memset_around(void *traffic) {
    bench_traffic writes = *(const bench_traffic *)traffic;
    writes.in_size = 0;
    bench_stream_around(&writes);
}

/* Bytes per turn: about 2 KiB in all, in the proportion of the whole, so that loads and stores overlap. */
enum { TURN = 2048, STEP = 128 };

static size_t turn_of(size_t part, size_t whole) {
    const size_t n = (size_t)((double)TURN * (double)part / (double)whole) / STEP * STEP;
    return n ? n : STEP;
}

#if BENCH_X86

TARGET static inline __m256i read_block(const uint8_t *p, __m256i sum) {
    __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)p);
    __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(p + 32));
    __m256i c = _mm256_loadu_si256((const __m256i *)(const void *)(p + 64));
    __m256i d = _mm256_loadu_si256((const __m256i *)(const void *)(p + 96));
    a = _mm256_or_si256(a, b);
    c = _mm256_or_si256(c, d);
    return _mm256_or_si256(sum, _mm256_or_si256(a, c));
}

TARGET static inline void write_block(uint8_t *p, __m256i v, int around) {
    __m256i *out = (__m256i *)(void *)p;
    if (around) {
        _mm256_stream_si256(out, v);
        _mm256_stream_si256(out + 1, v);
        _mm256_stream_si256(out + 2, v);
        _mm256_stream_si256(out + 3, v);
    } else {
        _mm256_storeu_si256(out, v);
        _mm256_storeu_si256(out + 1, v);
        _mm256_storeu_si256(out + 2, v);
        _mm256_storeu_si256(out + 3, v);
    }
}

TARGET static inline void stream_avx2(const bench_traffic *t, int around) {
    const size_t whole = t->in_size + t->out_size;
    const size_t in_turn = turn_of(t->in_size, whole), out_turn = turn_of(t->out_size, whole);
    const uint8_t *in = t->in, *in_end = t->in + t->in_size / STEP * STEP;
    uint8_t *out = t->out, *out_end;
    __m256i sum = _mm256_setzero_si256();
    const __m256i value = _mm256_set1_epi32(0x3f000000);
    if (around) {
        out += (32 - (uintptr_t)out % 32) % 32;
    }
    out_end = out + (t->out_size - (size_t)(out - t->out)) / STEP * STEP;
    while (in < in_end || out < out_end) {
        const uint8_t *in_stop = (size_t)(in_end - in) < in_turn ? in_end : in + in_turn;
        uint8_t *out_stop = (size_t)(out_end - out) < out_turn ? out_end : out + out_turn;
        for (; in < in_stop; in += STEP) {
            sum = read_block(in, sum);
        }
        for (; out < out_stop; out += STEP) {
            write_block(out, value, around);
        }
    }
    if (around) {
        _mm_sfence();
    }
    sink = (uint64_t)_mm256_extract_epi32(sum, 0);
}

TARGET static void stream_plain(const bench_traffic *t) {
    stream_avx2(t, 0);
}

TARGET static void stream_around(const bench_traffic *t) {
    stream_avx2(t, 1);
}

/* Asking the processor is slow on virtual machines, so once. */
static int have_avx2(void) {
    static int answer = -1;
    if (answer < 0) {
        answer = (gltf_cpu_detect() & GLTF_CPU_AVX2) != 0;
    }
    return answer;
}

#endif

/* Anywhere else: words, which compilers make wide. */
static void stream_words(const bench_traffic *t) {
    const size_t whole = t->in_size + t->out_size;
    const size_t in_turn = turn_of(t->in_size, whole), out_turn = turn_of(t->out_size, whole);
    size_t in = 0, out = 0;
    uint64_t sum = 0;
    while (in < t->in_size || out < t->out_size) {
        const size_t in_stop = t->in_size - in < in_turn ? t->in_size : in + in_turn;
        const size_t out_stop = t->out_size - out < out_turn ? t->out_size : out + out_turn;
        for (; in + 8 <= in_stop; in += 8) {
            uint64_t word;
            memcpy(&word, t->in + in, sizeof word);
            sum |= word;
        }
        in = in_stop;
        memset(t->out + out, 0x3f, out_stop - out);
        out = out_stop;
    }
    sink = sum;
}

void bench_stream(void *traffic) {
#if BENCH_X86
    if (have_avx2()) {
        stream_plain(traffic);
        return;
    }
#endif
    stream_words(traffic);
}

void bench_stream_around(void *traffic) {
#if BENCH_X86
    if (have_avx2()) {
        stream_around(traffic);
        return;
    }
#endif
    stream_words(traffic);
}
