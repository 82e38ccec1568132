/* examples/render/model.h - a whole file on the GPU. */
#ifndef RENDER_MODEL_H
#define RENDER_MODEL_H

#include "animation.h"
#include "primitive.h"
#include "scene.h"
#include "shader.h"
#include "skin.h"

typedef struct model {
    gltf_document *document;
    scene scene;
    animation animation;
    view_buffers views;
    primitive *primitives; /* those of all meshes in a row, as scene.first tells */
    skin *skins;
    uint32_t primitive_count, skin_count;
    int faults; /* what could not be used, and was reported */
} model;

/* Where the scene is seen from. */
typedef struct view {
    float view_projection[16];
    float eye[3];
} view;

/* Load a file.  What is broken is reported, counted, and left out; the rest can be drawn.  A failure is reported too.
 * number = of the animation, GLTF_NONE = none.  Release it in any case. */
gltf_status model_open(const char *path, uint32_t number, int never_as_stored, model *out);
void model_release(model *m);

/* Move everything to a time in seconds. */
void model_advance(model *m, float time);
void model_draw(model *m, const shader *s, const view *v);

/* The skin that moves a primitive of a node, or NULL. */
const skin *model_skin_of(const model *m, const scene_node *node, const primitive *p);

#endif
