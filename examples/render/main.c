/* examples/render/main.c - gltf-render: a model on the screen, or in a picture, by gltf_accessor and OpenGL. */
#include "camera.h"
#include "gl.h"
#include "model.h"
#include "options.h"
#include "picture.h"
#include "report.h"
#include <stdio.h>

enum { EXIT_FINE = 0, EXIT_FAULTS = 1, EXIT_FAILED = 2, EXIT_NO_OPENGL = 3, EXIT_USAGE = 64 };

static void glfw_complains(int code, const char *text) {
    (void)code;
    complain("GLFW: ", text);
}

/* A window with a context of OpenGL 3.3; hidden if all goes into a picture. */
static GLFWwindow *open_window(const options *o) {
    glfwSetErrorCallback(glfw_complains);
    if (!glfwInit()) {
        return NULL;
    }
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, o->out ? GLFW_FALSE : GLFW_TRUE);
    glfwWindowHint(GLFW_SAMPLES, o->out ? 0 : 4);
    GLFWwindow *window = glfwCreateWindow(o->out ? 16 : o->width, o->out ? 16 : o->height, o->model, NULL, NULL);
    if (window) {
        glfwMakeContextCurrent(window);
        const char *missing = gl_load();
        if (missing) {
            complain("no function ", missing);
            return NULL; /* glfwTerminate destroys it */
        }
    }
    return window;
}

static void draw(model *m, const shader *s, const camera *c, const options *o, int width, int height) {
    view v;
    camera_view(c, m, (float)width / (float)height, &v);
    gl.ClearColor(o->background[0], o->background[1], o->background[2], 1);
    gl.Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    model_draw(m, s, &v);
}

/* One moment into a file. */
static int draw_picture(model *m, const shader *s, const camera *c, const options *o) {
    picture p;
    int fine = picture_open(o->width, o->height, &p);
    if (fine) {
        model_advance(m, o->time);
        draw(m, s, c, o, o->width, o->height);
        fine = picture_write(&p, o->out);
    }
    picture_release(&p);
    return fine;
}

/* Arrow keys turn the camera; a file's own camera is left behind by the first one. */
static void steer(GLFWwindow *window, camera *c) {
    const float right = (float)(glfwGetKey(window, GLFW_KEY_RIGHT) - glfwGetKey(window, GLFW_KEY_LEFT));
    const float up = (float)(glfwGetKey(window, GLFW_KEY_UP) - glfwGetKey(window, GLFW_KEY_DOWN));
    c->turn += right;
    c->lift += (up > 0 && c->lift < 88) || (up < 0 && c->lift > -88) ? up : 0;
    c->own = c->own || right != 0 || up != 0;
    if (glfwGetKey(window, GLFW_KEY_ESCAPE)) {
        glfwSetWindowShouldClose(window, GLFW_TRUE);
    }
}

/* Frames until the window is closed. */
static void play(GLFWwindow *window, model *m, const shader *s, camera *c, const options *o) {
    glfwSwapInterval(1);
    glfwSetTime(o->time);
    for (uint32_t frame = 0; !glfwWindowShouldClose(window) && (o->frames == 0 || frame < o->frames); frame++) {
        int width, height;
        glfwGetFramebufferSize(window, &width, &height);
        if (width > 0 && height > 0) {
            gl.Viewport(0, 0, width, height);
            model_advance(m, (float)glfwGetTime());
            draw(m, s, c, o, width, height);
        }
        glfwSwapBuffers(window);
        glfwPollEvents();
        steer(window, c);
    }
}

static int show(GLFWwindow *window, model *m, const shader *s, const options *o) {
    camera c;
    model_advance(m, 0); /* the camera stands where it sees the beginning */
    camera_open(m, &c);
    c.turn = o->turn;
    c.lift = o->lift;
    c.own = o->own_camera;
    for (uint32_t i = 0; i < m->primitive_count && o->list; i++) {
        vertices_print(&m->primitives[i].vertices);
    }
    if (o->out) {
        if (!draw_picture(m, s, &c, o)) {
            return EXIT_FAILED;
        }
    } else {
        play(window, m, s, &c, o);
    }
    const GLenum error = gl.GetError();
    if (error != GL_NO_ERROR) {
        char number[16];
        snprintf(number, sizeof number, "0x%04x", error);
        complain("OpenGL error ", number);
        return EXIT_FAILED;
    }
    return m->faults ? EXIT_FAULTS : EXIT_FINE;
}

int main(int argc, char **argv) {
    options o;
    model m = {0};
    shader s = {0};
    int status = EXIT_FAILED;
    if (!options_read(argc, argv, &o)) {
        return EXIT_USAGE;
    }
    if (o.help) {
        fputs(options_help, stdout);
        return EXIT_FINE;
    }
    GLFWwindow *window = open_window(&o);
    if (!window) {
        complain("no OpenGL 3.3 here", "");
        glfwTerminate();
        return EXIT_NO_OPENGL;
    }
    if (shader_open(&s) && model_open(o.model, o.animation, o.own_layout, &m) == GLTF_OK) {
        status = show(window, &m, &s, &o);
    }
    model_release(&m);
    shader_release(&s);
    glfwTerminate();
    return status;
}
