/* gltf_accessor/accessor.h - layer 1: the decoder.  No allocation, no I/O, no locale, no globals.
 *
 * Describe -> resolve -> read a range:
 *
 *     gltf_accessor positions;
 *     if (gltf_accessor_resolve(&source, &desc, &positions, &error) == GLTF_OK) {
 *         gltf_accessor_read_float(&positions, 0, positions.count, out, capacity);
 *     }
 *
 * Threads: no function here has state; all may run at once, also on the same accessor, as long as outputs
 * differ.
 * In parameter names `count` and `first` are elements, `capacity` is numbers of the output type, `size` and
 * `stride` are bytes. */
#ifndef GLTF_ACCESSOR_ACCESSOR_H
#define GLTF_ACCESSOR_ACCESSOR_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What the file says.  Frozen with glTF 2.0. ---- */

/* A buffer: bytes in memory. */
typedef struct gltf_buffer {
    const uint8_t *data; /* borrowed; NULL = not loaded; else at least `size` bytes */
    uint64_t size;       /* bytes that views may use: the declared byteLength */
} gltf_buffer;

/* A view: a range of a buffer, and how far apart its elements are. */
typedef struct gltf_buffer_view {
    uint64_t byte_offset; /* from the start of the buffer */
    uint64_t byte_length; /* bytes */
    uint32_t buffer;      /* GLTF_NONE = broken, nothing resolves through it */
    uint32_t byte_stride; /* 0 = tightly packed */
} gltf_buffer_view;

/* The sparse part of an accessor: which elements are replaced, and by what. */
typedef struct gltf_sparse {
    uint64_t count;                  /* replaced elements; 0 = not sparse */
    uint64_t indices_byte_offset;    /* from the start of indices_view */
    uint64_t values_byte_offset;     /* from the start of values_view */
    uint32_t indices_view;           /* positions of the replaced elements, tightly packed */
    uint32_t values_view;            /* their new values, tightly packed, typed like the accessor */
    uint32_t indices_component_type; /* GLTF_UNSIGNED_BYTE, _SHORT or _INT */
    uint32_t reserved;               /* 0 */
} gltf_sparse;

/* An accessor as the file describes it, not yet checked. */
typedef struct gltf_accessor_desc {
    uint64_t byte_offset;    /* from the start of the view */
    uint64_t count;          /* elements */
    uint32_t view;           /* GLTF_NONE, not 0, = no view: every base element is zero */
    uint32_t component_type; /* GLTF_BYTE .. GLTF_FLOAT; 0 (with shape 0) = broken */
    uint32_t shape;          /* GLTF_SCALAR .. GLTF_MAT4 */
    uint32_t normalized;     /* 0 or 1 */
    uint32_t byte_stride;    /* 0 = the view's; set by a front end that knows better */
    uint32_t id;             /* copied to error.index */
    gltf_sparse sparse;      /* all-zero = none */
} gltf_accessor_desc;

/* ---- Where the bytes are and how to treat them. ---- */

/* Flags of a source.  STRICT refuses a closed list of layout faults that the default reads, because they have
 * one safe and unambiguous meaning: count 0; byteOffset without a view; accessor offset, or view offset +
 * accessor offset, not a multiple of the component size (of 4 for matrices); an explicit stride below 4,
 * above 252, not a multiple of 4 or below the element size; normalized FLOAT or UNSIGNED_INT; sparse indices
 * that do not increase, misaligned sparse offsets, a stride on the view of a sparse part. */
enum { GLTF_SOURCE_STRICT = 1u };

/* The tables that descriptions of accessors refer to. */
typedef struct gltf_source {
    const gltf_buffer *buffers;    /* borrowed during the call */
    const gltf_buffer_view *views; /* likewise */
    uint32_t buffer_count;         /* entries of `buffers` */
    uint32_t view_count;           /* entries of `views` */
    uint32_t flags;                /* GLTF_SOURCE_* */
    /* 0, gltf_cpu_detect(), a subset of it, or GLTF_CPU_PLAIN.  Setting bits the CPU lacks is undefined
     * behaviour */
    uint32_t cpu;
    uint64_t max_zero_elements; /* refuse larger accessors without a view with GLTF_ERR_LIMIT; 0 = 2^28 */
} gltf_source;

/* ---- What has been proved. ---- */

/* Flags of a resolved accessor. */
enum { GLTF_ACCESSOR_UNSORTED = 1u }; /* sparse indices are not sorted: each read scans every entry */

/* A resolved accessor.  Fill only with gltf_accessor_resolve or gltf_accessor_wrap; then read-only, copyable,
 * usable from any thread while the bytes live.  All-zero = an empty accessor.  It holds pointers into the
 * caller's buffers and owns nothing. */
