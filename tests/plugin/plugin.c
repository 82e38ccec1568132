/* A plugin with the library in it; it exports plugin_read alone. */
#include <stdio.h>

#include <gltf_accessor/files.h>

__attribute__((visibility("default"))) int plugin_read(const char *path);

/* Print how many positions the first primitive has, and the first number; 0 = done. */
int plugin_read(const char *path) {
    gltf_document *document = NULL;
    gltf_accessor position;
    gltf_error error;
    float first[3] = {0};
    if (gltf_version() != GLTF_VERSION_NUMBER || gltf_document_open(path, NULL, &document, &error)) {
        return 1;
    }
    const int failed = gltf_document_attribute(document, 0, 0, GLTF_NONE, "POSITION", NULL, &position, &error) ||
                       gltf_accessor_read_float(&position, 0, 1, first, 3);
    if (!failed) {
        printf("%u %g\n", (unsigned)position.count, (double)first[0]);
    }
    gltf_document_free(document);
    return failed;
}
