/* Lending bytes from an engine's virtual file system: no callback, no copy.  vfs FOLDER NAME.gltf */
#include <gltf_accessor/document.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A virtual file system, the smallest there is; yours is an archive, a cache or a network ---- */

enum { VFS_FILES = 8 };

typedef struct vfs {
    const char *folder;
    size_t count;
    struct {
        char name[256];
        unsigned char *bytes; /* stays where it is until vfs_close */
        size_t size;
    } files[VFS_FILES];
} vfs;

/* The bytes of a file, which stay until vfs_close; NULL if there is none.  An asynchronous one would start a read here. */
static const unsigned char *vfs_get(vfs *v, const char *name, size_t *size) {
    char path[1024];
    for (size_t i = 0; i < v->count; i++) {
        if (strcmp(v->files[i].name, name) == 0) {
            *size = v->files[i].size;
            return v->files[i].bytes;
        }
    }
    if (v->count == VFS_FILES || strlen(name) >= sizeof v->files[0].name || strpbrk(name, "/\\:") != NULL ||
        snprintf(path, sizeof path, "%s/%s", v->folder, name) >= (int)sizeof path) {
        return NULL;
    }
    FILE *file = fopen(path, "rb");
    long length = -1;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        length = ftell(file);
        rewind(file);
    }
    unsigned char *bytes = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (bytes) {
        memcpy(v->files[v->count].name, name, strlen(name) + 1);
        v->files[v->count].bytes = bytes;
        v->files[v->count].size = *size = fread(bytes, 1, (size_t)length, file);
        v->count++;
    }
    if (file) {
        fclose(file);
    }
    return bytes;
}

static void vfs_close(vfs *v) {
    for (size_t i = 0; i < v->count; i++) {
        free(v->files[i].bytes);
    }
}

/* ---- The document on top of it ---- */

/* Lend every external buffer.  One that is not there costs those who need it: GLTF_ERR_NOT_LOADED. */
static gltf_status lend_buffers(gltf_document *document, vfs *files, gltf_error *error) {
    for (uint32_t b = 0; b < gltf_document_count(document, GLTF_OBJECT_BUFFER); b++) {
        const char *uri = NULL;
        uint64_t byte_length = 0;
        size_t size = 0;
        if (gltf_document_buffer_uri(document, b, &uri, &byte_length) != GLTF_OK || !uri) {
            continue; /* broken, or embedded in the file */
        }
        const unsigned char *bytes = vfs_get(files, uri, &size);
        printf("buffer %u: %s, wants %u bytes, %s\n", (unsigned)b, uri, (unsigned)byte_length,
               bytes ? "lent" : "not there");
        if (bytes) { /* must stay until the document is freed */
            gltf_status status = gltf_document_set_buffer(document, b, bytes, size, error);
            if (status != GLTF_OK) {
                return status;
            }
        }
    }
    /* What is embedded or compressed; NULL: there is nothing to call back. */
    return gltf_document_load(document, GLTF_NONE, NULL, error);
}

static gltf_status show(vfs *files, const char *name, gltf_error *error) {
    gltf_document *document = NULL;
    gltf_accessor accessor;
    size_t size = 0;
    float time;
    const unsigned char *text = vfs_get(files, name, &size);
    error->status = text ? GLTF_OK : GLTF_ERR_IO;
    if (error->status != GLTF_OK) {
        return error->status;
    }
    gltf_status status = gltf_document_parse(text, size, NULL, &document, error); /* borrows the text, too */
    if (status == GLTF_OK) {
        status = lend_buffers(document, files, error);
    }
    for (uint32_t i = 0; status == GLTF_OK && i < gltf_document_count(document, GLTF_OBJECT_ACCESSOR); i++) {
        if (gltf_document_accessor(document, i, &accessor, error) == GLTF_OK && accessor.shape == GLTF_SCALAR &&
            accessor.count > 0 && gltf_accessor_read_float(&accessor, accessor.count - 1, 1, &time, 1) == GLTF_OK) {
            printf("accessor %u ends with %g\n", (unsigned)i, time);
        }
    }
    gltf_document_free(document); /* first the document, then the bytes it borrowed */
    return status;
}

int main(int argc, char **argv) {
    vfs files = {0};
    gltf_error error = {0};
    files.folder = argc > 1 ? argv[1] : ".";
    gltf_status status = show(&files, argc > 2 ? argv[2] : "", &error);
    if (status != GLTF_OK) {
        char sentence[256];
        gltf_error_format(&error, sentence, sizeof sentence);
        fprintf(stderr, "%s\n", sentence);
    }
    vfs_close(&files);
    return status == GLTF_OK ? 0 : 1;
}
