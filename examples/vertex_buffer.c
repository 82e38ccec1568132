/* Build one interleaved vertex buffer, as a GPU wants it, from the attributes of each primitive: vertex-buffer FILE */
#include <gltf_accessor/files.h>
#include <stdio.h>
#include <stdlib.h>

/* Our layout, whatever the file stores. */
typedef struct vertex {
    float position[3];
    int8_t normal[4];  /* normalized; the fourth is 0 */
    uint8_t color[4];  /* normalized; alpha is 1 where the file has only RGB */
    uint16_t coord[2]; /* half floats */
} vertex;

enum { PARTS = 4 };

static const struct {
    const char *semantic;
    size_t offset;
    gltf_layout layout; /* type, components, normalized, stride, fill */
} parts[PARTS] = {
    {"POSITION", offsetof(vertex, position), {GLTF_FLOAT, 3, 0, sizeof(vertex), {0, 0, 0, 0}}},
    {"NORMAL", offsetof(vertex, normal), {GLTF_BYTE, 4, 1, sizeof(vertex), {0, 0, 0, 0}}},
    {"COLOR_0", offsetof(vertex, color), {GLTF_UNSIGNED_BYTE, 4, 1, sizeof(vertex), {0, 0, 0, 1}}},
    {"TEXCOORD_0", offsetof(vertex, coord), {GLTF_HALF_FLOAT, 2, 0, sizeof(vertex), {0, 0, 0, 0}}},
};

/* Resolve the attributes of a primitive; those it lacks become empty accessors. */
static gltf_status resolve(const gltf_document *document, uint32_t mesh, uint32_t primitive, gltf_accessor *accessors,
                           gltf_error *error) {
    for (size_t i = 0; i < PARTS; i++) {
        gltf_status status = gltf_document_attribute(document, mesh, primitive, GLTF_NONE, parts[i].semantic, NULL,
                                                     &accessors[i], error);
        if (status != GLTF_OK) {
            return status;
        }
    }
    return GLTF_OK;
}

/* Write all attributes in one pass.  What an accessor does not give keeps the value of `plain`. */
static gltf_status fill(const gltf_accessor *accessors, vertex *vertices, size_t count) {
    static const vertex plain = {{0, 0, 0}, {0, 0, 0, 0}, {255, 255, 255, 255}, {0, 0}};
    gltf_stream streams[PARTS];
    uint32_t stream_count = 0;
    for (size_t v = 0; v < count; v++) {
        vertices[v] = plain;
    }
    for (size_t i = 0; i < PARTS; i++) {
        if (accessors[i].count > 0) {
            gltf_stream *stream = &streams[stream_count++];
            stream->accessor = &accessors[i];
            stream->out = (unsigned char *)vertices + parts[i].offset;
            stream->out_size = count * sizeof *vertices - parts[i].offset;
            stream->layout = parts[i].layout;
        }
    }
    return gltf_accessor_read_streams(streams, stream_count, 0, count, NULL);
}

static void print(const vertex *v) {
    printf("  %g %g %g  normal %d %d %d  color %u %u %u %u  coord %04x %04x\n", v->position[0], v->position[1],
           v->position[2], v->normal[0], v->normal[1], v->normal[2], v->color[0], v->color[1], v->color[2], v->color[3],
           v->coord[0], v->coord[1]);
}

static gltf_status build(const gltf_document *document, uint32_t mesh, uint32_t primitive, gltf_error *error) {
    gltf_accessor accessors[PARTS];
    gltf_status status = resolve(document, mesh, primitive, accessors, error);
    if (status != GLTF_OK) {
        return status;
    }
    size_t count = accessors[0].count; /* POSITION tells how many vertices there are */
    vertex *vertices = malloc(count * sizeof *vertices + 1);
    error->status = vertices ? fill(accessors, vertices, count) : GLTF_ERR_MEMORY;
    if (error->status == GLTF_OK) {
        printf("mesh %u primitive %u\n", (unsigned)mesh, (unsigned)primitive);
        for (size_t v = 0; v < count; v++) {
            print(&vertices[v]);
        }
    }
    free(vertices);
    return error->status;
}

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
        gltf_document_mesh(document, m, &mesh, NULL); /* no primitives if it is broken */
        for (uint32_t p = 0; p < mesh.primitive_count; p++) {
            gltf_error fresh = {0};
            if (build(document, m, p, &fresh) != GLTF_OK) {
                exit_status = complain(&fresh);
            }
        }
    }
    gltf_document_free(document);
    return exit_status;
}
