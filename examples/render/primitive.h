/* examples/render/primitive.h - one primitive on the GPU: vertices, indices as drawn, and how far it reaches. */
#ifndef RENDER_PRIMITIVE_H
#define RENDER_PRIMITIVE_H

#include "vertices.h"

typedef struct primitive {
    vertices vertices; /* count 0 = nothing to draw */
    GLuint indices;
    GLsizei index_count;
    GLenum mode;
    float low[3], high[3]; /* bounds of its vertices, morph targets at weight 1 included */
} primitive;

/* Release it in any case. */
gltf_status primitive_open(const gltf_document *document, uint32_t mesh, uint32_t number, view_buffers *views,
                           primitive *out, gltf_error *error);
void primitive_release(primitive *p);
void primitive_draw(const primitive *p);

#endif
