/* Quantized data for the GPU: as it is stored where that is possible, else as a dense copy of the same type.  gpu FILE */
#include <gltf_accessor/files.h>
#include <stdio.h>
#include <stdlib.h>

/* What a graphics library wants to be told.  The numbers of component types are those of OpenGL and WebGL. */
typedef struct vertex_input {
    const void *bytes;
    size_t stride;
    uint32_t component_type;
    uint32_t components;
    uint32_t normalized;
    void *owned; /* to be freed after the upload, or NULL */
} vertex_input;

/* Elements on multiples of four bytes, which Vulkan, Metal and WebGPU ask for and OpenGL likes. */
static size_t vertex_stride(uint32_t element_size) {
    return (element_size + (size_t)3) / 4 * 4;
}

static gltf_status prepare(const gltf_accessor *accessor, vertex_input *out) {
    out->component_type = accessor->component_type;
    out->components = accessor->component_count;
    out->normalized = accessor->normalized;
    out->bytes = gltf_accessor_direct(accessor);
    out->stride = accessor->stride;
    out->owned = NULL;
    if (out->bytes && out->stride % 4 == 0) {
        return GLTF_OK; /* no copy: these are the bytes of the file */
    }
    gltf_layout as_stored = {0}; /* type 0: bits are copied, nothing is divided */
    const size_t packed = (size_t)accessor->component_count * gltf_component_size(accessor->component_type);
    out->stride = vertex_stride((uint32_t)packed);
    as_stored.byte_stride = (uint32_t)out->stride;
    out->owned = calloc(accessor->count + 1, out->stride);
    out->bytes = out->owned;
    return !out->owned ? GLTF_ERR_MEMORY
                       : gltf_accessor_read_as(accessor, 0, accessor->count, &as_stored, out->owned,
                                               accessor->count * out->stride);
}

static gltf_status show(const gltf_document *document, uint32_t mesh, gltf_error *error) {
    gltf_primitive primitive;
    gltf_status status = gltf_document_primitive(document, mesh, 0, &primitive, error);
    for (uint32_t a = 0; status == GLTF_OK && a < primitive.attribute_count; a++) {
        const char *semantic = primitive.attributes[a].semantic;
        gltf_accessor accessor;
        vertex_input input;
        status = gltf_document_attribute(document, mesh, 0, GLTF_NONE, semantic, NULL, &accessor, error);
        if (status == GLTF_OK) {
            error->status = status = prepare(&accessor, &input);
        }
        if (status == GLTF_OK) {
            printf("%s: %u of type %u%s, stride %u, %s\n", semantic, (unsigned)input.components,
                   (unsigned)input.component_type, input.normalized ? " normalized" : "", (unsigned)input.stride,
                   input.owned ? "copied" : "in place");
            free(input.owned);
        }
    }
    return status;
}

int main(int argc, char **argv) {
    gltf_document *document = NULL;
    gltf_error error = {0};
    gltf_status status = gltf_document_open(argc > 1 ? argv[1] : "", NULL, &document, &error);
    for (uint32_t m = 0; status == GLTF_OK && m < gltf_document_count(document, GLTF_OBJECT_MESH); m++) {
        printf("mesh %u\n", (unsigned)m);
        status = show(document, m, &error);
    }
    if (status != GLTF_OK) {
        char sentence[256];
        gltf_error_format(&error, sentence, sizeof sentence);
        fprintf(stderr, "%s\n", sentence);
    }
    gltf_document_free(document);
    return status == GLTF_OK ? 0 : 1;
}
