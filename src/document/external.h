/* document/external.h - layer 2: external buffers by their uri, so that one load serves all that name the same file. */
#ifndef GLTF_I_EXTERNAL_H
#define GLTF_I_EXTERNAL_H

#include "../base/visibility.h"

#include "../../include/gltf_accessor/document.h"
#include "../base/compiler.h"

/* One external buffer.  The first of each file, in `order`, also keeps what was loaded. */
typedef struct gltf_i_external {
    const char *uri; /* decoded */
    uint64_t byte_length;
    uint32_t buffer;
    uint32_t file;      /* a number that those of one file share */
    uint32_t first;     /* of its file, a place in `order` */
    uint32_t end;       /* after the last of its file; only in the first */
    uint32_t users;     /* buffers whose bytes these are */
    uint32_t turn;      /* of the last load: it is tried once for each call */
    uint64_t found;     /* bytes that the last load named */
    uint64_t beyond;    /* bytes of `got` beyond what was asked for */
    gltf_buffer got;    /* what io.load gave, while there are users */
    gltf_io io;         /* that gave it */
    const char *field;  /* of the failure */
    gltf_status status; /* of the last load */
    uint32_t reason;    /* GLTF_I_REASON_* of the failure */
    uint32_t owned;     /* got.data belongs to the document's allocator */
} gltf_i_external;

typedef struct gltf_i_externals {
    gltf_i_external *list; /* in the order of buffers */
    uint32_t *order;       /* by file, then the longest first */
    uint32_t count;
} gltf_i_externals;

/* Number files by uri: equal texts are one file. */
GLTF_I_HIDDEN void gltf_i_external_number(gltf_i_externals *all);
/* Sort by the numbers of files. */
GLTF_I_HIDDEN void gltf_i_external_group(gltf_i_externals *all);

/* Load the file of the group that begins at `first`: as long as its longest buffer, and where the file turns out to be too short,
 * as long as the longest one that may still fit.  *asked = the length of the last try; *got is zero on failure, but for the size
 * that the callback named. */
GLTF_I_HIDDEN gltf_status gltf_i_external_load(const gltf_i_externals *all, uint32_t first, const gltf_io *io,
                                               gltf_buffer *got, uint64_t *asked);

/* The first of [first, end) that `size` bytes are enough for; `end` if there is none. */
GLTF_I_HIDDEN uint32_t gltf_i_external_fits(const gltf_i_externals *all, uint32_t first, uint64_t size);

static inline gltf_i_external *external_at(const gltf_i_externals *all, uint32_t place) {
    return &all->list[all->order[place]];
}

#endif
