/* Errors: what they name, and what they do not spoil.  errors */
#include <gltf_accessor/document.h>
#include <stdio.h>
#include <string.h>

/* One buffer of 12 bytes.  Accessor 0 is sound; accessor 1 is one element longer than its view; accessor 2 asks for a view
 * that does not exist; mesh 0 is drawn with accessors 0 and 1. */
static const char text[] =
    "{\"asset\": {\"version\": \"2.0\"},"
    " \"buffers\": [{\"byteLength\": 12, \"uri\": \"data:application/octet-stream;base64,AACAPwAAAEAAAEBA\"}],"
    " \"bufferViews\": [{\"buffer\": 0, \"byteLength\": 12}],"
    " \"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 1, \"type\": \"VEC3\"},"
    "                 {\"bufferView\": 0, \"componentType\": 5126, \"count\": 2, \"type\": \"VEC3\"},"
    "                 {\"bufferView\": 7, \"componentType\": 5126, \"count\": 1, \"type\": \"VEC3\"}],"
    " \"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0, \"NORMAL\": 1}}]}]}";

static void complain(const gltf_error *error) {
    char sentence[256];
    gltf_error_format(error, sentence, sizeof sentence);
    printf("%s\n", sentence);
}

/* Every accessor by itself: a broken one costs the others nothing. */
static void show_accessors(const gltf_document *document) {
    for (uint32_t i = 0; i < gltf_document_count(document, GLTF_OBJECT_ACCESSOR); i++) {
        gltf_accessor accessor;
        gltf_error error;
        float out[3];
        if (gltf_document_accessor(document, i, &accessor, &error) != GLTF_OK) {
            complain(&error);
        } else if (gltf_accessor_read_float(&accessor, 0, 1, out, 3) == GLTF_OK) {
            printf("accessor %u: %g %g %g\n", (unsigned)i, out[0], out[1], out[2]);
        }
    }
}

/* A program looks at the fields, not at the sentence. */
static void show_fields(const gltf_document *document) {
    gltf_accessor accessor;
    gltf_error error;
    if (gltf_document_attribute(document, 0, 0, GLTF_NONE, "NORMAL", NULL, &accessor, &error) != GLTF_OK) {
        printf("status %s, object %d, index %u, expected at most %u, found %u\n", gltf_status_name(error.status),
               (int)error.object, (unsigned)error.index, (unsigned)error.expected, (unsigned)error.found);
    }
    /* Absent is not broken: count is 0. */
    if (gltf_document_attribute(document, 0, 0, GLTF_NONE, "COLOR_0", NULL, &accessor, &error) == GLTF_OK) {
        printf("COLOR_0 has %u elements\n", (unsigned)accessor.count);
    }
}

int main(void) {
    gltf_document *document = NULL;
    gltf_error error;
    if (gltf_document_parse(text, strlen(text), NULL, &document, &error) != GLTF_OK ||
        gltf_document_load(document, GLTF_NONE, NULL, &error) != GLTF_OK) {
        complain(&error);
        gltf_document_free(document);
        return 1;
    }
    show_accessors(document);
    show_fields(document);
    gltf_document_free(document);

    /* Text that is no JSON: the document itself cannot be had, and the position is a byte of the input. */
    if (gltf_document_parse(text, strlen(text) - 1, NULL, &document, &error) != GLTF_OK) {
        complain(&error);
    }
    return 0;
}
