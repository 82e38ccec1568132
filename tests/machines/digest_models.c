/* tests/machines/digest_models.c - outside the layers: hashes over what the library says about a model.  Any thread. */
#include "digest_models.h"

#include <stdio.h>
#include <stdlib.h>

#include <gltf_accessor/morph.h>
#include <gltf_accessor/validate.h>

#include "digest.h"

/* External buffers: made-up bytes, so that no folder matters; too large ones cannot be had. */
static gltf_status GLTF_CALL bring(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                   gltf_buffer *out) {
    enum { MOST = 1 << 16 };
    uint64_t *digest = user;
    uint8_t *bytes = byte_length <= MOST ? malloc(MOST) : NULL;
    if (!bytes) {
        return GLTF_ERR_IO;
    }
    for (size_t i = 0; i < MOST; i++) {
        bytes[i] = (uint8_t)((i * 2654435761u) >> 13);
    }
    if (digest) {
        digest_number(digest, buffer);
        digest_text(digest, uri);
    }
    out->data = bytes;
    out->size = byte_length;
    return GLTF_OK;
}

static void GLTF_CALL take_back(void *user, const gltf_buffer *buffer) {
    (void)user;
    free((void *)(uintptr_t)buffer->data);
}

static gltf_io io_of(uint64_t *digest) {
    gltf_io io;
    memset(&io, 0, sizeof io);
    io.user = digest;
    io.load = bring;
    io.release = take_back;
    return io;
}

/* ---- Numbers ---- */

enum { BLOCK = 256 };

static void digest_elements(uint64_t *digest, const gltf_accessor *a) {
    float floats[BLOCK * 16];
    double doubles[BLOCK * 16];
    uint32_t integers[BLOCK * 16];
    uint8_t raw[BLOCK * 16 * 8];
    const size_t end = a->count < 8192 ? a->count : 8192; /* of a model of a few bytes with a billion of zeros */
    const uint32_t size = gltf_component_size(a->component_type);
    for (size_t first = 0; first < end; first += BLOCK) {
        const size_t count = end - first < BLOCK ? end - first : BLOCK;
        const size_t numbers = count * a->component_count;
        digest_number(digest, (uint64_t)gltf_accessor_read_float(a, first, count, floats, numbers));
        digest_numbers(digest, floats, 4, numbers);
        digest_number(digest, (uint64_t)gltf_accessor_read_double(a, first, count, doubles, numbers));
        digest_numbers(digest, doubles, 8, numbers);
        const gltf_status status = gltf_accessor_read_uint32(a, first, count, integers, numbers);
        digest_number(digest, (uint64_t)status);
        digest_numbers(digest, integers, 4, status == GLTF_OK ? numbers : 0);
        digest_number(digest, (uint64_t)gltf_accessor_read_as(a, first, count, NULL, raw, sizeof raw));
        digest_numbers(digest, raw, size, numbers);
    }
}

static void digest_accessor(uint64_t *digest, const gltf_document *document, uint32_t index) {
    gltf_accessor a;
    gltf_error error;
    double least[16], most[16];
    memset(&error, 0, sizeof error);
    if (gltf_document_accessor(document, index, &a, &error) == GLTF_OK) {
        digest_number(digest, a.count);
        digest_number(digest, a.stride);
        digest_number(digest, a.sparse_count);
        digest_number(digest, a.flags);
        digest_elements(digest, &a);
        if (a.count < 65536) {
            digest_number(digest, (uint64_t)gltf_accessor_bounds(&a, least, most, 16));
            digest_numbers(digest, least, 8, a.component_count);
            digest_numbers(digest, most, 8, a.component_count);
        }
    }
    digest_error(digest, &error);
    memset(&error, 0, sizeof error);
    memset(least, 0, sizeof least);
    memset(most, 0, sizeof most);
    digest_number(digest, (uint64_t)gltf_document_declared_bounds(document, index, least, most, 16, &error));
    digest_numbers(digest, least, 8, 16);
    digest_numbers(digest, most, 8, 16);
    digest_error(digest, &error);
}

/* ---- Meshes and the rest ---- */

