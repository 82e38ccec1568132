/* examples/render/model.c - loads a whole file, moves it, draws it. */
#include "model.h"
#include "matrix.h"
#include "report.h"
#include <gltf_accessor/files.h>
#include <stdlib.h>
#include <string.h>
#ifdef GLTF_RENDER_DRACO
#include <gltf_accessor/draco.h>
#endif

/* ---- Loading ---- */

static void open_primitives(model *m) {
    for (uint32_t mesh = 0; mesh < m->scene.mesh_count; mesh++) {
        for (uint32_t i = m->scene.first[mesh]; i < m->scene.first[mesh + 1]; i++) {
            gltf_error error = {0};
            if (primitive_open(m->document, mesh, i - m->scene.first[mesh], &m->views, &m->primitives[i], &error) !=
                GLTF_OK) {
                report(&error);
                primitive_release(&m->primitives[i]); /* zeroed: it draws nothing */
                m->faults++;
            }
        }
        gltf_error error = {0};
        if (gltf_document_fault(m->document, GLTF_OBJECT_MESH, mesh, &error) != GLTF_OK &&
            m->scene.first[mesh] == m->scene.first[mesh + 1]) {
            report(&error);
            m->faults++;
        }
    }
}

static void open_skins(model *m) {
    for (uint32_t i = 0; i < m->skin_count; i++) {
        gltf_error error = {0};
        if (skin_open(m->document, i, &m->skins[i], &error) != GLTF_OK) {
            report(&error);
            skin_release(&m->skins[i]);
            m->faults++;
        }
    }
}

gltf_status model_open(const char *path, uint32_t number, int never_as_stored, model *out) {
    gltf_document_options options = {0};
    gltf_error error = {0};
    memset(out, 0, sizeof *out);
    options.struct_size = sizeof options;
    options.max_zero_elements = 1u << 22; /* a few bytes of text shall not fill our memory */
#ifdef GLTF_RENDER_DRACO
    options.primitive_codec = gltf_draco_codec();
#endif
    if (gltf_document_open(path, &options, &out->document, &error) != GLTF_OK) {
        return report(&error);
    }
    const gltf_status status = scene_open(out->document, &out->scene);
    if (status != GLTF_OK) {
        return status;
    }
    out->primitive_count = out->scene.first[out->scene.mesh_count];
    out->skin_count = gltf_document_count(out->document, GLTF_OBJECT_SKIN);
    out->primitives = calloc((size_t)out->primitive_count + 1, sizeof *out->primitives);
    out->skins = calloc((size_t)out->skin_count + 1, sizeof *out->skins);
    if (!out->primitives || !out->skins || view_buffers_open(out->document, &out->views) != GLTF_OK) {
        return report_read(GLTF_ERR_MEMORY, GLTF_OBJECT_NONE, GLTF_NONE, GLTF_NONE, NULL);
    }
    out->views.never = never_as_stored;
    open_primitives(out);
    open_skins(out);
    if (number < gltf_document_count(out->document, GLTF_OBJECT_ANIMATION) &&
        animation_open(out->document, number, &out->scene, &out->animation, &out->faults) != GLTF_OK) {
        out->faults++;
    }
    return GLTF_OK;
}

void model_release(model *m) {
    for (uint32_t i = 0; m->primitives && i < m->primitive_count; i++) {
        primitive_release(&m->primitives[i]);
    }
    for (uint32_t i = 0; m->skins && i < m->skin_count; i++) {
        skin_release(&m->skins[i]);
    }
    free(m->primitives);
    free(m->skins);
    view_buffers_release(&m->views);
    animation_release(&m->animation);
    scene_release(&m->scene);
    gltf_document_free(m->document); /* last: joints and accessors were its own */
    memset(m, 0, sizeof *m);
}

/* ---- Moving ---- */

void model_advance(model *m, float time) {
    animation_apply(&m->animation, time, &m->scene);
    scene_place(&m->scene);
    for (uint32_t i = 0; i < m->skin_count; i++) {
        skin_update(&m->skins[i], &m->scene);
    }
}

const skin *model_skin_of(const model *m, const scene_node *node, const primitive *p) {
    const int can_be_moved = p->vertices.places[JOINTS] != ABSENT && p->vertices.places[WEIGHTS] != ABSENT;
    return can_be_moved && node->skin < m->skin_count && m->skins[node->skin].joint_count > 0 ? &m->skins[node->skin]
                                                                                              : NULL;
}

/* ---- Drawing ---- */

/* Points and lines without normals are not lit. */
static GLint shading_of(const primitive *p, const scene_material *material) {
    if (material->unlit) {
        return SHADE_NONE;
    }
    return p->vertices.places[NORMAL] ? SHADE_SMOOTH : p->mode == GL_TRIANGLES ? SHADE_FLAT : SHADE_NONE;
}

static void draw_primitive(model *m, const scene_node *node, primitive *p, const shader *s) {
    const vertices *v = &p->vertices;
    const skin *joints = model_skin_of(m, node, p);
    const scene_material material = scene_material_of(&m->scene, v->mesh, v->primitive);
    gltf_error error = {0};
    if (vertices_morph(m->document, &p->vertices, node->weights, node->weight_count, &error) != GLTF_OK) {
        report(&error);
        m->faults++;
        p->vertices.count = 0; /* once is enough */
        return;
    }
    gl.Uniform4fv(s->base_color, 1, material.base_color);
    gl.Uniform1i(s->shading, shading_of(p, &material));
    gl.UniformMatrix4fv(s->model, 1, GL_FALSE, node->global);
    gl.Uniform1i(s->joint_count, joints ? (GLint)joints->joint_count : 0);
    gl.BindTexture(GL_TEXTURE_BUFFER, joints ? joints->texture : 0);
    gl.FrontFace(!joints && matrix_determinant(node->global) < 0 ? GL_CW : GL_CCW); /* a mirror turns triangles round */
    if (material.double_sided) {
        gl.Disable(GL_CULL_FACE);
    } else {
        gl.Enable(GL_CULL_FACE);
    }
    primitive_draw(p);
}

void model_draw(model *m, const shader *s, const view *v) {
    gl.UseProgram(s->program);
    gl.Enable(GL_DEPTH_TEST);
    gl.UniformMatrix4fv(s->view_projection, 1, GL_FALSE, v->view_projection);
    gl.Uniform3fv(s->eye, 1, v->eye);
    gl.VertexAttrib4f(COLOR, 1, 1, 1, 1); /* where a primitive has no colours */
    gl.VertexAttribI4ui(JOINTS, 0, 0, 0, 0);
    for (uint32_t i = 0; i < m->scene.order_count; i++) {
        const scene_node *node = &m->scene.nodes[m->scene.order[i]];
        if (node->mesh >= m->scene.mesh_count) {
            continue;
        }
        for (uint32_t p = m->scene.first[node->mesh]; p < m->scene.first[node->mesh + 1]; p++) {
            if (m->primitives[p].vertices.count > 0) {
                draw_primitive(m, node, &m->primitives[p], s);
            }
        }
    }
    gl.BindVertexArray(0);
}
