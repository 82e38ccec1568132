/* Morph targets blended into a vertex buffer, frame by frame.  morphing FILE NODE VERTEX */
#include <gltf_accessor/files.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_TARGETS = 16 };

/* Our vertex: what morphs stands beside what does not. */
typedef struct vertex {
    float position[3];
    float something_else;
} vertex;

/* One frame: blend POSITION of primitive 0 with these weights, into the vertices.  Nothing is allocated. */
static gltf_status blend(const gltf_document *document, uint32_t mesh, const float *weights, uint32_t weight_count,
                         vertex *vertices, size_t count, gltf_error *error) {
    const gltf_layout layout = {GLTF_FLOAT, 3, 0, sizeof(vertex), {0, 0, 0, 0}};
    return gltf_document_morph(document, mesh, 0, "POSITION", weights, weight_count, 0, count, &layout, vertices,
                               count * sizeof *vertices, error);
}

static gltf_status show(const gltf_document *document, uint32_t number, size_t which, gltf_error *error) {
    gltf_node node;
    gltf_accessor base;
    float weights[MOST_TARGETS];
    size_t targets = 0;
    gltf_status status = gltf_document_node(document, number, &node, error);
    if (status == GLTF_OK) { /* the node's own weights, else those of its mesh, else zeros */
        status = gltf_document_node_weights(document, number, weights, MOST_TARGETS, &targets, error);
    }
    if (status == GLTF_OK) {
        status = gltf_document_attribute(document, node.mesh, 0, GLTF_NONE, "POSITION", NULL, &base, error);
    }
    if (status != GLTF_OK || targets == 0 || which >= base.count) {
        return status;
    }
    vertex *vertices = calloc(base.count, sizeof *vertices);
    if (!vertices) {
        error->status = status = GLTF_ERR_MEMORY;
    }
    for (int frame = 0; frame <= 2 && status == GLTF_OK; frame++) {
        weights[0] = (float)frame / 2; /* from your animation */
        status = blend(document, node.mesh, weights, (uint32_t)targets, vertices, base.count, error);
        if (status == GLTF_OK) {
            const float *p = vertices[which].position;
            printf("weights %g %g: vertex %u at %g %g %g\n", weights[0], targets > 1 ? weights[1] : 0, (unsigned)which,
                   p[0], p[1], p[2]);
        }
    }
    free(vertices);
    return status;
}

int main(int argc, char **argv) {
    gltf_document *document = NULL;
    gltf_error error = {0};
    const uint32_t node = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    const size_t which = argc > 3 ? (size_t)strtoul(argv[3], NULL, 10) : 0;
    gltf_status status = gltf_document_open(argc > 1 ? argv[1] : "", NULL, &document, &error);
    if (status == GLTF_OK) {
        status = show(document, node, which, &error);
    }
    if (status != GLTF_OK) {
        char sentence[256];
        gltf_error_format(&error, sentence, sizeof sentence);
        fprintf(stderr, "%s\n", sentence);
    }
    gltf_document_free(document);
    return status == GLTF_OK ? 0 : 1;
}