static void digest_morph(uint64_t *digest, const gltf_document *document, uint32_t mesh, uint32_t part,
                         const char *semantic) {
    float out[64 * 16];
    static const float weights[4] = {0.25f, -1.5f, 0.125f, 0.7f};
    gltf_primitive primitive;
    gltf_accessor a;
    gltf_error error;
    gltf_status status = gltf_document_primitive(document, mesh, part, &primitive, NULL);
    if (status != GLTF_OK || primitive.target_count > 4 ||
        gltf_document_attribute(document, mesh, part, GLTF_NONE, semantic, NULL, &a, NULL) != GLTF_OK) {
        return;
    }
    const size_t count = a.count < 64 ? a.count : 64;
    memset(&error, 0, sizeof error);
    status = gltf_document_morph(document, mesh, part, semantic, weights, primitive.target_count, 0, count, NULL, out,
                                 sizeof out, &error);
    digest_error(digest, &error);
    digest_numbers(digest, out, 4, status == GLTF_OK ? count * a.component_count : 0);
}

static void digest_indices(uint64_t *digest, const gltf_document *document, uint32_t mesh, uint32_t part) {
    uint32_t out[1 << 16];
    for (uint32_t flags = 0; flags <= GLTF_INDICES_TRIANGLES; flags++) {
        gltf_error error;
        size_t count = 0;
        memset(&error, 0, sizeof error);
        const gltf_status status =
            gltf_document_indices(document, mesh, part, flags, out, sizeof out / sizeof out[0], &count, &error);
        digest_number(digest, status == GLTF_ERR_CAPACITY ? 0 : count);
        digest_error(digest, &error);
        digest_numbers(digest, out, 4, status == GLTF_OK ? count : 0);
    }
}

static void digest_mesh(uint64_t *digest, const gltf_document *document, uint32_t index) {
    gltf_mesh mesh;
    gltf_error error;
    memset(&error, 0, sizeof error);
    gltf_document_mesh(document, index, &mesh, &error);
    digest_error(digest, &error);
    digest_text(digest, mesh.name);
    digest_number(digest, mesh.target_count);
    digest_numbers(digest, mesh.weights, 4, mesh.weights ? mesh.weight_count : 0);
    for (uint32_t part = 0; part < mesh.primitive_count; part++) {
        gltf_primitive primitive;
        memset(&error, 0, sizeof error);
        gltf_document_primitive(document, index, part, &primitive, &error);
        digest_error(digest, &error);
        digest_number(digest, primitive.mode);
        digest_number(digest, primitive.indices);
        digest_indices(digest, document, index, part);
        for (uint32_t i = 0; i < primitive.attribute_count; i++) {
            gltf_accessor a;
            uint32_t accessor;
            memset(&error, 0, sizeof error);
            digest_text(digest, primitive.attributes[i].semantic);
            gltf_document_attribute(document, index, part, GLTF_NONE, primitive.attributes[i].semantic, &accessor, &a,
                                    &error);
            digest_number(digest, accessor);
            digest_number(digest, a.count);
            digest_morph(digest, document, index, part, primitive.attributes[i].semantic);
        }
    }
}

static void digest_scene(uint64_t *digest, const gltf_document *document) {
    for (uint32_t i = 0; i < gltf_document_count(document, GLTF_OBJECT_NODE); i++) {
        gltf_node node;
        float weights[64];
        size_t count = 0;
        const gltf_status status = gltf_document_node(document, i, &node, NULL);
        digest_number(digest, (uint64_t)status);
        digest_number(digest, node.mesh);
        digest_number(digest, node.skin);
        digest_number(digest, (uint64_t)gltf_document_node_weights(document, i, weights, 64, &count, NULL));
        digest_numbers(digest, weights, 4, count < 64 ? count : 0);
    }
    for (uint32_t i = 0; i < gltf_document_count(document, GLTF_OBJECT_SKIN); i++) {
        gltf_skin skin;
        digest_number(digest, (uint64_t)gltf_document_skin(document, i, &skin, NULL));
        digest_number(digest, skin.inverse_bind_matrices);
        digest_numbers(digest, skin.joints, 4, skin.joints ? skin.joint_count : 0);
    }
    for (uint32_t i = 0; i < gltf_document_count(document, GLTF_OBJECT_ANIMATION); i++) {
        gltf_animation animation;
        digest_number(digest, (uint64_t)gltf_document_animation(document, i, &animation, NULL));
        for (uint32_t k = 0; k < animation.channel_count; k++) {
            gltf_animation_channel channel;
            digest_number(digest, (uint64_t)gltf_document_channel(document, i, k, &channel, NULL));
            digest_number(digest, channel.path);
            digest_number(digest, channel.values_per_key);
            digest_text(digest, channel.path_name);
        }
    }
}

