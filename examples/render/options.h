/* examples/render/options.h - the command line. */
#ifndef RENDER_OPTIONS_H
#define RENDER_OPTIONS_H

#include <stdint.h>

typedef struct options {
    const char *model;
    const char *out; /* NULL = a window */
    float time;      /* seconds into the animation */
    float background[3];
    float turn, lift;
    int own_camera; /* turn or lift was given */
    int width, height;
    uint32_t animation; /* GLTF_NONE = none */
    uint32_t frames;    /* after which the window closes; 0 = when its user says so */
    int own_layout, list, help;
} options;

/* 0 if it is wrong, with a complaint. */
int options_read(int argc, char **argv, options *out);

extern const char options_help[];

#endif
