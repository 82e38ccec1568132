/* core/convert_close.h - floor 1: small elements with a little room between them, brought together by shuffles.  A template,
 * so without a guard.
 *
 * In:  close_16        function (in, out, from): 16 bytes to `out`, each from its place among the 16 at `in`
 *      TARGET
 * Out: close_8_1 .. close_8_4, close_16_1 .. close_16_3, named by bits of a number and numbers of an element */

enum { CLOSE_MOST = 8 }; /* two elements of a register at least */

/* Dense elements, up to those at the end that do not fill a register; gives how many. */
TARGET static size_t close_some(const gltf_i_span *span, size_t size) {
    const size_t stride = span->in_stride, group = 16 / stride;
    uint8_t from[16];
    size_t done = 0;
    for (size_t i = 0; i < 16; i++) {
        from[i] = (uint8_t)(i < group * size ? i / size * stride + i % size : 0);
    }
    for (; (span->count - done) * size >= 16; done += group) { /* then there are 16 bytes to read, too */
        close_16(span->in + done * stride, span->out + done * size, from);
    }
    return done;
}

TARGET static int close_elements(const gltf_i_span *span, size_t size) {
    const int close = span->in_stride > size && span->in_stride <= CLOSE_MOST;
    const size_t done = close && span->out_stride == size ? close_some(span, size) : 0;
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
