/* abi/old_header/consumer.c - outside the layers: a program that was compiled with the headers of version 0.1, which any later
 * library must still serve.  Its structs end at an inaccessible page, so that a library that knows longer ones and touches
 * more than was given ends it. */
#include "gltf_accessor_0_1.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../support/guard.h"

static int failures;

static void expect(int holds, const char *what) {
    if (!holds) {
        printf("FAILED: %s\n", what);
        failures++;
    }
}

/* One triangle: positions, and a second set of them as morph target; indices without a buffer view are zeros. */
static const char model[] =
    "{\"asset\":{\"version\":\"2.0\"},"
    "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/octet-stream;base64,"
    "AACAPwAAAEAAAEBAAACAQAAAoEAAAMBAAADgQAAAAEEAABBB\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[1,2,3],\"max\":[7,"
    "8,9]}],"
    "\"meshes\":[{\"name\":\"m\",\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":0}]}]}],"
    "\"nodes\":[{\"mesh\":0,\"weights\":[0.5]}]}";

typedef struct memory {
    size_t in_use;
    size_t count;
} memory;

static void *GLTF_CALL allocate(void *user, size_t size) {
    memory *m = user;
    m->in_use += size;
    m->count++;
    return malloc(size);
}

static void GLTF_CALL release(void *user, void *pointer, size_t size) {
    memory *m = user;
    m->in_use -= size;
    free(pointer);
}

static gltf_status GLTF_CALL hear(void *user, const gltf_issue *issue) {
    unsigned *counts = user;
    expect(issue->code && issue->message && issue->severity <= GLTF_SEVERITY_HINT, "an issue as it was");
    counts[issue->severity]++;
    return GLTF_OK;
}

static void read_all(const gltf_document *document) {
    guard accessor_room = guard_make(sizeof(gltf_accessor), GUARD_AFTER);
    guard error_room = guard_make(sizeof(gltf_error), GUARD_AFTER);
    guard primitive_room = guard_make(sizeof(gltf_primitive), GUARD_AFTER);
    guard node_room = guard_make(sizeof(gltf_node), GUARD_AFTER);
    gltf_accessor *a = (void *)accessor_room.bytes;
    gltf_error *error = (void *)error_room.bytes;
    gltf_primitive *primitive = (void *)primitive_room.bytes;
    gltf_node *node = (void *)node_room.bytes;
    float numbers[9] = {0};
    double low[3], high[3];

    expect(gltf_document_accessor(document, 0, a, error) == GLTF_OK, "an accessor");
    expect(a->count == 3 && a->component_type == GLTF_FLOAT && a->shape == GLTF_VEC3 && a->stride == 12, "its fields");
    expect(gltf_accessor_read_float(a, 0, 3, numbers, 9) == GLTF_OK, "reading");
    expect(numbers[0] == 1 && numbers[8] == 9, "its numbers");
    expect(gltf_accessor_bounds(a, low, high, 3) == GLTF_OK && low[0] == 1 && high[2] == 9, "bounds");
    expect(gltf_document_primitive(document, 0, 0, primitive, error) == GLTF_OK, "a primitive");
    expect(primitive->attribute_count == 1 && primitive->target_count == 1 && primitive->mode == 4 &&
               primitive->indices == GLTF_NONE && strcmp(primitive->attributes[0].semantic, "POSITION") == 0,
           "its fields");
    expect(gltf_document_node(document, 0, node, error) == GLTF_OK && node->mesh == 0 && node->weight_count == 1 &&
               node->weights[0] == 0.5f && node->skin == GLTF_NONE,
           "a node");
    expect(gltf_document_morph(document, 0, 0, "POSITION", node->weights, 1, 0, 3, NULL, numbers, sizeof numbers,
                               error) == GLTF_OK,
           "blending");
    expect(numbers[0] == 1.5f && numbers[8] == 13.5f, "its sums");
    expect(gltf_document_accessor(document, 7, a, error) == GLTF_ERR_RANGE && error->status == GLTF_ERR_RANGE &&
               error->object == GLTF_OBJECT_ACCESSOR,
           "an error");
    guard_free(&accessor_room);
    guard_free(&error_room);
    guard_free(&primitive_room);
    guard_free(&node_room);
}

