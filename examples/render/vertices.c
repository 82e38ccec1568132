/* examples/render/vertices.c - brings the attributes of a primitive to the GPU: as stored, read, or blended anew for each frame. */
#include "vertices.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Our own layout for what cannot be used as stored.  Sizes are multiples of 4, as GPUs like it. */
static const struct {
    const char *semantic;
    gltf_layout layout; /* type, components, normalized; the stride comes later; fill */
    uint32_t size;      /* bytes */
} own[ATTRIBUTES] = {
    {"POSITION", {GLTF_FLOAT, 3, 0, 0, {0, 0, 0, 0}}, 12},
    {"NORMAL", {GLTF_SHORT, 4, 1, 0, {0, 0, 0, 0}}, 8},
    {"COLOR_0", {GLTF_UNSIGNED_BYTE, 4, 1, 0, {0, 0, 0, 1}}, 4}, /* alpha is 1 where the file has only RGB */
    {"JOINTS_0", {GLTF_UNSIGNED_SHORT, 4, 0, 0, {0, 0, 0, 0}}, 8},
    {"WEIGHTS_0", {GLTF_UNSIGNED_SHORT, 4, 1, 0, {0, 0, 0, 0}}, 8},
};

/* ---- As stored: one buffer for a whole view ---- */

gltf_status view_buffers_open(const gltf_document *document, view_buffers *out) {
    out->count = gltf_document_count(document, GLTF_OBJECT_VIEW);
    out->buffers = calloc((size_t)out->count + 1, sizeof *out->buffers);
    return out->buffers ? GLTF_OK : GLTF_ERR_MEMORY;
}

void view_buffers_release(view_buffers *views) {
    if (views->buffers) {
        gl.DeleteBuffers((GLsizei)views->count, views->buffers); /* 0 is passed over */
    }
    free(views->buffers);
    views->buffers = NULL;
}

/* Whether the GPU reads these numbers as glTF means them, without our help. */
static int gpu_can_read(int attribute, const gltf_accessor *accessor) {
    const int integers = accessor->component_type != GLTF_FLOAT;
    const int is_signed = accessor->component_type == GLTF_BYTE || accessor->component_type == GLTF_SHORT;
    if (!gltf_accessor_direct(accessor) || accessor->shape < GLTF_VEC2 || accessor->shape > GLTF_VEC4) {
        return 0; /* sparse, without a view, misaligned, ... */
    }
    if (accessor->stride % 4 != 0 || accessor->stride > 252) {
        return 0; /* not in a legal file */
    }
    if (accessor->normalized && is_signed && gl.version < 42) {
        return 0; /* there -127 .. 127 became -1 + 1/255 .. 1, without a zero */
    }
    return attribute != JOINTS || (integers && !accessor->normalized);
}

/* The buffer of the accessor's view, and where in it the data begins.  0 if the data is elsewhere: a decoder of compressed
 * primitives may have brought it. */
static GLuint stored_buffer(const gltf_document *document, uint32_t index, const gltf_accessor *accessor,
                            view_buffers *views, size_t *offset) {
    gltf_source source;
    gltf_accessor same;
    const gltf_accessor_desc *accessors;
    if (gltf_document_accessor(document, index, &same, NULL) != GLTF_OK || same.data != accessor->data ||
        gltf_document_describe(document, &source, &accessors, NULL) != GLTF_OK ||
        accessors[index].view >= views->count) {
        return 0;
    }
    const uint32_t number = accessors[index].view;
    const gltf_buffer_view *view = &source.views[number]; /* it is there, and all of it, for the accessor is proved */
    if (accessor->data != source.buffers[view->buffer].data + view->byte_offset + accessors[index].byte_offset) {
        return 0;
    }
    if (!views->buffers[number]) {
        gl.GenBuffers(1, &views->buffers[number]);
        gl.BindBuffer(GL_ARRAY_BUFFER, views->buffers[number]);
        gl.BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)view->byte_length,
                      source.buffers[view->buffer].data + view->byte_offset, GL_STATIC_DRAW);
    }
    *offset = (size_t)accessors[index].byte_offset;
    return views->buffers[number];
}

/* ---- Our own layout ---- */

/* The attributes at one place, in a row: bytes from one vertex to the next. */
static size_t own_stride(const vertices *v, int place) {
    size_t stride = 0;
    for (int a = 0; a < ATTRIBUTES; a++) {
        stride += v->places[a] == place ? own[a].size : 0;
    }
    return stride;
}

