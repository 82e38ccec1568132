/* Your own vertex layout, whatever the file stores.  layout FILE */
#include <gltf_accessor/files.h>
#include <stdio.h>
#include <stdlib.h>

/* 24 bytes for each vertex, as a shader of ours wants them. */
typedef struct vertex {
    float position[3];
    uint8_t color[4];  /* 0..255 stand for 0..1 */
    int8_t normal[4];  /* -127..127 stand for -1..1; the fourth pads */
    uint16_t coord[2]; /* half floats */
} vertex;

/* One attribute by itself: where it starts in the vertex, and how far apart vertices are. */
static gltf_status read_colors(const gltf_accessor *color, vertex *vertices, size_t count) {
    gltf_layout layout = {0};
    layout.component_type = GLTF_UNSIGNED_BYTE;
    layout.component_count = 4;
    layout.normalized = 1; /* 1.0 becomes 255 */
    layout.byte_stride = sizeof(vertex);
    layout.fill[3] = 1; /* where the file has only red, green and blue, alpha is 1 */
    return gltf_accessor_read_as(color, 0, count, &layout, vertices[0].color,
                                 count * sizeof(vertex) - offsetof(vertex, color));
}

/* All of them in one pass over the vertices, which is what an interleaved buffer wants. */
static gltf_status read_all(const gltf_accessor accessors[4], vertex *vertices, size_t count, uint32_t *failed) {
    static const struct {
        size_t offset;
        gltf_layout layout; /* type, components, normalized, stride, fill */
    } parts[4] = {
        {offsetof(vertex, position), {GLTF_FLOAT, 3, 0, sizeof(vertex), {0, 0, 0, 0}}},
        {offsetof(vertex, color), {GLTF_UNSIGNED_BYTE, 4, 1, sizeof(vertex), {0, 0, 0, 1}}},
        {offsetof(vertex, normal), {GLTF_BYTE, 4, 1, sizeof(vertex), {0, 0, 0, 0}}},
        {offsetof(vertex, coord), {GLTF_HALF_FLOAT, 2, 0, sizeof(vertex), {0, 0, 0, 0}}},
    };
    gltf_stream streams[4];
    uint32_t stream_count = 0;
    for (size_t i = 0; i < 4; i++) {
        if (accessors[i].count > 0) { /* absent attributes keep what the vertices hold */
            gltf_stream *stream = &streams[stream_count++];
            stream->accessor = &accessors[i];
            stream->out = (unsigned char *)vertices + parts[i].offset;
            stream->out_size = count * sizeof(vertex) - parts[i].offset;
            stream->layout = parts[i].layout;
        }
    }
    return gltf_accessor_read_streams(streams, stream_count, 0, count, failed);
}

static gltf_status show(const gltf_document *document, gltf_error *error) {
    static const char *const semantics[4] = {"POSITION", "COLOR_0", "NORMAL", "TEXCOORD_0"};
    gltf_accessor accessors[4];
    uint32_t failed = 0;
    for (size_t i = 0; i < 4; i++) {
        gltf_status status =
            gltf_document_attribute(document, 0, 0, GLTF_NONE, semantics[i], NULL, &accessors[i], error);
        if (status != GLTF_OK) {
            return status;
        }
    }
    const size_t count = accessors[0].count;
    if (count == 0) {
        return GLTF_OK;
    }
    vertex *vertices = calloc(count, sizeof *vertices);
    error->status = !vertices ? GLTF_ERR_MEMORY : read_all(accessors, vertices, count, &failed);
    if (error->status == GLTF_OK && accessors[1].count > 0) {
        error->status = read_colors(&accessors[1], vertices, count); /* the same again, alone */
    }
    for (size_t v = 0; error->status == GLTF_OK && v < count && v < 3; v++) {
        const vertex *p = &vertices[v];
        printf("position %g %g %g  color %u %u %u %u  normal %d %d %d  coord %04x %04x\n", p->position[0],
               p->position[1], p->position[2], p->color[0], p->color[1], p->color[2], p->color[3], p->normal[0],
               p->normal[1], p->normal[2], p->coord[0], p->coord[1]);
    }
    free(vertices);
    return error->status;
}

int main(int argc, char **argv) {
    gltf_document *document = NULL;
    gltf_error error = {0};
    gltf_status status = gltf_document_open(argc > 1 ? argv[1] : "", NULL, &document, &error);
    if (status == GLTF_OK) {
        status = show(document, &error);
    }
    if (status != GLTF_OK) {
        char sentence[256];
        gltf_error_format(&error, sentence, sizeof sentence);
        fprintf(stderr, "%s\n", sentence);
    }
    gltf_document_free(document);
    return status == GLTF_OK ? 0 : 1;
}
