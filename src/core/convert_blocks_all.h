/* core/convert_blocks_all.h - floor 1: every conversion of packed runs to other than 4-byte numbers that vector kernels have.
 * A template, so without a guard.
 *
 * In:  block_IN_OUT as convert_blocks.h wants them; BLOCK_STEP numbers each; TARGET
 *      WIDE_ENCODED    1 = from integers straight to normalized ones, too
 * Out: run_IN_OUT */

#define IN u8
#define IN_SIZE 1
#define OUT f64
#define OUT_SIZE 8
#define STEP BLOCK_STEP
#define BLOCK block_u8_f64
#include "convert_blocks.h"

#define IN i8
#define IN_SIZE 1
#define OUT f64
#define OUT_SIZE 8
#define STEP BLOCK_STEP
#define BLOCK block_i8_f64
#include "convert_blocks.h"

#define IN u16
#define IN_SIZE 2
#define OUT f64
#define OUT_SIZE 8
#define STEP BLOCK_STEP
#define BLOCK block_u16_f64
#include "convert_blocks.h"

#define IN i16
#define IN_SIZE 2
#define OUT f64
#define OUT_SIZE 8
#define STEP BLOCK_STEP
#define BLOCK block_i16_f64
#include "convert_blocks.h"

#define IN u32
#define IN_SIZE 4
#define OUT f64
#define OUT_SIZE 8
#define STEP BLOCK_STEP
#define BLOCK block_u32_f64
#include "convert_blocks.h"

#define IN f32
#define IN_SIZE 4
#define OUT f64
#define OUT_SIZE 8
#define STEP BLOCK_STEP
#define BLOCK block_f32_f64
#include "convert_blocks.h"

#define IN u8n
#define IN_SIZE 1
#define OUT f64
#define OUT_SIZE 8
#define STEP BLOCK_STEP
#define BLOCK block_u8n_f64
#include "convert_blocks.h"

#define IN i8n
#define IN_SIZE 1
#define OUT f64
#define OUT_SIZE 8
#define STEP BLOCK_STEP
#define BLOCK block_i8n_f64
#include "convert_blocks.h"

#define IN u16n
#define IN_SIZE 2
#define OUT f64
#define OUT_SIZE 8
#define STEP BLOCK_STEP
#define BLOCK block_u16n_f64
#include "convert_blocks.h"

#define IN i16n
#define IN_SIZE 2
#define OUT f64
#define OUT_SIZE 8
#define STEP BLOCK_STEP
#define BLOCK block_i16n_f64
#include "convert_blocks.h"

#define IN f32
#define IN_SIZE 4
#define OUT f16
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_f32_f16
#include "convert_blocks.h"

#define IN u8
#define IN_SIZE 1
#define OUT f16
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_u8_f16
#include "convert_blocks.h"

#define IN i8
#define IN_SIZE 1
#define OUT f16
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_i8_f16
#include "convert_blocks.h"

#define IN u16
#define IN_SIZE 2
#define OUT f16
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_u16_f16
#include "convert_blocks.h"

#define IN i16
#define IN_SIZE 2
#define OUT f16
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_i16_f16
#include "convert_blocks.h"

#define IN u8n
#define IN_SIZE 1
#define OUT f16
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_u8n_f16
#include "convert_blocks.h"

#define IN i8n
#define IN_SIZE 1
#define OUT f16
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_i8n_f16
#include "convert_blocks.h"

#define IN i16n
#define IN_SIZE 2
#define OUT f16
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_i16n_f16
#include "convert_blocks.h"

#define IN u16n
#define IN_SIZE 2
#define OUT f16
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_u16n_f16
#include "convert_blocks.h"

#define IN f32
#define IN_SIZE 4
#define OUT u8n
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_f32_u8n
#include "convert_blocks.h"

#define IN f32
#define IN_SIZE 4
#define OUT i8n
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_f32_i8n
#include "convert_blocks.h"

#define IN f32
#define IN_SIZE 4
#define OUT u16n
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_f32_u16n
#include "convert_blocks.h"

#define IN f32
#define IN_SIZE 4
#define OUT i16n
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_f32_i16n
#include "convert_blocks.h"

