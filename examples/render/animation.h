/* examples/render/animation.h - moves nodes and morph weights as an animation says. */
#ifndef RENDER_ANIMATION_H
#define RENDER_ANIMATION_H

#include "scene.h"
#include <gltf_accessor/document.h>

/* One property of one node over time. */
typedef struct track {
    gltf_accessor values; /* stays as the file stores it: each frame reads the two keys around it */
    float *times;
    float *keys; /* room for the numbers of two keys */
    size_t key_count;
    size_t width;    /* numbers of one value */
    size_t elements; /* elements of `values` for one key: three times the value for cubic splines */
    uint32_t interpolation;
    uint32_t node;
    uint32_t path;
} track;

typedef struct animation {
    track *tracks;
    uint32_t track_count;
    float length; /* the last key of all tracks, in seconds */
} animation;

/* Tracks that cannot be used are reported and left out; *faults counts them.  Release it in any case. */
gltf_status animation_open(const gltf_document *document, uint32_t index, const scene *s, animation *out, int *faults);
void animation_release(animation *a);

/* Set nodes and weights to a time, which starts again after the animation's length. */
void animation_apply(const animation *a, float time, scene *s);

#endif
