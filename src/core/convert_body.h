/* core/convert_body.h - floor 1: the loops of one conversion, compiled once for each.  A template, so without a guard.
 *
 * In:  IN, IN_SIZE     name and bytes of the stored number
 *      OUT, OUT_SIZE   name and bytes of the wanted number
 *      VALUE           function: stored bytes to a value
 *      PUT             function: value to wanted bytes; not 0 when it does not fit
 *      ELEMENTS        loops over elements: 0 = none, 1 = too, 2 = only
 *      TARGET          attributes of the functions; may be empty
 * Out: run_IN_OUT, and elements_IN_OUT_1 .. _4.  All parameters but TARGET are undefined again (in a row of convert_row.h
 * only those of the stored number). */
#define JOIN_(a, b, c, d) a##b##_##c##d
#define JOIN(a, b, c, d) JOIN_(a, b, c, d)

#if ELEMENTS != 2

TARGET static int JOIN(run_, IN, OUT, )(const uint8_t *GLTF_I_RESTRICT in, uint8_t *GLTF_I_RESTRICT out, size_t count) {
    int bad = 0;
    for (size_t i = 0; i < count; i++) {
        bad |= PUT(out + i * OUT_SIZE, VALUE(in + i * IN_SIZE));
    }
    return bad;
}

#endif

#if ELEMENTS

TARGET static GLTF_I_INLINE int JOIN(elements_, IN, OUT, )(const gltf_i_span *span, size_t numbers) {
    const uint8_t *GLTF_I_RESTRICT in = span->in;
    uint8_t *GLTF_I_RESTRICT out = span->out;
    size_t in_stride = span->in_stride;
    size_t out_stride = span->out_stride;
    size_t count = span->count;
    int bad = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < numbers; k++) {
            bad |= PUT(out + i * out_stride + k * OUT_SIZE, VALUE(in + i * in_stride + k * IN_SIZE));
        }
    }
    convert_fill(span, numbers * OUT_SIZE);
    return bad;
}

TARGET static int JOIN(elements_, IN, OUT, _1)(const gltf_i_span *span) {
    return JOIN(elements_, IN, OUT, )(span, 1);
}

TARGET static int JOIN(elements_, IN, OUT, _2)(const gltf_i_span *span) {
    return JOIN(elements_, IN, OUT, )(span, 2);
}

TARGET static int JOIN(elements_, IN, OUT, _3)(const gltf_i_span *span) {
    return JOIN(elements_, IN, OUT, )(span, 3);
}

TARGET static int JOIN(elements_, IN, OUT, _4)(const gltf_i_span *span) {
    return JOIN(elements_, IN, OUT, )(span, 4);
}

#endif

#undef JOIN_
#undef JOIN
#undef IN
#undef IN_SIZE
#undef VALUE
#ifndef ROW
#undef OUT
#undef OUT_SIZE
#undef PUT
#undef ELEMENTS
#endif
