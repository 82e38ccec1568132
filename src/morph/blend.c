/* morph/blend.c - layer 2: loops that add weighted deltas to a block of floats, in portable C. */

/* A product and a sum must not become one instruction that rounds once.  The build says so to the compiler; this is for those
 * who compile the file by hand, on machines that have such an instruction.  And gcc makes vectors of these loops only if it is
 * asked for more than the usual -O2 (measured: 1.9 times as fast). */
#if defined(_MSC_VER)
#pragma fp_contract(off)
#elif defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("fp-contract=off")
#if defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)
#pragma GCC optimize("O3")
#endif
#endif

#include "blend.h"

#include "../core/sparse.h"

static GLTF_I_INLINE float number_at(const uint8_t *numbers, size_t i) {
    float value;
    memcpy(&value, numbers + i * sizeof value, sizeof value);
    return value;
}

/* The one place where a term is added.  Two statements: clang fuses only inside of one. */
static GLTF_I_INLINE float term(float r, float weight, float delta) {
    const float product = weight * delta;
    return r + product;
}

/* ---- All elements ---- */

/* `inputs` terms, one after the other.  Inlined with a constant number of them. */
static GLTF_I_INLINE void add(float *GLTF_I_RESTRICT r, const gltf_i_blend_input *in, size_t inputs, size_t count) {
    const uint8_t *GLTF_I_RESTRICT a = in[0].numbers;
    const uint8_t *GLTF_I_RESTRICT b = in[inputs > 1 ? 1 : 0].numbers;
    const uint8_t *GLTF_I_RESTRICT c = in[inputs > 2 ? 2 : 0].numbers;
    const uint8_t *GLTF_I_RESTRICT d = in[inputs > 3 ? 3 : 0].numbers;
    const float wa = in[0].weight, wb = in[inputs > 1 ? 1 : 0].weight;
    const float wc = in[inputs > 2 ? 2 : 0].weight, wd = in[inputs > 3 ? 3 : 0].weight;
    for (size_t i = 0; i < count; i++) {
        float sum = term(r[i], wa, number_at(a, i));
        sum = inputs > 1 ? term(sum, wb, number_at(b, i)) : sum;
        sum = inputs > 2 ? term(sum, wc, number_at(c, i)) : sum;
        r[i] = inputs > 3 ? term(sum, wd, number_at(d, i)) : sum;
    }
}

void gltf_i_blend_add(float *r, const gltf_i_blend_input *inputs, uint32_t input_count, size_t count) {
    switch (input_count) {
    case 1:
        add(r, inputs, 1, count);
        break;
    case 2:
        add(r, inputs, 2, count);
        break;
    case 3:
        add(r, inputs, 3, count);
        break;
    default:
        add(r, inputs, 4, count);
        break;
    }
}

/* Inlined with constant numbers.  The sums of an element stay in registers over all inputs. */
static GLTF_I_INLINE void add_short(float *GLTF_I_RESTRICT r, const gltf_i_blend_input *in, size_t inputs, size_t count,
                                    size_t numbers) {
    for (size_t i = 0; i < count; i++) {
        float sums[3];
        memcpy(sums, r + i * (numbers + 1), numbers * sizeof *r);
        for (size_t k = 0; k < inputs; k++) {
            for (size_t c = 0; c < numbers; c++) {
                sums[c] = term(sums[c], in[k].weight, number_at(in[k].numbers, i * numbers + c));
            }
        }
        memcpy(r + i * (numbers + 1), sums, numbers * sizeof *r);
    }
}

void gltf_i_blend_add_short(float *r, size_t r_numbers, const gltf_i_blend_input *inputs, uint32_t input_count,
                            size_t count) {
    if (r_numbers == 2) {
        add_short(r, inputs, input_count, count, 1);
    } else if (r_numbers == 3) {
        add_short(r, inputs, input_count, count, 2);
    } else if (input_count == GLTF_I_BLEND_INPUTS) {
        add_short(r, inputs, GLTF_I_BLEND_INPUTS, count, 3);
    } else {
        add_short(r, inputs, input_count, count, 3);
    }
}

/* ---- Some elements ---- */

/* Entries that are placed together, and of those the ones that are added as one stretch where they are neighbours. */
enum { BATCH = 64, STRETCH = 8 };

/* Not in the block, or repeated by the next entry. */
#define NOWHERE UINT32_MAX

/* Which element of the block each entry displaces; whether all displace one, each another.  Inlined with a constant size.  In
 * 32 bits, like the indices: one below `first` wraps around, and whatever comes out is compared with the size of the block. */
static GLTF_I_INLINE int place_sized(const gltf_i_blend_entries *e, size_t index_size, size_t k, size_t n,
                                     uint32_t *GLTF_I_RESTRICT which) {
    const uint8_t *GLTF_I_RESTRICT indices = e->indices + k * index_size;
    const uint32_t first = (uint32_t)e->first;
    const uint32_t count = (uint32_t)e->count;
    const size_t followed = k + n < e->known ? n : n - 1;
    uint32_t nowhere = 0;
    for (size_t i = 0; i < followed; i++) {
        const uint32_t element = (uint32_t)sparse_load(indices, index_size, i);
        const uint32_t next = (uint32_t)sparse_load(indices, index_size, i + 1);
        const uint32_t out = element - first >= count || next == element ? NOWHERE : 0;
        which[i] = (element - first) | out;
        nowhere |= out;
    }
    if (followed < n) {
        const uint32_t element = (uint32_t)sparse_load(indices, index_size, followed);
        const uint32_t out = element - first >= count ? NOWHERE : 0;
        which[followed] = (element - first) | out;
        nowhere |= out;
    }
    return nowhere == 0;
}