#define IN u8
#define IN_SIZE 1
#define OUT u16
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_u8_u16
#include "convert_blocks.h"

#define IN i8
#define IN_SIZE 1
#define OUT i16
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_i8_i16
#include "convert_blocks.h"

#define IN i8
#define IN_SIZE 1
#define OUT u16
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_i8_u16
#include "convert_blocks.h"

#define IN u8
#define IN_SIZE 1
#define OUT i8
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_u8_i8
#include "convert_blocks.h"

#define IN i8
#define IN_SIZE 1
#define OUT u8
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_i8_u8
#include "convert_blocks.h"

#define IN u16
#define IN_SIZE 2
#define OUT i16
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_u16_i16
#include "convert_blocks.h"

#define IN i16
#define IN_SIZE 2
#define OUT u16
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_i16_u16
#include "convert_blocks.h"

#define IN u16
#define IN_SIZE 2
#define OUT u8
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_u16_u8
#include "convert_blocks.h"

#define IN u16
#define IN_SIZE 2
#define OUT i8
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_u16_i8
#include "convert_blocks.h"

#define IN i16
#define IN_SIZE 2
#define OUT u8
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_i16_u8
#include "convert_blocks.h"

#define IN i16
#define IN_SIZE 2
#define OUT i8
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_i16_i8
#include "convert_blocks.h"

#define IN u32
#define IN_SIZE 4
#define OUT u16
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_u32_u16
#include "convert_blocks.h"

#define IN u32
#define IN_SIZE 4
#define OUT i16
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_u32_i16
#include "convert_blocks.h"

#define IN u32
#define IN_SIZE 4
#define OUT u8
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_u32_u8
#include "convert_blocks.h"

#define IN u32
#define IN_SIZE 4
#define OUT i8
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_u32_i8
#include "convert_blocks.h"

#if WIDE_ENCODED

#define IN i8
#define IN_SIZE 1
#define OUT u8n
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_i8_u8n
#include "convert_blocks.h"

#define IN u8
#define IN_SIZE 1
#define OUT u8n
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_u8_u8n
#include "convert_blocks.h"

#define IN i16
#define IN_SIZE 2
#define OUT u8n
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_i16_u8n
#include "convert_blocks.h"

#define IN u16
#define IN_SIZE 2
#define OUT u8n
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_u16_u8n
#include "convert_blocks.h"

#define IN u32
#define IN_SIZE 4
#define OUT u8n
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_u32_u8n
#include "convert_blocks.h"

#define IN i8n
#define IN_SIZE 1
#define OUT u8n
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_i8n_u8n
#include "convert_blocks.h"

#define IN i16n
#define IN_SIZE 2
#define OUT u8n
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_i16n_u8n
#include "convert_blocks.h"

#define IN u16n
#define IN_SIZE 2
#define OUT u8n
#define OUT_SIZE 1
#define STEP BLOCK_STEP
#define BLOCK block_u16n_u8n
#include "convert_blocks.h"

#define IN i8
#define IN_SIZE 1
#define OUT i16n
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_i8_i16n
#include "convert_blocks.h"

#define IN u8
#define IN_SIZE 1
#define OUT i16n
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_u8_i16n
#include "convert_blocks.h"

#define IN i16
#define IN_SIZE 2
#define OUT i16n
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_i16_i16n
#include "convert_blocks.h"

#define IN u16
#define IN_SIZE 2
#define OUT i16n
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_u16_i16n
#include "convert_blocks.h"

#define IN u32
#define IN_SIZE 4
#define OUT i16n
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_u32_i16n
#include "convert_blocks.h"

#define IN i8n
#define IN_SIZE 1
#define OUT i16n
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_i8n_i16n
#include "convert_blocks.h"

#define IN u8n
#define IN_SIZE 1
#define OUT i16n
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_u8n_i16n
#include "convert_blocks.h"

#define IN u16n
#define IN_SIZE 2
#define OUT i16n
#define OUT_SIZE 2
#define STEP BLOCK_STEP
#define BLOCK block_u16n_i16n
#include "convert_blocks.h"

#endif
