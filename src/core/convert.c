/* core/convert.c - floor 1: choose conversion loops, and make up for those that no kernel file has. */
#include "convert.h"

#include "../base/memory.h"
#include "cpu.h"

/* Kernel files, best first; the plain one, which needs no bits, ends the list. */
typedef struct level {
    uint32_t bits;
    const gltf_i_convert_table *table;
} level;

static const level levels[] = {
#if GLTF_I_X86
    {GLTF_CPU_AVX2, &gltf_i_convert_avx2},
    {GLTF_CPU_SSE2 | GLTF_CPU_SSSE3, &gltf_i_convert_ssse3},
    {GLTF_CPU_SSE2, &gltf_i_convert_sse2},
#elif GLTF_I_ARM64
    {GLTF_CPU_NEON, &gltf_i_convert_neon},
#endif
    {0, &gltf_i_convert_plain},
};
enum { LEVELS = sizeof levels / sizeof levels[0] };

uint32_t gltf_i_convert_compiled(void) {
    uint32_t bits = 0;
    for (size_t i = 0; i < LEVELS; i++) {
        bits |= levels[i].bits;
    }
    return bits;
}

int gltf_i_convert_input(uint32_t component_type, uint32_t normalized) {
    switch (component_type) {
    case GLTF_BYTE:
        return normalized ? GLTF_I_IN_I8N : GLTF_I_IN_I8;
    case GLTF_UNSIGNED_BYTE:
        return normalized ? GLTF_I_IN_U8N : GLTF_I_IN_U8;
    case GLTF_SHORT:
        return normalized ? GLTF_I_IN_I16N : GLTF_I_IN_I16;
    case GLTF_UNSIGNED_SHORT:
        return normalized ? GLTF_I_IN_U16N : GLTF_I_IN_U16;
    case GLTF_UNSIGNED_INT:
        return GLTF_I_IN_U32;
    case GLTF_FLOAT:
        return GLTF_I_IN_F32;
    default:
        return -1;
    }
}

int gltf_i_convert_output(uint32_t component_type, uint32_t normalized) {
    switch (component_type) {
    case GLTF_FLOAT:
        return GLTF_I_OUT_F32;
    case GLTF_DOUBLE:
        return GLTF_I_OUT_F64;
    case GLTF_HALF_FLOAT:
        return GLTF_I_OUT_F16;
    case GLTF_BYTE:
        return normalized ? GLTF_I_OUT_I8N : GLTF_I_OUT_I8;
    case GLTF_UNSIGNED_BYTE:
        return normalized ? GLTF_I_OUT_U8N : GLTF_I_OUT_U8;
    case GLTF_SHORT:
        return normalized ? GLTF_I_OUT_I16N : GLTF_I_OUT_I16;
    case GLTF_UNSIGNED_SHORT:
        return normalized ? GLTF_I_OUT_U16N : GLTF_I_OUT_U16;
    case GLTF_INT:
        return normalized ? GLTF_I_OUT_I32N : GLTF_I_OUT_I32;
    case GLTF_UNSIGNED_INT:
        return normalized ? GLTF_I_OUT_U32N : GLTF_I_OUT_U32;
    default:
        return -1;
    }
}

static const uint8_t in_sizes[GLTF_I_IN_COUNT] = {1, 1, 2, 2, 4, 4, 1, 1, 2, 2, 8};
static const uint8_t out_sizes[GLTF_I_OUT_COUNT] = {4, 8, 2, 1, 1, 2, 2, 4, 4, 1, 1, 2, 2, 4, 4};

/* The output that has the same bits as this input. */
static int same_type(int in) {
    static const int8_t same[GLTF_I_IN_COUNT] = {GLTF_I_OUT_I8,   GLTF_I_OUT_U8,   GLTF_I_OUT_I16, GLTF_I_OUT_U16,
                                                 GLTF_I_OUT_U32,  GLTF_I_OUT_F32,  GLTF_I_OUT_I8N, GLTF_I_OUT_U8N,
                                                 GLTF_I_OUT_I16N, GLTF_I_OUT_U16N, GLTF_I_OUT_F64};
    return same[in];
}

int gltf_i_convert_same(int in, int out) {
    return same_type(in) == out;
}

/* The best table that has a run, or elements of so many numbers (1 to 4; 0 = a run); NULL if there is none. */
static const gltf_i_convert_table *find_table(uint32_t cpu, int in, int out, size_t numbers) {
    for (size_t i = 0; i < LEVELS; i++) {
        const gltf_i_convert_table *table = levels[i].table;
        int there = numbers ? table->elements[in][out][numbers - 1] != NULL : table->run[in][out] != NULL;
        if ((levels[i].bits & cpu) == levels[i].bits && there) {
            return table;
        }
    }
    return NULL;
}

