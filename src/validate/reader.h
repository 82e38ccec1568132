/* validate/reader.h - layer 3: the elements of an accessor in blocks, with its sparse entries put in. */
#ifndef GLTF_I_READER_H
#define GLTF_I_READER_H

#include "accessors.h"

enum { GLTF_I_BLOCK = 1152 }; /* numbers; a multiple of 3 times every component count, so that phases start anew */

typedef struct gltf_i_reader {
    gltf_accessor base;   /* unused where is_zero */
    gltf_accessor values; /* of sparse entries, as scalars */
    const uint8_t *indices;
    uint64_t count;
    uint64_t entry_count; /* sparse entries */
    uint64_t entry;       /* the next one */
    uint32_t index_type;
    uint32_t components;
    uint32_t is_zero;    /* no view: zeros */
    uint32_t is_integer; /* read as uint32, else as float; both hold every stored value */
} gltf_i_reader;

/* Get ready to read an accessor from its first element; 0 when its data cannot be looked at: not loaded, misaligned, out of
 * bounds, or broken in another way that has been reported. */
GLTF_I_HIDDEN int gltf_i_reader_open(const gltf_i_check *check, const gltf_i_check_accessor *accessor,
                                     gltf_i_reader *out);

/* Read the next `count` elements from `first` on, raw and as far as a block has room; one of the arrays is filled. */
GLTF_I_HIDDEN void gltf_i_reader_read(gltf_i_reader *reader, uint64_t first, size_t count, float *floats,
                                      uint32_t *integers);

/* The element that the next sparse entry replaces; `count` where no entry comes any more. */
GLTF_I_HIDDEN uint64_t gltf_i_reader_next_entry(const gltf_i_reader *reader, uint64_t first);

/* The sparse indices of an accessor where they are loaded and aligned, whether or not they lie in their view; NULL else. */
GLTF_I_HIDDEN const uint8_t *gltf_i_reader_indices(const gltf_i_check *check, const gltf_i_check_sparse *sparse);
GLTF_I_HIDDEN uint32_t gltf_i_reader_index(const uint8_t *indices, uint32_t type, uint64_t entry);

#endif
