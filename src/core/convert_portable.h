/* core/convert_portable.h - layer 1: conversions as loops in C, compiled for one instruction set.  A template, so without a
 * guard.
 *
 * In:  TARGET   attributes of the functions; may be empty
 *      LIST     list of kernels.def
 *      TABLE    name of the table
 * Out: the table.  LIST and TABLE are undefined again. */

/* As many numbers as a constant says, so that compilers make vectors of them without a loop for the rest. */
#define DEFINE(in, in_size, out, out_size, of, put)                                                                    \
    TARGET static int portable_##in##_##out(const uint8_t *GLTF_I_RESTRICT p, uint8_t *GLTF_I_RESTRICT q,              \
                                            size_t blocks) {                                                           \
        int bad = 0;                                                                                                   \
        for (; blocks > 0; blocks--, p += GLTF_I_KERNEL_BLOCK * (in_size), q += GLTF_I_KERNEL_BLOCK * (out_size)) {    \
            for (size_t i = 0; i < GLTF_I_KERNEL_BLOCK; i++) {                                                         \
                bad |= put(q + i * (out_size), of(p + i * (in_size)));                                                 \
            }                                                                                                          \
        }                                                                                                              \
        return bad;                                                                                                    \
    }
LIST(DEFINE)

#define ENTRY(in, in_size, out, out_size, of, put) [GLTF_I_IN_##in][GLTF_I_OUT_##out] = portable_##in##_##out,
const gltf_i_convert_table TABLE = {.run = {LIST(ENTRY)}};

#undef DEFINE
#undef ENTRY
#undef LIST
#undef TABLE