typedef struct gltf_accessor {
    const uint8_t *data;           /* first element, or NULL = zeros */
    const uint8_t *sparse_indices; /* positions of replaced elements */
    const uint8_t *sparse_values;  /* what replaces them */
    size_t count;                  /* elements */
    size_t stride;                 /* bytes from one element to the next */
    size_t sparse_count;           /* replaced elements; 0 = not sparse */
    uint32_t component_type;       /* as stored */
    uint32_t shape;                /* GLTF_SCALAR .. GLTF_MAT4 */
    uint32_t component_count;      /* numbers per element */
    uint32_t element_size;         /* bytes per stored element, column padding included */
    uint32_t normalized;           /* 0 where the type forbids it, whatever the file says */
    uint32_t sparse_index_type;    /* GLTF_UNSIGNED_BYTE, _SHORT or _INT; 0 = not sparse */
    uint32_t cpu;                  /* kernels that reads may use */
    uint32_t flags;                /* GLTF_ACCESSOR_* */
} gltf_accessor;

/* CPU features that this library has kernels for and this machine offers, for gltf_source.cpu.  Pure: asks
 * the CPU each time and caches nothing, so call it once and keep the answer.  Any thread. */
GLTF_API uint32_t gltf_cpu_detect(void);

/* Check everything about one accessor once.  On success `*out` is proved: no read through it can leave the
 * buffers of `source`, and 8 bytes for every number fit in PTRDIFF_MAX.  Bytes are borrowed from
 * source->buffers and must outlive `*out`; the tables and `desc` may go.  Sparse indices are read here
 * (linear in their number), element data is not.
 *
 * source, desc and out are required; error may be NULL.  On failure `*out` is all-zero and `*error` names the
 * accessor, view or buffer, its index and the property.
 * Faults are found in the order accessor, view, buffer, sparse, GLTF_ERR_NOT_LOADED:
 * ARGUMENT (NULL, also of a table that is said to have entries), COMPONENT_TYPE, SHAPE, COUNT, NORMALIZED,
 * PROPERTY, ALIGNMENT, STRIDE (the last four only with GLTF_SOURCE_STRICT), LIMIT (a larger accessor without
 * view than max_zero_elements, or a view that ends beyond PTRDIFF_MAX), REFERENCE, VIEW_BOUNDS,
 * ACCESSOR_BOUNDS, SPARSE_COUNT, SPARSE_INDEX, SPARSE_ORDER (strict), NOT_LOADED.
 * [glTF 2.0, 3.6.2 Accessors, 3.6.2.3 Sparse Accessors, 3.6.2.4 Data Alignment] */
GLTF_API gltf_status gltf_accessor_resolve(const gltf_source *source, const gltf_accessor_desc *desc,
                                           gltf_accessor *out, gltf_error *error);

/* The same for one block of memory in place of buffer and view: desc->view is ignored, desc->byte_offset
 * counts from `bytes`, desc->sparse must be empty (ARGUMENT).  `bytes` is borrowed; NULL is fine only if
 * desc->count is 0.
 * cpu as in gltf_source.  Reads leniently, as a source without flags does. */
GLTF_API gltf_status gltf_accessor_wrap(const void *bytes, size_t size, const gltf_accessor_desc *desc,
                                        uint32_t cpu, gltf_accessor *out, gltf_error *error);

/* ---- Reading ----
 * Read `count` elements from element `first`: base, then sparse overlay, tightly packed; matrices
 * column-major without padding.  out_capacity counts numbers.  first == count of the accessor is a legal
 * empty read; with count 0 nothing is written and `out` may be NULL.  ARGUMENT (NULL accessor or output),
 * RANGE and CAPACITY write nothing.  After CONVERSION the requested elements are unspecified and nothing else
 * is written.  Nothing outside them is ever written, even if the bytes change after resolve.  Outputs must
 * not overlap the bytes that are read.  [3.6.2.2, 3.6.2.3; normalization 3.11 Animations] */

/* Any stored type; normalized integers become the correctly rounded quotient c / max, clamped at -1;
 * UNSIGNED_INT rounds to nearest even; stored floats keep their bits. */
GLTF_API gltf_status gltf_accessor_read_float(const gltf_accessor *accessor, size_t first, size_t count,
                                              float *out, size_t out_capacity);

/* The same in double: exact for every stored integer and float, correctly rounded for normalized ones. */
GLTF_API gltf_status gltf_accessor_read_double(const gltf_accessor *accessor, size_t first, size_t count,
                                               double *out, size_t out_capacity);

