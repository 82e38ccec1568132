/* First decode: the vertices and the triangles of the first primitive.  first FILE */
#include <gltf_accessor/files.h>
#include <stdio.h>
#include <stdlib.h>

static gltf_status show(const gltf_document *document, gltf_error *error) {
    gltf_accessor position;
    size_t index_count = 0;
    gltf_status status = gltf_document_attribute(document, 0, 0, GLTF_NONE, "POSITION", NULL, &position, error);
    if (status == GLTF_OK) { /* how many indices there are */
        status = gltf_document_indices(document, 0, 0, GLTF_INDICES_TRIANGLES, NULL, 0, &index_count, error);
    }
    if (status != GLTF_OK || position.count == 0 || index_count == 0) {
        return status;
    }
    if (position.shape != GLTF_VEC3) { /* read, if you like, with three numbers for each vertex: see layout.c */
        error->status = GLTF_ERR_SHAPE;
        return error->status;
    }
    const size_t numbers = gltf_accessor_number_count(&position);
    float *xyz = malloc(numbers * sizeof *xyz);
    uint32_t *indices = malloc(index_count * sizeof *indices);
    if (!xyz || !indices) {
        error->status = status = GLTF_ERR_MEMORY;
    }
    if (status == GLTF_OK) {
        error->status = status = gltf_accessor_read_float(&position, 0, position.count, xyz, numbers);
    }
    if (status == GLTF_OK) {
        status = gltf_document_indices(document, 0, 0, GLTF_INDICES_TRIANGLES, indices, index_count, NULL, error);
    }
    if (status == GLTF_OK) {
        printf("%u vertices, %u triangles\n", (unsigned)position.count, (unsigned)(index_count / 3));
        for (size_t i = 0; i < 3; i++) { /* indices are below the vertex count: that is checked */
            const float *v = &xyz[3 * (size_t)indices[i]];
            printf("vertex %u: %g %g %g\n", (unsigned)indices[i], v[0], v[1], v[2]);
        }
    }
    free(xyz);
    free(indices);
    return status;
}

int main(int argc, char **argv) {
    gltf_document *document = NULL;
    gltf_error error = {0};
    gltf_status status = gltf_document_open(argc > 1 ? argv[1] : "", NULL, &document, &error);
    if (status == GLTF_OK) {
        status = show(document, &error);
    }
    if (status != GLTF_OK) {
        char sentence[256];
        gltf_error_format(&error, sentence, sizeof sentence);
        fprintf(stderr, "%s\n", sentence);
    }
    gltf_document_free(document); /* NULL is fine */
    return status == GLTF_OK ? 0 : 1;
}
