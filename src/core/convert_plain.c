/* core/convert_plain.c - floor 1: every conversion as a plain loop: the reference that all other kernels must equal. */
#include "../base/memory.h"
#include "convert.h"
#include "convert_value.h"

#define TARGET

/* ---- Real numbers from integers ---- */

#define OUT f32
#define OUT_SIZE 4
#define PUT put_f32
#define OF f32_of_
#define NORMALIZED 1
#define SAME 0
#define ELEMENTS 1
#include "convert_row.h"

#define OUT f64
#define OUT_SIZE 8
#define PUT put_f64
#define OF f64_of_
#define NORMALIZED 1
#define SAME 0
#define ELEMENTS 0
#include "convert_row.h"

/* ---- Plain integers from integers, where they fit ---- */

#define OUT i8
#define OUT_SIZE 1
#define PUT put_i8
#define OF integer_of_
#define NORMALIZED 0
#define SAME 0
#define ELEMENTS 0
#include "convert_row.h"

#define OUT u8
#define OUT_SIZE 1
#define PUT put_u8
#define OF integer_of_
#define NORMALIZED 0
#define SAME 8
#define ELEMENTS 0
#include "convert_row.h"

#define OUT i16
#define OUT_SIZE 2
#define PUT put_i16
#define OF integer_of_
#define NORMALIZED 0
#define SAME 0
#define ELEMENTS 0
#include "convert_row.h"

#define OUT u16
#define OUT_SIZE 2
#define PUT put_u16
#define OF integer_of_
#define NORMALIZED 0
#define SAME 16
#define ELEMENTS 0
#include "convert_row.h"

#define OUT i32
#define OUT_SIZE 4
#define PUT put_i32
#define OF integer_of_
#define NORMALIZED 0
#define SAME 0
#define ELEMENTS 0
#include "convert_row.h"

#define OUT u32
#define OUT_SIZE 4
#define PUT put_u32
#define OF integer_of_
#define NORMALIZED 0
#define SAME 32
#define ELEMENTS 1
#include "convert_row.h"

/* ---- Single ones: what starts from a float, or from the stage between two loops ---- */

#define IN f32
#define IN_SIZE 4
#define OUT f64
#define OUT_SIZE 8
#define VALUE f64_of_f32
#define PUT put_f64
#define ELEMENTS 0
#include "convert_body.h"

#define IN f32
#define IN_SIZE 4
#define OUT f16
#define OUT_SIZE 2
#define VALUE bits_of_32
#define PUT put_f16_of_f32
#define ELEMENTS 0
#include "convert_body.h"

#define IN f64
#define IN_SIZE 8
#define OUT f16
#define OUT_SIZE 2
#define VALUE f64_of_f64
#define PUT put_f16_of_f64
#define ELEMENTS 0
#include "convert_body.h"

#define IN f32
#define IN_SIZE 4
#define OUT i8n
#define OUT_SIZE 1
#define VALUE f64_of_f32
#define PUT put_i8n
#define ELEMENTS 0
#include "convert_body.h"

#define IN f64
#define IN_SIZE 8
#define OUT i8n
#define OUT_SIZE 1
#define VALUE f64_of_f64
#define PUT put_i8n
#define ELEMENTS 0
#include "convert_body.h"

#define IN f32
#define IN_SIZE 4
#define OUT u8n
#define OUT_SIZE 1
#define VALUE f64_of_f32
#define PUT put_u8n
#define ELEMENTS 0
#include "convert_body.h"

#define IN f64
#define IN_SIZE 8
#define OUT u8n
#define OUT_SIZE 1
#define VALUE f64_of_f64
#define PUT put_u8n
#define ELEMENTS 0
#include "convert_body.h"

#define IN f32
#define IN_SIZE 4
#define OUT i16n
#define OUT_SIZE 2
#define VALUE f64_of_f32
#define PUT put_i16n
#define ELEMENTS 0
#include "convert_body.h"

#define IN f64
#define IN_SIZE 8
#define OUT i16n
#define OUT_SIZE 2
#define VALUE f64_of_f64
#define PUT put_i16n
#define ELEMENTS 0
#include "convert_body.h"

#define IN f32
#define IN_SIZE 4
#define OUT u16n
#define OUT_SIZE 2
#define VALUE f64_of_f32
#define PUT put_u16n
#define ELEMENTS 0
#include "convert_body.h"