static void use_document(void) {
    memory m = {0, 0};
    gltf_document *document = NULL;
    guard room = guard_make(sizeof(gltf_document_options), GUARD_AFTER);
    gltf_document_options *options = (void *)room.bytes;
    gltf_document_options_init(options, sizeof *options);
    expect(options->struct_size == sizeof *options && options->max_decoded == 0 && !options->primitive_codec,
           "defaults of options");
    options->allocator.user = &m;
    options->allocator.allocate = allocate;
    options->allocator.release = release;
    options->max_decoded = 1000;
    guard_lock(&room);
    expect(gltf_document_parse(model, sizeof model - 1, options, &document, NULL) == GLTF_OK, "parsing");
    expect(m.count > 0, "the allocator is used");
    expect(gltf_document_load(document, GLTF_NONE, NULL, NULL) == GLTF_OK, "loading");
    read_all(document);
    gltf_document_free(document);
    expect(m.in_use == 0, "memory is given back");
    guard_free(&room);

    gltf_document_options limited;
    memset(&limited, 0, sizeof limited);
    limited.struct_size = sizeof limited;
    limited.max_objects = 2;
    expect(gltf_document_parse(model, sizeof model - 1, &limited, &document, NULL) == GLTF_ERR_LIMIT, "a limit");
}

static void use_validation(void) {
    unsigned counts[4] = {0, 0, 0, 0};
    guard room = guard_make(sizeof(gltf_validate_options), GUARD_AFTER);
    guard result_room = guard_make(sizeof(gltf_validation), GUARD_AFTER);
    gltf_validate_options *options = (void *)room.bytes;
    gltf_validation *result = (void *)result_room.bytes;
    gltf_validate_options_init(options, sizeof *options);
    expect(options->struct_size == sizeof *options && options->max_issues == 0 && !options->io.load, "defaults");
    guard_lock(&room);
    expect(gltf_validate(model, sizeof model - 1, options, hear, counts, result, NULL) == GLTF_OK, "validating");
    expect(result->errors == counts[0] && result->warnings == counts[1] && result->hints == counts[3], "counts");
    expect(result->errors == 0 && result->numbers >= 9 && !result->is_glb, "a sound model");
    guard_free(&room);
    guard_free(&result_room);
}

/* Without a document: the tables as this program knows them. */
static void use_tables(void) {
    static const uint8_t bytes[8] = {1, 0, 2, 0, 3, 0, 4, 0};
    const gltf_buffer buffer = {bytes, sizeof bytes};
    const gltf_buffer_view view = {0, sizeof bytes, 0, 0};
    gltf_source source = {&buffer, &view, 1, 1, GLTF_SOURCE_STRICT, 0, 0};
    gltf_accessor_desc desc;
    gltf_accessor a;
    gltf_layout layout = {GLTF_UNSIGNED_INT, 3, 0, 0, {0, 0, 9, 0}};
    uint32_t out[6] = {0};
    memset(&desc, 0, sizeof desc);
    desc.count = 2;
    desc.component_type = GLTF_UNSIGNED_SHORT;
    desc.shape = GLTF_VEC2;
    expect(gltf_accessor_resolve(&source, &desc, &a, NULL) == GLTF_OK, "resolving");
    gltf_stream stream = {&a, out, sizeof out, layout};
    expect(gltf_accessor_read_streams(&stream, 1, 0, 2, NULL) == GLTF_OK, "streams");
    expect(out[0] == 1 && out[1] == 2 && out[2] == 9 && out[5] == 9, "their numbers");
}

int main(void) {
    expect(gltf_version() >= GLTF_VERSION_NUMBER, "the library is not older than this program");
    use_document();
    use_validation();
    use_tables();
    printf("%u-bit consumer of version 0.1 with a library of version %u: %d failures\n", (unsigned)(8 * sizeof(void *)),
           (unsigned)gltf_version(), failures);
    return failures != 0;
}
