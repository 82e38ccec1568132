/* examples/render/shader.c - the program that runs on the GPU: morphed or stored vertices in, skinned, lit, sRGB out. */
#include "shader.h"
#include "report.h"

/* Locations are those of vertices.h.  What an attribute lacks the GPU fills with 0 0 0 1, which is what glTF wants of COLOR_0. */
static const char vertex_text[] =
    "#version 330 core\n"
    "layout(location = 0) in vec3 position;\n"
    "layout(location = 1) in vec3 normal;\n"
    "layout(location = 2) in vec4 color;\n"
    "layout(location = 3) in uvec4 joints;\n"
    "layout(location = 4) in vec4 weights;\n"
    "uniform mat4 model, view_projection;\n"
    "uniform int joint_count;\n"
    "uniform samplerBuffer joint_matrices;\n"
    "out vec3 place, facing;\n"
    "out vec4 tint;\n"
    "mat4 joint(uint number) {\n"
    "    int at = 4 * int(min(number, uint(joint_count - 1)));\n" /* whatever the file says, no read is out of bounds */
    "    return mat4(texelFetch(joint_matrices, at), texelFetch(joint_matrices, at + 1),\n"
    "                texelFetch(joint_matrices, at + 2), texelFetch(joint_matrices, at + 3));\n"
    "}\n"
    "void main() {\n"
    "    mat4 m = model;\n"
    "    if (joint_count > 0) {\n" /* then the place of the node itself does not matter */
    "        m = weights.x * joint(joints.x) + weights.y * joint(joints.y) +\n"
    "            weights.z * joint(joints.z) + weights.w * joint(joints.w);\n"
    "    }\n"
    "    vec3 x = m[0].xyz, y = m[1].xyz, z = m[2].xyz;\n"
    "    place = (m * vec4(position, 1.0)).xyz;\n"
    /* the inverse transpose, but for a factor; mirrors turn it round */
    "    facing = mat3(cross(y, z), cross(z, x), cross(x, y)) * normal * sign(dot(x, cross(y, z)));\n"
    "    tint = color;\n"
    "    gl_Position = view_projection * vec4(place, 1.0);\n"
    "}\n";

static const char fragment_text[] =
    "#version 330 core\n"
    "in vec3 place, facing;\n"
    "in vec4 tint;\n"
    "uniform vec4 base_color;\n"
    "uniform vec3 eye;\n"
    "uniform int shading;\n"
    "out vec4 result;\n"
    "const vec3 sun = normalize(vec3(0.55, 1.0, 0.45));\n"
    "vec3 lit(vec3 surface, vec3 n) {\n"
    "    vec3 to_eye = normalize(eye - place);\n"
    "    float shine = pow(max(dot(n, normalize(sun + to_eye)), 0.0), 48.0);\n"
    "    float rim = pow(1.0 - max(dot(n, to_eye), 0.0), 4.0);\n"
    "    vec3 sky = mix(vec3(0.17, 0.15, 0.14), vec3(0.36, 0.40, 0.47), 0.5 + 0.5 * n.y);\n"
    "    vec3 light = sky + vec3(0.66, 0.63, 0.57) * max(dot(n, sun), 0.0);\n"
    "    return surface * light + 0.22 * shine + 0.12 * rim * sky;\n"
    "}\n"
    "void main() {\n"
    "    vec3 color = (tint * base_color).rgb;\n"
    "    vec3 n = shading == 1 ? cross(dFdx(place), dFdy(place)) : gl_FrontFacing ? facing : -facing;\n"
    "    if (shading != 2) {\n"
    "        color = lit(color, normalize(n));\n"
    "    }\n"
    "    color = clamp(color, 0.0, 1.0);\n" /* and from linear to sRGB */
    "    result = vec4(mix(12.92 * color, 1.055 * pow(color, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, color)), 1.0);\n"
    "}\n";

static GLuint compile(GLenum kind, const char *text) {
    char log[1024] = "";
    GLint fine = 0;
    const GLuint part = gl.CreateShader(kind);
    gl.ShaderSource(part, 1, &text, NULL);
    gl.CompileShader(part);
    gl.GetShaderiv(part, GL_COMPILE_STATUS, &fine);
    if (!fine) {
        gl.GetShaderInfoLog(part, sizeof log, NULL, log);
        complain("shader: ", log);
        gl.DeleteShader(part);
        return 0;
    }
    return part;
}

int shader_open(shader *out) {
    char log[1024] = "";
    GLint fine = 0;
    const GLuint vertex = compile(GL_VERTEX_SHADER, vertex_text), fragment = compile(GL_FRAGMENT_SHADER, fragment_text);
    const GLuint program = out->program = gl.CreateProgram();
    if (vertex && fragment) {
        gl.AttachShader(program, vertex);
        gl.AttachShader(program, fragment);
        gl.LinkProgram(program);
        gl.GetProgramiv(program, GL_LINK_STATUS, &fine);
    }
    gl.DeleteShader(vertex); /* the program keeps them; 0 is passed over */
    gl.DeleteShader(fragment);
    if (!fine) {
        gl.GetProgramInfoLog(program, sizeof log, NULL, log);
        complain("program: ", log);
        return 0;
    }
    out->model = gl.GetUniformLocation(program, "model");
    out->view_projection = gl.GetUniformLocation(program, "view_projection");
    out->eye = gl.GetUniformLocation(program, "eye");
    out->base_color = gl.GetUniformLocation(program, "base_color");
    out->shading = gl.GetUniformLocation(program, "shading");
    out->joint_count = gl.GetUniformLocation(program, "joint_count");
    return 1;
}

void shader_release(shader *s) {
    gl.DeleteProgram(s->program);
    s->program = 0;
}
