/* Draco: a document that decodes compressed primitives.  Needs the library gltf_accessor_draco.  draco FILE */
#include <gltf_accessor/draco.h>
#include <gltf_accessor/files.h>
#include <stdio.h>

int main(int argc, char **argv) {
    gltf_document_options options;
    gltf_document *document = NULL;
    gltf_accessor position = {0};
    gltf_error error = {0};
    gltf_document_options_init(&options, sizeof options);
    options.primitive_codec = gltf_draco_codec(); /* or a table of your own decoder's functions */
    gltf_status status = gltf_document_open(argc > 1 ? argv[1] : "", &options, &document, &error);
    if (status == GLTF_OK) { /* by primitive and semantic: that is where Draco's data belongs */
        status = gltf_document_attribute(document, 0, 0, GLTF_NONE, "POSITION", NULL, &position, &error);
    }
    if (status == GLTF_OK) {
        printf("%u positions\n", (unsigned)position.count);
    } else {
        char sentence[256];
        gltf_error_format(&error, sentence, sizeof sentence);
        fprintf(stderr, "%s\n", sentence);
    }
    gltf_document_free(document);
    return status == GLTF_OK ? 0 : 1;
}
