/* examples/render/skin.h - the matrices of a skin's joints, as a texture that the shader reads: there may be any number. */
#ifndef RENDER_SKIN_H
#define RENDER_SKIN_H

#include "gl.h"
#include "scene.h"

typedef struct skin {
    const uint32_t *joints; /* nodes; the document's */
    uint32_t joint_count;   /* 0 = cannot be used */
    float *inverse_bind;
    float *matrices; /* for each joint: from the mesh to where the joint has it now */
    GLuint buffer, texture;
} skin;

/* Release it in any case. */
gltf_status skin_open(const gltf_document *document, uint32_t index, skin *out, gltf_error *error);
void skin_release(skin *s);

/* Compute the matrices from the places of the nodes, and send them. */
void skin_update(skin *s, const scene *nodes);

#endif
