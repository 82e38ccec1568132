/* core/convert_blocks.h - floor 1: the vector loop over a packed run of one conversion.  A template, so without a guard.
 *
 * In:  IN, IN_SIZE     name and bytes of the stored number
 *      OUT, OUT_SIZE   name and bytes of the wanted number
 *      STEP            numbers that a block has
 *      BLOCK           function (in, out): convert a block; not 0 when a number does not fit
 *      TARGET          attributes of the functions
 * Out: run_IN_OUT.  All parameters but TARGET are undefined again. */
#define JOIN_(a, b, c) a##b##_##c
#define JOIN(a, b, c) JOIN_(a, b, c)

TARGET static int JOIN(run_, IN, OUT)(const uint8_t *GLTF_I_RESTRICT in, uint8_t *GLTF_I_RESTRICT out, size_t count) {
    uint8_t few[STEP * IN_SIZE] = {0};
    uint8_t converted[STEP * OUT_SIZE];
    const uint8_t *from = in;
    uint8_t *to = out;
    size_t n = count, done = 0;
    int bad = 0;
    if (count < STEP) {
        memory_copy(few, in, count * IN_SIZE);
        from = few;
        to = converted;
        n = STEP;
    }
    while (done < n) {
        done = n - done < STEP ? n - STEP : done; /* the last ones once more: the same bits again */
        bad |= BLOCK(from + done * IN_SIZE, to + done * OUT_SIZE);
        done += STEP;
    }
    if (count < STEP) {
        memory_copy(out, converted, count * OUT_SIZE);
    }
    return bad;
}

#undef JOIN_
#undef JOIN
#undef IN
#undef IN_SIZE
#undef OUT
#undef OUT_SIZE
#undef STEP
#undef BLOCK
