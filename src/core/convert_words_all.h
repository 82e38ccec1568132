/* core/convert_words_all.h - floor 1: every conversion to 4-byte numbers that vector kernels have.  A template, so without
 * a guard.
 *
 * In:  spread_IN, gather_IN, cut_IN and value_OUT_IN as convert_words.h wants them; TARGET and wide_... too
 *      triples_copy    four-byte numbers of any stride
 *      WIDE_TRIPLES    1 = there are triples_IN_f32 too, for elements that fill 4 or 8 bytes
 * Out: run_IN_OUT, elements_IN_OUT_1 .. _4 */

#define IN u8
#define IN_SIZE 1
#define OUT f32
#define SPREAD spread_u8
#define GATHER gather_u8
#define CUT cut_u8
#define VALUE value_f32_int
#define CHECK 0
#define LOOPS 0
#if WIDE_TRIPLES
#define TRIPLES triples_u8_f32
#define TRIPLES_STRIDE 4
#endif
#include "convert_words.h"

#define IN i8
#define IN_SIZE 1
#define OUT f32
#define SPREAD spread_i8
#define GATHER gather_i8
#define CUT cut_i8
#define VALUE value_f32_int
#define CHECK 0
#define LOOPS 0
#if WIDE_TRIPLES
#define TRIPLES triples_i8_f32
#define TRIPLES_STRIDE 4
#endif
#include "convert_words.h"

#define IN u16
#define IN_SIZE 2
#define OUT f32
#define SPREAD spread_u16
#define GATHER gather_u16
#define CUT cut_u16
#define VALUE value_f32_int
#define CHECK 0
#define LOOPS 0
#if WIDE_TRIPLES
#define TRIPLES triples_u16_f32
#define TRIPLES_STRIDE 8
#endif
#include "convert_words.h"

#define IN i16
#define IN_SIZE 2
#define OUT f32
#define SPREAD spread_i16
#define GATHER gather_i16
#define CUT cut_i16
#define VALUE value_f32_int
#define CHECK 0
#define LOOPS 0
#if WIDE_TRIPLES
#define TRIPLES triples_i16_f32
#define TRIPLES_STRIDE 8
#endif
#include "convert_words.h"

#define IN u32
#define IN_SIZE 4
#define OUT f32
#define SPREAD spread_u32
#define GATHER gather_u32
#define VALUE value_f32_u32
#define CHECK 0
#define LOOPS 0
#include "convert_words.h"

#define IN u8n
#define IN_SIZE 1
#define OUT f32
#define SPREAD spread_u8
#define GATHER gather_u8
#define CUT cut_u8
#define VALUE value_f32_u8n
#define CHECK 0
#define LOOPS 0
#if WIDE_TRIPLES
#define TRIPLES triples_u8n_f32
#define TRIPLES_STRIDE 4
#endif
#include "convert_words.h"

#define IN i8n
#define IN_SIZE 1
#define OUT f32
#define SPREAD spread_i8n
#define GATHER gather_i8n
#define CUT cut_i8n
#define VALUE value_f32_i8n
#define CHECK 0
#define LOOPS 0
#if WIDE_TRIPLES
#define TRIPLES triples_i8n_f32
#define TRIPLES_STRIDE 4
#endif
#include "convert_words.h"

#define IN u16n
#define IN_SIZE 2
#define OUT f32
#define SPREAD spread_u16
#define GATHER gather_u16
#define CUT cut_u16
#define VALUE value_f32_u16n
#define CHECK 0
#define LOOPS 0
#if WIDE_TRIPLES
#define TRIPLES triples_u16n_f32
#define TRIPLES_STRIDE 8
#endif
#include "convert_words.h"

#define IN i16n
#define IN_SIZE 2
#define OUT f32
#define SPREAD spread_i16n
#define GATHER gather_i16n
#define CUT cut_i16n
#define VALUE value_f32_i16n
#define CHECK 0
#define LOOPS 0
#if WIDE_TRIPLES
#define TRIPLES triples_i16n_f32
#define TRIPLES_STRIDE 8
#endif
#include "convert_words.h"

#define IN u8
#define IN_SIZE 1
#define OUT u32
#define SPREAD spread_u8
#define GATHER gather_u8
#define CUT cut_u8
#define VALUE value_same
#define CHECK 0
#define LOOPS 0
#include "convert_words.h"

#define IN i8
#define IN_SIZE 1
#define OUT u32
#define SPREAD spread_i8
#define GATHER gather_i8
#define CUT cut_i8
#define VALUE value_same
#define CHECK 1
#define LOOPS 0
#include "convert_words.h"

#define IN u16
#define IN_SIZE 2
#define OUT u32
#define SPREAD spread_u16
#define GATHER gather_u16
#define CUT cut_u16
#define VALUE value_same
#define CHECK 0
#define LOOPS 0
#include "convert_words.h"

#define IN i16
#define IN_SIZE 2
#define OUT u32
#define SPREAD spread_i16
#define GATHER gather_i16
#define CUT cut_i16
#define VALUE value_same
#define CHECK 1
#define LOOPS 0
#include "convert_words.h"

#define IN i8
#define IN_SIZE 1
#define OUT i32
#define SPREAD spread_i8
#define GATHER gather_i8
#define CUT cut_i8
#define VALUE value_same
#define CHECK 0
#define LOOPS 0
#include "convert_words.h"

#define IN i16
#define IN_SIZE 2
#define OUT i32
#define SPREAD spread_i16
#define GATHER gather_i16
#define CUT cut_i16
#define VALUE value_same
#define CHECK 0
#define LOOPS 0
#include "convert_words.h"

#define IN u32
#define IN_SIZE 4
#define OUT i32
#define SPREAD spread_u32
#define GATHER gather_u32
#define VALUE value_same
#define CHECK 1
#define LOOPS 0
#include "convert_words.h"

#define IN copy
#define IN_SIZE 4
#define OUT 32
#define GATHER gather_u32
#define VALUE value_same
#define CHECK 0
#define LOOPS 1
#define TRIPLES triples_copy
#define TRIPLES_STRIDE 0
#include "convert_words.h"
