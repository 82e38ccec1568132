/* examples/render/camera.c - computes where the scene is seen from. */
#include "camera.h"
#include "bounds.h"
#include "matrix.h"
#include <math.h>
#include <string.h>

static const float degree = 3.14159265f / 180;

void camera_open(const model *m, camera *out) {
    float low[3], high[3];
    memset(out, 0, sizeof *out);
    out->turn = 30;
    out->lift = 22;
    out->radius = 1;
    if (bounds_of(m, low, high)) {
        float half[3];
        for (int c = 0; c < 3; c++) {
            out->center[c] = (low[c] + high[c]) / 2;
            half[c] = (high[c] - low[c]) / 2;
        }
        out->radius = fmaxf(sqrtf(vector_dot(half, half)), 1e-6f);
    }
}

/* From the outside, so far away that the ball around everything is seen. */
static void look_from_outside(const camera *c, float aspect, float *place, float *projection) {
    const float yfov = 40 * degree, narrow = aspect < 1 ? atanf(aspect * tanf(yfov / 2)) : yfov / 2;
    const float distance = c->radius / sinf(narrow);
    const float up[3] = {0, 1, 0};
    const float around = c->turn * degree, above = c->lift * degree;
    float eye[3] = {sinf(around) * cosf(above), sinf(above), cosf(around) * cosf(above)};
    for (int k = 0; k < 3; k++) {
        eye[k] = c->center[k] + distance * eye[k];
    }
    matrix_look(eye, c->center, up, place);
    matrix_perspective(yfov, aspect, distance * 0.02f, distance + 2 * c->radius, projection);
}

/* The first camera of the scene. */
static const scene_node *find_camera(const scene *s) {
    for (uint32_t i = 0; i < s->order_count; i++) {
        const scene_node *node = &s->nodes[s->order[i]];
        if (node->camera != GLTF_NONE && s->cameras[node->camera].yfov > 0 && s->cameras[node->camera].near_plane > 0) {
            return node;
        }
    }
    return NULL;
}

void camera_view(const camera *c, const model *m, float aspect, view *out) {
    float place[16], projection[16];
    const scene_node *node = c->own ? NULL : find_camera(&m->scene);
    if (node) {
        const scene_camera *facts = &m->scene.cameras[node->camera];
        const float far_plane = facts->far_plane > facts->near_plane ? facts->far_plane : 10000 * facts->near_plane;
        memcpy(place, node->global, sizeof place);
        for (int axis = 0; axis < 3; axis++) {
            vector_normalize(place + 4 * axis, 3); /* the scale of its node is not the camera's */
        }
        matrix_perspective(facts->yfov, aspect, facts->near_plane, far_plane, projection);
    } else {
        look_from_outside(c, aspect, place, projection);
    }
    memcpy(out->eye, place + 12, sizeof out->eye);
    matrix_invert(place, place);
    matrix_multiply(projection, place, out->view_projection);
}