/* Whether an accessor has more numbers than a machine of 32 bits can: its faults have other names there. */
static int is_too_large(const gltf_document *document) {
    const gltf_accessor_desc *accessors;
    uint32_t count;
    gltf_document_describe(document, NULL, &accessors, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (accessors[i].count > (1u << 28) / 16) {
            return 1;
        }
    }
    return 0;
}

void digest_opened(uint64_t *digest, const gltf_document *document) {
    gltf_error error;
    for (int32_t object = GLTF_OBJECT_BUFFER; object <= GLTF_OBJECT_NODE; object++) {
        digest_number(digest, gltf_document_count(document, object));
        for (uint32_t i = 0; i < gltf_document_count(document, object); i++) {
            memset(&error, 0, sizeof error);
            gltf_document_fault(document, object, i, &error);
            digest_error(digest, &error);
            digest_text(digest, gltf_document_name(document, object, i));
        }
    }
    for (uint32_t i = 0; i < gltf_document_count(document, GLTF_OBJECT_ACCESSOR); i++) {
        digest_accessor(digest, document, i);
    }
    for (uint32_t i = 0; i < gltf_document_count(document, GLTF_OBJECT_MESH); i++) {
        digest_mesh(digest, document, i);
    }
    digest_scene(digest, document);
}

gltf_document *digest_open(uint64_t *digest, const uint8_t *bytes, size_t size, uint32_t source_flags) {
    gltf_document *document = NULL;
    gltf_document_options options;
    gltf_error error;
    const gltf_io io = io_of(digest);
    memset(&error, 0, sizeof error);
    gltf_document_options_init(&options, sizeof options);
    options.source_flags = source_flags;
    gltf_document_parse(bytes, size, &options, &document, &error);
    digest_error(digest, &error);
    if (document && is_too_large(document)) {
        gltf_document_free(document);
        return NULL;
    }
    if (document) {
        memset(&error, 0, sizeof error);
        gltf_document_load(document, GLTF_NONE, &io, &error);
        digest_error(digest, &error);
    }
    return document;
}

void digest_model(uint64_t *digest, const uint8_t *bytes, size_t size) {
    for (uint32_t flags = 0; flags <= GLTF_SOURCE_STRICT; flags++) {
        gltf_document *document = digest_open(digest, bytes, size, flags);
        if (document) {
            digest_opened(digest, document);
        }
        gltf_document_free(document);
    }
}

void digest_model_numbers(uint64_t *digest, const uint8_t *bytes, size_t size) {
    gltf_document *document = NULL;
    const gltf_io io = io_of(NULL);
    if (gltf_document_parse(bytes, size, NULL, &document, NULL) != GLTF_OK) {
        return;
    }
    gltf_document_load(document, GLTF_NONE, &io, NULL);
    for (uint32_t i = 0; i < gltf_document_count(document, GLTF_OBJECT_ACCESSOR); i++) {
        gltf_accessor a;
        gltf_document_accessor(document, i, &a, NULL);
        digest_elements(digest, &a);
    }
    gltf_document_free(document);
}

static gltf_status GLTF_CALL digest_issue(void *user, const gltf_issue *issue) {
    uint64_t *digest = user;
    digest_text(digest, issue->code);
    digest_text(digest, issue->pointer);
    digest_text(digest, issue->message);
    digest_number(digest, issue->offset);
    digest_number(digest, issue->severity);
    return GLTF_OK;
}

void digest_model_validation(uint64_t *digest, const uint8_t *bytes, size_t size) {
    gltf_validate_options options;
    gltf_validation result;
    gltf_error error;
    memset(&error, 0, sizeof error);
    gltf_validate_options_init(&options, sizeof options);
    options.io = io_of(NULL);
    gltf_validate(bytes, size, &options, digest_issue, digest, &result, &error);
    digest_error(digest, &error);
    digest_number(digest, result.errors);
    digest_number(digest, result.warnings);
    digest_number(digest, result.informations);
    digest_number(digest, result.hints);
    digest_number(digest, result.numbers);
}

uint8_t *digest_read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = NULL;
    size_t room = 0;
    *size = 0;
    while (file) {
        if (*size == room) {
            room = room * 2 + 4096;
            uint8_t *more = realloc(bytes, room);
            if (!more) {
                exit(2);
            }
            bytes = more;
        }
        const size_t got = fread(bytes + *size, 1, room - *size, file);
        *size += got;
        if (got == 0) {
            fclose(file);
            return bytes;
        }
    }
    return NULL;
}
