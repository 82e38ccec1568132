/* Print the positions of every primitive of a glTF file: positions FILE */
#include <gltf_accessor/files.h>
#include <stdio.h>
#include <stdlib.h>

/* Decode one accessor into x y z x y z ... and print it. */
static gltf_status print_positions(const gltf_accessor *accessor, gltf_error *error) {
    size_t size = accessor->component_count; /* 3 unless the file is wrong */
    size_t numbers = gltf_accessor_number_count(accessor);
    float *values = malloc(numbers * sizeof *values + 1); /* + 1: an empty accessor has no numbers */
    if (!values) {
        error->status = GLTF_ERR_MEMORY;
        return GLTF_ERR_MEMORY;
    }
    gltf_accessor_read_float(accessor, 0, accessor->count, values, numbers); /* range and room fit: cannot fail */
    for (size_t i = 0; i < numbers; i++) {
        printf("%s%g%s", i % size == 0 ? "  " : " ", values[i], i % size == size - 1 ? "\n" : "");
    }
    free(values);
    return GLTF_OK;
}

/* One primitive; without POSITION the accessor comes back empty, and there is nothing to print. */
static gltf_status print_primitive(const gltf_document *document, uint32_t mesh, uint32_t primitive,
                                   gltf_error *error) {
    gltf_accessor accessor;
    gltf_status status =
        gltf_document_attribute(document, mesh, primitive, GLTF_NONE, "POSITION", NULL, &accessor, error);
    if (status != GLTF_OK || accessor.count == 0) {
        return status;
    }
    printf("mesh %u primitive %u\n", (unsigned)mesh, (unsigned)primitive);
    return print_positions(&accessor, error);
}

/* A broken object affects only the objects that use it. */
static int complain(const gltf_error *error) {
    char sentence[256];
    gltf_error_format(error, sentence, sizeof sentence);
    fprintf(stderr, "%s\n", sentence);
    return 1;
}

int main(int argc, char **argv) {
    gltf_document *document = NULL;
    gltf_error error = {0};
    int exit_status = 0;
    if (gltf_document_open(argc > 1 ? argv[1] : "", NULL, &document, &error) != GLTF_OK) {
        return complain(&error);
    }
    for (uint32_t m = 0; m < gltf_document_count(document, GLTF_OBJECT_MESH); m++) {
        gltf_mesh mesh;
        if (gltf_document_mesh(document, m, &mesh, &error) != GLTF_OK) {
            exit_status = complain(&error);
        }
        for (uint32_t p = 0; p < mesh.primitive_count; p++) { /* 0 after a failure */
            if (print_primitive(document, m, p, &error) != GLTF_OK) {
                exit_status = complain(&error);
            }
        }
    }
    gltf_document_free(document);
    return exit_status;
}
