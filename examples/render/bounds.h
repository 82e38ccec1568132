/* examples/render/bounds.h - how far a scene reaches. */
#ifndef RENDER_BOUNDS_H
#define RENDER_BOUNDS_H

#include "model.h"

/* As the model stands now.  0 if there is nothing to see. */
int bounds_of(const model *m, float *low, float *high);

#endif