#define IN f64
#define IN_SIZE 8
#define OUT u16n
#define OUT_SIZE 2
#define VALUE f64_of_f64
#define PUT put_u16n
#define ELEMENTS 0
#include "convert_body.h"

#define IN f32
#define IN_SIZE 4
#define OUT i32n
#define OUT_SIZE 4
#define VALUE bits_of_32
#define PUT put_i32n_of_f32
#define ELEMENTS 0
#include "convert_body.h"

#define IN f64
#define IN_SIZE 8
#define OUT i32n
#define OUT_SIZE 4
#define VALUE f64_of_f64
#define PUT put_i32n
#define ELEMENTS 0
#include "convert_body.h"

#define IN f32
#define IN_SIZE 4
#define OUT u32n
#define OUT_SIZE 4
#define VALUE bits_of_32
#define PUT put_u32n_of_f32
#define ELEMENTS 0
#include "convert_body.h"

#define IN f64
#define IN_SIZE 8
#define OUT u32n
#define OUT_SIZE 4
#define VALUE f64_of_f64
#define PUT put_u32n
#define ELEMENTS 0
#include "convert_body.h"

/* ---- Bits copied: memory is moved where the byte order is that of the file ---- */

#if GLTF_I_BIG_ENDIAN

#define IN copy
#define IN_SIZE 1
#define OUT 8
#define OUT_SIZE 1
#define VALUE bits_of_8
#define PUT put_bits8
#define ELEMENTS 1
#include "convert_body.h"

#define IN copy
#define IN_SIZE 2
#define OUT 16
#define OUT_SIZE 2
#define VALUE bits_of_16
#define PUT put_bits16
#define ELEMENTS 1
#include "convert_body.h"

#define IN copy
#define IN_SIZE 4
#define OUT 32
#define OUT_SIZE 4
#define VALUE bits_of_32
#define PUT put_bits32
#define ELEMENTS 1
#include "convert_body.h"

#define RUN_BITS(bits) run_copy_##bits

#else

#define RUN_BITS(bits) run_memory_##bits

static int run_memory_8(const uint8_t *GLTF_I_RESTRICT in, uint8_t *GLTF_I_RESTRICT out, size_t count) {
    memory_copy(out, in, count);
    return 0;
}

static int run_memory_16(const uint8_t *GLTF_I_RESTRICT in, uint8_t *GLTF_I_RESTRICT out, size_t count) {
    memory_copy(out, in, count * 2);
    return 0;
}

static int run_memory_32(const uint8_t *GLTF_I_RESTRICT in, uint8_t *GLTF_I_RESTRICT out, size_t count) {
    memory_copy(out, in, count * 4);
    return 0;
}

static int move_elements(const gltf_i_span *span, size_t size) {
    gltf_i_convert_move(span->in, span->in_stride, span->out, span->out_stride, size, span->count);
    convert_fill(span, size);
    return 0;
}

#define MOVE(bits, numbers)                                                                                            \
    static int elements_copy_##bits##_##numbers(const gltf_i_span *span) {                                             \
        return move_elements(span, (bits) / 8 * (numbers));                                                            \
    }

MOVE(8, 1)
MOVE(8, 2)
MOVE(8, 3)
MOVE(8, 4)
MOVE(16, 1)
MOVE(16, 2)
MOVE(16, 3)
MOVE(16, 4)
MOVE(32, 1)
MOVE(32, 2)
MOVE(32, 3)
MOVE(32, 4)

#endif

/* ---- The table ---- */

#define REALS(in) [GLTF_I_OUT_F32] = run_##in##_f32, [GLTF_I_OUT_F64] = run_##in##_f64
#define SMALL_INTEGERS(in) [GLTF_I_OUT_I8] = run_##in##_i8, [GLTF_I_OUT_I16] = run_##in##_i16
#define ENCODED(in)                                                                                                    \
    [GLTF_I_OUT_F16] = run_##in##_f16, [GLTF_I_OUT_I8N] = run_##in##_i8n, [GLTF_I_OUT_U8N] = run_##in##_u8n,           \
    [GLTF_I_OUT_I16N] = run_##in##_i16n, [GLTF_I_OUT_U16N] = run_##in##_u16n, [GLTF_I_OUT_I32N] = run_##in##_i32n,     \
    [GLTF_I_OUT_U32N] = run_##in##_u32n
