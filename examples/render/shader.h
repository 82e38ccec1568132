/* examples/render/shader.h - the program that runs on the GPU, and what it wants to know. */
#ifndef RENDER_SHADER_H
#define RENDER_SHADER_H

#include "gl.h"

enum { SHADE_SMOOTH, SHADE_FLAT, SHADE_NONE }; /* by normals; triangles without; as they are */

typedef struct shader {
    GLuint program;
    GLint model, view_projection, eye, base_color, shading, joint_count;
} shader;

/* 0 after a complaint if the GPU's compiler does not take it. */
int shader_open(shader *out);
void shader_release(shader *s);

#endif
