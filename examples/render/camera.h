/* examples/render/camera.h - where the scene is seen from: the file's camera, or one that sees everything. */
#ifndef RENDER_CAMERA_H
#define RENDER_CAMERA_H

#include "model.h"

typedef struct camera {
    float center[3], radius; /* of what there is to see, at the start */
    float turn, lift;        /* degrees around it and above it */
    int own;                 /* 1 = the file's camera is not asked */
} camera;

/* Look at the model as it is now. */
void camera_open(const model *m, camera *out);
void camera_view(const camera *c, const model *m, float aspect, view *out);

#endif
