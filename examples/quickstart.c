/* Decode POSITION of the first primitive of a glTF file: quickstart FILE */
#include <gltf_accessor/files.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    gltf_document *document = NULL;
    gltf_accessor position;
    gltf_error error;
    /* Open the file; ask for POSITION of mesh 0, primitive 0 (GLTF_NONE: of the base, not of a morph target). */
    if (gltf_document_open(argc > 1 ? argv[1] : "", NULL, &document, &error) != GLTF_OK ||
        gltf_document_attribute(document, 0, 0, GLTF_NONE, "POSITION", NULL, &position, &error) != GLTF_OK) {
        char sentence[256];
        gltf_error_format(&error, sentence, sizeof sentence);
        fprintf(stderr, "%s\n", sentence);
        gltf_document_free(document);
        return 1;
    }
    size_t numbers = gltf_accessor_number_count(&position); /* x y z of every vertex */
    float *xyz = malloc(numbers * sizeof *xyz + 1);
    int fine = xyz && gltf_accessor_read_float(&position, 0, position.count, xyz, numbers) == GLTF_OK;
    if (position.count == 0) { /* absent: no error, an empty accessor */
        printf("no POSITION\n");
    } else if (fine) {
        printf("%u numbers, the first is %g\n", (unsigned)numbers, xyz[0]);
    }
    free(xyz);
    gltf_document_free(document);
    return fine ? 0 : 1;
}
