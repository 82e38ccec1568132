/* gltf_inspect/morph.c - an attribute with its morph targets blended in, written like an accessor. */
#include "inspect.h"

#include <stdlib.h>

/* ---- Options ---- */

/* A whole number below 2^32 - 1, and where it ends; NULL if there is none. */
static const char *parse_index(const char *digits, uint32_t *index) {
    uint64_t sum = 0;
    const char *s = digits;
    for (; *s >= '0' && *s <= '9' && sum < GLTF_NONE; s++) {
        sum = sum * 10 + (uint64_t)(*s - '0');
    }
    *index = (uint32_t)sum;
    return s > digits && sum < GLTF_NONE ? s : NULL;
}

int morph_parse_place(const char *value, inspect_morph *morph) {
    const char *end = value ? parse_index(value, &morph->mesh) : NULL;
    if (!end || *end != '/') {
        return 0;
    }
    end = parse_index(end + 1, &morph->primitive);
    return end && *end == '\0';
}

int morph_parse_weights(const char *value, inspect_morph *morph) {
    const char *s = value;
    morph->weight_count = 0;
    while (s && *s) {
        char *end = NULL;
        const float weight = strtof(s, &end);
        if (end == s || (*end && *end != ',') || (*end == ',' && !end[1])) {
            return 0;
        }
        morph->weights = text_allocate(morph->weights, (morph->weight_count + (size_t)1) * sizeof *morph->weights);
        morph->weights[morph->weight_count++] = weight;
        s = *end ? end + 1 : end;
    }
    return morph->weight_count > 0;
}

/* ---- Reading ---- */

typedef struct blend {
    const gltf_document *document;
    const inspect_morph *morph;
    const char *semantic;
} blend;

static gltf_status read_range(const void *user, size_t first, size_t count, uint32_t type, void *out, size_t out_size) {
    const blend *b = user;
    gltf_layout layout = {0};
    layout.component_type = type;
    return gltf_document_morph(b->document, b->morph->mesh, b->morph->primitive, b->semantic, b->morph->weights,
                               b->morph->weight_count, first, count, &layout, out, out_size, NULL);
}

/* Everything that can be wrong with the primitive and its targets, and what the result will look like. */
static gltf_status check(const blend *b, decode_source *source, gltf_error *error) {
    const inspect_morph *morph = b->morph;
    gltf_status status = gltf_document_morph(b->document, morph->mesh, morph->primitive, b->semantic, morph->weights,
                                             morph->weight_count, 0, 0, NULL, NULL, 0, error);
    if (status == GLTF_OK) {
        status = gltf_document_attribute(b->document, morph->mesh, morph->primitive, GLTF_NONE, b->semantic, NULL,
                                         &source->looks, error);
    }
    source->looks.component_type = GLTF_FLOAT;
    source->looks.normalized = 0;
    return status;
}

int morph_print(const inspect_request *request, const gltf_document *document, FILE *out) {
    const inspect_morph *morph = &request->morph;
    const blend b = {document, morph, morph->semantic ? morph->semantic : "POSITION"};
    char name[64];
    gltf_error error = {0};
    decode_source source = {0};
    snprintf(name, sizeof name, "mesh %u, primitive %u", (unsigned)morph->mesh, (unsigned)morph->primitive);
    source.read = read_range;
    source.user = &b;
    source.name = name;
    int status = INSPECT_WRONG;
    if (check(&b, &source, &error) == GLTF_OK) {
        status = decode_print_source(request, &source, out);
    } else {
        complain(request->file, GLTF_NONE, &error);
    }
    return status;
}
