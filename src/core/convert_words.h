/* core/convert_words.h - floor 1: vector loops of one conversion to 4-byte numbers.  A template, so without a guard.
 *
 * In:  IN, IN_SIZE     name and bytes of the stored number
 *      OUT             name of the wanted number
 *      SPREAD          function: WIDE_STEP stored numbers to four registers of lanes
 *      GATHER          function (p, stride): one element, or WIDE_ELEMENTS of them, to lanes; reads four numbers of each
 *      CUT             nothing; or function (w): the number at the low end of each lane, as SPREAD gives it
 *      VALUE           function: lanes to wanted lanes
 *      CHECK           1: a lane with its highest bit set does not fit
 *      LOOPS           0 = all; 1 = only those over elements
 *      TRIPLES         nothing; or function (in, stride, out, around): TRIPLES_ELEMENTS elements of three numbers that
 *                      are TRIPLES_STRIDE (0 = any) bytes apart, densely; another element follows
 *      TARGET, WIDE_..., TRIPLES_ELEMENTS and wide_... of the file
 * Out: run_IN_OUT and elements_IN_OUT_1 .. _4.  IN to TRIPLES_STRIDE are undefined again. */
#define JOIN_(a, b, c, d) a##b##_##c##d
#define JOIN(a, b, c, d) JOIN_(a, b, c, d)

#if LOOPS == 0

TARGET static GLTF_I_INLINE int JOIN(step_, IN, OUT, )(const uint8_t *GLTF_I_RESTRICT in, uint8_t *GLTF_I_RESTRICT out,
                                                       int around) {
    const wides w = SPREAD(in);
    const wide a = VALUE(w.a), b = VALUE(w.b), c = VALUE(w.c), d = VALUE(w.d);
    wide_store(out, a, around);
    wide_store(out + WIDE_SIZE, b, around);
    wide_store(out + 2 * WIDE_SIZE, c, around);
    wide_store(out + 3 * WIDE_SIZE, d, around);
    return CHECK ? wide_negative(wide_or(wide_or(a, b), wide_or(c, d)), 4) : 0;
}

/* Two steps: all loads before the stores, which may have to wait for their lines.  (Measured in the second cache: 1.07
 * times as fast for normalized 16 bits.) */
TARGET static GLTF_I_INLINE int JOIN(steps_, IN, OUT, )(const uint8_t *GLTF_I_RESTRICT in,
                                                        uint8_t *GLTF_I_RESTRICT out) {
    const wides v = SPREAD(in), w = SPREAD(in + WIDE_STEP * IN_SIZE);
    const wide a = VALUE(v.a), b = VALUE(v.b), c = VALUE(v.c), d = VALUE(v.d);
    const wide e = VALUE(w.a), f = VALUE(w.b), g = VALUE(w.c), h = VALUE(w.d);
    wide_store(out, a, 0);
    wide_store(out + WIDE_SIZE, b, 0);
    wide_store(out + 2 * WIDE_SIZE, c, 0);
    wide_store(out + 3 * WIDE_SIZE, d, 0);
    wide_store(out + 4 * WIDE_SIZE, e, 0);
    wide_store(out + 5 * WIDE_SIZE, f, 0);
    wide_store(out + 6 * WIDE_SIZE, g, 0);
    wide_store(out + 7 * WIDE_SIZE, h, 0);
    return CHECK
               ? wide_negative(wide_or(wide_or(wide_or(a, b), wide_or(c, d)), wide_or(wide_or(e, f), wide_or(g, h))), 4)
               : 0;
}

/* Around the caches, from the first number of a line on; gives up to which. */
TARGET static GLTF_I_INLINE size_t JOIN(around_, IN, OUT, )(const uint8_t *GLTF_I_RESTRICT in,
                                                            uint8_t *GLTF_I_RESTRICT out, size_t count, int *bad) {
    enum { STRETCH = VECTOR_STRETCH / 4, TOGETHER = VECTOR_STREAMS * STRETCH };
    size_t done = vector_start(out, 4);
    for (; count - done >= TOGETHER; done += TOGETHER) {
        for (size_t at = done; at < done + STRETCH; at += WIDE_STEP) {
            for (size_t k = at; k < at + TOGETHER; k += STRETCH) {
                wide_ahead(in + k * IN_SIZE, WIDE_STEP * IN_SIZE, VECTOR_AHEAD);
                *bad |= JOIN(step_, IN, OUT, )(in + k * IN_SIZE, out + k * 4, 1);
            }
        }
    }
    for (; count - done >= WIDE_STEP; done += WIDE_STEP) {
        wide_ahead(in + done * IN_SIZE, WIDE_STEP * IN_SIZE, VECTOR_FAR_AHEAD);
        *bad |= JOIN(step_, IN, OUT, )(in + done * IN_SIZE, out + done * 4, 1);
    }
    wide_finish();
    return done;
}

