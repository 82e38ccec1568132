/* examples/render/picture.c - draws into memory, and writes PNG. */
#include "picture.h"
#include "report.h"
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_layer(GLuint layer, GLenum place, GLenum format, int samples, const picture *p) {
    gl.BindRenderbuffer(GL_RENDERBUFFER, layer);
    gl.RenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, p->width, p->height);
    gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, place, GL_RENDERBUFFER, layer);
}

int picture_open(int width, int height, picture *out) {
    GLint samples = 0;
    memset(out, 0, sizeof *out);
    out->width = width;
    out->height = height;
    gl.GenFramebuffers(2, out->frames);
    gl.GenRenderbuffers(3, out->layers);
    gl.GetIntegerv(GL_MAX_SAMPLES, &samples);
    samples = samples < 4 ? samples : 4;
    gl.BindFramebuffer(GL_FRAMEBUFFER, out->frames[1]);
    add_layer(out->layers[2], GL_COLOR_ATTACHMENT0, GL_RGBA8, 0, out);
    const GLenum second = gl.CheckFramebufferStatus(GL_FRAMEBUFFER);
    gl.BindFramebuffer(GL_FRAMEBUFFER, out->frames[0]);
    add_layer(out->layers[0], GL_COLOR_ATTACHMENT0, GL_RGBA8, samples, out);
    add_layer(out->layers[1], GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, samples, out);
    if (second != GL_FRAMEBUFFER_COMPLETE || gl.CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        complain("no picture of this size", "");
        return 0;
    }
    gl.Viewport(0, 0, width, height);
    return 1;
}

void picture_release(picture *p) {
    gl.DeleteFramebuffers(2, p->frames);
    gl.DeleteRenderbuffers(3, p->layers);
    memset(p, 0, sizeof *p);
}

/* Rows of red, green, blue, from the bottom up. */
static unsigned char *read_pixels(const picture *p) {
    unsigned char *pixels = malloc((size_t)p->width * (size_t)p->height * 3);
    if (pixels) {
        gl.BindFramebuffer(GL_READ_FRAMEBUFFER, p->frames[0]);
        gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, p->frames[1]);
        gl.BlitFramebuffer(0, 0, p->width, p->height, 0, 0, p->width, p->height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        gl.BindFramebuffer(GL_READ_FRAMEBUFFER, p->frames[1]);
        gl.PixelStorei(GL_PACK_ALIGNMENT, 1);
        gl.ReadPixels(0, 0, p->width, p->height, GL_RGB, GL_UNSIGNED_BYTE, pixels);
        gl.BindFramebuffer(GL_FRAMEBUFFER, p->frames[0]);
    }
    return pixels;
}

int picture_write(const picture *p, const char *path) {
    png_image image;
    unsigned char *pixels = read_pixels(p);
    if (!pixels) {
        complain("no memory for the picture", "");
        return 0;
    }
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = (png_uint_32)p->width;
    image.height = (png_uint_32)p->height;
    image.format = PNG_FORMAT_RGB;
    const int fine = png_image_write_to_file(&image, path, 0, pixels, -3 * p->width, NULL); /* negative: bottom up */
    if (!fine) {
        char sentence[128];
        snprintf(sentence, sizeof sentence, ": cannot be written: %s", image.message);
        complain(path, sentence);
    }
    png_image_free(&image);
    free(pixels);
    return fine;
}