static void find_elements(uint32_t cpu, int in, int out, gltf_i_conversion *conversion) {
    for (size_t numbers = 1; numbers <= 4; numbers++) {
        const gltf_i_convert_table *table = find_table(cpu, in, out, numbers);
        conversion->elements[numbers - 1] = table ? table->elements[in][out][numbers - 1] : NULL;
        if (table && numbers == 3) {
            conversion->three_around = in_sizes[in] == 4
                                           ? (gltf_i_convert_same(in, out) && table->words_around ? SIZE_MAX : 0)
                                       : out == GLTF_I_OUT_F32 && table->triples_around ? (size_t)in_sizes[in] * 4
                                                                                        : 0;
        }
    }
}

/* Copies of stored elements, in the order of the file: where that of the machine is another, they would turn it around. */
static void find_gathering(uint32_t cpu, gltf_i_conversion *conversion) {
    const int in = conversion->in_size == 1 ? GLTF_I_IN_U8 : conversion->in_size == 2 ? GLTF_I_IN_U16 : GLTF_I_IN_U32;
    for (size_t numbers = 1; numbers <= 4 && conversion->in_size <= 4 && !GLTF_I_BIG_ENDIAN; numbers++) {
        const gltf_i_convert_table *table = find_table(cpu, in, same_type(in), numbers);
        conversion->gather[numbers - 1] = table ? table->elements[in][same_type(in)][numbers - 1] : NULL;
    }
}

/* Whether float, rounded once, on the way from an integer to a half or a normalized integer gives the same as the exact
 * value would: no tie of the output is nearer to a quotient that it is not than floats are apart.  (Tried on all inputs.) */
static int float_suffices(int in, int out) {
    if (in == GLTF_I_IN_F32 || in == GLTF_I_IN_F64) {
        return 0;
    }
    switch (out) {
    case GLTF_I_OUT_F16:
        return in != GLTF_I_IN_I16N && in != GLTF_I_IN_U16N;
    case GLTF_I_OUT_U16N:
        return in != GLTF_I_IN_I16N;
    case GLTF_I_OUT_I8N:
    case GLTF_I_OUT_U8N:
    case GLTF_I_OUT_I16N:
        return 1;
    default:
        return 0;
    }
}

static void find_run(uint32_t cpu, int in, int out, gltf_i_conversion *conversion) {
    const gltf_i_convert_table *table = find_table(cpu, in, out, 0);
    const gltf_i_convert_table *first, *second;
    int stage = GLTF_I_OUT_F64, from_stage = GLTF_I_IN_F64;
    if (table) {
        conversion->run = table->run[in][out];
        /* bits are copied by the C library, which knows when to go around */
        conversion->run_around = gltf_i_convert_same(in, out) || (table->run_around && out_sizes[out] == 4);
        return;
    }
    /* vector loops start from floats; the plain ones keep to the exact value */
    if (float_suffices(in, out) && find_table(cpu, GLTF_I_IN_F32, out, 0) != &gltf_i_convert_plain) {
        stage = GLTF_I_OUT_F32;
        from_stage = GLTF_I_IN_F32;
    }
    first = find_table(cpu, in, stage, 0);
    second = find_table(cpu, from_stage, out, 0);
    if (first && second) {
        conversion->run = first->run[in][stage];
        conversion->second = second->run[from_stage][out];
    }
}

int gltf_i_convert_find(uint32_t cpu, int in, int out, gltf_i_conversion *conversion) {
    if (gltf_i_convert_same(in, out)) {
        in = in_sizes[in] == 1 ? GLTF_I_IN_U8 : in_sizes[in] == 2 ? GLTF_I_IN_U16 : GLTF_I_IN_U32;
        out = same_type(in);
    }
    conversion->in_size = in_sizes[in];
    conversion->out_size = out_sizes[out];
    conversion->run = NULL;
    conversion->second = NULL;
    conversion->run_around = 0;
    conversion->three_around = 0;
    for (size_t k = 0; k < 4; k++) {
        conversion->gather[k] = NULL;
    }
    find_run(cpu, in, out, conversion);
    find_elements(cpu, in, out, conversion);
    find_gathering(cpu, conversion);
    return conversion->run != NULL;
}

/* Numbers converted at a time where a stage stands between.  (Measured: with fewer, loads of several numbers wait for the
 * stores of each.) */
enum { CHUNK = 256, GATHERED = CHUNK * 16 };

int gltf_i_convert_run(const gltf_i_conversion *conversion, const uint8_t *in, uint8_t *out, size_t count) {
    if (!conversion->second) {
        return conversion->run(in, out, count);
    }
    double stage[CHUNK];
    int bad = 0;
    for (size_t done = 0; done < count; done += CHUNK) {
        size_t n = count - done < CHUNK ? count - done : CHUNK;
        bad |= conversion->run(in + done * conversion->in_size, (uint8_t *)stage, n);
        bad |= conversion->second((const uint8_t *)stage, out + done * conversion->out_size, n);
    }
    return bad;
}

static void gather(const gltf_i_conversion *conversion, uint32_t numbers, const gltf_i_span *span, uint8_t *out) {
    const size_t size = (size_t)numbers * conversion->in_size;
    if (conversion->gather[numbers - 1]) {
        const gltf_i_span together = {span->in, out, span->in_stride, size, span->count, NULL, 0};
        conversion->gather[numbers - 1](&together);
    } else {
        gltf_i_convert_move(span->in, span->in_stride, out, size, size, span->count);
    }
}

