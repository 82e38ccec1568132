/* examples/render/vertices.h - brings the attributes of a primitive to the GPU: as stored, read, or blended anew for each frame. */
#ifndef RENDER_VERTICES_H
#define RENDER_VERTICES_H

#include "gl.h"
#include <gltf_accessor/document.h>

enum { POSITION, NORMAL, COLOR, JOINTS, WEIGHTS, ATTRIBUTES }; /* also the locations in the shader */

/* Where an attribute's bytes are for the GPU. */
enum {
    ABSENT,    /* the primitive has none: the shader sees a constant */
    AS_STORED, /* the file's own bytes, in the buffer of their view */
    READ,      /* decoded into our interleaved layout, once */
    MORPHED    /* the same, for each frame again */
};

/* The views of a document as buffers of the GPU: one is made when the first attribute can be used as stored. */
typedef struct view_buffers {
    GLuint *buffers; /* for each view; 0 = not there yet */
    uint32_t count;
    int never; /* decode everything, also what could be used as stored */
} view_buffers;

typedef struct vertices {
    int places[ATTRIBUTES];
    gltf_accessor accessors[ATTRIBUTES];
    GLuint array;
    GLuint buffers[2];    /* of what is read once, and of what is morphed */
    size_t strides[2];    /* of these: bytes of one vertex */
    unsigned char *blend; /* what is morphed, on its way to the GPU */
    float *weights;       /* for which it was blended */
    size_t weight_count;
    size_t count;
    uint32_t mesh, primitive;
} vertices;

gltf_status view_buffers_open(const gltf_document *document, view_buffers *out);
void view_buffers_release(view_buffers *views);

/* Count 0 if the primitive has no POSITION.  Release it in any case. */
gltf_status vertices_open(const gltf_document *document, uint32_t mesh, uint32_t primitive, view_buffers *views,
                          vertices *out, gltf_error *error);
void vertices_release(vertices *v);

/* Blend the morph targets, if there are any and the weights are others than last time. */
gltf_status vertices_morph(const gltf_document *document, vertices *v, const float *weights, size_t weight_count,
                           gltf_error *error);

/* One line on stdout that says what became of each attribute. */
void vertices_print(const vertices *v);

#endif