static int place(const gltf_i_blend_entries *e, size_t k, size_t n, uint32_t *which) {
    switch (e->index_size) {
    case 1:
        return place_sized(e, 1, k, n, which);
    case 2:
        return place_sized(e, 2, k, n, which);
    default:
        return place_sized(e, 4, k, n, which);
    }
}

/* Entries that may be NOWHERE, and elements of any size. */
static void add_each(float *GLTF_I_RESTRICT r, const gltf_i_blend_entries *e, const gltf_i_blend_input *in,
                     const uint32_t *GLTF_I_RESTRICT which, size_t n) {
    const uint8_t *GLTF_I_RESTRICT deltas = in->numbers;
    for (size_t i = 0; i < n; i++, deltas += e->numbers * sizeof *r) {
        if (which[i] != NOWHERE) {
            float *element = r + which[i] * e->r_numbers;
            for (size_t c = 0; c < e->numbers; c++) {
                element[c] = term(element[c], in->weight, number_at(deltas, c));
            }
        }
    }
}

/* Inlined with constant numbers.  Never four numbers at a time for elements of three: reading what the neighbour's writing
 * overlapped stalls.  All of an element are read before one is written.  (Measured: 1.2 times as fast; compilers then work out
 * one address instead of three.) */
static GLTF_I_INLINE void add_every(float *GLTF_I_RESTRICT r, const gltf_i_blend_input *in, size_t numbers,
                                    const uint32_t *GLTF_I_RESTRICT which, size_t n) {
    const uint8_t *GLTF_I_RESTRICT deltas = in->numbers;
    const float weight = in->weight;
    for (size_t i = 0; i < n; i++, deltas += numbers * sizeof *r) {
        float *element = r + which[i] * numbers;
        float sums[4];
        for (size_t c = 0; c < numbers; c++) {
            sums[c] = term(element[c], weight, number_at(deltas, c));
        }
        for (size_t c = 0; c < numbers; c++) {
            element[c] = sums[c];
        }
    }
}

/* Where every entry has its own element, in ascending order, eight that reach over eight elements are neighbours. */
static GLTF_I_INLINE void add_all(float *GLTF_I_RESTRICT r, const gltf_i_blend_input *in, size_t numbers,
                                  const uint32_t *GLTF_I_RESTRICT which, size_t n) {
    gltf_i_blend_input part = *in;
    size_t i = 0;
    for (; i + STRETCH <= n; i += STRETCH, part.numbers += STRETCH * numbers * sizeof *r) {
        if (which[i + STRETCH - 1] - which[i] == STRETCH - 1) {
            add(r + which[i] * numbers, &part, 1, STRETCH * numbers);
        } else {
            add_every(r, &part, numbers, which + i, STRETCH);
        }
    }
    add_every(r, &part, numbers, which + i, n - i);
}

static void add_placed(float *r, const gltf_i_blend_entries *e, const gltf_i_blend_input *in, const uint32_t *which,
                       size_t n, int all) {
    if (!all || e->numbers != e->r_numbers) {
        add_each(r, e, in, which, n);
        return;
    }
    switch (e->numbers) {
    case 1:
        add_all(r, in, 1, which, n);
        break;
    case 2:
        add_all(r, in, 2, which, n);
        break;
    case 3:
        add_all(r, in, 3, which, n);
        break;
    case 4:
        add_all(r, in, 4, which, n);
        break;
    default:
        add_each(r, e, in, which, n);
        break;
    }
}

/* How many of `n` indices are below `end`.  Inlined with a constant size. */
static GLTF_I_INLINE size_t below_sized(const uint8_t *GLTF_I_RESTRICT indices, size_t index_size, size_t n,
                                        uint32_t end) {
    uint32_t below = 0;
    for (size_t i = 0; i < n; i++) {
        below += (uint32_t)sparse_load(indices, index_size, i) < end;
    }
    return below;
}

static size_t below(const gltf_i_blend_entries *e, size_t k, size_t n) {
    const uint8_t *indices = e->indices + k * e->index_size;
    const uint32_t end = (uint32_t)(e->first + e->count);
    switch (e->index_size) {
    case 1:
        return below_sized(indices, 1, n, end);
    case 2:
        return below_sized(indices, 2, n, end);
    default:
        return below_sized(indices, 4, n, end);
    }
}

size_t gltf_i_blend_scatter(float *r, const gltf_i_blend_entries *e) {
    uint32_t which[BATCH];
    gltf_i_blend_input input = e->input;
    const size_t end = e->first + e->count;
    size_t k = 0, n = BATCH;
    while (k < e->entries && n == BATCH) {
        n = e->entries - k < BATCH ? e->entries - k : BATCH;
        if (sparse_load(e->indices, e->index_size, k + n - 1) >= end) {
            n = below(e, k, n);
        }
        if (n) {
            const int all = place(e, k, n, which);
            add_placed(r, e, &input, which, n, all);
        }
        input.numbers += n * e->numbers * sizeof *r;
        k += n;
    }
    return k;
}

void gltf_i_blend_clamp(float *r, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const float low = r[i] > 0.0f ? r[i] : 0.0f; /* no for NaN */
        r[i] = low < 1.0f ? low : 1.0f;
    }
}
