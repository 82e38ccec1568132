/* Compressed views: decoded by the library, kept in a cache, lent the next time.  compressed FILE */
#include <gltf_accessor/files.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The bytes of a view as accessors see them: of a compressed one, decoded.  NULL if there are none. */
static const uint8_t *view_bytes(const gltf_document *document, uint32_t view, size_t *size) {
    gltf_source source;
    if (gltf_document_describe(document, &source, NULL, NULL) != GLTF_OK || view >= source.view_count ||
        source.views[view].buffer >= source.buffer_count) {
        return NULL;
    }
    const gltf_buffer_view *v = &source.views[view];
    const gltf_buffer *buffer = &source.buffers[v->buffer];
    if (!buffer->data || v->byte_offset > buffer->size || v->byte_length > buffer->size - v->byte_offset) {
        return NULL;
    }
    *size = (size_t)v->byte_length;
    return buffer->data + v->byte_offset;
}

/* Decoded bytes of one view, as a cache on disk would have them. */
typedef struct cached {
    unsigned char *bytes;
    size_t size;
} cached;

/* First visit: the library decodes; we keep what it made. */
static gltf_status fill_cache(const gltf_document *document, cached *cache, uint32_t view_count, gltf_error *error) {
    for (uint32_t v = 0; v < view_count; v++) {
        gltf_compression how;
        if (gltf_document_compression(document, v, &how, error) != GLTF_OK || !how.extension) {
            continue; /* broken, or not compressed */
        }
        const uint8_t *bytes = view_bytes(document, v, &cache[v].size);
        cache[v].bytes = bytes ? malloc(cache[v].size + 1) : NULL;
        if (cache[v].bytes) {
            memcpy(cache[v].bytes, bytes, cache[v].size);
            printf("view %u: %s %s, %u bytes became %u\n", (unsigned)v, how.extension, how.mode,
                   (unsigned)how.byte_length, (unsigned)cache[v].size);
        }
    }
    return GLTF_OK;
}

/* Later: parse, lend what is cached, and only then load the rest.  A view that is lent is not decoded. */
static gltf_status read_again(const void *file, size_t size, const cached *cache, uint32_t view_count,
                              gltf_error *error) {
    gltf_document *document = NULL;
    gltf_accessor accessor;
    uint32_t indices[3];
    gltf_status status = gltf_document_parse(file, size, NULL, &document, error);
    for (uint32_t v = 0; status == GLTF_OK && v < view_count; v++) {
        if (cache[v].bytes) {
            status = gltf_document_set_view(document, v, cache[v].bytes, cache[v].size, error);
        }
    }
    if (status == GLTF_OK) {
        status = gltf_document_load(document, GLTF_NONE, NULL, error);
    }
    if (status == GLTF_OK) {
        status = gltf_document_accessor(document, 0, &accessor, error);
    }
    if (status == GLTF_OK) {
        error->status = status = gltf_accessor_read_uint32(&accessor, 0, 3, indices, 3);
    }
    if (status == GLTF_OK) {
        printf("from the cache: %u %u %u\n", (unsigned)indices[0], (unsigned)indices[1], (unsigned)indices[2]);
    }
    gltf_document_free(document);
    return status;
}

static void *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    long length = -1;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        length = ftell(file);
        rewind(file);
    }
    void *bytes = length >= 0 ? malloc((size_t)length + 1) : NULL;
    *size = bytes ? fread(bytes, 1, (size_t)length, file) : 0;
    if (file) {
        fclose(file);
    }
    return bytes;
}

static gltf_status show(const void *file, size_t size, gltf_error *error) {
    gltf_document *document = NULL;
    gltf_status status = gltf_document_parse(file, size, NULL, &document, error);
    if (status != GLTF_OK) {
        return status;
    }
    const uint32_t view_count = gltf_document_count(document, GLTF_OBJECT_VIEW);
    cached *cache = calloc(view_count + (size_t)1, sizeof *cache);
    status = cache ? gltf_document_load(document, GLTF_NONE, NULL, error) : GLTF_ERR_MEMORY;
    if (status == GLTF_OK) {
        status = fill_cache(document, cache, view_count, error);
    }
    gltf_document_free(document);
    if (status == GLTF_OK) {
        status = read_again(file, size, cache, view_count, error);
    }
    for (uint32_t v = 0; cache && v < view_count; v++) {
        free(cache[v].bytes);
    }
    free(cache);
    error->status = status;
    return status;
}

int main(int argc, char **argv) {
    gltf_error error = {0};
    size_t size;
    void *file = read_file(argc > 1 ? argv[1] : "", &size);
    const gltf_status status = file ? show(file, size, &error) : GLTF_ERR_IO;
    if (status != GLTF_OK) {
        char sentence[256];
        error.status = status;
        gltf_error_format(&error, sentence, sizeof sentence);
        fprintf(stderr, "%s\n", sentence);
    }
    free(file);
    return status == GLTF_OK ? 0 : 1;
}
