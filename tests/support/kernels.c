/* support/kernels.c - every conversion kernel against the plain one. */
#include "kernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../include/gltf_accessor/accessor.h"
#include "../../src/core/convert.h"
#include "guard.h"

enum { CANARY = 0xa5, PRINTED = 20, MOST_LENGTH = 70, MISALIGNMENTS = 64, REGISTER = 32 };

static uint32_t random_state = 12345;
static uint32_t random_bits(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

size_t kernels_subsets(uint32_t subsets[KERNELS_SUBSETS]) {
    const uint32_t all = gltf_cpu_detect();
    size_t count = 0;
    for (uint32_t bits = 0; bits <= all && count < KERNELS_SUBSETS; bits++) {
        if ((bits & ~all) == 0) {
            subsets[count++] = bits;
        }
    }
    return count;
}

/* ---- One conversion, twice ---- */

typedef struct pair {
    int in, out;
    uint32_t cpu;
    gltf_i_conversion plain;
    gltf_i_conversion fast;
    size_t differences;
} pair;

/* The same conversion of the plain table and of the set of bits; 0 if there is none. */
static int pair_make(pair *p, uint32_t cpu, int in, int out) {
    p->in = in;
    p->out = out;
    p->cpu = cpu;
    p->differences = 0;
    const int there = gltf_i_convert_find(0, in, out, &p->plain);
    if (gltf_i_convert_find(cpu, in, out, &p->fast) != there) {
        printf("cpu %u: conversion %d to %d is there for one only\n", cpu, in, out);
        p->differences = 1;
    }
    return there;
}

static int same_loops(const gltf_i_conversion *a, const gltf_i_conversion *b) {
    return a->run == b->run && a->second == b->second && a->floats == b->floats && a->words == b->words;
}

/* Whether the plain table answers, or a smaller set of bits gives the same loops and was compared before. */
static int pair_known(const pair *p) {
    for (uint32_t bits = 0; bits < p->cpu; bits++) {
        gltf_i_conversion before;
        if ((bits & ~gltf_i_convert_compiled()) == 0 && gltf_i_convert_find(bits, p->in, p->out, &before) &&
            same_loops(&before, &p->fast)) {
            return 1;
        }
    }
    return 0;
}

static void differ(pair *p, const char *what, size_t at, size_t more) {
    if (p->differences++ < PRINTED) {
        printf("cpu %u: conversion %d to %d differs: %s %zu %zu\n", p->cpu, p->in, p->out, what, at, more);
    }
}

/* Whether numbers may fail to fit: to a plain integer. */
static int may_fail(const pair *p) {
    return p->out >= GLTF_I_OUT_I8 && p->out <= GLTF_I_OUT_U32 && !gltf_i_convert_same(p->in, p->out);
}

/* ---- Inputs ---- */

typedef struct numbers {
    uint8_t *bytes;
    size_t count;
} numbers;

static void *get_memory(size_t size) {
    void *memory = malloc(size ? size : 1);
    if (!memory) {
        fputs("kernels: no memory\n", stderr);
        abort();
    }
    return memory;
}

static void put_word(numbers *n, uint32_t v) {
    for (int k = 0; k < 4; k++) {
        n->bytes[n->count * 4 + (size_t)k] = (uint8_t)(v >> 8 * k);
    }
    n->count++;
}

static uint32_t bits_of(double v) {
    const float f = (float)v;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* Words of every exponent, near powers of two and near ties of 8, 11 and 24 bits; as floats, near the ties of every
 * normalized output too. */
static numbers every_kind_of_word(void) {
    static const uint32_t low_parts[] = {0,      1,      0xfff,  0x1000, 0x1001, 0x1fff,
                                         0x2000, 0x3000, 0x8000, 0xefff, 0xf000, 0xffff};
    static const double maxima[] = {127, 255, 32767, 65535};
    numbers n = {get_memory((size_t)4 << 22), 0};
    for (uint32_t high = 0; high < 65536; high++) {
        for (size_t k = 0; k < sizeof low_parts / sizeof low_parts[0]; k++) {
            put_word(&n, high << 16 | low_parts[k]);
        }
    }
    for (size_t m = 0; m < sizeof maxima / sizeof maxima[0]; m++) {
        for (double k = 0; k <= maxima[m]; k++) {
            const uint32_t tie = bits_of((k + 0.5) / maxima[m]);
            put_word(&n, tie - 1);
            put_word(&n, tie);
            put_word(&n, tie + 1);
            put_word(&n, tie | 0x80000000u);
        }
    }
    for (uint32_t bit = 0; bit < 32; bit++) {
        for (uint32_t off = 0; off < 600; off++) {
            put_word(&n, (1u << bit) + off - 300);
        }
    }
    for (size_t k = 0; k < 100000; k++) {
        put_word(&n, random_bits());
    }
    return n;
}

static numbers every_small_number(size_t size) {
    numbers n = {NULL, size == 1 ? 256 : 65536};
    n.bytes = get_memory(n.count * size);
    for (size_t i = 0; i < n.count; i++) {
        n.bytes[i * size] = (uint8_t)i;
        n.bytes[i * size + size - 1] = (uint8_t)(size == 1 ? i : i >> 8);
    }
    return n;
}

/* As every_small_number and every_kind_of_word; numbers that do not fit become zero. */
static numbers inputs_of(const pair *p) {
    const size_t size = p->plain.in_size;
    numbers n = size > 2 ? every_kind_of_word() : every_small_number(size);
    for (size_t i = 0; may_fail(p) && i < n.count; i++) {
        uint8_t out[8];
        if (gltf_i_convert_run(&p->plain, n.bytes + i * size, out, 1)) {
            memset(n.bytes + i * size, 0, size);
        }
    }
    return n;
}

/* ---- Values ---- */

static void compare_values(pair *p) {
    const size_t in_size = p->plain.in_size, out_size = p->plain.out_size;
    const numbers n = inputs_of(p);
    uint8_t *expected = get_memory(n.count * out_size);
    uint8_t *found = get_memory(n.count * out_size);
    /* starts that put every input into every place of a block of up to 32; large sets do with two */
    const size_t starts = n.count > 65536 ? 2 : 37;
    if (gltf_i_convert_run(&p->plain, n.bytes, expected, n.count)) {
        differ(p, "inputs that should fit", 0, 0);
    }
    for (size_t start = 0; start < starts; start++) {
        memset(found, CANARY, n.count * out_size);
        if (gltf_i_convert_run(&p->fast, n.bytes + start * in_size, found, n.count - start)) {
            differ(p, "a number is said not to fit, start", start, 0);
        }
        if (memcmp(found, expected + start * out_size, (n.count - start) * out_size) == 0) {
            continue;
        }
        for (size_t i = start; i < n.count; i++) {
            if (memcmp(found + (i - start) * out_size, expected + i * out_size, out_size) != 0) {
                differ(p, "number, start", i, start);
            }
        }
    }
    free(n.bytes);
    free(expected);
    free(found);
}

/* ---- Lengths and alignments ---- */

/* Bytes of any kind, but numbers of them fit: zeros and ones where some might not. */
static void put_bytes(const pair *p, uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(may_fail(p) ? i % p->plain.in_size == 0 && (random_bits() & 1) : random_bits());
    }
}

/* A run with its first byte behind, or its last byte before, an inaccessible page, on both sides. */
static void compare_length(pair *p, const guard *in, const guard *out, int side, size_t count) {
    const size_t in_size = count * p->plain.in_size, out_size = count * p->plain.out_size;
    uint8_t *from = in->bytes + (side == GUARD_AFTER ? in->size - in_size : 0);
    uint8_t *to = out->bytes + (side == GUARD_AFTER ? out->size - out_size : 0);
    uint8_t expected[2048];
    put_bytes(p, from, in_size);
    gltf_i_convert_run(&p->plain, from, expected, count);
    memset(out->bytes, CANARY, out->size);
    if (gltf_i_convert_run(&p->fast, from, to, count)) {
        differ(p, "a number is said not to fit, length", count, 0);
    }
    if (memcmp(to, expected, out_size) != 0) {
        differ(p, "length, side", count, (size_t)side);
    }
    for (size_t i = 0; i < out->size; i++) {
        if ((out->bytes + i < to || out->bytes + i >= to + out_size) && out->bytes[i] != CANARY) {
            differ(p, "a write outside, length", count, i);
            break;
        }
    }
}

/* The same at any address: all pairs of them within the largest register, some within a line. */
static void compare_alignment(pair *p, size_t in_off, size_t out_off, size_t count) {
    uint8_t from[MISALIGNMENTS + 200 * 8], to[MISALIGNMENTS + 200 * 8 + 1], expected[200 * 8];
    put_bytes(p, from, sizeof from);
    gltf_i_convert_run(&p->plain, from + in_off, expected, count);
    memset(to, CANARY, sizeof to);
    gltf_i_convert_run(&p->fast, from + in_off, to + out_off, count);
    if (memcmp(to + out_off, expected, count * p->plain.out_size) != 0) {
        differ(p, "alignments", in_off, out_off);
    }
    for (size_t i = 0; i < sizeof to; i++) {
        if ((i < out_off || i >= out_off + count * p->plain.out_size) && to[i] != CANARY) {
            differ(p, "a write outside, alignments", in_off, out_off);
            break;
        }
    }
}

static void compare_lengths(pair *p) {
    for (int side = GUARD_BEFORE; side <= GUARD_AFTER; side++) {
        guard in = guard_make(2048, side), out = guard_make(2048, side);
        for (size_t count = 0; count <= MOST_LENGTH; count++) {
            compare_length(p, &in, &out, side, count);
        }
        compare_length(p, &in, &out, side, 128);
        compare_length(p, &in, &out, side, 149);
        guard_free(&in);
        guard_free(&out);
    }
    for (size_t in_off = 0; in_off < REGISTER; in_off++) {
        for (size_t out_off = 0; out_off < REGISTER; out_off++) {
            compare_alignment(p, in_off, out_off, 65 + (in_off + out_off) % REGISTER);
        }
    }
    for (size_t off = REGISTER; off < MISALIGNMENTS; off++) {
        compare_alignment(p, off, off, 65 + off);
        compare_alignment(p, off, MISALIGNMENTS - 1 - off, 65 + off);
    }
}

/* ---- Elements ---- */

/* By hand: numbers of each element by the plain run, and fill behind them. */
static void expect_elements(const pair *p, uint32_t numbers_of, const gltf_i_span *span, uint8_t *out) {
    for (size_t i = 0; i < span->count; i++) {
        uint8_t *to = out + i * span->out_stride;
        gltf_i_convert_run(&p->plain, span->in + i * span->in_stride, to, numbers_of);
        if (span->fill_size) {
            memcpy(to + numbers_of * p->plain.out_size, span->fill, span->fill_size);
        }
    }
}

/* `out` is where the output may lie; everything in it but the elements must stay as it was. */
static void compare_span(pair *p, uint32_t numbers_of, const gltf_i_span *span, uint8_t *out, size_t out_size,
                         const char *what) {
    static uint8_t expected[65536];
    memset(expected, CANARY, out_size);
    memset(out, CANARY, out_size);
    expect_elements(p, numbers_of, span, expected + (span->out - out));
    if (gltf_i_convert_elements(&p->fast, numbers_of, span)) {
        differ(p, "an element is said not to fit", numbers_of, span->count);
    }
    if (memcmp(out, expected, out_size) != 0) {
        differ(p, what, numbers_of * 1000000 + span->in_stride * 1000 + span->out_stride, span->count);
    }
}

/* Room for the largest input and output of compare_strides against each kind of inaccessible page. */
typedef struct walls {
    guard in[2];
    guard out[2];
} walls;

/* Exactly what the elements need stands against the inaccessible pages. */
static void compare_strides(pair *p, const walls *w, uint32_t numbers_of, size_t in_stride, size_t out_stride,
                            size_t fill_numbers) {
    static const size_t counts[] = {1, 2, 3, 5, 8, 9, 17, 33};
    enum { MARGIN = 64 };
    const size_t in_element = numbers_of * p->plain.in_size, out_element = numbers_of * p->plain.out_size;
    uint8_t fill[24];
    for (size_t i = 0; i < sizeof fill; i++) {
        fill[i] = (uint8_t)(0x11 + i);
    }
    for (size_t k = 0; k < 2 * sizeof counts / sizeof counts[0]; k++) {
        const size_t count = counts[k / 2];
        const int side = k & 1 ? GUARD_AFTER : GUARD_BEFORE;
        gltf_i_span span = {NULL, NULL, in_stride, out_stride, count, fill, fill_numbers * p->plain.out_size};
        const size_t in_size = (count - 1) * in_stride + in_element;
        const size_t out_size = (count - 1) * out_stride + out_element + span.fill_size;
        const guard *in = &w->in[side], *out = &w->out[side];
        uint8_t *from = in->bytes + (side == GUARD_AFTER ? in->size - in_size : 0);
        uint8_t *to = out->bytes + (side == GUARD_AFTER ? out->size - out_size : 0);
        put_bytes(p, from, in_size);
        if (may_fail(p)) { /* overlapping elements see other bytes as numbers */
            memset(from, 0, in_size);
        }
        span.in = from;
        span.out = to;
        compare_span(p, numbers_of, &span, side == GUARD_AFTER ? to - MARGIN : to, out_size + MARGIN,
                     "elements, strides");
    }
}

/* All inputs, as elements at some strides. */
static void compare_element_values(pair *p, uint32_t numbers_of) {
    const size_t size = p->plain.in_size;
    const numbers n = inputs_of(p);
    const size_t strides[] = {4 * size, numbers_of * size + 3, 32};
    for (size_t s = 0; s < sizeof strides / sizeof strides[0]; s++) {
        const size_t stride = strides[s], elements = 65536 / 64;
        guard in = guard_make(elements * stride, GUARD_AFTER);
        guard out = guard_make(elements * numbers_of * p->plain.out_size, GUARD_AFTER);
        for (size_t first = 0; first + elements * numbers_of <= n.count && first < 65536 * 2;
             first += elements * numbers_of - 1) {
            for (size_t i = 0; i < elements; i++) {
                memcpy(in.bytes + i * stride, n.bytes + (first + i * numbers_of) * size, numbers_of * size);
            }
            const gltf_i_span span = {in.bytes, out.bytes, stride, numbers_of * p->plain.out_size, elements, NULL, 0};
            if (out.size <= 65536) {
                compare_span(p, numbers_of, &span, out.bytes, out.size, "values of elements");
            }
        }
        guard_free(&in);
        guard_free(&out);
    }
    /* bytes have fewer values than a block has places: all of them at all places of an element */
    for (size_t first = 0; size == 1 && first < 256; first++) {
        uint8_t bytes[40 * 8], out[40 * 4 * 8];
        memset(bytes, 0, sizeof bytes);
        for (size_t i = 0; i < 40; i++) {
            for (size_t k = 0; k < numbers_of; k++) {
                bytes[i * 4 + k] = n.bytes[(first + i * numbers_of + k) % 256];
            }
        }
        const gltf_i_span span = {bytes, out, 4, numbers_of * p->plain.out_size, 40, NULL, 0};
        compare_span(p, numbers_of, &span, out, 40 * numbers_of * p->plain.out_size, "bytes in elements");
    }
    free(n.bytes);
}

static void compare_elements(pair *p) {
    walls w;
    for (int side = GUARD_BEFORE; side <= GUARD_AFTER; side++) {
        w.in[side] = guard_make(4096, side);
        w.out[side] = guard_make(4096, side);
    }
    for (uint32_t numbers_of = 1; numbers_of <= 4; numbers_of++) {
        const size_t in_element = numbers_of * p->plain.in_size, out_element = numbers_of * p->plain.out_size;
        const size_t in_strides[] = {1, 2, 3, 4, 6, 8, 12, 16, 20, 36, in_element, in_element + 1};
        const size_t more[] = {0, 1, 4, 20}; /* bytes behind an output element */
        for (size_t i = 0; i < sizeof in_strides / sizeof in_strides[0]; i++) {
            for (size_t fill = 0; fill + numbers_of <= 4; fill++) {
                for (size_t m = 0; m < sizeof more / sizeof more[0]; m++) {
                    compare_strides(p, &w, numbers_of, in_strides[i], out_element + fill * p->plain.out_size + more[m],
                                    fill);
                }
            }
        }
        compare_element_values(p, numbers_of);
    }
    for (int side = GUARD_BEFORE; side <= GUARD_AFTER; side++) {
        guard_free(&w.in[side]);
        guard_free(&w.out[side]);
    }
}

/* ---- Numbers that do not fit ---- */

static void compare_fitting(pair *p) {
    enum { AROUND = 45 };
    const size_t in_size = p->plain.in_size, out_size = p->plain.out_size;
    numbers n = in_size > 2 ? every_kind_of_word() : every_small_number(in_size);
    uint8_t in[AROUND * 8], out[AROUND * 8], expected[AROUND * 8], one[8];
    memset(in, 0, sizeof in);
    memset(one, 0, sizeof one);
    gltf_i_convert_run(&p->plain, in, expected, AROUND); /* zeros */
    for (size_t i = 0; i<n.count; i += in_size> 2 ? 61 : 1) {
        const size_t place = i % AROUND;
        const int bad = gltf_i_convert_run(&p->plain, n.bytes + i * in_size, one, 1) != 0;
        memcpy(in + place * in_size, n.bytes + i * in_size, in_size);
        memset(out, CANARY, sizeof out);
        if ((gltf_i_convert_run(&p->fast, in, out, AROUND) != 0) != bad) {
            differ(p, "fits or not, number", i, place);
        }
        if (memcmp(out, expected, place * out_size) != 0 ||
            memcmp(out + (place + 1) * out_size, expected, (AROUND - 1 - place) * out_size) != 0 ||
            (!bad && memcmp(out + place * out_size, one, out_size) != 0)) {
            differ(p, "beside number", i, place);
        }
        for (uint32_t numbers_of = 1; numbers_of <= 4;
             numbers_of++) { /* elements of stride 4 or more, in the same bytes */
            const size_t stride = numbers_of * in_size + 1;
            uint8_t apart[AROUND * 20];
            memset(apart, bad ? 0 : 0xff, sizeof apart); /* what lies between must not count */
            for (size_t k = 0; k < 9 * numbers_of; k++) {
                memset(apart + k / numbers_of * stride + k % numbers_of * in_size, 0, in_size);
            }
            const size_t at = place % (9 * numbers_of);
            memcpy(apart + at / numbers_of * stride + at % numbers_of * in_size, n.bytes + i * in_size, in_size);
            const gltf_i_span span = {apart, out, stride, numbers_of * out_size, 9, NULL, 0};
            if ((gltf_i_convert_elements(&p->fast, numbers_of, &span) != 0) != bad) {
                differ(p, "element fits or not, number", i, numbers_of);
            }
        }
        memset(in + place * in_size, 0, in_size);
    }
    free(n.bytes);
}

/* ---- All of them ---- */

static size_t for_each_pair(uint32_t cpu, void (*compare)(pair *), int only_failing) {
    size_t differences = 0;
    for (int in = 0; in < GLTF_I_IN_F64; in++) {
        for (int out = 0; out < GLTF_I_OUT_COUNT; out++) {
            pair p;
            const int there = pair_make(&p, cpu, in, out) && !pair_known(&p);
            if (there && (!only_failing || may_fail(&p))) {
                compare(&p);
            }
            differences += p.differences;
        }
    }
    return differences;
}

size_t kernels_compare_values(uint32_t cpu) {
    return for_each_pair(cpu, compare_values, 0);
}

size_t kernels_compare_lengths(uint32_t cpu) {
    return for_each_pair(cpu, compare_lengths, 0);
}

size_t kernels_compare_elements(uint32_t cpu) {
    return for_each_pair(cpu, compare_elements, 0);
}

size_t kernels_compare_fitting(uint32_t cpu) {
    return for_each_pair(cpu, compare_fitting, 1);
}
