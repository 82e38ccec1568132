/* A host that exports functions with the names of the library's (names.h has all of them): loads a plugin, or the shared library, and
 * reads a model through it.  usage: host LIBRARY MODEL */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME(name)                                                                                                     \
    void name(void);                                                                                                   \
    void name(void) {                                                                                                  \
        puts("the host's " #name " was called");                                                                       \
        exit(2);                                                                                                       \
    }
#include "names.h"

/* The function of that name in a library and nowhere else. */
static void *function(void *library, const char *name) {
    void *found = dlsym(library, name);
    if (!found) {
        puts(dlerror());
        exit(1);
    }
    return found;
}

#define FUNCTION(pointer, name)                                                                                        \
    do {                                                                                                               \
        void *found = function(library, name);                                                                         \
        memcpy(&pointer, &found, sizeof found);                                                                        \
    } while (0)

int main(int argc, char **argv) {
    void *library = argc == 3 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library) {
        puts(argc == 3 ? dlerror() : "usage: host LIBRARY MODEL");
        return 1;
    }
    if (dlsym(library, "plugin_read")) {
        int (*read_model)(const char *path);
        FUNCTION(read_model, "plugin_read");
        return read_model(argv[2]);
    }
    int32_t (*open_document)(const char *path, const void *options, void **document, void *error);
    uint32_t (*count)(const void *document, int32_t object);
    void (*free_document)(void *document);
    void *document = NULL;
    FUNCTION(open_document, "gltf_document_open");
    FUNCTION(count, "gltf_document_count");
    FUNCTION(free_document, "gltf_document_free");
    if (open_document(argv[2], NULL, &document, NULL)) {
        return 1;
    }
    printf("%u meshes\n", (unsigned)count(document, 4)); /* GLTF_OBJECT_MESH */
    free_document(document);
    return 0;
}
