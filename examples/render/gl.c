/* examples/render/gl.c - loads the functions of OpenGL by name from the current context. */
#include "gl.h"

gl_functions gl;

const char *gl_load(void) {
    GLint major = 0, minor = 0;
#define GL_LOAD(type, name)                                                                                            \
    gl.name = (type)glfwGetProcAddress("gl" #name);                                                                    \
    if (!gl.name) {                                                                                                    \
        return "gl" #name;                                                                                             \
    }
    GL_FUNCTIONS(GL_LOAD)
#undef GL_LOAD
    gl.GetIntegerv(GL_MAJOR_VERSION, &major);
    gl.GetIntegerv(GL_MINOR_VERSION, &minor);
    gl.version = 10 * major + minor;
    return NULL;
}