/* One chunk of elements: gather them where they are apart, convert, and spread where they shall be apart. */
static int convert_chunk(const gltf_i_conversion *conversion, uint32_t numbers, const gltf_i_span *span) {
    uint8_t gathered[GATHERED];
    uint8_t converted[CHUNK * 8];
    size_t in_size = (size_t)numbers * conversion->in_size;
    size_t out_size = (size_t)numbers * conversion->out_size;
    const uint8_t *in = span->in;
    int bad;
    if (span->in_stride != in_size) {
        gather(conversion, numbers, span, gathered);
        in = gathered;
    }
    if (span->out_stride == out_size) {
        return gltf_i_convert_run(conversion, in, span->out, span->count * numbers);
    }
    bad = gltf_i_convert_run(conversion, in, converted, span->count * numbers);
    gltf_i_convert_move(converted, out_size, span->out, span->out_stride, out_size, span->count);
    convert_fill(span, out_size);
    return bad;
}

int gltf_i_convert_elements(const gltf_i_conversion *conversion, uint32_t numbers, const gltf_i_span *span) {
    int packed = span->in_stride == (size_t)numbers * conversion->in_size &&
                 span->out_stride == (size_t)numbers * conversion->out_size;
    if (packed || (span->count == 1 && span->fill_size == 0)) {
        return gltf_i_convert_run(conversion, span->in, span->out, span->count * numbers);
    }
    if (conversion->elements[numbers - 1]) {
        return conversion->elements[numbers - 1](span);
    }
    const size_t dense = (size_t)numbers * conversion->out_size;
    const size_t most = span->out_stride == dense ? GATHERED / (numbers * conversion->in_size) : CHUNK / numbers;
    int bad = 0;
    for (size_t done = 0; done < span->count; done += most) {
        gltf_i_span chunk = *span;
        chunk.in = span->in + done * span->in_stride;
        chunk.out = span->out + done * span->out_stride;
        chunk.count = span->count - done < most ? span->count - done : most;
        bad |= convert_chunk(conversion, numbers, &chunk);
    }
    return bad;
}

/* Inlined with a constant size, so that each becomes a load and a store. */
static GLTF_I_INLINE void move_sized(const uint8_t *GLTF_I_RESTRICT in, size_t in_stride, uint8_t *GLTF_I_RESTRICT out,
                                     size_t out_stride, size_t size, size_t count) {
    for (size_t i = 0; i < count; i++) {
        memcpy(out + i * out_stride, in + i * in_stride, size);
    }
}

/* Dense output of a size that is no power of two: each element is moved with some bytes of the next, which then overwrites
 * them.  Reads nothing behind the last element. */
static GLTF_I_INLINE void move_dense(const uint8_t *GLTF_I_RESTRICT in, size_t in_stride, uint8_t *GLTF_I_RESTRICT out,
                                     size_t size, size_t wide, size_t count) {
    size_t safe = count;
    while (safe > 0 && (count - safe) * in_stride < wide - size) {
        safe--;
    }
    for (size_t i = 0; i < safe; i++) {
        memcpy(out + i * size, in + i * in_stride, wide);
    }
    for (size_t i = safe; i < count; i++) {
        memcpy(out + i * size, in + i * in_stride, size);
    }
}

static int move_dense_any(const uint8_t *in, size_t in_stride, uint8_t *out, size_t size, size_t count) {
    switch (size) {
    case 3:
        move_dense(in, in_stride, out, 3, 4, count);
        return 1;
    case 6:
        move_dense(in, in_stride, out, 6, 8, count);
        return 1;
    case 12:
        move_dense(in, in_stride, out, 12, 16, count);
        return 1;
    default:
        return 0;
    }
}

void gltf_i_convert_move(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t size,
                         size_t count) {
    if (out_stride == size && move_dense_any(in, in_stride, out, size, count)) {
        return;
    }
    switch (size) {
    case 1:
        move_sized(in, in_stride, out, out_stride, 1, count);
        break;
    case 2:
        move_sized(in, in_stride, out, out_stride, 2, count);
        break;
    case 3:
        move_sized(in, in_stride, out, out_stride, 3, count);
        break;
    case 4:
        move_sized(in, in_stride, out, out_stride, 4, count);
        break;
    case 6:
        move_sized(in, in_stride, out, out_stride, 6, count);
        break;
    case 8:
        move_sized(in, in_stride, out, out_stride, 8, count);
        break;
    case 12:
        move_sized(in, in_stride, out, out_stride, 12, count);
        break;
    case 16:
        move_sized(in, in_stride, out, out_stride, 16, count);
        break;
    case 64:
        move_sized(in, in_stride, out, out_stride, 64, count);
        break;
    default:
        move_sized(in, in_stride, out, out_stride, size, count);
        break;
    }
}
