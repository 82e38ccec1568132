/* core/convert.h - layer 1: the tables of conversion loops, and the choice of one.
 *
 * A kernel file (convert_plain.c, convert_<isa>.c) fills const tables from the lines of kernels.def; the list in convert.c orders
 * them, best first.  Readers ask gltf_i_convert_find once for each call and never see which file answered.  Every kernel gives the
 * same bits as the plain one, for every input, length and misalignment, reads nothing but the bytes of the named elements and what
 * lies between them, and writes nothing but the numbers of the named elements. */
#ifndef GLTF_I_CONVERT_H
#define GLTF_I_CONVERT_H

#include "../base/compiler.h"
#include "kernels.def"

/* What is stored: little-endian, at any address.  N = normalized.  F64 is only a stage between two loops, and native. */
enum {
    GLTF_I_IN_I8,
    GLTF_I_IN_U8,
    GLTF_I_IN_I16,
    GLTF_I_IN_U16,
    GLTF_I_IN_U32,
    GLTF_I_IN_F32,
    GLTF_I_IN_I8N,
    GLTF_I_IN_U8N,
    GLTF_I_IN_I16N,
    GLTF_I_IN_U16N,
    GLTF_I_IN_F64,
    GLTF_I_IN_COUNT
};

/* What is wanted: native byte order, at any address.  Same type in and out is asked for as U8 to U8, U16 to U16 or U32
 * to U32, which copy bits. */
enum {
    GLTF_I_OUT_F32,
    GLTF_I_OUT_F64,
    GLTF_I_OUT_F16,
    GLTF_I_OUT_I8,
    GLTF_I_OUT_U8,
    GLTF_I_OUT_I16,
    GLTF_I_OUT_U16,
    GLTF_I_OUT_I32,
    GLTF_I_OUT_U32,
    GLTF_I_OUT_I8N,
    GLTF_I_OUT_U8N,
    GLTF_I_OUT_I16N,
    GLTF_I_OUT_U16N,
    GLTF_I_OUT_I32N,
    GLTF_I_OUT_U32N,
    GLTF_I_OUT_COUNT
};

/* Numbers that kernels convert at a time. */
enum { GLTF_I_KERNEL_BLOCK = 32 };

/* Convert packed blocks.  Not 0 when some number does not fit a plain integer output; what stands in its place is then unspecified,
 * but every number that fits is converted. */
typedef int gltf_i_kernel(const uint8_t *GLTF_I_RESTRICT in, uint8_t *GLTF_I_RESTRICT out, size_t blocks);

/* Elements of 1 to 4 numbers, with a stride on both sides; after the numbers of each element, `fill_size` bytes of
 * `fill` (already encoded) are written, which may be none.  count > 0. */
typedef struct gltf_i_span {
    const uint8_t *in;
    uint8_t *out;
    size_t in_stride;
    size_t out_stride;
    size_t count;
    const uint8_t *fill;
    size_t fill_size;
} gltf_i_span;

/* Elements that lie apart to dense floats: out_stride is 4 * numbers, and there is no fill. */
typedef void gltf_i_floats(const gltf_i_span *span, size_t numbers);

/* Elements of three words that lie apart, as they are: to dense ones.  Gives how many; the last ones are left. */
typedef size_t gltf_i_triples(const gltf_i_span *span);

/* One kernel file's loops.  NULL = not here: the next table is asked, and in the end a conversion goes through F64, and elements
 * are gathered first. */
typedef struct gltf_i_convert_table {
    gltf_i_kernel *run[GLTF_I_IN_COUNT][GLTF_I_OUT_COUNT];
    gltf_i_floats *floats[GLTF_I_IN_COUNT];
    gltf_i_triples *words;
} gltf_i_convert_table;

GLTF_I_HIDDEN extern const gltf_i_convert_table gltf_i_convert_plain;
GLTF_I_HIDDEN extern const gltf_i_convert_table gltf_i_convert_sse2;
GLTF_I_HIDDEN extern const gltf_i_convert_table gltf_i_convert_ssse3;
GLTF_I_HIDDEN extern const gltf_i_convert_table gltf_i_convert_portable_avx2;
GLTF_I_HIDDEN extern const gltf_i_convert_table gltf_i_convert_avx2;
GLTF_I_HIDDEN extern const gltf_i_convert_table gltf_i_convert_neon;

/* The way from one type to another. */
typedef struct gltf_i_conversion {
    gltf_i_kernel *run;    /* the whole way, or to the stage; NULL = bits are copied */
    gltf_i_kernel *second; /* from the stage on; NULL = run is the whole way */
    gltf_i_floats *floats; /* may be NULL */
    gltf_i_triples *words; /* to gather or copy; may be NULL */
    uint32_t in_size;      /* bytes of a number */
    uint32_t stage_size;   /* of one between run and second */
    uint32_t out_size;
} gltf_i_conversion;

/* Which of the above a component type is; -1 if it is none. */
GLTF_I_HIDDEN int gltf_i_convert_input(uint32_t component_type, uint32_t normalized);
GLTF_I_HIDDEN int gltf_i_convert_output(uint32_t component_type, uint32_t normalized);

/* Whether they are the same type, so that bits are copied. */
GLTF_I_HIDDEN int gltf_i_convert_same(int in, int out);

/* Pick the loops for the bits of an accessor.  0 when there is no such conversion: float or normalized data as plain
 * integers. */
GLTF_I_HIDDEN int gltf_i_convert_find(uint32_t cpu, int in, int out, gltf_i_conversion *conversion);

/* GLTF_CPU_* bits of the kernel files that were compiled. */
GLTF_I_HIDDEN uint32_t gltf_i_convert_compiled(void);

/* Use a conversion: a packed run of numbers, or elements of `numbers` (1 to 4) numbers of any stride.  As the types above. */
GLTF_I_HIDDEN int gltf_i_convert_run(const gltf_i_conversion *conversion, const uint8_t *in, uint8_t *out,
                                     size_t count);
GLTF_I_HIDDEN int gltf_i_convert_elements(const gltf_i_conversion *conversion, uint32_t numbers,
                                          const gltf_i_span *span);

/* Move `count` elements of `size` bytes each, with a stride on both sides (0 = the same element again). */
GLTF_I_HIDDEN void gltf_i_convert_move(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                       size_t size, size_t count);

#endif
