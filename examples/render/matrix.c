/* examples/render/matrix.c - the little algebra of a scene. */
#include "matrix.h"
#include <math.h>
#include <string.h>

void matrix_identity(float *m) {
    for (int i = 0; i < 16; i++) {
        m[i] = i % 5 == 0 ? 1.0f : 0.0f;
    }
}

void matrix_multiply(const float *a, const float *b, float *out) {
    float product[16];
    for (int column = 0; column < 4; column++) {
        for (int row = 0; row < 4; row++) {
            float sum = 0;
            for (int k = 0; k < 4; k++) {
                sum += a[4 * k + row] * b[4 * column + k];
            }
            product[4 * column + row] = sum;
        }
    }
    memcpy(out, product, sizeof product);
}

void matrix_transform(const float *m, const float *point, float *out) {
    float moved[3];
    for (int row = 0; row < 3; row++) {
        moved[row] = m[row] * point[0] + m[4 + row] * point[1] + m[8 + row] * point[2] + m[12 + row];
    }
    memcpy(out, moved, sizeof moved);
}

void matrix_compose(const float *t, const float *r, const float *s, float *out) {
    const float x = r[0], y = r[1], z = r[2], w = r[3];
    const float composed[16] = {
        s[0] * (1 - 2 * (y * y + z * z)),
        s[0] * 2 * (x * y + z * w),
        s[0] * 2 * (x * z - y * w),
        0,
        s[1] * 2 * (x * y - z * w),
        s[1] * (1 - 2 * (x * x + z * z)),
        s[1] * 2 * (y * z + x * w),
        0,
        s[2] * 2 * (x * z + y * w),
        s[2] * 2 * (y * z - x * w),
        s[2] * (1 - 2 * (x * x + y * y)),
        0,
        t[0],
        t[1],
        t[2],
        1,
    };
    memcpy(out, composed, sizeof composed);
}

float matrix_determinant(const float *m) {
    float normal[3];
    vector_cross(m + 4, m + 8, normal);
    return vector_dot(m, normal);
}

void matrix_invert(const float *m, float *out) {
    const float determinant = matrix_determinant(m);
    float rows[3][3], inverse[16] = {0}; /* rows of the inverse, times the determinant */
    vector_cross(m + 4, m + 8, rows[0]);
    vector_cross(m + 8, m, rows[1]);
    vector_cross(m, m + 4, rows[2]);
    for (int row = 0; row < 3 && determinant != 0; row++) {
        for (int column = 0; column < 3; column++) {
            inverse[4 * column + row] = rows[row][column] / determinant;
        }
        inverse[12 + row] = -vector_dot(rows[row], m + 12) / determinant;
        inverse[15] = 1;
    }
    memcpy(out, inverse, sizeof inverse);
}

void matrix_perspective(float yfov, float aspect, float near_plane, float far_plane, float *out) {
    const float scale = 1 / tanf(yfov / 2), depth = near_plane - far_plane;
    memset(out, 0, 16 * sizeof *out);
    out[0] = scale / aspect;
    out[5] = scale;
    out[10] = (far_plane + near_plane) / depth;
    out[11] = -1;
    out[14] = 2 * far_plane * near_plane / depth;
}

void matrix_look(const float *eye, const float *at, const float *up, float *out) {
    matrix_identity(out);
    for (int c = 0; c < 3; c++) {
        out[8 + c] = eye[c] - at[c]; /* a camera looks along its -z */
        out[12 + c] = eye[c];
    }
    vector_normalize(out + 8, 3);
    vector_cross(up, out + 8, out);
    vector_normalize(out, 3);
    vector_cross(out + 8, out, out + 4);
}

float vector_dot(const float *a, const float *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void vector_cross(const float *a, const float *b, float *out) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

void vector_normalize(float *v, int count) {
    float square = 0;
    for (int i = 0; i < count; i++) {
        square += v[i] * v[i];
    }
    for (int i = 0; i < count && square > 0; i++) {
        v[i] /= sqrtf(square);
    }
}
