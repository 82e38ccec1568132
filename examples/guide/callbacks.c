/* Custom I/O: buffers come through callbacks, memory through an allocator.  callbacks FILE.gltf */
#include <gltf_accessor/document.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the callbacks know. */
typedef struct world {
    const char *folder; /* files are opened below it */
    size_t in_use;      /* bytes that the document holds */
    size_t most;        /* the most it ever held */
} world;

static void *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    long length = -1;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        length = ftell(file);
    }
    void *bytes = length >= 0 ? malloc((size_t)length + 1) : NULL;
    *size = 0;
    if (bytes) {
        rewind(file);
        *size = fread(bytes, 1, (size_t)length, file);
    }
    if (file) {
        fclose(file);
    }
    return bytes;
}

/* Bring one buffer.  The URI comes from the file: what may be opened is for us to decide, and here it is a plain name. */
static gltf_status GLTF_CALL load(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                  gltf_buffer *out) {
    const world *w = user;
    char path[1024];
    size_t size;
    printf("load buffer %u: %s, %u bytes\n", (unsigned)buffer, uri, (unsigned)byte_length);
    if (strpbrk(uri, "/\\:") != NULL || strcmp(uri, "..") == 0 ||
        snprintf(path, sizeof path, "%s/%s", w->folder, uri) >= (int)sizeof path) {
        return GLTF_ERR_URI;
    }
    void *bytes = read_file(path, &size);
    if (!bytes) {
        return GLTF_ERR_IO;
    }
    out->data = bytes;
    out->size = size; /* too few are found out: GLTF_ERR_BUFFER_LENGTH */
    return GLTF_OK;
}

static void GLTF_CALL release(void *user, const gltf_buffer *buffer) {
    (void)user;
    printf("release %u bytes\n", (unsigned)buffer->size);
    free((void *)(uintptr_t)buffer->data);
}

static void *GLTF_CALL allocate(void *user, size_t size) {
    world *w = user;
    void *memory = malloc(size);
    if (memory) {
        w->in_use += size;
        w->most = w->in_use > w->most ? w->in_use : w->most;
    }
    return memory;
}

static void GLTF_CALL give_back(void *user, void *pointer, size_t size) {
    world *w = user;
    w->in_use -= size; /* the size comes back, so that no header is needed */
    free(pointer);
}

static gltf_status show(const void *bytes, size_t size, world *w, gltf_error *error) {
    gltf_document_options options;
    gltf_document *document = NULL;
    gltf_io io = {0};
    gltf_accessor accessor;
    gltf_document_options_init(&options, sizeof options);
    options.allocator.user = w;
    options.allocator.allocate = allocate;
    options.allocator.release = give_back;
    io.user = w;
    io.load = load;
    io.release = release;
    gltf_status status = gltf_document_parse(bytes, size, &options, &document, error);
    if (status == GLTF_OK) { /* all buffers; GLTF_NONE could be one accessor */
        status = gltf_document_load(document, GLTF_NONE, &io, error);
    }
    if (status == GLTF_OK) {
        status = gltf_document_accessor(document, 0, &accessor, error);
    }
    if (status == GLTF_OK) {
        printf("accessor 0 has %u elements\n", (unsigned)accessor.count);
    }
    gltf_document_free(document);
    return status;
}

int main(int argc, char **argv) {
    char folder[1024] = ".";
    const char *path = argc > 1 ? argv[1] : "";
    const char *slash = strrchr(path, '/');
    world w = {0};
    gltf_error error = {0};
    size_t size;
    if (slash && (size_t)(slash - path) < sizeof folder) {
        memcpy(folder, path, (size_t)(slash - path));
        folder[slash - path] = 0;
    }
    w.folder = folder;
    void *bytes = read_file(path, &size);
    if (!bytes) {
        fprintf(stderr, "cannot read %s\n", path);
        return 1;
    }
    gltf_status status = show(bytes, size, &w, &error);
    if (status != GLTF_OK) {
        char sentence[256];
        gltf_error_format(&error, sentence, sizeof sentence);
        fprintf(stderr, "%s\n", sentence);
    }
    printf("in use at the end: %u bytes\n", (unsigned)w.in_use);
    free(bytes);
    return status == GLTF_OK ? 0 : 1;
}
