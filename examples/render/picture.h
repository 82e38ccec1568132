/* examples/render/picture.h - a picture that is drawn into memory and written as PNG. */
#ifndef RENDER_PICTURE_H
#define RENDER_PICTURE_H

#include "gl.h"

typedef struct picture {
    GLuint frames[2]; /* one with several samples for each pixel, and one with a single */
    GLuint layers[3]; /* colour and depth of the first, colour of the second */
    int width, height;
} picture;

/* Make it and let all drawing go there.  0 after a complaint if that is not possible.  Release it in any case. */
int picture_open(int width, int height, picture *out);
void picture_release(picture *p);

/* 0 after a complaint. */
int picture_write(const picture *p, const char *path);

#endif