#define FOUR(in, out)                                                                                                  \
    { elements_##in##_##out##_1, elements_##in##_##out##_2, elements_##in##_##out##_3, elements_##in##_##out##_4 }

const gltf_i_convert_table gltf_i_convert_plain = {
    .run =
        {
            [GLTF_I_IN_I8] = {REALS(i8), SMALL_INTEGERS(i8), [GLTF_I_OUT_U8] = run_i8_u8, [GLTF_I_OUT_U16] = run_i8_u16,
                              [GLTF_I_OUT_I32] = run_i8_i32, [GLTF_I_OUT_U32] = run_i8_u32},
            [GLTF_I_IN_U8] = {REALS(u8),
                              SMALL_INTEGERS(u8), [GLTF_I_OUT_U8] = RUN_BITS(8), [GLTF_I_OUT_U16] = run_u8_u16,
                              [GLTF_I_OUT_I32] = run_u8_i32, [GLTF_I_OUT_U32] = run_u8_u32},
            [GLTF_I_IN_I16] = {REALS(i16),
                               SMALL_INTEGERS(i16), [GLTF_I_OUT_U8] = run_i16_u8, [GLTF_I_OUT_U16] = run_i16_u16,
                               [GLTF_I_OUT_I32] = run_i16_i32, [GLTF_I_OUT_U32] = run_i16_u32},
            [GLTF_I_IN_U16] = {REALS(u16),
                               SMALL_INTEGERS(u16), [GLTF_I_OUT_U8] = run_u16_u8, [GLTF_I_OUT_U16] = RUN_BITS(16),
                               [GLTF_I_OUT_I32] = run_u16_i32, [GLTF_I_OUT_U32] = run_u16_u32},
            [GLTF_I_IN_U32] = {REALS(u32),
                               SMALL_INTEGERS(u32), [GLTF_I_OUT_U8] = run_u32_u8, [GLTF_I_OUT_U16] = run_u32_u16,
                               [GLTF_I_OUT_I32] = run_u32_i32, [GLTF_I_OUT_U32] = RUN_BITS(32)},
            [GLTF_I_IN_F32] = {[GLTF_I_OUT_F64] = run_f32_f64, ENCODED(f32)},
            [GLTF_I_IN_I8N] = {REALS(i8n)},
            [GLTF_I_IN_U8N] = {REALS(u8n)},
            [GLTF_I_IN_I16N] = {REALS(i16n)},
            [GLTF_I_IN_U16N] = {REALS(u16n)},
            [GLTF_I_IN_F64] = {ENCODED(f64)},
        },
    .elements =
        {
            [GLTF_I_IN_I8] = {[GLTF_I_OUT_F32] = FOUR(i8, f32), [GLTF_I_OUT_U32] = FOUR(i8, u32)},
            [GLTF_I_IN_U8] =
                {[GLTF_I_OUT_F32] = FOUR(u8, f32), [GLTF_I_OUT_U32] = FOUR(u8, u32), [GLTF_I_OUT_U8] = FOUR(copy, 8)},
            [GLTF_I_IN_I16] = {[GLTF_I_OUT_F32] = FOUR(i16, f32), [GLTF_I_OUT_U32] = FOUR(i16, u32)},
            [GLTF_I_IN_U16] = {[GLTF_I_OUT_F32] = FOUR(u16, f32),
                               [GLTF_I_OUT_U32] = FOUR(u16, u32),
                               [GLTF_I_OUT_U16] = FOUR(copy, 16)},
            [GLTF_I_IN_U32] = {[GLTF_I_OUT_F32] = FOUR(u32, f32), [GLTF_I_OUT_U32] = FOUR(copy, 32)},
            [GLTF_I_IN_I8N] = {[GLTF_I_OUT_F32] = FOUR(i8n, f32)},
            [GLTF_I_IN_U8N] = {[GLTF_I_OUT_F32] = FOUR(u8n, f32)},
            [GLTF_I_IN_I16N] = {[GLTF_I_OUT_F32] = FOUR(i16n, f32)},
            [GLTF_I_IN_U16N] = {[GLTF_I_OUT_F32] = FOUR(u16n, f32)},
        },
};
