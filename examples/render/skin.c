/* examples/render/skin.c - computes the matrices of a skin's joints. */
#include "skin.h"
#include "matrix.h"
#include <stdlib.h>
#include <string.h>

/* Without inverse bind matrices they are identity; with them there may be more than joints. */
static gltf_status read_inverse_bind(const gltf_document *document, const gltf_skin *facts, float *out,
                                     gltf_error *error) {
    gltf_accessor accessor;
    if (facts->inverse_bind_matrices == GLTF_NONE) {
        for (uint32_t j = 0; j < facts->joint_count; j++) {
            matrix_identity(out + 16 * (size_t)j);
        }
        return GLTF_OK;
    }
    const gltf_status status = gltf_document_accessor(document, facts->inverse_bind_matrices, &accessor, error);
    if (status != GLTF_OK) {
        return status;
    }
    if (accessor.shape != GLTF_MAT4 || accessor.count < facts->joint_count) {
        error->field = "inverseBindMatrices";
        error->expected = facts->joint_count;
        error->found = accessor.count;
        return error->status = accessor.shape == GLTF_MAT4 ? GLTF_ERR_MISMATCH : GLTF_ERR_SHAPE;
    }
    return error->status =
               gltf_accessor_read_float(&accessor, 0, facts->joint_count, out, 16 * (size_t)facts->joint_count);
}

gltf_status skin_open(const gltf_document *document, uint32_t index, skin *out, gltf_error *error) {
    gltf_skin facts;
    memset(out, 0, sizeof *out);
    gltf_status status = gltf_document_skin(document, index, &facts, error);
    if (status != GLTF_OK) {
        return status;
    }
    error->object = GLTF_OBJECT_SKIN;
    error->index = index;
    error->part = error->target = GLTF_NONE;
    out->inverse_bind = malloc(16 * (size_t)facts.joint_count * sizeof(float) + 1);
    out->matrices = malloc(16 * (size_t)facts.joint_count * sizeof(float) + 1);
    if (!out->inverse_bind || !out->matrices) {
        return error->status = GLTF_ERR_MEMORY;
    }
    status = read_inverse_bind(document, &facts, out->inverse_bind, error);
    if (status != GLTF_OK) {
        return status;
    }
    out->joints = facts.joints;
    out->joint_count = facts.joint_count;
    gl.GenBuffers(1, &out->buffer);
    gl.GenTextures(1, &out->texture);
    return GLTF_OK;
}

void skin_release(skin *s) {
    gl.DeleteTextures(1, &s->texture);
    gl.DeleteBuffers(1, &s->buffer);
    free(s->inverse_bind);
    free(s->matrices);
    memset(s, 0, sizeof *s);
}

void skin_update(skin *s, const scene *nodes) {
    if (s->joint_count == 0) {
        return;
    }
    for (uint32_t j = 0; j < s->joint_count; j++) {
        const size_t at = 16 * (size_t)j;
        if (s->joints[j] < nodes->node_count) {
            matrix_multiply(nodes->nodes[s->joints[j]].global, s->inverse_bind + at, s->matrices + at);
        } else {
            matrix_identity(s->matrices + at);
        }
    }
    gl.BindBuffer(GL_TEXTURE_BUFFER, s->buffer);
    gl.BufferData(GL_TEXTURE_BUFFER, (GLsizeiptr)(16 * (size_t)s->joint_count * sizeof(float)), s->matrices,
                  GL_STREAM_DRAW);
    gl.BindTexture(GL_TEXTURE_BUFFER, s->texture);
    gl.TexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, s->buffer); /* four texels a matrix */
}