/* Integers that are not normalized: indices, joints, feature ids.  Float or normalized data, or a negative
 * value in the range, is CONVERSION. */
GLTF_API gltf_status gltf_accessor_read_uint32(const gltf_accessor *accessor, size_t first, size_t count,
                                               uint32_t *out, size_t out_capacity);

/* ---- The caller's own vertex layout ---- */

/* What a read writes: type, components and stride of the output.  All-zero = as stored, tightly packed. */
typedef struct gltf_layout {
    /* 0 = type and normalized as stored; GLTF_FLOAT, _HALF_FLOAT, _DOUBLE, _INT or a stored integer type */
    uint32_t component_type;
    uint32_t component_count; /* 0 = as stored; 1..4 for SCALAR..VEC4 */
    uint32_t normalized;      /* integer outputs: encode round(f * max) */
    uint32_t byte_stride;     /* 0 = tightly packed; bytes between elements are neither read nor written */
    float fill[4];            /* value of component c where the file has none, e.g. 0 0 0 1 */
} gltf_layout;

/* Read a range as any type, with a stride, dropped or filled components.  `out` may have any alignment;
 * out_size (bytes) must be at least (count - 1) * stride + the packed size of one output element.
 *   as stored, or same type and normalized    bits copied, column padding dropped
 *   any -> FLOAT, HALF_FLOAT, DOUBLE          the real value; halves round to nearest even, too large becomes
 *                                             infinity
 *   any -> integer with layout.normalized     NaN gives 0; clamped to [-1,1] or [0,1]; rounded half away from
 *                                             zero
 *   plain integer -> integer                  the same number, or CONVERSION
 *   float or normalized -> plain integer      CONVERSION
 * fill[c] is encoded like the data (1.0 becomes 255 in a normalized UNSIGNED_BYTE); a used one that a plain
 * integer cannot hold is ARGUMENT.  Matrices take component_count 0 only.  An unknown type, count or a stride
 * below the element is ARGUMENT.  NULL layout = as stored, tightly packed.  Errors and writes otherwise as
 * above. */
GLTF_API gltf_status gltf_accessor_read_as(const gltf_accessor *accessor, size_t first, size_t count,
                                           const gltf_layout *layout, void *out, size_t out_size);

/* One stream of gltf_accessor_read_streams: an accessor, where its output goes, and how. */
typedef struct gltf_stream {
    const gltf_accessor *accessor; /* what is read */
    void *out;                     /* first element */
    size_t out_size;               /* bytes from `out` */
    gltf_layout layout;            /* as for gltf_accessor_read_as */
} gltf_stream;

/* Read the same range of several accessors at once, block by block, so that interleaved sources and
 * destinations pass through the cache once.  Two steps: all streams are checked as far as that needs no data
 * (arguments, range, capacity, types that do not convert), and only if all of them pass are values read, and
 * is the first byte written.  `*failed` (may be NULL) becomes the lowest stream that fails the step at which
 * the call ends: in the second, the lowest with a value that does not fit (CONVERSION); GLTF_NONE on success.
 * No streams is fine. */
GLTF_API gltf_status gltf_accessor_read_streams(const gltf_stream *streams, uint32_t stream_count,
                                                size_t first, size_t count, uint32_t *failed);

/* ---- Looking ---- */

/* Numbers in the whole accessor: the capacity that a whole read needs.  0 for NULL.  Times 8 fits in
 * PTRDIFF_MAX. */
GLTF_API size_t gltf_accessor_number_count(const gltf_accessor *accessor);

/* The stored data where it can be used in place: aligned to its component size at every element, native byte
 * order, no column padding, not sparse, not without a view; step by accessor->stride.  Else NULL.  Normalized
 * integers qualify, still undivided.  Borrowed from the buffer. */
GLTF_API const void *gltf_accessor_direct(const gltf_accessor *accessor);

/* Per-component extremes of the stored values, as min and max in a file: after the sparse overlay, normalized
 * integers undivided, NaN skipped.  `min` and `max` may each be NULL; capacity = numbers in each, at least
 * component_count.  A component without any value (empty accessor, all NaN) gives +infinity as min and
 * -infinity as max.
 * Linear in the stored elements and sparse entries, however many zeros there are; therefore, of more than
 * 1024 entries whose indices decrease somewhere (GLTF_ACCESSOR_UNSORTED), values that are replaced count,
 * too: the bounds may be too wide.
 * ARGUMENT and CAPACITY write nothing.  [3.6.2.5 Accessors Bounds] */
GLTF_API gltf_status gltf_accessor_bounds(const gltf_accessor *accessor, double *min, double *max,
                                          size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
