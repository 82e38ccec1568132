/* A consumer in C: full FILE prints every accessor that decodes, each number as the bits of a float. */
#include <gltf_accessor/files.h>
#include <gltf_accessor/gltf_accessor.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int print_accessor(const gltf_document *document, uint32_t index) {
    gltf_accessor accessor;
    gltf_error error;
    if (gltf_document_accessor(document, index, &accessor, &error) != GLTF_OK) {
        printf("%u %s\n", (unsigned)index, gltf_status_name(error.status));
        return 1;
    }
    size_t numbers = gltf_accessor_number_count(&accessor);
    float *out = malloc(numbers * sizeof *out + 1);
    int fine = out && gltf_accessor_read_float(&accessor, 0, accessor.count, out, numbers) == GLTF_OK;
    printf("%u", (unsigned)index);
    for (size_t i = 0; fine && i < numbers; i++) {
        uint32_t bits;
        memcpy(&bits, &out[i], sizeof bits);
        printf(" %08x", (unsigned)bits);
    }
    printf("\n");
    free(out);
    return fine;
}

int main(int argc, char **argv) {
    gltf_document *document = NULL;
    if (gltf_version() != GLTF_VERSION_NUMBER ||
        gltf_document_open(argc > 1 ? argv[1] : "", NULL, &document, NULL) != GLTF_OK) {
        return 1;
    }
    int fine = 1;
    for (uint32_t i = 0; i < gltf_document_count(document, GLTF_OBJECT_ACCESSOR); i++) {
        fine = print_accessor(document, i) && fine;
    }
    gltf_document_free(document);
    return fine ? 0 : 1;
}
