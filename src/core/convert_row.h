/* core/convert_row.h - floor 1: the loops of one output from every stored integer.  A template, so without a guard.
 *
 * In:  OUT, OUT_SIZE, PUT, ELEMENTS, TARGET as for convert_body.h
 *      OF              prefix of the functions from stored bytes to a value: f32_of_, f64_of_, integer_of_
 *      NORMALIZED      0 or 1: from normalized ones too
 *      SAME            8, 16 or 32: leave out the unsigned integer of so many bits, which is the output itself; else 0
 * Out: run_IN_OUT, elements_IN_OUT_1 .. _4.  OUT, OUT_SIZE, PUT, ELEMENTS, OF, NORMALIZED and SAME are undefined again. */
#define ROW
#define GLUE_(a, b) a##b
#define GLUE(a, b) GLUE_(a, b)

#define IN i8
#define IN_SIZE 1
#define VALUE GLUE(OF, i8)
#include "convert_body.h"

#if SAME != 8
#define IN u8
#define IN_SIZE 1
#define VALUE GLUE(OF, u8)
#include "convert_body.h"
#endif

#define IN i16
#define IN_SIZE 2
#define VALUE GLUE(OF, i16)
#include "convert_body.h"

#if SAME != 16
#define IN u16
#define IN_SIZE 2
#define VALUE GLUE(OF, u16)
#include "convert_body.h"
#endif

#if SAME != 32
#define IN u32
#define IN_SIZE 4
#define VALUE GLUE(OF, u32)
#include "convert_body.h"
#endif

#if NORMALIZED

#define IN i8n
#define IN_SIZE 1
#define VALUE GLUE(OF, i8n)
#include "convert_body.h"

#define IN u8n
#define IN_SIZE 1
#define VALUE GLUE(OF, u8n)
#include "convert_body.h"

#define IN i16n
#define IN_SIZE 2
#define VALUE GLUE(OF, i16n)
#include "convert_body.h"

#define IN u16n
#define IN_SIZE 2
#define VALUE GLUE(OF, u16n)
#include "convert_body.h"

#endif

#undef ROW
#undef GLUE_
#undef GLUE
#undef OUT
#undef OUT_SIZE
#undef PUT
#undef ELEMENTS
#undef OF
#undef NORMALIZED
#undef SAME
