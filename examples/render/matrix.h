/* examples/render/matrix.h - the little algebra of a scene: 4 x 4 matrices, column-major as in glTF and OpenGL. */
#ifndef RENDER_MATRIX_H
#define RENDER_MATRIX_H

void matrix_identity(float *m);
void matrix_multiply(const float *a, const float *b, float *out);      /* out = a * b; may be one of them */
void matrix_transform(const float *m, const float *point, float *out); /* a point; w is taken as 1 */
void matrix_compose(const float *translation, const float *rotation, const float *scale, float *out);
void matrix_invert(const float *m, float *out); /* of an affine matrix; one without inverse gives all zeros */
float matrix_determinant(const float *m);       /* of the upper 3 x 3: negative = a mirror */
void matrix_perspective(float yfov, float aspect, float near_plane, float far_plane, float *out);
void matrix_look(const float *eye, const float *at, const float *up, float *out); /* where such a camera stands */

float vector_dot(const float *a, const float *b);
void vector_cross(const float *a, const float *b, float *out);
void vector_normalize(float *v, int count); /* zeros stay */

#endif