TARGET static int JOIN(run_, IN, OUT, )(const uint8_t *GLTF_I_RESTRICT in, uint8_t *GLTF_I_RESTRICT out, size_t count) {
    uint8_t few[WIDE_STEP * IN_SIZE] = {0};
    uint8_t converted[WIDE_STEP * 4];
    const uint8_t *from = in;
    uint8_t *to = out;
    size_t n = count, done = 0;
    int bad = 0;
    if (count < WIDE_STEP) {
        memory_copy(few, in, count * IN_SIZE);
        from = few;
        to = converted;
        n = WIDE_STEP;
    }
    if (WIDE_AROUND && vector_around(out, count * 4)) { /* whole lines; those before and behind them below, as always */
        done = JOIN(around_, IN, OUT, )(in, out, count, &bad);
        bad |= JOIN(step_, IN, OUT, )(from, to, 0);
    }
    for (; n - done >= 2 * WIDE_STEP; done += 2 * WIDE_STEP) {
        bad |= JOIN(steps_, IN, OUT, )(from + done * IN_SIZE, to + done * 4);
    }
    while (done < n) {
        done = n - done < WIDE_STEP ? n - WIDE_STEP : done; /* the last ones once more: the same bits again */
        bad |= JOIN(step_, IN, OUT, )(from + done * IN_SIZE, to + done * 4, 0);
        done += WIDE_STEP;
    }
    if (count < WIDE_STEP) {
        memory_copy(out, converted, count * 4);
    }
    return bad;
}

#endif

/* Elements from number `done` on: `numbers` read, `stored` written; those between come from the span's fill. */
TARGET static GLTF_I_INLINE int JOIN(lanes_, IN, OUT, )(const gltf_i_span *span, size_t done, size_t numbers,
                                                        size_t stored, int overlap) {
    const uint8_t *in = span->in;
    uint8_t *out = span->out;
    const size_t in_stride = span->in_stride, out_stride = span->out_stride, count = span->count;
    const size_t safe = vector_safe(span, (4 - numbers) * IN_SIZE);
    const wide mask = stored > numbers ? wide_mask(numbers) : wide_zero();
    const wide fill = stored > numbers ? wide_fill(span->fill, numbers) : wide_zero();
    wide all = wide_zero();
    for (; done + WIDE_ELEMENTS <= safe; done += WIDE_ELEMENTS) {
        wide v = VALUE(GATHER(in + done * in_stride, in_stride));
        all = CHECK ? wide_or(all, v) : all;
        v = stored > numbers ? wide_or(wide_and(v, mask), fill) : v;
        wide_put(out + done * out_stride, out_stride, v, stored, overlap);
    }
    for (; done < count; done++) {
        uint8_t element[4 * IN_SIZE] = {0};
        memory_copy(element, in + done * in_stride, numbers * IN_SIZE);
        wide v = VALUE(GATHER(element, 0));
        all = CHECK ? wide_or(all, v) : all;
        v = stored > numbers ? wide_or(wide_and(v, mask), fill) : v;
        wide_put_one(out + done * out_stride, v, stored);
    }
    return CHECK ? wide_negative(all, numbers) : 0;
}

TARGET static int JOIN(filled_, IN, OUT, )(const gltf_i_span *span, size_t numbers) {
    return JOIN(lanes_, IN, OUT, )(span, 0, numbers, 4, 0);
}

TARGET static GLTF_I_INLINE int JOIN(elements_, IN, OUT, )(const gltf_i_span *span, size_t numbers) {
    if (span->fill_size && numbers * 4 + span->fill_size == 16) {
        return JOIN(filled_, IN, OUT, )(span, numbers);
    }
    const int bad = JOIN(lanes_, IN, OUT, )(span, 0, numbers, numbers, 0);
    convert_fill(span, numbers * 4);
    return bad;
}

#ifdef CUT

/* Single numbers, four bytes apart on both sides, up to one that others follow; gives how many. */
TARGET static GLTF_I_INLINE size_t JOIN(single_, IN, OUT, )(const gltf_i_span *span, int *bad) {
    const size_t lanes = WIDE_SIZE / 4, safe = vector_safe(span, 4 - IN_SIZE);
    wide all = wide_zero();
    size_t done = 0;
    for (; done + lanes <= safe; done += lanes) {
        const wide v = VALUE(CUT(wide_load(span->in + done * 4)));
        all = CHECK ? wide_or(all, v) : all;
        wide_store(span->out + done * 4, v, 0);
    }
    *bad = CHECK ? wide_negative(all, 4) : 0;
    return done;
}