/* Decode all of them in one pass over the file's bytes. */
static gltf_status read_once(vertices *v, gltf_error *error) {
    const size_t stride = v->strides[0] = own_stride(v, READ), size = v->count * stride;
    gltf_stream streams[ATTRIBUTES];
    const char *names[ATTRIBUTES];
    uint32_t stream_count = 0, failed = 0;
    size_t offset = 0;
    unsigned char *out = calloc(size + 1, 1); /* calloc: the GPU gets defined bytes */
    if (!out) {
        return error->status = GLTF_ERR_MEMORY;
    }
    for (int a = 0; a < ATTRIBUTES; a++) {
        if (v->places[a] == READ) {
            gltf_stream *stream = &streams[stream_count];
            names[stream_count++] = own[a].semantic;
            stream->accessor = &v->accessors[a];
            stream->out = out + offset;
            stream->out_size = size - offset;
            stream->layout = own[a].layout;
            stream->layout.byte_stride = (uint32_t)stride;
            offset += own[a].size;
        }
    }
    error->status = gltf_accessor_read_streams(streams, stream_count, 0, v->count, &failed);
    if (error->status != GLTF_OK) {
        error->name = failed < stream_count ? names[failed] : NULL;
    } else if (size > 0) {
        gl.GenBuffers(1, &v->buffers[0]);
        gl.BindBuffer(GL_ARRAY_BUFFER, v->buffers[0]);
        gl.BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, out, GL_STATIC_DRAW);
    }
    free(out);
    return error->status;
}

/* Room for what changes with the weights. */
static gltf_status prepare_morphing(const gltf_document *document, vertices *v, gltf_error *error) {
    gltf_primitive facts;
    v->strides[1] = own_stride(v, MORPHED);
    if (v->strides[1] == 0) {
        return GLTF_OK;
    }
    gltf_status status = gltf_document_primitive(document, v->mesh, v->primitive, &facts, error);
    if (status != GLTF_OK) {
        return status;
    }
    v->weight_count = facts.target_count;
    v->blend = calloc(v->count * v->strides[1] + 1, 1);
    v->weights = calloc(v->weight_count + 1, sizeof *v->weights);
    if (!v->blend || !v->weights) {
        return error->status = GLTF_ERR_MEMORY;
    }
    gl.GenBuffers(1, &v->buffers[1]);
    return vertices_morph(document, v, v->weights, v->weight_count, error);
}

gltf_status vertices_morph(const gltf_document *document, vertices *v, const float *weights, size_t weight_count,
                           gltf_error *error) {
    const size_t stride = v->strides[1], size = v->count * stride;
    size_t offset = 0;
    if (size == 0 || (weights != v->weights && weight_count == v->weight_count &&
                      memcmp(weights, v->weights, weight_count * sizeof *weights) == 0)) {
        return GLTF_OK;
    }
    for (int a = 0; a < ATTRIBUTES; a++) {
        if (v->places[a] == MORPHED) {
            gltf_layout layout = own[a].layout;
            layout.byte_stride = (uint32_t)stride;
            const gltf_status status =
                gltf_document_morph(document, v->mesh, v->primitive, own[a].semantic, weights, (uint32_t)weight_count,
                                    0, v->count, &layout, v->blend + offset, size - offset, error);
            if (status != GLTF_OK) {
                return status;
            }
            offset += own[a].size;
        }
    }
    if (weights != v->weights) {
        memcpy(v->weights, weights, weight_count * sizeof *weights); /* blending has checked their number */
    }
    gl.BindBuffer(GL_ARRAY_BUFFER, v->buffers[1]);
    gl.BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, v->blend,
                  GL_STREAM_DRAW); /* a fresh one: none waits for the GPU */
    return GLTF_OK;
}

/* ---- Telling the GPU ---- */

static void point(int attribute, GLuint buffer, uint32_t type, uint32_t components, uint32_t normalized, size_t stride,
                  size_t offset) {
    const GLuint location = (GLuint)attribute;
    const void *where = (const void *)(uintptr_t)offset; /* OpenGL's way to write an offset */
    gl.BindBuffer(GL_ARRAY_BUFFER, buffer);
    gl.EnableVertexAttribArray(location);
    if (attribute == JOINTS) { /* numbers of glTF's types are OpenGL's own */
        gl.VertexAttribIPointer(location, (GLint)components, type, (GLsizei)stride, where);
    } else {
        gl.VertexAttribPointer(location, (GLint)components, type, normalized ? GL_TRUE : GL_FALSE, (GLsizei)stride,
                               where);
    }
}

/* Attributes at one of our own places, each behind the one before. */
static void point_to_own(const vertices *v, int place) {
    const int which = place == MORPHED;
    size_t offset = 0;
    for (int a = 0; a < ATTRIBUTES; a++) {
        if (v->places[a] == place) {
            const gltf_layout *layout = &own[a].layout;
            point(a, v->buffers[which], layout->component_type, layout->component_count, layout->normalized,
                  v->strides[which], offset);
            offset += own[a].size;
        }
    }
}

