/* core/convert_table.h - layer 1: the functions and the table of one set of vector instructions.  A template, so without a guard.
 *
 * In:  TARGET, TABLE       as for convert_portable.h
 *      STEP                numbers of a block
 *      block_NAME          function (in, out): convert a block; not 0 when a number does not fit
 *      lanes_NAME          function (in, stride, out, stride): four numbers of each of two elements to floats
 *      singles_NAME        function (in, stride, out): STEP / 4 numbers that are 4 bytes apart to floats
 *      TRIPLES             elements that a triples_NAME takes: of three numbers, as far apart as four; 0 = there is none
 *      TRIPLES_OF          macro (NAME): function (in, stride, out): those to floats; reads nothing but them and the number
 *                          that follows each
 *      WORDS               dense copies of elements of three words, or NULL
 * Out: the table.  TABLE to WORDS are undefined again. */
#define DEFINE_RUN(in, in_size, out, out_size, name)                                                                   \
    TARGET static int run_##name(const uint8_t *GLTF_I_RESTRICT p, uint8_t *GLTF_I_RESTRICT q, size_t blocks) {        \
        return vector_run(p, q, blocks * (GLTF_I_KERNEL_BLOCK / STEP), STEP * (in_size), STEP * (out_size),            \
                          block_##name);                                                                               \
    }
GLTF_I_VECTOR(DEFINE_RUN)

#define DEFINE_FLOATS(in, in_size, name)                                                                               \
    TARGET static void floats_##name(const gltf_i_span *span, size_t numbers) {                                        \
        vector_floats(span, numbers, in_size, lanes_##name, STEP / 4, singles_##name, TRIPLES, TRIPLES_OF(name));      \
    }
GLTF_I_FLOATS(DEFINE_FLOATS)

#define RUN(in, in_size, out, out_size, name) [GLTF_I_IN_##in][GLTF_I_OUT_##out] = run_##name,
#define FLOATS(in, in_size, name) [GLTF_I_IN_##in] = floats_##name,
const gltf_i_convert_table TABLE = {.run = {GLTF_I_VECTOR(RUN)}, .floats = {GLTF_I_FLOATS(FLOATS)}, .words = WORDS};

#undef DEFINE_RUN
#undef DEFINE_FLOATS
#undef RUN
#undef FLOATS
#undef TABLE
#undef WORDS
#undef TRIPLES
#undef TRIPLES_OF