#endif

TARGET static int JOIN(elements_, IN, OUT, _1)(const gltf_i_span *span) {
#ifdef CUT
    if (span->in_stride == 4 && span->out_stride == 4) {
        int bad;
        const size_t done = JOIN(single_, IN, OUT, )(span, &bad);
        return JOIN(lanes_, IN, OUT, )(span, done, 1, 1, 0) | bad;
    }
#endif
    return JOIN(elements_, IN, OUT, )(span, 1);
}

TARGET static int JOIN(elements_, IN, OUT, _2)(const gltf_i_span *span) {
    return JOIN(elements_, IN, OUT, )(span, 2);
}

#ifdef TRIPLES

/* Around the caches, from the first element of a line on, up to `safe`; gives up to which. */
TARGET static GLTF_I_INLINE size_t JOIN(dense_around_, IN, OUT, )(const uint8_t *GLTF_I_RESTRICT in, size_t stride,
                                                                  uint8_t *GLTF_I_RESTRICT out, size_t safe) {
    enum { STRETCH = VECTOR_STRETCH / 12, TOGETHER = VECTOR_STREAMS * STRETCH, LINES = 16 };
    size_t done = vector_start(out, 12);
    for (; done + TOGETHER <= safe; done += TOGETHER) {
        for (size_t at = done; at < done + STRETCH; at += LINES) {
            for (size_t k = at; k < at + TOGETHER; k += STRETCH) {
                wide_ahead(in + k * stride, LINES * stride, VECTOR_AHEAD);
                for (size_t i = k; i < k + LINES; i += TRIPLES_ELEMENTS) {
                    TRIPLES(in + i * stride, stride, out + i * 12, 1);
                }
            }
        }
    }
    for (; done + TRIPLES_ELEMENTS <= safe; done += TRIPLES_ELEMENTS) {
        wide_ahead(in + done * stride, TRIPLES_ELEMENTS * stride, VECTOR_FAR_AHEAD);
        TRIPLES(in + done * stride, stride, out + done * 12, 1);
    }
    wide_finish();
    return done;
}

/* Dense elements of three numbers up to one that others follow; gives how many. */
TARGET static GLTF_I_INLINE size_t JOIN(dense_, IN, OUT, )(const gltf_i_span *span) {
    const uint8_t *in = span->in;
    uint8_t *out = span->out;
    const size_t stride = TRIPLES_STRIDE ? TRIPLES_STRIDE : span->in_stride;
    const size_t safe = vector_safe(span, IN_SIZE);
    const int around = WIDE_AROUND && vector_around(out, span->count * 12);
    const size_t start = around ? vector_start(out, 12) : safe;
    size_t done = 0;
    for (; done < start && done + TRIPLES_ELEMENTS <= safe; done += TRIPLES_ELEMENTS) {
        if (TRIPLES_STRIDE) {
            wide_ahead(in + done * stride, TRIPLES_ELEMENTS * stride, VECTOR_AHEAD);
        }
        TRIPLES(in + done * stride, stride, out + done * 12, 0);
    }
    if (around) {
        done = JOIN(dense_around_, IN, OUT, )(in, stride, out, safe);
    }
    return done;
}

#endif

TARGET static int JOIN(elements_, IN, OUT, _3)(const gltf_i_span *span) {
    size_t done = 0;
    if (span->out_stride != 12) {
        return JOIN(elements_, IN, OUT, )(span, 3);
    }
#ifdef TRIPLES
    if (TRIPLES_STRIDE == 0 || span->in_stride == TRIPLES_STRIDE) {
        done = JOIN(dense_, IN, OUT, )(span);
    }
#endif
    /* packed: the fourth lane of an element is overwritten by the next */
    return JOIN(lanes_, IN, OUT, )(span, done, 3, 3, 1);
}

TARGET static int JOIN(elements_, IN, OUT, _4)(const gltf_i_span *span) {
    return JOIN(elements_, IN, OUT, )(span, 4);
}

#undef JOIN_
#undef JOIN
#undef IN
#undef IN_SIZE
#undef OUT
#undef SPREAD
#undef GATHER
#undef CUT
#undef VALUE
#undef CHECK
#undef LOOPS
#undef TRIPLES
#undef TRIPLES_STRIDE
