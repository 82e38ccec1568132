/* examples/render/primitive.c - brings one primitive to the GPU, and draws it. */
#include "primitive.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Points and lines as the file has them; strips and fans become lists of triangles, absent indices are counted out: one way
 * to draw is enough.  The library has checked that no index is beyond the vertices. */
static gltf_status read_indices(const gltf_document *document, primitive *p, gltf_error *error) {
    const uint32_t mesh = p->vertices.mesh, number = p->vertices.primitive;
    gltf_primitive facts;
    gltf_status status = gltf_document_primitive(document, mesh, number, &facts, error);
    if (status != GLTF_OK) {
        return status;
    }
    const uint32_t flags = facts.mode >= GL_TRIANGLES ? GLTF_INDICES_TRIANGLES : 0;
    size_t count = 0;
    p->mode = flags ? GL_TRIANGLES : facts.mode; /* numbers of glTF's modes are OpenGL's own */
    status = gltf_document_indices(document, mesh, number, flags, NULL, 0, &count, error);
    if (status != GLTF_OK) {
        return status;
    }
    uint32_t *indices = count <= INT32_MAX ? malloc(count * sizeof *indices + 1) : NULL;
    if (!indices) {
        return error->status = GLTF_ERR_MEMORY;
    }
    status = gltf_document_indices(document, mesh, number, flags, indices, count, &count, error);
    if (status == GLTF_OK) {
        p->index_count = (GLsizei)count;
        gl.GenBuffers(1, &p->indices);
        gl.BindBuffer(GL_ELEMENT_ARRAY_BUFFER, p->indices); /* the vertex array remembers it */
        gl.BufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(count * sizeof *indices), indices, GL_STATIC_DRAW);
    }
    free(indices);
    return status;
}

/* Bounds are of the stored numbers: what they mean if they are normalized is up to us. */
static gltf_status read_bounds(const gltf_accessor *accessor, float *low, float *high) {
    static const float largest[] = {127, 255, 32767, 65535};
    double min[4], max[4];
    if (accessor->component_count != 3) {
        return GLTF_ERR_SHAPE;
    }
    const gltf_status status = gltf_accessor_bounds(accessor, min, max, 4);
    const float unit = accessor->normalized ? largest[accessor->component_type - GLTF_BYTE] : 1;
    for (int c = 0; c < 3 && status == GLTF_OK; c++) {
        low[c] = (float)min[c] / unit;
        high[c] = (float)max[c] / unit;
    }
    return status;
}

static gltf_status find_bounds(const gltf_document *document, primitive *p, gltf_error *error) {
    float far_low[3] = {0}, far_high[3] = {0}; /* how far the targets go */
    gltf_primitive facts;
    gltf_status status = gltf_document_primitive(document, p->vertices.mesh, p->vertices.primitive, &facts, error);
    error->status = status == GLTF_OK ? read_bounds(&p->vertices.accessors[POSITION], p->low, p->high) : status;
    for (uint32_t t = 0; t < facts.target_count && error->status == GLTF_OK; t++) {
        gltf_accessor delta;
        float low[3] = {0}, high[3] = {0};
        status = gltf_document_attribute(document, p->vertices.mesh, p->vertices.primitive, t, "POSITION", NULL, &delta,
                                         error);
        error->status = status == GLTF_OK && delta.count > 0 ? read_bounds(&delta, low, high) : status;
        for (int c = 0; c < 3; c++) {
            far_low[c] = fminf(far_low[c], low[c]);
            far_high[c] = fmaxf(far_high[c], high[c]);
        }
    }
    for (int c = 0; c < 3; c++) {
        p->low[c] += far_low[c];
        p->high[c] += far_high[c];
    }
    return error->status;
}

gltf_status primitive_open(const gltf_document *document, uint32_t mesh, uint32_t number, view_buffers *views,
                           primitive *out, gltf_error *error) {
    memset(out, 0, sizeof *out);
    gltf_status status = vertices_open(document, mesh, number, views, &out->vertices, error);
    if (status == GLTF_OK && out->vertices.count > 0) {
        status = read_indices(document, out, error);
    }
    if (status == GLTF_OK && out->vertices.count > 0) {
        status = find_bounds(document, out, error);
    }
    return status;
}

void primitive_release(primitive *p) {
    vertices_release(&p->vertices);
    gl.DeleteBuffers(1, &p->indices);
    memset(p, 0, sizeof *p);
}

void primitive_draw(const primitive *p) {
    gl.BindVertexArray(p->vertices.array);
    gl.DrawElements(p->mode, p->index_count, GL_UNSIGNED_INT, NULL);
}
