/* core/convert.c - layer 1: choose conversion loops, and make up for those that no kernel file has. */
#include "convert.h"

#include "../base/memory.h"
#include "cpu.h"

/* Kernel files, best first; the plain one, which needs no bits, ends the list. */
typedef struct level {
    uint32_t bits;
    const gltf_i_convert_table *table;
} level;

static const level levels[] = {
#if GLTF_I_AVX2
    {GLTF_CPU_AVX2, &gltf_i_convert_avx2},
    {GLTF_CPU_AVX2, &gltf_i_convert_portable_avx2},
#endif
#if GLTF_I_SSSE3
    {GLTF_CPU_SSE2 | GLTF_CPU_SSSE3, &gltf_i_convert_ssse3},
#endif
#if GLTF_I_SSE2
    {GLTF_CPU_SSE2, &gltf_i_convert_sse2},
#endif
#if GLTF_I_NEON
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

/* Whether float, rounded once, on the way from an integer to a half or a normalized integer gives the same as the exact
 * value would: no tie of the output is nearer to a quotient that it is not than floats are apart.  (Tried on all inputs.) */
static int float_suffices(int in, int out) {
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

static gltf_i_kernel *find_kernel(uint32_t cpu, int in, int out) {
    gltf_i_kernel *found = NULL;
    for (size_t i = 0; !found && i < LEVELS; i++) {
        found = (levels[i].bits & cpu) == levels[i].bits ? levels[i].table->run[in][out] : NULL;
    }
    return found;
}

/* What moves elements that lie apart. */
static void find_apart(uint32_t cpu, int in, int out, gltf_i_conversion *conversion) {
    conversion->floats = NULL;
    conversion->words = NULL;
    for (size_t i = 0; i < LEVELS; i++) {
        const gltf_i_convert_table *table = levels[i].table;
        if ((levels[i].bits & cpu) != levels[i].bits) {
            continue;
        }
        if (!conversion->floats && out == GLTF_I_OUT_F32) {
            conversion->floats = table->floats[in];
        }
        if (!conversion->words && conversion->in_size == 4) {
            conversion->words = table->words;
        }
    }
}

int gltf_i_convert_find(uint32_t cpu, int in, int out, gltf_i_conversion *conversion) {
    int copied = gltf_i_convert_same(in, out);
    if (copied) {
        in = in_sizes[in] == 1 ? GLTF_I_IN_U8 : in_sizes[in] == 2 ? GLTF_I_IN_U16 : GLTF_I_IN_U32;
        out = same_type(in);
        copied = !GLTF_I_BIG_ENDIAN || in_sizes[in] == 1;
    }
    if ((in == GLTF_I_IN_U8 || in == GLTF_I_IN_U16) &&
        (out == GLTF_I_OUT_I32 || (out == GLTF_I_OUT_I16 && in == GLTF_I_IN_U8))) {
        out++; /* all fit: the unsigned one has the same bits */
    } else if ((in == GLTF_I_IN_I8 && out == GLTF_I_OUT_U8) || (in == GLTF_I_IN_I16 && out == GLTF_I_OUT_U16)) {
        in++; /* the highest bit does not fit, either way */
        out--;
    }
    conversion->in_size = in_sizes[in];
    conversion->stage_size = 0;
    conversion->out_size = out_sizes[out];
    conversion->run = copied ? NULL : find_kernel(cpu, in, out);
    conversion->second = NULL;
    find_apart(cpu, in, out, conversion);
    if (copied || conversion->run) {
        return 1;
    }
    /* vector loops start from floats; the plain ones keep to the exact value */
    if (float_suffices(in, out)) {
        conversion->run = find_kernel(cpu, in, GLTF_I_OUT_F32);
        conversion->second = find_kernel(cpu, GLTF_I_IN_F32, out);
        conversion->stage_size = 4;
    }
    if (!conversion->second) {
        conversion->run = find_kernel(cpu, in, GLTF_I_OUT_F64);
        conversion->second = find_kernel(cpu, GLTF_I_IN_F64, out);
        conversion->stage_size = 8;
    }
    return conversion->second != NULL;
}

/* Numbers converted at a time where a stage stands between; bytes that are gathered, and that wait to be put apart. */
enum { CHUNK = 256, GATHERED = 4096, CONVERTED = 2048 };

/* Any number of them: the last ones once more, which gives the same bits again, or in a block with nothing else. */
static int run_kernel(gltf_i_kernel *kernel, const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size,
                      size_t count) {
    const size_t rest = count % GLTF_I_KERNEL_BLOCK;
    int bad = kernel(in, out, count / GLTF_I_KERNEL_BLOCK);
    if (rest && count > rest) {
        return bad |
               kernel(in + (count - GLTF_I_KERNEL_BLOCK) * in_size, out + (count - GLTF_I_KERNEL_BLOCK) * out_size, 1);
    }
    if (rest) {
        uint8_t few[GLTF_I_KERNEL_BLOCK * 8] = {0}, converted[GLTF_I_KERNEL_BLOCK * 8];
        memcpy(few, in, rest * in_size);
        bad |= kernel(few, converted, 1);
        memcpy(out, converted, rest * out_size);
    }
    return bad;
}

int gltf_i_convert_run(const gltf_i_conversion *conversion, const uint8_t *in, uint8_t *out, size_t count) {
    const size_t in_size = conversion->in_size, stage_size = conversion->stage_size, out_size = conversion->out_size;
    uint8_t stage[CHUNK * 8];
    int bad = 0;
    if (!conversion->run) {
        memory_copy(out, in, count * in_size);
        return 0;
    }
    if (!conversion->second) {
        return run_kernel(conversion->run, in, in_size, out, out_size, count);
    }
    for (size_t done = 0; done < count; done += CHUNK) {
        const size_t n = count - done < CHUNK ? count - done : CHUNK;
        bad |= run_kernel(conversion->run, in + done * in_size, in_size, stage, stage_size, n);
        bad |= run_kernel(conversion->second, stage, stage_size, out + done * out_size, out_size, n);
    }
    return bad;
}

/* Elements as they are, to dense ones. */
static void gather(const gltf_i_conversion *conversion, uint32_t numbers, const gltf_i_span *span) {
    const size_t size = (size_t)numbers * conversion->in_size;
    const size_t done = numbers == 3 && conversion->words ? conversion->words(span) : 0;
    gltf_i_convert_move(span->in + done * span->in_stride, span->in_stride, span->out + done * size, size, size,
                        span->count - done);
}

/* One chunk of elements: gathered where they are apart, converted, and put where they shall be apart. */
static int convert_chunk(const gltf_i_conversion *conversion, uint32_t numbers, const gltf_i_span *span) {
    uint8_t gathered[GATHERED], converted[CONVERTED];
    const size_t in_size = (size_t)numbers * conversion->in_size, out_size = (size_t)numbers * conversion->out_size;
    uint8_t *out = span->out_stride == out_size ? span->out : converted;
    gltf_i_span dense = *span;
    int bad = 0;
    dense.out = out;
    if (span->in_stride != in_size && conversion->floats) {
        conversion->floats(&dense, numbers);
    } else {
        if (span->in_stride != in_size) {
            dense.out = gathered;
            gather(conversion, numbers, &dense);
            dense.in = gathered;
            dense.out = out;
        }
        bad = gltf_i_convert_run(conversion, dense.in, dense.out, span->count * numbers);
    }
    if (span->out_stride != out_size) {
        gltf_i_convert_move(converted, out_size, span->out, span->out_stride, out_size, span->count);
    }
    return bad;
}

static int convert_apart(const gltf_i_conversion *conversion, uint32_t numbers, const gltf_i_span *span) {
    const size_t out_size = (size_t)numbers * conversion->out_size;
    const size_t gathered = GATHERED / (numbers * conversion->in_size), converted = CONVERTED / out_size;
    const size_t room = span->out_stride == out_size || gathered < converted ? gathered : converted;
    const size_t most = room < GLTF_I_KERNEL_BLOCK ? room : room / GLTF_I_KERNEL_BLOCK * GLTF_I_KERNEL_BLOCK;
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

int gltf_i_convert_elements(const gltf_i_conversion *conversion, uint32_t numbers, const gltf_i_span *span) {
    const size_t in_size = (size_t)numbers * conversion->in_size, out_size = (size_t)numbers * conversion->out_size;
    const int dense = span->out_stride == out_size;
    int bad = 0;
    if ((span->in_stride == in_size && dense) || span->count == 1) {
        bad = gltf_i_convert_run(conversion, span->in, span->out, span->count * numbers);
    } else if (!conversion->run && dense) {
        gather(conversion, numbers, span);
    } else if (!conversion->run) {
        gltf_i_convert_move(span->in, span->in_stride, span->out, span->out_stride, in_size, span->count);
    } else if (dense && conversion->floats) {
        conversion->floats(span, numbers);
    } else {
        bad = convert_apart(conversion, numbers, span);
    }
    if (span->fill_size) {
        gltf_i_convert_move(span->fill, 0, span->out + out_size, span->out_stride, span->fill_size, span->count);
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
