/* examples/render/bounds.c - computes how far a scene reaches. */
#include "bounds.h"
#include "matrix.h"
#include <math.h>

enum { BLOCK = 128 }; /* vertices that are looked at together */

static void add_point(const float *point, float *low, float *high) {
    for (int c = 0; c < 3; c++) {
        low[c] = fminf(low[c], point[c]);
        high[c] = fmaxf(high[c], point[c]);
    }
}

/* The corners of a primitive's box, where its node has them. */
static void add_box(const primitive *p, const float *place, float *low, float *high) {
    for (unsigned corner = 0; corner < 8; corner++) {
        float point[3];
        for (unsigned c = 0; c < 3; c++) {
            point[c] = corner >> c & 1 ? p->high[c] : p->low[c];
        }
        matrix_transform(place, point, point);
        add_point(point, low, high);
    }
}

/* One vertex, as the shader moves it. */
static void add_moved(const skin *s, const float *position, const uint32_t *joints, const float *weights, float *low,
                      float *high) {
    float moved[3] = {0};
    for (int k = 0; k < 4; k++) {
        float point[3];
        const size_t joint = joints[k] < s->joint_count ? joints[k] : s->joint_count - 1;
        matrix_transform(s->matrices + 16 * joint, position, point);
        for (int c = 0; c < 3; c++) {
            moved[c] += weights[k] * point[c];
        }
    }
    add_point(moved, low, high);
}

/* Every vertex, block by block: a range of an accessor needs no memory but its own. */
static void add_skinned(const skin *s, const vertices *v, float *low, float *high) {
    float positions[BLOCK * 3], weights[BLOCK * 4];
    uint32_t joints[BLOCK * 4];
    for (size_t first = 0; first < v->count; first += BLOCK) {
        const size_t count = v->count - first < BLOCK ? v->count - first : BLOCK;
        if (gltf_accessor_read_float(&v->accessors[POSITION], first, count, positions, BLOCK * 3) != GLTF_OK ||
            gltf_accessor_read_uint32(&v->accessors[JOINTS], first, count, joints, BLOCK * 4) != GLTF_OK ||
            gltf_accessor_read_float(&v->accessors[WEIGHTS], first, count, weights, BLOCK * 4) != GLTF_OK) {
            return;
        }
        for (size_t i = 0; i < count; i++) {
            add_moved(s, positions + 3 * i, joints + 4 * i, weights + 4 * i, low, high);
        }
    }
}

static void add_mesh(const model *m, const scene_node *node, float *low, float *high) {
    for (uint32_t i = m->scene.first[node->mesh]; i < m->scene.first[node->mesh + 1]; i++) {
        const primitive *p = &m->primitives[i];
        const vertices *v = &p->vertices;
        const skin *s = model_skin_of(m, node, p);
        if (v->count > 0 && s && v->accessors[JOINTS].component_count == 4 &&
            v->accessors[WEIGHTS].component_count == 4) {
            add_skinned(s, v, low, high);
        } else if (v->count > 0) {
            add_box(p, node->global, low, high);
        }
    }
}

int bounds_of(const model *m, float *low, float *high) {
    low[0] = low[1] = low[2] = INFINITY;
    high[0] = high[1] = high[2] = -INFINITY;
    for (uint32_t i = 0; i < m->scene.order_count; i++) {
        const scene_node *node = &m->scene.nodes[m->scene.order[i]];
        if (node->mesh < m->scene.mesh_count) {
            add_mesh(m, node, low, high);
        }
    }
    return isfinite(high[0] - low[0]) && isfinite(high[1] - low[1]) && isfinite(high[2] - low[2]);
}
