/* core/convert_close.h - floor 1: small elements with a little room between them, brought together by shuffles.  A template,
 * so without a guard.
 *
 * In:  close_16        function (in, out, from): 16 bytes to `out`, each from its place among the 16 at `in`
 *      CLOSE_32        1 = and close_32 (in, out, from, words): of 32 bytes each half by itself in the same way, and then words
 *                      of 4 bytes, each from its place
 *      TARGET
 * Out: close_8_1 .. close_8_4, close_16_1 .. close_16_3, named by bits of a number and numbers of an element */

enum { CLOSE_MOST = 8 }; /* two elements of a register at least */

/* Where the bytes of so many elements are among 16; the rest is 0. */
static GLTF_I_INLINE void close_places(uint8_t from[16], size_t stride, size_t size, size_t elements) {
    size_t at = 0, behind = size;
    memset(from, 0, 16);
    for (size_t i = 0; i < 16 && behind <= elements * stride; i++) {
        from[i] = (uint8_t)at++;
        if (at == behind) {
            at += stride - size;
            behind += stride;
        }
    }
}

/* Dense elements, up to those at the end that do not fill a register; gives how many. */
TARGET static size_t close_some(const gltf_i_span *span, size_t size) {
    const size_t stride = span->in_stride, group = 16 / stride;
    uint8_t from[16];
    size_t done = 0;
    close_places(from, stride, size, group);
    for (; (span->count - done) * size >= 16; done += group) { /* then there are 16 bytes to read, too */
        close_16(span->in + done * stride, span->out + done * size, from);
    }
    return done;
}

#if CLOSE_32

/* The same, where halves of 16 bytes have whole elements and give whole words. */
TARGET static size_t close_more(const gltf_i_span *span, size_t size) {
    const size_t stride = span->in_stride, half = 16 / stride * size;
    uint8_t from[32];
    uint32_t words[8];
    size_t done = 0;
    if (16 % stride != 0 || half % 4 != 0) {
        return 0;
    }
    close_places(from, stride, size, 16 / stride);
    memcpy(from + 16, from, 16);
    for (size_t i = 0; i < 8; i++) {
        words[i] = (uint32_t)(i < half / 4 ? i : i < half / 2 ? 4 + i - half / 4 : 0);
    }
    for (; (span->count - done) * size >= 32; done += 32 / stride) {
        close_32(span->in + done * stride, span->out + done * size, from, words);
    }
    return done;
}

#endif

TARGET static int close_elements(const gltf_i_span *span, size_t size) {
    const int close = span->in_stride > size && span->in_stride <= CLOSE_MOST;
    gltf_i_span rest = *span;
    size_t done = 0;
#if CLOSE_32
    done = close && span->out_stride == size ? close_more(span, size) : 0;
    rest.in += done * rest.in_stride;
    rest.out += done * size;
    rest.count -= done;
#endif
    done += close && span->out_stride == size ? close_some(&rest, size) : 0;
    gltf_i_convert_move(span->in + done * span->in_stride, span->in_stride, span->out + done * span->out_stride,
                        span->out_stride, size, span->count - done);
    convert_fill(span, size);
    return 0;
}

#define CLOSE(bits, numbers)                                                                                           \
    TARGET static int close_##bits##_##numbers(const gltf_i_span *span) {                                              \
        return close_elements(span, (bits) / 8 * (numbers));                                                           \
    }

CLOSE(8, 1)
CLOSE(8, 2)
CLOSE(8, 3)
CLOSE(8, 4)
CLOSE(16, 1)
CLOSE(16, 2)
CLOSE(16, 3)

#undef CLOSE
