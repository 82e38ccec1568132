/* core/convert_vector_table.h - floor 1: the table of a vector kernel file.  A template, so without a guard.
 *
 * In:  TABLE           its name
 *      WIDE_AROUND, WIDE_TRIPLES, and everything from convert_words_all.h and convert_blocks_all.h
 *      WIDE_CLOSE      1 = and from convert_close.h
 *      WIDE_ENCODED    as for convert_blocks_all.h
 * Out: the table.  TABLE is undefined again. */
#define FOUR(in, out)                                                                                                  \
    { elements_##in##_##out##_1, elements_##in##_##out##_2, elements_##in##_##out##_3, elements_##in##_##out##_4 }
#define RUN(in, out, OUT) [GLTF_I_OUT_##OUT] = run_##in##_##out
#if WIDE_ENCODED
#define ENCODED(in, out, OUT) , RUN(in, out, OUT)
#else
#define ENCODED(in, out, OUT)
#endif

const gltf_i_convert_table TABLE =
    {
        .run_around = WIDE_AROUND,
        .words_around = WIDE_AROUND,
        .triples_around = WIDE_AROUND && WIDE_TRIPLES,
        .run =
            {
                [GLTF_I_IN_I8] = {RUN(i8, f32, F32), RUN(i8, f64, F64), RUN(i8, f16, F16), RUN(i8, u8, U8),
                                  RUN(i8, i16, I16), RUN(i8, u16, U16), RUN(i8, i32, I32),
                                  RUN(i8, u32, U32) ENCODED(i8, u8n, U8N) ENCODED(i8, i16n, I16N)},
                [GLTF_I_IN_U8] = {RUN(u8, f32, F32), RUN(u8, f64, F64), RUN(u8, f16, F16), RUN(u8, i8, I8),
                                  RUN(u8, u16, I16), RUN(u8, u16, U16), RUN(u8, u32, I32),
                                  RUN(u8, u32, U32) ENCODED(u8, u8n, U8N) ENCODED(u8, i16n, I16N)},
                [GLTF_I_IN_I16] = {RUN(i16, f32, F32), RUN(i16, f64, F64), RUN(i16, f16, F16), RUN(i16, i8, I8),
                                   RUN(i16, u8, U8), RUN(i16, u16, U16), RUN(i16, i32, I32),
                                   RUN(i16, u32, U32) ENCODED(i16, u8n, U8N) ENCODED(i16, i16n, I16N)},
                [GLTF_I_IN_U16] = {RUN(u16, f32, F32), RUN(u16, f64, F64), RUN(u16, f16, F16), RUN(u16, i8, I8),
                                   RUN(u16, u8, U8), RUN(u16, i16, I16), RUN(u16, u32, I32),
                                   RUN(u16, u32, U32) ENCODED(u16, u8n, U8N) ENCODED(u16, i16n, I16N)},
                [GLTF_I_IN_U32] = {RUN(u32, f32, F32), RUN(u32, f64, F64), RUN(u32, i8, I8), RUN(u32, u8, U8),
                                   RUN(u32, i16, I16), RUN(u32, u16, U16),
                                   RUN(u32, i32, I32) ENCODED(u32, u8n, U8N) ENCODED(u32, i16n, I16N)},
                [GLTF_I_IN_F32] = {RUN(f32, f64, F64), RUN(f32, f16, F16), RUN(f32, i8n, I8N), RUN(f32, u8n, U8N),
                                   RUN(f32, i16n, I16N), RUN(f32, u16n, U16N)},
                [GLTF_I_IN_I8N] = {RUN(i8n, f32, F32), RUN(i8n, f64, F64),
                                   RUN(i8n, f16, F16) ENCODED(i8n, u8n, U8N) ENCODED(i8n, i16n, I16N)},
                [GLTF_I_IN_U8N] = {RUN(u8n, f32, F32), RUN(u8n, f64, F64), RUN(u8n, f16, F16) ENCODED(u8n, i16n, I16N)},
                [GLTF_I_IN_I16N] = {RUN(i16n, f32, F32), RUN(i16n, f64, F64),
                                    RUN(i16n, f16, F16) ENCODED(i16n, u8n, U8N)},
                [GLTF_I_IN_U16N] = {RUN(u16n, f32, F32), RUN(u16n, f64, F64),
                                    RUN(u16n, f16, F16) ENCODED(u16n, u8n, U8N) ENCODED(u16n, i16n, I16N)},
            },
        .elements =
            {
                [GLTF_I_IN_I8] = {[GLTF_I_OUT_F32] = FOUR(i8, f32),
                                  [GLTF_I_OUT_I32] = FOUR(i8, i32),
                                  [GLTF_I_OUT_U32] = FOUR(i8, u32)},
                [GLTF_I_IN_U8] = {[GLTF_I_OUT_F32] = FOUR(u8, f32),
#if WIDE_CLOSE
                                  [GLTF_I_OUT_U8] = {close_8_1, close_8_2, close_8_3, close_8_4},
#endif
                                  [GLTF_I_OUT_I32] = FOUR(u8, u32),
                                  [GLTF_I_OUT_U32] = FOUR(u8, u32)},
                [GLTF_I_IN_I16] = {[GLTF_I_OUT_F32] = FOUR(i16, f32),
                                   [GLTF_I_OUT_I32] = FOUR(i16, i32),
                                   [GLTF_I_OUT_U32] = FOUR(i16, u32)},
                [GLTF_I_IN_U16] = {[GLTF_I_OUT_F32] = FOUR(u16, f32),
#if WIDE_CLOSE
                                   [GLTF_I_OUT_U16] = {close_16_1, close_16_2, close_16_3},
#endif
                                   [GLTF_I_OUT_I32] = FOUR(u16, u32),
                                   [GLTF_I_OUT_U32] = FOUR(u16, u32)},
                [GLTF_I_IN_U32] = {[GLTF_I_OUT_F32] = FOUR(u32, f32),
                                   [GLTF_I_OUT_I32] = FOUR(u32, i32),
                                   [GLTF_I_OUT_U32] = FOUR(copy, 32)},
                [GLTF_I_IN_I8N] = {[GLTF_I_OUT_F32] = FOUR(i8n, f32)},
                [GLTF_I_IN_U8N] = {[GLTF_I_OUT_F32] = FOUR(u8n, f32)},
                [GLTF_I_IN_I16N] = {[GLTF_I_OUT_F32] = FOUR(i16n, f32)},
                [GLTF_I_IN_U16N] = {[GLTF_I_OUT_F32] = FOUR(u16n, f32)},
            },
};

#undef FOUR
#undef RUN
#undef ENCODED
#undef TABLE
