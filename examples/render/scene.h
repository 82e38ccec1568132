/* examples/render/scene.h - the part of a file that gltf_accessor leaves to its host: nodes, their places, cameras, materials. */
#ifndef RENDER_SCENE_H
#define RENDER_SCENE_H

#include <gltf_accessor/document.h>

typedef struct scene_node {
    float translation[3], rotation[4], scale[3];
    float matrix[16]; /* where has_matrix is set, in place of the three above */
    float global[16];
    int has_matrix;
    uint32_t parent; /* GLTF_NONE = none; so with the others */
    uint32_t mesh, skin, camera;
    float *weights; /* of the morph targets of the mesh, as they apply now */
    size_t weight_count;
} scene_node;

typedef struct scene_material {
    float base_color[4]; /* linear */
    int double_sided, unlit;
} scene_material;

typedef struct scene_camera {
    float yfov, near_plane, far_plane; /* yfov 0 = not a perspective one */
} scene_camera;

typedef struct scene {
    scene_node *nodes;
    uint32_t *order; /* the nodes of the scene that is shown, parents before children */
    scene_material *materials;
    uint32_t *material_of; /* for each primitive, those of all meshes in a row */
    uint32_t *first;       /* for each mesh: its first primitive in that row; one more entry for the end */
    scene_camera *cameras;
    uint32_t node_count, order_count, material_count, mesh_count, camera_count;
} scene;

/* Read the scene.  What is odd is ignored or reported; a failure (out of memory) is reported.  Release it in any case. */
gltf_status scene_open(const gltf_document *document, scene *out);
void scene_release(scene *s);

/* Compute `global` of all nodes from their own places. */
void scene_place(scene *s);

scene_material scene_material_of(const scene *s, uint32_t mesh, uint32_t primitive);

#endif