/* ---- Choosing ---- */

static gltf_status is_morphed(const gltf_document *document, const vertices *v, int attribute, int *answer,
                              gltf_error *error) {
    gltf_primitive facts;
    gltf_status status = gltf_document_primitive(document, v->mesh, v->primitive, &facts, error);
    *answer = 0;
    for (uint32_t t = 0; t < facts.target_count && status == GLTF_OK; t++) {
        uint32_t index = GLTF_NONE;
        status =
            gltf_document_attribute(document, v->mesh, v->primitive, t, own[attribute].semantic, &index, NULL, error);
        *answer = *answer || index != GLTF_NONE;
    }
    return status;
}

/* Find one attribute and decide where its bytes shall be. */
static gltf_status place(const gltf_document *document, vertices *v, int attribute, view_buffers *views,
                         gltf_error *error) {
    uint32_t index;
    int morphed;
    size_t offset;
    gltf_accessor *accessor = &v->accessors[attribute];
    gltf_status status = gltf_document_attribute(document, v->mesh, v->primitive, GLTF_NONE, own[attribute].semantic,
                                                 &index, accessor, error);
    if (status == GLTF_OK) {
        status = is_morphed(document, v, attribute, &morphed, error);
    }
    if (status != GLTF_OK || index == GLTF_NONE) {
        return status;
    }
    v->count = attribute == POSITION ? accessor->count : v->count;
    if (accessor->count != v->count) {
        error->field = "count"; /* others have as many elements as POSITION, or none */
        error->name = own[attribute].semantic;
        error->expected = v->count;
        error->found = accessor->count;
        return error->status = GLTF_ERR_MISMATCH;
    }
    v->places[attribute] = morphed ? MORPHED : READ;
    if (!morphed && !views->never && gpu_can_read(attribute, accessor)) {
        const GLuint buffer = stored_buffer(document, index, accessor, views, &offset);
        if (buffer) {
            v->places[attribute] = AS_STORED;
            point(attribute, buffer, accessor->component_type, accessor->component_count, accessor->normalized,
                  accessor->stride, offset);
        }
    }
    return GLTF_OK;
}

gltf_status vertices_open(const gltf_document *document, uint32_t mesh, uint32_t primitive, view_buffers *views,
                          vertices *out, gltf_error *error) {
    gltf_status status = GLTF_OK;
    memset(out, 0, sizeof *out);
    out->mesh = mesh;
    out->primitive = primitive;
    error->object = GLTF_OBJECT_MESH; /* for those who do not fill it */
    error->index = mesh;
    error->part = primitive;
    error->target = GLTF_NONE;
    gl.GenVertexArrays(1, &out->array);
    gl.BindVertexArray(out->array);
    for (int a = 0; a < ATTRIBUTES && status == GLTF_OK; a++) {
        status = place(document, out, a, views, error);
        if (out->count == 0) {
            return status; /* nothing to draw */
        }
    }
    if (status == GLTF_OK) {
        status = read_once(out, error);
    }
    if (status == GLTF_OK) {
        status = prepare_morphing(document, out, error);
    }
    if (status == GLTF_OK) {
        point_to_own(out, READ);
        point_to_own(out, MORPHED);
    }
    return status;
}

void vertices_release(vertices *v) {
    gl.DeleteVertexArrays(1, &v->array);
    gl.DeleteBuffers(2, v->buffers);
    free(v->blend);
    free(v->weights);
    memset(v, 0, sizeof *v);
}

/* ---- Showing ---- */

static const char *type_name(const gltf_accessor *accessor) {
    static const char *const names[] = {"BYTE", "UNSIGNED_BYTE", "SHORT", "UNSIGNED_SHORT",
                                        "INT",  "UNSIGNED_INT",  "FLOAT"};
    return names[accessor->component_type - GLTF_BYTE];
}

void vertices_print(const vertices *v) {
    static const char *const places[] = {"", "as stored", "read", "morphed"};
    printf("mesh %u primitive %u: %u vertices", (unsigned)v->mesh, (unsigned)v->primitive, (unsigned)v->count);
    for (int a = 0; a < ATTRIBUTES; a++) {
        if (v->places[a] != ABSENT) {
            const gltf_accessor *accessor = &v->accessors[a];
            printf(", %s %s (%u %s%s, stride %u)", own[a].semantic, places[v->places[a]],
                   (unsigned)accessor->component_count, type_name(accessor), accessor->normalized ? " normalized" : "",
                   (unsigned)accessor->stride);
        }
    }
    printf("\n");
}
